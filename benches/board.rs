//! Board work alone: `cargo bench` prints state moves per second for each rule (an item is one move
//! made and taken back, all patterns up to date after each), and the static score and the
//! candidates per second.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use serde::Deserialize;
use std::path::Path;
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::{Board, parse_moves};
use tengen::eval::{Position, Weights};

fn main() {
    divan::main();
}

#[derive(Deserialize)]
struct Row {
    size: usize,
    moves: String,
}

/// The peers' bench positions where they lie beside the project, else a few of our own.
fn games() -> Vec<(BoardSize, Vec<Point>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data/rapfi_bench_positions.jsonl");
    let own = r#"{"size": 15, "moves": "h8i9g9i7j10h9g8g7i10f6"}
{"size": 20, "moves": "k10l11k12m10j11l12l10k9m11j13"}"#;
    let text = std::fs::read_to_string(path).unwrap_or_else(|_| own.to_owned());
    text.lines()
        .map(|line| serde_json::from_str::<Row>(line).unwrap())
        .map(|row| {
            let size = BoardSize::square(row.size).unwrap();
            (size, parse_moves(size, &row.moves).unwrap())
        })
        .collect()
}

const RULES: [Rule; 5] = Rule::ALL;

#[divan::bench(args = RULES)]
fn make_and_unmake(bencher: Bencher, rule: Rule) {
    let mut boards: Vec<(Board, Vec<Point>)> =
        games().into_iter().map(|(size, points)| (Board::new(size, rule), points)).collect();
    let moves: usize = boards.iter().map(|(_, points)| points.len()).sum();
    bencher.counter(ItemsCount::new(moves)).bench_local(|| {
        for (board, points) in &mut boards {
            for &point in points.iter() {
                board.make(black_box(point), &mut ());
            }
            for _ in points.iter() {
                board.unmake(&mut ());
            }
        }
    });
}

fn positions(rule: Rule) -> Vec<Position> {
    games()
        .into_iter()
        .map(|(size, points)| {
            let mut board = Board::new(size, rule);
            for point in points {
                board.make(point, &mut ());
            }
            let weights = Weights::of(board.rule());
            Position::new(board, weights)
        })
        .collect()
}

#[divan::bench]
fn static_score(bencher: Bencher) {
    let positions = positions(Rule::Freestyle);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(|position| position.score()).sum::<i32>());
}

#[divan::bench]
fn candidates(bencher: Bencher) {
    let positions = positions(Rule::Freestyle);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(|position| position.board().candidates().count()).sum::<usize>());
}
