//! Line patterns of each color, and classes of the four lines of a point.
//!
//! A pattern says what a stone *would make* if it were played at an empty point. Everything is derived from the rule's
//! win predicate in [`definition`]; there is no list of shapes.
//!
//! ```text
//! . X X P .      the stone P makes an OpenThree: a next stone makes an OpenFour
//! . X X X P .    an OpenFour: no single reply stops the five
//! O X X X P .    a Four: one winning cell, and a reply that takes it away
//! X X P X X      a Five
//! ```

mod combination;
pub mod definition;
mod half_line;
mod line;
mod tables;

pub use combination::{CLASS_COUNT, COMBINATION_COUNT, Combinations, PointClass, class_of};
pub use half_line::{HalfLines, MAX_REACH};
pub use line::LinePattern;
pub(crate) use tables::{CLASS_SLOTS, line_slots};
pub use tables::{COMBINATION_SLOTS, PatternTables, PointPatterns};
