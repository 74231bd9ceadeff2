//! The log of a match: the conditions of its games, and a line for each game, so that an interrupted match can be
//! continued.

use super::log_line::{LogKey, format_line, parse_line};
use crate::book::Book;
use crate::limits::EngineLimits;
use crate::lock;
use crate::spec::{EngineSpec, MatchConditions};
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tengen::base::{BoardSize, Rule};
use tengen_game::Game;

/// A log that a match can append to. It is locked, because a second match with the same log would play the same games.
pub struct MatchLog {
    path: PathBuf,
    file: File,
    /// Lines of the header that are not in the file yet.
    missing: Vec<String>,
}

impl MatchLog {
    /// Opens the log at `path` for the match with this [`header`], and reads its games. An incomplete last line, as a
    /// full disk leaves it, is removed from the file. Fails when the file cannot be read, is not a log, or is the log
    /// of a running match or of one with other conditions.
    pub fn open(
        path: &Path,
        rule: Rule,
        size: BoardSize,
        header: Vec<String>,
    ) -> Result<(Self, HashMap<LogKey, Game>)> {
        let cannot_read = || format!("cannot read {}", path.display());
        let cannot_write = || format!("cannot write {}", path.display());
        let open = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        // The games of a read-only log are counted too.
        let mut file = open.or_else(|error| File::open(path).map_err(|_| error)).with_context(cannot_write)?;
        lock::hold(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(cannot_read)?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let rest = bytes.split_off(whole);
        let torn = String::from_utf8_lossy(&rest);
        // Without a complete line, only a torn header is accepted; any other content is that of another file.
        let is_ours = if whole == 0 { header[0].as_bytes().starts_with(&rest) } else { begins_a_line(&torn) };
        ensure!(torn.is_empty() || is_ours, not_a_game(path, &torn));
        let text = String::from_utf8(bytes).with_context(cannot_read)?;
        let (found, games): (Vec<&str>, Vec<&str>) = text.lines().partition(|line| is_header(line));
        header.iter().try_for_each(|line| check(line, &found)).with_context(|| path.display().to_string())?;
        let games = parse_games(path, games.into_iter(), rule, size)?;
        let cut = if rest.is_empty() { Ok(()) } else { file.set_len(whole as u64) };
        cut.and_then(|()| file.seek(SeekFrom::Start(whole as u64))).with_context(cannot_write)?;
        // A log of an earlier version has no header. If one were added now, it would seem to apply only to the games
        // after it.
        let missing = if found.is_empty() && !games.is_empty() {
            Vec::new()
        } else {
            header.into_iter().filter(|line| !found.contains(&line.as_str())).collect()
        };
        Ok((Self { path: path.to_owned(), file, missing }, games))
    }

    /// Appends game `index` (0 or 1) of pair `pair`, with the names of its Black and White. Fails when the file cannot
    /// be written.
    pub fn add(&mut self, pair: usize, index: usize, names: [&str; 2], game: &Game) -> Result<()> {
        let mut text: String = self.missing.iter().map(|line| format!("{line}\n")).collect();
        text += &format_line(pair, index, names, game);
        self.file.write_all(text.as_bytes()).with_context(|| format!("cannot write {}", self.path.display()))?;
        self.missing.clear();
        Ok(())
    }
}

impl Drop for MatchLog {
    /// Removes an empty log: its match did not begin.
    fn drop(&mut self) {
        if self.file.metadata().is_ok_and(|file| file.is_file() && file.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The games in the log at `path`, which a running match may be appending to; none if the file does not exist. Fails
/// when the file cannot be read or is not a log of such games.
pub fn read(path: &Path, rule: Rule, size: BoardSize) -> Result<HashMap<LogKey, Game>> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HashMap::new()),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    parse_games(path, whole.lines().filter(|line| !is_header(line)), rule, size)
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

/// Compares a line of a match's header with the lines of the log on the same subject.
fn check(line: &str, found: &[&str]) -> Result<()> {
    match contradiction(line, found) {
        Some(other) => {
            bail!("the log has '{other}', expected '{line}': continue under the same conditions or name another --log")
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::Tournament;
    use crate::tournament::report::MatchReport;
    use std::fs;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;
    use tengen::play::OpeningRule;

    fn tournament(log: &Path) -> Tournament {
        let engine = |name: &str, command: &str| EngineSpec {
            name: name.into(),
            command: command.into(),
            limits: EngineLimits { turn: Some(Duration::from_secs(5)), ..EngineLimits::default() },
            info: Vec::new(),
        };
        let (rule, size) = (Rule::Freestyle, BoardSize::square(9).unwrap());
        let engines = vec![engine("a", "@random"), engine("b", "@greedy")];
        let conditions = MatchConditions::new(rule, size, Duration::from_secs(5));
        let book = Book::new(size, rule, vec![vec![size.center()]], 1);
        Tournament { log: Some(log.to_owned()), ..Tournament::new(engines, conditions, 2, book) }
    }

    fn play(tournament: &Tournament) -> Result<usize> {
        let (report, trouble) = tournament.run(&AtomicBool::new(false), &mut |_| {})?;
        trouble.map(|()| report.engines[0].total.games() as usize)
    }

    #[test]
    fn a_log_goes_on_with_more_games_and_engines_and_refuses_another_match() {
        let path = std::env::temp_dir().join(format!("tengen-match-begun-{}.log", std::process::id()));
        let _ = fs::remove_file(&path);
        let text = || fs::read_to_string(&path).unwrap();
        let first = tournament(&path);
        assert_eq!(play(&first).unwrap(), 2);
        let begun = text();
        assert!(begun.starts_with("# match rule freestyle size 9x9 openings 1 "), "{begun}");
        assert_eq!(begun.lines().filter(|line| line.starts_with("# engine ")).count(), 2, "{begun}");

        let third = EngineSpec { name: "c".into(), ..first.engines[0].clone() };
        let more = Tournament { games: 4, engines: [&first.engines[..], &[third]].concat(), ..tournament(&path) };
        assert_eq!(play(&more).unwrap(), 8);
        assert!(text().starts_with(&begun) && text().lines().count() == 3 + 12 + 1, "{}", text());

        let refused = |change: &dyn Fn(&mut Tournament)| {
            let (before, mut other) = (text(), tournament(&path));
            change(&mut other);
            let error = format!("{:#}", play(&other).unwrap_err());
            assert!(error.contains("the log has '# ") && text() == before, "{error}");
        };
        refused(&|other| other.conditions.rule = Rule::Renju);
        refused(&|other| other.conditions.adjudicate = Some(0.5));
        refused(&|other| other.seed = 2);
        refused(&|other| other.book = Book::new(other.conditions.size, Rule::Freestyle, Vec::new(), 1));
        refused(&|other| other.engines[1].command = "@random".into());
        refused(&|other| other.engines[0].limits.nodes = Some(9));

        // Equal conditions in another order, and a header that contradicts itself.
        let mut turned = tournament(&path);
        turned.engines.reverse();
        let before = text();
        assert_eq!((play(&turned).unwrap(), text()), (2, before));
        fs::write(&path, text().replace("turn 5s", "turn 6s") + &text()).unwrap();
        refused(&|_| ());
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_second_match_does_not_write_to_the_log_of_a_running_one() {
        let path = std::env::temp_dir().join(format!("tengen-match-locked-{}.log", std::process::id()));
        let running = tournament(&path);
        let MatchConditions { rule, size, .. } = running.conditions;
        let held = MatchLog::open(&path, rule, size, vec!["# match ".into()]).unwrap();
        assert!(play(&running).unwrap_err().to_string().contains("another program is writing to "));
        drop(held);
        assert!(!path.exists(), "no line was written");
        assert_eq!(play(&running).unwrap(), 2);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn runs_under_other_conditions_are_not_added_up() {
        let path = std::env::temp_dir().join("tengen-no-match.log");
        let run = |shard, change: &dyn Fn(&mut Tournament)| {
            let mut part = Tournament { shard, log: None, games: 4, ..tournament(&path) };
            change(&mut part);
            let (report, trouble) = part.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
            trouble.unwrap();
            serde_json::from_str::<MatchReport>(&report.to_json().unwrap()).unwrap()
        };
        let same = |_: &mut Tournament| {};
        let changes: [&dyn Fn(&mut Tournament); 5] = [
            &|other| other.seed = 2,
            &|other| other.engines[1].limits.nodes = Some(9),
            &|other| other.engines[0].command = "@greedy".into(),
            &|other| other.conditions.adjudicate = Some(0.9),
            &|other| other.conditions.opening = Some(OpeningRule::Pro),
        ];
        for (number, change) in changes.iter().enumerate() {
            let refused = run((0, 2), &same).merge(&run((1, 2), change));
            assert!(refused.unwrap_err().to_string().contains("are different conditions"), "part, change {number}");
            let merged = run((0, 1), &same).merge(&run((0, 1), change));
            // Another seed makes another run of the same match.
            assert_eq!(merged.is_ok(), number == 0, "whole, change {number}");
        }
        let mut whole = run((0, 2), &same);
        whole.conditions.clear();
        whole.merge(&run((1, 2), &|part| part.engines.reverse())).unwrap();
        assert_eq!(whole.conditions.len(), 3);
        // Both parts are counted for the engine that the first part names first.
        let ([pairing], engine) = (&whole.pairings[..], &whole.engines[0]) else { panic!("{:?}", whole.pairings) };
        let half_points: u64 = (0u64..).zip(pairing.pairs.0).map(|(points, count)| points * count).sum();
        assert_eq!((&pairing.first, pairing.games()), (&engine.name, engine.total));
        assert_eq!((pairing.pairs.pairs(), half_points), (2, 2 * engine.total.wins + engine.total.draws));
        assert!(whole.merge(&run((1, 2), &same)).unwrap_err().to_string().contains("is there twice"));
    }

    #[test]
    fn a_torn_header_is_written_again_and_what_is_no_log_stays_as_it_is() {
        let path = std::env::temp_dir().join(format!("tengen-match-torn-{}.log", std::process::id()));
        let _ = fs::remove_file(&path);
        let mut first = tournament(&path);
        first.engines[0].info = vec![("note".into(), "two\nlines, Ω".into())];
        assert_eq!(play(&first).unwrap(), 2);
        let text = fs::read_to_string(&path).unwrap();
        let header = text.find("\n0 0 ").unwrap() + 1;
        for end in 0..header {
            fs::write(&path, &text[..end]).unwrap();
            assert_eq!(play(&first).unwrap(), 2);
            assert_eq!(fs::read_to_string(&path).unwrap()[..header], text[..header], "torn at {end}");
        }
        for other in
            ["42 is the answer", "# match of Sunday", "# My notes", "# My notes\n", "# matches\n", "#\n", "\n", "Ω"]
        {
            fs::write(&path, other).unwrap();
            assert!(play(&first).is_err() && fs::read_to_string(&path).unwrap() == other, "{other}");
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_log_of_games_alone_is_taken_as_it_is() {
        let path = std::env::temp_dir().join(format!("tengen-match-plain-{}.log", std::process::id()));
        let _ = fs::remove_file(&path);
        assert_eq!(play(&tournament(&path)).unwrap(), 2);
        let text = fs::read_to_string(&path).unwrap();
        let games: String =
            text.lines().filter(|line| !line.starts_with("# ")).map(|line| format!("{line}\n")).collect();
        fs::write(&path, &games).unwrap();
        let more = Tournament { games: 4, ..tournament(&path) };
        assert_eq!(play(&more).unwrap(), 4);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&games) && !text.contains('#'), "{text}");
        fs::remove_file(&path).unwrap();
    }
}
