//! Numbered stones beside stones without an order in one text or link, as lfz084's renju copies and shares a board:
//! `H8I9A0G7{G14G11}{A13}`, where `A0` is a pass.

use super::super::reading::error::ReadError;
use super::super::reading::source::Given;
use super::super::tree::GameTree;
use super::stones::place_all;
use crate::Game;
use tengen::base::{BoardSize, Color, Rule};

/// Text of a pass.
const PASS: &str = "A0";

/// Column from 0 and row number from below of each point, `None` for a pass; `None` if the text holds anything else.
pub fn numbered_points(text: &str) -> Option<Vec<Option<[i32; 2]>>> {
    let mut points = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let letter = rest.bytes().next().filter(u8::is_ascii_alphabetic)?;
        let digits = rest[1..].find(|c: char| !c.is_ascii_digit()).map_or(rest.len(), |end| end + 1);
        let (point, behind) = rest.split_at(digits);
        let column = i32::from(letter.to_ascii_lowercase() - b'a');
        points.push(match point[1..].parse().ok()? {
            0 if point.eq_ignore_ascii_case(PASS) => None,
            row @ 1..=99 => Some([column, row]),
            _ => return None,
        });
        rest = behind.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == '_');
    }
    Some(points)
}

/// The stones of such a text, and the board, if it is named.
#[derive(Debug, PartialEq, Eq)]
pub struct CodedStones {
    numbered: Vec<Option<[i32; 2]>>,
    /// Black's and White's.
    stones: [Vec<Option<[i32; 2]>>; 2],
    /// The side of the board; its rows keep the numbers of 15x15.
    side: Option<usize>,
}

/// Side of the writer's largest board.
const SIDE: usize = 15;

impl CodedStones {
    /// The stones of a text such as `H8I9{G14}{A13}`; `None` if it is anything else.
    pub fn of_text(text: &str) -> Option<Self> {
        let (numbered, rest) = text.trim().split_once('{')?;
        let (black, rest) = rest.split_once('}')?;
        let white = rest.trim_start().strip_prefix('{')?.trim_end().strip_suffix('}')?;
        let (black, white) = (numbered_points(black)?, numbered_points(white)?);
        let coded = Self { numbered: numbered_points(numbered)?, stones: [black, white], side: None };
        let has_stones = coded.points().next().is_some();
        has_stones.then_some(coded)
    }

    /// The stones of a shared link, `https://…/renju.html#H8I9%G14%A13%15%0`: numbered, Black's, White's, the side of the
    /// board, and the number from which the moves are counted.
    pub fn of_link(link: &str) -> Option<Self> {
        let parts: Vec<&str> = link.split_once('#')?.1.split('%').collect();
        let [numbered, black, white, side, from] = parts[..] else { return None };
        from.parse::<u32>().ok()?;
        let side = side.parse().ok().filter(|side| (BoardSize::MIN..=SIDE).contains(side))?;
        let (black, white) = (numbered_points(black)?, numbered_points(white)?);
        Some(Self { numbered: numbered_points(numbered)?, stones: [black, white], side: Some(side) })
    }

    fn points(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        self.numbered.iter().chain(self.stones.iter().flatten()).copied().flatten()
    }

    /// The position.
    ///
    /// # Errors
    /// If a point is off the board, or if there are two stones on one.
    pub fn tree(&self, given: &Given) -> Result<GameTree, ReadError> {
        let reach = |axis: usize| self.points().map(|point| point[axis]).max().unwrap_or(0) as usize;
        let own = self.side.and_then(|side| BoardSize::square(side).ok());
        let size = if own.is_some() { given.size(own)? } else { given.size_for([reach(0) + 1, reach(1)])? };
        let height = if own.is_some() { SIDE } else { size.height() } as i32;
        let point_of = |[column, row]: [i32; 2]| {
            let letter = u8::try_from(column).map_or('?', |column| char::from(b'a' + column));
            let off = || ReadError::new(format!("{letter}{row} is off the {size} board"));
            size.point(column, height - row).ok_or_else(off)
        };
        let mut game = Game::new(given.rule(None, Rule::Freestyle)?, size);
        for (points, color) in self.stones.iter().zip(Color::ALL) {
            for &point in points.iter().flatten() {
                place_all(&mut game, [(point_of(point)?, color)]);
            }
        }
        if !self.numbered.is_empty() {
            // The first numbered stone is Black's.
            game.first = Color::Black;
        }
        for &turn in &self.numbered {
            game.push_turn(turn.map(point_of).transpose()?);
        }
        game.judge().map_err(|error| ReadError::new(error.to_string()))?;
        Ok(GameTree::from(&game))
    }
}
