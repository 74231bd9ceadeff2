//! Selection of self-play positions for the training of the network of line shapes.

use super::loss::sigmoid;
use super::records::{Record, RecordedMove};
use std::collections::HashSet;
use tengen::base::{Color, Score, is_decided};
use tengen::board::Board;
use tengen::eval::LOGISTIC_SCALE;
use tengen::movegen::makes_four;
use tengen::pattern::PointClass;

/// Use of a position in the training.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Learned from, or held out.
    Kept,
    /// Part of the opening, which was not searched.
    Opening,
    /// A game's search found a win or a loss, as later searches will. Positions sampled from searches are kept
    /// nevertheless: the evaluation did not show it there.
    Decided,
    /// A side can make five, or the best move makes a four: the search finds the answer at once.
    Forcing,
    /// Nearly decided; three of four such positions are left out.
    Thinned,
    /// Already seen, possibly turned or mirrored.
    Duplicate,
}

impl Fate {
    /// All fates, in the order in which they are checked.
    pub const ALL: [Fate; 6] =
        [Fate::Kept, Fate::Opening, Fate::Decided, Fate::Forcing, Fate::Thinned, Fate::Duplicate];
}

/// Score beyond which positions are thinned; larger scores count as this one.
const THIN_BEYOND: Score = 1_500;
/// One position in this many is kept of those to thin.
const THIN_ONE_IN: u64 = 4;

/// The target share of points for a search's score.
pub fn share_of(score: Score) -> f32 {
    sigmoid(score.clamp(-THIN_BEYOND, THIN_BEYOND) as f32 / LOGISTIC_SCALE)
}

/// Decides the fate of positions; each game's positions come in order.
#[derive(Default)]
pub struct Filter {
    seen: HashSet<u64>,
}

impl Filter {
    /// The fate of the position before move `i` of a game: `board` is the position, `key` its symmetric key.
    pub fn fate(&mut self, board: &Board, record: &Record, i: usize, key: u64) -> Fate {
        let RecordedMove { point, score, random } = record.moves[i];
        let is_five = |color| board.count(color, PointClass::Five) > 0;
        if i < record.skip {
            Fate::Opening
        } else if is_decided(score) && !record.is_leaf() {
            Fate::Decided
        } else if Color::ALL.into_iter().any(is_five)
            || (!random && makes_four(board.patterns(point).class(board.side_to_move())))
        {
            Fate::Forcing
        } else if !is_decided(score) && score.abs() > THIN_BEYOND && !key.is_multiple_of(THIN_ONE_IN) {
            Fate::Thinned
        } else if !self.seen.insert(key) {
            Fate::Duplicate
        } else {
            Fate::Kept
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule, WIN};
    use tengen::board::Outcome;

    #[test]
    fn every_position_has_the_fate_that_fits_it() {
        let size = BoardSize::square(15).unwrap();
        let xy = [(7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4), (10, 7), (6, 7), (11, 7)];
        let scores = [0, 20, -30, 1_600, WIN - 3, 9, 10, 11, 12];
        let played = |(&(x, y), score)| RecordedMove { point: size.point(x, y).unwrap(), score, random: false };
        let moves: Vec<RecordedMove> = xy.iter().zip(scores).map(played).collect();
        let record = Record { size, moves, skip: 1, outcome: Outcome::Win(Color::Black) };
        let fates = |filter: &mut Filter, key: u64| {
            let mut board = Board::new(size, Rule::Freestyle);
            let fate = |i: usize| {
                let fate = filter.fate(&board, &record, i, key + 4 * i as u64);
                board.push(record.moves[i].point);
                fate
            };
            (0..record.moves.len()).map(fate).collect::<Vec<_>>()
        };
        use Fate::{Decided, Duplicate, Forcing, Kept, Opening, Thinned};
        let filter = &mut Filter::default();
        let forced = [Forcing, Forcing, Forcing];
        assert_eq!(fates(filter, 1), [&[Opening, Kept, Kept, Thinned, Decided, Kept], &forced[..]].concat());
        assert_eq!(fates(filter, 1)[..3], [Opening, Duplicate, Duplicate]);
        assert_eq!(fates(filter, 4)[3], Kept);
    }
}
