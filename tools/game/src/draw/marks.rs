//! Texts, marks and arrows on a pixel board, in the colors of the board's page.

use super::glyphs::missing;
use super::raster::{Raster, Rgb};
use crate::formats::{MoveNode, Sign};
use std::f32::consts::TAU;
use tengen::base::{Color, Point};

const GREEN: Rgb = [0x0f, 0x4a, 0x3c];
const BLUE: Rgb = [0x2f, 0x6f, 0xb0];
const ON_BLACK: Rgb = [0xff, 0xff, 0xff];
const ON_WHITE: Rgb = [0x11, 0x11, 0x11];
/// Number of line segments of the circle mark.
const CORNERS: usize = 24;

/// Layout and stones of a board in a picture.
pub(super) struct MarkedBoard<'a> {
    pub raster: &'a mut Raster,
    /// Pixels per cell.
    pub cell: f32,
    pub paper: Rgb,
    pub center: &'a dyn Fn(Point) -> (f32, f32),
    pub color: &'a dyn Fn(Point) -> Option<Color>,
}

impl MarkedBoard<'_> {
    /// Draws a node's texts, marks and arrows; returns the number of texts left out because they lack glyphs.
    pub fn draw(&mut self, node: &MoveNode) -> usize {
        for &[from, to] in &node.arrows {
            self.arrow((self.center)(from), (self.center)(to));
        }
        let drawn = node.annotations.iter().filter(|annotation| self.sign(annotation.point, &annotation.sign)).count();
        node.annotations.len() - drawn
    }

    /// Draws a sign; returns whether all its characters have glyphs.
    fn sign(&mut self, point: Point, sign: &Sign) -> bool {
        let (x, y) = (self.center)(point);
        let stone = (self.color)(point);
        let ink = match stone {
            Some(Color::Black) => ON_BLACK,
            Some(Color::White) => ON_WHITE,
            None => GREEN,
        };
        let unit = self.cell / 32.0;
        let corners: Vec<(f32, f32)> = match sign {
            Sign::Text(text) if missing(text).is_some() => return false,
            Sign::Text(text) => {
                if stone.is_none() {
                    // Board lines end before the letter.
                    self.raster.disc((x, y), 12.0 * unit, self.paper);
                }
                let size = match text.chars().count() {
                    ..2 => 17.0,
                    2 => 13.0,
                    count => (48.0 / count as f32).clamp(6.0, 9.8),
                } * unit;
                self.raster.text(text, (x, y + 0.36 * size), size, 0.14 * size, ink);
                return true;
            }
            Sign::Cross => vec![(-6.0, -6.0), (6.0, 6.0), (0.0, 0.0), (6.0, -6.0), (-6.0, 6.0)],
            Sign::Triangle => vec![(0.0, -8.0), (7.0, 4.0), (-7.0, 4.0), (0.0, -8.0)],
            Sign::Square => vec![(-6.0, -6.0), (6.0, -6.0), (6.0, 6.0), (-6.0, 6.0), (-6.0, -6.0)],
            Sign::Circle => {
                let angles = (0..=CORNERS).map(|index| TAU * index as f32 / CORNERS as f32);
                angles.map(|angle| (7.0 * angle.cos(), 7.0 * angle.sin())).collect()
            }
        };
        let place = |(dx, dy): (f32, f32)| (x + unit * dx, y + unit * dy);
        for ends in corners.windows(2) {
            self.raster.line(place(ends[0]), place(ends[1]), 2.4 * unit, ink);
        }
        true
    }

    /// Draws an arrow with its head in the middle of the target cell.
    fn arrow(&mut self, (x0, y0): (f32, f32), (x1, y1): (f32, f32)) {
        let unit = self.cell / 32.0;
        let angle = (y1 - y0).atan2(x1 - x0);
        let back = |turn: f32, length: f32| {
            (x1 - length * unit * (angle + turn).cos(), y1 - length * unit * (angle + turn).sin())
        };
        self.raster.line((x0, y0), back(0.0, 14.0), 5.0 * unit, BLUE);
        self.raster.triangle([(x1, y1), back(0.42, 19.0), back(-0.42, 19.0)], BLUE);
    }
}
