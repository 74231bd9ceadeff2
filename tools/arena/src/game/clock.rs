//! A player's clock in a game: the match time that is left, and what was taken beyond it.

use crate::limits::EngineLimits;
use std::time::Duration;
use tengen_game::Fault;

/// A player's match time, from the opening on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchClock {
    /// `None` without a limit.
    left: Option<Duration>,
    increment: Duration,
    /// Time taken beyond the match time.
    overdrawn: Duration,
}

impl MatchClock {
    /// A clock at the beginning of a game.
    pub fn new(limits: &EngineLimits) -> Self {
        Self { left: limits.match_time, increment: limits.increment, overdrawn: Duration::ZERO }
    }

    /// Match time left; `None` when it has no limit.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Takes the time of an answer off and adds the increment.
    ///
    /// # Errors
    /// When more than `tolerance` was taken beyond the match time: that is forgiven once, not with every answer.
    pub fn take_off(&mut self, time: Duration, tolerance: Duration) -> Result<(), Fault> {
        let Some(left) = &mut self.left else { return Ok(()) };
        self.overdrawn += time.saturating_sub(*left);
        *left = left.saturating_sub(time) + self.increment;
        if self.overdrawn > tolerance { Err(Fault::Time) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tolerance_is_forgiven_once() {
        let ms = Duration::from_millis;
        let limits = EngineLimits { match_time: Some(ms(100)), increment: ms(10), ..EngineLimits::default() };
        let mut clock = MatchClock::new(&limits);
        assert_eq!((clock.take_off(ms(150), ms(80)), clock.left()), (Ok(()), Some(ms(10))));
        assert_eq!((clock.take_off(ms(40), ms(80)), clock.left()), (Ok(()), Some(ms(10))));
        assert_eq!(clock.take_off(ms(9), ms(80)), Ok(()));
        assert_eq!(clock.take_off(ms(12), ms(80)), Err(Fault::Time));
        assert_eq!(MatchClock::new(&EngineLimits::default()).take_off(ms(1_000_000), ms(0)), Ok(()));
    }
}
