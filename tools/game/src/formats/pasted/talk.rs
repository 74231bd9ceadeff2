//! A game while its dialogue of the protocol is read: commands, the engine's answers, and blocks of stones.

use super::log::command_of;
use super::stones::{ListedTurn, Whose, game_of, out_of_turn, reach_of};
use crate::formats::{FoundGames, GameTree, Given, Place, ReadError};
use tengen::base::{BoardSize, Rule};
use tengen::board::format_point;
use tengen_database::{Reason, why};

/// Commands that begin a block of stones, ended by `DONE`, with the count of numbers per line.
pub const BLOCKS: [(&str, usize); 7] = [
    ("BOARD", 3),
    ("YXBOARD", 3),
    ("SWAP2BOARD", 2),
    ("SWAPBOARD", 2),
    ("SWAP1STBOARD", 2),
    ("PROBOARD", 2),
    ("LONGPROBOARD", 2),
];
/// Whether the first word of a line, in capital letters, is another one that does not concern the stones.
pub fn is_silent(word: &str) -> bool {
    let is_answer = matches!(word, "OK" | "MESSAGE" | "DEBUG" | "ERROR" | "UNKNOWN" | "SWAP" | "SUGGEST");
    let is_of_board = matches!(word, "YXSHOWINFO" | "YXSHOWFORBID" | "YXHASHCLEAR" | "YXSTOP" | "YXNBEST");
    is_answer || is_of_board || matches!(word, "ABOUT" | "END" | "DONE" | "INFO" | "STOP")
}

/// A pass as two numbers.
const PASS: (i32, i32) = (-1, -1);

/// Numbers separated by commas and blanks; `None` if there is anything else.
pub fn numbers(text: &str) -> Option<Vec<i32>> {
    let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    words.map(|word| word.parse().ok()).collect()
}

pub fn size_of(command: &str, rest: &str) -> Option<BoardSize> {
    match (command, numbers(rest)?.as_slice()) {
        ("START", &[side]) => BoardSize::square(usize::try_from(side).ok()?).ok(),
        ("START" | "RECTSTART", &[width, height]) => {
            BoardSize::new(usize::try_from(width).ok()?, usize::try_from(height).ok()?).ok()
        }
        _ => None,
    }
}

/// The manager's settings, which apply to all following games.
#[derive(Clone, Copy, Default)]
pub struct Manager {
    /// Number of the last `INFO rule`.
    rule: Option<i64>,
    /// Whether the manager belongs to Yixin-Board's family, with its own rule numbers.
    is_board_program: bool,
    /// Whether points are written as row,column.
    is_row_first: bool,
    /// Whether points after `YXSHOWINFO` are row,column; `None` until a printed board shows it.
    shown_order: Option<bool>,
}

impl Manager {
    /// Settings before any command, with the order of a point's numbers after `YXSHOWINFO`, if it is known.
    pub fn with_order(shown_order: Option<bool>) -> Self {
        Self { shown_order, ..Self::default() }
    }

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
pub struct Talk {
    size: Option<BoardSize>,
    manager: Manager,
    pub entries: Vec<ListedTurn>,
    /// Column and row of each blocked cell.
    blocked: Vec<(i32, i32)>,
    /// Line of the current block's command, and the count of numbers per entry.
    block: Option<(usize, usize)>,
    /// Whether a list of points follows that are no stones.
    is_listing: bool,
    /// Whether `YXBLOCK` keeps moves out of the search.
    is_excluding: bool,
    /// Whether the engine has to answer with a move.
    is_awaiting: bool,
    /// The first move that came before the engine's answer.
    unanswered: Option<ListedTurn>,
    undo: Option<CommandUndo>,
    /// Number of entries that belong to a block and may be in any order.
    given: usize,
    damage: Vec<LeftOutLine>,
    /// Names of the first engine and the other one.
    names: [String; 2],
    /// The other engine's last move, if the first engine has not received it.
    unheard: Option<ListedTurn>,
}

/// A line that is left out: its number, what will be said of it, and its text. Reasons for millions of lines would fill the
/// memory.
type LeftOutLine = (usize, fn(String) -> Reason, String);

/// How to take the last command back if the engine answers with an error.
enum CommandUndo {
    /// Removes the entries from this number on.
    Truncate(usize),
    /// Inserts an entry that was taken back, and restores the number of given ones.
    Insert(usize, ListedTurn, usize),
    /// Restores the entries, the number of given ones and the blocked cells before a block.
    Restore(Vec<ListedTurn>, usize, Vec<(i32, i32)>),
}

impl Talk {
    /// A conversation before its first line.
    pub fn new(manager: Manager, names: [String; 2]) -> Self {
        Self { manager, names, ..Self::default() }
    }

    /// A game that follows this one in the same conversation.
    pub fn next_game(&self) -> Self {
        Self { size: self.size, manager: self.manager, names: self.names.clone(), ..Self::default() }
    }

    /// The line of a block without an end.
    pub fn open_block(&self) -> Option<usize> {
        self.block.map(|(line, _)| line)
    }

    /// Whether anything was found.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.damage.is_empty()
    }

    /// Stores a move that the other engine answered.
    pub fn overhear(&mut self, number: usize, line: &str) {
        if let Some(&[x, y]) = numbers(line).as_deref() {
            self.unheard = Some(ListedTurn { line: number, xy: Some(self.manager.xy(x, y)), whose: Whose::Other });
        }
    }

    /// Adds a command, a line of a block, or an answer.
    pub fn add_line(&mut self, number: usize, line: &str) {
        let (command, rest) = command_of(line);
        if self.is_listing && numbers(line).is_some() {
            return;
        }
        self.is_listing = false;
        match command.as_str() {
            "" => {}
            "START" | "RECTSTART" => match size_of(&command, rest) {
                Some(size) => self.size = Some(size),
                None if numbers(rest).is_some_and(|sides| !sides.is_empty()) => {
                    let sides = |text| why::sides(text, BoardSize::MIN, BoardSize::MAX);
                    self.damage.push((number, sides, line.to_owned()));
                }
                None => self.damage.push((number, why::numbers, line.to_owned())),
            },
            "INFO" => self.set(rest),
            "YXSHOWINFO" => {
                self.manager.is_board_program = true;
                self.manager.is_row_first = self.manager.shown_order.unwrap_or(true);
            }
            "BEGIN" => self.is_awaiting = true,
            "RESTART" | "END" => {}
            "DONE" => self.block = None,
            "ERROR" | "UNKNOWN" => self.take_command_back(),
            "YXBLOCKRESET" => self.is_excluding = false,
            _ if command.starts_with("YXBLOCK") => {
                self.is_excluding |= command == "YXBLOCK";
                self.is_listing = !rest.to_ascii_uppercase().ends_with("DONE");
            }
            "TURN" | "PLAY" => self.add_move(number, line),
            "TAKEBACK" => self.take_back(rest),
            _ if self.block.is_some() => self.add_entry(number, line),
            name => match BLOCKS.iter().find(|(block, _)| *block == name) {
                Some(&(name, fields)) => {
                    let (entries, blocked) = (std::mem::take(&mut self.entries), std::mem::take(&mut self.blocked));
                    self.undo = Some(CommandUndo::Restore(entries, self.given, blocked));
                    self.given = 0;
                    self.block = Some((number, fields));
                    self.is_awaiting = name == "BOARD";
                    self.add_entries_of_line(number, rest);
                }
                None => self.add_answer(number, line),
            },
        }
    }

    /// Adds a setting of `INFO`.
    fn set(&mut self, setting: &str) {
        let mut words = setting.split_whitespace();
        let key = words.next().unwrap_or_default().to_ascii_lowercase();
        match key.as_str() {
            "rule" => self.manager.rule = words.next().and_then(|bits| bits.parse().ok()).or(self.manager.rule),
            "show_detail" | "caution_factor" => self.manager.is_board_program = true,
            _ => {}
        }
    }

    /// Adds the move of `TURN` or `PLAY`.
    fn add_move(&mut self, number: usize, line: &str) {
        let (command, rest) = command_of(line);
        let Some(&[x, y]) = numbers(rest).as_deref() else {
            return self.damage.push((number, why::numbers, line.to_owned()));
        };
        let whose = if command == "TURN" { Whose::Other } else { Whose::Own };
        let entry = ListedTurn { line: number, xy: Some(self.manager.xy(x, y)), whose };
        if whose == Whose::Other && std::mem::replace(&mut self.is_awaiting, true) {
            self.unanswered.get_or_insert(entry);
        }
        self.undo = Some(CommandUndo::Truncate(self.entries.len()));
        self.entries.push(entry);
    }

    /// Takes back the named stone or pass, or the last one.
    fn take_back(&mut self, rest: &str) {
        let at = match numbers(rest).as_deref() {
            Some(&[x, y]) => {
                let xy = self.manager.xy(x, y);
                self.entries.iter().rposition(|entry| entry.xy.unwrap_or(PASS) == xy)
            }
            _ => self.entries.len().checked_sub(1),
        };
        self.undo = at.map(|at| CommandUndo::Insert(at, self.entries.remove(at), self.given));
        // A stone of a block may be taken back as well.
        self.given -= usize::from(at.is_some_and(|at| at < self.given));
        self.is_awaiting = false;
    }

    /// Undoes the last command, which the engine has refused.
    fn take_command_back(&mut self) {
        self.is_awaiting = false;
        match self.undo.take() {
            Some(CommandUndo::Truncate(count)) => {
                self.entries.truncate(count);
                self.given = self.given.min(count);
            }
            Some(CommandUndo::Insert(at, entry, given)) => {
                self.entries.insert(at, entry);
                self.given = given;
            }
            Some(CommandUndo::Restore(entries, given, blocked)) => {
                (self.entries, self.given, self.blocked, self.block) = (entries, given, blocked, None);
            }
            None => {}
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
                let xy = Some(self.manager.xy(x, y)).filter(|xy| *xy != PASS);
                ListedTurn { line: number, xy, whose: if who == 1 { Whose::Own } else { Whose::Other } }
            }
            (&[x, y], 2) => ListedTurn { line: number, xy: Some(self.manager.xy(x, y)), whose: Whose::Next },
            _ => return self.damage.push((number, why::not_a_stone, line.to_owned())),
        };
        self.entries.push(entry);
        self.given = self.entries.len();
    }

    /// Adds an engine's answer: a stone, several in an opening, or text.
    fn add_answer(&mut self, number: usize, line: &str) {
        let (word, _) = command_of(line);
        match numbers(line).as_deref() {
            Some(&[x, y]) => {
                let entry = ListedTurn { line: number, xy: Some(self.manager.xy(x, y)), whose: Whose::Own };
                // `PLAY` is answered with its own move.
                let is_played =
                    self.entries.last().is_some_and(|last| (last.xy, last.whose) == (entry.xy, entry.whose));
                if !is_played || !matches!(self.undo, Some(CommandUndo::Truncate(_))) {
                    self.entries.push(entry);
                }
                (self.undo, self.is_awaiting) = (None, false);
            }
            Some(several) if several.len() > 2 && several.len().is_multiple_of(2) => {
                let points = several.chunks_exact(2).map(|xy| self.manager.xy(xy[0], xy[1]));
                self.entries.extend(points.map(|xy| ListedTurn { line: number, xy: Some(xy), whose: Whose::Next }));
                (self.undo, self.is_awaiting) = (None, false);
            }
            _ if is_silent(&word) || word.starts_with("YX") || line.contains('=') => {}
            // The shell prompt that starts the engine.
            _ if word.starts_with('$') => {}
            _ => self.damage.push((number, why::not_command, line.to_owned())),
        }
    }

    /// The game of all lines. Fails if an answer is missing, or if a stone is off the board or out of turn.
    pub fn finish(mut self, given: &Given, games: &mut FoundGames) -> Result<GameTree, ReadError> {
        // The other engine ended the game with its last move.
        let last = self.entries.last().map_or(0, |entry| entry.line);
        let ending =
            self.unheard.take_if(|entry| entry.line > last && !self.entries.iter().any(|old| old.xy == entry.xy));
        self.entries.extend(ending);
        let own = self.manager.rule();
        let rule = given.rule(own, Rule::Freestyle)?;
        if let Some(bits) = self.manager.rule.filter(|_| own.is_none()) {
            // The engine refuses contradictory and unknown bits.
            games.warn_of_rule(&bits.to_string(), rule, given);
        }
        if rule == Rule::Renju {
            self.entries.iter_mut().for_each(|entry| entry.xy = entry.xy.filter(|xy| *xy != PASS));
        } else if let Some(pass) = self.entries.iter().find(|entry| entry.xy == Some(PASS)) {
            return Err(ReadError::at(Place::Line(pass.line), why::no_pass(rule)));
        }
        let reach = reach_of(self.entries.iter().filter_map(|entry| entry.xy).chain(self.blocked.iter().copied()));
        let size = if self.size.is_some() { given.size(self.size)? } else { given.size_for(reach)? };
        for (line, problem, text) in self.damage {
            games.warn(Place::Line(line), why::left_out(problem(text)));
        }
        if self.is_excluding {
            games.warn(None, why::search_only());
        }
        if let Some(ListedTurn { line, xy, .. }) = self.unanswered {
            let name = xy.and_then(|(x, y)| size.point(x, y)).map_or_else(String::new, |at| format_point(size, at));
            return Err(out_of_turn(line, &name));
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
