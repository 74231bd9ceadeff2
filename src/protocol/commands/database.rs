//! Yixin-Board's commands for the database of positions, and moves from the database.

use super::deletion::Deletion;
use crate::protocol::error::CommandError;
use crate::protocol::input::{Block, CoordinateOrder, Entries, Text, parse_numbers, quote, shorten, unquote};
use crate::protocol::session::{Call, Session};
use crate::server::counted;
use std::path::Path;
use tengen::base::Point;
use tengen::board::{Board, format_point};
use tengen_database::knowledge::{Entry, KnownMove, Proof};
use tengen_database::{Database, DatabaseError, known_moves};

/// Most known moves in a message about the position.
const MOVES_PER_MESSAGE: usize = 8;

impl Session {
    /// Opens the database of this name, or creates one. The database that was open before is closed, unless this fails.
    pub(in crate::protocol) fn set_database(&mut self, path: &Path) -> Result<(), CommandError> {
        let open = if self.settings.database_read_only { Database::open } else { Database::open_or_create };
        let opened = self.workload.clone().during(|| self.open_database(path, open));
        let count = opened.map_err(|error| CommandError::Database(error.to_string()))?;
        self.writer.message(format_args!("opened a database of {}", counted(count, "position")));
        Ok(())
    }

    /// Confirms that the database is saved: every change is on disk already.
    pub(in crate::protocol) fn save_database(&mut self) -> Result<(), CommandError> {
        self.database()?;
        self.writer.message("the database is saved");
        Ok(())
    }

    /// Checks the whole database.
    pub(in crate::protocol) fn check_database(&mut self) -> Result<(), CommandError> {
        let count = self.with_database(|database| database.verify())?;
        self.writer.message(format_args!("{}, no damage", counted(count, "position")));
        Ok(())
    }

    pub(super) fn database(&self) -> Result<&Database, CommandError> {
        self.opened.database.as_ref().ok_or(CommandError::NoDatabase)
    }

    /// Reads or changes the database. At the end of input the process waits for this work, but not for the answer,
    /// which may have no reader.
    fn with_database<T>(&self, work: impl FnOnce(&Database) -> Result<T, DatabaseError>) -> Result<T, CommandError> {
        let database = self.database()?;
        self.workload.during(|| work(database)).map_err(|error| CommandError::Database(error.to_string()))
    }

    /// A good move from the database in use. Known moves of the position are reported.
    pub(in crate::protocol) fn database_move(&mut self, board: &Board) -> Option<Point> {
        let moves = self.report_known_moves(board)?;
        let blocked = self.dialect.position.as_ref().map_or_else(Vec::new, |position| position.blocked.moves(board));
        self.choose_known(&moves, board, &blocked)
    }

    /// The known moves of a board in the database in use, reported in one message; `None` without one. None of our
    /// messages begins with the word "database", by which Yixin-Board recognizes its own records.
    pub(in crate::protocol) fn report_known_moves(&mut self, board: &Board) -> Option<Vec<KnownMove>> {
        let moves = self.known_moves(board)?;
        if !moves.is_empty() {
            let text = moves.iter().take(MOVES_PER_MESSAGE).map(|known| describe(board, known));
            self.writer.message(format_args!("known {}", text.collect::<Vec<_>>().join(", ")));
        }
        Some(moves)
    }

    /// `YXQUERY…`: a query about the position after the moves of the block, Black's first.
    pub(in crate::protocol) fn database_query(
        &mut self,
        call: Call,
        write: fn(&mut Self, &Board) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let end = move |session: &mut Self, block: Block| {
            let board = session.position_of(block)?;
            write(session, &board)
        };
        self.open_block(call, Entries::Points, Box::new(end))
    }

    /// `YXEDIT…` and `YXDELETE…`: a change of the database, by the text after the command.
    pub(in crate::protocol) fn database_change(
        &mut self,
        call: Call,
        text: Text,
        change: fn(&mut Self, Board, &str) -> Result<(), CommandError>,
    ) -> Result<(), CommandError> {
        let end = move |session: &mut Self, block: Block| {
            let argument = block.argument.clone();
            let board = session.position_of(block)?;
            if session.settings.database_read_only {
                return Err(CommandError::DatabaseReadOnly);
            }
            change(session, board, &argument)
        };
        self.open(Block::new(call.name, Entries::Points, text, call.at), &call.argument, Box::new(end))
    }

    fn position_of(&self, block: Block) -> Result<Board, CommandError> {
        let mut board = self.empty_board()?;
        board.play(&block.points()?);
        Ok(board)
    }

    pub(in crate::protocol) fn edit_record(&mut self, board: Board, argument: &str) -> Result<(), CommandError> {
        let (mask, label, value, depth) = parse_record(argument)?;
        self.change(&board, |entry| {
            // Bits of the mask: 1 label, 2 value, 4 depth.
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
                // The score is no longer that of the search, so its moves and author are removed too.
                entry.nodes = 0;
                entry.moves.clear();
                entry.author.clear();
            }
        })?;
        self.write_record(&board)
    }

    pub(in crate::protocol) fn edit_comment(&mut self, board: Board, argument: &str) -> Result<(), CommandError> {
        let text = unquote(argument);
        self.change(&board, |entry| entry.comment = text)
    }

    /// Sets the label of a move.
    pub(in crate::protocol) fn edit_label(&mut self, mut board: Board, argument: &str) -> Result<(), CommandError> {
        let (name, label) = argument.trim().split_once(char::is_whitespace).unwrap_or((argument.trim(), ""));
        let point = self.dialect.coordinates.parse(board.size(), name)?;
        if !board.is_empty(point) {
            return Err(CommandError::Occupied(shorten(name)));
        }
        board.push(point);
        self.change(&board, |entry| entry.label = label.trim().to_owned())
    }

    pub(in crate::protocol) fn delete_position(&mut self, board: Board, _: &str) -> Result<(), CommandError> {
        self.with_database(|database| database.remove([&board]).map(|_| ()))
    }

    /// Deletes the positions after this one, all of them or those of a kind.
    pub(in crate::protocol) fn delete_after(&mut self, board: Board, kind: &str) -> Result<(), CommandError> {
        let kind = Deletion::parse(kind).ok_or_else(|| CommandError::DatabaseKind(shorten(kind.trim())))?;
        let is_meant = |entry: &Entry| kind.is_meant(entry);
        let removed = self.with_database(|database| database.remove_after(&board, &is_meant, kind.keeps_lines()))?;
        let verb = if removed == 1 { "is" } else { "are" };
        self.writer.message(format_args!("{} {verb} deleted", counted(removed as u64, "position")));
        self.write_children(&board)
    }

    fn change(&self, board: &Board, edit: impl FnOnce(&mut Entry)) -> Result<(), CommandError> {
        self.with_database(|database| {
            database.update(board, |known| {
                let mut entry = known.unwrap_or_default();
                edit(&mut entry);
                (entry != Entry::default()).then_some(entry)
            })
        })
    }

    /// Yixin-Board queries the database after every move, even if none was opened.
    fn asks_always(&self) -> bool {
        self.dialect.coordinates == CoordinateOrder::RowColumn
    }

    /// Writes `DATABASE x y label value depth bound hastext text` for each known move of the position.
    pub(in crate::protocol) fn write_children(&mut self, board: &Board) -> Result<(), CommandError> {
        let moves = match self.database() {
            Err(_) if self.asks_always() => Vec::new(),
            _ => self.with_database(|database| known_moves(database, board))?,
        };
        self.writer.message("DATABASE REFRESH");
        for known in moves {
            let Some(after) = &known.after else { continue };
            let point = point_words(self.dialect.coordinates, board, known.point);
            let label = display_label(after);
            let (value, depth, bound) = (after.score, after.depth, bound(after));
            let has_text = u8::from(!after.comment.is_empty());
            let text = if after.result().is_some() { "" } else { &after.label };
            let line = format!("DATABASE {point} {label} {value} {depth} {bound} {has_text} {text}");
            self.writer.message(line.trim_end());
        }
        self.writer.message("DATABASE DONE");
        Ok(())
    }

    pub(in crate::protocol) fn write_children_and_comment(&mut self, board: &Board) -> Result<(), CommandError> {
        self.write_children(board)?;
        if self.database().is_err() && self.asks_always() {
            return Ok(());
        }
        self.write_comment(board)
    }

    /// Writes `DATABASE ONE label value depth bound displaylabel`.
    pub(in crate::protocol) fn write_record(&mut self, board: &Board) -> Result<(), CommandError> {
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

    /// Writes `DATABASE TEXT "comment"`.
    pub(in crate::protocol) fn write_comment(&mut self, board: &Board) -> Result<(), CommandError> {
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

/// The label in the record of one position: a result's code, or the letter of a label of one letter.
fn label_code(entry: &Entry) -> Option<u8> {
    let letter = || entry.label.as_bytes().first().filter(|letter| entry.label.len() == 1 && letter.is_ascii_graphic());
    entry.result().map(|result| result.letter).or_else(|| letter().copied())
}

/// The label in the list of moves: up to four bytes as one number, -1 without a label.
fn display_label(entry: &Entry) -> i64 {
    let text = entry.result().map_or_else(|| entry.label.clone(), |result| result.to_string());
    if text.is_empty() {
        return -1;
    }
    text.bytes().take(4).fold(0, |number, byte| number << 8 | i64::from(byte))
}

/// Bound of a record: 3 (exact) with a score, 0 without.
fn bound(entry: &Entry) -> u8 {
    if entry.has_score() { 3 } else { 0 }
}

/// Reads `mask label value depth`, where the label is a letter or its number.
fn parse_record(argument: &str) -> Result<(i32, String, i32, u16), CommandError> {
    let wrong = || CommandError::DatabaseRecord(shorten(argument));
    let words: Vec<&str> = argument.split_whitespace().collect();
    let &[mask, label, value, depth] = words.as_slice() else { return Err(wrong()) };
    let label = match parse_numbers(label).as_deref() {
        Some(&[0 | -1]) => String::new(),
        Some(&[code @ 33..=126]) => match char::from(code as u8) {
            // Results are stored as capital letters.
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
        // The opponent, to move, has lost: the winner's five is `stones` more of its stones away.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_that_of_the_move_which_led_to_the_position() {
        let proven = |proof| Entry { proof, ..Entry::default() };
        let labeled = |label: &str| Entry { label: label.into(), ..Entry::default() };
        // Rapfi's `w`: the side to move has lost, here after three stones of the winner.
        for (entry, code, shown) in [
            (proven(Proof::Loss { stones: 3 }), b'w', "W7"),
            (proven(Proof::Win { stones: 3 }), b'l', "L6"),
            (labeled("w"), b'w', "W"),
            (labeled("L6"), b'l', "L6"),
            (labeled("a"), b'a', "a"),
        ] {
            let number = shown.bytes().fold(0, |number, byte| number << 8 | i64::from(byte));
            assert_eq!((label_code(&entry), display_label(&entry)), (Some(code), number), "{shown}");
        }
        assert_eq!((label_code(&labeled("ab")), display_label(&labeled(""))), (None, -1));
    }
}
