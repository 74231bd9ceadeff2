//! PSQ, Piskvork's game file: a header with the size, the levels and who begins; one move per line (column and row from
//! 1, milliseconds); in tournaments the two names; the end code.
//!
//! Piskvork's file does not state the rule; Tengen's files state it in a last line, which Piskvork ignores. Gomocup's
//! judge writes the result and the tournament's name after the end code.

mod judge;
mod line;
mod read;
mod tail;
mod write;

pub use tail::fault_of;

use super::format::{Format, Holds, NOTHING};

/// Piskvork's game file.
pub static PSQ: Format = Format {
    name: "psq",
    title: "PSQ",
    about: "Piskvork's game file, also as Gomocup's judge ends it",
    extensions: &["psq"],
    recognize: read::recognize,
    read: read::read,
    write: Some(write::write),
    holds: Holds { variations: false, setup: false, conditions: true, order: true, players: true, ..NOTHING },
    is_text: true,
};
