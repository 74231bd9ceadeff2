use super::Searcher;
use super::control::Stopped;
use super::order::Situation;
use super::pruning::{Pruned, Pruning};
use super::quiescence::cuts;
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

/// The moves before this one are always searched to full depth.
const FULL_DEPTH_MOVES: usize = 2;
const LEAST_REDUCED_DEPTH: i32 = 2;
/// Reduction: a base (16 binary places) and hundredths of the product of the logarithms of depth and number.
const LMR_BASE: i32 = (146 << 16) / 100;
const LMR_SLOPE: i32 = 22;
/// A move that promises less than so many hundredths of the first one is reduced by one more.
const LOW_PROMISE: i32 = 11;
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

        // 3. The table.
        let key = self.position.board().hash();
        let known = self.tt.probe(key, ply);
        if let Some(entry) = known
            && !N::PV
            && entry.depth >= depth
            && cuts(entry, alpha, beta)
        {
            return Ok(entry.score);
        }
        let static_eval = known.map_or_else(|| self.position.score(), |entry| entry.static_eval);

        // 4. The static score alone.
        let situation = self.situation();
        self.static_evals[ply] = static_eval;
        let pruning = Pruning {
            depth,
            static_eval,
            improving: ply < 2 || static_eval > self.static_evals[ply - 2],
            undecided: alpha > -WIN_BOUND && beta < WIN_BOUND,
        };
        let looked_up = known.map_or(static_eval, |entry| entry.corrected(static_eval));
        if !N::PV && situation == Situation::Free && pruning.is_far_above(looked_up, beta) {
            return Ok(looked_up);
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
        let child_depth = if forced { depth } else { depth - 1 };

        // 6. One after the other.
        let us = self.position.board().side_to_move();
        let previous = self.position.board().last();
        let alpha_before = alpha;
        let mut best = if count == 0 { no_move_score(situation, ply) } else { NO_SCORE };
        let mut best_move = None;
        let mut first_promise = 0;
        let mut index = from;
        while let Some(point) = self.pick(index) {
            let number = index - from;
            index += 1;
            let quiet = situation == Situation::Free && is_quiet(self, point);
            let promise = self.position.promise(point);
            if number == 0 {
                first_promise = promise;
            }
            // Only where something before it does not lose.
            if !N::PV && quiet && best > -WIN_BOUND {
                match pruning.of_quiet(number, promise, alpha) {
                    Pruned::No => {}
                    Pruned::Late => continue,
                    Pruned::Hopeless(hope) => {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            let reduction = match quiet && number >= FULL_DEPTH_MOVES && depth >= LEAST_REDUCED_DEPTH {
                true => {
                    let low = promise * 100 < first_promise * LOW_PROMISE;
                    (self.reduction::<N>(depth, number, point) + i32::from(low)).clamp(0, depth - 1)
                }
                false => 0,
            };
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
        if !N::ROOT || self.excluded.is_empty() {
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

    /// Late moves are looked at less deeply (late-move reduction): the order is good enough that
    /// few of them are best.
    fn reduction<N: NodeKind>(&self, depth: i32, number: usize, point: Point) -> i32 {
        let us = self.position.board().side_to_move();
        let logs = log2_fixed(depth as u32) * log2_fixed(number as u32);
        let mut reduction = (LMR_BASE + logs * LMR_SLOPE / 100) >> 16;
        reduction -= i32::from(N::PV);
        reduction -= self.history.value(us, point) / 4096;
        reduction - i32::from(self.position.board().patterns(point).class(us) >= PointClass::OpenThree)
    }

    /// The line from `ply` is `point` and the child's line.
    fn extend_line(&mut self, ply: usize, point: Point) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let (line, child) = (&mut before[ply], &after[0]);
        line.clear();
        line.push(point);
        line.extend_from_slice(child);
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

/// The binary logarithm of `n` (at least 1) with eight binary places, by squaring: integers only,
/// so that every machine prunes alike.
const fn log2_fixed(n: u32) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n as u64) << 16 >> whole;
    let mut result = whole as i32;
    let mut place = 0;
    while place < 8 {
        mantissa = (mantissa * mantissa) >> 16;
        let carry = mantissa >> 17;
        mantissa >>= carry;
        result = result << 1 | carry as i32;
        place += 1;
    }
    result
}

/// Whether a move makes no threat and takes none away.
fn is_quiet(searcher: &Searcher, point: Point) -> bool {
    let board = searcher.position.board();
    let us = board.side_to_move();
    let patterns = board.patterns(point);
    let own = patterns.class(us);
    !(movegen::makes_four(own) || own == PointClass::DoubleThree || movegen::makes_four(patterns.class(!us)))
}

#[cfg(test)]
mod tests {
    use super::log2_fixed;

    #[test]
    fn the_integer_logarithm_is_the_real_one_cut_off_at_eight_places() {
        for n in 1..1000u32 {
            let real = f64::from(n).log2() * 256.0;
            assert!((f64::from(log2_fixed(n)) - real).abs() <= 1.0, "{n}");
        }
    }
}
