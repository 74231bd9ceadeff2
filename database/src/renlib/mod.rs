//! RenLib's libraries (`.lib`): trees of moves on a 15x15 board with comments, marks and texts on the board.
//!
//! | file | holds |
//! | --- | --- |
//! | `tree.rs` | a library in memory |
//! | `read.rs`, `write.rs` | reading and writing its bytes |
//! | `texts.rs` | decoding and encoding of texts |
//!
//! A file is a head of 20 bytes (`FF`, `RenLib`, `FF`, the two numbers of the version, `FF` to the end; version 2 has
//! no head) and the nodes in preorder. Each node has these parts, numbers in hexadecimal:
//!
//! | part | bytes |
//! | --- | --- |
//! | point | column 1 to `F` from the left in the low four bits, row 0 to `E` from the top in the high ones; `00`: none |
//! | flags | `80` a sibling follows after the subtree, `40` no child, `20` comment of version 2, `10` marked, `08` comment, `04` start of the game, `02` no move, `01` two more bytes |
//! | more flags | only with `01`: the last bit of the second one says that there is a text on the board |
//! | comment | a title of one line and, after a byte `08`, a text of several; ends with `00`, and with another one where its length is odd. In version 2 seven bits a letter, the last one with its eighth bit set |
//! | text on the board | ends like a comment |
//!
//! From version 3.4 on the first node is the empty board. Files of version 3.0 begin with the first move instead, so
//! they have only one.

mod read;
mod texts;
mod tree;
mod write;

pub(crate) use read::MAGIC;
pub use read::{Damage, DamageKind, MAX_BYTES, NEWEST_VERSION, OpenedLibrary, RenlibError, read};
pub use texts::NodeTexts;
pub use tree::{MAX_NODES, NodeId, Notes, RenlibTree, SIDE, TreeFull};
pub use write::write;
