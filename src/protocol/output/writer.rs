//! Output lines: one write and one flush each.

use std::fmt::{Display, Write as _};
use std::io::Write;

/// The only place that writes to the manager.
pub(in crate::protocol) struct Writer {
    output: Box<dyn Write + Send>,
    line: String,
}

impl Writer {
    pub fn new(output: impl Write + Send + 'static) -> Self {
        Self { output: Box::new(output), line: String::new() }
    }

    /// Writes one line: control characters, such as the line breaks of a label, become blanks. A failed write is only
    /// logged: a manager that stopped reading closes our input too.
    pub fn line(&mut self, text: impl Display) {
        self.line.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.line, "{text}");
        if self.line.contains(char::is_control) {
            self.line = self.line.replace(char::is_control, " ");
        }
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
