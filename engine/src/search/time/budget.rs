//! Time management: from the manager's time limits to the soft and the hard limit of a search.

use std::time::Duration;

/// Time limits received from the manager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Limit of one move; zero: an immediate answer.
    pub turn: Duration,
    /// Limit of the whole match; `None`: no limit.
    pub match_time: Option<Duration>,
    /// Time left of the match, if it is known.
    pub left: Option<Duration>,
}

impl Default for TimeControl {
    /// The protocol's default: 30 s a move and no match limit.
    fn default() -> Self {
        Self { turn: Duration::from_secs(30), match_time: None, left: None }
    }
}

/// Time limits of a search, counted from the start of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// No new iteration begins after a share of this (the parameters `soft_share`, `soft_share_unstable` and so on);
    /// `MAX` when saving time is useless.
    pub soft: Duration,
    /// The search is aborted at this time.
    pub hard: Duration,
}

/// Own moves that a game is expected to last at its first move.
const MOVES_TO_COME: u32 = 26;
/// Fewest own moves that a game is always expected to last.
const MIN_MOVES_TO_COME: u32 = 9;
/// Most shares of the time left that one move may take.
const MAX_SHARES: u32 = 4;
/// Divisor of the limit for the reserve that covers the time between the search and the manager's clock.
const RESERVE_DIVISOR: u32 = 16;
const MIN_RESERVE: Duration = Duration::from_millis(6);
const MAX_RESERVE: Duration = Duration::from_millis(120);

impl Budget {
    /// No limit of time.
    pub const UNLIMITED: Budget = Budget { soft: Duration::MAX, hard: Duration::MAX };

    /// The budget of a move by a player with `stones_played` stones on the board, on a machine with this `delay`.
    ///
    /// The hard limit is the limit of the move, or the time left of the match if that is less, minus a reserve. The
    /// soft limit is an equal share of the time left for each of the moves to come.
    pub fn for_move(time: &TimeControl, stones_played: usize, delay: Delay) -> Self {
        let left = time.left.or(time.match_time);
        let limit = left.map_or(time.turn, |left| left.min(time.turn));
        let usual = (limit / RESERVE_DIVISOR).clamp(MIN_RESERVE, MAX_RESERVE);
        let reserve = usual.max(delay.reserve().min(limit / 2));
        let hard = limit.saturating_sub(reserve);
        let Some(left) = left else { return Self { soft: Duration::MAX, hard } };
        let to_come = MOVES_TO_COME.saturating_sub(stones_played as u32 / 2).max(MIN_MOVES_TO_COME);
        let share = left.saturating_sub(reserve) / to_come;
        // One move may take several shares, as long as enough is left for the moves after it. Saving time is useless
        // when the limit of the move is tighter.
        Self { soft: if share < hard { share } else { Duration::MAX }, hard: (share * MAX_SHARES).min(hard) }
    }
}

/// How long after its hard limit a search ends because other programs use the processors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay(Duration);

/// Largest delay that is recorded: a long suspension is unlikely to repeat at the next move.
const MAX_DELAY: Duration = Duration::from_millis(400);

impl Delay {
    /// No delay.
    pub const NONE: Delay = Delay(Duration::ZERO);

    /// Records how late a search ended. An earlier delay shrinks by a quarter with each search.
    pub fn note(&mut self, due: Duration, answered: Duration) {
        self.0 = answered.saturating_sub(due).min(MAX_DELAY).max(self.0 * 3 / 4);
    }

    /// The reserve for this delay: half as much again.
    fn reserve(self) -> Duration {
        self.0 * 3 / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(turn: u64, left: Option<u64>) -> TimeControl {
        TimeControl { turn: Duration::from_millis(turn), match_time: None, left: left.map(Duration::from_millis) }
    }

    #[test]
    fn a_move_never_plans_beyond_its_limit_or_what_is_left() {
        for turn in [0, 1, 5, 10, 100, 1_000, 30_000, 300_000] {
            for left in [None, Some(0), Some(3), Some(50), Some(1_000), Some(1_000_000)] {
                for stones in [0, 10, 60, 7_000] {
                    for delay in [Delay::NONE, Delay(Duration::from_millis(50)), Delay(MAX_DELAY)] {
                        let time = control(turn, left);
                        let budget = Budget::for_move(&time, stones, delay);
                        let limit = time.left.map_or(time.turn, |left| left.min(time.turn));
                        assert!(budget.hard < limit || limit.is_zero() && budget.hard.is_zero());
                        assert!(budget.soft <= budget.hard || budget.soft == Duration::MAX);
                    }
                }
            }
        }
    }

    #[test]
    fn a_match_of_a_hundred_moves_ends_within_its_time() {
        for (turn, total) in [(5_000, 120_000), (30_000, 180_000), (300_000, 1_000_000), (5_000, 1_000)] {
            let mut left = Duration::from_millis(total);
            for stones in 0..100 {
                let time = control(turn, Some(left.as_millis() as u64));
                // The worst case: every move takes all the time that it may.
                left = left.checked_sub(Budget::for_move(&time, stones, Delay::NONE).hard).expect("time ran out");
            }
        }
    }

    #[test]
    fn where_searches_end_late_they_are_to_end_earlier() {
        let ms = Duration::from_millis;
        let hard = |delay| Budget::for_move(&control(1_000, None), 10, delay).hard;
        let usual = hard(Delay::NONE);
        let mut delay = Delay::NONE;
        delay.note(usual, usual - ms(1));
        assert_eq!(delay, Delay::NONE);
        delay.note(usual, usual + ms(20));
        assert_eq!(hard(delay), usual, "the usual reserve is large enough");
        delay.note(usual, usual + ms(100));
        assert_eq!(hard(delay), ms(850));
        delay.note(hard(delay), hard(delay) - ms(300));
        assert_eq!((delay, hard(delay)), (Delay(ms(75)), ms(1_000) - ms(75) * 3 / 2));
        for _ in 0..20 {
            delay.note(hard(delay), hard(delay) + ms(1));
        }
        assert_eq!((delay, hard(delay)), (Delay(ms(1)), usual));
        delay.note(usual, usual + ms(60_000));
        assert_eq!((delay, hard(delay)), (Delay(MAX_DELAY), ms(500)), "half of the time is searched in any case");
    }
}
