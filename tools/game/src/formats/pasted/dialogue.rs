//! A protocol dialogue from a log or a chat: `START 15`, `BOARD`, `TURN 7,7`, and the engine's answers. Arrows before
//! the lines are skipped. Rules and points are interpreted as in the engine: Yixin-Board's family has other rule
//! numbers, and row,column after `YXSHOWINFO`.

use super::gtp::{is_session, read_session};
use super::log::{LogLines, command_of, content};
use super::talk::{BLOCKS, Manager, Talk, is_silent, numbers};
use super::traced;
use crate::formats::{Format, FoundGames, Given, Holds, NOTHING, Place, ReadError, Source};
use tengen_database::why;

/// A dialogue of the protocol.
pub static DIALOGUE: Format = Format {
    name: "dialogue",
    title: "dialogue",
    about: "a dialogue of the protocol, START, BOARD, YXBOARD, TURN and their answers, or of GTP",
    extensions: &["cmd", "log"],
    recognize,
    read,
    write: None,
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: true,
};

/// Most lines of a log before the first command.
const PREAMBLE: usize = 20;

/// Whether the first command is one of the protocol's; lines printed at startup and the shell prompt may precede it.
fn recognize(source: &Source) -> bool {
    let text = source.outline();
    if is_session(&text) {
        return true;
    }
    let is_preamble = |line: &&str| {
        let (command, _) = command_of(line);
        let is_known = command != "INFO" && is_silent(&command) || command.starts_with("YXSHOW");
        // `name="Rapfi", version="0.39"` answers ABOUT.
        is_known || ["$", "YXQUERY", "NAME=\""].iter().any(|begin| command.starts_with(begin))
    };
    let lines = text.lines().map(content).filter(|line| !line.is_empty());
    let mut lines = lines.take(PREAMBLE).skip_while(is_preamble);
    let Some(first) = lines.next() else { return false };
    let (command, rest) = command_of(first);
    let is_number = |word: &str| word.parse::<i64>().is_ok();
    match command.as_str() {
        "START" | "RECTSTART" => numbers(rest).is_some_and(|sides| (1..=2).contains(&sides.len())),
        "TURN" | "PLAY" => numbers(rest).is_some_and(|numbers| numbers.len() == 2),
        "INFO" => rest.split_once(' ').is_some_and(|(_, value)| is_number(value.trim())),
        "BEGIN" | "RESTART" | "ABOUT" => rest.is_empty(),
        _ => {
            let first = rest.split_whitespace().next();
            let is_stone = |word: &str| word.eq_ignore_ascii_case("DONE") || numbers(word).is_some();
            BLOCKS.iter().any(|&(name, _)| name == command) && first.is_none_or(is_stone)
        }
    }
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    if is_session(&text) {
        return read_session(&text, given, games);
    }
    let log = LogLines::of(&text);
    let names = log.names.unwrap_or_default().map(str::to_owned);
    let lines: Vec<&str> = log.lines.iter().map(|&(line, is_other)| if is_other { "" } else { line }).collect();
    let mut talk = Talk::new(Manager::with_order(shown_order(&lines, games)), names);
    let mut games_found = Vec::new();
    let mut skipped = 0;
    for (index, &line) in lines.iter().enumerate() {
        if index < skipped {
            continue;
        }
        if log.lines[index].1 {
            talk.overhear(index + 1, log.lines[index].0);
            continue;
        }
        let (command, _) = command_of(line);
        if let Some(end) = end_of_list(&command, &lines[index + 1..]) {
            skipped = index + 2 + end;
            continue;
        }
        if ["START", "RECTSTART", "RESTART"].contains(&command.as_str()) && !talk.entries.is_empty() {
            let next = talk.next_game();
            games_found.push(std::mem::replace(&mut talk, next));
        }
        talk.add_line(index + 1, line);
    }
    if let Some(line) = talk.open_block() {
        games.warn(Place::Line(line), why::no_done());
    }
    games_found.push(talk);
    games_found.retain(|talk| !talk.is_empty());
    if games_found.is_empty() {
        return Err(ReadError::new(why::no_stone()));
    }
    for talk in games_found {
        let tree = talk.finish(given, games);
        if games.add_read(tree).is_break() {
            break;
        }
    }
    Ok(())
}

/// Whether points after `YXSHOWINFO` are row,column, if a board that Rapfi printed shows it. Without a board its settings
/// are not known, so the order is said.
fn shown_order(lines: &[&str], games: &mut FoundGames) -> Option<bool> {
    let is = |line: &&str, name: &str| command_of(line).0 == name;
    lines.iter().position(|line| is(line, "YXSHOWINFO"))?;
    let points_before = |end: usize| {
        let mut talk = Talk::new(Manager::with_order(Some(false)), Default::default());
        let begin = lines[..end].iter().rposition(|line| is(line, "START") || is(line, "RESTART")).unwrap_or(0);
        lines[begin..end].iter().for_each(|line| talk.add_line(1, line));
        talk.entries.iter().filter_map(|entry| entry.xy).collect()
    };
    let order = traced::is_row_first(lines, points_before);
    if order.is_none() && lines.iter().any(|line| line.to_ascii_lowercase().contains("rapfi")) {
        games.warn(None, why::row_column_order());
    }
    order
}

/// End of the list of points of a query, or of points that a search leaves out, which are not stones of the game.
fn end_of_list(command: &str, behind: &[&str]) -> Option<usize> {
    if !command.starts_with("YX") || command == "YXBOARD" || command.starts_with("YXBLOCK") {
        return None;
    }
    let end = behind.iter().position(|line| numbers(line).is_none())?;
    behind[end].eq_ignore_ascii_case("DONE").then_some(end)
}
