//! Games: record, referee, text formats, openings and pictures.

pub mod draw;
mod error_text;
pub mod formats;
pub mod opening_file;
mod record;
pub mod referee;
pub mod whole_file;

pub use error_text::{count, without_codes};
pub use record::{EndReason, Game, ImpossibleGame, Outcome};
pub use referee::Fault;

/// The rule of a new game and of typed moves, on the board's page and in the terminal. Files without a rule have their
/// format's.
pub const DEFAULT_RULE: tengen::base::Rule = tengen::base::Rule::Caro;
