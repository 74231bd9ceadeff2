//! `tengen selfplay`.

use crate::common::{INTERRUPTED, RuleParser, cores, interrupted, parse_threads, print, progress_bar, weights_for};
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use tengen::base::Rule;
use tengen_arena::shard::{Shard, WHOLE, parse_shard, share};
use tengen_game::count;
use tengen_game::whole_file::check_apart;
use tengen_learn::dataset::Summary;
use tengen_learn::exam::gather;
use tengen_learn::join::join;
use tengen_learn::records::{Conditions, Games, Sizes};
use tengen_learn::selfplay::{self, SelfplayRun};
use tengen_learn::{leaves, relabel};

/// Number of games of a run without `--games`.
const DEFAULT_GAMES: usize = 1_000;

/// Options that have no effect beside `--stats` and `--check`.
const WORK: [&str; 7] = ["out", "merge", "gather", "relabel", "leaves", "exam", "shard"];

#[derive(Args)]
pub struct SelfplayArgs {
    /// Rule of play
    #[arg(long, default_value = "freestyle", value_parser = RuleParser)]
    rule: Rule,
    /// Board side, WIDTHxHEIGHT, or `mixed`: freestyle 20 and 15 as 3 to 2, other rules 15 with a tenth from 12 to 20
    #[arg(long, default_value = "15")]
    size: Sizes,
    /// Nodes of each move, give or take 30 % at random
    #[arg(long, default_value_t = 2_000)]
    nodes: u64,
    /// Games in the file at the end, or in the files of all parts; those there are already are kept. 1,000 when it is
    /// left out, all with --relabel and --leaves
    #[arg(long)]
    games: Option<usize>,
    /// The same seed gives the same games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time; as many as there are cores when it is left out
    #[arg(long, value_parser = parse_threads)]
    concurrency: Option<usize>,
    /// Play with these weights, a file or `hand-set`; the built-in ones when it is left out
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Play an exam for `train --exam`: from openings that no training sees, exactly --nodes nodes a move, and no random
    /// moves but among the first six
    #[arg(long, conflicts_with_all = ["merge", "relabel"])]
    exam: bool,
    /// Gather an exam instead: the games of these files, on boards of --size, that no training sees as their openings are for
    /// exams
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["exam", "merge", "relabel", "rule", "nodes", "games", "seed",
        "concurrency", "weights", "shard"])]
    gather: Vec<PathBuf>,
    /// Play part K of N (1/4 to 4/4), as one of several jobs: every N-th game of the run, into a file of its own
    #[arg(long, value_name = "K/N", value_parser = parse_shard)]
    shard: Option<Shard>,
    /// Where to write the games
    #[arg(long, value_name = "FILE", required_unless_present_any = ["stats", "check"])]
    out: Option<PathBuf>,
    /// Join the files of all parts of a run in the new file --out instead of playing; it is the same that one run writes
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["rule", "size", "nodes", "games", "seed", "concurrency", "weights",
        "shard"])]
    merge: Vec<PathBuf>,
    /// Write the games of this file to --out with new scores instead of playing: each position behind the opening is
    /// searched with --nodes nodes, exactly, but where the old search saw a win or a loss
    #[arg(long, value_name = "FILE", conflicts_with_all = ["merge", "shard", "rule", "size", "seed"])]
    relabel: Option<PathBuf>,
    /// Write positions to the new file --out instead of playing, for `train --nnue` and, from an exam, for `train --exam`: what
    /// searches of this file's games evaluate, each with the score of a search of --nodes nodes. A run that is stopped keeps what it has
    /// and is not gone on with
    #[arg(long, value_name = "FILE", conflicts_with_all = ["merge", "relabel", "gather", "exam", "shard", "rule", "size"])]
    leaves: Option<PathBuf>,
    /// Say what is in files of games: how many positions `train --nnue` keeps, results, openings
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = WORK)]
    stats: Vec<PathBuf>,
    /// Replay every game of a file with the referee
    #[arg(long, value_name = "FILE", conflicts_with_all = WORK)]
    check: Option<PathBuf>,
}

pub fn run(args: &SelfplayArgs) -> Result<u8> {
    if !args.stats.is_empty() {
        let files: Vec<Games> = args.stats.iter().map(|path| Ok(Games::read(path)?.0)).collect::<Result<_>>()?;
        print(&format!("{}\n", Summary::of(&files)))?;
    }
    if let Some(path) = &args.check {
        let (games, whole) = Games::read(path)?;
        games.check().with_context(|| path.display().to_string())?;
        let is_cut = path.metadata().is_ok_and(|metadata| metadata.len() > whole);
        let rest = if is_cut { "; the last game is cut off" } else { "" };
        let what = if games.conditions.leaves { "position" } else { "game" };
        print(&format!("{} verified{rest}\n", count(games.records.len() as u64, what)))?;
    }
    let Some(out) = &args.out else { return Ok(0) };
    check_apart([out], args.merge.iter().chain(&args.gather).chain(&args.relabel).chain(&args.leaves))?;
    if !args.merge.is_empty() {
        let games = join(&args.merge, out)?;
        print(&format!("{}\n", Summary::of(&[games])))?;
        return Ok(0);
    }
    if !args.gather.is_empty() {
        let Sizes::One(size) = args.size else { bail!("an exam is for boards of one size: name it by --size") };
        print(&format!("{}\n", Summary::of(&[gather(&args.gather, size, out)?])))?;
        return Ok(0);
    }
    let source =
        args.relabel.as_deref().or(args.leaves.as_deref()).map(Games::read).transpose()?.map(|(games, _)| games);
    let rule = source.as_ref().map_or(args.rule, |games| games.conditions.rule);
    let weights = args.weights.as_deref().map(|name| weights_for(name, rule)).transpose()?;
    let weights = weights.as_slice();
    let shard = args.shard.unwrap_or(WHOLE);
    let count = match &source {
        Some(games) => args.games.unwrap_or(usize::MAX).min(games.records.len()),
        None => args.games.unwrap_or(DEFAULT_GAMES),
    };
    let bar = progress_bar(share(shard, count), "{pos}/{len} games, {per_sec}, {elapsed} + {eta} to go")?;
    let progress = &mut |done| bar.set_position(done as u64);
    let threads = args.concurrency.unwrap_or_else(cores);
    let stop = interrupted()?;
    let run = SelfplayRun { path: out, weights, games: count, threads, stop: &stop };
    match source {
        Some(source) if args.leaves.is_some() => {
            leaves::leaves(&run, &source, args.nodes, args.seed, progress)?;
        }
        Some(source) => relabel::relabel(&run, &source, args.nodes, progress)?,
        None => {
            let SelfplayArgs { size: sizes, nodes, seed, exam, .. } = *args;
            let conditions = Conditions { shard, exam, ..Conditions::new(rule, sizes, nodes, seed) };
            selfplay::play(&run, conditions, progress)?;
        }
    }
    bar.finish_and_clear();
    let games = Games::read(out)?.0;
    // Positions of searches are not one for each game, and their run does not go on.
    let is_whole = args.leaves.is_none() && games.records.len() >= share(shard, count);
    let is_stopped = stop.load(Ordering::Relaxed) && !is_whole;
    let end = match args.leaves {
        _ if !is_stopped => "",
        Some(_) => "stopped\n",
        None => "stopped; the same call goes on\n",
    };
    print(&format!("{}\n{end}", Summary::of(&[games])))?;
    Ok(if is_stopped { INTERRUPTED } else { 0 })
}
