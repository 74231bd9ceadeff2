use super::Searcher;
use super::control::Stopped;
use super::order::Situation;
use super::pruning::{Pruned, Pruning};
use super::quiescence::cuts;
use super::singular::Singular;
use super::tt::{Bound, Entry};
use crate::base::{MAX_PLY, Point, Score, WIN_BOUND, loss_in, win_in};
use crate::movegen;
use crate::pattern::PointClass;

/// What kind of node is searched, known when the code is compiled.
pub trait NodeKind {
    /// The window is open: the exact score is wanted.
    const PV: bool;
    /// The position to find a move for.
    const ROOT: bool;
}

/// The root.
pub struct Root;
/// On the principal variation.
pub struct Pv;
/// Searched with a null window.
pub struct NullWindow;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeKind for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeKind for NullWindow {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// Below any score.
pub const NO_SCORE: Score = -32_000;

/// The moves before this one are not reduced for being late.
const FULL_DEPTH_MOVES: usize = 2;
const LEAST_REDUCED_DEPTH: i32 = 2;

impl Searcher {
    /// Principal-variation search, fail-soft: the position's score if it lies between `alpha` and
    /// `beta`, else a bound. `depth` is in plies.
    pub(super) fn pvs<N: NodeKind>(
        &mut self,
        mut alpha: Score,
        mut beta: Score,
        depth: i32,
        ply: usize,
    ) -> Result<Score, Stopped> {
        // 1. The horizon.
        self.lines[ply].clear();
        if depth <= 0 && !N::ROOT {
            return self.quiescence(alpha, beta, 0, ply);
        }
        self.count_node(ply)?;

        // 2. Decided without a search; no line can be shorter than what is proven already.
        if !N::ROOT {
            if self.is_draw() {
                return Ok(0);
            }
            if let Some(score) = self.decided(ply) {
                return Ok(score);
            }
            if ply >= MAX_PLY {
                return Ok(self.position.score());
            }
            alpha = alpha.max(loss_in(ply + 2));
            beta = beta.min(win_in(ply + 3));
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        // 3. The table, unless the question is about the other moves than the table's.
        let without = self.without[ply].take();
        let key = self.position.board().hash();
        let known = self.tt.probe(key, ply);
        if let Some(entry) = known
            && !N::PV
            && without.is_none()
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return Ok(entry.score);
        }
        let static_eval = known.map_or_else(|| self.position.score(), |entry| entry.static_eval);

        // 4. The static score alone.
        let situation = self.situation();
        self.static_evals[ply] = static_eval;
        let score = known.map_or(static_eval, |entry| entry.corrected(static_eval));
        let improving = ply < 2 || static_eval > self.static_evals[ply - 2];
        let undecided = alpha > -WIN_BOUND && beta < WIN_BOUND;
        let pruning = Pruning { depth, static_eval, score, improving, undecided };
        if !N::PV && situation == Situation::Free && without.is_none() {
            if pruning.is_far_above(beta) {
                return Ok(score);
            }
            if pruning.is_far_below(alpha) {
                return self.quiescence(alpha, beta, 0, ply);
            }
        }

        // 5. The moves.
        self.generate();
        let from = self.push_moves(known.and_then(|entry| entry.point), ply);
        if N::ROOT {
            self.arrange_root(from);
        }
        let count = self.moves.len() - from;
        // The only answer to a five costs no depth, as long as the line does not grow without end.
        let forced = situation == Situation::AnswerFive && ply < 2 * self.root_depth as usize;
        let usual_depth = if forced { depth } else { depth - 1 };
        let fails_high = !N::PV && !forced && pruning.fails_high(beta, situation != Situation::Free);

        // 6. One after the other.
        let us = self.position.board().side_to_move();
        let previous = self.position.board().last();
        let alpha_before = alpha;
        let mut best = if count == 0 { no_move_score(situation, ply) } else { NO_SCORE };
        let mut best_move = None;
        let mut first_promise = 0;
        let mut index = from;
        while let Some(point) = self.pick(index) {
            index += 1;
            if without == Some(point) {
                continue;
            }
            // The move left out is the table's, which comes first.
            let number = (index - from - 1).saturating_sub(usize::from(without.is_some()));
            let quiet = situation == Situation::Free && is_quiet(self, point);
            let promise = self.position.promise(point);
            if number == 0 {
                first_promise = promise;
            }
            // Only where something before it does not lose.
            if !N::PV && quiet && best > -WIN_BOUND {
                match pruning.of_quiet(number, promise, alpha) {
                    Pruned::No => {}
                    Pruned::Late => {
                        self.leave_out_quiet(index);
                        continue;
                    }
                    Pruned::Hopeless(hope) => {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            let mut child_depth = usual_depth;
            if fails_high && !movegen::makes_four(self.position.board().patterns(point).class(us)) {
                child_depth -= 1;
            }
            if let Some(entry) = known
                && entry.point == Some(point)
                && without.is_none()
                && !forced
            {
                match self.singular::<N>(entry, point, beta, depth, ply)? {
                    Singular::Extend(plies) => child_depth += plies,
                    Singular::Cut(score) => {
                        self.moves.truncate(from);
                        return Ok(score);
                    }
                }
            }
            let late = quiet && number >= FULL_DEPTH_MOVES && depth >= LEAST_REDUCED_DEPTH;
            let reduction = if late { self.reduction::<N>(depth, number, point, [promise, first_promise]) } else { 0 };
            self.position.make(point);
            let score = self.child::<N>(alpha, beta, child_depth, reduction, number, ply);
            self.position.unmake();
            let score = score?;
            if score <= best {
                continue;
            }
            best = score;
            if score > alpha {
                alpha = score;
                best_move = Some(point);
                self.extend_line(ply, point);
                if alpha >= beta {
                    self.reward(us, ply, previous, depth, from, index);
                    break;
                }
            }
        }
        self.moves.truncate(from);

        // 7. Remember, unless it is about some of the moves only.
        if without.is_none() && (!N::ROOT || self.excluded.is_empty()) {
            let bound = Bound::of(best, alpha_before, beta);
            self.tt.store(key, ply, Entry { point: best_move, score: best, static_eval, depth, bound });
        }
        Ok(best)
    }

    /// A child's score from its parent's side: the first with the full window, the others with a
    /// null window, reduced first, and again in full when they turn out better.
    fn child<N: NodeKind>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        reduction: i32,
        number: usize,
        ply: usize,
    ) -> Result<Score, Stopped> {
        if number > 0 || !N::PV {
            let mut score = -self.pvs::<NullWindow>(-alpha - 1, -alpha, depth - reduction, ply + 1)?;
            if score > alpha && reduction > 0 {
                score = -self.pvs::<NullWindow>(-alpha - 1, -alpha, depth, ply + 1)?;
            }
            if !N::PV || score <= alpha || (score >= beta && !N::ROOT) {
                return Ok(score);
            }
        }
        Ok(-self.pvs::<Pv>(-beta, -alpha, depth, ply + 1)?)
    }

    /// The line from `ply` is `point` and the child's line.
    fn extend_line(&mut self, ply: usize, point: Point) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let (line, child) = (&mut before[ply], &after[0]);
        line.clear();
        line.push(point);
        line.extend_from_slice(child);
    }

    /// Removes the quiet moves from `index` on: all of them are too late once one is.
    fn leave_out_quiet(&mut self, index: usize) {
        let mut kept = index;
        for i in index..self.moves.len() {
            if !is_quiet(self, self.moves[i].point()) {
                self.moves[kept] = self.moves[i];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
    }

    /// The last of the moves tried refuted the opponent's move; those before it did not.
    fn reward(
        &mut self,
        us: crate::base::Color,
        ply: usize,
        previous: Option<Point>,
        depth: i32,
        from: usize,
        index: usize,
    ) {
        let bonus = (depth * depth * 16).min(1600);
        let tried = from..index - 1;
        let best = self.moves[index - 1].point();
        self.history.add(us, best, bonus);
        self.history.add_refutation(us, ply, previous, best);
        for i in tried {
            let point = self.moves[i].point();
            self.history.add(us, point, -bonus / 2);
        }
    }
}

/// Without a move against the threat, it is carried out.
fn no_move_score(situation: Situation, ply: usize) -> Score {
    match situation {
        Situation::AnswerFive => loss_in(ply + 2),
        Situation::AnswerOpenFour => loss_in(ply + 4),
        Situation::Free => 0,
    }
}

/// Whether a move makes no threat and takes none away.
fn is_quiet(searcher: &Searcher, point: Point) -> bool {
    let board = searcher.position.board();
    let us = board.side_to_move();
    let patterns = board.patterns(point);
    let own = patterns.class(us);
    !(movegen::makes_four(own) || own == PointClass::DoubleThree || movegen::makes_four(patterns.class(!us)))
}
