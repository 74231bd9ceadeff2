//! What each stone changes at the points around it: for taking it back, and for sums that follow the board lazily.

use crate::base::Point;
use crate::pattern::PointPatterns;

/// Points that one stone changes at most: its own, and five each way on four lines.
pub(super) const MAX_CHANGES: usize = 41;

/// The change of one stone at a point.
#[derive(Clone, Copy, Debug)]
pub struct PointChange {
    /// The patterns of the point before the stone.
    pub before: PointPatterns,
    /// The patterns after it; [`PointPatterns::NOTHING`] at the stone's own point.
    pub after: PointPatterns,
    /// The number of the line between the point and the stone after it, see
    /// [`PatternTables::line_number`](crate::pattern::PatternTables::line_number). At the stone's own point it means
    /// nothing: its lines do not change.
    pub line: u32,
    /// Where.
    pub point: Point,
    /// The direction of that line (0 to 3).
    pub direction: u8,
}

/// The changes of all stones on the board, those of the latest stone last.
#[derive(Clone, Default)]
pub(super) struct ChangeLog {
    /// Entries behind `len` are room for the next stones: it is not written twice.
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

    /// Room for the changes of a stone.
    #[inline]
    pub fn room(&mut self) -> &mut [PointChange; MAX_CHANGES] {
        if self.entries.len() < self.len + MAX_CHANGES {
            let nothing = PointPatterns::NOTHING;
            let unused = PointChange { before: nothing, after: nothing, line: 0, point: Point(0), direction: 0 };
            self.entries.resize(2 * self.len + MAX_CHANGES, unused);
        }
        self.entries[self.len..].first_chunk_mut().expect("there is room")
    }

    /// The first `count` changes in the room were written.
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
