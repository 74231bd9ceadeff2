//! Initial proof numbers of the attacker's fours, threes and quiet moves, from their odds to win by a logistic
//! regression. They decide the order of the search, never what is proved.
//!
//! Learned in November 2026 from 50,000 settled moves of the solver's own searches, of which 4 % win: 200 renju puzzles
//! and 373 positions of self-play (area under the ROC curve 0.990). Measurements: docs/log/search.md. Initial proof
//! numbers from an evaluation are the idea of df-pn+ (Nagai and Imai, 1999). In integers, so that every machine
//! searches the same nodes.

use super::record::MAX_PROOF;
use crate::base::{Color, Point};
use crate::board::Board;
use crate::pattern::{CLASS_COUNT, LinePattern, PointClass};

/// Units of the weights in one natural logarithm of the odds.
const PARTS: i32 = 16;
/// The proof number at even odds.
const EVEN_PROOF: i32 = 4;
/// Decrease of the proof number for each natural logarithm of the odds.
const PROOF_PER_LOG: i32 = 3;

/// Weights of the pattern that a stone of the attacker, or of the defender, would make in each line of the point, by
/// [`LinePattern`].
const OWN_LINES: [i32; LinePattern::COUNT] = [-26, -19, -22, -21, 0, 4, 6, 3, 11, 15, 18, 0, 0, 0, 0];
const OPPOSING_LINES: [i32; LinePattern::COUNT] = [-2, -5, -4, -6, -7, -6, -9, -4, -5, -6, 3, 1, 19, 0, 0];
/// Weights of the point's class for the attacker and for the defender, by [`PointClass`].
const OWN_CLASS: [i32; CLASS_COUNT] = [-41, 0, 0, 2, 12, 16, 2, 0, 0, 0, 0];
const OPPOSING_CLASS: [i32; CLASS_COUNT] = [-17, 0, 0, -11, -4, 1, 5, 0, 19, 0, 0];
/// Weights of the distance to the last stone of the attacker and of the defender, in cells; 7 stands for 7 and more.
const OWN_DISTANCE: [i32; 8] = [0, 1, -4, -4, -5, -1, 3, 2];
const OPPOSING_DISTANCE: [i32; 8] = [0, -1, 3, 2, 3, 2, -4, -13];
/// Weights if the point lies in one line with the last stone of the attacker, and of the defender.
const OWN_IN_LINE: i32 = 1;
const OPPOSING_IN_LINE: i32 = 7;
/// Weights of the number of points of these classes on the board, times the binary logarithm of that number plus one,
/// rounded down.
const OWN_COUNTS: [i32; COUNTED.len()] = [21, 10, 11, -1, 0, 0, 3];
const OPPOSING_COUNTS: [i32; COUNTED.len()] = [-5, -3, -17, -28, -10, -41, 6];
const COUNTED: [PointClass; 7] = {
    use PointClass::*;
    [OpenThree, DoubleThree, Four, FourThree, DoubleFour, OpenFour, Forbidden]
};
/// Weight of the number of moves in the position, times the same kind of logarithm.
const MOVES: i32 = 3;
/// Weight of a pass without quiet moves.
const NO_QUIET_MOVES: i32 = 9;
const CONSTANT: i32 = -8;

/// The odds of the attacker's moves in one position.
pub(super) struct MoveOdds<'a> {
    board: &'a Board,
    attacker: Color,
    last: [Option<Point>; 2],
    /// The sum of the weights that all moves of the position share.
    common: i32,
}

impl<'a> MoveOdds<'a> {
    /// The odds in a position with this number of moves, in a pass with or without quiet moves.
    pub fn new(board: &'a Board, attacker: Color, moves: usize, quiet: bool) -> Self {
        let log2 = |count: usize| (1 + count).ilog2() as i32;
        let mut common = CONSTANT + MOVES * log2(moves) + if quiet { 0 } else { NO_QUIET_MOVES };
        for (color, weights) in [(attacker, OWN_COUNTS), (!attacker, OPPOSING_COUNTS)] {
            common += COUNTED
                .into_iter()
                .zip(weights)
                .map(|(class, weight)| weight * log2(board.count(color, class)))
                .sum::<i32>();
        }
        Self { board, attacker, last: [attacker, !attacker].map(|color| board.last_of(color)), common }
    }

    /// The initial proof number of a move.
    pub fn proof(&self, point: Point) -> u8 {
        let patterns = self.board.patterns(point);
        let (us, them) = (self.attacker, !self.attacker);
        let lines =
            |color, weights: &[i32]| patterns.lines(color).into_iter().map(|line| weights[line as usize]).sum::<i32>();
        let mut parts = self.common + lines(us, &OWN_LINES) + lines(them, &OPPOSING_LINES);
        parts += OWN_CLASS[patterns.class(us) as usize] + OPPOSING_CLASS[patterns.class(them) as usize];
        let places = [(OWN_DISTANCE, OWN_IN_LINE), (OPPOSING_DISTANCE, OPPOSING_IN_LINE)];
        for (last, (by_distance, in_line)) in self.last.into_iter().zip(places) {
            let Some(last) = last else { continue };
            let ((x, y), (last_x, last_y)) = (self.board.size().xy(point), self.board.size().xy(last));
            let (dx, dy) = ((x - last_x).abs(), (y - last_y).abs());
            parts += by_distance[(dx.max(dy) as usize).min(by_distance.len() - 1)];
            parts += if dx == 0 || dy == 0 || dx == dy { in_line } else { 0 };
        }
        (EVEN_PROOF - PROOF_PER_LOG * parts / PARTS).clamp(1, MAX_PROOF) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule};
    use crate::board::{SYMMETRIES, parse_moves, transform};

    const GAME: &str = "h8h9i9g7i7i8g9j8j9h6k9";

    #[test]
    fn a_move_has_the_same_odds_however_the_board_is_turned() {
        let size = BoardSize::square(15).unwrap();
        let moves = parse_moves(size, GAME).unwrap();
        let proofs = |symmetry| -> Vec<u8> {
            let image: Vec<Point> = moves.iter().map(|&point| transform(size, point, symmetry)).collect();
            let board = Board::from_moves(size, Rule::Renju, &image);
            let odds = MoveOdds::new(&board, Color::White, 20, true);
            size.points()
                .filter(|point| !moves.contains(point))
                .map(|point| odds.proof(transform(size, point, symmetry)))
                .collect()
        };
        let first = proofs(0);
        let spread = first.iter().max().zip(first.iter().min()).map(|(worst, best)| worst - best);
        assert!(spread > Some(20), "the test sees good and bad moves: {first:?}");
        assert!((1..SYMMETRIES).all(|symmetry| proofs(symmetry) == first));
    }

    #[test]
    fn what_makes_more_has_better_odds() {
        let board = Board::after(Rule::Freestyle, "h8a1i8a3j9a5j10o15");
        let proof = |text, moves, quiet| MoveOdds::new(&board, Color::Black, moves, quiet).proof(board.at(text));
        // All points are two cells from Black's last stone, and in a line with it.
        let points = ["j8", "j12", "h12"];
        let classes = points.map(|text| board.patterns(board.at(text)).class(Color::Black));
        assert_eq!(classes, [PointClass::DoubleThree, PointClass::OpenThree, PointClass::None]);
        let rising = points.map(|text| proof(text, 12, true));
        assert!(rising.is_sorted_by(|better, worse| better < worse), "{rising:?}");
        assert!(proof("h12", 12, false) < rising[2], "without quiet moves more of the moves win");
    }
}
