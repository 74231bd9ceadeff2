//! Position keys that are equal for all images under the board's symmetries, and the choice of openings for exams.

use tengen::base::{BoardSize, Color, Point, Zobrist};
use tengen::board::{symmetries, transform};

/// A position key that is equal for all images under the board's symmetries.
pub struct SymmetricKey {
    size: BoardSize,
    zobrist: Zobrist,
    /// The key of each image.
    keys: Vec<u64>,
}

impl SymmetricKey {
    /// The key of an empty board, Black to move.
    pub fn new(size: BoardSize) -> Self {
        Self { size, zobrist: Zobrist::new(size), keys: vec![0; symmetries(size).len()] }
    }

    /// Places a stone and passes the turn.
    pub fn play(&mut self, point: Point, color: Color) {
        for (symmetry, key) in self.keys.iter_mut().enumerate() {
            *key ^= self.zobrist.stone(color, transform(self.size, point, symmetry)) ^ self.zobrist.white_to_move();
        }
    }

    /// The key; it also depends on the board's size.
    pub fn key(&self) -> u64 {
        let least = self.keys.iter().min().copied().unwrap_or_default();
        let size = (self.size.width() << 8 | self.size.height()) as u64;
        least ^ size.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// One opening in this many is reserved for exams and never learned from.
pub const EXAM_ONE_IN: u64 = 64;
/// Number of first stones that decide about an opening; no self-play opening has fewer.
const EXAM_STONES: usize = 3;

/// Whether a game with these moves, Black's first, is reserved for exams. This depends only on its first stones and is
/// equal for all their images, so no exam game begins like a training game.
pub fn is_for_exams(size: BoardSize, moves: impl Iterator<Item = Point>) -> bool {
    let mut key = SymmetricKey::new(size);
    let colors = [Color::Black, Color::White].into_iter().cycle();
    moves.take(EXAM_STONES).zip(colors).for_each(|(point, color)| key.play(point, color));
    key.key().is_multiple_of(EXAM_ONE_IN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_a_position_have_one_key() {
        let moves = [(7, 7), (6, 7), (8, 9), (2, 1)];
        for (width, height, symmetries) in [(15, 15, 8), (12, 15, 4)] {
            let size = BoardSize::new(width, height).unwrap();
            let key = |count: usize, symmetry| {
                let mut key = SymmetricKey::new(size);
                for (&(x, y), color) in moves[..count].iter().zip([Color::Black, Color::White].into_iter().cycle()) {
                    key.play(transform(size, size.point(x, y).unwrap(), symmetry), color);
                }
                key.key()
            };
            assert!((0..symmetries).all(|symmetry| key(4, symmetry) == key(4, 0)));
            assert_ne!(key(3, 0), key(4, 0));
        }
        let empty = |side| SymmetricKey::new(BoardSize::square(side).unwrap()).key();
        assert_ne!(empty(15), empty(16));
    }

    /// Exams are kept for years: another choice of openings would let trainings learn from them.
    #[test]
    fn one_opening_in_64_is_for_exams_and_always_the_same_ones() {
        let mut counts = Vec::new();
        for side in [15, 20] {
            let size = BoardSize::square(side).unwrap();
            let at = |cell: usize| Point(cell as u16);
            let triple = |second: usize, third: usize| [at(7 * side + 7), at(second), at(third), at(0)];
            let mut count = 0;
            for second in 1..7 * side {
                let moves = triple(second, 9 * side + second % side);
                let is_ours = is_for_exams(size, moves.into_iter());
                count += usize::from(is_ours);
                for symmetry in symmetries(size) {
                    let image = moves.into_iter().map(|point| transform(size, point, symmetry));
                    assert_eq!(is_for_exams(size, image), is_ours, "the images of an opening go together");
                }
                // Later moves do not matter.
                assert_eq!(is_for_exams(size, moves[..3].iter().copied()), is_ours);
            }
            counts.push(count);
        }
        assert_eq!(counts, [4, 2]);
    }
}
