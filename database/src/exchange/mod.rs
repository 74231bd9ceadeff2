//! Positions in the files of other programs: RenLib's libraries, Yixin's and Rapfi's databases, and Rapfi's text of one.
//!
//! | file | holds |
//! | --- | --- |
//! | `adding.rs` | what was read, on its way into a database |
//! | `library.rs`, `tree.rs` | the positions of a library; a library of positions |
//! | `record.rs` | a position as Yixin and Rapfi keep it |
//! | `yixin.rs`, `text.rs` | their database, and its text |
//! | `outgoing.rs` | the positions of a database as records |
//! | `kind.rs`, `file.rs` | what a file is by its first bytes; a file of any of these kinds |
//!
//! None of these files says that a game was played, and nothing in them is a proof here: what they call won or lost is a
//! label.

mod adding;
mod file;
mod kind;
mod library;
mod outgoing;
mod record;
mod text;
mod tree;
mod yixin;

pub use adding::{Added, ExchangeError, add_positions};
pub use file::{add_file, write_file};
pub use kind::{FileKind, ForeignFile};
pub use library::{add_library, visit_positions};
pub use text::{add_text, write_text};
pub use tree::{LibraryOf, library_of};
pub use yixin::{WrittenRecords, add_yixin, write_yixin};
