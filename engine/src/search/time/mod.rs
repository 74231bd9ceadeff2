//! Time limits, and the clock and stop flag of a running search.

mod budget;
mod stop;

pub use budget::{Budget, Delay, TimeControl};
pub use stop::{Control, Stopped};
