//! Events of a conversation.

use std::time::Instant;
use tengen::base::Point;
use tengen::play::OpeningAct;
use tengen::search::SearchInfo;

/// An input line or an event of the search thread.
pub(crate) enum Event {
    /// A line of input and the time at which it arrived.
    Line(Line, Instant),
    /// The manager has closed our input.
    EndOfInput,
    /// An event of the search thread.
    Search(SearchEvent),
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Text(String),
    /// A line of more than [`MAX_LINE`](super::MAX_LINE) bytes; its text is dropped.
    TooLong,
}

/// An event of the search thread.
pub(crate) enum SearchEvent {
    /// A notice for the user.
    Message(String),
    /// The best lines of a finished iteration.
    Progress(Vec<SearchInfo>),
    /// The move, or `None` if there is none; the best lines of the search.
    Move(Option<Point>, Vec<SearchInfo>),
    /// The moves that make the game even; empty if there are none.
    Balance(Vec<Point>),
    /// The acts in the opening, followed by the next move if it was requested; empty if no act is possible.
    Opening(Vec<OpeningAct>),
}
