use super::{Control, Limits, Searcher};
use crate::base::{Point, Score};
use crate::board::Board;
use std::sync::Arc;

/// Rounds of a comparison: nodes for each choice, and how many of the best go on.
const ROUNDS: [(u64, usize); 4] = [(600, 24), (5_000, 6), (40_000, 2), (200_000, 1)];
/// The clock may let the first round be all there is: it takes so many choices at most.
const MOST_CHOICES: usize = 512;

impl Searcher {
    /// Of several continuations of a position, the one after which its score for the side that is to move
    /// in `board` is nearest to `bias`, and that score: all are looked at a little, the nearest ones more
    /// closely. `None` when there was no time for even one. No continuation may hold a five.
    pub fn most_balanced(
        &mut self,
        board: &Board,
        choices: &[Vec<Point>],
        bias: Score,
        limits: Limits,
        control: &Arc<Control>,
    ) -> Option<(Vec<Point>, Score)> {
        let mut scored: Vec<(Vec<Point>, Score)> =
            choices.iter().take(MOST_CHOICES).map(|choice| (choice.clone(), Score::MAX / 2)).collect();
        let mut seen_any = false;
        for (nodes, kept) in ROUNDS {
            let limits = Limits { nodes: limits.nodes.min(nodes), ..limits };
            for (choice, score) in &mut scored {
                match self.score_after(board, choice, limits, control) {
                    Some(new) => (*score, seen_any) = (new, true),
                    None => break,
                }
            }
            // Stable, so that equals stay in the order they were given.
            scored.sort_by_key(|(_, score)| (score - bias).abs());
            scored.truncate(kept);
            if control.must_stop() {
                break;
            }
        }
        scored.into_iter().next().filter(|_| seen_any)
    }

    fn score_after(
        &mut self,
        board: &Board,
        stones: &[Point],
        limits: Limits,
        control: &Arc<Control>,
    ) -> Option<Score> {
        let mut after = board.clone();
        stones.iter().for_each(|&point| after.make(point, &mut ()));
        let result = self.search(&after, limits, Arc::clone(control), &mut |_| {});
        let same_side = after.side_to_move() == board.side_to_move();
        let score = if same_side { result.report.score } else { -result.report.score };
        (result.report.depth > 0).then_some(score)
    }
}
