//! `tengen tune`: SPSA over games of an engine against itself with changed parameters.
//!
//! The two settings play as processes with `--param`, through the match runner: any limit of time or nodes
//! works as in a match, the engine under test is the one that will be released, and the list of parameters
//! comes from the engine itself.

use crate::common::{
    INTERRUPTED, RuleParser, check_writable, interrupted, is_same_file, parse_adjudication, parse_size, print,
    write_file,
};
use crate::guard;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen::base::{BoardSize, Rule, SplitMix64};
use tengen_arena::book::Book;
use tengen_arena::limits::{EngineLimits, parse_duration};
use tengen_arena::shard::parse_shard;
use tengen_arena::spec::{EngineSpec, MatchConditions};
use tengen_arena::tournament::{Schedule, Tournament};
use tengen_arena::tuning::spsa::{Comparison, Parameter, Rates};
use tengen_arena::tuning::{TuningState, parse_table};
use tengen_game::opening_file::{self, Opening};

#[derive(Args)]
pub struct TuneArgs {
    /// The engine's program, built with the feature tune
    #[arg(long, value_name = "PROGRAM", required_unless_present = "merge")]
    cmd: Option<PathBuf>,
    /// A parameter to tune; may be repeated; all of the engine's otherwise
    #[arg(long = "param", value_name = "NAME")]
    params: Vec<String>,
    /// The run: it is created, saved after each iteration, and continued when the file exists
    #[arg(long, value_name = "FILE", required_unless_present = "merge")]
    state: Option<PathBuf>,
    /// Iterations of the whole run
    #[arg(long, default_value_t = 1000)]
    iterations: usize,
    /// Games of one iteration; rounded up to pairs
    #[arg(long, default_value_t = 16)]
    games: usize,
    /// Steps that a lead of one game moves a parameter by in the last iteration
    #[arg(long, default_value_t = 0.008, value_parser = parse_rate)]
    learning_rate: f64,
    /// Multiply every parameter's step by this: larger steps show with fewer games, smaller ones end closer to the best
    #[arg(long, default_value_t = 1.0, value_parser = parse_scale)]
    step_scale: f64,
    /// Rule of play; may be repeated: the iterations take turns
    #[arg(long = "rule", value_name = "RULE", default_value = "freestyle", value_parser = RuleParser)]
    rules: Vec<Rule>,
    /// Board side, or WIDTHxHEIGHT; one for all rules, or one for each in their order
    #[arg(long = "size", value_name = "SIZE", default_value = "15", value_parser = parse_size)]
    sizes: Vec<BoardSize>,
    /// Nodes of one move
    #[arg(long)]
    nodes: Option<u64>,
    /// Time of one move: 20ms, 5s
    #[arg(long, value_parser = parse_duration)]
    turn: Option<Duration>,
    /// Time of the whole match for each side
    #[arg(long = "match", value_parser = parse_duration)]
    match_time: Option<Duration>,
    /// Openings, one a line, a file for each rule in their order; without it, random ones that a short search finds near even
    #[arg(long, value_name = "FILE")]
    openings: Vec<PathBuf>,
    /// A game is decided when both settings expect one side to score at least this share of the points, such as 0.98, for three moves in a row
    #[arg(long, value_name = "SHARE", value_parser = parse_adjudication)]
    adjudicate: Option<f32>,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Seed of the directions and openings
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run K of N independent runs (1/4 to 4/4), each with its own directions, openings and state file; merge them afterwards
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    shard: Option<(usize, usize)>,
    /// Draw the parameters' course as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print the mean of the runs in these state files instead of playing
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["cmd", "params", "state", "iterations", "games", "learning_rate",
        "step_scale", "rules", "sizes", "nodes", "turn", "match_time", "openings", "adjudicate", "concurrency", "seed", "shard", "svg"])]
    merge: Vec<PathBuf>,
}

fn parse_scale(text: &str) -> Result<f64, String> {
    let scale = text.parse().ok().filter(|scale| (0.1..=10.0).contains(scale));
    scale.ok_or_else(|| format!("'{text}' is not a number from 0.1 to 10"))
}

fn parse_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| format!("'{text}' is not a number above 0"))
}

/// What the games of an iteration are played on.
struct Ground {
    rule: Rule,
    size: BoardSize,
    openings: Vec<Opening>,
}

pub fn run(args: &TuneArgs) -> Result<ExitCode> {
    if !args.merge.is_empty() {
        let runs: Vec<TuningState> = args.merge.iter().map(|path| TuningState::read(path)).collect::<Result<_>>()?;
        print(&table(&TuningState::mean(&runs)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let (Some(program), Some(path)) = (&args.cmd, &args.state) else { bail!("--cmd and --state are needed") };
    ensure!(args.games > 0 && args.iterations > 0, "--games and --iterations: expected at least 1");
    ensure!(
        args.nodes.is_some() || args.turn.is_some() || args.match_time.is_some(),
        "a limit is needed: --nodes, --turn or --match"
    );
    if let Some(svg) = &args.svg {
        let mut others = args.openings.iter().chain([path, program]);
        let is_other = others.any(|other| is_same_file(other, svg));
        ensure!(!is_other, "--svg: {} is the state, the openings or the engine: choose another file", svg.display());
        check_writable(svg)?;
    }
    let grounds = grounds(args)?;
    let mut state = state(args, &grounds, program, path)?;
    let stop = interrupted()?;
    let bar = ProgressBar::new(state.rates.iterations as u64)
        .with_style(ProgressStyle::with_template("{pos}/{len} iterations, {elapsed} + {eta} to go")?);
    let names: Vec<String> = state.parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let seed = state.seed;
    bar.set_position(state.iteration() as u64);
    bar.reset_eta();
    state.run(path, &mut |k, comparison| {
        bar.set_position(k as u64);
        let engines = engines(args, &program.display().to_string(), &names, comparison);
        play(args, &grounds[k % grounds.len()], engines, seed ^ (k as u64 + 1) << 24, &stop)
    })?;
    bar.finish_and_clear();
    if let Some(path) = &args.svg {
        write_file(path, &state.to_svg())?;
    }
    print(&table(&state.parameters))?;
    let is_whole = state.iteration() >= state.rates.iterations;
    Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
}

impl Ground {
    /// Tells other openings from these, so that a run goes on with its own.
    fn fingerprint(&self) -> u64 {
        let points =
            self.openings.iter().flat_map(|opening| opening.iter().map(|point| u64::from(point.0) + 1).chain([0]));
        points.fold(self.openings.len() as u64, |hash, point| SplitMix64::new(hash ^ point).next())
    }
}

/// The rules with their boards and openings.
fn grounds(args: &TuneArgs) -> Result<Vec<Ground>> {
    let count = args.rules.len();
    ensure!([1, count].contains(&args.sizes.len()), "--size: expected one, or one for each --rule ({count})");
    ensure!([0, count].contains(&args.openings.len()), "--openings: expected a file for each --rule ({count})");
    let ground = |(index, &rule): (usize, &Rule)| {
        let size = args.sizes[index % args.sizes.len()];
        let openings = match args.openings.get(index) {
            Some(path) => {
                let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
                opening_file::parse(&text, size, rule).with_context(|| path.display().to_string())?
            }
            None => Vec::new(),
        };
        Ok(Ground { rule, size, openings })
    };
    args.rules.iter().enumerate().map(ground).collect()
}

/// The run in the state file, or a new one.
fn state(args: &TuneArgs, grounds: &[Ground], program: &Path, path: &Path) -> Result<TuningState> {
    let name = program.display();
    let output = Command::new(program).arg("params").stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot run {name}"))?;
    ensure!(output.status.success(), "{name} params: failed; --cmd expects a Tengen engine");
    let table = String::from_utf8_lossy(&output.stdout);
    let of_rule = |rule| parse_table(&table, rule).with_context(|| format!("{name} params"));
    let mut parameters = of_rule(args.rules[0])?;
    for &rule in &args.rules {
        let values = of_rule(rule)?;
        let is_tuned = |name: &String| args.params.is_empty() || args.params.contains(name);
        let mut tuned = parameters.iter().zip(&values).filter(|(first, _)| is_tuned(&first.name));
        if let Some((first, _)) = tuned.find(|(first, own)| first.start != own.start) {
            bail!("{} has another value under {rule} than under {}: tune these apart", first.name, args.rules[0]);
        }
    }
    if let Some(unknown) = args.params.iter().find(|&wanted| parameters.iter().all(|known| known.name != *wanted)) {
        bail!("--param {unknown}: the engine has no such parameter; see {name} params");
    }
    parameters.retain(|parameter| args.params.is_empty() || args.params.contains(&parameter.name));
    parameters.iter_mut().for_each(|parameter| parameter.step *= args.step_scale);
    let first = parameters.first().with_context(|| format!("{name} has no parameters"))?;
    let setting = format!("{}={}", first.name, first.start);
    let tunable = Command::new(program).args(["--param", &setting]).stdin(Stdio::null()).output()?;
    ensure!(
        tunable.status.success(),
        "{name} refuses --param {setting}: {}",
        String::from_utf8_lossy(&tunable.stderr).trim()
    );
    let (shard, shards) = args.shard.unwrap_or((0, 1));
    let played: String =
        grounds.iter().map(|on| format!("{} {} openings {:016x}, ", on.rule, on.size, on.fingerprint())).collect();
    let conditions = format!(
        "{played}nodes {:?} turn {:?} match {:?} games {} adjudicate {:?} shards {shards}",
        args.nodes, args.turn, args.match_time, args.games, args.adjudicate
    );
    let rates = Rates { iterations: args.iterations, learning_rate: args.learning_rate };
    let new = TuningState::new(conditions, args.seed ^ (shard as u64) << 48, rates, parameters);
    if !path.exists() {
        return Ok(new);
    }
    let old = TuningState::read(path)?;
    let key = |state: &TuningState| {
        let starts: Vec<_> = state.parameters.iter().map(|p| (p.name.clone(), p.start, p.min, p.max, p.step)).collect();
        (state.conditions.clone(), state.seed, state.rates, starts)
    };
    ensure!(key(&old) == key(&new), "{}: a run with other options; name another --state", path.display());
    Ok(old)
}

/// The two settings of a comparison as engines of a match.
fn engines(args: &TuneArgs, program: &str, names: &[String], comparison: &Comparison) -> Vec<EngineSpec> {
    let limits = EngineLimits {
        turn: args.turn,
        match_time: args.match_time,
        increment: Duration::ZERO,
        nodes: args.nodes,
        depth: None,
        memory: None,
    };
    let spec = |name: &str, values: &[i32]| {
        let settings: String =
            names.iter().zip(values).map(|(name, value)| format!(" --param {name}={value}")).collect();
        EngineSpec {
            name: name.into(),
            command: format!("\"{program}\"{settings}"),
            limits: limits.clone(),
            info: Vec::new(),
        }
    };
    vec![spec("plus", &comparison.plus), spec("minus", &comparison.minus)]
}

/// Games won minus games lost by the first engine; `None` when they were interrupted.
fn play(
    args: &TuneArgs,
    ground: &Ground,
    engines: Vec<EngineSpec>,
    seed: u64,
    stop: &AtomicBool,
) -> Result<Option<f64>> {
    let tournament = Tournament {
        conditions: MatchConditions {
            rule: ground.rule,
            size: ground.size,
            opening: None,
            tolerance: Duration::from_secs(1),
            judge_flow: false,
            adjudicate: args.adjudicate,
        },
        engines,
        schedule: Schedule::RoundRobin,
        games: args.games,
        book: Book::new(ground.size, ground.rule, ground.openings.clone(), seed),
        concurrency: args.concurrency,
        sprt: None,
        longest: usize::MAX,
        shard: (0, 1),
        seed,
        psq: None,
        log: None,
        guard: guard::program(),
    };
    let (report, trouble) = tournament.run(stop, &mut |_| {})?;
    trouble?;
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    let pairing = report.pairings.first().context("no game was played")?;
    let games = pairing.black.games() + pairing.white.games();
    let faults: u64 = report.engines.iter().flat_map(|engine| engine.losses_by.values()).sum();
    ensure!(faults < games, "every game was lost by a fault: play one with `tengen match` to see which");
    let lead = |wins: u64, losses: u64| wins as f64 - losses as f64;
    Ok(Some(lead(pairing.black.wins, pairing.black.losses) + lead(pairing.white.wins, pairing.white.losses)))
}

/// The parameters with their values at the start and now.
fn table(parameters: &[Parameter]) -> String {
    let line = |p: &Parameter| {
        format!("{:<28}{:>8} {:>9.1} {:>+8.1} steps\n", p.name, p.start, p.value, (p.value - p.start) / p.step)
    };
    parameters.iter().map(line).collect()
}
