//! A game as an animated GIF: one frame per move, limited to the area that changed.

use super::marks::MarkedBoard;
use super::raster::{Raster, Rgb};
use super::star_points;
use crate::Game;
use crate::formats::{Annotation, GameTree, MoveNode, Sign};
use anyhow::Result;
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::collections::{BTreeMap, HashMap};
use tengen::base::{Color, Point};
use tengen_database::why;

const PAPER: Rgb = [0xe3, 0xbd, 0x77];
const INK: Rgb = [0x4a, 0x3a, 0x1e];
const BLACK: Rgb = [0x1d, 0x1d, 0x20];
const WHITE: Rgb = [0xfb, 0xfa, 0xf6];
const RIM: Rgb = [0x6d, 0x67, 0x5c];
const ACCENT: Rgb = [0xd3, 0x26, 0x1b];

/// Pixels per cell on small boards, the longest side in pixels for larger boards, and the smallest cell.
const CELL: usize = 32;
const MAX_PIXELS: usize = 1200;
const MIN_CELL: usize = 8;
/// Duration of a frame and of the last one, in hundredths of a second.
const MOVE_DELAY: u16 = 60;
const LAST_DELAY: u16 = 400;
/// Most frames; a longer game starts with its last moves.
const MAX_FRAMES: usize = 1000;
/// Quality of the palette, 1 (best) to 30; low, because frames have few colors.
const PALETTE_SPEED: i32 = 10;

/// A part of the picture, in pixels.
#[derive(Clone, Copy)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

struct BoardRaster {
    raster: Raster,
    cell: usize,
}

impl BoardRaster {
    /// Draws the board without stones.
    fn new(game: &Game) -> Self {
        let size = game.size;
        let cell = (MAX_PIXELS / size.width().max(size.height())).clamp(MIN_CELL, CELL);
        let (width, height) = (cell * size.width(), cell * size.height());
        let mut board = Self { raster: Raster::new(width, height, PAPER), cell };
        let half = cell / 2;
        let pixels = &mut board.raster.pixels;
        for x in 0..size.width() {
            (half..height - half).for_each(|y| pixels[y * width + x * cell + half] = INK);
        }
        for y in 0..size.height() {
            let row = (y * cell + half) * width;
            pixels[row + half..row + width - half].fill(INK);
        }
        for point in star_points(size) {
            let center = board.center(game, point);
            board.raster.disc(center, cell as f32 / 9.0, INK);
        }
        let reach = cell as f32 * 0.45;
        for &point in &game.blocked {
            let (x, y) = board.center(game, point);
            board.raster.rectangle((x - reach, y - reach), (x + reach, y + reach), RIM);
        }
        board
    }

    fn center(&self, game: &Game, point: Point) -> (f32, f32) {
        let (x, y) = game.size.xy(point);
        let at = |n: i32| (n as usize * self.cell + self.cell / 2) as f32;
        (at(x), at(y))
    }

    /// The area of a point's cell.
    fn area(&self, game: &Game, point: Point) -> Area {
        let (x, y) = game.size.xy(point);
        Area { left: x as usize * self.cell, top: y as usize * self.cell, width: self.cell, height: self.cell }
    }

    fn whole(&self) -> Area {
        Area { left: 0, top: 0, width: self.raster.width, height: self.raster.height }
    }

    /// The area of a node's marks and arrows.
    fn area_of_marks(&self, game: &Game, node: &MoveNode) -> Option<Area> {
        let arrows = node.arrows.iter().flatten().map(|&point| self.area(game, point));
        let sign = |Annotation { point, sign }: &Annotation| match sign {
            // A long text reaches over the cells beside it.
            Sign::Text(_) => Area { left: 0, width: self.raster.width, ..self.area(game, *point) },
            _ => self.area(game, *point),
        };
        node.annotations.iter().map(sign).chain(arrows).reduce(both)
    }

    fn stone(&mut self, game: &Game, point: Point, color: Color, is_marked: bool) {
        let center = self.center(game, point);
        let radius = self.cell as f32 * 0.45;
        self.raster.disc(center, radius, RIM);
        self.raster.disc(center, radius - 0.8, if color == Color::Black { BLACK } else { WHITE });
        if is_marked {
            self.raster.disc(center, radius * 0.32, ACCENT);
        }
    }

    /// Draws the last stone with a ring instead of its dot, so that a mark on it is visible.
    fn ring(&mut self, game: &Game, point: Point, color: Color) {
        let center = self.center(game, point);
        self.stone(game, point, color, false);
        self.raster.disc(center, self.cell as f32 * 0.43, ACCENT);
        self.raster.disc(center, self.cell as f32 * 0.36, if color == Color::Black { BLACK } else { WHITE });
    }

    fn frame(&self, area: Area, delay: u16) -> Frame<'static> {
        let Raster { width, pixels, .. } = &self.raster;
        let rows = (area.top..area.top + area.height).map(|y| y * width + area.left);
        let bytes: Vec<u8> = rows.flat_map(|from| pixels[from..from + area.width].as_flattened()).copied().collect();
        let mut frame = Frame::from_rgb_speed(area.width as u16, area.height as u16, &bytes, PALETTE_SPEED);
        (frame.left, frame.top) = (area.left as u16, area.top as u16);
        (frame.delay, frame.dispose) = (delay, DisposalMethod::Keep);
        frame
    }
}

/// The bounding box of two areas.
fn both(a: Area, b: Area) -> Area {
    let (left, top) = (a.left.min(b.left), a.top.min(b.top));
    let right = (a.left + a.width).max(b.left + b.width);
    let bottom = (a.top + a.height).max(b.top + b.height);
    Area { left, top, width: right - left, height: bottom - top }
}

/// A game as an animated GIF.
pub struct Animation {
    /// The bytes of the file.
    pub gif: Vec<u8>,
    /// Number of texts left out because they have characters without [`glyphs`](super::glyphs).
    pub missing: usize,
}

/// The frames of a game, each with the marks of its position.
struct Frames<'a> {
    game: Game,
    /// The nodes with marks, by number of moves.
    marks: BTreeMap<usize, &'a MoveNode>,
    board: BoardRaster,
    encoder: Encoder<Vec<u8>>,
    /// Area of the marks in the previous frame.
    marked: Option<Area>,
    missing: usize,
}

impl Frames<'_> {
    /// Writes a frame of the position after `count` moves; `area` is the part that changed.
    fn write(&mut self, count: usize, area: Area, delay: u16) -> Result<()> {
        let Self { game, board, .. } = self;
        let before = self.marked.take();
        let Some(&node) = self.marks.get(&count) else {
            let area = before.map_or(area, |marked| both(area, marked));
            return Ok(self.encoder.write_frame(&board.frame(area, delay))?);
        };
        self.marked = board.area_of_marks(game, node);
        let area = [before, self.marked].into_iter().flatten().fold(area, both);
        let stones: HashMap<Point, Color> = game.stones().take(game.setup.len() + count).collect();
        let mut with_marks = BoardRaster { raster: board.raster.clone(), cell: board.cell };
        if let Some(&last) = count.checked_sub(1).and_then(|index| game.moves.get(index))
            && node.annotations.iter().any(|annotation| annotation.point == last)
        {
            with_marks.ring(game, last, stones[&last]);
        }
        let mut marked = MarkedBoard {
            raster: &mut with_marks.raster,
            cell: board.cell as f32,
            paper: PAPER,
            center: &|point| board.center(game, point),
            color: &|point| stones.get(&point).copied(),
        };
        self.missing += marked.draw(node);
        Ok(self.encoder.write_frame(&with_marks.frame(area, delay))?)
    }
}

/// Draws the game up to a node as a GIF: the initial position, then a frame per move with the texts, marks and arrows
/// of its position. The last frame stays longer and marks the winning line. Fails if the encoder fails.
pub fn to_gif(tree: &GameTree, end: usize) -> Result<Animation> {
    let game = tree.game_to(end);
    let mut board = BoardRaster::new(&game);
    for &(point, color) in &game.setup {
        board.stone(&game, point, color, false);
    }
    let skipped = game.moves.len().saturating_sub(MAX_FRAMES);
    for (index, &point) in game.moves.iter().enumerate().take(skipped) {
        board.stone(&game, point, game.mover(index), false);
    }
    let size = |side: usize| u16::try_from(side).map_err(|_| why::picture_large());
    let mut encoder = Encoder::new(Vec::new(), size(board.raster.width)?, size(board.raster.height)?, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let count = game.moves.len();
    let mut frames = Frames { marks: marks(tree, end), game, board, encoder, marked: None, missing: 0 };
    frames.write(skipped, frames.board.whole(), if count == 0 { LAST_DELAY } else { MOVE_DELAY })?;
    for index in skipped..count {
        let Frames { game, board, .. } = &mut frames;
        let mut area = board.area(game, game.moves[index]);
        let shown = if index > skipped { index - 1..=index } else { index..=index };
        for one in shown {
            board.stone(game, game.moves[one], game.mover(one), one == index);
            area = both(area, board.area(game, game.moves[one]));
        }
        let is_last = index + 1 == count;
        for won in if is_last { game.winning_line() } else { Vec::new() } {
            board.stone(game, won, game.mover(index), true);
            area = both(area, board.area(game, won));
        }
        frames.write(index + 1, area, if is_last { LAST_DELAY } else { MOVE_DELAY })?;
    }
    Ok(Animation { gif: frames.encoder.into_inner()?, missing: frames.missing })
}

/// The nodes with marks on the path to a node, by number of moves; a pass has the number of the move before it.
fn marks(tree: &GameTree, end: usize) -> BTreeMap<usize, &MoveNode> {
    let mut at = end;
    let mut path = vec![at];
    while at > 0 {
        at = tree.nodes[at].parent;
        path.push(at);
    }
    let mut count = 0;
    let mut marks = BTreeMap::new();
    for &index in path.iter().rev() {
        let node = &tree.nodes[index];
        count += usize::from(node.point.is_some());
        if !node.annotations.is_empty() || !node.arrows.is_empty() {
            marks.insert(count, node);
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};
    use tengen::board::{parse_moves, parse_point};

    /// The full picture after each frame, as RGBA, with width, height and delay of the frame.
    fn frames(bytes: &[u8]) -> Vec<(Vec<u8>, (u16, u16, u16))> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut picture = vec![0; 4 * width * usize::from(decoder.height())];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (row, pixels) in frame.buffer.chunks(4 * usize::from(frame.width)).enumerate() {
                let from = 4 * ((usize::from(frame.top) + row) * width + usize::from(frame.left));
                picture[from..from + pixels.len()].copy_from_slice(pixels);
            }
            frames.push((picture.clone(), (frame.width, frame.height, frame.delay)));
        }
        frames
    }

    #[test]
    fn a_game_is_a_frame_for_each_move_and_one_before() {
        let size = BoardSize::square(15).unwrap();
        let moves = parse_moves(size, "h8i9h9i10h10i11h11i12h12").unwrap();
        let game = Game { moves, ..Game::new(Rule::Freestyle, size) };
        let tree = GameTree::from(&game);
        let frames: Vec<_> =
            frames(&to_gif(&tree, tree.last_of_line(0)).unwrap().gif).into_iter().map(|(_, shape)| shape).collect();
        assert_eq!(frames.len(), 10);
        assert_eq!(frames[0], (480, 480, MOVE_DELAY));
        assert_eq!(frames[1], (32, 32, MOVE_DELAY));
        // The winning line's five cells and White's last stone next to them.
        assert_eq!(frames[9], (64, 160, LAST_DELAY));
    }

    #[test]
    fn the_largest_board_fits_a_picture() {
        let game = Game::new(Rule::Caro, BoardSize::square(120).unwrap());
        assert!(to_gif(&GameTree::new(game), 0).unwrap().gif.len() < 100_000);
    }

    #[test]
    fn marks_are_seen_at_their_move_and_gone_after_it() {
        let size = BoardSize::square(15).unwrap();
        let point = |name: &str| parse_point(size, name).unwrap();
        let moves = parse_moves(size, "h8i9h9").unwrap();
        let mut tree = GameTree::from(&Game { moves, ..Game::new(Rule::Caro, size) });
        let plain = frames(&to_gif(&tree, 3).unwrap().gif);
        let sign = |name, sign| Annotation { point: point(name), sign };
        // A text over several cells, in few colors.
        let wide = || Sign::Text("_".repeat(20));
        tree.nodes[2].annotations = vec![
            sign("h8", Sign::Text("A".into())),
            sign("c3", Sign::Text("甲".into())),
            sign("i9", Sign::Circle),
            sign("m13", Sign::Triangle),
            sign("h4", wide()),
        ];
        tree.nodes[0].annotations = vec![sign("h3", wide())];
        tree.nodes[2].arrows = vec![[point("a1"), point("d1")]];
        let animation = to_gif(&tree, 3).unwrap();
        let marked = frames(&animation.gif);
        assert_eq!((animation.missing, marked.len()), (1, 4), "no pen writes 甲");
        assert!(marked[0].0 != plain[0].0 && marked[1].0 == plain[1].0, "a text is gone after the beginning");
        assert!(marked[3].0 == plain[3].0, "nothing after it");
        let color = |frame: &[u8], name: &str, dx: usize, dy: usize| {
            let (x, y) = size.xy(point(name));
            let at = 4 * ((32 * y as usize + dy) * 480 + 32 * x as usize + dx);
            [frame[at], frame[at + 1], frame[at + 2]]
        };
        let frame = &marked[2].0;
        let near = |found: Rgb, wanted: Rgb| found.iter().zip(wanted).all(|(&a, b)| a.abs_diff(b) < 24);
        let cell = |name| (0..32 * 32).map(move |at| color(frame, name, at % 32, at / 32));
        assert!(cell("h8").any(|found| near(found, [0xff; 3])), "a white letter on the black stone");
        assert!(cell("m13").any(|found| near(found, [0x0f, 0x4a, 0x3c])), "a triangle on the board");
        assert!(near(color(frame, "i9", 16, 16), WHITE), "a ring marks the last stone in place of the dot");
        assert!(cell("i9").any(|found| near(found, ACCENT)) && cell("i9").any(|found| near(found, [0x11; 3])));
        for (name, dx) in [("b1", 16), ("d1", 12)] {
            assert!(near(color(frame, name, dx, 16), [0x2f, 0x6f, 0xb0]), "the arrow at {name}");
        }
        assert!(color(frame, "c3", 16, 10) == color(&plain[2].0, "c3", 16, 10));
    }
}
