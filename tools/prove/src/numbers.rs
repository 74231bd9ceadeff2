//! The numbers of a proof search: how moves are compared, and where the search of a position ends.

use crate::table::{INFINITE, NumberedMove, PASS, ProofTable};
use tengen::base::Point;

/// The proof number of an attacker's move counts 1 + 2 * rank times, by its rank in the engine's order, up to the last rank here:
/// the engine is usually right, and a move that was searched little looks easier to prove than one that was searched much.
const RANK_WEIGHT: u32 = 2;
const LAST_RANK: u32 = 8;
/// An attacker's move counts twice when it has cost this number of expanded positions, three times at twice that number, and so on.
const COST_UNIT: u64 = 2_000;
/// Added to the proof number of a move until its threat is proved.
const PASS_PROOF: u32 = 40;
/// Added to the number of a position for each thread in it, together with a quarter of that number.
const BUSY_NUMBER: u32 = 2;
/// Divisor of the second-best number for the threshold's margin (epsilon is 1/4).
const THRESHOLD_MARGIN: u32 = 4;

/// Where the search of a position ends: the numbers that it reaches, and the number of all positions that are expanded.
#[derive(Clone, Copy)]
pub struct Bounds {
    pub proof: u32,
    pub disproof: u32,
    pub expanded: u64,
}

impl Bounds {
    pub const NONE: Self = Self { proof: INFINITE, disproof: INFINITE, expanded: u64::MAX };
}

/// A move, and the numbers of the position after it as the side to move sees them.
#[derive(Clone, Copy)]
pub struct RatedMove {
    pub point: Point,
    /// The number that the side to move minimizes over its moves, times the weight.
    pub own: u32,
    /// The number that combines all moves.
    pub other: u32,
    weight: u32,
    /// Positions expanded so far; 0 for a defender's move.
    cost: u64,
    /// `own` with the cost and the threads in it; the move with the least one is searched.
    pub rating: u32,
}

impl RatedMove {
    /// A move, and the key of the position after it; `rank` is that of an attacker's move in the engine's order.
    pub fn new(table: &ProofTable, after: u64, (point, first): NumberedMove, rank: Option<u32>) -> Self {
        let entry = table.get(after);
        let (proof, disproof) = match entry {
            Some(entry) => (entry.proof, entry.disproof),
            None if rank.is_some() => (first.into(), 1),
            None => (1, first.into()),
        };
        // After the threat is proved, its replies are still to be found.
        let (proof, disproof) = match (point, proof) {
            (PASS, 0) => (PASS_PROOF, 1),
            (PASS, _) => (INFINITE.min(proof + PASS_PROOF), disproof),
            _ => (proof, disproof),
        };
        let weight = rank.map_or(1, |rank| 1 + RANK_WEIGHT * LAST_RANK.min(rank));
        let cost = entry.filter(|_| rank.is_some()).map_or(0, |entry| entry.cost.into());
        let (own, other) = if rank.is_some() { (scaled(proof, weight.into(), 1), disproof) } else { (disproof, proof) };
        let busy = table.busy(after);
        let seen = if busy == 0 || own >= INFINITE { own } else { own + busy * (BUSY_NUMBER + own / 4) };
        let rating = scaled(seen, COST_UNIT + cost, COST_UNIT);
        Self { point, own, other, weight, cost, rating }
    }

    /// The bounds of the best move: it is searched until it is worse than the second best one by the margin, by its number or by its
    /// cost. `other` is the number of all moves together, `expanded` that of all positions that are expanded.
    pub fn bounds(self, second: u32, other: u32, expanded: u64, attacks: bool, bounds: Bounds) -> Bounds {
        let (own_bound, other_bound) =
            if attacks { (bounds.proof, bounds.disproof) } else { (bounds.disproof, bounds.proof) };
        let rival = u64::from(second.saturating_add(second / THRESHOLD_MARGIN + 1));
        let (rival, limit) = if attacks && second < INFINITE {
            let affordable = (COST_UNIT * rival / u64::from(self.own.max(1))).saturating_sub(COST_UNIT + self.cost);
            let limit = expanded + affordable.max(COST_UNIT / 4);
            (rival * COST_UNIT / (COST_UNIT + self.cost), limit.min(bounds.expanded))
        } else {
            (rival, bounds.expanded)
        };
        let own = own_bound.min(rival.min(INFINITE.into()) as u32).max(self.own + 1);
        let own = if own >= INFINITE { INFINITE } else { own / self.weight + 1 };
        let other = other_bound - (other - self.other.min(other));
        let (proof, disproof) = if attacks { (own, other) } else { (other, own) };
        let proof = if self.point == PASS { proof.saturating_sub(PASS_PROOF).max(1) } else { proof };
        Bounds { proof, disproof, expanded: limit }
    }
}

/// A finite number times a fraction of at least 1, still finite.
fn scaled(number: u32, times: u64, parts: u64) -> u32 {
    if number >= INFINITE { number } else { (u64::from(number) * times / parts).min(u64::from(INFINITE) - 1) as u32 }
}
