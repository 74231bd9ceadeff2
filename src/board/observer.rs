use crate::base::Point;
use crate::pattern::PointPatterns;

/// Told of every change of a point's patterns, to keep something of its own in step with the board.
///
/// `()` observes nothing and costs nothing.
pub trait Observer {
    /// A stone is about to be put down; what follows until the next call belongs to it.
    fn before_make(&mut self) {}
    /// A point's patterns change.
    fn changed(&mut self, _point: Point, _from: PointPatterns, _to: PointPatterns) {}
    /// The stone is put down and all its changes are told.
    fn after_make(&mut self) {}
    /// The last stone was taken back; all that was told since its `before_make` is undone.
    fn after_unmake(&mut self) {}
}

impl Observer for () {}
