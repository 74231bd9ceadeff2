//! The unit of depth.

/// One ply in the unit of depths, hundredths of a ply. The table stores whole plies.
pub const PLY: i32 = 100;

/// A positive depth in whole plies, rounded up, as the table stores and probes it. So an entry of quiescence, with
/// depth 0, never cuts off a search with a fraction of a ply left.
pub const fn whole_plies(depth: i32) -> i32 {
    (depth + PLY - 1) / PLY
}
