//! PSQ, the game file of Piskvork: a head, one move a line (column and row from 1, milliseconds),
//! the two names, the end code.

use super::game::{GameRecord, Reason};
use super::player::Fault;
use crate::base::{BoardSize, Rule};
use std::fmt::Write;

/// The game as PSQ; `names` are Black's and White's.
pub fn format(record: &GameRecord, size: BoardSize, rule: Rule, names: [&str; 2]) -> String {
    let mut text =
        format!("Piskvorky {}x{}, 11:11, {}\r\n", size.width(), size.height(), u8::from(rule == Rule::Standard));
    for (&point, time) in record.moves.iter().zip(&record.times) {
        let (x, y) = size.xy(point);
        // Writing to a string cannot fail.
        let _ = write!(text, "{},{},{}\r\n", x + 1, y + 1, time.as_millis());
    }
    let _ = write!(text, "{}\r\n{}\r\n{}\r\n", names[0], names[1], end_code(record.reason));
    text
}

/// Piskvork's number of how a game ended.
fn end_code(reason: Reason) -> u8 {
    match reason {
        Reason::Line | Reason::Full | Reason::Moves => 0,
        Reason::Fault(Fault::Foul) => 1,
        Reason::Fault(Fault::Time) => 2,
        Reason::Fault(Fault::Illegal) => 3,
        Reason::Fault(Fault::Crash | Fault::Protocol | Fault::Memory) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_game_is_written_as_piskvork_reads_it() {
        let size = BoardSize::square(20).unwrap();
        let record = GameRecord {
            winner: None,
            reason: Reason::Fault(Fault::Time),
            opening: 1,
            moves: vec![size.point(9, 9).unwrap(), size.point(0, 19).unwrap()],
            times: vec![Duration::ZERO, Duration::from_millis(45)],
        };
        let text = format(&record, size, Rule::Freestyle, ["a", "b"]);
        assert_eq!(text, "Piskvorky 20x20, 11:11, 0\r\n10,10,0\r\n1,20,45\r\na\r\nb\r\n2\r\n");
    }
}
