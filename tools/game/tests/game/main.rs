//! Games in every format, and the referee.
#![allow(missing_docs)]

#[path = "../../../../engine/tests/common/mod.rs"]
mod common;

mod choices;
mod contests;
mod damage;
mod evident;
mod field;
mod formats;
mod losses;
mod passes;
mod pasted;
mod programs;
mod referee;
mod sessions;
mod sites;
mod strangers;

use tengen::base::Color;
use tengen::board::format_point;
use tengen_game::Game;
use tengen_game::formats::{Given, read};

/// The reason for which a text is refused.
fn error_of(text: &str) -> String {
    read(text, Given::default()).expect_err(text).to_string()
}

/// Black's stones and White's, sorted.
fn stones(game: &Game) -> [String; 2] {
    Color::ALL.map(|color| {
        let mut points: Vec<_> = game.stones().filter(|stone| stone.1 == color).map(|stone| stone.0).collect();
        points.sort();
        points.into_iter().map(|point| format_point(game.size, point)).collect()
    })
}
