//! Messages of the browser board.

use std::cell::RefCell;
use std::sync::LazyLock;
use std::time::Duration;
use tengen_board::read_request;
use tengen_web::{EngineSettings, PageEngine};

const SETTINGS: EngineSettings = EngineSettings { threads: 1, table_bytes: 16 << 20 };
/// Answers what takes no search.
static ENGINE: LazyLock<PageEngine> = LazyLock::new(|| PageEngine::new(SETTINGS));

/// Time of a search before it is stopped.
const SEARCH: Duration = Duration::from_millis(5);

/// A text as a message of the page: exactly one final answer, the last.
/// Panics when answering panics, or an answer is missing or too many.
pub fn case(bytes: &[u8]) {
    let message = &*String::from_utf8_lossy(bytes);
    let searches = read_request(message).is_ok_and(|request| request.question.needs_search());
    let answers = RefCell::new(Vec::new());
    let hear = |text: &str| answers.borrow_mut().push(text.to_owned());
    if searches {
        // A new engine, because a stop also stops later searches with lower numbers.
        let engine = PageEngine::new(SETTINGS);
        let (done, ended) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            let engine = &engine;
            scope.spawn(move || {
                let mut waits = 0;
                // A request may be more than one search.
                while ended.recv_timeout(SEARCH) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                    engine.stop(u64::MAX);
                    waits += 1;
                    if waits == 4000 {
                        // Whoever waits for this thread waits for the search as well.
                        eprintln!("a stopped search does not end: {message}");
                        std::process::abort();
                    }
                }
            });
            engine.ask(message, &hear);
            drop(done);
        });
    } else {
        ENGINE.ask(message, &hear);
    }
    let answers = answers.into_inner();
    let is_final = |text: &&String| {
        ["lines", "reviewing", "progress"].iter().all(|part| !text.contains(&format!(r#""say":"{part}""#)))
    };
    assert_eq!(answers.iter().filter(is_final).count(), 1, "{message}: {answers:?}");
    assert!(answers.last().as_ref().is_some_and(is_final), "{message}: {answers:?}");
}
