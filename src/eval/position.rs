use super::network::{GROUPS, GroupCounts, Network};
use super::{UNIT, Weights, threat_facts};
use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::{Board, Observer};
use crate::pattern::{COMBINATION_SLOTS, PointPatterns};
use std::sync::Arc;

/// A board with its score: what the search walks on.
#[derive(Clone)]
pub struct Position {
    board: Board,
    sums: Sums,
}

/// What the score is made of, kept in step with the board, as it is and as it was before each stone.
#[derive(Clone)]
struct Sums {
    weights: Arc<Weights>,
    /// By colour, the values and groups of the weights once more, where the hot path finds them by one step.
    worth: [Box<[Worth; COMBINATION_SLOTS]>; 2],
    now: Counted,
    before: Vec<Counted>,
}

/// What a combination adds to the sums.
#[derive(Clone, Copy, Default)]
#[repr(align(8))]
struct Worth {
    /// `[when the colour is to move, when it is not]`.
    values: [i16; 2],
    /// Its place in [`GroupCounts`].
    group: u8,
}

/// By colour, what the empty points add up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    /// Their values `[when the colour is to move, when it is not]`.
    pub values: [[i32; 2]; 2],
    /// How many are in each group.
    pub groups: [GroupCounts; 2],
}

impl Counted {
    /// Counts a point's combination instead of another one's.
    #[inline]
    fn exchange(&mut self, color: Color, old: Worth, new: Worth) {
        for role in [0, 1] {
            self.values[color.index()][role] += i32::from(new.values[role]) - i32::from(old.values[role]);
        }
        // Mostly the same group; to ask would cost more than to count.
        let counts = &mut self.groups[color.index()];
        let [old, new] = [old, new].map(|worth| usize::from(worth.group).min(GROUPS));
        counts[old] = counts[old].wrapping_sub(1);
        counts[new] = counts[new].wrapping_add(1);
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
            let [old, new] = [from, to].map(|patterns| self.worth[color.index()][patterns.combination(color)]);
            self.now.exchange(color, old, new);
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
        let worth = Color::ALL.map(|color| {
            let side = weights.side(color);
            let mut worth = Box::new([Worth::default(); COMBINATION_SLOTS]);
            for ((worth, &values), &group) in worth.iter_mut().zip(&side.values).zip(&side.groups) {
                *worth = Worth { values, group: group.min(GROUPS as u8) };
            }
            worth
        });
        let mut sums = Sums { weights, worth, now: Counted::default(), before: Vec::new() };
        for point in board.size().points() {
            for color in Color::ALL {
                let worth = sums.worth[color.index()][board.patterns(point).combination(color)];
                (0..2).for_each(|role| sums.now.values[color.index()][role] += i32::from(worth.values[role]));
                sums.now.groups[color.index()][usize::from(worth.group)] += 1;
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
        let (own, other) = (us.index(), (!us).index());
        let Counted { values, groups } = &self.sums.now;
        let side = self.sums.weights.side(us);
        let sum = values[own][0] - values[other][1] + i32::from(side.threats[threat_facts(&self.board)]);
        let correct = |network: &Network| network.score([&groups[own], &groups[other]], sum / UNIT);
        let score = side.network.as_ref().map_or(sum / UNIT, correct);
        score.clamp(-WIN_BOUND + 1, WIN_BOUND - 1)
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

    /// What the score is made of, for the audit: it equals that of a fresh [`Position::new`].
    pub fn counted(&self) -> Counted {
        self.sums.now
    }
}
