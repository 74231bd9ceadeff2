//! The results of a laboratory: a table in Markdown that grows by a line for each match.

use super::builds::ReadyEngine;
use super::changes::SetResult;
use super::effects::effects;
use super::growing_file;
use super::queue::Experiment;
use crate::statistics::{EloEstimate, SprtState};
use crate::tournament::pairing::Pairing;
use crate::tournament::report::MatchReport;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// What a match has shown of the new engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The test found it stronger.
    Accepted,
    /// The test found that it is not.
    Rejected,
    /// Without a test: stronger by more than the error.
    Better,
    /// Without a test: weaker by more than the error.
    Worse,
    /// All games are played and say neither.
    Open,
}

impl Finding {
    /// What all games of a match show.
    fn of(report: &MatchReport, pairing: &Pairing) -> Self {
        match (report.sprt_state(), pairing.pairs.elo()) {
            (Some(SprtState::Accepted), _) => Self::Accepted,
            (Some(SprtState::Rejected), _) => Self::Rejected,
            (None, Some(estimate)) => Self::by_error(estimate),
            _ => Self::Open,
        }
    }

    /// What an estimate shows without a test.
    fn by_error(EloEstimate { elo, error, .. }: EloEstimate) -> Self {
        if elo > error {
            Self::Better
        } else if elo < -error {
            Self::Worse
        } else {
            Self::Open
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Accepted => "accepted",
            Self::Rejected => "rejected",
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Open => "open",
        })
    }
}

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultLine {
    /// The match.
    pub name: String,
    /// The verdict, with what else is to be said of the games.
    pub verdict: String,
}

impl ResultLine {
    /// Whether the new engine has won the match.
    pub fn is_won(&self) -> bool {
        let begins = |finding: Finding| self.verdict.starts_with(&finding.to_string());
        begins(Finding::Accepted) || begins(Finding::Better)
    }
}

const HEADER: &str = "# Results of the laboratory

`tengen lab` adds a line when a match of its queue ends: the new engine against the old, Elo with
its error of 95 %. The verdict is that of the test; without one it is better or worse when Elo is
beyond its error. What each match was for stands in the queue.

| date | match | conditions | new | old | won, drawn, lost | Elo | LLR | verdict |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
";
const COLUMNS: usize = 9;

/// The lines of the table; none when there is no file yet.
///
/// # Errors
/// When the file cannot be read.
pub fn read(path: &Path) -> Result<Vec<ResultLine>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    // A line that a power cut has torn is none.
    let read = |line: &str| {
        let inner = line.trim().strip_prefix('|')?.strip_suffix('|')?;
        let cells: Vec<&str> = inner.split('|').map(str::trim).collect();
        (cells.len() == COLUMNS)
            .then(|| ResultLine { name: cells[1].to_owned(), verdict: cells[COLUMNS - 1].to_owned() })
    };
    Ok(text.lines().filter_map(read).collect())
}

/// Adds the line of a match that has ended.
///
/// # Errors
/// When the file cannot be written.
pub fn add(path: &Path, line: &str) -> Result<()> {
    growing_file::append(path, HEADER, line)
}

/// The line of a match that has ended.
///
/// # Errors
/// When no game was played.
pub fn line(experiment: &Experiment, report: &MatchReport, engines: &[ReadyEngine; 2], date: &str) -> Result<String> {
    let pairing = report.pairings.first().context("no game was played")?;
    let games = pairing.games();
    let elo = pairing.pairs.elo().map_or_else(String::new, |estimate| estimate.to_string());
    let llr = report.sprt.map_or_else(
        || "-".to_owned(),
        |test| format!("{:.2} of [{}, {}]", test.llr(&pairing.pairs), test.elo0, test.elo1),
    );
    let faults = match faults(report) {
        0 => String::new(),
        faults => format!(", {faults} lost by faults"),
    };
    let cells = [
        date.to_owned(),
        experiment.name.clone(),
        conditions(experiment),
        engines[0].description.clone(),
        engines[1].description.clone(),
        format!("+{} ={} -{}", games.wins, games.draws, games.losses),
        elo,
        llr,
        format!("{}{faults}", Finding::of(report, pairing)),
    ];
    Ok(row(cells))
}

/// What a test of many changes is, for its file.
pub fn conditions_of_changes(experiment: &Experiment, plain: &ReadyEngine) -> String {
    let changes = experiment.changes.iter().map(|(name, params)| format!("; {name}{}", settings(params)));
    format!(
        "# changes {}; {}; seed {}{}",
        conditions(experiment),
        plain.description,
        experiment.seed,
        changes.collect::<String>()
    )
}

/// The lines of a test of many changes: one for each, that of the test itself last.
///
/// # Errors
/// When its games cannot tell the changes apart.
pub fn lines_of_changes(
    experiment: &Experiment,
    sets: &[SetResult],
    plain: &ReadyEngine,
    date: &str,
) -> Result<String> {
    let effects = effects(sets).context("too few games to tell the changes apart")?;
    let games: u64 = sets.iter().map(|set| set.games.games()).sum();
    let mut lines: Vec<String> = Vec::new();
    let mut found = 0;
    for ((name, params), estimate) in experiment.changes.iter().zip(effects) {
        let finding = Finding::by_error(estimate);
        found += usize::from(finding != Finding::Open);
        lines.push(row([
            date.to_owned(),
            format!("{}: {name}", experiment.name),
            conditions(experiment),
            format!("{}{}", plain.description, settings(params)),
            plain.description.clone(),
            format!("{games} games"),
            estimate.to_string(),
            "-".into(),
            finding.to_string(),
        ]));
    }
    let count = experiment.changes.len();
    lines.push(row([
        date.to_owned(),
        experiment.name.clone(),
        conditions(experiment),
        "random halves".into(),
        "the other halves".into(),
        format!("{games} games"),
        String::new(),
        "-".into(),
        format!("{count} changes, {found} beyond their error"),
    ]));
    Ok(lines.join("\n"))
}

/// Parameters as they stand behind an engine's name.
fn settings(params: &BTreeMap<String, i64>) -> String {
    params.iter().map(|(name, value)| format!(" {name}={value}")).collect()
}

/// A row of the table.
fn row(cells: [String; COLUMNS]) -> String {
    format!("| {} |", cells.map(|cell| cell.replace('|', "/")).join(" | "))
}

/// Games that were lost by a fault.
pub fn faults(report: &MatchReport) -> u64 {
    report.engines.iter().flat_map(|engine| engine.losses_by.values()).sum()
}

/// Rule, board, and the limits of both engines.
fn conditions(experiment: &Experiment) -> String {
    let limits = [&experiment.new, &experiment.old].map(|contender| {
        let limits = experiment.limits(contender);
        let nodes = limits.nodes.map(|nodes| format!("{nodes} nodes"));
        let parts: Vec<String> = limits.turn.map(|turn| format!("{turn:?}")).into_iter().chain(nodes).collect();
        parts.join(" and ")
    });
    let [new, old] = &limits;
    let limits = if new == old { new.clone() } else { format!("{new} against {old}") };
    format!("{} {}, {limits}", experiment.rule, experiment.size)
}
