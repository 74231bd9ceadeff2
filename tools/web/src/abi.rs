//! Functions that the module exports to its worker, and those that it imports.
//!
//! The worker calls `tengen_set_up` once, then `tengen_input(length)`, writes a message there, and `tengen_ask(length)`.
//! Texts go back through `page.emit(pointer, length)`, which copies them. The page stops a search by `tengen_stop`, which the
//! worker calls when the module asks for the time, or by ending the worker.
#![expect(unsafe_code, reason = "the border of the module")]

use std::sync::{Mutex, OnceLock, PoisonError};
use tengen_board::question::limits::MAX_MESSAGE;
use tengen_web::{EngineSettings, PageEngine};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Copies a text of the module's memory out of it.
    fn emit(pointer: *const u8, length: usize);
}

static ENGINE: OnceLock<PageEngine> = OnceLock::new();
static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn say(text: &str) {
    // SAFETY: the import reads `length` bytes and keeps no pointer.
    unsafe { emit(text.as_ptr(), text.len()) }
}

/// Chooses the threads of a search and the bytes of its table; the second call changes nothing.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_set_up(threads: usize, table_bytes: usize) {
    ENGINE.get_or_init(|| PageEngine::new(EngineSettings { threads: threads.max(1), table_bytes }));
}

/// Room for a message of `length` bytes; null when it is too long.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_input(length: usize) -> *mut u8 {
    if length > MAX_MESSAGE {
        return std::ptr::null_mut();
    }
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Answers the message that was written into the room of `tengen_input`.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_ask() {
    let input = std::mem::take(&mut *INPUT.lock().unwrap_or_else(PoisonError::into_inner));
    if let Some(engine) = ENGINE.get() {
        engine.ask(&String::from_utf8_lossy(&input), &say);
    }
}

/// Stops the search of the message `id`, and those of the messages before it. It is called in the middle of a search, so it
/// must not ask for the time.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_stop(id: u32) {
    if let Some(engine) = ENGINE.get() {
        engine.stop(id.into());
    }
}

/// The engine's bench, line by line as `pbrain-tengen bench` prints it.
#[unsafe(no_mangle)]
pub extern "C" fn tengen_bench() {
    let mut lines = Vec::new();
    if pbrain_tengen::bench::run(&mut lines).is_ok() {
        say(&String::from_utf8_lossy(&lines));
    }
}
