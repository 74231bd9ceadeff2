//! `tengen solve`: searches for a win by threats.

use crate::common::print;
use crate::position::RootArgs;
use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::{Duration, Instant};
use tengen::base::Color;
use tengen::board::format_moves;
use tengen::solver::{Solution, SolverLimits, Stop};
use tengen_arena::limits::parse_duration;
use tengen_study::solve::{self, Goal};

#[derive(Args)]
pub struct SolveArgs {
    /// Who attacks, black or white; otherwise the side that is to move
    #[arg(long)]
    side: Option<Color>,
    /// vcf: fours only; vct: fours, open threes and quiet moves that threaten a VCF
    #[arg(long, default_value = "vct")]
    goal: Goal,
    /// Time: 500ms, 10s; as long as it takes when it is left out
    #[arg(long, value_parser = parse_duration)]
    limit: Option<Duration>,
    /// Stones of the attacker, the five included; any number when it is left out
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    stones: u32,
    #[command(flatten)]
    board: RootArgs,
}

pub fn run(args: &SolveArgs) -> Result<u8> {
    let mut board = args.board.read()?;
    if let Some(side) = args.side {
        board.set_side_to_move(side);
    }
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {elapsed}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    // A puzzle that begins with fewer cells than renju's draw leaves goes on to the last one.
    let bounds = SolverLimits { stones: args.stones, ..SolverLimits::nodes(&board, u64::MAX) };
    let deadline = args.limit.and_then(|limit| Instant::now().checked_add(limit));
    let solution = solve::solve(&board, args.goal, bounds, Stop { deadline, ..Stop::default() })?;
    bar.finish_and_clear();
    let (text, code) = match solution {
        Solution::Win(line) => (format!("WIN {} {}", line.len().div_ceil(2), format_moves(board.size(), &line)), 0),
        Solution::None => ("NONE".to_owned(), 1),
        Solution::Unknown => ("UNKNOWN".to_owned(), 2),
    };
    print(&format!("{text}\n"))?;
    Ok(code)
}
