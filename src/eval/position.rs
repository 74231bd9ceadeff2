use super::network::{GROUPS, GroupCounts, Network};
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

/// What the score is made of, kept in step with the board, as it is and as it was before each stone.
#[derive(Clone)]
struct Sums {
    weights: Arc<Weights>,
    /// The values and groups of the weights once more, where the hot path finds them by one step.
    values: [Box<[[i16; 2]; COMBINATION_COUNT]>; 2],
    groups: [Box<[u8; COMBINATION_COUNT]>; 2],
    now: Counted,
    before: Vec<Counted>,
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
    fn exchange(&mut self, color: Color, values: [[i32; 2]; 2], groups: [u8; 2]) {
        let [old, new] = values;
        for role in [0, 1] {
            self.values[color.index()][role] += new[role] - old[role];
        }
        let [from, to] = groups.map(|group| usize::from(group).min(GROUPS));
        if from != to {
            let counts = &mut self.groups[color.index()];
            counts[from] = counts[from].wrapping_sub(1);
            counts[to] = counts[to].wrapping_add(1);
        }
    }
}

impl Sums {
    #[inline]
    fn value(&self, color: Color, combination: usize) -> [i32; 2] {
        self.values[color.index()][combination].map(i32::from)
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
            let combinations = [from.combination(color), to.combination(color)];
            if combinations[0] == combinations[1] {
                continue;
            }
            let values = combinations.map(|combination| self.value(color, combination));
            let groups = combinations.map(|combination| self.groups[color.index()][combination]);
            self.now.exchange(color, values, groups);
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
        let groups = Color::ALL.map(|color| {
            let mut groups = Box::new([0; COMBINATION_COUNT]);
            groups.copy_from_slice(&weights.side(color).groups);
            groups
        });
        let mut sums = Sums { weights, values, groups, now: Counted::default(), before: Vec::new() };
        for point in board.size().points() {
            for color in Color::ALL {
                let combination = board.patterns(point).combination(color);
                let value = sums.value(color, combination);
                (0..2).for_each(|role| sums.now.values[color.index()][role] += value[role]);
                sums.now.groups[color.index()][usize::from(sums.groups[color.index()][combination])] += 1;
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
