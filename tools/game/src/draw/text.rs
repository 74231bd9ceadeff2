//! A position as text, colored if the terminal supports it.

use super::{Picture, percent, star_points};
use crate::Game;
use crate::formats::lines_below;
use console::{Style as Ink, StyledObject, measure_text_width};
use tengen::base::{Color, Point};
use tengen::board::column_name;

/// Style of a board as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether the terminal's colors are used.
    pub color: bool,
    /// Available columns; a board that does not fit is drawn without blanks between the cells.
    pub columns: usize,
}

/// Draws the position after the last move. The last stone is in brackets; stones of a winning line have a `*` after
/// them or reversed colors; blocked cells and forbidden points are `#`. Candidates are digits, 1 for the best, with their expected
/// results below. Marks are drawn on empty points. All of them are listed below, and so are blocked cells and a side to
/// move that the numbers of stones do not show.
pub fn to_text(game: &Game, picture: &Picture, style: Style) -> String {
    let size = game.size;
    let label_width = if picture.coordinates { size.height().to_string().len() + 1 } else { 0 };
    let wide = style.columns == 0 || 2 * size.width() + 1 + 2 * label_width <= style.columns;
    let page = Page { game, picture, style, wide, line: game.winning_line() };
    let mut text = page.letters(label_width);
    for y in 0..size.height() {
        text.push_str(&page.row(y, label_width));
    }
    text.push_str(&page.letters(label_width));
    for (rank, heat) in page.ranked().into_iter().enumerate() {
        let name = tengen::board::format_point(size, heat.0);
        text.push_str(&format!("{}: {name} {} %\n", rank + 1, percent(heat.1)));
    }
    for (point, mark) in &picture.marks {
        text.push_str(&format!("{mark}: {}\n", tengen::board::format_point(size, *point)));
    }
    text.push_str(&picture.below.clone().unwrap_or_else(|| lines_below(game)));
    if let Some(caption) = &picture.caption {
        text.push_str(&format!("{caption}\n"));
    }
    text
}

/// Largest number of candidates with a digit.
const DIGITS: usize = 9;

/// A mark on the board: its first character, or `?` if that looks like a stone or breaks the row.
fn sign(mark: &str) -> char {
    let is_narrow = |c: &char| measure_text_width(c.encode_utf8(&mut [0; 4])) == 1;
    let is_sign = |c: &char| !c.is_whitespace() && is_narrow(c) && !"XxOo[]()*/".contains(*c);
    mark.chars().next().filter(is_sign).unwrap_or('?')
}

struct Page<'a> {
    game: &'a Game,
    picture: &'a Picture,
    style: Style,
    wide: bool,
    line: Vec<Point>,
}

impl Page<'_> {
    /// The candidates, best first.
    fn ranked(&self) -> Vec<(Point, f32)> {
        let mut heat: Vec<_> = self.picture.heat.iter().map(|heat| (heat.point, heat.share)).collect();
        heat.sort_by(|a, b| b.1.total_cmp(&a.1));
        heat.truncate(DIGITS);
        heat
    }

    fn letters(&self, label_width: usize) -> String {
        if !self.picture.coordinates {
            return String::new();
        }
        let names: Vec<String> = (0..self.game.size.width()).map(|x| column_name(x as i32)).collect();
        let width = if self.wide { 2 } else { 1 };
        let row = |letter: &dyn Fn(&String) -> char| {
            let letters: String = names.iter().map(|name| format!("{:>width$}", letter(name))).collect();
            self.ink(Ink::new().dim(), &format!("{}{letters}", " ".repeat(label_width))) + "\n"
        };
        let last = row(&|name| name.chars().next_back().unwrap_or(' '));
        // The first letters of two-letter names stand in a row of their own.
        if names.iter().all(|name| name.len() == 1) {
            return last;
        }
        row(&|name| name.chars().rev().nth(1).unwrap_or(' ')) + &last
    }

    fn row(&self, y: usize, label_width: usize) -> String {
        let size = self.game.size;
        let label =
            if label_width == 0 { String::new() } else { format!("{:>1$} ", size.height() - y, label_width - 1) };
        let mut text = self.ink(Ink::new().dim(), &label);
        let points: Vec<Point> = (0..size.width()).filter_map(|x| size.point(x as i32, y as i32)).collect();
        let last = self.game.moves.last().filter(|_| self.picture.last);
        let stars = !self.style.color;
        // The winning line's star replaces the last stone's bracket.
        let bracketed = last.filter(|&point| !(stars && self.line.contains(point)));
        for (x, point) in points.iter().enumerate() {
            if self.wide {
                let gap = match bracketed {
                    _ if self.line.contains(point) && stars => "*",
                    Some(last) if last == point => "(",
                    Some(last) if x > 0 && *last == points[x - 1] => ")",
                    _ => " ",
                };
                text.push_str(gap);
            }
            text.push_str(&self.cell(*point, last));
        }
        if self.wide && points.last() == bracketed {
            text.push(')');
        } else if label_width > 0 {
            text.push(' ');
        }
        text + &self.ink(Ink::new().dim(), label.trim()) + "\n"
    }

    fn cell(&self, point: Point, last: Option<&Point>) -> String {
        let color = self.game.stones().find(|stone| stone.0 == point).map(|stone| stone.1);
        if let Some(color) = color {
            let (letter, ink) = match color {
                Color::Black => ("X", Ink::new().cyan().bold()),
                Color::White => ("O", Ink::new().yellow().bold()),
            };
            let ink = if self.line.contains(&point) { ink.reverse() } else { ink };
            let ink = if last == Some(&point) { ink.underlined() } else { ink };
            let plain = !self.style.color && !self.wide;
            let marked = self.line.contains(&point) || last == Some(&point);
            return if plain && marked { letter.to_lowercase() } else { self.ink(ink, letter) };
        }
        if self.game.blocked.contains(&point) {
            return self.ink(Ink::new().dim(), "#");
        }
        if let Some(rank) = self.ranked().iter().position(|heat| heat.0 == point) {
            return self.ink(Ink::new().green().bold(), &(rank + 1).to_string());
        }
        if let Some((_, mark)) = self.picture.marks.iter().find(|mark| mark.0 == point) {
            return self.ink(Ink::new().magenta().bold(), &sign(mark).to_string());
        }
        if self.picture.forbidden.contains(&point) {
            return self.ink(Ink::new().red().bold(), "#");
        }
        let is_star = star_points(self.game.size).contains(&point);
        self.ink(Ink::new().dim(), if is_star { "+" } else { "." })
    }

    fn ink(&self, ink: Ink, text: &str) -> String {
        if !self.style.color {
            return text.to_owned();
        }
        let styled: StyledObject<&str> = ink.force_styling(true).apply_to(text);
        styled.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{to_gif, to_png, to_svg};
    use crate::formats::GameTree;
    use tengen::base::{BoardSize, Rule};

    #[test]
    fn a_blocked_cell_is_seen_in_every_picture() {
        let size = BoardSize::square(5).unwrap();
        let mut game = Game::new(Rule::Freestyle, size);
        game.setup = vec![(size.point(1, 1).unwrap(), Color::Black)];
        let without = game.clone();
        game.blocked = vec![size.center()];
        let picture = Picture::default();
        let text = to_text(&game, &picture, Style::default());
        assert_eq!(text.lines().nth(2), Some(" . . # . ."), "{text}");
        let svg = to_svg(&game, &picture);
        assert_eq!(svg.matches("class=\"blocked\"").count(), 1);
        assert_ne!(to_png(&svg).unwrap(), to_png(&to_svg(&without, &picture)).unwrap());
        let gif = |game: &Game| to_gif(&GameTree::from(game), 0).unwrap().gif;
        assert_ne!(gif(&game), gif(&without));
    }
}
