//! Win probabilities before and after a move of a game.

use tengen::base::{Point, Score, is_decided};
use tengen::eval::win_rate;
use tengen::search::SearchInfo;

/// Distance from certainty of an unproven win's win probability.
const UNPROVEN: f32 = 0.02;
/// Win probability from which a position may be won without a proof; the search's unproven wins have it.
const SEEN_AS_WON: f32 = 0.99;
/// Win probability below which an available win counts as missed.
pub const STILL_WON: f32 = 0.95;

/// Whether the turn played, `None` for a pass, is the first move of the best line.
pub fn plays_best(best: &[Point], played: Option<Point>) -> bool {
    played.is_some() && best.first().copied() == played
}

/// Whether the search sees a win or a loss that it has not proved.
pub fn seems_decided(score: Score, proven: bool) -> bool {
    !proven && win_rate(score.saturating_abs()) > SEEN_AS_WON
}

/// Whether there was an unproven win before this turn that is gone after it.
pub fn seems_missed(report: &SearchInfo, played: Option<Point>, after: f32) -> bool {
    let is_won = report.score > 0 && seems_decided(report.score, report.proven);
    is_won && !plays_best(&report.pv, played) && after < STILL_WON
}

/// The mover's win probability before a turn; `after` is that after the turn played, `None` for a pass.
pub fn share_before(report: &SearchInfo, played: Option<Point>, after: f32) -> f32 {
    match win_rate(report.score) {
        share if is_decided(report.score) && report.proven => share,
        // The position after this move was searched one ply deeper.
        _ if plays_best(&report.pv, played) => after,
        // The best move is at least as good as the move played turned out to be.
        share => share.clamp(UNPROVEN, 1.0 - UNPROVEN).max(after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen::base::win_in;

    fn report(score: Score, proven: bool) -> SearchInfo {
        let (elapsed, pv) = (Duration::ZERO, vec![Point(7)]);
        SearchInfo { depth: 9, selective_depth: 9, score, proven, nodes: 1, elapsed, pv }
    }

    #[test]
    fn a_win_without_a_proof_seems_missed_when_another_move_gave_it_away() {
        let missed = |score, proven, played, after| seems_missed(&report(score, proven), Some(Point(played)), after);
        assert!(missed(win_in(21), false, 9, 0.5) && missed(1_500, false, 9, 0.5), "also one that was withdrawn");
        assert!(!missed(win_in(21), true, 9, 0.5), "nothing is left to prove");
        assert!(
            !missed(win_in(21), false, 7, 0.5) && !missed(win_in(21), false, 9, 0.97) && !missed(700, false, 9, 0.5)
        );
    }

    #[test]
    fn only_a_proof_makes_a_share_certain() {
        assert_eq!(share_before(&report(win_in(21), true), Some(Point(9)), 0.2), 1.0);
        assert_eq!(share_before(&report(win_in(21), false), Some(Point(9)), 0.2), 1.0 - UNPROVEN);
        assert_eq!(share_before(&report(300, false), Some(Point(9)), 0.9), 0.9, "what was played is at least as good");
    }
}
