//! Minimax (von Neumann 1928), with and without a preference for the quicker win.

use super::TwoPlayerGame;
use tengen::base::Score;

/// Minimax, as described by von Neumann in 1928: the value of a position is that of its best move, under the assumption
/// that the opponent chooses in the same way. Searches `depth` moves ahead and estimates there; adds the number of
/// positions visited to `nodes`.
pub fn minimax<G: TwoPlayerGame>(game: &mut G, depth: usize, nodes: &mut u64) -> Score {
    *nodes += 1;
    if let Some(outcome) = game.outcome() {
        return outcome.value();
    }
    if depth == 0 {
        return game.evaluate();
    }
    let mut best = Score::MIN;
    for choice in game.moves() {
        game.make(choice);
        best = best.max(-minimax(game, depth - 1, nodes));
        game.unmake();
    }
    best
}

/// [`minimax`] in which a win is worth less and a loss more the later it comes, counted in plies from the root (`ply`
/// of them so far).
///
/// In [`minimax`] all winning moves are equal, so a player who follows it may delay the win for ever, or give up a lost
/// game that the opponent has not won yet.
pub fn minimax_by_distance<G: TwoPlayerGame>(game: &mut G, depth: usize, ply: usize, nodes: &mut u64) -> Score {
    *nodes += 1;
    if let Some(outcome) = game.outcome() {
        return outcome.value_at(ply);
    }
    if depth == 0 {
        return game.evaluate();
    }
    let mut best = Score::MIN;
    for choice in game.moves() {
        game.make(choice);
        best = best.max(-minimax_by_distance(game, depth - 1, ply + 1, nodes));
        game.unmake();
    }
    best
}
