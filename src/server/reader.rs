//! Reading standard input as lines.

use super::event::{Event, Line};
use super::output::wait_and_go_on;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

/// Longest line in bytes; longer ones are refused. The longest real lines are comments from Yixin-Board, which allows
/// this length; other lines have a few dozen bytes.
pub const MAX_LINE: usize = 65_536;

/// Reads lines in its own thread until the end of input or until the receiver is gone, then calls
/// `at_end`.
pub(crate) fn spawn(
    input: impl Read + Send + 'static,
    form: LineForm,
    events: Sender<Event>,
    at_end: impl FnOnce() + Send + 'static,
) {
    thread::spawn(move || {
        let mut lines = LineSplitter::new(form);
        let mut input = BufReader::new(input);
        loop {
            let bytes = match input.fill_buf() {
                Err(error) if wait_and_go_on(&error) => continue,
                Ok([]) | Err(_) => break,
                Ok(bytes) => bytes,
            };
            let length = bytes.len();
            let now = Instant::now();
            let mut send = |line| events.send(Event::Line(line, now)).is_ok();
            if !bytes.iter().all(|&byte| lines.push(byte).is_none_or(&mut send)) {
                return;
            }
            input.consume(length);
        }
        // Without a receiver the session has already ended.
        if let Some(line) = lines.finish() {
            let _ = events.send(Event::Line(line, Instant::now()));
        }
        let _ = events.send(Event::EndOfInput);
        at_end();
    });
}

/// The way in which input is split into lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineForm {
    /// At CR, LF or both; blank lines are dropped.
    AnyBreak,
    /// At LF only; blank lines are kept, because they may have a meaning.
    LineFeed,
}

/// Splits bytes into lines. A byte-order mark, blanks at both ends and zero bytes are dropped, so that UTF-16 of ASCII
/// letters is read as well; invalid UTF-8 becomes replacement characters.
struct LineSplitter {
    form: LineForm,
    bytes: Vec<u8>,
    too_long: bool,
}

impl LineSplitter {
    fn new(form: LineForm) -> Self {
        Self { form, bytes: Vec::new(), too_long: false }
    }

    fn push(&mut self, byte: u8) -> Option<Line> {
        match byte {
            b'\r' if self.form == LineForm::LineFeed => {}
            b'\n' if self.form == LineForm::LineFeed => {
                return Some(self.finish().unwrap_or(Line::Text(String::new())));
            }
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
        let marks: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];
        let bytes = marks.iter().find_map(|mark| bytes.strip_prefix(*mark)).unwrap_or(&bytes);
        let text = String::from_utf8_lossy(bytes);
        let text = text.trim_start_matches('\u{feff}').trim();
        (!text.is_empty()).then(|| Line::Text(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{self, ErrorKind};
    use std::sync::mpsc;

    fn lines(input: &[u8]) -> Vec<Line> {
        let mut splitter = LineSplitter::new(LineForm::AnyBreak);
        let mut lines: Vec<Line> = input.iter().filter_map(|&byte| splitter.push(byte)).collect();
        lines.extend(splitter.finish());
        lines
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    /// Input that is interrupted by a signal before every byte, or that is non-blocking and has no data yet.
    struct Unreliable {
        bytes: std::vec::IntoIter<u8>,
        fails: bool,
    }

    impl Read for Unreliable {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.fails = !self.fails;
            if self.fails {
                let kinds = [ErrorKind::Interrupted, ErrorKind::WouldBlock];
                return Err(kinds[self.bytes.len() % 2].into());
            }
            Ok(self.bytes.next().map_or(0, |byte| {
                buffer[0] = byte;
                1
            }))
        }
    }

    #[test]
    fn input_that_falters_has_not_ended() {
        let (sender, events) = mpsc::channel();
        let input = Unreliable { bytes: b"START 15\nEND\n".to_vec().into_iter(), fails: false };
        spawn(input, LineForm::AnyBreak, sender, || {});
        let lines: Vec<Line> = events
            .iter()
            .filter_map(|event| match event {
                Event::Line(line, _) => Some(line),
                _ => None,
            })
            .collect();
        assert_eq!(lines, [text("START 15"), text("END")]);
    }

    #[test]
    fn a_line_of_ten_megabytes_is_one_refusal_and_the_next_line_is_whole() {
        let mut input = vec![b'x'; 10 << 20];
        input.extend_from_slice(b"\nABOUT\n");
        assert_eq!(lines(&input), [Line::TooLong, text("ABOUT")]);
    }

    #[test]
    fn bytes_that_are_not_utf_8_do_not_stop_the_reader() {
        assert_eq!(lines(b"\xffA\nEND\n").last(), Some(&text("END")));
        for utf_16 in [b"\xff\xfeA\0\r\0\n\0E\0N\0D\0", b"\xfe\xff\0A\0\r\0\n\0E\0N\0D"] {
            assert_eq!(lines(utf_16), [text("A"), text("END")]);
        }
    }

    #[test]
    fn gtp_keeps_blank_lines_and_drops_carriage_returns() {
        let mut splitter = LineSplitter::new(LineForm::LineFeed);
        let lines: Vec<Line> = b"name\r\n\r\n\nqu\rit".iter().filter_map(|&byte| splitter.push(byte)).collect();
        assert_eq!(lines, [text("name"), text(""), text("")]);
        assert_eq!(splitter.finish(), Some(text("quit")));
    }
}
