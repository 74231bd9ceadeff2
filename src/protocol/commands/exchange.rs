//! Commands that read and write files of other programs: RenLib's libraries and Rapfi's text export.

use super::spec::{CommandSpec, extension};
use crate::protocol::error::CommandError;
use crate::protocol::session::Session;
use crate::server::counted;
use std::fs::File;
use std::path::Path;
use tengen_database::exchange::{
    Added, ExchangeError, LibraryOf, WrittenRecords, add_file, library_of, write_file, write_text,
};
use tengen_database::{Database, FileKind, ForeignFile, PositionKey, renlib};

pub(super) const DATABASE_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXT, path",
    "MESSAGE wrote n positions as text, …",
    "writes the game's rule and board as Rapfi's text",
    |session, call| {
        session.open_file(call, |session, path| {
            let (rule, size) = (session.known_board()?.rule(), session.size()?);
            session.write_text(path, &|key| key.rule() == rule && key.size() == size)
        })
    },
);
pub(super) const ALL_TO_TEXT: CommandSpec = extension(
    "YXDBTOTXTALL, path",
    "MESSAGE wrote n positions as text, …",
    "writes all positions as Rapfi's text",
    |session, call| session.open_file(call, |session, path| session.write_text(path, &|_| true)),
);
pub(super) const TEXT_TO_DATABASE: CommandSpec = extension(
    "YXTXTTODB, path",
    "MESSAGE added n positions from m lines of the text, …",
    "adds the positions of Rapfi's text",
    |session, call| {
        session.open_file(call, |session, path| session.read_file(path, ForeignFile::Text, ["line", "text"]))
    },
);
pub(super) const DATABASE_TO_LIBRARY: CommandSpec = extension(
    "YXDBTOLIB, path",
    "MESSAGE wrote n positions into a library, …",
    "writes what is behind the game's position",
    |session, call| session.open_file(call, Session::write_library),
);
pub(super) const LIBRARY_TO_DATABASE: CommandSpec = extension(
    "YXLIBTODB, path",
    "MESSAGE added n positions from m moves of the library, …",
    "adds a RenLib library under the rule that is set",
    |session, call| {
        session.open_file(call, |session, path| session.read_file(path, ForeignFile::Library, ["move", "library"]))
    },
);

impl Session {
    /// Adds the positions of a file; `part` and `whole` name its units and itself, for the message.
    fn read_file(&mut self, path: &Path, kind: ForeignFile, [part, whole]: [&str; 2]) -> Result<(), CommandError> {
        let rule = self.dialect.rule.rule()?;
        if self.settings.database_read_only {
            return Err(CommandError::DatabaseReadOnly);
        }
        self.exchange(path, |database| {
            let file = File::open(path)?;
            if kind == ForeignFile::Library && FileKind::of_file(path) != Some(FileKind::Foreign(kind)) {
                return Err(renlib::RenlibError::NotALibrary.into());
            }
            let added = add_file(database, kind, file, rule, None)?;
            let Added { read, new_positions, comments, labels, left_out, cut_texts, other_labels, damage, .. } = added;
            let lost = lost(&[
                (left_out, part, "left out"),
                (cut_texts, "text", "cut or left out, too long"),
                (other_labels, "label", "left out, of positions with another one"),
                (added.stone_labels, "label", "left out, on stones before the last one"),
            ]);
            let damage = damage.map_or(String::new(), |damage| format!("; {damage}"));
            let positions = counted(new_positions, "position");
            let [read, comments, labels] = [(read, part), (comments, "comment"), (labels, "label")]
                .map(|(count, noun)| counted(count as u64, noun));
            Ok(format!("added {positions} from {read} of the {whole}, with {comments} and {labels}{lost}{damage}"))
        })
    }

    fn write_text(&mut self, path: &Path, is_meant: &dyn Fn(&PositionKey) -> bool) -> Result<(), CommandError> {
        self.exchange(path, |database| {
            let WrittenRecords { written, left_out, labels, .. } =
                write_file(path, ForeignFile::Text, |file| write_text(database, is_meant, file))?;
            let lost = lost(&[
                (left_out, "position", "left out"),
                (labels.left_out, "label", "left out"),
                (labels.without_blanks, "label", "written without blanks"),
            ]);
            Ok(format!("wrote {} as text{lost}", counted(written as u64, "position")))
        })
    }

    /// Writes the positions after the board's to a library.
    fn write_library(&mut self, path: &Path) -> Result<(), CommandError> {
        let board = self.known_board()?.clone();
        self.exchange(path, |database| {
            let LibraryOf { tree, encoding, written, unreached, left_out, .. } = library_of(database, &board, None)?;
            write_file(path, ForeignFile::Library, |file| Ok(file.write_all(&renlib::write(&tree))?))?;
            let lost = lost(&[
                (unreached, "position", "left out that no known moves lead to"),
                (left_out, "position", "left out: of other sizes or with blocked cells"),
            ]);
            let written = counted(written as u64, "position");
            let advice = if tree.is_recognized(encoding) { "" } else { " (reading takes them for another encoding)" };
            let encoding = encoding.name();
            Ok(format!("wrote {written} into a library, texts in {encoding}{advice}{lost}"))
        })
    }

    /// Runs work with the database and a file, and writes its result as a message. The end of input waits for this.
    fn exchange(
        &mut self,
        path: &Path,
        work: impl FnOnce(&Database) -> Result<String, ExchangeError>,
    ) -> Result<(), CommandError> {
        let database = self.database()?;
        let done = self.workload.during(|| work(database));
        let said = done.map_err(|error| CommandError::Database(format!("{}: {error}", path.display())))?;
        self.writer.message(said);
        Ok(())
    }
}

/// Text of the positions and labels left out, as in `, 1 label left out`.
fn lost(counts: &[(usize, &str, &str)]) -> String {
    let found = counts.iter().filter(|(count, ..)| *count > 0);
    found.map(|(count, noun, how)| format!(", {} {how}", counted(*count as u64, noun))).collect()
}
