//! Verifies the distance of a win by trying every defense, with the stones and the referee's rules alone, without the
//! engine's patterns.

use crate::common::oracle::{Grid, STEPS};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use tengen::base::{Cell, Color, Point, Rule};

/// Result of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tried {
    /// The five comes in time, whatever the defender plays.
    Confirmed,
    /// No move of the attacker wins in time.
    NotFound,
    /// The limit of stones was reached.
    TooMuch,
}

/// Greatest number of own stones, up to the five, in a trial. With at most four, a stone can help only on a line with
/// a stone that is already there.
pub const MAX_STONES: usize = 4;

/// Search for a win within a distance.
pub struct Trial {
    rule: Rule,
    attacker: Color,
    grid: Grid,
    /// Number of stones that may still be placed, as the limit of the trial.
    left: u64,
    /// Known results, by hash of the board and number of own stones to come.
    known: HashMap<(u64, usize), bool>,
}

impl Trial {
    pub fn new(rule: Rule, attacker: Color, grid: &Grid, limit: u64) -> Self {
        Self { rule, attacker, grid: grid.clone(), left: limit, known: HashMap::new() }
    }

    /// Whether the attacker has a five within `stones` stones of its own. The attacker tries `first` before other
    /// moves; it is to move if `is_attackers`, else the defender is.
    pub fn run(mut self, is_attackers: bool, stones: usize, first: Option<Point>) -> Tried {
        assert!(stones <= MAX_STONES);
        let found = if is_attackers { self.wins(stones, first) } else { self.wins_after_any_reply(stones) };
        match found {
            Some(true) => Tried::Confirmed,
            Some(false) => Tried::NotFound,
            None => Tried::TooMuch,
        }
    }

    /// The attacker is to move; `None` when the limit is reached.
    fn wins(&mut self, stones: usize, first: Option<Point>) -> Option<bool> {
        let mut hasher = DefaultHasher::new();
        self.grid.cells.iter().for_each(|&cell| (cell as u8).hash(&mut hasher));
        let key = (hasher.finish(), stones);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        let found = self.tries_all(stones, first)?;
        self.known.insert(key, found);
        Some(found)
    }

    fn tries_all(&mut self, stones: usize, first: Option<Point>) -> Option<bool> {
        let own = self.attacker;
        if stones == 0 || self.is_drawn() {
            return Some(false);
        }
        let empty: Vec<Point> = self.empty().collect();
        for &point in &empty {
            if self.makes_five(point, own)? {
                return Some(true);
            }
        }
        // Fewer stones first: then every stone of the win found below is needed.
        if stones > 1 && self.wins(stones - 1, first)? {
            return Some(true);
        }
        let mut threats = Vec::new();
        for &point in &empty {
            if self.makes_five(point, !own)? {
                threats.push(point);
            }
        }
        let of_use: Vec<Point> = if stones == 1 {
            Vec::new()
        } else if threats.is_empty() {
            empty.into_iter().filter(|&point| self.is_near(point)).collect()
        } else {
            self.answers_to(&threats, !own)?
        };
        let ordered = first.into_iter().filter(|point| of_use.contains(point)).chain(of_use.iter().copied());
        let mut quiet = Vec::new();
        for point in ordered {
            if !self.is_legal(point, own) {
                continue;
            }
            self.put(point, own.into())?;
            let fives = self.fives_through(point);
            let wins = match fives {
                Some(fives) if fives.is_empty() => {
                    quiet.push(point);
                    Some(false)
                }
                Some(fives) => self.wins_against(&fives, stones - 1),
                None => None,
            };
            self.take(point);
            if wins? {
                return Some(true);
            }
        }
        if stones < 3 {
            return Some(false);
        }
        for point in quiet {
            self.put(point, own.into())?;
            // If no win follows even when the defender passes, no reply has to be tried.
            let wins = match self.wins(stones - 1, None) {
                Some(true) => self.wins_after_any_reply(stones - 1),
                other => other,
            };
            self.take(point);
            if wins? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The attacker threatens these fives; the defender has none and is to move.
    fn wins_against(&mut self, fives: &[Point], stones: usize) -> Option<bool> {
        if self.is_drawn() {
            return Some(false);
        }
        for reply in self.answers_to(fives, self.attacker)? {
            if self.is_legal(reply, !self.attacker) && !self.wins_after(reply, stones)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Points where a stone of the other side stops all these fives of `color`: on one of them or, in caro, at an end.
    fn answers_to(&mut self, fives: &[Point], color: Color) -> Option<Vec<Point>> {
        let ends = matches!(self.rule, Rule::Caro | Rule::CaroExact);
        let places: Vec<Point> = if ends { self.empty().collect() } else { fives.to_vec() };
        let mut found = Vec::new();
        for point in places {
            self.put(point, (!color).into())?;
            let mut is_left = Some(false);
            for &five in fives.iter().filter(|&&five| five != point) {
                if is_left == Some(false) {
                    is_left = self.makes_five(five, color);
                }
            }
            self.take(point);
            if !is_left? {
                found.push(point);
            }
        }
        Some(found)
    }

    fn wins_after_any_reply(&mut self, stones: usize) -> Option<bool> {
        if self.is_drawn() {
            return Some(false);
        }
        let replies: Vec<Point> = self.empty().collect();
        for &reply in &replies {
            if self.makes_five(reply, !self.attacker)? {
                return Some(false);
            }
        }
        for reply in replies {
            if self.is_legal(reply, !self.attacker) && !self.wins_after(reply, stones)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn wins_after(&mut self, reply: Point, stones: usize) -> Option<bool> {
        self.put(reply, (!self.attacker).into())?;
        let wins = self.wins(stones, None);
        self.take(reply);
        wins
    }

    /// Points where the attacker wins on the lines through one of its stones: five in a row, or six in caro.
    fn fives_through(&mut self, stone: Point) -> Option<Vec<Point>> {
        let (x, y) = self.grid.size.xy(stone);
        let mut found = Vec::new();
        for (dx, dy) in STEPS {
            for k in (-5..=5).filter(|&k| k != 0) {
                let Some(point) = self.grid.size.point(x + k * dx, y + k * dy) else { continue };
                if self.grid.cells[point.index()] == Cell::Empty && self.makes_five(point, self.attacker)? {
                    found.push(point);
                }
            }
        }
        Some(found)
    }

    fn makes_five(&mut self, point: Point, color: Color) -> Option<bool> {
        self.put(point, color.into())?;
        let wins = self.grid.wins(self.rule, point);
        self.take(point);
        Some(wins)
    }

    /// Whether a stone of the attacker is on a line of this point and near enough for both to be in one row; six,
    /// because in caro six win where five are closed.
    fn is_near(&self, point: Point) -> bool {
        let (x, y) = self.grid.size.xy(point);
        let is_own = |k: i32, (dx, dy): (i32, i32)| self.grid.at(x + k * dx, y + k * dy) == Cell::from(self.attacker);
        STEPS.iter().any(|&step| (-5..=5).any(|k| k != 0 && is_own(k, step)))
    }

    fn is_legal(&self, point: Point, color: Color) -> bool {
        !(self.rule == Rule::Renju && color == Color::Black && self.grid.is_foul(point))
    }

    fn is_drawn(&self) -> bool {
        self.empty().count() <= if self.rule == Rule::Renju { 25 } else { 0 }
    }

    fn empty(&self) -> impl Iterator<Item = Point> {
        self.grid.size.points().filter(|point| self.grid.cells[point.index()] == Cell::Empty)
    }

    fn put(&mut self, point: Point, cell: Cell) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        self.grid.cells[point.index()] = cell;
        Some(())
    }

    fn take(&mut self, point: Point) {
        self.grid.cells[point.index()] = Cell::Empty;
    }
}

#[test]
fn trying_confirms_wins_within_their_distance_alone() {
    use crate::common::board_of_rows;
    use Tried::{Confirmed, NotFound};
    let open_three = ["........", "........", "..XXX...", "..O.....", "...O....", "........", "........", "......O."];
    let closed_three = ["........", "........", ".OXXX...", "...O....", "........", "........", "........", "......O."];
    // Two crossing open twos.
    let cross = ["........", "........", "...X....", "...X....", ".XX.....", "......O.", "O.......", ".O.....O"];
    // The defender has an open three of its own.
    let race = ["...OOO..", "........", "...X....", "...X....", ".XX.....", "........", "........", "O......."];
    for (rows, expected) in [
        (open_three, [NotFound, Confirmed, Confirmed, Confirmed]),
        (closed_three, [NotFound, NotFound, NotFound, NotFound]),
        (cross, [NotFound, NotFound, Confirmed, Confirmed]),
        (race, [NotFound, NotFound, NotFound, NotFound]),
    ] {
        for (stones, expected) in (1..).zip(expected) {
            let board = board_of_rows(Rule::Freestyle, rows);
            let trial = Trial::new(Rule::Freestyle, Color::Black, &Grid::of(&board), 200_000_000);
            assert_eq!(trial.run(true, stones, None), expected, "{rows:?} {stones}");
        }
    }
    // An open four, and a four with one of its fives closed.
    let open_four = ["........", "........", "..XXXX..", "........", "........", "OO.OO..."];
    let lost =
        Trial::new(Rule::Freestyle, Color::Black, &Grid::of(&board_of_rows(Rule::Freestyle, open_four)), 1_000_000);
    assert_eq!(lost.run(false, 1, None), NotFound, "the defender has a five of his own");
    let open_four = ["........", "........", "..XXXX..", "........", "........", "OO......"];
    let lost =
        Trial::new(Rule::Freestyle, Color::Black, &Grid::of(&board_of_rows(Rule::Freestyle, open_four)), 1_000_000);
    assert_eq!(lost.run(false, 1, None), Confirmed);
}
