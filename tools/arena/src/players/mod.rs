//! Players of a match: engine processes, and reference opponents inside the tool.

mod engine;
mod level;
mod output;
mod process;

pub use process::check_program;
pub(crate) use process::split_words;

use crate::spec::{Answer, EngineSpec, MatchConditions, SearchStatistics};
use engine::EnginePlayer;
use level::LevelPlayer;
use std::path::Path;
use std::time::{Duration, Instant};
use tengen::base::{Color, Point, SplitMix64};
use tengen::board::Board;
use tengen::eval::{Evaluator, Weights};
use tengen::movegen;
use tengen::play::{Lookahead, Negotiation, OpeningAct, OpeningStage};
use tengen_game::Fault;
use tengen_game::referee::Referee;
use tengen_textbook::caro::Opponent;

/// The built-in opponents, by their names in `cmd=`.
pub const BUILT_IN: [&str; 4] = ["@random", "@greedy", "@caro-points", "@caro-segments"];

/// Whether a command names a built-in player: one of [`BUILT_IN`] or a level.
pub fn is_built_in(command: &str) -> bool {
    BUILT_IN.contains(&command) || LevelPlayer::level_of(command).is_some()
}

/// Whether a player's moves depend on time; if not, they follow from the seed. `has_time`: whether its time is limited,
/// `has_end`: whether its nodes or depth are.
pub fn depends_on_time(command: &str, has_time: bool, has_end: bool) -> bool {
    match command {
        "@random" | "@greedy" => false,
        "@caro-points" | "@caro-segments" => true,
        _ => {
            let level = LevelPlayer::level_of(command);
            has_time || !has_end && level.is_none_or(|level| level.lookahead == Lookahead::Full)
        }
    }
}

/// A player, used for several games.
pub enum Player {
    /// A process that speaks the protocol.
    Engine(Box<EnginePlayer>),
    /// Plays any legal move.
    Random(SplitMix64),
    /// Plays the move with the highest static policy, without search.
    Greedy,
    /// The engine at one of its levels.
    Level(Box<LevelPlayer>),
    /// An engine of the textbook, with its time per move.
    Caro(Opponent, Duration),
}

impl Player {
    /// A player; an engine's process is started for its first game, through `guard` if given.
    pub fn new(spec: &EngineSpec, guard: Option<&Path>) -> Self {
        if let Some(level) = LevelPlayer::level_of(&spec.command) {
            return Player::Level(Box::new(LevelPlayer::new(level, &spec.limits)));
        }
        match spec.command.as_str() {
            "@random" => Player::Random(SplitMix64::new(0)),
            "@greedy" => Player::Greedy,
            "@caro-points" => Player::Caro(Opponent::Points, spec.limits.turn_or_default()),
            "@caro-segments" => Player::Caro(Opponent::Segments, spec.limits.turn_or_default()),
            _ => Player::Engine(Box::new(EnginePlayer::new(spec, guard))),
        }
    }

    /// Prepares a new game, in which random choices follow from `seed` alone. Fails when the engine does not start.
    pub fn new_game(&mut self, conditions: &MatchConditions, seed: u64) -> Result<(), Fault> {
        match self {
            Player::Engine(engine) => return engine.new_game(conditions),
            Player::Random(rng) => *rng = SplitMix64::new(seed),
            Player::Level(player) => player.new_game(seed),
            Player::Greedy | Player::Caro(..) => {}
        }
        Ok(())
    }

    /// The next move; `board` holds the stones of `game`, `left` is the remaining match time. An error is the fault that
    /// loses the game.
    pub fn play(
        &mut self,
        game: &Referee,
        board: &Board,
        conditions: &MatchConditions,
        left: Option<Duration>,
    ) -> Result<Answer, Fault> {
        let start = Instant::now();
        let point = match self {
            Player::Engine(engine) => return engine.play(game, conditions, left),
            Player::Random(rng) => {
                let playable = movegen::playable(board);
                playable[rng.below(playable.len())]
            }
            Player::Greedy => greedy_move(board),
            Player::Level(player) => player.play(game, board, left)?,
            Player::Caro(opponent, turn) => {
                let budget = left.map_or(*turn, |left| left.min(*turn)) / 2;
                opponent.choose(board, budget).ok_or(Fault::Illegal)?
            }
        };
        Ok(Answer { point, time: start.elapsed(), score: None })
    }

    /// The player's acts in the opening, at least one; `left` is the remaining match time. An error is the fault that
    /// loses the game.
    pub fn negotiate(
        &mut self,
        negotiation: &Negotiation,
        conditions: &MatchConditions,
        left: Option<Duration>,
    ) -> Result<Vec<OpeningAct>, Fault> {
        match self {
            Player::Engine(engine) => engine.negotiate(negotiation, conditions, left),
            Player::Level(player) => Ok(player.negotiate(negotiation, left)),
            Player::Random(rng) => Ok(vec![random_act(negotiation, rng)]),
            Player::Greedy | Player::Caro(..) => Ok(negotiation.any_acts()),
        }
    }

    /// Discards the process after a fault; the next game starts another one.
    pub fn discard(&mut self) {
        if let Player::Engine(engine) = self {
            engine.discard();
        }
    }

    /// Search statistics since the last call.
    pub fn take_statistics(&mut self) -> SearchStatistics {
        match self {
            Player::Engine(engine) => engine.take_statistics(),
            _ => SearchStatistics::default(),
        }
    }
}

/// A random allowed act.
fn random_act(negotiation: &Negotiation, rng: &mut SplitMix64) -> OpeningAct {
    match negotiation.stage() {
        Some(OpeningStage::Side(_, Some(_))) if rng.below(3) == 0 => OpeningAct::Instead,
        Some(OpeningStage::Side(..)) => OpeningAct::Side(Color::ALL[rng.below(2)]),
        Some(&OpeningStage::Number(_, most)) => OpeningAct::Number(1 + rng.below(most)),
        _ => {
            let allowed = negotiation.allowed();
            OpeningAct::Point(allowed[rng.below(allowed.len())])
        }
    }
}

fn greedy_move(board: &Board) -> Point {
    let position = Evaluator::new(board.clone(), Weights::of(board.rule()));
    let mut points = movegen::legal_candidates(position.board());
    if points.is_empty() {
        points = movegen::playable(position.board());
    }
    let best = points.iter().copied().max_by_key(|&point| (position.gain(point), std::cmp::Reverse(point)));
    best.unwrap_or_else(|| board.size().center())
}
