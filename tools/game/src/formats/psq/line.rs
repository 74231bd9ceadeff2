//! A move's line in PSQ, such as `8,8,123`.

use std::time::Duration;

/// Whether a line is meant as a move. `0,1` is an end code of Gomocup, and so is any pair after moves with times.
pub fn is_move(line: &str, timed: bool) -> bool {
    let is_pair = line.matches(',').count() == 1;
    let is_code = is_pair && (timed || line.split(',').next().is_some_and(|x| x.trim() == "0"));
    line.contains(',') && line.starts_with(|c: char| c.is_ascii_digit()) && !is_code
}

/// Column, row and time. The judge's time may be negative if the players changed colors.
pub fn move_of(line: &str) -> Option<(i32, i32, Duration)> {
    let mut parts = line.split(',').map(str::trim);
    let (x, y) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let time: i64 = parts.next().map_or(Some(0), |time| time.parse().ok())?;
    parts.next().is_none().then_some((x, y, Duration::from_millis(time.max(0).unsigned_abs())))
}
