//! Lists of pairs in JSON, under any key.

mod owners;
mod points;
mod python;

use super::super::columns::Letters;
use super::super::moves::is_moves;
use super::super::stones::color_of;
use super::grid::of_grid;
use super::list::PairList;
use owners::{is_owners_key, of_owners};
use points::{JsonFields, cells_of, color_in, find, named_cells_of, names_in, pairs_of, rounds_of, turns_in, turns_of};
use serde_json::Value;
use tengen::base::{BoardSize, Rule};
use tengen_database::sgf::parse_rule;

/// Keys of moves; they have priority if there are several lists.
const MOVES: [&str; 21] = [
    "moves",
    "history",
    "steps",
    "record",
    "movehistory",
    "move_history",
    "actions",
    "sequence",
    "kifu",
    "mv",
    "mvs",
    "index",
    "indexes",
    "indices",
    "action",
    "movelist",
    "move_list",
    "moves_list",
    "played",
    "trajectory",
    "placements",
];
/// Keys of stones without an order.
const STONES: [[&str; 4]; 2] =
    [["black", "blackstones", "black_stones", "blacks"], ["white", "whitestones", "white_stones", "whites"]];
/// Keys of the two sides' moves; the side of the first key begins.
const SIDES: [[&str; 2]; 5] = [
    ["blackmoves", "whitemoves"],
    ["black_moves", "white_moves"],
    ["player1", "player2"],
    ["p1", "p2"],
    // Botzone: the first request is -1,-1 if the side of the responses begins.
    ["requests", "responses"],
];
const BOARDS: [&str; 7] = ["board", "grid", "cells", "state", "initialboard", "initial_board", "squares"];
/// Beginnings of keys whose points are not moves of the game.
const ASIDE: [&str; 21] = [
    "win",
    "legal",
    "valid",
    "forbidden",
    "best",
    "expected",
    "candidate",
    "hint",
    "suggest",
    "available",
    "possible",
    "good",
    "bad",
    "blocking",
    "solution",
    "answer",
    "threat",
    "highlight",
    "target",
    "mark",
    "moveinfo",
];
const SIZES: [&str; 6] = ["size", "boardsize", "board_size", "board", "width", "boardxsize"];
const HEIGHTS: [&str; 3] = ["height", "boardysize", "rows"];
const TURNS: [&str; 9] =
    ["turn", "next", "to_move", "tomove", "currentplayer", "current_player", "nextplayer", "next_player", "side"];
const WINNERS: [&str; 2] = ["winner", "result"];
const RULES: [&str; 3] = ["rule", "rules", "variant"];

/// The lists in a JSON text, or in its lines; `None` if it is not JSON.
pub fn lists_of(bytes: &[u8]) -> Option<Vec<PairList>> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut lists = Vec::new();
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => collect(&value, "", Around::default(), &mut lists),
        Err(_) => {
            // One value per line, as in data sets.
            let lines = bytes.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
            for line in lines {
                collect(&serde_json::from_slice(line).ok()?, "", Around::default(), &mut lists);
            }
        }
    }
    Some(lists)
}

/// The lists in a text of printed Python values; `None` if it is anything else or has no lists.
pub fn python_lists_of(text: &str) -> Option<Vec<PairList>> {
    let mut lists = Vec::new();
    python::values_of(text)?.iter().for_each(|value| collect(value, "", Around::default(), &mut lists));
    (!lists.is_empty()).then_some(lists)
}

/// Facts about a list from the objects around it.
#[derive(Clone, Copy, Default)]
struct Around {
    size: Option<BoardSize>,
    rule: Option<Rule>,
    /// Whether the program that writes such objects leaves out the column letter I.
    skips_i: bool,
}

impl Around {
    fn with(self, fields: &JsonFields) -> Self {
        let number = |names: &[&str]| find(fields, names).and_then(|(_, value)| usize::try_from(value.as_u64()?).ok());
        let side = number(&SIZES);
        let height = number(&HEIGHTS).or(side);
        // KataGo's rules are an object: `{"basicrule": "RENJU"}`.
        let name = |value: &Value| parse_rule(value.get("basicrule").unwrap_or(value).as_str()?);
        let rule = find(fields, &RULES).and_then(|(_, value)| name(value));
        let writer = find(fields, &["format"]).and_then(|(_, value)| value.as_str());
        Self {
            size: side.zip(height).and_then(|(width, height)| BoardSize::new(width, height).ok()).or(self.size),
            rule: rule.or(self.rule),
            skips_i: self.skips_i
                || find(fields, &["boardxsize"]).is_some()
                || writer.is_some_and(|writer| writer.starts_with("katagomo")),
        }
    }

    fn given_to(self, mut list: PairList) -> PairList {
        list.size = list.size.or(self.size);
        list.rule = list.rule.or(self.rule);
        if self.skips_i && !list.names.is_empty() {
            list.letters = Letters::WithoutI;
        }
        list
    }
}

fn collect(value: &Value, key: &str, around: Around, lists: &mut Vec<PairList>) {
    match value {
        Value::Array(values) => match list_of_values(values, key).or_else(|| named_cells_of(value)) {
            Some(_) if is_aside(key) => {}
            Some(list) => lists.push(around.given_to(list)),
            None => values.iter().for_each(|value| collect(value, key, around, lists)),
        },
        Value::Object(fields) => {
            let around = around.with(fields);
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
    let rounds = || is_moves.then(|| rounds_of(values)).flatten();
    turns.or_else(rounds).or_else(|| board_of_rows(values))
}

/// Whether a key's points are not moves: a winning line, candidates, forbidden points.
fn is_aside(key: &str) -> bool {
    let key = key.to_ascii_lowercase();
    key == "pv" || ASIDE.iter().any(|begin| key.starts_with(begin))
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
        if found.as_ref().is_some_and(|list| !list.problem.is_empty()) { (None, found) } else { (found, None) };
    // A line of points is in the order of play.
    let line =
        || find(fields, &["stones"]).filter(|(_, value)| value.is_string()).and_then(|(_, value)| turns_in(value));
    let is_unread = moves.is_none() && find(fields, &MOVES).is_some_and(|(_, value)| is_filled(value));
    let mut list = moves
        .or_else(line)
        .or_else(|| board_of(fields))
        .or_else(|| stones_of(fields))
        .or_else(|| sides_of(fields))
        .or_else(|| only_list(fields))
        .or(doubtful)?;
    if find(fields, &["initialstones"]).is_some_and(|(_, value)| value.as_array().is_some_and(|all| !all.is_empty())) {
        (list.problem, list.advice) = ("stones before the moves (initialStones) are not read", "write them as a board");
    }
    if is_unread && list.problem.is_empty() {
        list.note = "the moves beside the stones are in no known form and left out";
    }
    list.outcome = find(fields, &WINNERS).and_then(|(_, value)| outcome_of(value));
    if let Some((_, value)) = find(fields, &TURNS) {
        let is_name = value.as_str().is_some_and(|text| text.trim().chars().count() > 1);
        let said = if is_name { &mut list.to_move } else { &mut list.sign_to_move };
        *said = color_in(value);
    }
    for (player, names) in list.players.iter_mut().zip(STONES) {
        // A line of points is that side's stones.
        let name = find(fields, &names).and_then(|(_, value)| value.as_str()).filter(|name| !is_moves(name));
        *player = name.unwrap_or_default().to_owned();
    }
    Some(list)
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
    let lists: Vec<PairList> = named.filter_map(|(_, value)| turns_in(value)).filter(|list| list.count() > 1).collect();
    match lists.len() {
        0 => None,
        1 => lists.into_iter().next(),
        2 => {
            let points = |at: usize| lists[at].turns.iter().map(|turn| turn.xy);
            let is_apart = points(0).all(|point| points(1).all(|other| point != other));
            let is_even = points(0).count().abs_diff(points(1).count()) <= 1;
            (is_apart && is_even && points(0).count() > 0).then(doubtful)
        }
        // It is unknown which of several lists holds the moves.
        _ => None,
    }
}

/// The result for two lists of an object whose relation is unknown.
fn doubtful() -> PairList {
    PairList {
        problem: "two lists of points in one object: they may be those of two players",
        advice: "put the moves of both in one list",
        ..PairList::default()
    }
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

fn outcome_of(value: &Value) -> Option<crate::Outcome> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    match text.to_ascii_lowercase().as_str() {
        "draw" => Some(crate::Outcome::Draw),
        // Numeric results have too many meanings.
        text if text.parse::<i64>().is_ok() => None,
        text => color_of(text).map(crate::Outcome::Win),
    }
}
