use super::{Control, Limits, Searcher};
use crate::base::{BoardSize, Point, Score, SplitMix64};
use crate::board::Board;
use std::sync::Arc;

/// Rounds of a comparison: nodes for each choice, and how many of the best go on.
const ROUNDS: [(u64, usize); 4] = [(600, 24), (5_000, 6), (40_000, 2), (200_000, 1)];
/// The clock may let the first round be all there is: it takes so many choices at most.
const MOST_CHOICES: usize = 512;
/// Openings of swap2 to choose the fairest from.
const PROPOSALS: usize = 64;

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

    /// Three stones for the swap2 opening, Black's, White's and Black's: the fairest of some, which ones
    /// depends on `seed`, that the limits allow to be found. `board` is empty.
    pub fn propose_swap2(&mut self, board: &Board, seed: u64, limits: Limits, control: &Arc<Control>) -> Vec<Point> {
        let mut proposals = swap2_proposals(board.size(), seed);
        let fairest = self.most_balanced(board, &proposals, 0, limits, control);
        fairest.map_or_else(|| proposals.swap_remove(0), |(stones, _)| stones)
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

/// Openings of three stones each: the first anywhere, White's within two cells of it, Black's other
/// within four. Which of them is fair the search tells.
pub fn swap2_proposals(size: BoardSize, seed: u64) -> Vec<Vec<Point>> {
    let mut rng = SplitMix64::new(0x5A42 ^ seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let mut proposals = Vec::with_capacity(PROPOSALS);
    while proposals.len() < PROPOSALS {
        let first = Point(rng.below(size.cells()) as u16);
        let (x, y) = size.xy(first);
        let mut near = |reach: usize| {
            let offset = |rng: &mut SplitMix64| rng.below(2 * reach + 1) as i32 - reach as i32;
            size.point(x + offset(&mut rng), y + offset(&mut rng))
        };
        if let (Some(second), Some(third)) = (near(2), near(4))
            && first != second
            && first != third
            && second != third
        {
            proposals.push(vec![first, second, third]);
        }
    }
    proposals
}
