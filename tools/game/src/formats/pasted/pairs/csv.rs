//! Tables of moves with a head that names their columns, such as `move,x,y,player`.

use super::super::numbering::{COUNTS, NUMBERS, NumberAt, counts_of, order_of};
use super::super::stones::color_of;
use super::list::{PairList, PairTurn};

/// The protocol's owner of a blocked cell.
const NOBODY: i32 = 3;
/// Names of columns with the owner of a stone.
const OWNERS: [&str; 6] = ["color", "colour", "player", "who", "side", "stone"];
/// A column with the owner or with the number of a move.
const TURN: &str = "turn";

/// The fields of a line, without quotes.
fn fields_of(line: &str) -> Vec<&str> {
    line.split([',', ';', '\t']).map(|field| field.trim().trim_matches('"')).collect()
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
            x: find(&["x", "col", "column", "move_x", "pos_x"])?,
            y: find(&["y", "row", "move_y", "pos_y"])?,
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
        let mut games: Vec<(&str, Vec<TableRow>)> = Vec::new();
        for &(line, text) in lines {
            let row = TableRow { line, fields: fields_of(text), pair: self.pair_of(text)? };
            let name = self.game.and_then(|at| row.fields.get(at).copied()).unwrap_or_default();
            match games.iter_mut().find(|(known, _)| *known == name) {
                Some((_, rows)) => rows.push(row),
                None => games.push((name, vec![row])),
            }
        }
        let turn = self.turn.filter(|&turn| {
            let numbers = |rows: &[TableRow]| rows.iter().map(|row| row.number(turn)).collect::<Option<Vec<i32>>>();
            let counts = games.iter().map(|(_, rows)| counts_of(&numbers(rows)?)).collect::<Option<Vec<usize>>>();
            // Games of two moves are like the others.
            counts.is_some_and(|counts| self.owner.is_some() || counts.into_iter().any(|count| count > 2))
        });
        let owner = match (self.owner, self.turn) {
            (Some(owner), Some(other)) if turn.is_none() => Some(owner.min(other)),
            (owner, other) => owner.or(other.filter(|_| turn.is_none())),
        };
        let number = self.number.or(turn);
        let mut lists: Vec<PairList> = games.iter().map(|(_, rows)| self.list_of(rows, owner, number)).collect();
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
