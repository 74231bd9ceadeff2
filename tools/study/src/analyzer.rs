//! Analysis of positions by search.

use super::solve::{Goal, solve};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen::base::{Point, win_in};
use tengen::board::Board;
use tengen::play::LevelSearcher;
use tengen::search::{Budget, Control, Limits, SearchInfo, SearchRequest, Searcher};
use tengen::solver::{Solution, SolverLimits};

/// Limit of the analysis of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalysisLimit {
    /// Time of the analysis.
    Time(Duration),
    /// Number of nodes; with one thread the result is the same on every machine.
    Nodes(u64),
    /// Number of iterations.
    Depth(u32),
}

impl AnalysisLimit {
    /// The search's limits.
    pub fn limits(self) -> Limits {
        match self {
            AnalysisLimit::Time(_) => Limits::NONE,
            AnalysisLimit::Nodes(nodes) => Limits::nodes(nodes),
            AnalysisLimit::Depth(depth) => Limits::depth(depth),
        }
    }

    /// The time budget of the analysis, which uses all of its time.
    pub fn budget(self) -> Budget {
        match self {
            AnalysisLimit::Time(time) => Budget { soft: Duration::MAX, hard: time },
            _ => Budget::UNLIMITED,
        }
    }

    /// A control whose clock starts now.
    pub fn control(self) -> Arc<Control> {
        Arc::new(Control::new(Instant::now(), self.budget()))
    }

    /// A larger limit, under which a win that stays unproven under this one is proved if possible; `None` for a limit
    /// of iterations.
    pub(super) fn longer(self) -> Option<Self> {
        match self {
            // The proof gets half of the time that is left when the win is seen.
            AnalysisLimit::Time(time) => Some(AnalysisLimit::Time(2 * PROOF_TIME.max(time))),
            AnalysisLimit::Nodes(nodes) => Some(AnalysisLimit::Nodes(nodes.saturating_mul(PROOF_FACTOR))),
            AnalysisLimit::Depth(_) => None,
        }
    }
}

/// Least time for the proof of a win in a longer analysis, and factor of its nodes.
const PROOF_TIME: Duration = Duration::from_secs(1);
const PROOF_FACTOR: u64 = 4;

/// A searcher for analyses.
pub struct Analyzer {
    searcher: LevelSearcher,
}

const TABLE_BYTES: usize = 128 << 20;

impl Analyzer {
    /// An analyzer with this number of threads.
    pub fn new(threads: usize) -> Self {
        Self::with_table(threads, TABLE_BYTES)
    }

    /// An analyzer with this number of threads and a table of at most `table_bytes` bytes.
    pub fn with_table(threads: usize, table_bytes: usize) -> Self {
        let mut searcher = LevelSearcher::new(table_bytes);
        searcher.set_threads(threads);
        Self { searcher }
    }

    /// Searches with this number of threads from now on.
    pub fn set_threads(&mut self, threads: usize) {
        self.searcher.set_threads(threads);
    }

    /// The searcher, for tasks other than best lines.
    pub fn searcher(&mut self) -> &mut Searcher {
        self.searcher.full_strength()
    }

    /// The searcher for a player of any level.
    pub fn level_searcher(&mut self) -> &mut LevelSearcher {
        &mut self.searcher
    }

    /// The best `count` lines, best first; `sink` receives each finished iteration. A win that is not proved within a
    /// second or a tenth of the time, whichever is more, then gets an undecided score. Another thread may stop the search
    /// by its control.
    ///
    /// Searches for a win by continuous threats (VCT) first. A win that it finds stays among the lines even if the
    /// search does not see it.
    pub fn lines_under(
        &mut self,
        board: &Board,
        limit: AnalysisLimit,
        count: usize,
        control: Arc<Control>,
        sink: &mut dyn FnMut(&[SearchInfo]),
    ) -> Vec<SearchInfo> {
        let request = SearchRequest { settles_wins: true, ..SearchRequest::multi_pv(count, limit.limits()) };
        let Some(win) = win_by_threats(board, limit, &control) else {
            return self.found(board, request, &control, sink);
        };
        sink(std::slice::from_ref(&win));
        let mut reported = vec![win.pv.clone()];
        let mut report = |reports: &[SearchInfo]| {
            let lines = with_win(&win, reports, count);
            // Does not report equal lines again.
            let new: Vec<_> = lines.iter().map(|report| report.pv.clone()).collect();
            if new != reported {
                reported = new;
                sink(&lines);
            }
        };
        let found = self.found(board, request, &control, &mut report);
        with_win(&win, &found, count)
    }

    /// The best `count` lines that do not begin with an `excluded` move. Without a VCT search, because the solver does
    /// not support excluded moves.
    pub fn lines_without(
        &mut self,
        board: &Board,
        limits: Limits,
        count: usize,
        excluded: Vec<Point>,
        control: &Control,
        sink: &mut dyn FnMut(&[SearchInfo]),
    ) -> Vec<SearchInfo> {
        let request =
            SearchRequest { root_excluded: excluded, settles_wins: true, ..SearchRequest::multi_pv(count, limits) };
        self.found(board, request, control, sink)
    }

    /// The lines of a search; empty if there is no legal move.
    fn found(
        &mut self,
        board: &Board,
        request: SearchRequest,
        control: &Control,
        sink: &mut dyn FnMut(&[SearchInfo]),
    ) -> Vec<SearchInfo> {
        let result = self.searcher().search(board, request, control, sink);
        if result.best.is_some() { result.lines } else { Vec::new() }
    }
}

/// Divisor of the time for the VCT search, and its longest time.
const THREATS_TIME_SHARE: u32 = 10;
const MAX_THREATS_TIME: Duration = Duration::from_secs(2);
/// Shortest time of a VCT search; it is skipped if less is left for it.
const SHORTEST_THREATS_TIME: Duration = Duration::from_millis(2);
/// Nodes per position of the VCT search in an analysis limited in nodes, and its positions in one limited in
/// iterations.
const NODES_PER_THREAT: u64 = 50;
const THREATS_AT_A_DEPTH: u64 = 2_000;

fn win_by_threats(board: &Board, limit: AnalysisLimit, control: &Control) -> Option<SearchInfo> {
    let (positions, time) = match limit {
        AnalysisLimit::Time(time) => (u64::MAX, (time / THREATS_TIME_SHARE).min(MAX_THREATS_TIME)),
        AnalysisLimit::Nodes(nodes) => (nodes / NODES_PER_THREAT, Duration::MAX),
        AnalysisLimit::Depth(_) => (THREATS_AT_A_DEPTH, Duration::MAX),
    };
    if time < SHORTEST_THREATS_TIME {
        return None;
    }
    let stop = control.solver_stop_within(time);
    let Ok(Solution::Win(line)) = solve(board, Goal::Vct, SolverLimits::nodes(board, positions), stop) else {
        return None;
    };
    let plies = line.len();
    Some(SearchInfo {
        depth: plies as i32,
        selective_depth: plies,
        score: win_in(plies),
        proven: true,
        nodes: 0,
        elapsed: control.elapsed(),
        pv: line,
    })
}

/// The lines with the win added, unless they have a quicker proven win by the same move.
fn with_win(win: &SearchInfo, reports: &[SearchInfo], count: usize) -> Vec<SearchInfo> {
    let mut all = reports.to_vec();
    // Depth, nodes and time are those of the search.
    let won = |report: &SearchInfo| SearchInfo {
        selective_depth: report.selective_depth.max(win.selective_depth),
        score: win.score,
        proven: true,
        pv: win.pv.clone(),
        ..report.clone()
    };
    match all.iter_mut().find(|report| report.pv.first() == win.pv.first()) {
        Some(same) if same.proven && same.score > win.score => {}
        Some(same) => *same = won(same),
        None => all.push(won(reports.first().unwrap_or(win))),
    }
    // Unproven quicker wins are listed after this one.
    let rank = |report: &SearchInfo| if report.proven { report.score } else { report.score.min(win.score - 1) };
    all.sort_by_key(|report| std::cmp::Reverse(rank(report)));
    all.truncate(count);
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::Score;

    fn report(point: u16, score: Score, proven: bool) -> SearchInfo {
        let pv = vec![Point(point)];
        SearchInfo { depth: 1, selective_depth: 1, score, proven, nodes: 0, elapsed: Duration::ZERO, pv }
    }

    #[test]
    fn a_win_by_threats_gives_way_only_to_what_is_proven_and_quicker() {
        let win = report(1, win_in(25), true);
        let first = |reports: &[SearchInfo]| with_win(&win, reports, 1)[0].score;
        assert_eq!(first(&[]), win_in(25));
        assert_eq!(first(&[report(2, 300, false)]), win_in(25));
        assert_eq!(first(&[report(2, win_in(9), false)]), win_in(25));
        assert_eq!(first(&[report(2, win_in(9), true)]), win_in(9));
        assert_eq!(first(&[report(1, win_in(9), false)]), win_in(25));
        // The search's line may end early; the solver's continues to the five.
        let whole = SearchInfo { pv: vec![Point(1), Point(2), Point(3)], ..win.clone() };
        assert_eq!(with_win(&whole, &[report(1, win_in(25), true)], 1)[0].pv, whole.pv);
        assert_eq!(with_win(&win, &[report(2, 300, false), report(3, 200, false)], 2).len(), 2);
        // The depth is that of the search.
        for point in [1, 2] {
            let deep = SearchInfo { depth: 9, selective_depth: 14, ..report(point, 300, false) };
            let first = with_win(&win, &[deep], 1).remove(0);
            assert_eq!((first.depth, first.selective_depth, first.score), (9, 14, win_in(25)));
        }
    }
}
