//! A game at a terminal: the board is drawn, bad input is explained and requested again, and `quit` or the end of input
//! ends the game at any time.

use super::{Ending, TwoPlayerGame};
use std::io::{self, BufRead, Write};

/// A game that can be shown and whose moves can be typed.
pub trait Playable: TwoPlayerGame {
    /// Names of the players, the one who moves first at index 0.
    const NAMES: [&'static str; 2];
    /// One line that explains how to type a move.
    const HELP: &'static str;

    /// The player to move: 0 for the one who moves first.
    fn side(&self) -> usize;

    /// The board as text of several lines.
    fn picture(&self) -> String;

    /// Reads a move from trimmed text. Fails when the text is not a move or the move is not allowed; the message
    /// explains the reason to the user.
    fn read_move(&self, text: &str) -> Result<Self::Move, String>;

    /// Writes a move as [`Playable::read_move`] reads it.
    fn write_move(&self, choice: Self::Move) -> String;
}

/// Function that chooses an engine's move in a position that is not over.
pub type ChooseMove<'a, G> = Box<dyn FnMut(&mut G) -> <G as TwoPlayerGame>::Move + 'a>;

/// The player of a side.
pub enum Participant<'a, G: TwoPlayerGame> {
    /// A person at the terminal.
    Human,
    /// An engine.
    Engine(ChooseMove<'a, G>),
}

/// The end of a game at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Player 0 or 1 has won.
    Won(usize),
    /// The game is drawn.
    Drawn,
    /// The person has left.
    Quit,
}

/// Plays a game to its end or until the person leaves. Fails when the input cannot be read or the output cannot be
/// written.
pub fn play<G: Playable>(
    game: &mut G,
    seats: &mut [Participant<G>; 2],
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<End> {
    if seats.iter().any(|seat| matches!(seat, Participant::Human)) {
        writeln!(out, "{}; 'quit' leaves", G::HELP)?;
    }
    loop {
        writeln!(out, "\n{}", game.picture())?;
        let side = game.side();
        let name = G::NAMES[side];
        if let Some(outcome) = game.outcome() {
            let winner = match outcome {
                Ending::Win => side,
                Ending::Loss => 1 - side,
                Ending::Draw => {
                    writeln!(out, "A draw.")?;
                    return Ok(End::Drawn);
                }
            };
            writeln!(out, "{} wins.", G::NAMES[winner])?;
            return Ok(End::Won(winner));
        }
        let choice = match &mut seats[side] {
            Participant::Human => match ask(&format!("{name}: "), G::HELP, |text| game.read_move(text), input, out)? {
                Some(choice) => choice,
                None => return Ok(End::Quit),
            },
            Participant::Engine(choose) => {
                write!(out, "{name} is thinking ... ")?;
                out.flush()?;
                let choice = choose(game);
                writeln!(out, "{name} plays {}", game.write_move(choice))?;
                choice
            }
        };
        game.make(choice);
    }
}

/// Asks until the answer can be read; `None` if the person leaves. Fails when the input cannot be read or the output
/// cannot be written.
pub fn ask<T>(
    prompt: &str,
    help: &str,
    read: impl Fn(&str) -> Result<T, String>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<Option<T>> {
    loop {
        write!(out, "{prompt}")?;
        out.flush()?;
        // Reads bytes, because the input need not be UTF-8.
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match line.trim().to_lowercase().as_str() {
            "" => {}
            "q" | "quit" | "exit" => return Ok(None),
            "?" | "h" | "help" => writeln!(out, "{help}; 'quit' leaves")?,
            text => match read(text) {
                Ok(answer) => return Ok(Some(answer)),
                Err(why) => writeln!(out, "{why}")?,
            },
        }
    }
}
