//! Writes PlayOK's text.

use super::super::reading::encoding::encode;
use super::super::reading::results::format_result;
use super::tags::TAGS;
use crate::formats::{GameTree, Writing};
use anyhow::Result;
use std::fmt::Write;
use tengen::board::format_point;
use tengen_database::why;

pub fn write(tree: &GameTree, writing: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let result = game.outcome.map_or("*", |outcome| format_result(outcome, "1/2-1/2"));
    let known = |name: &str| game.tags.get(name).map(String::as_str);
    let [black, white] = game.names.each_ref().map(String::as_str);
    let tags = [
        ("Event", known("EV").unwrap_or("?")),
        ("Site", known("PC").unwrap_or("?")),
        ("Date", known("DT").unwrap_or("?")),
        ("Round", known("RO").unwrap_or("-")),
        ("Black", if black.is_empty() { "?" } else { black }),
        ("White", if white.is_empty() { "?" } else { white }),
        ("Result", result),
        ("Variant", game.rule.name()),
        ("GameType", &format!("60,{}", game.size.width())),
    ];
    let mut text = String::new();
    // Writing to a string cannot fail.
    // The other tags that have a value.
    let others = TAGS.into_iter().filter(|(name, _)| tags.iter().all(|(written, _)| written != name));
    let others = others.filter_map(|(name, sgf)| Some((name, known(sgf)?)));
    for (name, value) in tags.into_iter().chain(others) {
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let value = value.trim().replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    let size = game.size;
    anyhow::ensure!(size.width() == size.height(), why::square_only("PlayOK text", size));
    text.push('\n');
    for (index, pair) in game.moves.chunks(2).enumerate() {
        let points: Vec<String> = pair.iter().map(|&point| format_point(game.size, point)).collect();
        let _ = write!(text, "{}. {}{}", index + 1, points.join(" "), if index % 8 == 7 { '\n' } else { ' ' });
    }
    let _ = writeln!(text, "{result}");
    Ok(encode(&text, writing.text_encoding())?)
}
