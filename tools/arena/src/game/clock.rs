//! The clock of a player in a game: the match time left, and the time taken beyond it.

use crate::limits::EngineLimits;
use std::time::Duration;
use tengen_game::Fault;

/// The match time of a player, including the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchClock {
    /// Match time left; `None` without a limit.
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

    /// Match time left; `None` without a limit.
    pub fn left(&self) -> Option<Duration> {
        self.left
    }

    /// Subtracts the time of an answer and adds the increment. Fails when more than `tolerance` in total was taken
    /// beyond the match time: the tolerance is for the whole game, not for each answer.
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
