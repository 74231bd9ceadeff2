//! Foreign files of positions: RenLib's libraries, Yixin's and Rapfi's databases, and Rapfi's text export.
//!
//! | file | holds |
//! | --- | --- |
//! | `adding.rs` | adding what was read to a database |
//! | `library.rs`, `tree.rs` | reading and writing a library |
//! | `record.rs` | a position as stored by Yixin and Rapfi |
//! | `yixin.rs`, `text.rs` | their database, and its text export |
//! | `outgoing.rs` | converting the positions of a database to records |
//! | `kind.rs`, `file.rs` | what a file is, by its name and first bytes; reading and writing any kind |
//!
//! These files contain neither games nor proofs: a position that they call won or lost only gets a label.

mod adding;
mod file;
mod kind;
mod library;
mod outgoing;
mod record;
mod text;
mod tree;
mod yixin;

pub use adding::{Added, Adder, ExchangeError};
pub use file::{add_file, write_file};
pub use kind::{FileKind, ForeignFile, MAX_GAME_FILE, START, first_bytes};
pub use library::{add_library, visit_positions};
pub use outgoing::{LostLabels, WrittenRecords};
pub use text::{add_text, write_text};
pub use tree::{LibraryOf, library_of};
pub use yixin::{add_yixin, write_yixin};
