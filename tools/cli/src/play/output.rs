//! Output for the player.

use crate::common::print;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen_game::without_codes;

/// Whether standard output has failed for another reason than a closed pipe.
pub static OUTPUT_FAILED: AtomicBool = AtomicBool::new(false);

/// Prints a line for the player.
pub fn say(text: &str) {
    write(&format!("{text}\n"));
}

/// Prints a text for the player. With a closed pipe the game continues to its end and is kept; after another failure it
/// ends.
pub fn write(text: &str) {
    if print(&without_codes(text)).is_err() {
        OUTPUT_FAILED.store(true, Ordering::Relaxed);
    }
}
