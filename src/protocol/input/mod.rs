//! Parsing of input: points, numbers, texts and blocks of lines.

mod block;
mod coordinates;
mod text;

pub(super) use block::{Block, Entries, PositionEntry, Text};
pub(super) use coordinates::{CoordinateOrder, PASS};
pub(super) use text::{parse_numbers, quote, shorten, split_quoted, unquote};
