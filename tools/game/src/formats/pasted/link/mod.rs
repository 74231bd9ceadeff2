//! Links to positions: those of Gomoku Calculator, with moves after `#/`, those of Tengen's board, and any others with
//! a parameter that is a line of moves, such as `?init_steps=h8_i9`.

mod embedded;
mod sites;

use super::moves::{format_turns, parse_turns, reach_of};
use super::numbered::in_order;
use super::pairs::coded::list_of_link;
use super::words::{PASS, is_moves, words};
use crate::Game;
use crate::formats::{
    Format, FoundGames, GameTree, Given, Holds, NOTHING, PAIRS, PLAYOK, Place, ReadError, Source, Writing,
};
use anyhow::{Result, ensure};
use embedded::{address_in, text_in};
use percent_encoding::percent_decode_str;
use sites::{PlayokLink, is_number_alone, playok_link};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen_database::sgf::parse_rule;
use tengen_database::{Reason, why};

/// A link.
pub static LINK: Format = Format {
    name: "link",
    title: "link",
    about: "links of Gomoku Calculator (https://gomocalc.com/#/h8i9), of the board of tengen, and others with moves",
    extensions: &["url", "link"],
    recognize,
    read,
    write: Some(write),
    holds: Holds { variations: false, setup: false, conditions: false, order: true, passes: true, ..NOTHING },
    is_text: true,
};

/// Address of written links.
const SITE: &str = "https://gomocalc.com/#/";
/// Largest board side of Gomoku Calculator.
const LARGEST: usize = 22;

/// Beginnings of links; the last is Gomoku Calculator's as people type it.
const BEGINNINGS: [&str; 3] = ["http://", "https://", "gomocalc.com/#"];

/// The links of a line, in order. Windows stores a link in a file as `URL=https://…`; in a letter a link may have words
/// around it.
fn links_in(line: &str) -> impl Iterator<Item = &str> {
    // Only ASCII letters are changed, so positions in the text stay valid.
    let lower = line.to_ascii_lowercase();
    let mut places = BEGINNINGS.map(|beginning| lower.find(beginning));
    let mut at = 0;
    std::iter::from_fn(move || {
        for (place, beginning) in places.iter_mut().zip(BEGINNINGS) {
            if place.is_some_and(|place| place < at) {
                *place = lower[at..].find(beginning).map(|place| at + place);
            }
        }
        let from = places.into_iter().flatten().min().or_else(|| Some(at + address_in(&line[at..])?))?;
        let link = &line[from..];
        let ends = |c: char| c.is_whitespace() || ['<', '>', '"', '\''].contains(&c);
        let end = link.find(ends).unwrap_or(link.len());
        // In Markdown a link is in round brackets, which may be in it as well.
        let end = if line[at..from].ends_with('(') { end_of_brackets(&link[..end]) } else { end };
        at = from + end;
        Some(&link[..end])
    })
}

/// The place of the bracket that closes those before a text; its end if there is none.
fn end_of_brackets(text: &str) -> usize {
    let mut open = 1;
    let closing = text.char_indices().find(|&(_, c)| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open == 0
    });
    closing.map_or(text.len(), |(at, _)| at)
}

/// Whether a line begins with a link, or contains one that may hold a position.
fn has_link(line: &str) -> bool {
    let begins = |line: &str| BEGINNINGS.iter().any(|beginning| line.to_ascii_lowercase().starts_with(beginning));
    begins(line.strip_prefix("URL=").unwrap_or(line)) || links_in(line).any(|link| link.contains(['#', '=']))
}

/// The lines with content: links, and moves next to them. `[InternetShortcut]` precedes a link in a file and is skipped.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines.filter(|(_, line)| !line.is_empty() && (!line.starts_with(['#', '[']) || line.contains("](")))
}

fn recognize(source: &Source) -> bool {
    lines(&source.outline()).next().is_some_and(|(_, line)| has_link(line))
}

/// Reads a position from each link and each line of moves.
fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    for (number, line) in lines(&text) {
        let mut parts: Vec<&str> = links_in(line).collect();
        if parts.is_empty() {
            parts.push(line);
        }
        for part in parts {
            let embedded = match playok_link(&unescaped(part)) {
                Some(PlayokLink::Text(text)) => Some((&PLAYOK, text, Ok(*given))),
                _ => embedded_in(part, given),
            };
            let read = match (embedded, list_of_link(part)) {
                (Some((format, text, own)), _) => {
                    // SGF and PlayOK's text name their own rule.
                    if let (Ok(own), Some(rule)) = (&own, unknown_rule(part).filter(|_| *format == PAIRS)) {
                        games.warn_of_rule(&rule, own.rule.unwrap_or(Rule::Freestyle), given);
                    }
                    match own.and_then(|own| (format.read)(&Source::text(&text), &own, games)) {
                        Ok(()) => continue,
                        Err(error) => Err(error),
                    }
                }
                // The points of such a link have only one meaning.
                (None, Some(list)) => list.read(&[], given, games).map(|mut readings| readings.swap_remove(0).1),
                (None, None) => read_part(part, given),
            };
            if let (Ok(tree), Some(rule)) = (&read, unknown_rule(part)) {
                games.warn_of_rule(&rule, tree.head.rule, given);
            }
            let read = read.map_err(|error| ReadError { place: Some(Place::Line(number)), ..error });
            if games.add_read(read).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Decodes percent escapes: `%20` is a blank, and `%E9%BB%91` is 黑.
fn unescaped(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Names of parameters that hold a link's moves; they have priority over other parameters with points.
const MOVES: [&str; 8] = ["moves", "init_steps", "steps", "g", "game", "pos", "position", "record"];

/// The error for a link, with an example.
fn error(problem: impl Into<Reason>) -> ReadError {
    ReadError::new(problem).advise(why::link_form())
}

/// Parameters and fragment of a link.
struct Fields<'a> {
    pairs: Vec<(&'a str, &'a str)>,
    /// The text after `#`, if it is no parameter, such as Gomoku Calculator's code.
    code: &'a str,
}

impl<'a> Fields<'a> {
    /// The parameters of a query and of the fragment: `?rule=1&moves=h8i9`, `#/?g=h8i9` or `#/h8i9`.
    fn of(link: &'a str) -> Self {
        let (address, fragment) = link.split_once('#').unwrap_or((link, ""));
        let query = address.split_once('?').map_or("", |(_, query)| query);
        let is_mark = |c: char| c == '&' || c == '?';
        let parts = || fragment.split(is_mark).chain(query.split(is_mark));
        let pairs = parts().filter_map(|part| part.split_once('=')).collect();
        let code = fragment.split(is_mark).next().unwrap_or_default().trim_start_matches('/');
        Self { pairs, code: if code.contains('=') { "" } else { code } }
    }

    fn get(&self, name: &str) -> Option<&'a str> {
        self.pairs.iter().find(|(own, _)| *own == name).map(|(_, value)| *value)
    }

    /// The rule, and its text if it is not known.
    fn rule(&self) -> (Option<Rule>, Option<&'a str>) {
        let name = self.get("rule").filter(|name| !name.is_empty());
        let rule = name.and_then(|name| name.parse().ok().or_else(|| parse_rule(name)));
        (rule, name.filter(|_| rule.is_none()))
    }

    fn size(&self) -> Result<Option<BoardSize>, ReadError> {
        let size = |text| parse_size(text).ok_or_else(|| error(why::not_size(text)));
        self.get("size").filter(|text| !text.is_empty()).map(size).transpose()
    }

    /// The line of moves: the bare fragment, a parameter with a known name, or the only one that is a line of moves.
    fn moves(&self) -> Result<Option<&'a str>, ReadError> {
        let named = MOVES.iter().filter_map(|name| self.get(name)).find(|value| count_of_moves(value) > 0);
        // Beside moves the fragment may be an anchor in the page.
        if !self.code.is_empty() && (named.is_none() || count_of_moves(self.code) > 0) {
            return Ok(Some(self.code));
        }
        if named.is_some() {
            return Ok(named);
        }
        let is_line = |(name, value): &&(&str, &str)| !OWN_FIELDS.contains(name) && count_of_moves(value) > 1;
        let mut lines = self.pairs.iter().filter(is_line);
        match (lines.next(), lines.next()) {
            (Some((name, _)), Some((other, _))) => {
                Err(ReadError::new(why::two_lines(name, other)).advise(why::paste_moves()))
            }
            (Some((_, value)), None) => Ok(Some(value)),
            // An unreadable `moves` parameter is passed on for the error message.
            (None, _) => Ok(self.get(MOVES[0])),
        }
    }
}

/// The format and the text of a link's moves if they are pairs or SGF, and the settings with those of the link.
fn embedded_in(part: &str, given: &Given) -> Option<(&'static Format, String, Result<Given, ReadError>)> {
    let link = unescaped(links_in(part).next()?);
    let fields = Fields::of(&link);
    let value = MOVES.iter().chain(&["sgf"]).filter_map(|name| fields.get(name)).find(|value| !value.is_empty())?;
    let (format, text) = text_in(value).filter(|_| count_of_moves(value) == 0)?;
    let (rule, _) = fields.rule();
    let with_own = || {
        let size = fields.size()?;
        let rule = if rule.is_some() { Some(given.rule(rule, Rule::Freestyle)?) } else { given.rule };
        let size = if size.is_some() { Some(given.size(size)?) } else { given.size };
        Ok(Given { rule, size, ..*given })
    };
    Some((format, text, with_own()))
}

/// A rule in a link that is not known.
fn unknown_rule(part: &str) -> Option<String> {
    let link = unescaped(links_in(part).next()?);
    Fields::of(&link).rule().1.map(str::to_owned)
}

/// Parameters of Tengen's board that hold points but no moves.
const OWN_FIELDS: [&str; 5] = ["black", "white", "blocked", "tree", "note"];

/// Number of moves in a value; 0 if it holds anything else.
fn count_of_moves(value: &str) -> usize {
    let largest = BoardSize::square(BoardSize::MAX).ok();
    let turns = largest.and_then(|size| parse_turns(&joined(value), size).ok());
    turns.map_or(0, |turns| turns.iter().flatten().count())
}

/// The text with blanks instead of separators between moves, and around passes.
fn apart(text: &str) -> String {
    let text = text.replace(PASS, &format!(" {PASS} "));
    text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { ' ' }).collect()
}

/// The text with blanks instead of separators between moves, and without the numbers of the moves.
fn joined(text: &str) -> String {
    let text = apart(text);
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    text.split_whitespace().filter(|word| !is_number(word)).collect::<Vec<_>>().join(" ")
}

/// Reads a link or a line of moves.
fn read_part(part: &str, given: &Given) -> Result<GameTree, ReadError> {
    let link = links_in(part).next();
    let text = unescaped(link.unwrap_or(part));
    let playok = link.and_then(|_| playok_link(&text));
    if playok == Some(PlayokLink::Damaged) {
        let link = link.unwrap_or(part);
        return Err(ReadError::new(why::link_damaged(link)).advise(why::whole_link()));
    }
    let fields = match (link, &playok) {
        (_, Some(PlayokLink::Moves(moves))) => Fields { pairs: Vec::new(), code: moves },
        (Some(_), _) => Fields::of(&text),
        (None, _) if words(part).all(is_moves) => Fields { pairs: Vec::new(), code: part },
        (None, _) => return Err(error(why::no_link(part))),
    };
    let (own_rule, _) = fields.rule();
    let own_size = fields.size()?;
    let ordered = in_order([(1, apart(fields.moves()?.unwrap_or_default()).as_str())].into_iter())?;
    let line = joined(&ordered.into_iter().map(|(_, moves)| moves + " ").collect::<String>());
    let size =
        if own_size.is_some() { given.size(own_size)? } else { given.size_for(reach_of([&*line].into_iter()))? };
    let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
    let turns = |text: &str| parse_turns(&joined(text).to_ascii_lowercase(), size).map_err(error);
    let points = |text: &str| turns(text).map(|turns| turns.into_iter().flatten().collect::<Vec<Point>>());
    for (color, name) in [(Color::Black, "black"), (Color::White, "white")] {
        game.setup.extend(points(fields.get(name).unwrap_or_default())?.into_iter().map(|point| (point, color)));
    }
    game.blocked = points(fields.get("blocked").unwrap_or_default())?;
    if fields.get("first") == Some("white") {
        game.first = Color::White;
    }
    turns(&line)?.into_iter().for_each(|turn| game.push_turn(turn));
    let whole = fields.get("tree").filter(|text| !text.is_empty());
    if game.turns().next().is_none() && game.setup.is_empty() && game.blocked.is_empty() && whole.is_none() {
        let link = link.unwrap_or(part);
        if is_number_alone(link) && fields.code.is_empty() && fields.get(MOVES[0]).is_none() {
            return Err(ReadError::new(why::number_alone(link)).advise(why::copy_there()));
        }
        let problem = match link.contains('#') || !fields.pairs.is_empty() {
            true => why::no_moves(link),
            false => why::no_position(link),
        };
        return Err(error(problem));
    }
    game.judge().map_err(ReadError::new)?;
    let Some(text) = whole else { return Ok(GameTree::from(&game)) };
    let shown: Vec<Option<Point>> = game.turns().collect();
    (game.moves, game.passes) = (Vec::new(), Vec::new());
    let mut tree = GameTree::new(game);
    add_branches(&mut tree, text, turns).ok_or_else(|| error(why::not_tree(text)))?;
    // Adds the shown position.
    shown.into_iter().fold(0, |node, turn| tree.turn(node, turn));
    Ok(tree)
}

fn parse_size(text: &str) -> Option<BoardSize> {
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    BoardSize::new(width.parse().ok()?, height.parse().ok()?).ok()
}

/// Adds the moves of a whole game, `h8i9(h9g9)h10`: of alternative moves, each but the last is in parentheses together
/// with its continuation.
fn add_branches(
    tree: &mut GameTree,
    text: &str,
    turns: impl Fn(&str) -> Result<Vec<Option<Point>>, ReadError>,
) -> Option<()> {
    let (mut node, mut branches) = (0, Vec::new());
    for part in text.split_inclusive(['(', ')']) {
        let moves = turns(part.trim_end_matches(['(', ')'])).ok()?;
        node = moves.into_iter().fold(node, |node, turn| tree.turn(node, turn));
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
    let (name, most) = ("Gomoku Calculator", BoardSize::square(LARGEST)?);
    ensure!(fits, why::square_up_to(name, most, size));
    Ok(format!("{SITE}{}\n", format_turns(&game)).into_bytes())
}
