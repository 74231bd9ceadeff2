//! Pages of the repository and their tables.

use crate::root;
use std::fs;

/// The text of a file of the repository, by its path from the top.
///
/// # Panics
/// When it cannot be read.
pub fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The rows of the tables under a heading, cells trimmed, without the head and the ruler.
///
/// # Panics
/// When there is no such heading.
pub fn table_under(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.split(&format!("\n## {heading}\n")).nth(1).unwrap_or_else(|| panic!("no section '{heading}'"));
    let section = section.split("\n## ").next().unwrap_or_default();
    section
        .lines()
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect())
        .collect()
}
