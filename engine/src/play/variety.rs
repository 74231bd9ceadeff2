//! Variety between games of a level: a random choice among nearly equal moves, wider in the opening.
//!
//! An alternative to the best move needs a search of its own, without the moves found before, that is as deep, and a
//! score within a margin of the best. On a symmetric board every image of a move is as good as the move itself.

use super::choice::choose;
use crate::base::{Point, Score, SplitMix64, is_decided};
use crate::board::{Board, symmetries, transform};
use crate::pattern::PointClass;
use crate::search::{Control, Limits, SearchRequest, SearchResult, Searcher};

/// Most stones of a position that counts as an opening, where more moves are nearly equal, and of one that counts as
/// its first moves, which decide the opening.
const OPENING_STONES: usize = 12;
const FIRST_STONES: usize = 3;

/// Margin within which moves count as nearly equal.
struct Margin {
    /// Most points of score that a move may lose against the best.
    loss: Score,
    /// Temperature of the choice, as in [`Level::temperatures`](super::Level::temperatures).
    temperature: Score,
    /// Most moves that are searched besides the best.
    alternatives: usize,
    /// Nodes of the search for an alternative, in percent of those for the best move: a worse move takes more of them
    /// to reach the same depth.
    nodes_percent: u64,
}

const AT_FIRST: Margin = Margin { loss: 80, temperature: 40, alternatives: 4, nodes_percent: 300 };
const IN_OPENING: Margin = Margin { loss: 30, temperature: 20, alternatives: 3, nodes_percent: 200 };
const LATER: Margin = Margin { loss: 10, temperature: 8, alternatives: 1, nodes_percent: 100 };

/// The best line or a nearly equal one, chosen by `rng`. `request` is the one that found the best line; `nodes_left`
/// limits the nodes of all searches for alternatives.
pub(super) fn vary(
    searcher: &mut Searcher,
    board: &Board,
    found: SearchResult,
    request: &SearchRequest,
    nodes_left: u64,
    control: &Control,
    rng: &mut SplitMix64,
) -> SearchResult {
    let best = found.info().clone();
    // A first stone belongs in the center, and a threat of a five leaves no choice.
    let is_forced =
        [board.side_to_move(), !board.side_to_move()].into_iter().any(|color| board.count(color, PointClass::Five) > 0);
    if board.stones() == 0 || is_forced || is_decided(best.score) || !is_found(&found) {
        return found;
    }
    let size = board.size();
    // The symmetries that map every stone to one of its color.
    let is_kept =
        |&symmetry: &usize| board.history().all(|(point, cell)| board.cell(transform(size, point, symmetry)) == cell);
    let kept: Vec<usize> = symmetries(size).filter(is_kept).collect();
    let margin = match board.stones() {
        stones if stones <= FIRST_STONES => AT_FIRST,
        stones if stones <= OPENING_STONES => IN_OPENING,
        _ => LATER,
    };
    let share = request.limits.nodes.saturating_mul(margin.nodes_percent) / 100;
    let mut left = nodes_left;
    let mut lines = vec![best];
    let mut excluded = request.root_excluded.clone();
    while lines.len() <= margin.alternatives {
        let last = &lines[lines.len() - 1];
        excluded.extend(kept.iter().map(|&symmetry| transform(size, last.pv[0], symmetry)));
        // To the depth of the best line: scores of odd and even depths are not comparable.
        let limits = Limits { depth: lines[0].depth.max(1) as u32, ..request.limits.at_most_nodes(share.min(left)) };
        if limits.nodes == 0 || control.should_stop() {
            break;
        }
        let request = SearchRequest { limits, root_excluded: excluded.clone(), ..request.clone() };
        let found = searcher.search(board, request, control, &mut |_| {});
        let info = found.info();
        left -= info.nodes.min(left);
        let is_near = info.score >= lines[0].score - margin.loss && info.depth == lines[0].depth;
        if !is_near || is_decided(info.score) || !is_found(&found) {
            break;
        }
        lines.push(info.clone());
    }
    let scored: Vec<(usize, Score)> = lines.iter().map(|line| line.score).enumerate().collect();
    let chosen = choose(&scored, margin.temperature, rng).map_or(0, |(index, _)| index);
    let mut line = lines.swap_remove(chosen);
    // A random image of the line, unless that begins with an excluded move.
    let symmetry = kept[rng.below(kept.len())];
    let pv: Vec<Point> = line.pv.iter().map(|&point| transform(size, point, symmetry)).collect();
    if !request.root_excluded.contains(&pv[0]) {
        line.pv = pv;
    }
    SearchResult { best: line.pv.first().copied(), lines: vec![line] }
}

/// Whether a search has found a move, which begins its best line.
fn is_found(found: &SearchResult) -> bool {
    found.best.is_some() && found.info().pv.first() == found.best.as_ref()
}
