//! From a position and limits to a move: iterative deepening, principal-variation search, a
//! quiescence of continuous fours, a transposition table, and the time to spend.
//!
//! The search prints nothing, reads no input and looks only at the clock of its [`Control`].

mod balance;
mod control;
mod history;
mod level;
mod limits;
mod lines;
mod node;
pub mod opening;
mod order;
mod proof;
mod pruning;
mod quiescence;
mod reduction;
mod root;
mod searcher;
mod singular;
pub mod soosorv;
mod time;
mod tt;

pub use balance::swap2_proposals;
pub use control::{Control, Stopped};
pub use level::{LEVELS, Level, Sight};
pub use limits::Limits;
pub use root::{Report, SearchResult};
pub use searcher::Searcher;
pub use time::{Budget, TimeControl};
