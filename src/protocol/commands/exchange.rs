//! The database in files of other programs: RenLib's libraries, and Rapfi's text.

use super::file_command::FileCommand;
use super::spec::{CommandSpec, extension};
use crate::knowledge::FileExchange;
use crate::protocol::error::CommandError;
use crate::protocol::session::{Call, Pending, Session};
use std::path::Path;

pub(super) const DATABASE_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXT",
    |session, call| session.name_file(FileCommand::ToText, call),
    "YXDBTOTXT, path",
    "MESSAGE wrote n positions as text",
    "writes the game's rule and board as Rapfi's text",
);
pub(super) const ALL_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXTALL",
    |session, call| session.name_file(FileCommand::AllToText, call),
    "YXDBTOTXTALL, path",
    "MESSAGE wrote n positions as text",
    "writes all positions as Rapfi's text",
);
pub(super) const TEXT_TO_DATABASE: CommandSpec = extension(
    "YXTXTTODB",
    |session, call| session.name_file(FileCommand::FromText, call),
    "YXTXTTODB, path",
    "MESSAGE added n positions from m lines of the text, …",
    "adds the positions of Rapfi's text",
);
pub(super) const DATABASE_TO_LIBRARY: CommandSpec = extension(
    "YXDBTOLIB",
    |session, call| session.name_file(FileCommand::ToLibrary, call),
    "YXDBTOLIB, path",
    "MESSAGE wrote n positions into a library, …",
    "writes what is behind the game's position",
);
pub(super) const LIBRARY_TO_DATABASE: CommandSpec = extension(
    "YXLIBTODB",
    |session, call| session.name_file(FileCommand::FromLibrary, call),
    "YXLIBTODB, path",
    "MESSAGE added n positions from m moves of the library, …",
    "adds a RenLib library under the rule that is set",
);

impl Session {
    /// The name may stand on the next line.
    fn name_file(&mut self, command: FileCommand, call: Call) -> Result<(), CommandError> {
        if !call.argument.is_empty() {
            return self.exchange(command, call.argument);
        }
        self.dialect.pending = Some(Pending::ExchangeFile(command, call.name));
        Ok(())
    }

    /// Reads a file into the database, or writes one of it. The end of input waits for this.
    pub(in crate::protocol) fn exchange(&mut self, command: FileCommand, path: &str) -> Result<(), CommandError> {
        if path.contains(char::REPLACEMENT_CHARACTER) {
            return Err(CommandError::DatabaseNameEncoding);
        }
        // A name may stand in quotation marks.
        let path = Path::new(path.trim().trim_matches('"'));
        if command.writes_database() && self.settings.database_read_only {
            return Err(CommandError::DatabaseReadOnly);
        }
        let what = match command {
            FileCommand::FromLibrary => FileExchange::FromLibrary(self.dialect.rule.rule()?),
            FileCommand::FromText => FileExchange::FromText,
            FileCommand::ToLibrary => FileExchange::ToLibrary(Box::new(self.board()?.clone())),
            FileCommand::ToText => FileExchange::ToText(Box::new(self.board()?.clone())),
            FileCommand::AllToText => FileExchange::AllToText,
        };
        let database = self.database()?;
        let done = self.workload.during(|| database.exchange(&what, path));
        let said = done.map_err(|error| CommandError::Database(error.to_string()))?;
        self.writer.message(said);
        Ok(())
    }
}
