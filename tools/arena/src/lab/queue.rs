//! The queue of a laboratory: a TOML file with a table for each match.

use super::changes::GAMES_OF_SET;
use crate::limits::{EngineLimits, parse_duration};
use crate::statistics::Sprt;
use crate::tournament::MAX_GAMES;
use anyhow::{Context, Result, ensure};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use toml::{Spanned, Table, Value};

/// The matches of a queue, in their order.
pub struct Queue(pub Vec<QueuedMatch>);

/// A match of the queue, which may be wrong in itself.
pub struct QueuedMatch {
    /// Its name; empty when it has none.
    pub name: String,
    /// Where it begins in the file.
    pub line: usize,
    /// All that the file says of it: a match that has been mended is another one.
    pub table: Table,
    /// What is to be played.
    pub experiment: Result<Experiment>,
}

/// A match of two engines.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Experiment {
    /// Its name in the results and of its log.
    pub name: String,
    /// Rule of play.
    #[serde(deserialize_with = "rule")]
    pub rule: Rule,
    /// Board.
    #[serde(deserialize_with = "board")]
    pub size: BoardSize,
    /// A file of openings; without it, random ones near even.
    pub openings: Option<PathBuf>,
    /// Nodes of a move.
    pub nodes: Option<u64>,
    /// Time of a move.
    #[serde(deserialize_with = "duration", default)]
    pub turn: Option<Duration>,
    /// The share of the points from which both engines may call a game decided.
    pub adjudicate: Option<f32>,
    /// Games at most.
    pub games: usize,
    /// The test that ends the match.
    #[serde(deserialize_with = "bounds", default)]
    pub sprt: Option<Sprt>,
    /// Games before which it does not.
    #[serde(default)]
    pub min_games: usize,
    /// Order of the openings.
    #[serde(default = "usual_seed")]
    pub seed: u64,
    /// The revision of both engines, when they name no other.
    pub revision: Option<String>,
    /// Another match: only when that one was won is this one to be played.
    pub if_accepted: Option<String>,
    /// The engine under test.
    #[serde(default)]
    pub new: Contender,
    /// Its opponent.
    #[serde(default)]
    pub old: Contender,
    /// In place of these two: changes by name, each with the search's parameters that it sets, of which random halves play
    /// against each other.
    #[serde(default)]
    pub changes: BTreeMap<String, BTreeMap<String, i64>>,
}

/// An engine of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Contender {
    /// The commit to build.
    pub revision: Option<String>,
    /// A command line, in place of a build.
    pub program: Option<String>,
    /// Values of the search's parameters.
    pub params: BTreeMap<String, i64>,
    /// A file of weights.
    pub weights: Option<PathBuf>,
    /// Nodes of a move, in place of the match's.
    pub nodes: Option<u64>,
    /// Time of a move, in place of the match's.
    #[serde(deserialize_with = "duration")]
    pub turn: Option<Duration>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QueueFile {
    #[serde(default)]
    defaults: Table,
    #[serde(default, rename = "match")]
    matches: Vec<Spanned<Table>>,
}

impl Queue {
    /// Reads a queue.
    ///
    /// # Errors
    /// When the file cannot be read or is no TOML with matches. A match that is wrong in itself is found there.
    pub fn read(path: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> Result<Self> {
        let QueueFile { defaults, matches } = toml::from_str(text)?;
        let mut names = HashSet::new();
        let read = |matched: Spanned<Table>| {
            let line = text[..matched.span().start].matches('\n').count() + 1;
            let mut table = matched.into_inner();
            for (key, value) in &defaults {
                table.entry(key.clone()).or_insert_with(|| value.clone());
            }
            let name = table.get("name").and_then(Value::as_str).unwrap_or_default().to_owned();
            let whole = table.clone();
            let is_new = names.insert(name.clone());
            let experiment = table.try_into::<Experiment>().map_err(|error| one_line(&error)).and_then(|experiment| {
                ensure!(is_new, "another match has that name");
                experiment.check()?;
                Ok(experiment)
            });
            QueuedMatch { name, line, table: whole, experiment }
        };
        Ok(Self(matches.into_iter().map(read).collect()))
    }
}

/// The reader's error without its line breaks.
fn one_line(error: &toml::de::Error) -> anyhow::Error {
    anyhow::Error::msg(error.to_string().trim().replace('\n', ": "))
}

impl Experiment {
    /// Finds out what the types of the fields do not tell.
    fn check(&self) -> Result<()> {
        ensure!(is_plain_name(&self.name), "its name: expected letters, digits and - _ .");
        ensure!(self.games > 0, "games = 0: nothing to play");
        ensure!(self.games <= MAX_GAMES, "games = {}: expected at most {MAX_GAMES}", self.games);
        ensure!(
            self.adjudicate.is_none_or(|share| share > 0.5 && share <= 1.0),
            "adjudicate: expected a share above 0.5"
        );
        if !self.changes.is_empty() {
            let none = Contender::default();
            ensure!(
                self.new == none && self.old == none,
                "changes play against each other: there is no new and no old"
            );
            ensure!(self.changes.len() > 1, "changes: a single one is a match of its own");
            ensure!(self.games >= 2 * GAMES_OF_SET * self.changes.len(), "games: too few to tell the changes apart");
            let (mut names, mut values) = (self.changes.keys(), self.changes.values());
            ensure!(names.all(|name| is_plain_name(name)), "the name of a change: expected letters, digits and - _ .");
            ensure!(values.all(|params| !params.is_empty()), "a change sets no parameter");
            let mut set = HashSet::new();
            let twice = self.changes.values().flat_map(BTreeMap::keys).find(|&param| !set.insert(param));
            ensure!(twice.is_none(), "two changes set {}", twice.map_or("", |name| name));
        }
        for (name, contender) in [("new", &self.new), ("old", &self.old)] {
            ensure!(
                contender.program.is_none() || contender.revision.is_none(),
                "{name} has both a program and a revision"
            );
            ensure!(
                contender.program.is_some() || self.revision_of(contender).is_some(),
                "{name} has neither a revision nor a program"
            );
            let limits = self.limits(contender);
            ensure!(limits.nodes.is_some() || limits.turn.is_some(), "{name} has no limit: nodes or turn");
        }
        Ok(())
    }

    /// The revision that an engine is built from, when it is built.
    pub fn revision_of<'a>(&'a self, contender: &'a Contender) -> Option<&'a str> {
        contender.revision.as_deref().or(self.revision.as_deref()).filter(|_| contender.program.is_none())
    }

    /// Whether the engines are builds whose parameters can be changed: both, so that both are as fast.
    pub fn is_tuned(&self) -> bool {
        !self.changes.is_empty() || [&self.new, &self.old].iter().any(|contender| !contender.params.is_empty())
    }

    /// The limits of an engine.
    pub fn limits(&self, contender: &Contender) -> EngineLimits {
        EngineLimits {
            turn: contender.turn.or(self.turn),
            nodes: contender.nodes.or(self.nodes),
            ..EngineLimits::default()
        }
    }
}

/// Whether a name can be that of a file, and a word of a table.
fn is_plain_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(is_plain)
}

fn usual_seed() -> u64 {
    1
}

fn rule<'de, D: Deserializer<'de>>(input: D) -> Result<Rule, D::Error> {
    String::deserialize(input)?.parse().map_err(D::Error::custom)
}

fn board<'de, D: Deserializer<'de>>(input: D) -> Result<BoardSize, D::Error> {
    BoardSize::square(usize::deserialize(input)?).map_err(D::Error::custom)
}

fn duration<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Duration>, D::Error> {
    parse_duration(&String::deserialize(input)?).map(Some).map_err(D::Error::custom)
}

fn bounds<'de, D: Deserializer<'de>>(input: D) -> Result<Option<Sprt>, D::Error> {
    let [elo0, elo1] = <[f64; 2]>::deserialize(input)?;
    if elo0 < elo1 {
        Ok(Some(Sprt { elo0, elo1 }))
    } else {
        Err(D::Error::custom("sprt: expected two rising Elo bounds"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUEUE: &str = r#"# Two matches.
[defaults]
revision = "83203f2"
size = 15
nodes = 25_000
games = 4000
sprt = [0, 8]
min-games = 1000

[[match]]
name = "deeper-futility"
rule = "caro"
new.params = { futility_max_depth = 12 }

[[match]]
name = "odds"
rule = "0"
size = 20
sprt = [-5, 0.5]
if-accepted = "deeper-futility"
new = { revision = "HEAD", turn = "62ms", nodes = 9 }
old.program = "rapfi --quiet"
"#;

    #[test]
    fn a_match_has_the_defaults_where_it_says_nothing_else() {
        let queue = Queue::parse(QUEUE).unwrap().0;
        let [first, second] = [0, 1].map(|index| queue[index].experiment.as_ref().unwrap());
        assert_eq!(queue.iter().map(|entry| entry.line).collect::<Vec<_>>(), [10, 15]);
        assert_eq!((first.rule, first.size.to_string(), first.games), (Rule::Caro, "15x15".into(), 4000));
        assert_eq!((first.sprt, first.min_games), (Some(Sprt { elo0: 0.0, elo1: 8.0 }), 1000));
        assert_eq!(first.new.params, BTreeMap::from([("futility_max_depth".into(), 12)]));
        assert!(first.is_tuned() && !second.is_tuned());
        assert_eq!([&first.new, &first.old].map(|side| first.revision_of(side)), [Some("83203f2"); 2]);
        assert_eq!([&second.new, &second.old].map(|side| second.revision_of(side)), [Some("HEAD"), None]);
        assert_eq!((second.rule, second.size.to_string()), (Rule::Freestyle, "20x20".into()));
        assert_eq!((second.sprt.unwrap().elo1, second.if_accepted.as_deref()), (0.5, Some("deeper-futility")));
        let limits = second.limits(&second.new);
        assert_eq!((limits.turn, limits.nodes), (Some(Duration::from_millis(62)), Some(9)));
        assert_eq!(second.limits(&second.old).nodes, Some(25_000));
        assert_eq!(queue[0].table["min-games"], Value::Integer(1000));
    }

    #[test]
    fn a_wrong_match_is_told_apart_from_the_others() {
        for (change, reason) in [
            (("rule = \"caro\"", "rule = \"chess\""), "none of freestyle"),
            (("rule = \"caro\"", ""), "missing field `rule`"),
            (("new.params", "new.parms"), "unknown field `parms`"),
            (("name = \"deeper-futility\"", "name = \"a/b\""), "letters, digits"),
            (("name = \"deeper-futility\"", "name = \"odds\""), ""),
            (("rule = \"caro\"", "rule = \"caro\"\nsprt = [8, 0]"), "rising"),
            (("rule = \"caro\"", "rule = \"caro\"\ngames = 0"), "nothing to play"),
            (("rule = \"caro\"", "rule = \"caro\"\nsize = 3"), "board width"),
            (("rule = \"caro\"", "rule = \"caro\"\nturn = \"fast\""), "not a time"),
            (("rule = \"caro\"", "rule = \"caro\"\nadjudicate = 0.5"), "share above 0.5"),
            (
                ("futility_max_depth = 12 }", "a = 12 }\nchanges = { b = { a = 1 }, c = { d = 2 } }"),
                "no new and no old",
            ),
            (("new.params = { futility_max_depth = 12 }", "changes = { b = { a = 1 } }"), "a match of its own"),
            (
                ("new.params = { futility_max_depth = 12 }", "changes = { b = { a = 1 }, c = { a = 2 } }"),
                "two changes set a",
            ),
            (("new.params = { futility_max_depth = 12 }", "changes = { b = { a = 1 }, c = {} }"), "sets no parameter"),
            (
                ("new.params = { futility_max_depth = 12 }", "games = 31\nchanges = { b = { a = 1 }, c = { d = 2 } }"),
                "too few to tell",
            ),
            (("rule = \"caro\"", "rule = \"caro\"\nold = { program = \"a\", revision = \"b\" }"), "both a program"),
        ] {
            let queue = Queue::parse(&QUEUE.replacen(change.0, change.1, 1)).unwrap().0;
            let wrong: Vec<_> = queue.iter().filter_map(|entry| entry.experiment.as_ref().err()).collect();
            let said = format!("{:#}", wrong[0]);
            assert!(wrong.len() == 1 && said.contains(reason) && !said.contains('\n'), "{change:?}: {said}");
        }
        let without = QUEUE.replace("revision = \"83203f2\"", "").replace("nodes = 25_000", "");
        let queue = Queue::parse(&without).unwrap().0;
        let said = queue.iter().map(|entry| entry.experiment.as_ref().unwrap_err().to_string());
        assert_eq!(
            said.collect::<Vec<_>>(),
            ["new has neither a revision nor a program", "old has no limit: nodes or turn"]
        );
    }

    #[test]
    fn every_match_of_the_repository_s_queue_is_right() {
        let queue = Queue::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/queue.toml")).unwrap().0;
        assert!(queue.len() >= 20);
        queue.iter().for_each(|entry| assert!(entry.experiment.is_ok(), "{}: {:?}", entry.name, entry.experiment));
    }

    #[test]
    fn a_file_that_is_no_queue_is_refused_with_the_line() {
        for (text, line) in [("[defaults]\nnodes = ", "line 2"), ("\n\n[[matches]]\nname = \"a\"", "line 3")] {
            let said = format!("{:#}", Queue::parse(text).err().unwrap());
            assert!(said.contains(line), "{said}");
        }
        assert!(Queue::parse("").unwrap().0.is_empty());
    }
}
