//! `tengen openings`: makes balanced openings, or judges those of a file.

use crate::common::{RuleParser, parse_positive, parse_threads, print, progress_bar, random_seed, read_openings};
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::board::{format_moves, parse_moves};
use tengen::eval::Weights;
use tengen::play::FAIR;
use tengen_arena::balance::{self, OpeningRecipe};
use tengen_arena::run_file::{RunFile, open_part};
use tengen_database::is_special;
use tengen_game::count as count_of;
use tengen_game::opening_file::Opening;
use tengen_game::whole_file::{check_apart, check_writable, write_file};

#[derive(Args)]
pub struct OpeningsArgs {
    /// Rule of play
    #[arg(long, default_value = "freestyle", value_parser = RuleParser)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT
    #[arg(long, default_value = "15")]
    size: BoardSize,
    /// Three stones each, for the swap2 opening: Black, White, Black
    #[arg(long)]
    swap2: bool,
    /// How many; 200, or 1 for swap2, when it is left out
    #[arg(long, value_parser = parse_positive::<usize>)]
    count: Option<usize>,
    /// Where to write them, one a line; standard output when it is left out. FILE.part keeps what is found until then: the
    /// same call goes on after an interruption
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
    #[arg(long, default_value_t = FAIR, value_parser = clap::value_parser!(i32).range(0..))]
    fair: i32,
    /// Searches at the same time
    #[arg(long, default_value = "1", value_parser = parse_threads)]
    concurrency: usize,
}

pub fn run(args: &OpeningsArgs) -> Result<()> {
    let stones = if args.swap2 { balance::SWAP2_STONES } else { balance::MATCH_STONES };
    let count = args.count.unwrap_or(if args.swap2 { 1 } else { 200 });
    // Without a given seed, two calls for a single opening give different ones.
    let seed = args.seed.unwrap_or_else(|| if args.swap2 { random_seed() } else { 1 });
    let recipe =
        OpeningRecipe { rule: args.rule, size: args.size, nodes: args.nodes, fair: args.fair, stones, near_edge: None };
    if let Some(file) = &args.judge {
        return judge(args, &recipe, file);
    }
    let swap2 = if args.swap2 { " --swap2" } else { "" };
    let call = |count: &str| {
        let OpeningsArgs { rule, size, nodes, fair, .. } = args;
        format!(
            "# tengen openings --rule {rule} --size {size}{swap2}{count} --seed {seed} --nodes {nodes} --fair {fair}\n"
        )
    };
    let head = call(&format!(" --count {count}"));
    args.out.iter().try_for_each(|path| check_out(path, &head))?;
    // Without the count, so that a call for more openings continues the file.
    let part_head = call("") + &weights_line(args.rule);
    let (mut part, mut lines) = open_part(args.out.as_deref().filter(|out| !is_special(out)), &part_head)?;
    lines.truncate(count);
    let known: Vec<Opening> =
        lines.iter().map(|line| Ok(parse_moves(args.size, line)?)).collect::<Result<_>>().context(NOT_MINE)?;
    let bar = bar_of(count)?;
    bar.set_position(known.len() as u64);
    balance::generate(&recipe, count, seed, args.concurrency, &known, &mut |opening| {
        lines.push(format_moves(args.size, opening));
        bar.set_position(lines.len() as u64);
        part.as_mut().map_or(Ok(()), |part| part.add_line(&lines[lines.len() - 1]))
    })?;
    bar.finish_and_clear();
    // If there are too few openings, those found are written nevertheless.
    let few = || format!("only {} of {count} fair openings turned up; allow more with --fair", lines.len());
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let Some(out) = &args.out else {
        ensure!(!lines.is_empty(), few());
        print(&text)?;
        ensure!(lines.len() >= count, few());
        return Ok(());
    };
    if !lines.is_empty() {
        write_file(out, head + &text)?;
    }
    part.map_or(Ok(()), RunFile::remove)?;
    ensure!(lines.len() >= count, few());
    print(&format!("{} in {}\n", count_of(lines.len() as u64, "opening"), out.display()))
}

/// Checks that the openings can be written, and to no file of another call: those may have taken hours to find.
fn check_out(path: &Path, head: &str) -> Result<()> {
    let is_other = |old: Vec<u8>| !old.is_empty() && !old.starts_with(head.as_bytes());
    let is_taken = !is_special(path) && fs::read(path).is_ok_and(is_other);
    ensure!(!is_taken, "{} is of another call: remove it, or choose another file to write to", path.display());
    check_writable(path)
}

const NOT_MINE: &str = "the file with the ending .part is not of this call: remove it to begin anew";

/// A line with everything else that the scores depend on.
fn weights_line(rule: Rule) -> String {
    format!("# tengen {}, weights {}\n", env!("CARGO_PKG_VERSION"), Weights::of(rule).fingerprint())
}

fn bar_of(openings: usize) -> Result<ProgressBar> {
    let bar = progress_bar(openings, "{pos}/{len} openings, {elapsed} + {eta} to go")?;
    bar.enable_steady_tick(Duration::from_millis(500));
    Ok(bar)
}

/// Writes which openings of a file are fair.
fn judge(args: &OpeningsArgs, recipe: &OpeningRecipe, file: &PathBuf) -> Result<()> {
    let openings = read_openings(Some(file), recipe.size, recipe.rule)?;
    check_apart(&args.out, [file])?;
    let OpeningRecipe { rule, size, nodes, fair: limit, .. } = recipe;
    let name = file.display().to_string().replace(['\n', '\r'], " ");
    let head = format!("# tengen openings --judge {name} --rule {rule} --size {size} --nodes {nodes} --fair {limit}\n");
    args.out.iter().try_for_each(|path| check_out(path, &head))?;
    let part_head = head.clone() + &weights_line(*rule);
    let (mut part, mut lines) = open_part(args.out.as_deref().filter(|out| !is_special(out)), &part_head)?;
    let moves_of = |opening: &Opening| format_moves(*size, opening);
    let is_of = |(line, opening): (&String, &Opening)| {
        line.trim_start_matches("# ").split(' ').next() == Some(&moves_of(opening))
    };
    ensure!(lines.len() <= openings.len() && lines.iter().zip(&openings).all(is_of), NOT_MINE);
    let bar = bar_of(openings.len())?;
    bar.set_position(lines.len() as u64);
    balance::judge(recipe, &openings[lines.len()..], args.concurrency, &mut |score| {
        let moves = moves_of(&openings[lines.len()]);
        lines.push(if score.abs() <= *limit { moves } else { format!("# {moves} {score:+}") });
        bar.set_position(lines.len() as u64);
        part.as_mut().map_or(Ok(()), |part| part.add_line(&lines[lines.len() - 1]))
    })?;
    bar.finish_and_clear();
    let fair = lines.iter().filter(|line| !line.starts_with('#')).count();
    let summary = format!("{fair} of {} openings are within {limit} points", openings.len());
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let Some(out) = &args.out else { return print(&format!("{head}{text}# {summary}\n")) };
    write_file(out, format!("{head}{text}"))?;
    part.map_or(Ok(()), RunFile::remove)?;
    ensure!(fair > 0, "none of the {} openings is within {limit} points", openings.len());
    print(&format!("{summary}: {}\n", out.display()))
}
