use super::Losses;
use std::ops::Range;
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

/// Adam (Kingma and Ba 2015) on the loss and the prior; the numbers of the best epoch on the second samples.
pub fn descend(
    start: Vec<f32>,
    course: Course,
    [train, held_out]: [&dyn Samples; 2],
    progress: &mut dyn FnMut(usize, Losses),
) -> (Vec<f32>, Vec<Losses>) {
    let Course { prior, rate: first_rate, epochs, batch, threads } = course;
    let count = train.len();
    // In every thread a part of the range; the sums are added up in order, so a run can be repeated.
    let in_parallel = |numbers: &[f32], range: Range<usize>, samples: &dyn Samples| {
        let part = range.len().div_ceil(threads.max(1)).max(1);
        let starts = range.clone().step_by(part);
        let parts: Vec<(f64, Vec<f32>)> = thread::scope(|scope| {
            let workers: Vec<_> = starts
                .map(|from| {
                    let range = from..(from + part).min(range.end);
                    scope.spawn(move || {
                        let mut gradient = vec![0.0; numbers.len()];
                        (samples.loss(numbers, range, &mut gradient), gradient)
                    })
                })
                .collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        let mut gradient = vec![0.0; numbers.len()];
        let mut loss = 0.0;
        for (part_loss, part) in parts {
            loss += part_loss;
            gradient.iter_mut().zip(part).for_each(|(sum, number)| *sum += number);
        }
        (loss, gradient)
    };
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
        let now = Losses { train: (sum / count as f64) as f32, held_out: mean(&numbers, held_out) };
        progress(epoch, now);
        losses.push(now);
        if now.held_out < best.0 {
            best = (now.held_out, numbers.clone());
        }
    }
    (best.1, losses)
}
