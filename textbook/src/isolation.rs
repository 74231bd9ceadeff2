//! Isolation on 6x6: a player moves one step like a chess king to a free cell, then blocks any free cell for the rest
//! of the game. A player who cannot move has lost.
//!
//! The report does not say where the two kings begin; here they face each other in the middle of the first and the last
//! row, placed point-symmetrically so that neither has an advantage.

use super::terminal::Playable;
use super::{Ending, TwoPlayerGame};
use std::fmt::Write;
use tengen::base::Score;

/// Number of columns and of rows.
pub const SIDE: u8 = 6;
const CELLS: u8 = SIDE * SIDE;
/// Evaluation of each step more than the opponent has, and of each cell more within two steps.
const STEP_VALUE: Score = 10;
const NEAR_VALUE: Score = 4;

/// The cells that a king reaches from each cell of an empty board, as bit sets.
const KING: [u64; CELLS as usize] = {
    let mut reach = [0; CELLS as usize];
    let side = SIDE as i32;
    let mut pair = 0;
    while pair < (side * side) * (side * side) {
        let (from, to) = (pair / (side * side), pair % (side * side));
        let (dx, dy) = (from % side - to % side, from / side - to / side);
        if from != to && dx.abs() <= 1 && dy.abs() <= 1 {
            reach[from as usize] |= 1 << to;
        }
        pair += 1;
    }
    reach
};

/// A whole turn: a step and a block. Cells are numbered row by row from the lower left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The king's step.
    pub to: u8,
    /// The cell that is blocked after the step; it may be the one that the king has left.
    pub block: u8,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Isolation {
    /// Bit set of the cells that are neither blocked nor occupied by a king.
    free: u64,
    kings: [u8; 2],
    /// The turns so far, each with the cell that the king came from.
    turns: Vec<(u8, Turn)>,
}

impl Default for Isolation {
    fn default() -> Self {
        let kings = [SIDE / 2 - 1, CELLS - SIDE / 2];
        Self { free: ((1 << CELLS) - 1) & !(1 << kings[0] | 1 << kings[1]), kings, turns: Vec::new() }
    }
}

impl Isolation {
    /// Number of turns so far.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Bit set of the cells to which the side to move can step.
    pub fn steps(&self) -> u64 {
        KING[usize::from(self.kings[self.side()])] & self.free
    }

    /// Bit set of the cells to which the opponent could step.
    pub fn opponents_steps(&self) -> u64 {
        KING[usize::from(self.kings[1 - self.side()])] & self.free
    }

    /// Bit set of the cells that may be blocked after the step to `to`: the free cells and the one that is left.
    pub fn blocks_after(&self, to: u8) -> u64 {
        self.free & !(1 << to) | 1 << self.kings[self.side()]
    }

    /// Whether the turn is legal.
    pub fn is_legal(&self, turn: Turn) -> bool {
        turn.to < CELLS
            && turn.block < CELLS
            && self.steps() >> turn.to & 1 == 1
            && self.blocks_after(turn.to) >> turn.block & 1 == 1
    }

    /// Number of steps that a king would have from the free cell.
    pub fn mobility(&self, cell: u8) -> u32 {
        (KING[usize::from(cell)] & self.free).count_ones()
    }
}

/// The cells of a bit set, in rising order.
pub fn cells(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

impl TwoPlayerGame for Isolation {
    type Move = Turn;

    fn outcome(&self) -> Option<Ending> {
        (self.steps() == 0).then_some(Ending::Loss)
    }

    fn moves(&self) -> Vec<Turn> {
        cells(self.steps()).flat_map(|to| cells(self.blocks_after(to)).map(move |block| Turn { to, block })).collect()
    }

    fn make(&mut self, turn: Turn) {
        let side = self.side();
        let from = self.kings[side];
        self.free = self.blocks_after(turn.to) & !(1 << turn.block);
        self.kings[side] = turn.to;
        self.turns.push((from, turn));
    }

    fn unmake(&mut self) {
        if let Some((from, turn)) = self.turns.pop() {
            let side = self.side();
            self.kings[side] = from;
            self.free = (self.free | 1 << turn.to | 1 << turn.block) & !(1 << from);
        }
    }

    /// Own mobility minus the opponent's: steps, and cells within two steps.
    fn evaluate(&mut self) -> Score {
        let value = |steps: u64| {
            let near = cells(steps).fold(steps, |near, cell| near | KING[usize::from(cell)] & self.free);
            STEP_VALUE * steps.count_ones() as Score + NEAR_VALUE * near.count_ones() as Score
        };
        value(self.steps()) - value(self.opponents_steps())
    }

    /// Blocks next to the opponent come first, and among them steps to where the king has the most mobility.
    fn order(&self, turns: &mut [Turn]) {
        let beside = KING[usize::from(self.kings[1 - self.side()])];
        let mobility: Vec<u32> = (0..CELLS).map(|cell| self.mobility(cell)).collect();
        turns.sort_by_key(|turn| {
            let blocks = (beside >> turn.block & 1) as u32;
            std::cmp::Reverse(20 * blocks + mobility[usize::from(turn.to)])
        });
    }
}

fn read_cell(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        &[column @ b'a'..=b'f', row @ b'1'..=b'6'] => Ok(SIDE * (row - b'1') + column - b'a'),
        _ => Err(format!("'{text}' is not a cell (a letter from a to f and a number from 1 to 6, as c2)")),
    }
}

fn write_cell(cell: u8) -> String {
    format!("{}{}", char::from(b'a' + cell % SIDE), cell / SIDE + 1)
}

impl Playable for Isolation {
    const NAMES: [&'static str; 2] = ["A", "B"];
    const HELP: &'static str = "a move is the cell to step to and the cell to block, as 'c2 d5'";

    fn side(&self) -> usize {
        self.turns.len() % 2
    }

    fn picture(&self) -> String {
        let mut text = String::new();
        for row in (0..SIDE).rev() {
            let _ = write!(text, "  {} ", row + 1);
            for cell in SIDE * row..SIDE * (row + 1) {
                let mark = if self.kings[0] == cell {
                    'A'
                } else if self.kings[1] == cell {
                    'B'
                } else if self.free >> cell & 1 == 1 {
                    '.'
                } else {
                    '#'
                };
                let _ = write!(text, " {mark}");
            }
            text.push('\n');
        }
        text.push_str("     a b c d e f\n");
        text
    }

    fn read_move(&self, text: &str) -> Result<Turn, String> {
        let words: Vec<&str> =
            text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
        let &[to, block] = words.as_slice() else {
            return Err(format!("two cells are wanted: {}", Self::HELP));
        };
        let turn = Turn { to: read_cell(to)?, block: read_cell(block)? };
        let steps: Vec<String> = cells(self.steps()).map(write_cell).collect();
        if self.steps() >> turn.to & 1 == 0 {
            Err(format!("the king cannot step to {to}, only to {}", steps.join(", ")))
        } else if !self.is_legal(turn) {
            Err(format!("{block} is not free after the step"))
        } else {
            Ok(turn)
        }
    }

    fn write_move(&self, turn: Turn) -> String {
        format!("{} {}", write_cell(turn.to), write_cell(turn.block))
    }
}
