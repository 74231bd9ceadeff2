//! A position as a self-contained SVG.

use super::glyphs::{ADVANCE, CAP_HEIGHT};
use super::{Heat, Picture, numbers, percent, star_points};
use crate::Game;
use console::measure_text_width;
use std::fmt::Write;
use tengen::base::{Color, Point};
use tengen::board::column_name;

/// Distance between two lines.
const CELL: f32 = 36.0;
/// Distance from the outermost line to the picture's edge, with and without coordinates.
const MARGIN: f32 = 46.0;
const NARROW_MARGIN: f32 = 26.0;
const CAPTION: f32 = 34.0;
const STONE: f32 = 16.4;
/// Side of a blocked cell.
const BLOCK: f32 = 32.0;
/// Width of a character of the glyphs in a PNG, as a fraction of the font's size; letters of an SVG are narrower.
const CHARACTER: f32 = ADVANCE * CAP_HEIGHT / 6.0;
const FONT: &str = "font-family=\"'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif\"";

/// Colors: ink on paper for lines and white stones, and an accent color.
const PAPER: &str = "#fbf6ea";
const INK: &str = "#222222";
const GRAY: &str = "#6b655a";
const ACCENT: &str = "#c8261d";

/// Draws the position after the last move as a self-contained SVG.
pub fn to_svg(game: &Game, picture: &Picture) -> String {
    let canvas = Canvas::new(game, picture);
    let (width, height) = canvas.extent();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>\n",
        escape(&picture.title.clone().unwrap_or_else(|| title(game)))
    );
    for part in [
        canvas.grid(),
        canvas.blocked(),
        canvas.coordinates(),
        canvas.forbidden(),
        canvas.heat(),
        canvas.winning_line(),
        canvas.stones(),
        canvas.numbers(),
        canvas.marks(),
        canvas.caption(),
    ] {
        svg.push_str(&part);
    }
    svg.push_str("</svg>\n");
    svg
}

fn title(game: &Game) -> String {
    let names = match &game.names {
        [black, white] if !black.is_empty() || !white.is_empty() => format!(", {black} - {white}"),
        _ => String::new(),
    };
    let count = game.turns().count();
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {}{names}, {count} move{plural}", game.rule, game.size)
}

/// Escapes text for XML.
pub fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    // XML allows no control characters.
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

struct Canvas<'a> {
    game: &'a Game,
    picture: &'a Picture,
    margin: f32,
}

impl<'a> Canvas<'a> {
    fn new(game: &'a Game, picture: &'a Picture) -> Self {
        Self { game, picture, margin: if picture.coordinates { MARGIN } else { NARROW_MARGIN } }
    }

    fn side(&self, cells: usize) -> f32 {
        2.0 * self.margin + CELL * (cells - 1) as f32
    }

    fn extent(&self) -> (f32, f32) {
        let caption = if self.picture.caption.is_some() { CAPTION } else { 0.0 };
        (self.side(self.game.size.width()), self.side(self.game.size.height()) + caption)
    }

    fn at(&self, point: Point) -> (f32, f32) {
        let (x, y) = self.game.size.xy(point);
        (self.margin + CELL * x as f32, self.margin + CELL * y as f32)
    }

    fn color_at(&self, point: Point) -> Option<Color> {
        self.game.stones().find(|stone| stone.0 == point).map(|stone| stone.1)
    }

    fn grid(&self) -> String {
        let size = self.game.size;
        let (first, right) = (self.margin, self.margin + CELL * (size.width() - 1) as f32);
        let bottom = self.margin + CELL * (size.height() - 1) as f32;
        let mut path = String::new();
        // Writing to a string cannot fail, here and below.
        for y in 1..size.height() - 1 {
            let _ = write!(path, "M{first} {0}H{right}", first + CELL * y as f32);
        }
        for x in 1..size.width() - 1 {
            let _ = write!(path, "M{0} {first}V{bottom}", first + CELL * x as f32);
        }
        let mut svg = format!(
            "<path class=\"grid\" d=\"{path}\" stroke=\"{INK}\" stroke-width=\"1\" fill=\"none\"/>\n\
             <rect class=\"border\" x=\"{first}\" y=\"{first}\" width=\"{}\" height=\"{}\" stroke=\"{INK}\" stroke-width=\"2\" fill=\"none\"/>\n",
            right - first,
            bottom - first
        );
        for point in star_points(size) {
            let (x, y) = self.at(point);
            let _ = writeln!(svg, "<circle class=\"star\" cx=\"{x}\" cy=\"{y}\" r=\"3.6\" fill=\"{INK}\"/>");
        }
        svg
    }

    /// The blocked cells, filled so that they cover the lines.
    fn blocked(&self) -> String {
        let mut svg = String::new();
        for &point in &self.game.blocked {
            let (left, top) = (self.at(point).0 - BLOCK / 2.0, self.at(point).1 - BLOCK / 2.0);
            let _ = writeln!(
                svg,
                "<rect class=\"blocked\" x=\"{left}\" y=\"{top}\" width=\"{BLOCK}\" height=\"{BLOCK}\" fill=\"{GRAY}\"/>"
            );
        }
        svg
    }

    fn coordinates(&self) -> String {
        if !self.picture.coordinates {
            return String::new();
        }
        let size = self.game.size;
        let mut svg =
            format!("<g class=\"coordinates\" {FONT} font-size=\"13\" fill=\"{GRAY}\" text-anchor=\"middle\">\n");
        let (right, bottom) = (self.side(size.width()), self.side(size.height()));
        for x in 0..size.width() {
            let (at, name) = (self.margin + CELL * x as f32, column_name(x as i32));
            for y in [19.0, bottom - 12.0] {
                let _ = writeln!(svg, "<text x=\"{at}\" y=\"{y}\">{name}</text>");
            }
        }
        for y in 0..size.height() {
            let (at, name) = (self.margin + CELL * y as f32 + 4.5, size.height() - y);
            for x in [16.0, right - 16.0] {
                let _ = writeln!(svg, "<text x=\"{x}\" y=\"{at}\">{name}</text>");
            }
        }
        svg + "</g>\n"
    }

    fn heat(&self) -> String {
        let best = self.picture.heat.iter().map(|heat| heat.share).fold(0.0, f32::max);
        let worst = self.picture.heat.iter().map(|heat| heat.share).fold(1.0, f32::min);
        let mut svg = String::new();
        for Heat { point, share } in &self.picture.heat {
            let (x, y) = self.at(*point);
            let warmth = if best > worst { (share - worst) / (best - worst) } else { 1.0 };
            let ring = if *share == best { format!(" stroke=\"{INK}\" stroke-width=\"2\"") } else { String::new() };
            let _ = write!(
                svg,
                "<circle class=\"heat\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{}\"{ring}/>\n\
                 <text x=\"{x}\" y=\"{}\" {FONT} font-size=\"13\" font-weight=\"600\" fill=\"{INK}\" text-anchor=\"middle\">{}</text>\n",
                warm(warmth),
                y + 4.6,
                percent(*share)
            );
        }
        svg
    }

    fn stones(&self) -> String {
        let mut svg = String::new();
        let line = self.game.winning_line();
        for (point, color) in self.game.stones() {
            let (x, y) = self.at(point);
            let (ring, width) = if line.contains(&point) { (ACCENT, 3.0) } else { (INK, 1.2) };
            let (class, fill) = match color {
                Color::Black => ("black", INK),
                Color::White => ("white", "#ffffff"),
            };
            let _ = writeln!(
                svg,
                "<circle class=\"stone {class}\" cx=\"{x}\" cy=\"{y}\" r=\"{STONE}\" fill=\"{fill}\" stroke=\"{ring}\" stroke-width=\"{width}\"/>"
            );
        }
        svg
    }

    /// The line through the winning stones, drawn below them; the stones have rings as well.
    fn winning_line(&self) -> String {
        let line = self.game.winning_line();
        let (Some(&first), Some(&last)) = (line.first(), line.last()) else { return String::new() };
        let ((x0, y0), (x1, y1)) = (self.at(first), self.at(last));
        format!(
            "<line class=\"winning\" x1=\"{x0}\" y1=\"{y0}\" x2=\"{x1}\" y2=\"{y1}\" stroke=\"{ACCENT}\" stroke-width=\"9\"/>\n"
        )
    }

    fn numbers(&self) -> String {
        let Some(from) = self.picture.numbers_from else { return self.dot_on_last() };
        let mut svg = format!("<g class=\"numbers\" {FONT} font-weight=\"600\" text-anchor=\"middle\">\n");
        let is_seen = |&(point, _): &(Point, usize)| !self.has_mark(point);
        for (point, number) in numbers(self.game, from).filter(is_seen) {
            let (x, y) = self.at(point);
            let size = if number < 100 { 15.0 } else { 12.5 };
            let fill = self.text_color(point);
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\" fill=\"{fill}\">{number}</text>",
                y + size * 0.36
            );
        }
        svg + "</g>\n"
    }

    fn dot_on_last(&self) -> String {
        match self.game.moves.last() {
            Some(&point) if self.picture.last && !self.has_mark(point) => {
                let (x, y) = self.at(point);
                format!("<circle class=\"last\" cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"{ACCENT}\"/>\n")
            }
            _ => String::new(),
        }
    }

    /// Whether a point has a mark, which replaces its stone's number or dot.
    fn has_mark(&self, point: Point) -> bool {
        self.picture.marks.iter().any(|mark| mark.0 == point)
    }

    /// Color of a number or mark; the last move has its own.
    fn text_color(&self, point: Point) -> &'static str {
        let is_last = self.picture.last && self.game.moves.last() == Some(&point);
        match (self.color_at(point), is_last) {
            (Some(Color::Black), true) => "#ff8a80",
            (_, true) => ACCENT,
            (Some(Color::Black), false) => "#ffffff",
            _ => INK,
        }
    }

    fn forbidden(&self) -> String {
        let mut svg = String::new();
        for &point in &self.picture.forbidden {
            let (x, y) = self.at(point);
            // The ends are seen behind a candidate, on which the cross would hide the number.
            let is_candidate = self.picture.heat.iter().any(|heat| heat.point == point);
            let r = if is_candidate { 14.5 } else { 6.5 };
            let (left, right, top, bottom) = (x - r, x + r, y - r, y + r);
            let _ = writeln!(
                svg,
                "<path class=\"forbidden\" d=\"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}\" stroke=\"{ACCENT}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
            );
        }
        svg
    }

    fn marks(&self) -> String {
        let mut svg = String::new();
        for (point, mark) in &self.picture.marks {
            let (x, y) = self.at(*point);
            if self.color_at(*point).is_none() {
                // Board lines end before the letter.
                let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"12\" fill=\"{PAPER}\"/>");
            }
            let fill = self.text_color(*point);
            // A long mark gets a smaller font, so that it does not reach the coordinates.
            let size = match mark.chars().count() {
                ..3 => 18.0,
                count => (60.0 / count as f32).clamp(6.0, 12.0),
            };
            let _ = writeln!(
                svg,
                "<text class=\"mark\" x=\"{x}\" y=\"{}\" {FONT} font-size=\"{size}\" font-weight=\"700\" fill=\"{fill}\" text-anchor=\"middle\">{}</text>",
                y + size * 0.36,
                escape(mark)
            );
        }
        svg
    }

    fn caption(&self) -> String {
        let Some(caption) = &self.picture.caption else { return String::new() };
        let (width, height) = self.extent();
        // A long caption gets a smaller font instead of being cut off.
        let font = (0.97 * width / (CHARACTER * measure_text_width(caption).max(1) as f32)).min(16.0);
        format!(
            "<text class=\"caption\" x=\"{}\" y=\"{}\" {FONT} font-size=\"{font:.1}\" fill=\"{INK}\" text-anchor=\"middle\">{}</text>\n",
            width / 2.0,
            height - 16.0,
            escape(caption)
        )
    }
}

/// A color from pale blue (0) to orange (1).
fn warm(warmth: f32) -> String {
    let (cold, hot) = ([0xd5, 0xe3, 0xee], [0xf5, 0x9e, 0x42]);
    let mix = |i: usize| (cold[i] as f32 + (hot[i] as f32 - cold[i] as f32) * warmth.clamp(0.0, 1.0)) as u8;
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}
