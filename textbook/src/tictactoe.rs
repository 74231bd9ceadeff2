//! Tic-tac-toe: three in a row on 3x3. Small enough to visit every position.

use super::terminal::Playable;
use super::{Ending, TwoPlayerGame};
use std::collections::HashSet;
use std::fmt::Write;

/// The eight lines as bit sets; cell `n` is bit `n`, row by row from the top left.
const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0b100_010_001, 0b001_010_100];
const FULL: u16 = 0b111_111_111;
/// Number of lines through each cell: the center has the most, then the corners.
const LINES_THROUGH: [i32; 9] = [3, 2, 3, 2, 4, 2, 3, 2, 3];

/// A position; X moves first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    /// Bit sets of the cells of X and of O.
    marks: [u16; 2],
    moves: Vec<u8>,
}

impl TicTacToe {
    /// The position with these nine cells, row by row: `X`, `O`, and `.` for a free one. `None` unless X has as many
    /// marks as O or one more, or if both have a line.
    pub fn of_cells(cells: &str) -> Option<Self> {
        let of = |mark: char| cells.chars().enumerate().filter(move |cell| cell.1 == mark).map(|cell| cell.0 as u8);
        let is_whole = cells.chars().count() == 9 && cells.chars().all(|cell| "XO.".contains(cell));
        let (crosses, noughts): (Vec<u8>, Vec<u8>) = (of('X').collect(), of('O').collect());
        if !is_whole || !(noughts.len()..=noughts.len() + 1).contains(&crosses.len()) {
            return None;
        }
        let mut position = Self::default();
        for (turn, &cell) in crosses.iter().enumerate() {
            position.make(cell);
            noughts.get(turn).into_iter().for_each(|&cell| position.make(cell));
        }
        (!(Self::has_line(position.marks[0]) && Self::has_line(position.marks[1]))).then_some(position)
    }

    /// The player to move: 0 for X, 1 for O.
    fn mover(&self) -> usize {
        self.moves.len() % 2
    }

    fn is_free(&self, cell: u8) -> bool {
        (self.marks[0] | self.marks[1]) >> cell & 1 == 0
    }

    fn has_line(marks: u16) -> bool {
        LINES.iter().any(|line| marks & line == *line)
    }

    /// Every position that play can reach from this one, each once; this one and finished ones are included.
    pub fn reachable(&self) -> Vec<TicTacToe> {
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        let mut open = vec![self.clone()];
        while let Some(position) = open.pop() {
            if !seen.insert(position.marks) {
                continue;
            }
            if position.outcome().is_none() {
                open.extend(position.moves().into_iter().map(|cell| {
                    let mut next = position.clone();
                    next.make(cell);
                    next
                }));
            }
            found.push(position);
        }
        found
    }
}

impl TwoPlayerGame for TicTacToe {
    type Move = u8;

    fn outcome(&self) -> Option<Ending> {
        if Self::has_line(self.marks[1 - self.mover()]) {
            Some(Ending::Loss)
        } else if self.marks[0] | self.marks[1] == FULL {
            Some(Ending::Draw)
        } else {
            None
        }
    }

    fn moves(&self) -> Vec<u8> {
        (0..9).filter(|&cell| self.is_free(cell)).collect()
    }

    fn make(&mut self, cell: u8) {
        self.marks[self.mover()] |= 1 << cell;
        self.moves.push(cell);
    }

    fn unmake(&mut self) {
        if let Some(cell) = self.moves.pop() {
            self.marks[self.mover()] &= !(1 << cell);
        }
    }

    /// Wins come first, then moves that prevent the opponent's win, then moves by the number of lines through the cell.
    fn order(&self, moves: &mut [u8]) {
        let completes = |player: usize, cell: u8| i32::from(Self::has_line(self.marks[player] | 1 << cell));
        let (us, them) = (self.mover(), 1 - self.mover());
        moves.sort_by_key(|&cell| {
            -(100 * completes(us, cell) + 50 * completes(them, cell) + LINES_THROUGH[usize::from(cell)])
        });
    }
}

impl Playable for TicTacToe {
    const NAMES: [&'static str; 2] = ["X", "O"];
    const HELP: &'static str = "a move is the number of a free cell, 1 to 9, as the board shows them";

    fn side(&self) -> usize {
        self.mover()
    }

    fn picture(&self) -> String {
        let mut text = String::new();
        for row in 0..3u8 {
            let cell = |column: u8| {
                let cell = 3 * row + column;
                if self.marks[0] >> cell & 1 == 1 {
                    'X'
                } else if self.marks[1] >> cell & 1 == 1 {
                    'O'
                } else {
                    char::from(b'1' + cell)
                }
            };
            let _ = writeln!(text, "   {} | {} | {}", cell(0), cell(1), cell(2));
            if row < 2 {
                text.push_str("  ---+---+---\n");
            }
        }
        text
    }

    fn read_move(&self, text: &str) -> Result<u8, String> {
        match text.parse::<u8>() {
            Ok(number @ 1..=9) if self.is_free(number - 1) => Ok(number - 1),
            Ok(number @ 1..=9) => Err(format!("cell {number} is taken")),
            _ => Err(format!("'{text}' is not a cell: {}", Self::HELP)),
        }
    }

    fn write_move(&self, cell: u8) -> String {
        (cell + 1).to_string()
    }
}
