//! Iterative deepening within a time budget.

use super::{AlphaBeta, TwoPlayerGame};
use std::time::{Duration, Instant};
use tengen::base::{Score, WIN, is_decided};

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The move to play.
    pub best: M,
    /// The value of the last finished iteration's best move, for the side to move; 0 if none was finished. `best` is
    /// another move if an unfinished iteration has found a better one.
    pub value: Score,
    /// Depth of the last finished iteration, in moves; 0 if there was no time for one.
    pub depth: usize,
    /// Positions visited.
    pub nodes: u64,
}

/// Iterative deepening: searches one move ahead, then two, three … up to `depth`, and stops when the time is over or
/// the winner is known. `None` if the game has ended.
///
/// Starting anew costs little, because the last iteration takes longer than all before it together, and has two
/// advantages: there is a move to play whenever the time ends, and the best move of an iteration is searched first in
/// the next one.
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
                    // A move that the unfinished iteration prefers to the last iteration's best is better.
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
