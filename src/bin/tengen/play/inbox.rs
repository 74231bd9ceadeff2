use crate::common::on_interrupt;
use anyhow::Result;
use std::collections::VecDeque;
use std::io::{BufRead, stdin};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use tengen::search::Control;

/// What happens outside the game.
pub enum Event {
    /// Somebody typed a line.
    Line(String),
    /// The input has ended.
    End,
    /// Ctrl-C, or the system asks to leave.
    Interrupt,
    /// A search has ended.
    Found,
}

/// What the player says next.
pub enum Input {
    Line(String),
    End,
}

/// Everything that arrives, in its order; lines that are typed while the engine thinks wait.
pub struct Inbox {
    events: Receiver<Event>,
    sender: Sender<Event>,
    pending: VecDeque<String>,
    ended: bool,
    interrupted: bool,
}

impl Inbox {
    /// Begins to listen to standard input and Ctrl-C.
    pub fn open() -> Result<Self> {
        let (sender, events) = mpsc::channel();
        let stop = sender.clone();
        on_interrupt(move || drop(stop.send(Event::Interrupt)))?;
        let lines = sender.clone();
        thread::spawn(move || {
            let mut input = stdin().lock();
            let mut line = Vec::new();
            loop {
                line.clear();
                // Bytes that are no text are shown as such in the error about the line.
                let event = match input.read_until(b'\n', &mut line) {
                    Ok(0) | Err(_) => Event::End,
                    Ok(_) => Event::Line(String::from_utf8_lossy(&line).into_owned()),
                };
                let is_end = matches!(event, Event::End);
                if lines.send(event).is_err() || is_end {
                    return;
                }
            }
        });
        Ok(Self { events, sender, pending: VecDeque::new(), ended: false, interrupted: false })
    }

    /// Where a search thread tells what it found.
    pub fn sender(&self) -> Sender<Event> {
        self.sender.clone()
    }

    /// Whether it is time to leave whoever is to move.
    pub fn is_interrupted(&mut self) -> bool {
        while let Ok(event) = self.events.try_recv() {
            self.note(event);
        }
        self.interrupted
    }

    /// The next line, or the end of them.
    pub fn next(&mut self) -> Input {
        loop {
            if self.interrupted {
                return Input::End;
            }
            if let Some(line) = self.pending.pop_front() {
                return Input::Line(line);
            }
            if self.ended {
                return Input::End;
            }
            match self.events.recv() {
                Ok(event) => self.note(event),
                Err(_) => return Input::End,
            }
        }
    }

    /// Waits for the search that somebody started; an interrupt stops it.
    pub fn wait_for_search(&mut self, control: &Arc<Control>) {
        loop {
            match self.events.recv() {
                Ok(Event::Found) | Err(_) => return,
                Ok(event) => self.note(event),
            }
            if self.interrupted {
                control.stop();
            }
        }
    }

    fn note(&mut self, event: Event) {
        match event {
            Event::Line(line) => self.pending.push_back(line),
            Event::End => self.ended = true,
            Event::Interrupt => self.interrupted = true,
            // Only `wait_for_search` is called while a search runs.
            Event::Found => {}
        }
    }
}
