//! Rapfi's text export of a database: comma-separated values.
//!
//! `index,key,label,value,depth,bound,text`. The key is `r-15-15-h8i9-g7-w`: the rule's first letter, width, height,
//! Black's and White's stones with rows counted from the top, and the side to move. The label is a letter, `(none)`,
//! `(null)` or its number in parentheses. The text is in quotation marks; quotation marks and backslashes in it are
//! escaped by a backslash, and `\n` and `\b` stand for line ends and backspaces.

use super::adding::{Added, Adder, ExchangeError};
use super::outgoing::{Outgoing, WrittenRecords};
use super::record::RapfiRecord;
use super::yixin::decode;
use crate::{Database, PositionKey, Reason, why};
use encoding_rs::Encoding;
use std::fmt::Write as _;
use std::io::{BufRead, Read, Write};
use tengen::base::{BoardSize, Cell, Color, Rule};

const HEAD: &str = "index,key,label,value,depth,bound,text";
const BOUNDS: [&str; 4] = ["none", "upper", "lower", "exact"];
/// Longest line that is read, in bytes.
const MAX_LINE: u64 = 1 << 20;

/// Whether a file begins as such a text.
pub fn is_text(start: &[u8]) -> bool {
    let start = start.strip_prefix("\u{feff}".as_bytes()).unwrap_or(start);
    start.starts_with(HEAD.as_bytes())
}

/// Adds the positions of such a text. `encoding` is the encoding of the records' texts; without it, one is UTF-8 or its
/// encoding is guessed. Lines that are not positions are left out and counted, and the first of them is named.
///
/// # Errors
/// When the file is no such text or cannot be read, or the database cannot be written.
pub fn add_text(
    database: &Database,
    text: &mut dyn BufRead,
    encoding: Option<&'static Encoding>,
) -> Result<Added, ExchangeError> {
    let unreadable = |why: &str| ExchangeError::Unreadable(Reason::text(format!("{why}: expected '{HEAD}'")));
    let mut adder = Adder::new(database)?;
    let mut line = Vec::new();
    let mut number = 0;
    loop {
        line.clear();
        if text.take(MAX_LINE + 1).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        number += 1;
        let is_long = line.len() as u64 > MAX_LINE && !line.ends_with(b"\n");
        if is_long {
            text.skip_until(b'\n')?;
        }
        if number == 1 {
            if !is_text(&line) {
                return Err(unreadable("not the text of a database"));
            }
            continue;
        }
        let line = line.trim_ascii();
        if line.is_empty() {
            continue;
        }
        adder.added.read += 1;
        match parse(line, encoding).filter(|_| !is_long) {
            Some(record) => {
                for (key, entry) in record.entries() {
                    adder.add(key, entry)?;
                }
            }
            None => {
                adder.added.left_out += 1;
                adder.added.damage.get_or_insert_with(|| match is_long {
                    true => why::line_long(number),
                    false => why::line_no_position(number),
                });
            }
        }
    }
    if number == 0 {
        return Err(unreadable("the text is empty"));
    }
    Ok(adder.finish()?)
}

fn parse(line: &[u8], encoding: Option<&'static Encoding>) -> Option<RapfiRecord> {
    let mut columns = line.splitn(7, |&byte| byte == b',').skip(1);
    let mut column = || std::str::from_utf8(columns.next()?).ok();
    let (key, label) = (column()?, column()?);
    let (value, depth) = (column()?.parse::<i16>().ok()?, column()?.parse::<i16>().ok()?);
    let bound = column()?;
    let bound = BOUNDS.iter().position(|&name| name == bound)? as u8;
    let label = match label {
        "(none)" => -1,
        "(null)" => 0,
        _ => match label.strip_prefix('(').and_then(|label| label.strip_suffix(')')) {
            Some(number) => number.parse().ok()?,
            None => label.bytes().next().filter(|_| label.len() == 1)? as i8,
        },
    };
    let text = decode(&unquoted(columns.next()?)?, encoding);
    Some(RapfiRecord { label, value, depth, bound, text, ..parse_key(key)? })
}

/// A record with the position of a key and nothing else.
fn parse_key(key: &str) -> Option<RapfiRecord> {
    let parts: Vec<&str> = key.split('-').collect();
    let &[rule, width, height, black, white, side] = parts.as_slice() else { return None };
    let rule = Rule::ALL.into_iter().find(|&known| letters_of(known).eq(rule.chars()))?;
    let size = BoardSize::new(width.parse().ok()?, height.parse().ok()?).ok()?;
    let side = match side {
        "b" => Color::Black,
        "w" => Color::White,
        _ => return None,
    };
    let mut stones = Vec::new();
    let mut taken = vec![false; size.cells()];
    for (text, cell) in [(black, Cell::Black), (white, Cell::White)] {
        let mut rest = text;
        while !rest.is_empty() {
            let column = rest.bytes().next().filter(u8::is_ascii_lowercase)?;
            let digits = rest.len() - 1 - rest[1..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
            let row: i32 = rest[1..=digits].parse().ok()?;
            let point = size.point(i32::from(column - b'a'), row - 1)?;
            if std::mem::replace(&mut taken[point.index()], true) {
                return None;
            }
            stones.push((point, cell));
            rest = &rest[1 + digits..];
        }
    }
    Some(RapfiRecord { rule, size, side, stones, label: 0, value: 0, depth: 0, bound: 0, text: String::new() })
}

fn unquoted(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = text.strip_prefix(b"\"")?.strip_suffix(b"\"")?.iter().copied();
    let mut plain = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        plain.push(match byte {
            b'\\' => match bytes.next()? {
                b'n' => b'\n',
                b'b' => 8,
                other => other,
            },
            b'"' => return None,
            other => other,
        });
    }
    Some(plain)
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '\n' => quoted += "\\n",
            '\u{8}' => quoted += "\\b",
            '\0' | '\r' => {}
            '"' | '\\' => quoted.extend(['\\', letter]),
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// Writes the positions of a database that `is_meant` accepts. The format has no place for
/// results of games, moves of searches, positions with neutral cells, and boards of more than 26 columns, which are
/// left out.
///
/// # Errors
/// When the database cannot be read or the text cannot be written.
pub fn write_text(
    database: &Database,
    is_meant: &dyn Fn(&PositionKey) -> bool,
    out: &mut dyn Write,
) -> Result<WrittenRecords, ExchangeError> {
    let is_held = |key: &PositionKey| key.size().width() <= 26 && key.placed().all(|(_, cell)| cell != Cell::Neutral);
    let (records, mut sum) = Outgoing::read(database, is_meant, &is_held)?;
    writeln!(out, "{HEAD}")?;
    sum.written = records.visit(&mut |number, record| writeln!(out, "{number},{}", row(&record)))?;
    Ok(sum)
}

/// The letters of a rule: the first of each word of its name. Rapfi uses those of the first three rules.
fn letters_of(rule: Rule) -> impl Iterator<Item = char> {
    rule.name().split('-').filter_map(|word| word.chars().next())
}

/// A line of the text without its index.
fn row(record: &RapfiRecord) -> String {
    let RapfiRecord { rule, size, side, stones, label, value, depth, bound, text } = record;
    let letter: String = letters_of(*rule).collect();
    let points = |cell: Cell| -> String {
        let points = stones.iter().filter(|stone| stone.1 == cell).map(|&(point, _)| {
            let (x, y) = size.xy(point);
            format!("{}{}", char::from(b'a' + x as u8), y + 1)
        });
        points.collect()
    };
    let side = if *side == Color::Black { 'b' } else { 'w' };
    let mut row = format!("{letter}-{}-{}-", size.width(), size.height());
    // Writing to a string cannot fail.
    let _ = write!(row, "{}-{}-{side},", points(Cell::Black), points(Cell::White));
    let _ = match u8::try_from(*label) {
        Ok(0) => write!(row, "(null)"),
        Ok(letter) if letter.is_ascii_graphic() => write!(row, "{}", char::from(letter)),
        _ if *label == -1 => write!(row, "(none)"),
        _ => write!(row, "({label})"),
    };
    let _ = write!(row, ",{value},{depth},{},{}", BOUNDS[usize::from(bound & 3)], quoted(text));
    row
}
