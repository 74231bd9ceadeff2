//! Results of a match: counted by game, merged from several runs, written as a table and as JSON.

use super::log;
use super::pairing::{Pairing, Wdl, wdl_of};
use crate::players::depends_on_time;
use crate::spec::SearchStatistics;
use crate::statistics::{MIN_PAIRS, Sprt, SprtState};
use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use strum::IntoEnumIterator;
use tengen::base::Color;
use tengen_game::{EndReason, Fault, Game};

/// Results of one engine in all games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct EngineTotals {
    /// Name.
    pub name: String,
    /// All games.
    pub total: Wdl,
    /// Games lost by a fault, by its kind; every kind is listed.
    pub losses_by: BTreeMap<Fault, u64>,
    /// Statistics of its searches.
    pub search: SearchStatistics,
}

/// A shard of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MatchPart {
    /// Number of the shard, from 1.
    pub number: usize,
    /// Number of shards.
    pub of: usize,
    /// Games counted so far.
    pub played: usize,
    /// Games of the shard.
    pub games: usize,
}

/// Results of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// Rule of play.
    pub rule: String,
    /// Board size.
    pub size: String,
    /// The test, if one was requested.
    pub sprt: Option<Sprt>,
    /// Every engine.
    pub engines: Vec<EngineTotals>,
    /// Every pair of engines that has met.
    pub pairings: Vec<Pairing>,
    /// The shards that are counted, if the match was divided.
    #[serde(default)]
    pub parts: Vec<MatchPart>,
    /// Conditions of the games, as in the [header](log::header) of a log; empty in files of earlier versions.
    #[serde(default)]
    pub conditions: Vec<String>,
}

/// Most shards of a match, more than any cluster has jobs.
const MAX_PARTS: usize = 1_000_000;

impl MatchReport {
    /// Merges the results of several runs from their JSON files. Fails when a file cannot be read, two hold the same
    /// games, or the runs do not belong to one match.
    pub fn read_all(paths: &[PathBuf]) -> Result<Self> {
        let reports: Vec<Self> = paths.iter().map(|path| Self::read(path)).collect::<Result<_>>()?;
        let mut whole = reports.first().context("no outcomes to add up")?.clone();
        for (i, (report, path)) in reports.iter().zip(paths).enumerate().skip(1) {
            let name = path.display();
            if let Some(same) = reports[..i].iter().position(|other| other.repeats(report)) {
                bail!("{name} repeats {}: the same seed and conditions give the same games", paths[same].display());
            }
            whole.merge(report).with_context(|| name.to_string())?;
        }
        Ok(whole)
    }

    /// Whether two whole matches are one, or have the same engines, conditions and seed and no clock.
    fn repeats(&self, other: &Self) -> bool {
        let has_clock = |line: &String| {
            let (limits, command) = line.split_once(" command ").unwrap_or((line, ""));
            let has = |names: [&str; 2]| names.iter().any(|name| limits.contains(name));
            line.starts_with("# engine ")
                && depends_on_time(command, has([" turn ", " match "]), has([" nodes ", " depth "]))
        };
        let sorted = |lines: &[String]| lines.iter().cloned().collect::<BTreeSet<_>>();
        let is_known = !self.conditions.is_empty();
        let is_replayed =
            is_known && sorted(&self.conditions) == sorted(&other.conditions) && !self.conditions.iter().any(has_clock);
        self.parts.is_empty() && other.parts.is_empty() && (self == other || is_replayed)
    }

    fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let report: Self = serde_json::from_str(&text)
            .with_context(|| format!("{} is not the JSON outcome of a match", path.display()))?;
        let is_part = |part: &MatchPart| (1..=part.of).contains(&part.number) && part.of <= MAX_PARTS;
        ensure!(report.parts.iter().all(is_part), "{}: a part that cannot be", path.display());
        Ok(report)
    }

    /// No games yet.
    pub fn new(rule: String, size: String, sprt: Option<Sprt>, names: &[String]) -> Self {
        let engines = names
            .iter()
            .map(|name| EngineTotals {
                name: name.clone(),
                losses_by: Fault::iter().map(|fault| (fault, 0)).collect(),
                ..EngineTotals::default()
            })
            .collect();
        Self { rule, size, sprt, engines, pairings: Vec::new(), parts: Vec::new(), conditions: Vec::new() }
    }

    /// Counts one game; `engines` are the indices of Black and White, the pairing is that of `first`.
    pub fn add_game(&mut self, engines: [usize; 2], first: usize, game: &Game) {
        for color in Color::ALL {
            let engine = &mut self.engines[engines[color.index()]];
            let result = wdl_of(game, color);
            engine.total.add(result);
            if let (1, Some(EndReason::Fault(fault))) = (result.losses, game.reason) {
                *engine.losses_by.entry(fault).or_default() += 1;
            }
        }
        let color = if engines[0] == first { Color::Black } else { Color::White };
        let second = engines[usize::from(engines[0] == first)];
        let result = wdl_of(game, color);
        let pairing = self.pairing(first, second);
        if color == Color::Black { pairing.black.add(result) } else { pairing.white.add(result) }
    }

    /// Counts a complete pair of games for the first engine.
    pub fn add_pair(&mut self, first: usize, second: usize, half_points: usize) {
        self.pairing(first, second).pairs.add(half_points);
    }

    /// Adds an engine's search statistics.
    pub fn add_search(&mut self, engine: usize, reported: SearchStatistics) {
        self.engines[engine].search.add(reported);
    }

    fn pairing(&mut self, first: usize, second: usize) -> &mut Pairing {
        let [first, second] = [first, second].map(|i| self.engines[i].name.clone());
        self.pairing_of(first, second)
    }

    fn pairing_of(&mut self, first: String, second: String) -> &mut Pairing {
        let found = self.pairings.iter().position(|pairing| pairing.first == first && pairing.second == second);
        let index = found.unwrap_or_else(|| {
            self.pairings.push(Pairing::new(first, second));
            self.pairings.len() - 1
        });
        &mut self.pairings[index]
    }

    /// The state of the test over the only pairing, if one was requested.
    pub fn sprt_state(&self) -> Option<SprtState> {
        let sprt = self.sprt?;
        self.pairings.first().map(|pairing| sprt.state(&pairing.pairs))
    }

    /// Merges the games of another run of the match. Fails, and adds nothing, when the conditions, engines or tests
    /// differ, a shard is already counted, or a shard is merged with a whole match.
    pub fn merge(&mut self, other: &MatchReport) -> Result<()> {
        if (&self.rule, &self.size) != (&other.rule, &other.size) {
            bail!("{} {} and {} {} are different matches", self.rule, self.size, other.rule, other.size);
        }
        for part in &other.parts {
            if self.parts.iter().any(|own| own.number == part.number && own.of == part.of) {
                bail!("part {}/{} is there twice", part.number, part.of);
            }
        }
        let divided = |report: &Self| report.parts.first().map(|part| part.of);
        if divided(self) != divided(other) {
            let name = |of: Option<usize>| of.map_or("a whole match".to_owned(), |of| format!("a part of {of}"));
            bail!("{} and {} cannot be added up", name(divided(self)), name(divided(other)));
        }
        log::check_same(&self.conditions, &other.conditions, self.parts.is_empty())?;
        ensure!(self.sprt == other.sprt, "the runs have different tests (--sprt)");
        let names = |report: &Self| report.engines.iter().map(|engine| engine.name.clone()).collect::<BTreeSet<_>>();
        if let Some(name) = names(self).symmetric_difference(&names(other)).next() {
            bail!("engine '{name}' is in one of the runs only");
        }
        if self.conditions.is_empty() {
            self.conditions.clone_from(&other.conditions);
        }
        self.parts.extend(&other.parts);
        self.parts.sort_unstable();
        for engine in &other.engines {
            let Some(own) = self.engines.iter_mut().find(|own| own.name == engine.name) else { continue };
            own.total.add(engine.total);
            own.search.add(engine.search);
            for (&fault, count) in &engine.losses_by {
                *own.losses_by.entry(fault).or_default() += count;
            }
        }
        for pairing in &other.pairings {
            let is_there = |names: [&String; 2]| self.pairings.iter().any(|own| [&own.first, &own.second] == names);
            let (first, second) = (&pairing.first, &pairing.second);
            // The other run may have listed the engines in another order.
            let is_mirrored = !is_there([first, second]) && is_there([second, first]);
            let pairing = if is_mirrored { pairing.mirrored() } else { pairing.clone() };
            self.pairing_of(pairing.first.clone(), pairing.second.clone()).add(&pairing);
        }
        Ok(())
    }

    /// The report as JSON, with the values derived from the counts: Elo, its interval, likelihood of superiority, test.
    /// Fails when the report cannot be written as JSON, which does not happen in practice.
    pub fn to_json(&self) -> Result<String> {
        let derived = |pairing: &Pairing| -> Result<Value> {
            let (pairs, games) = (&pairing.pairs, pairing.games());
            let test = |sprt: Sprt| json!({ "elo0": sprt.elo0, "elo1": sprt.elo1, "llr": sprt.llr(pairs), "state": sprt.state(pairs) });
            let score = games.points() / games.games().max(1) as f64;
            let mut fields = Map::new();
            let derived = json!({ "games": games.games(), "score": score, "sprt": self.sprt.map(test) });
            for part in [serde_json::to_value(pairing)?, serde_json::to_value(pairs.elo())?, derived] {
                fields.extend(part.as_object().cloned().unwrap_or_default());
            }
            Ok(fields.into())
        };
        let mut whole = serde_json::to_value(self)?;
        whole["pairings"] = self.pairings.iter().map(derived).collect::<Result<_>>()?;
        Ok(serde_json::to_string_pretty(&whole)?)
    }

    /// The report as a table.
    pub fn to_table(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        for pairing in &self.pairings {
            let all = pairing.games();
            let percent = 100.0 * all.points() / all.games().max(1) as f64;
            let _ = writeln!(
                text,
                "{} - {}: {} games, {all} ({percent:.1} %); as Black {}, as White {}",
                pairing.first,
                pairing.second,
                all.games(),
                pairing.black,
                pairing.white
            );
            if let Some(estimate) = pairing.pairs.elo() {
                let _ = writeln!(
                    text,
                    "  Elo {estimate:.1}, LOS {:.1} %, pairs (0 to 2 points) {:?}",
                    100.0 * estimate.los,
                    pairing.pairs.0
                );
            }
            if let Some(sprt) = self.sprt {
                let (lower, upper) = Sprt::bounds();
                let early = if pairing.pairs.pairs() < MIN_PAIRS {
                    format!(" (no verdict before {MIN_PAIRS} pairs)")
                } else {
                    String::new()
                };
                let _ = writeln!(
                    text,
                    "  SPRT [{}, {}]: llr {:.2} ({lower:.2}, {upper:.2}) {:?}{early}",
                    sprt.elo0,
                    sprt.elo1,
                    sprt.llr(&pairing.pairs),
                    sprt.state(&pairing.pairs)
                );
            }
        }
        let _ = writeln!(
            text,
            "{:<16} {:>6} {:>6} {:>6} {:>7} {:>6} {:>8}  lost by",
            "engine", "won", "drawn", "lost", "score", "depth", "nodes/s"
        );
        for engine in &self.engines {
            let faults: Vec<String> =
                engine.losses_by.iter().filter(|(_, n)| **n > 0).map(|(fault, n)| format!("{fault} {n}")).collect();
            let search = engine.search;
            let depth =
                if search.moves > 0 { format!("{:.1}", search.depth as f64 / search.moves as f64) } else { "-".into() };
            let speed = if search.nodes > 0 {
                format!("{:.0} k", search.nodes as f64 * 1e3 / search.micros.max(1) as f64)
            } else {
                "-".into()
            };
            let percent = 100.0 * engine.total.points() / engine.total.games().max(1) as f64;
            let _ = writeln!(
                text,
                "{:<16} {:>6} {:>6} {:>6} {percent:>5.1} % {depth:>6} {speed:>8}  {}",
                engine.name,
                engine.total.wins,
                engine.total.draws,
                engine.total.losses,
                if faults.is_empty() { "-".to_owned() } else { faults.join(", ") }
            );
        }
        self.gaps().for_each(|gap| {
            let _ = writeln!(text, "{gap}");
        });
        text
    }

    /// Descriptions of missing and incomplete shards of a divided match.
    fn gaps(&self) -> impl Iterator<Item = String> {
        let of = self.parts.first().map_or(0, |part| part.of);
        (1..=of).filter_map(move |number| match self.parts.iter().find(|part| part.number == number) {
            None => Some(format!("part {number}/{of} is missing")),
            Some(part) => {
                let games = self.games_of_part(number);
                let has = if part.played < part.games { "ended after" } else { "has" };
                (part.played < games).then(|| format!("part {number}/{of} {has} {} of {games} games", part.played))
            }
        })
    }

    /// Number of games that a shard should have, by the longest shard. A shard has as many pairs of each pairing as one
    /// with a higher number, or one more.
    fn games_of_part(&self, number: usize) -> usize {
        let pairings = self.pairings.len().max(self.engines.len().saturating_sub(1));
        let games = |part: &MatchPart| {
            if part.number >= number { part.games } else { part.games.saturating_sub(2 * pairings) }
        };
        self.parts.iter().map(games).max().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> MatchReport {
        MatchReport::new("caro".into(), "9x9".into(), None, &["a".into(), "b".into()])
    }

    #[test]
    fn a_match_that_time_does_not_change_is_not_counted_twice() {
        for (engine, is_repeated) in [
            ("command @random", true),
            ("turn 5s command @greedy", true),
            ("nodes 9 command @caro-points", false),
            ("command @level9", true),
            ("turn 5s command @level9", false),
            ("command @level10", false),
            ("nodes 9 command @level10", true),
            ("depth 9 command engine --fast", true),
            ("command engine", false),
        ] {
            let [mut short, mut long] = [report(), report()];
            for report in [&mut short, &mut long] {
                report.conditions = vec!["# match rule caro seed 1".into(), format!("# engine a {engine}")];
            }
            long.engines[0].total.wins = 8;
            assert_eq!(short.repeats(&long), is_repeated, "{engine}");
        }
    }

    #[test]
    fn a_part_of_a_shorter_match_lacks_games() {
        let gaps = |games: [usize; 3]| {
            let part = |(number, games)| MatchPart { number, of: 3, played: games, games };
            let parts = (1..).zip(games).map(part).collect();
            MatchReport { parts, ..report() }.gaps().collect::<Vec<_>>().join(", ")
        };
        assert_eq!([[4, 4, 4], [4, 4, 2], [2, 0, 0]].map(gaps), ["", "", ""]);
        assert_eq!(gaps([2, 8, 8]), "part 1/3 has 2 of 8 games");
        assert_eq!(gaps([8, 2, 2]), "part 2/3 has 2 of 6 games, part 3/3 has 2 of 6 games");
    }
}
