//! Imports of files of all kinds into a database: games, texts of databases, positions of other programs.

use crate::foreign::{self, lost_labels, remark};
use crate::import::{self, ImportFile, Imported};
use crate::{Tell, Told, text};
use anyhow::{Context, Error, Result, bail, ensure};
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tengen_database::exchange::{Added, ExchangeError};
use tengen_database::{Counted, Database, DatabaseError, FileKind};
use tengen_game::count;
use tengen_game::formats::Given;

/// How files are imported.
#[derive(Clone, Copy, Debug)]
pub struct ImportOptions {
    /// Moves of each game whose positions are counted.
    pub plies: usize,
    /// Positions of games or lines of text that are written together; if `None`, [`import::POSITIONS_PER_WRITE`] or
    /// [`text::LINES_PER_WRITE`].
    pub together: Option<usize>,
    /// The rule of games that name none, and the encoding of all texts.
    pub given: Given,
}

/// Imports files, folders and archives into the database at `path`, which is created when missing and removed again if nothing
/// could be read. `-` is standard input. Fails when a file that is given by its name cannot be read, or the database cannot
/// be written; what was read before it is kept.
pub fn import_files(path: &Path, names: &[PathBuf], options: &ImportOptions, tell: &mut Tell) -> Result<()> {
    let mut sources = Vec::new();
    for name in names {
        sources.extend(import::sources(name)?);
    }
    ensure!(!sources.is_empty(), "no files to import");
    ensure!(names.iter().filter(|name| name.as_os_str() == "-").count() < 2, "standard input is given twice");
    let is_empty = |source: &ImportFile| source.bytes.as_ref().is_some_and(Vec::is_empty);
    ensure!(!sources.iter().any(is_empty), "standard input is empty");
    // Missing files are reported before anything is created or changed.
    let is_named = |source: &&ImportFile| source.bytes.is_none() && !source.in_folder;
    for ImportFile { name, .. } in sources.iter().filter(is_named) {
        check_readable(name)?;
    }
    let is_database = |source: &ImportFile| matches!(source.kind(), Some(FileKind::Database | FileKind::Book));
    let advice = "is a database: `tengen db merge` adds its positions";
    if let Some(ImportFile { name, .. }) = sources.iter().find(|source| !source.in_folder && is_database(source)) {
        bail!("{} {advice}", name.display());
    }
    let (databases, sources): (Vec<ImportFile>, Vec<ImportFile>) = sources.into_iter().partition(is_database);
    for ImportFile { name, .. } in &databases {
        tell(Told::Warning(&format!("{} {advice}: left out", name.display())))?;
    }
    let is_new = !path.exists();
    let database = Database::open_or_create(path)?;
    let imported = import_into(&database, sources, databases.len(), options, tell);
    // After a full disk the number of positions is unknown.
    if imported.is_err() && is_new && database.is_empty().unwrap_or(false) {
        drop(database);
        let _ = std::fs::remove_file(path);
        return imported;
    }
    imported?;
    tell(Told::Line(&format!("{} in {}", count(database.len()?, "position"), path.display())))
}

/// Whether the database failed, not the file being read.
fn is_of_database(error: &Error) -> bool {
    matches!(error.downcast_ref(), Some(ExchangeError::Database(_))) || error.is::<DatabaseError>()
}

fn import_into(
    database: &Database,
    sources: Vec<ImportFile>,
    mut left_out: usize,
    options: &ImportOptions,
    tell: &mut Tell,
) -> Result<()> {
    // Unreadable files of a folder are left out; a database that cannot be written ends the import.
    let mut settle = |source: &ImportFile, done: Result<()>, tell: &mut Tell| match done {
        Err(error) if source.in_folder && !is_of_database(&error) => {
            let is_partly = error.is::<text::PartlyRead>();
            left_out += usize::from(!is_partly);
            tell(Told::Warning(&format!("{error:#}: {}left out", if is_partly { "the rest is " } else { "" })))
        }
        done => done,
    };
    let (texts, files): (Vec<ImportFile>, Vec<ImportFile>) = sources.into_iter().partition(ImportFile::is_text);
    for source in texts {
        let read = read_text(database, &source, options.together.unwrap_or(text::LINES_PER_WRITE));
        let told = read.and_then(|read| tell(Told::Line(&read.to_string())));
        settle(&source, told, tell)?;
    }
    let mut games = Vec::new();
    for source in files {
        match source.kind() {
            Some(FileKind::Foreign(kind)) => {
                let done = foreign::import(database, &source, kind, &options.given, tell);
                settle(&source, done, tell)?;
            }
            _ => games.push(source),
        }
    }
    let together = options.together.unwrap_or(import::POSITIONS_PER_WRITE);
    let imported = match games.is_empty() {
        true if left_out == 0 => return Ok(()),
        true => Imported::default(),
        false => import::import(database, &games, options.given, options.plies, together)?,
    };
    imported.warnings.iter().try_for_each(|warning| tell(Told::Warning(warning)))?;
    tell(Told::Line(&Imported { unreadable: imported.unreadable + left_out, ..imported }.to_string()))
}

/// Reads a database's text export.
fn read_text(database: &Database, source: &ImportFile, together: usize) -> Result<text::Read> {
    let name = || source.name.display().to_string();
    let mut text = BufReader::new(source.open().with_context(name)?);
    text::read(database, &mut text, together).with_context(name)
}

/// Writes how much was counted, kept and left out.
impl fmt::Display for Imported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unfinished, set_up, left_out_notes, unreadable, .. } = self;
        let Added { comments, labels, other_labels, marks, cut_texts, .. } = self.notes;
        let Counted { games, known, positions } = self.counted;
        let known = if known > 0 { format!("; {known} that were counted before left out") } else { String::new() };
        let kept = match (comments, labels) {
            (0, 0) => String::new(),
            _ => format!(" but for {} and {}", count(comments as u64, "comment"), count(labels as u64, "label")),
        };
        let reasons: Vec<String> =
            [(*unfinished, "without a result"), (*set_up, "with stones or blocked cells at the beginning")]
                .into_iter()
                .filter(|&(number, _)| number > 0)
                .map(|(number, reason)| format!("{number} {reason}"))
                .collect();
        let uncounted = match reasons.is_empty() {
            true => String::new(),
            false => format!("; {} left out{kept}", reasons.join(" and ")),
        };
        let notes = match left_out_notes {
            0 => String::new(),
            1 => "; 1 comment or label of a game left out".to_owned(),
            notes => format!("; {notes} comments and labels of games left out"),
        };
        let lost =
            remark(cut_texts, "text", "cut or left out, too long for an entry") + &lost_labels(other_labels, marks);
        let unreadable = remark(*unreadable, "file", "left out");
        let [games, positions] =
            [(games, "game"), (positions, "position")].map(|(number, name)| count(number as u64, name));
        write!(f, "{games}, {positions} on their way{known}{uncounted}{notes}{lost}{unreadable}")
    }
}

/// Checks that a path is a readable file, not a folder.
pub fn check_readable(path: &Path) -> Result<()> {
    let cannot = || format!("cannot read {}", path.display());
    let file = path.metadata().with_context(cannot)?;
    ensure!(!file.is_dir(), "{} is a folder, not a file", path.display());
    // A pipe can be opened only once, when it is read.
    if file.is_file() {
        File::open(path).with_context(cannot)?;
    }
    Ok(())
}

/// Writes how many positions and games a text or another database held.
impl fmt::Display for text::Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unconfirmed = match self.unconfirmed {
            0 => String::new(),
            count => format!(", {count} of them with a proof that was not found again and left out"),
        };
        let games = remark(self.games, "game", "counted");
        let others = match self.other_texts {
            0 => String::new(),
            1 => "; 1 label or comment left out, as the position has another one".to_owned(),
            count => format!("; {count} labels and comments left out, as the positions have others"),
        };
        write!(f, "{} read{unconfirmed}{games}{others}", count(self.positions as u64, "position"))
    }
}
