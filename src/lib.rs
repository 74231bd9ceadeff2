//! Tengen's conversations: the Gomocup/Piskvork protocol and the Go Text Protocol on top of the engine [`tengen`].
//!
//! | room | holds |
//! | --- | --- |
//! | `server` | one conversation: reader thread, search thread, settings, queue |
//! | [`mod@bench`] | the bench and its signature |
//! | [`protocol`] | the Gomocup/Piskvork protocol, text in and text out |
//! | [`gtp`] | the Go Text Protocol, for board programs of Go |
//!
//! The program `pbrain-tengen` is this library on standard input and output, `tengen gtp` another user of it.

pub mod bench;
pub mod gtp;
pub mod protocol;
mod server;
