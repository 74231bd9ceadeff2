//! The database in files of other programs: RenLib's libraries, and Rapfi's text.

use super::spec::{CommandSpec, extension};
use crate::protocol::error::CommandError;
use crate::protocol::session::{Call, Exchange, Pending, Session};
use std::path::Path;
use tengen::board::Board;
use tengen_database::exchange::{FileExchange, exchange_file};

pub(super) const DATABASE_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXT",
    |session, call| session.name_file(|session| Ok(FileExchange::ToText(session.boxed_board()?)), call),
    "YXDBTOTXT, path",
    "MESSAGE wrote n positions as text",
    "writes the game's rule and board as Rapfi's text",
);
pub(super) const ALL_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXTALL",
    |session, call| session.name_file(|_| Ok(FileExchange::AllToText), call),
    "YXDBTOTXTALL, path",
    "MESSAGE wrote n positions as text",
    "writes all positions as Rapfi's text",
);
pub(super) const TEXT_TO_DATABASE: CommandSpec = extension(
    "YXTXTTODB",
    |session, call| session.name_file(|_| Ok(FileExchange::FromText), call),
    "YXTXTTODB, path",
    "MESSAGE added n positions from m lines of the text, …",
    "adds the positions of Rapfi's text",
);
pub(super) const DATABASE_TO_LIBRARY: CommandSpec = extension(
    "YXDBTOLIB",
    |session, call| session.name_file(|session| Ok(FileExchange::ToLibrary(session.boxed_board()?)), call),
    "YXDBTOLIB, path",
    "MESSAGE wrote n positions into a library, …",
    "writes what is behind the game's position",
);
pub(super) const LIBRARY_TO_DATABASE: CommandSpec = extension(
    "YXLIBTODB",
    |session, call| session.name_file(|session| Ok(FileExchange::FromLibrary(session.dialect.rule.rule()?)), call),
    "YXLIBTODB, path",
    "MESSAGE added n positions from m moves of the library, …",
    "adds a RenLib library under the rule that is set",
);

impl Session {
    /// The name may stand on the next line.
    fn name_file(&mut self, exchange: Exchange, call: Call) -> Result<(), CommandError> {
        if !call.argument.is_empty() {
            return self.exchange(exchange, call.argument);
        }
        self.dialect.pending = Some(Pending::ExchangeFile(exchange, call.name));
        Ok(())
    }

    /// Reads a file into the database, or writes one of it. The end of input waits for this.
    pub(in crate::protocol) fn exchange(&mut self, exchange: Exchange, path: &str) -> Result<(), CommandError> {
        if path.contains(char::REPLACEMENT_CHARACTER) {
            return Err(CommandError::DatabaseNameEncoding);
        }
        // A name may stand in quotation marks.
        let path = Path::new(path.trim().trim_matches('"'));
        let what = exchange(self)?;
        if what.writes_database() && self.settings.database_read_only {
            return Err(CommandError::DatabaseReadOnly);
        }
        let database = self.database()?;
        let done = self.workload.during(|| exchange_file(database, &what, path));
        let said = done.map_err(|error| CommandError::Database(format!("{}: {error}", path.display())))?;
        self.writer.message(said);
        Ok(())
    }

    /// The board of the game, for what stands behind it.
    fn boxed_board(&mut self) -> Result<Box<Board>, CommandError> {
        Ok(Box::new(self.known_board()?.clone()))
    }
}
