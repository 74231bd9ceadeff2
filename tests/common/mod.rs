//! What several test files share: the data beside the project, and rules written naively.
#![allow(dead_code, missing_docs)]

use serde::de::DeserializeOwned;
use std::path::PathBuf;
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, Cell};

pub mod oracle;
pub mod process;

/// The rows of a JSON-lines file of `../shared/data`, or nothing, said in a printed line, when it is not there.
pub fn shared_data<T: DeserializeOwned>(name: &str) -> Option<Vec<T>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../shared/data").join(name);
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {name} is not there (it lies in ../shared/data beside the project)");
        return None;
    };
    let rows = text.lines().filter(|line| !line.trim().is_empty());
    Some(rows.map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{name}: {e}: {line}"))).collect())
}

/// Sets up a board from rows, top to bottom, of `X` (Black), `O` (White), `#` (neutral) and `.`.
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

/// A random legal-or-not stone: near others most of the time, so that lines grow.
pub fn random_point(board: &Board, rng: &mut SplitMix64) -> Option<Point> {
    let near: Vec<Point> = board.candidates().collect();
    let all: Vec<Point> = board.empties().collect();
    let from = if near.is_empty() || rng.below(8) == 0 { &all } else { &near };
    (!from.is_empty()).then(|| from[rng.below(from.len())])
}

pub fn cell_of(color: Color) -> Cell {
    color.into()
}
