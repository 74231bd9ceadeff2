//! Move statistics from earlier cutoffs: the history of each point, and the counter move to each move.

use crate::base::{Color, Point};

/// Cutoff statistics by color and point (Schaeffer 1983), and the last refutation of each move
/// (counter moves, Uiterwijk 1992).
#[derive(Clone)]
pub struct History {
    /// By color, point and whether the move attacks: a point that is good for a four need not be good for a quiet move
    /// (idea: Rapfi).
    points: [Vec<[i16; 2]>; 2],
    counter_moves: [Vec<Option<Point>>; 2],
}

/// Limit of history values, either way.
pub const HISTORY_MAX: i32 = 8192;

impl History {
    /// An empty history for a board of `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self { points: [(); 2].map(|()| vec![[0; 2]; cells]), counter_moves: [(); 2].map(|()| vec![None; cells]) }
    }

    /// Halves all values, because the next search is about a later position.
    pub fn age(&mut self) {
        self.points.iter_mut().flatten().flatten().for_each(|value| *value /= 2);
    }

    /// The history of a move that attacks or does not, from `-HISTORY_MAX` (fails) to `HISTORY_MAX` (cuts off).
    pub fn value(&self, color: Color, point: Point, attacks: bool) -> i32 {
        i32::from(self.points[color.index()][point.index()][usize::from(attacks)])
    }

    /// Moves a value toward its limit; the nearer it is, the more slowly.
    pub fn add(&mut self, color: Color, point: Point, attacks: bool, bonus: i32) {
        let bonus = bonus.clamp(-HISTORY_MAX, HISTORY_MAX);
        let value = &mut self.points[color.index()][point.index()][usize::from(attacks)];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }

    /// The move of `color` that last refuted the opponent's move `previous`.
    pub fn counter_move(&self, color: Color, previous: Option<Point>) -> Option<Point> {
        previous.and_then(|previous| self.counter_moves[color.index()][previous.index()])
    }

    /// Records that `point` of `color` refuted the opponent's move `previous`.
    pub fn set_counter_move(&mut self, color: Color, previous: Point, point: Point) {
        self.counter_moves[color.index()][previous.index()] = Some(point);
    }
}
