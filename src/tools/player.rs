//! Who plays in a match: an engine's process, or one of the reference opponents inside the tool.

use super::level_player::LevelPlayer;
use super::limits::EngineLimits;
use super::process::{EngineProcess, NoLine};
use super::referee::Referee;
use crate::base::{BoardSize, Color, MAX_PLY, Point, Rule, Score, SplitMix64, WIN, WIN_BOUND};
use crate::board::Board;
use crate::eval::{Position, Weights};
use crate::movegen;
use crate::textbook::caro::Opponent;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// An engine as the user names it.
#[derive(Clone, Debug)]
pub struct EngineSpec {
    /// Name in all tables; no blanks.
    pub name: String,
    /// Command line, or one of [`BUILT_IN`], or `@level1` to `@level10`.
    pub command: String,
    /// What it may use.
    pub limits: EngineLimits,
    /// Raw `INFO key value` lines.
    pub info: Vec<(String, String)>,
}

/// What all games of a match share.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Time beyond the limit that is forgiven.
    pub tolerance: Duration,
    /// Everything is sent at once and the process is suspended between its moves.
    pub judge_flow: bool,
    /// A game is decided when both players expect one side to score at least this share of the points.
    pub adjudicate: Option<f32>,
}

/// A player's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// The move.
    pub point: Point,
    /// What it took.
    pub time: Duration,
    /// The last score that was told of the search, for the player.
    pub score: Option<Score>,
}

/// How a game was lost without a five on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fault {
    /// No answer within the time and its tolerance.
    Time,
    /// The process ended, or could not be started.
    Crash,
    /// A point that is occupied or off the board.
    Illegal,
    /// Black played a forbidden point.
    Foul,
    /// An answer that is none, an error, or a move out of turn.
    Protocol,
    /// More memory than allowed.
    Memory,
}

/// The opponents that need no process, as `cmd=` names them.
pub const BUILT_IN: [&str; 4] = ["@random", "@greedy", "@caro-points", "@caro-segments"];

/// Whether a command names a player that needs no process: one of [`BUILT_IN`] or a level.
pub fn is_built_in(command: &str) -> bool {
    BUILT_IN.contains(&command) || LevelPlayer::level_of(command).is_some()
}

/// A player at work; it is kept from game to game.
pub enum Player {
    /// A process that speaks the protocol.
    Engine(Box<EnginePlayer>),
    /// Any legal move.
    Random(SplitMix64),
    /// The most promising move at a glance.
    Greedy,
    /// The engine at one of its levels.
    Level(Box<LevelPlayer>),
    /// An engine of the textbook, with its time for a move.
    Caro(Opponent, Duration),
}

/// What a player says of its search, added up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SearchStatistics {
    /// Moves with a depth told.
    pub moves: u64,
    /// Depths, added up.
    pub depth: u64,
    /// Nodes, added up.
    pub nodes: u64,
    /// Time of these moves in microseconds.
    pub micros: u64,
}

impl Player {
    /// Makes the player; a process is started with its first game, by `guard` if there is one.
    pub fn new(spec: &EngineSpec, guard: Option<&Path>, seed: u64) -> Self {
        if let Some(level) = LevelPlayer::level_of(&spec.command) {
            return Player::Level(Box::new(LevelPlayer::new(level, &spec.limits, seed)));
        }
        match spec.command.as_str() {
            "@random" => Player::Random(SplitMix64::new(seed)),
            "@greedy" => Player::Greedy,
            "@caro-points" => Player::Caro(Opponent::Points, spec.limits.turn_or_default()),
            "@caro-segments" => Player::Caro(Opponent::Segments, spec.limits.turn_or_default()),
            _ => Player::Engine(Box::new(EnginePlayer {
                spec: spec.clone(),
                guard: guard.map(Path::to_path_buf),
                process: None,
                begun: false,
                statistics: SearchStatistics::default(),
            })),
        }
    }

    /// Prepares a new game.
    ///
    /// # Errors
    /// When the engine does not come up.
    pub fn new_game(&mut self, conditions: &Conditions) -> Result<(), Fault> {
        match self {
            Player::Engine(engine) => engine.new_game(conditions),
            Player::Random(_) | Player::Greedy | Player::Caro(..) => Ok(()),
            Player::Level(player) => {
                player.new_game();
                Ok(())
            }
        }
    }

    /// The next move; `left` is what the match time has left.
    ///
    /// # Errors
    /// The fault that loses the game.
    pub fn play(&mut self, game: &Referee, conditions: &Conditions, left: Option<Duration>) -> Result<Answer, Fault> {
        let start = Instant::now();
        let point = match self {
            Player::Engine(engine) => return engine.play(game, conditions, left),
            Player::Random(rng) => {
                let playable = movegen::playable(&mut board_of(game));
                playable[rng.below(playable.len())]
            }
            Player::Greedy => greedy_move(game),
            Player::Level(player) => player.play(game, &board_of(game), left)?,
            Player::Caro(opponent, turn) => {
                let budget = left.map_or(*turn, |left| left.min(*turn)) / 2;
                opponent.choose(&board_of(game), budget).ok_or(Fault::Illegal)?
            }
        };
        Ok(Answer { point, time: start.elapsed(), score: None })
    }

    /// Forgets the process after a fault; the next game starts another.
    pub fn discard(&mut self) {
        if let Player::Engine(engine) = self {
            engine.process = None;
        }
    }

    /// What was told of the searches since the last call.
    pub fn take_statistics(&mut self) -> SearchStatistics {
        match self {
            Player::Engine(engine) => std::mem::take(&mut engine.statistics),
            _ => SearchStatistics::default(),
        }
    }
}

fn board_of(game: &Referee) -> Board {
    let mut board = Board::new(game.size(), game.rule());
    game.moves().iter().for_each(|&point| board.make(point, &mut ()));
    board
}

fn greedy_move(game: &Referee) -> Point {
    let mut position = Position::new(board_of(game), Weights::of(game.rule()));
    let mut points = Vec::new();
    movegen::candidates(position.board(), &mut points);
    movegen::retain_legal(position.board_mut(), &mut points, 0);
    if points.is_empty() {
        points = movegen::playable(position.board_mut());
    }
    let best = points.iter().copied().max_by_key(|&point| (position.promise(point), std::cmp::Reverse(point)));
    best.unwrap_or_else(|| game.size().center())
}

/// An engine's process and where its game stands.
pub struct EnginePlayer {
    spec: EngineSpec,
    guard: Option<PathBuf>,
    process: Option<EngineProcess>,
    /// It knows the position of this game.
    begun: bool,
    statistics: SearchStatistics,
}

/// How long an engine may take from its start to `OK`.
const START_TIME: Duration = Duration::from_secs(10);
/// Lines that are no answer, in one move; more is babble.
const MOST_LINES: usize = 20_000;

impl EnginePlayer {
    fn new_game(&mut self, conditions: &Conditions) -> Result<(), Fault> {
        self.begun = false;
        if conditions.judge_flow {
            self.process = None;
        }
        let command = match &self.process {
            Some(_) => "RESTART".to_owned(),
            None => {
                self.process =
                    Some(EngineProcess::start(&self.spec.command, self.guard.as_deref()).map_err(|_| Fault::Crash)?);
                let (width, height) = (conditions.size.width(), conditions.size.height());
                if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") }
            }
        };
        let settings = self.settings(conditions);
        let Some(process) = &mut self.process else { return Err(Fault::Crash) };
        process.send(&command);
        if !conditions.judge_flow {
            wait_for_ok(process)?;
        }
        for (key, value) in settings {
            process.send(&format!("INFO {key} {value}"));
        }
        if conditions.judge_flow {
            process.suspend(true);
        }
        Ok(())
    }

    fn settings(&self, conditions: &Conditions) -> Vec<(String, String)> {
        let limits = &self.spec.limits;
        let mut settings = vec![
            ("timeout_turn".to_owned(), limits.turn_or_default().as_millis().to_string()),
            ("timeout_match".to_owned(), limits.match_time.map_or(0, |time| time.as_millis()).to_string()),
            ("game_type".to_owned(), if conditions.judge_flow { "3" } else { "1" }.to_owned()),
            ("rule".to_owned(), conditions.rule.bits().to_string()),
        ];
        let mut optional =
            |key: &str, value: Option<String>| settings.extend(value.map(|value| (key.to_owned(), value)));
        optional("max_memory", limits.memory.map(|bytes| bytes.to_string()));
        optional("max_node", limits.nodes.map(|nodes| nodes.to_string()));
        optional("max_depth", limits.depth.map(|depth| depth.to_string()));
        optional("folder", conditions.judge_flow.then(|| std::env::temp_dir().display().to_string()));
        settings.extend(self.spec.info.iter().cloned());
        settings
    }

    fn play(&mut self, game: &Referee, conditions: &Conditions, left: Option<Duration>) -> Result<Answer, Fault> {
        let Some(process) = &mut self.process else { return Err(Fault::Crash) };
        while let Some(line) = process.waiting_line() {
            if parse_move(&line).is_some() {
                return Err(Fault::Protocol);
            }
        }
        if let Some(left) = left {
            process.send(&format!("INFO time_left {}", left.as_millis()));
        }
        let start = Instant::now();
        if conditions.judge_flow {
            ask(process, game, !self.begun, true);
            process.suspend(false);
        } else {
            ask(process, game, !self.begun, false);
        }
        self.begun = true;
        let turn = self.spec.limits.turn_or_default();
        let limit = left.map_or(turn, |left| left.min(turn));
        let outcome = wait_for_move(process, start + limit + conditions.tolerance, &mut self.statistics);
        let elapsed = start.elapsed();
        if conditions.judge_flow {
            process.suspend(true);
        }
        let ((x, y), score) = outcome?;
        self.statistics.micros += elapsed.as_micros() as u64;
        if let Some(most) = self.spec.limits.memory
            && process.unique_set_size().is_some_and(|used| used > most)
        {
            return Err(Fault::Memory);
        }
        let point = game.size().point(x, y).ok_or(Fault::Illegal)?;
        Ok(Answer { point, time: elapsed, score })
    }
}

/// Asks for a move: the whole position with the game's first request, then turn by turn.
fn ask(process: &mut EngineProcess, game: &Referee, first: bool, judge: bool) {
    let moves = game.moves();
    let xy = |point: Point| game.size().xy(point);
    match moves {
        [] if !judge => process.send("BEGIN"),
        [.., last] if !first || (moves.len() == 1 && !judge) => {
            let (x, y) = xy(*last);
            process.send(&format!("TURN {x},{y}"));
        }
        _ => {
            let own = game.side_to_move();
            process.send("BOARD");
            for (i, &point) in moves.iter().enumerate() {
                let (x, y) = xy(point);
                let who = if Color::ALL[i % 2] == own { 1 } else { 2 };
                process.send(&format!("{x},{y},{who}"));
            }
            process.send("DONE");
        }
    }
}

fn wait_for_ok(process: &EngineProcess) -> Result<(), Fault> {
    let deadline = Instant::now() + START_TIME;
    for _ in 0..MOST_LINES {
        match process.line(deadline) {
            Ok(line) if line.eq_ignore_ascii_case("OK") => return Ok(()),
            Ok(line) if begins_with(&line, "ERROR") => return Err(Fault::Protocol),
            Ok(_) => {}
            Err(NoLine::Silent) => return Err(Fault::Time),
            Err(NoLine::Dead) => return Err(Fault::Crash),
        }
    }
    Err(Fault::Protocol)
}

/// The coordinates of the move, and the score that was told last.
fn wait_for_move(
    process: &EngineProcess,
    deadline: Instant,
    statistics: &mut SearchStatistics,
) -> Result<((i32, i32), Option<Score>), Fault> {
    let mut told = (None, None);
    let mut score = None;
    for _ in 0..MOST_LINES {
        let line = process.line(deadline).map_err(|no_line| match no_line {
            NoLine::Silent => Fault::Time,
            NoLine::Dead => Fault::Crash,
        })?;
        if let Some(point) = parse_move(&line) {
            statistics.moves += u64::from(told.0.is_some());
            statistics.depth += told.0.unwrap_or(0);
            statistics.nodes += told.1.unwrap_or(0);
            return Ok((point, score));
        }
        if begins_with(&line, "MESSAGE") || begins_with(&line, "DEBUG") || begins_with(&line, "INFO") {
            told = (number_after(&line, "depth").or(told.0), number_after(&line, "nodes").or(told.1));
            score = score_in(&line).or(score);
        } else if !line.eq_ignore_ascii_case("OK") {
            return Err(Fault::Protocol);
        }
    }
    Err(Fault::Protocol)
}

fn begins_with(line: &str, word: &str) -> bool {
    line.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
}

fn word_after<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let mut words = line.split_whitespace();
    words.find(|candidate| candidate.eq_ignore_ascii_case(word))?;
    words.next()
}

/// The number that follows a word, as in `depth 9-34`.
fn number_after(line: &str, word: &str) -> Option<u64> {
    let digits: String = word_after(line, word)?.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The score in what an engine tells of its search: `score -35`, `ev 20`, `Eval +M7`.
fn score_in(line: &str) -> Option<Score> {
    let text = ["score", "ev", "eval"].iter().find_map(|word| word_after(line, word))?;
    let (sign, number) = match text.strip_prefix('-') {
        Some(number) => (-1, number),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    // No sign follows the sign.
    let bounded = |number: &str, most: Score| number.parse::<u32>().ok().map(|number| number.min(most as u32) as Score);
    let value = match number.strip_prefix('M') {
        Some(stones) => WIN - bounded(stones, MAX_PLY as Score)?,
        None => bounded(number, WIN_BOUND)?,
    };
    Some(sign * value)
}

/// A line of exactly two numbers and a comma.
fn parse_move(line: &str) -> Option<(i32, i32)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_read_as_engines_tell_them() {
        assert_eq!(score_in("MESSAGE depth 9-17 score -35 nodes 8 speed 712 k time 1 ms line h8"), Some(-35));
        assert_eq!(score_in("MESSAGE depth 5 ev 20 n 1000"), Some(20));
        assert_eq!(score_in("MESSAGE Depth 12-22 | Eval +M7 | Time 433ms | h8"), Some(WIN - 7));
        assert_eq!(score_in("INFO EVAL -M4"), Some(4 - WIN));
        assert_eq!(score_in("MESSAGE score 99999999"), Some(WIN_BOUND));
        assert_eq!(score_in("MESSAGE score -M99999999"), Some(MAX_PLY as Score - WIN));
        for line in
            ["MESSAGE", "MESSAGE score", "MESSAGE score M", "MESSAGE evil 7", "MESSAGE score x7", "DEBUG score --7"]
        {
            assert_eq!(score_in(line), None, "{line}");
        }
    }
}
