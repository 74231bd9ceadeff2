use std::fmt::{Display, Write as _};
use std::io::Write;

/// The one place that writes to the manager: a whole line, one write, one flush.
pub(super) struct Writer<W: Write> {
    output: W,
    line: String,
}

impl<W: Write> Writer<W> {
    pub fn new(output: W) -> Self {
        Self { output, line: String::new() }
    }

    /// Writes one line. A manager that no longer listens will close our input too.
    pub fn line(&mut self, text: impl Display) {
        self.line.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.line, "{text}");
        log::debug!("> {}", self.line);
        self.line.push_str("\r\n");
        if let Err(error) = self.output.write_all(self.line.as_bytes()).and_then(|()| self.output.flush()) {
            log::warn!("output: {error}");
        }
    }

    pub fn ok(&mut self) {
        self.line("OK");
    }

    pub fn error(&mut self, reason: impl Display) {
        self.line(format_args!("ERROR {reason}"));
    }

    pub fn message(&mut self, text: impl Display) {
        self.line(format_args!("MESSAGE {text}"));
    }
}
