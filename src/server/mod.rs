//! What the protocols stand on: a reader thread for input lines, a search thread for jobs, and the
//! session between them, which waits for both at once.

mod engine;
mod event;
mod reader;
mod settings;

pub(crate) use engine::{Engine, Job, Task};
pub(crate) use event::{Event, SearchEvent};
pub(crate) use reader::LineForm;
pub use reader::MAX_LINE;
pub(crate) use settings::{MAX_TABLE_BYTES, Settings, max_threads};

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

/// Time that a session has after the end of input to finish what was asked before.
pub(crate) const EXIT_GRACE: Duration = Duration::from_millis(70);
/// [`run`] returns this long after the end of input at the latest, even when nobody reads the output.
const EXIT_LIMIT: Duration = Duration::from_millis(90);

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
    if let Ok(Ended::Input) = last {
        last = ended.recv_timeout(EXIT_LIMIT);
    }
    match last {
        Ok(Ended::Session { panicked: true }) | Err(RecvTimeoutError::Disconnected) => Err(SessionPanicked),
        _ => Ok(()),
    }
}
