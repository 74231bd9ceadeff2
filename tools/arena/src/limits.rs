//! Limits of an engine in a match, and their text form.

use jiff::SignedDuration;
use std::time::Duration;

/// Limits of one engine in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineLimits {
    /// Time limit of a move.
    pub turn: Option<Duration>,
    /// Time limit of a match.
    pub match_time: Option<Duration>,
    /// Time added after each move.
    pub increment: Duration,
    /// Node limit of a move (`INFO max_node`).
    pub nodes: Option<u64>,
    /// Depth limit of a move (`INFO max_depth`).
    pub depth: Option<u32>,
    /// Memory limit in bytes (`INFO max_memory`).
    pub memory: Option<u64>,
}

/// Time limit of a move without a time limit, where usually nodes or depth are the actual limit.
const NO_TURN_LIMIT: Duration = Duration::from_secs(60);

impl EngineLimits {
    /// Time limit of a move; without one the match's time, or else one minute.
    pub fn turn_or_default(&self) -> Duration {
        self.turn.or(self.match_time).unwrap_or(NO_TURN_LIMIT)
    }
}

/// The longest time: sums of a few of them cannot overflow.
const YEAR: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Reads `20ms`, `5s`, `1.5s`, `2m` or `500` (milliseconds). Fails when the text is none of these, or longer than a year.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let written = || text.parse::<SignedDuration>().ok().and_then(|duration| duration.try_into().ok());
    let milliseconds = text.parse().map(Duration::from_millis).ok();
    let time = milliseconds.or_else(written).ok_or_else(|| format!("'{text}' is not a time such as 20ms, 5s or 2m"))?;
    if time <= YEAR { Ok(time) } else { Err(format!("'{text}' is longer than a year")) }
}

/// Reads `350M`, `64K`, `1G` or bytes. Fails when the text is none of these.
pub fn parse_memory(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.to_ascii_uppercase().chars().last() {
        Some('K') => (&text[..text.len() - 1], 1 << 10),
        Some('M') => (&text[..text.len() - 1], 1 << 20),
        Some('G') => (&text[..text.len() - 1], 1 << 30),
        _ => (text, 1),
    };
    let number: Option<u64> = number.parse().ok();
    number.and_then(|n| n.checked_mul(unit)).ok_or_else(|| format!("'{text}' is not a size such as 350M"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read_as_people_write_them() {
        assert_eq!(parse_duration("20ms"), Ok(Duration::from_millis(20)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(parse_duration("500"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("1h"), Ok(Duration::from_secs(3_600)));
        assert_eq!(parse_duration("8760h"), Ok(YEAR));
        for wrong in ["fast", "", "5 parsecs", "-5s", "NaN", "8761h", "9223372036854775807s", "18446744073709551615"] {
            assert!(parse_duration(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_memory("350M"), Ok(367_001_600));
        assert_eq!(parse_memory("1024"), Ok(1024));
        assert!(parse_memory("much").is_err() && parse_memory("").is_err());
    }
}
