//! What several test files share: the engine's program, conversations with it, and what the engine's own tests share.
// Each test takes what it needs.
#![allow(dead_code, missing_docs, unused_imports)]

use std::path::PathBuf;

#[path = "../../engine/tests/common/mod.rs"]
mod engine;
pub mod model;
pub mod process;
pub mod session;

pub use engine::*;

/// Whether a test may be left out where something that it needs is missing: not where `CI` is set to something.
pub fn may_skip() -> bool {
    std::env::var_os("CI").is_none_or(|ci| ci.is_empty())
}

/// The engine's binary. Tests of the other packages find it where `cargo test --workspace` builds it.
pub fn engine_path() -> PathBuf {
    if let Some(path) = option_env!("CARGO_BIN_EXE_pbrain-tengen") {
        return path.into();
    }
    // Tests lie in `deps`, beside the binaries.
    let test = std::env::current_exe().unwrap();
    let folder = test.ancestors().nth(2).unwrap();
    let path = folder.join(format!("pbrain-tengen{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "{} is missing: run `cargo test --workspace`", path.display());
    path
}
