//! GTP's time: main time, then periods (byo-yomi), for each color.

use std::time::Duration;
use tengen::base::Color;
use tengen::search::TimeControl;

/// The clocks of both colors, from `time_settings`, `time_left` and the moves.
#[derive(Clone, Debug, Default)]
pub(super) struct Clock {
    settings: Option<TimeSettings>,
    /// Time and stones of the last `time_left`, for each color.
    left: [Option<(Duration, u32)>; 2],
    /// Time used for own moves since `time_settings`, for each color.
    used: [Duration; 2],
}

/// The arguments of `time_settings`: the main time, then periods of a time for a number of stones each.
#[derive(Clone, Copy, Debug)]
struct TimeSettings {
    main: Duration,
    period: Duration,
    /// Stones of a period; 0 with a period stands for no limit.
    stones: u32,
}

/// Time for a move without `time_settings` and `time_left`.
pub(super) const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(5);

impl Clock {
    /// `time_settings`: starts the clocks anew.
    pub fn set(&mut self, main: Duration, period: Duration, stones: u32) {
        *self = Self { settings: Some(TimeSettings { main, period, stones }), ..Self::default() };
    }

    /// `time_left`: with 0 stones the rest of the main time, else the rest of the period for this many stones.
    pub fn set_left(&mut self, color: Color, time: Duration, stones: u32) {
        self.left[color.index()] = Some((time, stones));
    }

    /// Subtracts the time of a move, until the next `time_left`.
    pub fn spend(&mut self, color: Color, time: Duration) {
        self.used[color.index()] += time;
        let period = self.settings.filter(|settings| settings.stones > 0);
        if let Some((left, stones)) = &mut self.left[color.index()] {
            (*left, *stones) = match (*stones, period) {
                // The last stone of a period begins the next one.
                (1, Some(settings)) => (settings.period, settings.stones),
                (count, _) => (left.saturating_sub(time), count.saturating_sub(u32::from(count > 1))),
            };
        }
    }

    /// Restarts the clocks for a new game.
    pub fn restart(&mut self) {
        self.left = [None; 2];
        self.used = [Duration::ZERO; 2];
    }

    /// The limits of the next move of a color.
    pub fn time_control(&self, color: Color) -> TimeControl {
        let per_move =
            |time: Duration, stones: u32| TimeControl { turn: time / stones.max(1), match_time: None, left: None };
        let main = |left: Duration, share: Duration| {
            let time = left + share;
            TimeControl { turn: time, match_time: None, left: Some(time) }
        };
        let Some(settings) = self.settings else {
            return match self.left[color.index()] {
                Some((time, 0)) => main(time, Duration::ZERO),
                Some((time, stones)) => per_move(time, stones),
                None => per_move(DEFAULT_MOVE_TIME, 1),
            };
        };
        if settings.stones == 0 && !settings.period.is_zero() {
            return per_move(DEFAULT_MOVE_TIME, 1);
        }
        // A move's share of the period after the main time.
        let share = settings.period / settings.stones.max(1);
        match self.left[color.index()] {
            Some((time, 0)) if time.is_zero() && !share.is_zero() => per_move(share, 1),
            Some((time, 0)) => main(time, share),
            Some((time, stones)) => per_move(time, stones),
            None => match settings.main.checked_sub(self.used[color.index()]) {
                Some(left) if !left.is_zero() => main(left, share),
                _ => per_move(share, 1),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn main_time_comes_first_and_a_share_of_the_period_after_it() {
        let mut clock = Clock::default();
        assert_eq!(clock.time_control(Color::Black).turn, DEFAULT_MOVE_TIME);
        clock.set(60 * SECOND, 30 * SECOND, 5);
        assert_eq!(clock.time_control(Color::Black).left, Some(66 * SECOND));
        clock.spend(Color::Black, 60 * SECOND);
        let time = clock.time_control(Color::Black);
        assert_eq!((time.turn, time.left), (6 * SECOND, None));
        assert_eq!(clock.time_control(Color::White).left, Some(66 * SECOND), "each color has its clock");
    }

    #[test]
    fn time_left_counts_more_than_the_own_clock() {
        let mut clock = Clock::default();
        clock.set(60 * SECOND, Duration::ZERO, 0);
        clock.set_left(Color::White, 10 * SECOND, 0);
        assert_eq!(clock.time_control(Color::White).left, Some(10 * SECOND));
        clock.set_left(Color::White, 10 * SECOND, 4);
        assert_eq!(clock.time_control(Color::White).turn, 10 * SECOND / 4);
    }

    #[test]
    fn the_last_stone_of_a_period_begins_the_next_one() {
        let mut clock = Clock::default();
        clock.set(Duration::ZERO, 30 * SECOND, 2);
        clock.set_left(Color::Black, 30 * SECOND, 2);
        for expected in [15, 10, 15] {
            assert_eq!(clock.time_control(Color::Black).turn, expected * SECOND);
            clock.spend(Color::Black, 20 * SECOND);
        }
        // The end of the main time that `time_left` has given begins a period, too.
        clock.set_left(Color::Black, 10 * SECOND, 0);
        assert_eq!(clock.time_control(Color::Black).left, Some(25 * SECOND));
        clock.spend(Color::Black, 20 * SECOND);
        let time = clock.time_control(Color::Black);
        assert_eq!((time.turn, time.left), (15 * SECOND, None));
        // Without periods there is no time left.
        clock.set(10 * SECOND, Duration::ZERO, 0);
        clock.set_left(Color::Black, Duration::ZERO, 0);
        assert_eq!(clock.time_control(Color::Black).left, Some(Duration::ZERO));
    }

    #[test]
    fn a_period_without_stones_is_no_limit_and_no_time_at_all_is_a_move_at_once() {
        let mut clock = Clock::default();
        clock.set(Duration::ZERO, SECOND, 0);
        assert_eq!(clock.time_control(Color::Black).turn, DEFAULT_MOVE_TIME);
        clock.set(Duration::ZERO, Duration::ZERO, 0);
        assert_eq!(clock.time_control(Color::Black).turn, Duration::ZERO);
    }
}
