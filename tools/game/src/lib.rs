//! Games: their record, the referee that judges them, their text formats, openings, pictures.

pub mod draw;
pub mod formats;
pub mod opening_file;
mod record;
pub mod referee;
pub mod whole_file;

pub use record::{EndReason, Fault, Game, ImpossibleGame, Outcome};
