//! Random walks on a board: after every make and unmake all incremental data equals its recomputation.

use crate::common::oracle::Grid;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use std::fmt;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::{Board, format_point};
use tengen::eval::{Evaluator, Weights};
use tengen::pattern::{PointClass, PointPatterns};

/// Fails with the reason.
pub type Checked = Result<(), TestCaseError>;

/// A board with its evaluation by the built-in weights.
pub fn evaluated(board: Board) -> Evaluator {
    let weights = Weights::of(board.rule());
    Evaluator::new(board, weights)
}

/// Checks that all incremental data of the board equals its recomputation.
fn audit(board: &Board) -> Checked {
    let size = board.size();
    for point in size.points() {
        prop_assert_eq!(board.patterns(point), board.patterns_from_scratch(point), "patterns at {:?}", point);
    }
    for color in Color::ALL {
        for class in PointClass::ALL.into_iter().filter(|&class| class >= PointClass::OpenThree) {
            let slow: Vec<_> =
                board.empties().filter(|&p| board.patterns_from_scratch(p).class(color) == class).collect();
            prop_assert_eq!(board.count(color, class), slow.len(), "{:?} {:?}", color, class);
            prop_assert_eq!(board.points_of(color, class).collect::<Vec<_>>(), slow, "{:?} {:?}", color, class);
        }
    }
    prop_assert_eq!(board.empty_count(), board.empties().count());
    let near: Vec<_> = board.empties().filter(|&p| is_near_a_stone(board, p)).collect();
    prop_assert_eq!(board.candidates().collect::<Vec<_>>(), near, "candidates");
    prop_assert_eq!(board.hash(), rebuild(board).hash());
    Ok(())
}

/// Checks that the lazily updated evaluation equals the one of the same stones on a new board.
fn audit_evaluation(position: &mut Evaluator) -> Checked {
    let mut fresh = evaluated(rebuild(position.board()));
    prop_assert_eq!(position.accumulated(), fresh.accumulated());
    Ok(())
}

fn is_near_a_stone(board: &Board, point: Point) -> bool {
    let (x, y) = board.size().xy(point);
    (-3i32..=3).any(|dx| {
        (-3i32..=3).any(|dy| {
            let in_reach = dx.abs().max(dy.abs()) <= 2 || dx == 0 || dy == 0 || dx.abs() == dy.abs();
            let stone = board.size().point(x + dx, y + dy).and_then(|q| board.cell(q).color());
            in_reach && stone.is_some()
        })
    })
}

/// A new board with a board's stones, placed one by one in another order.
fn rebuild(board: &Board) -> Board {
    let mut rebuilt = Board::new(board.size(), board.rule());
    for (point, cell) in board.history().rev() {
        rebuilt.place(point, cell).unwrap();
    }
    rebuilt.set_side_to_move(board.side_to_move());
    rebuilt
}

/// One step of a walk. Points are numbers in a window of eight by eight cells, so that lines grow, and so that a step
/// keeps its meaning when earlier ones are removed.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    Make(u8),
    Place(u8, Cell),
    Unmake,
    ChangeSide,
    Evaluate,
}

#[derive(Clone)]
pub struct Walk {
    pub rule: Rule,
    pub width: usize,
    pub height: usize,
    /// The window's corner.
    pub corner: (u8, u8),
    pub steps: Vec<Step>,
}

impl Walk {
    fn size(&self) -> BoardSize {
        BoardSize::new(self.width, self.height).unwrap()
    }

    fn point(&self, number: u8) -> Point {
        let x = (usize::from(self.corner.0) + usize::from(number % 8)) % self.width;
        let y = (usize::from(self.corner.1) + usize::from(number / 8)) % self.height;
        self.size().point(x as i32, y as i32).unwrap()
    }
}

/// Prints a failing walk in the usual notation of moves.
impl fmt::Debug for Walk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:", self.rule, self.size())?;
        for &step in &self.steps {
            match step {
                Step::Make(number) => write!(f, " {}", format_point(self.size(), self.point(number)))?,
                Step::Place(number, cell) => {
                    write!(f, " {}={cell:?}", format_point(self.size(), self.point(number)))?;
                }
                Step::Unmake => f.write_str(" unmake")?,
                Step::ChangeSide => f.write_str(" change-side")?,
                Step::Evaluate => f.write_str(" evaluate")?,
            }
        }
        Ok(())
    }
}

pub fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..64u8).prop_map(Step::Make),
        1 => (0..64u8, select(vec![Cell::Black, Cell::White, Cell::Neutral]))
            .prop_map(|(number, cell)| Step::Place(number, cell)),
        4 => Just(Step::Unmake),
        1 => Just(Step::ChangeSide),
        3 => Just(Step::Evaluate),
    ]
}

/// Walks of fewer than `steps` steps on boards of these sizes.
pub fn walks(sizes: &'static [(usize, usize)], steps: usize) -> impl Strategy<Value = Walk> {
    let board = (select(Rule::ALL.to_vec()), select(sizes), (0..120u8, 0..120u8));
    (board, vec(step(), 0..steps)).prop_map(|((rule, (width, height), corner), steps)| Walk {
        rule,
        width,
        height,
        corner,
        steps,
    })
}

/// Runs the walk and checks after every step: all incremental data equals its recomputation, an unmake restores the
/// board, a probe changes nothing, and the evaluation is right whenever it is read. Then walks once more on copies.
pub fn go(walk: &Walk) -> Checked {
    let mut position = evaluated(Board::new(walk.size(), walk.rule));
    let mut before = Vec::new();
    for &step in &walk.steps {
        let board = position.board();
        match step {
            Step::Make(number) if board.is_empty(walk.point(number)) => {
                before.push(snapshot(board));
                position.make(walk.point(number));
            }
            Step::Unmake if !before.is_empty() => {
                position.unmake();
                prop_assert_eq!(Some(snapshot(position.board())), before.pop(), "unmake restores the board");
            }
            // Setting up a position begins a new evaluation.
            Step::Place(number, cell) if board.is_empty(walk.point(number)) => {
                let mut board = board.clone();
                board.place(walk.point(number), cell).unwrap();
                position = evaluated(board);
                before.clear();
            }
            Step::ChangeSide => {
                let mut board = board.clone();
                board.set_side_to_move(!board.side_to_move());
                position = evaluated(board);
                before.clear();
            }
            Step::Evaluate => audit_evaluation(&mut position)?,
            _ => continue,
        }
        audit(position.board())?;
        let now = snapshot(position.board());
        position.board().forbidden_points();
        prop_assert_eq!(now, snapshot(position.board()), "the probe restores the board");
    }
    audit_evaluation(&mut position)?;
    judge(position.board())?;
    go_on_copies(walk)
}

/// Runs the walk on a board that is replaced by its copy, which has no log of changes, where the walk evaluates: stones of
/// any kind and from before any copy are taken back.
fn go_on_copies(walk: &Walk) -> Checked {
    let mut board = Board::new(walk.size(), walk.rule);
    let mut before = Vec::new();
    for &step in walk.steps.iter().chain(&[Step::Unmake].repeat(walk.steps.len())) {
        match step {
            Step::Make(number) | Step::Place(number, _) if board.is_empty(walk.point(number)) => {
                before.push(snapshot(&board));
                match step {
                    Step::Place(_, cell) => board.place(walk.point(number), cell).unwrap(),
                    _ => board.push(walk.point(number)),
                }
            }
            Step::Unmake if !before.is_empty() => {
                board.pop();
                prop_assert_eq!(Some(snapshot(&board)), before.pop(), "a stone is taken back");
            }
            Step::ChangeSide => board.set_side_to_move(!board.side_to_move()),
            Step::Evaluate => board = board.clone(),
            _ => continue,
        }
        audit(&board)?;
    }
    Ok(())
}

/// Checks wins and forbidden points of the last position against the naive rules.
fn judge(board: &Board) -> Checked {
    let grid = Grid::of(board);
    for point in board.empties() {
        for color in Color::ALL {
            let expected = grid.winner_if(board.rule(), point, color);
            prop_assert_eq!(board.is_winning_move(point, color), expected, "{}", format_point(board.size(), point));
        }
        let expected = board.rule() == Rule::Renju && grid.is_foul(point);
        prop_assert_eq!(board.is_forbidden(point), expected, "{}", format_point(board.size(), point));
    }
    Ok(())
}

/// All observable data of a board.
type Snapshot = (u64, Vec<PointPatterns>, Vec<Point>, Color);

fn snapshot(board: &Board) -> Snapshot {
    let patterns = board.size().points().map(|point| board.patterns(point)).collect();
    (board.hash(), patterns, board.candidates().collect(), board.side_to_move())
}
