//! Arguments and helpers shared by several commands.

use anyhow::{Context, Result};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};
use indicatif::{ProgressBar, ProgressStyle};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Write, stderr, stdin, stdout};
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{BoardSize, Rule};
use tengen::eval::Weights;
use tengen::play::OpeningRule;
use tengen_database::MAX_GAME_FILE;
use tengen_game::formats::Source;
use tengen_game::opening_file::{self, Opening};
use tengen_game::without_codes;

/// Parses a rule by its name or its number in the protocol; help lists the names.
#[derive(Clone)]
pub struct RuleParser;

impl TypedValueParser for RuleParser {
    type Value = Rule;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Rule, clap::Error> {
        TypedValueParser::parse_ref(&|text: &str| text.parse::<Rule>(), command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Rule::ALL.into_iter().map(|rule| PossibleValue::new(rule.name()))))
    }
}

/// The rule of play if only the opening is given: renju for its openings, `usual` for the others.
pub fn default_rule(opening: Option<OpeningRule>, usual: Rule) -> Rule {
    if opening.is_some_and(OpeningRule::begins_with_renju_opening) { Rule::Renju } else { usual }
}

/// The weights called `name` that fit the rule.
pub fn weights_for(name: &str, rule: Rule) -> Result<Arc<Weights>> {
    let weights = Weights::read(name)?;
    let fit = weights.iter().find(|weights| weights.check_rule(rule).is_ok());
    fit.cloned().with_context(|| format!("the weights in '{name}' are not for {rule}"))
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Parses a number of threads. More than the machine's cores, or more than 64, would only slow each other down.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("expected at least one thread".to_owned()),
        Ok(threads) => Ok(cores().min(MAX_THREADS).min(threads)),
        Err(_) => Err(format!("'{text}' is not a number of threads")),
    }
}

const MAX_THREADS: usize = 64;

/// Parses a number that `fits`; `what` describes such numbers.
pub fn parse_number<T: FromStr>(text: &str, what: &str, fits: impl Fn(&T) -> bool) -> Result<T, String> {
    text.parse().ok().filter(fits).ok_or_else(|| format!("'{text}' is not {what}"))
}

/// Parses a number of games, nodes or the like, from 1 on.
pub fn parse_positive<T: FromStr + PartialOrd + Default>(text: &str) -> Result<T, String> {
    parse_number(text, "a number from 1 on", |number| *number > T::default())
}

/// Parses a factor of a scale, from 0.1 to 10.
pub fn parse_scale(text: &str) -> Result<f64, String> {
    parse_number(text, "a number from 0.1 to 10", |scale| (0.1..=10.0).contains(scale))
}

/// Parses the share of points from which a game is decided, above 0.5 and up to 1.
pub fn parse_adjudication(text: &str) -> Result<f32, String> {
    parse_number(text, "a share above 0.5 and up to 1", |share| *share > 0.5 && *share <= 1.0)
}

/// Exit code, as reported by shells, of a program that Ctrl-C ended; also used if Ctrl-C left work unfinished.
pub const INTERRUPTED: u8 = 130;

/// Calls `stop` at the first Ctrl-C or termination signal; a second one ends the program at once. Must be called before
/// other threads are started.
pub fn on_interrupt(stop: impl Fn() + Send + 'static) -> Result<()> {
    #[cfg(target_os = "linux")]
    respect_nohup()?;
    let again = AtomicBool::new(false);
    let handler = move || {
        if again.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        stop();
    };
    ctrlc::set_handler(handler).context("cannot listen to Ctrl-C")
}

/// Keeps ignoring SIGHUP if `nohup` has arranged that. ctrlc always handles the signal, but not while this thread and
/// those that it starts block it.
#[cfg(target_os = "linux")]
fn respect_nohup() -> Result<()> {
    use nix::sys::signal::{SigSet, Signal};
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let signals = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    // The lowest bit is signal 1, SIGHUP.
    if signals & 1 == 1 {
        SigSet::from(Signal::SIGHUP).thread_block().context("cannot ignore the end of the terminal")?;
    }
    Ok(())
}

/// A flag that Ctrl-C sets.
pub fn interrupted() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let stop_on_interrupt = Arc::clone(&stop);
    on_interrupt(move || stop_on_interrupt.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// A bar of this length on a terminal, in indicatif's template.
pub fn progress_bar(length: usize, template: &str) -> Result<ProgressBar> {
    Ok(ProgressBar::new(length as u64).with_style(ProgressStyle::with_template(template)?))
}

/// Writes to standard output. A closed pipe is not an error: the reader needs no more. On a terminal control characters
/// are replaced, see [`shown`].
pub fn print(text: &str) -> Result<()> {
    if stdout().is_terminal() { print_bytes(shown(text).as_bytes()) } else { print_bytes(text.as_bytes()) }
}

/// The text for a terminal, with control characters replaced: in a file's names or comments they could clear the screen
/// or rename the window. Colors, from `ESC [` to `m`, are kept.
pub fn shown(text: &str) -> String {
    let is_code = |c: char| c.is_ascii_digit() || c == ';';
    let is_color =
        |after: &str| after.strip_prefix('[').is_some_and(|codes| codes.trim_start_matches(is_code).starts_with('m'));
    let is_kept = |(at, c): (usize, char)| match c {
        '\n' | '\t' => true,
        '\r' => text[at + 1..].starts_with('\n'),
        '\u{1b}' => is_color(&text[at + 1..]),
        c => !c.is_control(),
    };
    text.char_indices().map(|(at, c)| if is_kept((at, c)) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}

/// Writes a line to standard error, see [`shown`]: errors and warnings quote names and contents of files. System error
/// numbers are left out, as they do not help people. A reader that has left ends no work.
pub fn print_error(text: &str) {
    let _ = writeln!(stderr(), "{}", shown(&without_codes(text)));
}

/// Writes a file's content to standard output.
pub fn print_bytes(content: &[u8]) -> Result<()> {
    let mut out = stdout().lock();
    ignore_broken_pipe(out.write_all(content).and_then(|()| out.flush()))
}

/// Ignores the error of a closed pipe on standard output.
pub fn ignore_broken_pipe(attempt: io::Result<()>) -> Result<()> {
    match attempt {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        attempt => attempt.context("cannot write to standard output"),
    }
}

/// Reads a file, as far as one with games may go; `-` is standard input.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    read_to_end_if(path, |_| false)
}

/// Reads a file as [`read_bytes`] does, and to its end if `is_longer` says so of what is read.
pub fn read_to_end_if(path: &Path, is_longer: impl Fn(&[u8]) -> bool) -> Result<Vec<u8>> {
    let read = || {
        let mut bytes = Vec::new();
        let mut file: Box<dyn Read> = match path.as_os_str() == "-" {
            true => Box::new(stdin()),
            false => Box::new(File::open(path)?),
        };
        file.by_ref().take(MAX_GAME_FILE as u64 + 1).read_to_end(&mut bytes)?;
        if is_longer(&bytes) {
            file.read_to_end(&mut bytes)?;
        }
        Ok::<_, io::Error>(bytes)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// Reads the openings in a file.
pub fn read_openings(path: Option<&Path>, size: BoardSize, rule: Rule) -> Result<Vec<Opening>> {
    let Some(path) = path else { return Ok(Vec::new()) };
    let bytes = read_bytes(path)?;
    let name = path.display().to_string();
    let (openings, warnings) =
        opening_file::read(&Source { bytes: &bytes, name: &name }, size, rule).with_context(|| name.clone())?;
    print_warnings(&name, &warnings);
    Ok(openings)
}

/// Prints warnings about parts of a file that were left out or guessed.
pub fn print_warnings(name: &str, warnings: &[impl std::fmt::Display]) {
    for warning in warnings {
        print_error(&format!("warning: {name}: {warning}"));
    }
}

/// A seed for calls without one; it differs each time.
pub fn random_seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_does_not_command_the_terminal() {
        let named = "a\u{1b}[2J\u{1b}]0;evil\u{7} (Black)\r1";
        assert_eq!(shown(named), "a\u{fffd}[2J\u{fffd}]0;evil\u{fffd} (Black)\u{fffd}1");
        assert_eq!(shown("\u{9b}2J\u{7f}\0\u{1b}"), "\u{fffd}2J\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(shown("\u{1b}[1Jm"), "\u{fffd}[1Jm");
        for kept in ["黑 1\th8\r\n", "\u{1b}[1;31mX\u{1b}[0m\n"] {
            assert_eq!(shown(kept), kept);
        }
    }
}
