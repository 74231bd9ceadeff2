//! The unit of depth.

/// Depths are counted in hundredths of a ply; the table keeps whole plies.
pub const PLY: i32 = 100;

/// A positive depth in whole plies, rounded up, as the table stores and probes it. An entry of quiescence, which has depth
/// 0, never cuts off a search that has a part of a ply left.
pub const fn whole_plies(depth: i32) -> i32 {
    (depth + PLY - 1) / PLY
}
