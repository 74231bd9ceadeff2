//! Notification of board changes, for state derived from the board (an accumulator of the evaluation).

use crate::base::{Cell, Point};
use crate::pattern::PointPatterns;

/// Receives every change that a stone makes, so that derived state can follow the board.
///
/// Calls come in this order: for each stone put down one `before_place`, then its `line_changed` and
/// `pattern_changed` in any order, then `after_place`; for each stone taken back one `after_remove`.
/// Every method does nothing by default; `()` observes nothing and costs nothing.
pub trait Observer {
    /// Whether `line_changed` is called; lines are reported at no cost when this is `false`.
    const LINES: bool = false;

    /// `cell` (never empty) is about to be put on `point`; the changes until `after_place` belong to it.
    #[inline]
    fn before_place(&mut self, _point: Point, _cell: Cell) {}

    /// The line through the empty `point` in `direction` (0 to 3) now has this number; see
    /// [`PatternTables::line_number`](crate::pattern::PatternTables::line_number) for its range. Called
    /// for every empty point within the rule's reach of the stone on its four lines, also where the
    /// number stays the same. The stone's own point is not reported: its lines do not change.
    #[inline]
    fn line_changed(&mut self, _point: Point, _direction: usize, _line_number: usize) {}

    /// The patterns of `point` change; for the stone's own point to [`PointPatterns::NOTHING`].
    #[inline]
    fn pattern_changed(&mut self, _point: Point, _from: PointPatterns, _to: PointPatterns) {}

    /// Called after all changes of the stone were reported.
    #[inline]
    fn after_place(&mut self) {}

    /// Called after `cell` was taken back from `point`; discard everything since its `before_place`.
    #[inline]
    fn after_remove(&mut self, _point: Point, _cell: Cell) {}
}

impl Observer for () {}

/// Two observers that receive the same, the first one first.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    const LINES: bool = A::LINES || B::LINES;

    #[inline]
    fn before_place(&mut self, point: Point, cell: Cell) {
        self.0.before_place(point, cell);
        self.1.before_place(point, cell);
    }

    #[inline]
    fn line_changed(&mut self, point: Point, direction: usize, line_number: usize) {
        self.0.line_changed(point, direction, line_number);
        self.1.line_changed(point, direction, line_number);
    }

    #[inline]
    fn pattern_changed(&mut self, point: Point, from: PointPatterns, to: PointPatterns) {
        self.0.pattern_changed(point, from, to);
        self.1.pattern_changed(point, from, to);
    }

    #[inline]
    fn after_place(&mut self) {
        self.0.after_place();
        self.1.after_place();
    }

    #[inline]
    fn after_remove(&mut self, point: Point, cell: Cell) {
        self.0.after_remove(point, cell);
        self.1.after_remove(point, cell);
    }
}
