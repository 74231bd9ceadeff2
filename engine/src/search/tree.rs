//! Statistics of the search tree: nodes by kind and depth, moves, repeated searches, and the size of quiescence.
//! Counted in a build with the feature `tree` and in the crate's own tests; in other builds every call is empty.

use crate::base::Score;
use crate::search::node::{MoveKind, NodeType};

/// Whether this build counts.
pub const COUNTING: bool = cfg!(any(test, feature = "tree"));

/// Most rows of the tables: deeper nodes are counted in the last row.
pub const ROWS: usize = 40;

/// How a node of the main search ended. Nodes whose moves were searched end as `Pv`, `Cut` or `All`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeEnd {
    /// Searched with an open window.
    Pv,
    /// Searched, with a score of at least beta.
    Cut,
    /// Searched, without a move above alpha.
    All,
    /// Won, lost or drawn without a search.
    Terminal,
    /// Cut off by the table.
    Table,
    /// Cut off by reverse futility.
    Static,
    /// Dropped into quiescence, by razoring or because a PV node was reduced below one ply.
    Dropped,
    /// Cut off because several moves reach beta (multi-cut).
    MultiCut,
}

/// Reason for repeating a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeat {
    /// A reduced move exceeded alpha.
    Reduction,
    /// A later move exceeded alpha in an open window.
    Window,
    /// The score of an iteration fell outside the aspiration window.
    Aspiration,
}

/// How a node of the quiescence ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuiescenceEnd {
    /// Won, lost or drawn without a search.
    Terminal,
    /// The opponent's four was answered.
    Answer,
    /// Cut off by the table.
    Table,
    /// Ended by the static score, or at the last ply.
    StandPat,
    /// Its fours, if any, were searched.
    Fours,
}

/// Nodes of the main search with equal depth left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthCounts {
    /// By [`NodeEnd`].
    pub ends: [u64; 8],
    /// Moves searched, by `MoveKind`: answers to fives, answers to open fours, fours that make more, delaying fours,
    /// idle fours, quiet moves, others.
    pub moves: [u64; 7],
    /// Moves first searched with a reduction.
    pub reduced: u64,
    /// Reduced moves that were searched again.
    pub repeated: u64,
    /// Cut nodes that their first move cut.
    pub first_move_cuts: u64,
}

/// The counts of one thread since it was last cleared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeCounts {
    /// By the depth left, in plies.
    pub depths: Vec<DepthCounts>,
    /// Nodes of the quiescence by plies below the leaf.
    pub quiescence_plies: Vec<u64>,
    /// Nodes of the quiescence by [`QuiescenceEnd`].
    pub quiescence_ends: [u64; 5],
    /// Searches that were repeated, by [`Repeat`].
    pub repeats: [u64; 3],
}

impl TreeCounts {
    /// Sum over all depths.
    pub fn total(&self) -> DepthCounts {
        let mut sum = DepthCounts::default();
        self.depths.iter().for_each(|counts| sum.add(counts));
        sum
    }

    /// Adds the counts of another tree.
    pub fn add(&mut self, other: &TreeCounts) {
        grow(&mut self.depths, other.depths.len());
        self.depths.iter_mut().zip(&other.depths).for_each(|(sum, counts)| sum.add(counts));
        grow(&mut self.quiescence_plies, other.quiescence_plies.len());
        add_all(&mut self.quiescence_plies, &other.quiescence_plies);
        add_all(&mut self.quiescence_ends, &other.quiescence_ends);
        add_all(&mut self.repeats, &other.repeats);
    }

    /// Nodes of the main search.
    pub fn main_nodes(&self) -> u64 {
        self.total().ends.iter().sum()
    }

    /// Nodes of the quiescence.
    pub fn quiescence_nodes(&self) -> u64 {
        self.quiescence_plies.iter().sum()
    }

    /// Leaves: nodes at which the quiescence began.
    pub fn leaves(&self) -> u64 {
        self.quiescence_plies.first().copied().unwrap_or(0)
    }

    /// Counts a node of the main search with `depth` plies left that has ended.
    #[inline(always)]
    pub(super) fn node(&mut self, depth: i32, end: NodeEnd) {
        if COUNTING {
            self.row(depth).ends[end as usize] += 1;
        }
    }

    /// Counts a node whose moves were searched.
    #[inline(always)]
    pub(super) fn searched<N: NodeType>(&mut self, depth: i32, score: Score, beta: Score) {
        let end = if score >= beta { NodeEnd::Cut } else { NodeEnd::All };
        self.node(depth, if N::PV { NodeEnd::Pv } else { end });
    }

    /// Counts a move searched from a node with `depth` plies left; `reduced`: at first with a reduction.
    #[inline(always)]
    pub(super) fn searched_move(&mut self, depth: i32, kind: MoveKind, reduced: bool) {
        if COUNTING {
            self.row(depth).moves[kind as usize] += 1;
            self.row(depth).reduced += u64::from(reduced);
        }
    }

    /// Counts a repeated search of a move or an iteration with `depth` plies left.
    #[inline(always)]
    pub(super) fn repeated(&mut self, depth: i32, repeat: Repeat) {
        if COUNTING {
            self.repeats[repeat as usize] += 1;
            self.row(depth).repeated += u64::from(repeat == Repeat::Reduction);
        }
    }

    /// Counts a beta cutoff; `first` is whether the first move caused it.
    #[inline(always)]
    pub(super) fn cut<N: NodeType>(&mut self, depth: i32, first: bool) {
        if COUNTING && !N::PV && first {
            self.row(depth).first_move_cuts += 1;
        }
    }

    /// Counts a node of quiescence, `plies` below the leaf.
    #[inline(always)]
    pub(super) fn quiescence(&mut self, plies: i32) {
        if COUNTING {
            let row = (plies as usize).min(ROWS - 1);
            grow(&mut self.quiescence_plies, row + 1);
            self.quiescence_plies[row] += 1;
        }
    }

    /// Counts how a node of quiescence ends or continues.
    #[inline(always)]
    pub(super) fn quiescence_end(&mut self, end: QuiescenceEnd) {
        if COUNTING {
            self.quiescence_ends[end as usize] += 1;
        }
    }

    fn row(&mut self, depth: i32) -> &mut DepthCounts {
        let row = (depth.max(0) as usize).min(ROWS - 1);
        grow(&mut self.depths, row + 1);
        &mut self.depths[row]
    }
}

impl DepthCounts {
    fn add(&mut self, other: &Self) {
        add_all(&mut self.ends, &other.ends);
        add_all(&mut self.moves, &other.moves);
        self.reduced += other.reduced;
        self.repeated += other.repeated;
        self.first_move_cuts += other.first_move_cuts;
    }
}

fn add_all(sums: &mut [u64], counts: &[u64]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

fn grow<T: Clone + Default>(rows: &mut Vec<T>, len: usize) {
    if rows.len() < len {
        rows.resize(len, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::TreeCounts;
    use crate::base::{BoardSize, Rule};
    use crate::board::{Board, parse_moves};
    use crate::search::{Control, Limits, Searcher};

    /// Two quiet positions and one full of fours.
    const POSITIONS: [(Rule, usize, &str); 3] = [
        (Rule::Renju, 15, "h8i9j10i7g9"),
        (Rule::Freestyle, 20, "k10l11k12m10"),
        (Rule::Standard, 15, "c8f5g6a10e2f7f8g8e6e7c7f6e5e4f4d6e9g7h7d8c9c10d9b9g3e10g5"),
    ];

    #[test]
    fn every_node_is_counted_once() {
        let (mut tree, mut nodes) = (TreeCounts::default(), 0);
        for (rule, side, moves) in POSITIONS {
            let mut board = Board::new(BoardSize::square(side).unwrap(), rule);
            board.play(&parse_moves(board.size(), moves).unwrap());
            let mut searcher = Searcher::new(1 << 20);
            // With a depth limit, so that no search is interrupted.
            let found = searcher.search(&board, Limits::depth(6), &Control::unlimited(), &mut |_| {});
            nodes += found.info().nodes;
            tree.add(searcher.tree());
        }
        assert!(nodes > 1_000);
        assert_eq!(tree.main_nodes() + tree.quiescence_nodes(), nodes);
        assert_eq!(tree.quiescence_ends.iter().sum::<u64>(), tree.quiescence_nodes());
        let total = tree.total();
        // Every node but the roots, those dropped into quiescence and the repeated ones follows a move.
        let [pv, cut, all, ..] = total.ends;
        assert!(pv > 0 && cut > all / 20 && all > 0 && total.first_move_cuts <= cut, "{total:?}");
        assert!(total.moves.iter().all(|&count| count > 0) && tree.leaves() > 0, "{total:?}");
        assert!(total.reduced > 0 && total.repeated == tree.repeats[0], "{total:?}");
    }
}
