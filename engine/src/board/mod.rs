//! The incremental pattern board: stones, patterns of every empty point, counters, candidates, hash.
//!
//! ```
//! use tengen::base::{BoardSize, Color, Rule};
//! use tengen::board::{Board, Outcome, format_point, parse_moves, parse_point};
//! use tengen::pattern::PointClass;
//!
//! let size = BoardSize::square(15)?;
//! let mut board = Board::new(size, Rule::Renju);
//! board.play(&parse_moves(size, "h8a1i8a3j8a5k8a7")?);
//! // Black has four in a row with two open ends.
//! let fives: Vec<String> =
//!     board.points_of(Color::Black, PointClass::Five).map(|point| format_point(size, point)).collect();
//! assert_eq!(fives, ["g8", "l8"]);
//! let point = parse_point(size, "l8")?;
//! assert!(board.is_legal(point) && board.outcome().is_none());
//! board.push(point);
//! assert_eq!(board.outcome(), Some(Outcome::Win(Color::Black)));
//! board.pop();
//! assert!(board.outcome().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod changes;
mod class_index;
mod forbidden;
mod geometry;
mod lines;
mod notation;
mod outcome;
mod passes;
mod point_set;
mod probe;
mod state;
mod symmetry;
mod update;

pub use changes::PointChange;
pub use geometry::DIRECTIONS;
pub use notation::{NotationError, column_name, format_moves, format_point, parse_moves, parse_point, push_column};
pub use outcome::Outcome;
pub use point_set::{Points, iterate_words};
pub use state::{Board, PlaceError};
pub use symmetry::{SYMMETRIES, symmetries, transform};
