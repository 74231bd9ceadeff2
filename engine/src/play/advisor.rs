//! The advisor on openings: it searches continuations of a position and compares them.

use crate::base::{Point, Score};
use crate::board::Board;
use crate::search::{Control, Limits, SearchRequest, SearchResult, Searcher};

/// Finds moves that leave a position even, and answers negotiated openings.
pub struct OpeningAdvisor<'a> {
    /// The searcher it uses.
    pub searcher: &'a mut Searcher,
    /// Limits of each search.
    pub limits: Limits,
    /// Its clock, for the whole answer.
    pub control: &'a Control,
    /// Moves that it must not play.
    pub excluded: &'a [Point],
}

/// Rounds of a comparison: nodes for each choice, and the number of best choices that go on.
const ROUNDS: [(u64, usize); 4] = [(600, 24), (5_000, 6), (40_000, 2), (200_000, 1)];
/// The clock may end the search after the first round, so at most this number of choices is compared.
const MAX_CHOICES: usize = 512;

impl OpeningAdvisor<'_> {
    /// Of several continuations of a position, the one after which its score for the side to move in
    /// `board` is nearest to `bias`, and that score: all are searched a little, the nearest ones deeper.
    /// `None` when there was no time for even one. No continuation may hold a five.
    pub fn most_balanced(&mut self, board: &Board, choices: &[Vec<Point>], bias: Score) -> Option<(Vec<Point>, Score)> {
        let mut scored: Vec<(Vec<Point>, Score)> =
            choices.iter().take(MAX_CHOICES).map(|choice| (choice.clone(), Score::MAX / 2)).collect();
        let mut searched_any = false;
        for (nodes, kept) in ROUNDS {
            for (choice, score) in &mut scored {
                match self.score_after(board, choice, nodes) {
                    Some(new) => (*score, searched_any) = (new, true),
                    None => break,
                }
            }
            // Stable, so that equals stay in the order given.
            scored.sort_by_key(|(_, score)| (score - bias).abs());
            scored.truncate(kept);
            if self.control.should_stop() {
                break;
            }
        }
        scored.into_iter().next().filter(|_| searched_any)
    }

    /// The score after `stones` for the side to move in `board`; `None` without a finished iteration.
    fn score_after(&mut self, board: &Board, stones: &[Point], nodes: u64) -> Option<Score> {
        let mut after = board.clone();
        stones.iter().for_each(|&point| after.push(point));
        let result = self.search(&after, nodes);
        let info = result.info();
        let same_side = after.side_to_move() == board.side_to_move();
        (info.depth > 0).then_some(if same_side { info.score } else { -info.score })
    }

    /// A move of its own, found with at most `nodes` nodes.
    pub(super) fn search_move(&mut self, board: &Board, nodes: u64) -> SearchResult {
        let request =
            SearchRequest { root_excluded: self.excluded.to_vec(), ..self.limits.at_most_nodes(nodes).into() };
        self.searcher.search(board, request, self.control, &mut |_| {})
    }

    /// A search of at most `nodes` nodes for the score.
    pub(super) fn search(&mut self, board: &Board, nodes: u64) -> SearchResult {
        let request = SearchRequest::multi_pv(1, self.limits.at_most_nodes(nodes));
        self.searcher.search(board, request, self.control, &mut |_| {})
    }
}
