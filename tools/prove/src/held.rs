//! Proofs that a side cannot win: its opponent gets a stone into every row of five.
//!
//! All rules need at least five stones in a row. So the attacker cannot win if the defender can take a cell of every
//! row, even without winning himself. The search tries every move of the attacker in a row that is still free. A
//! position is held without search when
//!
//! * its rows can be met by pairs of cells: when the attacker takes one, the defender takes the other (Hales and Jewett 1963), and
//! * the other rows, in the cells outside of all pairs, weigh less than half a row together, where a row weighs half as
//!   much for each stone that it lacks: the defender takes the cell that weighs most (Erdős and Selfridge 1973).

use super::check_open;
use anyhow::{Result, ensure};
use std::cmp::Reverse;
use std::collections::HashMap;
use tengen::base::{BoardSize, Cell, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, DIRECTIONS, symmetries, transform};
use tengen::solver::Stop;

/// Result of a search for the defender's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldSearch {
    /// Whether the attacker cannot win; otherwise nothing is known.
    pub is_held: bool,
    /// Attacker's moves in the longest line of the search.
    pub depth: u32,
    /// Positions whose moves were tried, at the last depth.
    pub positions: u64,
    /// Positions that pairs and weights hold, at the last depth.
    pub ends: u64,
}

/// Cells of a row that a side wins with.
const FIVE: usize = 5;
/// The weight of a row of five stones; each stone that it lacks halves it.
const WHOLE_ROW: u32 = 1 << FIVE;
/// The defender's replies that are tried without search, the ones of most weight first, and those that are searched.
const REPLIES: [usize; 2] = [12, 5];
/// Longest line, in the attacker's moves.
const MAX_DEPTH: u32 = 40;
/// Most positions that are remembered.
const MOST_KNOWN: usize = 1 << 22;

/// Searches for the proof that `attacker` cannot win, one attacker's move deeper each time, until `stop` is due.
///
/// # Errors
/// If the game is over, or if the defender is Black under renju, who may not play everywhere.
pub fn hold(root: &Board, attacker: Color, stop: &Stop) -> Result<HeldSearch> {
    check_open(root)?;
    ensure!(can_hold(root.rule(), attacker), "renju: Black may be forbidden to play where White has to be stopped");
    let mut rows = FiveRows::new(root, attacker);
    for depth in 0..=MAX_DEPTH {
        rows.search = HeldSearch { depth, ..HeldSearch::default() };
        let is_held = match root.side_to_move() == attacker {
            true => rows.holds(depth, stop),
            false => rows.answers(depth, stop),
        };
        // Where no position was searched, the attacker has fives that cannot be met.
        let is_lost = depth > 0 && rows.search.positions == 0;
        if is_held || is_lost || stop.is_due() {
            return Ok(HeldSearch { is_held, ..rows.search });
        }
    }
    Ok(rows.search)
}

/// Whether the opponent of `attacker` may play everywhere.
pub fn can_hold(rule: Rule, attacker: Color) -> bool {
    rule != Rule::Renju || attacker == Color::Black
}

/// Who has a cell: the index of counts and keys.
const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

/// All rows of five cells, and the stones in them.
struct FiveRows {
    /// Cells of each row, and its direction, 0 to 3.
    rows: Vec<([Point; FIVE], usize)>,
    /// The rows through each cell.
    through: Vec<Vec<usize>>,
    /// For each row the attacker's stones, and the cells that he cannot have.
    counts: Vec<[u8; 2]>,
    is_empty: Vec<bool>,
    /// The position's key, as each symmetry of the board shows it.
    keys: Vec<u128>,
    /// For each cell, symmetry and side a number.
    numbers: Vec<Vec<[u128; 2]>>,
    /// Positions with the attacker to move: `None` held, or the depth at which no answer was found.
    known: HashMap<u128, Option<u32>>,
    search: HeldSearch,
}

impl FiveRows {
    fn new(board: &Board, attacker: Color) -> Self {
        let size = board.size();
        let mut rows = Vec::new();
        for point in size.points() {
            let (x, y) = size.xy(point);
            for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                let cells = (0..FIVE as i32).map_while(|k| size.point(x + k * dx, y + k * dy));
                let cells: Result<[Point; FIVE], _> = cells.collect::<Vec<_>>().try_into();
                rows.extend(cells.map(|cells| (cells, direction)));
            }
        }
        let mut through = vec![Vec::new(); size.cells()];
        for (row, (cells, _)) in rows.iter().enumerate() {
            cells.iter().for_each(|cell| through[cell.index()].push(row));
        }
        let numbers = numbers(size);
        let mut new = Self {
            counts: vec![[0; 2]; rows.len()],
            rows,
            through,
            is_empty: vec![true; size.cells()],
            keys: vec![0; numbers[0].len()],
            numbers,
            known: HashMap::new(),
            search: HeldSearch::default(),
        };
        for point in size.points().filter(|&point| !board.is_empty(point)) {
            new.put(point, if board.cell(point) == Cell::from(attacker) { ATTACKER } else { DEFENDER });
        }
        // Five stones that did not win, as in an overline of standard, never will.
        new.counts.iter_mut().for_each(|count| count[DEFENDER] += count[ATTACKER] / FIVE as u8);
        new
    }

    fn put(&mut self, point: Point, side: usize) {
        self.is_empty[point.index()] = false;
        self.through[point.index()].iter().for_each(|&row| self.counts[row][side] += 1);
        self.flip(point, side);
    }

    fn take(&mut self, point: Point, side: usize) {
        self.is_empty[point.index()] = true;
        self.through[point.index()].iter().for_each(|&row| self.counts[row][side] -= 1);
        self.flip(point, side);
    }

    fn flip(&mut self, point: Point, side: usize) {
        self.keys.iter_mut().zip(&self.numbers[point.index()]).for_each(|(key, numbers)| *key ^= numbers[side]);
    }

    /// The weight of all rows that are free of the defender, the empty cells in them, those of most weight first, and the
    /// cells where the attacker has five.
    fn weigh(&self) -> (u32, Vec<Point>, Vec<Point>) {
        let (mut total, mut weights, mut fives) = (0, vec![0; self.is_empty.len()], Vec::new());
        for ((cells, _), count) in self.rows.iter().zip(&self.counts).filter(|(_, count)| count[DEFENDER] == 0) {
            let lacks = FIVE - usize::from(count[ATTACKER]);
            total += WHOLE_ROW >> lacks;
            for cell in cells.iter().filter(|cell| self.is_empty[cell.index()]) {
                weights[cell.index()] += WHOLE_ROW >> lacks;
                if lacks == 1 && !fives.contains(cell) {
                    fives.push(*cell);
                }
            }
        }
        let mut cells: Vec<Point> =
            (0..weights.len()).filter(|&cell| weights[cell] > 0).map(|cell| Point(cell as u16)).collect();
        cells.sort_by_key(|cell| Reverse(weights[cell.index()]));
        (total, cells, fives)
    }

    /// Whether the attacker, who is to move, is held by lines of at most `depth` of his moves.
    fn holds(&mut self, depth: u32, stop: &Stop) -> bool {
        let (total, moves, fives) = self.weigh();
        if !fives.is_empty() {
            return false;
        }
        let key = self.keys.iter().copied().min().unwrap_or_default();
        let is_end = match self.known.get(&key) {
            Some(None) => return true,
            Some(&Some(tried)) if tried >= depth => return false,
            Some(_) => false,
            None => total < WHOLE_ROW / 2 || self.has_pairs(),
        };
        let is_held = is_end || depth > 0 && self.holds_all(&moves, depth, stop);
        self.search.ends += u64::from(is_end);
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, if is_held { None } else { Some(depth) });
        is_held
    }

    /// Whether the defender has an answer to each of the attacker's moves.
    fn holds_all(&mut self, moves: &[Point], depth: u32, stop: &Stop) -> bool {
        self.search.positions += 1;
        moves.iter().all(|&point| {
            self.put(point, ATTACKER);
            let is_held = self.answers(depth - 1, stop);
            self.take(point, ATTACKER);
            is_held
        })
    }

    /// Whether the defender, who is to move, holds the attacker to lines of at most `depth` of his moves.
    fn answers(&mut self, depth: u32, stop: &Stop) -> bool {
        let (_, weighty, fives) = self.weigh();
        if stop.is_due() || fives.len() > 1 {
            return false;
        }
        let replies = if fives.is_empty() { weighty } else { fives };
        // No row is free.
        replies.is_empty()
            || [0, depth].into_iter().zip(REPLIES).take(1 + usize::from(depth > 0)).any(|(depth, count)| {
                replies.iter().take(count).any(|&point| {
                    self.put(point, DEFENDER);
                    let is_held = self.holds(depth, stop);
                    self.take(point, DEFENDER);
                    is_held
                })
            })
    }

    /// Whether pairs of cells, and the weight of the rows without a pair, hold the attacker, who is to move. The pair that
    /// lowers the weight of all rows most is taken first; each cell of a pair counts as the attacker's in rows that have only one.
    fn has_pairs(&self) -> bool {
        let free = (0..self.rows.len()).filter(|&row| self.counts[row][DEFENDER] == 0);
        let mut rows: Vec<OpenRow> = free.map(|row| self.open_row(row)).collect();
        let mut weights = vec![0; self.is_empty.len()];
        let mut shared = vec![0; self.is_empty.len() * PAIRS_OF_CELL];
        loop {
            let total: u32 = rows.iter().map(OpenRow::weight).sum();
            if total < WHOLE_ROW / 2 {
                return true;
            }
            weights.fill(0);
            shared.fill(0);
            for row in &rows {
                let weight = row.weight();
                row.cells().for_each(|cell| weights[cell.index()] += weight);
                row.pairs().for_each(|(_, _, pair)| shared[pair] += weight);
            }
            // A row with both cells is met; a row with one of them weighs twice as much.
            let gain = |(a, b, pair): (Point, Point, usize)| {
                let saved = 3 * i64::from(shared[pair]) - i64::from(weights[a.index()] + weights[b.index()]);
                (saved, Reverse((a, b)))
            };
            let best = rows.iter().flat_map(|row| row.pairs()).map(gain).max();
            let Some((_, Reverse((a, b)))) = best.filter(|best| best.0 > 0) else { return false };
            rows.retain_mut(|row| !row.remove(a, b));
            if rows.iter().any(|row| row.cells().next().is_none()) {
                return false;
            }
        }
    }

    fn open_row(&self, row: usize) -> OpenRow {
        let (cells, direction) = self.rows[row];
        OpenRow { cells: cells.map(|cell| Some(cell).filter(|cell| self.is_empty[cell.index()])), direction }
    }
}

/// Pairs of cells in a row by their first one: four directions, four distances.
const PAIRS_OF_CELL: usize = DIRECTIONS.len() * (FIVE - 1);

/// A row without a stone of the defender.
struct OpenRow {
    /// Cells that are empty and in no pair.
    cells: [Option<Point>; FIVE],
    direction: usize,
}

impl OpenRow {
    fn cells(&self) -> impl Iterator<Item = Point> {
        self.cells.into_iter().flatten()
    }

    fn weight(&self) -> u32 {
        WHOLE_ROW >> self.cells().count()
    }

    /// All pairs of cells, each with its number.
    fn pairs(&self) -> impl Iterator<Item = (Point, Point, usize)> {
        (0..FIVE).flat_map(move |first| {
            (first + 1..FIVE).filter_map(move |second| {
                let (a, b) = self.cells[first].zip(self.cells[second])?;
                Some((a, b, a.index() * PAIRS_OF_CELL + self.direction * (FIVE - 1) + second - first - 1))
            })
        })
    }

    /// Takes the cells of a pair out of the row. Returns whether both were in it.
    fn remove(&mut self, a: Point, b: Point) -> bool {
        let before = self.cells().count();
        self.cells.iter_mut().for_each(|cell| *cell = cell.filter(|&cell| cell != a && cell != b));
        before - self.cells().count() == 2
    }
}

/// For each cell, symmetry of the board and side a number.
fn numbers(size: BoardSize) -> Vec<Vec<[u128; 2]>> {
    let mut random = SplitMix64::new(1);
    let mut wide = || u128::from(random.next()) << 64 | u128::from(random.next());
    let plain: Vec<[u128; 2]> = size.points().map(|_| [wide(), wide()]).collect();
    let images = |point| symmetries(size).map(|symmetry| plain[transform(size, point, symmetry).index()]).collect();
    size.points().map(images).collect()
}
