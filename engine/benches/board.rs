//! Speed of the board alone. `cargo bench` prints for each rule the moves per second (an item is one move, made and
//! unmade, with all patterns up to date after each), the static evaluations per second and the candidates per second.
#![allow(missing_docs)]

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::{Board, parse_moves};
use tengen::eval::{Evaluator, Weights};

fn main() {
    divan::main();
}

/// Side of the board and number of moves in the games of the benches.
const GAMES: [(usize, &str); 4] = [
    (15, "h8i9g9i7j10h9g8g7i10f6"),
    (15, "h8h7j6i7f7g6h6i5g7f8"),
    (20, "k10l11k12m10j11l12l10k9m11j13"),
    (20, "e2f2h3g3g6h5f9e5f4g4"),
];

fn games() -> Vec<(BoardSize, Vec<Point>)> {
    GAMES
        .into_iter()
        .map(|(side, moves)| {
            let size = BoardSize::square(side).unwrap();
            (size, parse_moves(size, moves).unwrap())
        })
        .collect()
}

const RULES: [Rule; Rule::ALL.len()] = Rule::ALL;

#[divan::bench(args = RULES)]
fn make_and_unmake(bencher: Bencher, rule: Rule) {
    let mut boards: Vec<(Board, Vec<Point>)> =
        games().into_iter().map(|(size, points)| (Board::new(size, rule), points)).collect();
    let moves: usize = boards.iter().map(|(_, points)| points.len()).sum();
    bencher.counter(ItemsCount::new(moves)).bench_local(|| {
        for (board, points) in &mut boards {
            for &point in points.iter() {
                board.push(black_box(point));
            }
            for _ in points.iter() {
                board.pop();
            }
        }
    });
}

fn positions(rule: Rule) -> Vec<Evaluator> {
    games()
        .into_iter()
        .map(|(size, points)| {
            let mut board = Board::new(size, rule);
            board.play(&points);
            let weights = Weights::of(board.rule());
            Evaluator::new(board, weights)
        })
        .collect()
}

#[divan::bench]
fn static_score(bencher: Bencher) {
    let mut positions = positions(Rule::Freestyle);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter_mut().map(|position| position.evaluate()).sum::<i32>());
}

#[divan::bench]
fn candidates(bencher: Bencher) {
    let positions = positions(Rule::Freestyle);
    bencher
        .counter(ItemsCount::new(positions.len()))
        .bench_local(|| positions.iter().map(|position| position.board().candidates().count()).sum::<usize>());
}
