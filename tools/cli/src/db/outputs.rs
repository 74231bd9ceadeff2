//! Files that the commands may write to.

use std::path::Path;
use tengen_database::is_special;

/// Whether writing to the file loses nothing: it is missing, empty or special.
pub fn is_empty_or_special(path: &Path) -> bool {
    is_special(path) || path.metadata().map_or(true, |file| file.len() == 0)
}
