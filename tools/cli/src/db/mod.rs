//! `tengen db`: databases of positions.

mod build;
mod foreign;
mod outputs;
mod view;

use crate::common::{PositionArgs, RuleParser, count, print};
use anyhow::{Context, Result, bail, ensure};
use build::BuildArgs;
use clap::{Args, Subcommand};
use encoding_rs::Encoding;
use outputs::is_empty_or_special;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tengen::base::Color;
use tengen::database::{Counted, Database, Entry, FileKind, PositionKey, file_kind, write_book, write_whole};
use tengen_db::import::{self, ImportFile};
use tengen_db::text;
use tengen_game::Game;
use tengen_game::formats::Given;
use tengen_game::formats::encoding::parse_encoding;
pub use view::describe_move;
use view::file_bytes;

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
    /// Write or change the comment or the label of a position, or forget it
    Edit(EditArgs),
    /// Write all positions as text, a JSON object a line; as a RenLib library (.lib), a database of Yixin and Rapfi (.db), or Rapfi's text (.csv)
    Export(ExportArgs),
    /// Add the positions of other databases; their proofs are looked at again
    Merge {
        /// The database that gets them
        #[arg(long = "db", value_name = "FILE")]
        database: PathBuf,
        /// Databases to add
        #[arg(required = true)]
        others: Vec<PathBuf>,
    },
    /// Read a whole database and report damage; changes nothing
    Check(DatabaseArgs),
    /// Write the file anew, as small as it can be
    Compact(DatabaseArgs),
    /// Write the searched positions of databases as one small file for reading, to be handed out
    Book {
        /// The book to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Databases
        #[arg(required = true)]
        databases: Vec<PathBuf>,
    },
}

/// A database, as `FILE` or `--db FILE`.
#[derive(Args)]
struct DatabaseArgs {
    /// The database
    #[arg(value_name = "DATABASE", required_unless_present = "named")]
    file: Option<PathBuf>,
    /// The same
    #[arg(long = "db", value_name = "FILE", conflicts_with = "file")]
    named: Option<PathBuf>,
}

impl DatabaseArgs {
    fn path(&self) -> &Path {
        // Clap has seen to it that there is one.
        self.named.as_deref().or(self.file.as_deref()).unwrap_or(Path::new(""))
    }
}

/// A database in the same way, and then a position.
#[derive(Args)]
struct DatabaseAndGameArgs {
    /// The database
    #[arg(long = "db", value_name = "FILE")]
    named: Option<PathBuf>,
    /// The database, where --db does not name it; then a file with the position, in any format of `tengen formats`
    #[arg(value_name = "DATABASE] [GAME", num_args = 0..=2)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
}

impl DatabaseAndGameArgs {
    /// The database, and the game that is given.
    fn read(&self) -> Result<(&Path, Game)> {
        let (database, file) = match (&self.named, &self.files[..]) {
            (Some(database), []) | (None, [database]) => (database, None),
            (Some(database), [file]) | (None, [database, file]) => (database, Some(file.as_path())),
            (Some(_), _) => bail!("--db names the database: expected one file with a position"),
            (None, _) => bail!("expected a database: FILE or --db FILE"),
        };
        Ok((database, self.position.read_given(file)?))
    }
}

#[derive(Args)]
struct ImportArgs {
    /// The database; created when missing
    #[arg(long = "db", value_name = "FILE")]
    database: PathBuf,
    /// Games in any format of `tengen formats`, of self-play, folders of them, or .jsonl of `export`; `-` is standard input
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

#[derive(Args)]
struct ExportArgs {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file to write, of the kind that its ending says; JSON to standard output when it is left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Rule of the positions in .lib (renju when it is left out), .db or .csv (all)
    #[arg(long, value_parser = RuleParser)]
    rule: Option<tengen::base::Rule>,
    /// Encoding of the texts in .lib; the first of windows-1252, windows-1251, GBK and UTF-8 that has all letters
    #[arg(long, value_name = "NAME", value_parser = parse_encoding)]
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

pub fn run(args: &DbArgs) -> Result<ExitCode> {
    match &args.command {
        DbCommand::Build(args) => build::run(args),
        command => run_to_the_end(command).map(|()| ExitCode::SUCCESS),
    }
}

/// The commands that Ctrl-C ends with the program.
fn run_to_the_end(command: &DbCommand) -> Result<()> {
    match command {
        DbCommand::Build(_) => Ok(()),
        DbCommand::Import(args) => import_games(args),
        DbCommand::Show(database) => view::show(&Database::open(database.path())?),
        DbCommand::Query(args) => {
            let (database, game) = args.read()?;
            view::query(&Database::open(database)?, &game)
        }
        DbCommand::Edit(args) => edit(args),
        DbCommand::Export(ExportArgs { database, out, rule, encoding }) => {
            let database = Database::open_whole(database.path())?;
            match out.as_deref().and_then(|out| Some((out, foreign::kind_of_name(out)?))) {
                Some((out, kind)) => foreign::export(&database, out, kind, *rule, *encoding),
                None => export(&database, out.as_ref()),
            }
        }
        DbCommand::Merge { database, others } => {
            // A wrong or damaged file is found before anything is made or changed.
            for other in others {
                check_readable(other)?;
                ensure!(!is_same(other, database), "{}: a database cannot be merged into itself", other.display());
                drop(Database::open_whole(other)?);
            }
            let database = Database::open_or_create(database)?;
            for other in others {
                let read = text::merge(&database, &Database::open_whole(other)?)?;
                report_read(read)?;
            }
            Ok(())
        }
        DbCommand::Check(database) => {
            print(&format!("{}, no damage\n", count(Database::check(database.path())?, "position")))
        }
        DbCommand::Compact(database) => {
            let database = database.path();
            let before = file_bytes(database);
            Database::compact(database)?;
            print(&format!("{before} bytes before, {} now\n", file_bytes(database)))
        }
        DbCommand::Book { out, databases } => make_book(out, databases),
    }
}

/// Positions that were searched, without the results of games: those say nothing of a move's value.
fn make_book(out: &Path, databases: &[PathBuf]) -> Result<()> {
    let replaces = file_kind(out) == Some(FileKind::Book) || is_empty_or_special(out);
    ensure!(replaces, "{} is there already and no book: choose another file to write to", out.display());
    let mut positions: BTreeMap<PositionKey, Entry> = BTreeMap::new();
    for database in databases {
        Database::open_whole(database)?.for_each(&mut |key, entry| {
            if entry.is_searched() {
                positions.entry(key).or_default().merge(&Entry { games: Default::default(), ..entry });
            }
            true
        })?;
    }
    ensure!(!positions.is_empty(), "no searched positions: expected databases that `tengen db build` has filled");
    let positions_said = count(positions.len() as u64, "position");
    let bytes = write_book(out, positions)?;
    print(&format!("{positions_said}, {bytes} bytes in {}\n", out.display()))
}

/// Whether a file is the text of a database: its first line is that of a game or a position.
fn is_text(path: &Path) -> bool {
    let mut line = String::new();
    let first = File::open(path).map(|file| BufReader::new(file.take(1 << 20)).read_line(&mut line));
    let line = line.trim_start_matches(text::BYTE_ORDER_MARK);
    let fields = serde_json::from_str::<serde_json::Map<_, _>>(line).unwrap_or_default();
    first.is_ok_and(|read| read.is_ok())
        && fields.contains_key("rule")
        && (fields.contains_key("game") || fields.contains_key("black"))
}

fn check_readable(path: &Path) -> Result<()> {
    let cannot = || format!("cannot read {}", path.display());
    let file = path.metadata().with_context(cannot)?;
    ensure!(!file.is_dir(), "{} is a folder, not a file", path.display());
    // A pipe is opened once, when it is read.
    if file.is_file() {
        File::open(path).with_context(cannot)?;
    }
    Ok(())
}

fn is_same(one: &Path, other: &Path) -> bool {
    one.canonicalize().ok().zip(other.canonicalize().ok()).is_some_and(|(one, other)| one == other)
}

fn report_read(read: text::Read) -> Result<()> {
    let unconfirmed = match read.unconfirmed {
        0 => String::new(),
        count => format!(", {count} of them with a proof that was not found again and left out"),
    };
    let games = if read.games > 0 { format!("; {} counted", count(read.games as u64, "game")) } else { String::new() };
    print(&format!("{} added{unconfirmed}{games}\n", count(read.positions as u64, "position")))
}

fn import_games(args: &ImportArgs) -> Result<()> {
    let mut sources = Vec::new();
    for name in &args.files {
        sources.extend(import::sources(name)?);
    }
    ensure!(!sources.is_empty(), "no files to import");
    ensure!(args.files.iter().filter(|name| name.as_os_str() == "-").count() < 2, "standard input is given twice");
    let is_empty = |source: &ImportFile| source.bytes.as_ref().is_some_and(Vec::is_empty);
    ensure!(!sources.iter().any(is_empty), "standard input is empty");
    // A missing file is found before anything is made or changed.
    for path in sources.iter().filter(|source| source.bytes.is_none()).map(|source| &source.name) {
        check_readable(path)?;
    }
    let is_database = |source: &ImportFile| source.bytes.is_none() && file_kind(&source.name).is_some();
    let advice = "is a database: `tengen db merge` adds its positions";
    if let Some(ImportFile { name, .. }) = sources.iter().find(|source| !source.in_folder && is_database(source)) {
        bail!("{} {advice}", name.display());
    }
    sources.retain(|source| {
        let is_left_out = is_database(source);
        if is_left_out {
            eprintln!("warning: {} {advice}: left out", source.name.display());
        }
        !is_left_out
    });
    let is_new = !args.database.exists();
    let database = Database::open_or_create(&args.database)?;
    let imported = import_into(&database, sources, args);
    // After a full disk nobody can tell.
    if imported.is_err() && is_new && database.is_empty().unwrap_or(false) {
        drop(database);
        let _ = std::fs::remove_file(&args.database);
        return imported;
    }
    imported?;
    print(&format!("{} in {}\n", count(database.len()?, "position"), args.database.display()))
}

/// Whether it was the database that failed, not the file that was read.
fn is_of_database(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(tengen::database::exchange::ExchangeError::Database(_)))
}

fn import_into(database: &Database, sources: Vec<ImportFile>, args: &ImportArgs) -> Result<()> {
    let (texts, games): (Vec<ImportFile>, Vec<ImportFile>) = sources.into_iter().partition(ImportFile::is_text);
    for ImportFile { name, bytes, .. } in texts {
        let mut text: Box<dyn BufRead> = match bytes {
            Some(bytes) => Box::new(Cursor::new(bytes)),
            None => {
                let file = File::open(&name).with_context(|| format!("cannot read {}", name.display()))?;
                Box::new(BufReader::new(file))
            }
        };
        report_read(
            text::read(database, &mut text, args.together.unwrap_or(text::LINES_PER_WRITE))
                .with_context(|| name.display().to_string())?,
        )?;
    }
    let given = Given { rule: args.rule, encoding: args.encoding, ..Given::default() };
    let mut files = Vec::new();
    for source in games {
        match tengen_db::foreign::kind_of(&source)? {
            Some(kind) => match foreign::import(database, &source, kind, &given) {
                Err(error) if source.in_folder && !is_of_database(&error) => eprintln!("warning: {error:#}: left out"),
                done => done?,
            },
            None => files.push(source),
        }
    }
    let games = files;
    if games.is_empty() {
        return Ok(());
    }
    let imported =
        import::import(database, &games, given, args.plies, args.together.unwrap_or(import::POSITIONS_PER_WRITE))?;
    let import::Imported { counted, unfinished, comments, labels, left_out_notes, unreadable, warnings } = imported;
    let Counted { games, known, positions } = counted;
    warnings.iter().for_each(|warning| eprintln!("warning: {warning}"));
    let known = if known > 0 { format!("; {known} that were counted before left out") } else { String::new() };
    let kept = match (comments, labels) {
        (0, 0) => String::new(),
        _ => format!(" but for {} and {}", count(comments as u64, "comment"), count(labels as u64, "label")),
    };
    let unfinished =
        if unfinished > 0 { format!("; {unfinished} without a result left out{kept}") } else { String::new() };
    let notes = match left_out_notes {
        0 => String::new(),
        1 => "; 1 comment or label of a game left out".to_owned(),
        notes => format!("; {notes} comments and labels of games left out"),
    };
    let unreadable =
        if unreadable > 0 { format!("; {} left out", count(unreadable as u64, "file")) } else { String::new() };
    let [games, positions] =
        [(games, "game"), (positions, "position")].map(|(number, name)| count(number as u64, name));
    print(&format!("{games}, {positions} on their way{known}{unfinished}{notes}{unreadable}\n"))
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
    let database = Database::open_or_create(database)?;
    let mut entry = database.get(&board)?.unwrap_or_default();
    entry.comment = args.comment.clone().unwrap_or(entry.comment);
    entry.label = args.label.clone().unwrap_or(entry.label);
    database.write([(&board, &entry)])?;
    let side = if board.side_to_move() == Color::Black { "Black" } else { "White" };
    print(&format!(
        "{} stones, {side} to move:\n{}",
        board.size().cells() - board.empty_count(),
        view::describe(&entry)
    ))
}

fn export(database: &Database, out: Option<&PathBuf>) -> Result<()> {
    let Some(path) = out else {
        let mut bytes = Vec::new();
        text::write(database, &mut bytes)?;
        return print(&String::from_utf8_lossy(&bytes));
    };
    ensure!(
        is_empty_or_special(path) || is_text(path),
        "{} is there already and no text of a database: choose another file to write to",
        path.display()
    );
    let mut written = Ok(0);
    let to_file = |file: &mut dyn Write| {
        written = text::write(database, file);
        // The error itself is kept.
        written.as_ref().map(|_| ()).map_err(|_| io::ErrorKind::Other.into())
    };
    let kept = write_whole(path, to_file);
    let written = written.with_context(|| format!("cannot write {}", path.display()))?;
    kept.with_context(|| format!("cannot write {}", path.display()))?;
    print(&format!("{} in {}\n", count(written as u64, "position"), path.display()))
}
