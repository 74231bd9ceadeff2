//! Tic-tac-toe that nobody beats, and what each search costs.
//!
//! ```text
//! cargo run --release -p tengen-textbook --example tictactoe -- --table
//! cargo run --release -p tengen-textbook --example tictactoe -- --play --o human
//! ```

use anyhow::Result;
use clap::{Parser, ValueEnum};
use std::io::{self, Write};
use std::time::Duration;
use tengen_textbook::terminal::{Participant, play};
use tengen_textbook::tictactoe::TicTacToe;
use tengen_textbook::{AlphaBeta, deepen, minimax, minimax_by_distance};

/// Perfect tic-tac-toe: a game at the terminal, or a table of what the searches cost.
#[derive(Parser)]
struct Args {
    /// Print the table: nodes of every search, values of all positions compared
    #[arg(long, conflicts_with = "play")]
    table: bool,
    /// Play (this is what happens without any option, too)
    #[arg(long)]
    play: bool,
    /// Who plays X and begins
    #[arg(long, default_value = "human", conflicts_with = "table")]
    x: Seat,
    /// Who plays O
    #[arg(long, default_value = "engine", conflicts_with = "table")]
    o: Seat,
}

#[derive(Clone, Copy, ValueEnum)]
enum Seat {
    Human,
    Engine,
}

/// Cells, so as many moves as a game can have.
const CELLS: usize = 9;

fn main() -> Result<()> {
    let args = Args::parse();
    let mut out = io::stdout().lock();
    if args.table {
        return Ok(table(&mut out)?);
    }
    let seat = |who| match who {
        Seat::Human => Participant::Human,
        Seat::Engine => Participant::Engine(Box::new(|game: &mut TicTacToe| {
            deepen(game, CELLS, Duration::from_secs(1)).expect("the game is not over").best
        })),
    };
    play(&mut TicTacToe::default(), &mut [seat(args.x), seat(args.o)], &mut io::stdin().lock(), &mut out)?;
    Ok(())
}

/// Every search from the empty board, and from every position of the game in turn.
fn table(out: &mut impl Write) -> io::Result<()> {
    type Search = fn(&mut TicTacToe, &mut u64) -> i32;
    let searches: [(&str, Search); 4] = [
        ("minimax", |game, nodes| minimax(game, CELLS, nodes)),
        ("minimax, quick wins first", |game, nodes| minimax_by_distance(game, CELLS, 0, nodes)),
        ("alpha-beta", |game, nodes| alpha_beta(AlphaBeta::default(), game, nodes)),
        ("alpha-beta, moves ordered", |game, nodes| alpha_beta(AlphaBeta::ordered(), game, nodes)),
    ];
    let mut positions = TicTacToe::default().reachable();
    let values: Vec<i32> = positions.iter_mut().map(|game| minimax_by_distance(game, CELLS, 0, &mut 0)).collect();
    writeln!(out, "{:<27}{:>12}{:>16}{:>20}", "search", "nodes from", "nodes from all", "values as minimax")?;
    writeln!(out, "{:<27}{:>12}{:>16}{:>20}", "", "empty board", "positions", "finds them")?;
    for (name, search) in searches {
        let (mut first, mut all, mut equal) = (0, 0, 0);
        search(&mut TicTacToe::default(), &mut first);
        for (game, &value) in positions.iter_mut().zip(&values) {
            let found = search(game, &mut all);
            // Plain minimax knows who wins and not when.
            let same = if name == "minimax" { found.signum() == value.signum() } else { found == value };
            equal += usize::from(same);
        }
        writeln!(out, "{name:<27}{first:>12}{all:>16}{:>20}", format!("{equal} of {}", positions.len()))?;
    }
    let best = deepen(&mut TicTacToe::default(), CELLS, Duration::from_secs(60));
    let value = best.map_or(0, |found| found.value);
    writeln!(out, "The empty board is worth {value}: {}.", if value == 0 { "a draw" } else { "a win for somebody" })
}

fn alpha_beta(mut search: AlphaBeta, game: &mut TicTacToe, nodes: &mut u64) -> i32 {
    let value = search.value(game, CELLS).expect("there is no deadline");
    *nodes += search.nodes;
    value
}
