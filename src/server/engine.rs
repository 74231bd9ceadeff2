//! The search thread: one job at a time, answered by events.

use super::event::{Event, SearchEvent};
use super::settings::SearchSettings;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;
use tengen::base::{Score, WIN_BOUND};
use tengen::board::Board;
use tengen::eval::Weights;
use tengen::movegen;
use tengen::play::{BlockedMoves, Compared, EVEN, Level, LevelSearcher, Negotiation, OpeningAdvisor};
use tengen::search::params::ParamOverrides;
use tengen::search::{Control, Limits, SearchInfo, SearchRequest, Searcher};

/// A task of the search thread.
#[derive(Clone)]
pub(crate) enum Task {
    /// Find a move for the side to move.
    Move,
    /// Find this number of best lines, and the best move.
    Lines(usize),
    /// Find one or two moves after which the score for the side to move is nearest to the bias.
    Balance(usize, Score),
    /// Choose the acts in an opening; if the flag is set, also the next move when White is taken at the end of the
    /// opening.
    Opening(Box<Negotiation>, bool),
    /// Search until stopped, without an answer.
    Ponder,
}

/// A task and its position.
#[derive(Clone)]
pub(crate) struct SearchQuestion {
    pub task: Task,
    pub board: Board,
    /// Moves that may not be played.
    pub blocked: BlockedMoves,
}

/// A question with the settings of its search.
pub(crate) struct Job {
    pub question: SearchQuestion,
    pub control: Arc<Control>,
    pub settings: SearchSettings,
    /// Number of the game, the seed of choices that vary from game to game.
    pub game: u64,
    /// Whether to clear the table and histories first.
    pub clear_memory: bool,
}

/// Handle of the search thread.
pub(crate) struct Engine {
    jobs: Sender<Job>,
}

/// Size of the table before the first job sets it.
const NO_TABLE: usize = 0;

impl Engine {
    /// Starts the thread, which reports to `events`.
    pub fn spawn(events: Sender<Event>, weights: Vec<Arc<Weights>>, params: ParamOverrides) -> Self {
        let (jobs, inbox) = mpsc::channel::<Job>();
        thread::spawn(move || {
            let mut searcher = new_searcher(&weights, &params);
            for job in inbox {
                let send = |event| {
                    // Without a receiver the program is about to end.
                    let _ = events.send(Event::Search(event));
                };
                let rule = job.question.board.rule();
                if !weights.is_empty() && weights.iter().all(|weights| weights.check_rule(rule).is_err()) {
                    send(SearchEvent::Message(format!("--weights has no weights for {rule}: using the built-in ones")));
                }
                if answer(&job, &send, || run_job(&mut searcher, &job, &send)).is_err() {
                    searcher = new_searcher(&weights, &params);
                }
            }
        });
        Self { jobs }
    }

    /// Sends a job to the thread; the answer comes as an event.
    pub fn start(&self, job: Job) {
        if self.jobs.send(job).is_err() {
            log::error!("the search thread is gone");
        }
    }
}

fn new_searcher(weights: &[Arc<Weights>], params: &ParamOverrides) -> LevelSearcher {
    let mut searcher = Searcher::new(NO_TABLE);
    searcher.set_weights(weights);
    searcher.set_params(params.clone());
    searcher.into()
}

fn run_job(searcher: &mut LevelSearcher, job: &Job, send: &dyn Fn(SearchEvent)) {
    let SearchSettings { limits, table_bytes, threads, level } = job.settings;
    let SearchQuestion { task, board, blocked } = &job.question;
    let control = &*job.control;
    searcher.set_table_bytes(table_bytes);
    searcher.set_threads(threads);
    if job.clear_memory {
        searcher.clear();
    }
    let request = |lines| SearchRequest {
        multi_pv: lines,
        root_excluded: blocked.moves(board),
        blocked: blocked.positions(board),
        ..limits.into()
    };
    let mut progress = |lines: &[SearchInfo]| send(SearchEvent::Progress(lines.to_vec()));
    if matches!(task, Task::Move) && level != Level::FULL {
        let result = level.search(searcher, board, job.game, request(1), control);
        return send(SearchEvent::Move(result.best, result.lines));
    }
    let searcher = searcher.full_strength();
    match task {
        Task::Move => {
            let result = searcher.search(board, request(1), control, &mut progress);
            send(SearchEvent::Move(result.best, result.lines));
        }
        &Task::Lines(lines) => {
            let request = SearchRequest { stop_at_only_move: false, ..request(lines) };
            let result = searcher.search(board, request, control, &mut progress);
            send(SearchEvent::Move(result.best, result.lines));
        }
        &Task::Balance(stones, bias) => {
            let mut advisor = OpeningAdvisor::new(searcher, limits, control, blocked.clone());
            let (stones, found) = advisor.balance(board, stones, bias).unwrap_or_default();
            send_unless_even(found.as_ref(), bias, send);
            send(SearchEvent::Balance(stones));
        }
        Task::Opening(negotiation, with_move) => {
            let mut advisor = OpeningAdvisor::new(searcher, limits, control, blocked.clone());
            let acts = if *with_move {
                advisor.decide_with_move(negotiation, job.game)
            } else {
                advisor.decide(negotiation, job.game)
            };
            send_unless_even(advisor.proposed(), 0, send);
            send(SearchEvent::Opening(acts));
        }
        Task::Ponder => {
            let request = SearchRequest {
                limits: Limits::NONE,
                stop_at_only_move: false,
                // The opponent may make any move.
                root_excluded: Vec::new(),
                ..request(1)
            };
            searcher.search(board, request, control, &mut |_| {});
        }
    }
}

/// Sends a notice if the proposal's score is not near the wanted one, or is not likely to stay near it.
fn send_unless_even(found: Option<&Compared>, wanted: Score, send: &dyn Fn(SearchEvent)) {
    let bounded = |score: Score| score.clamp(-WIN_BOUND, WIN_BOUND);
    if let Some(found) = found.filter(|found| !found.is_near(wanted)) {
        let [score, before] = [found.score, found.before].map(bounded);
        // A near score that has changed is not likely to stay near.
        let change = if (score - bounded(wanted)).abs() > EVEN {
            String::new()
        } else {
            format!(" (after {before} with fewer nodes)")
        };
        let text = format!("nothing within {EVEN} points of {wanted} was found: the nearest has {score}{change}");
        send(SearchEvent::Message(text));
    }
}

/// Answers a job by `run`, which sends the answer; if that panics, by [`fallback`].
///
/// # Errors
/// When `run` panicked: the state that it used may be inconsistent.
fn answer(job: &Job, send: &dyn Fn(SearchEvent), run: impl FnOnce()) -> thread::Result<()> {
    let done = catch_unwind(AssertUnwindSafe(run));
    if done.is_err() {
        fallback(job).into_iter().for_each(send);
    }
    done
}

/// The answer after a panic of the search: the move of a one-ply search, or else any legal one; `None` if the task has
/// no answer.
fn fallback(job: &Job) -> Option<SearchEvent> {
    let SearchQuestion { task, board, blocked } = &job.question;
    let shallow_search = || {
        let request = SearchRequest { root_excluded: blocked.moves(board), ..Limits::depth(1).into() };
        Searcher::new(NO_TABLE).search(board, request, &Control::unlimited(), &mut |_| {}).best
    };
    let legal = movegen::playable(board).into_iter().find(|&point| blocked.allows(board, &[point]));
    match task {
        Task::Move | Task::Lines(_) => {
            let best = catch_unwind(AssertUnwindSafe(shallow_search)).ok().flatten();
            Some(SearchEvent::Move(best.or(legal), Vec::new()))
        }
        Task::Balance(..) => Some(SearchEvent::Balance(Vec::new())),
        Task::Opening(negotiation, _) => Some(SearchEvent::Opening(negotiation.any_acts())),
        Task::Ponder => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use tengen::base::{BoardSize, Point, Rule};
    use tengen::board::parse_moves;
    use tengen::play::OpeningRule;

    /// The events that are sent when the search of this question panics.
    fn sent_after_panic(task: Task, board: &Board, excluded: &[Point]) -> Vec<SearchEvent> {
        let blocked = excluded.iter().copied().collect();
        let question = SearchQuestion { task, board: board.clone(), blocked };
        let settings = SearchSettings { limits: Limits::NONE, table_bytes: 0, threads: 1, level: Level::FULL };
        let job = Job { question, control: Arc::new(Control::unlimited()), settings, game: 0, clear_memory: false };
        let sent = RefCell::new(Vec::new());
        // Without the panic hook, which would write to the output of the tests.
        let done = answer(&job, &|event| sent.borrow_mut().push(event), || std::panic::resume_unwind(Box::new(())));
        assert!(done.is_err());
        sent.into_inner()
    }

    #[test]
    fn where_the_search_panics_a_move_is_answered_once() {
        let size = BoardSize::square(15).unwrap();
        // Black has a four: White has at most two answers.
        for (rule, moves) in [(Rule::Renju, "h8h9g8g9f8f9e8"), (Rule::Caro, "h8h9g8g9f8f9e8"), (Rule::Freestyle, "")] {
            let board = Board::from_moves(size, rule, &parse_moves(size, moves).unwrap());
            for task in [Task::Move, Task::Lines(3)] {
                let mut excluded = Vec::new();
                for _ in 0..3 {
                    let sent = sent_after_panic(task.clone(), &board, &excluded);
                    let [SearchEvent::Move(Some(point), lines)] = &sent[..] else { panic!("not one move") };
                    assert!(board.is_empty(*point) && !excluded.contains(point) && lines.is_empty());
                    excluded.push(*point);
                }
            }
            assert!(
                matches!(&sent_after_panic(Task::Balance(2, 0), &board, &[])[..], [SearchEvent::Balance(none)] if none.is_empty())
            );
            assert!(sent_after_panic(Task::Ponder, &board, &[]).is_empty());
        }
    }

    #[test]
    fn where_the_search_panics_an_opening_goes_on_to_its_end() {
        let size = BoardSize::square(15).unwrap();
        for rule in [OpeningRule::Swap2, OpeningRule::Pro, OpeningRule::Rif, OpeningRule::Yamaguchi] {
            let mut negotiation = Negotiation::new(rule, size, Rule::Renju).unwrap();
            while negotiation.stage().is_some() {
                let board = negotiation.board().clone();
                let sent = sent_after_panic(Task::Opening(Box::new(negotiation.clone()), false), &board, &[]);
                let [SearchEvent::Opening(acts)] = &sent[..] else { panic!("not one answer") };
                assert!(!acts.is_empty(), "{rule:?}");
                acts.iter().for_each(|&act| negotiation.act(act).unwrap());
            }
        }
    }
}
