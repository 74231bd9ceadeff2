//! Hash keys of positions (Zobrist 1970).

use super::{BoardSize, Color, Point, SplitMix64};

/// Random keys whose exclusive-or names a position (Zobrist 1970).
#[derive(Debug)]
pub struct Zobrist {
    keys: Vec<[u64; 3]>,
    white_to_move: u64,
}

impl Zobrist {
    /// Keys for every point of a board. They depend on its size only.
    pub fn new(size: BoardSize) -> Self {
        let mut rng = SplitMix64::new(0x7E46_E0C4_7E46_E0C4);
        let white_to_move = rng.next();
        let keys = (0..size.cells()).map(|_| [rng.next(), rng.next(), rng.next()]).collect();
        Self { keys, white_to_move }
    }

    /// The key of a stone of `color` at `point`.
    pub fn stone(&self, color: Color, point: Point) -> u64 {
        self.keys[point.index()][color.index()]
    }

    /// The key of a neutral cell at `point`.
    pub fn neutral(&self, point: Point) -> u64 {
        self.keys[point.index()][2]
    }

    /// The key of White being to move.
    pub fn white_to_move(&self) -> u64 {
        self.white_to_move
    }
}
