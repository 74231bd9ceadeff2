//! The first report: points are scored by the rows that a stone there lengthens.

use super::stones::STEPS;
use super::{CaroReport, StoneGrid};
use tengen::base::{Cell, Color, Point, Score};

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
    fn attack(stones: &StoneGrid, point: Point, color: Color) -> Score {
        let directions = STEPS.iter().flat_map(|&(dx, dy)| [(dx, dy), (-dx, -dy)]);
        directions
            .map(|step| {
                let (length, behind) = stones.row(point, step, color);
                let values = if behind == Cell::Empty { OPEN } else { CLOSED };
                values[length.min(4)]
            })
            .sum()
    }
}

impl CaroReport for PointsReport {
    fn put(&mut self, stones: &mut StoneGrid, point: Point) -> Score {
        let mover = stones.side();
        let gain = Self::attack(stones, point, mover);
        stones.put(point);
        if mover == Color::Black { gain } else { -gain }
    }

    fn lift(&mut self, stones: &mut StoneGrid) {
        stones.lift();
    }

    fn candidates(&self, stones: &StoneGrid) -> Vec<Point> {
        let size = stones.size();
        let mut near = vec![false; size.cells()];
        for &stone in stones.played() {
            let (x, y) = size.xy(stone);
            for dy in -REACH..=REACH {
                let row = (-REACH..=REACH).filter_map(|dx| size.point(x + dx, y + dy));
                row.for_each(|point| near[point.index()] = true);
            }
        }
        size.points().filter(|&point| near[point.index()] && stones.at(point) == Cell::Empty).collect()
    }

    fn move_score(&self, stones: &StoneGrid, point: Point) -> Score {
        let us = stones.side();
        (ATTACK * Self::attack(stones, point, us) + DEFENSE * Self::attack(stones, point, !us)) / 10
    }
}
