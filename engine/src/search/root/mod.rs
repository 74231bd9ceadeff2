//! The root: iterations, several lines, the move without a search, the threat solvers between the iterations, and the
//! proof of a reported win.

mod deepening;
mod moves;
mod multipv;
mod settlement;
mod state;
mod threat_watch;
mod vct;
mod verify_win;

pub use state::RootState;
pub use vct::RootVct;
