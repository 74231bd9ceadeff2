//! Traces of minimax and alpha-beta for display: the positions in the order of the search, their values, and the moves
//! that were pruned.

use super::TwoPlayerGame;
use tengen::base::{Score, WIN};

/// A position that a search has visited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedNode<M> {
    /// Index of the position before; `None` for the root.
    pub parent: Option<usize>,
    /// The move that led to the position.
    pub choice: Option<M>,
    /// The value for the side to move, or a bound if moves were pruned.
    pub value: Score,
    /// The pruned moves, which cannot change any value above.
    pub skipped: Vec<M>,
}

/// Searches a game to its end and records the positions. All wins are equal, as in [`minimax`](super::minimax).
#[derive(Clone, Debug)]
pub struct Tracer<M> {
    /// Whether moves that cannot change the value are pruned (alpha-beta).
    pub prunes: bool,
    /// Whether moves are sorted first.
    pub ordered: bool,
    /// The positions in the order in which they were visited.
    pub nodes: Vec<TracedNode<M>>,
}

impl<M: Copy + PartialEq> Tracer<M> {
    /// A tracer without positions.
    pub fn new(prunes: bool, ordered: bool) -> Self {
        Self { prunes, ordered, nodes: Vec::new() }
    }

    /// The value of a position for the side to move.
    pub fn value(&mut self, game: &mut impl TwoPlayerGame<Move = M>) -> Score {
        self.search(game, None, -WIN, WIN)
    }

    fn search(
        &mut self,
        game: &mut impl TwoPlayerGame<Move = M>,
        from: Option<(usize, M)>,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let at = self.nodes.len();
        let (parent, choice) = (from.map(|from| from.0), from.map(|from| from.1));
        self.nodes.push(TracedNode { parent, choice, value: 0, skipped: Vec::new() });
        if let Some(outcome) = game.outcome() {
            self.nodes[at].value = outcome.value();
            return outcome.value();
        }
        let mut moves = game.moves();
        if self.ordered {
            game.order(&mut moves);
        }
        let mut best = Score::MIN;
        let mut rest = moves.into_iter();
        for choice in rest.by_ref() {
            game.make(choice);
            let value = -self.search(game, Some((at, choice)), -beta, -alpha);
            game.unmake();
            best = best.max(value);
            alpha = alpha.max(best);
            if self.prunes && alpha >= beta {
                break;
            }
        }
        self.nodes[at].skipped = rest.collect();
        self.nodes[at].value = best;
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::minimax;
    use crate::tictactoe::TicTacToe;

    #[test]
    fn both_traces_have_the_value_of_minimax_and_pruning_leaves_moves_out() {
        for cells in ["X.O.X.O..", "XO.......", "XOX.O....", "XXO.O.X..", "XOXXO.O.."] {
            let mut game = TicTacToe::of_cells(cells).unwrap();
            let mut nodes = 0;
            let value = minimax(&mut game, 9, &mut nodes);
            let mut whole = Tracer::new(false, false);
            assert_eq!((whole.value(&mut game), whole.nodes.len() as u64), (value, nodes), "{cells}");
            assert!(whole.nodes.iter().all(|node| node.skipped.is_empty()));
            for ordered in [false, true] {
                let mut pruned = Tracer::new(true, ordered);
                assert_eq!(pruned.value(&mut game), value, "{cells}");
                let left_out: usize = pruned.nodes.iter().map(|node| node.skipped.len()).sum();
                assert_eq!(pruned.nodes.len() < whole.nodes.len(), left_out > 0, "{cells}");
                assert!(pruned.nodes.len() <= whole.nodes.len(), "{cells}");
            }
            // Parents come before their children, and every value but that of an ending is the best of the children's.
            for (at, node) in whole.nodes.iter().enumerate().skip(1) {
                assert!(node.parent.is_some_and(|parent| parent < at), "{cells}");
            }
        }
    }

    #[test]
    fn what_is_no_position_is_refused() {
        for cells in ["", "X", "XXX......", "OO.......", "XXXOOO...", "XO.......X", "ab......."] {
            assert_eq!(TicTacToe::of_cells(cells), None, "{cells}");
        }
        assert!(TicTacToe::of_cells(".........").is_some_and(|game| game.moves().len() == 9));
    }
}
