//! The 26 openings of renju, and the symmetries of the stones on the board.

use crate::base::{BoardSize, Cell, Color, Point};
use crate::board::Board;

/// An opening of three stones: the first in the center, the second beside it or diagonally beside it, the third
/// within two points of the center.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RenjuOpening {
    /// `D` for direct (the second stone beside the first) or `I` for indirect, and the number from 1 to 13.
    pub code: &'static str,
    /// The Japanese name.
    pub name: &'static str,
    /// Column and row of the third stone relative to the center, rows counted upward. The second stone is at (0, 1) if
    /// direct, at (1, 1) if indirect.
    pub third: (i32, i32),
}

const fn opening(code: &'static str, name: &'static str, x: i32, y: i32) -> RenjuOpening {
    RenjuOpening { code, name, third: (x, y) }
}

/// Every opening once; its rotations and reflections are left out.
pub const RENJU_OPENINGS: [RenjuOpening; 26] = [
    opening("D1", "Kansei", 0, 2),
    opening("D2", "Keigetsu", 1, 2),
    opening("D3", "Sosei", 2, 2),
    opening("D4", "Kagetsu", 1, 1),
    opening("D5", "Zangetsu", 2, 1),
    opening("D6", "Ugetsu", 1, 0),
    opening("D7", "Kinsei", 2, 0),
    opening("D8", "Shogetsu", 0, -1),
    opening("D9", "Kyugetsu", 1, -1),
    opening("D10", "Shingetsu", 2, -1),
    opening("D11", "Zuisei", 0, -2),
    opening("D12", "Sangetsu", 1, -2),
    opening("D13", "Yusei", 2, -2),
    opening("I1", "Chosei", 2, 2),
    opening("I2", "Kyogetsu", 2, 1),
    opening("I3", "Kosei", 2, 0),
    opening("I4", "Suigetsu", 2, -1),
    opening("I5", "Ryusei", 2, -2),
    opening("I6", "Ungetsu", 1, 0),
    opening("I7", "Hogetsu", 1, -1),
    opening("I8", "Rangetsu", 1, -2),
    opening("I9", "Gingetsu", 0, -1),
    opening("I10", "Myojo", 0, -2),
    opening("I11", "Shagetsu", -1, -1),
    opening("I12", "Meigetsu", -1, -2),
    opening("I13", "Suisei", -2, -2),
];

impl RenjuOpening {
    /// The three stones around the center of a board, under one of the eight rotations and reflections; `None` if one
    /// of them is off the board.
    pub fn stones(&self, size: BoardSize, turn: usize) -> Option<Vec<Point>> {
        let second = if self.code.starts_with('D') { (0, 1) } else { (1, 1) };
        let (x, y) = size.xy(size.center());
        let at = |offset| {
            let (dx, dy) = turned(offset, turn);
            size.point(x + dx, y - dy)
        };
        [(0, 0), second, self.third].into_iter().map(at).collect()
    }

    /// The opening of three stones, in any orientation; `None` if they are none.
    pub fn of_stones(size: BoardSize, stones: &[Point]) -> Option<&'static RenjuOpening> {
        let is_it =
            |opening: &&RenjuOpening| (0..TURNS).any(|turn| opening.stones(size, turn).as_deref() == Some(stones));
        RENJU_OPENINGS.iter().find(is_it)
    }
}

/// Number of rotations and reflections of the plane.
pub(super) const TURNS: usize = 8;

/// An offset under a rotation or reflection.
fn turned((x, y): (i32, i32), turn: usize) -> (i32, i32) {
    let (x, y) = if turn & 4 != 0 { (y, x) } else { (x, y) };
    (if turn & 1 != 0 { -x } else { x }, if turn & 2 != 0 { -y } else { y })
}

/// The rotations, reflections and shifts that map every stone to one of its color. The edges of the board are ignored:
/// under RIF's rules two fifth stones are equal when they are so by the stones alone.
#[derive(Clone, Debug)]
pub struct StoneSymmetries {
    size: BoardSize,
    /// A rotation or reflection, and the shift after it.
    maps: Vec<(usize, (i32, i32))>,
}

impl StoneSymmetries {
    /// The symmetries of the stones on a board.
    pub fn of(board: &Board) -> Self {
        let size = board.size();
        let stones: Vec<((i32, i32), Option<Color>)> =
            board.history().map(|(point, cell): (Point, Cell)| (size.xy(point), cell.color())).collect();
        let mut maps = Vec::new();
        let Some(&(first, color)) = stones.first() else { return Self { size, maps } };
        for turn in 0..TURNS {
            let from = turned(first, turn);
            for &(to, _) in stones.iter().filter(|stone| stone.1 == color) {
                let shift = (to.0 - from.0, to.1 - from.1);
                let image = |xy| {
                    let (x, y) = turned(xy, turn);
                    (x + shift.0, y + shift.1)
                };
                if stones.iter().all(|&(xy, color)| stones.contains(&(image(xy), color))) {
                    maps.push((turn, shift));
                }
            }
        }
        Self { size, maps }
    }

    /// The images of a point that are on the board.
    fn images(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.maps.iter().filter_map(move |&(turn, shift)| {
            let (x, y) = turned(self.size.xy(point), turn);
            self.size.point(x + shift.0, y + shift.1)
        })
    }

    /// Whether a symmetry maps one point to the other.
    pub fn are_same(&self, one: Point, other: Point) -> bool {
        self.images(one).any(|image| image == other)
    }

    /// The points without those that a symmetry maps to an earlier one.
    pub fn distinct(&self, points: impl IntoIterator<Item = Point>) -> Vec<Point> {
        let mut is_image = vec![false; self.size.cells()];
        let mut kept = Vec::new();
        for point in points {
            if !is_image[point.index()] {
                self.images(point).for_each(|image| is_image[image.index()] = true);
                kept.push(point);
            }
        }
        kept
    }
}
