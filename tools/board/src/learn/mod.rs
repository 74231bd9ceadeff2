//! The Learn view's answers: puzzles, and the searches of the courses.

mod course;
mod puzzles;

pub use course::trace;
pub use puzzles::{list, try_move};
