//! RIF, the XML of RenjuNet's database: lists of rules, players, tournaments and openings, then the games of renju.

use super::format::{Format, Holds, NOTHING};
use super::reading::encoding::decode;
use super::reading::error::{Place, ReadError};
use super::reading::games::FoundGames;
use super::reading::source::{Given, Source};
use super::tree::GameTree;
use crate::{Game, Outcome};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;
use tengen::base::{Color, Rule};
use tengen::board::parse_point;

/// RenjuNet's database.
pub static RIF: Format = Format {
    name: "rif",
    title: "RIF",
    about: "RenjuNet's database in XML: games of renju with players, tournaments and results",
    extensions: &["rif", "xml"],
    recognize,
    read,
    write: None,
    holds: Holds { variations: false, setup: false, conditions: true, order: true, players: true, ..NOTHING },
    is_text: true,
};

/// Moves before the fifth, for which several points are offered.
const BEFORE_FIFTH: usize = 4;

fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let text = text.trim_start();
    text.starts_with("<?xml") && (text.contains("<database") || text.contains("<game")) || text.starts_with("<database")
}

/// The encoding that the declaration names.
fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let head = std::str::from_utf8(bytes.split(|&byte| byte == b'>').next()?).ok()?;
    let value = head.split_once("encoding=")?.1;
    let quote = value.chars().next()?;
    value[1..].split(quote).next()
}

/// Attributes of an element by name.
type Attributes = HashMap<String, String>;

fn attributes(element: &BytesStart) -> Attributes {
    let pair = |attribute: quick_xml::events::attributes::Attribute| {
        let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
        Some((name, attribute.unescape_value().ok()?.trim().to_owned()))
    };
    element.attributes().with_checks(false).filter_map(Result::ok).filter_map(pair).collect()
}

/// The lists that games refer to, each by its number.
#[derive(Default)]
struct Lists {
    players: HashMap<String, String>,
    rules: HashMap<String, String>,
    openings: HashMap<String, String>,
    tournaments: HashMap<String, Attributes>,
}

impl Lists {
    /// Keeps an element of a list; whether it is one.
    fn add(&mut self, name: &[u8], element: &BytesStart) -> bool {
        let mut attributes = attributes(element);
        let Some(id) = attributes.remove("id") else { return false };
        let mut take = |name: &str| attributes.remove(name).unwrap_or_default();
        match name {
            b"player" => {
                let full = format!("{} {}", take("name"), take("surname"));
                self.players.insert(id, full.trim().to_owned());
            }
            b"rule" => drop(self.rules.insert(id, take("name"))),
            b"opening" => drop(self.openings.insert(id, take("name"))),
            b"tournament" => drop(self.tournaments.insert(id, attributes)),
            _ => return false,
        }
        true
    }
}

/// A game's element while it is read.
#[derive(Default)]
struct Element {
    attributes: Attributes,
    moves: String,
    info: String,
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let decoded = decode(source.bytes, given, declared_encoding(source.bytes));
    decoded.warn(games);
    let mut reader = Reader::from_str(&decoded.text);
    reader.config_mut().check_end_names = false;
    let mut lists = Lists::default();
    let mut game: Option<Element> = None;
    let mut inside: Vec<u8> = Vec::new();
    let mut is_closed = false;
    let fault = loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                let name = element.local_name();
                if name.as_ref() == b"game" {
                    game = Some(Element { attributes: attributes(&element), ..Element::default() });
                } else {
                    lists.add(name.as_ref(), &element);
                }
                inside = name.as_ref().to_vec();
            }
            Ok(Event::Empty(element)) => drop(lists.add(element.local_name().as_ref(), &element)),
            Ok(Event::Text(text)) => {
                let text = text.decode().unwrap_or_default();
                add_text(game.as_mut(), &inside, &text);
            }
            Ok(Event::CData(text)) => add_text(game.as_mut(), &inside, &String::from_utf8_lossy(&text)),
            Ok(Event::GeneralRef(entity)) => {
                let number = entity.resolve_char_ref().ok().flatten().map(String::from);
                let name = || quick_xml::escape::resolve_predefined_entity(&entity.decode().ok()?).map(str::to_owned);
                add_text(game.as_mut(), &inside, &number.or_else(name).unwrap_or_default());
            }
            Ok(Event::End(element)) => {
                inside.clear();
                is_closed |= element.local_name().as_ref() == b"database";
                if element.local_name().as_ref() == b"game"
                    && let Some(element) = game.take()
                {
                    let tree = tree_of(&element, &lists, given, games);
                    if games.add_read(tree).is_break() {
                        return Ok(());
                    }
                }
            }
            Ok(Event::Eof) if is_closed => break None,
            Ok(Event::Eof) => break Some("the file is cut".to_owned()),
            Ok(_) => {}
            Err(error) => break Some(error.to_string()),
        }
    };
    let place = Place::Byte(reader.buffer_position() as usize);
    match fault {
        Some(fault) if games.count() == 0 => Err(ReadError::at(place, format!("{fault}: no whole game before it"))),
        Some(fault) => {
            games.warn(place, format!("{fault}: {} games were read before it", games.count()));
            Ok(())
        }
        None if games.count() == 0 => Err(ReadError::new("no game in the file").advise("expected <game> elements")),
        None => Ok(()),
    }
}

fn add_text(game: Option<&mut Element>, inside: &[u8], text: &str) {
    if let Some(game) = game {
        match inside {
            b"move" => game.moves.push_str(text),
            b"info" => game.info.push_str(text),
            _ => {}
        }
    }
}

fn tree_of(element: &Element, lists: &Lists, given: &Given, games: &mut FoundGames) -> Result<GameTree, ReadError> {
    let attribute = |name: &str| element.attributes.get(name).map(String::as_str).unwrap_or_default();
    let number = games.count() + 1;
    let mut game = Game::new(given.rule(None, Rule::Renju)?, given.size(None)?);
    for color in Color::ALL {
        let id = attribute(if color == Color::Black { "black" } else { "white" });
        game.names[color.index()] = lists.players.get(id).cloned().unwrap_or_default();
    }
    game.outcome = match attribute("bresult") {
        "1" => Some(Outcome::Win(Color::Black)),
        "0" => Some(Outcome::Win(Color::White)),
        "0.5" | "0,5" => Some(Outcome::Draw),
        _ => None,
    };
    for word in element.moves.split_whitespace() {
        match parse_point(game.size, word) {
            Ok(point) => game.moves.push(point),
            Err(error) => {
                games.warn(None, format!("game {number}: {error}: {} moves were read", game.moves.len()));
                game.outcome = None;
                break;
            }
        }
    }
    let tournament = lists.tournaments.get(attribute("tournament"));
    let of_tournament = |name: &str| tournament.and_then(|tournament| tournament.get(name)).map(String::as_str);
    let in_list = |list: &'_ HashMap<String, String>, name: &str| list.get(attribute(name)).cloned();
    let tags = [
        ("EV", of_tournament("name").map(str::to_owned)),
        ("DT", of_tournament("start").or(of_tournament("year")).map(str::to_owned)),
        ("PC", of_tournament("city").map(str::to_owned)),
        ("RO", Some(attribute("round").to_owned())),
        ("ON", in_list(&lists.openings, "opening")),
        ("RU", in_list(&lists.rules, "rule")),
    ];
    let known = tags.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    game.tags.extend(known.filter(|(_, value)| !value.is_empty()));
    if !attribute("alt").is_empty() && game.moves.len() >= BEFORE_FIFTH {
        game.comments.insert(BEFORE_FIFTH, format!("also offered: {}", attribute("alt")));
    }
    let info = element.info.trim();
    if !info.is_empty() {
        let comment = game.comments.entry(game.moves.len()).or_default();
        comment.push_str(if comment.is_empty() { "" } else { "\n" });
        comment.push_str(info);
    }
    Ok(GameTree::from(&game))
}
