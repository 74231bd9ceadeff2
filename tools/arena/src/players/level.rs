//! A player that is the engine at one of its levels.

use crate::limits::EngineLimits;
use std::time::{Duration, Instant};
use tengen::base::Point;
use tengen::board::Board;
use tengen::play::{BlockedMoves, Level, LevelSearcher, Lookahead, Negotiation, OpeningAct, OpeningAdvisor};
use tengen::search::{Budget, Control, Delay, Limits, TimeControl};
use tengen_game::Fault;
use tengen_game::referee::Referee;

/// A searcher that plays at a level; its moves depend on the seed of the game.
pub struct LevelPlayer {
    level: &'static Level,
    limits: EngineLimits,
    searcher: LevelSearcher,
    seed: u64,
}

const LEVEL_TABLE_BYTES: usize = 16 << 20;
/// Most nodes of one search in the opening.
const OPENING_NODES: u64 = 400_000;

impl LevelPlayer {
    /// The level named by a command such as `@level3`.
    pub fn level_of(command: &str) -> Option<&'static Level> {
        Level::by_number(command.strip_prefix("@level")?.parse().ok()?)
    }

    /// A player of this level.
    pub fn new(level: &'static Level, limits: &EngineLimits) -> Self {
        Self { level, limits: limits.clone(), searcher: LevelSearcher::new(LEVEL_TABLE_BYTES), seed: 0 }
    }

    /// Prepares a new game with this seed: clears the searcher.
    pub fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.searcher.clear();
    }

    /// The clock of a search with these limits. Without a given time, if another limit ends the search, there is no
    /// time limit, so that the result is the same on every machine.
    fn control(&self, moves: usize, left: Option<Duration>, limits: Limits) -> Control {
        let time = TimeControl { turn: self.limits.turn_or_default(), match_time: self.limits.match_time, left };
        let is_timed = self.limits.turn.is_some() || left.is_some();
        let ends = limits != Limits::NONE || self.level.lookahead != Lookahead::Full;
        let budget =
            if ends && !is_timed { Budget::UNLIMITED } else { Budget::for_move(&time, moves / 2, Delay::NONE) };
        Control::new(Instant::now(), budget)
    }

    fn search_limits(&self) -> Limits {
        Limits { nodes: self.limits.nodes.unwrap_or(u64::MAX), depth: self.limits.depth.unwrap_or(u32::MAX) }
    }

    /// The player's acts in the opening, at full strength; `left` is the remaining match time.
    pub fn negotiate(&mut self, negotiation: &Negotiation, left: Option<Duration>) -> Vec<OpeningAct> {
        let limits = self.search_limits().at_most_nodes(OPENING_NODES);
        let control = self.control(negotiation.moves().len(), left, limits);
        let searcher = self.searcher.full_strength();
        OpeningAdvisor::new(searcher, limits, &control, BlockedMoves::default()).decide(negotiation, self.seed)
    }

    /// The next move; `left` is the remaining match time. Fails when the board is full, so that there is no move.
    pub fn play(&mut self, game: &Referee, board: &Board, left: Option<Duration>) -> Result<Point, Fault> {
        let limits = self.search_limits();
        let control = self.control(game.moves().len(), left, limits);
        self.level.search(&mut self.searcher, board, self.seed, limits, &control).best.ok_or(Fault::Illegal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_nothing_else_ends_has_a_clock() {
        let has_clock = |number, limits: &EngineLimits| {
            let player = LevelPlayer::new(Level::by_number(number).unwrap(), limits);
            player.control(0, None, player.search_limits()).time_left().is_some()
        };
        let none = EngineLimits::default();
        assert!(has_clock(10, &none) && !has_clock(9, &none));
        assert!(!has_clock(10, &EngineLimits { nodes: Some(9), ..none.clone() }));
        assert!(!has_clock(10, &EngineLimits { depth: Some(9), ..none.clone() }));
        assert!(has_clock(9, &EngineLimits { turn: Some(Duration::from_secs(1)), ..none }));
    }
}
