//! Effects of many changes that were tested at once, by linear regression of the sets' scores.

use super::sets::{GAMES_OF_SET, SetResult};
use crate::statistics::{EloEstimate, student_95, student_cdf};

/// Elo per point of score in a game, at equal strength.
const ELO_PER_SCORE: f64 = 400.0 * 4.0 / std::f64::consts::LN_10;
/// Number of sets whose variance is taken to be [`PRIOR_VARIANCE`], in addition to those played: a few equal sets do not
/// show that all sets are equal.
const PRIOR: f64 = 0.5;
/// Variance of a set's score if its games are independent and have no draws.
const PRIOR_VARIANCE: f64 = 0.25 / GAMES_OF_SET as f64;

/// The effect of each change, in order; `None` while there are too few sets to separate them.
pub fn effects(sets: &[SetResult]) -> Option<Vec<EloEstimate>> {
    let count = sets.first()?.first_has.len();
    let signs =
        |set: &SetResult| -> Vec<f64> { set.first_has.iter().map(|&first| if first { 1.0 } else { -1.0 }).collect() };
    let lead = |set: &SetResult| set.games.points() / set.games.games().max(1) as f64 - 0.5;
    // The normal equations of least squares.
    let mut products = vec![vec![0.0; count]; count];
    let mut sums = vec![0.0; count];
    for set in sets {
        let signs = signs(set);
        for i in 0..count {
            sums[i] += signs[i] * lead(set);
            (0..count).for_each(|j| products[i][j] += signs[i] * signs[j]);
        }
    }
    let inverse = inverse(products)?;
    let effects: Vec<f64> = inverse.iter().map(|row| dot(row, &sums)).collect();
    let freedom = sets.len().checked_sub(count).filter(|&freedom| freedom > 0)?;
    let factor = student_95(freedom);
    let squares: f64 = sets.iter().map(|set| (lead(set) - dot(&signs(set), &effects)).powi(2)).sum();
    let variance = (squares + PRIOR * PRIOR_VARIANCE) / (freedom as f64 + PRIOR);
    let estimate = |(i, effect): (usize, &f64)| {
        let deviation = (variance * inverse[i][i]).sqrt();
        let error = factor * deviation;
        EloEstimate {
            elo: effect * ELO_PER_SCORE,
            low: (effect - error) * ELO_PER_SCORE,
            high: (effect + error) * ELO_PER_SCORE,
            one_sided: false,
            los: student_cdf(effect / deviation, freedom),
        }
    };
    Some(effects.iter().enumerate().map(estimate).collect())
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a symmetric positive definite matrix by Gauss-Jordan elimination; `None` if it is singular.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    let count = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..count).map(|i| (0..count).map(|j| f64::from(i == j)).collect()).collect();
    for i in 0..count {
        // The pivot is positive unless a change is a combination of others, so rows need not be exchanged.
        let pivot = matrix[i][i];
        if pivot < 1e-6 {
            return None;
        }
        for row in [&mut matrix, &mut inverse] {
            row[i].iter_mut().for_each(|value| *value /= pivot);
        }
        for other in (0..count).filter(|&other| other != i) {
            let factor = matrix[other][i];
            for rows in [&mut matrix, &mut inverse] {
                let from = rows[i].clone();
                rows[other].iter_mut().zip(from).for_each(|(value, from)| *value -= factor * from);
            }
        }
    }
    Some(inverse)
}

#[cfg(test)]
mod tests {
    use super::super::sets::half;
    use super::*;
    use crate::tournament::pairing::Wdl;
    use tengen::base::SplitMix64;

    /// Sets whose games follow from known effects of the changes.
    fn sets(worths: &[f64], count: usize, seed: u64) -> Vec<SetResult> {
        let mut random = SplitMix64::new(seed);
        let play = |set: usize| {
            let first_has = half(worths.len(), 3, set);
            let lead: f64 =
                first_has.iter().zip(worths).map(|(&first, worth)| if first { *worth } else { -worth }).sum();
            let mut games = Wdl::default();
            for _ in 0..GAMES_OF_SET {
                let is_won = (random.next() >> 11) as f64 / (1u64 << 53) as f64 <= 0.5 + lead / ELO_PER_SCORE;
                games.add(Wdl { wins: is_won.into(), losses: (!is_won).into(), draws: 0 });
            }
            SetResult { first_has, games }
        };
        (0..count).map(play).collect()
    }

    #[test]
    fn the_worth_of_every_change_is_found_within_its_error() {
        let worths = [60.0, -40.0, 0.0, 15.0, 0.0, -5.0, 0.0, 30.0];
        let found = effects(&sets(&worths, 3000, 7)).unwrap();
        for (found, worth) in found.iter().zip(worths) {
            // The error of 24,000 games is 4.5; twice that is exceeded once in ten thousand times.
            let error = found.high - found.elo;
            assert!((found.elo - worth).abs() < 2.0 * error && (3.5..5.5).contains(&error), "{found} {worth}");
        }
        assert!(found[0].los > 0.999 && found[1].los < 0.001);
    }

    #[test]
    fn nineteen_of_twenty_errors_of_few_sets_reach_the_worth() {
        let worths = [20.0, 0.0, -50.0];
        for count in [7, 8, 12] {
            let tests = (0..1000).filter_map(|seed| effects(&sets(&worths, count, seed)));
            let reached = |found: Vec<EloEstimate>| {
                found.iter().zip(worths).filter(|(found, worth)| (found.low..=found.high).contains(worth)).count()
            };
            let share = tests.map(reached).sum::<usize>() as f64 / 3000.0;
            assert!((0.94..0.98).contains(&share), "{share} with {count} sets");
        }
        let alike = |set| SetResult { first_has: half(2, 3, set), games: Wdl { wins: 4, draws: 0, losses: 4 } };
        let found = effects(&(0..4).map(alike).collect::<Vec<_>>()).unwrap();
        assert!(found.iter().all(|found| found.high > 50.0 && found.los == 0.5), "{found:?}");
    }

    #[test]
    fn too_few_games_say_nothing() {
        assert!(effects(&[]).is_none());
        assert!(effects(&sets(&[1.0; 8], 8, 7)).is_none());
        // Two changes that always play together cannot be separated.
        let together = |first| SetResult { first_has: vec![first, first], games: Wdl { wins: 5, draws: 0, losses: 3 } };
        assert!(effects(&[true, false, true, true].map(together)).is_none());
    }
}
