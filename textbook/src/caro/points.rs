//! The first report: points are scored by the rows that a stone there lengthens.

use super::CaroReport;
use tengen::base::{Cell, Color, Point, Score};
use tengen::board::{Board, DIRECTIONS};

/// The first report: an empty point is worth the rows that a stone there lengthens, examined in each of the eight
/// directions, for the mover (attack) and for the opponent (defense).
///
/// In one direction the stones next to the point are counted, up to four, and a row that is closed at its far end
/// counts less. The sum of attack and defense gives the move order. The evaluation sums the rows that each side's
/// stones have lengthened, the mover's attack minus the opponent's; a defense is not counted there, because it shows in
/// the smaller attack left to the opponent. The report does not give numbers: these are ours, each about five times the
/// one before.
#[derive(Clone, Debug)]
pub struct PointsReport;

/// Distance of the candidates from a stone, in cells.
const REACH: i32 = 2;
/// Worth by stones in a row, open at the far end.
const OPEN: [Score; 5] = [0, 4, 20, 100, 600];
/// Worth by stones in a row, with an opponent's stone or the edge at the far end.
const CLOSED: [Score; 5] = [0, 1, 5, 40, 600];
/// Weights of attack and defense in the move order, in tenths.
const ATTACK: Score = 10;
const DEFENSE: Score = 8;

impl PointsReport {
    /// Worth of the rows that a stone of `color` lengthens.
    fn attack(board: &Board, point: Point, color: Color) -> Score {
        let directions = (0..DIRECTIONS.len()).flat_map(|direction| [(direction, 1), (direction, -1)]);
        directions
            .map(|(direction, sign)| {
                let cell = |k: usize| board.cell_at(point, direction, sign * k as i32);
                let length = (1..OPEN.len()).take_while(|&k| cell(k) == color.into()).count();
                if cell(length + 1) == Cell::Empty { OPEN[length] } else { CLOSED[length] }
            })
            .sum()
    }
}

impl CaroReport for PointsReport {
    fn put(&mut self, board: &mut Board, point: Point) -> Score {
        let mover = board.side_to_move();
        let gain = Self::attack(board, point, mover);
        board.push(point);
        if mover == Color::Black { gain } else { -gain }
    }

    fn candidates(&self, board: &Board) -> Vec<Point> {
        let size = board.size();
        let mut near = vec![false; size.cells()];
        for (stone, _) in board.history().filter(|(_, cell)| cell.color().is_some()) {
            let (x, y) = size.xy(stone);
            for dy in -REACH..=REACH {
                let row = (-REACH..=REACH).filter_map(|dx| size.point(x + dx, y + dy));
                row.for_each(|point| near[point.index()] = true);
            }
        }
        board.empties().filter(|point| near[point.index()]).collect()
    }

    fn move_score(&self, board: &Board, point: Point) -> Score {
        let us = board.side_to_move();
        (ATTACK * Self::attack(board, point, us) + DEFENSE * Self::attack(board, point, !us)) / 10
    }
}
