//! Commands of negotiated openings: swap2 and related rules, Yixin-Board's swap2 and Soosõrv dialogues, `NEGOTIATE`.

use crate::protocol::error::CommandError;
use crate::protocol::input::{Block, Entries, shorten};
use crate::protocol::position::{Reply, SoosorvStep};
use crate::protocol::session::{Call, Session};
use crate::server::Task;
use std::time::Instant;
use tengen::base::{Color, Point};
use tengen::board::Board;
use tengen::play::{Negotiation, OpeningAct, OpeningError, OpeningRule};

/// Most fifth stones in Yixin-Board's dialogue.
const MAX_FIFTHS: usize = 8;

impl Session {
    /// `SWAP2BOARD` and related commands: opens a block with the stones of the opening.
    pub(in crate::protocol) fn open_opening(&mut self, call: Call, rule: OpeningRule) -> Result<(), CommandError> {
        let end = move |session: &mut Self, block: Block| {
            let since = block.since;
            let stones = block.opening_stones(rule)?;
            let board = session.empty_board()?;
            // Refuses a board that is too small for the opening.
            Negotiation::new(rule, board.size(), board.rule())?;
            let negotiation = session.unchecked_opening(rule, &stones)?;
            let board = negotiation.board().clone();
            session.think(board, Task::Opening(Box::new(negotiation), true), Reply::Plain, since)
        };
        self.dialect.refused = Some(call.name);
        self.open_block(call, Entries::Points, Box::new(end))
    }

    /// An opening with stones that a manager has placed anywhere.
    fn unchecked_opening(&self, rule: OpeningRule, stones: &[Point]) -> Result<Negotiation, CommandError> {
        let mut negotiation = Negotiation::unchecked(rule, self.empty_board()?);
        negotiation.put_stones(stones)?;
        Ok(negotiation)
    }

    pub(in crate::protocol) fn answer_opening(
        &mut self,
        acts: &[OpeningAct],
        reply: Reply,
    ) -> Result<(), CommandError> {
        if acts.is_empty() {
            let position = self.position()?;
            let is_blocked = !position.blocked.is_empty();
            return Err(if is_blocked { CommandError::AllBlocked } else { CommandError::NoSuchMove });
        }
        let points = points_of(acts);
        match reply {
            Reply::Swap2(stones) => self.answer_swap2_step(stones, acts, &points)?,
            Reply::Soosorv(step) => self.answer_soosorv(step, acts, &points),
            Reply::Acts(rule) => {
                let (size, coordinates) = (self.size()?, self.dialect.coordinates);
                let word = |act: &OpeningAct| act.word(rule, |point| coordinates.format(size, point));
                self.writer.line(acts.iter().map(word).collect::<Vec<_>>().join(" ").to_ascii_uppercase());
            }
            _ if acts.contains(&OpeningAct::Side(Color::Black)) => self.writer.line("SWAP"),
            // White was taken, but no move was found.
            _ => self.play_all(&points, CommandError::AllBlocked)?,
        }
        Ok(())
    }

    /// A step of Yixin-Board's swap2 dialogue, for which this number of stones has to be on the board.
    pub(in crate::protocol) fn search_swap2_step(&mut self, expected: usize, at: Instant) -> Result<(), CommandError> {
        // Yixin-Board does not send any other command for a new game.
        if expected == 0 && (self.board()?.stones() > 0 || self.dialect.refused.is_some()) {
            self.replace_game(self.size()?);
        }
        let board = self.known_board()?.clone();
        let (black, white) = (stones_of(&board, Color::Black), stones_of(&board, Color::White));
        let fits = (black.len(), white.len()) == (expected.div_ceil(2), expected / 2);
        if !fits || board.history().len() != expected {
            return Err(CommandError::StepStones { black: expected.div_ceil(2), white: expected / 2 });
        }
        // The stones may have been set up in any order.
        let stones: Vec<Point> = (0..expected).map(|i| if i % 2 == 0 { black[i / 2] } else { white[i / 2] }).collect();
        let negotiation = self.unchecked_opening(OpeningRule::Swap2, &stones)?;
        self.think(board, Task::Opening(Box::new(negotiation), false), Reply::Swap2(expected), at)
    }

    /// Answers a step. A kept side is reported without its move, which the board program requests by `BOARD`.
    fn answer_swap2_step(&mut self, stones: usize, acts: &[OpeningAct], points: &[Point]) -> Result<(), CommandError> {
        if let Some(answer) = swaps(acts, Color::White) {
            let choice = if stones == 3 { "SWAP1" } else { "SWAP2" };
            self.writer.message(format_args!("SWAP2 {choice} {answer}"));
        }
        self.board()?.play(points);
        for (number, &point) in (stones + 1..).zip(points) {
            let name = self.two_numbers(point);
            self.writer.message(format_args!("SWAP2 MOVE{number} {name}"));
        }
        Ok(())
    }

    /// Opens a block with the stones of a step of the Soosõrv opening.
    pub(in crate::protocol) fn open_soosorv(&mut self, call: Call, step: SoosorvStep) -> Result<(), CommandError> {
        let end = move |session: &mut Self, block: Block| {
            let since = block.since;
            session.soosorv(step, &block.points()?, since)
        };
        self.open_block(call, Entries::Points, Box::new(end))
    }

    /// Opens a block of a Soosõrv step, with the number of fifth stones before the stones.
    pub(in crate::protocol) fn open_fifths(
        &mut self,
        call: Call,
        step: fn(usize) -> SoosorvStep,
    ) -> Result<(), CommandError> {
        let (number, stones) = split_word(&call.argument);
        match number.parse::<usize>().ok().filter(|n| (1..=MAX_FIFTHS).contains(n)) {
            Some(fifths) => self.open_soosorv(Call { argument: stones.to_owned(), ..call }, step(fifths)),
            None => self.open_refused_block(CommandError::FifthCount(shorten(number), MAX_FIFTHS), call),
        }
    }

    /// Searches for the answer to a step. The board is empty afterwards, because the board program sets up the position
    /// by `BOARD`.
    pub(in crate::protocol) fn soosorv(
        &mut self,
        step: SoosorvStep,
        stones: &[Point],
        at: Instant,
    ) -> Result<(), CommandError> {
        let (fits, keeps_side, fifths) = match step {
            SoosorvStep::Propose => (stones.is_empty(), false, None),
            SoosorvStep::SwapThree => (stones.len() == 3, false, None),
            SoosorvStep::Fourth => (stones.len() == 3, true, None),
            SoosorvStep::SwapFour(fifths) => (stones.len() == 4, true, Some((fifths, false))),
            SoosorvStep::Fifths(fifths) => (stones.len() == 4, true, Some((fifths, true))),
            SoosorvStep::Choose => {
                let offered = stones.len().saturating_sub(4);
                ((1..=MAX_FIFTHS).contains(&offered), true, Some((offered, true)))
            }
        };
        if !fits {
            return Err(CommandError::SoosorvStones(stones.len()));
        }
        let (opening, later) = stones.split_at(stones.len().min(3));
        let mut negotiation = self.unchecked_opening(OpeningRule::Soosorv(MAX_FIFTHS), opening)?;
        if keeps_side {
            negotiation.act(OpeningAct::Side(Color::White))?;
        }
        let (fourth, offered) = later.split_at(later.len().min(1));
        negotiation.put_stones(fourth)?;
        if let Some((fifths, keeps_side)) = fifths {
            negotiation.act(OpeningAct::Number(fifths))?;
            if keeps_side {
                negotiation.act(OpeningAct::Side(Color::Black))?;
            }
        }
        negotiation.put_stones(offered)?;
        self.think(self.empty_board()?, Task::Opening(Box::new(negotiation), false), Reply::Soosorv(step), at)
    }

    fn answer_soosorv(&mut self, step: SoosorvStep, acts: &[OpeningAct], points: &[Point]) {
        let names = || points.iter().map(|&point| self.two_numbers(point));
        let choice = |number: u8, side| format!("SWAP{number} {}", swaps(acts, side).unwrap_or("NO"));
        let number = acts.iter().find_map(|act| match act {
            OpeningAct::Number(number) => Some(*number),
            _ => None,
        });
        let lines: Vec<String> = match step {
            SoosorvStep::Propose => (1..).zip(names()).map(|(number, name)| format!("MOVE{number} {name}")).collect(),
            SoosorvStep::SwapThree => vec![choice(1, Color::White)],
            SoosorvStep::Fourth => names().map(|name| format!("MOVE4 {name} {}", number.unwrap_or(1))).collect(),
            SoosorvStep::SwapFour(_) => vec![choice(2, Color::Black)],
            SoosorvStep::Fifths(_) => {
                let offers = names().map(|name| format!("MOVE5 {name}"));
                ["MOVE5 REFRESH".to_owned()].into_iter().chain(offers).chain(["MOVE5 DONE".to_owned()]).collect()
            }
            SoosorvStep::Choose => names().map(|name| format!("MOVE5C {name}")).collect(),
        };
        lines.iter().for_each(|line| self.writer.message(format_args!("SOOSORV {line}")));
    }

    /// `NEGOTIATE`: the opening rule, then a block with the acts so far.
    pub(in crate::protocol) fn negotiate(&mut self, call: Call) -> Result<(), CommandError> {
        let (name, acts) = split_word(&call.argument);
        let rule = match shorten(name).parse() {
            Ok(rule) => rule,
            Err(error) => return self.open_refused_block(CommandError::OpeningRule(error), call),
        };
        let end = move |session: &mut Self, block: Block| {
            let since = block.since;
            session.answer_acts(rule, &block.acts()?, since)
        };
        self.open_block(Call { argument: acts.to_owned(), ..call }, Entries::Acts(rule), Box::new(end))
    }

    /// Answers `NEGOTIATE`. The board is empty afterwards, because the manager sets up the position by `BOARD`.
    fn answer_acts(&mut self, rule: OpeningRule, acts: &[OpeningAct], at: Instant) -> Result<(), CommandError> {
        let board = self.empty_board()?;
        let mut negotiation = Negotiation::new(rule, board.size(), board.rule())?;
        for &act in acts {
            negotiation.act(act)?;
        }
        if negotiation.stage().is_none() {
            return Err(CommandError::Opening(OpeningError::Over));
        }
        self.think(board, Task::Opening(Box::new(negotiation), false), Reply::Acts(rule), at)
    }

    /// A point in the form `7 8`.
    fn two_numbers(&self, point: Point) -> String {
        let Some(position) = &self.dialect.position else { return String::new() };
        let (first, second) = self.dialect.coordinates.numbers(position.size, point);
        format!("{first} {second}")
    }
}

/// The first word, and the text after it.
fn split_word(text: &str) -> (&str, &str) {
    text.split_once(char::is_whitespace).unwrap_or((text, ""))
}

/// `YES` if the side other than `own` is taken, `NO` if `own` is; `None` without a choice of sides.
fn swaps(acts: &[OpeningAct], own: Color) -> Option<&'static str> {
    acts.iter().find_map(|act| match act {
        OpeningAct::Side(side) if *side == own => Some("NO"),
        OpeningAct::Side(_) => Some("YES"),
        _ => None,
    })
}

/// The stones of a color in the order in which they were placed.
fn stones_of(board: &Board, color: Color) -> Vec<Point> {
    board.history().filter(|&(_, cell)| cell == color.into()).map(|(point, _)| point).collect()
}

fn points_of(acts: &[OpeningAct]) -> Vec<Point> {
    acts.iter().filter_map(|act| act.point()).collect()
}
