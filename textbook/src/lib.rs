//! Games and searches of the courses, small enough to read in one sitting. The engine does not use them; the programs
//! of `examples/` do, `tengen match` uses them as opponents, and tests use them as an oracle that prunes nothing.
//!
//! | file | teaches |
//! | --- | --- |
//! | `game.rs` | the interface of a game |
//! | `minimax.rs` | minimax, and why it should count the moves to the win |
//! | `alphabeta.rs` | the same value from fewer nodes; the effect of move order |
//! | `trace.rs` | the trees of both, position by position, for display |
//! | `deepening.rs` | iterative deepening with a time budget |
//! | `tictactoe.rs` | a game that can be solved completely |
//! | `isolation.rs`, `levels.rs` | a game that cannot, and three levels of play |
//! | `caro/` | two engines for five in a row as students program them |
//! | `tengen_game.rs` | these searches on the engine's board and evaluation |
//! | `terminal.rs` | playing tic-tac-toe or Isolation at a terminal |

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
