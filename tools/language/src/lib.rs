//! Texts for people at a terminal and in reports, in the languages of the board's page. Each language has a table in
//! `texts/`; texts that the page has in the same words are in the page's table alone. A test compares the tables. Text
//! for programs stays English.

mod language;
mod locale;
mod table;

pub use language::Language;
pub use locale::preferred;
pub use table::{aligned, padded};
