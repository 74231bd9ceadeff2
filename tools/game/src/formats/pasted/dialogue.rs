//! A protocol dialogue from a log or a chat: `START 15`, `BOARD`, `TURN 7,7`, and the engine's answers. Arrows before
//! the lines are skipped. Rules and points are interpreted as in the engine: Yixin-Board's family has other rule
//! numbers, and row,column after `YXSHOWINFO`.

use super::super::format::{Format, Holds, NOTHING};
use super::super::reading::error::{Place, ReadError};
use super::super::reading::games::FoundGames;
use super::super::reading::source::{Given, Source};
use super::super::tree::GameTree;
use super::gtp::{is_session, read_session};
use super::log::{LogLines, command_of, content};
use super::stones::{Entry, Whose, game_of};
use super::traced;
use tengen::base::{BoardSize, Rule};

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

/// Commands that begin a block of stones, ended by `DONE`, with the count of numbers per line.
const BLOCKS: [(&str, usize); 3] = [("BOARD", 3), ("YXBOARD", 3), ("SWAP2BOARD", 2)];
/// Other first words of lines that do not concern the stones.
const SILENT: [&str; 17] = [
    "OK",
    "MESSAGE",
    "DEBUG",
    "ERROR",
    "UNKNOWN",
    "ABOUT",
    "END",
    "DONE",
    "SWAP",
    "SUGGEST",
    "INFO",
    "YXSHOWINFO",
    "YXSHOWFORBID",
    "YXHASHCLEAR",
    "YXSTOP",
    "YXNBEST",
    "STOP",
];

/// Error text for a command without its numbers.
const EXPECTED: &str = "expected numbers, as in TURN 7,7 and START 15";

/// Numbers separated by commas and blanks; `None` if there is anything else.
fn numbers(text: &str) -> Option<Vec<i32>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

fn size_of(command: &str, rest: &str) -> Option<BoardSize> {
    match (command, numbers(rest)?.as_slice()) {
        ("START", &[side]) => BoardSize::square(usize::try_from(side).ok()?).ok(),
        ("START" | "RECTSTART", &[width, height]) => {
            BoardSize::new(usize::try_from(width).ok()?, usize::try_from(height).ok()?).ok()
        }
        _ => None,
    }
}

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
        let is_known = command != "INFO" && SILENT.contains(&command.as_str()) || command.starts_with("YXSHOW");
        // `name="Rapfi", version="0.39"` answers ABOUT.
        is_known || ["$", "YXQUERY", "NAME=\""].iter().any(|begin| command.starts_with(begin))
    };
    let lines = text.lines().map(content).filter(|line| !line.is_empty());
    let mut lines = lines.take(PREAMBLE).skip_while(is_preamble);
    let Some(first) = lines.next() else { return false };
    let (command, rest) = command_of(first);
    let is_number = |word: &str| word.parse::<i64>().is_ok();
    match command.as_str() {
        "START" | "RECTSTART" => size_of(&command, rest).is_some(),
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

/// The manager's settings, which apply to all following games.
#[derive(Clone, Copy, Default)]
struct Manager {
    /// Number of the last `INFO rule`.
    rule: Option<i64>,
    /// Whether the manager belongs to Yixin-Board's family, with its own rule numbers.
    is_board_program: bool,
    /// Whether points are written as row,column.
    is_row_first: bool,
    /// Whether they are after `YXSHOWINFO`, if a printed board shows it.
    shown_order: Option<bool>,
}

impl Manager {
    /// The rule; its number is interpreted as in the engine.
    fn rule(self) -> Option<Rule> {
        let bits = match self.rule? {
            2 if self.is_board_program => return Some(Rule::Renju),
            5 | 6 if self.is_board_program => return Some(Rule::Freestyle),
            bits => bits,
        };
        Rule::from_bits(bits).ok().map(|(rule, _)| rule)
    }

    /// Column and row of a point's two numbers.
    fn xy(self, first: i32, second: i32) -> (i32, i32) {
        if self.is_row_first { (second, first) } else { (first, second) }
    }
}

/// State of a game while its dialogue is read.
#[derive(Default)]
struct Talk {
    size: Option<BoardSize>,
    manager: Manager,
    entries: Vec<Entry>,
    /// Column and row of each blocked cell.
    blocked: Vec<(i32, i32)>,
    /// Line of the current block's command, and the count of numbers per entry.
    block: Option<(usize, usize)>,
    is_blocking: bool,
    /// Number of entries that belong to a block and may be in any order.
    given: usize,
    damage: Vec<(usize, String)>,
    /// Names of the first engine and the other one.
    names: [String; 2],
    /// The other engine's last move, if the first engine has not received it.
    unheard: Option<Entry>,
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.decode(source, given, None);
    if is_session(&text) {
        return read_session(&text, given, games);
    }
    let log = LogLines::of(&text);
    let names = log.names.unwrap_or_default().map(str::to_owned);
    let lines: Vec<&str> = log.lines.iter().map(|&(line, is_other)| if is_other { "" } else { line }).collect();
    let manager = Manager { shown_order: shown_order(&lines, games), ..Manager::default() };
    let mut talk = Talk { manager, names: names.clone(), ..Talk::default() };
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
        if let Some(end) = end_of_query(&command, &lines[index + 1..]) {
            skipped = index + 2 + end;
            continue;
        }
        if ["START", "RECTSTART", "RESTART"].contains(&command.as_str()) && !talk.entries.is_empty() {
            let next = Talk { size: talk.size, manager: talk.manager, names: names.clone(), ..Talk::default() };
            games_found.push(std::mem::replace(&mut talk, next));
        }
        talk.add_line(index + 1, line);
    }
    if let Some((line, _)) = talk.block {
        games.warn(Place::Line(line), "DONE is missing: the stones up to the end were read");
    }
    games_found.push(talk);
    games_found.retain(|talk| !talk.entries.is_empty() || !talk.damage.is_empty());
    if games_found.is_empty() {
        return Err(ReadError::new("no stone in the dialogue"));
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
        let manager = Manager { shown_order: Some(false), ..Manager::default() };
        let mut talk = Talk { manager, ..Talk::default() };
        let begin = lines[..end].iter().rposition(|line| is(line, "START") || is(line, "RESTART")).unwrap_or(0);
        lines[begin..end].iter().for_each(|line| talk.add_line(1, line));
        talk.entries.iter().filter_map(|entry| entry.xy).collect()
    };
    let order = traced::is_row_first(lines, points_before);
    if order.is_none() && lines.iter().any(|line| line.to_ascii_lowercase().contains("rapfi")) {
        games.warn(None, "the points after YXSHOWINFO are read as row,column");
    }
    order
}

/// End of a database query's list of stones, which are not stones of the game.
fn end_of_query(command: &str, behind: &[&str]) -> Option<usize> {
    if !command.starts_with("YX") || !command.contains("DATABASE") {
        return None;
    }
    let end = behind.iter().position(|line| numbers(line).is_none())?;
    behind[end].eq_ignore_ascii_case("DONE").then_some(end)
}

impl Talk {
    /// Stores a move that the other engine answered.
    fn overhear(&mut self, number: usize, line: &str) {
        if let Some(&[x, y]) = numbers(line).as_deref() {
            self.unheard = Some(Entry { line: number, xy: Some(self.manager.xy(x, y)), whose: Whose::Other });
        }
    }

    fn add_line(&mut self, number: usize, line: &str) {
        let (command, rest) = command_of(line);
        let numbers_of = |text: &str| numbers(text).unwrap_or_default();
        match command.as_str() {
            "" => {}
            "START" | "RECTSTART" => match size_of(&command, rest) {
                Some(size) => self.size = Some(size),
                None => self.damage.push((number, format!("'{line}': {EXPECTED}"))),
            },
            "INFO" => {
                let mut words = rest.split_whitespace();
                let key = words.next().unwrap_or_default().to_ascii_lowercase();
                match key.as_str() {
                    "rule" => self.manager.rule = words.next().and_then(|bits| bits.parse().ok()).or(self.manager.rule),
                    "show_detail" | "caution_factor" => self.manager.is_board_program = true,
                    _ => {}
                }
            }
            "YXSHOWINFO" => {
                self.manager.is_board_program = true;
                self.manager.is_row_first = self.manager.shown_order.unwrap_or(true);
            }
            "BEGIN" | "RESTART" | "END" => {}
            "DONE" => (self.block, self.is_blocking) = (None, false),
            "YXBLOCK" => self.is_blocking = true,
            "TURN" | "PLAY" => {
                let whose = if command == "TURN" { Whose::Other } else { Whose::Own };
                match numbers_of(rest)[..] {
                    [x, y] => self.entries.push(Entry { line: number, xy: Some(self.manager.xy(x, y)), whose }),
                    _ => self.damage.push((number, format!("'{line}': {EXPECTED}"))),
                }
            }
            "TAKEBACK" => match numbers_of(rest)[..] {
                [x, y] => {
                    let at = self.entries.iter().rposition(|entry| entry.xy == Some(self.manager.xy(x, y)));
                    at.map(|at| self.entries.remove(at));
                }
                _ => drop(self.entries.pop()),
            },
            _ if self.is_blocking => match numbers_of(line)[..] {
                [x, y] => self.blocked.push(self.manager.xy(x, y)),
                _ => self.damage.push((number, format!("'{line}': {EXPECTED}"))),
            },
            _ if self.block.is_some() => self.add_entry(number, line),
            name => match BLOCKS.iter().find(|(block, _)| *block == name) {
                Some(&(_, fields)) => {
                    self.entries.clear();
                    self.given = 0;
                    self.block = Some((number, fields));
                    self.add_entries_of_line(number, rest);
                }
                None => self.add_answer(number, line),
            },
        }
    }

    /// Adds the entries of a block on one line, such as `YXBOARD 7,7,1 8,8,2 DONE`.
    fn add_entries_of_line(&mut self, number: usize, rest: &str) {
        for word in rest.split_whitespace() {
            if word.eq_ignore_ascii_case("DONE") {
                self.block = None;
            } else if self.block.is_some() {
                self.add_entry(number, word);
            }
        }
    }

    fn add_entry(&mut self, number: usize, line: &str) {
        let fields = self.block.map_or(3, |(_, fields)| fields);
        let numbers = numbers(line).unwrap_or_default();
        let entry = match (numbers.as_slice(), fields) {
            (&[x, y, 3], 3) => return self.blocked.push(self.manager.xy(x, y)),
            (&[x, y, who @ (1 | 2)], 3) => {
                let xy = Some(self.manager.xy(x, y)).filter(|xy| *xy != (-1, -1));
                Entry { line: number, xy, whose: if who == 1 { Whose::Own } else { Whose::Other } }
            }
            (&[x, y], 2) => Entry { line: number, xy: Some(self.manager.xy(x, y)), whose: Whose::Next },
            _ => return self.damage.push((number, format!("'{line}' is not a stone"))),
        };
        self.entries.push(entry);
        self.given = self.entries.len();
    }

    /// Adds an engine's answer: a stone, several in an opening, or text.
    fn add_answer(&mut self, number: usize, line: &str) {
        let (word, _) = command_of(line);
        match numbers(line).as_deref() {
            Some(&[x, y]) => {
                self.entries.push(Entry { line: number, xy: Some(self.manager.xy(x, y)), whose: Whose::Own })
            }
            Some(several) if several.len() > 2 && several.len().is_multiple_of(2) => {
                let points = several.chunks_exact(2).map(|xy| self.manager.xy(xy[0], xy[1]));
                self.entries.extend(points.map(|xy| Entry { line: number, xy: Some(xy), whose: Whose::Next }));
            }
            _ if SILENT.contains(&word.as_str()) || word.starts_with("YX") || line.contains('=') => {}
            // The shell prompt that starts the engine.
            _ if word.starts_with('$') => {}
            _ => self.damage.push((number, format!("'{line}' is neither a command nor an answer"))),
        }
    }

    fn finish(mut self, given: &Given, games: &mut FoundGames) -> Result<GameTree, ReadError> {
        // The other engine ended the game with its last move.
        let last = self.entries.last().map_or(0, |entry| entry.line);
        let ending =
            self.unheard.take_if(|entry| entry.line > last && !self.entries.iter().any(|old| old.xy == entry.xy));
        self.entries.extend(ending);
        let rule = given.rule(self.manager.rule(), Rule::Freestyle)?;
        let xys = self.entries.iter().filter_map(|entry| entry.xy).chain(self.blocked.iter().copied());
        let reach = xys.fold([0; 2], |[columns, rows], (x, y)| {
            [columns.max(x.max(0) as usize + 1), rows.max(y.max(0) as usize + 1)]
        });
        let size = if self.size.is_some() { given.size(self.size)? } else { given.size_for(reach)? };
        for (line, problem) in self.damage {
            games.warn(Place::Line(line), format!("{problem}: left out"));
        }
        let mut game = game_of(rule, size, &self.entries, self.given, &self.blocked)?;
        if game.setup.is_empty() {
            game.names = self.names;
            if self.entries.first().is_some_and(|entry| entry.whose == Whose::Other) {
                game.names.swap(0, 1);
            }
        }
        Ok(GameTree::from(&game))
    }
}
