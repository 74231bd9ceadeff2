//! The most that a page sends, from its own `limits.js`.

include!(concat!(env!("OUT_DIR"), "/limits.rs"));
