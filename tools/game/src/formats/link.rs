//! Links to positions: Gomoku Calculator's, whose part behind `#/` is the moves, and those of the board of `tengen`.

use super::encoding::decode;
use super::error::ReadError;
use super::format::{Format, Holds, Writing};
use super::games::FoundGames;
use super::moves::add_whole;
use super::source::{Given, Source};
use super::tree::GameTree;
use crate::Game;
use anyhow::{Result, ensure};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{format_moves, parse_moves};

/// A link.
pub static LINK: Format = Format {
    name: "link",
    title: "link",
    about: "links of Gomoku Calculator (https://gomocalc.com/#/h8i9) and of the board of tengen",
    extensions: &["url", "link"],
    recognize,
    read,
    write: Some(write),
    holds: Holds { variations: false, setup: false, conditions: false, order: true },
    is_text: true,
};

/// Where written links lead.
const SITE: &str = "https://gomocalc.com/#/";
/// Largest board of Gomoku Calculator.
const LARGEST: usize = 22;

/// The first word of the text that is a link; Windows keeps a link in a file as `URL=https://…`.
fn link_in(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace().map(|word| word.strip_prefix("URL=").unwrap_or(word));
    let is_link = |word: &&str| {
        let word = word.get(..8).unwrap_or(word).to_ascii_lowercase();
        word.starts_with("http://") || word.starts_with("https://")
    };
    // `[InternetShortcut]` stands before it.
    let first = words.next()?;
    if is_link(&first) { Some(first) } else { words.next().filter(|_| first.starts_with('[')).filter(is_link) }
}

fn recognize(source: &Source) -> bool {
    link_in(&source.outline()).is_some()
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = decode(source.bytes, given, None).text;
    let link = link_in(&text).unwrap_or_default();
    let error = |problem: String| {
        ReadError::new(problem)
            .advise("expected one such as https://gomocalc.com/#/h8i9 or the address of tengen's board")
    };
    let Some((_, part)) = link.split_once('#') else {
        return Err(error(format!("no position in the link '{link}'")));
    };
    let fields: Vec<(&str, &str)> = part.split('&').filter_map(|field| field.split_once('=')).collect();
    let field = |name: &str| fields.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
    let own_rule: Option<Rule> = field("rule").and_then(|rule| rule.parse().ok());
    let own_size = field("size").map(|size| {
        let (width, height) = size.split_once('x').unwrap_or((size, size));
        let side = |side: &str| side.parse().ok();
        let size = side(width).zip(side(height)).and_then(|(width, height)| BoardSize::new(width, height).ok());
        size.ok_or_else(|| error(format!("'{}' is not a size", field("size").unwrap_or_default())))
    });
    let size = given.size(own_size.transpose()?)?;
    let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
    let points = |text: &str| -> Result<Vec<Point>, ReadError> {
        // Moves may be joined by anything that is not a part of them.
        let text: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
        parse_moves(size, &text.to_ascii_lowercase()).map_err(|cause| error(cause.to_string()))
    };
    for (color, name) in [(Color::Black, "black"), (Color::White, "white")] {
        game.setup.extend(points(field(name).unwrap_or_default())?.into_iter().map(|point| (point, color)));
    }
    if field("first") == Some("white") {
        game.first = Color::White;
    }
    let code = if fields.is_empty() { part.trim_start_matches('/') } else { field("moves").unwrap_or_default() };
    if code.contains("--") {
        return Err(error("a pass, which five in a row does not have".to_owned()));
    }
    game.moves = points(code.split(['?', '&']).next().unwrap_or_default())?;
    add_whole(game, games)
}

fn write(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let size = game.size;
    let fits = size.width() == size.height() && size.width() <= LARGEST;
    ensure!(fits, "Gomoku Calculator has square boards up to {LARGEST}x{LARGEST}, not {size}");
    Ok(format!("{SITE}{}\n", format_moves(size, &game.moves)).into_bytes())
}
