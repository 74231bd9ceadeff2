//! A pixel picture with antialiased discs, lines and letters.

use super::glyphs::{ADVANCE, CAP_HEIGHT, glyph};

pub(super) type Rgb = [u8; 3];
type PixelPlace = (f32, f32);

#[derive(Clone)]
pub(super) struct Raster {
    pub width: usize,
    pub height: usize,
    /// Pixels, row by row from the top.
    pub pixels: Vec<Rgb>,
}

impl Raster {
    pub fn new(width: usize, height: usize, paper: Rgb) -> Self {
        Self { width, height, pixels: vec![paper; width * height] }
    }

    /// Colors the inside of a shape. `distance` is the distance to its edge, negative inside; `from` and `to` are the
    /// corners of a box around it.
    fn fill(&mut self, from: PixelPlace, to: PixelPlace, color: Rgb, distance: impl Fn(PixelPlace) -> f32) {
        let range =
            |from: f32, to: f32, end: usize| (from - 1.0).max(0.0) as usize..((to + 2.0).max(0.0) as usize).min(end);
        for y in range(from.1, to.1, self.height) {
            for x in range(from.0, to.0, self.width) {
                let cover = (0.5 - distance((x as f32, y as f32))).clamp(0.0, 1.0);
                if cover == 0.0 {
                    continue;
                }
                let pixel = &mut self.pixels[y * self.width + x];
                for (old, new) in pixel.iter_mut().zip(color) {
                    *old = (f32::from(*old) + cover * (f32::from(new) - f32::from(*old))).round() as u8;
                }
            }
        }
    }

    pub fn disc(&mut self, center: PixelPlace, radius: f32, color: Rgb) {
        let (from, to) = ((center.0 - radius, center.1 - radius), (center.0 + radius, center.1 + radius));
        self.fill(from, to, color, |(x, y)| (x - center.0).hypot(y - center.1) - radius);
    }

    /// A line with round ends.
    pub fn line(&mut self, (x0, y0): PixelPlace, (x1, y1): PixelPlace, width: f32, color: Rgb) {
        let half = width / 2.0;
        let (from, to) = ((x0.min(x1) - half, y0.min(y1) - half), (x0.max(x1) + half, y0.max(y1) + half));
        let (dx, dy) = (x1 - x0, y1 - y0);
        let length = dx * dx + dy * dy;
        self.fill(from, to, color, |(x, y)| {
            let along = if length == 0.0 { 0.0 } else { (((x - x0) * dx + (y - y0) * dy) / length).clamp(0.0, 1.0) };
            (x - x0 - along * dx).hypot(y - y0 - along * dy) - half
        });
    }

    pub fn rectangle(&mut self, (x0, y0): PixelPlace, (x1, y1): PixelPlace, color: Rgb) {
        let distance = |(x, y): PixelPlace| (x0 - x).max(x - x1).max(y0 - y).max(y - y1);
        self.fill((x0, y0), (x1, y1), color, distance);
    }

    pub fn triangle(&mut self, corners: [PixelPlace; 3], color: Rgb) {
        let [a, b, c] = corners;
        let (from, to) =
            ((a.0.min(b.0).min(c.0), a.1.min(b.1).min(c.1)), (a.0.max(b.0).max(c.0), a.1.max(b.1).max(c.1)));
        // The distance of a place beyond a side; negative on the side of the opposite corner.
        let beyond = |(x, y): PixelPlace, from: PixelPlace, to: PixelPlace, inside: PixelPlace| {
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let side = |(x, y): PixelPlace| ((x - from.0) * dy - (y - from.1) * dx) / dx.hypot(dy);
            -side((x, y)) * side(inside).signum()
        };
        self.fill(from, to, color, |at| beyond(at, a, b, c).max(beyond(at, b, c, a)).max(beyond(at, c, a, b)));
    }

    /// Draws a line of text, centered at `x`, with its baseline at `y`; characters without a glyph are left out.
    pub fn text(&mut self, text: &str, (x, y): PixelPlace, size: f32, pen: f32, color: Rgb) {
        let unit = size * CAP_HEIGHT / 6.0;
        let count = text.chars().count() as f32;
        let left = x - (count * ADVANCE - (ADVANCE - 4.0)) * unit / 2.0;
        for (index, character) in text.chars().enumerate() {
            // Lower-case letters are drawn as small capitals.
            let unit_y = if character.is_ascii_lowercase() { 0.8 * unit } else { unit };
            let start = left + index as f32 * ADVANCE * unit;
            let place =
                |(column, row): (u8, u8)| (start + f32::from(column) * unit, y - (6.0 - f32::from(row)) * unit_y);
            for stroke in glyph(character).unwrap_or_default().split(' ') {
                let points: Vec<PixelPlace> =
                    stroke.as_bytes().chunks(2).map(|at| place((at[0] - b'0', at[1] - b'0'))).collect();
                for ends in points.windows(2) {
                    self.line(ends[0], ends[1], pen, color);
                }
            }
        }
    }
}
