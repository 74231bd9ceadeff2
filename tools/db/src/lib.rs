//! Work on databases of positions: filling them from games and by search, and as text.
//!
//! | file | holds |
//! | --- | --- |
//! | `import.rs` | results of games |
//! | `archive.rs` | the files of an archive |
//! | `tree.rs`, `build.rs` | which position to search next; searching them |
//! | `text.rs`, `batches.rs` | a database as lines of JSON; adding many of them with each write |
//! | `proofs.rs` | check of foreign proofs by a search |

mod archive;
mod batches;
pub mod build;
pub mod import;
mod notes;
mod proofs;
pub mod text;
mod tree;
