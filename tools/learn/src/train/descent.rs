//! Adam (Kingma and Ba 2015) with a Gaussian prior around the first parameters; the same on any number of threads.

use super::Losses;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

/// What is learned from: rows that say how far a model's numbers are off.
pub trait Samples: Sync {
    /// How many rows there are.
    fn len(&self) -> usize;

    /// Adds the gradient of the rows in `range` to `gradient`; returns their summed loss in nats.
    fn loss(&self, numbers: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64;
}

/// How one kind of numbers is learned.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// Width of the prior around the first numbers, in natural units of log-odds.
    pub prior: f32,
    /// The first step; steps fall to nothing over the epochs.
    pub rate: f32,
    /// Passes over the rows.
    pub epochs: usize,
    /// Rows a step.
    pub batch: usize,
    /// Threads.
    pub threads: usize,
}

/// Number of parts in which rows are summed. The parts are added in order, so that the result is the same with any
/// number of threads.
const PARTS: usize = 16;

/// The summed loss of the rows in `range` and its gradient.
fn in_parallel(numbers: &[f32], range: Range<usize>, samples: &dyn Samples, threads: usize) -> (f64, Vec<f32>) {
    let length = range.len().div_ceil(PARTS).max(1);
    let starts: Vec<usize> = range.clone().step_by(length).collect();
    let sums: Vec<Vec<(f64, Vec<f32>)>> = thread::scope(|scope| {
        let work = |starts: &[usize]| {
            let part = |&from: &usize| {
                let mut gradient = vec![0.0; numbers.len()];
                (samples.loss(numbers, from..(from + length).min(range.end), &mut gradient), gradient)
            };
            starts.iter().map(part).collect()
        };
        let share = starts.len().div_ceil(threads.max(1)).max(1);
        let workers: Vec<_> = starts.chunks(share).map(|starts| scope.spawn(move || work(starts))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    });
    let mut gradient = vec![0.0; numbers.len()];
    let mut loss = 0.0;
    for (part_loss, part) in sums.into_iter().flatten() {
        loss += part_loss;
        gradient.iter_mut().zip(part).for_each(|(sum, number)| *sum += number);
    }
    (loss, gradient)
}

/// Adam (Kingma and Ba 2015) on the loss and the prior; the numbers of the best epoch on the second samples.
pub fn descend(
    start: Vec<f32>,
    course: Course,
    [train, held_out]: [&dyn Samples; 2],
    progress: &mut dyn FnMut(usize, Losses),
) -> (Vec<f32>, Vec<Losses>) {
    let Course { prior, rate: first_rate, epochs, batch, threads } = course;
    let count = train.len();
    let in_parallel =
        |numbers: &[f32], range: Range<usize>, samples: &dyn Samples| in_parallel(numbers, range, samples, threads);
    let mean = |numbers: &[f32], samples: &dyn Samples| {
        (in_parallel(numbers, 0..samples.len(), samples).0 / samples.len().max(1) as f64) as f32
    };
    let mut numbers = start.clone();
    let (mut first, mut second) = (vec![0.0f32; start.len()], vec![0.0f32; start.len()]);
    let before = Losses { train: mean(&numbers, train), held_out: mean(&numbers, held_out) };
    progress(0, before);
    let mut losses = vec![before];
    let mut best = (before.held_out, start.clone());
    let mut steps = 0;
    for epoch in 1..=epochs {
        let rate = first_rate * (1.0 - (epoch - 1) as f32 / epochs as f32);
        let mut sum = 0.0;
        for from in (0..count).step_by(batch) {
            let range = from..(from + batch).min(count);
            let length = range.len() as f32;
            let (loss, gradient) = in_parallel(&numbers, range, train);
            sum += loss;
            steps += 1;
            let correct = [1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps)];
            for i in 0..numbers.len() {
                let pull = (numbers[i] - start[i]) / (prior * prior * count as f32);
                let slope = gradient[i] / length + pull;
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                numbers[i] -= rate * (first[i] / correct[0]) / ((second[i] / correct[1]).sqrt() + 1e-7);
            }
        }
        let now = Losses { train: (sum / count.max(1) as f64) as f32, held_out: mean(&numbers, held_out) };
        progress(epoch, now);
        losses.push(now);
        if now.held_out < best.0 {
            best = (now.held_out, numbers.clone());
        }
    }
    (best.1, losses)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squared distances from one number, a row each.
    struct Distances(Vec<f32>);

    impl Samples for Distances {
        fn len(&self) -> usize {
            self.0.len()
        }

        fn loss(&self, numbers: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64 {
            let distances = self.0[range].iter().map(|value| numbers[0] - value);
            let square = |distance: f32| {
                gradient[0] += 2.0 * distance;
                f64::from(distance * distance)
            };
            distances.map(square).sum()
        }
    }

    #[test]
    fn the_mean_is_found_with_any_number_of_threads_and_the_same() {
        let samples = Distances((0..999).map(|i| (i as f32).sin() + 3.0).collect());
        let mean = samples.0.iter().sum::<f32>() / 999.0;
        let course = |threads| Course { prior: 10.0, rate: 0.1, epochs: 100, batch: 64, threads };
        let find = |threads| descend(vec![0.0], course(threads), [&samples, &samples], &mut |_, _| {});
        let (found, losses) = find(1);
        assert!((found[0] - mean).abs() < 0.01, "{} is not {mean}", found[0]);
        assert_eq!(losses.len(), 101);
        for threads in [2, 3, 64] {
            assert_eq!(find(threads), (found.clone(), losses.clone()));
        }
    }

    #[test]
    fn nothing_to_learn_from_changes_nothing() {
        let nothing = Distances(Vec::new());
        let course = Course { prior: 1.0, rate: 0.1, epochs: 2, batch: 8, threads: 2 };
        let (numbers, losses) = descend(vec![5.0], course, [&nothing, &nothing], &mut |_, _| {});
        assert_eq!((numbers, losses), (vec![5.0], vec![Losses { train: 0.0, held_out: 0.0 }; 3]));
    }
}
