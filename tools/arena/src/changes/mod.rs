//! Tests of many changes at once. In each set of games a random half of the changes plays against the other half, so
//! that every game gives information about every change: as much as a match for each, if the effects add up (factorial
//! experiments: Fisher 1935; here with random halves).

mod effects;
mod sets;

use crate::spec::EngineSpec;
use crate::tournament::pairing::Wdl;
use crate::tournament::{Tournament, log};
use anyhow::{Context, Result, bail, ensure};
use sets::{GAMES_OF_SET, SetResult, half, open_sets};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;
use tengen::base::Rule;

/// Most games of a set that may be lost by faults.
const FAULTS: u64 = 2;

/// A change of the search: new values of parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Its name in the results.
    name: String,
    /// Settings of the form `PARAM=VALUE`.
    settings: Vec<String>,
}

/// Reads `NAME=PARAM=VALUE[,PARAM=VALUE]`.
impl FromStr for Change {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        let is_setting = |setting: &str| {
            setting.split_once('=').is_some_and(|(param, value)| is_word(param) && value.parse::<i64>().is_ok())
        };
        match text.trim().split_once('=') {
            Some((name, settings)) if is_word(name) && settings.split(',').all(is_setting) => {
                Ok(Self { name: name.to_owned(), settings: settings.split(',').map(str::to_owned).collect() })
            }
            _ => bail!("'{}': expected NAME=PARAM=VALUE[,PARAM=VALUE]", text.trim()),
        }
    }
}

/// Whether a text consists of letters, digits and `-_.`, and is not empty.
fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

/// The changes in a file, one per line; lines that begin with `#` are comments. Fails at the first line that is not a
/// change.
pub fn parse(text: &str) -> Result<Vec<Change>> {
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(index, line)| line.parse().with_context(|| format!("line {}", index + 1))).collect()
}

/// A test of many changes.
pub struct ChangesTest {
    /// The engine's program, built with the feature `tune`.
    pub program: PathBuf,
    /// The changes, at least two.
    pub changes: Vec<Change>,
    /// The match; its two engines are replaced by those of each set. Its log stores the sets; it has no sequential
    /// test.
    pub tournament: Tournament,
}

impl ChangesTest {
    /// Plays the remaining sets until `stop` is set; `progress` receives the number of games. Returns a table with a
    /// line for each change. Fails when the changes cannot be separated, the engine refuses one, games fail or the log
    /// cannot be written.
    pub fn run(&self, stop: &AtomicBool, progress: &mut dyn FnMut(usize)) -> Result<String> {
        self.check()?;
        let log = self.tournament.log.as_deref().map(|path| open_sets(path, &self.conditions())).transpose()?;
        let (mut log, mut sets) = log.map_or((None, Vec::new()), |(log, sets)| (Some(log), sets));
        progress(sets.len() * GAMES_OF_SET);
        while sets.len() * GAMES_OF_SET < self.tournament.games {
            let first_has = half(self.changes.len(), self.tournament.seed, sets.len());
            let Some(games) = self.play_set(sets.len(), &first_has, stop)? else { break };
            let set = SetResult { first_has, games };
            if let Some(log) = &mut log {
                log.add_line(&serde_json::to_string(&set)?)?;
            }
            sets.push(set);
            progress(sets.len() * GAMES_OF_SET);
        }
        Ok(self.table(&sets))
    }

    /// Checks everything before the first game that would make the test fail. All changes are passed to the engine at
    /// once, so that it reports any that it refuses.
    fn check(&self) -> Result<()> {
        let Self { changes, tournament: Tournament { games, .. }, .. } = self;
        ensure!(changes.len() > 1, "a single change is a match of its own: expected at least two");
        let least = 2 * GAMES_OF_SET * changes.len();
        ensure!(*games >= least, "{games} games tell {} changes apart badly: expected at least {least}", changes.len());
        let mut names = HashSet::new();
        let mut params = HashSet::new();
        for change in changes {
            ensure!(names.insert(&change.name), "two changes are named {}", change.name);
            let mut own = change.settings.iter().filter_map(|setting| setting.split('=').next());
            let twice = own.find(|&param| !params.insert(param));
            ensure!(twice.is_none(), "{} is set twice: each parameter by one change", twice.unwrap_or_default());
        }
        check_settings(&self.program, changes.iter().flat_map(|change| &change.settings))?;
        let present = present_values(&self.program, self.tournament.conditions.rule)?;
        for Change { name, settings } in changes {
            let is_new = |setting: &String| !present.contains(setting);
            ensure!(
                settings.iter().any(is_new),
                "{name} changes nothing: these are the values of {}",
                self.program.display()
            );
        }
        Ok(())
    }

    /// The conditions of the sets, as one line.
    fn conditions(&self) -> String {
        let Tournament { conditions, engines, book, seed, longest, .. } = &self.tournament;
        let changes = self.changes.iter().map(|change| format!("; {}={}", change.name, change.settings.join(",")));
        let engine = &engines[..1];
        let header = log::header(conditions, engine, book, *seed, *longest).join(" ");
        format!("# changes{}{}\n", header.replace('#', ";"), changes.collect::<String>())
    }

    /// The results of a set's games for its first engine; `None` if the set was interrupted.
    fn play_set(&self, number: usize, first_has: &[bool], stop: &AtomicBool) -> Result<Option<Wdl>> {
        let side = |name: &str, first: bool| {
            let changes = self.changes.iter().zip(first_has).filter(|&(_, &has)| has == first);
            let command = command(&self.program, changes.flat_map(|(change, _)| &change.settings));
            EngineSpec { name: name.into(), command, ..self.tournament.engines[0].clone() }
        };
        let seed = self.tournament.seed ^ (number as u64 + 1) << 24;
        let tournament = Tournament {
            engines: vec![side("half", true), side("other", false)],
            games: GAMES_OF_SET,
            book: self.tournament.book.with_seed(seed),
            seed,
            log: None,
            ..self.tournament.clone()
        };
        let (report, trouble) = tournament.run(stop, &mut |_| {})?;
        trouble?;
        let Some(pairing) = report.pairings.first() else { return Ok(None) };
        let games = pairing.games();
        let faults: u64 = report.engines.iter().flat_map(|engine| engine.losses_by.values()).sum();
        ensure!(
            faults <= FAULTS,
            "{faults} of {} games were lost by faults: a match of this engine with `--log` shows by which",
            games.games()
        );
        Ok((games.games() == GAMES_OF_SET as u64).then_some(games))
    }

    /// A table with a line for each change: its Elo and its interval.
    fn table(&self, sets: &[SetResult]) -> String {
        let head = format!("{} games of {} changes\n", sets.len() * GAMES_OF_SET, self.changes.len());
        let Some(effects) = effects::effects(sets) else { return head + "too few games to tell the changes apart\n" };
        let width = self.changes.iter().map(|change| change.name.len()).max().unwrap_or(0);
        let line = |(change, effect): (&Change, &_)| {
            let Change { name, settings } = change;
            format!("{name:width$}  Elo {effect}  {}\n", settings.join(" "))
        };
        head + &self.changes.iter().zip(&effects).map(line).collect::<String>()
    }
}

/// The command line of a program with these values of its parameters.
pub fn command<S: AsRef<str>>(program: &Path, settings: impl IntoIterator<Item = S>) -> String {
    let settings: String = settings.into_iter().map(|setting| format!(" --param {}", setting.as_ref())).collect();
    format!("\"{}\"{settings}", program.display())
}

/// The values of a program's parameters under a rule, as settings.
fn present_values(program: &Path, rule: Rule) -> Result<HashSet<String>> {
    let of_rule = format!("{}=", rule.name());
    let setting = |line: &str| {
        let mut cells = line.split('\t');
        let (name, values) = (cells.next()?, cells.next()?);
        let own = values.split(' ').find_map(|value| value.strip_prefix(&of_rule));
        Some(format!("{name}={}", own.or(values.split(' ').next())?))
    };
    Ok(params_table(program)?.lines().filter_map(setting).collect())
}

/// The table of a program's parameters. Fails when the program cannot be run or refuses to print it.
pub fn params_table(program: &Path) -> Result<String> {
    let name = program.display();
    let output = Command::new(program).arg("params").stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot run {name}"))?;
    ensure!(output.status.success(), "{name} params: failed; --cmd expects a Tengen engine");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Checks that a program accepts values of its parameters. Its input is empty, so that it ends at once. Fails when the
/// program cannot be run or refuses the values.
pub fn check_settings<S: AsRef<str>>(program: &Path, settings: impl IntoIterator<Item = S>) -> Result<()> {
    let arguments = settings.into_iter().flat_map(|setting| ["--param".to_owned(), setting.as_ref().to_owned()]);
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output();
    let output = output.with_context(|| format!("cannot run {}", program.display()))?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{} refuses --param: {}", program.display(), complaint.trim());
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::book::Book;
    use crate::limits::EngineLimits;
    use crate::spec::MatchConditions;
    use std::time::Duration;
    use tengen::base::BoardSize;

    #[test]
    fn a_test_that_is_stopped_in_its_first_games_is_no_error() {
        let (rule, size) = (Rule::Freestyle, BoardSize::square(15).unwrap());
        let engine = EngineSpec {
            name: "engine".into(),
            command: "true".into(),
            limits: EngineLimits::default(),
            info: Vec::new(),
        };
        let conditions = MatchConditions::new(rule, size, Duration::ZERO);
        let book = Book::new(size, rule, vec![vec![size.center()]], 1);
        let test = ChangesTest {
            program: "true".into(),
            changes: ["a=a=1", "b=b=1"].map(|text| text.parse().unwrap()).into(),
            tournament: Tournament::new(vec![engine], conditions, 32, book),
        };
        let table = test.run(&AtomicBool::new(true), &mut |_| {}).unwrap();
        assert_eq!(table, "0 games of 2 changes\ntoo few games to tell the changes apart\n");
    }
}
