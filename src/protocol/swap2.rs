use crate::base::{BoardSize, Color, Point, Score, SplitMix64};
use crate::board::Board;
use crate::search::{Control, Limits, SearchResult, Searcher};
use std::sync::Arc;

/// An answer to `SWAP2BOARD`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Swap2Answer {
    /// Change sides: play Black.
    Swap,
    /// Stones to put down: the three of the opening, or White's move, or White's and Black's and the
    /// opponent chooses.
    Stones(Vec<Point>),
}

/// A position is fair to both within this score.
const FAIR: Score = 60;
/// Openings to choose the fairest from.
const PROPOSALS: usize = 24;
/// Nodes spent on a decision, and on each of many positions to compare.
const DECISION_NODES: u64 = 400_000;
const COMPARISON_NODES: u64 = 8_000;
/// How many fourth and fifth stones are compared.
const FOURTHS: usize = 5;
const FIFTHS: usize = 6;

/// The answer for the stones on the board: none, three or five, White to move unless there are none.
pub(super) fn answer(searcher: &mut Searcher, board: &Board, limits: Limits, control: &Arc<Control>) -> Swap2Answer {
    let judge = &mut Judge { searcher, limits, control };
    match board.placed().len() {
        0 => Swap2Answer::Stones(propose(judge, board)),
        3 => answer_three(judge, board),
        _ => take_side(judge, board).1,
    }
}

/// A legal answer without any search.
pub(super) fn fallback(board: &Board) -> Swap2Answer {
    match board.placed().len() {
        0 => Swap2Answer::Stones(proposals(board.size()).swap_remove(0).to_vec()),
        _ => Swap2Answer::Swap,
    }
}

/// White's score and what it means: play White when it is good, else swap.
fn take_side(judge: &mut Judge, board: &Board) -> (Score, Swap2Answer) {
    let result = judge.search(board, DECISION_NODES);
    let answer = match result.best {
        Some(point) if result.report.score >= 0 => Swap2Answer::Stones(vec![point]),
        _ => Swap2Answer::Swap,
    };
    (result.report.score, answer)
}

/// Three stones: the better side when there is one, else two more stones and the choice is the opponent's.
fn answer_three(judge: &mut Judge, board: &Board) -> Swap2Answer {
    let (score, choice) = take_side(judge, board);
    if score.abs() > FAIR {
        return choice;
    }
    let mut fairest: Option<(Score, Vec<Point>)> = None;
    let mut board = board.clone();
    for fourth in most_promising(&mut board, FOURTHS) {
        board.make(fourth, &mut ());
        for fifth in most_promising(&mut board, FIFTHS) {
            board.make(fifth, &mut ());
            let unfair = judge.unfairness(&board);
            board.unmake(&mut ());
            let Some(unfair) = unfair else { break };
            if fairest.as_ref().is_none_or(|(least, _)| unfair < *least) {
                fairest = Some((unfair, vec![fourth, fifth]));
            }
        }
        board.unmake(&mut ());
    }
    match fairest {
        Some((unfair, stones)) if unfair <= score.abs() => Swap2Answer::Stones(stones),
        _ => choice,
    }
}

/// The fairest of some openings.
fn propose(judge: &mut Judge, board: &Board) -> Vec<Point> {
    let proposals = proposals(board.size());
    let mut fairest = proposals[0];
    let mut least = Score::MAX;
    for stones in proposals {
        let mut board = board.clone();
        for point in stones {
            board.make(point, &mut ());
        }
        let Some(unfair) = judge.unfairness(&board) else { break };
        if unfair < least {
            (least, fairest) = (unfair, stones);
        }
    }
    fairest.to_vec()
}

/// Openings of three stones each: the first anywhere, White's within two cells of it, Black's other
/// within four. Which of them is fair the search tells.
fn proposals(size: BoardSize) -> Vec<[Point; 3]> {
    let mut rng = SplitMix64::new(0x5A42);
    let mut proposals = Vec::with_capacity(PROPOSALS);
    while proposals.len() < PROPOSALS {
        let first = Point(rng.below(size.cells()) as u16);
        let (x, y) = size.xy(first);
        let mut near = |reach: usize| {
            let offset = |rng: &mut SplitMix64| rng.below(2 * reach + 1) as i32 - reach as i32;
            size.point(x + offset(&mut rng), y + offset(&mut rng))
        };
        if let (Some(second), Some(third)) = (near(2), near(4))
            && first != second
            && first != third
            && second != third
        {
            proposals.push([first, second, third]);
        }
    }
    proposals
}

/// A searcher and how long it may look.
struct Judge<'a> {
    searcher: &'a mut Searcher,
    limits: Limits,
    control: &'a Arc<Control>,
}

impl Judge<'_> {
    fn search(&mut self, board: &Board, nodes: u64) -> SearchResult {
        let limits = Limits { nodes: self.limits.nodes.min(nodes), ..self.limits };
        self.searcher.search(board, limits, Arc::clone(self.control), &mut |_| {})
    }

    /// How far from even a position is; `None` when there is no time to tell.
    fn unfairness(&mut self, board: &Board) -> Option<Score> {
        let result = self.search(board, COMPARISON_NODES);
        (result.report.depth > 0 && !self.control.must_stop()).then(|| result.report.score.abs())
    }
}

/// The points that mean most to both sides together.
fn most_promising(board: &mut Board, count: usize) -> Vec<Point> {
    let forbidden = board.forbidden_points();
    let strength = |board: &Board, point: Point| {
        Color::ALL
            .iter()
            .map(|&color| board.patterns(point).lines(color).iter().map(|&pattern| pattern as u32).sum::<u32>())
            .sum::<u32>()
    };
    let mut points: Vec<Point> = board.candidates().filter(|point| !forbidden.contains(point)).collect();
    points.sort_by_key(|&point| (std::cmp::Reverse(strength(board, point)), point));
    points.truncate(count);
    points
}
