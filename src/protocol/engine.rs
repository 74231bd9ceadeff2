use super::Event;
use super::swap2::{self, Swap2Answer};
use crate::base::Point;
use crate::board::Board;
use crate::eval::Weights;
use crate::movegen;
use crate::search::{Control, Limits, Report, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// What the search thread is asked.
pub(super) enum Task {
    /// A move for the side to move.
    Move,
    /// An answer in the swap2 opening; the stones are on the board.
    Swap2,
}

/// A task with everything it needs.
pub(super) struct Job {
    pub task: Task,
    pub board: Board,
    pub limits: Limits,
    pub control: Arc<Control>,
    pub table_bytes: usize,
    pub threads: usize,
    /// Begin as a new engine would.
    pub forget: bool,
}

/// What the search thread tells.
pub(super) enum News {
    /// Something that a person should know.
    Message(String),
    /// An iteration is finished.
    Progress(Report),
    /// The move, or `None` on a full board.
    Move(Option<Point>, Option<Report>),
    /// The swap2 answer.
    Swap2(Swap2Answer),
}

/// The search thread, seen from the session.
pub(super) struct Engine {
    jobs: Sender<Job>,
}

/// A table for the time before the first job tells its size.
const NO_TABLE: usize = 0;

impl Engine {
    /// Starts the thread; its news go to `events`.
    pub fn spawn(events: Sender<Event>, weights: Vec<Arc<Weights>>) -> Self {
        let (jobs, inbox) = mpsc::channel::<Job>();
        thread::spawn(move || {
            let mut searcher = new_searcher(&weights);
            for job in inbox {
                let tell = |news| {
                    // Nobody listening: the program is about to end.
                    let _ = events.send(Event::Engine(news));
                };
                let rule = job.board.rule();
                if !weights.is_empty() && weights.iter().all(|weights| weights.check_rule(rule).is_err()) {
                    tell(News::Message(format!("the weights given are not for {rule}: the built-in ones are used")));
                }
                let done = catch_unwind(AssertUnwindSafe(|| work(&mut searcher, &job, &tell)));
                if done.is_err() {
                    searcher = new_searcher(&weights);
                    tell(fallback(&job));
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

fn new_searcher(weights: &[Arc<Weights>]) -> Searcher {
    let mut searcher = Searcher::new(NO_TABLE);
    searcher.set_weights(weights);
    searcher
}

fn work(searcher: &mut Searcher, job: &Job, tell: &dyn Fn(News)) {
    searcher.set_table_bytes(job.table_bytes);
    searcher.set_threads(job.threads);
    if job.forget {
        searcher.clear();
    }
    match job.task {
        Task::Move => {
            let mut progress = |report: &Report| tell(News::Progress(report.clone()));
            let result = searcher.search(&job.board, job.limits, Arc::clone(&job.control), &mut progress);
            tell(News::Move(result.best, Some(result.report)));
        }
        Task::Swap2 => tell(News::Swap2(swap2::answer(searcher, &job.board, job.limits, &job.control))),
    }
}

/// An answer should the search have failed: that of a look at the position, or at least a legal one.
fn fallback(job: &Job) -> News {
    let mut board = job.board.clone();
    let look = || {
        let control = Arc::new(Control::unlimited());
        Searcher::new(NO_TABLE).search(&job.board, Limits::depth(1), control, &mut |_| {}).best
    };
    match job.task {
        Task::Move => {
            let best = catch_unwind(AssertUnwindSafe(look)).ok().flatten();
            News::Move(best.or_else(|| movegen::playable(&mut board).first().copied()), None)
        }
        Task::Swap2 => News::Swap2(swap2::fallback(&board)),
    }
}
