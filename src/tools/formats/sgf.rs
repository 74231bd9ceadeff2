//! SGF, the Smart Game Format (FF 4), for five-in-a-row (`GM[4]`): the main line with names, rule,
//! result and comments. Variations are checked for their syntax and left out.

use super::{Game, Given, Outcome};
use crate::base::{BoardSize, Color, Point, Rule};
use crate::board::parse_point;
use anyhow::{Context, Result, bail, ensure};
use std::iter::Peekable;
use std::str::Chars;

/// SGF names columns and rows by one letter each: `a` to `z`, then `A` to `Z`.
const LARGEST: usize = 52;

struct Property {
    line: usize,
    name: String,
    values: Vec<String>,
}

/// The characters with the number of the line they stand in.
struct Input<'a> {
    chars: Peekable<Chars<'a>>,
    line: usize,
}

impl Input<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.chars.next();
        self.line += usize::from(c == Some('\n'));
        c
    }

    fn peek_content(&mut self) -> Option<char> {
        while self.chars.next_if(|c| c.is_whitespace()).is_some_and(|c| {
            self.line += usize::from(c == '\n');
            true
        }) {}
        self.chars.peek().copied()
    }

    /// The value after its `[`, to the `]` that ends it, escapes resolved.
    fn value(&mut self) -> Result<String> {
        let from = self.line;
        let mut value = String::new();
        loop {
            match self.next() {
                None => bail!("line {from}: a value that no ']' ends"),
                Some(']') => return Ok(value),
                Some('\r') => {}
                Some('\\') => match self.next() {
                    Some('\r') if self.chars.peek() == Some(&'\n') => drop(self.next()),
                    // A line that was broken for its length only.
                    Some('\n') | None => {}
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }

    fn property(&mut self) -> Result<Property> {
        let line = self.line;
        let mut name = String::new();
        // Old files spell names with lower-case letters between; they mean nothing.
        while let Some(c) = self.chars.next_if(char::is_ascii_alphabetic) {
            name.extend(c.is_ascii_uppercase().then_some(c));
        }
        let mut values = Vec::new();
        while self.peek_content() == Some('[') {
            self.next();
            values.push(self.value()?);
        }
        ensure!(!values.is_empty(), "line {line}: '{name}' has no value in brackets");
        Ok(Property { line, name, values })
    }
}

/// The properties of the main line, in their order.
fn main_line(text: &str) -> Result<Vec<Property>> {
    let mut input = Input { chars: text.chars().peekable(), line: 1 };
    let mut properties = Vec::new();
    let (mut depth, mut ended) = (0, false);
    while let Some(c) = input.peek_content() {
        ensure!(depth > 0 || !ended, "line {}: the text has to hold one game", input.line);
        match c {
            '(' => depth += 1,
            ')' => {
                ensure!(depth > 0, "line {}: ')' without '('", input.line);
                depth -= 1;
                // What follows the first ')' are variations.
                ended = true;
            }
            ';' => {}
            c if c.is_ascii_alphabetic() => {
                let property = input.property()?;
                if !ended {
                    properties.push(property);
                }
                continue;
            }
            c => bail!("line {}: '{c}' where '(', ')', ';' or a property is wanted", input.line),
        }
        input.next();
    }
    ensure!(depth == 0, "line {}: the game is not closed by ')'", input.line);
    Ok(properties)
}

pub fn read(text: &str, given: Given) -> Result<Game> {
    let properties = main_line(text)?;
    let first = |name: &str| properties.iter().find(|property| property.name == name);
    if let Some(kind) = first("GM") {
        let value = kind.values[0].trim();
        ensure!(value == "4", "line {}: GM[{value}] is another game; five-in-a-row is GM[4]", kind.line);
    }
    let in_line = |property: &Property| format!("line {}", property.line);
    let own_size = first("SZ").map(|sz| size_of(&sz.values[0]).with_context(|| in_line(sz))).transpose()?;
    let own_rule = first("RU").and_then(|ru| rule_of(&ru.values[0]));
    let mut game = Game::new(given.rule(own_rule)?, given.size(own_size)?);
    let mut first_known = false;
    for property in &properties {
        let color = if property.name.ends_with('W') { Color::White } else { Color::Black };
        let value = property.values[0].as_str();
        match property.name.as_str() {
            "B" | "W" => {
                if !first_known && game.moves.is_empty() {
                    game.first = color;
                }
                first_known = true;
                let expected = game.side_to_move();
                ensure!(color == expected, "{}: it is {expected:?}'s turn", in_line(property));
                game.moves.push(point_of(value, game.size).with_context(|| in_line(property))?);
            }
            "AB" | "AW" => {
                ensure!(game.moves.is_empty(), "{}: stones are put down in mid-game", in_line(property));
                for value in &property.values {
                    let points = points_of(value, game.size).with_context(|| in_line(property))?;
                    game.setup.extend(points.into_iter().map(|point| (point, color)));
                }
            }
            "PL" if game.moves.is_empty() => {
                game.first = value
                    .trim()
                    .to_lowercase()
                    .parse()
                    .map_err(anyhow::Error::msg)
                    .with_context(|| in_line(property))?;
                first_known = true;
            }
            "PB" | "PW" => game.names[color.index()] = value.to_owned(),
            "RE" => game.outcome = outcome_of(value),
            "C" | "GC" => {
                let comment = game.comments.entry(game.moves.len()).or_default();
                if !comment.is_empty() {
                    comment.push('\n');
                }
                comment.push_str(value);
            }
            _ => {}
        }
    }
    Ok(game)
}

/// `15` or `20:10`.
fn size_of(value: &str) -> Result<BoardSize> {
    let (width, height) = value.split_once(':').unwrap_or((value, value));
    let number = |part: &str| part.trim().parse().with_context(|| format!("SZ[{value}] is no size"));
    Ok(BoardSize::new(number(width)?, number(height)?)?)
}

/// The rule by one of the names in use; others are no information.
fn rule_of(value: &str) -> Option<Rule> {
    let name = value.trim().to_ascii_lowercase();
    match name.as_str() {
        "gomoku" | "free" | "free-style" | "freestyle gomoku" => Some(Rule::Freestyle),
        "exact" | "exactly five" | "standard gomoku" => Some(Rule::Standard),
        name if name.starts_with("renju") => Some(Rule::Renju),
        name => name.parse().ok(),
    }
}

fn outcome_of(value: &str) -> Option<Outcome> {
    let value = value.trim().to_ascii_uppercase();
    match value.as_str() {
        "0" | "DRAW" | "1/2-1/2" => Some(Outcome::Draw),
        value if value.starts_with("B+") || value == "1-0" => Some(Outcome::Win(Color::Black)),
        value if value.starts_with("W+") || value == "0-1" => Some(Outcome::Win(Color::White)),
        _ => None,
    }
}

/// `hh`, the column from the left and the row from the top, or `h8` as people write it.
fn point_of(value: &str, size: BoardSize) -> Result<Point> {
    let value = value.trim();
    ensure!(!value.is_empty(), "a pass: five-in-a-row knows none");
    if value.contains(|c: char| c.is_ascii_digit()) {
        return Ok(parse_point(size, value)?);
    }
    let number = |c: char| match c {
        'a'..='z' => Some(c as i32 - 'a' as i32),
        'A'..='Z' => Some(c as i32 - 'A' as i32 + 26),
        _ => None,
    };
    let mut chars = value.chars();
    let point = match (chars.next(), chars.next(), chars.next()) {
        (Some(x), Some(y), None) => number(x).zip(number(y)).and_then(|(x, y)| size.point(x, y)),
        _ => None,
    };
    point.with_context(|| format!("'{value}' is no point of a {size} board"))
}

/// One point, or all of a rectangle `aa:cc`.
fn points_of(value: &str, size: BoardSize) -> Result<Vec<Point>> {
    let Some((from, to)) = value.split_once(':') else { return Ok(vec![point_of(value, size)?]) };
    let ((x0, y0), (x1, y1)) = (size.xy(point_of(from, size)?), size.xy(point_of(to, size)?));
    Ok((y0..=y1).flat_map(|y| (x0..=x1).filter_map(move |x| size.point(x, y))).collect())
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

pub fn write(game: &Game) -> Result<String> {
    let size = game.size;
    ensure!(size.width().max(size.height()) <= LARGEST, "sgf holds boards up to {LARGEST}x{LARGEST}, not {size}");
    let letter = |n: i32| if n < 26 { (b'a' + n as u8) as char } else { (b'A' + (n - 26) as u8) as char };
    let point = |point: Point| {
        let (x, y) = size.xy(point);
        format!("[{}{}]", letter(x), letter(y))
    };
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]", env!("CARGO_PKG_VERSION"));
    text += &match size.width() == size.height() {
        true => format!("SZ[{}]", size.width()),
        false => format!("SZ[{}:{}]", size.width(), size.height()),
    };
    text += &format!("RU[{}]", game.rule);
    for (name, key) in game.names.iter().zip(["PB", "PW"]) {
        if !name.is_empty() {
            text += &format!("{key}[{}]", escaped(name));
        }
    }
    text += match game.outcome {
        Some(Outcome::Win(Color::Black)) => "RE[B+]",
        Some(Outcome::Win(Color::White)) => "RE[W+]",
        Some(Outcome::Draw) => "RE[0]",
        None => "",
    };
    for (color, key) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones: String = game.setup.iter().filter(|stone| stone.1 == color).map(|stone| point(stone.0)).collect();
        if !stones.is_empty() {
            text += &format!("{key}{stones}");
        }
    }
    if game.first == Color::White {
        text += "PL[W]";
    }
    let comment =
        |after: usize| game.comments.get(&after).map_or_else(String::new, |comment| format!("C[{}]", escaped(comment)));
    text += &comment(0);
    for (index, &at) in game.moves.iter().enumerate() {
        let line = if index.is_multiple_of(10) { "\n" } else { "" };
        let color = if game.mover(index) == Color::Black { 'B' } else { 'W' };
        text += &format!("{line};{color}{}{}", point(at), comment(index + 1));
    }
    Ok(text + ")\n")
}
