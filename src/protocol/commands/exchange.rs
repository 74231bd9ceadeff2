//! The database in files of other programs: RenLib's libraries, and Rapfi's text.

use super::spec::{CommandSpec, extension};
use crate::protocol::error::CommandError;
use crate::protocol::session::Session;
use std::path::Path;
use tengen::board::Board;
use tengen_database::exchange::{FileExchange, exchange_file};

pub(super) const DATABASE_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXT",
    |session, call| {
        session.open_file(call, |session, path| {
            let board = session.boxed_board()?;
            session.exchange(FileExchange::ToText(board), path)
        })
    },
    "YXDBTOTXT, path",
    "MESSAGE wrote n positions as text",
    "writes the game's rule and board as Rapfi's text",
);
pub(super) const ALL_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXTALL",
    |session, call| session.open_file(call, |session, path| session.exchange(FileExchange::AllToText, path)),
    "YXDBTOTXTALL, path",
    "MESSAGE wrote n positions as text",
    "writes all positions as Rapfi's text",
);
pub(super) const TEXT_TO_DATABASE: CommandSpec = extension(
    "YXTXTTODB",
    |session, call| session.open_file(call, |session, path| session.exchange(FileExchange::FromText, path)),
    "YXTXTTODB, path",
    "MESSAGE added n positions from m lines of the text, …",
    "adds the positions of Rapfi's text",
);
pub(super) const DATABASE_TO_LIBRARY: CommandSpec = extension(
    "YXDBTOLIB",
    |session, call| {
        session.open_file(call, |session, path| {
            let board = session.boxed_board()?;
            session.exchange(FileExchange::ToLibrary(board), path)
        })
    },
    "YXDBTOLIB, path",
    "MESSAGE wrote n positions into a library, …",
    "writes what is behind the game's position",
);
pub(super) const LIBRARY_TO_DATABASE: CommandSpec = extension(
    "YXLIBTODB",
    |session, call| {
        session.open_file(call, |session, path| {
            session.exchange(FileExchange::FromLibrary(session.dialect.rule.rule()?), path)
        })
    },
    "YXLIBTODB, path",
    "MESSAGE added n positions from m moves of the library, …",
    "adds a RenLib library under the rule that is set",
);

impl Session {
    /// Reads a file into the database, or writes one of it. The end of input waits for this.
    fn exchange(&mut self, what: FileExchange, path: &Path) -> Result<(), CommandError> {
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
