//! Exceptions from the order of the source, by name and with a reason. The test fails on one that is not needed any
//! more; a new one wants a better reason than that the code is like this.

/// Folders of more than 15 files.
pub const FULL_FOLDERS: &[(&str, &str)] = &[];

/// Files of more than 400 lines.
pub const LONG_FILES: &[(&str, &str)] = &[];

/// Functions of more than 80 lines, as `file: function`.
pub const LONG_FUNCTIONS: &[(&str, &str)] = &[(
    "engine/src/search/node/pvs.rs: pvs",
    "one node in numbered steps that share their state; the steps with an idea of their own are functions already",
)];

/// Type names that are defined more than once.
pub const SHARED_TYPE_NAMES: &[(&str, &str)] = &[(
    "Entry",
    "a position in the transposition table, and in `database/src/knowledge` what is known of one; no file uses both",
)];
