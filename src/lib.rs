//! The protocols of Tengen: the Gomocup/Piskvork protocol and the Go Text Protocol on top of the engine [`tengen`].
//!
//! | module | holds |
//! | --- | --- |
//! | `server` | one conversation: reader thread, search thread, settings, input queue |
//! | [`mod@bench`] | the bench and its signature |
//! | [`protocol`] | the Gomocup/Piskvork protocol |
//! | [`gtp`] | the Go Text Protocol, for board programs of Go |
//!
//! The program `pbrain-tengen` runs this crate on standard input and output; `tengen gtp` uses it too.

pub mod bench;
pub mod gtp;
pub mod protocol;
mod server;
