//! Largest values that a page sends, from its own `limits.js`.

use tengen::base::BoardSize;

include!(concat!(env!("OUT_DIR"), "/limits.rs"));

const _: () = assert!(MAX_SIDE == BoardSize::MAX);
