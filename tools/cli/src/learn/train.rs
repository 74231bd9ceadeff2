//! `tengen train`.

use crate::common::{cores, parse_number, parse_scale, parse_threads, print, progress_bar, weights_for};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use tengen::eval::Weights;
use tengen_game::whole_file::{check_apart, check_writable, write_file};
use tengen_learn::exam::{self, grade};
use tengen_learn::nnue::{self, NnueRecipe};
use tengen_learn::notes::begin_with;
use tengen_learn::policy::{self, PolicyRecipe};
use tengen_learn::records::Games;
use tengen_learn::train::{self, Losses, TrainingStage};

/// Template of the bar of a training.
const EPOCHS: &str = "{pos}/{len} epochs, {elapsed} + {eta} to go  {msg}";

#[derive(Args)]
pub struct TrainArgs {
    /// Files of games, all of one rule
    #[arg(long, required_unless_present = "exam", num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(long, required_unless_present = "exam", value_name = "FILE")]
    out: Option<PathBuf>,
    /// Weights to begin with; the hand-set ones when it is left out
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Passes over the positions
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// Share of the game's result in what is learned; the rest is the search's own score
    #[arg(long, default_value_t = 0.5, value_parser = parse_share)]
    result_share: f32,
    /// Learn the network alone, on the tables of the weights to begin with
    #[arg(long, conflicts_with_all = ["nnue_from", "first_rate", "scale", "state"])]
    network_only: bool,
    /// Learn the network of line shapes (NNUE) alone, on top of the weights to begin with; a sixth of the epochs
    #[arg(long, conflicts_with = "network_only")]
    nnue: bool,
    /// Learn the policy head of the network of line shapes alone; a sixth of the epochs
    #[arg(long, conflicts_with_all = ["network_only", "nnue", "nnue_from", "first_rate", "scale", "state"])]
    policy: bool,
    /// With --nnue: begin with the network of line shapes of these weights, which may be another rule's
    #[arg(long, value_name = "FILE", requires = "nnue")]
    nnue_from: Option<String>,
    /// With --nnue: rate of the first step; 0.0005 on top of a network of the same rule and 0.002 elsewhere when it is left
    /// out
    #[arg(long, value_name = "RATE", requires = "nnue", value_parser = parse_rate)]
    first_rate: Option<f32>,
    /// With --nnue: multiply the network's output by this factor, so that its scores are as large as those that the margins of the
    /// search know; `--exam` prints the best scale of each of the weights. The losses that are printed and noted are those of the network with this scale
    #[arg(long, value_name = "FACTOR", requires = "nnue", default_value_t = 1.0, value_parser = parse_scale)]
    scale: f64,
    /// With --nnue: keep the state after each epoch here, and go on from it after an interruption
    #[arg(long, value_name = "FILE", requires = "nnue")]
    state: Option<PathBuf>,
    /// Threads; as many as there are cores when it is left out
    #[arg(long, value_parser = parse_threads)]
    concurrency: Option<usize>,
    /// Draw the losses over the epochs
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Learn nothing: say how far weights are off on these exams, which `selfplay --exam` plays
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with_all = ["data", "out", "from", "nnue", "policy", "network_only",
        "nnue_from", "first_rate", "scale", "state", "svg"])]
    exam: Vec<PathBuf>,
    /// With --exam: the weights, each a file, `hand-set` or `built-in`; the differences are to the first of them. The built-in
    /// ones when it is left out
    #[arg(long, num_args = 1.., value_name = "FILE", conflicts_with = "data")]
    weights: Vec<String>,
}

fn parse_share(text: &str) -> Result<f32, String> {
    parse_number(text, "a number from 0 to 1", |share| (0.0..=1.0).contains(share))
}

fn parse_rate(text: &str) -> Result<f32, String> {
    let what = format!("a number from {} to 1", nnue::LAST_RATE);
    parse_number(text, &what, |rate| (nnue::LAST_RATE..=1.0).contains(rate))
}

pub fn run(args: &TrainArgs) -> Result<()> {
    let Some(out) = &args.out else { return sit_exams(&args.exam, &args.weights) };
    let outputs = || args.svg.iter().chain(&args.state).chain([out]);
    check_apart(outputs(), &args.data)?;
    // The weights alone may replace those that they began with.
    let weights: Vec<PathBuf> = args.from.iter().chain(&args.nnue_from).map(PathBuf::from).collect();
    check_apart(args.svg.iter().chain(&args.state), &weights)?;
    let read = |path: &PathBuf| {
        let (games, _) = Games::read(path)?;
        games.check().with_context(|| path.display().to_string())?;
        ensure!(!games.conditions.exam, "{} is an exam, from which nothing is to be learned", path.display());
        let fits = args.nnue || !games.conditions.leaves;
        ensure!(fits, "{} holds positions of searches, from which only --nnue learns", path.display());
        Ok(games)
    };
    let games: Vec<Games> = args.data.iter().map(read).collect::<Result<_>>()?;
    let rule = games[0].conditions.rule;
    let from = weights_for(args.from.as_deref().unwrap_or("hand-set"), rule)?;
    outputs().try_for_each(|path| check_writable(path))?;
    if args.nnue {
        let (from, knows_rule) = begin_with(args.nnue_from.as_deref(), &from, rule)?;
        return run_nnue(args, out, &games, &from, knows_rule);
    }
    if args.policy {
        return run_policy(args, out, &games, &from);
    }
    let recipe = train::Recipe {
        epochs: args.epochs,
        result_share: args.result_share,
        network_only: args.network_only,
        threads: args.concurrency.unwrap_or_else(cores),
    };
    let bar = progress_bar(recipe.all_epochs(), EPOCHS)?;
    let mut outcome = train::train(&games, &from, &recipe, &mut |part, epoch, losses| {
        bar.inc(u64::from(epoch > 0));
        bar.set_message(format!("{part}: loss {:.4}, held out {:.4}", losses.train, losses.held_out));
    })?;
    bar.finish_and_clear();
    outcome.note(&games, args.network_only.then_some(&from));
    let parts = TrainingStage::ALL.iter().zip(&outcome.losses).map(|(part, losses)| (part.to_string(), &losses[..]));
    write_results(args, out, &outcome.weights, &parts.collect::<Vec<_>>())?;
    print(&outcome.summary())
}

/// Runs a training of one part with a bar of its epochs.
fn with_epochs<T>(epochs: usize, train: impl FnOnce(&mut dyn FnMut(usize, Losses)) -> Result<T>) -> Result<T> {
    let bar = progress_bar(epochs, EPOCHS)?;
    let outcome = train(&mut |epoch, losses| {
        bar.set_position(epoch as u64);
        bar.set_message(format!("loss {:.4}, held out {:.4}", losses.train, losses.held_out));
    })?;
    bar.finish_and_clear();
    Ok(outcome)
}

/// Writes the weights, and draws the losses of these parts of a training, if requested.
fn write_results(args: &TrainArgs, out: &Path, weights: &Weights, parts: &[(String, &[Losses])]) -> Result<()> {
    write_file(out, weights.to_bytes())?;
    args.svg.as_ref().map_or(Ok(()), |path| write_file(path, train::loss_curves(parts)))
}

/// Number of positions per step for the network of line shapes.
const NNUE_BATCH: usize = 2048;

/// Trains a network of line shapes on top of `from`; `knows_rule`: its own network was trained on games of the rule.
fn run_nnue(args: &TrainArgs, out: &Path, games: &[Games], from: &Weights, knows_rule: bool) -> Result<()> {
    let usual_rate = if knows_rule { NnueRecipe::LATER_RATE } else { NnueRecipe::FRESH_RATE };
    let recipe = NnueRecipe {
        epochs: args.epochs.div_ceil(6),
        result_share: args.result_share,
        batch: NNUE_BATCH,
        first_rate: args.first_rate.unwrap_or(usual_rate),
        scale: args.scale as f32,
        threads: args.concurrency.unwrap_or_else(cores),
    };
    let state = args.state.as_deref();
    let mut outcome = with_epochs(recipe.epochs, |progress| nnue::train(games, from, &recipe, state, progress))?;
    outcome.note(games, from, &recipe);
    write_results(args, out, &outcome.weights, &[("network of line shapes".to_owned(), &outcome.losses)])?;
    print(&outcome.summary())
}

/// Trains the policy head of `from`.
fn run_policy(args: &TrainArgs, out: &Path, games: &[Games], from: &Weights) -> Result<()> {
    let recipe = PolicyRecipe { epochs: args.epochs.div_ceil(6), threads: args.concurrency.unwrap_or_else(cores) };
    let mut outcome = with_epochs(recipe.epochs, |progress| policy::train(games, from, &recipe, progress))?;
    outcome.note(games, &recipe);
    write_results(args, out, &outcome.weights, &[("policy".to_owned(), &outcome.losses)])?;
    print(&outcome.summary())
}

/// Name of the built-in weights, which are the default of `--weights`.
const BUILT_IN: &str = "built-in";

/// Prints a table of the losses of all weights for each exam.
fn sit_exams(files: &[PathBuf], names: &[String]) -> Result<()> {
    let built_in = [BUILT_IN.to_owned()];
    let names = if names.is_empty() { &built_in[..] } else { names };
    for (number, path) in files.iter().enumerate() {
        let (games, _) = Games::read(path)?;
        let is_exam = games.conditions.exam;
        ensure!(is_exam, "{} is no exam: `tengen selfplay --exam` plays one", path.display());
        games.check().with_context(|| path.display().to_string())?;
        let rule = games.conditions.rule;
        let weights = |name: &str| if name == BUILT_IN { Ok(Weights::of(rule)) } else { weights_for(name, rule) };
        let grades = names.iter().map(|name| Ok((name, grade(&games, &weights(name)?))));
        let grades: Vec<_> = grades.collect::<Result<_>>()?;
        let space = if number == 0 { "" } else { "\n" };
        print(&format!("{space}{}", exam::table(&path.display().to_string(), &games, &grades)))?;
    }
    Ok(())
}
