//! The engine's binary as a child process with pipes.

use super::processor::Stopwatch;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
    watch: Stopwatch,
}

impl Process {
    pub fn start() -> Process {
        Self::start_with(&[])
    }

    /// Starts the binary with an empty square board.
    pub fn on_board(size: usize) -> Process {
        let mut process = Self::start();
        assert_eq!(process.ask(&format!("START {size}")), "OK");
        process
    }

    /// Starts the binary with arguments.
    pub fn start_with(arguments: &[&str]) -> Process {
        let mut child = Command::new(super::engine_path())
            .args(arguments)
            .env_remove("TENGEN_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = listen(child.stdout.take().unwrap());
        let errors = listen(child.stderr.take().unwrap());
        Process { input: child.stdin.take(), watch: Stopwatch::start(child.id()), child, lines, errors }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Begins what [`Self::took`] measures.
    pub fn begin(&mut self) {
        self.watch = Stopwatch::start(self.id());
    }

    /// The time since [`Self::begin`], without what a busy machine adds to it.
    pub fn took(&mut self) -> Duration {
        self.watch.time()
    }

    /// Sends bytes unchanged; ignored if the program has ended.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes).and_then(|()| input.flush());
        }
    }

    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\r\n").as_bytes());
    }

    pub fn close_input(&mut self) {
        self.input = None;
    }

    pub fn line_within(&mut self, time: Duration) -> Option<String> {
        self.lines.recv_timeout(time).ok()
    }

    /// The next line that is not a `MESSAGE`.
    pub fn answer(&mut self) -> String {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let left = end.saturating_duration_since(Instant::now());
            let line = self.line_within(left).expect("an answer within 20 s");
            if !line.starts_with("MESSAGE") {
                return line;
            }
        }
    }

    pub fn ask(&mut self, line: &str) -> String {
        self.send(line);
        self.answer()
    }

    /// Sends a GTP command and returns its response without the final blank line.
    pub fn ask_gtp(&mut self, command: &str) -> String {
        self.send(command);
        let lines = std::iter::from_fn(|| {
            let line = self.line_within(Duration::from_secs(20));
            Some(line.unwrap_or_else(|| panic!("no response to '{command}'"))).filter(|line| !line.is_empty())
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Sends a line and returns the move of its answer, as column and row.
    pub fn ask_move(&mut self, line: &str) -> (i32, i32) {
        let answer = self.ask(line);
        parse_move(&answer).unwrap_or_else(|| panic!("'{line}' was answered by '{answer}'"))
    }

    pub fn wait_exit(&mut self, time: Duration) -> Option<Duration> {
        let start = Instant::now();
        while start.elapsed() < time {
            if self.child.try_wait().unwrap().is_some() {
                return Some(start.elapsed());
            }
            self.watch.look();
            thread::sleep(Duration::from_millis(1));
        }
        None
    }

    /// All remaining lines, up to the end of the output.
    pub fn rest(&mut self) -> Vec<String> {
        self.lines.iter().collect()
    }

    pub fn assert_silent_on_stderr(&mut self) {
        let errors: Vec<String> = self.errors.try_iter().collect();
        assert!(errors.is_empty(), "standard error: {errors:?}");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn parse_move(line: &str) -> Option<(i32, i32)> {
    let (x, y) = line.split_once(',')?;
    Some((x.parse().ok()?, y.parse().ok()?))
}

pub fn is_move(line: &str) -> bool {
    parse_move(line).is_some()
}

fn listen(stream: impl std::io::Read + Send + 'static) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            if sender.send(line.trim_end().to_owned()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Runs a whole conversation at once and returns all lines but messages.
pub fn converse(input: &[u8]) -> Vec<String> {
    let mut process = Process::start();
    process.send_bytes(input);
    process.close_input();
    assert!(process.wait_exit(Duration::from_secs(120)).is_some(), "it ends with its input");
    process.assert_silent_on_stderr();
    process.rest().into_iter().filter(|line| !line.starts_with("MESSAGE")).collect()
}
