//! Responses in GTP's form, one write and one flush each.

use super::error::GtpError;
use std::io::Write;

/// The only place that writes to the controller.
pub(super) struct ResponseWriter {
    output: Box<dyn Write + Send>,
}

impl ResponseWriter {
    pub fn new(output: impl Write + Send + 'static) -> Self {
        Self { output: Box::new(output) }
    }

    /// The whole response to a command: `= text` or `? message`, and the blank line that ends it.
    pub fn respond(&mut self, id: Option<u32>, outcome: Result<&str, GtpError>) {
        let (mark, text) = match outcome {
            Ok(text) => ('=', text.to_owned()),
            Err(error) => ('?', error.to_string()),
        };
        let id = id.map_or_else(String::new, |id| id.to_string());
        let space = if text.is_empty() { "" } else { " " };
        self.write(&format!("{mark}{id}{space}{text}\n\n"));
    }

    /// The first line of a response whose text follows line by line.
    pub fn begin(&mut self, id: Option<u32>) {
        let id = id.map_or_else(String::new, |id| id.to_string());
        self.write(&format!("={id}\n"));
    }

    /// A line of a response that has begun.
    pub fn line(&mut self, text: &str) {
        self.write(&format!("{text}\n"));
    }

    /// The blank line that ends a response that has begun.
    pub fn end(&mut self) {
        self.write("\n");
    }

    /// A failed write is only logged: a controller that stopped reading closes our input too.
    fn write(&mut self, text: &str) {
        log::debug!("> {}", text.trim_end());
        if let Err(error) = self.output.write_all(text.as_bytes()).and_then(|()| self.output.flush()) {
            log::warn!("output: {error}");
        }
    }
}
