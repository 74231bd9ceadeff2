use super::control::Stopped;
use super::history::History;
use super::order::Ordered;
use super::tt::TranspositionTable;
use super::{Control, Limits};
use crate::base::{BoardSize, MAX_PLY, Point, Rule, Score};
use crate::board::Board;
use crate::eval::{Position, Weights};
use crate::solver::Vcf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Everything a search remembers: within a move, and from one move to the next.
pub struct Searcher {
    pub(super) position: Position,
    /// Weights to use instead of the built-in ones, for the rules that they are for.
    own_weights: Vec<Arc<Weights>>,
    pub(super) tt: Arc<TranspositionTable>,
    /// Searchers of the other threads; they share this one's table while they search.
    pub(super) helpers: Vec<Searcher>,
    /// What the helpers have searched so far, while they do.
    pub(super) helper_nodes: Vec<Arc<AtomicU64>>,
    /// Nodes of this searcher, for others to read while it works.
    pub(super) node_counter: Arc<AtomicU64>,
    /// What the table was asked to take.
    table_bytes: usize,
    pub(super) history: History,
    /// For the check of decided scores.
    pub(super) vcf: Vcf,
    /// Moves of the nodes on the way from the root, one after the other.
    pub(super) moves: Vec<Ordered>,
    /// The points a node generates, before they are ordered.
    pub(super) points: Vec<Point>,
    /// For each ply the best line from there.
    pub(super) lines: Vec<Vec<Point>>,
    /// For each ply the static score of the position there.
    pub(super) static_evals: Vec<Score>,
    /// For each ply the move that the search there is to leave out.
    pub(super) without: Vec<Option<Point>>,
    /// The root's best move when its score was above the window.
    pub(super) failed_high: Option<Point>,
    /// Moves that are not played from the root.
    pub(super) excluded: Vec<Point>,
    /// The move to look at first at the root when some are excluded.
    pub(super) root_hint: Option<Point>,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) root_depth: i32,
    /// A position with no more empty cells than this is drawn.
    pub(super) draw_at: usize,
    pub(super) limits: Limits,
    pub(super) control: Arc<Control>,
}

/// Positions that the check of decided scores remembers, as a power of two.
const VCF_MEMORY_BITS: u32 = 12;
/// Nodes between two looks at the clock.
const NODES_PER_LOOK: u64 = 256;

impl Searcher {
    /// A searcher with a table of at most `table_bytes`.
    pub fn new(table_bytes: usize) -> Self {
        let size = BoardSize::square(BoardSize::MIN).unwrap_or_else(|_| unreachable!("the smallest board is a board"));
        Self {
            position: Position::new(Board::new(size, Rule::Freestyle), Weights::of(Rule::Freestyle)),
            own_weights: Vec::new(),
            tt: Arc::new(TranspositionTable::new(table_bytes)),
            helpers: Vec::new(),
            helper_nodes: Vec::new(),
            node_counter: Arc::default(),
            table_bytes,
            history: History::new(size.cells()),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            moves: Vec::new(),
            points: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            static_evals: vec![0; MAX_PLY + 2],
            without: vec![None; MAX_PLY + 2],
            failed_high: None,
            excluded: Vec::new(),
            root_hint: None,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            draw_at: 0,
            limits: Limits::NONE,
            control: Arc::new(Control::unlimited()),
        }
    }

    /// Forgets everything: the next search is the same as a new searcher's.
    pub fn clear(&mut self) {
        self.table().clear();
        self.vcf.clear();
        self.helpers.iter_mut().for_each(Searcher::clear);
        self.history = History::new(self.position.board().size().cells());
    }

    /// Exchanges the table for one of at most `bytes`, unless it has that size already.
    pub fn set_table_bytes(&mut self, bytes: usize) {
        if bytes != self.table_bytes {
            self.table_bytes = bytes;
            self.table().resize(bytes);
        }
    }

    /// Searches with so many threads (at least 1) from now on. With more than one the outcome depends
    /// on their timing.
    pub fn set_threads(&mut self, threads: usize) {
        let helpers = threads.max(1) - 1;
        while self.helpers.len() < helpers {
            let mut helper = Searcher::new(0);
            helper.own_weights.clone_from(&self.own_weights);
            self.helpers.push(helper);
        }
        self.helpers.truncate(helpers);
    }

    /// The table, which nobody shares between two searches.
    pub(super) fn table(&mut self) -> &mut TranspositionTable {
        if Arc::get_mut(&mut self.tt).is_none() {
            self.tt = Arc::new(TranspositionTable::new(self.table_bytes));
        }
        Arc::get_mut(&mut self.tt).unwrap_or_else(|| unreachable!("a new table is not shared"))
    }

    /// Uses these weights from now on under the rules that they are for.
    pub fn set_weights(&mut self, weights: &[Arc<Weights>]) {
        self.helpers.iter_mut().for_each(|helper| helper.own_weights = weights.to_vec());
        self.own_weights = weights.to_vec();
        self.clear();
    }

    /// Moves that the searches from now on do not play from the position they are given; elsewhere in
    /// the tree they are moves as all others.
    pub fn set_excluded(&mut self, points: &[Point]) {
        self.excluded = points.to_vec();
    }

    /// How promising a move looks in the position searched last; see [`Position::promise`].
    pub fn promise(&self, point: Point) -> i32 {
        self.position.promise(point)
    }

    fn weights(&self, rule: Rule) -> Arc<Weights> {
        let own = self.own_weights.iter().find(|weights| weights.check_rule(rule).is_ok());
        own.map_or_else(|| Weights::of(rule), Arc::clone)
    }

    /// The position to search from; what was learnt of another board or rule is forgotten.
    pub(super) fn set_position(&mut self, board: Board) {
        let old = self.position.board();
        let same_game = old.size() == board.size() && old.rule() == board.rule();
        let begins_drawn = board.empty_count() <= board.rule().draw_at();
        self.draw_at = if begins_drawn { 0 } else { board.rule().draw_at() };
        let weights = self.weights(board.rule());
        self.position = Position::new(board, weights);
        if !same_game {
            self.clear();
        }
    }

    #[inline]
    pub(super) fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        if self.nodes >= self.limits.nodes || self.nodes.is_multiple_of(NODES_PER_LOOK) && self.look() {
            return Err(Stopped);
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        Ok(())
    }

    /// Tells how far the search is and whether it must stop.
    fn look(&self) -> bool {
        self.node_counter.store(self.nodes, Ordering::Relaxed);
        self.control.must_stop()
    }
}
