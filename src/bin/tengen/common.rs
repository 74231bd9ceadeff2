//! What several commands share.

use anyhow::{Context, Result};
use clap::Args;
use std::fs::File;
use std::io::{IsTerminal, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{BoardSize, Rule};
use tengen::eval::Weights;
use tengen::tools::formats::{self, Game, Given};

/// Weights by name that are for the rule.
pub fn weights_for(name: &str, rule: Rule) -> Result<Arc<Weights>> {
    let weights = Weights::read(name)?;
    let fit = weights.iter().find(|weights| weights.check_rule(rule).is_ok());
    fit.cloned().with_context(|| format!("the weights in '{name}' are not for {rule}"))
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Becomes true at Ctrl-C.
pub fn interrupted() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_interrupt = Arc::clone(&stop);
    ctrlc::set_handler(move || on_interrupt.store(true, Ordering::Relaxed)).context("cannot listen to Ctrl-C")?;
    Ok(stop)
}

pub fn parse_size(text: &str) -> Result<BoardSize, String> {
    let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
    let number =
        |part: &str| part.parse::<usize>().map_err(|_| format!("'{text}' is no board size such as 15 or 20x10"));
    BoardSize::new(number(width)?, number(height)?).map_err(|error| error.to_string())
}

/// A file with a position or game is not read any further.
const LONGEST_GAME: u64 = 1 << 20;

/// The text of a file; `-` is standard input.
pub fn read_text(path: &Path) -> Result<String> {
    let mut text = String::new();
    let read = if path.as_os_str() == "-" {
        stdin().take(LONGEST_GAME).read_to_string(&mut text)
    } else {
        File::open(path).and_then(|file| file.take(LONGEST_GAME).read_to_string(&mut text))
    };
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(text)
}

/// A position or game as the user gives it.
#[derive(Args)]
pub struct GameArgs {
    /// A file: PSQ, SGF, moves (h8i9), offsets from the centre, or rows of '.', 'X', 'O'; - is standard input
    #[arg(conflicts_with = "moves")]
    pub file: Option<PathBuf>,
    /// Moves, Black's first: h8i9h7
    #[arg(long)]
    pub moves: Option<String>,
    /// freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9); the file's own when it says so
    #[arg(long)]
    pub rule: Option<Rule>,
    /// Board side, or WIDTHxHEIGHT; the file's own when it says so, else 15
    #[arg(long, value_parser = parse_size)]
    pub size: Option<BoardSize>,
    /// Only the first so many moves
    #[arg(long, value_name = "MOVES")]
    pub until: Option<usize>,
}

impl GameArgs {
    /// The game: the file's, that of the moves, what is piped in, or an empty board.
    pub fn read(&self) -> Result<Game> {
        let given = Given { rule: self.rule, size: self.size };
        let game = match (&self.file, &self.moves) {
            (Some(path), _) => formats::read(&read_text(path)?, given).with_context(|| path.display().to_string())?,
            (None, Some(moves)) => formats::read(moves, given).context("--moves")?,
            (None, None) if stdin().is_terminal() => formats::read("", given)?,
            (None, None) => formats::read(&read_text(Path::new("-"))?, given).context("standard input")?,
        };
        Ok(self.until.map_or_else(|| game.clone(), |count| game.up_to(count)))
    }
}

/// Writes a file, saying its name when that fails.
pub fn write_file(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// A seed when none is given: another one each time.
pub fn some_number() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}
