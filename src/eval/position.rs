use super::Weights;
use crate::base::{Color, Point, Score, WIN_BOUND};
use crate::board::{Board, Observer};
use crate::pattern::{PointClass, PointPatterns};

/// A board with its score: what the search walks on.
#[derive(Clone)]
pub struct Position {
    board: Board,
    sums: Sums,
}

/// For each colour, the sum of the values of all empty points, with the sums before each stone.
#[derive(Clone)]
struct Sums {
    values: [&'static [i16]; 2],
    now: [i32; 2],
    before: Vec<[i32; 2]>,
}

impl Sums {
    fn value(&self, color: Color, patterns: PointPatterns) -> i32 {
        i32::from(self.values[color.index()][patterns.combination(color)])
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
            self.now[color.index()] += self.value(color, to) - self.value(color, from);
        }
    }

    #[inline]
    fn after_unmake(&mut self) {
        if let Some(before) = self.before.pop() {
            self.now = before;
        }
    }
}

/// Own points count this many hundredths, as the own move comes first.
const OWN_SHARE: Score = 114;
/// In a move's promise, what it makes counts this many hundredths of what it takes.
const MAKING_SHARE: i32 = 143;
/// What moving next is worth.
const TEMPO: Score = 75;
/// The opponent can make an open four: the move is not free.
const ANSWER_NEEDED: Score = 29;
/// A four-three of one's own that a single reply can still spoil.
const FOUR_THREE: Score = 523;
/// A double-three of one's own, the opponent having no four.
const DOUBLE_THREE: Score = 178;

impl Position {
    /// Takes over a board and sums it up.
    pub fn new(board: Board) -> Self {
        let weights = Weights::standard();
        let values = Color::ALL.map(|color| weights.values(board.rule(), color));
        let mut sums = Sums { values, now: [0; 2], before: Vec::new() };
        for point in board.size().points() {
            for color in Color::ALL {
                sums.now[color.index()] += sums.value(color, board.patterns(point));
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
        let them = !us;
        let has = |color, class| self.board.count(color, class) > 0;
        let mut score = self.sums.now[us.index()] * OWN_SHARE / 100 - self.sums.now[them.index()] + TEMPO;
        if has(us, PointClass::FourThree) {
            score += FOUR_THREE;
        }
        if has(them, PointClass::OpenFour) || has(them, PointClass::DoubleFour) {
            score -= ANSWER_NEEDED;
        } else if has(us, PointClass::DoubleThree) && !has(them, PointClass::Four) {
            score += DOUBLE_THREE;
        }
        score.clamp(-WIN_BOUND + 1, WIN_BOUND - 1)
    }

    /// How promising a move looks for the side to move, without playing it: what it makes and what
    /// it takes from the opponent.
    #[inline]
    pub fn promise(&self, point: Point) -> i32 {
        let us = self.board.side_to_move();
        let patterns = self.board.patterns(point);
        let (own, other) = (self.sums.value(us, patterns), self.sums.value(!us, patterns));
        own * MAKING_SHARE / 100 + other
    }

    /// The two sums by colour, for the audit: they equal those of a fresh [`Position::new`].
    pub fn sums(&self) -> [i32; 2] {
        self.sums.now
    }
}
