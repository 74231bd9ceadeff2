//! Openings that are negotiated: swap2, swap, swap1, pro and long pro, each answer found by search.

use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;
use crate::search::{Control, Limits, SearchResult, Searcher, swap2_proposals};
use std::sync::Arc;

/// The rules of opening that managers know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningRule {
    /// Three stones; the other side takes Black, or White, or puts two more and leaves the choice.
    Swap2,
    /// Three stones; the other side takes Black or White.
    Swap,
    /// One stone; the other side takes Black or White.
    Swap1,
    /// The first stone in the centre, Black's second outside the five by five cells around it.
    Pro,
    /// The same with seven by seven cells.
    LongPro,
}

impl OpeningRule {
    /// The numbers of stones that the engine may be asked about.
    pub fn stones(self) -> &'static [usize] {
        match self {
            OpeningRule::Swap2 => &[0, 3, 5],
            OpeningRule::Swap => &[0, 3],
            OpeningRule::Swap1 => &[0, 1],
            OpeningRule::Pro | OpeningRule::LongPro => &[0, 1, 2],
        }
    }
}

/// An answer in the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningAnswer {
    /// Change sides: play Black.
    Swap,
    /// Stones to put down: the opening's, or a move, or White's and Black's and the opponent chooses.
    Stones(Vec<Point>),
}

/// A position is fair to both within this score.
const FAIR: Score = 60;
/// Nodes spent on the choice of a side.
const DECISION_NODES: u64 = 400_000;
/// How far beyond the forbidden cells Black's second stone is looked for in pro.
const NEAR_RING: i32 = 3;
/// How many points are looked at for each of two stones that make a position even.
const FIRSTS: usize = 24;
const SECONDS: usize = 16;
const BALANCE_FIRSTS: usize = 32;

/// A searcher and how long it may look.
pub struct Judge<'a> {
    /// Who looks.
    pub searcher: &'a mut Searcher,
    /// How far it may look for the whole answer.
    pub limits: Limits,
    /// Its clock.
    pub control: &'a Arc<Control>,
}

impl Judge<'_> {
    /// The answer for the stones on the board, one of the rule's numbers of them. Which three are
    /// proposed depends on `seed`.
    pub fn open(&mut self, rule: OpeningRule, board: &Board, seed: u64) -> OpeningAnswer {
        match (rule, board.placed().len()) {
            (OpeningRule::Swap2 | OpeningRule::Swap, 0) => {
                OpeningAnswer::Stones(self.searcher.propose_swap2(board, seed, self.limits, self.control))
            }
            (OpeningRule::Swap1, 0) => {
                OpeningAnswer::Stones(self.balance(board, 1, 0, &[]).unwrap_or_else(|| vec![board.size().center()]))
            }
            (OpeningRule::Swap2, 3) => self.answer_three(board),
            (OpeningRule::Swap2 | OpeningRule::Swap | OpeningRule::Swap1, _) => self.take_side(board).1,
            (OpeningRule::Pro | OpeningRule::LongPro, 0) => OpeningAnswer::Stones(vec![board.size().center()]),
            (OpeningRule::Pro, 2) => self.outside(board, 2),
            (OpeningRule::LongPro, 2) => self.outside(board, 3),
            (OpeningRule::Pro | OpeningRule::LongPro, _) => {
                OpeningAnswer::Stones(self.search(board, u64::MAX).best.into_iter().collect())
            }
        }
    }

    /// The best move that lies further than `reach` from the first stone, in rows or columns.
    fn outside(&mut self, board: &Board, reach: i32) -> OpeningAnswer {
        let allowed = outside(board, reach);
        let near = outside(board, reach + NEAR_RING);
        let mut choices: Vec<Vec<Point>> =
            allowed.iter().filter(|point| !near.contains(point)).map(|&point| vec![point]).collect();
        if choices.is_empty() {
            choices = allowed.iter().map(|&point| vec![point]).collect();
        }
        // As much as can be: no undecided score is larger.
        let best = self.searcher.most_balanced(board, &choices, WIN_BOUND, self.limits, self.control);
        let best = best.map(|(stones, _)| stones).or_else(|| choices.into_iter().next());
        OpeningAnswer::Stones(best.unwrap_or_default())
    }

    /// The move, or the two moves, after which the side to move has a score as near to `bias` as can be,
    /// none of them among `excluded`; `None` when there is no such move.
    pub fn balance(&mut self, board: &Board, stones: usize, bias: Score, excluded: &[Point]) -> Option<Vec<Point>> {
        let mut board = board.clone();
        let mut choices = if stones == 2 {
            pairs(&mut board, BALANCE_FIRSTS, SECONDS)
        } else {
            quiet_points(&mut board).into_iter().map(|point| vec![point]).collect()
        };
        choices.retain(|choice| choice.iter().all(|point| !excluded.contains(point)));
        let found = self.searcher.most_balanced(&board, &choices, bias, self.limits, self.control);
        found.map(|(choice, _)| choice).or_else(|| choices.into_iter().next())
    }

    /// White's score and what it means: play White when it is good, else swap.
    fn take_side(&mut self, board: &Board) -> (Score, OpeningAnswer) {
        let result = self.search(board, DECISION_NODES);
        let answer = match result.best {
            Some(point) if result.report.score >= 0 => OpeningAnswer::Stones(vec![point]),
            _ => OpeningAnswer::Swap,
        };
        (result.report.score, answer)
    }

    /// Three stones: the better side when there is one, else two more stones and the choice is the opponent's.
    fn answer_three(&mut self, board: &Board) -> OpeningAnswer {
        let (score, choice) = self.take_side(board);
        if score.abs() > FAIR {
            return choice;
        }
        let mut board = board.clone();
        let choices = pairs(&mut board, FIRSTS, SECONDS);
        match self.searcher.most_balanced(&board, &choices, 0, self.limits, self.control) {
            Some((stones, unfair)) if unfair.abs() <= score.abs() => OpeningAnswer::Stones(stones),
            _ => choice,
        }
    }

    pub(super) fn search(&mut self, board: &Board, nodes: u64) -> SearchResult {
        let limits = Limits { nodes: self.limits.nodes.min(nodes), ..self.limits };
        self.searcher.search(board, limits, Arc::clone(self.control), &mut |_| {})
    }
}

/// A legal answer without any search.
pub fn fallback(rule: OpeningRule, board: &Board) -> OpeningAnswer {
    let proposal = || swap2_proposals(board.size(), 0).swap_remove(0);
    let stones = match (rule, board.placed().len()) {
        (OpeningRule::Swap2 | OpeningRule::Swap, 0) => proposal(),
        (OpeningRule::Swap2 | OpeningRule::Swap | OpeningRule::Swap1, 1..) => return OpeningAnswer::Swap,
        (OpeningRule::Swap1 | OpeningRule::Pro | OpeningRule::LongPro, 0) => vec![board.size().center()],
        (OpeningRule::LongPro, 2) => outside(board, 3),
        (OpeningRule::Pro | OpeningRule::LongPro, _) => outside(board, 2),
    };
    let count = if board.placed().len() > 0 { 1 } else { stones.len() };
    OpeningAnswer::Stones(stones.into_iter().take(count).collect())
}

/// The empty points further than `reach` from the first stone, in rows or columns.
fn outside(board: &Board, reach: i32) -> Vec<Point> {
    let size = board.size();
    let Some((first, _)) = board.placed().next() else { return Vec::new() };
    let (x, y) = size.xy(first);
    let is_far = |point: &Point| {
        let (px, py) = size.xy(*point);
        (px - x).abs().max((py - y).abs()) > reach
    };
    board.empties().filter(is_far).collect()
}

/// Pairs of the most promising points for the side to move and, after each, for the other side.
fn pairs(board: &mut Board, firsts: usize, seconds: usize) -> Vec<Vec<Point>> {
    let mut pairs = Vec::new();
    for first in most_promising(board, firsts) {
        board.make(first, &mut ());
        pairs.extend(most_promising(board, seconds).into_iter().map(|second| vec![first, second]));
        board.unmake(&mut ());
    }
    pairs
}

/// The quiet points that mean most to both sides together.
pub(super) fn most_promising(board: &mut Board, count: usize) -> Vec<Point> {
    let strength = |board: &Board, point: Point| {
        Color::ALL
            .iter()
            .map(|&color| board.patterns(point).lines(color).iter().map(|&pattern| pattern as u32).sum::<u32>())
            .sum::<u32>()
    };
    let mut points = quiet_points(board);
    points.sort_by_key(|&point| (std::cmp::Reverse(strength(board, point)), point));
    points.truncate(count);
    points
}

/// The legal points near stones that do not end the game; on an empty board those of its first quarter,
/// which stands for the others.
fn quiet_points(board: &mut Board) -> Vec<Point> {
    let size = board.size();
    let mut points: Vec<Point> = board.candidates().collect();
    if points.is_empty() {
        points.extend(board.empties());
    }
    if board.placed().len() == 0 {
        let (width, height) = (size.width() as i32, size.height() as i32);
        points.retain(|&point| {
            let (x, y) = size.xy(point);
            2 * x < width + 1 && 2 * y < height + 1
        });
    }
    let us = board.side_to_move();
    points.retain(|&point| board.patterns(point).class(us) != PointClass::Five);
    movegen::retain_legal(board, &mut points, 0);
    points
}
