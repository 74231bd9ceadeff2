//! PGN-like text of PlayOK (formerly Kurnik): tags in brackets, then numbered moves and the result. A text may hold
//! several games.
//!
//! In a game with an opening protocol, turns can also be `--` (nothing) or the color that the second player chooses, `white`
//! or `black`; in renju two fifth stones are offered, and one is taken. Comments of PGN are kept; variations are left out.

mod columns;
mod tags;
mod write;

use super::pasted::columns::without_i;
use super::pasted::stones::{by_word, exchanged};
use super::pasted::words::is_moves;
use super::reading::results::parse_result;
use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source};
use crate::{Game, Outcome};
use anyhow::Result;
use columns::Pairs;
use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;
use tags::{tag_of, unescaped};
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::parse_moves;
use tengen_database::{Reason, why};

pub use tags::TAGS;

/// Text like PGN.
pub static PLAYOK: Format = Format {
    name: "playok",
    title: "PlayOK text",
    about: "text like PGN, as PlayOK and Kurnik write it: tags, numbered moves, result; several games in a file",
    extensions: &["pgn"],
    recognize,
    read,
    write: Some(write::write),
    holds: Holds { variations: false, setup: false, conditions: true, order: true, players: true, ..NOTHING },
    is_text: true,
};

/// Side of PlayOK's boards.
const SIDE: usize = 15;
/// Side of Pente.org's boards, whose columns have no letter I.
const PENTE_SIDE: usize = 19;
/// Index of the first offered fifth stone, from 0.
const OFFERED: usize = 4;

/// Whether the text begins with tags, or has moves followed by a result.
fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let has_result = || {
        let mut words = text.split_whitespace().rev().peekable();
        words.next().is_some_and(is_result) && words.peek().is_some() && words.all(is_moves)
    };
    text.lines().find(|line| !line.trim().is_empty()).is_some_and(|line| tag_of(line).is_some()) || has_result()
}

/// Whether a word is a result, which ends the moves.
fn is_result(word: &str) -> bool {
    word == "*" || outcome_of(word).is_some()
}

/// State of a game while it is read.
#[derive(Default)]
struct PlayokGame<'a> {
    tags: Vec<(&'a str, &'a str)>,
    /// Words of the moves, and comments, with their lines.
    parts: Vec<(usize, Part<'a>)>,
    /// Whether the previous line ended inside a comment.
    in_comment: bool,
    /// Number of open brackets of variations.
    depth: usize,
    /// Line of the first variation.
    variation: Option<usize>,
    /// The first fault that leaves the moves readable, with its line.
    damage: Option<(usize, Reason)>,
}

/// A part of the text after the tags.
enum Part<'a> {
    Word(&'a str),
    /// A line of a comment, such as `{a comment}` or `; a comment`.
    Comment(&'a str),
}

impl<'a> PlayokGame<'a> {
    /// The value of a tag; empty without it.
    fn tag(&self, name: &str) -> &'a str {
        self.tags.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value)
    }

    /// The words after the tags.
    fn words(&self) -> impl Iterator<Item = &'a str> {
        self.parts.iter().filter_map(|(_, part)| match part {
            Part::Word(word) => Some(*word),
            Part::Comment(_) => None,
        })
    }

    /// Whether the text is from Pente.org, which writes games of several kinds.
    fn is_of_pente(&self) -> bool {
        self.tag("Site").eq_ignore_ascii_case("pente.org")
    }

    /// The error for a game of another kind, or one that begins with stones.
    fn other_kind(&self) -> Option<ReadError> {
        let kind = self.tag("Game");
        let is_other = self.is_of_pente() && !kind.to_ascii_lowercase().contains("gomoku");
        if columns::has_stones(self.tag("FEN")) {
            return Some(ReadError::new(why::first_stones("FEN")).advise(why::as_board()));
        }
        is_other.then(|| ReadError::new(why::other_game_of(kind)))
    }

    /// The error for a game without moves.
    fn without_moves(&self) -> ReadError {
        let Some(line) = self.variation else {
            return ReadError::new(why::only_tags());
        };
        ReadError::at(Place::Line(line), why::only_variations()).advise(why::write_moves())
    }

    /// Adds a line after the tags; variations are left out.
    fn add_line(&mut self, number: usize, line: &'a str) {
        let mut rest = line.trim();
        while !rest.is_empty() {
            let ends = |c: char| c.is_whitespace() || "{};()".contains(c);
            let (part, length) = match rest.chars().next() {
                _ if self.in_comment => {
                    let end = rest.find('}');
                    self.in_comment = end.is_none();
                    (Some(Part::Comment(&rest[..end.unwrap_or(rest.len())])), end.map_or(rest.len(), |end| end + 1))
                }
                Some('{') => {
                    self.in_comment = true;
                    (None, 1)
                }
                Some(';') => (Some(Part::Comment(&rest[1..])), rest.len()),
                Some('(') => {
                    self.depth += 1;
                    self.variation.get_or_insert(number);
                    (None, 1)
                }
                Some(')') if self.depth > 0 => {
                    self.depth -= 1;
                    (None, 1)
                }
                Some(bracket @ (')' | '}')) => {
                    self.damage.get_or_insert_with(|| (number, why::no_beginning(bracket)));
                    (None, 1)
                }
                _ => {
                    let length = rest.find(ends).unwrap_or(rest.len());
                    (Some(Part::Word(&rest[..length])), length)
                }
            };
            self.parts.extend(part.filter(|_| self.depth == 0).map(|part| (number, part)));
            rest = rest[length..].trim_start();
        }
    }
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    let mut record = PlayokGame::default();
    for (index, line) in text.lines().enumerate() {
        match tag_of(line) {
            Some(tag) => {
                // Tags after moves belong to the next game.
                if !record.parts.is_empty() && add(&std::mem::take(&mut record), given, games)?.is_break() {
                    return Ok(());
                }
                if tag.1.replace("\\\\", "").replace("\\\"", "").contains('"') {
                    record.damage.get_or_insert((index + 1, why::quote_in_tag(tag.0)));
                }
                record.tags.push(tag);
            }
            None => record.add_line(index + 1, line),
        }
    }
    if record.parts.is_empty() && games.count() > 0 {
        games.warn(None, why::last_game());
        return Ok(());
    }
    add(&record, given, games).map(drop)
}

/// The size by the tags; if they do not state it, PlayOK's own, not that of the board on the page.
fn size_of(record: &PlayokGame, given: &Given) -> Option<BoardSize> {
    // In Kurnik's `GameType "60,15"` the board's side follows the comma.
    let side = |(name, value): &(&str, &str)| (*name == "GameType").then(|| value.split_once(',')?.1.parse().ok())?;
    let own = record.tags.iter().find_map(side).or_else(|| record.is_of_pente().then_some(PENTE_SIDE));
    let own = own.and_then(|side| BoardSize::square(side).ok());
    own.or_else(|| BoardSize::square(SIDE).ok().filter(|_| given.fills_in && !record.tags.is_empty()))
}

fn add(record: &PlayokGame, given: &Given, games: &mut FoundGames) -> Result<ControlFlow<()>, ReadError> {
    if let Some(error) = record.other_kind() {
        return Ok(games.add_read(Err(error)));
    }
    let pairs = Pairs::of(record.words());
    let is_white_first = pairs.as_ref().is_some_and(Pairs::are_chess_columns);
    let outcome_of = |result: &str| outcome_of(result).map(|one| if is_white_first { exchanged(one) } else { one });
    let mut game = head_of(record, pairs.as_ref(), given, games)?;
    let result = record.tag("Result");
    let of_result: HashSet<String> = result.split_whitespace().map(str::to_ascii_lowercase).collect();
    let stated = outcome_of(result).or_else(|| by_word(result));
    game.outcome = stated;
    let mut has_waited = false;
    let mut is_over = false;
    warn(record, games);
    for &(line, ref part) in &record.parts {
        let word = match *part {
            Part::Word(word) => word,
            Part::Comment(text) if text.trim().is_empty() => continue,
            Part::Comment(text) => {
                let comment = game.comments.entry(game.moves.len()).or_default();
                comment.push_str(if comment.is_empty() { "" } else { "\n" });
                comment.push_str(text.trim());
                continue;
            }
        };
        // `1.h8`, or `1... i9` after a comment.
        let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let is_numbered = unnumbered.len() < word.len() && unnumbered.starts_with('.');
        let word = if is_numbered { unnumbered.trim_start_matches('.') } else { word };
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "" => {}
            _ if is_result(word) || of_result.contains(&lower) => {
                // Without tags the result in the text is the only one.
                game.outcome = game.outcome.or_else(|| outcome_of(word).filter(|_| result.is_empty()));
                is_over = true;
            }
            "--" | "..." => has_waited = true,
            "white" | "resign" | "swap" => {}
            "black" => {
                game.names.swap(0, 1);
                game.outcome = game.outcome.map(exchanged);
            }
            // A numeric code for the quality of a move.
            _ if lower.strip_prefix('$').is_some_and(|rest| rest.parse::<u8>().is_ok()) => {}
            _ => match points_of(record, lower.trim_end_matches(['!', '?']), game.size) {
                Ok(points) => game.moves.extend(points),
                Err(error) => {
                    games.warn(Place::Line(line), why::moves_read(error, game.moves.len()));
                    game.outcome = None;
                    is_over = true;
                    break;
                }
            },
        }
    }
    if !is_over {
        games.warn(None, why::moves_read(why::result_missing(), game.moves.len()));
    }
    // Tengen's own text of a game that ended before its first move names the rule.
    let is_own = || record.variation.is_none() && !record.tag("Variant").is_empty();
    let lacks_moves = record.tag("PlyCount") > "0" || game.outcome.is_some() && !is_own();
    if is_over && game.moves.is_empty() && lacks_moves {
        return Ok(games.add_read(Err(record.without_moves())));
    }
    if stated.is_none() {
        games.warn_of_result(result, &game);
    }
    if has_waited {
        take_one_fifth(&mut game);
    }
    Ok(games.add(GameTree::from(&game)))
}

/// The game before its first move: its size, its rule and what its tags say.
fn head_of(
    record: &PlayokGame,
    pairs: Option<&Pairs>,
    given: &Given,
    games: &mut FoundGames,
) -> Result<Game, ReadError> {
    let size = match pairs {
        Some(pairs) if record.tag("GameType").is_empty() => given.size_for(pairs.reach())?,
        _ => given.size(size_of(record, given))?,
    };
    let mut game = Game::new(rule_of(record, given, games)?, size);
    let players = if record.is_of_pente() { ["Player 1 Name", "Player 2 Name"] } else { ["Black", "White"] };
    // PGN's signs for what is unknown are `?`, `-` and `????.??.??`.
    let known = |name: &str| {
        let value = record.tag(name);
        let is_known = value.contains(|c: char| !"?-.".contains(c));
        if is_known { unescaped(value) } else { String::new() }
    };
    game.names = players.map(known);
    let tags = TAGS.into_iter().map(|(name, sgf)| (sgf.to_owned(), known(name)));
    game.tags.extend(tags.filter(|(_, value)| !value.is_empty()));
    if let Some(example) = pairs.and_then(|pairs| pairs.example(size)) {
        games.warn(None, why::from_top_left(&example));
    }
    Ok(game)
}

/// The points of a word, with the letter I among the columns, or a pair of numbers.
fn points_of(record: &PlayokGame, word: &str, size: BoardSize) -> Result<Vec<Point>, Reason> {
    if let Some((x, y)) = columns::pair_of(word) {
        return size.point(x, y).map(|point| vec![point]).ok_or_else(|| why::off(word, size));
    }
    let word: Cow<str> = if record.is_of_pente() { without_i(word).into() } else { word.into() };
    Ok(parse_moves(size, &word)?)
}

/// The rule of a game by its tags.
fn rule_of(record: &PlayokGame, given: &Given, games: &mut FoundGames) -> Result<Rule, ReadError> {
    let names = ["GameType", "Rule", "Variant"].map(|name| record.tag(name));
    let own = names.into_iter().find_map(tengen_database::sgf::parse_rule);
    let rule = given.rule(own, Rule::Freestyle)?;
    // Kurnik's `GameType` is a number.
    let unknown = names[1..].iter().find(|name| !name.is_empty());
    if let (None, Some(name)) = (own, unknown) {
        games.warn_of_rule(name, rule, given);
    }
    Ok(rule)
}

/// Warns of left-out variations and of damage.
fn warn(record: &PlayokGame, games: &mut FoundGames) {
    if let Some(line) = record.variation {
        games.warn(Place::Line(line), why::variations_out());
    }
    if let Some((line, problem)) = record.damage.clone().or_else(|| miscounted(record)) {
        games.warn(Place::Line(line), why::text_damaged(problem));
    }
}

/// Removes the two offered fifth stones; the one taken remains.
fn take_one_fifth(game: &mut Game) {
    if let [.., first, second, taken] = game.moves.get(..OFFERED + 3).unwrap_or_default()
        && [first, second].contains(&taken)
    {
        game.moves.drain(OFFERED..OFFERED + 2);
    }
}

/// The first move number that does not fit the moves before it, or result that is not that of the tags, with its line.
fn miscounted(record: &PlayokGame) -> Option<(usize, Reason)> {
    let words = || {
        record.parts.iter().filter_map(|(line, part)| match part {
            Part::Word(word) => Some((*line, *word)),
            Part::Comment(_) => None,
        })
    };
    let result = record.tag("Result");
    let stated = outcome_of(result).or_else(|| by_word(result));
    let other =
        words().find(|(_, word)| outcome_of(word).is_some_and(|own| stated.is_some_and(|stated| stated != own)));
    // In an opening, choices of the players take the place of moves.
    let is_opening = words().any(|(_, word)| ["--", "white", "black", "swap"].contains(&word));
    let mut last: Option<usize> = None;
    let mut count = 0;
    for (line, word) in words() {
        let (number, points) = match word.split_once('.') {
            Some((number, points)) if !number.is_empty() => (number.parse::<usize>().ok(), points.trim_matches('.')),
            _ => (None, word),
        };
        if let Some(number) = number {
            // `1... i9` continues a move that has its number already.
            let is_next = last.is_none_or(|last| number == last || number == last + 1 && (is_opening || count == 2));
            if !is_next {
                return Some((line, why::not_next(word)));
            }
            // A text may begin with White's move.
            let is_second = last.is_none() && word.contains("..");
            count = if last == Some(number) { count } else { usize::from(is_second) };
            last = Some(number);
        }
        let points = points.trim_end_matches(['!', '?']);
        if columns::pair_of(points).is_some() {
            count += 1;
        } else if points.starts_with(|c: char| c.is_ascii_alphabetic()) && is_moves(points) {
            // Columns from the 27th on have two letters.
            count += points.split(|c: char| !c.is_ascii_alphabetic()).filter(|column| !column.is_empty()).count();
        }
        if count > 2 && last.is_some() && !is_opening {
            return Some((line, why::one_move_more(word)));
        }
    }
    other.map(|(line, word)| (line, why::other_result(word)))
}

fn outcome_of(result: &str) -> Option<Outcome> {
    parse_result(result, &["1/2-1/2", "0.5-0.5"])
}
