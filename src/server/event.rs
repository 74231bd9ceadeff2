//! What the session waits for.

use std::time::Instant;
use tengen::base::Point;
use tengen::play::OpeningAct;
use tengen::search::SearchInfo;

/// An input line or an event of the search thread.
pub(crate) enum Event {
    /// A line of input and its time of arrival.
    Line(Line, Instant),
    /// The manager has closed our input.
    EndOfInput,
    /// From the search thread.
    Search(SearchEvent),
}

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    Text(String),
    /// More than [`MAX_LINE`](super::MAX_LINE) bytes; the text is dropped.
    TooLong,
}

/// What the search thread reports.
pub(crate) enum SearchEvent {
    /// A notice for the user.
    Message(String),
    /// An iteration is finished; its best lines.
    Progress(Vec<SearchInfo>),
    /// The move, or `None` when there is none; the best lines of the search.
    Move(Option<Point>, Vec<SearchInfo>),
    /// The moves that make the game even; empty when there are none.
    Balance(Vec<Point>),
    /// What to do in the opening, and after its end the move where that was asked for; empty when there is no
    /// such move.
    Opening(Vec<OpeningAct>),
}
