//! Text to the player.

use crate::common::ignore_broken_pipe;
use std::io::{Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_game::without_codes;

/// Standard output has failed, other than by a reader that left.
pub static OUTPUT_FAILED: AtomicBool = AtomicBool::new(false);

/// Remembers a failed write.
pub fn note_failure(attempt: std::io::Result<()>) {
    if ignore_broken_pipe(attempt).is_err() {
        OUTPUT_FAILED.store(true, Ordering::Relaxed);
    }
}

/// Prints a line to the player. After a closed pipe the game goes on to its end and is kept; after any other
/// failure it is left.
pub fn say(text: &str) {
    note_failure(writeln!(stdout(), "{}", without_codes(text)));
}
