//! The two worker threads of a tab: one for searches, one for requests that need no search.

use anyhow::Result;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use tengen_board::message::{ErrorCode, RequestError, ServerAnswer, encode};
use tengen_board::pool::{SearchStop, SearcherPool, lock};
use tengen_board::question::{PageRequest, Question};
use tengen_board::{Databases, Shelf, answer, search};
use tokio::sync::mpsc;

/// Most waiting requests per thread of a tab.
const QUEUE: usize = 64;

/// Queue of answers to a tab, to be sent by its socket.
#[derive(Clone, Debug)]
pub struct Outbox {
    sender: mpsc::Sender<String>,
    /// The latest live lines that are neither sent nor replaced.
    live: Arc<Mutex<Option<String>>>,
}

impl Outbox {
    /// An outbox that sends into `sender`.
    pub fn new(sender: mpsc::Sender<String>) -> Self {
        Self { sender, live: Arc::default() }
    }

    /// Sends an answer; blocks while the queue is full.
    pub fn answer(&self, id: u64, answer: &ServerAnswer) {
        // Fails only if the tab is closed.
        let _ = self.sender.blocking_send(encode(Some(id), answer));
    }

    /// Sends the last answer of a stream, and drops its unsent part.
    pub fn finish(&self, id: u64, answer: &ServerAnswer) {
        *lock(&self.live) = None;
        self.answer(id, answer);
    }

    /// Stores a part of a stream for the next tick, replacing an unsent one.
    pub fn stream(&self, id: u64, answer: &ServerAnswer) {
        *lock(&self.live) = Some(encode(Some(id), answer));
    }

    /// Takes the unsent part of a stream.
    pub fn take_live(&self) -> Option<String> {
        lock(&self.live).take()
    }
}

/// Resources shared by the threads of all tabs.
#[derive(Clone)]
pub struct Resources {
    /// Pool of searchers and search threads.
    pub searchers: Arc<SearcherPool>,
    /// The position database, if the server was started with one.
    pub databases: Arc<Databases>,
    /// The opened libraries.
    pub shelf: Arc<Shelf>,
}

struct SearchTask {
    request: PageRequest,
    stop: Arc<SearchStop>,
}

/// A tab's worker threads, which end when it is dropped.
pub struct Assistant {
    quick: SyncSender<PageRequest>,
    searches: SyncSender<SearchTask>,
    stop: Arc<SearchStop>,
}

impl Assistant {
    /// Starts the two threads. Fails if the system cannot start a thread.
    pub fn start(resources: &Resources, outbox: Outbox) -> Result<Self> {
        let (quick, requests) = sync_channel(QUEUE);
        let (searches, tasks) = sync_channel(QUEUE);
        let (databases, quick_outbox) = (Arc::clone(&resources.databases), outbox.clone());
        let shelf = Arc::clone(&resources.shelf);
        let answers = move || answer_all(&requests, &databases, &shelf, &quick_outbox);
        thread::Builder::new().name("board-quick".into()).spawn(answers)?;
        let pool = Arc::clone(&resources.searchers);
        thread::Builder::new().name("board-search".into()).spawn(move || search_all(&tasks, &pool, &outbox))?;
        Ok(Self { quick, searches, stop: Arc::default() })
    }

    /// Queues a request, or returns its answer if that is known at once. A new search stops the previous one.
    pub fn ask(&mut self, request: PageRequest) -> Option<String> {
        let id = request.id;
        let is_full = match request.question {
            Question::Stop(_) => {
                self.stop.stop();
                return Some(encode(Some(id), &ServerAnswer::Stopped));
            }
            ref question if question.needs_search() => {
                self.stop.stop();
                self.stop = Arc::default();
                let task = SearchTask { request, stop: Arc::clone(&self.stop) };
                matches!(self.searches.try_send(task), Err(TrySendError::Full(_)))
            }
            _ => matches!(self.quick.try_send(request), Err(TrySendError::Full(_))),
        };
        let error = || RequestError::plain(ErrorCode::Busy, "too many requests at a time");
        is_full.then(|| encode(Some(id), &ServerAnswer::from(error())))
    }
}

impl Drop for Assistant {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// The answer of `work`; a panic becomes an error.
fn caught(work: impl FnOnce() -> Result<ServerAnswer, RequestError>) -> ServerAnswer {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(answer)) => answer,
        Ok(Err(error)) => error.into(),
        Err(_) => RequestError::plain(ErrorCode::Failed, "internal error").into(),
    }
}

fn answer_all(requests: &Receiver<PageRequest>, databases: &Databases, shelf: &Shelf, outbox: &Outbox) {
    for PageRequest { id, question } in requests {
        let sink = |part: &ServerAnswer| outbox.answer(id, part);
        outbox.answer(id, &caught(|| answer(question, databases, shelf, &sink)));
    }
}

fn search_all(tasks: &Receiver<SearchTask>, pool: &SearcherPool, outbox: &Outbox) {
    for SearchTask { request: PageRequest { id, question }, stop } in tasks {
        let found = caught(|| {
            if stop.is_stopped() {
                return Err(search::stopped());
            }
            search::answer(question, pool, &stop, &|part| outbox.stream(id, part))
        });
        outbox.finish(id, &found);
    }
}
