//! Which positions of the games of self-play the training of the network of line shapes keeps.

use super::loss::sigmoid;
use super::records::{Record, RecordedMove};
use std::collections::HashSet;
use tengen::base::{Color, Score, is_decided};
use tengen::board::Board;
use tengen::eval::LOGISTIC_SCALE;
use tengen::movegen::makes_four;
use tengen::pattern::PointClass;

/// What becomes of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is learned from, or held out.
    Kept,
    /// It belongs to the opening, which was not searched.
    Opening,
    /// The search of a game saw a win or a loss: later searches see it too. In a position that a search had to judge it is what
    /// the evaluation does not know.
    Decided,
    /// There is a five to make or to stop, or the best move makes a four: the search sees the answer at once.
    Forcing,
    /// Nearly decided; three of four of these are left out.
    Thinned,
    /// Seen before, in this or in another place of the board.
    Duplicate,
}

impl Fate {
    /// All fates in the order in which they are found.
    pub const ALL: [Fate; 6] =
        [Fate::Kept, Fate::Opening, Fate::Decided, Fate::Forcing, Fate::Thinned, Fate::Duplicate];
}

/// Beyond this score, positions are thinned, and what is learned of the score does not grow.
const THIN_BEYOND: Score = 1_500;
/// Of the thinned ones, one in this many is kept.
const THIN_ONE_IN: u64 = 4;

/// The share of the points that is learned of a search's score.
pub fn share_of(score: Score) -> f32 {
    sigmoid(score.clamp(-THIN_BEYOND, THIN_BEYOND) as f32 / LOGISTIC_SCALE)
}

/// Decides the fate of positions, each game's in their order.
#[derive(Default)]
pub struct Filter {
    seen: HashSet<u64>,
}

impl Filter {
    /// The fate of the position before move number `i` of a game: `board` is the position, `key` its symmetric key.
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

    #[test]
    fn every_position_has_the_fate_that_fits_it() {
        let size = BoardSize::square(15).unwrap();
        let xy = [(7, 7), (0, 0), (8, 7), (0, 2), (9, 7), (0, 4), (10, 7), (6, 7), (11, 7)];
        let scores = [0, 20, -30, 1_600, WIN - 3, 9, 10, 11, 12];
        let played = |(&(x, y), score)| RecordedMove { point: size.point(x, y).unwrap(), score, random: false };
        let moves: Vec<RecordedMove> = xy.iter().zip(scores).map(played).collect();
        let record = Record { size, moves, skip: 1, winner: Some(Color::Black) };
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
