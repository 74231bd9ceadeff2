//! Minimax (von Neumann 1928), with and without a preference for the quicker win.

use super::TwoPlayerGame;
use tengen::base::Score;

/// Minimax, as von Neumann wrote it down in 1928: the value of a position is that of its best move,
/// and the opponent thinks the same. Looks `depth` moves ahead and guesses there; adds the positions
/// it has seen to `nodes`.
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

/// The same, but `ply` moves after the root a win is worth less the later it comes, and a loss more.
///
/// To [`minimax`] all winning moves are alike, and a player who follows it may put off the win for
/// ever, or give up a lost game that the opponent has yet to win.
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
