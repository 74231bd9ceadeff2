//! The drawing of [`to_svg`](super::to_svg) as PNG: one drawing for two file formats.

use super::glyphs::missing;
use super::raster::{Raster, Rgb};
use anyhow::{Context, Result, bail, ensure};
use miniz_oxide::deflate::compress_to_vec_zlib;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;

/// Pixels per unit of the drawing, and the longest side in pixels for larger boards.
const SCALE: f32 = 1.5;
const MAX_PIXELS: f32 = 2400.0;

/// Converts a drawing of [`to_svg`](super::to_svg) to PNG. Texts are written with the glyphs of strokes. Fails if a
/// text has a character without a glyph.
pub fn to_png(svg: &str) -> Result<Vec<u8>> {
    let Raster { width, height, pixels } = draw(svg)?;
    // The first byte of each row is its filter: none.
    let rows = pixels.chunks(width).flat_map(|row| [0].into_iter().chain(row.as_flattened().iter().copied()));
    let mut head = Vec::new();
    head.extend((width as u32).to_be_bytes());
    head.extend((height as u32).to_be_bytes());
    head.extend(EIGHT_BIT_RGB);
    let mut bytes = SIGNATURE.to_vec();
    push_chunk(&mut bytes, b"IHDR", &head);
    push_chunk(&mut bytes, b"IDAT", &compress_to_vec_zlib(&rows.collect::<Vec<u8>>(), COMPRESSION));
    push_chunk(&mut bytes, b"IEND", &[]);
    Ok(bytes)
}

/// Signature of a PNG. Source: "Portable Network Graphics (PNG) Specification", W3C, chapters 5 and 11.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Bits per sample, color type, and methods of compression, filter and interlace.
const EIGHT_BIT_RGB: [u8; 5] = [8, 2, 0, 0, 0];
/// Compression level, of at most 10.
const COMPRESSION: u8 = 6;

/// Appends a chunk: length, kind, data and checksum.
fn push_chunk(bytes: &mut Vec<u8>, kind: &[u8; 4], data: &[u8]) {
    bytes.extend((data.len() as u32).to_be_bytes());
    let from = bytes.len();
    bytes.extend(kind);
    bytes.extend(data);
    bytes.extend(crc32fast::hash(&bytes[from..]).to_be_bytes());
}

/// The attributes of an element, including those of its group.
#[derive(Clone, Default)]
struct ShapeAttributes(HashMap<String, String>);

impl ShapeAttributes {
    fn with(&self, element: &BytesStart) -> Result<Self> {
        let mut all = self.clone();
        for attribute in element.attributes() {
            let attribute = attribute?;
            let name = String::from_utf8(attribute.key.as_ref().to_vec())?;
            all.0.insert(name, attribute.unescape_value()?.into_owned());
        }
        Ok(all)
    }

    fn number(&self, name: &str) -> Result<f32> {
        let value = self.0.get(name).with_context(|| format!("no '{name}'"))?;
        value.parse().with_context(|| format!("{name}=\"{value}\""))
    }

    /// A color; `None` if nothing is painted.
    fn color(&self, name: &str) -> Result<Option<Rgb>> {
        let Some(value) = self.0.get(name).filter(|value| *value != "none") else { return Ok(None) };
        let digits = value.strip_prefix('#').filter(|digits| digits.len() == 6).context("a color")?;
        let number = u32::from_str_radix(digits, 16)?;
        Ok(Some([16, 8, 0].map(|shift| (number >> shift) as u8)))
    }
}

/// The picture, and the pixels per unit of the drawing.
struct Painter {
    raster: Raster,
    scale: f32,
}

fn draw(svg: &str) -> Result<Raster> {
    let mut reader = Reader::from_str(svg);
    let mut painter: Option<Painter> = None;
    let mut open = vec![ShapeAttributes::default()];
    loop {
        let event = reader.read_event()?;
        let around = open.last().cloned().unwrap_or_default();
        match event {
            Event::Start(element) => {
                let attributes = around.with(&element)?;
                match element.name().as_ref() {
                    b"svg" => painter = Some(Painter::new(&attributes)?),
                    b"g" => {}
                    b"title" => drop(reader.read_text(element.name())?),
                    b"text" => {
                        let text = quick_xml::escape::unescape(&reader.read_text(element.name())?)?.into_owned();
                        painter.as_mut().context("a text before the picture")?.text(&text, &attributes)?;
                    }
                    name => bail!("<{}>", String::from_utf8_lossy(name)),
                }
                if matches!(element.name().as_ref(), b"svg" | b"g") {
                    // The size of the whole drawing is not inherited.
                    open.push(if element.name().as_ref() == b"g" { attributes } else { ShapeAttributes::default() });
                }
            }
            Event::Empty(element) => {
                let painter = painter.as_mut().context("a shape before the picture")?;
                let attributes = around.with(&element)?;
                painter.shape(element.name().as_ref(), &attributes)?;
            }
            Event::End(_) => drop(open.pop()),
            Event::Eof => break,
            _ => {}
        }
    }
    painter.map(|painter| painter.raster).context("no picture")
}

impl Painter {
    fn new(attributes: &ShapeAttributes) -> Result<Self> {
        let (width, height) = (attributes.number("width")?, attributes.number("height")?);
        let scale = SCALE.min(MAX_PIXELS / width.max(height));
        let pixels = |side: f32| (side * scale).round() as usize;
        Ok(Self { raster: Raster::new(pixels(width), pixels(height), [255; 3]), scale })
    }

    /// A place in pixels; pixel centers have integer coordinates.
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (x * self.scale - 0.5, y * self.scale - 0.5)
    }

    fn shape(&mut self, name: &[u8], attributes: &ShapeAttributes) -> Result<()> {
        let number = |name| attributes.number(name);
        let (fill, stroke) = (attributes.color("fill")?, attributes.color("stroke")?);
        let pen = if stroke.is_some() { self.scale * number("stroke-width")? } else { 0.0 };
        match name {
            b"rect" => {
                let (x, y) = (number("x").unwrap_or(0.0), number("y").unwrap_or(0.0));
                let (from, to) = (self.place(x, y), self.place(x + number("width")?, y + number("height")?));
                if let Some(fill) = fill {
                    self.raster.rectangle(from, to, fill);
                }
                if let Some(stroke) = stroke {
                    let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
                    corners.windows(2).for_each(|ends| self.raster.line(ends[0], ends[1], pen, stroke));
                }
            }
            b"circle" => {
                let (center, radius) = (self.place(number("cx")?, number("cy")?), number("r")? * self.scale);
                if let Some(stroke) = stroke {
                    self.raster.disc(center, radius + pen / 2.0, stroke);
                }
                if let Some(fill) = fill {
                    self.raster.disc(center, radius - pen / 2.0, fill);
                }
            }
            b"line" => {
                let (from, to) = (self.place(number("x1")?, number("y1")?), self.place(number("x2")?, number("y2")?));
                self.raster.line(from, to, pen, stroke.context("a line without a color")?);
            }
            b"path" => {
                let stroke = stroke.context("a path without a color")?;
                for (from, to) in lines(attributes.0.get("d").context("no 'd'")?)? {
                    self.raster.line(self.place(from.0, from.1), self.place(to.0, to.1), pen, stroke);
                }
            }
            name => bail!("<{}>", String::from_utf8_lossy(name)),
        }
        Ok(())
    }

    fn text(&mut self, text: &str, attributes: &ShapeAttributes) -> Result<()> {
        if let Some(character) = missing(text) {
            bail!(
                "'{text}': a picture of pixels has no '{character}', only letters from A to Z, digits and signs: expected .svg"
            );
        }
        let size = attributes.number("font-size")? * self.scale;
        let is_bold = attributes.0.get("font-weight").is_some_and(|weight| weight != "400");
        let place = self.place(attributes.number("x")?, attributes.number("y")?);
        let pen = size * if is_bold { 0.13 } else { 0.09 };
        self.raster.text(text, place, size, pen, attributes.color("fill")?.unwrap_or_default());
        Ok(())
    }
}

/// A straight line between two places.
type Stroke = ((f32, f32), (f32, f32));

/// The straight lines of a path with the commands `M`, `L`, `H` and `V`.
fn lines(path: &str) -> Result<Vec<Stroke>> {
    let mut lines = Vec::new();
    let mut at = (0.0, 0.0);
    let mut rest = path;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic()).map_or(rest.len(), |end| end + 1);
        let numbers: Vec<f32> = rest[1..end]
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()
            .with_context(|| path.to_owned())?;
        let to = match (command, numbers.as_slice()) {
            ('M' | 'L', &[x, y]) => (x, y),
            ('H', &[x]) => (x, at.1),
            ('V', &[y]) => (at.0, y),
            _ => bail!("'{path}'"),
        };
        if command != 'M' {
            lines.push((at, to));
        }
        at = to;
        rest = &rest[end..];
    }
    ensure!(!lines.is_empty(), "'{path}'");
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::draw::{Picture, to_svg};
    use tengen::base::{BoardSize, Rule};
    use tengen::board::{parse_moves, parse_point};

    fn game(size: BoardSize, moves: &str) -> Game {
        Game { moves: parse_moves(size, moves).unwrap(), ..Game::new(Rule::Freestyle, size) }
    }

    #[test]
    fn the_pixels_show_what_the_drawing_says() {
        let size = BoardSize::square(15).unwrap();
        let game = game(size, "h8i9");
        let marks = vec![(parse_point(size, "c3").unwrap(), "A".to_owned())];
        let forbidden = vec![parse_point(size, "d12").unwrap()];
        let picture =
            Picture { coordinates: true, marks, forbidden, caption: Some("Caro 15x15".into()), ..Picture::default() };
        let raster = draw(&to_svg(&game, &picture)).unwrap();
        // 14 gaps of 36 between two margins of 46, and a caption of 34, in pixels.
        assert_eq!((raster.width, raster.height), (894, 945));
        let pixel = |name: &str, dx: f32, dy: f32| {
            let (x, y) = size.xy(parse_point(size, name).unwrap());
            let at = |n: i32, d: f32| ((46.0 + 36.0 * n as f32 + d) * 1.5) as usize;
            raster.pixels[at(y, dy) * raster.width + at(x, dx)]
        };
        assert_eq!(pixel("h8", 8.0, 0.0), [0x22; 3]);
        assert_eq!(pixel("i9", -8.0, 3.0), [0xff; 3]);
        assert_eq!(pixel("b2", 10.0, 10.0), [0xfb, 0xf6, 0xea], "the paper between the lines");
        assert_eq!(pixel("d12", 4.0, 4.0), [0xc8, 0x26, 0x1d], "a forbidden point");
        assert!(pixel("b2", 0.0, 10.0)[0] < 0xc0, "a line");
        let dark = |left: usize, top: usize, width: usize, height: usize| {
            let rows = (top..top + height).map(|y| &raster.pixels[y * raster.width + left..][..width]);
            rows.flatten().filter(|pixel| pixel[0] < 0x90).count()
        };
        assert!(dark(60, 5, 20, 30) > 20, "the letter of the first column");
        assert!(dark(350, 905, 200, 30) > 200, "the caption");
    }

    #[test]
    fn the_file_is_a_png_that_is_read_again_and_large_boards_are_scaled() {
        let size = BoardSize::square(120).unwrap();
        let svg = to_svg(&game(size, "a1"), &Picture { coordinates: true, ..Picture::default() });
        let bytes = to_png(&svg).unwrap();
        let mut rest = bytes.strip_prefix(&SIGNATURE).unwrap();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let number = |at: usize| u32::from_be_bytes(rest[at..at + 4].try_into().unwrap());
            let length = number(0) as usize;
            let body = &rest[4..8 + length];
            assert_eq!(number(8 + length), crc32fast::hash(body));
            chunks.push(body.split_at(4));
            rest = &rest[12 + length..];
        }
        let [(b"IHDR", head), (b"IDAT", data), (b"IEND", [])] = chunks[..] else { panic!("{} chunks", chunks.len()) };
        assert_eq!(head, [0, 0, 9, 96, 0, 0, 9, 96, 8, 2, 0, 0, 0], "2400 by 2400");
        let pixels = miniz_oxide::inflate::decompress_to_vec_zlib(data).unwrap();
        let drawn = draw(&svg).unwrap();
        assert!(
            pixels.chunks(1 + 3 * 2400).zip(drawn.pixels.chunks(2400)).all(|(row, of)| row[1..] == *of.as_flattened())
        );
        assert!(drawn.pixels.contains(&[0x22; 3]));
    }

    #[test]
    fn a_text_that_cannot_be_written_is_named() {
        let size = BoardSize::square(15).unwrap();
        let picture = Picture { caption: Some("Cờ caro".into()), ..Picture::default() };
        let error = to_png(&to_svg(&game(size, ""), &picture)).unwrap_err().to_string();
        assert!(error.contains("'Cờ caro'") && error.contains("'ờ'") && error.contains(".svg"), "{error}");
    }
}
