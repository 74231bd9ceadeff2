//! Iterative deepening within a time budget.

use super::{AlphaBeta, TwoPlayerGame};
use std::time::{Duration, Instant};
use tengen::base::{Score, WIN, is_decided};

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The move to play.
    pub best: M,
    /// The value that the last finished iteration gave its best move, for the side to move. `best` is
    /// another move where an unfinished iteration has found a better one; 0 when none was finished.
    pub value: Score,
    /// Moves read ahead by the last iteration that was finished; 0 when there was no time for one.
    pub depth: usize,
    /// Positions seen.
    pub nodes: u64,
}

/// Iterative deepening: reads one move ahead, then two, three … to `depth`, and stops when the time
/// is over or the winner is known. `None` when the game has ended.
///
/// Reading again from the beginning costs little, since the last iteration is longer than all before
/// it, and gives two things: there is a move to play whenever the time is over, and the best move of
/// an iteration is tried first in the next one.
pub fn deepen<G: TwoPlayerGame>(game: &mut G, depth: usize, budget: Duration) -> Option<Found<G::Move>> {
    if game.outcome().is_some() {
        return None;
    }
    let mut search = AlphaBeta { ordered: true, deadline: Instant::now().checked_add(budget), nodes: 0 };
    let mut moves = game.moves();
    game.order(&mut moves);
    let mut found = Found { best: *moves.first()?, value: 0, depth: 0, nodes: 0 };
    for depth in 1..=depth {
        search.nodes += 1;
        let (mut alpha, mut best) = (-WIN, None);
        for (number, &choice) in moves.iter().enumerate() {
            game.make(choice);
            let value = search.search(game, -WIN, -alpha, depth - 1, 1);
            game.unmake();
            match value.map(|value| -value) {
                Ok(value) if value > alpha => (alpha, best) = (value, Some(number)),
                Ok(_) => {}
                Err(_) => {
                    // What the unfinished iteration prefers to the last one's move is better.
                    found.best = best.map_or(found.best, |number| moves[number]);
                    found.nodes = search.nodes;
                    return Some(found);
                }
            }
        }
        let best = best.unwrap_or(0);
        found = Found { best: moves[best], value: alpha, depth, nodes: search.nodes };
        moves[..=best].rotate_right(1);
        if is_decided(alpha) {
            break;
        }
    }
    Some(found)
}
