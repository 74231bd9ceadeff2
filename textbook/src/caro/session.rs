//! The Gomocup protocol for the reports' engines, one command after the other.

use super::CaroEngine;
use pbrain_tengen::protocol::CommandSpec;
use std::io::{self, BufRead, Write};
use std::time::Duration;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::Board;

/// Speaks the Gomocup protocol for one of the reports' engines until `END` or the end of input: as
/// much of it as a manager needs for a game, one command after the other, in the words of
/// `protocol.md`. The engine's own way, which reads `STOP` during a search, is `src/protocol`.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn speak(engine: CaroEngine, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut session = CaroSession::default();
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
        if command_in(line).0 == "END" {
            return Ok(());
        }
        if session.leaves_block(line) {
            write!(out, "ERROR DONE is missing; the position is as it was\r\n")?;
        }
        match session.execute(engine, line) {
            Ok(answer) if answer.is_empty() => {}
            Ok(answer) => write!(out, "{answer}\r\n")?,
            Err(error) => write!(out, "ERROR {error}\r\n")?,
        }
        out.flush()?;
    }
}

/// Where the game stands.
struct CaroSession {
    size: Option<BoardSize>,
    /// The rule bits as received: contradicting ones are an error when a move is requested.
    rule: u32,
    position: StonesInOrder,
    /// The lines of a `BOARD` so far.
    block: Option<Vec<String>>,
    /// Milliseconds for a move, and left of the match.
    turn: u64,
    left: Option<u64>,
}

/// Stones in the order they were placed, and the side to move, which does not follow from their number: `BOARD`
/// may hold more stones of one color than a game can.
#[derive(Clone)]
struct StonesInOrder {
    stones: Vec<(Point, Cell)>,
    side: Color,
}

impl StonesInOrder {
    const EMPTY: Self = Self { stones: Vec::new(), side: Color::Black };

    fn put(&mut self, point: Point) {
        self.stones.push((point, self.side.into()));
        self.side = !self.side;
    }
}

impl Default for CaroSession {
    fn default() -> Self {
        Self { size: None, rule: 0, position: StonesInOrder::EMPTY, block: None, turn: 5000, left: None }
    }
}

impl CaroSession {
    /// Drops a `BOARD` that another command leaves without `DONE`, and returns whether there was one.
    fn leaves_block(&mut self, line: &str) -> bool {
        !line.is_empty() && !is_done(line) && !command_in(line).0.is_empty() && self.block.take().is_some()
    }

    /// Does what a line says; the answer may be empty.
    fn execute(&mut self, engine: CaroEngine, line: &str) -> Result<String, String> {
        if let Some(mut lines) = self.block.take() {
            if is_done(line) {
                return self.answer(engine, self.read_block(&lines)?);
            }
            lines.push(line.to_owned());
            self.block = Some(lines);
            return Ok(String::new());
        }
        let (command, rest) = command_in(line);
        match command {
            _ if line.is_empty() => Ok(String::new()),
            "START" | "RECTSTART" => {
                self.size = Some(read_size(command, rest)?);
                self.position = StonesInOrder::EMPTY;
                Ok("OK".to_owned())
            }
            "RESTART" => {
                self.board_size()?;
                self.position = StonesInOrder::EMPTY;
                Ok("OK".to_owned())
            }
            "INFO" => {
                self.inform(rest);
                Ok(String::new())
            }
            "ABOUT" => Ok(format!(
                "name=\"caro-{}\", version=\"{}\", author=\"the textbook\"",
                engine.opponent,
                env!("CARGO_PKG_VERSION")
            )),
            "BEGIN" if self.position.stones.is_empty() => self.answer(engine, StonesInOrder::EMPTY),
            "BEGIN" => Err("the board is not empty".to_owned()),
            "TURN" => {
                let mut position = self.position.clone();
                position.put(self.free_point(rest)?);
                self.answer(engine, position)
            }
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => {
                self.board_size()?;
                self.block = Some(Vec::new());
                Ok(String::new())
            }
            _ => Ok(format!("UNKNOWN {line}")),
        }
    }

    fn board_size(&self) -> Result<BoardSize, String> {
        self.size.ok_or_else(|| "there is no board: START comes first".to_owned())
    }

    fn point(&self, text: &str) -> Result<Point, String> {
        let size = self.board_size()?;
        let numbers = numbers(text).unwrap_or_default();
        let &[x, y] = numbers.as_slice() else { return Err(format!("'{text}' is not a point")) };
        size.point(x, y).ok_or_else(|| format!("{x},{y} is off the {size} board"))
    }

    fn free_point(&self, text: &str) -> Result<Point, String> {
        let point = self.point(text)?;
        let is_occupied = self.position.stones.iter().any(|stone| stone.0 == point);
        if is_occupied { Err(format!("{text} is occupied")) } else { Ok(point) }
    }

    fn take_back(&mut self, text: &str) -> Result<String, String> {
        let point = self.point(text)?;
        let &(last, cell) = self.position.stones.last().ok_or("the board is empty")?;
        if point != last {
            let (x, y) = self.board_size()?.xy(last);
            return Err(format!("the last stone is {x},{y}"));
        }
        self.position.stones.pop();
        // Whose stone it was has the move again.
        self.position.side = cell.color().unwrap_or(self.position.side);
        Ok("OK".to_owned())
    }

    fn read_block(&self, lines: &[String]) -> Result<StonesInOrder, String> {
        let size = self.board_size()?;
        let mut stones: Vec<(Point, i32)> = Vec::new();
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let numbers = numbers(line).unwrap_or_default();
            let &[x, y, who @ 1..=3] = numbers.as_slice() else { return Err(format!("'{line}' is not a stone")) };
            let point = size.point(x, y).ok_or_else(|| format!("{x},{y} is off the {size} board"))?;
            if stones.iter().any(|stone| stone.0 == point) {
                return Err(format!("{x},{y} has a stone already"));
            }
            stones.push((point, who));
        }
        let count = |who| stones.iter().filter(|stone| stone.1 == who).count();
        let own = if count(2) > count(1) { Color::White } else { Color::Black };
        let cells = [own.into(), (!own).into(), Cell::Neutral];
        let stones = stones.into_iter().map(|(point, who)| (point, cells[who as usize - 1])).collect();
        Ok(StonesInOrder { stones, side: own })
    }

    fn inform(&mut self, text: &str) {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let Ok(value) = value.trim().parse::<i64>() else { return };
        let amount = value.max(0) as u64;
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = amount,
            "time_left" => self.left = Some(amount),
            "rule" => self.rule = u32::try_from(value).unwrap_or(u32::MAX),
            _ => {}
        }
    }

    /// Chooses a move in the position and takes both over; nothing has changed when there is none.
    fn answer(&mut self, engine: CaroEngine, mut position: StonesInOrder) -> Result<String, String> {
        let size = self.board_size()?;
        let (rule, _): (Rule, bool) = Rule::from_bits(self.rule.into()).map_err(|error| error.to_string())?;
        let mut board = Board::new(size, rule);
        for &(point, cell) in &position.stones {
            board.place(point, cell).map_err(|error| error.to_string())?;
        }
        board.set_side_to_move(position.side);
        let budget = Duration::from_millis(self.left.map_or(self.turn, |left| left.min(self.turn)) / 2);
        let point = engine.choose(&board, budget).ok_or("no cell is left")?;
        position.put(point);
        self.position = position;
        let (x, y) = size.xy(point);
        Ok(format!("{x},{y}"))
    }
}

fn is_done(line: &str) -> bool {
    line.eq_ignore_ascii_case("DONE")
}

/// `START` has one number, `RECTSTART` two.
/// The command that a line begins with, empty when it begins with none, and what follows it.
fn command_in(line: &str) -> (&'static str, &str) {
    let (spec, rest) = CommandSpec::find(line);
    (spec.map_or("", |spec| spec.name), rest)
}

fn read_size(command: &str, text: &str) -> Result<BoardSize, String> {
    let numbers = numbers(text).unwrap_or_default();
    let (width, height) = match (command, numbers.as_slice()) {
        ("START", &[side]) => (side, side),
        ("RECTSTART", &[width, height]) => (width, height),
        _ => return Err(format!("'{text}' is not a board size")),
    };
    let number = |n| usize::try_from(n).unwrap_or(0);
    BoardSize::new(number(width), number(height)).map_err(|error| error.to_string())
}

/// Numbers with commas or blanks between them.
fn numbers(text: &str) -> Option<Vec<i32>> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}
