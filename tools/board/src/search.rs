//! Requests that need a search: moves, live lines, reviews, wins by threats, balance, openings.

use super::message::{ErrorCode, Lines, LiveLine, RequestError, ReviewedMove, ReviewedTurns, ServerAnswer, Sink};
use super::pool::{LeaseRequest, SearchStop, SearcherPool};
use super::position::{numbers, points, running};
use super::proof::proof_answer;
use super::question::limits::MAX_TIME;
use super::question::{Analyze, Balance, Negotiate, Prove, Question, Review, Solve, Think, Try};
use super::{learn, negotiation};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen::base::{Color, WIN, WIN_BOUND};
use tengen::board::Board;
use tengen::eval::win_rate;
use tengen::play::{BlockedMoves, Level, OpeningAdvisor};
use tengen::search::{Budget, Control, Delay, Limits, SearchInfo, TimeControl};
use tengen::solver::{Solution, SolverLimits};
use tengen_database::Reason;
use tengen_prove::{ProofLimits, WinProver};
use tengen_study::solve::solve;
use tengen_study::{AnalysisLimit, GameReport, ReviewProgress, decided_text};

/// Most lines of one analysis.
const MAX_LINES: usize = 10;
/// Time for the engine's move if a move tried in a puzzle leaves no win by threats.
const FREE_MOVE_TIME: Duration = Duration::from_millis(300);
/// Bytes of a proof's table; on the page a proof has one minute.
const PROOF_TABLE: usize = 64 << 20;

/// Answers a request that needs a search; `stop` ends it early. Fails if the request is impossible or was stopped.
pub fn answer(
    question: Question,
    pool: &SearcherPool,
    stop: &SearchStop,
    sink: Sink<'_>,
) -> Result<ServerAnswer, RequestError> {
    match question {
        Question::Think(question) => think(&question, pool, stop),
        Question::Analyze(question) => analyze(&question, pool, stop, sink),
        Question::Review(question) => review(&question, pool, stop, sink),
        Question::Solve(question) => solve_threats(&question, pool, stop),
        Question::Prove(question) => prove(&question, pool, stop, sink),
        Question::Balance(question) => balance(&question, pool, stop),
        Question::Negotiate(question) => negotiate(&question, pool, stop),
        Question::Try(question) => try_move(&question, pool, stop),
        _ => Err(RequestError::plain(ErrorCode::Message, "this request needs no search")),
    }
}

/// The error of a stopped search.
pub fn stopped() -> RequestError {
    RequestError::plain(ErrorCode::Stopped, "stopped by a later request")
}

fn failed(error: &anyhow::Error) -> RequestError {
    RequestError::because(ErrorCode::Failed, error)
}

fn message(text: &str) -> RequestError {
    RequestError::detailed(ErrorCode::Message, Reason::text(text))
}

fn time(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds).min(Duration::from_secs(MAX_TIME as u64))
}

/// A control connected to `stop`.
fn control(stop: &SearchStop, budget: Budget) -> Arc<Control> {
    let control = Arc::new(Control::new(Instant::now(), budget));
    stop.watch(&control);
    control
}

/// A seed for weaker levels and openings; it differs between games.
fn seed(board: &Board) -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    board.hash() ^ now.map_or(1, |now| now.as_nanos() as u64)
}

fn think(question: &Think, pool: &SearcherPool, stop: &SearchStop) -> Result<ServerAnswer, RequestError> {
    let level = Level::by_number(question.level);
    let level = level.ok_or_else(|| message(&format!("there is no level {}", question.level)))?;
    let (game, board) = running(&question.position)?;
    let turn = time(question.time_ms);
    let budget = match question.left_ms {
        Some(left) => {
            let left = Some(Duration::from_millis(left));
            Budget::for_move(&TimeControl { turn, match_time: None, left }, game.moves.len() / 2, Delay::NONE)
        }
        // Without a clock, saved time does not benefit later moves, so the whole time is used.
        None => Budget { soft: Duration::MAX, hard: turn },
    };
    let mut lease = pool.lease(LeaseRequest { table: Some(question.memory), ..LeaseRequest::USUAL })?;
    let searcher = lease.analyzer().level_searcher();
    let found = level.search(searcher, &board, seed(&board), Limits::NONE, &control(stop, budget));
    if stop.is_stopped() {
        return Err(stopped());
    }
    let Some(best) = found.best else { return Err(RequestError::plain(ErrorCode::Over, "there is no move")) };
    let info = found.info();
    let line = if info.pv.first() == Some(&best) { numbers(&info.pv) } else { vec![best.0] };
    let score = decided_text(info.score, info.proven);
    Ok(ServerAnswer::Move { point: best.0, line, score, share: win_rate(info.score) })
}

fn lines(found: &[SearchInfo]) -> Lines {
    let line = |info: &SearchInfo| LiveLine {
        moves: numbers(&info.pv),
        score: decided_text(info.score, info.proven),
        share: win_rate(info.score),
    };
    let latest = found.iter().max_by_key(|info| info.nodes);
    Lines {
        lines: found.iter().filter(|info| !info.pv.is_empty()).map(line).collect(),
        depth: found.iter().map(|info| info.depth).max().unwrap_or(0),
        nodes: latest.map_or(0, |info| info.nodes),
        time_ms: latest.map_or(0, |info| info.elapsed.as_millis() as u64),
    }
}

fn analyze(
    question: &Analyze,
    pool: &SearcherPool,
    stop: &SearchStop,
    sink: Sink<'_>,
) -> Result<ServerAnswer, RequestError> {
    let (game, board) = running(&question.position)?;
    let blocked = points(game.size, &question.blocked);
    let count = question.lines.clamp(1, MAX_LINES);
    let mut lease = pool.lease(LeaseRequest { threads: question.threads, table: Some(question.memory) })?;
    let analyzer = lease.analyzer();
    let hard = if question.time_ms == 0 { Duration::MAX } else { Duration::from_millis(question.time_ms) };
    let most_nodes = if question.nodes == 0 { u64::MAX } else { question.nodes };
    let control = Control::new(Instant::now(), Budget { soft: Duration::MAX, hard }).with_most_nodes(most_nodes);
    let control = Arc::new(control);
    stop.watch(&control);
    let mut report = |found: &[SearchInfo]| sink(&ServerAnswer::Lines(lines(found)));
    let limit = match question.depth {
        0 => AnalysisLimit::Time(hard),
        depth => AnalysisLimit::Depth(depth),
    };
    let found = if blocked.is_empty() {
        analyzer.lines_under(&board, limit, count, control, &mut report)
    } else {
        analyzer.lines_without(&board, limit.limits(), count, blocked, &control, &mut report)
    };
    Ok(ServerAnswer::Analyzed(lines(&found)))
}

fn review(
    question: &Review,
    pool: &SearcherPool,
    stop: &SearchStop,
    sink: Sink<'_>,
) -> Result<ServerAnswer, RequestError> {
    let (game, _) = super::position::game(&question.position)?;
    let mut lease = pool.lease(LeaseRequest { threads: question.threads, table: Some(question.memory) })?;
    let time = time(question.time_ms);
    let limit = AnalysisLimit::Time(time);
    let control = || control(stop, Budget { soft: Duration::MAX, hard: time });
    let mut tell = |at: ReviewProgress<'_>| {
        sink(&ServerAnswer::Reviewing { done: at.number, found: reviewed(&at.report()) });
    };
    let review = tengen_study::review(&game, lease.analyzer(), limit, &control, stop.flag(), &mut tell);
    match review.map_err(|error| failed(&error))? {
        Some(report) => Ok(ServerAnswer::Reviewed(reviewed(&report))),
        None => Err(stopped()),
    }
}

fn reviewed(report: &GameReport) -> ReviewedTurns {
    let turns: Vec<usize> = report.turning_points().iter().map(|moment| moment.number).collect();
    let moments = report.reviews.iter().map(|moment| ReviewedMove {
        number: moment.number,
        best: numbers(&moment.best),
        before: moment.share[0],
        after: moment.share[1],
        turn: turns.contains(&moment.number),
        misses_win: moment.misses_win(),
        win_in: (moment.proven && moment.score > WIN_BOUND && !moment.best.is_empty())
            .then(|| (WIN - moment.score + 1) / 2),
    });
    ReviewedTurns { shares: report.black_shares(), moments: moments.collect() }
}

fn solve_threats(question: &Solve, pool: &SearcherPool, stop: &SearchStop) -> Result<ServerAnswer, RequestError> {
    let goal = question.goal.parse().map_err(|reason| RequestError::detailed(ErrorCode::Message, reason))?;
    let (_, board) = running(&question.position)?;
    // The solver needs no searcher but counts as a concurrent search.
    let _loan = pool.lease(LeaseRequest::SOLVER)?;
    let control = control(stop, Budget { soft: Duration::MAX, hard: time(question.time_ms) });
    let solution = solve(&board, goal, SolverLimits::nodes(&board, u64::MAX), control.solver_stop())
        .map_err(|error| failed(&error))?;
    if stop.is_stopped() {
        return Err(stopped());
    }
    Ok(match solution {
        Solution::Win(line) => ServerAnswer::Solved { result: "win", line: numbers(&line) },
        Solution::None => ServerAnswer::Solved { result: "none", line: Vec::new() },
        Solution::Unknown => ServerAnswer::Solved { result: "unknown", line: Vec::new() },
    })
}

/// Searches for a proof that a side wins.
fn prove(
    question: &Prove,
    pool: &SearcherPool,
    stop: &SearchStop,
    sink: Sink<'_>,
) -> Result<ServerAnswer, RequestError> {
    let side: Color = question.side.parse().map_err(|error| message(&format!("side: {error}")))?;
    let (_, board) = running(&question.position)?;
    let lease = pool.lease(LeaseRequest::PROOF)?;
    let control = control(stop, Budget { soft: Duration::MAX, hard: time(question.time_ms) });
    let limits = ProofLimits { threads: lease.threads(), memory: PROOF_TABLE, stop: control.solver_stop() };
    let prover =
        WinProver::new(&board, side, &limits).map_err(|error| RequestError::because(ErrorCode::Position, &error))?;
    let win = prover
        .run(&mut |progress| sink(&ServerAnswer::Progress { done: progress.proved }))
        .map_err(|error| failed(&error))?;
    if win.is_none() && stop.is_stopped() { Err(stopped()) } else { Ok(proof_answer(win.as_ref())) }
}

/// Answers `try` with the solver's result; without a winning reply the engine chooses one.
fn try_move(question: &Try, pool: &SearcherPool, stop: &SearchStop) -> Result<ServerAnswer, RequestError> {
    let mut lease = pool.lease(LeaseRequest::ONE_THREAD)?;
    let proving = control(stop, Budget::UNLIMITED);
    let (result, mut reply, line) = learn::try_move(question, proving.solver_stop())?;
    if reply.is_none() && ["wrong", "open"].contains(&result) {
        let (_, board) = running(&question.position)?;
        let control = control(stop, Budget { soft: Duration::MAX, hard: FREE_MOVE_TIME });
        let found = lease.analyzer().searcher().search(&board, Limits::NONE, &control, &mut |_| {});
        reply = found.best;
    }
    if stop.is_stopped() {
        return Err(stopped());
    }
    Ok(ServerAnswer::Tried { result, reply: reply.map(|point| point.0), line: numbers(&line) })
}

fn balance(question: &Balance, pool: &SearcherPool, stop: &SearchStop) -> Result<ServerAnswer, RequestError> {
    let (game, board) = running(&question.position)?;
    let blocked = points(game.size, &question.blocked);
    let mut lease = pool.lease(LeaseRequest::USUAL)?;
    let control = control(stop, Budget { soft: Duration::MAX, hard: time(question.time_ms) });
    let searcher = lease.analyzer().searcher();
    let mut advisor = OpeningAdvisor::new(searcher, Limits::NONE, &control, blocked.into_iter().collect());
    let found = advisor.balance(&board, question.stones.clamp(1, 2), 0);
    match found {
        _ if stop.is_stopped() => Err(stopped()),
        Some((stones, Some(found))) => Ok(ServerAnswer::Balanced {
            stones: numbers(&stones),
            is_even: found.is_near(0),
            score: decided_text(found.score, false),
            share: win_rate(found.score),
        }),
        // Moves that were not compared have no nearest to even.
        Some((_, None)) => Err(RequestError::plain(ErrorCode::NoTime, "there was no time to compare the moves")),
        None => Err(RequestError::plain(ErrorCode::Over, "there is no such move")),
    }
}

fn negotiate(question: &Negotiate, pool: &SearcherPool, stop: &SearchStop) -> Result<ServerAnswer, RequestError> {
    let negotiation = negotiation::replay(&question.opening)?;
    let mut lease = pool.lease(LeaseRequest::USUAL)?;
    let control = control(stop, Budget { soft: Duration::MAX, hard: time(question.time_ms) });
    let searcher = lease.analyzer().searcher();
    let mut advisor = OpeningAdvisor::new(searcher, Limits::NONE, &control, BlockedMoves::default());
    let found = advisor.decide(&negotiation, seed(negotiation.board()));
    if stop.is_stopped() {
        return Err(stopped());
    }
    let acts = if found.is_empty() { negotiation.any_acts() } else { found };
    if acts.is_empty() {
        return Err(RequestError::plain(ErrorCode::Over, "the opening is over"));
    }
    Ok(ServerAnswer::Negotiated {
        acts: acts.into_iter().map(|act| negotiation::act_word(&negotiation, act)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::PageRequest;
    use serde_json::{Value, json};

    /// A question about a position of caro.
    fn question(ask: &str, mut with: Value) -> Question {
        with["position"] = json!({ "rule": "caro", "width": 15, "height": 15, "moves": "h8i9h9" });
        let request = json!({ "id": 1, "ask": ask, "with": with });
        serde_json::from_value::<PageRequest>(request).unwrap().question
    }

    fn analyzed(with: Value, pool: &SearcherPool) -> Lines {
        match answer(question("analyze", with), pool, &SearchStop::default(), &|_| {}) {
            Ok(ServerAnswer::Analyzed(found)) => found,
            _ => panic!("no lines"),
        }
    }

    #[test]
    fn an_analysis_ends_at_its_depth_also_with_a_table_of_an_earlier_one() {
        let pool = SearcherPool::new(1, 16 << 20);
        for blocked in [json!([]), json!([0])] {
            for depth in [6, 4] {
                let found = analyzed(json!({ "lines": 2, "depth": depth, "blocked": blocked }), &pool);
                assert_eq!((found.depth, found.lines.len()), (depth, 2));
            }
        }
    }

    #[test]
    fn an_analysis_ends_at_its_time_and_at_its_nodes() {
        let pool = SearcherPool::new(2, 32 << 20);
        for (limit, most) in [("time_ms", 200), ("nodes", 20_000)] {
            let start = Instant::now();
            let found = analyzed(json!({ "lines": 2, limit: most }), &pool);
            assert!(limit == "nodes" || start.elapsed() >= Duration::from_millis(most), "{limit}");
            assert!(start.elapsed() < Duration::from_secs(60) && !found.lines.is_empty(), "{limit}");
            assert!(limit == "time_ms" || (1..2 * most).contains(&found.nodes), "{}", found.nodes);
        }
    }

    #[test]
    fn a_search_takes_the_memory_that_its_question_names() {
        for (ask, mut with) in [
            ("think", json!({ "level": 10, "time_ms": 5 })),
            ("analyze", json!({ "lines": 1, "threads": 1 })),
            ("review", json!({ "time_ms": 5, "threads": 1 })),
        ] {
            with["memory"] = json!(24);
            let (pool, stop) = (SearcherPool::new(1, 128 << 20), SearchStop::default());
            // Only the stop ends an analysis.
            let answered = answer(question(ask, with), &pool, &stop, &|part| {
                if matches!(part, ServerAnswer::Lines(_)) {
                    stop.stop();
                }
            });
            assert!(answered.is_ok(), "{ask}");
            assert_eq!(pool.bytes(), 24 << 20, "{ask}");
        }
    }
}
