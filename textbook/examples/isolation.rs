//! Isolation on 6x6, against yourself, a friend or an engine of three levels.
//!
//! ```text
//! cargo run --release -p tengen-textbook --example isolation -- --tournament
//! cargo run --release -p tengen-textbook --example isolation -- --play
//! cargo run --release -p tengen-textbook --example isolation -- --play --a 3 --b 2
//! ```

use anyhow::Result;
use clap::Parser;
use std::io::{self, Write};
use std::time::Instant;
use tengen::base::SplitMix64;
use tengen_textbook::isolation::Isolation;
use tengen_textbook::levels::{IsolationLevel, tournament};
use tengen_textbook::terminal::{Participant, play};

/// Isolation: move like a king, block a cell, and do not be the one who cannot move.
#[derive(Parser)]
struct Args {
    /// Play eight tournaments of ten games of every two levels; who begins is drawn by lot
    #[arg(long, conflicts_with = "play")]
    tournament: bool,
    /// Play at the terminal (this is what happens without any option, too)
    #[arg(long)]
    play: bool,
    /// Who begins: human, blocking, random or a depth of search from 1 to 9; the search reads one turn more
    /// for every four played, and five seconds for a turn at most
    #[arg(long, default_value = "human", value_parser = player, conflicts_with = "tournament")]
    a: Player,
    /// Who goes second
    #[arg(long, default_value = "3", value_parser = player, conflicts_with = "tournament")]
    b: Player,
    /// Depth of the full search in the tournament, deeper as the board fills as at --a
    #[arg(long, default_value_t = 3, requires = "tournament", conflicts_with = "play", value_parser = clap::value_parser!(u8).range(1..=9))]
    depth: u8,
    /// Seed of all that is random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy)]
enum Player {
    Human,
    Engine(IsolationLevel),
}

fn player(text: &str) -> Result<Player, String> {
    match text {
        "human" => Ok(Player::Human),
        _ => text.parse().map(Player::Engine).map_err(|why: String| format!("{why}; or human")),
    }
}

fn main() -> Result<()> {
    let args = Args::parse();
    let mut out = io::stdout().lock();
    if args.tournament {
        return Ok(tournaments(usize::from(args.depth), args.seed, &mut out)?);
    }
    let seat = |player, mut rng: SplitMix64| match player {
        Player::Human => Participant::Human,
        Player::Engine(level) => Participant::Engine(Box::new(move |game: &mut Isolation| {
            level.choose(game, &mut rng).expect("the game is not over")
        })),
    };
    let mut seats = [seat(args.a, SplitMix64::new(args.seed)), seat(args.b, SplitMix64::new(!args.seed))];
    play(&mut Isolation::default(), &mut seats, &mut io::stdin().lock(), &mut out)?;
    Ok(())
}

/// The report's experiment: ten games, eight times.
fn tournaments(depth: usize, seed: u64, out: &mut impl Write) -> io::Result<()> {
    const GAMES: usize = 10;
    const RUNS: usize = 8;
    let pairings = [
        [IsolationLevel::Search(depth), IsolationLevel::Random],
        [IsolationLevel::Search(depth), IsolationLevel::Blocking],
        [IsolationLevel::Blocking, IsolationLevel::Random],
    ];
    let mut rng = SplitMix64::new(seed);
    writeln!(out, "Games won by the first in {RUNS} tournaments of {GAMES}:\n")?;
    for levels in pairings {
        let start = Instant::now();
        write!(out, "{:<24}", format!("{} - {}", levels[0], levels[1]))?;
        let (mut won, mut turns) = (0, 0);
        for _ in 0..RUNS {
            let standing = tournament(levels, GAMES, &mut rng);
            write!(out, "{:>4}", standing.won)?;
            out.flush()?;
            (won, turns) = (won + standing.won, turns + standing.turns);
        }
        let games = GAMES * RUNS;
        let mean = turns as f64 / games as f64;
        writeln!(out, "   {won} of {games}, {mean:.1} turns a game, {:.1} s", start.elapsed().as_secs_f64())?;
    }
    Ok(())
}
