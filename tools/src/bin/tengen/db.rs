//! `tengen db`: databases of positions.

use crate::common::{GameArgs, cores, interrupted, parse_threads, print};
use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::PathBuf;
use tengen::base::Color;
use tengen::board::format_point;
use tengen::database::{Database, Entry, GameCounts, Proof, known_moves};
use tengen_tools::database::build::{self, BuildEnd, Plan};
use tengen_tools::database::{import, text};
use tengen_tools::game::formats::Given;

#[derive(Args)]
pub struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Subcommand)]
enum DbCommand {
    /// Count the results of games for the positions they went through; or read what `export` wrote (.jsonl)
    Import(ImportArgs),
    /// Search the most promising positions and keep what was found; continues where it was stopped
    Build(BuildArgs),
    /// Summarize a database
    Show {
        /// The database
        database: PathBuf,
    },
    /// Show what is known of a position and of its moves
    Query {
        /// The database
        #[arg(long = "db", value_name = "FILE")]
        database: PathBuf,
        #[command(flatten)]
        game: GameArgs,
    },
    /// Write or change the comment or the label of a position, or forget it
    Edit(EditArgs),
    /// Write all positions as text, a JSON object a line
    Export {
        /// The database
        database: PathBuf,
        /// The file to write; standard output when it is left out
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
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
    Check {
        /// The database
        database: PathBuf,
    },
    /// Move pages together and give free space at the end of the file back
    Compact {
        /// The database
        database: PathBuf,
    },
}

#[derive(Args)]
struct ImportArgs {
    /// The database; created when missing
    #[arg(long = "db", value_name = "FILE")]
    database: PathBuf,
    /// Games (PSQ, SGF, moves, self-play), folders of them, or .jsonl of `export`
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Moves of each game whose positions are counted
    #[arg(long, default_value_t = 20)]
    plies: usize,
    /// Rule of games that do not name theirs
    #[arg(long)]
    rule: Option<tengen::base::Rule>,
}

#[derive(Args)]
struct BuildArgs {
    /// The database; created when missing
    #[arg(long = "db", value_name = "FILE")]
    database: PathBuf,
    #[command(flatten)]
    game: GameArgs,
    /// Number of searched positions at the end, including those already stored
    #[arg(long, default_value_t = 1_000)]
    positions: usize,
    /// Nodes of each search
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Moves stored per position
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=64))]
    lines: u8,
    /// Positions with more stones are not expanded
    #[arg(long, default_value_t = 30)]
    max_stones: usize,
    /// Searches at the same time; as many as there are cores when it is left out
    #[arg(long, value_parser = parse_threads)]
    concurrency: Option<usize>,
}

#[derive(Args)]
struct EditArgs {
    /// The database; created when missing
    #[arg(long = "db", value_name = "FILE")]
    database: PathBuf,
    #[command(flatten)]
    game: GameArgs,
    /// The new comment; an empty one removes it
    #[arg(long)]
    comment: Option<String>,
    /// The new label; an empty one removes it
    #[arg(long)]
    label: Option<String>,
    /// Forget the position
    #[arg(long, conflicts_with_all = ["comment", "label"])]
    forget: bool,
}

pub fn run(args: &DbArgs) -> Result<()> {
    match &args.command {
        DbCommand::Import(args) => import_games(args),
        DbCommand::Build(args) => build_tree(args),
        DbCommand::Show { database } => show(&Database::open(database)?),
        DbCommand::Query { database, game } => query(&Database::open(database)?, game),
        DbCommand::Edit(args) => edit(args),
        DbCommand::Export { database, out } => export(&Database::open(database)?, out.as_ref()),
        DbCommand::Merge { database, others } => {
            let database = Database::open_or_create(database)?;
            for other in others {
                let read = text::merge(&database, &Database::open(other)?)?;
                report_read(read)?;
            }
            Ok(())
        }
        DbCommand::Check { database } => print(&format!("{} positions, no damage\n", Database::check(database)?)),
        DbCommand::Compact { database } => {
            let before = database.metadata().map_or(0, |metadata| metadata.len());
            Database::open(database)?.compact()?;
            let after = database.metadata().map_or(0, |metadata| metadata.len());
            print(&format!("{before} bytes before, {after} now\n"))
        }
    }
}

fn report_read(read: text::Read) -> Result<()> {
    let unconfirmed = match read.unconfirmed {
        0 => String::new(),
        count => format!(", {count} of them with a proof that was not found again and left out"),
    };
    print(&format!("{} positions added{unconfirmed}\n", read.positions))
}

fn import_games(args: &ImportArgs) -> Result<()> {
    let mut files = Vec::new();
    for name in &args.files {
        files.extend(import::files(name)?);
    }
    ensure!(!files.is_empty(), "no files to import");
    let database = Database::open_or_create(&args.database)?;
    let (texts, games): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| path.extension().is_some_and(|e| e == "jsonl"));
    for path in texts {
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        report_read(text::read(&database, &mut BufReader::new(file)).with_context(|| path.display().to_string())?)?;
    }
    if !games.is_empty() {
        let given = Given { rule: args.rule, size: None };
        let imported = import::import(&database, &games, given, args.plies)?;
        let import::Imported { games, unfinished, positions } = imported;
        let unfinished =
            if unfinished > 0 { format!("; {unfinished} without a result left out") } else { String::new() };
        print(&format!("{games} games, {positions} positions on their way{unfinished}\n"))?;
    }
    print(&format!("{} positions in {}\n", database.len()?, args.database.display()))
}

fn build_tree(args: &BuildArgs) -> Result<()> {
    let root = args.game.read()?.board()?;
    let database = Database::open_or_create(&args.database)?;
    let plan = Plan {
        root,
        positions: args.positions,
        nodes: args.nodes,
        lines: args.lines.into(),
        max_stones: args.max_stones,
        threads: args.concurrency.unwrap_or_else(cores),
    };
    let bar = ProgressBar::new(args.positions as u64)
        .with_style(ProgressStyle::with_template("{pos}/{len} positions, {per_sec}, {elapsed} + {eta} to go")?);
    let stop = interrupted()?;
    let mut searched = 0;
    let ended = build::build(&database, &plan, &stop, &mut |count| {
        searched = count;
        bar.set_position(count as u64);
    })?;
    bar.finish_and_clear();
    let why = match ended {
        BuildEnd::Full => "as many as were asked for",
        BuildEnd::Exhausted => "nothing is left to search up to --max-stones",
        BuildEnd::Stopped => "stopped; the same call goes on",
    };
    print(&format!("{searched} searched positions: {why}\n"))
}

fn show(database: &Database) -> Result<()> {
    #[derive(Default)]
    struct Row {
        positions: usize,
        searched: usize,
        proven: usize,
        games: u64,
        texts: usize,
        most_stones: usize,
    }
    let mut rows: BTreeMap<(String, [u8; 2]), Row> = BTreeMap::new();
    database.for_each(&mut |key, entry| {
        let [width, height] = [key.as_bytes()[1], key.as_bytes()[2]];
        let row = rows.entry((key.rule().to_string(), [width, height])).or_default();
        row.positions += 1;
        row.searched += usize::from(entry.depth > 0);
        row.proven += usize::from(entry.proof != Proof::Open);
        row.games = row.games.max(entry.games.total());
        row.texts += usize::from(!entry.comment.is_empty() || !entry.label.is_empty());
        row.most_stones = row.most_stones.max(key.stones());
        true
    })?;
    let mut out = String::from("rule       size    positions  searched  proven  games  texts  most stones\n");
    for ((rule, [width, height]), row) in &rows {
        let Row { positions, searched, proven, games, texts, most_stones } = row;
        let size = format!("{width}x{height}");
        out += &format!(
            "{rule:<10} {size:<7} {positions:>9}  {searched:>8}  {proven:>6}  {games:>5}  {texts:>5}  {most_stones:>11}\n"
        );
    }
    let bytes = database.path().metadata().map_or(0, |metadata| metadata.len());
    print(&format!("{out}{} positions, {bytes} bytes\n", database.len()?))
}

fn query(database: &Database, game: &GameArgs) -> Result<()> {
    let board = game.read()?.board()?;
    let mut out = match database.get(&board)? {
        Some(entry) => describe(&entry),
        None => "this position is not in the database\n".into(),
    };
    for known in known_moves(database, &board)? {
        let name = format_point(board.size(), known.point);
        let score = match (known.proof, known.score) {
            // Seen from the opponent, who is to move after it.
            (Proof::Loss { stones }, _) => format!("wins in {} stones", stones),
            (Proof::Win { stones }, _) => format!("loses in {stones} stones"),
            (Proof::Open, Some(score)) => format!("{score:+} at depth {}", known.depth),
            (Proof::Open, None) => String::new(),
        };
        let texts = known.after.map_or(String::new(), |entry| format!("{} {}", entry.label, entry.comment));
        out += format!("  {name:<5} {score:<22} {:<24} {}", game_counts(known.games), texts.trim()).trim_end();
        out.push('\n');
    }
    print(&out)
}

fn describe(entry: &Entry) -> String {
    let mut out = String::new();
    match entry.proof {
        Proof::Open => {}
        Proof::Win { stones } => out += &format!("proven win of the side to move in {stones} stones\n"),
        Proof::Loss { stones } => out += &format!("proven loss of the side to move in {stones} stones\n"),
    }
    if entry.depth > 0 {
        let by = if entry.author.is_empty() { String::new() } else { format!(" by {}", entry.author) };
        out += &format!("score {:+} at depth {}, {} nodes{by}\n", entry.score, entry.depth, entry.nodes);
    }
    if entry.games.total() > 0 {
        out += &format!("games: {}\n", game_counts(entry.games));
    }
    for (name, text) in [("label", &entry.label), ("comment", &entry.comment)] {
        if !text.is_empty() {
            out += &format!("{name}: {text}\n");
        }
    }
    out
}

fn game_counts(games: GameCounts) -> String {
    match games.total() {
        0 => String::new(),
        _ => format!("+{} ={} -{}", games.wins, games.draws, games.losses),
    }
}

fn edit(args: &EditArgs) -> Result<()> {
    let board = args.game.read()?.board()?;
    if args.forget {
        let removed = Database::open(&args.database)?.remove([&board])?;
        return print(if removed > 0 { "forgotten\n" } else { "this position is not in the database\n" });
    }
    if args.comment.is_none() && args.label.is_none() {
        bail!("expected --comment, --label or --forget");
    }
    let database = Database::open_or_create(&args.database)?;
    let mut entry = database.get(&board)?.unwrap_or_default();
    entry.comment = args.comment.clone().unwrap_or(entry.comment);
    entry.label = args.label.clone().unwrap_or(entry.label);
    database.write([(&board, &entry)])?;
    let side = if board.side_to_move() == Color::Black { "Black" } else { "White" };
    print(&format!("{} stones, {side} to move:\n{}", board.size().cells() - board.empty_count(), describe(&entry)))
}

fn export(database: &Database, out: Option<&PathBuf>) -> Result<()> {
    let Some(path) = out else {
        let mut bytes = Vec::new();
        text::write(database, &mut bytes)?;
        return print(&String::from_utf8_lossy(&bytes));
    };
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut file = BufWriter::new(file);
    let written = text::write(database, &mut file)?;
    file.flush().with_context(|| format!("cannot write {}", path.display()))?;
    print(&format!("{written} positions in {}\n", path.display()))
}
