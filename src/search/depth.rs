//! What depth is counted in.

/// Depths are counted in hundredths of a ply; the table keeps whole plies.
pub(super) const PLY: i32 = 100;
