//! Half lines: the cells on one side of a point, numbered without gaps.

use crate::base::Cell;

/// Most cells of a half line.
pub const MAX_REACH: usize = 5;
/// Number of keys of a half line of [`MAX_REACH`] cells, two bits a cell.
pub const KEY_COUNT: usize = 1 << (2 * MAX_REACH);

/// All contents that the `reach` cells on one side of a point can have, numbered without gaps.
///
/// Cells beyond a wall cannot matter, so they count as wall: a reach of 5 has 1 + 3 + 9 + 27 + 81 + 243 = 364 contents.
pub struct HalfLines {
    reach: usize,
    /// By number: the contents, nearest cell first.
    cells: Vec<[Cell; MAX_REACH]>,
    /// By key (two bits a cell, nearest cell in the lowest bits): the number.
    number_of: Vec<u16>,
}

impl HalfLines {
    /// The half lines of `reach` cells (1 to 5).
    pub fn new(reach: usize) -> Self {
        let mut halves = Self { reach, cells: Vec::new(), number_of: vec![u16::MAX; 1 << (2 * reach)] };
        for key in 0..halves.number_of.len() {
            let contents = halves.contents(key);
            let normal = halves.key(&contents);
            if normal == key {
                halves.number_of[key] = halves.cells.len() as u16;
                halves.cells.push(contents);
            }
        }
        for key in 0..halves.number_of.len() {
            halves.number_of[key] = halves.number_of[halves.key(&halves.contents(key))];
        }
        halves
    }

    /// Number of different contents.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Cells in a half line.
    pub fn reach(&self) -> usize {
        self.reach
    }

    /// The contents with this number, nearest cell first; cells beyond the reach are walls.
    pub fn cells(&self, number: usize) -> &[Cell; MAX_REACH] {
        &self.cells[number]
    }

    /// The number of the contents with this key, nearest cell in the lowest bits.
    pub fn number_of(&self, key: usize) -> usize {
        self.number_of[key] as usize
    }

    /// The number of the contents whose key has the nearest cell in the *highest* bits.
    pub fn number_of_reversed(&self, key: usize) -> usize {
        let reversed = (0..self.reach).fold(0, |all, i| all << 2 | (key >> (2 * i)) & 3);
        self.number_of(reversed)
    }

    /// The number of these contents with the cell at one distance changed.
    pub fn with(&self, number: usize, distance: usize, cell: Cell) -> usize {
        let mut cells = self.cells[number];
        cells[distance] = cell;
        self.number_of(self.key(&cells))
    }

    /// The number of these contents with every cell changed.
    pub fn mapped(&self, number: usize, change: impl Fn(Cell) -> Cell) -> usize {
        self.number_of(self.key(&self.cells[number].map(change)))
    }

    /// The number of these contents with the colors exchanged.
    pub fn swapped(&self, number: usize) -> usize {
        self.mapped(number, Cell::color_swapped)
    }

    /// The cells of a key; from the first wall on all are wall.
    fn contents(&self, key: usize) -> [Cell; MAX_REACH] {
        let mut contents = [Cell::Neutral; MAX_REACH];
        for (i, cell) in contents.iter_mut().enumerate().take(self.reach) {
            match Cell::from_bits((key >> (2 * i)) as u64) {
                Cell::Neutral => break,
                other => *cell = other,
            }
        }
        contents
    }

    fn key(&self, cells: &[Cell; MAX_REACH]) -> usize {
        (0..self.reach).fold(0, |key, i| key | (cells[i] as usize) << (2 * i))
    }
}
