//! Shares of the points before and after a move of a game, and what they say of wins.

use tengen::base::{Point, is_decided};
use tengen::eval::win_rate;
use tengen::search::SearchInfo;

/// Share subtracted from certainty for a win that was not checked against every reply.
const UNPROVEN: f32 = 0.02;
/// From this share a position may be won without a proof: the search's own unproven wins have it.
const SEEN_AS_WON: f32 = 0.99;
/// Below this share an available win counts as lost.
pub const STILL_WON: f32 = 0.95;

/// Whether a win that is not proved was there before this move, and is gone after it.
pub fn seems_missed(report: &SearchInfo, played: Point, after: f32) -> bool {
    let is_won = !report.proven && win_rate(report.score) > SEEN_AS_WON;
    is_won && report.pv.first() != Some(&played) && after < STILL_WON
}

/// The mover's share before a move, when `after` is its share after the move it made.
pub fn share_before(report: &SearchInfo, played: Point, after: f32) -> f32 {
    match win_rate(report.score) {
        share if is_decided(report.score) && report.proven => share,
        // The position after the same move was searched a ply deeper.
        _ if report.pv.first() == Some(&played) => after,
        // The move played is at least as good as it turned out.
        share => share.clamp(UNPROVEN, 1.0 - UNPROVEN).max(after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen::base::{Score, win_in};

    fn report(score: Score, proven: bool) -> SearchInfo {
        let (elapsed, pv) = (Duration::ZERO, vec![Point(7)]);
        SearchInfo { depth: 9, selective_depth: 9, score, proven, nodes: 1, elapsed, pv }
    }

    #[test]
    fn a_win_without_a_proof_seems_missed_when_another_move_gave_it_away() {
        let missed = |score, proven, played, after| seems_missed(&report(score, proven), Point(played), after);
        assert!(missed(win_in(21), false, 9, 0.5) && missed(1_500, false, 9, 0.5), "also one that was withdrawn");
        assert!(!missed(win_in(21), true, 9, 0.5), "nothing is left to prove");
        assert!(
            !missed(win_in(21), false, 7, 0.5) && !missed(win_in(21), false, 9, 0.97) && !missed(700, false, 9, 0.5)
        );
    }

    #[test]
    fn only_a_proof_makes_a_share_certain() {
        assert_eq!(share_before(&report(win_in(21), true), Point(9), 0.2), 1.0);
        assert_eq!(share_before(&report(win_in(21), false), Point(9), 0.2), 1.0 - UNPROVEN);
        assert_eq!(share_before(&report(300, false), Point(9), 0.9), 0.9, "what was played is at least as good");
    }
}
