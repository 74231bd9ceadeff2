//! Kinds of moves, which decide reductions and pruning.

use super::threat::Threat;
use crate::base::Point;
use crate::board::Board;
use crate::movegen::makes_four;
use crate::pattern::{LinePattern, PointClass};

/// The kind of a move in its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveKind {
    /// An answer to a five.
    AnswerToFive,
    /// An answer to the threat of an open four that is not a four.
    AnswerToOpenFour,
    /// A four that takes a four from the opponent or, if no open four is threatened, makes more than a four.
    Four,
    /// A four against the threat of an open four that takes no four from the opponent: usually it only delays the
    /// answer (idea: Rapfi).
    DelayingFour,
    /// A four and nothing more, where no five or open four is threatened: it can be played at any time, and only forces
    /// one answer.
    IdleFour,
    /// A move that makes no more than one open three and takes no four from the opponent.
    Quiet,
    /// Any other move: it makes two open threes, or takes a four from the opponent.
    Other,
}

impl MoveKind {
    /// The kind of the move `point` of the side to move against this `threat`.
    #[inline]
    pub fn of(board: &Board, point: Point, threat: Threat) -> Self {
        let us = board.side_to_move();
        let patterns = board.patterns(point);
        let own = patterns.class(us);
        let takes_four = makes_four(patterns.class(!us));
        match threat {
            Threat::Five => MoveKind::AnswerToFive,
            Threat::FourThree | Threat::None if makes_four(own) && !builds_four(board, point) => MoveKind::IdleFour,
            Threat::OpenFour if makes_four(own) && !takes_four => MoveKind::DelayingFour,
            _ if makes_four(own) => MoveKind::Four,
            Threat::OpenFour => MoveKind::AnswerToOpenFour,
            Threat::FourThree | Threat::None if takes_four || own == PointClass::DoubleThree => MoveKind::Other,
            Threat::FourThree | Threat::None => MoveKind::Quiet,
        }
    }
}

/// Whether the side to move makes a four here and something more: another threat, an open two or a closed three, or it
/// takes a four from the opponent.
pub fn builds_four(board: &Board, point: Point) -> bool {
    let us = board.side_to_move();
    let patterns = board.patterns(point);
    let own = patterns.class(us);
    makes_four(own) && (own != PointClass::Four || makes_four(patterns.class(!us)) || builds(patterns.lines(us)))
}

/// Whether the side to move makes an open three or more here.
pub fn attacks(board: &Board, point: Point) -> bool {
    board.patterns(point).class(board.side_to_move()) >= PointClass::OpenThree
}

/// Whether one of the lines has an open two or a closed three.
fn builds(lines: [LinePattern; 4]) -> bool {
    lines.into_iter().any(|line| line.is_open_two() || line == LinePattern::Three)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;

    #[test]
    fn a_four_against_an_open_four_delays_its_answer_unless_it_takes_a_four_away() {
        let kind = |moves: &str, point: &str, threat| {
            let board = Board::after(Rule::Freestyle, moves);
            MoveKind::of(&board, board.at(point), threat)
        };
        // White has an open three; Black has a closed three far away, or one whose four lies in White's line.
        let [away, across] = ["a1h8b1i8c1j8", "g5h8g6i8g7j8"];
        assert_eq!(kind(away, "d1", Threat::OpenFour), MoveKind::DelayingFour);
        assert_eq!(kind(away, "d1", Threat::None), MoveKind::IdleFour);
        assert_eq!(kind(away, "g8", Threat::OpenFour), MoveKind::AnswerToOpenFour);
        assert_eq!(kind(across, "g8", Threat::OpenFour), MoveKind::Four);
    }

    #[test]
    fn a_four_builds_when_it_makes_or_takes_something_else() {
        let builds = |moves: &str, point: &str| {
            let board = Board::after(Rule::Freestyle, moves);
            builds_four(&board, board.at(point))
        };
        // Black has a closed three from f8 to h8; then another stone above i8, or White has three below it.
        assert!(!builds("f8e8g8a1h8o1", "i8"), "idle");
        assert!(builds("f8e8g8a1h8o1i9o15", "i8"), "an open two");
        assert!(builds("f8e8g8i5h8i6a15i7", "i8"), "takes a four away");
        assert!(!builds("f8e8g8a1h8o1", "i9"), "no four");
    }
}
