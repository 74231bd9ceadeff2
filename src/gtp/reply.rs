//! What a command gives back.

use super::error::GtpError;

/// What follows a command.
pub(super) enum GtpReply {
    /// A whole response.
    Text(String),
    /// The response comes from the search.
    Later,
    /// An empty response, and the end.
    Quit,
}

/// A whole response.
pub(super) fn text(text: &str) -> Result<GtpReply, GtpError> {
    Ok(GtpReply::Text(text.to_owned()))
}

/// An empty response.
pub(super) const DONE: Result<GtpReply, GtpError> = Ok(GtpReply::Text(String::new()));
