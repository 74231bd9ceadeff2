//! Yixin's database, as Rapfi reads and writes it, too.
//!
//! Numbers have their low byte first. The file is compressed as an LZ4 frame, or not at all: how many records there are
//! (four bytes), and each of them. A key has its length before it (two bytes): rule, width, height, and then column and
//! row of each stone, Black's first; their numbers are equal or Black has one more, a pass (`FF FF`) in the place of a
//! stone that is missing. What is known has its length before it, too: label, value, depth and bound (one, two and two
//! bytes), and the text. A key of a board without points holds what is to be said of the file: `charset="UTF-8"`.

use super::adding::{Added, Adder, ExchangeError};
use super::record::RapfiRecord;
use crate::base::{BoardSize, Cell, Color, Point, Rule};
use crate::database::Database;
use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8};
use lz4_flex::frame::FrameDecoder;
use std::io::{BufRead, BufReader, ErrorKind, Read};

/// First bytes of an LZ4 frame.
const FRAME: &[u8] = &[0x04, 0x22, 0x4D, 0x18];
const CHARSET: &[u8] = b"charset=\"UTF-8\"";
/// What every record has before its text.
const FIXED: usize = 5;
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// Whether a file is meant to be such a database: compressed, or with a first record that is one.
pub fn is_yixin(start: &[u8]) -> bool {
    let is_record = |start: &[u8]| {
        let &[_, _, _, high, low_length, high_length, rule, width, height] = start else { return false };
        let length = usize::from(u16::from_le_bytes([low_length, high_length]));
        let is_board = width == height && (width == 0 || (5..=22).contains(&width));
        high < 0x10 && rule < 3 && is_board && length >= 3 && length % 2 == 1 && length <= 3 + 2 * 22 * 22
    };
    start.starts_with(FRAME) || start.get(..9).is_some_and(is_record)
}

/// Adds the records of such a database. `encoding` is that of texts where the file does not say it; without one they are
/// UTF-8 or a guess.
///
/// # Errors
/// When the database here cannot be written, or the other file holds no record. A damaged one is read up to there.
pub fn add_yixin(
    database: &Database,
    file: impl Read,
    encoding: Option<&'static Encoding>,
) -> Result<Added, ExchangeError> {
    let mut file = BufReader::new(file);
    let is_compressed = file.fill_buf()?.starts_with(FRAME);
    let reader: Box<dyn Read> =
        if is_compressed { Box::new(BufReader::new(FrameDecoder::new(file))) } else { Box::new(file) };
    let mut adder = Adder::new(database)?;
    let mut records = RecordReader { file: reader, read: 0, encoding };
    let damage = records.read_all(&mut adder)?;
    if adder.added.read == 0 && damage.is_some() {
        return Err(ExchangeError::Unreadable(format!(
            "not a database of Yixin or Rapfi: {}",
            damage.unwrap_or_default()
        )));
    }
    adder.added.damage = damage;
    Ok(adder.finish()?)
}

struct RecordReader<R> {
    file: R,
    /// Bytes, after decompression.
    read: u64,
    encoding: Option<&'static Encoding>,
}

impl<R: Read> RecordReader<R> {
    /// What is wrong with the file, if anything is.
    fn read_all(&mut self, adder: &mut Adder) -> Result<Option<String>, ExchangeError> {
        let count = match self.number::<4>() {
            Ok(bytes) => u32::from_le_bytes(bytes),
            Err(reason) => return Ok(Some(reason)),
        };
        for number in 0..count {
            let (key, known) = match self.record() {
                Ok(record) => record,
                Err(reason) => return Ok(Some(format!("{reason}, in record {} of {count}", number + 1))),
            };
            if key.len() >= 3 && key[1..3] == [0, 0] {
                if known.get(FIXED..).is_some_and(|text| text.starts_with(CHARSET)) {
                    self.encoding = Some(UTF_8);
                }
                continue;
            }
            adder.added.read += 1;
            match parse(&key, &known, self.encoding) {
                Some(record) => {
                    for (key, entry) in record.entries() {
                        adder.add(key, &entry)?;
                    }
                }
                None => adder.added.left_out += 1,
            }
        }
        Ok(None)
    }

    fn record(&mut self) -> Result<(Vec<u8>, Vec<u8>), String> {
        let key = self.slice()?;
        // Rapfi writes no key that is empty, and takes one for a record without anything behind it.
        if key.is_empty() { Ok((key, Vec::new())) } else { Ok((key, self.slice()?)) }
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn slice(&mut self) -> Result<Vec<u8>, String> {
        let mut bytes = vec![0; u16::from_le_bytes(self.number()?).into()];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), String> {
        let at = self.read;
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => format!("it is cut off after {at} bytes"),
            _ => format!("it is damaged after {at} bytes ({error})"),
        })?;
        self.read += bytes.len() as u64;
        Ok(())
    }
}

/// `None` where the bytes are not a position.
fn parse(key: &[u8], known: &[u8], encoding: Option<&'static Encoding>) -> Option<RapfiRecord> {
    let (&[rule, width, height], stones) = key.split_first_chunk()?;
    let rule = *RULES.get(usize::from(rule))?;
    let size = BoardSize::new(width.into(), height.into()).ok()?;
    let points = stones.chunks_exact(2);
    if !points.remainder().is_empty() {
        return None;
    }
    let count = points.len();
    let mut stones: Vec<(Point, Cell)> = Vec::with_capacity(count);
    let mut taken = vec![false; size.cells()];
    let mut passes = [false; 2];
    for (index, point) in points.enumerate() {
        let color = if index < count.div_ceil(2) { Color::Black } else { Color::White };
        let &[x, y] = point else { return None };
        if (x, y) == (0xFF, 0xFF) {
            // A pass stands last among the stones of its color.
            if std::mem::replace(&mut passes[color.index()], true) {
                return None;
            }
            continue;
        }
        let point = size.point((x as i8).into(), (y as i8).into())?;
        if passes[color.index()] || std::mem::replace(&mut taken[point.index()], true) {
            return None;
        }
        stones.push((point, color.into()));
    }
    let number = |at: usize| known.get(at..at + 2).map_or(0, |bytes| i16::from_le_bytes([bytes[0], bytes[1]]));
    let depth_and_bound = number(3);
    Some(RapfiRecord {
        rule,
        size,
        side: if count % 2 == 0 { Color::Black } else { Color::White },
        stones,
        label: known.first().map_or(0, |&label| label as i8),
        value: number(1),
        depth: depth_and_bound >> 2,
        bound: (depth_and_bound & 3) as u8,
        text: decode(known.get(FIXED..).unwrap_or_default(), encoding),
    })
}

fn decode(text: &[u8], encoding: Option<&'static Encoding>) -> String {
    let encoding = encoding.filter(|&encoding| encoding != UTF_8 || std::str::from_utf8(text).is_ok());
    match (encoding, std::str::from_utf8(text)) {
        (None, Ok(text)) => text.to_owned(),
        (Some(encoding), _) => encoding.decode_without_bom_handling(text).0.into_owned(),
        (None, Err(_)) => {
            let mut detector = EncodingDetector::new();
            detector.feed(text, true);
            detector.guess(None, false).decode_without_bom_handling(text).0.into_owned()
        }
    }
}
