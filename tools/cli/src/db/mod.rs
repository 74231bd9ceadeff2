//! `tengen db`: position databases.

mod build;

use crate::common::{RuleParser, print, print_error};
use crate::position::PositionArgs;
use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use build::BuildArgs;
use clap::{Args, Subcommand};
use encoding_rs::Encoding;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tengen::base::{Color, Rule};
use tengen_database::{
    Database, DatabaseError, Entry, FileKind, ForeignFile, PositionKey, Proof, is_empty_or_special, write_book,
    write_whole,
};
use tengen_db::{ImportOptions, Told, check_readable, foreign, import_files, text, view};
use tengen_game::formats::Given;
use tengen_game::formats::encoding::{parse_encoding, parse_written_encoding};
use tengen_game::whole_file::is_same_file;
use tengen_game::{Game, count};
use tengen_language::Language;

#[derive(Args)]
pub struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Subcommand)]
enum DbCommand {
    /// Count the results of games for the positions they went through; or read what `export` wrote (.jsonl), a RenLib library,
    /// a database of Yixin or Rapfi, or its text
    Import(ImportArgs),
    /// Search the most promising positions and keep what was found; continues where it was stopped
    Build(BuildArgs),
    /// Summarize a database
    Show(DatabaseArgs),
    /// Show what is known of a position and of its moves
    Query(DatabaseAndGameArgs),
    /// Write or change the comment or the label of a position, or forget it; a text creates a missing database
    Edit(EditArgs),
    /// Write all positions as text, a JSON object a line; as a RenLib library (.lib), a database of Yixin and Rapfi (.db), or Rapfi's text (.csv)
    Export(ExportArgs),
    /// Add the positions of other databases; their proofs are looked at again
    Merge {
        /// The database that gets them; created when missing
        #[arg(long = "database", alias = "db", value_name = "FILE")]
        database: PathBuf,
        /// Databases to add
        #[arg(required = true)]
        others: Vec<PathBuf>,
    },
    /// Read a whole database and report damage; changes nothing
    Check(DatabaseArgs),
    /// Write the file anew, as small as it can be
    Compact(DatabaseArgs),
    /// Write the searched and proved positions of databases as one small file for reading, to be handed out
    Book {
        /// The book to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Databases
        #[arg(required = true)]
        databases: Vec<PathBuf>,
    },
}

/// A database, as `FILE` or `--database FILE`.
#[derive(Args)]
struct DatabaseArgs {
    /// The database
    #[arg(value_name = "DATABASE", required_unless_present = "named")]
    file: Option<PathBuf>,
    /// The database, as an option
    #[arg(long = "database", alias = "db", value_name = "FILE", conflicts_with = "file")]
    named: Option<PathBuf>,
}

impl DatabaseArgs {
    fn path(&self) -> &Path {
        // Clap ensures that one of them is present.
        self.named.as_deref().or(self.file.as_deref()).unwrap_or(Path::new(""))
    }
}

/// A database in the same way, and then a position.
#[derive(Args)]
struct DatabaseAndGameArgs {
    /// The database
    #[arg(long = "database", alias = "db", value_name = "FILE")]
    named: Option<PathBuf>,
    /// The database, where --database does not name it; then a file with the position, in any format of `tengen formats`
    #[arg(value_name = "DATABASE] [GAME", num_args = 0..=2)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
}

impl DatabaseAndGameArgs {
    /// The database's path, and the given game.
    fn read(&self) -> Result<(&Path, Game)> {
        let (database, file) = match (&self.named, &self.files[..]) {
            (Some(database), []) | (None, [database]) => (database, None),
            (Some(database), [file]) | (None, [database, file]) => (database, Some(file.as_path())),
            (Some(_), _) => bail!("--database names the database: expected one file with a position"),
            (None, _) => bail!("expected a database: FILE or --database FILE"),
        };
        Ok((database, self.position.read_given(file)?))
    }
}

#[derive(Args)]
struct ImportArgs {
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
    rule: Option<Rule>,
    /// Encoding of the files' texts, as gb18030; the files' own or a guess when it is left out
    #[arg(long, value_name = "NAME", value_parser = parse_encoding)]
    encoding: Option<&'static Encoding>,
}

#[derive(Args)]
struct ExportArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file to write, of the kind that its ending says; JSON to standard output when it is left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Rule of the positions; when it is left out, renju in .lib, and all in other files
    #[arg(long, value_parser = RuleParser)]
    rule: Option<Rule>,
    /// Encoding of the texts in .lib; when it is left out, the first of windows-1252, windows-1251, GBK and EUC-KR that has all
    /// letters and is recognized by reading, else the first that has all letters, else UTF-8
    #[arg(long, value_name = "NAME", value_parser = parse_written_encoding)]
    encoding: Option<&'static Encoding>,
}

#[derive(Args)]
struct EditArgs {
    #[command(flatten)]
    subject: DatabaseAndGameArgs,
    /// The new comment; an empty one removes it
    #[arg(long)]
    comment: Option<String>,
    /// The new label; an empty one removes it
    #[arg(long)]
    label: Option<String>,
    /// Forget the position; a merge or import of what still has it, or a copy that counts its games, brings it back
    #[arg(long, conflicts_with_all = ["comment", "label"])]
    forget: bool,
}

pub fn run(args: &DbArgs) -> Result<u8> {
    run_command(&args.command).map_err(with_advice)
}

/// The error, with what reads the file if that is a database of another program.
fn with_advice(error: Error) -> Error {
    match error.downcast_ref() {
        Some(DatabaseError::NotADatabase(path)) if matches!(FileKind::of_file(path), Some(FileKind::Foreign(_))) => {
            anyhow!("{error:#}: `tengen db import` reads it into one")
        }
        _ => error,
    }
}

/// Runs a command; Ctrl-C ends all but a build together with the program.
fn run_command(command: &DbCommand) -> Result<u8> {
    match command {
        DbCommand::Build(args) => return build::run(args),
        DbCommand::Import(args) => import(args),
        DbCommand::Show(database) => print(&view::summary(&Database::open(database.path())?)?),
        DbCommand::Query(args) => {
            let (database, game) = args.read()?;
            print(&view::position(&Database::open(database)?, &game.board()?)?)
        }
        DbCommand::Edit(args) => edit(args),
        DbCommand::Export(ExportArgs { database, out, rule, encoding }) => {
            let database = Database::open_whole(database.path())?;
            let kind = out.as_deref().and_then(|out| Some((out, ForeignFile::named(out)?)));
            ensure!(
                encoding.is_none() || matches!(kind, Some((_, ForeignFile::Library))),
                "--encoding: only the texts of a library (.lib) have another encoding than UTF-8"
            );
            match kind {
                Some((out, kind)) => print(&format!("{}\n", foreign::export(&database, out, kind, *rule, *encoding)?)),
                None => export(&database, out.as_ref(), *rule),
            }
        }
        DbCommand::Merge { database, others } => {
            // Wrong or damaged files are reported before anything is created or changed.
            for other in others {
                check_readable(other)?;
                ensure!(!is_same_file(other, database), "{}: a database cannot be merged into itself", other.display());
                drop(Database::open_whole(other)?);
            }
            let database = Database::open_or_create(database)?;
            others.iter().try_for_each(|other| {
                let read = text::merge(&database, &Database::open_whole(other)?)?;
                print(&format!("{read}\n"))
            })
        }
        DbCommand::Check(database) => {
            print(&format!("{}, no damage\n", count(Database::check(database.path())?, "position")))
        }
        DbCommand::Compact(database) => {
            let database = database.path();
            let bytes = || database.metadata().map_or(0, |file| file.len());
            let before = bytes();
            Database::compact(database)?;
            print(&format!("{before} bytes before, {} now\n", bytes()))
        }
        DbCommand::Book { out, databases } => make_book(out, databases),
    }
    .map(|()| 0)
}

fn import(args: &ImportArgs) -> Result<()> {
    let given = Given { rule: args.rule, encoding: args.encoding, ..Given::default() };
    let options = ImportOptions { plies: args.plies, together: args.together, given };
    import_files(&args.database, &args.files, &options, &mut |told| match told {
        Told::Line(text) => print(&format!("{text}\n")),
        Told::Warning(text) => {
            print_error(&format!("warning: {text}"));
            Ok(())
        }
    })
}

/// Makes a book of the searched and proved positions, without the results of games, which do not show a move's value.
fn make_book(out: &Path, databases: &[PathBuf]) -> Result<()> {
    let replaces = FileKind::of_file(out) == Some(FileKind::Book) || is_empty_or_special(out);
    ensure!(replaces, "{} is there already and no book: choose another file to write to", out.display());
    let mut positions: BTreeMap<PositionKey, Entry> = BTreeMap::new();
    for database in databases {
        Database::open_whole(database)?.for_each(&mut |key, entry| {
            if entry.is_searched() || entry.proof != Proof::Open {
                positions.entry(key).or_default().merge(&Entry { games: Default::default(), ..entry });
            }
            true
        })?;
    }
    ensure!(
        !positions.is_empty(),
        "no searched or proved positions: expected databases that `tengen db build` has filled"
    );
    let positions_said = count(positions.len() as u64, "position");
    let bytes = write_book(out, positions)?;
    print(&format!("{positions_said}, {bytes} bytes in {}\n", out.display()))
}

fn edit(args: &EditArgs) -> Result<()> {
    let (database, game) = args.subject.read()?;
    let board = game.board()?;
    if args.forget {
        let removed = Database::open(database)?.remove([&board])?;
        return print(if removed > 0 { "forgotten\n" } else { "this position is not in the database\n" });
    }
    if args.comment.is_none() && args.label.is_none() {
        bail!("expected --comment, --label or --forget");
    }
    // Texts that are too long are refused before a database is created.
    let given = |text: &Option<String>| text.clone().unwrap_or_default();
    let texts = Entry { comment: given(&args.comment), label: given(&args.label), ..Entry::default() };
    texts.validate()?;
    // Without new texts there is nothing that a new database would hold.
    let open = if texts == Entry::default() { Database::open } else { Database::open_or_create };
    let new = if database.exists() { String::new() } else { format!("new database {}\n", database.display()) };
    let database = open(database)?;
    let mut entry = Entry::default();
    database.update(&board, |known| {
        entry = known.unwrap_or_default();
        args.comment.iter().for_each(|comment| entry.comment.clone_from(comment));
        args.label.iter().for_each(|label| entry.label.clone_from(label));
        (entry != Entry::default()).then(|| entry.clone())
    })?;
    let side = if board.side_to_move() == Color::Black { "Black" } else { "White" };
    print(&format!(
        "{new}{}, {side} to move:\n{}\n",
        count((board.size().cells() - board.empty_count()) as u64, "stone"),
        view::describe(Language::default(), &entry).join("\n")
    ))
}

fn export(database: &Database, out: Option<&PathBuf>, rule: Option<Rule>) -> Result<()> {
    let Some(path) = out else {
        let mut bytes = Vec::new();
        text::write(database, rule, &mut bytes)?;
        return print(&String::from_utf8_lossy(&bytes));
    };
    ensure!(
        is_empty_or_special(path) || FileKind::of_file(path) == Some(FileKind::Lines),
        "{} is there already and no text of a database: choose another file to write to",
        path.display()
    );
    let written = write_whole(path, |file| text::write(database, rule, file));
    let written = written.with_context(|| format!("cannot write {}", path.display()))?;
    print(&format!("{} in {}\n", count(written as u64, "position"), path.display()))
}
