//! A second, minimal implementation of `protocol.md`: the answers that a line may have, without a search.

/// The expected answer to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    None,
    Ok,
    Error,
    Unknown,
    About,
    Forbid,
    /// This point, repeated.
    Repeated(Cell),
    /// This number of new empty points on one line, which are placed on the board; `SWAP` and `ERROR` where allowed.
    Points {
        counts: &'static [usize],
        swap: bool,
        error: bool,
        position: Vec<Cell>,
    },
}

type Cell = (i32, i32);

const PASS: Cell = (-1, -1);
/// Commands whose block sets up the position.
const POSITIONS: [&str; 4] = ["BOARD", "YXBOARD", "SWAP2BOARD", "SWAPBOARD"];

#[derive(Default)]
pub struct Model {
    size: Option<(i32, i32)>,
    /// Moves in order, passes included.
    stones: Vec<Cell>,
    blocked: Vec<Cell>,
    /// Whether a move may be blocked for one side or after certain moves.
    may_block: bool,
    /// Whether a block that should have set up the position was refused.
    refused: bool,
    rule: u32,
    block: Option<Block>,
    /// Whether the next line is a file name.
    file: bool,
}

struct Block {
    command: String,
    points: Vec<Cell>,
    faulty: bool,
}

const COMMANDS: &str = "START RESTART BEGIN TURN PLAY TAKEBACK INFO ABOUT YXSHOWFORBID YXNBEST YXSEARCHDEFEND YXBALANCEONE YXBALANCETWO \
     YXBLOCKRESET YXBLOCKPATHRESET YXFORBID YXHASHCLEAR YXHASHDUMP YXHASHLOAD YXBLOCKPATH YXBLOCKUNDO YXBLOCK";
const BLOCKS: [&str; 7] = ["BOARD", "YXBOARD", "SWAP2BOARD", "SWAPBOARD", "YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH"];

fn is_command(word: &str) -> bool {
    COMMANDS.split(' ').any(|command| command == word)
}

impl Model {
    /// The expected answers to a line, in order.
    pub fn on_line(&mut self, line: &str) -> Vec<Answer> {
        let line = line.trim();
        if line.is_empty() {
            return Vec::new();
        }
        let (word, argument) = line.split_once(' ').unwrap_or((line, ""));
        let argument = argument.trim();
        // STOP acts on a running search only, and has no answer.
        if ["STOP", "YXSTOP"].contains(&word) {
            return Vec::new();
        }
        let known = is_command(word) || BLOCKS.contains(&word);
        let mut answers = Vec::new();
        if std::mem::take(&mut self.file) {
            answers.push(Answer::Error);
            if !known {
                return answers;
            }
        }
        if let Some(mut block) = self.block.take() {
            if line == "DONE" {
                return vec![self.finish(&block)];
            }
            if !known {
                block.push(line, self.size);
                self.block = Some(block);
                return answers;
            }
            answers.push(Answer::Error);
        }
        answers.push(self.execute(word, argument));
        answers
    }

    fn execute(&mut self, word: &str, argument: &str) -> Answer {
        let full = |model: &Model, room: usize| model.empty_count() < room;
        match word {
            "START" => match numbers(argument).as_deref() {
                Some(&[side]) => self.start(side, side),
                Some(&[width, height]) => self.start(width, height),
                _ => Answer::Error,
            },
            "INFO" => {
                if let Some(bits) = argument.strip_prefix("rule ") {
                    self.rule = bits.parse().unwrap_or(self.rule);
                }
                Answer::None
            }
            "YXHASHCLEAR" | "YXBLOCKPATHRESET" => Answer::None,
            "YXBLOCKRESET" => {
                self.blocked.clear();
                Answer::None
            }
            "ABOUT" => Answer::About,
            "YXHASHDUMP" | "YXHASHLOAD" if argument.is_empty() => {
                self.file = true;
                Answer::None
            }
            "YXHASHDUMP" | "YXHASHLOAD" => Answer::Error,
            word if BLOCKS.contains(&word) => self.open(word, argument),
            word if !is_command(word) => Answer::Unknown,
            _ if self.size.is_none() => Answer::Error,
            "RESTART" => {
                let (width, height) = self.size.unwrap_or_default();
                self.start(width, height)
            }
            "YXFORBID" => self.forbid(argument),
            "TAKEBACK" => {
                let last = self.stones.last().copied();
                let named = if argument.is_empty() { last } else { self.move_of(argument) };
                if self.refused || self.rule == 5 || named.is_none() || named != last {
                    return Answer::Error;
                }
                self.stones.pop();
                Answer::Ok
            }
            _ if self.rule == 5 => Answer::Error,
            "BEGIN" | "TURN" | "PLAY" | "YXSHOWFORBID" | "YXNBEST" | "YXSEARCHDEFEND" | "YXBALANCEONE"
            | "YXBALANCETWO"
                if self.refused =>
            {
                Answer::Error
            }
            "YXSHOWFORBID" => Answer::Forbid,
            "BEGIN" if self.stones.iter().all(|&stone| stone == PASS) => self.request(&[1], self.stones.clone()),
            "TURN" | "PLAY" => match self.move_of(argument) {
                Some(PASS) if self.rule != 4 => Answer::Error,
                Some(point) if point == PASS || !self.stones.contains(&point) => {
                    let position: Vec<Cell> = self.stones.iter().copied().chain([point]).collect();
                    if word == "PLAY" {
                        return Answer::Repeated(point);
                    }
                    if full(self, 1 + usize::from(point != PASS)) {
                        Answer::Error
                    } else {
                        self.request(&[1], position)
                    }
                }
                _ => Answer::Error,
            },
            "YXNBEST" if argument.parse::<usize>().is_ok_and(|n| n > 0) && !full(self, 1) => {
                self.request(&[1], self.stones.clone())
            }
            "YXSEARCHDEFEND" if !full(self, 1) => self.request(&[1], self.stones.clone()),
            "YXBALANCEONE" if is_score(argument) && !full(self, 1) => self.balance(&[1]),
            "YXBALANCETWO" if is_score(argument) && !full(self, 2) => self.balance(&[2]),
            _ => Answer::Error,
        }
    }

    fn forbid(&mut self, argument: &str) -> Answer {
        let numbers = argument.strip_prefix("add ").and_then(numbers);
        let is_point = numbers.is_some_and(|numbers| match numbers[..] {
            [x, y, 0 | 1] => on_board(self.size, x, y),
            _ => false,
        });
        self.may_block |= is_point;
        if is_point { Answer::None } else { Answer::Error }
    }

    fn start(&mut self, width: i32, height: i32) -> Answer {
        if !(5..=120).contains(&width) || !(5..=120).contains(&height) {
            return Answer::Error;
        }
        if self.size != Some((width, height)) {
            self.blocked.clear();
            self.may_block = false;
        }
        self.refused = false;
        self.size = Some((width, height));
        self.stones.clear();
        Answer::Ok
    }

    /// A request on a board with room can fail only because moves are blocked.
    fn request(&self, counts: &'static [usize], position: Vec<Cell>) -> Answer {
        let error = self.may_block || !self.blocked.is_empty();
        Answer::Points { counts, swap: false, error, position }
    }

    fn balance(&self, counts: &'static [usize]) -> Answer {
        Answer::Points { counts, swap: false, error: true, position: self.stones.clone() }
    }

    fn open(&mut self, word: &str, argument: &str) -> Answer {
        self.refused |= POSITIONS.contains(&word);
        let mut block = Block { command: word.to_owned(), points: Vec::new(), faulty: false };
        for part in argument.split_whitespace() {
            if part == "DONE" {
                return self.finish(&block);
            }
            block.push(part, self.size);
        }
        self.block = Some(block);
        Answer::None
    }

    fn finish(&mut self, block: &Block) -> Answer {
        let command = block.command.as_str();
        if block.faulty || self.size.is_none() {
            return Answer::Error;
        }
        let points = block.points.clone();
        match (command, points.len()) {
            ("YXBLOCK" | "YXBLOCKUNDO", _) => {
                self.blocked.retain(|point| !points.contains(point));
                if command == "YXBLOCK" {
                    self.blocked.extend(points);
                }
                Answer::None
            }
            ("YXBLOCKPATH", _) => {
                self.may_block = true;
                Answer::None
            }
            _ if self.rule == 5 => Answer::Error,
            ("YXBOARD", _) => {
                self.stones = points;
                self.refused = false;
                Answer::None
            }
            ("BOARD", _) if count(&points) < self.cells() => self.request(&[1], points),
            ("SWAP2BOARD" | "SWAPBOARD", 0) => self.opening(&[3], false, points),
            ("SWAP2BOARD", 3) => self.opening(&[1, 2], true, points),
            ("SWAPBOARD", 3) | ("SWAP2BOARD", 5) => self.opening(&[1], true, points),
            _ => Answer::Error,
        }
    }

    fn opening(&self, counts: &'static [usize], swap: bool, position: Vec<Cell>) -> Answer {
        Answer::Points { counts, swap, error: false, position }
    }

    /// Whether the line matches the expected answer; applies its moves to the position.
    pub fn accept(&mut self, expected: &Answer, line: &str) -> bool {
        if let Answer::Points { .. } = expected {
            self.refused &= line.starts_with("ERROR ");
        }
        match expected {
            Answer::None => false,
            Answer::Ok => line == "OK",
            Answer::Error => line.starts_with("ERROR "),
            Answer::Unknown => line.starts_with("UNKNOWN "),
            Answer::About => line.starts_with("name=\"Tengen\", "),
            Answer::Forbid => line.starts_with("FORBID ") && line.ends_with('.'),
            &Answer::Repeated((x, y)) => {
                self.stones.push((x, y));
                line == format!("{x},{y}")
            }
            Answer::Points { swap, position, .. } if line == "SWAP" => {
                self.stones.clone_from(position);
                *swap
            }
            Answer::Points { error, .. } if line.starts_with("ERROR ") => *error,
            Answer::Points { counts, position, .. } => {
                self.stones.clone_from(position);
                let points: Option<Vec<Cell>> = line.split(' ').map(|point| self.point(point)).collect();
                let Some(points) = points.filter(|points| counts.contains(&points.len())) else { return false };
                points.into_iter().all(|point| {
                    let is_new = !self.stones.contains(&point);
                    self.stones.push(point);
                    is_new
                })
            }
        }
    }

    fn cells(&self) -> usize {
        self.size.map_or(0, |(width, height)| (width * height) as usize)
    }

    fn empty_count(&self) -> usize {
        self.cells() - count(&self.stones)
    }

    /// A point of the board, or a pass.
    fn move_of(&self, text: &str) -> Option<Cell> {
        if numbers(text).as_deref() == Some(&[-1, -1]) { Some(PASS) } else { self.point(text) }
    }

    fn point(&self, text: &str) -> Option<Cell> {
        let &[x, y] = numbers(text)?.as_slice() else { return None };
        on_board(self.size, x, y).then_some((x, y))
    }
}

impl Block {
    fn push(&mut self, line: &str, size: Option<(i32, i32)>) {
        let with_owner = ["BOARD", "YXBOARD"].contains(&self.command.as_str());
        let point = match (with_owner, numbers(line).as_deref()) {
            (true, Some(&[-1, -1, 1 | 2])) => return self.points.push(PASS),
            // A path that cannot be played is allowed, and ignored.
            (false, Some(&[_, _])) if self.command == "YXBLOCKPATH" && size.is_some() => return,
            (true, Some(&[x, y, 1..=3])) | (false, Some(&[x, y])) => Some((x, y)),
            _ => None,
        };
        match point {
            Some((x, y)) if on_board(size, x, y) && !self.points.contains(&(x, y)) => self.points.push((x, y)),
            _ => self.faulty = true,
        }
    }
}

/// Number of stones among the moves.
fn count(moves: &[Cell]) -> usize {
    moves.iter().filter(|&&stone| stone != PASS).count()
}

fn on_board(size: Option<(i32, i32)>, x: i32, y: i32) -> bool {
    size.is_some_and(|(width, height)| (0..width).contains(&x) && (0..height).contains(&y))
}

fn is_score(text: &str) -> bool {
    text.is_empty() || text.parse::<i32>().is_ok()
}

fn numbers(text: &str) -> Option<Vec<i32>> {
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    parts.map(|part| part.parse().ok()).collect()
}
