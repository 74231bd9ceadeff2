use super::INFO_KEYS;
use crate::base::{Rule, RuleError};
use crate::search::{Level, Limits, TimeControl};
use std::time::Duration;

/// What `INFO` has told, and what of it the search needs.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    turn: Duration,
    /// `None` before it is told, `Some(None)` when told to be without limit.
    match_time: Option<Option<Duration>>,
    left: Option<Duration>,
    max_memory: usize,
    /// The bits of `INFO rule`.
    rule: u32,
    /// The other side is a board program of Yixin's family.
    board_program: bool,
    /// The bits of `INFO show_detail`.
    detail: u8,
    /// Kilobytes asked for the table; 0 is not told.
    hash_size: usize,
    pondering: bool,
    /// In percent.
    strength: u32,
    max_depth: u32,
    max_nodes: u64,
    threads: usize,
}

/// `time_left` without a match limit.
const NO_TIME_LIMIT: i64 = 2_147_483_647;
/// The tournament's limit, assumed when none is told.
const DEFAULT_MEMORY: usize = 350 << 20;
/// What the process takes besides the table: code, pattern tables, stacks, the largest board.
const MEMORY_BESIDE_TABLE: usize = 12 << 20;
/// A generous guess of the search's speed, and the table's share for each node of one move's search:
/// an entry has 16 bytes, and a game some dozens of moves.
const NODES_PER_MILLISECOND: u64 = 2000;
const TABLE_BYTES_PER_NODE: u64 = 256;
const LEAST_TABLE: usize = 1 << 20;
pub(super) const MOST_TABLE: usize = 256 << 20;
const FULL_STRENGTH: u32 = 100;

/// More threads than the machine has cores would only take each other's time.
pub(super) fn most_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(64)
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            turn: TimeControl::default().turn,
            match_time: None,
            left: None,
            max_memory: DEFAULT_MEMORY,
            rule: 0,
            board_program: false,
            detail: 0,
            hash_size: 0,
            pondering: false,
            strength: FULL_STRENGTH,
            max_depth: 0,
            max_nodes: 0,
            threads: 1,
        }
    }
}

impl Settings {
    /// Takes over one `INFO key value`. `INFO` never answers: what cannot be understood is logged.
    pub fn set(&mut self, key: &str, value: &str) {
        let number = || value.parse::<i64>().inspect_err(|_| log::warn!("INFO {key}: '{value}' is no number")).ok();
        let limit = |n: i64| (0 < n && n < NO_TIME_LIMIT).then(|| millis(n));
        match key.to_ascii_lowercase().as_str() {
            "timeout_turn" => self.turn = number().map_or(self.turn, millis),
            "timeout_match" => self.match_time = number().map(limit).or(self.match_time),
            "time_left" => self.left = number().map_or(self.left, |n| (n < NO_TIME_LIMIT).then(|| millis(n))),
            "max_memory" => {
                let bytes = number().and_then(|n| usize::try_from(n).ok());
                self.max_memory = bytes.map_or(self.max_memory, |n| if n == 0 { DEFAULT_MEMORY } else { n });
            }
            "rule" => {
                // A negative number has unknown bits as well.
                self.rule = number().map_or(self.rule, |bits| u32::try_from(bits).unwrap_or(u32::MAX));
            }
            "max_depth" => self.max_depth = number().map_or(self.max_depth, |n| u32::try_from(n).unwrap_or(0)),
            "max_node" => self.max_nodes = number().map_or(self.max_nodes, |n| u64::try_from(n).unwrap_or(0)),
            "thread_num" => {
                let threads = number().and_then(|n| usize::try_from(n).ok());
                self.threads = threads.map_or(self.threads, |n| n.clamp(1, most_threads()));
            }
            "show_detail" => {
                self.detail = number().map_or(self.detail, |n| (n & 3) as u8);
                self.board_program = true;
            }
            "hash_size" => {
                self.hash_size = number().map_or(self.hash_size, |n| usize::try_from(n).unwrap_or(0));
            }
            "pondering" => self.pondering = number().map_or(self.pondering, |n| n > 0),
            "strength" => {
                self.strength = number().map_or(self.strength, |n| n.clamp(0, FULL_STRENGTH.into()) as u32);
            }
            "caution_factor" => self.board_program = true,
            key if INFO_KEYS.iter().any(|spec| spec.key == key) => {}
            _ => log::info!("INFO {key}: unknown key"),
        }
    }

    /// The rule, or why there is none. Board programs of Yixin's family have numbers of their own: 2 is
    /// renju, 5 and 6 are freestyle with an opening rule that they ask for by its own command.
    pub fn rule(&self) -> Result<Rule, RuleError> {
        let bits = match self.rule {
            2 if self.board_program => Rule::Renju.bits(),
            5 | 6 if self.board_program => Rule::Freestyle.bits(),
            bits => bits,
        };
        Rule::from_bits(bits).map(|(rule, _)| rule)
    }

    /// The other side has shown itself to be a board program of Yixin's family.
    pub fn is_board_program(&mut self) {
        self.board_program = true;
    }

    /// The bits of `INFO show_detail`.
    pub fn detail(&self) -> u8 {
        self.detail
    }

    /// Whether to think while the opponent does.
    pub fn ponders(&self) -> bool {
        self.pondering
    }

    /// The level of play.
    pub fn level(&self) -> &'static Level {
        Level::by_strength(self.strength)
    }

    /// The times, `used` having been spent on earlier moves of the game.
    pub fn time_control(&self, used: Duration) -> TimeControl {
        match self.match_time {
            Some(None) => TimeControl { turn: self.turn, match_time: None, left: None },
            match_time => {
                let own_count = match_time.flatten().map(|total| total.saturating_sub(used));
                TimeControl { turn: self.turn, match_time: own_count, left: self.left }
            }
        }
    }

    /// `time_left` is for one move only.
    pub fn forget_time_left(&mut self) {
        self.left = None;
    }

    /// Threads to search with.
    pub fn threads(&self) -> usize {
        self.threads
    }

    pub fn limits(&self) -> Limits {
        let or_none = |n: u64| if n == 0 { u64::MAX } else { n };
        let depth = u32::try_from(or_none(self.max_depth.into())).unwrap_or(u32::MAX);
        Limits { depth, nodes: or_none(self.max_nodes) }
    }

    /// The size of the transposition table: what a game at these limits can fill, within the
    /// process's memory. A larger one costs a page fault for nearly every position of a fast game.
    pub fn table_bytes(&self) -> usize {
        let rest = self.max_memory.saturating_sub(MEMORY_BESIDE_TABLE);
        let by_time = u64::try_from(self.turn.as_millis()).unwrap_or(u64::MAX).saturating_mul(NODES_PER_MILLISECOND);
        let nodes = self.limits().nodes.min(by_time);
        let wanted = match self.hash_size {
            0 => usize::try_from(nodes.saturating_mul(TABLE_BYTES_PER_NODE)).unwrap_or(MOST_TABLE),
            kilobytes => kilobytes.saturating_mul(1024),
        };
        (rest / 8 * 7).min(wanted).clamp(LEAST_TABLE, MOST_TABLE)
    }
}

fn millis(n: i64) -> Duration {
    Duration::from_millis(u64::try_from(n).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_value_changes_nothing() {
        let mut settings = Settings::default();
        settings.set("timeout_turn", "1500");
        for value in ["", "soon", "1.5", "99999999999999999999"] {
            settings.set("timeout_turn", value);
        }
        assert_eq!(settings.time_control(Duration::ZERO).turn, Duration::from_millis(1500));
    }

    #[test]
    fn rule_bits_that_contradict_each_other_are_told_until_they_are_mended() {
        let mut settings = Settings::default();
        for bits in ["5", "12", "13", "16", "-1"] {
            settings.set("rule", bits);
            assert!(settings.rule().is_err(), "{bits}");
        }
        settings.set("RULE", "6");
        assert_eq!(settings.rule(), Ok(Rule::Renju));
    }

    #[test]
    fn board_programs_have_numbers_of_their_own_for_rules() {
        let mut settings = Settings::default();
        settings.set("RULE", "2");
        assert_eq!(settings.rule(), Ok(Rule::Freestyle), "continuous, for Piskvork");
        // Told before or after: what counts is who speaks.
        settings.set("SHOW_DETAIL", "2");
        assert_eq!(settings.rule(), Ok(Rule::Renju));
        for (bits, rule) in [("0", Rule::Freestyle), ("1", Rule::Standard), ("4", Rule::Renju), ("5", Rule::Freestyle)]
        {
            settings.set("rule", bits);
            assert_eq!(settings.rule(), Ok(rule), "{bits}");
        }
    }

    #[test]
    fn the_table_has_the_size_that_is_asked_for_within_the_memory() {
        let mut settings = Settings::default();
        settings.set("hash_size", "4096");
        assert_eq!(settings.table_bytes(), 4 << 20);
        settings.set("max_memory", "50000000");
        settings.set("hash_size", "999999999");
        assert!(settings.table_bytes() < 50_000_000);
        settings.set("max_memory", "0");
        assert_eq!(settings.table_bytes(), MOST_TABLE);
    }

    #[test]
    fn time_is_counted_by_the_engine_when_the_manager_does_not() {
        let mut settings = Settings::default();
        settings.set("timeout_match", "10000");
        let time = settings.time_control(Duration::from_secs(4));
        assert_eq!((time.match_time, time.left), (Some(Duration::from_secs(6)), None));
        settings.set("time_left", "2500");
        assert_eq!(settings.time_control(Duration::ZERO).left, Some(Duration::from_millis(2500)));
        settings.set("timeout_match", "0");
        assert_eq!(settings.time_control(Duration::ZERO).left, None);
    }
}
