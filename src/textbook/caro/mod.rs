//! Five in a row as students write it: two engines with nothing but stones, a way to choose
//! candidates and a way to count, both read two moves ahead by alpha-beta. They play every rule and
//! board size, as opponents in `tengen match` (`@caro-points`, `@caro-segments`) and as the program
//! `examples/caro.rs`.

mod points;
mod segments;
mod session;
mod stones;

pub use points::Points;
pub use segments::Segments;
pub use session::speak;
pub use stones::Stones;

use super::terminal::Playable;
use super::{Game, Outcome, deepen};
use crate::base::{Point, Score, WIN_BOUND};
use crate::board::{Board, Cell, format_point, parse_point};
use crate::movegen;
use std::fmt;
use std::time::Duration;

/// How one of the reports looks at a board.
pub trait Report {
    /// Puts a stone of the side to move on the empty `point`, and tells by how much the count
    /// changes, from Black's side.
    fn put(&mut self, stones: &mut Stones, point: Point) -> Score;

    /// Takes the last stone back.
    fn lift(&mut self, stones: &mut Stones);

    /// The empty points worth a look; none on an empty board or when nothing is free near stones.
    fn candidates(&self, stones: &Stones) -> Vec<Point>;

    /// How good a point looks before it is tried.
    fn promise(&self, stones: &Stones, point: Point) -> Score;
}

/// Moves read ahead by both reports.
pub const DEPTH: usize = 2;

/// A game of five in a row as one of the reports sees it.
#[derive(Clone)]
pub struct Caro<R> {
    report: R,
    stones: Stones,
    /// The count, for Black, before each move that was made here.
    before: Vec<Score>,
    /// What has changed since the root.
    count: Score,
    /// Forbidden at the root; deeper down the reports know nothing of renju's forbidden points.
    forbidden: Vec<Point>,
}

impl<R: Report> Caro<R> {
    /// Takes over a position of the engine's board, whatever stands on it.
    pub fn new(mut report: R, board: &Board) -> Self {
        let mut stones = Stones::new(board.size(), board.rule());
        for (point, cell) in board.placed() {
            match cell.color() {
                Some(color) => {
                    stones.set_side(color);
                    report.put(&mut stones, point);
                }
                None => stones.wall(point),
            }
        }
        stones.set_side(board.side_to_move());
        let forbidden = match board.rule().forbids(board.side_to_move()) {
            true => board.clone().forbidden_points(),
            false => Vec::new(),
        };
        Self { report, stones, before: Vec::new(), count: 0, forbidden }
    }
}

impl<R: Report> Caro<R> {
    /// Counts anew from here, for another search: the moves so far stand.
    pub fn settle(&mut self) {
        self.before.clear();
        self.count = 0;
    }
}

impl<R: Report> Game for Caro<R> {
    type Move = Point;

    fn outcome(&self) -> Option<Outcome> {
        match self.stones.last() {
            Some(last) if self.stones.has_won(last) => Some(Outcome::Loss),
            _ if self.stones.empty_count() == 0 => Some(Outcome::Draw),
            _ => None,
        }
    }

    fn moves(&self) -> Vec<Point> {
        let allowed = |point: &Point| !self.before.is_empty() || !self.forbidden.contains(point);
        let mut moves = self.report.candidates(&self.stones);
        moves.retain(allowed);
        if moves.is_empty() {
            let center = self.stones.size().center();
            let anywhere = || self.stones.size().points().filter(|&point| self.stones.at(point) == Cell::Empty);
            moves = anywhere().filter(|&point| point == center && allowed(&point)).collect();
            if moves.is_empty() {
                moves = anywhere().filter(allowed).collect();
            }
            if moves.is_empty() {
                // Nothing but forbidden points: a player has to move.
                moves = anywhere().collect();
            }
        }
        moves
    }

    fn make(&mut self, point: Point) {
        self.before.push(self.count);
        self.count += self.report.put(&mut self.stones, point);
    }

    fn unmake(&mut self) {
        if let Some(count) = self.before.pop() {
            self.report.lift(&mut self.stones);
            self.count = count;
        }
    }

    fn evaluate(&self) -> Score {
        let count = self.count.clamp(1 - WIN_BOUND, WIN_BOUND - 1);
        if self.stones.side() == crate::base::Color::Black { count } else { -count }
    }

    fn order(&self, moves: &mut [Point]) {
        moves.sort_by_cached_key(|&point| std::cmp::Reverse(self.report.promise(&self.stones, point)));
    }
}

impl<R: Report> Playable for Caro<R> {
    const NAMES: [&'static str; 2] = ["X", "O"];
    const HELP: &'static str = "a move is a column letter and a row number, as h8";

    fn side(&self) -> usize {
        self.stones.side().index()
    }

    fn picture(&self) -> String {
        self.stones.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Point, String> {
        let point = parse_point(self.stones.size(), text).map_err(|error| error.to_string())?;
        match self.stones.at(point) {
            Cell::Empty => Ok(point),
            _ => Err(format!("{text} is occupied")),
        }
    }

    fn write_move(&self, point: Point) -> String {
        format_point(self.stones.size(), point)
    }
}

/// One of the two engines by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The first report's.
    Points,
    /// The second report's.
    Segments,
}

impl Opponent {
    /// Both.
    pub const ALL: [Opponent; 2] = [Opponent::Points, Opponent::Segments];

    /// A move as [`Engine::choose`] finds it with the report's own depth and candidates.
    pub fn choose(self, board: &Board, budget: Duration) -> Option<Point> {
        Engine::from(self).choose(board, budget)
    }
}

/// One of the two engines and how far it looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Which one.
    pub opponent: Opponent,
    /// Moves that are read ahead, at least 1.
    pub depth: usize,
    /// [`Points::reach`]; the second report's candidates have no other.
    pub reach: i32,
}

impl From<Opponent> for Engine {
    fn from(opponent: Opponent) -> Self {
        Self { opponent, depth: DEPTH, reach: Points::default().reach }
    }
}

impl Engine {
    /// A move for the side to move of `board`, `None` when there is no free point. The search takes
    /// little more than `budget`; to set the position up before it takes longer the larger the board is.
    pub fn choose(self, board: &Board, budget: Duration) -> Option<Point> {
        match self.opponent {
            Opponent::Points => self.search(Caro::new(Points { reach: self.reach }, board), board, budget),
            Opponent::Segments => self.search(Caro::new(Segments::new(board.size()), board), board, budget),
        }
    }

    fn search<R: Report>(self, mut game: Caro<R>, board: &Board, budget: Duration) -> Option<Point> {
        // A position on which somebody has won already is no reason not to answer.
        let found = deepen(&mut game, self.depth.max(1), budget).map(|found| found.best);
        found.or_else(|| movegen::playable(&mut board.clone()).first().copied())
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opponent::Points => "points",
            Opponent::Segments => "segments",
        })
    }
}

impl std::str::FromStr for Opponent {
    type Err = String;

    /// Reads `points` or `segments`.
    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|opponent| opponent.to_string() == text);
        found.ok_or_else(|| format!("'{text}' is neither points nor segments"))
    }
}
