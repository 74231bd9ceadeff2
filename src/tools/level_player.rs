//! The engine at one of its levels, as a player in a match.

use super::limits::EngineLimits;
use super::player::Fault;
use super::referee::Referee;
use crate::base::Point;
use crate::board::Board;
use crate::search::{Budget, Control, Level, Limits, Searcher, TimeControl};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A searcher that plays at a level; its moves follow from the seed and the number of the game.
pub struct LevelPlayer {
    level: &'static Level,
    limits: EngineLimits,
    searcher: Searcher,
    seed: u64,
    games: u64,
}

const TABLE_BYTES: usize = 16 << 20;

impl LevelPlayer {
    /// The level that a command such as `@level3` names.
    pub fn level_of(command: &str) -> Option<&'static Level> {
        Level::by_number(command.strip_prefix("@level")?.parse().ok()?)
    }

    /// A player of this level.
    pub fn new(level: &'static Level, limits: &EngineLimits, seed: u64) -> Self {
        Self { level, limits: limits.clone(), searcher: Searcher::new(TABLE_BYTES), seed, games: 0 }
    }

    /// Forgets the game before.
    pub fn new_game(&mut self) {
        self.games += 1;
        self.searcher.clear();
    }

    /// The next move; `left` is what the match time has left.
    ///
    /// # Errors
    /// When there is no move on a full board.
    pub fn play(&mut self, game: &Referee, board: &Board, left: Option<Duration>) -> Result<Point, Fault> {
        let time = TimeControl { turn: self.limits.turn_or_default(), match_time: self.limits.match_time, left };
        let budget = if self.limits.turn.is_none() && left.is_none() {
            Budget::UNLIMITED
        } else {
            Budget::for_move(&time, game.moves().len() / 2)
        };
        let limits =
            Limits { nodes: self.limits.nodes.unwrap_or(u64::MAX), depth: self.limits.depth.unwrap_or(u32::MAX) };
        let seed = self.seed ^ self.games << 32;
        let control = Arc::new(Control::new(Instant::now(), budget));
        self.searcher.search_at_level(board, self.level, seed, limits, control).best.ok_or(Fault::Illegal)
    }
}
