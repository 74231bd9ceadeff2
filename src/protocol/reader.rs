use super::Event;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

/// Longer lines are refused; the longest that means something has a few dozen bytes.
pub const MAX_LINE: usize = 4096;

/// The program has ended this long after its input.
const TIME_TO_LEAVE: Duration = Duration::from_millis(90);

/// Reads lines in a thread of its own until the end of input or until nobody listens.
pub(super) fn spawn(input: impl Read + Send + 'static, events: Sender<Event>) {
    thread::spawn(move || {
        let mut lines = LineSplitter::default();
        let mut input = BufReader::new(input);
        loop {
            let bytes = match input.fill_buf() {
                Ok([]) | Err(_) => break,
                Ok(bytes) => bytes,
            };
            let length = bytes.len();
            let now = Instant::now();
            if !bytes.iter().all(|&byte| lines.push(byte).is_none_or(|line| events.send(line.into_event(now)).is_ok()))
            {
                return;
            }
            input.consume(length);
        }
        if let Some(line) = lines.finish() {
            // Nobody listening is the same as the end.
            let _ = events.send(line.into_event(Instant::now()));
        }
        let _ = events.send(Event::EndOfInput);
        // Nothing can keep the program here for longer, not even an answer that nobody reads.
        thread::sleep(TIME_TO_LEAVE);
        std::process::exit(0);
    });
}

#[derive(Debug, PartialEq, Eq)]
enum Line {
    Text(String),
    TooLong,
}

impl Line {
    fn into_event(self, now: Instant) -> Event {
        match self {
            Line::Text(text) => Event::Line(text, now),
            Line::TooLong => Event::LongLine,
        }
    }
}

/// Cuts bytes into lines at CR, LF or both. Blank lines are nothing; a byte-order mark, blanks at
/// both ends and zero bytes are dropped; bytes that are no UTF-8 become replacement characters.
#[derive(Default)]
struct LineSplitter {
    bytes: Vec<u8>,
    too_long: bool,
}

impl LineSplitter {
    fn push(&mut self, byte: u8) -> Option<Line> {
        match byte {
            b'\n' | b'\r' => return self.finish(),
            0 => {}
            _ if self.bytes.len() >= MAX_LINE => self.too_long = true,
            _ => self.bytes.push(byte),
        }
        None
    }

    fn finish(&mut self) -> Option<Line> {
        let bytes = std::mem::take(&mut self.bytes);
        if std::mem::take(&mut self.too_long) {
            return Some(Line::TooLong);
        }
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        (!text.is_empty()).then(|| Line::Text(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut splitter = LineSplitter::default();
        let mut lines: Vec<Line> = input.iter().filter_map(|&byte| splitter.push(byte)).collect();
        lines.extend(splitter.finish());
        lines
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn every_line_ending_ends_a_line_and_blank_lines_are_nothing() {
        let expected = vec![text("START 15"), text("BEGIN"), text("END")];
        for input in [
            "START 15\r\nBEGIN\r\nEND\r\n",
            "START 15\nBEGIN\nEND",
            "START 15\rBEGIN\rEND\r",
            "\u{feff}START 15 \n\n \r\n\tBEGIN\t\n\0END",
        ] {
            assert_eq!(lines(input.as_bytes()), expected, "{input:?}");
        }
    }

    #[test]
    fn a_line_of_ten_megabytes_is_one_refusal_and_the_next_line_is_whole() {
        let mut input = vec![b'x'; 10 << 20];
        input.extend_from_slice(b"\nABOUT\n");
        assert_eq!(lines(&input), [Line::TooLong, text("ABOUT")]);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_stop_the_reader() {
        assert_eq!(lines(b"\xff\xfeA\nEND\n").last(), Some(&text("END")));
    }
}
