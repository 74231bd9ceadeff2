//! The file of a certificate: a head of lines, then the answers as numbers of seven bits a byte, the lowest first.
//!
//! The head names rule, size, attacker, side to move, each color's stones by column and row from the top left, and the
//! number of answers. An answer is a point, the number of replies with an answer of their own, each of these replies
//! with its answer, and the answer to all other replies. An answer is referred to by its distance, as the number of
//! answers back; 0 is the five, which the reader of the file finds. The last answer is the answer to the position
//! itself; with the defender to move, its point has no meaning.

use tengen::base::{BoardSize, Color, Point, Rule};
use thiserror::Error;

/// The number of the answer that makes five.
pub const FIVE: u32 = 0;

/// The attacker's move in a position, and what follows the defender's replies to it. Answers are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct WinningMove {
    /// Where the attacker plays.
    pub point: Point,
    /// Replies with an answer of their own, and its number.
    pub replies: Vec<(Point, u32)>,
    /// The number of the answer to all other replies.
    pub other: u32,
}

/// A won position, and the answers that win it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The board's size.
    pub size: BoardSize,
    /// The rule of play.
    pub rule: Rule,
    /// Who wins.
    pub attacker: Color,
    /// Who is to move.
    pub to_move: Color,
    /// Stones on the board.
    pub stones: Vec<(Point, Color)>,
    /// The answers; each names only answers before it.
    pub answers: Vec<WinningMove>,
}

/// Why bytes are no certificate.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatError {
    /// A line of the head.
    #[error("line {0}: expected '{1}' and its value")]
    Head(usize, &'static str),
    /// An answer.
    #[error("answer {0} is cut or damaged")]
    Answer(usize),
    /// Bytes after the last answer.
    #[error("there are bytes after the last answer")]
    End,
}

/// First words of the lines of the head.
pub(crate) const HEAD: [&str; 8] = ["tengen-proof", "rule", "size", "attacker", "to-move", "black", "white", "answers"];

impl Certificate {
    /// Reads a file.
    ///
    /// # Errors
    /// When it is no certificate, or a part of one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        let mut lines = bytes.splitn(HEAD.len() + 1, |&byte| byte == b'\n');
        let mut values = [""; HEAD.len()];
        for (index, name) in HEAD.into_iter().enumerate() {
            let line = lines.next().and_then(|line| std::str::from_utf8(line).ok()?.strip_prefix(name));
            values[index] = line.ok_or(FormatError::Head(index + 1, name))?.trim();
        }
        let wrong = |index: usize| FormatError::Head(index + 1, HEAD[index]);
        let pair = |text: &str, sign| text.split_once(sign).and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let size = pair(values[2], 'x').and_then(|(x, y): (i32, i32)| BoardSize::new(x as usize, y as usize).ok());
        let size = size.ok_or(wrong(2))?;
        let mut stones = Vec::new();
        for (index, color) in [(5, Color::Black), (6, Color::White)] {
            for text in values[index].split_whitespace() {
                let point = pair(text, ',').and_then(|(x, y): (i32, i32)| size.point(x, y)).ok_or(wrong(index))?;
                stones.push((point, color));
            }
        }
        let points = stones.iter().map(|stone| stone.0).collect::<std::collections::HashSet<_>>();
        let number: usize = values[7].parse().map_err(|_| wrong(7))?;
        if values[0] != "1" || points.len() < stones.len() {
            return Err(wrong(if values[0] == "1" { 6 } else { 0 }));
        }
        let mut rest = lines.next().unwrap_or_default();
        let mut answers = Vec::new();
        for index in 1..=number {
            answers.push(read_answer(&mut rest, index, size).ok_or(FormatError::Answer(index))?);
        }
        if !rest.is_empty() {
            return Err(FormatError::End);
        }
        let color = |index: usize| values[index].parse().map_err(|_| wrong(index));
        let rule = values[1].parse().map_err(|_| wrong(1))?;
        Ok(Self { size, rule, attacker: color(3)?, to_move: color(4)?, stones, answers })
    }
}

fn read_answer(bytes: &mut &[u8], index: usize, size: BoardSize) -> Option<WinningMove> {
    let mut number = || {
        let end = bytes.iter().take(4).position(|&byte| byte < 128)?;
        let (read, rest) = bytes.split_at(end + 1);
        *bytes = rest;
        Some(read.iter().rev().fold(0, |number, &byte| number << 7 | usize::from(byte & 127)))
    };
    let on_board = |point: usize| (point < size.cells()).then_some(Point(point as u16));
    let point = on_board(number()?)?;
    let count = number().filter(|&count| count < size.cells())?;
    let mut replies = Vec::new();
    let mut is_listed = vec![false; size.cells()];
    for _ in 0..count {
        let reply = on_board(number()?)?;
        // The checker would read one of two answers to a reply, and a tree show both.
        if std::mem::replace(&mut is_listed[usize::from(reply.0)], true) {
            return None;
        }
        replies.push((reply, answer_before(index, number()?)?));
    }
    Some(WinningMove { point, replies, other: answer_before(index, number()?)? })
}

/// The number of the answer that stands `back` before this one.
fn answer_before(index: usize, back: usize) -> Option<u32> {
    if back == 0 {
        Some(FIVE)
    } else {
        index.checked_sub(back).filter(|&number| number > 0).map(|number| number as u32)
    }
}
