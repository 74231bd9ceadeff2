//! Elo, error bars, likelihood of superiority and the sequential probability ratio test, all on
//! *pairs* of games with the same opening and colors exchanged.
//!
//! A pair scores 0, 1/2, 1, 1 1/2 or 2; the variance of pair scores is smaller than single games
//! suggest, because an opening's bias cancels out (Van den Bergh, "Normalized Elo", 2019).

use serde::{Deserialize, Serialize};
use std::fmt;

/// Numbers of pairs by score in half points, 0 to 4; games without a partner are not counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairCounts(pub [u64; 5]);

/// A strength difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// Elo points, capped at about 2400 either way when every game was won or lost.
    pub elo: f64,
    /// Ends of the 95 % interval, which is wider on the side of the stronger player; capped like `elo`.
    pub low: f64,
    /// See `low`.
    pub high: f64,
    /// Whether only the bound on the side of equal strength is known: the interval reaches the bounds of the score, or
    /// nearly.
    pub one_sided: bool,
    /// Likelihood of superiority of the first, 0 to 1.
    pub los: f64,
}

/// Writes `-12.5 [-43.0, 17.6]`; `above 223.1`, or `below`, if only that bound is known; no numbers if there are too few
/// games.
/// The precision applies to all numbers.
impl fmt::Display for EloEstimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(1);
        let &Self { elo, low, high, one_sided, .. } = self;
        if one_sided && elo > 0.0 {
            write!(f, "above {low:.digits$}")
        } else if one_sided {
            write!(f, "below {high:.digits$}")
        } else if high - low > 2.0 * MAX_ERROR {
            f.write_str("unknown after so few games")
        } else {
            write!(f, "{elo:.digits$} [{low:.digits$}, {high:.digits$}]")
        }
    }
}

/// The two hypotheses of a test, in Elo, with error rates of 5 % each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// Null hypothesis.
    pub elo0: f64,
    /// Alternative.
    pub elo1: f64,
}

/// State of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtState {
    /// Not enough games.
    Continue,
    /// The alternative holds.
    Accepted,
    /// The null hypothesis holds.
    Rejected,
}

const ALPHA: f64 = 0.05;
const BETA: f64 = 0.05;
/// Pairs required before the test decides, for the normal approximation.
pub const MIN_PAIRS: u64 = 16;
/// Prior count added to every pair score for the variance: a few equal pairs do not show that all pairs are equal.
const PRIOR: f64 = 0.5;
/// Half the width of the widest meaningful interval: the numbers of a wider one follow only from the bounds of the
/// score.
const MAX_ERROR: f64 = 400.0;

/// Limit of scores, so that every difference in Elo is finite.
const MAX_SCORE: f64 = 1.0 - 1e-6;

/// The expected score for a difference in Elo.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The difference in Elo of an expected score.
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

impl PairCounts {
    /// Adds a pair by the first engine's half points (0 to 4).
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Number of pairs, mean score of a game (0 to 1), and variance of a pair's mean score, computed with [`PRIOR`]
    /// more pairs of each score.
    fn moments(&self) -> (f64, f64, f64) {
        let pairs = self.pairs() as f64;
        let score = |i: usize| i as f64 / 4.0;
        let mean = self.0.iter().enumerate().map(|(i, &n)| n as f64 * score(i)).sum::<f64>() / pairs;
        let squares = self.0.iter().enumerate().map(|(i, &n)| (n as f64 + PRIOR) * (score(i) - mean).powi(2));
        (pairs, mean, squares.sum::<f64>() / (pairs + 5.0 * PRIOR))
    }

    /// Difference in strength; `None` without pairs.
    pub fn elo(&self) -> Option<EloEstimate> {
        if self.pairs() == 0 {
            return None;
        }
        let (pairs, mean, variance) = self.moments();
        let deviation = (variance / pairs).sqrt();
        let elo_at = |score: f64| elo_of_score(score.clamp(1.0 - MAX_SCORE, MAX_SCORE));
        let elo = elo_at(mean);
        let [low, high] = [-1.96, 1.96].map(|deviations| mean + deviations * deviation);
        // Whether the interval reaches scores whose Elo is capped.
        let is_beyond = low < 1.0 - MAX_SCORE || high > MAX_SCORE;
        // Only wins, or only losses: with 95 % confidence the true share of other games is below 3 / n (the rule of three,
        // with three added to n so that a single pair also has a bound).
        let others = 3.0 / (pairs + 3.0);
        let is_clean = mean == 0.0 || mean == 1.0;
        let low = if mean == 1.0 { 1.0 - others } else { low };
        let high = if mean == 0.0 { others } else { high };
        let [low, high] = [low, high].map(elo_at);
        let to_even = if elo > 0.0 { elo - low } else { high - elo };
        let one_sided = is_clean || (is_beyond || high - low > 2.0 * MAX_ERROR) && to_even <= MAX_ERROR;
        Some(EloEstimate { elo, low, high, one_sided, los: normal_cdf((mean - 0.5) / deviation) })
    }
}

impl Sprt {
    /// The log-likelihood ratio of the two hypotheses, in the normal approximation for pairs.
    pub fn llr(&self, counts: &PairCounts) -> f64 {
        if counts.pairs() == 0 {
            return 0.0;
        }
        let (pairs, mean, variance) = counts.moments();
        let (s0, s1) = (expected_score(self.elo0), expected_score(self.elo1));
        pairs * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// The lower and the upper bound of the ratio.
    pub fn bounds() -> (f64, f64) {
        ((BETA / (1.0 - ALPHA)).ln(), ((1.0 - BETA) / ALPHA).ln())
    }

    /// State of the test after these pairs.
    pub fn state(&self, counts: &PairCounts) -> SprtState {
        let (lower, upper) = Self::bounds();
        match self.llr(counts) {
            _ if counts.pairs() < MIN_PAIRS => SprtState::Continue,
            llr if llr >= upper => SprtState::Accepted,
            llr if llr <= lower => SprtState::Rejected,
            _ => SprtState::Continue,
        }
    }
}

impl std::str::FromStr for Sprt {
    type Err = String;

    /// Reads two numbers such as `0,10`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parse = || {
            let (elo0, elo1) = text.split_once(',')?;
            let (elo0, elo1) = (elo0.trim().parse().ok()?, elo1.trim().parse().ok()?);
            let is_range = |(low, high): (f64, f64)| low < high && low.is_finite() && high.is_finite();
            is_range((elo0, elo1)).then_some(Sprt { elo0, elo1 })
        };
        parse().ok_or_else(|| format!("'{text}' is not two rising Elo bounds such as 0,10"))
    }
}

/// Cumulative distribution function of Student's t with `freedom` degrees of freedom, at least 1 (Abramowitz and Stegun
/// 1964, 26.7.3 and 26.7.4).
pub(crate) fn student_cdf(x: f64, freedom: usize) -> f64 {
    let (sin, cos) = (x / (freedom as f64).sqrt()).atan().sin_cos();
    let is_odd = freedom % 2 == 1;
    let mut term = if is_odd { cos } else { 1.0 };
    let mut sum = 0.0;
    for n in (freedom % 2..freedom - 1).step_by(2) {
        sum += term;
        term *= cos * cos * (n + 1) as f64 / (n + 2) as f64;
    }
    let inner = if is_odd { (sin.atan2(cos) + sin * sum) * std::f64::consts::FRAC_2_PI } else { sin * sum };
    (1.0 + inner) / 2.0
}

/// Half the width of a 95 % interval in standard deviations that are estimated with `freedom` degrees of freedom.
pub(crate) fn student_95(freedom: usize) -> f64 {
    // With one degree it is 12.7.
    let (mut low, mut high) = (1.9, 13.0);
    for _ in 0..30 {
        let middle = (low + high) / 2.0;
        if student_cdf(middle, freedom) < 0.975 { low = middle } else { high = middle }
    }
    high
}

/// Cumulative distribution function of the standard normal distribution.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    #[test]
    fn elo_and_score_are_the_logistic_curve() {
        for (elo, score) in [(0.0, 0.5), (100.0, 0.640_06), (200.0, 0.759_75), (400.0, 10.0 / 11.0), (-100.0, 0.359_94)]
        {
            close(expected_score(elo), score, 1e-5);
            close(elo_of_score(score), elo, 0.01);
        }
    }

    #[test]
    fn the_error_bar_is_the_closed_form_when_pairs_are_independent_games() {
        // 1,000 games without draws or bias: pairs are binomial, 250 / 500 / 250.
        let estimate = PairCounts([250, 0, 500, 0, 250]).elo().unwrap();
        close(estimate.elo, 0.0, 1e-9);
        close(estimate.los, 0.5, 1e-6);
        // 1.96 standard errors of the score of 2,000 games, times the slope 400 / (ln 10 * 0.25).
        let error = 1.96 * (0.25f64 / 2000.0).sqrt() * 400.0 / (std::f64::consts::LN_10 * 0.25);
        close(estimate.high, error, 0.05);
        close(estimate.low, -error, 0.05);
    }

    #[test]
    fn the_interval_of_a_large_lead_is_not_symmetric_and_agrees_with_los() {
        let estimate = PairCounts([0, 0, 6, 0, 4]).elo().unwrap();
        assert_eq!(estimate.to_string(), "147.2 [16.4, 340.3]");
        assert!(estimate.los > 0.975);
    }

    #[test]
    fn los_is_the_normal_distribution() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (1.96, 0.975_002_1), (-1.0, 0.158_655_3), (3.0, 0.998_650_1)] {
            close(normal_cdf(x), p, 5e-8);
        }
    }

    #[test]
    fn students_distribution_has_its_known_values() {
        for (freedom, factor) in [(1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (25, 2.0595), (1000, 1.9623)] {
            close(student_95(freedom), factor, 1e-4);
            close(student_cdf(-factor, freedom), 0.025, 5e-6);
        }
    }

    #[test]
    fn the_test_has_the_bounds_of_wald_and_its_ratio_the_closed_form() {
        let (lower, upper) = Sprt::bounds();
        close(upper, 2.944_439, 1e-6);
        close(lower, -2.944_439, 1e-6);
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        let counts = PairCounts([100, 0, 300, 0, 140]);
        // N (s1 - s0) (2 mean - s0 - s1) / (2 variance), computed by hand.
        let mean = (300.0 * 0.5 + 140.0) / 540.0;
        let variance =
            (100.0 * mean * mean + 300.0 * (0.5 - mean) * (0.5 - mean) + 140.0 * (1.0 - mean) * (1.0 - mean)) / 540.0;
        let s1 = expected_score(10.0);
        close(test.llr(&counts), 540.0 * (s1 - 0.5) * (2.0 * mean - 0.5 - s1) / (2.0 * variance), 0.01);
    }

    #[test]
    fn the_test_decides_in_the_right_direction() {
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(test.state(&PairCounts::default()), SprtState::Continue);
        assert_eq!(test.state(&PairCounts([25, 50, 100, 52, 28])), SprtState::Continue);
        assert_eq!(test.state(&PairCounts([5, 10, 300, 200, 300])), SprtState::Accepted);
        assert_eq!(test.state(&PairCounts([300, 200, 300, 10, 5])), SprtState::Rejected);
    }

    #[test]
    fn pairs_that_are_all_alike_prove_nothing_yet() {
        let test = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(test.state(&PairCounts([0, 0, MIN_PAIRS, 0, 0])), SprtState::Continue);
        assert_eq!(test.state(&PairCounts([0, 0, 40, 0, 0])), SprtState::Continue);
        assert_eq!(test.state(&PairCounts([0, 0, 100_000, 0, 0])), SprtState::Rejected);
        let even = PairCounts([0, 0, 3, 0, 0]).elo().unwrap();
        assert!(even.elo == 0.0 && even.high > 50.0 && even.los == 0.5, "{even:?}");
        let one = PairCounts([0, 0, 0, 1, 0]).elo().unwrap();
        assert!(one.low < 0.0 && one.los < 0.95, "{one:?}");
    }

    #[test]
    fn a_clean_sweep_has_finite_numbers() {
        let estimate = PairCounts([0, 0, 0, 0, 40]).elo().unwrap();
        assert!(estimate.elo > 1000.0 && estimate.elo.is_finite() && estimate.los == 1.0);
        assert_eq!(Sprt { elo0: 0.0, elo1: 10.0 }.state(&PairCounts([0, 0, 0, 0, 400])), SprtState::Accepted);
    }

    #[test]
    fn an_unbeaten_side_has_an_error_bar_as_well() {
        let mut pairs = PairCounts::default();
        pairs.add(4);
        let one = pairs.elo().unwrap();
        (0..99).for_each(|_| pairs.add(4));
        let hundred = pairs.elo().unwrap();
        assert!(one.low < 0.0, "one pair proves nothing");
        close(hundred.low, elo_of_score(1.0 - 3.0 / 103.0), 1e-6);
        assert_eq!(format!("{hundred:.0}"), "above 609");
        let lost = PairCounts([4, 0, 0, 0, 0]).elo().unwrap();
        assert_eq!(lost.to_string(), "below -50.0");
        assert_eq!(PairCounts([1, 0, 2, 0, 1]).elo().unwrap().to_string(), "0.0 [-296.6, 296.6]");
        // The interval reaches beyond all scores, or nearly, but one of its ends is known.
        assert_eq!(format!("{:.0}", PairCounts([0, 0, 0, 1, 999]).elo().unwrap()), "above 1062");
        assert_eq!(format!("{:.0}", PairCounts([999, 1, 0, 0, 0]).elo().unwrap()), "below -1062");
        for pairs in [20, 200, 5_000, 100_000] {
            let nearly = PairCounts([0, 0, 1, 1, pairs]).elo().unwrap();
            assert!(nearly.to_string().starts_with("above ") && nearly.elo - nearly.low < MAX_ERROR, "{nearly}");
        }
        // The interval of one pair reaches beyond all scores.
        let pair = PairCounts([0, 0, 0, 1, 0]).elo().unwrap();
        assert!(pair.high - pair.low > 2_000.0, "{pair:?}");
        assert_eq!(format!("{pair:.0}"), "unknown after so few games");
    }
}
