//! Messages of the browser board.

use std::cell::RefCell;
use std::sync::LazyLock;
use std::time::Duration;
use tengen_board::read_request;
use tengen_web::{EngineSettings, PageEngine};

static ENGINE: LazyLock<PageEngine> =
    LazyLock::new(|| PageEngine::new(EngineSettings { threads: 1, table_bytes: 16 << 20 }));

/// Time of a search before it is stopped.
const SEARCH: Duration = Duration::from_millis(5);

/// A text as a message of the page: exactly one final answer, the last.
///
/// # Panics
/// When answering panics, or an answer is missing or too many.
pub fn case(bytes: &[u8]) {
    let message = String::from_utf8_lossy(bytes);
    let searches = read_request(&message).is_ok_and(|request| request.question.needs_search());
    let id = read_request(&message).map_or(0, |request| request.id);
    if searches && id == u64::MAX {
        // A stop of this number would stop all that follow.
        return;
    }
    let answers = RefCell::new(Vec::new());
    let ask = || ENGINE.ask(&message, &|text| answers.borrow_mut().push(text.to_owned()));
    if searches {
        let (done, ended) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let mut waits = 0;
                // A request may be more than one search.
                while ended.recv_timeout(SEARCH) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    ENGINE.stop(0);
                    waits += 1;
                    assert!(waits < 4000, "a stopped search does not end");
                }
            });
            ask();
            drop(done);
        });
    } else {
        ask();
    }
    let answers = answers.into_inner();
    let is_final = |text: &&String| !text.contains(r#""say":"lines""#) && !text.contains(r#""say":"progress""#);
    assert_eq!(answers.iter().filter(is_final).count(), 1, "{message}: {answers:?}");
    assert!(answers.last().as_ref().is_some_and(is_final), "{message}: {answers:?}");
}
