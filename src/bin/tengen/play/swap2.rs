//! The swap2 opening at the terminal: one side puts down three stones, the other takes a colour or
//! puts down two more, and then the first side takes a colour.

use super::command;
use super::session::{Seat, Session, say};
use anyhow::{Result, ensure};
use std::time::Duration;
use tengen::base::{Color, Point};
use tengen::board::format_moves;
use tengen::search::Limits;
use tengen::search::opening::{Judge, OpeningAnswer, OpeningRule};

/// What the second player does with three stones.
enum Choice {
    Take(Color),
    TwoMore,
}

impl Session {
    /// Plays the opening; Black's seat begins with it. `false` when the player leaves.
    pub(super) fn play_swap2(&mut self) -> Result<bool> {
        let [opener, chooser] = self.seats;
        say(&format!("swap2: three stones, black, white and black, from {}", who(opener)));
        match opener {
            Seat::Human => {
                if !self.ask_stones(3)? {
                    return Ok(false);
                }
            }
            Seat::Engine(_) => {
                let Some(stones) = self.propose()? else { return Ok(false) };
                say(&format!("{}: {}", who(opener), format_moves(self.game.size, &stones)));
                stones.into_iter().for_each(|point| self.put(point, Duration::ZERO));
            }
        }
        let choice = match chooser {
            Seat::Human => match self.ask_choice(true)? {
                Some(Choice::TwoMore) if !self.ask_stones(2)? => None,
                choice => choice,
            },
            Seat::Engine(_) => self.engine_choice(chooser)?,
        };
        match choice {
            None => Ok(false),
            Some(Choice::Take(color)) => {
                self.seat(chooser, color, opener);
                Ok(true)
            }
            Some(Choice::TwoMore) => {
                let choice = match opener {
                    Seat::Human => self.ask_choice(false)?,
                    Seat::Engine(_) => self.engine_choice(opener)?,
                };
                let Some(Choice::Take(color)) = choice else { return Ok(false) };
                self.seat(opener, color, chooser);
                Ok(true)
            }
        }
    }

    /// The fairest opening that the time of a move finds; nothing when the user has interrupted it.
    fn propose(&mut self) -> Result<Option<Vec<Point>>> {
        let size = self.game.size;
        ensure!(size.cells() > self.game.rule.draw_at() + 5, "a {size} board has no room for swap2");
        let (board, seed) = (self.game.board()?, self.seed);
        self.search(self.time, move |searcher, control| searcher.propose_swap2(&board, seed, Limits::NONE, &control))
    }

    fn seat(&mut self, player: Seat, color: Color, other: Seat) {
        self.seats = if color == Color::Black { [player, other] } else { [other, player] };
        say(&format!("{color:?} goes to {}", who(player)));
    }

    /// Lets a person put down stones of both colours in turn.
    fn ask_stones(&mut self, count: usize) -> Result<bool> {
        let end = self.game.moves.len() + count;
        while self.game.moves.len() < end {
            self.show();
            let color = self.game.side_to_move();
            let left = end - self.game.moves.len();
            let Some(line) = self.ask(&format!("opening, a {color:?} stone ({left} to put down)> ")) else {
                return Ok(false);
            };
            match command::point(&line, self.game.size) {
                _ if line.trim().eq_ignore_ascii_case("quit") => return Ok(false),
                Err(error) => say(&error),
                Ok(point) => match self.check_move(point)? {
                    Ok(()) => self.put(point, Duration::ZERO),
                    Err(why) => say(&why),
                },
            }
        }
        Ok(true)
    }

    /// Lets a person choose; nothing when they leave.
    fn ask_choice(&mut self, more: bool) -> Result<Option<Choice>> {
        self.show();
        let prompt = if more {
            "your choice: black, white, or more (two more stones)> "
        } else {
            "your choice: black or white> "
        };
        loop {
            let Some(line) = self.ask(prompt) else { return Ok(None) };
            match line.trim().to_ascii_lowercase().as_str() {
                "quit" => return Ok(None),
                "more" if more => return Ok(Some(Choice::TwoMore)),
                word => match word.parse() {
                    Ok(color) => return Ok(Some(Choice::Take(color))),
                    Err(_) => say(&format!("'{word}' is no choice")),
                },
            }
        }
    }

    /// The side that the search prefers, or two more stones, which it puts down; nothing when the user has
    /// interrupted it.
    fn engine_choice(&mut self, player: Seat) -> Result<Option<Choice>> {
        let (board, seed) = (self.game.board()?, self.seed);
        let answer = self.search(self.time, move |searcher, control| {
            Judge { searcher, limits: Limits::NONE, control: &control }.open(OpeningRule::Swap2, &board, seed)
        })?;
        Ok(answer.map(|answer| match answer {
            OpeningAnswer::Swap => Choice::Take(Color::Black),
            OpeningAnswer::Stones(stones) if stones.len() == 2 => {
                say(&format!("{}: two more stones, {}", who(player), format_moves(self.game.size, &stones)));
                stones.into_iter().for_each(|point| self.put(point, Duration::ZERO));
                Choice::TwoMore
            }
            OpeningAnswer::Stones(_) => Choice::Take(Color::White),
        }))
    }
}

fn who(seat: Seat) -> String {
    match seat {
        Seat::Human => "you".to_owned(),
        Seat::Engine(level) => format!("Tengen level {}", level.number),
    }
}
