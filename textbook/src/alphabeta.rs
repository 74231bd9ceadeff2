//! Alpha-beta search (Knuth and Moore 1975) with a deadline.

use super::TwoPlayerGame;
use std::time::Instant;
use tengen::base::{Score, WIN};

/// The deadline passed before the value was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfTime;

/// Alpha-beta (Knuth and Moore 1975): the value of [`minimax_by_distance`](super::minimax_by_distance)
/// without looking at what cannot change it.
///
/// `alpha` is what the side to move has for certain elsewhere, `beta` what the opponent will not let
/// it exceed. As soon as a move reaches `beta`, the opponent avoids the whole position, and its other
/// moves need no look. Where minimax looks at `b^d` leaves, `b` moves everywhere and `d` of them ahead,
/// `b^⌈d/2⌉ + b^⌊d/2⌋ - 1` are enough with the best move always first.
#[derive(Clone, Debug, Default)]
pub struct AlphaBeta {
    /// Moves are put in order first.
    pub ordered: bool,
    /// When to give up; `None`: never.
    pub deadline: Option<Instant>,
    /// Positions seen so far.
    pub nodes: u64,
}

/// Nodes between two checks of the clock.
const CLOCK_CHECK_INTERVAL: u64 = 64;

impl AlphaBeta {
    /// Moves in the order of [`TwoPlayerGame::order`], no deadline.
    pub fn ordered() -> Self {
        Self { ordered: true, ..Self::default() }
    }

    /// The value of a position, `depth` moves read ahead.
    ///
    /// # Errors
    /// When the deadline passes before the value is known.
    pub fn value<G: TwoPlayerGame>(&mut self, game: &mut G, depth: usize) -> Result<Score, OutOfTime> {
        self.search(game, -WIN, WIN, depth, 0)
    }

    /// The value of the position `ply` moves after the root if it lies between `alpha` and `beta`;
    /// otherwise a bound on that side. The game is as it was, whatever the result.
    ///
    /// # Errors
    /// When the deadline passes before the value is known.
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
