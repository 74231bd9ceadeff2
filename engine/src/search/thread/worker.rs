//! One thread of a search: its own data, the data shared with others, and the node count.

use super::stack::StackEntry;
use crate::base::{MAX_PLY, Point, Score};
use crate::eval::Evaluator;
use crate::eval::nnue::MoveInputs;
use crate::search::order::{History, MovePool};
use crate::search::params::Params;
use crate::search::root::{RootState, RootVct};
use crate::search::sample::EvaluationSample;
use crate::search::table::TranspositionTable;
use crate::search::time::{Control, Stopped};
use crate::search::tree::TreeCounts;
use crate::search::{Limits, SearchInfo};
use crate::solver::Vcf;
use std::sync::atomic::{AtomicU64, Ordering};

/// Nodes between two polls of the stop flag and the clock.
const STOP_CHECK_INTERVAL: u64 = 256;
/// Nodes between two polls among the first [`COLD_NODES`] of a search: in the first search of a process each node may
/// take half a millisecond, because the system maps the table's memory only when it is first touched.
const COLD_STOP_CHECK_INTERVAL: u64 = 4;
const COLD_NODES: u64 = 1024;
/// Size of the table of the VCF solver that verifies decided scores, as a power of two.
const VCF_MEMORY_BITS: u32 = 12;

/// State that all threads of a search share.
pub struct Shared {
    pub tt: TranspositionTable,
    /// Nodes searched so far by each thread, the main thread first.
    pub node_counts: Vec<NodeCount>,
}

impl Shared {
    /// Sets the node counts of all threads to zero.
    pub fn reset_node_counts(&self) {
        self.node_counts.iter().for_each(|count| count.0.store(0, Ordering::Relaxed));
    }
}

/// The node count of one thread, alone in its cache line.
#[derive(Default)]
#[repr(align(64))]
pub struct NodeCount(AtomicU64);

/// A thread's state from one search to the next.
pub struct ThreadMemory {
    pub history: History,
    pub solvers: Solvers,
    pub pool: MovePool,
    pub tree: TreeCounts,
    /// Collects positions that are evaluated, when that was asked for.
    pub sample: Option<Box<EvaluationSample>>,
}

/// The threat solvers of a thread.
pub struct Solvers {
    /// VCF solver for a win by fours at the root, and for the verification of decided scores.
    pub vcf: Vcf,
    /// The VCT solvers that run between iterations. Made at first use; helper threads have none.
    pub root: Option<Box<RootVct>>,
}

impl ThreadMemory {
    /// New state for a board of `cells` cells.
    pub fn new(cells: usize) -> Self {
        let solvers = Solvers { vcf: Vcf::new(VCF_MEMORY_BITS), root: None };
        let (pool, tree) = (MovePool::default(), TreeCounts::default());
        Self { history: History::new(cells), solvers, pool, tree, sample: None }
    }

    /// Clears the state, for a board of `cells` cells. The VCT solvers are reset when a search begins.
    pub fn clear(&mut self, cells: usize) {
        self.history = History::new(cells);
        self.solvers.vcf.clear();
        self.tree = TreeCounts::default();
    }
}

/// Lists that every node writes before it reads them, so that nodes allocate nothing.
#[derive(Default)]
pub struct Scratch {
    /// Points that a node generates, before they are scored.
    pub points: Vec<Point>,
    /// Policy-head inputs of the remaining moves, and their logits.
    pub move_inputs: Vec<MoveInputs>,
    pub logits: Vec<i32>,
}

/// A thread's counters of one search.
#[derive(Default)]
pub struct Counters {
    /// All nodes, the solvers' included.
    pub nodes: u64,
    /// Nodes of the VCF search before the first iteration.
    pub nodes_before: u64,
    /// Length of the longest line, in plies.
    pub selective_depth: usize,
}

/// A thread that searches one position.
pub struct Worker<'a> {
    pub shared: &'a Shared,
    /// Number of the thread; 0 is the main thread.
    index: usize,
    pub control: &'a Control,
    pub limits: Limits,
    pub params: Params,
    pub evaluator: Evaluator,
    pub history: &'a mut History,
    pub solvers: &'a mut Solvers,
    pub pool: &'a MovePool,
    /// Counts of nodes and moves by depth.
    pub tree: &'a mut TreeCounts,
    sample: Option<&'a mut EvaluationSample>,
    /// An entry for each ply that a search may reach, and for the children of the last.
    pub stack: Vec<StackEntry>,
    pub scratch: Scratch,
    pub root: RootState,
    pub counters: Counters,
    /// A position with at most this many empty cells is drawn. A root that is drawn already is played to the last cell.
    pub draw_at: usize,
}

impl<'a> Worker<'a> {
    /// Thread number `index`, for the position of `evaluator`.
    pub fn new(
        shared: &'a Shared,
        index: usize,
        memory: &'a mut ThreadMemory,
        evaluator: Evaluator,
        params: Params,
        control: &'a Control,
    ) -> Self {
        let board = evaluator.board();
        let draw_at = board.draw_at();
        Self {
            shared,
            index,
            control,
            limits: Limits::NONE,
            params,
            evaluator,
            history: &mut memory.history,
            solvers: &mut memory.solvers,
            pool: &memory.pool,
            tree: &mut memory.tree,
            sample: memory.sample.as_deref_mut(),
            stack: vec![StackEntry::default(); MAX_PLY + 2],
            scratch: Scratch::default(),
            root: RootState::default(),
            counters: Counters::default(),
            draw_at,
        }
    }

    /// Counts a node at `ply`.
    ///
    /// # Errors
    /// When the search must stop.
    #[inline]
    pub fn count_node(&mut self, ply: usize) -> Result<(), Stopped> {
        let Counters { nodes, nodes_before, .. } = self.counters;
        let polls = nodes.is_multiple_of(stop_check_interval(nodes - nodes_before));
        if nodes >= self.limits.nodes || polls && self.should_stop() {
            return Err(Stopped);
        }
        self.counters.nodes += 1;
        self.counters.selective_depth = self.counters.selective_depth.max(ply);
        Ok(())
    }

    /// The static score of the position with the network of line shapes was computed.
    #[inline]
    pub fn has_evaluated(&mut self) {
        if let Some(sample) = &mut self.sample {
            sample.see(self.evaluator.board());
        }
    }

    /// Publishes the node count, and polls the nodes of all threads, the stop flag and the clock.
    fn should_stop(&self) -> bool {
        self.shared.node_counts[self.index].0.store(self.counters.nodes, Ordering::Relaxed);
        if self.control.most_nodes() < u64::MAX && self.nodes_of_all_threads() >= self.control.most_nodes() {
            self.control.stop();
        }
        self.control.should_stop()
    }

    /// Number of nodes of all threads, as far as they are published.
    fn nodes_of_all_threads(&self) -> u64 {
        let others = self.shared.node_counts.iter().enumerate().filter(|&(index, _)| index != self.index);
        self.counters.nodes + others.map(|(_, count)| count.0.load(Ordering::Relaxed)).sum::<u64>()
    }

    /// A reported line, with the node counts of all threads.
    pub fn info(&self, depth: i32, score: Score, pv: Vec<Point>) -> SearchInfo {
        SearchInfo {
            depth,
            // A win found without a search may be longer than any line searched.
            selective_depth: self.counters.selective_depth.max(pv.len()),
            score,
            proven: false,
            nodes: self.nodes_of_all_threads(),
            elapsed: self.control.elapsed(),
            pv,
        }
    }
}

/// Nodes between two polls after this many nodes since the first iteration began.
const fn stop_check_interval(nodes: u64) -> u64 {
    if nodes < COLD_NODES { COLD_STOP_CHECK_INTERVAL } else { STOP_CHECK_INTERVAL }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In the first search of a process a node took half a millisecond with a table of 350 MB, and 100 ms a move leave
    /// a reserve of 6 ms.
    #[test]
    fn the_clock_is_read_often_while_the_table_is_cold() {
        assert!((0..200).all(|nodes| stop_check_interval(nodes) <= 8));
        assert_eq!(stop_check_interval(100_000), STOP_CHECK_INTERVAL);
    }
}
