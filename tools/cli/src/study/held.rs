//! `tengen prove --held`: proves that a side cannot win.

use crate::common::{INTERRUPTED, count, print};
use anyhow::Result;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;
use tengen::base::Color;
use tengen::board::Board;
use tengen::solver::Stop;
use tengen_prove::{HeldSearch, hold};

/// Proves that each of `sides` cannot win, and prints what was found.
pub fn run(board: &Board, sides: &[Color], stop: &Stop) -> Result<ExitCode> {
    let mut held = 0;
    for &side in sides {
        let start = Instant::now();
        let HeldSearch { is_held, depth, positions, ends } = hold(board, side, stop)?;
        let (side, other, rule, size) = (side.name(), (!side).name(), board.rule(), board.size());
        print(&match is_held {
            true => format!("HELD {side} cannot win, {other} gets into every five: {rule} {size}\n"),
            false => format!("NOT HELD {side}: it may win or not\n"),
        })?;
        print(&format!(
            "searched {}, {}, {}; {:.1} s\n",
            count(depth.into(), "move") + " deep",
            count(positions, "position"),
            count(ends, "end") + " held by pairs and weights",
            start.elapsed().as_secs_f64(),
        ))?;
        held += usize::from(is_held);
    }
    if held == Color::ALL.len() {
        print("DRAWN\n")?;
    }
    let is_interrupted = stop.flag.load(Ordering::Relaxed);
    Ok(ExitCode::from(match held == sides.len() {
        true => 0,
        false if is_interrupted => INTERRUPTED,
        false => 2,
    }))
}
