//! The table of `INFO` keys, each with its action.

use crate::protocol::session::Session;
use crate::server::{Settings, max_threads};
use std::time::Duration;

/// A key's row in the table of `protocol.md`, with its action.
#[derive(Clone, Copy, Debug)]
pub struct InfoKey {
    /// The key, lower case.
    pub key: &'static str,
    /// Form of the value.
    pub value: &'static str,
    /// Meaning of the value.
    pub meaning: &'static str,
    /// Whether the key sets the clock, and so applies to a running search too.
    is_time: bool,
    /// Applies the value; `None` when the key is ignored.
    apply: Option<Apply>,
}

/// `timeout_match` and `time_left` mean no limit from this value on.
const NO_TIME_LIMIT: i64 = 2_147_483_647;

/// Every known key of `INFO`, in the order of `protocol.md`.
pub const INFO_KEYS: &[InfoKey] = &[
    time(
        "timeout_turn",
        "limit of one move; 0 asks for an answer at once, less than 0 is no limit (default 30000)",
        |session, n| session.settings.turn = if n < 0 { Duration::MAX } else { millis(n) },
    ),
    time("timeout_match", "limit of the whole match; 0 or less is no limit", |session, n| {
        session.settings.match_time = Some(time_limit(n).filter(|_| n > 0));
    }),
    time("time_left", "what is left of the match; 2147483647 is no limit", |session, n| {
        session.settings.left = time_limit(n)
    }),
    number("max_memory", "bytes", "limit of the whole process, of at least 24 MB; 0 is 350 MB", |session, n| {
        session.settings.set_max_memory(n);
    }),
    ignored("game_type", "0 to 3", "opponent is a human, a program, a tournament, the network; ignored"),
    number(
        "rule",
        "bit mask",
        "1 exactly five, 2 continuous, 4 renju, 8 caro; see Board programs for 2, 5 and 6",
        |session, n| {
            session.dialect.rule.bits = n;
            session.dialect.rule_notice.is_named = true;
            session.confirm_rule();
        },
    ),
    ignored("evaluate", "x,y", "the mouse rests on a cell; ignored"),
    ignored("folder", "path", "where files may be kept; Tengen keeps none"),
    number(
        "thread_num",
        "number",
        "threads to search with, at most one per core and 64 (default 1); with more than one, moves depend on their timing; under `max_node` one is used",
        |session, n| session.settings.threads = usize::try_from(n).unwrap_or(1).clamp(1, max_threads()),
    ),
    number("max_depth", "number", "iterations of the search; 0 is no limit", |session, n| {
        session.settings.max_depth = u32::try_from(n).unwrap_or(0);
    }),
    number("max_node", "number", "nodes of the search; 0 is no limit", |session, n| {
        session.settings.max_nodes = u64::try_from(n).unwrap_or(0);
    }),
    number(
        "show_detail",
        "0 to 3",
        "1 marks on the board, 2 a block for each best line, 3 both; see Board programs",
        |session, n| {
            session.dialect.detail = (n & 3) as u8;
            session.dialect.rule.board_program = true;
            session.dialect.rule_notice.is_wanted |= session.dialect.detail > 0;
            session.confirm_rule();
        },
    ),
    number(
        "hash_size",
        "kilobytes",
        "the largest size of the transposition table, from 1024 to 262144 within `max_memory`; 0 lets the engine choose",
        |session, n| session.settings.hash_kilobytes = usize::try_from(n).unwrap_or(0),
    ),
    number(
        "pondering",
        "0 or 1",
        "1 thinks on while the opponent thinks, until the next line comes; at full strength only",
        |session, n| session.settings.pondering = n > 0,
    ),
    number(
        "strength",
        "0 to 100",
        "the level of play: 10 per level, full strength from 90 on (default 100)",
        |session, n| session.settings.strength = n.clamp(0, Settings::FULL_STRENGTH.into()) as u32,
    ),
    number("caution_factor", "0 to 5", "how many moves are considered; ignored, the search decides", |session, _| {
        session.dialect.rule.board_program = true;
    }),
    ignored("swapable", "0 or 1", "whether the engine may swap; ignored, SWAP2BOARD asks"),
    ignored("start_depth", "number", "ignored"),
    ignored("time_increment", "milliseconds", "ignored; `time_left` includes it"),
    ignored("thread_split_depth", "number", "ignored"),
    ignored("vcthread", "number", "ignored"),
    ignored("checkmate", "number", "ignored"),
    ignored("nbestsym", "number", "ignored"),
    number(
        "usedatabase",
        "0 or 1",
        "1 plays from the database that is open and reports what it knows",
        |session, n| session.settings.use_database = n > 0,
    ),
    number("database_readonly", "0 or 1", "1 changes nothing in the database and makes none", |session, n| {
        session.settings.database_read_only = n > 0;
    }),
    number(
        "database_variety",
        "points",
        "plays any move of the database that is no more than this worse than the best (default 0: always the first of the best)",
        |session, n| session.settings.database_variety = n.clamp(0, 30_000) as i32,
    ),
];

type Apply = fn(&mut Session, i64);

const fn time(key: &'static str, meaning: &'static str, apply: Apply) -> InfoKey {
    InfoKey { key, value: "milliseconds", meaning, is_time: true, apply: Some(apply) }
}

const fn number(key: &'static str, value: &'static str, meaning: &'static str, apply: Apply) -> InfoKey {
    InfoKey { key, value, meaning, is_time: false, apply: Some(apply) }
}

const fn ignored(key: &'static str, value: &'static str, meaning: &'static str) -> InfoKey {
    InfoKey { key, value, meaning, is_time: false, apply: None }
}

/// The argument of `INFO`: a known key with its value, or an unknown one.
pub(crate) struct Setting {
    key: Option<&'static InfoKey>,
    /// The value of a known key, or else the whole argument.
    text: String,
}

impl Setting {
    pub(super) fn read(argument: &str) -> Self {
        let (word, value) = argument.split_once(char::is_whitespace).unwrap_or((argument, ""));
        let key = INFO_KEYS.iter().find(|row| row.key.eq_ignore_ascii_case(word));
        Self { key, text: if key.is_some() { value.trim() } else { argument }.to_owned() }
    }

    /// Whether the setting is one of the clock.
    pub(in crate::protocol) fn is_time(&self) -> bool {
        self.key.is_some_and(|key| key.is_time)
    }

    /// Applies the setting. `INFO` has no answer, so an invalid one is only logged.
    pub(in crate::protocol) fn apply(&self, session: &mut Session) {
        let Self { key, text } = self;
        match key {
            Some(InfoKey { key, apply: Some(apply), .. }) => match text.parse() {
                Ok(number) => apply(session, number),
                Err(_) => log::warn!("INFO {key}: '{text}' is not a number"),
            },
            Some(_) => {}
            None => log::info!("INFO {text}: unknown key"),
        }
    }
}

/// A duration of milliseconds; a negative number is 0.
fn millis(n: i64) -> Duration {
    Duration::from_millis(u64::try_from(n).unwrap_or(0))
}

fn time_limit(n: i64) -> Option<Duration> {
    (n < NO_TIME_LIMIT).then(|| millis(n))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use tengen::base::Rule;
    use tengen::search::{Budget, Control, Delay, TimeControl};

    fn apply(session: &mut Session, argument: &str) {
        Setting::read(argument).apply(session);
    }

    /// Gomocalc sends these values for a search without a time limit.
    #[test]
    fn a_limit_below_zero_is_none() {
        let mut session = Session::for_test(std::io::sink());
        for argument in ["timeout_turn -1", "timeout_match -1", "time_left 1"] {
            apply(&mut session, argument);
        }
        let time = session.settings.time_control(Duration::ZERO);
        assert_eq!(time, TimeControl { turn: Duration::MAX, match_time: None, left: None });
        assert!(Control::new(Instant::now(), Budget::for_move(&time, 3, Delay::NONE)).time_left().is_none());
        assert_eq!(session.settings.table_bytes(225, 1), 256 << 20);
    }

    #[test]
    fn a_value_that_is_not_a_number_changes_nothing() {
        let mut session = Session::for_test(std::io::sink());
        apply(&mut session, "timeout_turn 1500");
        for value in ["", "soon", "1.5", "99999999999999999999"] {
            apply(&mut session, &format!("timeout_turn {value}"));
        }
        assert_eq!(session.settings.time_control(Duration::ZERO).turn, Duration::from_millis(1500));
    }

    #[test]
    fn board_programs_have_their_own_rule_numbers() {
        let mut session = Session::for_test(std::io::sink());
        apply(&mut session, "RULE 2");
        assert_eq!(session.dialect.rule.rule(), Ok(Rule::Freestyle), "continuous, for Piskvork");
        // The order of the two keys does not matter.
        apply(&mut session, "SHOW_DETAIL 2");
        assert_eq!(session.dialect.rule.rule(), Ok(Rule::Renju));
        for (bits, rule) in [("0", Rule::Freestyle), ("1", Rule::Standard), ("4", Rule::Renju), ("5", Rule::Freestyle)]
        {
            apply(&mut session, &format!("rule {bits}"));
            assert_eq!(session.dialect.rule.rule(), Ok(rule), "{bits}");
        }
    }

    #[test]
    fn the_table_has_the_requested_size_within_the_memory_limit() {
        let mut session = Session::for_test(std::io::sink());
        apply(&mut session, "hash_size 4096");
        assert_eq!(session.settings.table_bytes(225, 1), 4 << 20);
        apply(&mut session, "max_memory 50000000");
        apply(&mut session, "hash_size 999999999");
        assert!(session.settings.table_bytes(225, 1) < 50_000_000);
        // A large board takes more of the limit.
        let [small, large] = [225, 120 * 120].map(|cells| session.settings.table_bytes(cells, 1));
        assert!(large + 10_000_000 < small, "{small} {large}");
        // So does each further rule.
        assert!(session.settings.table_bytes(225, 2) + 6_000_000 < small);
        apply(&mut session, "max_memory 0");
        assert_eq!(session.settings.table_bytes(225, 1), 256 << 20);
    }

    #[test]
    fn the_engine_counts_the_match_time_when_the_manager_does_not() {
        let mut session = Session::for_test(std::io::sink());
        apply(&mut session, "timeout_match 10000");
        let time = session.settings.time_control(Duration::from_secs(4));
        assert_eq!((time.match_time, time.left), (Some(Duration::from_secs(6)), None));
        apply(&mut session, "time_left 2500");
        assert_eq!(session.settings.time_control(Duration::ZERO).left, Some(Duration::from_millis(2500)));
        apply(&mut session, "timeout_match 0");
        assert_eq!(session.settings.time_control(Duration::ZERO).left, None);
    }
}
