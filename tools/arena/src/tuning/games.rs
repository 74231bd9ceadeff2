//! The games of a tuning run: an engine against itself with changed parameters, as processes with `--param`, played by
//! the match runner. The tested program is the one that will be released, and it provides the list of parameters.

use super::spsa::{Comparison, Parameter, Rates};
use super::{TuningState, parse_table};
use crate::book::Book;
use crate::changes::{check_settings, command, params_table};
use crate::limits::EngineLimits;
use crate::shard::Shard;
use crate::spec::{EngineSpec, MatchConditions};
use crate::tournament::Tournament;
use anyhow::{Context, Result, bail, ensure};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tengen::base::{BoardSize, Rule, SplitMix64};
use tengen_game::opening_file::Opening;

/// Rule, board and openings of an iteration's games; iterations alternate between several.
#[derive(Clone, Debug)]
pub struct TuningRule {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Openings; random ones if there are none.
    pub openings: Vec<Opening>,
}

/// Settings of a tuning run.
#[derive(Clone, Debug)]
pub struct TuningPlan {
    /// The engine's program, built with the feature `tune`.
    pub program: PathBuf,
    /// Names of the parameters to tune; all of the engine's if empty.
    pub params: Vec<String>,
    /// Factor of every parameter's step.
    pub step_scale: f64,
    /// Number of iterations, and learning rate.
    pub rates: Rates,
    /// Rules, boards and openings; at least one.
    pub rules: Vec<TuningRule>,
    /// Limits of both settings.
    pub limits: EngineLimits,
    /// Games of one iteration.
    pub games: usize,
    /// Win probability that both settings must expect for one side to decide a game; `None`: games are played out.
    pub adjudicate: Option<f32>,
    /// Number of games played at the same time.
    pub concurrency: usize,
    /// Seed of directions and openings.
    pub seed: u64,
    /// Shard of several independent runs.
    pub shard: Shard,
    /// Guard program, see [`Tournament::guard`].
    pub guard: Option<PathBuf>,
}

impl TuningRule {
    /// Hash of the openings, so that a run is continued only with its own.
    fn fingerprint(&self) -> u64 {
        let points =
            self.openings.iter().flat_map(|opening| opening.iter().map(|point| u64::from(point.0) + 1).chain([0]));
        points.fold(self.openings.len() as u64, |hash, point| SplitMix64::new(hash ^ point).next())
    }
}

impl TuningPlan {
    /// The run in the state file, or a new one. Fails when the engine cannot be tuned in this way, or the file has a
    /// run with other options.
    pub fn state(&self, path: &Path) -> Result<TuningState> {
        let parameters = self.parameters()?;
        let first = parameters.first().with_context(|| format!("{} has no parameters", self.program.display()))?;
        check_settings(&self.program, [format!("{}={}", first.name, first.start)])?;
        let EngineLimits { nodes, turn, match_time, .. } = &self.limits;
        let played: String = self
            .rules
            .iter()
            .map(|on| format!("{} {} openings {:016x}, ", on.rule, on.size, on.fingerprint()))
            .collect();
        let (shard, shards) = self.shard;
        let conditions = format!(
            "{played}nodes {nodes:?} turn {turn:?} match {match_time:?} games {} adjudicate {:?} shards {shards}",
            self.games, self.adjudicate
        );
        let new = TuningState::new(conditions, self.seed ^ (shard as u64) << 48, self.rates, parameters);
        if !path.exists() {
            return Ok(new);
        }
        let old = TuningState::read(path)?;
        ensure!(old.beginning() == new, "{}: a run with other options; name another --state", path.display());
        Ok(old)
    }

    /// The parameters to tune, from the engine's list.
    fn parameters(&self) -> Result<Vec<Parameter>> {
        let name = self.program.display();
        let table = params_table(&self.program)?;
        let of_rule = |rule| parse_table(&table, rule).with_context(|| format!("{name} params"));
        let first_rule = self.rules.first().context("no rule to tune for")?.rule;
        let mut parameters = of_rule(first_rule)?;
        let is_tuned = |name: &String| self.params.is_empty() || self.params.contains(name);
        for rule in self.rules.iter().map(|tuned| tuned.rule) {
            let values = of_rule(rule)?;
            let mut tuned = parameters.iter().zip(&values).filter(|(first, _)| is_tuned(&first.name));
            if let Some((first, _)) = tuned.find(|(first, own)| first.start != own.start) {
                bail!("{} has another value under {rule} than under {first_rule}: tune these apart", first.name);
            }
        }
        if let Some(unknown) = self.params.iter().find(|&wanted| parameters.iter().all(|known| known.name != *wanted)) {
            bail!("--param {unknown}: the engine has no such parameter; see {name} params");
        }
        parameters.retain(|parameter| is_tuned(&parameter.name));
        parameters.iter_mut().for_each(|parameter| parameter.step *= self.step_scale);
        Ok(parameters)
    }

    /// Plays the remaining iterations of a run until `stop` is set; `progress` receives their numbers. Fails when games
    /// fail or the state cannot be written.
    pub fn run(
        &self,
        state: &mut TuningState,
        path: &Path,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(usize),
    ) -> Result<()> {
        let names: Vec<String> = state.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let seed = state.seed;
        state.run(path, &mut |k, comparison| {
            progress(k);
            let tuned = &self.rules[k % self.rules.len()];
            self.play(tuned, self.engines(&names, comparison), seed ^ (k as u64 + 1) << 24, stop)
        })
    }

    /// The two settings of a comparison, as engines of a match.
    fn engines(&self, names: &[String], comparison: &Comparison) -> Vec<EngineSpec> {
        let spec = |name: &str, values: &[i32]| {
            let settings = names.iter().zip(values).map(|(name, value)| format!("{name}={value}"));
            EngineSpec {
                name: name.into(),
                command: command(&self.program, settings),
                limits: self.limits.clone(),
                info: Vec::new(),
            }
        };
        vec![spec("plus", &comparison.plus), spec("minus", &comparison.minus)]
    }

    /// Games won minus games lost by the first engine; `None` if the games were interrupted.
    fn play(&self, tuned: &TuningRule, engines: Vec<EngineSpec>, seed: u64, stop: &AtomicBool) -> Result<Option<f64>> {
        let &TuningRule { rule, size, .. } = tuned;
        let conditions = MatchConditions::new(rule, size, Duration::from_secs(1));
        let conditions = MatchConditions { adjudicate: self.adjudicate, ..conditions };
        let book = Book::new(size, rule, tuned.openings.clone(), seed);
        let tournament = Tournament {
            concurrency: self.concurrency,
            seed,
            guard: self.guard.clone(),
            ..Tournament::new(engines, conditions, self.games, book)
        };
        let (report, trouble) = tournament.run(stop, &mut |_| {})?;
        trouble?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let pairing = report.pairings.first().context("no game was played")?;
        let games = pairing.black.games() + pairing.white.games();
        let faults: u64 = report.engines.iter().flat_map(|engine| engine.losses_by.values()).sum();
        ensure!(faults < games, "every game was lost by a fault: play one with `tengen match` to see which");
        let all = pairing.games();
        Ok(Some(all.wins as f64 - all.losses as f64))
    }
}
