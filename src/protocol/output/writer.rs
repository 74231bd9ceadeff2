//! Writing of output lines.

use crate::server::Output;
use std::fmt::{Display, Write};

/// Writes lines to the output.
pub(crate) struct Writer {
    output: Output,
    line: String,
}

impl From<Output> for Writer {
    fn from(output: Output) -> Self {
        Self { output, line: String::new() }
    }
}

impl Writer {
    /// Writes one line. Control characters, such as the line breaks of a label, become blanks.
    pub fn line(&mut self, text: impl Display) {
        self.line.clear();
        // Writing to a string cannot fail.
        let _ = write!(self.line, "{text}");
        if self.line.contains(char::is_control) {
            self.line = self.line.replace(char::is_control, " ");
        }
        self.line.push_str("\r\n");
        self.output.write(&self.line);
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
