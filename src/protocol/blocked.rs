//! Moves that a board program has blocked: for both colors, for one color, or after certain moves.

use tengen::base::{Cell, Color, Point};
use tengen::board::Board;
use tengen::pattern::PointClass;

/// Moves that may not be played.
#[derive(Clone, Debug, Default)]
pub(super) struct Blocked {
    /// Blocked by `YXBLOCK`, for both colors.
    points: Vec<Point>,
    /// Blocked by `YXFORBID`, for this color only.
    of_color: Vec<(Color, Point)>,
    /// Lines blocked by `YXBLOCKPATH`: the last move is blocked in positions with the stones of the other moves, on the
    /// board and in a search.
    paths: Vec<Vec<Point>>,
}

impl Blocked {
    /// Blocks points.
    pub fn block(&mut self, points: &[Point]) {
        self.unblock(points);
        self.points.extend(points);
    }

    /// Allows points again.
    pub fn unblock(&mut self, points: &[Point]) {
        self.points.retain(|point| !points.contains(point));
    }

    /// Allows all points blocked by [`Blocked::block`] again.
    pub fn clear_points(&mut self) {
        self.points.clear();
    }

    /// Blocks a point for a color, or allows it again.
    pub fn set_for(&mut self, color: Color, point: Point, is_blocked: bool) {
        self.of_color.retain(|&blocked| blocked != (color, point));
        if is_blocked {
            self.of_color.push((color, point));
        }
    }

    /// Blocks the last move of a line from the empty board, or allows it again.
    pub fn set_path(&mut self, path: &[Point], is_blocked: bool) {
        self.paths.retain(|blocked| blocked != path);
        if is_blocked && !path.is_empty() {
            self.paths.push(path.to_vec());
        }
    }

    /// Allows the last moves of all blocked lines again.
    pub fn clear_paths(&mut self) {
        self.paths.clear();
    }

    /// The blocked moves of the side to move.
    pub fn moves(&self, board: &Board) -> Vec<Point> {
        let of_color =
            self.of_color.iter().filter(|blocked| blocked.0 == board.side_to_move()).map(|blocked| blocked.1);
        let after =
            self.paths.iter().filter_map(|path| path.split_last()).filter(|(_, before)| are_stones(board, before));
        self.points.iter().copied().chain(of_color).chain(after.map(|(&last, _)| last)).collect()
    }

    /// Hashes of the positions that a search of a board must not reach: after the lines that continue the board by more
    /// than the blocked move. Lines that cannot be played from the board block nothing.
    pub fn positions(&self, board: &Board) -> Vec<u64> {
        let after = |path: &Vec<Point>| {
            let (before, on) = path.split_at_checked(board.stones())?;
            let mut after = board.clone();
            (on.len() > 1 && are_stones(board, before)).then_some(())?;
            for &point in on {
                let goes_on = after.patterns(point).class(after.side_to_move()) != PointClass::Five;
                (after.is_empty(point) && after.is_legal(point) && goes_on).then(|| after.push(point))?;
            }
            Some(after.hash())
        };
        self.paths.iter().filter_map(after).collect()
    }
}

/// Whether the board has the stones of these moves, Black's first, placed in any order.
fn are_stones(board: &Board, moves: &[Point]) -> bool {
    let color = |index: usize| if index.is_multiple_of(2) { Cell::Black } else { Cell::White };
    board.stones() == moves.len() && moves.iter().enumerate().all(|(index, &point)| board.cell(point) == color(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};

    #[test]
    fn a_move_is_blocked_for_its_color_and_after_its_path_alone() {
        let [a, b, c, d] = [40, 50, 60, 70].map(Point);
        let mut blocked = Blocked::default();
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
        blocked.block(&[a]);
        blocked.set_path(&[a, b, c], false);
        blocked.set_for(Color::White, d, false);
        assert_eq!(blocked.moves(&after(&[c, b])), [a]);
        blocked.clear_points();
        assert_eq!(blocked.moves(&after(&[c, b])), []);
    }
}
