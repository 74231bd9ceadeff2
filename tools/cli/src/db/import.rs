//! `tengen db import`: imports games, texts and files of other programs into a database.

use super::foreign;
use crate::common::{RuleParser, count, print, print_error};
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use encoding_rs::Encoding;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use tengen_database::exchange::{Added, ExchangeError};
use tengen_database::{Counted, Database, DatabaseError, FileKind};
use tengen_db::import::{self, ImportFile, Imported};
use tengen_db::text;
use tengen_game::formats::Given;
use tengen_game::formats::encoding::parse_encoding;

#[derive(Args)]
pub struct ImportArgs {
    /// The database; created when missing
    #[arg(long = "database", alias = "db", value_name = "FILE")]
    database: PathBuf,
    /// Games in any format of `tengen formats`, of self-play, folders and archives (.zip) of them, or .jsonl of `export`; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Moves of each game whose positions are counted
    #[arg(long, default_value_t = 20)]
    plies: usize,
    /// Positions of games (1,000,000 when it is left out) or lines of text (100,000) that are written together: more are faster, and take more memory
    #[arg(long, value_name = "COUNT")]
    together: Option<usize>,
    /// Rule of games that do not name theirs
    #[arg(long, value_parser = RuleParser)]
    rule: Option<tengen::base::Rule>,
    /// Encoding of the files' texts, as gb18030; the files' own or a guess when it is left out
    #[arg(long, value_name = "NAME", value_parser = parse_encoding)]
    encoding: Option<&'static Encoding>,
}

/// Imports all given files.
pub fn run(args: &ImportArgs) -> Result<()> {
    let mut sources = Vec::new();
    for name in &args.files {
        sources.extend(import::sources(name)?);
    }
    ensure!(!sources.is_empty(), "no files to import");
    ensure!(args.files.iter().filter(|name| name.as_os_str() == "-").count() < 2, "standard input is given twice");
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
    let found = sources.len();
    sources.retain(|source| {
        let is_left_out = is_database(source);
        if is_left_out {
            print_error(&format!("warning: {} {advice}: left out", source.name.display()));
        }
        !is_left_out
    });
    let left_out = found - sources.len();
    let is_new = !args.database.exists();
    let database = Database::open_or_create(&args.database)?;
    let imported = import_into(&database, sources, left_out, args);
    // After a full disk the number of positions is unknown.
    if imported.is_err() && is_new && database.is_empty().unwrap_or(false) {
        drop(database);
        let _ = std::fs::remove_file(&args.database);
        return imported;
    }
    imported?;
    print(&format!("{} in {}\n", count(database.len()?, "position"), args.database.display()))
}

/// Whether the database failed, not the file being read.
fn is_of_database(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(ExchangeError::Database(_))) || error.is::<DatabaseError>()
}

fn import_into(database: &Database, sources: Vec<ImportFile>, left_out: usize, args: &ImportArgs) -> Result<()> {
    let given = Given { rule: args.rule, encoding: args.encoding, ..Given::default() };
    let mut left_out = left_out;
    // Unreadable files of a folder are left out; a database that cannot be written ends the import.
    let mut settle = |source: &ImportFile, done: Result<()>| match done {
        Err(error) if source.in_folder && !is_of_database(&error) => {
            let is_partly = error.is::<text::PartlyRead>();
            print_error(&format!("warning: {error:#}: {}left out", if is_partly { "the rest is " } else { "" }));
            left_out += usize::from(!is_partly);
            Ok(())
        }
        done => done,
    };
    let (texts, files): (Vec<ImportFile>, Vec<ImportFile>) = sources.into_iter().partition(ImportFile::is_text);
    for source in texts {
        settle(&source, read_text(database, &source, args))?;
    }
    let mut games = Vec::new();
    for source in files {
        match source.kind() {
            Some(FileKind::Foreign(kind)) => settle(&source, foreign::import(database, &source, kind, &given))?,
            _ => games.push(source),
        }
    }
    let together = args.together.unwrap_or(import::POSITIONS_PER_WRITE);
    let imported = match games.is_empty() {
        true if left_out == 0 => return Ok(()),
        true => Imported::default(),
        false => import::import(database, &games, given, args.plies, together)?,
    };
    describe(Imported { unreadable: imported.unreadable + left_out, ..imported })
}

/// Reads a database's text export.
fn read_text(database: &Database, source: &ImportFile, args: &ImportArgs) -> Result<()> {
    let name = || source.name.display().to_string();
    let mut text = BufReader::new(source.open().with_context(name)?);
    let together = args.together.unwrap_or(text::LINES_PER_WRITE);
    report_read(text::read(database, &mut text, together).with_context(name)?)
}

/// Prints what was imported.
fn describe(imported: Imported) -> Result<()> {
    let Imported { counted, unfinished, set_up, notes, left_out_notes, unreadable, warnings } = imported;
    let Added { comments, labels, other_labels, marks, cut_texts, .. } = notes;
    let Counted { games, known, positions } = counted;
    warnings.iter().for_each(|warning| print_error(&format!("warning: {warning}")));
    let known = if known > 0 { format!("; {known} that were counted before left out") } else { String::new() };
    let kept = match (comments, labels) {
        (0, 0) => String::new(),
        _ => format!(" but for {} and {}", count(comments as u64, "comment"), count(labels as u64, "label")),
    };
    let reasons: Vec<String> =
        [(unfinished, "without a result"), (set_up, "with stones or blocked cells at the beginning")]
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
    let lost = foreign::remark(cut_texts, "text", "cut or left out, too long for an entry")
        + &foreign::lost_labels(other_labels, marks);
    let unreadable = foreign::remark(unreadable, "file", "left out");
    let [games, positions] =
        [(games, "game"), (positions, "position")].map(|(number, name)| count(number as u64, name));
    print(&format!("{games}, {positions} on their way{known}{uncounted}{notes}{lost}{unreadable}\n"))
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

/// Prints what a database's text export held.
pub fn report_read(read: text::Read) -> Result<()> {
    let unconfirmed = match read.unconfirmed {
        0 => String::new(),
        count => format!(", {count} of them with a proof that was not found again and left out"),
    };
    let games = if read.games > 0 { format!("; {} counted", count(read.games as u64, "game")) } else { String::new() };
    let others = match read.other_texts {
        0 => String::new(),
        1 => "; 1 label or comment left out, as the position has another one".to_owned(),
        count => format!("; {count} labels and comments left out, as the positions have others"),
    };
    print(&format!("{} read{unconfirmed}{games}{others}\n", count(read.positions as u64, "position")))
}
