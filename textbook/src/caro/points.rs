//! The first report: points are scored by the rows that a stone there would lengthen.

use super::stones::STEPS;
use super::{CaroReport, StoneGrid};
use tengen::base::{Cell, Color, Point, Score};

/// The first report: every free point is worth what a stone there would lengthen, looked at in each
/// of the eight directions, for the mover (attack) and for the opponent (defense).
///
/// In one direction the stones that touch the point are counted, up to four, and a row that is
/// closed behind counts less. Attack and defense together say which points to look at first. A line of
/// play is worth what each side's stones have lengthened, the mover's attack less the opponent's: a
/// defense needs no worth of its own there, it shows in the attack that the opponent is left with. The
/// report leaves its numbers open: these are ours, each about five times the one before.
#[derive(Clone, Debug)]
pub struct PointsReport;

/// Distance of the candidates from a stone, in cells.
const REACH: i32 = 2;
/// By stones in a row, open behind.
const OPEN: [Score; 5] = [0, 4, 20, 100, 600];
/// By stones in a row, with an opponent's stone or the edge behind.
const CLOSED: [Score; 5] = [0, 1, 5, 40, 600];
/// Tenths that attack and defense count in the order of the points.
const ATTACK: Score = 10;
const DEFENSE: Score = 8;

impl PointsReport {
    /// Worth of the rows that a stone of `color` would lengthen.
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
