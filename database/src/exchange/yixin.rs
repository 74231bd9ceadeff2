//! Yixin's database, which Rapfi reads and writes too.
//!
//! Integers are little-endian. The file may be compressed as an LZ4 frame. It holds the number of records (four bytes),
//! then the records. A record is a key and a value, each preceded by its length (two bytes). Key: rule, width, height,
//! and column and row of each stone, Black's first; Black has as many stones as White or one more, with a pass (`FF
//! FF`) in place of a missing stone. Value: label, score, and depth with bound (one, two and two bytes), and the text.
//! A key with an empty board describes the file: `charset="UTF-8"`.

use super::adding::{Added, Adder, ExchangeError};
use super::outgoing::{Outgoing, WrittenRecords};
use super::record::RapfiRecord;
use crate::encoding::guess;
use crate::{Database, PositionKey, Reason, why};
use encoding_rs::{Encoding, UTF_8};
use lz4_flex::frame::{BlockMode, BlockSize, FrameDecoder, FrameEncoder, FrameInfo};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use tengen::base::{BoardSize, Cell, Color, Point, Rule};

/// First bytes of an LZ4 frame.
pub(super) const FRAME: &[u8] = &[0x04, 0x22, 0x4D, 0x18];
const CHARSET: &[u8] = b"charset=\"UTF-8\"";
/// Bytes of a record's value before its text.
const FIXED: usize = 5;
/// Number of records that are not positions after which a file of mostly such records is given up.
const MAX_LEFT_OUT: usize = 1_000_000;
/// Coordinates of a pass.
const PASS: [u8; 2] = [0xFF; 2];
/// The longest side of a board.
const MAX_SIDE: usize = 22;
const RULES: [Rule; 3] = [Rule::Freestyle, Rule::Standard, Rule::Renju];

/// Whether a file begins as a database of Yixin or Rapfi that is not compressed: with a valid first record.
pub fn is_yixin(start: &[u8]) -> bool {
    let is_record = |start: &[u8]| {
        let &[_, _, _, high, low_length, high_length, rule, width, height] = start else { return false };
        let length = usize::from(u16::from_le_bytes([low_length, high_length]));
        let is_board = width == height && (width == 0 || (5..=MAX_SIDE).contains(&usize::from(width)));
        high < 0x10 && rule < 3 && is_board && length >= 3 && length % 2 == 1 && length <= 3 + 2 * MAX_SIDE * MAX_SIDE
    };
    start.get(..9).is_some_and(is_record)
}

/// Adds the records of a database of Yixin or Rapfi. `encoding` is the encoding of its texts unless the file names one; without
/// either, a text is UTF-8 or its encoding is guessed.
///
/// # Errors
/// When the database cannot be written, or the file holds no record. A damaged file is read up to the damage.
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
    if let Some(damage) = damage.as_ref().filter(|_| adder.added.read == 0) {
        let rest = if is_compressed && records.read == 0 { why::first_block() } else { damage.clone() };
        return Err(ExchangeError::Unreadable(why::yixin_unread(rest).with(why::other_copy())));
    }
    adder.added.damage = damage;
    Ok(adder.finish()?)
}

/// Writes the positions of a database that `is_meant` accepts, compressed as Rapfi writes them. Results of games and
/// moves of searches are left out, and so are positions that the format cannot hold: under other rules than its three,
/// on boards of more than 22 points a side or with unequal sides, with neutral cells, or with numbers of stones that
/// alternating turns and one pass do not give.
///
/// # Errors
/// When the database cannot be read or the file cannot be written.
pub fn write_yixin(
    database: &Database,
    is_meant: &dyn Fn(&PositionKey) -> bool,
    out: &mut dyn Write,
) -> Result<WrittenRecords, ExchangeError> {
    let is_held = |key: &PositionKey| {
        key_of(key.rule(), key.size(), key.side_to_move(), &key.placed().collect::<Vec<_>>()).is_some()
    };
    let (records, mut sum) = Outgoing::read(database, is_meant, &is_held)?;
    let info = FrameInfo::new().block_size(BlockSize::Max64KB).block_mode(BlockMode::Linked).content_checksum(true);
    let mut file = FrameEncoder::with_frame_info(info, out);
    // An additional record names the encoding of texts.
    let count = u32::try_from(records.count()? + 1)
        .map_err(|_| ExchangeError::Unreadable(Reason::text("more positions than a database of Yixin holds")))?;
    file.write_all(&count.to_le_bytes())?;
    write_slice(&mut file, &[0; 3])?;
    write_slice(&mut file, &[&[0; FIXED], CHARSET].concat())?;
    sum.written = records.visit(&mut |_, record| {
        write_slice(&mut file, &key_of(record.rule, record.size, record.side, &record.stones).unwrap_or_default())?;
        let mut end = record.text.len().min(usize::from(u16::MAX) - FIXED);
        while !record.text.is_char_boundary(end) {
            end -= 1;
        }
        let text = &record.text[..end];
        sum.cut_texts += usize::from(text.len() < record.text.len());
        let bound = i32::from(record.depth) << 2 | i32::from(record.bound & 3);
        let [value_low, value_high] = record.value.to_le_bytes();
        let [depth_low, depth_high] = (bound as i16).to_le_bytes();
        let fixed = [record.label as u8, value_low, value_high, depth_low, depth_high];
        write_slice(&mut file, &[&fixed, text.as_bytes()].concat())
    })?;
    file.finish().map_err(io::Error::from)?;
    Ok(sum)
}

/// The key of a position: rule, board and stones, with a pass of the side that has a stone less than alternation gives;
/// `None` if the format cannot hold it.
fn key_of(rule: Rule, size: BoardSize, side: Color, stones: &[(Point, Cell)]) -> Option<Vec<u8>> {
    let rule = RULES.iter().position(|&known| known == rule)?;
    let mut places = [Cell::Black, Cell::White].map(|color| -> Vec<[u8; 2]> {
        let own = stones.iter().filter(|stone| stone.1 == color);
        own.map(|&(point, _)| size.xy(point)).map(|(x, y)| [x as u8, y as u8]).collect()
    });
    let are_all = places[0].len() + places[1].len() == stones.len();
    // Black has as many stones and passes as White on Black's turn, and one more on White's.
    let ahead = usize::from(side == Color::White);
    let (black, white) = (places[0].len(), places[1].len());
    if black + 1 == white + ahead {
        places[0].push(PASS);
    } else if black == white + ahead + 1 {
        places[1].push(PASS);
    }
    let is_held = size.width() == size.height() && size.width() <= MAX_SIDE;
    (are_all && is_held && places[0].len() == places[1].len() + ahead).then(|| {
        let head = [rule as u8, size.width() as u8, size.height() as u8];
        head.into_iter().chain(places.concat().into_flattened()).collect()
    })
}

/// Writes bytes preceded by their length as two bytes; there must be at most 65,535.
fn write_slice(file: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    file.write_all(&(bytes.len() as u16).to_le_bytes())?;
    file.write_all(bytes)
}

struct RecordReader<R> {
    file: R,
    /// Bytes read so far, after decompression.
    read: u64,
    encoding: Option<&'static Encoding>,
}

impl<R: Read> RecordReader<R> {
    /// Reads all records. Returns the damage of the file, if there is any.
    fn read_all(&mut self, adder: &mut Adder) -> Result<Option<Reason>, ExchangeError> {
        let count = match self.number::<4>() {
            Ok(bytes) => u32::from_le_bytes(bytes),
            Err(reason) => return Ok(Some(reason)),
        };
        for number in 0..count {
            let (key, known) = match self.record() {
                Ok(record) => record,
                Err(rest) => return Ok(Some(why::in_record(rest, number + 1, count))),
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
                        adder.add(key, entry)?;
                    }
                }
                None => adder.added.left_out += 1,
            }
            // A compressed file of a few bytes may hold millions of such records.
            let Added { read, left_out, .. } = adder.added;
            if left_out >= MAX_LEFT_OUT && 2 * left_out > read {
                return Ok(Some(why::half_out(number + 1, count)));
            }
        }
        Ok(None)
    }

    fn record(&mut self) -> Result<(Vec<u8>, Vec<u8>), Reason> {
        let key = self.slice()?;
        // Rapfi never writes an empty key, and reads one as a record without a value.
        if key.is_empty() { Ok((key, Vec::new())) } else { Ok((key, self.slice()?)) }
    }

    fn number<const N: usize>(&mut self) -> Result<[u8; N], Reason> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn slice(&mut self) -> Result<Vec<u8>, Reason> {
        let mut bytes = vec![0; u16::from_le_bytes(self.number()?).into()];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Reason> {
        let at = self.read;
        self.file.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => why::bytes_cut(at),
            // What the decompressor says is about its own bytes.
            ErrorKind::InvalidData | ErrorKind::Other => why::bytes_damaged(at),
            _ => Reason::text(format!("it cannot be read after {at} bytes ({error})")),
        })?;
        self.read += bytes.len() as u64;
        Ok(())
    }
}

/// The record of a key and a value; `None` if the key is not a position.
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
        if [x, y] == PASS {
            // A pass is the last stone of its color.
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
        side: Color::Black.after(count),
        stones,
        label: known.first().map_or(0, |&label| label as i8),
        value: number(1),
        depth: depth_and_bound >> 2,
        bound: (depth_and_bound & 3) as u8,
        text: decode(known.get(FIXED..).unwrap_or_default(), encoding),
    })
}

/// A text in an encoding, unless that is UTF-8 and the text is not; without one UTF-8 or a guess.
pub(super) fn decode(text: &[u8], encoding: Option<&'static Encoding>) -> String {
    let encoding = encoding.filter(|&encoding| encoding != UTF_8 || std::str::from_utf8(text).is_ok());
    match (encoding, std::str::from_utf8(text)) {
        (None, Ok(text)) => text.to_owned(),
        (Some(encoding), _) => encoding.decode_without_bom_handling(text).0.into_owned(),
        (None, Err(_)) => guess(text).decode_without_bom_handling(text).0.into_owned(),
    }
}
