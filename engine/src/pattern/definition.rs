//! The single definition of the line patterns.
//!
//! A line is seen from a stone in its middle: a half line to the left and one to the right. The rule's predicate says
//! whether a run wins; everything else is derived from it:
//!
//! * *Winning cells*: the empty cells where a next stone wins.
//! * `Four`: there are winning cells, and some reply of the opponent takes all of them away.
//!   `OpenFour`: no reply does.
//! * `OpenThree`: a next stone makes an `OpenFour`; `Three`: one makes a `Four`; and so on downwards.
//!
//! So a six is no five if the rule says so. In caro a five closed at both ends does not win, so a four that
//! could only become such a five is no four.

use super::LinePattern;
use super::half_line::{HalfLines, MAX_REACH};
use crate::base::Cell;

/// A rule for one color; the patterns are derived from it.
pub struct SideRule<W: Fn(usize, usize) -> bool> {
    /// `wins(run, blocked)`: whether a run of this length wins if `blocked` (0 to 2) of its ends touch an opponent's
    /// stone.
    pub wins: W,
    /// Whether two fours at once are forbidden.
    pub forbids_double_four: bool,
}

/// The pattern of every line, indexed `left * halves.count() + right`.
pub fn classify<W: Fn(usize, usize) -> bool>(halves: &HalfLines, side: &SideRule<W>) -> Vec<LinePattern> {
    let count = halves.count();
    let mut definition = Definition::new(halves, side);
    for left in 0..count {
        for right in 0..=left {
            let cells = definition.find_winning_cells(left, right);
            definition.winning_cells[left * count + right] = cells;
            definition.winning_cells[right * count + left] = reverse_cells(cells);
        }
    }
    for left in 0..count {
        for right in 0..=left {
            definition.pattern(left, right);
        }
    }
    definition.patterns.into_iter().map(LinePattern::from_number).collect()
}

const UNKNOWN: u8 = u8::MAX;
/// In masks of cells, the first bit of the right half line.
const RIGHT: usize = MAX_REACH;
/// Stones in the longest run: the middle and both half lines.
const MAX_RUN: usize = 1 + 2 * MAX_REACH;

/// A half line with precomputed properties.
#[derive(Clone, Copy)]
struct Half {
    /// Own stones next to the middle.
    run: u8,
    /// 1 when an opponent's stone stands directly beyond the run.
    blocked: u8,
    /// Empty cells, a bit for each distance.
    empties: u8,
    /// The half line with an own or an opponent's stone on the empty cell at each distance.
    with_own: [u16; MAX_REACH],
    with_opponent: [u16; MAX_REACH],
}

struct Definition {
    forbids_double_four: bool,
    /// By stones of the run and by blocked ends: whether the run wins.
    wins: [[bool; 3]; MAX_RUN + 1],
    halves: Vec<Half>,
    /// A bit for each winning cell of each line.
    winning_cells: Vec<u16>,
    patterns: Vec<u8>,
}

impl Definition {
    fn new<W: Fn(usize, usize) -> bool>(lines: &HalfLines, side: &SideRule<W>) -> Self {
        let count = lines.count();
        Self {
            forbids_double_four: side.forbids_double_four,
            wins: std::array::from_fn(|run| std::array::from_fn(|blocked| (side.wins)(run, blocked))),
            halves: (0..count).map(|number| Half::new(lines, number)).collect(),
            winning_cells: vec![0; count * count],
            patterns: vec![UNKNOWN; count * count],
        }
    }

    fn index(&self, left: usize, right: usize) -> usize {
        left * self.halves.len() + right
    }

    /// Stones of the run through the middle.
    fn run(&self, left: usize, right: usize) -> usize {
        usize::from(1 + self.halves[left].run + self.halves[right].run)
    }

    fn is_win(&self, left: usize, right: usize) -> bool {
        let blocked = self.halves[left].blocked + self.halves[right].blocked;
        self.wins[self.run(left, right)][usize::from(blocked)]
    }

    /// The lines after one more own stone, each with the bit of its cell.
    fn next_lines(&self, left: usize, right: usize) -> impl Iterator<Item = (usize, usize, usize)> + use<> {
        let (l, r) = (self.halves[left], self.halves[right]);
        let on_left = l.empties().map(move |d| (d, l.with_own[d].into(), right));
        let on_right = r.empties().map(move |d| (RIGHT + d, left, r.with_own[d].into()));
        on_left.chain(on_right)
    }

    fn find_winning_cells(&self, left: usize, right: usize) -> u16 {
        self.next_lines(left, right)
            .filter(|&(_, l, r)| self.is_win(l, r))
            .fold(0, |cells, (bit, _, _)| cells | 1 << bit)
    }

    /// Whether a reply of the opponent in this line leaves no winning cell.
    fn can_be_stopped(&self, left: usize, right: usize) -> bool {
        let (l, r) = (&self.halves[left], &self.halves[right]);
        let stops = |left, right| self.winning_cells[self.index(left, right)] == 0;
        l.empties().any(|d| stops(l.with_opponent[d].into(), right))
            || r.empties().any(|d| stops(left, r.with_opponent[d].into()))
    }

    /// Whether the winning cells belong to two different fours: the runs that two of them complete differ in the stones
    /// already there.
    fn has_two_fours(&self, left: usize, right: usize) -> bool {
        let winning = self.winning_cells[self.index(left, right)];
        let mut stones = self
            .next_lines(left, right)
            .filter(|&(bit, _, _)| winning >> bit & 1 != 0)
            .map(|(bit, l, r)| run_mask(self.halves[l].run, self.halves[r].run) & !(1 << bit));
        let first = stones.next();
        stones.any(|other| Some(other) != first)
    }

    /// The pattern of a line, which is also that of its reverse.
    fn pattern(&mut self, left: usize, right: usize) -> LinePattern {
        let index = self.index(left, right);
        if self.patterns[index] == UNKNOWN {
            let reverse = self.index(right, left);
            self.patterns[index] = self.find_pattern(left, right) as u8;
            self.patterns[reverse] = self.patterns[index];
        }
        LinePattern::from_number(self.patterns[index])
    }

    fn find_pattern(&mut self, left: usize, right: usize) -> LinePattern {
        if self.is_win(left, right) {
            return LinePattern::Five;
        }
        if self.run(left, right) > 5 {
            return LinePattern::Overline;
        }
        if self.winning_cells[self.index(left, right)] != 0 {
            return if self.can_be_stopped(left, right) {
                LinePattern::Four
            } else if self.forbids_double_four && self.has_two_fours(left, right) {
                LinePattern::DoubleFour
            } else {
                LinePattern::OpenFour
            };
        }
        let mut ways = [0; LinePattern::COUNT];
        for (_, l, r) in self.next_lines(left, right) {
            ways[self.pattern(l, r) as usize] += 1;
        }
        from_ways(&ways)
    }
}

impl Half {
    fn new(lines: &HalfLines, number: usize) -> Self {
        let cells = &lines.cells(number)[..lines.reach()];
        let run = cells.iter().take_while(|&&cell| cell == Cell::Black).count();
        let is_empty = |d: usize| cells.get(d) == Some(&Cell::Empty);
        let filled =
            |stone| std::array::from_fn(|d| if is_empty(d) { lines.with(number, d, stone) as u16 } else { u16::MAX });
        Self {
            run: run as u8,
            blocked: u8::from(cells.get(run) == Some(&Cell::White)),
            empties: (0..MAX_REACH).filter(|&d| is_empty(d)).fold(0, |empties, d| empties | 1 << d),
            with_own: filled(Cell::Black),
            with_opponent: filled(Cell::White),
        }
    }

    /// The distances of the empty cells.
    fn empties(&self) -> impl Iterator<Item = usize> + use<> {
        let empties = self.empties;
        (0..MAX_REACH).filter(move |d| empties >> d & 1 != 0)
    }
}

/// The cells in the order of the reversed line.
fn reverse_cells(cells: u16) -> u16 {
    let left = cells & ((1 << RIGHT) - 1);
    cells >> RIGHT | left << RIGHT
}

/// The stones of a run that reaches `left` and `right` cells from the middle, as a mask of cells.
fn run_mask(left: u8, right: u8) -> u16 {
    ((1 << left) - 1) | (((1 << right) - 1) << RIGHT)
}

/// The pattern of a line in which no next stone wins, by the number of next stones that make each pattern.
fn from_ways(ways: &[usize; LinePattern::COUNT]) -> LinePattern {
    use LinePattern::*;
    let count = |patterns: &[LinePattern]| patterns.iter().map(|&p| ways[p as usize]).sum::<usize>();
    match (count(&[OpenFour]), count(&[Four, DoubleFour])) {
        (2.., _) => return OpenThree2,
        (1, _) => return OpenThree,
        (0, 1..) => return Three,
        _ => {}
    }
    match (count(&[OpenThree, OpenThree2]), count(&[Three])) {
        (4.., _) => return OpenTwo4,
        (3, _) => return OpenTwo3,
        (1.., _) => return OpenTwo,
        (0, 1..) => return Two,
        _ => {}
    }
    match (count(&[OpenTwo, OpenTwo3, OpenTwo4]), count(&[Two])) {
        (1.., _) => OpenOne,
        (0, 1..) => One,
        _ => Dead,
    }
}
