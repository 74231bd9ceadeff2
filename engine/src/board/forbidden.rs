//! Forbidden points of renju: overlines, double-fours and double-threes.
//!
//! Source: the rules of the Renju International Federation (9.2, 9.3). A double-three is forbidden only
//! when two of its threes can become open fours by a stone that is itself neither forbidden nor a five. So
//! the test is repeated on the position with the stone added, at most [`MAX_TESTS`] times for a point.
//! The added stones are kept apart from the board, which does not change.

use super::Board;
use super::geometry::{DIRECTIONS, PADDING};
use super::lines::{LineWord, MIDDLE};
use crate::base::{Cell, Color, Point};
use crate::pattern::{LinePattern, PointClass, PointPatterns};

/// Most tests of threes for one point; stones beyond them count as allowed. Positions that were built for long chains need
/// less than a hundred. Between long rows of black stones across the board the number grows exponentially.
const MAX_TESTS: u32 = 300;

/// A black stone imagined on an empty point, with the stones imagined before it.
struct Imagined<'a> {
    point: Point,
    before: Option<&'a Imagined<'a>>,
}

impl Board {
    /// Whether the rule forbids Black to play at this empty point (renju: overline, double-four,
    /// double-three, unless the stone makes a five).
    pub fn is_forbidden(&self, point: Point) -> bool {
        self.is_forbidden_for(point, self.patterns(point), None, &mut { MAX_TESTS })
    }

    /// The points where the side to move may not play, in rising order.
    pub fn forbidden_points(&self) -> Vec<Point> {
        if !self.rule().forbids(self.side_to_move()) {
            return Vec::new();
        }
        self.points_of(Color::Black, PointClass::Forbidden).filter(|&point| self.is_forbidden(point)).collect()
    }

    /// [`Board::is_forbidden`] with the `imagined` stones added, where `point` has these `patterns`; `tests` are left.
    fn is_forbidden_for(
        &self,
        point: Point,
        patterns: PointPatterns,
        imagined: Option<&Imagined>,
        tests: &mut u32,
    ) -> bool {
        if patterns.class(Color::Black) != PointClass::Forbidden {
            return false;
        }
        let lines = patterns.lines(Color::Black);
        let fours: usize = lines.iter().map(|&pattern| fours_in(pattern)).sum();
        if lines.contains(&LinePattern::Overline) || fours > 1 {
            return true;
        }
        let Some(left) = tests.checked_sub(1) else { return false };
        *tests = left;
        let stone = Imagined { point, before: imagined };
        let threes = (0..4).filter(|&direction| lines[direction].is_open_three());
        let (mut real, mut left) = (0, threes.clone().count());
        for direction in threes {
            real += usize::from(self.is_real_three(direction, &stone, tests));
            left -= 1;
            if real > 1 || real + left < 2 {
                break;
            }
        }
        real > 1
    }

    /// Whether a black stone may be added beside the run through the imagined `stone` that makes a
    /// straight four and is itself neither forbidden nor a five.
    fn is_real_three(&self, direction: usize, stone: &Imagined, tests: &mut u32) -> bool {
        [-1, 1].into_iter().any(|sign| {
            let Some(point) = self.first_empty(direction, sign, stone) else { return false };
            let patterns = self.patterns_with(point, stone);
            patterns.line(Color::Black, direction) == LinePattern::OpenFour
                && patterns.class(Color::Black) != PointClass::Five
                && !self.is_forbidden_for(point, patterns, Some(stone), tests)
        })
    }

    /// The empty point next to the black run through the imagined `stone`, on one side.
    fn first_empty(&self, direction: usize, sign: i32, stone: &Imagined) -> Option<Point> {
        let word = self.line_word_with(stone.point, direction, stone);
        let run = (1..=4).take_while(|&k| word.cell(sign * k) == Cell::Black).count() as i32;
        let offset = sign * (run + 1);
        (word.cell(offset) == Cell::Empty).then(|| self.step(stone.point, direction, offset))
    }

    /// The patterns of the empty `point` when the imagined stones are added.
    fn patterns_with(&self, point: Point, stone: &Imagined) -> PointPatterns {
        self.tables.patterns_of(|direction| {
            let (left, right) = self.line_word_with(point, direction, stone).split(MIDDLE, self.tables.reach);
            self.tables.line_number(left, right)
        })
    }

    /// The line through `point` when the imagined stones are added.
    fn line_word_with(&self, point: Point, direction: usize, stone: &Imagined) -> LineWord {
        let mut word = self.line_word(point, direction);
        let mut next = Some(stone);
        while let Some(stone) = next {
            if let Some(offset) = self.offset_in_line(point, stone.point, direction) {
                word = word.with(offset, Cell::Black);
            }
            next = stone.before;
        }
        word
    }

    /// How many steps in `direction` lead from one point to another, if they do within a line word.
    fn offset_in_line(&self, from: Point, to: Point, direction: usize) -> Option<i32> {
        let ((x, y), (to_x, to_y)) = (self.size().xy(from), self.size().xy(to));
        let (step_x, step_y) = DIRECTIONS[direction];
        let offset = if step_x != 0 { to_x - x } else { to_y - y };
        let in_line = offset * step_x == to_x - x && offset * step_y == to_y - y;
        (in_line && offset.unsigned_abs() as usize <= PADDING).then_some(offset)
    }
}

fn fours_in(pattern: LinePattern) -> usize {
    match pattern {
        LinePattern::Four | LinePattern::OpenFour => 1,
        LinePattern::DoubleFour => 2,
        _ => 0,
    }
}
