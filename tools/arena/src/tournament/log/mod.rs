//! The log of a match: the conditions of its games, and a line for each game, so that an interrupted match can be
//! continued.

use super::log_line::{LogKey, format_line, parse_line};
use crate::book::Book;
use crate::limits::EngineLimits;
use crate::run_file::{self, RunFile};
use crate::spec::{EngineSpec, MatchConditions};
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;
use tengen::base::{BoardSize, Rule};
use tengen_game::Game;

/// A log that a match can append to. It is locked, because a second match with the same log would play the same games.
pub struct MatchLog {
    file: RunFile,
    /// Lines of the header that are not in the file yet.
    missing: Vec<String>,
    /// The engines' names in the order of the file's header.
    pub engines: Vec<String>,
}

impl MatchLog {
    /// Opens the log at `path` for the match with this [`header`], and reads its games. An incomplete last line, as a
    /// full disk or a power cut leaves it, is removed from the file. Fails when the file cannot be read, is not a log, or
    /// is the log of a running match or of one with other conditions.
    pub fn open(
        path: &Path,
        rule: Rule,
        size: BoardSize,
        header: Vec<String>,
    ) -> Result<(Self, HashMap<LogKey, Game>)> {
        // The games of a read-only log are counted too.
        let file = run_file::create(path).or_else(|error| File::open(path).map_err(|_| error));
        let (mut file, bytes) = RunFile::of(path, file)?;
        let (whole, begun) = run_file::whole_lines(&bytes);
        let torn = String::from_utf8_lossy(begun);
        // Without a complete line, only a torn header is accepted; any other content is that of another file.
        let is_ours = if whole.is_empty() { header[0].as_bytes().starts_with(begun) } else { begins_a_line(&torn) };
        ensure!(torn.is_empty() || is_ours, not_a_game(path, &torn));
        let text = std::str::from_utf8(whole).with_context(|| format!("cannot read {}", path.display()))?;
        let (found, games): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| is_header(line));
        for line in &header {
            if let Some(other) = contradiction(line, &found) {
                let name = path.display();
                bail!(
                    "{name}: the log has '{other}', expected '{line}': continue under the same conditions or name another --log"
                );
            }
        }
        let games = parse_games(path, games.into_iter(), rule, size)?;
        file.cut(whole.len() as u64)?;
        // A log of an earlier version has no header. If one were added now, it would seem to apply only to the games
        // after it.
        let missing = if found.is_empty() && !games.is_empty() {
            Vec::new()
        } else {
            header.into_iter().filter(|line| !found.contains(&line.as_str())).collect()
        };
        let name = |line: &&str| Some(line.strip_prefix(HEADER[1])?.split(' ').next()?.to_owned());
        let engines = found.iter().filter_map(name).collect();
        Ok((Self { file, missing, engines }, games))
    }

    /// Appends game `index` (0 or 1) of pair `pair`, with the names of its Black and White. Fails when the file cannot
    /// be written.
    pub fn add(&mut self, pair: usize, index: usize, names: [&str; 2], game: &Game) -> Result<()> {
        let mut text: String = self.missing.iter().map(|line| format!("{line}\n")).collect();
        text += &format_line(pair, index, names, game);
        self.file.append(text.as_bytes())?;
        self.missing.clear();
        Ok(())
    }
}

/// The games in the log at `path`, which a running match may be appending to. Fails when the file cannot be read or is not a
/// log of such games.
pub fn read(path: &Path, rule: Rule, size: BoardSize) -> Result<HashMap<LogKey, Game>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = String::from_utf8_lossy(run_file::whole_lines(&bytes).0);
    parse_games(path, text.lines().filter(|line| !is_header(line)), rule, size)
}

fn parse_games<'a>(
    path: &Path,
    lines: impl Iterator<Item = &'a str>,
    rule: Rule,
    size: BoardSize,
) -> Result<HashMap<LogKey, Game>> {
    let parse = |line| parse_line(line, rule, size).with_context(|| not_a_game(path, line));
    lines.map(parse).collect()
}

fn not_a_game(path: &Path, line: &str) -> String {
    format!("{}: '{line}' is not a game of this match", path.display())
}

/// Prefixes of the lines of a header: one line about all games, and one for each engine.
const HEADER: [&str; 2] = ["# match ", "# engine "];

fn is_header(line: &str) -> bool {
    HEADER.iter().any(|word| line.starts_with(word))
}

/// Whether an incomplete line may be the beginning of a line of a log.
fn begins_a_line(text: &str) -> bool {
    let is_game = || text.split(' ').next().is_some_and(|word| word.parse::<usize>().is_ok());
    is_header(text) || HEADER.iter().any(|word| word.starts_with(text)) || is_game()
}

/// The conditions of a match's games: a line about all of them, and one about each engine. Options that only change the
/// number of games are left out: games, test, shard.
pub fn header(
    conditions: &MatchConditions,
    engines: &[EngineSpec],
    book: &Book,
    seed: u64,
    longest: usize,
) -> Vec<String> {
    let mut line = format!("{}rule {} size {}", HEADER[0], conditions.rule, conditions.size);
    match conditions.opening {
        Some(opening) => line += &format!(" opening-rule {opening}"),
        None => line += &format!(" openings {book}"),
    }
    line += &format!(" seed {seed} tolerance {:?}", conditions.tolerance);
    if conditions.judge_flow {
        line += " judge-flow";
    }
    if let Some(share) = conditions.adjudicate {
        line += &format!(" adjudicate {share}");
    }
    if longest < usize::MAX {
        line += &format!(" max-moves {longest}");
    }
    std::iter::once(line).chain(engines.iter().map(engine_line)).collect()
}

/// The line of an engine: `# engine NAME`, its limits, its `INFO` lines, and at the end its command, which may contain
/// blanks.
fn engine_line(engine: &EngineSpec) -> String {
    let EngineLimits { turn, match_time, increment, nodes, depth, memory } = &engine.limits;
    let mut line = format!("{}{}", HEADER[1], engine.name);
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            line += &format!(" {name} {value}");
        }
    };
    add("turn", turn.map(|turn| format!("{turn:?}")));
    add("match", match_time.map(|time| format!("{time:?}")));
    add("increment", (!increment.is_zero()).then(|| format!("{increment:?}")));
    add("nodes", nodes.map(|nodes| nodes.to_string()));
    add("depth", depth.map(|depth| depth.to_string()));
    add("memory", memory.map(|memory| memory.to_string()));
    for (key, value) in &engine.info {
        add("info", Some(format!("{key}={value}").escape_default().to_string()));
    }
    add("command", Some(engine.command.escape_default().to_string()));
    line
}

/// The line among those `found` with the same subject as a line of a header (all games, or one engine) that differs
/// from it.
fn contradiction<'a>(line: &str, found: &[&'a str]) -> Option<&'a str> {
    let words = if line.starts_with(HEADER[1]) { 3 } else { 2 };
    let same_subject = |other: &str| other.split(' ').take(words).eq(line.split(' ').take(words));
    found.iter().copied().find(|&other| same_subject(other) && other != line)
}

/// Compares the headers of two runs whose games are to be merged. Whole matches may have different openings. Fails at
/// the first difference.
pub fn check_same(own: &[String], other: &[String], are_whole: bool) -> Result<()> {
    let compared = |line: &String| match line.split_once(" seed ") {
        Some((begin, rest)) if are_whole && line.starts_with(HEADER[0]) => {
            let (begin, _) = begin.split_once(" openings ").unwrap_or((begin, ""));
            format!("{begin}{}", rest.trim_start_matches(|c: char| c.is_ascii_digit()))
        }
        _ => line.clone(),
    };
    let own: Vec<String> = own.iter().map(compared).collect();
    let found: Vec<&str> = own.iter().map(String::as_str).collect();
    for line in other.iter().map(compared) {
        if let Some(own) = contradiction(&line, &found) {
            bail!("'{own}' and '{line}' are different conditions: their games cannot be added up");
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
