//! The two engines of the caro reports: for any manager of the Gomocup protocol, and at the terminal.
//!
//! ```text
//! cargo run --release -p tengen-textbook --example caro -- --engine points
//! cargo run --release -p tengen-textbook --example caro -- --engine segments --play --size 12
//! ```
//!
//! `tengen match` has both built in: `cmd=@caro-points`, `cmd=@caro-segments`.

use anyhow::{Context, Result, ensure};
use clap::Parser;
use std::io;
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::board::Board;
use tengen_textbook::caro::{Caro, CaroEngine, CaroReport, DEPTH, Opponent, PointsReport, SegmentsReport, speak};
use tengen_textbook::deepen;
use tengen_textbook::terminal::{Participant, play};

/// Caro as the reports have it. Without --play it speaks the Gomocup protocol on standard input and output.
#[derive(Parser)]
struct Args {
    /// points or segments
    #[arg(long, default_value = "points")]
    engine: Opponent,
    /// Play against it at the terminal
    #[arg(long)]
    play: bool,
    /// Side of the board
    #[arg(long, default_value_t = 15, requires = "play")]
    size: usize,
    /// Rule of play, by its name or its number in the protocol
    #[arg(long, default_value = "caro", requires = "play")]
    rule: Rule,
    /// The engine begins
    #[arg(long, requires = "play")]
    second: bool,
    /// Moves that the engine reads ahead, from 1 to 9
    #[arg(long, default_value_t = DEPTH as u8, value_parser = clap::value_parser!(u8).range(1..=9))]
    depth: u8,
    /// Cells from a stone that are candidates for points, 1 or 2; 2 by default
    #[arg(long, value_parser = clap::value_parser!(i32).range(1..=2))]
    reach: Option<i32>,
}

/// The engine's time for a move at the terminal.
const TURN: Duration = Duration::from_secs(2);

fn main() -> Result<()> {
    let args = Args::parse();
    ensure!(args.reach.is_none() || args.engine == Opponent::Points, "--reach is for --engine points alone");
    let mut engine = CaroEngine { depth: usize::from(args.depth), ..args.engine.into() };
    engine.reach = args.reach.unwrap_or(engine.reach);
    if !args.play {
        return Ok(speak(engine, &mut io::stdin().lock(), &mut io::stdout().lock())?);
    }
    ensure!(args.rule != Rule::Renju, "at the terminal nobody judges renju's forbidden points: another --rule, please");
    let size = BoardSize::square(args.size).with_context(|| format!("--size {}", args.size))?;
    let board = Board::new(size, args.rule);
    match engine.opponent {
        Opponent::Points => sit_down(PointsReport { reach: engine.reach }, &board, &args),
        Opponent::Segments => sit_down(SegmentsReport::new(size), &board, &args),
    }
}

fn sit_down<R: CaroReport>(report: R, board: &Board, args: &Args) -> Result<()> {
    let engine = Participant::Engine(Box::new(|game: &mut Caro<R>| {
        game.settle();
        deepen(game, usize::from(args.depth), TURN).expect("the game is not over").best
    }));
    let mut seats = if args.second { [engine, Participant::Human] } else { [Participant::Human, engine] };
    play(&mut Caro::new(report, board), &mut seats, &mut io::stdin().lock(), &mut io::stdout().lock())?;
    Ok(())
}
