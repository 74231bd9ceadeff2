//! A list of pairs, and its possible games.

use super::super::columns::Letters;
use super::super::moves::reach_of;
use super::super::stones;
use super::super::stones::{
    ListedTurn, StoneCounts, Whose, counts, counts_named, exchanged, game_of_colors, out_of_turn, place_all, swapped,
    turn_of_counts,
};
use crate::formats::{FoundGames, GameTree, Given, ReadError};
use crate::{Game, Outcome};
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::{format_point, parse_moves};
use tengen_database::{Reason, why};

/// Pairs of numbers, with further facts about their game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairList {
    pub turns: Vec<PairTurn>,
    /// Whether the colors of the turns are words, so that Black has to begin.
    pub has_color_words: bool,
    /// Points by letter and number, if the list has them instead of pairs.
    pub names: String,
    /// Column letters of `names`.
    pub letters: Letters,
    /// Stones of Black and White, without an order.
    pub stones: [Vec<[i32; 2]>; 2],
    /// Stones of Black and White by letter and number, without an order.
    pub named_stones: [String; 2],
    /// Cells that cannot be played on.
    pub blocked: Vec<[i32; 2]>,
    /// Cells that cannot be played on, by letter and number.
    pub named_blocked: String,
    /// Certainty of the stones' colors.
    pub signs: SignColors,
    /// The side to move, if it is named.
    pub to_move: Option<Color>,
    /// The side to move after all stones and moves, if the writer states it for any position.
    pub side: Option<Color>,
    /// The side to move, if it is given by a sign of the stones.
    pub sign_to_move: Option<Color>,
    /// The number of the first column and row, if given.
    pub origin: Option<i32>,
    /// Whether `origin` is only what such lists usually have.
    pub is_usual_origin: bool,
    /// Meaning of the numbers of the pairs.
    pub counting: Counting,
    /// The first pair as it was given, if the list counted in another way than from the top left.
    pub first_given: Option<(Counting, [i32; 2])>,
    pub size: Option<BoardSize>,
    pub rule: Option<Rule>,
    /// A rule whose meaning is not known; empty if there is none.
    pub unknown_rule: String,
    pub outcome: Option<Outcome>,
    /// Whether the outcome was given by the sign of the winner's stones, such as 1 or X.
    pub is_result_a_sign: bool,
    /// Whether the moves have signs and begin with the second one, such as 2 or O, which is Black's then.
    pub begins_with_second: bool,
    /// A result whose meaning is not known; empty if there is none.
    pub unknown_result: String,
    pub players: [String; 2],
    /// Event, date and the like, by their SGF names.
    pub tags: Vec<(&'static str, String)>,
    /// Whether a third number in each row may be a time.
    pub is_timed: bool,
    /// Why the list is not a game; `None` if it may be one.
    pub problem: Option<ReadError>,
    /// Why the list is not a game, if that names a part of it.
    pub fault: Option<ReadError>,
    /// Parts that were left out.
    pub note: Option<Reason>,
}

/// Meaning of the numbers of pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Counting {
    /// Column and row from the top left, from 0 or 1.
    #[default]
    TopLeft,
    /// The first number is that of a cell, row by row from the top left.
    Cells,
    /// Column and row from the center, as in the tournament's openings.
    Center,
    /// Column from 0, and row number from below, from 1.
    Rows {
        /// Whether smaller boards keep the row numbers of 15x15.
        are_kept: bool,
    },
}

/// Certainty of the colors of a board's stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignColors {
    /// The colors are named.
    #[default]
    Certain,
    /// `x` and `o`: Black is the first in most programs.
    Letters,
    /// 1 and 2, or 1 and -1: either may be Black.
    Numbers,
}

/// Evidence for the origin of pairs, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    Zero,
    LastColumn,
    Center,
}

/// A pair and its color, if given.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairTurn {
    pub line: usize,
    /// Column and row; `None` for a pass.
    pub xy: Option<[i32; 2]>,
    pub color: Option<Color>,
}

/// Removes the colors of all turns unless each has one.
pub fn same_knowledge(turns: &mut [PairTurn]) {
    if turns.iter().any(|turn| turn.color.is_none()) {
        turns.iter_mut().for_each(|turn| turn.color = None);
    }
}

impl PairList {
    pub fn pairs(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        self.turns.iter().filter_map(|turn| turn.xy).chain(self.stones.iter().flatten().copied())
    }

    /// Number of moves and stones.
    pub fn count(&self) -> usize {
        self.pairs().count() + self.turns.iter().filter(|turn| turn.xy.is_none()).count() + self.names.len()
    }

    /// Whether the points are pairs that may count from 0 or from 1.
    pub fn has_pairs(&self) -> bool {
        self.origin.is_none() && self.pairs().next().is_some()
    }

    /// The origin by one kind of evidence: a 0, the last column of the usual board, or a first move in the center.
    pub fn origin_shown(&self, given: &Given, evidence: Evidence) -> Option<i32> {
        let numbers = || self.pairs().chain(self.blocked.iter().copied()).flatten();
        let side = self.size.or(given.size).map_or(15, |size| size.width().max(size.height())) as i32;
        match (evidence, self.pairs().next()) {
            (Evidence::Zero, _) => numbers().any(|number| number == 0).then_some(0),
            // The pairs count from 1, unless the board is larger.
            (Evidence::LastColumn, _) => (numbers().max() == Some(side)).then_some(1),
            (Evidence::Center, Some([x, y])) if self.stones.iter().all(Vec::is_empty) && x == y => {
                let is_odd = side % 2 == 1;
                if x == (side - 1) / 2 { Some(0) } else { (x == side / 2 + 1 && is_odd).then_some(1) }
            }
            (Evidence::Center, _) => None,
        }
    }

    /// The possible games of the list with these origins, each with the meaning of its first pair.
    pub fn read(
        &self,
        origins: &[i32],
        given: &Given,
        games: &mut FoundGames,
    ) -> Result<Vec<(String, GameTree)>, ReadError> {
        if let Some(fault) = self.problem.as_ref().or(self.fault.as_ref()) {
            return Err(fault.clone());
        }
        if self.counting != Counting::TopLeft {
            return self.located(given)?.read(origins, given, games);
        }
        if let Some(note) = &self.note {
            games.warn(None, note.clone());
        }
        let rule = given.rule(self.rule, Rule::Freestyle)?;
        if self.rule.is_none() && !self.unknown_rule.is_empty() {
            games.warn_of_rule(&self.unknown_rule, rule, given);
        }
        if !self.names.is_empty() {
            let readings = self.read_names(rule, given, games)?;
            games.warn_of_result(&self.unknown_result, &readings[0].1.main_line());
            return Ok(readings);
        }
        let own = self.origin.or((!self.has_pairs()).then_some(0));
        let shown = |evidence| self.origin_shown(given, evidence);
        let is_from_1 = shown(Evidence::Zero).is_none()
            && (shown(Evidence::LastColumn).is_some() || shown(Evidence::Center) == Some(1));
        let own: Vec<i32> = match own {
            // From 0 the last column is off the board, and the first move beside the center; on the page the board may
            // be larger.
            Some(origin) if self.is_usual_origin && is_from_1 => {
                if given.in_page {
                    vec![origin, 1]
                } else {
                    vec![1]
                }
            }
            own => own.into_iter().collect(),
        };
        let mut readings = Vec::new();
        for &origin in if own.is_empty() { origins } else { &own } {
            let size = self.size_from(origin, given)?;
            let mut game = self.game(rule, size, origin)?;
            if self.is_timed {
                // Lines `x,y,milliseconds` are PSQ, from 1, or Piskvork's record, from 0.
                readings.push((self.example(size, origin), GameTree::from(&game)));
                continue;
            }
            self.add_facts(&mut game);
            game.judge().map_err(ReadError::new)?;
            games.warn_of_result(&self.unknown_result, &game);
            if let Some(color) = self.side {
                set_side(&mut game, color);
            } else if !game.setup.is_empty() && self.add_position(&mut game, games, &mut readings) {
                continue;
            }
            readings.push((self.example(size, origin), GameTree::from(&game)));
        }
        if let [(example, _)] = &readings[..]
            && !example.is_empty()
            && !self.is_timed
        {
            games.warn_of_reading(match self.first_given {
                Some((Counting::Cells, _)) => why::read_cells(example),
                Some((Counting::Center, _)) => why::read_center(example),
                _ => why::from_top_left(example),
            });
        }
        Ok(readings)
    }

    /// Adds result, players and what else is said of the game.
    pub fn add_facts(&self, game: &mut Game) {
        game.outcome = self.outcome;
        game.names = self.players.clone();
        game.tags.extend(self.tags.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
    }

    /// Checks a position by its numbers of stones. If the colors are mere signs, they are swapped if that makes the
    /// numbers right, or both readings are added.
    fn add_position(&self, game: &mut Game, games: &mut FoundGames, readings: &mut Vec<(String, GameTree)>) -> bool {
        let is_sign = self.signs != SignColors::Certain;
        let doubt = turn_of_counts(game, self.to_move.or(self.sign_to_move.filter(|_| !is_sign)));
        match (doubt, self.signs, self.sign_to_move) {
            (StoneCounts::Swapped, SignColors::Letters, None) => {
                let other = Game { outcome: self.outcome_of_swapped(), ..swapped(game) };
                readings.push((counts_named(&other, ['O', 'X']), GameTree::from(&other)));
                readings.push((counts_named(game, ['X', 'O']), GameTree::from(&*game)));
                return true;
            }
            (StoneCounts::Swapped, SignColors::Numbers, None)
            | (StoneCounts::Swapped, SignColors::Numbers | SignColors::Letters, Some(Color::Black)) => {
                let [count, all] = counts(game);
                games.warn(None, why::counts_swapped(count, all));
                *game = swapped(game);
                game.outcome = self.outcome_of_swapped();
            }
            (doubt, _, Some(color)) if is_sign && doubt != StoneCounts::Possible => game.first = color,
            (doubt, ..) => doubt.warn(game, games),
        }
        false
    }

    /// The outcome after the colors of the stones were swapped.
    fn outcome_of_swapped(&self) -> Option<Outcome> {
        if self.is_result_a_sign { self.outcome.map(exchanged) } else { self.outcome }
    }

    /// Number of columns and rows that a board needs for the pairs.
    pub fn reach(&self, origin: i32) -> [usize; 2] {
        let points = self.pairs().chain(self.blocked.iter().copied());
        stones::reach_of(points.map(|[x, y]| (x.saturating_sub(origin), y.saturating_sub(origin))))
    }

    pub fn size_from(&self, origin: i32, given: &Given) -> Result<BoardSize, ReadError> {
        if self.size.is_some() || !self.names.is_empty() {
            return given.size(self.size);
        }
        if self.pairs().next().is_none() {
            return given.size_for(reach_of(self.named_stones.iter().map(String::as_str)));
        }
        given.size_for(self.reach(origin))
    }

    fn example(&self, size: BoardSize, origin: i32) -> String {
        let name = |[x, y]: [i32; 2]| {
            let point = format_point(size, size.point(x.saturating_sub(origin), y.saturating_sub(origin))?);
            match self.first_given {
                None => Some(format!("{x},{y} = {point}")),
                Some((Counting::Cells, [cell, _])) => Some(format!("{cell} = {point}")),
                // Points by letter and number have only one meaning.
                Some((Counting::Rows { .. }, _)) => None,
                Some((_, [x, y])) => Some(format!("{x},{y} = {point}")),
            }
        };
        self.pairs().next().and_then(name).unwrap_or_default()
    }

    /// The meaning of the first pair with this origin.
    pub fn example_from(&self, origin: i32, given: &Given) -> Result<String, ReadError> {
        Ok(self.example(self.size_from(origin, given)?, origin))
    }

    /// The cells that cannot be played on, each once.
    pub fn blocked_cells(&self, size: BoardSize, origin: i32) -> Result<Vec<Point>, ReadError> {
        let off = |[x, y]: [i32; 2]| ReadError::new(why::off(format!("{x},{y}"), size));
        let mut cells = parse_moves(size, &self.named_blocked).map_err(ReadError::new)?;
        for &[x, y] in &self.blocked {
            let cell = size.point(x.saturating_sub(origin), y.saturating_sub(origin)).ok_or_else(|| off([x, y]))?;
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    fn game(&self, rule: Rule, size: BoardSize, origin: i32) -> Result<Game, ReadError> {
        let from_zero = |[x, y]: [i32; 2]| (x.saturating_sub(origin), y.saturating_sub(origin));
        let point_of = |xy: [i32; 2]| {
            let (x, y) = from_zero(xy);
            size.point(x, y).ok_or_else(|| ReadError::new(why::off(format!("{},{}", xy[0], xy[1]), size)))
        };
        let mut game = Game::new(rule, size);
        for color in Color::ALL {
            let pairs: Vec<Point> =
                self.stones[color.index()].iter().map(|&xy| point_of(xy)).collect::<Result<_, _>>()?;
            let names = &self.named_stones[color.index()];
            let points = parse_moves(size, names).map_err(ReadError::new)?;
            place_all(&mut game, pairs.into_iter().chain(points).map(|point| (point, color)));
        }
        if !game.setup.is_empty() {
            game.blocked = self.blocked_cells(size, origin)?;
            if !self.turns.is_empty() {
                // The moves beside the stones begin with Black's.
                game.first = Color::Black;
            }
            for turn in &self.turns {
                game.push_turn(turn.xy.map(point_of).transpose()?);
            }
            return Ok(game);
        }
        let entry = |turn: &PairTurn| ListedTurn {
            line: turn.line,
            xy: turn.xy.map(from_zero),
            whose: match turn.color {
                None => Whose::Next,
                Some(Color::Black) => Whose::Own,
                Some(Color::White) => Whose::Other,
            },
        };
        let entries: Vec<ListedTurn> = self.turns.iter().map(entry).collect();
        let mut game = game_of_colors(rule, size, &entries)?;
        let is_wrong = self.has_color_words && entries.first().is_some_and(|first| first.whose == Whose::Other);
        if let Some(&point) = game.moves.first().filter(|_| is_wrong) {
            return Err(out_of_turn(entries[0].line, &format_point(size, point)));
        }
        game.blocked = self.blocked_cells(size, origin)?;
        Ok(game)
    }
}

/// Lets a side move next, by a pass if there are moves.
fn set_side(game: &mut Game, color: Color) {
    if game.moves.is_empty() && game.passes.is_empty() {
        game.first = color;
    } else if game.side_to_move() != color {
        game.push_turn(None);
    }
}
