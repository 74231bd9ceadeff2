//! A list of pairs, and the games that it may be.

use super::super::super::reading::error::ReadError;
use super::super::super::reading::games::FoundGames;
use super::super::super::reading::source::Given;
use super::super::super::tree::GameTree;
use super::super::stones::{Entry, Whose, game_of, place_all};
use crate::{Game, Outcome};
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::{format_point, parse_moves};

/// Columns and rows, and what else a list says of its game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairList {
    pub turns: Vec<PairTurn>,
    /// Points by letter and number, where they stand in the place of pairs.
    pub names: String,
    /// Stones without an order, of Black and White.
    pub stones: [Vec<[i32; 2]>; 2],
    /// Which number is the first of the board, where that is said.
    pub origin: Option<i32>,
    pub size: Option<BoardSize>,
    pub rule: Option<Rule>,
    pub outcome: Option<Outcome>,
    pub players: [String; 2],
    /// Whether a third number beside each pair may be a time.
    pub is_timed: bool,
}

/// A pair, and who made the move where that is said.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTurn {
    pub line: usize,
    /// Column and row; nothing for a pass.
    pub xy: Option<[i32; 2]>,
    pub color: Option<Color>,
}

impl PairList {
    /// The stones of a board whose cells are words: 1 and 2, `x` and `o`, and 0, a point or nothing for no stone.
    pub fn of_grid(rows: &[Vec<String>]) -> Option<Self> {
        let width = rows.first()?.len();
        let size = BoardSize::new(width, rows.len()).ok()?;
        let mut stones = [Vec::new(), Vec::new()];
        for (y, row) in rows.iter().enumerate() {
            if row.len() != width {
                return None;
            }
            for (x, cell) in row.iter().enumerate() {
                match color_of(cell) {
                    Some(color) => stones[color.index()].push([x as i32, y as i32]),
                    None if ["", "0", ".", "-", "_", "+", "empty"].contains(&cell.trim()) => {}
                    None => return None,
                }
            }
        }
        stones.iter().any(|stones| !stones.is_empty()).then(|| Self {
            stones,
            origin: Some(0),
            size: Some(size),
            ..Self::default()
        })
    }

    fn pairs(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        self.turns.iter().filter_map(|turn| turn.xy).chain(self.stones.iter().flatten().copied())
    }

    /// The numbers that the first column may have: one where the list says it. The first move of most games is the center.
    fn origins(&self, given: &Given) -> Vec<i32> {
        let numbers = || self.pairs().flatten();
        let side = self.size.or(given.size).map_or(15, |size| size.width().max(size.height())) as i32;
        if let Some(origin) = self.origin {
            return vec![origin];
        }
        if numbers().any(|number| number == 0) {
            return vec![0];
        }
        // The last column of the usual board counted from 1, unless the board is larger.
        if numbers().max() == Some(side) {
            return vec![1];
        }
        match self.pairs().next() {
            Some([x, y]) if self.stones.iter().all(Vec::is_empty) && x == y && x == (side - 1) / 2 => vec![0],
            Some([x, y]) if self.stones.iter().all(Vec::is_empty) && x == y && x == side / 2 + 1 && side % 2 == 1 => {
                vec![1]
            }
            _ => vec![0, 1],
        }
    }

    /// The games that the list may be, each with what its first pair stands for.
    pub fn read(&self, given: &Given, games: &mut FoundGames) -> Result<Vec<(String, GameTree)>, ReadError> {
        if self.is_timed {
            return self.read_timed(given);
        }
        let rule = given.rule(self.rule, Rule::Freestyle)?;
        let mut readings = Vec::new();
        let origins = if self.names.is_empty() { self.origins(given) } else { vec![0] };
        for &origin in &origins {
            let size = self.size_from(origin, given)?;
            let mut game = self.game(rule, size, origin)?;
            game.outcome = self.outcome;
            game.names = self.players.clone();
            game.judge().map_err(|error| ReadError::new(error.to_string()))?;
            readings.push((self.example(size, origin), GameTree::from(&game)));
        }
        if let [(example, _)] = &readings[..]
            && !example.is_empty()
        {
            games.warn(None, format!("the pairs are read as column and row from the top left: {example}"));
        }
        Ok(readings)
    }

    /// Lines `x,y,milliseconds` are PSQ, from 1, or Piskvork's record, from 0.
    fn read_timed(&self, given: &Given) -> Result<Vec<(String, GameTree)>, ReadError> {
        let rule = given.rule(self.rule, Rule::Freestyle)?;
        let origins = self.origins(given);
        let reading = |&origin: &i32| {
            let size = self.size_from(origin, given)?;
            Ok((self.example(size, origin), GameTree::from(&self.game(rule, size, origin)?)))
        };
        origins.iter().map(reading).collect()
    }

    fn size_from(&self, origin: i32, given: &Given) -> Result<BoardSize, ReadError> {
        if self.size.is_some() || !self.names.is_empty() {
            return given.size(self.size);
        }
        let reach = self.pairs().fold([0; 2], |reach: [usize; 2], xy| {
            [0, 1].map(|axis| reach[axis].max((xy[axis] - origin + 1).max(0) as usize))
        });
        given.size_for(reach)
    }

    fn example(&self, size: BoardSize, origin: i32) -> String {
        let name = |[x, y]: [i32; 2]| {
            let point = size.point(x - origin, y - origin)?;
            Some(format!("{x},{y} = {}", format_point(size, point)))
        };
        self.pairs().next().and_then(name).unwrap_or_default()
    }

    fn game(&self, rule: Rule, size: BoardSize, origin: i32) -> Result<Game, ReadError> {
        let from_zero = |[x, y]: [i32; 2]| (x - origin, y - origin);
        if self.stones.iter().any(|stones| !stones.is_empty()) {
            let mut game = Game::new(rule, size);
            for (stones, color) in self.stones.iter().zip(Color::ALL) {
                for &xy in stones {
                    let (x, y) = from_zero(xy);
                    let off = || ReadError::new(format!("{},{} is off the {size} board", xy[0], xy[1]));
                    place_all(&mut game, [(size.point(x, y).ok_or_else(off)?, color)]);
                }
            }
            return Ok(game);
        }
        if !self.names.is_empty() {
            let moves = parse_moves(size, &self.names).map_err(|error| ReadError::new(error.to_string()))?;
            return Ok(Game { moves, ..Game::new(rule, size) });
        }
        let entry = |turn: &PairTurn| Entry {
            line: turn.line,
            xy: turn.xy.map(from_zero),
            whose: match turn.color {
                None => Whose::Next,
                Some(Color::Black) => Whose::Own,
                Some(Color::White) => Whose::Other,
            },
        };
        let entries: Vec<Entry> = self.turns.iter().map(entry).collect();
        let mut game = game_of(rule, size, &entries, entries.len(), &[])?;
        // Here the colors are said: in a set-up Black is not who has more stones.
        if !game.setup.is_empty() {
            let colors = self.turns.iter().filter(|turn| turn.xy.is_some()).filter_map(|turn| turn.color);
            let points: Vec<_> = game.setup.drain(..).map(|(point, _)| point).collect();
            place_all(&mut game, points.into_iter().zip(colors));
        }
        Ok(game)
    }
}

/// Black or White by the word or the number that programs use.
pub fn color_of(text: &str) -> Option<Color> {
    match text.trim().to_ascii_lowercase().as_str() {
        "black" | "b" | "x" | "1" | "黑" | "黑方" | "黑棋" | "黒" | "흑" | "đen" => Some(Color::Black),
        "white" | "w" | "o" | "2" | "-1" | "白" | "白方" | "白棋" | "백" | "trắng" => Some(Color::White),
        _ => None,
    }
}
