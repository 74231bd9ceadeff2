//! Today's date.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today's date, `2026-11-21`, in universal time.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    date_of((seconds / 86_400) as i64)
}

/// Days since 1970 to a date (Howard Hinnant's `civil_from_days`).
fn date_of(days: i64) -> String {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    format!("{:04}-{month:02}-{day:02}", year_of_era + era * 400 + i64::from(month <= 2))
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn days_are_the_calendar_s() {
        for (days, date) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_778, "2026-11-21"), (-1, "1969-12-31")] {
            assert_eq!(date_of(days), date);
        }
    }
}
