//! Moves that may not be played: by either color, by one color, or after certain moves.

use crate::base::{Cell, Color, Point};
use crate::board::Board;
use std::collections::{BTreeMap, BTreeSet};

/// Moves that may not be played.
#[derive(Clone, Debug, Default)]
pub struct BlockedMoves {
    /// Blocked for both colors.
    points: BTreeSet<Point>,
    /// Blocked for one color, by its index.
    of_color: [BTreeSet<Point>; 2],
    /// Moves that are blocked in positions with the stones of certain other moves, with the lists of those.
    paths: BTreeMap<Point, BTreeSet<Vec<Point>>>,
}

impl FromIterator<Point> for BlockedMoves {
    /// Blocks points for both colors.
    fn from_iter<T: IntoIterator<Item = Point>>(points: T) -> Self {
        Self { points: points.into_iter().collect(), ..Self::default() }
    }
}

impl BlockedMoves {
    /// Whether nothing is blocked.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
            && self.of_color.iter().all(BTreeSet::is_empty)
            && self.paths.values().all(BTreeSet::is_empty)
    }

    /// Blocks points for both colors.
    pub fn block(&mut self, points: &[Point]) {
        self.points.extend(points);
    }

    /// Allows points again.
    pub fn unblock(&mut self, points: &[Point]) {
        for point in points {
            self.points.remove(point);
        }
    }

    /// Allows all points blocked for both colors or for one again.
    pub fn clear_points(&mut self) {
        self.points.clear();
        self.of_color = Default::default();
    }

    /// Blocks a point for a color, or allows it again.
    pub fn set_for(&mut self, color: Color, point: Point, is_blocked: bool) {
        let points = &mut self.of_color[color.index()];
        if is_blocked {
            points.insert(point);
        } else {
            points.remove(&point);
        }
    }

    /// Blocks the last move of a line from the empty board, Black's move first, or allows it again. It is blocked in
    /// every position with the stones of the other moves.
    pub fn set_path(&mut self, path: &[Point], is_blocked: bool) {
        if let Some((&last, before)) = path.split_last() {
            let cell = |point| before.iter().position(|&other| other == point).map_or(Cell::Empty, stone);
            let lists = self.paths.entry(last).or_default();
            // Another order of these stones is the same position; a list with a point twice is no position.
            lists.retain(|list| list != before && (list.len() != before.len() || !are_stones(list, cell)));
            if is_blocked {
                lists.insert(before.to_vec());
            }
        }
    }

    /// Allows the last moves of all blocked lines again.
    pub fn clear_paths(&mut self) {
        self.paths.clear();
    }

    /// The empty points that are blocked for the side to move.
    pub fn moves(&self, board: &Board) -> Vec<Point> {
        board.empties().filter(|&point| !self.allows(board, &[point])).collect()
    }

    /// Whether moves that continue a board, beginning with the side to move, may all be played.
    pub fn allows(&self, board: &Board, moves: &[Point]) -> bool {
        (0..moves.len()).all(|index| !self.blocks(board, &moves[..index], moves[index]))
    }

    /// Whether a point is blocked for the side to move after these moves on a board.
    fn blocks(&self, board: &Board, moves: &[Point], point: Point) -> bool {
        let cell = |point: Point| match moves.iter().position(|&other| other == point) {
            Some(index) => board.side_to_move().after(index).into(),
            None => board.cell(point),
        };
        let is_path = |before: &Vec<Point>| before.len() == board.stones() + moves.len() && are_stones(before, cell);
        self.points.contains(&point)
            || self.of_color[board.side_to_move().after(moves.len()).index()].contains(&point)
            || self.paths.get(&point).is_some_and(|lists| lists.iter().any(is_path))
    }

    /// Hashes of the positions that a search of a board must not reach: after the lines that continue the board by more
    /// than the blocked move, in whatever order the stones came. Lines that cannot be played from the board block nothing.
    pub fn positions(&self, board: &Board) -> Vec<u64> {
        let paths = self.paths.iter().flat_map(|(&last, lists)| lists.iter().map(move |before| (last, before)));
        paths.filter_map(|(last, before)| hash_after(board, before, last)).collect()
    }
}

/// The hash of the position after the moves of `before` that are not on the board, at least one, and then `last`.
/// `None` if the board has other stones, or these moves cannot be played.
fn hash_after(board: &Board, before: &[Point], last: Point) -> Option<u64> {
    let is_before =
        |(point, cell)| before.iter().enumerate().any(|(index, &other)| other == point && cell == stone(index));
    let mut missing: Vec<(usize, Point)> =
        before.iter().copied().enumerate().filter(|&(_, point)| board.is_empty(point)).collect();
    if missing.is_empty() || board.stones() + missing.len() != before.len() || !board.history().all(is_before) {
        return None;
    }
    let mut after = board.clone();
    while !missing.is_empty() {
        let side = after.side_to_move();
        let next = missing.iter().position(|&(index, _)| stone(index) == side.into())?;
        let (_, point) = missing.remove(next);
        if !after.is_legal(point) || after.is_winning_move(point, side) {
            return None;
        }
        after.push(point);
    }
    // The last move may win.
    after.is_legal(last).then(|| after.hash_after(last))
}

/// Whether the stones of these moves, Black's first, are on the board that `cell` describes.
fn are_stones(moves: &[Point], cell: impl Fn(Point) -> Cell) -> bool {
    moves.iter().enumerate().all(|(index, &point)| cell(point) == stone(index))
}

/// The stone of a line's move by its index, Black's first.
fn stone(index: usize) -> Cell {
    Color::Black.after(index).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule};

    #[test]
    fn a_move_is_blocked_for_its_color_and_after_its_path_alone() {
        let [a, b, c, d] = [40, 50, 60, 70].map(Point);
        let mut blocked = BlockedMoves::default();
        blocked.set_path(&[a, b, c], true);
        blocked.set_for(Color::White, d, true);
        let after = |moves: &[Point]| Board::from_moves(BoardSize::square(15).unwrap(), Rule::Freestyle, moves);
        assert_eq!(blocked.moves(&after(&[])), []);
        assert_eq!(blocked.moves(&after(&[a])), [d]);
        assert_eq!(blocked.moves(&after(&[a, b])), [c]);
        assert_eq!(blocked.moves(&after(&[b, a])), [], "the colors are others");
        assert_eq!(blocked.moves(&after(&[a, b, d, c])), []);
        // Below the root too, where the position after the line is blocked.
        let [two, three] = [after(&[a]).hash(), after(&[a, b, c]).hash()];
        assert_eq!((blocked.positions(&after(&[a])), blocked.positions(&after(&[]))), (vec![three], vec![three]));
        assert!(blocked.positions(&after(&[a, b])).is_empty(), "the move itself is left out there");
        assert!(blocked.positions(&after(&[b])).is_empty() && two != three);
        // In whatever order the stones come, but with no others.
        let mut longer = BlockedMoves::default();
        longer.set_path(&[a, b, c, d], true);
        assert_eq!(longer.positions(&after(&[c, b])), [after(&[a, b, c, d]).hash()]);
        assert_eq!(longer.positions(&after(&[c])), [after(&[a, b, c, d]).hash()]);
        assert!([[a, c], [d, b]].iter().all(|moves| longer.positions(&after(moves)).is_empty()));
        // A last move that makes five is blocked like any other.
        let five: Vec<Point> = (0..5).flat_map(|k| [Point(150 + k), Point(180 + 2 * k)]).take(9).collect();
        let mut win = BlockedMoves::default();
        win.set_path(&five, true);
        assert_eq!(win.positions(&after(&five[..7])), [after(&five).hash()]);
        // A continuation is played move by move: each is its color's, and may end a line.
        let start = after(&[a]);
        assert!(!blocked.allows(&start, &[b, c]) && blocked.allows(&start, &[c, b]));
        assert!(
            !blocked.allows(&start, &[d]) && blocked.allows(&start, &[b, d]) && !blocked.allows(&start, &[b, a, d])
        );
        assert!(!blocked.allows(&after(&[]), &[a, b, c]) && !blocked.is_empty());
        blocked.block(&[a]);
        longer.set_path(&[c, b, a, d], false);
        assert!(longer.is_empty(), "the same stones in another order");
        [true, false].iter().for_each(|&is_blocked| longer.set_path(&[a, a, b], is_blocked));
        assert!(longer.is_empty(), "a line that cannot be played");
        blocked.set_path(&[a, b, c], false);
        blocked.set_for(Color::White, d, false);
        assert_eq!(blocked.moves(&after(&[c, b])), [a]);
        assert!(!blocked.allows(&after(&[c]), &[b, a]));
        blocked.set_for(Color::White, d, true);
        blocked.clear_points();
        assert!(blocked.is_empty());
        assert_eq!(blocked.moves(&after(&[c, b])), []);
    }
}
