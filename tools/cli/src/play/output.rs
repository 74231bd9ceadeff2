//! Output for the player.

use crate::common::ignore_broken_pipe;
use std::io::{Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_game::without_codes;

/// Whether standard output has failed for another reason than a closed pipe.
pub static OUTPUT_FAILED: AtomicBool = AtomicBool::new(false);

/// Records a failed write.
pub fn note_failure(attempt: std::io::Result<()>) {
    if ignore_broken_pipe(attempt).is_err() {
        OUTPUT_FAILED.store(true, Ordering::Relaxed);
    }
}

/// Prints a line for the player. With a closed pipe the game continues to its end and is kept; after another failure it
/// ends.
pub fn say(text: &str) {
    note_failure(writeln!(stdout(), "{}", without_codes(text)));
}
