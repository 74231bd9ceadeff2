//! The properties that mean something to five in a row.

use super::super::tree::Sign;
use crate::{EndReason, Fault, Game, Outcome};
use tengen::base::Color;

/// Properties that are kept as they are written.
pub const TAGS: [&str; 11] = ["EV", "DT", "PC", "RO", "GN", "ON", "TM", "OT", "BR", "WR", "SO"];

/// Properties whose values are points with a mark.
pub const MARKS: [(&str, Sign); 4] =
    [("MA", Sign::Cross), ("TR", Sign::Triangle), ("SQ", Sign::Square), ("CR", Sign::Circle)];

/// The result behind the value of `RE`.
pub fn outcome_of(value: &str) -> Option<Outcome> {
    let value = value.trim().to_ascii_uppercase();
    match value.as_str() {
        "0" | "DRAW" | "JIGO" | "1/2-1/2" | "0.5-0.5" => Some(Outcome::Draw),
        value if value.starts_with("B+") || value == "1-0" => Some(Outcome::Win(Color::Black)),
        value if value.starts_with("W+") || value == "0-1" => Some(Outcome::Win(Color::White)),
        _ => None,
    }
}

/// The value of `RE` when no other spelling is known.
pub fn result_text(game: &Game) -> &'static str {
    match (game.outcome, game.reason) {
        (Some(Outcome::Win(Color::Black)), Some(EndReason::Fault(Fault::Time))) => "B+T",
        (Some(Outcome::Win(Color::White)), Some(EndReason::Fault(Fault::Time))) => "W+T",
        (Some(Outcome::Win(Color::Black)), _) => "B+",
        (Some(Outcome::Win(Color::White)), _) => "W+",
        (Some(Outcome::Draw), _) => "0",
        (None, _) => "",
    }
}
