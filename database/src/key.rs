//! A position as bytes: rule, size, side to move and stones, the smallest of its symmetric images.

use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::{Board, symmetries, transform};
use thiserror::Error;

/// The key of a position: its bytes, equal for all its symmetric images.
///
/// Layout: rule (its `INFO rule` number, plus 128 when White is to move), width, height, then numbers of one byte on
/// boards of at most 255 cells and of two bytes, big-endian, on larger ones: the number of black stones and of white
/// ones, and the points of the black, white and neutral cells, each kind in rising order. The order of play is not part
/// of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionKey(Vec<u8>);

/// Error: bytes that are not a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0} bytes that describe no position")]
pub struct KeyError(usize);

/// The symmetry from a board to its key. It maps points of the board to points of the key's board and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orientation {
    size: BoardSize,
    symmetry: usize,
}

/// Bit of the first byte: White is to move.
const WHITE: u8 = 0x80;
/// Bytes before the numbers.
const HEADER: usize = 3;

/// Bytes of a number in a key.
fn number_bytes(size: BoardSize) -> usize {
    if size.cells() <= 255 { 1 } else { 2 }
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

/// The inverse of a symmetry: where columns and rows are exchanged, the two mirrors exchange, too.
fn inverse(symmetry: usize) -> usize {
    if symmetry & 4 == 0 { symmetry } else { 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1 }
}

/// The points of a position in rising order, by kind of cell in the order of [`CELLS`].
type KeyPoints = [Vec<u16>; 3];

fn points_of(placed: impl IntoIterator<Item = (Point, Cell)>) -> KeyPoints {
    let mut points = KeyPoints::default();
    for (point, cell) in placed {
        if let Some(kind) = CELLS.iter().position(|&kind| kind == cell) {
            points[kind].push(point.0);
        }
    }
    points.iter_mut().for_each(|points| points.sort_unstable());
    points
}

fn turned(points: &KeyPoints, size: BoardSize, symmetry: usize) -> KeyPoints {
    points.each_ref().map(|points| {
        let mut turned: Vec<u16> = points.iter().map(|&p| transform(size, Point(p), symmetry).0).collect();
        turned.sort_unstable();
        turned
    })
}

impl PositionKey {
    /// The key of a board, and its orientation.
    pub fn of(board: &Board) -> (Self, Orientation) {
        Self::of_stones(board.rule(), board.size(), board.side_to_move(), board.history())
    }

    /// The key and orientation of stones and neutral cells on distinct points, without a board.
    pub fn of_stones(
        rule: Rule,
        size: BoardSize,
        side: Color,
        placed: impl IntoIterator<Item = (Point, Cell)>,
    ) -> (Self, Orientation) {
        let points = points_of(placed);
        let images = symmetries(size).map(|symmetry| (turned(&points, size, symmetry), symmetry));
        Self::of_smallest(rule, size, side, images.min())
    }

    /// The key of the smallest image of a position, and the first symmetry that leads to it.
    fn of_smallest(
        rule: Rule,
        size: BoardSize,
        side: Color,
        smallest: Option<(KeyPoints, usize)>,
    ) -> (Self, Orientation) {
        // There is always an image, the position itself.
        let (points, symmetry) = smallest.unwrap_or_default();
        let white_to_move = if side == Color::White { WHITE } else { 0 };
        let mut bytes = vec![rule.bits() as u8 | white_to_move, size.width() as u8, size.height() as u8];
        let [black, white, _] = points.each_ref().map(|points| points.len() as u16);
        let unused = 2 - number_bytes(size);
        for number in [black, white].iter().chain(points.iter().flatten()) {
            bytes.extend(&number.to_be_bytes()[unused..]);
        }
        (Self(bytes), Orientation { size, symmetry })
    }

    /// The keys of the positions after each of these moves, and their orientations. The board's stones are turned and
    /// sorted once: a large board has thousands of moves.
    pub(super) fn after_each(board: &Board, moves: &[Point]) -> Vec<(Self, Orientation)> {
        let (size, us) = (board.size(), board.side_to_move());
        let here = points_of(board.history());
        let mut images: Vec<_> = symmetries(size).map(|symmetry| (turned(&here, size, symmetry), symmetry)).collect();
        let own = us.index();
        let after = |&point: &Point| {
            for (points, symmetry) in &mut images {
                let turned = transform(size, point, *symmetry).0;
                let place = points[own].partition_point(|&before| before < turned);
                points[own].insert(place, turned);
            }
            let found = Self::of_smallest(board.rule(), size, !us, images.iter().min().cloned());
            for (points, symmetry) in &mut images {
                let turned = transform(size, point, *symmetry).0;
                points[own].retain(|&before| before != turned);
            }
            found
        };
        moves.iter().map(after).collect()
    }

    /// The stones and neutral cells of a board in each of its images.
    pub(super) fn images(board: &Board) -> Vec<Vec<(Point, Cell)>> {
        let size = board.size();
        let image = |symmetry| board.history().map(|(point, cell)| (transform(size, point, symmetry), cell)).collect();
        symmetries(size).map(image).collect()
    }

    /// Whether the position has more stones than a board, including all those of one of the board's images.
    pub(super) fn is_after(&self, board: &Board, images: &[Vec<(Point, Cell)>]) -> bool {
        let before = images.first().map_or(0, Vec::len);
        if self.rule() != board.rule() || self.size() != board.size() || self.stones() <= before {
            return false;
        }
        let mut cells = vec![Cell::Empty; self.size().cells()];
        self.placed().for_each(|(point, cell)| cells[point.index()] = cell);
        images.iter().any(|image| image.iter().all(|&(point, cell)| cells[point.index()] == cell))
    }

    /// The positions one move earlier, which lack one of the stones of the side that moved. Each comes with the move as
    /// a point of its key's board.
    pub(super) fn before(&self) -> impl Iterator<Item = (Self, Point)> {
        let moved = !self.side_to_move();
        let placed: Vec<(Point, Cell)> = self.placed().collect();
        let last: Vec<Point> =
            placed.iter().filter(|&&(_, cell)| cell == moved.into()).map(|&(point, _)| point).collect();
        let (rule, size) = (self.rule(), self.size());
        last.into_iter().map(move |last| {
            let rest = placed.iter().copied().filter(|&(point, _)| point != last);
            let (key, orientation) = Self::of_stones(rule, size, moved, rest);
            (key, orientation.to_key(last))
        })
    }

    /// The position after a pass, and before one.
    pub(super) fn passed(&self) -> Self {
        let mut bytes = self.0.clone();
        bytes[0] ^= WHITE;
        Self(bytes)
    }

    /// Fewest passes in a line from the empty board to the position.
    pub(super) fn passes(&self) -> usize {
        let count = |color: Color| self.placed().filter(|&(_, cell)| cell == color.into()).count();
        let is_white = usize::from(self.side_to_move() == Color::White);
        count(Color::Black).abs_diff(count(Color::White) + is_white)
    }

    /// Makes a key from its bytes.
    ///
    /// # Errors
    /// When they do not describe a position, or describe one that is not the smallest of its images.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, KeyError> {
        let read = || {
            let &[_, width, height] = bytes.first_chunk()?;
            let size = BoardSize::new(width.into(), height.into()).ok()?;
            let key = Self(bytes.to_vec());
            let mut taken = vec![false; size.cells()];
            let mut is_free =
                |point: Point| taken.get_mut(point.index()).is_some_and(|taken| !std::mem::replace(taken, true));
            let are_apart = key.placed().all(|(point, _)| is_free(point));
            // With another rule, another image, another order or wrong counts, the position's key has other bytes.
            let own = || Self::of_stones(key.rule(), size, key.side_to_move(), key.placed()).0;
            (are_apart && own() == key).then_some(key)
        };
        read().ok_or(KeyError(bytes.len()))
    }

    /// The bytes of the key.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The bytes of the key, by value.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Common prefix of the keys of all positions with this rule, board, side to move and numbers of stones.
    pub(super) fn group(&self) -> &[u8] {
        &self.0[..HEADER + 2 * number_bytes(self.size())]
    }

    /// Whether a point is on the board and empty.
    pub(super) fn has_empty(&self, point: Point) -> bool {
        point.index() < self.size().cells() && self.placed().all(|(placed, _)| placed != point)
    }

    /// The rule of the position.
    pub fn rule(&self) -> Rule {
        Rule::ALL.into_iter().find(|rule| rule.bits() as u8 == self.0[0] & !WHITE).unwrap_or(Rule::Freestyle)
    }

    /// The size of the board.
    ///
    /// # Panics
    /// Never: every way to make a key checks it.
    pub fn size(&self) -> BoardSize {
        BoardSize::new(self.0[1].into(), self.0[2].into()).unwrap_or_else(|_| unreachable!("a key has a board's size"))
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        if self.0[0] & WHITE == 0 { Color::Black } else { Color::White }
    }

    /// The stones and neutral cells: Black's stones, then White's, then neutral cells, each in rising order.
    pub fn placed(&self) -> impl Iterator<Item = (Point, Cell)> {
        let mut numbers = self.0[HEADER..]
            .chunks_exact(number_bytes(self.size()))
            .map(|bytes| bytes.iter().fold(0, |number, &byte| number << 8 | u16::from(byte)));
        let black = numbers.next().map_or(0, usize::from);
        let white = numbers.next().map_or(0, usize::from);
        let cell = move |index| match index {
            index if index < black => Cell::Black,
            index if index < black + white => Cell::White,
            _ => Cell::Neutral,
        };
        numbers.enumerate().map(move |(index, point)| (Point(point), cell(index)))
    }

    /// Number of stones and neutral cells.
    pub fn stones(&self) -> usize {
        // Two of the numbers are counts.
        (self.0.len() - HEADER) / number_bytes(self.size()) - 2
    }

    /// The position as a board, its stones in the order of [`PositionKey::placed`].
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size(), self.rule());
        for (point, cell) in self.placed() {
            // The points are free, because no point occurs twice in a key.
            let _ = board.place(point, cell);
        }
        board.set_side_to_move(self.side_to_move());
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::SplitMix64;

    fn random_board(rng: &mut SplitMix64) -> Board {
        let size = BoardSize::new(5 + rng.below(12), 5 + rng.below(12)).unwrap();
        let mut board = Board::new(size, Rule::ALL[rng.below(Rule::ALL.len())]);
        for _ in 0..rng.below(24) {
            let empties: Vec<Point> = board.empties().collect();
            board.push(empties[rng.below(empties.len())]);
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
            let moves: Vec<Point> = board.empties().collect();
            let keys = PositionKey::after_each(&board, &moves);
            for (point, found) in moves.into_iter().zip(keys) {
                let mut after = board.clone();
                after.push(point);
                assert_eq!(found, PositionKey::of(&after));
            }
            for point in board.size().points() {
                assert_eq!(orientation.to_board(orientation.to_key(point)), point);
            }
            // The key's board has the stones at the points that the orientation gives.
            let of_key = key.board();
            for point in board.size().points() {
                assert_eq!(of_key.cell(orientation.to_key(point)), board.cell(point));
            }
            assert_eq!((key.rule(), key.size()), (board.rule(), board.size()));
            assert_eq!(key.stones(), board.history().len());
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
