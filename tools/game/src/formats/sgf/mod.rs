//! SGF, the Smart Game Format, in all versions: trees with names, rule, result, comments, labels, marks, arrows and
//! times. Facts of the game at its beginning, and other properties with a value of a node, the first of each name, are kept
//! verbatim.
//!
//! SGF has the time left after a move (`TM`, `BL`, `WL`), but not the time of a move; that is written as the private
//! property `EMT` (elapsed move time, in seconds).

mod annotations;
mod build;
mod game;
mod head;
mod outside;
mod read;
mod values;
mod write;

pub use values::{TAGS, is_kept, outcome_of};

use super::format::{Format, Holds};

/// Smart Game Format.
pub static SGF: Format = Format {
    name: "sgf",
    title: "SGF",
    about: "Smart Game Format of any version: GM[4], GM[5], GM[1] and none; several games in a file",
    extensions: &["sgf"],
    recognize: read::recognize,
    read: read::read,
    write: Some(write::write),
    holds: Holds {
        variations: true,
        setup: true,
        conditions: true,
        order: true,
        texts: true,
        players: true,
        passes: true,
    },
    is_text: true,
};
