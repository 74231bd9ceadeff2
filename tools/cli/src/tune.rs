//! `tengen tune`: SPSA over games of an engine against itself with changed parameters.

use crate::common::{
    INTERRUPTED, RuleParser, interrupted, parse_adjudication, parse_number, parse_positive, parse_scale, print,
    progress_bar, read_openings,
};
use crate::guard;
use anyhow::{Result, bail, ensure};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen_arena::limits::{EngineLimits, parse_duration};
use tengen_arena::shard::{WHOLE, parse_shard};
use tengen_arena::tuning::TuningState;
use tengen_arena::tuning::games::{TuningPlan, TuningRule};
use tengen_arena::tuning::spsa::{Parameter, Rates};
use tengen_database::is_special;
use tengen_game::whole_file::{check_apart, check_writable, write_file};

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
    #[arg(long, default_value_t = 1000, value_parser = parse_positive::<usize>)]
    iterations: usize,
    /// Games of one iteration; rounded up to pairs
    #[arg(long, default_value_t = 16, value_parser = parse_positive::<usize>)]
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
    #[arg(long = "size", value_name = "SIZE", default_value = "15")]
    sizes: Vec<BoardSize>,
    /// Nodes of one move
    #[arg(long, value_parser = parse_positive::<u64>)]
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
    #[arg(long, default_value_t = 1, value_parser = parse_positive::<usize>)]
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

fn parse_rate(text: &str) -> Result<f64, String> {
    parse_number(text, "a number above 0", |rate: &f64| rate.is_finite() && *rate > 0.0)
}

pub fn run(args: &TuneArgs) -> Result<u8> {
    if !args.merge.is_empty() {
        let runs: Vec<TuningState> = args.merge.iter().map(|path| TuningState::read(path)).collect::<Result<_>>()?;
        print(&table(&TuningState::mean(&runs)?))?;
        return Ok(0);
    }
    let (Some(program), Some(path)) = (&args.cmd, &args.state) else { bail!("--cmd and --state are needed") };
    // The end of a pipe may never come.
    ensure!(!is_special(path), "--state: {} is not an ordinary file, which keeps the state", path.display());
    ensure!(
        args.nodes.is_some() || args.turn.is_some() || args.match_time.is_some(),
        "a limit is needed: --nodes, --turn or --match"
    );
    check_apart(&args.svg, args.openings.iter().chain([path, program]))?;
    args.svg.iter().try_for_each(|svg| check_writable(svg))?;
    let plan = TuningPlan {
        program: program.clone(),
        params: args.params.clone(),
        step_scale: args.step_scale,
        rates: Rates { iterations: args.iterations, learning_rate: args.learning_rate },
        rules: tuning_rules(args)?,
        limits: EngineLimits {
            turn: args.turn,
            match_time: args.match_time,
            nodes: args.nodes,
            ..EngineLimits::default()
        },
        games: args.games,
        adjudicate: args.adjudicate,
        concurrency: args.concurrency,
        seed: args.seed,
        shard: args.shard.unwrap_or(WHOLE),
        guard: guard::program(),
    };
    let mut state = plan.state(path)?;
    let stop = interrupted()?;
    let bar = progress_bar(state.rates.iterations, "{pos}/{len} iterations, {elapsed} + {eta} to go")?;
    bar.set_position(state.iteration() as u64);
    bar.reset_eta();
    plan.run(&mut state, path, &stop, &mut |k| bar.set_position(k as u64))?;
    bar.finish_and_clear();
    if let Some(path) = &args.svg {
        write_file(path, state.to_svg())?;
    }
    print(&table(&state.parameters))?;
    let is_whole = state.iteration() >= state.rates.iterations;
    Ok(if is_whole { 0 } else { INTERRUPTED })
}

/// The rules with their boards and openings.
fn tuning_rules(args: &TuneArgs) -> Result<Vec<TuningRule>> {
    let count = args.rules.len();
    ensure!([1, count].contains(&args.sizes.len()), "--size: expected one, or one for each --rule ({count})");
    ensure!([0, count].contains(&args.openings.len()), "--openings: expected a file for each --rule ({count})");
    let tuned = |(index, &rule): (usize, &Rule)| {
        let size = args.sizes[index % args.sizes.len()];
        Ok(TuningRule {
            rule,
            size,
            openings: read_openings(args.openings.get(index).map(PathBuf::as_path), size, rule)?,
        })
    };
    args.rules.iter().enumerate().map(tuned).collect()
}

/// A table of the parameters, with initial and current values.
fn table(parameters: &[Parameter]) -> String {
    let line = |p: &Parameter| {
        format!("{:<28}{:>8} {:>9.1} {:>+8.1} steps\n", p.name, p.start, p.value, (p.value - p.start) / p.step)
    };
    parameters.iter().map(line).collect()
}
