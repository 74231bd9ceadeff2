//! `pbrain-tengen bench`: searches of fixed positions, over all rules, at fixed depths.
//!
//! The signature is a hash of every node count, score and move: two builds with equal signatures play alike.

pub mod tree;

use std::io::{self, Write};
use std::time::Instant;
use tengen::base::{BoardSize, FNV1A_BASIS, Rule, fnv1a_step};
use tengen::board::{Board, format_point, parse_moves};
use tengen::search::{Control, Limits, Searcher};

/// Rule, side of the board, depth, moves.
type BenchPosition = (Rule, usize, u32, &'static str);

const POSITIONS: [BenchPosition; 13] = [
    (Rule::Freestyle, 20, 10, "k10l11k12m10"),
    (Rule::Freestyle, 20, 10, "c3d4e3d5f6e5"),
    (Rule::Freestyle, 15, 10, "h8i9g9i7j10"),
    (Rule::Freestyle, 15, 10, "h8h9g7i9g9g8f8i8"),
    (Rule::Freestyle, 40, 8, "t20u21v20u19"),
    (Rule::Standard, 15, 10, "h8h7j6i7f7"),
    (Rule::Standard, 15, 10, "e4f5g4f6h8g7"),
    (Rule::Renju, 15, 10, "h8i9j10i7g9"),
    (Rule::Renju, 15, 10, "h8h9i7g9i9i10j8g6"),
    (Rule::Renju, 15, 10, "h8i8i10g9k8j9h10"),
    (Rule::Caro, 15, 10, "h8i9g7i7"),
    (Rule::Caro, 20, 10, "k10j11l11k12i10j9"),
    (Rule::CaroExact, 15, 10, "h8g9i9g7"),
];
/// Table size in bytes; the signature depends on it.
const TABLE_BYTES: usize = 16 << 20;

/// Result of one run of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Nodes over all positions.
    pub nodes: u64,
    /// Hash of all node counts, scores and moves.
    pub signature: u64,
}

/// Runs the bench, printing a line per position, `Bench: <signature>` and `<nodes> nodes <nps> nps`.
///
/// # Errors
/// When `out` cannot be written to.
pub fn run(out: &mut impl Write) -> io::Result<BenchResult> {
    let mut searcher = Searcher::new(TABLE_BYTES);
    let mut result = BenchResult { nodes: 0, signature: FNV1A_BASIS };
    let mut seconds = 0.0;
    for (rule, side, depth, moves) in POSITIONS {
        let board = position(rule, side, moves).map_err(io::Error::other)?;
        searcher.clear();
        let start = Instant::now();
        let found = searcher.search(&board, Limits::depth(depth), &Control::unlimited(), &mut |_| {});
        seconds += start.elapsed().as_secs_f64();
        let info = found.info();
        let best = found.best.map_or(u64::MAX, |point| u64::from(point.0));
        for part in [info.nodes, info.score as u64, best] {
            result.signature = fnv1a_step(result.signature, part);
        }
        result.nodes += info.nodes;
        let text = found.best.map_or_else(String::new, |point| format_point(board.size(), point));
        writeln!(out, "{rule} {side} {moves}: depth {depth} score {} move {text} nodes {}", info.score, info.nodes)?;
    }
    writeln!(out, "Bench: {:016x}", result.signature)?;
    writeln!(out, "{} nodes {:.0} nps", result.nodes, result.nodes as f64 / seconds.max(1e-9))?;
    Ok(result)
}

/// The board after `moves`, Black first.
fn position(rule: Rule, side: usize, moves: &str) -> Result<Board, Box<dyn std::error::Error + Send + Sync>> {
    let mut board = Board::new(BoardSize::square(side)?, rule);
    for point in parse_moves(board.size(), moves)? {
        if !board.is_empty(point) {
            return Err(format!("{} is played twice", format_point(board.size(), point)).into());
        }
        board.push(point);
    }
    Ok(board)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_position() {
        for rule in Rule::ALL {
            assert!(POSITIONS.iter().any(|&(of, ..)| of == rule), "{rule}");
        }
    }
}
