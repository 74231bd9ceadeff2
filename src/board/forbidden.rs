use super::state::{Board, Cell};
use crate::base::{Color, Point};
use crate::pattern::{LinePattern, PointClass};

impl Board {
    /// Whether the rule forbids Black to play at this empty point (renju: overline, double-four,
    /// double-three, unless the stone makes a five).
    ///
    /// The board is the same after the call as before; it is changed in between to look at
    /// double-threes, of which only those count that can legally become straight fours.
    pub fn is_forbidden(&mut self, point: Point) -> bool {
        let patterns = self.patterns(point);
        if patterns.class(Color::Black) != PointClass::Forbidden {
            return false;
        }
        let lines = patterns.lines(Color::Black);
        let fours: usize = lines.iter().map(|&pattern| fours_in(pattern)).sum();
        if lines.contains(&LinePattern::Overline) || fours > 1 {
            return true;
        }
        self.put(point, Cell::Black, &mut ());
        let threes = (0..4)
            .filter(|&direction| lines[direction].is_open_three())
            .filter(|&direction| self.is_real_three(point, direction))
            .count();
        self.unmake(&mut ());
        threes > 1
    }

    /// Whether a black stone may be added beside the run through `point` that makes a straight
    /// four and is itself neither forbidden nor a five.
    fn is_real_three(&mut self, point: Point, direction: usize) -> bool {
        [-1, 1].into_iter().any(|sign| {
            let Some(q) = self.first_empty(point, direction, sign) else { return false };
            let patterns = self.patterns(q);
            patterns.line(Color::Black, direction) == LinePattern::OpenFour
                && patterns.class(Color::Black) != PointClass::Five
                && !self.is_forbidden(q)
        })
    }

    /// The empty point next to the black run through `point`, on one side.
    fn first_empty(&self, point: Point, direction: usize, sign: i32) -> Option<Point> {
        let run = (1..=4).take_while(|&k| self.cell_at(point, direction, sign * k) == Cell::Black).count() as i32;
        self.empty_at(point, direction, sign * (run + 1))
    }

    /// The points where the side to move may not play, in rising order.
    pub fn forbidden_points(&mut self) -> Vec<Point> {
        if !self.rule().forbids(self.side_to_move()) {
            return Vec::new();
        }
        let suspects: Vec<Point> = self.points_of(Color::Black, PointClass::Forbidden).collect();
        suspects.into_iter().filter(|&point| self.is_forbidden(point)).collect()
    }
}

fn fours_in(pattern: LinePattern) -> usize {
    match pattern {
        LinePattern::Four | LinePattern::OpenFour => 1,
        LinePattern::DoubleFour => 2,
        _ => 0,
    }
}
