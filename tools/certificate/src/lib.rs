//! Certificates of won positions, and their check.
//!
//! Independent of what finds wins: of the engine only the names of colors, points, sizes and rules are used
//! ([`tengen::base`]). Wins and forbidden points follow from the stones, in `stones`; the check is in `check`, the
//! file's format in `format`. All of it is at most 300 lines, which a test counts.

mod check;
mod format;
mod stones;
#[cfg(test)]
mod tests;
mod write;

pub use check::{Checker, Refusal, Won};
pub use format::{Certificate, FIVE, FormatError, WinningMove};
