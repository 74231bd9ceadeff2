//! The principal-variation search (PVS, Marsland and Campbell 1982) of one node, fail-soft.
//!
//! Soundness: a threat of the opponent limits the moves to those that meet it, because every other move is a proven
//! loss. Late moves are pruned only after one that does not lose, and never at the root. A reduced move that exceeds
//! alpha is searched again. Scores of wins and losses count plies from the node in the table and from the root
//! elsewhere.

use super::depth::{PLY, whole_plies};
use super::lmr::LateMove;
use super::move_kind::{MoveKind, attacks, builds_four};
use super::node_type::{NodeType, NonPv, Pv};
use super::pruning::{LeftOut, Pruning};
use super::singular::Singular;
use super::threat::Threat;
use crate::base::{Color, Point, Score, WIN_BOUND, is_decided, loss_in, win_in};
use crate::board::Board;
use crate::eval::StaticScore;
use crate::movegen;
use crate::search::order::MovePicker;
use crate::search::table::{Bound, Entry};
use crate::search::thread::{Worker, update_pv};
use crate::search::time::Stopped;
use crate::search::tree::{NodeEnd, Repeat};

/// The ends of an open window, beyond any score.
pub const INFINITY: Score = 32_000;

/// The constants of a node during its move loop.
struct Node {
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
    us: Color,
    threat: Threat,
    tt_move: Option<Point>,
    excluded_move: Option<Point>,
    /// Whether the node is expected to fail high.
    cut_node: bool,
    pruning: Pruning,
    /// Depth of the children, before extensions and reductions.
    new_depth: i32,
    /// Extension of the table's move, in hundredths of a ply.
    extension: i32,
    /// Reduction of all moves but fours, in hundredths of a ply.
    fail_high_reduction: i32,
}

/// Window, depth and reduction for the search of a move.
struct Child {
    alpha: Score,
    /// The best score so far.
    best: Score,
    /// Depth before the reduction.
    depth: i32,
    reduction: i32,
    /// Its number among the node's moves; 0 is the first.
    move_count: usize,
}

impl Worker<'_> {
    /// The score of the position if it lies between `alpha` and `beta`, else a bound of it (fail-soft). `depth` is in
    /// hundredths of a ply; `cut_node`: the node is expected to fail high.
    ///
    /// # Errors
    /// When the search must stop; the board is restored.
    pub fn pvs<N: NodeType>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Result<Score, Stopped> {
        // Step 1. Quiescence at the horizon.
        self.stack[ply].pv.clear();
        if depth <= 0 && !N::ROOT {
            return self.quiescence(alpha, beta, 0, ply);
        }
        self.count_node(ply)?;

        // Step 2. Terminal nodes, and mate-distance pruning against the shortest wins and losses still possible.
        if !N::ROOT {
            let decided = self.terminal_score(ply);
            alpha = alpha.max(loss_in(ply + 2));
            beta = beta.min(win_in(ply + 3));
            if let Some(score) = decided.or((alpha >= beta).then_some(alpha)) {
                self.tree.node(depth / PLY, NodeEnd::Terminal);
                return Ok(score);
            }
        }

        // Step 3. Table cutoff, not in PV nodes and not while a move is excluded.
        let excluded_move = self.stack[ply].excluded_move;
        let key = self.evaluator.board().hash();
        let entry = self.shared.tt.probe(key, ply);
        if !N::PV
            && excluded_move.is_none()
            && let Some(entry) = entry.filter(|entry| entry.depth >= whole_plies(depth) && entry.is_cutoff(alpha, beta))
        {
            self.tree.node(depth / PLY, NodeEnd::Table);
            self.learn_table_cutoff(&entry, beta, depth);
            return Ok(entry.score);
        }

        // Step 4. Static evaluation; reverse futility pruning and razoring if the opponent threatens nothing.
        let threat = self.threat();
        let pruning = self.static_scores(entry, alpha, beta, depth, ply);
        if threat == Threat::None && pruning.slack == 0 && excluded_move.is_none() {
            self.learn_swing(pruning.static_eval, ply);
        }
        self.stack[ply + 2].killers = [None; 2];
        if !N::PV && threat == Threat::None && excluded_move.is_none() {
            if pruning.reverse_futility(&self.params, beta) {
                self.tree.node(depth / PLY, NodeEnd::Static);
                return Ok(pruning.lower_bound(beta));
            }
            if pruning.razoring(&self.params, alpha) {
                self.tree.node(depth / PLY, NodeEnd::Dropped);
                let score = self.quiescence(alpha, beta, 0, ply)?;
                return Ok(pruning.upper_bound(score, alpha));
            }
        }

        // Step 5. Internal iterative reduction in PV nodes; then the moves with their priorities.
        let first = if N::ROOT { self.root.tt_move } else { None };
        let tt_move = first.or(entry.and_then(|entry| entry.point));
        if N::PV && !N::ROOT && threat != Threat::Five {
            depth -= self.unknown_pv_reduction(entry, depth);
            if depth <= 0 {
                self.tree.node(0, NodeEnd::Dropped);
                return self.quiescence(alpha, beta, 0, ply);
            }
        }
        let mut picker =
            if N::ROOT { self.generate_root(tt_move) } else { self.generate_against(threat, tt_move, ply) };

        // Step 6. Extensions: a forced answer to a five adds depth until the line is twice as long as the root's depth,
        // and a singular move of the table is searched deeper.
        let single_answer = threat == Threat::Five && self.root.blocked.is_empty() && self.root.may_extend(ply);
        let mut extension = 0;
        if let Some(entry) = entry.filter(|_| excluded_move.is_none() && !single_answer)
            && let Some(point) = entry.point.filter(|&point| picker.contains(point))
        {
            match self.singular::<N>(entry, point, beta, depth, ply, cut_node)? {
                Singular::Extend(plies) => extension = plies * PLY,
                Singular::Cut(score) => {
                    self.tree.node(depth / PLY, NodeEnd::MultiCut);
                    return Ok(score);
                }
            }
        }

        // Step 7. Reduction where the parent and the static score expect a fail-high, except for fours.
        let threatened = threat != Threat::None;
        let fails_high = cut_node && !single_answer && pruning.expected_fail_high(&self.params, beta, threatened);

        // Step 8. Search the moves.
        let static_eval = (pruning.slack == 0).then_some(pruning.static_eval);
        let us = self.evaluator.board().side_to_move();
        let new_depth = if single_answer { depth + self.params.answer_extension() } else { depth - PLY };
        let fail_high_reduction = if fails_high { PLY } else { 0 };
        let node = Node {
            alpha,
            beta,
            depth,
            ply,
            us,
            threat,
            tt_move,
            excluded_move,
            cut_node,
            pruning,
            new_depth,
            extension,
            fail_high_reduction,
        };
        let (best, best_move) = self.search_moves::<N>(&node, &mut picker)?;
        self.tree.searched::<N>(depth / PLY, best, beta);

        // Step 9. Store in the table, unless moves were excluded.
        if excluded_move.is_none() && (!N::ROOT || self.root.excluded.is_empty()) {
            let bound = Bound::of(best, alpha, beta);
            let entry = Entry { point: best_move, score: best, static_eval, depth: whole_plies(depth), bound };
            self.shared.tt.store(key, ply, entry);
        }
        Ok(best)
    }

    /// Evaluates the node, puts the static score on the stack and returns the inputs of pruning.
    fn static_scores(&mut self, entry: Option<Entry>, alpha: Score, beta: Score, depth: i32, ply: usize) -> Pruning {
        let known = entry.and_then(|entry| entry.static_eval);
        let margin = self.params.static_margin() + self.params.static_margin_per_ply() * depth / PLY;
        let StaticScore { score: static_eval, is_rough } = match known {
            Some(score) => StaticScore { score, is_rough: false },
            None => self.evaluator.evaluate_near(alpha, beta, margin),
        };
        if known.is_none() && !is_rough {
            self.has_evaluated();
        }
        self.stack[ply].static_eval = static_eval;
        Pruning {
            depth,
            static_eval,
            slack: if is_rough { margin } else { 0 },
            score: entry.map_or(static_eval, |entry| entry.corrected(static_eval)),
            improving: ply < 2 || static_eval > self.stack[ply - 2].static_eval,
            undecided: alpha > -WIN_BOUND && beta < WIN_BOUND,
            alpha_wins: alpha > WIN_BOUND,
        }
    }

    /// Internal iterative reduction (IIR) for a PV node whose table entry is shallower (idea: Rapfi) or has no move;
    /// the next iteration finds a better entry.
    fn unknown_pv_reduction(&self, entry: Option<Entry>, depth: i32) -> i32 {
        let params = &self.params;
        match entry.filter(|entry| entry.point.is_some()) {
            Some(entry) if depth > PLY => {
                let missing = depth - entry.depth * PLY;
                (missing * params.iir_shallow_entry_share() / 100).clamp(0, params.iir_shallow_entry_max())
            }
            Some(_) => 0,
            None => params.iir_no_tt_move(),
        }
    }

    /// Step 8: the best score of the node's moves and, if it is above alpha, the best move.
    fn search_moves<N: NodeType>(
        &mut self,
        node: &Node,
        picker: &mut MovePicker,
    ) -> Result<(Score, Option<Point>), Stopped> {
        let Node { beta, depth, ply, .. } = *node;
        let mut alpha = node.alpha;
        let mut best = if picker.len() == 0 { node.threat.score_without_moves(ply) } else { -INFINITY };
        let mut best_move = None;
        let mut best_policy = 0;
        let mut raised_alpha = false;
        while let Some(scored) = self.next_move(node.threat, depth, picker) {
            let point = scored.point();
            if node.excluded_move == Some(point) {
                continue;
            }
            // The excluded move, the table's, is not counted. It comes first unless another thread has changed the
            // entry.
            let move_count = (picker.picked() - 1).saturating_sub(usize::from(node.excluded_move.is_some()));
            let kind = MoveKind::of(self.evaluator.board(), point, node.threat);
            let policy = i32::from(scored.policy());
            if move_count == 0 {
                best_policy = policy;
            }

            // Step 8a. Prune moves once one does not lose.
            let killer = self.stack[ply].killers.contains(&Some(point));
            let late = LateMove { point, kind, count: move_count, policy, best_policy, killer };
            if !N::ROOT && best > -WIN_BOUND {
                match self.left_out::<N>(&node.pruning, &late, depth, alpha) {
                    LeftOut::Nothing => {}
                    LeftOut::Move(limit) => {
                        best = best.max(limit.unwrap_or(best));
                        continue;
                    }
                    LeftOut::Rest => break,
                }
            }

            // Step 8b. Depth of the child, and the late-move reduction.
            let mut child_depth = self.child_depth::<N>(node, point);
            if raised_alpha && !is_decided(alpha) {
                child_depth -= self.raised_alpha_reduction(depth);
            }
            let reduction = self.reduction::<N>(depth, node.cut_node, node.pruning.improving, &late);

            // Step 8c. Search the child.
            self.tree.searched_move(depth / PLY, kind, reduction > 0);
            picker.mark_searched();
            let child = Child { alpha, best, depth: child_depth, reduction, move_count };
            let score = self.search_move::<N>(node, point, &child)?;

            // Step 8d. Update the best move; a beta cutoff updates the histories.
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_move = Some(point);
                update_pv(&mut self.stack, ply, point);
                if N::ROOT {
                    self.root.score = score;
                }
                if alpha >= beta {
                    self.tree.cut::<N>(depth / PLY, move_count == 0);
                    self.learn_cutoff(node.threat, depth, ply, picker);
                    break;
                }
                raised_alpha = true;
            }
        }
        // The moves outside the list lose to the threat within six plies, perhaps later than those searched.
        if node.threat == Threat::FourThree {
            best = best.max(node.threat.score_without_moves(ply));
        }
        Ok((best, best_move))
    }

    /// The depth of a move's child before the late-move reduction, in hundredths of a ply.
    fn child_depth<N: NodeType>(&self, node: &Node, point: Point) -> i32 {
        let mut depth = node.new_depth;
        if !makes_four(self.evaluator.board(), node.us, point) {
            depth -= node.fail_high_reduction;
        }
        if node.tt_move == Some(point) {
            depth += match node.extension {
                0 if N::PV => self.params.tt_move_extension_pv(),
                0 => self.params.tt_move_extension(),
                extension => extension,
            };
        }
        depth
    }

    /// Reduction of the moves after one that has raised alpha, since another one seldom does (idea: Stockfish).
    fn raised_alpha_reduction(&self, depth: i32) -> i32 {
        let params = &self.params;
        let depths = params.raised_alpha_min_depth() * PLY + 1..params.raised_alpha_max_depth() * PLY;
        if depths.contains(&depth) { params.raised_alpha_reduction() } else { 0 }
    }

    /// The score of a move: that of its child, or at the root a loss proved by the solver.
    fn search_move<N: NodeType>(&mut self, node: &Node, point: Point, child: &Child) -> Result<Score, Stopped> {
        if N::ROOT
            && let Some(loss) = self.root.refuted_score(point)
        {
            self.stack[node.ply + 1].pv.clear();
            return Ok(loss);
        }
        let board = self.evaluator.board();
        let learns = self.params.history_swing() > 0;
        let is_quiet = learns && node.threat == Threat::None && node.pruning.slack == 0 && !attacks(board, point);
        self.stack[node.ply].builds_four = builds_four(board, point);
        self.stack[node.ply].score_before_quiet = is_quiet.then_some(node.pruning.static_eval);
        self.shared.tt.prefetch(self.evaluator.board().hash_after(point));
        self.evaluator.make(point);
        let score = self.search_child::<N>(node, child);
        self.evaluator.unmake();
        score
    }

    /// A child's score from its parent's side. The first move of a PV node has the full window; all others have a null
    /// window, are reduced first, and are searched again if they exceed alpha.
    fn search_child<N: NodeType>(&mut self, node: &Node, child: &Child) -> Result<Score, Stopped> {
        let Child { alpha, best, mut depth, reduction, move_count } = *child;
        let Node { beta, ply, cut_node, .. } = *node;
        if move_count > 0 || !N::PV {
            let child_cuts = reduction > 0 || !cut_node;
            let reduced = depth - reduction;
            let mut score = -self.pvs::<NonPv>(-alpha - 1, -alpha, reduced, ply + 1, child_cuts)?;
            if score > alpha && reduction > 0 {
                // Search deeper than planned if the score is far above alpha, and less deeply if it is hardly above the
                // best so far (idea: Stockfish).
                if self.root.may_extend(ply) {
                    let params = &self.params;
                    let far =
                        alpha + params.research_deeper_base() + params.research_deeper_per_ply() * reduction / PLY;
                    let near = best + params.research_shallower_per_ply() * depth / PLY;
                    depth = (depth + PLY * (i32::from(score > far) - i32::from(score < near))).max(reduced);
                }
                if depth > reduced {
                    self.tree.repeated(node.depth / PLY, Repeat::Reduction);
                    score = -self.pvs::<NonPv>(-alpha - 1, -alpha, depth, ply + 1, !cut_node)?;
                }
            }
            if !N::PV || score <= alpha || (score >= beta && !N::ROOT) {
                return Ok(score);
            }
        }
        if move_count > 0 {
            self.tree.repeated(node.depth / PLY, Repeat::Window);
        }
        Ok(-self.pvs::<Pv>(-beta, -alpha, depth, ply + 1, false)?)
    }
}

/// Whether a stone of `us` here makes a four or a five.
fn makes_four(board: &Board, us: Color, point: Point) -> bool {
    movegen::makes_four(board.patterns(point).class(us))
}
