//! Standard output: one write and one flush for each text.

use std::io::{self, ErrorKind, Write};
use std::thread;
use std::time::Duration;

/// The output of a conversation, through which everything is written.
pub(crate) struct Output(Box<dyn Write + Send>);

impl Output {
    pub(crate) fn new(output: impl Write + Send + 'static) -> Self {
        Self(Box::new(output))
    }

    /// Writes whole lines. A failed write is only logged, because a reader that has gone closes our input too.
    pub(crate) fn write(&mut self, text: &str) {
        log::debug!("> {}", text.trim_end());
        if let Err(error) = self.write_all(text.as_bytes()).and_then(|()| self.flush()) {
            log::warn!("output: {error}");
        }
    }

    fn write_all(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            match self.0.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(count) => bytes = &bytes[count..],
                Err(error) if wait_and_go_on(&error) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        loop {
            match self.0.flush() {
                Err(error) if wait_and_go_on(&error) => {}
                done => return done,
            }
        }
    }
}

/// A number of things: `1 position`, `2 positions`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

/// Whether an error of a stream only means that the operation must be repeated: a signal came, or another program has
/// made the stream non-blocking, in which case this function waits a little.
pub(super) fn wait_and_go_on(error: &io::Error) -> bool {
    match error.kind() {
        ErrorKind::Interrupted => true,
        ErrorKind::WouldBlock => {
            thread::sleep(Duration::from_millis(1));
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    /// A stream that accepts a byte at every second attempt.
    #[derive(Clone, Default)]
    struct Unreliable(Arc<Mutex<(Vec<u8>, usize)>>);

    impl Unreliable {
        fn attempt(&self) -> io::Result<()> {
            let attempts = &mut self.0.lock().unwrap().1;
            *attempts += 1;
            let kinds = [ErrorKind::WouldBlock, ErrorKind::Interrupted];
            if *attempts % 2 == 1 { Err(kinds[*attempts / 2 % 2].into()) } else { Ok(()) }
        }
    }

    impl Write for Unreliable {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.attempt()?;
            self.0.lock().unwrap().0.push(bytes[0]);
            Ok(1)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.attempt()
        }
    }

    #[test]
    fn an_answer_is_whole_on_a_stream_that_does_not_wait() {
        let stream = Unreliable::default();
        let mut output = Output::new(stream.clone());
        output.write("7,7\n");
        output.write("OK\n");
        assert_eq!(stream.0.lock().unwrap().0, b"7,7\nOK\n");
    }
}
