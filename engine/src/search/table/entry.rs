//! An entry of the transposition table, and its packing into a word.

use crate::base::{Point, Score, WIN_BOUND, is_decided};

/// Relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// No score, only a move.
    None = 0,
    /// The true score is at least this.
    Lower = 1,
    /// The true score is at most this.
    Upper = 2,
    /// The score is exact.
    Exact = 3,
}

impl Bound {
    /// The bound of a score found with this window.
    pub fn of(score: Score, alpha: Score, beta: Score) -> Self {
        match score {
            _ if score >= beta => Bound::Lower,
            _ if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        }
    }
}

/// A position's entry in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Best move, if one is known.
    pub point: Option<Point>,
    /// Score seen from the node; wins and losses count plies from it.
    pub score: Score,
    /// Static score of the position, if it is exact: a rough one would mislead searches with other windows.
    pub static_eval: Option<Score>,
    /// Depth of the search behind the score, in plies.
    pub depth: i32,
    /// Relation of the score to the true one.
    pub bound: Bound,
}

impl Entry {
    /// Whether the score cuts off a node with this window.
    pub fn is_cutoff(&self, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
            Bound::None => false,
        }
    }

    /// A static score corrected by the entry's score within its bound, whatever its depth; decided scores correct
    /// nothing.
    pub fn corrected(&self, static_eval: Score) -> Score {
        if is_decided(self.score) {
            return static_eval;
        }
        match self.bound {
            Bound::None => static_eval,
            Bound::Lower => static_eval.max(self.score),
            Bound::Upper => static_eval.min(self.score),
            Bound::Exact => self.score,
        }
    }
}

/// Number of generations that an entry distinguishes.
pub const GENERATIONS: u8 = 64;
const NO_POINT: u16 = u16::MAX;
/// Marks a missing static score; below any score.
const NO_SCORE: i16 = i16::MIN;

/// Packs an entry: 16 bits point, 16 score, 16 static score, 8 depth, 2 bound, 6 generation.
pub fn pack(entry: Entry, ply: usize, generation: u8) -> u64 {
    let ply = ply as Score;
    let score = match entry.score {
        score if score > WIN_BOUND => score + ply,
        score if score < -WIN_BOUND => score - ply,
        score => score,
    };
    let point = entry.point.map_or(NO_POINT, |point| point.0);
    u64::from(point)
        | u64::from(score as i16 as u16) << 16
        | u64::from(entry.static_eval.map_or(NO_SCORE, |score| score as i16) as u16) << 32
        | u64::from(entry.depth.clamp(i8::MIN.into(), i8::MAX.into()) as i8 as u8) << 48
        | (entry.bound as u64) << 56
        | u64::from(generation) << 58
}

pub fn unpack(data: u64, ply: usize) -> Entry {
    let ply = ply as Score;
    let point = data as u16;
    let score = match Score::from((data >> 16) as i16) {
        score if score > WIN_BOUND => score - ply,
        score if score < -WIN_BOUND => score + ply,
        score => score,
    };
    Entry {
        point: (point != NO_POINT).then_some(Point(point)),
        score,
        static_eval: Some((data >> 32) as i16).filter(|&score| score != NO_SCORE).map(Score::from),
        depth: i32::from((data >> 48) as i8),
        bound: match data >> 56 & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            3 => Bound::Exact,
            _ => Bound::None,
        },
    }
}

pub fn generation_of(data: u64) -> u8 {
    (data >> 58) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{SplitMix64, win_in};

    #[test]
    fn a_searched_score_corrects_the_static_one_as_far_as_its_bound_says() {
        let corrected = |score, bound| Entry { point: None, score, static_eval: None, depth: 3, bound }.corrected(50);
        assert_eq!([80, 20].map(|score| corrected(score, Bound::Lower)), [80, 50]);
        assert_eq!([80, 20].map(|score| corrected(score, Bound::Upper)), [50, 20]);
        assert_eq!([corrected(80, Bound::Exact), corrected(80, Bound::None)], [80, 50]);
        assert_eq!(corrected(win_in(5), Bound::Exact), 50);
    }

    #[test]
    fn every_field_survives_packing() {
        let mut rng = SplitMix64::new(3);
        for _ in 0..10_000 {
            let entry = Entry {
                point: (rng.below(9) > 0).then_some(Point(rng.below(14_400) as u16)),
                score: rng.below(60_000) as Score - 30_000,
                static_eval: (rng.below(9) > 0).then(|| rng.below(58_000) as Score - 29_000),
                depth: rng.below(120) as i32 - 10,
                bound: [Bound::None, Bound::Lower, Bound::Upper, Bound::Exact][rng.below(4)],
            };
            assert_eq!(unpack(pack(entry, 0, 63), 0), entry);
            assert_eq!(generation_of(pack(entry, 0, 63)), 63);
            let deepest = Entry { depth: 127, ..entry };
            assert_eq!(unpack(pack(Entry { depth: 128, ..entry }, 0, 63), 0), deepest);
        }
    }
}
