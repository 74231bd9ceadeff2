//! What depth is counted in.

/// Depths are counted in hundredths of a ply; the table keeps whole plies.
pub const PLY: i32 = 100;

/// A positive depth in whole plies, rounded up: what the table keeps and is asked for. A quiescence, which has depth 0
/// there, never answers for a search that has a part of a ply left.
pub const fn whole_plies(depth: i32) -> i32 {
    (depth + PLY - 1) / PLY
}
