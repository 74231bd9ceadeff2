//! The textbook's games and searches, small enough to read in one sitting. Nothing of the engine
//! uses them: the programs of `examples/` do, `tengen match` as opponents, and the tests as an
//! oracle that prunes nothing.
//!
//! | file | teaches |
//! | --- | --- |
//! | `game.rs` | what a search has to know of a game |
//! | `minimax.rs` | minimax, and why it should count the moves to the win |
//! | `alphabeta.rs` | the same value from fewer nodes; what the order of moves does |
//! | `trace.rs` | the tree of both, position by position, to look at |
//! | `deepening.rs` | iterative deepening with a time budget |
//! | `tictactoe.rs` | a game that is solved in a blink |
//! | `isolation.rs`, `levels.rs` | a game that is not, and three levels of play |
//! | `caro/` | two engines for five in a row as students write them |
//! | `tengen_game.rs` | the same searches on the engine's own board and evaluation |
//! | `terminal.rs` | a person plays tic-tac-toe or Isolation |

mod alphabeta;
pub mod caro;
mod deepening;
mod game;
pub mod isolation;
pub mod levels;
mod minimax;
mod tengen_game;
pub mod terminal;
pub mod tictactoe;
mod trace;

pub use alphabeta::{AlphaBeta, OutOfTime};
pub use deepening::{Found, deepen};
pub use game::{Ending, TwoPlayerGame};
pub use minimax::{minimax, minimax_by_distance};
pub use tengen_game::TengenGame;
pub use trace::{TracedNode, Tracer};
