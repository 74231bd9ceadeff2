//! Iterative deepening with aspiration windows, and the decision when to stop.

use super::threat_watch::RootThreat;
use crate::base::{MAX_PLY, Point, Score, WIN, is_decided, win_in};
use crate::pattern::PointClass;
use crate::search::node::{INFINITY, PLY, Root};
use crate::search::order::ScoredMove;
use crate::search::params::Params;
use crate::search::thread::Worker;
use crate::search::tree::Repeat;
use crate::search::{SearchInfo, SearchResult};
use crate::solver::{Solution, SolverLimits, Stop};
use std::time::Duration;

/// Node limit of the VCF search before the first iteration if little time is left; it takes a few milliseconds.
const ROOT_VCF_NODES: u64 = 5_000;
/// Node limit for each millisecond left, where it is larger than [`ROOT_VCF_NODES`]. At 2 us a node, and with three
/// times as many nodes by doubling, it takes at most 1/30 of the time.
const ROOT_VCF_NODES_PER_MS: u64 = 5;
/// Node limit for each millisecond left where that is less than [`ROOT_VCF_NODES`].
const SHORT_ROOT_VCF_NODES_PER_MS: u64 = 50;
/// Largest node limit, whatever time is left.
const MAX_ROOT_VCF_NODES: u64 = 40_000;

/// A finished iteration.
pub struct Iteration {
    pub score: Score,
    /// Principal variation; empty when every move loses at once.
    pub pv: Vec<Point>,
}

impl Iteration {
    /// The previous iteration's proven score if the PV is the same and this score claims that win or loss or a shorter
    /// one.
    pub fn proof_of(&self, before: &SearchInfo) -> Option<Score> {
        let is_covered = self.score.signum() == before.score.signum() && self.score.abs() >= before.score.abs();
        Some(before.score).filter(|_| before.proven && is_covered && self.pv == before.pv)
    }
}

/// A stopped iteration with its best move, if any. The move is better than the last iteration's best move, because
/// that one is searched first unless the solver has refuted it.
pub struct Interrupted(Option<Point>);

/// Stability of the best move and score, which decides whether another iteration is worth its time.
struct Stability {
    iterations_unchanged: i32,
    last_score: Score,
}

impl Stability {
    /// The share of the soft limit, in percent, after which no new iteration begins. `info` is the iteration just
    /// finished; `changed`: its best move differs from that of the iteration before. The next iteration takes about
    /// twice as long as all iterations so far; a proven win hardly needs one.
    fn soft_share(&mut self, params: &Params, info: &SearchInfo, changed: bool) -> i32 {
        let dropped = self.last_score - info.score > params.score_drop();
        self.last_score = info.score;
        self.iterations_unchanged = if changed { 0 } else { self.iterations_unchanged + 1 };
        if info.proven && info.score > 0 {
            params.soft_share_proven()
        } else if changed || dropped {
            params.soft_share_unstable()
        } else if self.iterations_unchanged >= params.stable_iterations() {
            params.soft_share_stable()
        } else {
            params.soft_share()
        }
    }
}

impl Worker<'_> {
    /// Depth of the deepest iteration, in plies: the limit, or half of [`MAX_PLY`].
    pub fn max_depth(&self) -> i32 {
        self.limits.depth.min(MAX_PLY as u32 / 2) as i32
    }

    /// Iterative deepening: searches for the best move until a limit is reached or no deeper search can change the
    /// result.
    pub fn iterate(&mut self, sink: &mut dyn FnMut(&[SearchInfo])) -> SearchResult {
        self.reset_root_vct();
        let best = self.static_move();
        let mut info = self.info(0, 0, best.into_iter().collect());
        if best.is_none() {
            return SearchResult { best, lines: vec![info] };
        }
        let immediate = self.immediate_win(0).filter(|_| self.takes_immediate_win(best));
        let won = immediate.map(|score| (score, info.pv.clone()));
        if let Some((score, pv)) = won.or_else(|| self.root_vcf().map(|pv| (win_in(pv.len()), pv))) {
            info = SearchInfo { proven: true, ..self.info(pv.len() as i32, score, pv) };
            sink(std::slice::from_ref(&info));
            return SearchResult { best: info.pv.first().copied(), lines: vec![info] };
        }
        let only_move = self.root.stop_at_only_move && self.generate_root(None).len() == 1;
        let mut stability = Stability { iterations_unchanged: 0, last_score: -INFINITY };
        let mut depth = 1;
        while depth <= self.max_depth() {
            let last_best = info.pv.first().copied();
            // In the first iteration the table may have a better move, from the search of the move before.
            self.root.tt_move = last_best.filter(|&point| depth > 1 && self.root.refuted_score(point).is_none());
            let iteration = match self.aspiration_search(depth, info.score) {
                Ok(iteration) => iteration,
                Err(interrupted) => {
                    info = self.after_interrupted(interrupted, info);
                    break;
                }
            };
            let (iteration, proven) = self.proved(iteration, &info);
            let score = proven.unwrap_or(iteration.score);
            // If every move loses at once, or none may be searched, the static move stands.
            let stands = iteration.pv.is_empty();
            let pv = if stands { best.into_iter().collect() } else { iteration.pv };
            info = SearchInfo { proven: proven.is_some(), ..self.info(depth, score, pv) };
            let share = stability.soft_share(&self.params, &info, last_best != info.pv.first().copied());
            if self.may_settle(&info) {
                sink(std::slice::from_ref(&info));
                self.settle(&mut info, false);
            }
            sink(&self.reported(std::slice::from_ref(&info)));
            if stands || only_move || info.proven && is_settled(&info) {
                break;
            }
            let threat = if info.proven { None } else { self.probe_vct(info.pv[0], info.score) };
            match threat {
                Some(RootThreat::Win(pv)) => {
                    info = SearchInfo { proven: true, ..self.info(pv.len() as i32, win_in(pv.len()), pv) };
                    sink(std::slice::from_ref(&info));
                    break;
                }
                // Repeats the depth: the table has the scores of the other moves.
                Some(RootThreat::Refuted(plies)) => self.root.refuted.push((info.pv[0], plies)),
                None if is_settled(&info) || self.control.is_past_soft(share) => break,
                None => depth += 1,
            }
        }
        let best = info.pv.first().copied();
        SearchResult { best, lines: self.reported(&[info]) }
    }

    /// An iteration and its proven score. Keeps the proven win of the iteration before unless this one proves a win that is
    /// at most as long.
    fn proved(&mut self, iteration: Iteration, before: &SearchInfo) -> (Iteration, Option<Score>) {
        let won = before.proven && before.score > 0;
        let proven =
            iteration.proof_of(before).or_else(|| self.verify_win(iteration.score, &iteration.pv, iteration.score > 0));
        if won && proven.is_none_or(|score| score < before.score) {
            return (Iteration { score: before.score, pv: before.pv.clone() }, Some(before.score));
        }
        (iteration, proven)
    }

    /// The result after an interrupted iteration: the last iteration's, unless the interrupted one has a better move. A
    /// loss proven for all moves is kept; a proven win is kept as in [`Worker::proved`].
    fn after_interrupted(&mut self, interrupted: Interrupted, info: SearchInfo) -> SearchInfo {
        let Some((better, score)) = self.best_of_interrupted(interrupted, &info) else { return info };
        let pv = vec![better];
        let won = info.proven && info.score > 0;
        let proven = if won {
            self.verify_win(score, &pv, true)
        } else {
            Some(info.score).filter(|&score| score < 0 && info.proven && !self.root.is_restricted())
        };
        if won && proven.is_none_or(|score| score < info.score) {
            return info;
        }
        SearchInfo { score: proven.unwrap_or(score), proven: proven.is_some(), pv, ..info }
    }

    /// The move to play in place of the last iteration's best after an interrupted iteration, and its score.
    fn best_of_interrupted(&mut self, interrupted: Interrupted, info: &SearchInfo) -> Option<(Point, Score)> {
        let last = info.pv.first().copied();
        let best = interrupted.0.filter(|&point| Some(point) != last).map(|point| (point, self.root.score));
        let Some(loss) = last.and_then(|point| self.root.refuted_score(point)) else { return best };
        match best {
            Some((_, score)) => best.filter(|_| score > loss),
            None => {
                let point = self.generate_root(None).pick_best().map(ScoredMove::point)?;
                // If this move is not refuted either, all that is known is that the last iteration did not find it
                // better.
                Some((point, self.root.refuted_score(point).unwrap_or(info.score)))
            }
        }
    }

    /// Whether the static move is an immediate win. It is, if there is one, where no moves are excluded and no positions
    /// blocked.
    fn takes_immediate_win(&self, best: Option<Point>) -> bool {
        let board = self.evaluator.board();
        let wins = |point| board.patterns(point).class(board.side_to_move()) == PointClass::Five;
        !self.root.is_restricted() || best.is_some_and(wins)
    }

    /// A win by continuous fours (VCF) at the root, if the solver finds one within a small share of the search. Not
    /// tried in a search limited in depth, which must not see further, or with moves excluded or positions blocked.
    fn root_vcf(&mut self) -> Option<Vec<Point>> {
        let cells = self.evaluator.board().size().cells();
        if self.limits.is_shallow(cells) || self.root.is_restricted() || self.control.is_stopped() {
            return None;
        }
        let share = self.limits.nodes / self.params.root_vcf_divisor() as u64;
        let most = root_vcf_nodes(self.control.time_left()).min(share);
        let mut nodes = most.min(ROOT_VCF_NODES);
        let mut solution = Solution::Unknown;
        while solution == Solution::Unknown && (1..=most).contains(&nodes) && !self.control.should_stop() {
            let limits = SolverLimits { stones: u32::MAX, nodes, draw_at: self.draw_at };
            let vcf = &mut self.solvers.vcf;
            vcf.set_stop(self.control.solver_stop());
            solution = self.evaluator.probe(|board| vcf.solve_soon(board, limits, nodes / 2));
            self.counters.nodes_before += vcf.nodes();
            nodes *= 2;
        }
        // The next search has another control, and the searches that verify a decided score are short.
        self.solvers.vcf.set_stop(Stop::default());
        self.counters.nodes += self.counters.nodes_before;
        match solution {
            Solution::Win(pv) => Some(pv),
            Solution::None | Solution::Unknown => None,
        }
    }

    /// One iteration, with an aspiration window around the last score, which is widened when the score falls outside.
    ///
    /// # Errors
    /// When the search must stop.
    pub fn aspiration_search(&mut self, depth: i32, last: Score) -> Result<Iteration, Interrupted> {
        self.root.depth = depth;
        let mut margin = self.params.aspiration_window();
        let mut failed_high = None;
        let narrow = depth >= self.params.aspiration_min_depth() && !is_decided(last);
        let (mut alpha, mut beta) = if narrow { (last - margin, last + margin) } else { (-INFINITY, INFINITY) };
        loop {
            let outcome = self.pvs::<Root>(alpha, beta, depth * PLY, 0, false);
            let pv = &self.stack[0].pv;
            let Ok(score) = outcome else {
                // The iteration began with the best move of the last one; a move that replaced it is better.
                return Err(Interrupted(pv.first().copied().or(failed_high)));
            };
            margin *= self.params.aspiration_growth();
            let is_wide = margin > self.params.aspiration_max_window();
            if score <= alpha || score >= beta {
                self.tree.repeated(depth, Repeat::Aspiration);
            }
            if score <= alpha {
                alpha = if is_wide { -INFINITY } else { score - margin };
            } else if score >= beta {
                failed_high = pv.first().copied();
                self.root.tt_move = failed_high.or(self.root.tt_move);
                beta = if is_wide { INFINITY } else { score + margin };
            } else {
                return Ok(Iteration { score, pv: pv.clone() });
            }
        }
    }
}

/// Node limit of the VCF search at the root with this much time left; `None` for no time limit.
fn root_vcf_nodes(time_left: Option<Duration>) -> u64 {
    time_left.map_or(ROOT_VCF_NODES, |left| {
        let ms = u64::try_from(left.as_millis()).unwrap_or(u64::MAX);
        let least = ROOT_VCF_NODES.min(ms.saturating_mul(SHORT_ROOT_VCF_NODES_PER_MS));
        ms.saturating_mul(ROOT_VCF_NODES_PER_MS).clamp(least, MAX_ROOT_VCF_NODES)
    })
}

/// Whether the score is decided within the searched depth, so that no deeper search changes it.
pub fn is_settled(info: &SearchInfo) -> bool {
    is_decided(info.score) && WIN - info.score.abs() <= info.depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rule;
    use crate::board::Board;
    use crate::search::params::ParamOverrides;
    use crate::search::table::{Bound, Entry};
    use crate::search::{Control, Limits, SearchRequest, Searcher};

    /// A helper thread may have put another move into the table.
    #[test]
    fn an_iteration_begins_with_the_best_move_so_far_whatever_the_table_says() {
        let board = Board::after(Rule::Freestyle, "h8i9");
        let [best, other] = ["g7", "a1"].map(|name| board.at(name));
        let request = SearchRequest::from(Limits::nodes(4));
        let first = Searcher::new(1 << 16).with_worker(&board, &request, &Control::unlimited(), |worker| {
            let entry = Entry { point: Some(other), score: 0, static_eval: None, depth: 0, bound: Bound::None };
            worker.shared.tt.store(worker.evaluator.board().hash(), 0, entry);
            worker.root.tt_move = Some(best);
            worker.aspiration_search(1, 0).err().and_then(|interrupted| interrupted.0)
        });
        assert_eq!(first, Some(best));
    }

    #[test]
    fn a_move_of_an_interrupted_iteration_has_its_own_score() {
        let board = Board::after(Rule::Freestyle, "h8i9");
        let [last, better] = ["g7", "g9"].map(|name| board.at(name));
        Searcher::at(&board, |worker| {
            let info = worker.info(3, 70, vec![last]);
            worker.root.score = -40;
            let best = |worker: &mut Worker, best| worker.best_of_interrupted(Interrupted(best), &info);
            assert_eq!(best(worker, Some(better)), Some((better, -40)));
            assert_eq!([best(worker, Some(last)), best(worker, None)], [None; 2], "the last best move stands");
            worker.root.refuted.push((last, 6));
            assert_eq!(best(worker, Some(better)), Some((better, -40)));
            assert!(best(worker, None).is_some_and(|(point, score)| point != last && score == 70));
        });
    }

    #[test]
    fn the_vcf_search_takes_a_small_part_of_any_time() {
        let nodes = |ms| root_vcf_nodes(Some(Duration::from_millis(ms)));
        assert_eq!([0, 10, 100, 500].map(nodes), [0, 500, ROOT_VCF_NODES, ROOT_VCF_NODES]);
        assert_eq!([2_000, 30_000].map(nodes), [10_000, MAX_ROOT_VCF_NODES]);
        assert_eq!([None, Some(Duration::MAX)].map(root_vcf_nodes), [ROOT_VCF_NODES, MAX_ROOT_VCF_NODES]);
    }

    #[test]
    fn a_proof_holds_for_the_same_line_until_a_score_says_less() {
        let pv = vec![Point(3)];
        let before = SearchInfo { score: win_in(21), proven: true, pv: pv.clone(), ..SearchInfo::default() };
        let of = |score, pv: &[Point]| Iteration { score, pv: pv.to_vec() }.proof_of(&before);
        assert_eq!([win_in(21), win_in(9)].map(|score| of(score, &pv)), [Some(win_in(21)); 2]);
        assert_eq!([win_in(23), -win_in(9), 100].map(|score| of(score, &pv)), [None; 3]);
        assert_eq!(of(win_in(21), &[Point(4)]), None);
    }

    #[test]
    fn an_unsure_move_gets_more_time_than_a_sure_one_and_a_won_game_hardly_any() {
        let params = Params::new(Rule::Standard, &ParamOverrides::default());
        let with_score = |score| SearchInfo { score, ..SearchInfo::default() };
        let info = with_score(40);
        let mut stability = Stability { iterations_unchanged: 0, last_score: -INFINITY };
        let usual = stability.soft_share(&params, &info, false);
        let changed = stability.soft_share(&params, &info, true);
        let dropped = stability.soft_share(&params, &with_score(40 - 1 - params.score_drop()), false);
        let stable = (0..params.stable_iterations()).map(|_| stability.soft_share(&params, &info, false)).last();
        assert!(changed > usual && dropped == changed && stable.unwrap() < usual);
        let proven = |score| SearchInfo { proven: true, ..with_score(score) };
        assert!(stability.soft_share(&params, &proven(win_in(21)), true) < stable.unwrap());
        // Longer resistance is worth its time, because the opponent may not see the win.
        assert_eq!(stability.soft_share(&params, &proven(-win_in(20)), true), changed);
    }
}
