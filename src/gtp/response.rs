//! Responses in the form of GTP.

use super::error::GtpError;
use super::reply::one_line;
use crate::server::Output;

/// Writes responses.
pub(crate) struct ResponseWriter(Output);

impl From<Output> for ResponseWriter {
    fn from(output: Output) -> Self {
        Self(output)
    }
}

impl ResponseWriter {
    /// Writes the whole response to a command: `= text` or `? message`, and the blank line that ends it.
    pub(super) fn respond(&mut self, id: Option<u32>, outcome: Result<&str, GtpError>) {
        let (mark, text) = match outcome {
            Ok(text) => ('=', text.to_owned()),
            // A blank line of a file's text would end the response.
            Err(error) => ('?', one_line(&error.to_string())),
        };
        let id = id.map_or_else(String::new, |id| id.to_string());
        let space = if text.is_empty() { "" } else { " " };
        self.0.write(&format!("{mark}{id}{space}{text}\n\n"));
    }

    /// Writes the first line of a response whose text follows line by line.
    pub(super) fn begin(&mut self, id: Option<u32>) {
        let id = id.map_or_else(String::new, |id| id.to_string());
        self.0.write(&format!("={id}\n"));
    }

    /// Writes a line of a response that has begun.
    pub(super) fn line(&mut self, text: &str) {
        self.0.write(&format!("{text}\n"));
    }

    /// Writes the blank line that ends a response.
    pub(super) fn end(&mut self) {
        self.0.write("\n");
    }
}
