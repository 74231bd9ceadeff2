//! Results of commands.

use super::error::GtpError;

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
