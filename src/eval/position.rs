use super::{UNIT, Weights, threat_facts};
use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::{Board, Observer};
use crate::pattern::{COMBINATION_COUNT, PointPatterns};
use std::sync::Arc;

/// A board with its score: what the search walks on.
#[derive(Clone)]
pub struct Position {
    board: Board,
    sums: Sums,
}

/// For each colour, the sums of the values of all empty points `[when it is to move, when it is
/// not]`, with the sums before each stone.
#[derive(Clone)]
struct Sums {
    weights: Arc<Weights>,
    /// The values of the weights once more, where the hot path finds them by one step.
    values: [Box<[[i16; 2]; COMBINATION_COUNT]>; 2],
    now: [[i32; 2]; 2],
    before: Vec<[[i32; 2]; 2]>,
}

impl Sums {
    #[inline]
    fn value(&self, color: Color, patterns: PointPatterns) -> [i32; 2] {
        self.values[color.index()][patterns.combination(color)].map(i32::from)
    }
}

impl Observer for Sums {
    #[inline]
    fn before_make(&mut self) {
        self.before.push(self.now);
    }

    #[inline]
    fn changed(&mut self, _point: Point, from: PointPatterns, to: PointPatterns) {
        for color in Color::ALL {
            if from.combination(color) == to.combination(color) {
                continue;
            }
            let (new, old) = (self.value(color, to), self.value(color, from));
            for role in [0, 1] {
                self.now[color.index()][role] += new[role] - old[role];
            }
        }
    }

    #[inline]
    fn after_unmake(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }
}

impl Position {
    /// Takes over a board and sums it up by `weights`.
    pub fn new(board: Board, weights: Arc<Weights>) -> Self {
        let values = Color::ALL.map(|color| {
            let mut values = Box::new([[0; 2]; COMBINATION_COUNT]);
            values.copy_from_slice(&weights.side(color).values);
            values
        });
        let mut sums = Sums { weights, values, now: [[0; 2]; 2], before: Vec::new() };
        for point in board.size().points() {
            for color in Color::ALL {
                let value = sums.value(color, board.patterns(point));
                (0..2).for_each(|role| sums.now[color.index()][role] += value[role]);
            }
        }
        Self { board, sums }
    }

    /// The stones and their patterns.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board, for probes that leave it as it was.
    pub fn board_mut(&mut self) -> &mut Board {
        &mut self.board
    }

    /// Plays for the side to move.
    #[inline]
    pub fn make(&mut self, point: Point) {
        self.board.make(point, &mut self.sums);
    }

    /// Takes back the last [`Position::make`].
    #[inline]
    pub fn unmake(&mut self) {
        self.board.unmake(&mut self.sums);
    }

    /// The static score for the side to move, never a decided one.
    pub fn score(&self) -> Score {
        let us = self.board.side_to_move();
        let threats = self.sums.weights.side(us).threats[threat_facts(&self.board)];
        let sum = self.sums.now[us.index()][0] - self.sums.now[(!us).index()][1] + i32::from(threats);
        (sum / UNIT).clamp(-WIN_BOUND + 1, WIN_BOUND - 1)
    }

    /// How promising a move looks for the side to move, without playing it: what it makes and what
    /// it takes from the opponent.
    #[inline]
    pub fn promise(&self, point: Point) -> i32 {
        let us = self.board.side_to_move();
        let patterns = self.board.patterns(point);
        let promises = &self.sums.weights.side(us).promises;
        let [own, other] = [patterns.combination(us), patterns.combination(!us)];
        (i32::from(promises[own][0]) + i32::from(promises[other][1])) / UNIT
    }

    /// The part of [`Position::promise`] that the move makes for the side to move itself.
    pub fn own_promise(&self, point: Point) -> i32 {
        let us = self.board.side_to_move();
        i32::from(self.sums.weights.side(us).promises[self.board.patterns(point).combination(us)][0]) / UNIT
    }

    /// The sums by colour, `[when it is to move, when it is not]`, for the audit: they equal those of
    /// a fresh [`Position::new`].
    pub fn sums(&self) -> [[i32; 2]; 2] {
        self.sums.now
    }
}
