//! `tengen play`.

mod command;
mod inbox;
mod session;
mod swap2;

use crate::common::{parse_size, read_game, some_number};
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::search::{LEVELS, Level};
use tengen::tools::formats::{self, Game, Given};
use tengen::tools::limits::parse_duration;

pub use session::{Seat, Session};

#[derive(Args)]
pub struct PlayArgs {
    /// freestyle (0), standard (1), renju (4), caro (8) or caro-exact (9)
    #[arg(long)]
    rule: Option<Rule>,
    /// Board side, or WIDTHxHEIGHT; 15 when it is left out
    #[arg(long, value_parser = parse_size)]
    size: Option<BoardSize>,
    /// Strength of the engine, 1 (beginner) to 10 (full strength)
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Strength of the engine as Black, when it plays both sides
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    black_level: Option<u8>,
    /// Strength of the engine as White, when it plays both sides
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    white_level: Option<u8>,
    /// Who is played by people; Black begins
    #[arg(long, default_value = "black")]
    human: Humans,
    /// Time of a move at full strength, and of a hint
    #[arg(long, default_value = "2s", value_parser = parse_duration)]
    time: Duration,
    /// Begin with the swap2 opening
    #[arg(long, conflicts_with = "load")]
    swap2: bool,
    /// Go on with this game: PSQ, SGF, moves, offsets, or rows of '.', 'X', 'O'
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Where an unfinished or finished game is kept at the end; a new file tengen-….psq when it is left out
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// The same seed and moves give the same answers below full strength; some number when it is left out
    #[arg(long)]
    seed: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Humans {
    Black,
    White,
    Both,
    None,
}

pub fn run(args: &PlayArgs) -> Result<()> {
    let given = Given { rule: args.rule, size: args.size };
    let game = match &args.load {
        Some(path) => read_game(path, given)?,
        None => {
            let size = args.size.map_or_else(|| BoardSize::square(15), Ok)?;
            Game::new(args.rule.unwrap_or(Rule::Freestyle), size)
        }
    };
    let mut own_files: Vec<PathBuf> = args.load.clone().into_iter().collect();
    if let Some(path) = &args.save {
        let known = own_files.contains(path) || !path.exists();
        ensure!(known, "{} is there already: go on with it by --load, or give another name", path.display());
        formats::Format::of_name(&path.to_string_lossy()).context("--save")?;
        own_files.push(path.clone());
    }
    let level = |own: Option<u8>| Level::by_number(own.unwrap_or(args.level)).unwrap_or(Level::FULL);
    let engines = [Seat::Engine(level(args.black_level)), Seat::Engine(level(args.white_level))];
    let seats = match args.human {
        Humans::Black => [Seat::Human, engines[1]],
        Humans::White => [engines[0], Seat::Human],
        Humans::Both => [Seat::Human; 2],
        Humans::None => engines,
    };
    let seed = args.seed.unwrap_or_else(some_number);
    let mut session = Session::new(game, seats, level(None), args.time, seed)?;
    session.keep_in = args.save.clone();
    session.own_files = own_files;
    session.saved_in = args.load.clone().into_iter().collect();
    session.run(args.swap2)
}

/// The table of levels.
fn levels() -> String {
    LEVELS.iter().map(|level| format!("  {:>2}  {}\n", level.number, level.name)).collect()
}
