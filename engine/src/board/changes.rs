//! Changes of each stone to the patterns around it, for undo and for lazily updated sums.

use crate::base::Point;
use crate::pattern::PointPatterns;

/// Most points that one stone changes: its own, and five each way on four lines.
pub(super) const MAX_CHANGES: usize = 41;

/// The change of one stone at a point.
#[derive(Clone, Copy, Debug)]
pub struct PointChange {
    /// The patterns of the point before the stone.
    pub before: PointPatterns,
    /// The patterns after it; [`PointPatterns::NOTHING`] at the stone's own point.
    pub after: PointPatterns,
    /// The number of the line between the point and the stone after it, see
    /// [`PatternTables::line_number`](crate::pattern::PatternTables::line_number). Unused at the stone's own point,
    /// whose lines do not change.
    pub line: u32,
    /// The point.
    pub point: Point,
    /// The direction of that line (0 to 3).
    pub direction: u8,
}

/// The changes of all stones on the board, in the order of the stones.
#[derive(Clone, Default)]
pub(super) struct ChangeLog {
    /// Entries from `len` on are unused. They stay allocated and initialized for the next stones.
    entries: Vec<PointChange>,
    len: usize,
}

impl ChangeLog {
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// The changes from `from` to `until`.
    #[inline]
    pub fn between(&self, from: usize, until: usize) -> &[PointChange] {
        &self.entries[from..until]
    }

    /// The next [`MAX_CHANGES`] entries, for the changes of a stone; [`ChangeLog::grow`] then counts them.
    #[inline]
    pub fn room(&mut self) -> &mut [PointChange; MAX_CHANGES] {
        if self.entries.len() < self.len + MAX_CHANGES {
            let nothing = PointPatterns::NOTHING;
            let unused = PointChange { before: nothing, after: nothing, line: 0, point: Point(0), direction: 0 };
            self.entries.resize(2 * self.len + MAX_CHANGES, unused);
        }
        self.entries[self.len..].first_chunk_mut().expect("there is room")
    }

    /// Appends the first `count` entries written to [`ChangeLog::room`].
    #[inline]
    pub fn grow(&mut self, count: usize) {
        self.len += count;
    }

    /// Drops the changes from `len` on.
    #[inline]
    pub fn truncate(&mut self, len: usize) {
        self.len = len;
    }
}
