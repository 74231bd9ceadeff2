//! RIF, the XML format of RenjuNet's database: lists of rules, players, tournaments and openings, then renju games.

use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source, parse_turns};
use crate::{Game, Outcome};
use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use tengen::base::{BoardSize, Color, Rule};
use tengen_database::{Reason, why};

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

/// Elements with child elements and no text.
const HOLD_OTHERS: [&[u8]; 4] = [b"database", b"games", b"players", b"game"];
/// Number of moves before the fifth, for which several points are offered.
const BEFORE_FIFTH: usize = 4;
/// Side of renju's board.
const SIDE: usize = 15;

fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let text = text.trim_start();
    text.starts_with("<?xml") && (text.contains("<database") || text.contains("<game")) || text.starts_with("<database")
}

/// The encoding named in the XML declaration.
fn declared_encoding(bytes: &[u8]) -> Option<&str> {
    let head = std::str::from_utf8(bytes.split(|&byte| byte == b'>').next()?).ok()?;
    let mut value = head.split_once("encoding=")?.1.chars();
    let quote = value.next().filter(|quote| "\"'".contains(*quote))?;
    value.as_str().split(quote).next()
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

/// The lists that games refer to.
#[derive(Default)]
struct Lists {
    /// Names by element and ID.
    names: HashMap<(&'static str, String), String>,
    tournaments: HashMap<String, Attributes>,
}

impl Lists {
    /// Adds an element to its list, if it is part of one.
    fn add(&mut self, element: &BytesStart) {
        let mut attributes = attributes(element);
        let Some(id) = attributes.remove("id") else { return };
        let kind = match element.local_name().as_ref() {
            b"player" => "player",
            b"rule" => "rule",
            b"opening" => "opening",
            b"city" => "city",
            b"tournament" => return drop(self.tournaments.insert(id, attributes)),
            _ => return,
        };
        let name = ["name", "surname"].map(|part| attributes.remove(part).unwrap_or_default()).join(" ");
        self.names.insert((kind, id), name.trim().to_owned());
    }

    fn name(&self, kind: &'static str, id: &str) -> Option<&str> {
        self.names.get(&(kind, id.to_owned())).map(String::as_str)
    }
}

/// Faults of a file that can still be read.
#[derive(Default)]
struct XmlDamage {
    /// Names of the open elements, up to the first fault.
    open: Vec<Vec<u8>>,
    /// The first fault, with its byte.
    first: Option<(usize, Reason)>,
}

impl XmlDamage {
    fn say(&mut self, at: usize, problem: impl FnOnce() -> Reason) {
        self.first.get_or_insert_with(|| (at, why::damaged_here(problem())));
    }

    fn open(&mut self, at: usize, element: &BytesStart) {
        self.look_at(at, element);
        self.open.push(element.local_name().as_ref().to_vec());
    }

    fn look_at(&mut self, at: usize, element: &BytesStart) {
        let is_name = |name: &[u8]| name.first().is_some_and(|first| first.is_ascii_alphabetic() || *first == b'_');
        let mut names = HashSet::new();
        let mut attributes = element.attributes();
        let is_whole = attributes.with_checks(false).all(|attribute| {
            attribute.is_ok_and(|own| {
                is_name(own.key.as_ref()) && own.unescape_value().is_ok() && names.insert(own.key.as_ref().to_vec())
            })
        });
        if !is_whole {
            self.say(at, why::not_attribute);
        }
    }

    fn close(&mut self, at: usize, name: &[u8]) {
        if self.open.pop().is_none_or(|open| open != name) {
            self.say(at, || why::no_beginning(format!("</{}>", String::from_utf8_lossy(name))));
        }
    }

    /// Checks that text is only in elements without children.
    fn look_at_text(&mut self, at: usize, inside: &[u8], text: &str) {
        if !text.trim().is_empty() && (inside.is_empty() || HOLD_OTHERS.contains(&inside)) {
            self.say(at, why::outside);
        }
    }
}

/// State of a game's element while it is read.
#[derive(Default)]
struct Element {
    attributes: Attributes,
    moves: String,
    info: String,
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, declared_encoding(source.bytes));
    let mut damage = XmlDamage::default();
    let read = read_text(&text, given, games, &mut damage);
    if let Some((at, problem)) = damage.first {
        games.warn(Place::Byte(at), problem);
    }
    read
}

fn read_text(text: &str, given: &Given, games: &mut FoundGames, damage: &mut XmlDamage) -> Result<(), ReadError> {
    let mut reader = Reader::from_str(text);
    reader.config_mut().check_end_names = false;
    let mut lists = Lists::default();
    let mut game: Option<Element> = None;
    let mut inside: Vec<u8> = Vec::new();
    let mut is_closed = false;
    let fault = loop {
        let at = reader.buffer_position() as usize;
        match reader.read_event() {
            Ok(Event::Start(element)) => {
                let name = element.local_name();
                damage.open(at, &element);
                if name.as_ref() == b"game" {
                    // The end tag of the previous game is missing.
                    if let Some(open) = game.replace(Element { attributes: attributes(&element), ..Element::default() })
                        && add(&open, &lists, given, games).is_break()
                    {
                        return Ok(());
                    }
                } else {
                    lists.add(&element);
                }
                inside = name.as_ref().to_vec();
            }
            Ok(Event::Empty(element)) => {
                damage.look_at(at, &element);
                lists.add(&element);
            }
            Ok(Event::Text(text)) => {
                let text = text.decode().unwrap_or_default();
                damage.look_at_text(at, &inside, &text);
                add_text(game.as_mut(), &inside, &text);
            }
            Ok(Event::CData(text)) => add_text(game.as_mut(), &inside, &String::from_utf8_lossy(&text)),
            Ok(Event::GeneralRef(entity)) => {
                add_text(game.as_mut(), &inside, &letters(&entity, at, damage));
            }
            Ok(Event::End(element)) => {
                inside.clear();
                damage.close(at, element.local_name().as_ref());
                is_closed |= element.local_name().as_ref() == b"database";
                if element.local_name().as_ref() == b"game"
                    && let Some(element) = game.take()
                    && add(&element, &lists, given, games).is_break()
                {
                    return Ok(());
                }
            }
            Ok(Event::Eof) if is_closed => break None,
            Ok(Event::Eof) => break Some(why::cut_file()),
            Ok(_) => {}
            Err(error) => break Some(of_parser(&error)),
        }
    };
    let place = Place::Byte(reader.buffer_position() as usize);
    if let Some(mut element) = game {
        // The last move may be incomplete.
        if inside == b"move" {
            element.moves.truncate(element.moves.trim_end().rfind(char::is_whitespace).unwrap_or(0));
        }
        if !element.moves.trim().is_empty() {
            let _ = add(&element, &lists, given, games);
        }
    }
    match fault {
        Some(rest) if games.count() == 0 => Err(ReadError::at(place, why::none_before(rest))),
        Some(rest) => {
            let count = games.count();
            games.warn(place, why::games_before(rest, count));
            Ok(())
        }
        None if games.count() == 0 => Err(ReadError::new(why::no_game()).advise(why::game_elements())),
        None => Ok(()),
    }
}

/// What the parser says of a text that is no XML.
fn of_parser(error: &quick_xml::Error) -> Reason {
    match error {
        quick_xml::Error::Syntax(text) => why::syntax_error(text),
        quick_xml::Error::IllFormed(text) => why::ill_formed(text),
        other => Reason::text(other),
    }
}

/// The text of an entity; an entity unknown to XML stands for itself, as in `&c;`.
fn letters(entity: &BytesRef, at: usize, damage: &mut XmlDamage) -> String {
    let number = entity.resolve_char_ref().ok().flatten().map(String::from);
    let name = || quick_xml::escape::resolve_predefined_entity(&entity.decode().ok()?).map(str::to_owned);
    number.or_else(name).unwrap_or_else(|| {
        let unknown = format!("&{};", String::from_utf8_lossy(entity));
        damage.say(at, || why::unknown_entity(&unknown));
        unknown
    })
}

fn add(element: &Element, lists: &Lists, given: &Given, games: &mut FoundGames) -> ControlFlow<()> {
    let tree = tree_of(element, lists, given, games);
    games.add_read(tree)
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
    // The format states neither rule nor size, as it has only one of each.
    let size = BoardSize::square(SIDE).map_err(ReadError::new)?;
    let mut game = Game::new(given.rule(Some(Rule::Renju), Rule::Renju)?, given.size(Some(size))?);
    for color in Color::ALL {
        let id = attribute(color.name());
        let name = lists.name("player", id);
        if !id.is_empty() && name.is_none() {
            games.warn(None, why::in_game(why::no_player(id), number));
        }
        game.names[color.index()] = name.unwrap_or_default().to_owned();
    }
    game.outcome = match attribute("bresult") {
        "1" => Some(Outcome::Win(Color::Black)),
        "0" => Some(Outcome::Win(Color::White)),
        "0.5" | "0,5" => Some(Outcome::Draw),
        "" => None,
        text => {
            games.warn(None, why::in_game(why::not_result(text), number));
            None
        }
    };
    for word in element.moves.split_whitespace() {
        match parse_turns(word, game.size) {
            Ok(turns) => turns.into_iter().for_each(|turn| game.push_turn(turn)),
            Err(error) => {
                games.warn(None, why::in_game(why::moves_read(error, game.moves.len()), number));
                game.outcome = None;
                break;
            }
        }
    }
    let tournament = lists.tournaments.get(attribute("tournament"));
    let of_tournament = |name: &str| tournament.and_then(|tournament| tournament.get(name)).map(String::as_str);
    let tags = [
        ("EV", of_tournament("name")),
        ("DT", of_tournament("start").or(of_tournament("year"))),
        ("PC", of_tournament("city").map(|city| lists.name("city", city).unwrap_or(city))),
        ("RO", Some(attribute("round"))),
        ("ON", lists.name("opening", attribute("opening"))),
        ("RU", lists.name("rule", attribute("rule"))),
    ];
    let known = tags.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
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
