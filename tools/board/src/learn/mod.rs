//! Answers for the Learn view: puzzles, and the courses' searches.

mod course;
mod puzzles;

pub use course::trace;
pub use puzzles::{list, try_move};
