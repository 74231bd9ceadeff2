//! From minimax to Tengen: the positions of the bench under 15x15 freestyle, and what each search
//! needs to read the same number of moves ahead, on the engine's own board and evaluation.
//!
//! ```text
//! cargo run --release -p tengen-textbook --example ladder
//! ```

use anyhow::Result;
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves};
use tengen::search::{Control, Limits, Searcher};
use tengen_textbook::{AlphaBeta, TengenGame, deepen, minimax_by_distance};

const POSITIONS: [&str; 2] = ["h8i9g9i7j10", "h8h9g7i9g9g8f8i8"];
const DEPTH: usize = 3;
const TABLE_BYTES: usize = 16 << 20;

fn main() -> Result<()> {
    type Search = fn(&Board) -> u64;
    let searches: [(&str, Search); 5] = [
        ("minimax", |board| {
            let mut nodes = 0;
            minimax_by_distance(&mut TengenGame::new(board.clone()), DEPTH, 0, &mut nodes);
            nodes
        }),
        ("alpha-beta", |board| alpha_beta(AlphaBeta::default(), board)),
        ("alpha-beta, moves ordered", |board| alpha_beta(AlphaBeta::ordered(), board)),
        ("iterative deepening", |board| {
            let found = deepen(&mut TengenGame::new(board.clone()), DEPTH, Duration::from_secs(60));
            found.map_or(0, |found| found.nodes)
        }),
        ("Tengen's search", |board| {
            let limits = Limits::depth(DEPTH as u32);
            Searcher::new(TABLE_BYTES).search(board, limits, &Control::unlimited(), &mut |_| {}).info().nodes
        }),
    ];
    println!("Nodes to depth {DEPTH}, 15x15 freestyle after {}:", POSITIONS.join(", "));
    for (name, search) in searches {
        print!("{name:<27}");
        for moves in POSITIONS {
            let size = BoardSize::square(15)?;
            let mut board = Board::new(size, Rule::Freestyle);
            board.play(&parse_moves(size, moves)?);
            print!("{:>12}", search(&board));
        }
        println!();
    }
    Ok(())
}

fn alpha_beta(mut search: AlphaBeta, board: &Board) -> u64 {
    let _ = search.value(&mut TengenGame::new(board.clone()), DEPTH);
    search.nodes
}
