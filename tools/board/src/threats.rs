//! Threats of both sides: points that make fives and open fours, and the opponent's win by fours if the side to move passed.

use super::message::{RequestError, ServerAnswer, SideThreats};
use super::position::{numbers, running};
use super::question::AtPosition;
use tengen::base::Color;
use tengen::board::Board;
use tengen::pattern::PointClass;
use tengen::solver::{Solution, SolverLimits, Vcf};

/// Limits of the search for the opponent's win: a few hundredths of a second, and no deep recursion.
const NODES: u64 = 20_000;
const STONES: u32 = 30;
/// Positions in the search's table, as a power of two.
const TABLE_BITS: u32 = 15;

/// Answers `threats`. Fails if the position is impossible or over.
pub fn answer(question: &AtPosition) -> Result<ServerAnswer, RequestError> {
    let (_, mut board) = running(&question.position)?;
    let (black, white) = (of_side(&board, Color::Black), of_side(&board, Color::White));
    board.set_side_to_move(!board.side_to_move());
    let limits = SolverLimits { stones: STONES, ..SolverLimits::nodes(&board, NODES) };
    let win = match Vcf::new(TABLE_BITS).solve(&mut board, limits) {
        Solution::Win(line) => numbers(&line),
        Solution::None | Solution::Unknown => Vec::new(),
    };
    Ok(ServerAnswer::Threatened { black, white, win })
}

/// The empty points where a stone of this color makes a five or an open four.
fn of_side(board: &Board, color: Color) -> SideThreats {
    let of = |class| numbers(&board.points_of(color, class).collect::<Vec<_>>());
    SideThreats { fives: of(PointClass::Five), open_fours: of(PointClass::OpenFour) }
}
