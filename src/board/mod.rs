//! The incremental pattern board: stones, patterns of every empty point, counters, candidates, hash.

mod forbidden;
mod geometry;
mod notation;
mod observer;
mod point_set;
mod state;
mod symmetry;

pub use geometry::DIRECTIONS;
pub use notation::{NotationError, column_name, format_moves, format_point, parse_moves, parse_point};
pub use observer::Observer;
pub use point_set::{Points, iterate_words};
pub use state::{Board, Cell, PlaceError};
pub use symmetry::{SYMMETRIES, transform};
