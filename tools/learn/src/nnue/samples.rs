//! Positions of games as inputs of the network of line shapes.

use crate::positions::{Fate, Filter, share_of};
use crate::records::{Games, Record};
use crate::split::{HELD_OUT_ONE_IN, each_game, each_position};
use tengen::base::Color;
use tengen::board::Board;
use tengen::eval::nnue::features::LineShapes;
use tengen::eval::nnue::region_of;
use tengen::eval::{Evaluator, LOGISTIC_SCALE, Weights};

/// A position as a training sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineSample {
    /// Index of the first cell, and number of cells.
    pub cells: (usize, u16),
    /// Index of the first line of these cells, and number of lines.
    pub lines: (usize, u16),
    /// Whether White is to move.
    pub is_white: bool,
    /// The tables' score, which the network corrects, in log-odds.
    pub table_score: f32,
    /// The search's score, as a share of points.
    pub searched: f32,
    /// The game's result for the side to move, where it is learned from.
    pub result: Option<f32>,
}

/// An empty cell with a stone in one of its lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CellLines {
    /// Region of the cell.
    pub region: u8,
    /// Number of the cell's lines that hold stones.
    pub count: u8,
}

/// Positions with their cells and lines, in consecutive lists.
#[derive(Default)]
pub struct LineSamples {
    /// The positions.
    pub samples: Vec<LineSample>,
    /// The cells of all positions.
    pub cells: Vec<CellLines>,
    /// The lines of all cells, by folded number.
    pub lines: Vec<u32>,
}

/// A set of lines in rising order.
pub struct LineSet {
    /// The lines.
    pub lines: Vec<u32>,
    /// The index in the set by line number; valid only for lines of the set.
    places: Vec<u32>,
}

impl LineSet {
    /// The set of `lines`, all with numbers below `count`.
    pub fn new(count: usize, lines: impl Iterator<Item = u32>) -> Self {
        let mut places = vec![0; count];
        lines.for_each(|line| places[line as usize] = 1);
        let lines: Vec<u32> = (0..count as u32).filter(|&line| places[line as usize] > 0).collect();
        (0..).zip(&lines).for_each(|(place, &line)| places[line as usize] = place);
        Self { lines, places }
    }

    /// The index of a line of the set.
    #[inline(always)]
    pub fn place(&self, line: u32) -> usize {
        self.places[line as usize] as usize
    }
}

impl LineSample {
    /// The target share of points: `result_share` of the result, if there is one, and the rest of the search's score.
    pub fn target(&self, result_share: f32) -> f32 {
        self.result.map_or(self.searched, |result| result_share * result + (1.0 - result_share) * self.searched)
    }
}

impl LineSamples {
    /// The region of each cell of a position, with the cell's lines.
    pub fn cells_of(&self, sample: &LineSample) -> impl Iterator<Item = (usize, &[u32])> {
        let (from, count) = (sample.cells.0, usize::from(sample.cells.1));
        let mut rest = self.lines_of_cells(sample);
        self.cells[from..from + count].iter().map(move |cell| {
            let (lines, others) = rest.split_at(cell.count.into());
            rest = others;
            (usize::from(cell.region), lines)
        })
    }

    /// The lines of a position's cells, in order.
    pub fn lines_of_cells(&self, sample: &LineSample) -> &[u32] {
        &self.lines[sample.lines.0..][..sample.lines.1.into()]
    }

    /// The set of some positions' lines, all with numbers below `count`.
    pub fn lines_of<'a>(&self, samples: impl Iterator<Item = &'a LineSample>, count: usize) -> LineSet {
        LineSet::new(count, samples.flat_map(|sample| self.lines_of_cells(sample)).copied())
    }

    /// The positions whose result is learned from.
    pub fn with_result(&self) -> Self {
        let samples = self.samples.iter().filter(|sample| sample.result.is_some()).copied().collect();
        Self { samples, cells: self.cells.clone(), lines: self.lines.clone() }
    }

    /// Adds a game's positions that the filter keeps; `evaluator` holds the empty board.
    fn push_game(&mut self, evaluator: Evaluator, record: &Record, filter: &mut Filter, shapes: &LineShapes) {
        let result_from = record.result_from();
        each_position(evaluator, record, &mut |i, evaluator, key| {
            let us = evaluator.board().side_to_move();
            if filter.fate(evaluator.board(), record, i, key) == Fate::Kept {
                let sample = LineSample {
                    cells: (0, 0),
                    lines: (0, 0),
                    is_white: us == Color::White,
                    table_score: evaluator.evaluate() as f32 / LOGISTIC_SCALE,
                    searched: share_of(record.moves[i].score),
                    result: (i >= result_from).then(|| record.result_of(us)),
                };
                self.push(evaluator.board(), shapes, sample);
            }
        });
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

/// The training and the held-out positions of games that the [`Filter`] keeps; no training position is in the held-out
/// set. `from` gives the scores to correct.
pub fn samples(games: &[Games], from: &Weights, shapes: &LineShapes) -> [LineSamples; 2] {
    let mut sets = [LineSamples::default(), LineSamples::default()];
    let mut filter = Filter::default();
    each_game(games, HELD_OUT_ONE_IN, &from.clone().with_nnue(None), &mut |set, evaluator, record| {
        sets[set].push_game(evaluator, record, &mut filter, shapes);
    });
    sets
}
