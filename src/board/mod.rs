//! The incremental pattern board: stones, patterns of every empty point, counters, candidates, hash.

mod class_index;
mod forbidden;
mod geometry;
mod lines;
mod notation;
mod observer;
mod point_set;
mod probe;
mod state;
mod symmetry;
mod update;

pub use geometry::DIRECTIONS;
pub use notation::{NotationError, column_name, format_moves, format_point, parse_moves, parse_point};
pub use observer::Observer;
pub use point_set::{Points, iterate_words};
pub use state::{Board, PlaceError};
pub use symmetry::{SYMMETRIES, transform};
