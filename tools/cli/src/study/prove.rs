//! `tengen prove`: proves that positions are won, and checks proofs.

use super::held;
use crate::common::{INTERRUPTED, cores, interrupted, parse_threads, print, print_error, print_warnings};
use crate::position::RootArgs;
use anyhow::{Context, Error, Result, anyhow, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen::base::Color;
use tengen::board::Board;
use tengen::solver::Stop;
use tengen_arena::limits::{parse_duration, parse_memory};
use tengen_certificate::Certificate;
use tengen_database::{Database, is_special, write_new};
use tengen_game::count;
use tengen_game::formats::{self, Format, Writing};
use tengen_game::whole_file::{check_apart, check_writable, write_file};
use tengen_prove::{
    LineBuilder, ProofLimits, ProvedWin, WinProver, first_move, position_text, proof_tree, proved_entries, together,
};

#[derive(Args)]
pub struct ProveArgs {
    /// Who wins, black or white; otherwise the side that is to move, and for the last quarter of the time the other one
    #[arg(long)]
    side: Option<Color>,
    /// Time: 500ms, 10s, 2h; as long as it takes when it is left out
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// Memory of the table of positions: 512M, 4G; each thread takes about 100M more for its checks
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    memory: u64,
    /// Threads; as many as there are cores when it is left out, and no more
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Write the certificate here
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the proof as a game with variations: .sgf, or .lib for RenLib
    #[arg(long, value_name = "FILE", alias = "sgf")]
    tree: Option<PathBuf>,
    /// Mark the positions of the proof as proved in this database (see `tengen db`); it is created when missing
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Go on with this state of an interrupted proof, and keep it there; the file is made when it is missing
    #[arg(long, value_name = "FILE", requires = "side")]
    resume: Option<PathBuf>,
    /// Take over what these states of --resume have proved, of this position or of others one move later: a proof can be made in
    /// parts
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "side", conflicts_with_all = ["check", "held"])]
    known: Vec<PathBuf>,
    /// Check certificates against every legal reply, and print what each of them proves, and what they prove together
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["moves", "file", "number", "encoding",
        "resume", "out", "rule", "size", "side", "time", "memory", "threads"])]
    check: Vec<PathBuf>,
    /// Prove instead that the side, or each of both, cannot win: on a small board, or late in a game; in one thread
    #[arg(long, conflicts_with_all = ["check", "resume", "out", "tree", "database", "memory", "threads"])]
    held: bool,
    #[command(flatten)]
    board: RootArgs,
}

/// Interval at which the state is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(120);
/// Bytes of memory for a proof within `tengen analyze`.
const ANALYSIS_MEMORY: usize = 256 << 20;
/// Most moves of a proof written as a game.
const MOST_TREE_MOVES: usize = 1_000_000;
/// Divisor of the time: this fraction of it is for a proof of the opponent's win.
const OPPONENT_SHARE: u32 = 4;

pub fn run(args: &ProveArgs) -> Result<u8> {
    let read = args.known.iter().chain(&args.check).chain(&args.board.file).chain(&args.resume);
    check_apart([&args.out, &args.tree, &args.database].into_iter().flatten(), read)?;
    if !args.check.is_empty() {
        return check_all(args);
    }
    let board = args.board.read()?;
    for path in [&args.out, &args.tree, &args.resume].into_iter().flatten() {
        check_writable(path)?;
    }
    check_outputs(args, &board)?;
    let stop = interrupted()?;
    if args.held {
        return held::run(&board, args.side, args.time, stop);
    }
    let attacker = args.side.unwrap_or(board.side_to_move());
    let start = Instant::now();
    let own_time = match args.side {
        Some(_) => args.time,
        None => args.time.map(|time| time - time / OPPONENT_SHARE),
    };
    let prover = prover(args, &board, attacker, own_time, &stop)?;
    let found = search(args, &prover, &stop)?;
    let is_interrupted = || stop.load(Ordering::Relaxed);
    if let Some(win) = &found {
        return hand_over(args, &board, win, "WIN", start);
    }
    let text = format!("NO WIN FOUND\n{}", prover.open_text());
    if args.side.is_none() && !is_interrupted() {
        let time = args.time.map(|time| time.saturating_sub(start.elapsed()));
        let other = self::prover(args, &board, !attacker, time, &stop)?;
        if let Some(win) = search(args, &other, &stop)? {
            return hand_over(args, &board, &win, "LOSS", start);
        }
    }
    print(&text)?;
    Ok(if is_interrupted() { INTERRUPTED } else { 2 })
}

/// Checks before long work that a proof of this position can be written as a tree and into the database.
fn check_outputs(args: &ProveArgs, board: &Board) -> Result<()> {
    if let Some(path) = &args.tree {
        let root = LineBuilder::new(board, board.side_to_move(), Stop::default()).certificate(board, None);
        tree_bytes(path, &root)?;
    }
    match &args.database {
        // An empty change shows whether the file can be written.
        Some(path) if path.exists() => {
            Database::open(path).and_then(|database| database.merge([])).map(drop).context("--database")
        }
        Some(path) => check_writable(path).context("--database"),
        None => Ok(()),
    }
}

fn prover(
    args: &ProveArgs,
    board: &Board,
    attacker: Color,
    time: Option<Duration>,
    stop: &Arc<AtomicBool>,
) -> Result<WinProver> {
    let deadline = time.and_then(|time| Instant::now().checked_add(time));
    let limits = ProofLimits {
        threads: args.threads.unwrap_or_else(cores),
        memory: usize::try_from(args.memory).unwrap_or(usize::MAX),
        stop: Stop { flag: Arc::clone(stop), deadline },
    };
    let prover = WinProver::new(board, attacker, &limits)?;
    if let Some(path) = args.resume.as_ref().filter(|path| path.exists()) {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        if !bytes.is_empty() {
            prover.resume(&bytes).with_context(|| path.display().to_string())?;
        }
    }
    for path in &args.known {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        prover.know(&bytes).with_context(|| path.display().to_string())?;
    }
    Ok(prover)
}

/// A proof that `attacker` wins: the most plies to the five, and the first move if it is the attacker's.
pub fn within(
    board: &Board,
    attacker: Color,
    time: Duration,
    threads: usize,
    stop: &Arc<AtomicBool>,
) -> Result<Option<(usize, Option<String>)>> {
    let stop = Stop { flag: Arc::clone(stop), deadline: Instant::now().checked_add(time) };
    let prover = WinProver::new(board, attacker, &ProofLimits { threads, memory: ANALYSIS_MEMORY, stop })?;
    let win = prover.run(&mut |_| {})?;
    Ok(win.map(|win| (win.plies, first_move(board, &win.certificate))))
}

/// Text on the winner's own moves in a win of `plies` plies.
pub fn own_moves(plies: usize) -> String {
    count(plies.div_ceil(2) as u64, "move")
}

/// Searches, shows progress on a terminal, and saves the state. A state that cannot be saved ends the search, but takes away no
/// win that was found.
fn search(args: &ProveArgs, prover: &WinProver, stop: &AtomicBool) -> Result<Option<ProvedWin>> {
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {msg}")?);
    let save = || args.resume.as_ref().map_or(Ok(()), |path| write_file(path, prover.state()));
    let (mut saved, mut failed) = (Instant::now(), None);
    let found = prover.run(&mut |progress| {
        bar.set_message(progress.to_string());
        bar.tick();
        if saved.elapsed() >= SAVE_INTERVAL {
            if let Err(error) = save() {
                failed = Some(error);
                stop.store(true, Ordering::Relaxed);
            }
            saved = Instant::now();
        }
    });
    bar.finish_and_clear();
    let kept = failed.map_or_else(save, Err);
    match (found?, kept) {
        (Some(win), Err(error)) => {
            print_error(&format!("warning: {error:#}"));
            Ok(Some(win))
        }
        (found, kept) => kept.map(|()| found),
    }
}

/// Prints the win and writes the files. Each of these is tried also when another one fails.
fn hand_over(args: &ProveArgs, board: &Board, win: &ProvedWin, word: &str, start: Instant) -> Result<u8> {
    let ProvedWin { plies, certificate } = win;
    let bytes = certificate.to_bytes();
    let first = first_move(board, certificate).map(|first| format!(" {first}")).unwrap_or_default();
    let (rule, size, seconds) = (certificate.rule, certificate.size, start.elapsed().as_secs_f64());
    let [answers, length] =
        [(certificate.answers.len(), "answer"), (bytes.len(), "byte")].map(|(number, name)| count(number as u64, name));
    let told = print(&format!(
        "{word} {}{first}\nchecked: {rule} {size}, {answers}, {length}; {seconds:.1} s\n",
        plies.div_ceil(2)
    ));
    let written = args.out.as_ref().map_or(Ok(()), |path| write_file(path, &bytes));
    let saved = save(args, certificate);
    let unkept = match &args.out {
        Some(path) => written.is_err().then_some(path),
        None => args.database.as_ref().or(args.tree.as_ref()).filter(|_| saved.is_err()),
    };
    written.and(saved).and(told).map_err(|error| match unkept {
        Some(path) => keep_beside(path, &bytes, error),
        None => error,
    })?;
    Ok(u8::from(word != "WIN"))
}

/// Writes the certificate beside a file that could not be written, or else, and for a device, into the folder of temporary
/// files. The error says where it is.
fn keep_beside(file: &Path, certificate: &[u8], error: Error) -> Error {
    let beside = Some(file.to_owned()).filter(|_| !is_special(file));
    let temporary = file.file_name().map(|name| std::env::temp_dir().join(name));
    let free = |path: PathBuf| {
        let mut names = (1..100).map(|number| PathBuf::from(format!("{}.{number}.proof", path.display())));
        names.find(|name| name.symlink_metadata().is_err())
    };
    let mut places = [beside, temporary].into_iter().flatten().filter_map(free);
    match places.find(|path| write_new(path, certificate).is_ok()) {
        Some(path) => anyhow!("{error:#}; the certificate is in {}: `tengen prove --check` reads it", path.display()),
        None => error.context("the certificate is lost"),
    }
}

/// The format of a tree's file name.
fn tree_format(path: &Path) -> Result<&'static Format> {
    let format = Format::of_name(&path.display().to_string()).ok().filter(|format| format.holds.variations);
    format.with_context(|| format!("--tree {}: expected a name that ends in .sgf or .lib", path.display()))
}

/// The proof in the format of the path's name, and sentences about what the format cannot hold.
fn tree_bytes(path: &Path, certificate: &Certificate) -> Result<(Vec<u8>, Vec<String>)> {
    let format = tree_format(path)?;
    let mut tree = proof_tree(certificate, MOST_TREE_MOVES).commented();
    formats::state_rule(&mut tree.head);
    let bytes = formats::write_tree(&tree, format, &Writing::default()).context("--tree")?;
    Ok((bytes, formats::losses(&tree, format)))
}

/// Checks the certificates, and prints what they prove together.
fn check_all(args: &ProveArgs) -> Result<u8> {
    ensure!(args.tree.is_none() || args.check.len() == 1, "--tree: expected one certificate");
    if let Some(path) = &args.tree {
        tree_format(path)?;
        check_writable(path)?;
    }
    let certificates = args.check.iter().map(|path| check(path, args)).collect::<Result<Vec<_>>>()?;
    let Some((text, is_whole)) = together(&certificates) else { return Ok(0) };
    print(&text)?;
    Ok(if is_whole { 0 } else { 2 })
}

/// Checks a certificate's file, and prints what it proves.
fn check(path: &Path, args: &ProveArgs) -> Result<Certificate> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let name = path.display().to_string();
    let certificate = Certificate::from_bytes(&bytes).with_context(|| format!("{name} is not a whole certificate"))?;
    let plies = tengen_prove::check(&certificate).with_context(|| format!("{name} proves no win"))?;
    ensure!(plies > 0, "{name} proves no win");
    let (winner, moves) = (certificate.attacker.name(), own_moves(plies));
    print(&format!("PROVED {winner} wins in {moves}: {}\n", position_text(&certificate)))?;
    save(args, &certificate)?;
    Ok(certificate)
}

/// Writes the proof as a game and into a database, as requested. Each is tried also when the other one fails.
fn save(args: &ProveArgs, certificate: &Certificate) -> Result<()> {
    let drawn = args.tree.as_ref().map_or(Ok(()), |path| {
        let (bytes, losses) = tree_bytes(path, certificate)?;
        write_file(path, &bytes)?;
        print_warnings(&path.display().to_string(), &losses);
        Ok(())
    });
    let entered = args.database.as_ref().map_or(Ok(()), |path| {
        let database = Database::open_or_create(path).context("--database")?;
        database.merge(proved_entries(certificate, MOST_TREE_MOVES)).map(drop).context("--database")
    });
    drawn.and(entered)
}
