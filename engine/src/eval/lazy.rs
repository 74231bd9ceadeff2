//! Sums over a board that are updated lazily, when a score is needed.
//!
//! Idea: efficiently updatable evaluation (NNUE, Nasu 2018). The board logs the changes of each stone. The sums after a
//! stone are computed from those before it, the oldest stone first: a stone that is taken back before that costs
//! nothing. Soundness: the sums after every stone equal those of a fresh accumulator on the same board
//! (`engine/tests/rules/audit.rs`, with stones pending).

use super::kernel::{Kernel, LayerKernel, Work};
use crate::board::{Board, PointChange};

/// Sums, how a stone changes them, and data that follow the stones one by one.
pub trait SumModel {
    /// The sums of a board.
    type Sums: Clone + Default;

    /// Computes the sums after the next stone, which made these changes, from those before it.
    fn read(&self, changes: &[PointChange], before: &Self::Sums, after: &mut Self::Sums);

    /// [`SumModel::read`], and applies the stone to the model's own data.
    #[inline(always)]
    fn apply(&mut self, changes: &[PointChange], before: &Self::Sums, after: &mut Self::Sums) {
        self.read(changes, before, after);
    }

    /// Undoes the latest applied stone in the model's own data.
    #[inline(always)]
    fn undo(&mut self, _changes: &[PointChange]) {}
}

/// The sums of a board after each stone since the accumulator was made.
#[derive(Clone, Debug)]
pub struct Accumulator<M: SumModel> {
    model: M,
    pub(super) kernel: Kernel,
    /// Stones on the board that the accumulator was made of.
    base: usize,
    /// Stones applied since then.
    applied: usize,
    /// The sums of the board that the accumulator was made of, then those after each applied stone. Later entries are
    /// stale, and are written before they are read.
    states: Vec<M::Sums>,
}

impl<M: SumModel> Accumulator<M> {
    /// The accumulator of a board with these sums.
    pub(super) fn of(board: &Board, model: M, sums: M::Sums) -> Self {
        Self { model, kernel: Kernel::detected(), base: board.stones(), applied: 0, states: vec![sums] }
    }

    /// Stones on the board that the accumulator was made of.
    pub fn base(&self) -> usize {
        self.base
    }

    /// The sums of the board.
    #[inline]
    pub fn sums(&mut self, board: &Board) -> &M::Sums {
        self.follow(board, true)
    }

    /// The sums of the board, computed without applying the last stone: cheaper if that stone is taken back next, because
    /// less is written and nothing undone; slower if another stone follows it.
    #[inline]
    pub fn leaf_sums(&mut self, board: &Board) -> &M::Sums {
        self.follow(board, false)
    }

    /// The sums of the board, and the model after its last stone.
    #[inline]
    pub(super) fn sums_and_model(&mut self, board: &Board) -> (&M::Sums, &M) {
        self.sums(board);
        (&self.states[self.applied], &self.model)
    }

    /// The sums of the board after applying all stones but the last, and that one, too, if `apply_last` says so.
    #[inline]
    fn follow(&mut self, board: &Board, apply_last: bool) -> &M::Sums {
        let since = board.stones() - self.base;
        if self.applied < since {
            self.kernel.run(Follow { sums: self, board, since, apply_last });
        }
        &self.states[since]
    }

    /// Must be called before the board's last stone is taken back: undoes it if it was applied. The stone must be newer
    /// than the accumulator.
    #[inline]
    pub fn before_pop(&mut self, board: &Board) {
        let stones = board.stones();
        if self.applied > 0 && stones == self.base + self.applied {
            self.applied -= 1;
            self.model.undo(board.changes_of(stones - 1));
        }
    }
}

/// Applies the stones not yet applied, the oldest first. Plain loops over arrays of fixed length, which the compiler
/// vectorizes.
struct Follow<'a, M: SumModel> {
    sums: &'a mut Accumulator<M>,
    board: &'a Board,
    /// Stones on the board since the accumulator was made.
    since: usize,
    /// Whether the last stone is applied; if not, its sums are computed without it.
    apply_last: bool,
}

impl<M: SumModel> Work for Follow<'_, M> {
    type Output = ();

    #[inline(always)]
    fn run<K: LayerKernel>(self, _: K) {
        let Self { sums: Accumulator { model, base, applied, states, .. }, board, since, apply_last } = self;
        if states.len() <= since {
            states.resize(since + 1, M::Sums::default());
        }
        let apply_until = since - usize::from(!apply_last);
        for stone in *applied..since {
            let (below, above) = states.split_at_mut(stone + 1);
            let (changes, before, after) = (board.changes_of(*base + stone), &below[stone], &mut above[0]);
            if stone < apply_until {
                model.apply(changes, before, after);
            } else {
                model.read(changes, before, after);
            }
        }
        *applied = apply_until;
    }
}
