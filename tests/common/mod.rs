//! Helpers of several test files: the engine's binary, conversations with it, and the common helpers of the engine's
//! own tests.
// No test file uses all of them.
#![allow(dead_code, missing_docs, unused_imports)]

use std::path::PathBuf;

#[path = "../../engine/tests/common/mod.rs"]
mod engine;
pub mod model;
pub mod process;
pub mod processor;
pub mod session;

pub use engine::*;

/// Path of the engine's binary. Tests of other packages find it in the target folder of `cargo test --workspace`.
pub fn engine_path() -> PathBuf {
    if let Some(path) = option_env!("CARGO_BIN_EXE_pbrain-tengen") {
        return path.into();
    }
    // Tests lie in `deps`, one level below the binaries.
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    let path = folder.join(format!("pbrain-tengen{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: run `cargo test --workspace`", path.display());
    path
}
