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

use std::ops::ControlFlow;
use tengen::base::Color;
use tengen::board::format_moves;
use tengen_game::Game;
use tengen_game::formats::{GameTree, Given, Report, Source, read, read_games};

/// The reason for which a text is refused.
fn error_of(text: &str) -> String {
    read(text, Given::default()).expect_err(text).to_string()
}

/// All games of a text, and what is said of them.
fn games_of(text: &str, given: Given) -> (Vec<GameTree>, Vec<String>) {
    let mut games = Vec::new();
    let report = read_games(&Source::text(text), &given, &mut |tree| {
        games.push(tree);
        ControlFlow::Continue(())
    });
    (games, sentences(&report.unwrap_or_else(|error| panic!("{error}: {text}"))))
}

/// The warnings of a report as sentences.
fn sentences(report: &Report) -> Vec<String> {
    report.warnings.iter().map(ToString::to_string).collect()
}

/// The game of this number in a text.
fn numbered(text: &str, number: usize) -> Game {
    read(text, Given { game: Some(number), ..Given::default() }).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The moves, without passes.
fn played(game: &Game) -> String {
    format_moves(game.size, &game.moves)
}

/// Black's stones and White's, sorted.
fn stones(game: &Game) -> [String; 2] {
    Color::ALL.map(|color| {
        let mut points: Vec<_> = game.stones().filter(|stone| stone.1 == color).map(|stone| stone.0).collect();
        points.sort();
        format_moves(game.size, &points)
    })
}
