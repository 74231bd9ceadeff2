//! The tournament referee: judges moves from the stones alone, without pattern tables. Which runs win, which side has
//! forbidden points and when a game is drawn, it takes from [`Rule`]; what is forbidden it computes itself.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::Outcome;

const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// Fault that loses a game without a winning line on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Display, EnumIter)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Fault {
    /// No answer within the time limit and its tolerance.
    Time,
    /// The process ended, or could not be started.
    Crash,
    /// A point that is occupied or off the board.
    Illegal,
    /// A forbidden point.
    Foul,
    /// An invalid answer, an error, or a move out of turn.
    Protocol,
    /// More memory than allowed.
    Memory,
}

/// A game's stones, judged move by move.
#[derive(Clone, Debug)]
pub struct Referee {
    rule: Rule,
    size: BoardSize,
    cells: Vec<Option<Color>>,
    /// Blocked cells.
    blocked: Vec<Point>,
    moves: Vec<Point>,
    /// Number of empty cells at which the game is drawn.
    draw_at: usize,
}

impl Referee {
    /// An empty board, Black to move.
    pub fn new(size: BoardSize, rule: Rule) -> Self {
        Self::with_blocked(size, rule, &[])
    }

    /// An empty board with blocked cells, Black to move.
    pub fn with_blocked(size: BoardSize, rule: Rule, blocked: &[Point]) -> Self {
        let mut referee = Self {
            rule,
            size,
            cells: vec![None; size.cells()],
            blocked: blocked.to_vec(),
            moves: Vec::new(),
            draw_at: 0,
        };
        referee.draw_at = rule.draw_empty_cells(referee.empty_cells());
        referee
    }

    fn empty_cells(&self) -> usize {
        self.size.cells().saturating_sub(self.moves.len() + self.blocked.len())
    }

    fn is_empty(&self, point: Point) -> bool {
        self.cells[point.index()].is_none() && !self.blocked.contains(&point)
    }

    /// A position with these stones, to judge its points.
    pub fn of_stones(size: BoardSize, rule: Rule, stones: impl IntoIterator<Item = (Point, Color)>) -> Self {
        let mut referee = Self::new(size, rule);
        for (point, color) in stones {
            referee.put(point, color);
        }
        referee
    }

    /// Board size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Rule of play.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The moves so far, Black's first.
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        Color::Black.after(self.moves.len())
    }

    /// Plays for the side to move; returns the outcome if the move ends the game by a win or a draw: no empty cell is
    /// left or, in renju on boards of more than 25 cells, at most 25.
    ///
    /// # Errors
    /// [`Fault::Illegal`] on an occupied point, [`Fault::Foul`] on a forbidden one; the stone is not placed.
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, Fault> {
        self.play_as(point, self.side_to_move())
    }

    /// Plays for `side`, whichever side is to move, and judges as [`Referee::play`] does.
    ///
    /// # Errors
    /// As [`Referee::play`].
    pub fn play_as(&mut self, point: Point, side: Color) -> Result<Option<Outcome>, Fault> {
        if !self.is_empty(point) {
            return Err(Fault::Illegal);
        }
        if self.rule.forbids(side) && self.is_foul(point) {
            return Err(Fault::Foul);
        }
        self.cells[point.index()] = Some(side);
        self.moves.push(point);
        let empty = self.empty_cells();
        let draw = (empty <= self.draw_at).then_some(Outcome::Draw);
        Ok(if self.has_won(point) { Some(Outcome::Win(side)) } else { draw })
    }

    /// Takes back the last stone.
    pub fn take_back(&mut self) {
        if let Some(point) = self.moves.pop() {
            self.cells[point.index()] = None;
        }
    }

    /// Places a stone of the setup without judging it; returns whether the point was empty.
    pub fn put(&mut self, point: Point, color: Color) -> bool {
        let is_empty = self.is_empty(point);
        if is_empty {
            self.cells[point.index()] = Some(color);
            self.moves.push(point);
            self.draw_at = self.rule.draw_empty_cells(self.empty_cells());
        }
        is_empty
    }

    /// The stones of the winning run through `point`, in order; empty if there is none.
    pub fn winning_run(&self, point: Point) -> Vec<Point> {
        let Some(color) = self.cells[point.index()] else { return Vec::new() };
        let is_winning = |step: &&(i32, i32)| {
            let (run, blocked) = self.run(point, color, **step);
            self.rule.is_win(color, run, blocked)
        };
        let Some(&step) = STEPS.iter().find(is_winning) else { return Vec::new() };
        let (x, y) = self.size.xy(point);
        let reach = |sign: i32| (1..).take_while(|&k| self.at(point, step, sign * k) == Some(color)).count() as i32;
        (-reach(-1)..=reach(1)).filter_map(|k| self.size.point(x + k * step.0, y + k * step.1)).collect()
    }

    /// The side with a winning run on the board.
    pub fn winner(&self) -> Option<Color> {
        self.size.points().find(|&point| self.has_won(point)).and_then(|point| self.cells[point.index()])
    }

    /// Whether the stone on `point` is part of a winning run.
    fn has_won(&self, point: Point) -> bool {
        let Some(color) = self.cells[point.index()] else { return false };
        STEPS.iter().any(|&step| {
            let (run, blocked) = self.run(point, color, step);
            self.rule.is_win(color, run, blocked)
        })
    }

    fn at(&self, point: Point, (dx, dy): (i32, i32), k: i32) -> Option<Color> {
        let (x, y) = self.size.xy(point);
        self.size.point(x + k * dx, y + k * dy).and_then(|q| self.cells[q.index()])
    }

    /// Length of the run through `point` with a stone of `color` there, and number of its ends that touch the opponent.
    fn run(&self, point: Point, color: Color, step: (i32, i32)) -> (usize, usize) {
        let (mut run, mut blocked) = (1, 0);
        for sign in [-1, 1] {
            let mut k = 1;
            while self.at(point, step, sign * k) == Some(color) {
                k += 1;
            }
            run += k as usize - 1;
            blocked += usize::from(self.at(point, step, sign * k) == Some(!color));
        }
        (run, blocked)
    }

    fn black_run(&self, point: Point, step: (i32, i32)) -> usize {
        self.run(point, Color::Black, step).0
    }

    /// Whether the empty `point` is forbidden to Black in renju.
    pub fn is_foul(&self, point: Point) -> bool {
        if STEPS.iter().any(|&step| self.black_run(point, step) == 5) {
            return false;
        }
        if STEPS.iter().any(|&step| self.black_run(point, step) > 5) {
            return true;
        }
        let mut after = self.clone();
        after.cells[point.index()] = Some(Color::Black);
        let fours: usize = STEPS.iter().map(|&step| after.fours(point, step)).sum();
        fours > 1 || STEPS.iter().filter(|&&step| after.is_three(point, step)).count() > 1
    }

    /// The empty cells of a line within four steps of `point`, with their distances.
    fn empties(&self, point: Point, step: (i32, i32)) -> impl Iterator<Item = (i32, Point)> + '_ {
        let (x, y) = self.size.xy(point);
        (-4..=4).filter_map(move |k| {
            let q = self.size.point(x + k * step.0, y + k * step.1)?;
            self.is_empty(q).then_some((k, q))
        })
    }

    /// Number of different fours that include the black stone on `point`.
    fn fours(&self, point: Point, step: (i32, i32)) -> usize {
        // Two cells complete the same four exactly if they are the two ends of one run.
        let winning: Vec<i32> = self
            .empties(point, step)
            .filter(|&(k, q)| self.black_run(q, step) == 5 && self.is_connected(point, step, k))
            .map(|(k, _)| k)
            .collect();
        match winning.as_slice() {
            [a, b] if b - a == 5 && (a + 1..*b).all(|k| self.at(point, step, k) == Some(Color::Black)) => 1,
            cells => cells.len(),
        }
    }

    /// Whether a black stone `k` steps away would be in one run with `point`.
    fn is_connected(&self, point: Point, step: (i32, i32), k: i32) -> bool {
        (1..k.abs()).all(|i| self.at(point, step, i * k.signum()) == Some(Color::Black))
    }

    /// Whether the black stone on `point` is in a three: a legal stone that makes no five makes a straight four of it.
    fn is_three(&self, point: Point, step: (i32, i32)) -> bool {
        let candidates: Vec<Point> = self
            .empties(point, step)
            .filter(|&(k, q)| self.black_run(q, step) == 4 && self.is_connected(point, step, k))
            .map(|(_, q)| q)
            .collect();
        candidates.into_iter().any(|q| {
            let mut after = self.clone();
            after.cells[q.index()] = Some(Color::Black);
            let ends = after
                .empties(q, step)
                .filter(|&(k, end)| after.is_connected(q, step, k) && after.black_run(end, step) == 5);
            ends.count() == 2 && !STEPS.iter().any(|&other| self.black_run(q, other) == 5) && !self.is_foul(q)
        })
    }
}
