//! Base of the protocols: a reader thread for input lines, a search thread for jobs, and the [`Conversation`] between
//! them, which waits for both at the same time.

mod conversation;
mod database;
mod engine;
mod event;
mod files;
mod output;
mod reader;
mod settings;
mod workload;

pub(crate) use conversation::{Conversation, Dialect};
pub(crate) use engine::{Engine, SearchQuestion, Task};
pub(crate) use event::{Event, Line, SearchEvent};
pub use files::{FileGame, FileRequest, GameReader};
pub(crate) use output::{Output, counted};
pub(crate) use reader::LineForm;
pub use reader::MAX_LINE;
pub use settings::FirstGame;
pub(crate) use settings::{MAX_TABLE_BYTES, Settings, max_threads};
pub(crate) use workload::Workload;

use std::io::{Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;
use tengen::eval::Weights;
use tengen::search::params::ParamOverrides;
use tengen_database::Database;
use thiserror::Error;

/// Error: the session panicked; the log has the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the session panicked")]
pub struct SessionPanicked;

/// Longest time after the end of input until [`run`] returns, even if nobody reads the output. Each line that is executed
/// meanwhile, and work that must not be lost, extend it.
const EXIT_LIMIT: Duration = Duration::from_millis(1100);

/// The thread that has ended, of the two that [`run`] waits for.
enum Ended {
    Input,
    Session { panicked: bool },
}

/// Options of an engine.
#[derive(Default)]
pub struct EngineOptions {
    /// Weights for the rules that they are for; the built-in ones are used for other rules.
    pub weights: Vec<Arc<Weights>>,
    /// Search parameters that differ from the built-in ones.
    pub params: ParamOverrides,
    /// Database to play from.
    pub database: Option<Database>,
    /// Reads games from files that are not SGF.
    pub game_reader: Option<GameReader>,
    /// The game that a session of GTP begins with.
    pub first_game: FirstGame,
}

/// Speaks a protocol until it ends the conversation or the input ends. The caller must end the process: threads may
/// still be reading, searching or writing.
///
/// # Errors
/// When the conversation panicked.
pub(crate) fn run<D: Dialect>(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    options: EngineOptions,
) -> Result<(), SessionPanicked> {
    let workload = Workload::default();
    run_until(EXIT_LIMIT, input, D::LINES, &workload.clone(), move |sender, events| {
        let engine = Engine::spawn(sender, options.weights, options.params);
        let mut session = Conversation::<D>::new(engine, Output::new(output), workload);
        session.game_reader = options.game_reader;
        D::begin(&mut session, options.first_game);
        options.database.into_iter().for_each(|database| session.use_database(database));
        session.run(&events);
    })
}

/// Runs a session on its own thread. Returns when the session does, at the latest `exit_limit` after the end of input.
fn run_until(
    exit_limit: Duration,
    input: impl Read + Send + 'static,
    form: LineForm,
    workload: &Workload,
    session: impl FnOnce(Sender<Event>, Receiver<Event>) + Send + 'static,
) -> Result<(), SessionPanicked> {
    let (sender, events) = mpsc::channel();
    let (input_ended, ended) = mpsc::channel();
    let session_ended = input_ended.clone();
    // Sending fails only after this function has returned.
    reader::spawn(input, form, sender.clone(), move || {
        let _ = input_ended.send(Ended::Input);
    });
    thread::spawn(move || {
        let panicked = catch_unwind(AssertUnwindSafe(|| session(sender, events))).is_err();
        let _ = session_ended.send(Ended::Session { panicked });
    });
    let mut last = ended.recv().map_err(|_| RecvTimeoutError::Disconnected);
    while matches!(last, Ok(Ended::Input)) {
        let done = workload.done();
        match ended.recv_timeout(exit_limit) {
            // The lines after that work may be more work.
            Err(RecvTimeoutError::Timeout) if workload.is_busy() || workload.done() != done => {}
            end => last = end,
        }
    }
    match last {
        Ok(Ended::Session { panicked: true }) | Err(RecvTimeoutError::Disconnected) => Err(SessionPanicked),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::conversation::EXIT_GRACE;
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn the_end_of_input_waits_for_work_and_for_what_waits_behind_it() {
        let (limit, workload) = (Duration::from_millis(90), Workload::default());
        let done = Arc::new(AtomicU32::new(0));
        let (worker, count) = (workload.clone(), done.clone());
        let ended = run_until(limit, &b"x\n"[..], LineForm::AnyBreak, &workload, move |_, _events| {
            for _ in 0..3 {
                worker.during(|| thread::sleep(3 * limit));
                count.fetch_add(1, Ordering::SeqCst);
                thread::sleep(limit / 4);
            }
            // This is not counted as work, so it is not waited for.
            thread::sleep(Duration::from_secs(60));
        });
        assert_eq!((ended, done.load(Ordering::SeqCst)), (Ok(()), 3));
    }

    #[test]
    fn a_session_that_answers_late_after_the_end_of_input_is_waited_for() {
        let answered = Arc::new(AtomicU32::new(0));
        let count = answered.clone();
        let (input, workload) = (&b"x\n"[..], Workload::default());
        let ended = run_until(EXIT_LIMIT, input, LineForm::AnyBreak, &workload, move |_, _events| {
            thread::sleep(EXIT_GRACE / 2);
            count.fetch_add(1, Ordering::SeqCst);
        });
        assert_eq!((ended, answered.load(Ordering::SeqCst)), (Ok(()), 1));
    }
}
