//! Equality of puzzles: by the stones around the solution, independent of position and orientation on the board.

use std::collections::HashSet;
use tengen::base::Point;
use tengen::board::{Board, SYMMETRIES};

/// Largest distance of a relevant stone from a point of the solution, in cells.
const REACH: i32 = 4;
const STEPS: [(i32, i32); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// Cells of a core by column and row, each with a code: the right move, a stone of the side to move, or another one.
pub type Shape = Vec<(i32, i32, u8)>;

/// The core of a puzzle: the first move and the stones in line with the points of the solution, in a normal position
/// and orientation, so that equal cores are equal values.
pub fn shape(board: &Board, first: Point, solution: &[Point]) -> Shape {
    let (size, us) = (board.size(), board.side_to_move());
    let mut seen = HashSet::new();
    let mut cells: Shape = Vec::new();
    let (x, y) = size.xy(first);
    cells.push((x, y, 0));
    for &point in solution.iter().chain([&first]) {
        let (x, y) = size.xy(point);
        for (dx, dy) in STEPS {
            for step in 1..=REACH {
                let (x, y) = (x + dx * step, y + dy * step);
                let Some(at) = size.point(x, y) else { break };
                if let Some(color) = board.cell(at).color()
                    && seen.insert(at)
                {
                    cells.push((x, y, if color == us { 1 } else { 2 }));
                }
            }
        }
    }
    (0..SYMMETRIES).map(|symmetry| turned(&cells, symmetry)).min().unwrap_or_default()
}

/// The cells mirrored and rotated, then moved to the corner.
fn turned(cells: &Shape, symmetry: usize) -> Shape {
    let turn = |&(x, y, what): &(i32, i32, u8)| {
        let x = if symmetry & 1 == 0 { x } else { -x };
        let y = if symmetry & 2 == 0 { y } else { -y };
        if symmetry & 4 == 0 { (x, y, what) } else { (y, x, what) }
    };
    let mut turned: Shape = cells.iter().map(turn).collect();
    let left = turned.iter().map(|cell| cell.0).min().unwrap_or(0);
    let top = turned.iter().map(|cell| cell.1).min().unwrap_or(0);
    turned.iter_mut().for_each(|cell| (cell.0, cell.1) = (cell.0 - left, cell.1 - top));
    turned.sort_unstable();
    turned
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};
    use tengen::board::{parse_moves, transform};

    #[test]
    fn a_moved_and_turned_core_is_the_same_and_another_stone_is_not() {
        let size = BoardSize::square(15).unwrap();
        let of =
            |moves: &[Point], line: &[Point]| shape(&Board::from_moves(size, Rule::Freestyle, moves), line[0], line);
        let moves = parse_moves(size, "h8i9h9g8h10g9").unwrap();
        let line = parse_moves(size, "h11h12h7").unwrap();
        let known = of(&moves, &line);
        assert_eq!(known.iter().filter(|cell| cell.2 == 0).count(), 1);
        for symmetry in 0..SYMMETRIES {
            let turn = |points: &[Point]| -> Vec<Point> {
                points.iter().map(|&point| transform(size, point, symmetry)).collect()
            };
            assert_eq!(of(&turn(&moves), &turn(&line)), known, "{symmetry}");
        }
        let up = |points: &[Point]| -> Vec<Point> {
            points.iter().map(|point| Point(point.0 - 2 * size.width() as u16)).collect()
        };
        assert_eq!(of(&up(&moves), &up(&line)), known);
        assert_ne!(of(&parse_moves(size, "h8i9h9g8h10f9").unwrap(), &line), known);
    }
}
