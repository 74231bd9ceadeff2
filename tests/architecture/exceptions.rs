//! Exceptions from the order of the source, by name and with a reason. The lists only become shorter.

/// Uses that close a circle, as `file -> file`.
pub const CIRCLES: &[(&str, &str)] = &[(
    "src/search/thread/worker.rs -> src/search/order/movepick.rs",
    "the worker owns the pool of move lists, and the picker's methods are the worker's, as they read its history and killers",
)];

/// Folders of more than 15 files.
pub const FULL_FOLDERS: &[(&str, &str)] =
    &[("tools/board/src/page", "the page's scripts are served by their names, side by side")];

/// Files of more than 400 lines.
pub const LONG_FILES: &[(&str, &str)] =
    &[("textbook/tests/textbook.rs", "each game, engine and search of the textbook once, with shared oracles")];

/// Functions of more than 80 lines, as `file: function`.
pub const LONG_FUNCTIONS: &[(&str, &str)] = &[(
    "src/search/node/pvs.rs: pvs",
    "one node in numbered steps that share their state; the steps with an idea of their own are functions already",
)];

/// Type names that are defined more than once.
pub const SHARED_TYPE_NAMES: &[(&str, &str)] = &[
    ("Entry", "the usual word in each room: a transposition table's and a database's; no file uses both"),
    ("Game", "a finished or running game in tools; in `src/protocol` the game of a session, private to that room"),
];

/// Files that do not begin with a `//!` line.
pub const NO_HEADER: &[(&str, &str)] = &[];
