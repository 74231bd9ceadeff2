//! `tengen match`: matches between engines.

use crate::common::{
    INTERRUPTED, RuleParser, default_rule, on_interrupt, parse_adjudication, parse_positive, print, progress_bar,
    read_openings,
};
use crate::guard;
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::play::{Negotiation, OpeningRule};
use tengen_arena::book::Book;
use tengen_arena::changes::{self, Change, ChangesTest};
use tengen_arena::engine_text;
use tengen_arena::limits::{EngineLimits, parse_duration, parse_memory};
use tengen_arena::shard::parse_shard;
use tengen_arena::spec::{EngineSpec, MatchConditions};
use tengen_arena::statistics::Sprt;
use tengen_arena::tournament::report::MatchReport;
use tengen_arena::tournament::{MAX_GAMES, Progress, Schedule, Tournament};
use tengen_game::count;
use tengen_game::whole_file::{check_apart, check_writable, write_file};

#[derive(Args)]
pub struct MatchArgs {
    /// name=NAME,cmd=COMMAND[,turn=,match=,increment=,nodes=,depth=,memory=,info.KEY=VALUE]; built in: @random, @greedy, @caro-points, @caro-segments, @level1 to @level10
    #[arg(long = "engine", value_name = "SPEC")]
    engines: Vec<String>,
    /// The engine of --change and --changes: a program built with the feature tune
    #[arg(long, value_name = "PROGRAM", conflicts_with_all = ["engines", "sprt", "min_games", "gauntlet", "shard", "psq", "json", "merge"])]
    cmd: Option<PathBuf>,
    /// A change of the search's parameters; in place of engines, random halves of many play against each other, and each gets its Elo
    #[arg(long = "change", value_name = "NAME=PARAM=VALUE[,...]", requires = "cmd", conflicts_with = "engines")]
    changes: Vec<Change>,
    /// A file with such changes, one a line
    #[arg(long = "changes", value_name = "FILE", requires = "cmd", conflicts_with = "engines")]
    change_file: Option<PathBuf>,
    /// INFO key=value for every engine
    #[arg(long = "engine-info", value_name = "KEY=VALUE")]
    engine_info: Vec<String>,
    /// Rule of play; renju for its openings, else freestyle, when it is left out
    #[arg(long, value_parser = RuleParser)]
    rule: Option<Rule>,
    /// Board side, or WIDTHxHEIGHT
    #[arg(long, default_value = "15")]
    size: BoardSize,
    /// Games of every two engines, in pairs: one more where the number is odd
    #[arg(long, default_value_t = 100, value_parser = parse_positive::<usize>)]
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
    #[arg(long, value_parser = parse_positive::<u64>)]
    nodes: Option<u64>,
    /// Depth of one move
    #[arg(long, value_parser = parse_positive::<u32>)]
    depth: Option<u32>,
    /// Memory of one engine: 350M; above it the game is lost
    #[arg(long, value_parser = parse_memory)]
    memory: Option<u64>,
    /// Openings, one a line: offsets from the center or points; or the lines of games and trees in any format of `tengen formats`; without it, random ones that a short search calls near even
    #[arg(long)]
    openings: Option<PathBuf>,
    /// Let the engines agree on the beginning and their colors: swap2, swap, swap1, pro, longpro, rif, offers-N, yamaguchi, soosorv-N, taraguchi-N
    #[arg(long, value_name = "RULE", conflicts_with = "openings")]
    opening_rule: Option<OpeningRule>,
    /// Order of the openings and moves of @random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = parse_positive::<usize>)]
    concurrency: usize,
    /// Stop when the first of two engines is shown to be stronger by ELO1, or not by ELO0
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// No verdict of --sprt before this number of games
    #[arg(long, default_value_t = 0, value_name = "GAMES", requires = "sprt")]
    min_games: usize,
    /// The first engine meets all others; otherwise everybody meets everybody
    #[arg(long)]
    gauntlet: bool,
    /// Send all at once and suspend engines between their moves, as the tournament's judge does
    #[arg(long)]
    judge_flow: bool,
    /// Time beyond the limit that is forgiven
    #[arg(long, default_value = "1s", value_parser = parse_duration)]
    tolerance: Duration,
    /// Number of stones after which a game is a draw
    #[arg(long)]
    max_moves: Option<usize>,
    /// A game is decided when both engines expect one side to score at least this share of the points, such as 0.98, for three moves in a row
    #[arg(long, value_name = "SHARE", value_parser = parse_adjudication)]
    adjudicate: Option<f32>,
    /// Play only part K of N (1/4 to 4/4); merge the --json files afterwards
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
    /// Write each game as PSQ into this folder
    #[arg(long, value_name = "DIR")]
    psq: Option<PathBuf>,
    /// Keep the conditions and a line for each game in this file; games that stand there are counted and not played again, and other conditions refused
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the outcome as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Add up the JSON files of several runs instead of playing
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["engines", "engine_info", "rule", "size", "games", "turn",
        "match_time", "increment", "nodes", "depth", "memory", "openings", "opening_rule", "seed", "concurrency", "sprt", "gauntlet",
        "judge_flow", "tolerance", "max_moves", "adjudicate", "shard", "psq", "log"])]
    merge: Vec<PathBuf>,
}

pub fn run(args: &MatchArgs) -> Result<u8> {
    if let Some(program) = &args.cmd {
        return test_changes(args, program);
    }
    check_apart(&args.json, args.log.iter().chain(&args.openings).chain(&args.merge))?;
    args.json.iter().try_for_each(|path| check_writable(path))?;
    let (report, trouble, interrupted_before) = match args.merge.is_empty() {
        true => play_match(args)?,
        false => (MatchReport::read_all(&args.merge)?, Ok(()), 0),
    };
    // The file is written even if standard output is closed, and vice versa.
    let told = print(&report.to_table());
    if let Some(path) = &args.json {
        write_file(path, &report.to_json()?)?;
    }
    told.and(trouble)?;
    if interrupted_before == 0 {
        return Ok(0);
    }
    print(&format!("interrupted before the last {}\n", count(interrupted_before as u64, "game")))?;
    Ok(INTERRUPTED)
}

/// Plays a match. Returns its report, whether all files could be written, and the number of games not played because of
/// an interruption.
fn play_match(args: &MatchArgs) -> Result<(MatchReport, Result<()>, usize)> {
    let usual = usual_spec(args)?;
    let engine = |text: &String| engine_text::parse(text, &usual).with_context(|| format!("--engine {text}"));
    let engines: Vec<EngineSpec> = args.engines.iter().map(engine).collect::<Result<_>>()?;
    ensure!(engines.len() >= 2, "a match needs at least two engines: --engine name=a,cmd=./a --engine name=b,cmd=./b");
    engine_text::check_names(&engines)?;
    ensure!(args.sprt.is_none() || engines.len() == 2, "--sprt compares two engines");
    let tournament = tournament(args, engines)?;
    let (bar, [stop, interrupted]) = begin()?;
    let mut missing = 0;
    let (report, trouble) = tournament.run(&stop, &mut |progress: &Progress| {
        missing = progress.total - progress.done;
        bar.set_length(progress.total as u64);
        bar.set_position(progress.done as u64);
        if let Some(pairing) = progress.report.pairings.first() {
            let elo = pairing.pairs.elo().map_or_else(String::new, |estimate| format!("Elo {estimate:.0}"));
            let llr =
                progress.report.sprt.map_or_else(String::new, |test| format!(" llr {:.2}", test.llr(&pairing.pairs)));
            bar.set_message(format!("{elo}{llr}"));
        }
    })?;
    bar.finish_and_clear();
    Ok((report, trouble, if interrupted.load(Ordering::Relaxed) { missing } else { 0 }))
}

/// Plays random halves of many parameter changes against each other.
fn test_changes(args: &MatchArgs, program: &Path) -> Result<u8> {
    let mut changes = args.changes.clone();
    if let Some(path) = &args.change_file {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        changes.extend(changes::parse(&text).with_context(|| path.display().to_string())?);
    }
    ensure!(!changes.is_empty(), "--cmd: expected its changes, --change NAME=PARAM=VALUE or --changes FILE");
    let usual = EngineSpec { command: program.display().to_string(), name: "engine".into(), ..usual_spec(args)? };
    let test = ChangesTest { program: program.to_owned(), changes, tournament: tournament(args, vec![usual])? };
    let (bar, [stop, interrupted]) = begin()?;
    bar.set_length(args.games as u64);
    let table = test.run(&stop, &mut |games| bar.set_position(games as u64))?;
    bar.finish_and_clear();
    print(&table)?;
    Ok(if interrupted.load(Ordering::Relaxed) { INTERRUPTED } else { 0 })
}

/// The match of these engines under the call's settings.
fn tournament(args: &MatchArgs, engines: Vec<EngineSpec>) -> Result<Tournament> {
    ensure!(args.games <= MAX_GAMES, "--games {}: expected at most {MAX_GAMES}", args.games);
    let rule = args.rule.unwrap_or_else(|| default_rule(args.opening_rule, Rule::Freestyle));
    if let Some(opening) = args.opening_rule {
        Negotiation::new(opening, args.size, rule).context("--opening-rule")?;
    }
    let openings = read_openings(args.openings.as_deref(), args.size, rule)?;
    Ok(Tournament {
        conditions: MatchConditions {
            rule,
            size: args.size,
            opening: args.opening_rule,
            tolerance: args.tolerance,
            judge_flow: args.judge_flow,
            adjudicate: args.adjudicate,
        },
        engines,
        schedule: if args.gauntlet { Schedule::Gauntlet } else { Schedule::RoundRobin },
        games: args.games,
        book: Book::new(args.size, rule, openings, args.seed),
        concurrency: args.concurrency,
        sprt: args.sprt,
        min_games: args.min_games,
        longest: args.max_moves.unwrap_or(usize::MAX),
        shard: args.shard.unwrap_or((0, 1)),
        seed: args.seed,
        psq: args.psq.clone(),
        log: args.log.clone(),
        guard: guard::program(),
    })
}

/// A progress bar, and two flags that an interruption sets: one ends the games, which a decided test does too, and one
/// records the interruption.
fn begin() -> Result<(ProgressBar, [Arc<AtomicBool>; 2])> {
    let bar = progress_bar(0, "{pos}/{len} games, {elapsed} + {eta} to go  {msg}")?;
    let flags = [(); 2].map(|()| Arc::new(AtomicBool::new(false)));
    let (set, shown) = (flags.clone(), bar.clone());
    on_interrupt(move || {
        set.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        shown.println("Games that complete a pair are played to their end. Ctrl-C once more ends the match at once.");
    })?;
    Ok((bar, flags))
}

/// Default settings of an engine, for those missing in its `--engine`.
fn usual_spec(args: &MatchArgs) -> Result<EngineSpec> {
    let info = |pair: &String| {
        let (key, value) = pair.split_once('=').with_context(|| format!("--engine-info {pair}: expected key=value"))?;
        Ok((key.to_owned(), value.to_owned()))
    };
    Ok(EngineSpec {
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
        info: args.engine_info.iter().map(info).collect::<Result<_>>()?,
    })
}
