//! A player that is an engine's process, which speaks the Gomocup protocol.

use super::output::{act_line, begins_with, nodes_in, number_after, parse_acts, parse_move, score_in};
use super::process::{EngineProcess, NoLine};
use crate::spec::{Answer, EngineSpec, MatchConditions, SearchStatistics};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tengen::base::{Color, Point, Score};
use tengen::play::{Negotiation, OpeningAct, OpeningRule, OpeningStage};
use tengen_game::Fault;
use tengen_game::referee::Referee;

/// An engine's process and the state of its game.
pub struct EnginePlayer {
    spec: EngineSpec,
    guard: Option<PathBuf>,
    process: Option<EngineProcess>,
    /// Whether the engine has received the position of this game.
    begun: bool,
    /// The move that it sent when it took White in swap2.
    answered: Option<Point>,
    statistics: SearchStatistics,
}

/// Longest time of an engine from its start to `OK`.
const START_TIME: Duration = Duration::from_secs(10);
/// Most unrelated lines before the answer; more are a fault.
const MAX_UNRELATED_LINES: usize = 20_000;

impl EnginePlayer {
    /// An engine that is started for its first game, through `guard` if given.
    pub fn new(spec: &EngineSpec, guard: Option<&Path>) -> Self {
        Self {
            spec: spec.clone(),
            guard: guard.map(Path::to_path_buf),
            process: None,
            begun: false,
            answered: None,
            statistics: SearchStatistics::default(),
        }
    }

    /// Ends the process; the next game starts another one.
    pub fn discard(&mut self) {
        self.process = None;
    }

    /// Statistics of the engine's searches since the last call.
    pub fn take_statistics(&mut self) -> SearchStatistics {
        std::mem::take(&mut self.statistics)
    }

    /// Prepares a new game. Fails when the engine does not start.
    pub fn new_game(&mut self, conditions: &MatchConditions) -> Result<(), Fault> {
        self.begun = false;
        self.answered = None;
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
            match wait_for_ok(process) {
                // RESTART is optional: an engine without it is started again.
                Err(Fault::Protocol) if command == "RESTART" => {
                    self.process = None;
                    return self.new_game(conditions);
                }
                outcome => outcome?,
            }
        }
        for (key, value) in settings {
            process.send(&format!("INFO {key} {value}"));
        }
        if conditions.judge_flow {
            process.suspend(true);
        }
        Ok(())
    }

    fn settings(&self, conditions: &MatchConditions) -> Vec<(String, String)> {
        let limits = &self.spec.limits;
        let settings = [
            ("timeout_turn", Some(limits.turn_or_default().as_millis().to_string())),
            ("timeout_match", Some(limits.match_time.map_or(0, |time| time.as_millis()).to_string())),
            ("game_type", Some(if conditions.judge_flow { "3" } else { "1" }.to_owned())),
            ("rule", Some(conditions.rule.bits().to_string())),
            ("max_memory", limits.memory.map(|bytes| bytes.to_string())),
            ("max_node", limits.nodes.map(|nodes| nodes.to_string())),
            ("max_depth", limits.depth.map(|depth| depth.to_string())),
            ("folder", conditions.judge_flow.then(|| std::env::temp_dir().display().to_string())),
        ];
        let settings = settings.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
        settings.chain(self.spec.info.iter().cloned()).collect()
    }

    /// The player's acts in the opening: by `SWAP2BOARD` in swap2, which many engines support, else by `NEGOTIATE`. An
    /// error is the fault that loses the game.
    pub fn negotiate(
        &mut self,
        negotiation: &Negotiation,
        conditions: &MatchConditions,
        left: Option<Duration>,
    ) -> Result<Vec<OpeningAct>, Fault> {
        let Some(process) = &mut self.process else { return Err(Fault::Crash) };
        if let Some(left) = left {
            process.send(&format!("INFO time_left {}", left.as_millis()));
        }
        let (rule, size) = (negotiation.rule(), conditions.size);
        let is_swap2 = rule == OpeningRule::Swap2;
        process.send(&if is_swap2 { "SWAP2BOARD".to_owned() } else { format!("NEGOTIATE {rule}") });
        let is_told = |act: &&OpeningAct| !is_swap2 || matches!(act, OpeningAct::Point(_));
        for &act in negotiation.acts().iter().filter(is_told) {
            process.send(&act_line(act, size, rule));
        }
        process.send("DONE");
        let parse = |line: &str| {
            if is_swap2 && line.eq_ignore_ascii_case("SWAP") {
                return Some(vec![OpeningAct::Side(Color::Black)]);
            }
            parse_acts(line, size, rule)
        };
        let (acts, ..) = self.answer(Instant::now(), conditions, left, parse)?;
        if !is_swap2 || !matches!(negotiation.stage(), Some(OpeningStage::Side(..))) {
            return Ok(acts);
        }
        Ok(match acts.as_slice() {
            &[OpeningAct::Point(point)] => {
                self.answered = Some(point);
                vec![OpeningAct::Side(Color::White)]
            }
            [OpeningAct::Point(_), OpeningAct::Point(_)] => [vec![OpeningAct::Instead], acts].concat(),
            _ => acts,
        })
    }

    /// The next move; `left` is the remaining match time. An error is the fault that loses the game.
    pub fn play(
        &mut self,
        game: &Referee,
        conditions: &MatchConditions,
        left: Option<Duration>,
    ) -> Result<Answer, Fault> {
        if let Some(point) = self.answered.take() {
            return Ok(Answer { point, time: Duration::ZERO, score: None });
        }
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
        ask(process, game, !self.begun, conditions.judge_flow);
        self.begun = true;
        let ((x, y), score, time) = self.answer(start, conditions, left, parse_move)?;
        if let Some(most) = self.spec.limits.memory
            && self.process.as_ref().and_then(EngineProcess::unique_set_size).is_some_and(|used| used > most)
        {
            return Err(Fault::Memory);
        }
        let point = game.size().point(x, y).ok_or(Fault::Illegal)?;
        Ok(Answer { point, time, score })
    }

    /// Waits for the answer that `parse` accepts, with the last reported score and the time since `start`. The judge's
    /// engine runs only meanwhile.
    fn answer<T>(
        &mut self,
        start: Instant,
        conditions: &MatchConditions,
        left: Option<Duration>,
        parse: impl Fn(&str) -> Option<T>,
    ) -> Result<(T, Option<Score>, Duration), Fault> {
        let Some(process) = &self.process else { return Err(Fault::Crash) };
        let turn = self.spec.limits.turn_or_default();
        let deadline = start + left.map_or(turn, |left| left.min(turn)) + conditions.tolerance;
        if conditions.judge_flow {
            process.suspend(false);
        }
        let outcome = wait_for_answer(process, deadline, &mut self.statistics, parse);
        let time = start.elapsed();
        if conditions.judge_flow {
            process.suspend(true);
        }
        let (answer, score) = outcome?;
        self.statistics.micros += time.as_micros() as u64;
        Ok((answer, score, time))
    }
}

/// Requests a move: with the whole position at the game's first request, then by single moves.
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
    for _ in 0..MAX_UNRELATED_LINES {
        match process.line(deadline) {
            Ok(line) if line.eq_ignore_ascii_case("OK") => return Ok(()),
            Ok(line) if begins_with(&line, "ERROR") || begins_with(&line, "UNKNOWN") => return Err(Fault::Protocol),
            Ok(_) => {}
            Err(NoLine::Silent) => return Err(Fault::Time),
            Err(NoLine::Dead) => return Err(Fault::Crash),
        }
    }
    Err(Fault::Protocol)
}

/// The first answer that `parse` accepts, and the last score reported before it.
fn wait_for_answer<T>(
    process: &EngineProcess,
    deadline: Instant,
    statistics: &mut SearchStatistics,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<(T, Option<Score>), Fault> {
    let mut reported = (None, None);
    let mut score = None;
    for _ in 0..MAX_UNRELATED_LINES {
        let line = process.line(deadline).map_err(|no_line| match no_line {
            NoLine::Silent => Fault::Time,
            NoLine::Dead => Fault::Crash,
        })?;
        if let Some(answer) = parse(&line) {
            statistics.add(SearchStatistics {
                moves: reported.0.is_some().into(),
                depth: reported.0.unwrap_or(0),
                nodes: reported.1.unwrap_or(0),
                micros: 0,
            });
            return Ok((answer, score));
        }
        if begins_with(&line, "MESSAGE") || begins_with(&line, "DEBUG") || begins_with(&line, "INFO") {
            reported = (number_after(&line, "depth").or(reported.0), nodes_in(&line).or(reported.1));
            score = score_in(&line).or(score);
        } else if !line.eq_ignore_ascii_case("OK") {
            return Err(Fault::Protocol);
        }
    }
    Err(Fault::Protocol)
}
