use super::Event;
use crate::base::{Point, Score};
use crate::board::Board;
use crate::eval::Weights;
use crate::movegen;
use crate::search::opening::{self, Judge, OpeningAnswer, OpeningRule};
use crate::search::soosorv::{SoosorvAnswer, SoosorvStep};
use crate::search::{Control, Level, Limits, Report, Searcher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// What the search thread is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Task {
    /// A move for the side to move.
    Move,
    /// So many best lines, and the best move.
    Lines(usize),
    /// One or two moves after which the score for the side to move is as near as can be to the bias.
    Balance(usize, Score),
    /// An answer in the opening; the stones are on the board.
    Opening(OpeningRule),
    /// A step of the Soosõrv opening, about these stones; the board is empty.
    Soosorv(SoosorvStep, Vec<Point>),
    /// Think until told to stop, and say nothing.
    Ponder,
}

/// A task with everything it needs.
pub(super) struct Job {
    pub task: Task,
    pub board: Board,
    pub limits: Limits,
    pub control: Arc<Control>,
    pub table_bytes: usize,
    pub threads: usize,
    /// How well to play.
    pub level: &'static Level,
    /// Moves that are not to be played.
    pub excluded: Vec<Point>,
    /// The number of the game: what may differ from game to game depends on it.
    pub game: u64,
    /// Begin as a new engine would.
    pub forget: bool,
}

/// What the search thread tells.
pub(super) enum News {
    /// Something that a person should know.
    Message(String),
    /// An iteration is finished; its best lines.
    Progress(Vec<Report>),
    /// The move, or `None` when there is none; the best lines of the search.
    Move(Option<Point>, Vec<Report>),
    /// The moves that make the game even; none when there are none.
    Balance(Vec<Point>),
    /// The answer in the opening.
    Opening(OpeningAnswer),
    /// The answer to a step of the Soosõrv opening.
    Soosorv(SoosorvAnswer),
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
                    fallback(&job).into_iter().for_each(tell);
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
    searcher.set_excluded(&job.excluded);
    let control = || Arc::clone(&job.control);
    let mut progress = |reports: &[Report]| tell(News::Progress(reports.to_vec()));
    match &job.task {
        Task::Move if job.level != Level::FULL && job.excluded.is_empty() => {
            let result = searcher.search_at_level(&job.board, job.level, job.game, job.limits, control());
            tell(News::Move(result.best, vec![result.report]));
        }
        Task::Move => {
            let mut progress = |report: &Report| progress(std::slice::from_ref(report));
            let result = searcher.search(&job.board, job.limits, control(), &mut progress);
            tell(News::Move(result.best, vec![result.report]));
        }
        &Task::Lines(lines) => {
            let reports = searcher.search_lines(&job.board, job.limits, lines, control(), &mut progress);
            let best = reports.first().and_then(|report| report.line.first().copied());
            tell(News::Move(best, reports));
        }
        &Task::Balance(stones, bias) => {
            searcher.set_excluded(&[]);
            let mut judge = Judge { searcher, limits: job.limits, control: &job.control };
            tell(News::Balance(judge.balance(&job.board, stones, bias, &job.excluded).unwrap_or_default()));
        }
        &Task::Opening(rule) => {
            let mut judge = Judge { searcher, limits: job.limits, control: &job.control };
            tell(News::Opening(judge.open(rule, &job.board, job.game)));
        }
        Task::Soosorv(step, stones) => {
            let mut judge = Judge { searcher, limits: job.limits, control: &job.control };
            tell(News::Soosorv(judge.soosorv(*step, &job.board, stones, job.game)));
        }
        Task::Ponder => {
            searcher.search(&job.board, Limits::NONE, control(), &mut |_| {});
        }
    }
}

/// An answer should the search have failed: that of a look at the position, or at least a legal one.
/// Nothing when nobody waits for one.
fn fallback(job: &Job) -> Option<News> {
    let mut board = job.board.clone();
    let look = || {
        let control = Arc::new(Control::unlimited());
        let mut searcher = Searcher::new(NO_TABLE);
        searcher.set_excluded(&job.excluded);
        searcher.search(&job.board, Limits::depth(1), control, &mut |_| {}).best
    };
    let legal = movegen::playable(&mut board).into_iter().find(|point| !job.excluded.contains(point));
    match &job.task {
        Task::Move | Task::Lines(_) => {
            let best = catch_unwind(AssertUnwindSafe(look)).ok().flatten();
            Some(News::Move(best.or(legal), Vec::new()))
        }
        Task::Balance(..) => Some(News::Balance(Vec::new())),
        Task::Opening(rule) => Some(News::Opening(opening::fallback(*rule, &board))),
        Task::Soosorv(..) => Some(News::Soosorv(SoosorvAnswer::None)),
        Task::Ponder => None,
    }
}
