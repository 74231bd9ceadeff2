use super::command::Command;
use super::coordinates::Order;
use crate::base::{BoardSize, Color, Point};
use crate::board::Cell;
use crate::search::opening::OpeningRule;
use crate::search::soosorv::SoosorvStep;
use std::time::Instant;

/// What a block of lines up to `DONE` is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BlockKind {
    /// `BOARD`: take the position over and think.
    Board,
    /// `YXBOARD`: take the position over.
    YxBoard,
    /// `SWAP2BOARD` and the like.
    Opening(OpeningRule),
    /// A step of the Soosõrv opening.
    Soosorv(SoosorvStep),
    /// `YXBLOCK`: moves that are not to be played.
    Block,
    /// `YXBLOCKUNDO`: moves that may be played again.
    BlockUndo,
    /// Read to its end, for something that Tengen has not.
    Foreign,
}

/// The lines of a block so far. Nothing is changed until it is whole.
pub(super) struct Block {
    pub kind: BlockKind,
    pub since: Instant,
    size: BoardSize,
    order: Order,
    stones: Vec<(Point, Who)>,
    error: Option<String>,
}

/// The third number of a `BOARD` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Own,
    Opponent,
    Nobody,
}

/// What a line did to a block.
pub(super) enum Step {
    /// The block goes on.
    More,
    /// `DONE`.
    Done,
    /// Another command: the block was never finished.
    Aborted,
}

impl Block {
    pub fn new(kind: BlockKind, size: BoardSize, order: Order, since: Instant) -> Self {
        Self { kind, since, size, order, stones: Vec::new(), error: None }
    }

    /// Takes one line in. The first fault is remembered and answered at the end.
    pub fn push(&mut self, line: &str) -> Step {
        if line.eq_ignore_ascii_case("DONE") {
            return Step::Done;
        }
        if Command::parse(line).0.is_some() {
            return Step::Aborted;
        }
        if self.kind == BlockKind::Foreign {
            return Step::More;
        }
        match self.stone(line) {
            Ok(stone) => self.stones.push(stone),
            Err(error) => self.fail(error),
        }
        Step::More
    }

    /// Remembers a fault, the first one only.
    pub fn fail(&mut self, error: String) {
        self.error.get_or_insert(error);
    }

    fn stone(&self, line: &str) -> Result<(Point, Who), String> {
        let numbers = parse_numbers(line).ok_or_else(|| format!("'{}' is no stone", shorten(line)))?;
        let (x, y, who) = match (self.kind, numbers.as_slice()) {
            (BlockKind::Opening(_) | BlockKind::Soosorv(_) | BlockKind::Block | BlockKind::BlockUndo, &[x, y]) => {
                (x, y, Who::Nobody)
            }
            (BlockKind::Board | BlockKind::YxBoard, &[x, y, 1]) => (x, y, Who::Own),
            (BlockKind::Board | BlockKind::YxBoard, &[x, y, 2]) => (x, y, Who::Opponent),
            (BlockKind::Board | BlockKind::YxBoard, &[x, y, 3]) => (x, y, Who::Nobody),
            _ => return Err(format!("'{}' is no stone", shorten(line))),
        };
        let point = self.order.point(self.size, x, y)?;
        if self.stones.iter().any(|&(other, _)| other == point) {
            return Err(format!("{x},{y} has a stone already"));
        }
        Ok((point, who))
    }

    /// The whole position and the engine's colour, or the first fault.
    ///
    /// Black moves first, so the engine is White exactly when the opponent has more stones.
    pub fn position(self) -> Result<(Vec<(Point, Cell)>, Color), String> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let count = |who| self.stones.iter().filter(|stone| stone.1 == who).count();
        let own = if count(Who::Opponent) > count(Who::Own) { Color::White } else { Color::Black };
        let cell = |who| match who {
            Who::Own => own.into(),
            Who::Opponent => (!own).into(),
            Who::Nobody => Cell::Neutral,
        };
        Ok((self.stones.into_iter().map(|(point, who)| (point, cell(who))).collect(), own))
    }

    /// The points of a block that lists points, or the first fault.
    pub fn points(self) -> Result<Vec<Point>, String> {
        self.error.map_or_else(|| Ok(self.stones.into_iter().map(|(point, _)| point).collect()), Err)
    }

    /// The stones of an opening in their order, or the first fault.
    pub fn opening_stones(self, rule: OpeningRule) -> Result<Vec<Point>, String> {
        let points = self.points()?;
        if rule.stones().contains(&points.len()) {
            return Ok(points);
        }
        let counts: Vec<String> = rule.stones().iter().map(usize::to_string).collect();
        Err(format!("{} has {} stones, not {}", opening_command(rule), counts.join(" or "), points.len()))
    }
}

/// Reads `7,8` or `7 , 8` or `7 8` as numbers.
pub(super) fn parse_numbers(text: &str) -> Option<Vec<i32>> {
    text.split(|c: char| c == ',' || c.is_whitespace())
        .filter(|part| !part.is_empty())
        .map(|part| part.parse().ok())
        .collect()
}

/// The beginning of a text that comes from outside, fit for a message.
pub(super) fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    let cut: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().count() > MOST { format!("{cut}…") } else { cut }
}

/// The command that asks for an answer in the opening.
fn opening_command(rule: OpeningRule) -> &'static str {
    match rule {
        OpeningRule::Swap2 => "SWAP2BOARD",
        OpeningRule::Swap => "SWAPBOARD",
        OpeningRule::Swap1 => "SWAP1STBOARD",
        OpeningRule::Pro => "PROBOARD",
        OpeningRule::LongPro => "LONGPROBOARD",
    }
}
