//! The Soosõrv opening of renju as Yixin-Board asks for it: three stones, a choice of sides, a fourth
//! stone with a number of fifths to offer, a choice of sides, the fifths, and the choice among them.

use super::opening::Judge;
use super::{Limits, Report};
use crate::base::{Point, Score, SplitMix64};
use crate::board::{Board, SYMMETRIES, transform};
use std::sync::Arc;

/// The most fifths that may be offered.
pub const MOST_FIFTHS: usize = 8;
/// Fourth stones that are looked at.
const FOURTHS: usize = 12;
/// Nodes spent on the fifths after one fourth, on those of the position that is played, and on one fifth.
const FOURTH_NODES: u64 = 40_000;
const FIFTH_NODES: u64 = 400_000;
const CHOICE_NODES: u64 = 100_000;
/// The score of a fifth that does not exist: Black would have to play worse than any it has.
const NO_FIFTH: Score = -10_000;

/// What is asked, and of how many fifths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvStep {
    /// The three stones.
    Propose,
    /// Whether to swap after three stones.
    SwapThree,
    /// The fourth stone and the number of fifths.
    Fourth,
    /// Whether to swap after four stones, so many fifths being asked for.
    SwapFour(usize),
    /// So many fifths.
    Fifths(usize),
    /// The choice of a fifth: the stones behind the fourth are those offered.
    Choose,
}

impl SoosorvStep {
    /// Whether the step is about so many stones.
    pub fn takes(self, stones: usize) -> bool {
        match self {
            SoosorvStep::Propose => stones == 0,
            SoosorvStep::SwapThree | SoosorvStep::Fourth => stones == 3,
            SoosorvStep::SwapFour(_) | SoosorvStep::Fifths(_) => stones == 4,
            SoosorvStep::Choose => (5..=4 + MOST_FIFTHS).contains(&stones),
        }
    }
}

/// The answer to a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SoosorvAnswer {
    /// Three stones of a standard opening.
    Three(Vec<Point>),
    /// Whether to swap after the third (1) or the fourth stone (2).
    Swap(u8, bool),
    /// The fourth stone, and how many fifths Black must offer.
    Fourth(Point, usize),
    /// The fifths offered.
    Fifths(Vec<Point>),
    /// The fifth that White chooses.
    Chosen(Point),
    /// There is no such move.
    None,
}

impl Judge<'_> {
    /// The answer to a step; `stones` are those told, in their order.
    pub fn soosorv(&mut self, step: SoosorvStep, empty: &Board, stones: &[Point], seed: u64) -> SoosorvAnswer {
        let mut board = empty.clone();
        stones.iter().take(4).for_each(|&point| board.make(point, &mut ()));
        match step {
            SoosorvStep::Propose => self.standard_opening(empty, seed),
            SoosorvStep::SwapThree => SoosorvAnswer::Swap(1, self.search(&board, FIFTH_NODES).report.score < 0),
            SoosorvStep::Fourth => self.fourth(&board),
            SoosorvStep::SwapFour(fifths) => {
                let offered = self.fifths(&board, fifths, FIFTH_NODES);
                SoosorvAnswer::Swap(2, offered.get(fifths - 1).map_or(NO_FIFTH, |report| report.score) < 0)
            }
            SoosorvStep::Fifths(fifths) => {
                let offered = self.fifths(&board, fifths, FIFTH_NODES);
                SoosorvAnswer::Fifths(offered.iter().map(|report| report.line[0]).collect())
            }
            SoosorvStep::Choose => self.choose_fifth(&board, &stones[4..]),
        }
    }

    /// The centre, White beside it, Black within two cells: the fairest of the standard openings.
    fn standard_opening(&mut self, board: &Board, seed: u64) -> SoosorvAnswer {
        let size = board.size();
        let center = size.center();
        let (x, y) = size.xy(center);
        let mut choices = Vec::new();
        for (dx, dy) in [(0, -1), (1, -1)] {
            for cell in 0..25 {
                let third = size.point(x + cell % 5 - 2, y + cell / 5 - 2);
                if let (Some(second), Some(third)) = (size.point(x + dx, y + dy), third)
                    && third != second
                    && third != center
                {
                    choices.push(vec![center, second, third]);
                }
            }
        }
        // Some of them, so that games differ.
        let mut rng = SplitMix64::new(seed);
        choices.retain(|_| rng.below(3) > 0);
        let found = self.searcher.most_balanced(board, &choices, 0, self.limits, self.control);
        let stones = found.map(|(stones, _)| stones).or_else(|| choices.into_iter().next());
        stones.map_or(SoosorvAnswer::None, SoosorvAnswer::Three)
    }

    /// The fourth stone and the number of fifths after which Black's last fifth is nearest to even: White
    /// will take the one that is worst for Black.
    fn fourth(&mut self, board: &Board) -> SoosorvAnswer {
        let mut board = board.clone();
        let mut best: Option<(Score, Point, usize)> = None;
        for point in super::opening::most_promising(&mut board, FOURTHS) {
            board.make(point, &mut ());
            let fifths = self.fifths(&board, MOST_FIFTHS, FOURTH_NODES);
            board.unmake(&mut ());
            for (number, report) in (1..).zip(&fifths).filter(|(_, report)| report.depth > 0) {
                let unfair = report.score.abs();
                if best.is_none_or(|(least, ..)| unfair < least) {
                    best = Some((unfair, point, number));
                }
            }
            if self.control.must_stop() {
                break;
            }
        }
        let any = || super::opening::most_promising(&mut board, 1).first().map(|&point| (0, point, 1));
        best.or_else(any).map_or(SoosorvAnswer::None, |(_, point, number)| SoosorvAnswer::Fourth(point, number))
    }

    /// The best fifths, no two of them the same by a symmetry of the four stones, as many as there are.
    fn fifths(&mut self, board: &Board, count: usize, nodes: u64) -> Vec<Report> {
        let limits = Limits { nodes: self.limits.nodes.min(nodes), ..self.limits };
        let doubles = doubles(board);
        self.searcher.set_excluded(&doubles);
        let control = Arc::clone(self.control);
        // A search without time finds one line; the others are then any moves.
        let mut reports = self.searcher.search_lines(board, limits, count, control, &mut |_| {});
        self.searcher.set_excluded(&[]);
        let mut board = board.clone();
        for point in super::opening::most_promising(&mut board, usize::MAX) {
            if reports.len() < count && !doubles.contains(&point) && reports.iter().all(|other| other.line[0] != point)
            {
                let template = reports[0].clone();
                reports.push(Report { depth: 0, score: NO_FIFTH, proven: false, line: vec![point], ..template });
            }
        }
        reports
    }

    /// The offered fifth that is best for White.
    fn choose_fifth(&mut self, board: &Board, offered: &[Point]) -> SoosorvAnswer {
        let mut best: Option<(Score, Point)> = None;
        for &point in offered {
            let mut after = board.clone();
            after.make(point, &mut ());
            let score = self.search(&after, CHOICE_NODES).report.score;
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, point));
            }
        }
        best.map_or(SoosorvAnswer::None, |(_, point)| SoosorvAnswer::Chosen(point))
    }
}

/// The empty points that a symmetry of the stones makes out of a lower point.
fn doubles(board: &Board) -> Vec<Point> {
    let size = board.size();
    if size.width() != size.height() {
        return Vec::new();
    }
    let stones: Vec<_> = board.placed().collect();
    let kept = |symmetry: &usize| {
        stones.iter().all(|&(point, cell)| stones.contains(&(transform(size, point, *symmetry), cell)))
    };
    let symmetries: Vec<usize> = (0..SYMMETRIES).filter(kept).collect();
    let has_lower = |point: &Point| symmetries.iter().any(|&symmetry| transform(size, *point, symmetry) < *point);
    board.empties().filter(has_lower).collect()
}
