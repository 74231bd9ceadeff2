//! Record of the attacker's settled moves by point, won and failed, which adjusts the proof numbers of new nodes. Idea:
//! the history heuristic (Schaeffer 1983).

use crate::base::{BoardSize, Point};

/// Numbers of settled moves of the attacker, by point.
#[derive(Default)]
pub(super) struct MoveRecord {
    counts: Vec<Settled>,
}

#[derive(Clone, Copy, Default)]
struct Settled {
    wins: u32,
    failures: u32,
}

/// Counts of a point before any record: 1.6 wins, in units of 1/20, and 6.4 failures, in units of 1/5.
const PRIOR_WINS: u128 = 32;
const PRIOR_FAILURES: u128 = 32;
/// Largest count, so that the sixth power of the sums fits into 128 bits.
const MAX_COUNT: u32 = 100_000;
/// Twice the natural logarithm, in thousandths, of one sixth of a binary logarithm.
const TWICE_LOG: i32 = 231;
/// Largest initial proof number of a move.
pub(super) const MAX_PROOF: i32 = 100;

impl MoveRecord {
    /// Clears the record, for a board of this size.
    pub fn reset(&mut self, size: BoardSize) {
        self.counts.clear();
        self.counts.resize(size.cells(), Settled::default());
    }

    /// Records a settled move. A failure may hold only within the limits of the pass.
    pub fn note(&mut self, point: Point, has_won: bool) {
        let Some(Settled { wins, failures }) = self.counts.get_mut(point.index()) else { return };
        let count = if has_won { wins } else { failures };
        *count = MAX_COUNT.min(*count + 1);
    }

    /// The initial proof number of a move, from 1 to [`MAX_PROOF`], that is `proof` without a record: it is reduced by
    /// twice the logarithm of the odds to win, relative to those of a point without a record. In integers, so that
    /// every machine searches the same nodes.
    pub fn adjusted_proof(&self, point: Point, proof: u8) -> u8 {
        let Settled { wins, failures } = self.counts.get(point.index()).copied().unwrap_or_default();
        let wins = PRIOR_WINS + 20 * u128::from(wins);
        let failures = PRIOR_FAILURES + 5 * u128::from(failures);
        let sixths = |number: u128| number.pow(6).ilog2() as i32;
        let shift = (TWICE_LOG * (sixths(wins) - sixths(failures)) + 500).div_euclid(1_000);
        (i32::from(proof) - shift).clamp(1, MAX_PROOF) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_that_wins_elsewhere_is_tried_sooner_and_one_that_fails_later() {
        let size = BoardSize::square(5).unwrap();
        let [plain, good, bad, mixed] = [0, 1, 2, 24].map(Point);
        let mut record = MoveRecord::default();
        record.reset(size);
        for index in 0..1_000 {
            record.note(good, true);
            record.note(bad, false);
            record.note(mixed, index % 5 == 0);
        }
        assert_eq!([plain, mixed].map(|point| record.adjusted_proof(point, 6)), [6, 6]);
        assert_eq!(record.adjusted_proof(good, 6), 1);
        assert_eq!([6, 12].map(|proof| record.adjusted_proof(bad, proof)), [16, 22]);
        record.reset(size);
        assert_eq!(record.adjusted_proof(bad, 6), 6);
    }

    #[test]
    fn the_largest_record_stays_within_its_numbers() {
        let mut record = MoveRecord::default();
        record.reset(BoardSize::square(5).unwrap());
        for _ in 0..MAX_COUNT + 10 {
            record.note(Point(3), false);
        }
        assert!((1..=MAX_PROOF).contains(&i32::from(record.adjusted_proof(Point(3), 250))));
        for _ in 0..MAX_COUNT + 10 {
            record.note(Point(3), true);
        }
        assert!(record.adjusted_proof(Point(3), 6) < 6);
    }
}
