//! Games in every format, the page about the formats, and the referee.
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
use tengen_game::formats::{FORMATS, GameTree, Given, Report, Source, describe, read, read_games};

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

/// The table of formats by command: all commands read by one table, and only a format with an order of moves has games
/// to count or lines to begin with.
fn table_of_formats() -> String {
    let mut table = String::from(
        "| format | files | `diagram`, `analyze`, `play`, `solve`, `board` | `db import` | `match --openings` | `loadsgf` of `tengen gtp` | \
         written | variations, labels, marks | stones first | rule, size |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let yes = |holds: bool| if holds { "yes" } else { "" };
    for format in FORMATS {
        let files: Vec<String> = format.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
        let cells = [
            format!("{} (`{}`)", format.title, format.name).as_str(),
            files.join(" ").as_str(),
            "read",
            if format.holds.order { "read" } else { "" },
            if format.holds.order { "read" } else { "" },
            "read",
            yes(format.write.is_some()),
            yes(format.holds.variations),
            yes(format.holds.setup),
            yes(format.holds.conditions),
        ]
        .map(|cell| format!(" {cell} ").replace("  ", " "));
        table += &format!("|{}|\n", cells.join("|"));
    }
    table
}

#[test]
fn the_table_of_formats_is_that_of_the_code() {
    let page = include_str!("../../../../docs/formats.md");
    let table = table_of_formats();
    assert!(page.contains(&table), "docs/formats.md does not hold this table:\n{table}");
    for format in FORMATS {
        assert!(
            page.contains(&format!("* **{}**: ", format.title)),
            "docs/formats.md says nothing of {}",
            format.title
        );
    }
    let told = describe();
    assert!(FORMATS.iter().all(|format| told.contains(format.about)), "{told}");
}
