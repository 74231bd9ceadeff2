//! What the program says to people at a terminal and in reports, in their language. The languages are those of the
//! board's page; each has a table in `texts/`. What the page says in the same words is in the page's table alone. A
//! test compares the tables. What programs read stays English.

mod language;
mod locale;
mod table;

pub use language::Language;
pub use locale::preferred;
pub use table::{aligned, padded};
