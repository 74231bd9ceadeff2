//! The database that a conversation plays from.

use std::time::{SystemTime, UNIX_EPOCH};
use tengen::base::{Point, SplitMix64};
use tengen_database::Database;

/// A database in use.
#[derive(Default)]
pub(crate) struct OpenDatabase {
    pub(crate) database: Option<Database>,
    /// For the random choice among good moves.
    random: Option<SplitMix64>,
}

impl OpenDatabase {
    /// The first of the points or, `at_random`, any of them; always the first one makes a conversation repeatable.
    /// `None` if there are no points.
    pub(super) fn choose(&mut self, points: &[Point], at_random: bool) -> Option<Point> {
        let seed = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |now| now.as_nanos() as u64);
        match points {
            [] => None,
            &[first, ..] if points.len() == 1 || !at_random => Some(first),
            _ => Some(points[self.random.get_or_insert_with(|| SplitMix64::new(seed())).below(points.len())]),
        }
    }
}
