//! From a position and limits to a move: iterative deepening, principal-variation search, quiescence of
//! continuous fours, a transposition table, and the time to spend.
//!
//! The search prints nothing, reads no input, looks only at the clock of its [`Control`], and holds no
//! global state. A search begins at [`Searcher::search`]:
//!
//! ```
//! use tengen::base::{BoardSize, Rule};
//! use tengen::board::{Board, parse_moves};
//! use tengen::search::{Control, Limits, SearchRequest, Searcher};
//!
//! let mut board = Board::new(BoardSize::square(15)?, Rule::Freestyle);
//! for point in parse_moves(board.size(), "h8a1i8a3j8a5")? {
//!     board.make(point, &mut ());
//! }
//! let mut searcher = Searcher::new(1 << 20);
//!
//! // The best move at depth 6: Black has three in a row and wins by a four with two open ends.
//! let result = searcher.search(&board, Limits::depth(6), &Control::unlimited(), &mut |_| {});
//! assert_eq!(result.info().score, tengen::base::win_in(3));
//!
//! // The two best lines, each reported after every iteration.
//! let request = SearchRequest::multi_pv(2, Limits::nodes(10_000));
//! let result = searcher.search(&board, request, &Control::unlimited(), &mut |lines| assert!(lines.len() <= 2));
//! assert_eq!(result.lines.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | file | holds |
//! | --- | --- |
//! | `request`, `result` | what a caller asks for and gets |
//! | `searcher`, `threads`, `worker` | memory between searches; the threads; the data of one thread |
//! | `deepening`, `multipv`, `root_moves` | iterations, several lines, the move without a search |
//! | `node`, `node_type`, `depth`, `stack` | the PVS node, its kinds, the unit of depth, the data of each ply |
//! | `quiescence`, `threat` | leaves; what the counters decide without a search |
//! | `threat_watch`, `root_vct` | the threat solver beside the iterations |
//! | `movepick`, `history`, `cutoffs`, `move_kind` | move order, what it learns, and the kinds of moves |
//! | `pruning`, `lmr`, `singular` | which moves are searched less deeply, deeper, or not at all |
//! | [`params`] | every tuned number |
//! | `tt`, `tt_entry`, `table_growth` | the transposition table, its entries, and how much of it a search uses |
//! | `time`, `stop` | time limits and the stop flag |
//! | [`tree`] | counts of nodes and moves, in a build with the feature `tree` |
//! | `verify_win` | the proof behind a reported win |

mod cutoffs;
mod deepening;
mod depth;
mod history;
mod lmr;
mod move_kind;
mod movepick;
mod multipv;
mod node;
mod node_type;
mod param_error;
pub mod params;
mod pruning;
mod quiescence;
mod request;
mod result;
mod root_moves;
mod root_vct;
mod searcher;
mod singular;
mod stack;
mod stop;
mod table_growth;
mod threads;
mod threat;
mod threat_watch;
mod time;
pub mod tree;
mod tt;
#[cfg(test)]
mod tt_contention;
mod tt_entry;
mod verify_win;
mod worker;

pub use request::{Limits, SearchRequest};
pub use result::{SearchInfo, SearchResult};
pub use searcher::Searcher;
pub use stop::{Control, Stopped};
pub(crate) use table_growth::NODES_PER_MILLISECOND;
pub use time::{Budget, TimeControl};
