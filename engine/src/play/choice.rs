//! Random choice among scored moves.

use crate::base::{Score, SplitMix64, WIN};

/// One of the moves, with a probability that falls with its distance from the best score, by a factor of `e` for each
/// `temperature` points. A temperature of 0 takes the best move, as does a best score of a five.
pub(super) fn choose<T: Copy>(scored: &[(T, Score)], temperature: Score, rng: &mut SplitMix64) -> Option<(T, Score)> {
    let best = scored.iter().copied().reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    if temperature == 0 || best.1 >= WIN {
        return Some(best);
    }
    // Integer weights, so that every machine chooses alike: halved for each ln 2 of the temperature.
    const UNIT: u64 = 1 << 20;
    let weight = |score: Score| {
        let halvings = i64::from(best.1 - score) * 1443 / (i64::from(temperature) * 1000);
        UNIT >> halvings.clamp(0, 63)
    };
    let total: u64 = scored.iter().map(|&(_, score)| weight(score)).sum();
    let mut left = rng.next() % total;
    scored.iter().copied().find(|&(_, score)| {
        let weight = weight(score);
        let found = left < weight;
        left = left.saturating_sub(weight);
        found
    })
}
