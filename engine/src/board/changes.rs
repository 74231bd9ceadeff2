//! Changes of each stone to the patterns and candidates around it, for undo and for lazily updated sums.

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

/// The changes of the last stones of a board, in the order of the stones. A copy begins with the next stone: the changes of
/// thousands of stones would take most of a board's memory, and are rarely needed.
#[derive(Default)]
pub(super) struct ChangeLog {
    /// Number of the first change, counted from the board's first stone on.
    begin: usize,
    /// Entries from `len` on are unused. They stay allocated and initialized for the next stones.
    entries: Vec<PointChange>,
    len: usize,
    /// Words of the board's candidates before each stone of the log.
    pub near_before: Vec<u64>,
}

impl Clone for ChangeLog {
    fn clone(&self) -> Self {
        Self { begin: self.end(), ..Self::default() }
    }
}

impl ChangeLog {
    /// Number of the first change.
    #[inline]
    pub fn begin(&self) -> usize {
        self.begin
    }

    /// Number of the next change.
    #[inline]
    pub fn end(&self) -> usize {
        self.begin + self.len
    }

    /// The changes from number `from` to before number `until`.
    #[inline]
    pub fn between(&self, from: usize, until: usize) -> &[PointChange] {
        &self.entries[from - self.begin..until - self.begin]
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

    /// Drops the changes from number `from` on.
    #[inline]
    pub fn truncate(&mut self, from: usize) {
        self.len = from - self.begin;
    }

    /// Drops all changes, and begins anew with number `from`.
    pub fn restart(&mut self, from: usize) {
        (self.begin, self.len) = (from, 0);
        self.near_before.clear();
    }
}
