use super::Searcher;
use super::control::Stopped;
use super::node::{NodeKind, NullWindow};
use super::tt::{Bound, Entry};
use crate::base::{Point, Score, is_decided};

/// Plies left from which on the table's move is compared with the others.
const LEAST_DEPTH: i32 = 6;
/// The entry may be so much shallower than what is left.
const DEPTH_MISSING: i32 = 2;
/// The others must stay below the entry's score by so many hundredths of a point for each ply,
const MARGIN: i32 = 164;
/// searched with so many hundredths of the depth.
const DEPTH_SHARE: i32 = 58;
/// Below by so much more, the move is extended twice.
const TWICE_MARGIN: Score = 31;

/// How the table's move compares with the others.
pub(super) enum Singular {
    /// It is to be searched so many plies deeper.
    Extend(i32),
    /// Other moves are too good for the opponent as well: this score is believed (multi-cut).
    Cut(Score),
}

impl Searcher {
    /// Singular extension (Anantharaman, Campbell and Hsu 1988, in the form of today's chess programs): a
    /// move from the table that is better than all others by far is searched deeper, and where others
    /// are as good and the score is above the window, less deep or not at all.
    pub(super) fn singular<N: NodeKind>(
        &mut self,
        entry: Entry,
        point: Point,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Result<Singular, Stopped> {
        let believed = matches!(entry.bound, Bound::Lower | Bound::Exact) && entry.depth >= depth - DEPTH_MISSING;
        let grows = ply >= 2 * self.root_depth as usize;
        if N::ROOT || depth < LEAST_DEPTH || grows || !believed || is_decided(entry.score) {
            return Ok(Singular::Extend(0));
        }
        let bound = entry.score - MARGIN * depth / 100;
        let static_eval = self.static_evals[ply];
        self.without[ply] = Some(point);
        let others = self.pvs::<NullWindow>(bound - 1, bound, depth * DEPTH_SHARE / 100, ply);
        self.without[ply] = None;
        self.static_evals[ply] = static_eval;
        let others = others?;
        Ok(match () {
            () if others < bound => Singular::Extend(1 + i32::from(!N::PV && others < bound - TWICE_MARGIN)),
            () if bound >= beta => Singular::Cut(bound),
            () => Singular::Extend(-i32::from(entry.score >= beta)),
        })
    }
}
