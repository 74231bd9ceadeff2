//! The database of positions: Yixin-Board's commands for it, and moves from it.

use super::command::DatabaseCommand;
use super::deletion::{Deletion, result_code};
use crate::base::Point;
use crate::board::{Board, format_point};
use crate::database::{Database, DatabaseError, Entry, KnownMove, Proof, known_moves, playable_moves};
use crate::protocol::error::CommandError;
use crate::protocol::input::Block;
use crate::protocol::input::CoordinateOrder;
use crate::protocol::input::{parse_numbers, quote, shorten, unquote};
use crate::protocol::session::Session;
use std::path::Path;

/// How many known moves a message about the position names.
const MOVES_PER_MESSAGE: usize = 8;

impl Session {
    /// Opens the database of this name, or makes one. The one that was open before is closed, but not when this fails.
    pub(in crate::protocol) fn set_database(&mut self, path: &str) -> Result<(), CommandError> {
        let count = self.workload.clone().during(|| self.open_database(path))?;
        self.writer.message(format_args!("opened a database of {count} positions"));
        Ok(())
    }

    /// Returns the number of its positions.
    fn open_database(&mut self, path: &str) -> Result<u64, CommandError> {
        // The bytes of such a name are lost: it would make a file of another one.
        if path.contains(char::REPLACEMENT_CHARACTER) {
            return Err(CommandError::DatabaseNameEncoding);
        }
        // A name may stand in quotation marks.
        let path = Path::new(path.trim().trim_matches('"'));
        // The file that is open already cannot be opened again.
        let database = match self.knowledge.database.take_if(|database| database.has_open(path)) {
            Some(database) => Ok(database),
            None if self.settings.database_read_only => Database::open(path),
            None => Database::open_or_create(path),
        };
        let database = database.map_err(|error| CommandError::Database(error.to_string()))?;
        let count = database.len().map_err(|error| CommandError::Database(error.to_string()))?;
        self.use_database(database);
        Ok(count)
    }

    /// Plays from this database from here on.
    pub(in crate::protocol) fn use_database(&mut self, database: Database) {
        self.knowledge.database = Some(database);
        self.settings.use_database = true;
    }

    /// Every change is on the disk already.
    pub(in crate::protocol) fn save_database(&mut self) -> Result<(), CommandError> {
        self.database()?;
        self.writer.message("the database is saved");
        Ok(())
    }

    /// Reads every position.
    pub(in crate::protocol) fn check_database(&mut self) -> Result<(), CommandError> {
        let count = self.with_database(Database::verify)?;
        self.writer.message(format_args!("{count} positions, no damage"));
        Ok(())
    }

    fn database(&self) -> Result<&Database, CommandError> {
        self.knowledge.database.as_ref().ok_or(CommandError::NoDatabase)
    }

    /// Reads or changes the database. The end of input waits for this, but not for the answer, which may have no reader.
    fn with_database<T>(&self, work: impl FnOnce(&Database) -> Result<T, DatabaseError>) -> Result<T, CommandError> {
        let database = self.database()?;
        self.workload.during(|| work(database)).map_err(|error| CommandError::Database(error.to_string()))
    }

    /// A move that the database knows to be good, when it is in use and the engine plays at full strength. What is
    /// known of the position is reported. A database that cannot be read is reported and closed: the game goes on.
    pub(in crate::protocol) fn database_move(&mut self, board: &Board) -> Option<Point> {
        let moves = self.known_moves(board)?;
        if !self.settings.level().is_full_strength() {
            return None;
        }
        let blocked = self.state.game().map_or(&[][..], |game| &game.blocked);
        let variety = self.settings.database_variety;
        self.knowledge.choose(&playable_moves(&moves, board, blocked, variety), variety > 0)
    }

    /// What the database in use knows of the moves of a board, reported in one message; `None` without one. No message
    /// of ours begins with the word "database", by which Yixin-Board knows its own records.
    pub(in crate::protocol) fn known_moves(&mut self, board: &Board) -> Option<Vec<KnownMove>> {
        let database = self.knowledge.database.as_ref().filter(|_| self.settings.use_database)?;
        match known_moves(database, board) {
            Ok(moves) => {
                if !moves.is_empty() {
                    let text = moves.iter().take(MOVES_PER_MESSAGE).map(|known| describe(board, known));
                    self.writer.message(format_args!("known {}", text.collect::<Vec<_>>().join(", ")));
                }
                Some(moves)
            }
            Err(error) => {
                self.writer.message(format_args!("closed the database: {error}"));
                self.knowledge.database = None;
                None
            }
        }
    }

    /// A block of `YXQUERY…`, `YXEDIT…` or `YXDELETE…`: its stones are the moves from the empty board, Black's first.
    pub(in crate::protocol) fn database_block(
        &mut self,
        command: DatabaseCommand,
        block: Block,
    ) -> Result<(), CommandError> {
        let argument = block.argument.clone();
        let mut board = self.empty_board()?;
        for point in block.points()? {
            board.make(point, &mut ());
        }
        if command.writes() && self.settings.database_read_only {
            return Err(CommandError::DatabaseReadOnly);
        }
        match command {
            DatabaseCommand::QueryAll => self.write_children(&board),
            DatabaseCommand::QueryOne => self.write_record(&board),
            DatabaseCommand::QueryText => self.write_comment(&board),
            DatabaseCommand::QueryAllText => {
                self.write_children(&board)?;
                if self.database().is_err() && self.asks_always() {
                    return Ok(());
                }
                self.write_comment(&board)
            }
            DatabaseCommand::EditRecord => {
                let (mask, label, value, depth) = parse_record(&argument)?;
                self.change(&board, |entry| {
                    // The bits of the mask: label, value, depth.
                    if mask & 1 != 0 {
                        entry.label = label;
                    }
                    if mask & 2 != 0 {
                        entry.score = value;
                    }
                    if mask & 4 != 0 {
                        entry.depth = depth;
                    }
                    if mask & 6 != 0 {
                        // The search's own score is gone, and its moves and its name go with it.
                        entry.nodes = 0;
                        entry.moves.clear();
                        entry.author.clear();
                    }
                })?;
                self.write_record(&board)
            }
            DatabaseCommand::EditText => {
                let text = unquote(&argument);
                self.change(&board, |entry| entry.comment = text)
            }
            DatabaseCommand::EditLabel => {
                let (point, label) = argument.trim().split_once(char::is_whitespace).unwrap_or((argument.trim(), ""));
                let point = self.coordinates.parse(board.size(), point)?;
                if !board.is_empty(point) {
                    return Err(CommandError::Occupied(shorten(&argument)));
                }
                board.make(point, &mut ());
                self.change(&board, |entry| entry.label = label.trim().to_owned())
            }
            DatabaseCommand::DeleteOne => {
                self.with_database(|database| database.remove([&board]))?;
                Ok(())
            }
            DatabaseCommand::DeleteAll => {
                let kind =
                    Deletion::parse(&argument).ok_or_else(|| CommandError::DatabaseKind(shorten(argument.trim())))?;
                let is_meant = |entry: &Entry| kind.is_meant(entry);
                let removed =
                    self.with_database(|database| database.remove_after(&board, &is_meant, kind.keeps_lines()))?;
                let positions = match removed {
                    1 => "1 position is".to_owned(),
                    count => format!("{count} positions are"),
                };
                self.writer.message(format_args!("{positions} deleted"));
                self.write_children(&board)
            }
        }
    }

    fn change(&self, board: &Board, edit: impl FnOnce(&mut Entry)) -> Result<(), CommandError> {
        self.with_database(|database| {
            let mut entry = database.get(board)?.unwrap_or_default();
            edit(&mut entry);
            database.write([(board, &entry)])
        })
    }

    /// Yixin-Board asks after every move, whether a database was ever named or not.
    fn asks_always(&self) -> bool {
        self.coordinates == CoordinateOrder::RowColumn
    }

    /// `DATABASE x y label value depth bound hastext text` for each known move of the position.
    fn write_children(&mut self, board: &Board) -> Result<(), CommandError> {
        let moves = match self.database() {
            Err(_) if self.asks_always() => Vec::new(),
            _ => self.with_database(|database| known_moves(database, board))?,
        };
        self.writer.message("DATABASE REFRESH");
        for known in moves {
            let Some(after) = &known.after else { continue };
            let point = point_words(self.coordinates, board, known.point);
            let label = display_label(after);
            let (value, depth, bound) = (after.score, after.depth, bound(after));
            let has_text = u8::from(!after.comment.is_empty());
            let text = if result_code(after).is_some() { "" } else { &after.label };
            let line = format!("DATABASE {point} {label} {value} {depth} {bound} {has_text} {text}");
            self.writer.message(line.trim_end());
        }
        self.writer.message("DATABASE DONE");
        Ok(())
    }

    /// `DATABASE ONE label value depth bound displaylabel`.
    fn write_record(&mut self, board: &Board) -> Result<(), CommandError> {
        let entry = self.with_database(|database| database.get(board))?;
        match entry {
            Some(entry) => {
                let label = label_code(&entry).map_or(-1, i32::from);
                let (value, depth, bound) = (entry.score, entry.depth, bound(&entry));
                let line = format!("DATABASE ONE {label} {value} {depth} {bound} {}", entry.label);
                self.writer.message(line.trim_end());
            }
            None => self.writer.message("DATABASE ONE 0 0 0 0"),
        }
        Ok(())
    }

    /// `DATABASE TEXT "comment"`.
    fn write_comment(&mut self, board: &Board) -> Result<(), CommandError> {
        let entry = self.with_database(|database| database.get(board))?;
        let comment = entry.map_or(String::new(), |entry| entry.comment);
        self.writer.message(format_args!("DATABASE TEXT {}", quote(&comment)));
        Ok(())
    }
}

/// A point as two words in the manager's order.
fn point_words(order: CoordinateOrder, board: &Board, point: Point) -> String {
    order.format(board.size(), point).replace(',', " ")
}

/// The label as board programs read it of one position: a result's code, or the only letter.
fn label_code(entry: &Entry) -> Option<u8> {
    let letter = || entry.label.as_bytes().first().filter(|letter| entry.label.len() == 1 && letter.is_ascii_graphic());
    result_code(entry).or_else(|| letter().copied())
}

/// The label as board programs read it in lists: up to four bytes as one number, -1 without a label.
fn display_label(entry: &Entry) -> i64 {
    let text = match entry.proof {
        Proof::Win { stones } => format!("W{stones}"),
        Proof::Loss { stones } => format!("L{stones}"),
        Proof::Open => entry.label.clone(),
    };
    if text.is_empty() {
        return -1;
    }
    text.bytes().take(4).fold(0, |number, byte| number << 8 | i64::from(byte))
}

/// 3 (exact) for a position with a score, 0 for one without.
fn bound(entry: &Entry) -> u8 {
    if entry.has_score() { 3 } else { 0 }
}

/// `mask label value depth`, the label a letter or its number.
fn parse_record(argument: &str) -> Result<(i32, String, i32, u16), CommandError> {
    let wrong = || CommandError::DatabaseRecord(shorten(argument));
    let words: Vec<&str> = argument.split_whitespace().collect();
    let &[mask, label, value, depth] = words.as_slice() else { return Err(wrong()) };
    let label = match parse_numbers(label).as_deref() {
        Some(&[0 | -1]) => String::new(),
        Some(&[code @ 33..=126]) => match char::from(code as u8) {
            // Results are large letters, whatever is typed.
            result @ ('w' | 'l' | 'd' | 'x') => result.to_ascii_uppercase().to_string(),
            letter => letter.to_string(),
        },
        Some(_) => return Err(wrong()),
        None => label.to_uppercase(),
    };
    let number = |word: &str| word.parse::<i32>().map_err(|_| wrong());
    let depth = u16::try_from(number(depth)?.max(0)).map_err(|_| wrong())?;
    Ok((number(mask)?, label, number(value)?, depth))
}

fn describe(board: &Board, known: &KnownMove) -> String {
    let name = format_point(board.size(), known.point);
    match (known.proof, known.score) {
        // The opponent, to move after it, has lost when `stones` more of the winner's are on the board.
        (Proof::Loss { stones }, _) => format!("{name} wins ({})", stones + 1),
        (Proof::Win { stones }, _) => format!("{name} loses ({stones})"),
        (Proof::Open, Some(score)) if known.depth == 0 => format!("{name} {score:+}"),
        (Proof::Open, Some(score)) => format!("{name} {score:+} depth {}", known.depth),
        (Proof::Open, None) if known.games.total() > 0 => {
            format!("{name} games +{} ={} -{}", known.games.wins, known.games.draws, known.games.losses)
        }
        (Proof::Open, None) => name,
    }
}
