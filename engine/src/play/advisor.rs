//! The opening advisor: searches continuations of a position and compares them.

use super::blocked::BlockedMoves;
use super::compared::Compared;
use crate::base::Point;
use crate::board::Board;
use crate::search::{Control, Limits, SearchRequest, SearchResult, Searcher};

/// Finds moves that leave a position even, and answers negotiated openings.
pub struct OpeningAdvisor<'a> {
    /// The searcher that it uses.
    pub(super) searcher: &'a mut Searcher,
    /// Limits of each search.
    pub(super) limits: Limits,
    /// Clock for the whole answer.
    pub(super) control: &'a Control,
    /// Moves that it must not play.
    pub(super) blocked: BlockedMoves,
    /// Result for the stones proposed as an even opening.
    pub(super) proposed: Option<Compared>,
}

impl<'a> OpeningAdvisor<'a> {
    /// An advisor with this searcher, limits of each search, a clock for the whole answer and moves not to play.
    pub fn new(searcher: &'a mut Searcher, limits: Limits, control: &'a Control, blocked: BlockedMoves) -> Self {
        Self { searcher, limits, control, blocked, proposed: None }
    }

    /// Result for the stones that were proposed as even; `None` when none were proposed, or there was no time to
    /// compare any.
    pub fn proposed(&self) -> Option<&Compared> {
        self.proposed.as_ref()
    }

    /// Searches for a move of its own with at most `nodes` nodes.
    pub(super) fn search_move(&mut self, board: &Board, nodes: u64) -> SearchResult {
        let request = SearchRequest {
            root_excluded: self.blocked.moves(board),
            blocked: self.blocked.positions(board),
            ..self.limits.at_most_nodes(nodes).into()
        };
        self.searcher.search(board, request, self.control, &mut |_| {})
    }

    /// The points that are not blocked for the side to move.
    pub(super) fn without_blocked(&self, board: &Board, mut points: Vec<Point>) -> Vec<Point> {
        points.retain(|&point| self.blocked.allows(board, &[point]));
        points
    }
}
