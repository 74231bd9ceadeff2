//! Reader of the labeled positions in `tests/data`.

use super::board_of_rows;
use tengen::base::{Cell, Color, Point, Rule};
use tengen::board::{Board, parse_moves};

/// A named position with labels: the blocks of `renju_points.txt`, `puzzles.txt` and `best_moves.txt`.
pub struct Block {
    pub name: String,
    rows: Vec<String>,
    fields: Vec<(String, String)>,
}

impl Block {
    /// The board of the block's rows, Black to move.
    pub fn board(&self, rule: Rule) -> Board {
        let mut board = board_of_rows(rule, self.rows.iter().map(String::as_str));
        board.set_side_to_move(Color::Black);
        board
    }

    /// The values of every field of this name, in the order of the file.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// The value of a field that every block of its file has.
    pub fn value<'a>(&'a self, key: &'a str) -> &'a str {
        self.all(key).next().unwrap_or_else(|| panic!("{}: no '{key}'", self.name))
    }

    /// The words of a field; empty if the block does not have it.
    pub fn words<'a>(&'a self, key: &'a str) -> Vec<&'a str> {
        self.all(key).flat_map(str::split_whitespace).collect()
    }
}

fn is_comment(line: &str) -> bool {
    line == "#" || line.starts_with("# ")
}

/// The blocks of a file: a name, rows of cells, then fields; an empty line ends a block.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut begins = true;
    for line in text.lines().map(str::trim_end).filter(|line| !is_comment(line)) {
        if line.is_empty() {
            begins = true;
        } else if begins {
            blocks.push(Block { name: line.to_owned(), rows: Vec::new(), fields: Vec::new() });
            begins = false;
        } else if let Some(block) = blocks.last_mut() {
            match line.split_once(' ') {
                Some((key, value)) => block.fields.push((key.to_owned(), value.trim().to_owned())),
                None => block.rows.push(line.to_owned()),
            }
        }
    }
    blocks
}

/// The boards of `renju_points.txt`.
pub fn renju_points() -> Vec<Block> {
    blocks(include_str!("../data/renju_points.txt"))
}

/// The boards of `threes.txt`, for which two readings of the rule differ.
pub fn threes() -> Vec<Block> {
    blocks(include_str!("../data/threes.txt"))
}

/// The puzzles of `puzzles.txt`.
pub fn puzzles() -> Vec<Block> {
    blocks(include_str!("../data/puzzles.txt"))
}

/// The positions of `best_moves.txt`.
pub fn best_moves() -> Vec<Block> {
    blocks(include_str!("../data/best_moves.txt"))
}

/// One labeled point of `renju_random.txt`.
pub struct RandomPoint {
    pub line: &'static str,
    pub board: Board,
    pub point: Point,
    pub is_forbidden: bool,
}

/// The labeled points of `renju_random.txt`, Black to move on every board.
pub fn renju_random() -> Vec<RandomPoint> {
    let mut points = Vec::new();
    for line in include_str!("../data/renju_random.txt").lines().filter(|line| !is_comment(line)) {
        let words: Vec<&'static str> = line.split_whitespace().collect();
        let mut board = super::square(15, Rule::Renju);
        for words in words.chunks_exact(2) {
            let size = board.size();
            let named = || parse_moves(size, words[1]).unwrap_or_else(|e| panic!("{line}: {e}"));
            let cell = match words[0] {
                "X" => Cell::Black,
                "O" if words[1] == "-" => continue,
                "O" => Cell::White,
                label => {
                    let is_forbidden = match label {
                        "33" | "44" | "6" => true,
                        "five" | "not33" | "one3" => false,
                        other => panic!("{line}: unknown label '{other}'"),
                    };
                    board.set_side_to_move(Color::Black);
                    points.extend(named().into_iter().map(|point| RandomPoint {
                        line,
                        board: board.clone(),
                        point,
                        is_forbidden,
                    }));
                    continue;
                }
            };
            named().into_iter().for_each(|point| board.place(point, cell).unwrap());
        }
    }
    points
}

/// A line of `wins.txt`: the cells, and for each rule and color of the mover whether the move wins.
pub struct WinLine {
    pub text: &'static str,
    wins: &'static str,
}

impl WinLine {
    pub fn wins(&self, rule: Rule, mover: Color) -> bool {
        let name = match (rule, mover) {
            (Rule::Renju, Color::Black) => "renju-black",
            (Rule::Renju, Color::White) => "renju-white",
            _ => rule.name(),
        };
        self.wins == "all" || self.wins.split_whitespace().any(|word| word == name)
    }
}

/// The lines of `wins.txt`.
pub fn win_lines() -> Vec<WinLine> {
    let lines = include_str!("../data/wins.txt").lines().filter(|line| !line.is_empty() && !is_comment(line));
    lines
        .map(|line| {
            let (text, wins) = line.split_once(' ').unwrap_or_else(|| panic!("no rules: {line}"));
            WinLine { text, wins: wins.trim() }
        })
        .collect()
}
