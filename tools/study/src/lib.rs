//! Examination of positions and games: search lines, game reports, win solvers.

mod analyzer;
mod curve;
mod html;
pub mod json;
pub mod puzzle;
mod report;
mod review;
mod share;
pub mod solve;
mod words;

pub use analyzer::{AnalysisLimit, Analyzer};
pub use curve::to_svg;
pub use html::to_html;
pub use report::{GameReport, MoveReview};
pub use review::{ReviewProgress, review};
pub use share::seems_decided;
pub use words::{decided_text, decided_words, is_unproven, score_in};
