//! Helpers of several test files: boards, labeled positions, and naive implementations of the rules.
#![allow(dead_code, missing_docs)]

use tengen::base::{BoardSize, Cell, Color, Point, Rule, SplitMix64};
use tengen::board::Board;

pub mod data;
pub mod folder;
pub mod naive;
pub mod oracle;

/// Factor for the number of random cases in a long run, from `TENGEN_CASES`.
pub fn times() -> usize {
    std::env::var("TENGEN_CASES").map_or(1, |times| times.parse().expect("TENGEN_CASES: expected a number"))
}

/// A board from rows, top to bottom, of `X` (Black), `O` (White), `#` (neutral) and `.`.
pub fn board_of_rows<'a>(rule: Rule, rows: impl IntoIterator<Item = &'a str>) -> Board {
    let rows: Vec<&str> = rows.into_iter().collect();
    let size = BoardSize::new(rows[0].len(), rows.len()).unwrap();
    let mut board = Board::new(size, rule);
    for (y, row) in rows.iter().enumerate() {
        for (x, c) in row.chars().enumerate() {
            let cell = match c {
                'X' => Cell::Black,
                'O' => Cell::White,
                '#' => Cell::Neutral,
                _ => continue,
            };
            board.place(size.point(x as i32, y as i32).unwrap(), cell).unwrap();
        }
    }
    board
}

pub fn square(side: usize, rule: Rule) -> Board {
    Board::new(BoardSize::square(side).unwrap(), rule)
}

/// A random empty point, legal or not, in most cases near other stones, so that lines grow.
pub fn random_point(board: &Board, rng: &mut SplitMix64) -> Option<Point> {
    let near: Vec<Point> = board.candidates().collect();
    let all: Vec<Point> = board.empties().collect();
    let from = if near.is_empty() || rng.below(8) == 0 { &all } else { &near };
    (!from.is_empty()).then(|| from[rng.below(from.len())])
}

/// A random position of a square board without a win, this many stones before renju's draw.
pub fn renju_near_the_draw(side: usize, left: usize, rng: &mut SplitMix64) -> Board {
    let mut board = square(side, Rule::Renju);
    while board.empty_count() > 25 + left {
        let Some(point) = random_point(&board, rng) else { break };
        let color = board.side_to_move();
        let foul = color == Color::Black && board.is_forbidden(point);
        if !foul && !board.is_winning_move(point, color) {
            board.push(point);
        }
    }
    board
}

pub fn cell_of(color: Color) -> Cell {
    color.into()
}
