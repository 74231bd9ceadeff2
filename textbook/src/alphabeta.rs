//! Alpha-beta search (Knuth and Moore 1975) with a deadline.

use super::TwoPlayerGame;
use std::time::Instant;
use tengen::base::{Score, WIN};

/// Error: the deadline passed before the value was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfTime;

/// Alpha-beta (Knuth and Moore 1975): computes the value of [`minimax_by_distance`](super::minimax_by_distance) without
/// visiting positions that cannot change it.
///
/// `alpha` is the value that the side to move already has elsewhere, `beta` the most that the opponent will allow. As
/// soon as a move reaches `beta`, the opponent avoids the whole position, and its other moves need not be searched.
/// Where minimax visits `b^d` leaves (with `b` moves in each position, `d` moves ahead), `b^⌈d/2⌉ + b^⌊d/2⌋ - 1` are
/// enough if the best move always comes first.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta {
    /// Whether moves are sorted before they are searched.
    pub ordered: bool,
    /// When to stop; `None`: never.
    pub deadline: Option<Instant>,
    /// Positions visited so far.
    pub nodes: u64,
}

/// Nodes between two checks of the clock.
const CLOCK_CHECK_INTERVAL: u64 = 64;

impl AlphaBeta {
    /// Sorts moves by [`TwoPlayerGame::order`], without a deadline.
    pub fn ordered() -> Self {
        Self { ordered: true, ..Self::default() }
    }

    /// The value of a position, searched `depth` moves ahead. Fails when the deadline passes before the value is known.
    pub fn value<G: TwoPlayerGame>(&mut self, game: &mut G, depth: usize) -> Result<Score, OutOfTime> {
        self.search(game, -WIN, WIN, depth, 0)
    }

    /// The value of the position `ply` moves after the root if it lies between `alpha` and `beta`; otherwise a bound on
    /// that side. The game is restored, whatever the result. Fails when the deadline passes before the value is known.
    pub fn search<G: TwoPlayerGame>(
        &mut self,
        game: &mut G,
        mut alpha: Score,
        beta: Score,
        depth: usize,
        ply: usize,
    ) -> Result<Score, OutOfTime> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_CHECK_INTERVAL)
            && self.deadline.is_some_and(|deadline| Instant::now() > deadline)
        {
            return Err(OutOfTime);
        }
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.value_at(ply));
        }
        if depth == 0 {
            return Ok(game.evaluate());
        }
        let mut moves = game.moves();
        if self.ordered {
            game.order(&mut moves);
        }
        let mut best = Score::MIN;
        for choice in moves {
            game.make(choice);
            let value = self.search(game, -beta, -alpha, depth - 1, ply + 1);
            game.unmake();
            best = best.max(-value?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
