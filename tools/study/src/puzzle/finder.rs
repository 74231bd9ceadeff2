//! Finding puzzles in games: positions with only one right move.

use super::proof::{MoveVerdict, Prover, refutations, stones_of};
use super::shape::{Shape, shape};
use super::{Puzzle, PuzzleKind};
use crate::solve::Goal;
use std::cmp::Reverse;
use std::collections::HashSet;
use tengen::base::{Cell, Color, Point};
use tengen::board::Board;
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::solver::Solution;

/// Number of positions examined at the end of a game; earlier wins still exist in them.
const LAST_POSITIONS: usize = 16;
/// Number of stones on the board of a puzzle.
const STONES: std::ops::RangeInclusive<usize> = 7..=44;
/// Fewest stones of the winner to the five in a win to be found, and in a win to be stopped.
const MIN_WIN: u32 = 3;
const MIN_THREAT: u32 = 2;
/// Most moves that stop the threat itself. If there are more, several of them hold.
const MAX_STOPS: usize = 12;

/// A puzzle with its solution.
struct Examined {
    /// The puzzle.
    puzzle: Puzzle,
    /// The win to be found, or the win to be stopped.
    line: Vec<Point>,
}

/// The number of puzzles of the kind and grade of this one; `None` if there are enough.
type Count<'a> = &'a dyn Fn(&Puzzle) -> Option<usize>;

/// Finds puzzles, no two with equal cores.
#[derive(Default)]
pub struct PuzzleFinder {
    prover: Prover,
    seen: HashSet<Shape>,
}

impl PuzzleFinder {
    /// At most one puzzle of each kind from a game of legal moves: one of the kind and grade of which there are the
    /// fewest by `count`, and the hardest of these. `count` is `None` if no more puzzles like this one are wanted.
    /// A game with a puzzle that is known, found in it earlier or in an equal game, gives no other one of that kind:
    /// a run that begins again with what it had found ends as one without an interruption.
    pub fn of_game(&mut self, start: &Board, moves: &[Point], count: Count<'_>) -> Vec<Puzzle> {
        let mut board = start.clone();
        let mut boards = Vec::new();
        for &point in moves {
            boards.push(board.clone());
            board.push(point);
        }
        let past_the_end = if board.outcome().is_none() { self.along_the_win(&mut board) } else { Vec::new() };
        let mut last: Vec<Board> = boards.split_off(boards.len().saturating_sub(LAST_POSITIONS));
        last.extend(past_the_end);
        last.retain(|board| STONES.contains(&(board.size().cells() - board.empty_count())));
        // The solvers' lines may depend on the order of the moves, which a puzzle does not have.
        last.iter_mut().for_each(|board| *board = without_order(board));
        PuzzleKind::ALL.into_iter().filter_map(|kind| self.best_of(&mut last, kind, count)).collect()
    }

    /// The position, and the later ones of the winner up to the five, because games of engines end long before it.
    fn along_the_win(&mut self, board: &mut Board) -> Vec<Board> {
        let mut boards = vec![board.clone()];
        let Some((line, _)) = self.prover.win(board) else { return boards };
        for pair in line.chunks_exact(2) {
            pair.iter().for_each(|&point| board.push(point));
            boards.push(board.clone());
        }
        boards
    }

    fn best_of(&mut self, boards: &mut [Board], kind: PuzzleKind, count: Count<'_>) -> Option<Puzzle> {
        let mut best: Option<(_, Examined, Shape)> = None;
        for board in boards {
            let Some(found) = examine(&mut self.prover, board, kind) else { continue };
            let core = core(board, &found);
            if self.seen.contains(&core) {
                return None;
            }
            let Some(known) = count(&found.puzzle) else { continue };
            let rank = (Reverse(known), found.puzzle.grade, found.puzzle.length);
            if best.as_ref().is_none_or(|(best, ..)| rank > *best) {
                best = Some((rank, found, core));
            }
        }
        let (_, found, core) = best?;
        self.seen.insert(core);
        Some(found.puzzle)
    }

    /// Adds an existing puzzle; `false` if its proof gives another result, or a puzzle with an equal core was added
    /// before.
    pub fn know(&mut self, puzzle: &Puzzle) -> bool {
        self.renew(puzzle).as_ref() == Some(puzzle)
    }

    /// Adds an existing puzzle with its present proof, because another solver may find a win of another length and
    /// grade. `None` if its move is not the only right one, or a puzzle with an equal core was added before.
    pub fn renew(&mut self, puzzle: &Puzzle) -> Option<Puzzle> {
        let mut board = puzzle.board();
        let found = examine(&mut self.prover, &mut board, puzzle.kind)?;
        let is_right = found.puzzle.first == puzzle.first && self.seen.insert(core(&board, &found));
        is_right.then_some(found.puzzle)
    }
}

fn core(board: &Board, found: &Examined) -> Shape {
    shape(board, found.puzzle.first, &found.line)
}

/// The puzzle of this kind in a position, with its proof; `None` if there is none.
fn examine(prover: &mut Prover, board: &mut Board, kind: PuzzleKind) -> Option<Examined> {
    let us = board.side_to_move();
    // With a five to make or to stop there is nothing to find.
    if board.count(us, PointClass::Five) + board.count(!us, PointClass::Five) > 0 {
        return None;
    }
    match kind {
        PuzzleKind::Win => examine_win(prover, board),
        PuzzleKind::Hold => examine_hold(prover, board),
    }
}

fn examine_win(prover: &mut Prover, board: &mut Board) -> Option<Examined> {
    let (line, goal) = prover.win(board)?;
    let length = stones_of(&line);
    if length < MIN_WIN {
        return None;
    }
    let first = line[0];
    let others = other_candidates(board, &line);
    let mut wins = |point| matches!(prover.after(board, point), MoveVerdict::Wins { .. });
    // The page must also accept the right move as a win.
    if others.into_iter().any(|point| point != first && wins(point)) || !wins(first) {
        return None;
    }
    let grade = grade_of_win(length, goal);
    Some(Examined { puzzle: puzzle(board, PuzzleKind::Win, goal, grade, length, first), line })
}

/// Other moves that might win: fours, threes, moves that prepare them, and the points of the solution.
fn other_candidates(board: &Board, line: &[Point]) -> Vec<Point> {
    let us = board.side_to_move();
    let mut points = Vec::new();
    movegen::fours(board, us, &mut points);
    movegen::forbidden_fours(board, us, &mut points);
    movegen::threes(board, us, &mut points);
    points.extend(board.candidates().filter(|&point| movegen::is_quiet_builder(board, point, us)));
    points.extend_from_slice(line);
    points.retain(|&point| board.is_legal(point));
    points.sort_unstable();
    points.dedup();
    points
}

fn examine_hold(prover: &mut Prover, board: &mut Board) -> Option<Examined> {
    let Solution::Win(line) = prover.threat(board) else { return None };
    if stones_of(&line) < MIN_THREAT || matches!(prover.by_fours(board), Solution::Win(_)) {
        return None;
    }
    // All other moves lose to the line itself.
    let stops = refutations(board, &line);
    if !(2..=MAX_STOPS).contains(&stops.len()) {
        return None;
    }
    let (mut length, mut goal, mut open) = (stones_of(&line), Goal::Vcf, Vec::new());
    for &point in &stops {
        board.push(point);
        match prover.by_fours(board) {
            Solution::Win(line) => length = length.max(stones_of(&line)),
            Solution::None | Solution::Unknown => open.push(point),
        }
        board.pop();
    }
    let mut holds = Vec::new();
    for point in open {
        board.push(point);
        match prover.by_threats(board) {
            Solution::Win(line) => (length, goal) = (length.max(stones_of(&line)), Goal::Vct),
            Solution::None | Solution::Unknown => holds.push(point),
        }
        board.pop();
        if holds.len() > 1 {
            return None;
        }
    }
    let &[first] = &holds[..] else { return None };
    board.push(first);
    let is_held = prover.is_held(board);
    board.pop();
    if !is_held {
        return None;
    }
    let grade = grade_of_hold(stops.len() - 1, goal);
    Some(Examined { puzzle: puzzle(board, PuzzleKind::Hold, goal, grade, length, first), line })
}

/// Grade by the stones to the five; threes leave more replies than fours.
const fn grade_of_win(length: u32, goal: Goal) -> u8 {
    match (goal, length) {
        (Goal::Vcf, ..=3) => 1,
        (Goal::Vcf, 4..=5) | (Goal::Vct, ..=3) => 2,
        (Goal::Vcf, 6..=7) | (Goal::Vct, 4..=5) => 3,
        (Goal::Vcf, 8..=10) | (Goal::Vct, 6..=7) => 4,
        _ => 5,
    }
}

/// Grade by the number of wrong moves that stop the threat itself.
const fn grade_of_hold(traps: usize, goal: Goal) -> u8 {
    match (goal, traps) {
        (Goal::Vcf, ..=2) => 1,
        (Goal::Vcf, 3..=4) | (Goal::Vct, ..=2) => 2,
        (Goal::Vcf, 5..) | (Goal::Vct, 3) => 3,
        (Goal::Vct, 4..=5) => 4,
        _ => 5,
    }
}

/// The position as [`Puzzle::board`] builds it.
fn without_order(board: &Board) -> Board {
    puzzle(board, PuzzleKind::Win, Goal::Vcf, 1, 0, Point(0)).board()
}

fn puzzle(board: &Board, kind: PuzzleKind, goal: Goal, grade: u8, length: u32, first: Point) -> Puzzle {
    let of = |color: Color| -> Vec<Point> {
        board.size().points().filter(|&point| board.cell(point) == Cell::from(color)).collect()
    };
    Puzzle {
        rule: board.rule(),
        size: board.size(),
        kind,
        goal,
        grade,
        length,
        side: board.side_to_move(),
        first,
        stones: [of(Color::Black), of(Color::White)],
    }
}
