//! Pictures of positions and games: SVG for books and browsers, PNG and GIF for chats, text for terminals.

mod gif;
mod glyphs;
mod marks;
mod png;
mod raster;
mod svg;
mod text;

pub use self::gif::{Animation, to_gif};
pub use self::png::to_png;
pub use crate::formats::spaced;
pub use svg::{escape, to_svg};
pub use text::{Style, to_text};

use crate::Game;
use tengen::base::{BoardSize, Point};

/// A candidate move with its expected result.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// The move.
    pub point: Point,
    /// Expected share of points for the mover, 0 to 1.
    pub share: f32,
}

/// Elements of a picture besides the stones.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// First move number shown on the stones, from 1; `None`: no numbers.
    pub numbers_from: Option<usize>,
    /// Whether column letters and row numbers are drawn.
    pub coordinates: bool,
    /// Whether the last move is marked.
    pub last: bool,
    /// Points with a text, such as `A`.
    pub marks: Vec<(Point, String)>,
    /// Points forbidden to Black.
    pub forbidden: Vec<Point>,
    /// Candidates, colored by expected result.
    pub heat: Vec<Heat>,
    /// Lines of blocked cells and of the side to move, below a board of text; `None`: in English, as they are read.
    pub below: Option<String>,
    /// A line of text below.
    pub caption: Option<String>,
    /// Title of the SVG; `None`: rule, size, players and number of moves in English.
    pub title: Option<String>,
}

/// The board's dots: the center and points on the fourth lines, or the third ones on small boards.
pub fn star_points(size: BoardSize) -> Vec<Point> {
    let lines = |n: usize| {
        let n = n as i32;
        let edge = if n >= 13 { 3 } else { 2 };
        match n {
            ..9 if n % 2 == 1 => vec![n / 2],
            ..9 => Vec::new(),
            _ if n % 2 == 1 => vec![edge, n / 2, n - 1 - edge],
            _ => vec![edge, n - 1 - edge],
        }
    };
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    // Boards with fewer than 19 lines have five dots, larger ones nine.
    let all = size.width().min(size.height()) >= 19;
    let is_middle = |x: i32, y: i32| (2 * x + 1 == size.width() as i32, 2 * y + 1 == size.height() as i32);
    let shown = |&(x, y): &(i32, i32)| all || matches!(is_middle(x, y), (true, true) | (false, false));
    let pairs = rows.iter().flat_map(|&y| columns.iter().map(move |&x| (x, y)));
    pairs.filter(shown).filter_map(|(x, y)| size.point(x, y)).collect()
}

/// A share in whole percent, such as `7`.
pub fn percent(share: f32) -> String {
    format!("{:.0}", (100.0 * share).clamp(0.0, 100.0))
}

/// Each stone's point and its number in the list of moves, which counts passes; from number `from` on.
fn numbers(game: &Game, from: usize) -> impl Iterator<Item = (Point, usize)> + '_ {
    let numbered = game.moves.iter().enumerate().map(|(index, &point)| (point, game.number_of(index)));
    numbered.filter(move |&(_, number)| number >= from)
}
