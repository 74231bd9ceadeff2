//! `tengen prove --held`: proves that a side cannot win.

use crate::common::{INTERRUPTED, print};
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tengen::base::Color;
use tengen::board::Board;
use tengen::solver::Stop;
use tengen_game::count;
use tengen_prove::{HeldSearch, can_hold, hold};

/// Proves that the side, or each of both, cannot win, and prints what was found. Two sides share the time.
pub fn run(board: &Board, side: Option<Color>, time: Option<Duration>, flag: Arc<AtomicBool>) -> Result<u8> {
    let sides = side.as_ref().map_or(&Color::ALL[..], std::slice::from_ref);
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let mut stop = Stop { flag, deadline: None };
    let mut held = 0;
    for (&color, left) in sides.iter().zip((1..=sides.len() as u32).rev()) {
        if stop.is_set() || (side.is_none() && !can_hold(board.rule(), color)) {
            print(&format!("NOT TRIED {}\n", color.name()))?;
            continue;
        }
        let start = Instant::now();
        stop.deadline = end.and_then(|end| start.checked_add(end.saturating_duration_since(start) / left));
        let search = hold(board, color, &stop)?;
        print(&text(board, color, &search, start.elapsed()))?;
        held += usize::from(search.is_held);
    }
    if held == Color::ALL.len() {
        print("DRAWN\n")?;
    }
    Ok(match held == sides.len() {
        true => 0,
        false if stop.is_set() => INTERRUPTED,
        false => 2,
    })
}

/// Text on what was found of one side.
fn text(board: &Board, color: Color, search: &HeldSearch, elapsed: Duration) -> String {
    let (side, other, rule, size) = (color.name(), (!color).name(), board.rule(), board.size());
    let answer = match search.is_held {
        true => format!("HELD {side} cannot win, {other} stops every five"),
        false => format!("NOT HELD {side}: it may win or not"),
    };
    let depth = count(search.depth.into(), "move");
    let [positions, ends] = [(search.positions, "position"), (search.ends, "end")].map(|(n, name)| count(n, name));
    let seconds = elapsed.as_secs_f64();
    format!(
        "{answer}\nsearched {rule} {size} {depth} deep, {positions}, {ends} held by pairs and weights; {seconds:.1} s\n"
    )
}
