//! A game as an animated GIF: a frame per move, limited to the area that changed.

use super::raster::{Raster, Rgb};
use super::star_points;
use crate::Game;
use anyhow::{Context, Result};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tengen::base::{Color, Point};

const PAPER: Rgb = [0xe3, 0xbd, 0x77];
const INK: Rgb = [0x4a, 0x3a, 0x1e];
const BLACK: Rgb = [0x1d, 0x1d, 0x20];
const WHITE: Rgb = [0xfb, 0xfa, 0xf6];
const RIM: Rgb = [0x6d, 0x67, 0x5c];
const ACCENT: Rgb = [0xd3, 0x26, 0x1b];

/// Pixels per cell on small boards, the longest side that larger boards are scaled to, and the smallest cell.
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
    /// The empty board.
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
        board
    }

    fn center(&self, game: &Game, point: Point) -> (f32, f32) {
        let (x, y) = game.size.xy(point);
        let at = |n: i32| (n as usize * self.cell + self.cell / 2) as f32;
        (at(x), at(y))
    }

    /// The cell of a point.
    fn area(&self, game: &Game, point: Point) -> Area {
        let (x, y) = game.size.xy(point);
        Area { left: x as usize * self.cell, top: y as usize * self.cell, width: self.cell, height: self.cell }
    }

    fn whole(&self) -> Area {
        Area { left: 0, top: 0, width: self.raster.width, height: self.raster.height }
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

/// The game as GIF: the position before the first move, then a frame per move; the last one stays longer and marks
/// the winning line.
///
/// # Errors
/// When the encoder fails.
pub fn to_gif(game: &Game) -> Result<Vec<u8>> {
    let mut board = BoardRaster::new(game);
    for &(point, color) in &game.setup {
        board.stone(game, point, color, false);
    }
    let skipped = game.moves.len().saturating_sub(MAX_FRAMES);
    for (index, &point) in game.moves.iter().enumerate().take(skipped) {
        board.stone(game, point, game.mover(index), false);
    }
    let mut bytes = Vec::new();
    let size = |side: usize| u16::try_from(side).context("the picture is too large");
    let mut encoder = Encoder::new(&mut bytes, size(board.raster.width)?, size(board.raster.height)?, &[])?;
    encoder.set_repeat(Repeat::Infinite)?;
    let is_still = game.moves.is_empty();
    encoder.write_frame(&board.frame(board.whole(), if is_still { LAST_DELAY } else { MOVE_DELAY }))?;
    for (index, &point) in game.moves.iter().enumerate().skip(skipped) {
        let mut area = board.area(game, point);
        if index > skipped {
            let before = game.moves[index - 1];
            board.stone(game, before, game.mover(index - 1), false);
            area = both(area, board.area(game, before));
        }
        board.stone(game, point, game.mover(index), true);
        let is_last = index + 1 == game.moves.len();
        if is_last {
            for won in game.winning_line() {
                board.stone(game, won, game.mover(index), true);
                area = both(area, board.area(game, won));
            }
        }
        encoder.write_frame(&board.frame(area, if is_last { LAST_DELAY } else { MOVE_DELAY }))?;
    }
    drop(encoder);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};
    use tengen::board::parse_moves;

    #[test]
    fn a_game_is_a_frame_for_each_move_and_one_before() {
        let size = BoardSize::square(15).unwrap();
        let moves = parse_moves(size, "h8i9h9i10h10i11h11i12h12").unwrap();
        let game = Game { moves, ..Game::new(Rule::Freestyle, size) };
        let bytes = to_gif(&game).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(bytes.as_slice()).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push((frame.width, frame.height, frame.delay));
        }
        assert_eq!(frames.len(), 10);
        assert_eq!(frames[0], (480, 480, MOVE_DELAY));
        assert_eq!(frames[1], (32, 32, MOVE_DELAY));
        // The winning line's five cells and White's last stone beside them.
        assert_eq!(frames[9], (64, 160, LAST_DELAY));
    }

    #[test]
    fn the_largest_board_fits_a_picture() {
        let game = Game::new(Rule::Caro, BoardSize::square(120).unwrap());
        assert!(to_gif(&game).unwrap().len() < 100_000);
    }
}
