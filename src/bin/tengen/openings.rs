//! `tengen openings`.

use crate::common::parse_size;
use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use tengen::base::{BoardSize, Rule};
use tengen::board::format_moves;
use tengen::tools::balance::{self, Recipe};

#[derive(Args)]
pub struct OpeningsArgs {
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

pub fn run(args: &OpeningsArgs) -> Result<()> {
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
