//! `tengen openings`: makes balanced openings, or says which of a file are.

use crate::common::{
    RuleParser, check_writable, count as count_of, parse_size, parse_threads, print, random_seed, read_openings,
    write_file,
};
use anyhow::{Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::board::format_moves;
use tengen_arena::balance::{self, OpeningRecipe};

#[derive(Args)]
pub struct OpeningsArgs {
    /// Rule of play
    #[arg(long, default_value = "freestyle", value_parser = RuleParser)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: BoardSize,
    /// Three stones each, for the swap2 opening: Black, White, Black
    #[arg(long)]
    swap2: bool,
    /// How many; 200, or 1 for swap2, when it is left out
    #[arg(long)]
    count: Option<usize>,
    /// Where to write them, one a line; standard output when it is left out
    #[arg(long)]
    out: Option<PathBuf>,
    /// The same seed gives the same openings; 1, or some number for swap2, when it is left out
    #[arg(long)]
    seed: Option<u64>,
    /// Judge the openings of this file instead of making new ones: the fair ones are kept, the others become comments
    /// with their scores for the side to move
    #[arg(long, value_name = "FILE", conflicts_with_all = ["swap2", "count", "seed"])]
    judge: Option<PathBuf>,
    /// Nodes of the search that judges an opening
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The score may be so far from even
    #[arg(long, default_value_t = balance::FAIR, value_parser = clap::value_parser!(i32).range(0..))]
    fair: i32,
    /// Searches at the same time
    #[arg(long, default_value = "1", value_parser = parse_threads)]
    concurrency: usize,
}

pub fn run(args: &OpeningsArgs) -> Result<()> {
    let stones = if args.swap2 { balance::SWAP2_STONES } else { balance::MATCH_STONES };
    let count = args.count.unwrap_or(if args.swap2 { 1 } else { 200 });
    // Without a seed of their own, two calls for one opening give two.
    let seed = args.seed.unwrap_or_else(|| if args.swap2 { random_seed() } else { 1 });
    let recipe =
        OpeningRecipe { rule: args.rule, size: args.size, nodes: args.nodes, fair: args.fair, stones, near_edge: None };
    if let Some(file) = &args.judge {
        return judge(args, &recipe, file);
    }
    args.out.iter().try_for_each(|path| check_writable(path))?;
    let bar = progress_bar(count)?;
    let found = balance::generate(&recipe, count, seed, args.concurrency, &mut |found| bar.set_position(found as u64))?;
    bar.finish_and_clear();
    // What was found is not lost when there are too few.
    let few = || format!("only {} of {count} fair openings turned up; allow more with --fair", found.len());
    ensure!(!found.is_empty(), few());
    let lines: String = found.iter().map(|opening| format_moves(args.size, opening) + "\n").collect();
    let Some(out) = &args.out else {
        print(&lines)?;
        ensure!(found.len() >= count, few());
        return Ok(());
    };
    let swap2 = if args.swap2 { " --swap2" } else { "" };
    let head = format!(
        "# tengen openings --rule {} --size {}{swap2} --count {count} --seed {seed} --nodes {} --fair {}\n",
        args.rule, args.size, args.nodes, args.fair
    );
    write_file(out, &(head + &lines))?;
    ensure!(found.len() >= count, few());
    print(&format!("{} in {}\n", count_of(found.len() as u64, "opening"), out.display()))
}

fn progress_bar(openings: usize) -> Result<ProgressBar> {
    let bar = ProgressBar::new(openings as u64)
        .with_style(ProgressStyle::with_template("{pos}/{len} openings, {elapsed} + {eta} to go")?);
    bar.enable_steady_tick(Duration::from_millis(500));
    Ok(bar)
}

/// Writes which openings of a file are fair.
fn judge(args: &OpeningsArgs, recipe: &OpeningRecipe, file: &Path) -> Result<()> {
    let openings = read_openings(Some(file), recipe.size, recipe.rule)?;
    let is_same = |out: &Path| out.canonicalize().is_ok_and(|out| file.canonicalize().is_ok_and(|file| file == out));
    let writes_over = args.out.as_deref().is_some_and(is_same);
    ensure!(!writes_over, "{} holds the openings: choose another file to write to", file.display());
    args.out.iter().try_for_each(|path| check_writable(path))?;
    let bar = progress_bar(openings.len())?;
    let scores = balance::judge(recipe, &openings, args.concurrency, &mut |judged| bar.set_position(judged as u64))?;
    bar.finish_and_clear();
    let mut fair = 0;
    let mut lines = String::new();
    for (opening, score) in openings.iter().zip(&scores) {
        let moves = format_moves(recipe.size, opening);
        if score.abs() <= recipe.fair {
            fair += 1;
            lines += &format!("{moves}\n");
        } else {
            lines += &format!("# {moves} {score:+}\n");
        }
    }
    let OpeningRecipe { rule, size, nodes, fair: limit, .. } = recipe;
    let summary = format!("{fair} of {} openings are within {limit} points", openings.len());
    let name = file.display().to_string().replace(['\n', '\r'], " ");
    let head = format!("# tengen openings --judge {name} --rule {rule} --size {size} --nodes {nodes} --fair {limit}\n");
    let Some(out) = &args.out else { return print(&format!("{head}{lines}# {summary}\n")) };
    write_file(out, &format!("{head}{lines}"))?;
    ensure!(fair > 0, "none of the {} openings is within {limit} points", openings.len());
    print(&format!("{summary}: {}\n", out.display()))
}
