use super::Opponent;
use crate::base::{BoardSize, Color, Point, Rule};
use crate::board::{Board, Cell};
use crate::protocol::Command;
use std::io::{self, BufRead, Write};
use std::time::Duration;

/// Speaks the Gomocup protocol for one of the reports' engines until `END` or the end of input: as
/// much of it as a manager needs for a game, one command after the other, in the words of
/// `protocol.md`. The engine's own way, which hears `STOP` while it thinks, is `src/protocol`.
///
/// # Errors
/// When the input cannot be read or the output cannot be written.
pub fn speak(opponent: Opponent, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut session = Session::default();
    loop {
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
        if Command::parse(line).0 == Some(Command::End) {
            return Ok(());
        }
        match session.obey(opponent, line) {
            Ok(answer) if answer.is_empty() => {}
            Ok(answer) => write!(out, "{answer}\r\n")?,
            Err(error) => write!(out, "ERROR {error}\r\n")?,
        }
        out.flush()?;
    }
}

/// Where the game stands.
struct Session {
    size: Option<BoardSize>,
    /// Kept as it was told: a contradiction is an error when a move is asked for.
    rule: u32,
    stones: Vec<(Point, Cell)>,
    /// The lines of a `BOARD` so far.
    block: Option<Vec<String>>,
    /// Milliseconds for a move, and left of the match.
    turn: u64,
    left: Option<u64>,
}

impl Default for Session {
    fn default() -> Self {
        Self { size: None, rule: 0, stones: Vec::new(), block: None, turn: 5000, left: None }
    }
}

impl Session {
    /// Does what a line says; the answer may be empty.
    fn obey(&mut self, opponent: Opponent, line: &str) -> Result<String, String> {
        let (command, rest) = Command::parse(line);
        if let Some(mut lines) = self.block.take() {
            if line.eq_ignore_ascii_case("DONE") {
                self.stones = self.read_block(&lines)?;
                return self.answer(opponent);
            }
            if command.is_none() {
                lines.push(line.to_owned());
                self.block = Some(lines);
                return Ok(String::new());
            }
        }
        match command {
            _ if line.is_empty() => Ok(String::new()),
            Some(Command::Start | Command::RectStart) => {
                let numbers = numbers(rest).filter(|numbers| numbers.iter().all(|&n| n >= 0)).unwrap_or_default();
                let (width, height) = match *numbers.as_slice() {
                    [side] => (side, side),
                    [width, height] => (width, height),
                    _ => return Err(format!("'{rest}' is no board size")),
                };
                self.size = Some(BoardSize::new(width as usize, height as usize).map_err(|error| error.to_string())?);
                self.stones.clear();
                Ok("OK".to_owned())
            }
            Some(Command::Restart) => {
                self.board_size()?;
                self.stones.clear();
                Ok("OK".to_owned())
            }
            Some(Command::Info) => {
                self.inform(rest);
                Ok(String::new())
            }
            Some(Command::About) => Ok(format!(
                "name=\"caro-{opponent}\", version=\"{}\", author=\"the textbook\"",
                env!("CARGO_PKG_VERSION")
            )),
            Some(Command::Begin) if self.stones.is_empty() => self.answer(opponent),
            Some(Command::Begin) => Err("the board is not empty".to_owned()),
            Some(Command::Turn) => {
                let point = self.free_point(rest)?;
                let side = self.side();
                self.stones.push((point, side.into()));
                let answer = self.answer(opponent);
                if answer.is_err() {
                    self.stones.pop();
                }
                answer
            }
            Some(Command::Takeback) => {
                self.board_size()?;
                self.stones.pop().map(|_| "OK".to_owned()).ok_or_else(|| "the board is empty".to_owned())
            }
            Some(Command::Board) => {
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

    /// Whose turn it is: who has fewer stones, Black when both have as many.
    fn side(&self) -> Color {
        let count = |color| self.stones.iter().filter(|stone| stone.1 == color).count();
        if count(Cell::Black) > count(Cell::White) { Color::White } else { Color::Black }
    }

    fn free_point(&self, text: &str) -> Result<Point, String> {
        let size = self.board_size()?;
        let numbers = numbers(text).unwrap_or_default();
        let &[x, y] = numbers.as_slice() else { return Err(format!("'{text}' is no point")) };
        let point = size.point(x, y).ok_or_else(|| format!("{x},{y} is off the {size} board"))?;
        match self.stones.iter().any(|stone| stone.0 == point) {
            true => Err(format!("{x},{y} is occupied")),
            false => Ok(point),
        }
    }

    fn read_block(&self, lines: &[String]) -> Result<Vec<(Point, Cell)>, String> {
        let size = self.board_size()?;
        let mut stones: Vec<(Point, i32)> = Vec::new();
        for line in lines.iter().filter(|line| !line.is_empty()) {
            let numbers = numbers(line).unwrap_or_default();
            let &[x, y, who @ 1..=3] = numbers.as_slice() else { return Err(format!("'{line}' is no stone")) };
            let point = size.point(x, y).ok_or_else(|| format!("{x},{y} is off the {size} board"))?;
            if stones.iter().any(|stone| stone.0 == point) {
                return Err(format!("{x},{y} has a stone already"));
            }
            stones.push((point, who));
        }
        let count = |who| stones.iter().filter(|stone| stone.1 == who).count();
        let own = if count(2) > count(1) { Color::White } else { Color::Black };
        let cells = [own.into(), (!own).into(), Cell::Neutral];
        Ok(stones.into_iter().map(|(point, who)| (point, cells[who as usize - 1])).collect())
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

    /// Chooses a move and puts it on the board.
    fn answer(&mut self, opponent: Opponent) -> Result<String, String> {
        let size = self.board_size()?;
        let (rule, _): (Rule, bool) = Rule::from_bits(self.rule).map_err(|error| error.to_string())?;
        let mut board = Board::new(size, rule);
        for &(point, cell) in &self.stones {
            board.place(point, cell).map_err(|error| error.to_string())?;
        }
        let side = self.side();
        board.set_side_to_move(side);
        let budget = Duration::from_millis(self.left.map_or(self.turn, |left| left.min(self.turn)) / 2);
        let point = opponent.choose(&board, budget).ok_or("no cell is left")?;
        self.stones.push((point, side.into()));
        let (x, y) = size.xy(point);
        Ok(format!("{x},{y}"))
    }
}

/// Numbers with commas or blanks between them.
fn numbers(text: &str) -> Option<Vec<i32>> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}
