//! The search thread: one job at a time, answered by events.

use super::event::{Event, SearchEvent};
use super::settings::Effort;
use crate::base::{Point, Score};
use crate::board::Board;
use crate::eval::Weights;
use crate::movegen;
use crate::play::{Level, LevelSearcher, Negotiation, OpeningAdvisor};
use crate::search::params::ParamOverrides;
use crate::search::{Control, Limits, SearchInfo, SearchRequest, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// A question to the search thread.
#[derive(Clone)]
pub(crate) enum Task {
    /// A move for the side to move.
    Move,
    /// This number of best lines, and the best move.
    Lines(usize),
    /// One or two moves after which the score for the side to move is as near as can be to the bias.
    Balance(usize, Score),
    /// What to do in an opening; with the move that follows when White is taken at its end, if that is asked for.
    Opening(Box<Negotiation>, bool),
    /// Search until stopped, without an answer.
    Ponder,
}

/// A task and the position that it is about.
#[derive(Clone)]
pub(crate) struct SearchQuestion {
    pub task: Task,
    pub board: Board,
    /// Root moves that may not be played.
    pub excluded: Vec<Point>,
}

/// A question with what its search needs.
pub(crate) struct Job {
    pub question: SearchQuestion,
    pub control: Arc<Control>,
    pub effort: Effort,
    /// Number of the game, the seed of what varies from game to game.
    pub game: u64,
    /// Clear the table and histories first.
    pub clear_memory: bool,
}

/// The search thread, seen from the session.
pub(crate) struct Engine {
    jobs: Sender<Job>,
}

/// Size of the table before the first job sets it.
const NO_TABLE: usize = 0;

impl Engine {
    /// Starts the thread; it reports to `events`.
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
                let done = catch_unwind(AssertUnwindSafe(|| run_job(&mut searcher, &job, &send)));
                if done.is_err() {
                    searcher = new_searcher(&weights, &params);
                    fallback(&job).into_iter().for_each(send);
                }
            }
        });
        Self { jobs }
    }

    /// Hands a job over; the answer comes as an event.
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
    let Effort { limits, table_bytes, threads, level } = job.effort;
    let SearchQuestion { task, board, excluded } = &job.question;
    let control = &*job.control;
    searcher.set_table_bytes(table_bytes);
    searcher.set_threads(threads);
    if job.clear_memory {
        searcher.clear();
    }
    let request = |lines| SearchRequest { multi_pv: lines, root_excluded: excluded.to_vec(), ..limits.into() };
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
            let mut advisor = OpeningAdvisor { searcher, limits, control, excluded };
            let found = advisor.balance(board, stones, bias).map(|(stones, _)| stones);
            send(SearchEvent::Balance(found.unwrap_or_default()));
        }
        Task::Opening(negotiation, with_move) => {
            let mut advisor = OpeningAdvisor { searcher, limits, control, excluded };
            let acts = if *with_move {
                advisor.decide_with_move(negotiation, job.game)
            } else {
                advisor.decide(negotiation, job.game)
            };
            send(SearchEvent::Opening(acts));
        }
        Task::Ponder => {
            let request = SearchRequest { limits: Limits::NONE, stop_at_only_move: false, ..request(1) };
            searcher.search(board, request, control, &mut |_| {});
        }
    }
}

/// The answer when the search panicked: the move of a one-ply search, or at least a legal one; `None`
/// when the task has no answer.
fn fallback(job: &Job) -> Option<SearchEvent> {
    let SearchQuestion { task, board, excluded } = &job.question;
    let shallow_search = || {
        let request = SearchRequest { root_excluded: excluded.clone(), ..Limits::depth(1).into() };
        Searcher::new(NO_TABLE).search(board, request, &Control::unlimited(), &mut |_| {}).best
    };
    let legal = movegen::playable(board).into_iter().find(|point| !excluded.contains(point));
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
