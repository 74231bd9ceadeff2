//! Links to positions: Gomoku Calculator's, whose part behind `#/` is the moves, and those of the board of `tengen`.

use super::format::{Format, Holds, NOTHING, Writing};
use super::moves::{is_moves, words};
use super::reading::encoding::decode;
use super::reading::error::{Place, ReadError};
use super::reading::games::FoundGames;
use super::reading::source::{Given, Source};
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
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// Where written links lead.
const SITE: &str = "https://gomocalc.com/#/";
/// Largest board of Gomoku Calculator.
const LARGEST: usize = 22;

/// How links to positions begin, and that of Gomoku Calculator as people type it.
const BEGINNINGS: [&str; 3] = ["http://", "https://", "gomocalc.com/#"];

/// The links of a line, one after the other. Windows keeps a link in a file as `URL=https://…`; in a letter words may stand
/// around it.
fn links_in(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        // ASCII letters alone are changed, so that places stay the same.
        let lower = rest.to_ascii_lowercase();
        let from = BEGINNINGS.iter().filter_map(|beginning| lower.find(beginning)).min()?;
        let link = &rest[from..];
        let ends = |c: char| c.is_whitespace() || ['<', '>', '"', '\''].contains(&c);
        let (link, behind) = link.split_at(link.find(ends).unwrap_or(link.len()));
        rest = behind;
        Some(link)
    })
}

/// Whether the line begins with a link, or has one to a position somewhere.
fn has_link(line: &str) -> bool {
    let begins = |line: &str| BEGINNINGS.iter().any(|beginning| line.to_ascii_lowercase().starts_with(beginning));
    begins(line.strip_prefix("URL=").unwrap_or(line)) || links_in(line).any(|link| link.contains('#'))
}

/// The lines that say something: links, and moves beside them. `[InternetShortcut]` stands before a link in a file.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '[']))
}

fn recognize(source: &Source) -> bool {
    lines(&source.outline()).next().is_some_and(|(_, line)| has_link(line))
}

/// Reads a position from each link, and from each line of moves beside them.
fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let decoded = decode(source.bytes, given, None);
    decoded.warn(games);
    let text = decoded.text;
    for (number, line) in lines(&text) {
        let mut parts: Vec<&str> = links_in(line).collect();
        if parts.is_empty() {
            parts.push(line);
        }
        for part in parts {
            let read = read_part(part, given).map_err(|error| ReadError { place: Some(Place::Line(number)), ..error });
            if games.add_read(read).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A text without its percent signs: `%20` is a blank.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let code = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()).filter(u8::is_ascii);
        match code {
            Some(code) => {
                whole.push(code.into());
                whole += &part[2..];
            }
            None => {
                whole.push('%');
                whole += part;
            }
        }
    }
    whole
}

/// Reads a link or a line of moves.
fn read_part(part: &str, given: &Given) -> Result<GameTree, ReadError> {
    let error = |problem: String| {
        ReadError::new(problem)
            .advise("expected one such as https://gomocalc.com/#/h8i9 or the address of tengen's board")
    };
    let part = match links_in(part).next() {
        Some(link) => link.split_once('#').ok_or_else(|| error(format!("no position in the link '{link}'")))?.1,
        None if words(part).all(is_moves) => part,
        None => return Err(error(format!("'{part}' is neither a link nor moves"))),
    };
    let part = &*unescaped(part);
    // Behind `#/` stands the code of Gomoku Calculator, whatever follows it.
    let code = part.strip_prefix('/');
    let fields: Vec<(&str, &str)> = match code {
        Some(_) => Vec::new(),
        None => part.split('&').filter_map(|field| field.split_once('=')).collect(),
    };
    let field = |name: &str| fields.iter().find(|(own, _)| *own == name).map(|(_, value)| *value);
    let own_rule: Option<Rule> = field("rule").and_then(|rule| rule.parse().ok());
    let own_size = field("size").map(|text| {
        let (width, height) = text.split_once('x').unwrap_or((text, text));
        let size = width.parse().ok().zip(height.parse().ok());
        let size = size.and_then(|(width, height)| BoardSize::new(width, height).ok());
        size.ok_or_else(|| error(format!("'{text}' is not a size")))
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
    let code = code.or(field("moves")).unwrap_or(if fields.is_empty() { part } else { "" });
    if code.contains("--") {
        return Err(error("a pass, which five in a row does not have".to_owned()));
    }
    game.moves = points(code.split(['?', '&']).next().unwrap_or_default())?;
    game.judge().map_err(|error| ReadError::new(error.to_string()))?;
    let Some(text) = field("tree") else { return Ok(GameTree::from(&game)) };
    let moves = std::mem::take(&mut game.moves);
    let mut tree = GameTree::new(game);
    add_branches(&mut tree, text, points).ok_or_else(|| error(format!("'{text}' is not a tree of moves")))?;
    // The position that is shown.
    moves.into_iter().fold(0, |node, point| tree.child(node, point));
    Ok(tree)
}

/// Adds the moves of a whole game, `h8i9(h9g9)h10`: of several moves after one, each but the last stands in parentheses with
/// all that follows it.
fn add_branches(tree: &mut GameTree, text: &str, points: impl Fn(&str) -> Result<Vec<Point>, ReadError>) -> Option<()> {
    let (mut node, mut branches) = (0, Vec::new());
    for part in text.split_inclusive(['(', ')']) {
        let moves = points(part.trim_end_matches(['(', ')'])).ok()?;
        node = moves.into_iter().fold(node, |node, point| tree.child(node, point));
        match part.chars().last() {
            Some('(') => branches.push(node),
            Some(')') => node = branches.pop()?,
            _ => {}
        }
    }
    branches.is_empty().then_some(())
}

fn write(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let size = game.size;
    let fits = size.width() == size.height() && size.width() <= LARGEST;
    ensure!(fits, "Gomoku Calculator has square boards up to {LARGEST}x{LARGEST}, not {size}");
    Ok(format!("{SITE}{}\n", format_moves(size, &game.moves)).into_bytes())
}
