//! What the protocols stand on: a reader thread for input lines, a search thread for jobs, and the
//! session between them, which waits for both at once.

mod engine;
mod event;
mod reader;
mod settings;
mod workload;

pub(crate) use engine::{Engine, Job, Task};
pub(crate) use event::{Event, SearchEvent};
pub(crate) use reader::LineForm;
pub use reader::MAX_LINE;
pub(crate) use settings::{MAX_TABLE_BYTES, Settings, max_threads};
pub(crate) use workload::Workload;

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// The session panicked; the log has the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the session panicked")]
pub struct SessionPanicked;

/// Time that a session has after the end of input to finish what was asked before. A stopped search answers within
/// milliseconds; a busy machine can take a hundred times as long.
pub(crate) const EXIT_GRACE: Duration = Duration::from_millis(1000);
/// [`run`] returns this long after the end of input at the latest, even when nobody reads the output; but work that may
/// not be lost is waited for.
const EXIT_LIMIT: Duration = Duration::from_millis(1100);

/// The end of one of the two threads that [`run`] waits for.
enum Ended {
    Input,
    Session { panicked: bool },
}

/// Runs a session on its own thread until it returns or the input has ended. The caller ends the
/// process: threads may still be reading, searching or writing.
///
/// # Errors
/// When the session panicked.
pub(crate) fn run(
    input: impl Read + Send + 'static,
    form: LineForm,
    workload: &Workload,
    session: impl FnOnce(Sender<Event>, Receiver<Event>) + Send + 'static,
) -> Result<(), SessionPanicked> {
    run_until(EXIT_LIMIT, input, form, workload, session)
}

/// [`run`] with another limit than [`EXIT_LIMIT`].
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
    // Sending fails only when this function has returned.
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
            // What waits behind the work may be more of it.
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
    use super::*;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn the_end_of_input_waits_for_work_and_for_what_waits_behind_it() {
        let (limit, workload) = (Duration::from_millis(90), Workload::default());
        let done = Arc::new(AtomicU32::new(0));
        let (worker, count) = (workload.clone(), done.clone());
        let ended = run_until(limit, &b"x\n"[..], LineForm::Piskvork, &workload, move |_, _events| {
            for _ in 0..3 {
                worker.during(|| thread::sleep(3 * limit));
                count.fetch_add(1, Ordering::SeqCst);
                thread::sleep(limit / 4);
            }
            // This is no work: it is not waited for.
            thread::sleep(Duration::from_secs(60));
        });
        assert_eq!((ended, done.load(Ordering::SeqCst)), (Ok(()), 3));
    }

    #[test]
    fn a_session_that_answers_late_after_the_end_of_input_is_waited_for() {
        let answered = Arc::new(AtomicU32::new(0));
        let count = answered.clone();
        let ended = run(&b"x\n"[..], LineForm::Piskvork, &Workload::default(), move |_, _events| {
            thread::sleep(EXIT_GRACE / 2);
            count.fetch_add(1, Ordering::SeqCst);
        });
        assert_eq!((ended, answered.load(Ordering::SeqCst)), (Ok(()), 1));
    }
}
