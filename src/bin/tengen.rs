//! `tengen`: tools for engine work and for people at a terminal.

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::File;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::format_moves;
use tengen::eval::Weights;
use tengen::solver::Solution;
use tengen::tools::balance::{self, Recipe};
use tengen::tools::limits::{EngineLimits, parse_duration, parse_memory};
use tengen::tools::openings::{self, Book};
use tengen::tools::player::{Conditions, EngineSpec};
use tengen::tools::records::{self, Games};
use tengen::tools::report::MatchReport;
use tengen::tools::selfplay;
use tengen::tools::solve::{self, Goal};
use tengen::tools::statistics::Sprt;
use tengen::tools::tournament::{Progress, Schedule, Tournament};
use tengen::tools::train;

/// Tools of the Tengen Gomoku engine.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Play engines against each other, in pairs of games with exchanged colours.
    Match(Box<MatchArgs>),
    /// Make balanced openings by search: random early stones, kept when the score is near even
    Openings(OpeningsArgs),
    /// Look for a win by threats alone; prints WIN <stones> <line>, NONE or UNKNOWN (exit code 0, 1, 2; 3: an error)
    Solve(SolveArgs),
    /// Let the engine play itself, for learning; or look at the games with --stats, --check
    Selfplay(SelfplayArgs),
    /// Learn weights for scores and the order of moves from games of self-play
    Train(TrainArgs),
    /// Run a command that must not outlive this process's parent
    #[command(hide = true)]
    Guard {
        /// Program and arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
}

#[derive(Args)]
struct OpeningsArgs {
    /// freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9)
    #[arg(long, default_value = "0")]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: BoardSize,
    /// How many
    #[arg(long, default_value_t = 200)]
    count: usize,
    /// Where to write them, one a line
    #[arg(long)]
    out: PathBuf,
    /// The same seed gives the same openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Nodes of the search that judges an opening
    #[arg(long, default_value_t = 50_000)]
    nodes: u64,
    /// The score may be so far from even
    #[arg(long, default_value_t = 60)]
    fair: i32,
    /// Searches at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
}

#[derive(Args)]
struct SelfplayArgs {
    /// freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9)
    #[arg(long, default_value = "0")]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: BoardSize,
    /// Nodes of each move
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Games in the file at the end; those it holds already are kept
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time; as many as there are cores when it is left out
    #[arg(long)]
    concurrency: Option<usize>,
    /// Play with these weights, a file or `hand-set`; the built-in ones when it is left out
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Where to write the games
    #[arg(long, value_name = "FILE", required_unless_present_any = ["stats", "check"])]
    out: Option<PathBuf>,
    /// Say what is in a file of games
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,
    /// Replay every game of a file with the referee
    #[arg(long, value_name = "FILE")]
    check: Option<PathBuf>,
}

#[derive(Args)]
struct TrainArgs {
    /// Files of games, all of one rule
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights to begin with; the hand-set ones when it is left out
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Passes over the positions
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// Share of the game's result in what is learned; the rest is the search's own score
    #[arg(long, default_value_t = 0.5)]
    result_share: f32,
    /// Threads; as many as there are cores when it is left out
    #[arg(long)]
    concurrency: Option<usize>,
    /// Draw the losses over the epochs
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

#[derive(Args)]
struct SolveArgs {
    /// freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9)
    #[arg(long, default_value = "0")]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: BoardSize,
    /// Who attacks, black or white; otherwise the side that is to move
    #[arg(long)]
    side: Option<Color>,
    /// vcf: fours only; vct: fours, open threes and quiet moves that threaten a VCF
    #[arg(long, default_value = "vct")]
    goal: Goal,
    /// Time: 500ms, 10s
    #[arg(long, value_parser = parse_duration)]
    limit: Option<Duration>,
    /// Stones of the attacker, the five included
    #[arg(long, default_value_t = u32::MAX)]
    stones: u32,
    /// Take the position from a file: moves, or a diagram of '.', 'X' and 'O' with its rows from the top
    #[arg(long, conflicts_with = "moves")]
    file: Option<PathBuf>,
    /// Moves so far, Black's first: h8i9h7
    moves: Vec<String>,
}

#[derive(Args)]
struct MatchArgs {
    /// name=NAME,cmd=COMMAND[,turn=,match=,increment=,nodes=,depth=,memory=,info.KEY=VALUE]; @random and @greedy are built in
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<String>,
    /// INFO key=value for every engine
    #[arg(long = "engine-info", value_name = "KEY=VALUE")]
    engine_info: Vec<String>,
    /// freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9)
    #[arg(long, default_value = "0")]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: BoardSize,
    /// Games of every two engines
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Time of one move: 20ms, 5s
    #[arg(long, value_parser = parse_duration)]
    turn: Option<Duration>,
    /// Time of the whole match for each side
    #[arg(long = "match", value_parser = parse_duration)]
    match_time: Option<Duration>,
    /// Added to what is left after each move
    #[arg(long, value_parser = parse_duration)]
    increment: Option<Duration>,
    /// Nodes of one move
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth of one move
    #[arg(long)]
    depth: Option<u32>,
    /// Memory of one engine: 350M; above it the game is lost
    #[arg(long, value_parser = parse_memory)]
    memory: Option<u64>,
    /// Openings, one a line: offsets from the centre or points; without it, four random stones
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Order of the openings and moves of @random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Stop when the first of two engines is shown to be stronger by ELO1, or not by ELO0
    #[arg(long, value_name = "ELO0,ELO1")]
    sprt: Option<Sprt>,
    /// The first engine meets all others; otherwise everybody meets everybody
    #[arg(long)]
    gauntlet: bool,
    /// Send all at once and suspend engines between their moves, as the tournament's judge does
    #[arg(long)]
    judge_flow: bool,
    /// Time beyond the limit that is forgiven
    #[arg(long, default_value = "1s", value_parser = parse_duration)]
    tolerance: Duration,
    /// A game of so many stones is a draw
    #[arg(long)]
    max_moves: Option<usize>,
    /// Play only part K of N (1/4 to 4/4); merge the --json files afterwards
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
    /// Write each game as PSQ into this folder
    #[arg(long, value_name = "DIR")]
    psq: Option<PathBuf>,
    /// Add a line for each game to this file; games that stand there are counted and not played again
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the outcome as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Add up the JSON files of several runs instead of playing
    #[arg(long, num_args = 1.., value_name = "FILE")]
    merge: Vec<PathBuf>,
}

/// Exit code of a command that could not be carried out; 0 to 2 are answers of `solve`.
const FAILURE: u8 = 3;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Nothing can be done when not even the message can be printed.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(FAILURE) } else { ExitCode::SUCCESS };
        }
    };
    let done = match cli.command {
        Tool::Match(args) => run_match(&args).map(|()| ExitCode::SUCCESS),
        Tool::Openings(args) => make_openings(&args).map(|()| ExitCode::SUCCESS),
        Tool::Solve(args) => run_solve(&args),
        Tool::Selfplay(args) => run_selfplay(&args).map(|()| ExitCode::SUCCESS),
        Tool::Train(args) => run_train(&args).map(|()| ExitCode::SUCCESS),
        Tool::Guard { command } => guard(&command).map(|()| ExitCode::SUCCESS),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::from(FAILURE)
    })
}

/// Weights by name that are for the rule.
fn weights_for(name: &str, rule: Rule) -> Result<Arc<Weights>> {
    let weights = Weights::read(name)?;
    let fit = weights.iter().find(|weights| weights.check_rule(rule).is_ok());
    fit.cloned().with_context(|| format!("the weights in '{name}' are not for {rule}"))
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Becomes true at Ctrl-C.
fn interrupted() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed)).context("cannot listen to Ctrl-C")?;
    Ok(stop)
}

fn run_selfplay(args: &SelfplayArgs) -> Result<()> {
    for path in args.stats.iter().chain(&args.check) {
        let (games, _) = Games::read(path)?;
        if args.check.is_some() {
            games.check().with_context(|| path.display().to_string())?;
            println!("{} games are as they say", games.records.len());
        } else {
            println!("{games}");
        }
    }
    let Some(out) = &args.out else { return Ok(()) };
    let weights = args.weights.as_deref().map(|name| weights_for(name, args.rule)).transpose()?;
    let weights = weights.as_slice();
    let conditions = records::Conditions { rule: args.rule, size: args.size, nodes: args.nodes, seed: args.seed };
    let bar = ProgressBar::new(args.games as u64)
        .with_style(ProgressStyle::with_template("{pos}/{len} games, {per_sec}, {elapsed} + {eta} to go")?);
    let threads = args.concurrency.unwrap_or_else(cores);
    let stop = interrupted()?;
    selfplay::play(out, conditions, weights, args.games, threads, &stop, &mut |done| bar.set_position(done as u64))?;
    bar.finish_and_clear();
    println!("{}", Games::read(out)?.0);
    Ok(())
}

fn run_train(args: &TrainArgs) -> Result<()> {
    let read = |path: &PathBuf| {
        let (games, _) = Games::read(path)?;
        games.check().with_context(|| path.display().to_string())?;
        Ok(games)
    };
    let games: Vec<Games> = args.data.iter().map(read).collect::<Result<_>>()?;
    let conditions = games.iter().map(|games| games.conditions).collect::<Vec<_>>();
    let rule = conditions[0].rule;
    let from = weights_for(args.from.as_deref().unwrap_or("hand-set"), rule)?;
    let recipe = train::Recipe {
        epochs: args.epochs,
        result_share: args.result_share,
        threads: args.concurrency.unwrap_or_else(cores),
    };
    let bar = ProgressBar::new(2 * args.epochs as u64)
        .with_style(ProgressStyle::with_template("{pos}/{len} epochs, {elapsed} + {eta} to go  {msg}")?);
    let mut outcome = train::train(&games, &from, &recipe, &mut |part, _, losses| {
        bar.inc(1);
        bar.set_message(format!("{part:?}: loss {:.4}, held out {:.4}", losses.train, losses.held_out));
    })?;
    bar.finish_and_clear();
    let header = &mut outcome.weights.header;
    header.rules = match rule {
        // A five that is blocked at both ends is rare: the two caros share what they have learned.
        Rule::Caro | Rule::CaroExact => vec![Rule::Caro.name().to_owned(), Rule::CaroExact.name().to_owned()],
        rule => vec![rule.name().to_owned()],
    };
    let best = |losses: &[train::Losses]| losses.iter().map(|losses| losses.held_out).fold(f32::INFINITY, f32::min);
    let list = |values: Vec<String>| values.join(" ");
    header.notes = vec![
        format!("tool tengen {}", env!("CARGO_PKG_VERSION")),
        format!("sizes {}", list(conditions.iter().map(|c| c.size.to_string()).collect())),
        format!("nodes {}", list(conditions.iter().map(|c| c.nodes.to_string()).collect())),
        format!("games {}", games.iter().map(|games| games.records.len()).sum::<usize>()),
        format!("positions {} for scores, {} for the order", outcome.positions[0], outcome.positions[1]),
        format!("loss {:.4} for scores, {:.4} for the order", best(&outcome.losses[0]), best(&outcome.losses[1])),
        format!("date {}", train::today()),
    ];
    std::fs::write(&args.out, outcome.weights.to_bytes())
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    if let Some(path) = &args.svg {
        std::fs::write(path, train::loss_curves(&outcome.losses))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    for (name, losses) in ["scores", "order of moves"].iter().zip(&outcome.losses) {
        println!("{name}: held-out loss {:.4} before, {:.4} after", losses[0].held_out, best(losses));
    }
    Ok(())
}

/// A file with a position is not read any further.
const LONGEST_POSITION: u64 = 1 << 20;

/// Looks for the win in a thread of its own, so that the deadline is kept whatever it is doing.
fn run_solve(args: &SolveArgs) -> Result<ExitCode> {
    let text = match &args.file {
        Some(path) => {
            let mut text = String::new();
            let read = File::open(path).and_then(|file| file.take(LONGEST_POSITION).read_to_string(&mut text));
            read.with_context(|| format!("cannot read {}", path.display()))?;
            text
        }
        None => args.moves.join(" "),
    };
    let mut board = solve::read_position(&text, args.size, args.rule)?;
    if let Some(side) = args.side {
        board.set_side_to_move(side);
    }
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {elapsed}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    let solution = solve::solve(&board, args.goal, args.stones, args.limit)?;
    bar.finish_and_clear();
    let (text, code) = match solution {
        Solution::Win(line) => {
            (format!("WIN {} {}", line.len().div_ceil(2), format_moves(args.size, &line)), ExitCode::SUCCESS)
        }
        Solution::None => ("NONE".to_owned(), ExitCode::from(1)),
        Solution::Unknown => ("UNKNOWN".to_owned(), ExitCode::from(2)),
    };
    println!("{text}");
    Ok(code)
}

/// Becomes `command`, to be killed when the process that started this one ends in any way.
fn guard(command: &[String]) -> Result<()> {
    let (program, arguments) = command.split_first().context("guard: there is no command")?;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        set_parent_process_death_signal(Some(Signal::KILL)).context("guard")?;
    }
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(Command::new(program).args(arguments));
        Err(error).with_context(|| format!("cannot start '{program}'"))
    }
    #[cfg(not(unix))]
    {
        let status =
            Command::new(program).args(arguments).status().with_context(|| format!("cannot start '{program}'"))?;
        ensure!(status.success(), "'{program}' failed");
        Ok(())
    }
}

fn make_openings(args: &OpeningsArgs) -> Result<()> {
    let recipe = Recipe { rule: args.rule, size: args.size, nodes: args.nodes, fair: args.fair };
    let bar = ProgressBar::new(args.count as u64)
        .with_style(ProgressStyle::with_template("{pos}/{len} openings, {elapsed} + {eta} to go")?);
    let mut text = format!(
        "# tengen openings --rule {} --size {} --count {} --seed {} --nodes {} --fair {}\n",
        args.rule, args.size, args.count, args.seed, args.nodes, args.fair
    );
    let found = balance::generate(&recipe, args.count, args.seed, args.concurrency, &mut |found| {
        bar.set_position(found as u64)
    })?;
    bar.finish_and_clear();
    for opening in &found {
        text.push_str(&format_moves(args.size, opening));
        text.push('\n');
    }
    std::fs::write(&args.out, text).with_context(|| format!("cannot write {}", args.out.display()))?;
    println!("{} openings in {}", found.len(), args.out.display());
    Ok(())
}

fn run_match(args: &MatchArgs) -> Result<()> {
    let report = if args.merge.is_empty() { play_match(args)? } else { merge(&args.merge)? };
    print!("{}", report.to_table());
    if let Some(path) = &args.json {
        std::fs::write(path, report.to_json()?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn merge(paths: &[PathBuf]) -> Result<MatchReport> {
    let read = |path: &PathBuf| -> Result<MatchReport> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        serde_json::from_str(&text).with_context(|| format!("{} is no outcome of a match", path.display()))
    };
    let mut whole = read(&paths[0])?;
    for path in &paths[1..] {
        whole.merge(&read(path)?).with_context(|| path.display().to_string())?;
    }
    Ok(whole)
}

fn play_match(args: &MatchArgs) -> Result<MatchReport> {
    let engines: Vec<EngineSpec> = args.engines.iter().map(|text| engine_spec(text, args)).collect::<Result<_>>()?;
    ensure!(engines.len() >= 2, "a match needs at least two engines: --engine name=a,cmd=./a --engine name=b,cmd=./b");
    for (i, engine) in engines.iter().enumerate() {
        ensure!(!engine.name.is_empty() && !engine.name.contains([' ', '/']), "'{}' is no name", engine.name);
        ensure!(engines[..i].iter().all(|other| other.name != engine.name), "two engines are named '{}'", engine.name);
    }
    ensure!(args.sprt.is_none() || engines.len() == 2, "--sprt compares two engines");
    let openings = match &args.openings {
        Some(path) => {
            let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            openings::parse(&text, args.size, args.rule).with_context(|| path.display().to_string())?
        }
        None => Vec::new(),
    };
    let tournament = Tournament {
        conditions: Conditions {
            rule: args.rule,
            size: args.size,
            tolerance: args.tolerance,
            judge_flow: args.judge_flow,
        },
        engines,
        schedule: if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
        games: args.games,
        book: Book::new(args.size, args.rule, openings, args.seed),
        concurrency: args.concurrency,
        sprt: args.sprt,
        longest: args.max_moves.unwrap_or(usize::MAX),
        shard: args.shard.unwrap_or((0, 1)),
        seed: args.seed,
        psq: args.psq.clone(),
        log: args.log.clone(),
        guard: if cfg!(target_os = "linux") { std::env::current_exe().ok() } else { None },
    };
    let stop = interrupted()?;
    let bar = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{pos}/{len} games, {elapsed} + {eta} to go  {msg}")?);
    let report = tournament.run(&stop, &mut |progress: &Progress| {
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        if let Some(pairing) = progress.report.pairings.first() {
            let elo = pairing.pairs.elo().map_or_else(String::new, |e| format!("Elo {:.0} +- {:.0}", e.elo, e.error));
            let llr =
                progress.report.sprt.map_or_else(String::new, |test| format!(" llr {:.2}", test.llr(&pairing.pairs)));
            bar.set_message(format!("{elo}{llr}"));
        }
    })?;
    bar.finish_and_clear();
    Ok(report)
}

/// Reads `name=a,cmd=./a,nodes=2000`; what it does not name is taken from the match.
fn engine_spec(text: &str, args: &MatchArgs) -> Result<EngineSpec> {
    let mut spec = EngineSpec {
        name: String::new(),
        command: String::new(),
        limits: EngineLimits {
            turn: args.turn,
            match_time: args.match_time,
            increment: args.increment.unwrap_or_default(),
            nodes: args.nodes,
            depth: args.depth,
            memory: args.memory,
        },
        info: Vec::new(),
    };
    for pair in &args.engine_info {
        let (key, value) =
            pair.split_once('=').with_context(|| format!("--engine-info {pair}: key=value is wanted"))?;
        spec.info.push((key.to_owned(), value.to_owned()));
    }
    for field in text.split(',') {
        let (key, value) =
            field.split_once('=').with_context(|| format!("--engine {text}: '{field}' is no key=value"))?;
        let time = || parse_duration(value).map_err(anyhow::Error::msg);
        match key {
            "name" => spec.name = value.to_owned(),
            "cmd" => spec.command = value.to_owned(),
            "turn" => spec.limits.turn = Some(time()?),
            "match" => spec.limits.match_time = Some(time()?),
            "increment" => spec.limits.increment = time()?,
            "nodes" => spec.limits.nodes = Some(value.parse().with_context(|| format!("'{value}' is no number"))?),
            "depth" => spec.limits.depth = Some(value.parse().with_context(|| format!("'{value}' is no number"))?),
            "memory" => spec.limits.memory = Some(parse_memory(value).map_err(anyhow::Error::msg)?),
            _ => match key.strip_prefix("info.") {
                Some(info) => spec.info.push((info.to_owned(), value.to_owned())),
                None => bail!(
                    "--engine {text}: '{key}' is none of name, cmd, turn, match, increment, nodes, depth, memory, info.KEY"
                ),
            },
        }
    }
    ensure!(!spec.command.is_empty(), "--engine {text}: cmd= is missing");
    if spec.name.is_empty() {
        spec.name = spec.command.trim_start_matches('@').rsplit('/').next().unwrap_or_default().to_owned();
    }
    Ok(spec)
}

fn parse_size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let number =
        |part: &str| part.parse::<usize>().map_err(|_| format!("'{text}' is no board size such as 15 or 20x10"));
    BoardSize::new(number(width)?, number(height)?).map_err(|error| error.to_string())
}

/// `2/4` is shard 1 (from 0) of 4.
fn parse_shard(text: &str) -> Result<(usize, usize), String> {
    let parse = || {
        let (k, n) = text.split_once('/')?;
        let (k, n): (usize, usize) = (k.parse().ok()?, n.parse().ok()?);
        (1..=n).contains(&k).then(|| (k - 1, n))
    };
    parse().ok_or_else(|| format!("'{text}' is no part such as 2/4"))
}
