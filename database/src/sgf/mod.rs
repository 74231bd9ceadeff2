//! SGF, the Smart Game Format, in all its versions: a reader of its parts, the facts that a text gives about its game,
//! and the values used for five in a row.
//!
//! A damaged text is read as far as possible: [`SgfReader`] yields the parts before the fault, then the fault.

mod damage;
mod error;
mod overview;
mod reader;
mod survey;
mod text;
mod values;

pub use damage::holds_nodes;
pub use error::SgfError;
pub use overview::SgfOverview;
pub use reader::{Property, SgfPart, SgfReader};
pub use survey::{GameKind, Survey, USUAL_SIDES};
pub use text::{declared_encoding, decode_sgf};
pub use values::{
    BLOCKED, STONE_OF_OPENING, TAKEN_OFF, TAKES_OFF, format_sgf_point, format_size, parse_point_set, parse_rule,
    parse_sgf_move, parse_sgf_point, parse_sgf_points, parse_size,
};

/// The longest side: SGF names columns and rows by one letter each, `a` to `z`, then `A` to `Z`.
pub const MAX_SIDE: usize = 52;
