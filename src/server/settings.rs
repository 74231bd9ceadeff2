//! Settings of the manager, and the limits of the search that follow from them.

use std::time::Duration;
use tengen::base::{BoardSize, Rule, Score};
use tengen::pattern::PatternTables;
use tengen::play::Level;
use tengen::search::{Limits, NODES_PER_MILLISECOND, TimeControl};

/// Settings of the manager, changed by `INFO` and by commands of GTP.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) turn: Duration,
    /// `None`: not set; `Some(None)`: unlimited.
    pub(crate) match_time: Option<Option<Duration>>,
    /// `time_left`, which applies to one move only.
    pub(crate) left: Option<Duration>,
    max_memory: usize,
    /// Size of the transposition table; 0: not set.
    pub(crate) hash_kilobytes: usize,
    pub(crate) pondering: bool,
    /// Playing strength in percent.
    pub(crate) strength: u32,
    /// 0: no limit.
    pub(crate) max_depth: u32,
    /// 0: no limit.
    pub(crate) max_nodes: u64,
    pub(crate) threads: usize,
    pub(crate) use_database: bool,
    pub(crate) database_read_only: bool,
    /// Largest loss of score of a database's move, in points.
    pub(crate) database_variety: Score,
}

/// Rule and size of the first game of a session, where they are chosen.
#[derive(Clone, Copy, Debug, Default)]
pub struct FirstGame {
    /// The rule.
    pub rule: Option<Rule>,
    /// The board.
    pub size: Option<BoardSize>,
}

/// Limits, resources and level of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchSettings {
    pub limits: Limits,
    pub table_bytes: usize,
    pub threads: usize,
    pub level: &'static Level,
}

/// Memory limit of tournaments, in bytes, which is the default.
const DEFAULT_MEMORY: usize = 350 << 20;
/// Memory of the process besides the table, in bytes: code, pattern tables, stacks, an ordinary board, the threat
/// solvers.
const MEMORY_BESIDE_TABLE: usize = 20 << 20;
/// Memory of each further rule that the process has played, in bytes: its pattern tables and networks stay.
const MEMORY_PER_RULE: usize = 7 << 20;
/// Most cells of an ordinary board.
const ORDINARY_CELLS: usize = 20 * 20;
/// Memory for each further cell, in bytes, and what each thread adds to it. On 120x120 with nine of ten cells taken, renju
/// took up to 18 MB with one thread besides the table, and a second thread up to 4 MB more.
const MEMORY_PER_CELL: usize = 500;
const THREAD_MEMORY_PER_CELL: usize = 400;
/// Table size for each node of one move's search: an entry has 16 bytes, and a game some dozens of moves.
const TABLE_BYTES_PER_NODE: u64 = 256;
const MIN_TABLE_BYTES: usize = 1 << 20;
pub(crate) const MAX_TABLE_BYTES: usize = 256 << 20;

/// Largest useful number of threads: one per core, at most 64.
pub(crate) fn max_threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(64)
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            turn: TimeControl::default().turn,
            match_time: None,
            left: None,
            max_memory: DEFAULT_MEMORY,
            hash_kilobytes: 0,
            pondering: false,
            strength: Self::FULL_STRENGTH,
            max_depth: 0,
            max_nodes: 0,
            threads: 1,
            use_database: false,
            database_read_only: false,
            database_variety: 0,
        }
    }
}

impl Settings {
    pub(crate) const FULL_STRENGTH: u32 = 100;

    /// Sets the memory limit in bytes; 0 stands for the default, and negative numbers are ignored.
    pub fn set_max_memory(&mut self, bytes: i64) {
        match usize::try_from(bytes) {
            Ok(0) => self.max_memory = DEFAULT_MEMORY,
            Ok(bytes) => self.max_memory = bytes,
            Err(_) => {}
        }
    }

    /// The level of play.
    pub fn level(&self) -> &'static Level {
        Level::by_strength(self.strength)
    }

    /// The time limits of the next move, with `used` spent on earlier moves of the game.
    pub fn time_control(&self, used: Duration) -> TimeControl {
        match self.match_time {
            Some(None) => TimeControl { turn: self.turn, match_time: None, left: None },
            match_time => {
                let counted = match_time.flatten().map(|total| total.saturating_sub(used));
                TimeControl { turn: self.turn, match_time: counted, left: self.left }
            }
        }
    }

    /// Limits, resources and level of the next search, on a board with this number of cells.
    pub fn of_search(&self, cells: usize) -> SearchSettings {
        SearchSettings {
            limits: self.limits(),
            table_bytes: self.table_bytes(cells, PatternTables::rules_in_memory()),
            threads: self.threads,
            level: self.level(),
        }
    }

    /// Limits of depth and nodes.
    fn limits(&self) -> Limits {
        let or_none = |n: u64| if n == 0 { u64::MAX } else { n };
        let depth = u32::try_from(or_none(self.max_depth.into())).unwrap_or(u32::MAX);
        Limits { depth, nodes: or_none(self.max_nodes) }
    }

    /// Size of the transposition table in bytes: as much as a game with these limits can fill, within the memory limit, in
    /// a process that has played `rules` rules. The table may grow up to it.
    pub(crate) fn table_bytes(&self, cells: usize, rules: usize) -> usize {
        let per_cell = MEMORY_PER_CELL + self.threads * THREAD_MEMORY_PER_CELL;
        let further_rules = rules.saturating_sub(1);
        let beside =
            MEMORY_BESIDE_TABLE + further_rules * MEMORY_PER_RULE + cells.saturating_sub(ORDINARY_CELLS) * per_cell;
        let rest = self.max_memory.saturating_sub(beside);
        let by_time = u64::try_from(self.turn.as_millis()).unwrap_or(u64::MAX).saturating_mul(NODES_PER_MILLISECOND);
        let nodes = self.limits().nodes.min(by_time);
        let wanted = match self.hash_kilobytes {
            0 => usize::try_from(nodes.saturating_mul(TABLE_BYTES_PER_NODE)).unwrap_or(MAX_TABLE_BYTES),
            kilobytes => kilobytes.saturating_mul(1024),
        };
        (rest / 8 * 7).min(wanted).clamp(MIN_TABLE_BYTES, MAX_TABLE_BYTES)
    }
}
