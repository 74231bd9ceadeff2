//! Worker threads for independent tasks: the pool used by matches, openings and training.

use anyhow::Result;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

/// Most threads of a pool, because each takes memory and the system limits their number.
const MAX_THREADS: usize = 256;

/// A fixed number of threads.
pub struct Pool {
    threads: ThreadPool,
}

impl Pool {
    /// A pool of this many threads, at least one and at most 256. Fails when the system gives no threads.
    pub fn new(threads: usize) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self { threads: ThreadPoolBuilder::new().num_threads(threads.clamp(1, MAX_THREADS)).build()? })
    }

    /// The results of `work` on each item, in the order of the items.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
        self.threads.install(|| items.par_iter().map(&work).collect())
    }

    /// Runs the tasks, in order, on all threads. Each thread has its own state, made by `start` from the thread's
    /// number, and ends when `work` returns `None`. `receive` is called on the calling thread with the results as they
    /// come; when it breaks, running tasks are finished and their results dropped.
    pub fn run<S, J: Send, T: Send>(
        &self,
        tasks: impl Iterator<Item = J> + Send,
        start: impl Fn(usize) -> S + Sync,
        work: impl Fn(&mut S, J) -> Option<T> + Sync,
        mut receive: impl FnMut(T) -> ControlFlow<()>,
    ) {
        let tasks = Mutex::new(tasks);
        let ended = AtomicBool::new(false);
        self.threads.in_place_scope(|scope| {
            let (sender, results) = mpsc::channel();
            for worker in 0..self.threads.current_num_threads() {
                let (sender, tasks, ended, start, work) = (sender.clone(), &tasks, &ended, &start, &work);
                scope.spawn(move |_| {
                    let mut state = start(worker);
                    while !ended.load(Ordering::Relaxed) {
                        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some(result) = task.and_then(|task| work(&mut state, task)) else { return };
                        if sender.send(result).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            for result in results {
                if !ended.load(Ordering::Relaxed) && receive(result).is_break() {
                    ended.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    /// [`Pool::run`] with the results received in the order of the tasks. Fails as `receive` does, which ends the run.
    pub fn run_in_order<S, J: Send, T: Send>(
        &self,
        tasks: impl Iterator<Item = J> + Send,
        start: impl Fn(usize) -> S + Sync,
        work: impl Fn(&mut S, J) -> Option<T> + Sync,
        mut receive: impl FnMut(T) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let (mut waiting, mut next, mut trouble) = (BTreeMap::new(), 0, Ok(()));
        let numbered = |state: &mut S, (number, task): (usize, J)| Some((number, work(state, task)?));
        self.run(tasks.enumerate(), start, numbered, |(number, result)| {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                next += 1;
                match receive(result) {
                    Ok(flow) => flow?,
                    Err(error) => {
                        trouble = Err(error);
                        return ControlFlow::Break(());
                    }
                }
            }
            ControlFlow::Continue(())
        });
        trouble
    }
}

/// Splits a range into at most `count` parts of nearly equal length.
pub fn parts(range: Range<usize>, count: usize) -> Vec<Range<usize>> {
    let length = range.len().div_ceil(count).max(1);
    let end = range.end;
    range.step_by(length).map(|from| from..(from + length).min(end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread::sleep;
    use std::time::Duration;

    /// Squares of the numbers below `count`, of which those of even numbers come late; the receiver breaks at `end`.
    fn squares(threads: usize, count: u64, end: u64) -> Vec<u64> {
        let mut received = Vec::new();
        let work = |_: &mut (), number: u64| {
            sleep(Duration::from_millis(2 * (1 - number % 2)));
            Some(number * number)
        };
        let receive = |square| {
            received.push(square);
            Ok(if square == end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        Pool::new(threads).unwrap().run_in_order(0..count, |_| (), work, receive).unwrap();
        received
    }

    #[test]
    fn results_come_in_order_on_any_number_of_threads_and_end_with_a_break() {
        for threads in [1, 2, 7, usize::MAX] {
            assert_eq!(squares(threads, 20, u64::MAX), (0..20).map(|n| n * n).collect::<Vec<_>>());
            assert_eq!(squares(threads, 1000, 49), [0, 1, 4, 9, 16, 25, 36, 49]);
        }
        assert_eq!(squares(2, 0, 0), [0; 0]);
    }

    #[test]
    fn parts_are_the_whole_range_and_their_results_stand_in_order() {
        assert_eq!(parts(3..3, 4), []);
        assert_eq!(parts(3..5, 4), [3..4, 4..5]);
        assert_eq!(parts(0..10, 4), [0..3, 3..6, 6..9, 9..10]);
        let pool = Pool::new(3).unwrap();
        assert_eq!(pool.map(&parts(0..10, 4), |part| part.start), [0, 3, 6, 9]);
    }

    #[test]
    fn a_thread_keeps_its_state_and_leaves_when_its_work_is_none() {
        let mut sums = Vec::new();
        let work = |sum: &mut u32, number: u32| {
            *sum += number;
            (*sum < 10).then_some(*sum)
        };
        Pool::new(1).unwrap().run(
            1..,
            |_| 0,
            work,
            |sum| {
                sums.push(sum);
                ControlFlow::Continue(())
            },
        );
        assert_eq!(sums, [1, 3, 6]);
    }
}
