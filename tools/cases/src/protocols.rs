//! Any bytes as the whole input of the engine: it answers what it can and ends.

use crate::bytes::empty_folder;
use pbrain_tengen::protocol::{EngineOptions, SessionPanicked};
use std::io::{Cursor, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Half a table of the smallest size, and searches of a few nodes.
const PREFACE: &str = "INFO hash_size 1024\nINFO max_node 60\n";
/// Words of settings that would take the machine's memory and cores in every case.
const COSTLY: [&str; 4] = ["hash", "memory", "thread", "tengen-threads"];
/// How a line of the protocol may begin, besides coordinates.
const ANSWERS: [&str; 10] =
    ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "MESSAGE", "INFO ", "DEBUG ", "FORBID ", "SWAP", "name=\"Tengen\""];
/// The end of input ends a session at once; a machine with other work may be slow.
const MAX_TIME: Duration = Duration::from_secs(30);
const MAX_LINES: usize = 60;

/// Text without paths that leave the folder and without what is costly.
fn lines(bytes: &[u8]) -> Vec<Vec<u8>> {
    let lines = bytes.split(|&byte| byte == b'\n').take(MAX_LINES);
    let tame = |line: &&[u8]| {
        let text = String::from_utf8_lossy(line).to_lowercase();
        !text.contains(['/', '\\']) && !COSTLY.iter().any(|word| text.contains(word))
    };
    lines.filter(tame).map(<[u8]>::to_vec).collect()
}

#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// One of the two protocols.
type Speak = fn(Cursor<Vec<u8>>, Written, EngineOptions) -> Result<(), SessionPanicked>;

/// The output for this input.
fn output(speak: Speak, input: Vec<u8>) -> String {
    empty_folder();
    let written = Written::default();
    let start = Instant::now();
    let ended = speak(Cursor::new(input), written.clone(), EngineOptions::default());
    assert_eq!(ended, Ok(()));
    assert!(start.elapsed() < MAX_TIME, "the end of input ends the session: {:?}", start.elapsed());
    let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    String::from_utf8(bytes).expect("answers are UTF-8")
}

fn is_coordinates(line: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    line.split(' ').all(|point| point.split_once(',').is_some_and(|(x, y)| is_number(x) && is_number(y)))
}

/// Input of the Gomocup protocol: only answers of its forms, and at most one line of coordinates for each line.
/// Panics when the session panics or does not end, or a line is not an answer.
pub fn protocol(bytes: &[u8]) {
    let lines = lines(bytes);
    let input = [PREFACE.as_bytes().to_vec(), lines.join(&b'\n')].concat();
    let output = output(pbrain_tengen::protocol::run, input);
    let mut moves = 0;
    for line in output.lines() {
        if is_coordinates(line) {
            moves += 1;
        } else {
            assert!(ANSWERS.iter().any(|start| line.starts_with(start)), "not an answer: {line:?}");
        }
    }
    // A line may end with `\r` instead, which is one of the engine's line ends.
    let requests: usize = lines.iter().map(|line| line.split(|&byte| byte == b'\r').count()).sum();
    assert!(moves <= requests, "{moves} answers to {requests} lines");
}

/// Input of GTP: responses, each with a blank line behind it, and no more than there are lines.
/// Panics when the session panics or does not end, or a line is not of a response.
pub fn gtp(bytes: &[u8]) {
    let lines = lines(bytes);
    let input = [b"tengen-nodes 60\n".to_vec(), lines.join(&b'\n')].concat();
    let output = output(pbrain_tengen::gtp::run, input);
    let responses: Vec<&str> = output.split("\n\n").filter(|response| !response.is_empty()).collect();
    for response in &responses {
        assert!(response.starts_with(['=', '?']), "not a response: {response:?}");
    }
    assert!(output.is_empty() || output.ends_with("\n\n"), "a response has its end: {output:?}");
    assert!(responses.len() <= lines.len() + 1, "{} responses to {} lines", responses.len(), lines.len());
}
