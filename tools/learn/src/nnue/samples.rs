//! Positions of games as the network of line shapes sees them.

use crate::positions::{Fate, Filter, share_of};
use crate::records::{Games, Record};
use crate::split::each_game;
use crate::symmetric_key::SymmetricKey;
use tengen::base::Color;
use tengen::board::Board;
use tengen::eval::nnue::features::LineShapes;
use tengen::eval::nnue::region_of;
use tengen::eval::{Evaluator, LOGISTIC_SCALE, Weights};

/// A position to learn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineSample {
    /// Where its cells begin, and how many there are.
    pub cells: (usize, u16),
    /// Where the lines of its cells begin, and how many there are.
    pub lines: (usize, u16),
    /// Whether White is to move.
    pub is_white: bool,
    /// The score that is corrected, in log-odds.
    pub table_score: f32,
    /// What the search expects, as a share of the points.
    pub searched: f32,
    /// What the game brought, where that says something.
    pub result: Option<f32>,
}

/// An empty cell that sees a stone in one of its lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellLines {
    /// Its region.
    pub region: u8,
    /// How many of its lines hold stones.
    pub count: u8,
}

/// Positions with their cells and lines, one after the other.
#[derive(Default)]
pub struct LineSamples {
    /// The positions.
    pub samples: Vec<LineSample>,
    /// The cells of all positions.
    pub cells: Vec<CellLines>,
    /// The lines of all cells, by their folded numbers.
    pub lines: Vec<u32>,
}

/// Some lines, each once and in their order.
pub struct LineSet {
    /// The lines.
    pub lines: Vec<u32>,
    /// By line: its place among them, where it is one of them.
    places: Vec<u32>,
}

impl LineSet {
    /// The set of these lines, which are numbered below `count`.
    pub fn new(count: usize, lines: impl Iterator<Item = u32>) -> Self {
        let mut places = vec![0; count];
        lines.for_each(|line| places[line as usize] = 1);
        let lines: Vec<u32> = (0..count as u32).filter(|&line| places[line as usize] > 0).collect();
        (0..).zip(&lines).for_each(|(place, &line)| places[line as usize] = place);
        Self { lines, places }
    }

    /// Where a line of the set stands in it.
    #[inline(always)]
    pub fn place(&self, line: u32) -> usize {
        self.places[line as usize] as usize
    }
}

impl LineSample {
    /// The share of points to learn: `result_share` of the result, where there is one, and the search's rest.
    pub fn target(&self, result_share: f32) -> f32 {
        self.result.map_or(self.searched, |result| result_share * result + (1.0 - result_share) * self.searched)
    }
}

impl LineSamples {
    /// The cells of a position, each with its lines.
    pub fn cells_of(&self, sample: &LineSample) -> impl Iterator<Item = (usize, &[u32])> {
        let (from, count) = (sample.cells.0, usize::from(sample.cells.1));
        let mut rest = self.lines_of_cells(sample);
        self.cells[from..from + count].iter().map(move |cell| {
            let (lines, others) = rest.split_at(cell.count.into());
            rest = others;
            (usize::from(cell.region), lines)
        })
    }

    /// The lines of a position's cells, one after the other.
    pub fn lines_of_cells(&self, sample: &LineSample) -> &[u32] {
        &self.lines[sample.lines.0..][..sample.lines.1.into()]
    }

    /// The lines of some positions, which are numbered below `count`.
    pub fn lines_of<'a>(&self, samples: impl Iterator<Item = &'a LineSample>, count: usize) -> LineSet {
        LineSet::new(count, samples.flat_map(|sample| self.lines_of_cells(sample)).copied())
    }

    /// The positions from which the result is learned.
    pub fn with_result(&self) -> Self {
        let samples = self.samples.iter().filter(|sample| sample.result.is_some()).copied().collect();
        Self { samples, cells: self.cells.clone(), lines: self.lines.clone() }
    }

    /// Adds the positions of a game that the filter keeps; `evaluator` holds the empty board.
    fn push_game(&mut self, mut evaluator: Evaluator, record: &Record, filter: &mut Filter, shapes: &LineShapes) {
        let mut key = SymmetricKey::new(record.size);
        let result_from = record.result_from();
        for (i, played) in record.moves.iter().enumerate() {
            let us = evaluator.board().side_to_move();
            if filter.fate(evaluator.board(), record, i, key.key()) == Fate::Kept {
                let result = match record.winner {
                    Some(winner) => f32::from(u8::from(winner == us)),
                    None => 0.5,
                };
                let sample = LineSample {
                    cells: (0, 0),
                    lines: (0, 0),
                    is_white: us == Color::White,
                    table_score: evaluator.evaluate() as f32 / LOGISTIC_SCALE,
                    searched: share_of(played.score),
                    result: (i >= result_from).then_some(result),
                };
                self.push(evaluator.board(), shapes, sample);
            }
            key.play(played.point, us);
            evaluator.make(played.point);
        }
    }

    fn push(&mut self, board: &Board, shapes: &LineShapes, rest: LineSample) {
        let (cells, lines) = (self.cells.len(), self.lines.len());
        for point in board.empties() {
            let from = self.lines.len();
            let folded = (0..4).map(|direction| shapes.folded[board.line_number(point, direction)]);
            self.lines.extend(folded.filter(|&line| shapes.bare[line as usize] != line));
            let count = (self.lines.len() - from) as u8;
            if count > 0 {
                self.cells.push(CellLines { region: region_of(board.size(), point), count });
            }
        }
        let cells = (cells, (self.cells.len() - cells) as u16);
        let lines = (lines, (self.lines.len() - lines) as u16);
        self.samples.push(LineSample { cells, lines, ..rest });
    }
}

/// One game in this many of each file is held out, always the same ones.
const HELD_OUT_ONE_IN: usize = 20;

/// The positions of games to learn from and those held out, as they are left by the [`Filter`]; none that is learned
/// from is held out. `from` gives the scores that are corrected.
pub fn samples(games: &[Games], from: &Weights, shapes: &LineShapes) -> [LineSamples; 2] {
    let mut sets = [LineSamples::default(), LineSamples::default()];
    let mut filter = Filter::default();
    each_game(games, HELD_OUT_ONE_IN, &from.clone().with_nnue(None), &mut |set, evaluator, record| {
        sets[set].push_game(evaluator, record, &mut filter, shapes);
    });
    sets
}
