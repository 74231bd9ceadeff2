//! The module. Its worker calls what `abi.rs` exports; there is nothing to run.

#[cfg(target_family = "wasm")]
mod abi;

fn main() {}
