//! Standard output: one write and one flush for each text.

use std::io::Write;

/// The only place that writes to the other side of a conversation.
pub(crate) struct Output(Box<dyn Write + Send>);

impl Output {
    pub(crate) fn new(output: impl Write + Send + 'static) -> Self {
        Self(Box::new(output))
    }

    /// Writes whole lines. A failed write is only logged: a reader that has gone closes our input too.
    pub(crate) fn write(&mut self, text: &str) {
        log::debug!("> {}", text.trim_end());
        if let Err(error) = self.0.write_all(text.as_bytes()).and_then(|()| self.0.flush()) {
            log::warn!("output: {error}");
        }
    }
}
