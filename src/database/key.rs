//! A position as bytes: rule, size, side to move and stones, the smallest of its symmetric images.

use crate::base::{BoardSize, Cell, Color, Point, Rule};
use crate::board::{Board, SYMMETRIES, transform};
use thiserror::Error;

/// The bytes of a position, the same for all its symmetric images.
///
/// Layout: rule (its `INFO rule` number), width, height, side to move (0 Black, 1 White), then for Black, White and
/// neutral cells the number of points and the points, each as two bytes, high byte first, in rising order. The
/// stones' order of play is not part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(Vec<u8>);

/// Error: the bytes are not a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} bytes that describe no position")]
pub struct KeyError(usize);

/// Which image of a board its key is. It takes points of the board to those of the key and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    size: BoardSize,
    symmetry: usize,
}

const CELLS: [Cell; 3] = [Cell::Black, Cell::White, Cell::Neutral];

impl Orientation {
    /// The key's point for a point of the board.
    pub fn to_key(self, point: Point) -> Point {
        transform(self.size, point, self.symmetry)
    }

    /// The board's point for a point of the key.
    pub fn to_board(self, point: Point) -> Point {
        transform(self.size, point, inverse(self.symmetry))
    }
}

/// The symmetry that undoes another: where columns and rows are exchanged, the two mirrors exchange, too.
fn inverse(symmetry: usize) -> usize {
    if symmetry & 4 == 0 { symmetry } else { 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 }
}

/// The symmetries that keep a board of this size.
fn symmetries(size: BoardSize) -> std::ops::Range<usize> {
    0..if size.width() == size.height() { SYMMETRIES } else { SYMMETRIES / 2 }
}

/// The decoded bytes of a key. Points are in rising order.
#[derive(Clone, PartialEq, Eq)]
struct Stones {
    rule: Rule,
    size: BoardSize,
    side: Color,
    /// By kind of cell, in the order of [`CELLS`].
    points: [Vec<u16>; 3],
}

impl Stones {
    fn new(rule: Rule, size: BoardSize, side: Color, placed: impl IntoIterator<Item = (Point, Cell)>) -> Self {
        let mut points: [Vec<u16>; 3] = Default::default();
        for (point, cell) in placed {
            if let Some(kind) = CELLS.iter().position(|&kind| kind == cell) {
                points[kind].push(point.0);
            }
        }
        points.iter_mut().for_each(|points| points.sort_unstable());
        Self { rule, size, side, points }
    }

    fn turned(&self, symmetry: usize) -> [Vec<u16>; 3] {
        self.points.each_ref().map(|points| {
            let mut turned: Vec<u16> = points.iter().map(|&p| transform(self.size, Point(p), symmetry).0).collect();
            turned.sort_unstable();
            turned
        })
    }

    /// The smallest image, and the first symmetry that leads there.
    fn smallest(mut self) -> (Self, usize) {
        let images = symmetries(self.size).map(|symmetry| (self.turned(symmetry), symmetry));
        // There is always an image: the stones themselves.
        let (points, symmetry) = images.min().unwrap_or_default();
        self.points = points;
        (self, symmetry)
    }

    fn to_bytes(&self) -> Vec<u8> {
        let side = u8::from(self.side == Color::White);
        let mut bytes = vec![self.rule.bits() as u8, self.size.width() as u8, self.size.height() as u8, side];
        for points in &self.points {
            bytes.extend((points.len() as u16).to_be_bytes());
            points.iter().for_each(|point| bytes.extend(point.to_be_bytes()));
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (&[rule, width, height, side], mut rest) = bytes.split_first_chunk()?;
        let (rule, is_continuous) = Rule::from_bits(rule.into()).ok()?;
        let size = BoardSize::new(width.into(), height.into()).ok()?;
        let side = *Color::ALL.get(usize::from(side))?;
        let mut points: [Vec<u16>; 3] = Default::default();
        let mut taken = vec![false; size.cells()];
        for points in &mut points {
            let (count, after) = rest.split_first_chunk()?;
            let (list, after) = after.split_at_checked(2 * usize::from(u16::from_be_bytes(*count)))?;
            rest = after;
            for point in list.as_chunks().0 {
                let point = u16::from_be_bytes(*point);
                let taken = taken.get_mut(usize::from(point))?;
                if std::mem::replace(taken, true) || points.last().is_some_and(|&last| last > point) {
                    return None;
                }
                points.push(point);
            }
        }
        (rest.is_empty() && !is_continuous).then_some(Self { rule, size, side, points })
    }
}

impl PositionKey {
    /// The key of a board, and which of the board's images it is.
    pub fn of(board: &Board) -> (Self, Orientation) {
        Self::of_stones(board.rule(), board.size(), board.side_to_move(), board.history())
    }

    /// The key of stones and neutral cells on different points of a board, without the board.
    pub fn of_stones(
        rule: Rule,
        size: BoardSize,
        side: Color,
        placed: impl IntoIterator<Item = (Point, Cell)>,
    ) -> (Self, Orientation) {
        let (stones, symmetry) = Stones::new(rule, size, side, placed).smallest();
        (Self(stones.to_bytes()), Orientation { size, symmetry })
    }

    /// Takes over the bytes of a key.
    ///
    /// # Errors
    /// When they do not describe a position, or describe one that is not the smallest of its images.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        match Stones::from_bytes(bytes) {
            Some(stones) if stones.clone().smallest().0 == stones => Ok(Self(bytes.to_vec())),
            _ => Err(KeyError(bytes.len())),
        }
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The rule of the position.
    pub fn rule(&self) -> Rule {
        Rule::ALL.into_iter().find(|rule| rule.bits() as u8 == self.0[0]).unwrap_or(Rule::Freestyle)
    }

    /// How many stones and neutral cells there are.
    pub fn stones(&self) -> usize {
        // Four bytes, three counts, two bytes a stone.
        (self.0.len() - 10) / 2
    }

    /// The position: Black's stones first, then White's, then neutral cells, each in rising order.
    ///
    /// # Panics
    /// Never: every way to make a key checks it.
    pub fn board(&self) -> Board {
        let stones = Stones::from_bytes(&self.0).unwrap_or_else(|| unreachable!("a key describes a position"));
        let mut board = Board::new(stones.size, stones.rule);
        for (cell, points) in CELLS.into_iter().zip(&stones.points) {
            for &point in points {
                // The points are free: no point stands twice in a key.
                let _ = board.place(Point(point), cell);
            }
        }
        board.set_side_to_move(stones.side);
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::SplitMix64;

    fn random_board(rng: &mut SplitMix64) -> Board {
        let size = BoardSize::new(5 + rng.below(12), 5 + rng.below(12)).unwrap();
        let mut board = Board::new(size, Rule::ALL[rng.below(5)]);
        for _ in 0..rng.below(24) {
            let empties: Vec<Point> = board.empties().collect();
            board.make(empties[rng.below(empties.len())], &mut ());
        }
        board
    }

    #[test]
    fn symmetric_boards_have_one_key_and_points_go_there_and_back() {
        let mut rng = SplitMix64::new(5);
        for _ in 0..500 {
            let board = random_board(&mut rng);
            let (key, orientation) = PositionKey::of(&board);
            for symmetry in symmetries(board.size()) {
                let mut image = Board::new(board.size(), board.rule());
                for (point, cell) in board.history() {
                    image.place(transform(board.size(), point, symmetry), cell).unwrap();
                }
                image.set_side_to_move(board.side_to_move());
                assert_eq!(PositionKey::of(&image).0, key);
            }
            for point in board.size().points() {
                assert_eq!(orientation.to_board(orientation.to_key(point)), point);
            }
            // The key's own board has the stones where the orientation says.
            let of_key = key.board();
            for point in board.size().points() {
                assert_eq!(of_key.cell(orientation.to_key(point)), board.cell(point));
            }
            assert_eq!((key.rule(), key.stones()), (board.rule(), board.history().len()));
            assert_eq!(PositionKey::of(&of_key), (key.clone(), Orientation { symmetry: 0, ..orientation }));
            assert_eq!(PositionKey::from_bytes(key.as_bytes()), Ok(key));
        }
    }

    #[test]
    fn other_positions_have_other_keys() {
        let size = BoardSize::square(15).unwrap();
        let mut boards = vec![Board::new(size, Rule::Caro), Board::new(size, Rule::Renju)];
        boards.push(Board::new(BoardSize::new(15, 16).unwrap(), Rule::Caro));
        let mut other_side = boards[0].clone();
        other_side.set_side_to_move(Color::White);
        boards.push(other_side);
        for cell in CELLS {
            let mut board = boards[0].clone();
            board.place(size.center(), cell).unwrap();
            boards.push(board);
        }
        let keys: std::collections::HashSet<_> = boards.iter().map(|board| PositionKey::of(board).0).collect();
        assert_eq!(keys.len(), boards.len());
    }

    #[test]
    fn damaged_bytes_are_refused_and_never_panic() {
        let mut rng = SplitMix64::new(6);
        for _ in 0..500 {
            let key = PositionKey::of(&random_board(&mut rng)).0;
            let mut bytes = key.as_bytes().to_vec();
            let at = rng.below(bytes.len());
            bytes[at] ^= 1 << rng.below(8);
            if let Ok(read) = PositionKey::from_bytes(&bytes) {
                assert_ne!(read, key);
            }
            bytes.truncate(at);
            assert!(PositionKey::from_bytes(&bytes).is_err());
        }
    }
}
