//! One worker's answers: a message in, answers out.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tengen_board::message::{RequestError, ServerAnswer, encode};
use tengen_board::pool::{SearchStop, SearcherPool};
use tengen_board::question::{PageRequest, Question};
use tengen_board::{Databases, Shelf, answer, read_request, search};

/// Interval of live lines, as a server's tab has it.
const LIVE_INTERVAL: Duration = Duration::from_millis(100);

/// Settings that the page chooses once, before the first message.
#[derive(Clone, Copy, Debug)]
pub struct EngineSettings {
    /// Threads of a search.
    pub threads: usize,
    /// Bytes of the table of a search, from 16 MiB to 128 MiB.
    pub table_bytes: usize,
}

/// Answers the messages of one worker.
pub struct PageEngine {
    searchers: SearcherPool,
    stop: SearchStop,
    /// The database that the page has opened.
    databases: Databases,
    /// RenLib's libraries that are open.
    shelf: Shelf,
    /// The message that is searched.
    searched: AtomicU64,
    /// Searches up to this message are stopped, also one that has not begun.
    stopped: AtomicU64,
}

impl PageEngine {
    /// An engine with the threads and the table that `settings` says.
    pub fn new(settings: EngineSettings) -> Self {
        Self {
            // Twice the table, because the one search takes half of the free memory.
            searchers: SearcherPool::new(settings.threads, 2 * settings.table_bytes),
            stop: SearchStop::default(),
            databases: Databases::of_page(),
            shelf: Shelf::default(),
            searched: AtomicU64::new(0),
            stopped: AtomicU64::new(0),
        }
    }

    /// Answers one message: `emit` receives the JSON texts, the final answer last.
    pub fn ask(&self, message: &str, emit: &dyn Fn(&str)) {
        match read_request(message) {
            Ok(request) => {
                let id = request.id;
                let found = self.answer(request, emit);
                emit(&encode(Some(id), &found.unwrap_or_else(ServerAnswer::from)));
            }
            Err(refusal) => emit(&refusal),
        }
    }

    /// Stops the search of the message `id` and earlier ones, but not a later one. Call it on the thread of the search,
    /// when that asks for the time: on another thread the next search may begin meanwhile and be stopped.
    pub fn stop(&self, id: u64) {
        self.stopped.fetch_max(id, Ordering::SeqCst);
        if self.searched.load(Ordering::SeqCst) <= id {
            self.stop.stop();
        }
    }

    fn answer(&self, request: PageRequest, emit: &dyn Fn(&str)) -> Result<ServerAnswer, RequestError> {
        let PageRequest { id, question } = request;
        if matches!(question, Question::Stop(_)) {
            return Ok(ServerAnswer::Stopped);
        }
        if !question.needs_search() {
            let sink = |part: &ServerAnswer| emit(&encode(Some(id), part));
            return answer(question, &self.databases, &self.shelf, &sink);
        }
        self.searched.store(id, Ordering::SeqCst);
        self.stop.reset();
        if id <= self.stopped.load(Ordering::SeqCst) {
            return Err(search::stopped());
        }
        let last: Cell<Option<Instant>> = Cell::new(None);
        let live = |part: &ServerAnswer| {
            // A deep search reports faster than a page can draw; the final answer has everything.
            if last.get().is_none_or(|last| last.elapsed() >= LIVE_INTERVAL) {
                last.set(Some(Instant::now()));
                emit(&encode(Some(id), part));
            }
        };
        search::answer(question, &self.searchers, &self.stop, &live)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn answers(engine: &PageEngine, message: &str) -> Vec<String> {
        let heard = RefCell::new(Vec::new());
        engine.ask(message, &|text| heard.borrow_mut().push(text.to_owned()));
        heard.into_inner()
    }

    #[test]
    fn every_message_has_one_final_answer() {
        let engine = PageEngine::new(EngineSettings { threads: 1, table_bytes: 16 << 20 });
        let position =
            r#""position":{"rule":"caro","width":15,"height":15,"black":"","white":"","first":"black","moves":"h8i9"}"#;
        let judged = answers(&engine, &format!(r#"{{"id":1,"ask":"judge","with":{{{position}}}}}"#));
        assert!(judged.len() == 1 && judged[0].starts_with(r#"{"id":1,"say":"judged""#), "{judged:?}");
        let think = format!(r#"{{"id":2,"ask":"think","with":{{{position},"level":10,"time_ms":60,"left_ms":null}}}}"#);
        let moves = answers(&engine, &think);
        assert!(moves.len() == 1 && moves[0].contains(r#""say":"move""#), "{moves:?}");
        let stopped = answers(&engine, r#"{"id":3,"ask":"stop","with":{}}"#);
        assert!(stopped.len() == 1 && stopped[0].contains("stopped"), "{stopped:?}");
        // The stop was of nothing: the next search runs.
        assert!(answers(&engine, &think)[0].contains(r#""say":"move""#));
        for wrong in ["", "{", r#"{"id":4,"ask":"fly","with":{}}"#] {
            let refused = answers(&engine, wrong);
            assert!(refused.len() == 1 && refused[0].contains(r#""say":"error""#), "{refused:?}");
        }
    }

    #[test]
    fn live_lines_come_at_most_ten_times_a_second() {
        let engine = PageEngine::new(EngineSettings { threads: 1, table_bytes: 16 << 20 });
        // Black has an open three: the position is decided after a few iterations, which take no time.
        let message = r#"{"id":5,"ask":"analyze","with":{"position":{"rule":"freestyle","width":15,"height":15,"black":"","white":"","first":"black","moves":"h8a1i8a3j8a5"},"lines":2,"threads":1,"blocked":[]}}"#;
        let start = Instant::now();
        let heard = RefCell::new(Vec::new());
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(400));
                engine.stop(5);
            });
            engine.ask(message, &|text| heard.borrow_mut().push(text.to_owned()));
        });
        let heard = heard.into_inner();
        assert!(heard.last().is_some_and(|text| text.contains("analyzed")), "{heard:?}");
        assert!(heard.len() as u128 <= 3 + start.elapsed().as_millis() / 100, "{}", heard.len());
        // A stop that comes before the search begins is not lost, and one that comes late stops no later search.
        let late = answers(&engine, message);
        assert!(late.len() == 1 && late[0].contains(r#""code":"stopped""#), "{late:?}");
        // (Near the beginning nothing is decided soon.)
        let next = message.replace(r#""id":5"#, r#""id":6"#).replace("h8a1i8a3j8a5", "h8i9");
        let lines = Cell::new(0);
        engine.ask(&next, &|text| {
            // The first stop is of the search before it: more lines follow.
            lines.set(lines.get() + usize::from(text.contains(r#""say":"lines""#)));
            engine.stop(if lines.get() < 3 { 5 } else { 6 });
        });
        assert_eq!(lines.get(), 3);
    }
}
