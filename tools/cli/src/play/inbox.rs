//! Events from outside the game: typed lines, the end of input, Ctrl-C, the end of a search.

use crate::common::on_interrupt;
use anyhow::Result;
use std::collections::VecDeque;
use std::io::{BufRead, stdin};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use tengen::search::Control;

/// An event from outside the game.
pub enum PlayEvent {
    /// A line was typed.
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C, or a termination signal.
    Interrupt,
    /// A search has ended.
    Found,
}

/// All events in order; lines typed during a search wait.
pub struct Inbox {
    events: Receiver<PlayEvent>,
    /// For the search thread.
    pub sender: Sender<PlayEvent>,
    pending: VecDeque<String>,
    ended: bool,
    interrupted: bool,
}

impl Inbox {
    /// Starts reading standard input and handling Ctrl-C.
    pub fn open() -> Result<Self> {
        let (sender, events) = mpsc::channel();
        let stop = sender.clone();
        on_interrupt(move || drop(stop.send(PlayEvent::Interrupt)))?;
        let lines = sender.clone();
        thread::spawn(move || {
            let mut input = stdin().lock();
            let mut line = Vec::new();
            loop {
                line.clear();
                // Bytes that are not UTF-8 are shown in the line's error.
                let event = match input.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => PlayEvent::End,
                    Ok(_) => PlayEvent::Line(String::from_utf8_lossy(&line).into_owned()),
                };
                let is_end = matches!(event, PlayEvent::End);
                if lines.send(event).is_err() || is_end {
                    return;
                }
            }
        });
        Ok(Self { events, sender, pending: VecDeque::new(), ended: false, interrupted: false })
    }

    /// An inbox without events, whose input has ended.
    #[cfg(test)]
    pub fn closed() -> Self {
        let (sender, events) = mpsc::channel();
        Self { events, sender, pending: VecDeque::new(), ended: true, interrupted: false }
    }

    /// Whether Ctrl-C or a termination signal arrived.
    pub fn is_interrupted(&mut self) -> bool {
        while let Ok(event) = self.events.try_recv() {
            self.note(event);
        }
        self.interrupted
    }

    /// The next line; `None` at the end of the input.
    pub fn next(&mut self) -> Option<String> {
        loop {
            if self.interrupted {
                return None;
            }
            if let Some(line) = self.pending.pop_front() {
                return Some(line);
            }
            if self.ended {
                return None;
            }
            match self.events.recv() {
                Ok(event) => self.note(event),
                Err(_) => return None,
            }
        }
    }

    /// Waits for the end of the running search; an interrupt stops it.
    pub fn wait_for_search(&mut self, control: &Arc<Control>) {
        loop {
            match self.events.recv() {
                Ok(PlayEvent::Found) | Err(_) => return,
                Ok(event) => self.note(event),
            }
            if self.interrupted {
                control.stop();
            }
        }
    }

    fn note(&mut self, event: PlayEvent) {
        match event {
            PlayEvent::Line(line) => self.pending.push_back(line),
            PlayEvent::End => self.ended = true,
            PlayEvent::Interrupt => self.interrupted = true,
            // During a search only `wait_for_search` is called.
            PlayEvent::Found => {}
        }
    }
}
