//! A protocol session in a thread of this process, with its input and output as lines.

use pbrain_tengen::protocol::{EngineOptions, SessionPanicked};
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

pub struct Session {
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<String>,
    thread: JoinHandle<Result<(), SessionPanicked>>,
}

type Run = fn(Source, Sink, EngineOptions) -> Result<(), SessionPanicked>;

/// Longer than any answer takes.
const ANSWER_TIME: Duration = Duration::from_secs(20);

impl Session {
    pub fn start() -> Self {
        Self::with(pbrain_tengen::protocol::run)
    }

    /// Starts a GTP session.
    pub fn start_gtp() -> Self {
        Self::with(pbrain_tengen::gtp::run)
    }

    fn with(run: Run) -> Self {
        let (input, received) = channel();
        let (sender, lines) = channel();
        let source = Source { chunks: received, rest: Vec::new() };
        let sink = Sink { lines: sender, rest: Vec::new() };
        let thread = thread::spawn(move || run(source, sink, EngineOptions::default()));
        Self { input: Some(input), lines, thread }
    }

    /// Sends a line; ignored after the end of the input.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n").into_bytes());
        }
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// The next line of any kind.
    pub fn line(&mut self) -> Option<String> {
        self.lines.recv_timeout(ANSWER_TIME).ok()
    }

    /// Sends a GTP command and returns its response without the final blank line.
    pub fn ask_gtp(&mut self, command: &str) -> String {
        self.send(command);
        self.gtp_response().unwrap_or_else(|| panic!("no response to '{command}'"))
    }

    /// The lines up to the next blank one.
    pub fn gtp_response(&mut self) -> Option<String> {
        let mut lines = Vec::new();
        loop {
            match self.line()? {
                line if line.is_empty() => return Some(lines.join("\n")),
                line => lines.push(line),
            }
        }
    }

    /// The next line that is neither `MESSAGE` nor `INFO`.
    pub fn answer(&mut self) -> Option<String> {
        let end = Instant::now() + ANSWER_TIME;
        loop {
            let line = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())).ok()?;
            if is_answer(&line) {
                return Some(line);
            }
        }
    }

    /// Whether the session ends within the time and without a panic.
    pub fn ends_within(&mut self, time: Duration) -> bool {
        let end = Instant::now() + time;
        while !self.thread.is_finished() {
            if Instant::now() > end {
                return false;
            }
            thread::sleep(Duration::from_millis(1));
        }
        // Joining consumes the handle, so another thread takes its place.
        let thread = std::mem::replace(&mut self.thread, thread::spawn(|| Ok(())));
        thread.join().is_ok_and(|outcome| outcome.is_ok())
    }

    /// The answers that were not read yet.
    pub fn rest(&mut self) -> Vec<String> {
        self.lines.try_iter().filter(|line| is_answer(line)).collect()
    }
}

/// A GTP session with short searches.
pub fn session() -> Session {
    let mut session = Session::start_gtp();
    assert_eq!(session.ask_gtp("tengen-nodes 300"), "=");
    session
}

/// Checks whole responses to GTP commands.
pub fn check(dialogue: &[(&str, &str)]) {
    let mut session = session();
    for (command, response) in dialogue {
        assert_eq!(session.ask_gtp(command), *response, "{command}");
    }
}

fn is_answer(line: &str) -> bool {
    !line.starts_with("MESSAGE ") && !line.starts_with("INFO ")
}

/// Input of the session: blocks until bytes come; the end of the channel is the end of the input.
struct Source {
    chunks: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.chunks.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Output of the session, split into lines.
struct Sink {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend_from_slice(bytes);
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let _ = self.lines.send(String::from_utf8_lossy(&line).trim_end().to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
