//! SGF, the Smart Game Format, in all its versions: the parts of a text one after the other, what they say of the game,
//! and the values that five in a row uses.
//!
//! A damaged text is read as far as it goes: [`SgfReader`] gives what comes before the fault, and then the fault.

mod error;
mod reader;
mod survey;
mod text;
mod values;

pub use error::SgfError;
pub use reader::{MainLine, Property, SgfPart, SgfReader, main_line};
pub use survey::{GameKind, Survey};
pub use text::{declared_encoding, decode_sgf, ensure_sgf};
pub use values::{parse_rule, parse_sgf_point, parse_sgf_points, parse_size};

/// SGF names columns and rows by one letter each, `a` to `z`, then `A` to `Z`: no side is longer.
pub const MAX_SIDE: usize = 52;
