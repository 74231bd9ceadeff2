//! The searcher: table and histories kept from one search to the next, and settings.

use super::params::{ParamOverrides, Params};
use super::sample::EvaluationSample;
use super::tree::TreeCounts;
use crate::base::{BoardSize, Point, Rule};
use crate::board::Board;
use crate::eval::{Evaluator, Weights};
use crate::search::node::Threat;
use crate::search::order::ScoredMove;
use crate::search::table::TranspositionTable;
use crate::search::thread::{NodeCount, Shared, ThreadMemory, Worker};
use crate::search::time::Control;
use std::sync::Arc;

/// Searches positions. It keeps the transposition table, the histories of its threads and the weights between searches.
/// One searcher serves one game at a time.
pub struct Searcher {
    pub(super) shared: Shared,
    /// Requested table size, in bytes.
    table_bytes: usize,
    /// Each thread's state, the main thread's first.
    pub(super) threads: Vec<ThreadMemory>,
    /// Weights that replace the embedded ones, under the rules that they are for.
    own_weights: Vec<Arc<Weights>>,
    params: ParamOverrides,
    /// The board size and rule of the last search.
    game: Option<(BoardSize, Rule)>,
    /// Hashes of the positions blocked in the last search.
    pub(super) blocked: Vec<u64>,
}

impl Searcher {
    /// A searcher on one thread with a table of at most `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> Self {
        let mut searcher = Self {
            shared: Shared { tt: TranspositionTable::new(table_bytes), node_counts: Vec::new() },
            table_bytes,
            threads: Vec::new(),
            own_weights: Vec::new(),
            params: ParamOverrides::default(),
            game: None,
            blocked: Vec::new(),
        };
        searcher.set_threads(1);
        searcher
    }

    /// Clears table, histories and solvers: the next search gives the result of a new searcher.
    pub fn clear(&mut self) {
        let cells = self.cells();
        self.shared.tt.clear();
        self.threads.iter_mut().for_each(|memory| memory.clear(cells));
    }

    /// Replaces the table by one of at most `bytes` bytes, unless it has that size already.
    pub fn set_table_bytes(&mut self, bytes: usize) {
        if bytes != self.table_bytes {
            self.table_bytes = bytes;
            self.shared.tt.resize(bytes);
        }
    }

    /// Searches on `threads` threads (at least 1) from now on. With more than one the result depends on their timing; a
    /// search with a node limit uses only one.
    pub fn set_threads(&mut self, threads: usize) {
        let (threads, cells) = (threads.max(1), self.cells());
        self.threads.resize_with(threads, || ThreadMemory::new(cells));
        self.shared.node_counts.resize_with(threads, NodeCount::default);
    }

    /// Uses these weights from now on under the rules that they are for, and clears the searcher.
    pub fn set_weights(&mut self, weights: &[Arc<Weights>]) {
        self.own_weights = weights.to_vec();
        self.clear();
    }

    /// Searches with these parameters from now on, and clears the searcher.
    pub fn set_params(&mut self, params: ParamOverrides) {
        self.params = params;
        self.clear();
    }

    /// An evaluator of the board with this searcher's weights.
    pub fn evaluator(&self, board: Board) -> Evaluator {
        let own = self.own_weights.iter().find(|weights| weights.check_rule(board.rule()).is_ok());
        let weights = own.map_or_else(|| Weights::of(board.rule()), Arc::clone);
        Evaluator::new(board, weights)
    }

    /// Collects on average one in `one_in` (at least 1) of the positions that the main thread evaluates with the network of line
    /// shapes from now on, until [`Searcher::take_sample`]. The same seed and searches give the same positions.
    pub fn sample_evaluations(&mut self, one_in: usize, seed: u64) {
        self.threads[0].sample = Some(Box::new(EvaluationSample::new(one_in, seed)));
    }

    /// The positions since [`Searcher::sample_evaluations`], in the order of the searches; nothing is collected any more.
    pub fn take_sample(&mut self) -> Vec<Board> {
        self.threads[0].sample.take().map_or_else(Vec::new, |sample| sample.into_positions())
    }

    /// Counts of the main thread's search tree since the searcher was last cleared; empty in a build without the
    /// feature `tree`.
    pub fn tree(&self) -> &TreeCounts {
        &self.threads[0].tree
    }

    /// The first `count` moves of the position in the search's move order.
    pub fn ordered_moves(&mut self, board: &Board, count: usize) -> Vec<Point> {
        let evaluator = self.begin(board);
        let params = self.params_of(board.rule());
        let control = Control::unlimited();
        let Self { shared, threads, .. } = self;
        let mut worker = Worker::new(shared, 0, &mut threads[0], evaluator, params, &control);
        // Not limited to the answers to a four-three: a player who compares these moves may overlook it.
        let threat = match worker.threat() {
            Threat::FourThree => Threat::None,
            threat => threat,
        };
        let mut picker = worker.generate_against(threat, None, 0);
        std::iter::from_fn(|| picker.pick_best().map(ScoredMove::point)).take(count).collect()
    }

    /// Prepares a search of `board`, and clears the searcher if the rule or board size has changed.
    pub(super) fn begin(&mut self, board: &Board) -> Evaluator {
        let game = Some((board.size(), board.rule()));
        if self.game != game {
            self.game = game;
            self.clear();
        }
        self.evaluator(board.clone())
    }

    pub(super) fn params_of(&self, rule: Rule) -> Params {
        Params::new(rule, &self.params)
    }

    /// Number of cells of the board searched last.
    fn cells(&self) -> usize {
        self.game.map_or(0, |(size, _)| size.cells())
    }
}
