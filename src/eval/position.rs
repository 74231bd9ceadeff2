use super::network::{GroupCounts, Network};
use super::worth::{Worth, WorthTable};
use super::{UNIT, Weights, threat_facts};
use crate::base::{BoardSize, Color, Point, Score, WIN_BOUND};
use crate::board::{Board, Observer};
use crate::pattern::PointPatterns;
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
    /// The weights' own, where the hot path finds it by one step.
    worth: [WorthTable; 2],
    /// By colour, what the stone that is being put down has changed so far.
    changes: [Worth; 2],
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
    #[inline]
    fn add(&mut self, color: Color, worth: Worth) {
        let own = color.index();
        for (sum, value) in self.values[own].iter_mut().zip(worth.values()) {
            *sum += value;
        }
        for (counts, count) in self.groups[own].as_chunks_mut::<8>().0.iter_mut().zip(worth.groups()) {
            counts.iter_mut().zip(count).for_each(|(sum, count)| *sum = sum.wrapping_add_signed(count.into()));
        }
    }
}

impl Observer for Sums {
    #[inline]
    fn before_make(&mut self) {
        self.before.push(self.now);
        self.changes = Default::default();
    }

    #[inline]
    fn changed(&mut self, _point: Point, from: PointPatterns, to: PointPatterns) {
        for (color, (worth, changes)) in Color::ALL.into_iter().zip(self.worth.iter().zip(&mut self.changes)) {
            changes.exchange(&worth[from.combination(color)], &worth[to.combination(color)]);
        }
    }

    #[inline]
    fn after_make(&mut self) {
        for color in Color::ALL {
            self.now.add(color, self.changes[color.index()]);
        }
    }

    #[inline]
    fn after_unmake(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }
}

/// The longest side of the boards that the weights were learned on.
const LEARNED_SIDE: usize = 20;

/// What the empty points add to the values `[color][role]` of a board that is larger than those of
/// learning, by being more: nothing is known of it, and left in, it would decide every position.
fn excess(board: &Board, worth: &[WorthTable; 2]) -> [[i32; 2]; 2] {
    let [width, height] = [board.size().width(), board.size().height()];
    let mut sums = [[0; 2]; 2];
    let Ok(learned) = BoardSize::new(width.min(LEARNED_SIDE), height.min(LEARNED_SIDE)) else { return sums };
    if learned == board.size() {
        return sums;
    }
    // An empty board is larger by more columns and rows like those in its middle.
    let [columns, rows] = [width - learned.width(), height - learned.height()].map(|more| more as i32);
    let middle = learned.xy(learned.center());
    let empty = Board::new(learned, board.rule());
    for point in learned.points() {
        let (x, y) = learned.xy(point);
        let times = match (x == middle.0, y == middle.1) {
            (true, true) => columns + rows + columns * rows,
            (true, false) => columns,
            (false, true) => rows,
            (false, false) => continue,
        };
        for color in Color::ALL {
            let values = worth[color.index()][empty.patterns(point).combination(color)].values();
            (0..2).for_each(|role| sums[color.index()][role] += times * values[role]);
        }
    }
    sums
}

impl Position {
    /// Takes over a board and sums it up by `weights`.
    pub fn new(board: Board, weights: Arc<Weights>) -> Self {
        let worth = weights.worth.clone();
        let mut now = Counted::default();
        for point in board.size().points() {
            for color in Color::ALL {
                now.add(color, worth[color.index()][board.patterns(point).combination(color)]);
            }
        }
        for (sum, excess) in now.values.as_flattened_mut().iter_mut().zip(excess(&board, &worth).as_flattened()) {
            *sum -= excess;
        }
        let sums = Sums { weights, worth, changes: Default::default(), now, before: Vec::new() };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;

    #[test]
    fn the_room_around_decides_nothing_on_a_large_board() {
        for rule in Rule::ALL {
            let score = |width, height| {
                let size = BoardSize::new(width, height).unwrap();
                let (x, y) = size.xy(size.center());
                let mut position = Position::new(Board::new(size, rule), Weights::of(rule));
                let mut score = Vec::new();
                for (dx, dy) in [(0, 0), (1, 1), (1, 0), (0, 1), (2, 1)] {
                    position.make(size.point(x + dx, y + dy).unwrap());
                    score.push(position.score());
                }
                score
            };
            let large = score(30, 30);
            for (width, height) in [(40, 40), (31, 60), (120, 25), (120, 120)] {
                assert_eq!(score(width, height), large, "{rule} {width}x{height}");
            }
            let learned = score(20, 20);
            let differences = large.iter().zip(&learned).map(|(large, learned)| (large - learned).abs());
            assert!(differences.max() < Some(100), "{rule}: {large:?}, on 20x20 {learned:?}");
        }
    }
}
