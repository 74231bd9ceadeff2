//! Results of commands, and responses in the form of GTP.

use super::error::GtpError;
use crate::server::Output;

/// Result of a command.
pub(super) enum GtpReply {
    /// A whole response.
    Text(String),
    /// The response will come from the search.
    Later,
    /// An empty response, and the end of the session.
    Quit,
}

/// The result with this text as the whole response.
pub(super) fn text(text: &str) -> Result<GtpReply, GtpError> {
    Ok(GtpReply::Text(text.to_owned()))
}

/// The result with one line as the whole response, even if a text from a file is in it.
pub(super) fn line(text: &str) -> Result<GtpReply, GtpError> {
    Ok(GtpReply::Text(one_line(text)))
}

/// A text with blanks for its control characters.
pub(super) fn one_line(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// The result with an empty response.
pub(super) const DONE: Result<GtpReply, GtpError> = Ok(GtpReply::Text(String::new()));

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
