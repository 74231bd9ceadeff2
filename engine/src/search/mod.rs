//! Search for the best move within limits: iterative deepening, principal-variation search, quiescence of continuous
//! fours, a transposition table, and time management.
//!
//! The search prints nothing, reads no input and no clock but its [`Control`]'s, and has no global
//! state. A search begins at [`Searcher::search`]:
//!
//! ```
//! use tengen::base::{BoardSize, Rule};
//! use tengen::board::{Board, parse_moves};
//! use tengen::search::{Control, Limits, SearchRequest, Searcher};
//!
//! let size = BoardSize::square(15)?;
//! let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "h8a1i8a3j8a5")?);
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
//! | module | holds |
//! | --- | --- |
//! | `request`, `result` | limits and moves of a search; its best lines |
//! | `searcher` | settings, and the table and histories kept between searches |
//! | `sample` | positions that a search evaluates, collected for learning |
//! | `root` | iterations, several lines, moves without a search, threat solvers, the proof of a reported win |
//! | `node` | the PVS node, quiescence, the opponent's threat; pruning, late-move reductions, singular extensions |
//! | `order` | move order, and the histories behind it |
//! | [`params`] | every tuned number |
//! | `table` | the transposition table, its entries, and its growth |
//! | `thread` | the data of one thread, the search stack, Lazy SMP |
//! | `time` | time limits, the clock and the stop flag |
//! | [`tree`] | counts of nodes and moves, in a build with the feature `tree` |

mod node;
mod order;
pub mod params;
mod request;
mod result;
mod root;
mod sample;
mod searcher;
mod table;
mod thread;
mod time;
pub mod tree;

pub use request::{Limits, SearchRequest};
pub use result::{SearchInfo, SearchResult};
pub use searcher::Searcher;
pub use table::NODES_PER_MILLISECOND;
pub use time::{Budget, Control, Delay, Stopped, TimeControl};
