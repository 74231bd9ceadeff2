//! Win probability of a score: the logistic curve from points to the expected game result.

use crate::base::{Score, is_decided};

/// Scale of the logistic curve under every rule: this many points are one unit of log-odds, an expected result of 73 %.
pub const LOGISTIC_SCALE: f32 = 300.0;

/// Win probability (0 to 1, a draw counting half) of the side to move at this score, under every rule.
pub fn win_rate(score: Score) -> f32 {
    if is_decided(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-(score as f32) / LOGISTIC_SCALE).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{loss_in, win_in};

    #[test]
    fn the_win_rate_is_logistic_and_certain_for_decided_scores() {
        assert_eq!([win_rate(0), win_rate(win_in(3)), win_rate(loss_in(4))], [0.5, 1.0, 0.0]);
        assert!((win_rate(300) - 0.731).abs() < 0.001);
        assert!((win_rate(300) + win_rate(-300) - 1.0).abs() < 1e-6);
    }
}
