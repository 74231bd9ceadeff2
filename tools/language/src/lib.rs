//! What the program says to people at a terminal and in reports, in their language. A language is a table in `texts/`
//! and its line in [`Language`]; what the board's page says in the same words is in the page's table alone. A test compares
//! the tables. What programs read stays English.

mod language;
mod locale;
mod table;

pub use language::Language;
pub use locale::preferred;
pub use table::{aligned, padded};
