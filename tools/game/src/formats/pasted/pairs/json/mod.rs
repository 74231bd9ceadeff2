//! Lists of pairs in JSON, under any key.

mod blocked;
mod facts;
mod keys;
mod numbered;
mod owners;
mod points;
mod puzzles;
mod python;
mod results;
mod turns;

use super::super::columns::Letters;
use super::super::stones::exchanged;
use super::csv::fields_of;
use super::grid::of_grid;
use super::list::{Counting, PairList};
use crate::formats::reading::results::yixin_rule;
use crate::formats::{Place, ReadError};
use blocked::add_blocked;
use facts::{players_of, tags_of};
use keys::{ASIDE, BOARDS, CENTERED, HEIGHTS, RULES, SIDES, SIZES, STONES, TURNS, is_blocked_key};
use owners::{is_owners_key, of_owners};
use points::{JsonFields, are_digits, color_in, find, names_in, pairs_of};
use puzzles::{defaults_of, is_puzzle, of_puzzle};
use results::result_of;
use serde_json::Value;
use std::collections::HashSet;
use tengen::base::{BoardSize, Rule};
use tengen_database::sgf::parse_rule;
use tengen_database::why;
use turns::{cells_of, named_cells_of, rounds_of, turns_in, turns_of};

pub use keys::MOVES;

/// The lists in a JSON text, or in its lines; `None` if it is not JSON.
pub fn lists_of(text: &str) -> Option<Vec<PairList>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lists = Vec::new();
    match serde_json::from_str::<Value>(text) {
        Ok(value) => collect(&value, "", &Around::default(), &mut lists),
        Err(_) => {
            // One value per line, as in data sets.
            let lines = text.split('\n').filter(|line| !line.trim_ascii().is_empty());
            for line in lines {
                collect(&serde_json::from_str(line).ok()?, "", &Around::default(), &mut lists);
            }
            // Lines of single pairs.
            if lists.is_empty() {
                return None;
            }
        }
    }
    Some(lists)
}

/// The lists in a text of printed Python values; `None` if it is anything else or has no lists.
pub fn python_lists_of(text: &str) -> Option<Vec<PairList>> {
    let mut lists = Vec::new();
    python::values_of(text)?.iter().for_each(|value| collect(value, "", &Around::default(), &mut lists));
    (!lists.is_empty()).then_some(lists)
}

/// The lists of a table with a game in each row, whose head names the column of the moves, as in data sets. A row without
/// a line of moves is a fault of its own.
pub fn lists_of_table(text: &str) -> Option<Vec<PairList>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let mut rows = lines.map(|(index, line)| (index + 1, fields_of(line))).peekable();
    let ((_, head), (_, first)) = (rows.next()?, rows.peek()?.clone());
    let is_column = |name: &str| MOVES.contains(&name.to_ascii_lowercase().as_str());
    let is_line = |text: &&str| turns_in(&Value::from(*text)).is_some_and(|list| list.count() > 1);
    let column = (0..head.len()).find(|&at| is_column(head[at]) && first.get(at).is_some_and(is_line))?;
    let mut lists = Vec::new();
    for (number, (line, row)) in (1..).zip(rows) {
        let value = |text: &str| text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from);
        let fields = (0..head.len()).filter(|&at| at == column || !is_column(head[at]));
        let fields = fields.filter_map(|at| Some((head[at].to_owned(), value(row.get(at)?))));
        collect(&Value::Object(fields.collect()), "", &Around::default(), &mut lists);
        if lists.len() != number {
            // Lines of text below a single word are no table.
            if head.len() == 1 {
                return None;
            }
            let fault = Some(ReadError::at(Place::Line(line), why::no_row_moves()));
            lists.truncate(number - 1);
            lists.push(PairList { fault, ..PairList::default() });
        }
    }
    Some(lists)
}

/// Most letters of a rule's name.
const LONGEST_NAME: usize = 40;

/// Facts about a list from the objects around it.
#[derive(Clone, Default)]
struct Around {
    size: Option<BoardSize>,
    rule: Option<Rule>,
    /// A rule whose meaning is not known; empty if there is none.
    unknown_rule: String,
    /// Whether the objects are puzzles, whose numbers of rules are those of Rapfi.
    are_puzzles: bool,
    /// Whether the program that writes such objects leaves out the column letter I.
    skips_i: bool,
}

impl Around {
    fn with(&self, fields: &JsonFields) -> Self {
        if let Some(defaults) = defaults_of(fields) {
            let around = Self { are_puzzles: true, ..self.clone() };
            return around.with_own(fields).with_own(defaults);
        }
        self.with_own(fields)
    }

    fn with_own(&self, fields: &JsonFields) -> Self {
        let number = |names: &[&str]| find(fields, names).and_then(|(_, value)| usize::try_from(value.as_u64()?).ok());
        let side = number(&SIZES);
        let height = number(&HEIGHTS).or(side);
        let are_puzzles = self.are_puzzles || is_puzzle(fields);
        let said = find(fields, &RULES).map(|(_, value)| rule_of(value, are_puzzles));
        let (rule, unknown_rule) = match said {
            Some(Ok(rule)) => (rule.or(self.rule), String::new()),
            Some(Err(name)) => (None, name),
            // A puzzle without a rule is one of renju.
            None if are_puzzles && self.rule.is_none() => (Some(Rule::Renju), self.unknown_rule.clone()),
            None => (self.rule, self.unknown_rule.clone()),
        };
        let writer = find(fields, &["format"]).and_then(|(_, value)| value.as_str());
        Self {
            size: side.zip(height).and_then(|(width, height)| BoardSize::new(width, height).ok()).or(self.size),
            rule,
            unknown_rule,
            are_puzzles,
            skips_i: self.skips_i
                || find(fields, &["boardxsize"]).is_some()
                || writer.is_some_and(|writer| writer.starts_with("katagomo")),
        }
    }

    fn given_to(&self, mut list: PairList) -> PairList {
        list.size = list.size.or(self.size);
        list.rule = list.rule.or(self.rule);
        list.unknown_rule.clone_from(&self.unknown_rule);
        if !self.are_puzzles {
            list.side = None;
        } else if list.counting == (Counting::Rows { are_kept: false }) {
            list.counting = Counting::Rows { are_kept: true };
        }
        if self.skips_i && !list.names.is_empty() {
            list.letters = Letters::WithoutI;
        }
        list
    }
}

/// The rule of a name or a number; `Err` with its text if it is not known. Without text there is none.
fn rule_of(value: &Value, is_puzzle: bool) -> Result<Option<Rule>, String> {
    // KataGo's rules are an object: `{"basicrule": "RENJU"}`.
    let text = match value.get("basicrule").unwrap_or(value) {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return Ok(None),
    };
    let rule = match text.parse() {
        Ok(number) if is_puzzle => usize::try_from(number).ok().and_then(yixin_rule),
        // The protocol's numbers. 2 is renju in Yixin's and Rapfi's files, and no rule of its own in the protocol.
        Ok(number @ (0 | 1 | 4 | 8 | 9)) => Rule::from_bits(number).ok().map(|(rule, _)| rule),
        Ok(_) => None,
        Err(_) => parse_rule(&text),
    };
    // A long text explains the rules.
    if rule.is_none() && (1..=LONGEST_NAME).contains(&text.chars().count()) { Err(text) } else { Ok(rule) }
}

fn collect(value: &Value, key: &str, around: &Around, lists: &mut Vec<PairList>) {
    match value {
        Value::Array(values) => match list_of_values(values, key).or_else(|| named_cells_of(value)) {
            Some(_) if is_aside(key) => {}
            Some(list) => lists.push(around.given_to(list)),
            None => values.iter().for_each(|value| collect(value, key, around, lists)),
        },
        Value::Object(fields) => {
            let around = &around.with(fields);
            let owners = || (key.is_empty() || is_owners_key(key)).then(|| of_owners(fields)).flatten();
            match list_of_fields(fields).or_else(owners) {
                Some(list) => lists.push(around.given_to(list)),
                None => fields.iter().for_each(|(key, value)| collect(value, key, around, lists)),
            }
        }
        _ => {}
    }
}

/// The game of an array: moves, rounds of moves, or a board. A single point under another key is a mark.
fn list_of_values(values: &[Value], key: &str) -> Option<PairList> {
    let is_moves = MOVES.contains(&key.to_ascii_lowercase().as_str());
    let turns = turns_of(values).filter(|list| list.count() > 1 || is_moves || key.is_empty());
    let turns = turns.filter(|list| list.counting != Counting::Center || may_be_centered(key));
    let rounds = || is_moves.then(|| rounds_of(values)).flatten();
    turns.or_else(rounds).or_else(|| board_of_rows(values))
}

/// Whether pairs under a key may count from the center: elsewhere such pairs may be directions.
fn may_be_centered(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key.is_empty() || MOVES.contains(&key.as_str()) || CENTERED.iter().any(|begin| key.starts_with(begin))
}

/// Whether a key's points are not moves: a winning line, candidates, forbidden points, blocked cells.
fn is_aside(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key == "pv" || is_blocked_key(&key) || ASIDE.iter().any(|begin| key.starts_with(begin))
}

/// The game of an object: its moves, or else its board, the stones of each side, the moves of each side, or the only
/// list under another name.
fn list_of_fields(fields: &JsonFields) -> Option<PairList> {
    let found = find(fields, &MOVES).and_then(|(_, value)| {
        let rounds = || rounds_of(value.as_array()?);
        turns_in(value).or_else(|| cells_of(value)).or_else(rounds)
    });
    // A doubtful list of moves counts only without a board.
    let (moves, doubtful) =
        if found.as_ref().is_some_and(|list| list.problem.is_some()) { (None, found) } else { (found, None) };
    let is_unread = moves.is_none() && find(fields, &MOVES).is_some_and(|(_, value)| is_filled(value));
    let mut list = moves
        .or_else(|| of_puzzle(fields))
        .or_else(|| board_of(fields))
        .or_else(|| stones_of(fields))
        .or_else(|| sides_of(fields))
        .or_else(|| only_list(fields))
        .or(doubtful)
        .or_else(|| line_of_digits(fields))?;
    add_blocked(&mut list, fields);
    if find(fields, &["initialstones"]).is_some_and(|(_, value)| value.as_array().is_some_and(|all| !all.is_empty())) {
        list.problem = Some(ReadError::new(why::first_stones("initialStones")).advise(why::as_board()));
    }
    if is_unread && list.problem.is_none() {
        list.note = Some(why::moves_unread());
    }
    if let Some((_, value)) = find(fields, &TURNS) {
        let is_name = value.as_str().is_some_and(|text| text.trim().chars().count() > 1);
        let said = if is_name { &mut list.to_move } else { &mut list.sign_to_move };
        *said = color_in(value);
    }
    (list.players, list.tags) = (players_of(fields), tags_of(fields));
    match result_of(fields, &list.players) {
        Ok((outcome, is_sign)) => {
            (list.outcome, list.is_result_a_sign) = (outcome, is_sign);
            if list.begins_with_second && is_sign {
                list.outcome = outcome.map(exchanged);
            }
        }
        Err(text) => list.unknown_result = text,
    }
    Some(list)
}

/// The result for moves that are a line of digits, such as `7788`, which programs read in different ways.
fn line_of_digits(fields: &JsonFields) -> Option<PairList> {
    let (_, value) = find(fields, &MOVES)?;
    let error = || ReadError::new(why::line_of_digits()).advise(why::write_moves());
    let list = || PairList { problem: Some(error()), ..PairList::default() };
    value.as_str().is_some_and(are_digits).then(list)
}

/// Whether a list or a text is not empty.
fn is_filled(value: &Value) -> bool {
    value.as_array().is_some_and(|values| !values.is_empty())
        || value.as_str().is_some_and(|text| !text.trim().is_empty())
}

/// The stones under the keys of the colors: pairs, points by letter and number, or a line of such points.
fn stones_of(fields: &JsonFields) -> Option<PairList> {
    let values = STONES.map(|names| find(fields, &names).map(|(_, value)| value));
    let is_list = |value: &Option<&Value>| value.is_none_or(|value| value.is_array());
    let pairs = values.map(|value| value.map_or_else(|| Some(Vec::new()), pairs_of));
    if let [Some(black), Some(white)] = pairs
        && values.iter().all(is_list)
    {
        let is_empty = black.is_empty() && white.is_empty();
        return (!is_empty).then(|| PairList { stones: [black, white], ..PairList::default() });
    }
    let [black, white] = values.map(|value| value.map_or_else(|| Some(String::new()), names_in));
    let named_stones = [black?, white?];
    let is_empty = named_stones.iter().all(String::is_empty);
    (!is_empty).then(|| PairList { named_stones, ..PairList::default() })
}

/// The game of two lists, one for each side.
fn sides_of(fields: &JsonFields) -> Option<PairList> {
    let [first, second] = SIDES.iter().find_map(|sides| {
        let lists = sides.map(|name| find(fields, &[name]).and_then(|(_, value)| turns_in(value)));
        let [Some(first), Some(second)] = lists else { return None };
        Some([first, second])
    })?;
    let mut sides = [first.turns, second.turns];
    if sides[0].first().is_some_and(|turn| turn.xy.is_none()) {
        sides[0].remove(0);
        sides.reverse();
    }
    if sides.iter().any(Vec::is_empty) || !(0..=1).contains(&(sides[0].len() as i64 - sides[1].len() as i64)) {
        return Some(doubtful());
    }
    let [first, second] = sides;
    let mut second = second.into_iter();
    let mut turns = Vec::new();
    for turn in first {
        turns.push(turn);
        turns.extend(second.next());
    }
    turns.iter_mut().for_each(|turn| turn.color = None);
    Some(PairList { turns, ..PairList::default() })
}

/// The only list of an object; two lists that may be those of two sides are doubtful.
fn only_list(fields: &JsonFields) -> Option<PairList> {
    let named = fields.iter().filter(|(key, value)| value.is_array() && !is_aside(key));
    let list = |(key, value): (&String, &Value)| {
        turns_in(value).filter(|list| list.counting != Counting::Center || may_be_centered(key))
    };
    let lists: Vec<PairList> = named.filter_map(list).filter(|list| list.count() > 1).collect();
    match lists.len() {
        0 => None,
        1 => lists.into_iter().next(),
        2 => {
            let points = |at: usize| lists[at].turns.iter().map(|turn| turn.xy);
            let first: HashSet<_> = points(0).collect();
            let is_apart = points(1).all(|point| !first.contains(&point));
            let is_even = points(0).count().abs_diff(points(1).count()) <= 1;
            (is_apart && is_even && points(0).count() > 0).then(doubtful)
        }
        // It is unknown which of several lists holds the moves.
        _ => None,
    }
}

/// The result for two lists of an object whose relation is unknown.
fn doubtful() -> PairList {
    let problem = why::two_lists();
    let error = ReadError::new(problem).advise(why::one_list());
    PairList { problem: Some(error), ..PairList::default() }
}

/// The board of an object, under a usual name or as the only one.
fn board_of(fields: &JsonFields) -> Option<PairList> {
    let board = |value: &Value| match value {
        Value::Array(values) => board_of_rows(values).or_else(|| board_of_cells(values)),
        Value::String(text) if text.contains('\n') => of_grid(&text.lines().map(cells_of_row).collect::<Vec<_>>()),
        _ => None,
    };
    if let Some(found) = find(fields, &BOARDS).and_then(|(_, value)| board(value)) {
        return Some(found);
    }
    let mut others = fields.iter().filter(|(key, _)| !is_aside(key)).filter_map(|(_, value)| board(value));
    others.next().filter(|_| others.next().is_none())
}

fn cells_of_row(row: &str) -> Vec<String> {
    row.chars().filter(|c| !c.is_whitespace()).map(String::from).collect()
}

/// A cell: a number, `null` or a word.
fn cell_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// The rows of a board: lists of cells, or words with one sign per cell.
fn board_of_rows(rows: &[Value]) -> Option<PairList> {
    let row = |row: &Value| match row {
        Value::Array(cells) => cells.iter().map(cell_of).collect::<Option<Vec<_>>>(),
        Value::String(text) => Some(cells_of_row(text)),
        _ => None,
    };
    of_grid(&rows.iter().map(row).collect::<Option<Vec<_>>>()?)
}

/// The cells of a square board, row by row.
fn board_of_cells(cells: &[Value]) -> Option<PairList> {
    let side = (9..=25).find(|side| side * side == cells.len())?;
    let cells: Vec<String> = cells.iter().map(cell_of).collect::<Option<_>>()?;
    of_grid(&cells.chunks(side).map(<[String]>::to_vec).collect::<Vec<_>>())
}
