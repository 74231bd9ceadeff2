//! Games: their record, the referee that judges them, their text formats, openings, pictures.

pub mod draw;
mod error_text;
pub mod formats;
pub mod opening_file;
mod record;
pub mod referee;
pub mod whole_file;

pub use error_text::without_codes;
pub use record::{EndReason, Fault, Game, ImpossibleGame, Outcome};

/// The rule of a new game, and of typed moves, on the board's page and at the terminal. Files that name no rule have that of
/// their format.
pub const DEFAULT_RULE: tengen::base::Rule = tengen::base::Rule::Caro;
