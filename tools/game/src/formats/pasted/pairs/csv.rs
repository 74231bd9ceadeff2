//! Tables of moves with a head that names their columns, such as `move,x,y,player`.

use super::super::numbering::{COUNTS, NUMBERS, NumberAt, counts_of, order_of};
use super::super::stones::color_of;
use super::super::words::{is_command, is_pass, tokens};
use super::list::{PairList, PairTurn, same_knowledge};
use crate::formats::{Place, ReadError};
use std::collections::{HashMap, HashSet};
use tengen::base::{Color, ColorError};

/// The protocol's owner of a blocked cell.
pub const NOBODY: i32 = 3;
/// Names of columns with the owner of a stone.
pub const OWNERS: [&str; 6] = ["color", "colour", "player", "who", "side", "stone"];
/// Names of a point's column and of its row.
pub const XS: [&str; 5] = ["x", "col", "column", "move_x", "pos_x"];
pub const YS: [&str; 4] = ["y", "row", "move_y", "pos_y"];
/// Names of a column of points by letter and number.
const POINTS: [&str; 10] =
    ["move", "moves", "point", "position", "coord", "coords", "coordinate", "coordinates", "cell", "pos"];
/// A column with the owner or with the number of a move.
pub const TURN: &str = "turn";

/// The fields of a line, without the quotes around them.
pub fn fields_of(line: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let ends = |c: char| {
        is_quoted ^= c == '"';
        !is_quoted && [',', ';', '\t'].contains(&c)
    };
    line.split(ends).map(|field| field.trim().trim_matches('"')).collect()
}

/// The moves of a table with a head and points by letter and number: in a column, or in Black's and White's columns. `None`
/// if the colors of a column do not take turns from Black, or its numbers do not follow each other.
pub fn names_of_table(lines: &[(usize, &str)]) -> Option<PairList> {
    let rows: Vec<Vec<&str>> = lines.iter().map(|(_, line)| fields_of(line)).collect();
    let (head, rows) = rows.split_first().filter(|(head, rows)| head.len() > 1 && !rows.is_empty())?;
    let is_turn = |field: &str| is_pass(field) || tokens(field).is_some_and(|points| points.len() == 1);
    let color = |field: &str| color_of(field.split_whitespace().next()?);
    if head.iter().any(|name| is_turn(name)) || rows.iter().any(|row| row.len() != head.len()) {
        return None;
    }
    let of_color = |wanted| head.iter().position(|name| name.len() > 1 && color(name) == Some(wanted));
    let names: Vec<&str> = match Color::ALL.map(of_color) {
        [Some(black), Some(white)] => {
            let mut names: Vec<&str> = rows.iter().flat_map(|row| [row[black], row[white]]).collect();
            names.pop_if(|last| last.is_empty() || *last == "-");
            names
        }
        _ => {
            let is_named = |at: usize| is_command(head[at], &POINTS);
            let column = (0..head.len()).find(|&at| is_named(at) && rows.iter().all(|row| is_turn(row[at])))?;
            let is_in_order = |at: usize| {
                let colors: Option<Vec<Color>> = rows.iter().map(|row| color(row[at])).collect();
                let numbers: Option<Vec<i32>> = rows.iter().map(|row| row[at].parse().ok()).collect();
                let are_open = colors.is_none() && numbers.is_none();
                let take_turns = |colors: Vec<Color>| (0..).zip(colors).all(|(at, own)| own == Color::ALL[at % 2]);
                let follow = |numbers: Vec<i32>| numbers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
                are_open || colors.is_some_and(take_turns) || numbers.is_some_and(follow)
            };
            if !(0..head.len()).all(is_in_order) {
                return None;
            }
            rows.iter().map(|row| row[column]).collect()
        }
    };
    let is_list = names.iter().all(|name| is_turn(name)) && names.iter().any(|name| !is_pass(name));
    is_list.then(|| PairList { names: names.join(" "), ..PairList::default() })
}

/// A row of a table: its line, the text, and its column and row.
struct TableRow<'a> {
    line: usize,
    fields: Vec<&'a str>,
    pair: [i32; 2],
}

impl TableRow<'_> {
    fn number(&self, column: usize) -> Option<i32> {
        self.fields.get(column)?.parse().ok()
    }
}

/// Column indices of a CSV table, by its header.
pub struct Columns {
    x: usize,
    y: usize,
    owner: Option<usize>,
    /// Column with the owner or with the move's number.
    turn: Option<usize>,
    /// Column with the game's name or number.
    game: Option<usize>,
    /// Column with the move's number.
    number: Option<usize>,
    /// Column that may have the move's number.
    count: Option<usize>,
}

impl Columns {
    pub fn of_head(line: &str) -> Option<Self> {
        let names: Vec<String> = fields_of(line).into_iter().map(str::to_ascii_lowercase).collect();
        let find = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        Some(Self {
            x: find(&XS)?,
            y: find(&YS)?,
            owner: find(&OWNERS),
            turn: find(&[TURN]),
            game: find(&["game", "game_id", "gameid", "match", "match_id", "episode"]),
            number: find(&NUMBERS),
            count: find(&COUNTS),
        })
    }

    /// Column and row of a line.
    pub fn pair_of(&self, line: &str) -> Option<[i32; 2]> {
        let fields = fields_of(line);
        Some([fields.get(self.x)?.parse().ok()?, fields.get(self.y)?.parse().ok()?])
    }

    /// The moves of each game, in order of their numbers.
    pub fn lists_of(&self, lines: &[(usize, &str)]) -> Option<Vec<PairList>> {
        let mut games: Vec<Vec<TableRow>> = Vec::new();
        let mut known = HashMap::new();
        for &(line, text) in lines {
            let row = TableRow { line, fields: fields_of(text), pair: self.pair_of(text)? };
            let name = self.game.and_then(|at| row.fields.get(at).copied()).unwrap_or_default();
            let at = *known.entry(name).or_insert(games.len());
            if at == games.len() {
                games.push(Vec::new());
            }
            games[at].push(row);
        }
        let turn = self.turn.filter(|&turn| {
            let numbers = |rows: &[TableRow]| rows.iter().map(|row| row.number(turn)).collect::<Option<Vec<i32>>>();
            let counts = games.iter().map(|rows| counts_of(&numbers(rows)?)).collect::<Option<Vec<usize>>>();
            // Games of two moves are like the others.
            counts.is_some_and(|counts| self.owner.is_some() || counts.into_iter().any(|count| count > 2))
        });
        let owner = match (self.owner, self.turn) {
            (Some(owner), Some(other)) if turn.is_none() => Some(owner.min(other)),
            (owner, other) => owner.or(other.filter(|_| turn.is_none())),
        };
        let number = self.number.or(turn);
        let mut lists: Vec<PairList> = games.iter().map(|rows| self.list_of(rows, owner, number)).collect();
        lists.retain(|list| !list.turns.is_empty());
        (!lists.is_empty()).then_some(lists)
    }

    /// The moves of one game, with the columns of their owners and numbers.
    fn list_of(&self, rows: &[TableRow], owner: Option<usize>, number: Option<usize>) -> PairList {
        let who = |row: &TableRow| owner.and_then(|at| row.fields.get(at).copied()).unwrap_or_default().to_owned();
        let is_blocked = |row: &&TableRow| {
            let who = who(row);
            who.parse() == Ok(NOBODY) || who.eq_ignore_ascii_case("blocked")
        };
        let (blocked, own): (Vec<&TableRow>, Vec<&TableRow>) = rows.iter().partition(is_blocked);
        let turn = |row: &&TableRow| PairTurn {
            line: row.line,
            xy: Some(row.pair).filter(|xy| *xy != [-1, -1]),
            color: color_of(&who(row)),
        };
        let mut list = PairList {
            turns: own.iter().map(turn).collect(),
            blocked: blocked.iter().map(|row| row.pair).collect(),
            ..PairList::default()
        };
        // Two names are the two sides, whichever they are.
        let names: HashSet<String> = own.iter().map(|row| who(row)).collect();
        let is_out_of_turn = |(at, turn): (usize, &PairTurn)| turn.color.is_some_and(|own| own != Color::ALL[at % 2]);
        if number.is_none()
            && names.len() > 2
            && list.turns.iter().enumerate().any(is_out_of_turn)
            && let Some(row) = own.iter().find(|row| color_of(&who(row)).is_none())
        {
            list.fault = Some(ReadError::at(Place::Line(row.line), ColorError(who(row))));
        }
        same_knowledge(&mut list.turns);
        let have_colors = list.turns.iter().all(|turn| turn.color.is_some());
        let order_by = |column: usize| {
            let number = |row: &TableRow| -> Option<NumberAt> { Some((row.number(column)?, Some(row.line))) };
            let numbers: Vec<NumberAt> = own.iter().map(|row| number(row)).collect::<Option<_>>()?;
            // Blocked cells may be numbered like moves.
            let all: Option<Vec<NumberAt>> = rows.iter().map(number).collect();
            let are_whole = || all.is_some_and(|all| order_of(&all, false).is_ok());
            Some(order_of(&numbers, have_colors).or_else(|gap| {
                let mut order: Vec<usize> = (0..own.len()).collect();
                order.sort_by_key(|&at| numbers[at].0);
                if blocked.is_empty() || !are_whole() { Err(gap) } else { Ok(order) }
            }))
        };
        let ordered = number.and_then(order_by).or_else(|| self.count.and_then(order_by).filter(Result::is_ok));
        match ordered {
            Some(Ok(order)) => list.turns = order.into_iter().map(|at| list.turns[at]).collect(),
            Some(Err(gap)) => list.fault = Some(gap.error()),
            None => {}
        }
        list
    }
}
