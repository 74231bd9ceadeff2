//! Negotiated openings at the terminal: who puts down what, who changes sides, which fifth stones there are.

use super::command;
use super::output::say;
use super::session::{OPENING_STANDS, Seat, TerminalGame};
use anyhow::{Context, Result};
use std::time::Duration;
use tengen::base::{Color, Point};
use tengen::board::format_point;
use tengen::play::{
    Negotiation, OpeningAct, OpeningAdvisor, OpeningPlayer, OpeningRule, OpeningStage, RenjuOpening, Zone,
};
use tengen::search::Limits;

impl TerminalGame {
    /// Plays the opening; Black's seat begins with it. `false` when the player leaves.
    pub(super) fn play_opening(&mut self, rule: OpeningRule) -> Result<bool> {
        let mut negotiation = Negotiation::new(rule, self.game.size, self.game.rule).context("--opening")?;
        let players = self.seats;
        let seat_of = |player| players[usize::from(player == OpeningPlayer::Second)];
        say(&format!(
            "the opening rule is {rule}; first player: {}, second player: {}",
            who(players[0]),
            who(players[1])
        ));
        while let Some(player) = negotiation.player() {
            let seat = seat_of(player);
            let acts = match seat {
                Seat::Human => self.ask_act(&negotiation)?.map(|act| vec![act]),
                Seat::Engine(_) => self.engine_acts(&negotiation)?,
            };
            let Some(acts) = acts else { return Ok(false) };
            let before = negotiation.moves().len();
            for act in acts {
                let announced = self.announce(&negotiation, seat, act);
                if let Err(why) = negotiation.act(act) {
                    say(&why.to_string());
                    break;
                }
                announced.iter().for_each(|text| say(text));
            }
            let moves = negotiation.moves();
            moves[before..].iter().for_each(|&point| self.put(point, Duration::ZERO));
            self.name_opening(rule, before);
            self.seats = Color::ALL.map(|color| seat_of(negotiation.player_of(color)));
        }
        self.game.opening = self.game.moves.len();
        Ok(true)
    }

    /// What an act is, in words; nothing for a person's own stones, which the board shows.
    fn announce(&self, negotiation: &Negotiation, seat: Seat, act: OpeningAct) -> Option<String> {
        let name = who(seat);
        let is_engine = seat != Seat::Human;
        match (negotiation.stage()?, act) {
            (OpeningStage::Side(..), OpeningAct::Side(color)) => Some(format!("{color:?} goes to {name}")),
            (_, OpeningAct::Instead) if negotiation.rule() == OpeningRule::Swap2 => {
                is_engine.then(|| format!("{name}: two more stones"))
            }
            (_, OpeningAct::Instead) => Some(format!("Black stays with {name}, who offers fifth stones")),
            (_, OpeningAct::Number(number)) => Some(format!("{name}: {number} fifth stones are to be offered")),
            (stage, OpeningAct::Point(point)) if is_engine => {
                let does = match stage {
                    OpeningStage::Offer(..) => "offers ",
                    OpeningStage::Pick(_) => "takes ",
                    _ => "",
                };
                Some(format!("{name}: {does}{}", format_point(self.game.size, point)))
            }
            _ => None,
        }
    }

    /// Says which of renju's openings has come about with the third stone.
    fn name_opening(&self, rule: OpeningRule, before: usize) {
        let moves = &self.game.moves;
        if before < 3
            && moves.len() >= 3
            && rule.begins_with_renju_opening()
            && let Some(opening) = RenjuOpening::of_stones(self.game.size, &moves[..3])
        {
            say(&format!("the opening is {} {}", opening.code, opening.name));
        }
    }

    /// Lets a person act; nothing when they leave.
    fn ask_act(&mut self, negotiation: &Negotiation) -> Result<Option<OpeningAct>> {
        let prompt = self.prompt(negotiation);
        loop {
            if self.changed {
                self.show();
            }
            let Some(line) = self.ask(&prompt) else { return Ok(None) };
            let word = line.trim().to_ascii_lowercase();
            let act = match word.as_str() {
                "" => continue,
                "quit" | "exit" | "q" => return Ok(None),
                "show" => {
                    self.changed = true;
                    continue;
                }
                "help" | "?" => {
                    let choices = prompt.trim_end_matches("> ");
                    say(&format!("{choices}; a point is typed as h8 or 7,7; show draws the board, quit leaves"));
                    continue;
                }
                "undo" => Err(OPENING_STANDS.to_owned()),
                _ => self.read_act(negotiation, &word),
            };
            match act.and_then(|act| negotiation.clone().act(act).map(|()| act).map_err(|why| why.to_string())) {
                Ok(act) => return Ok(Some(act)),
                Err(why) => say(&why),
            }
        }
    }

    fn prompt(&self, negotiation: &Negotiation) -> String {
        let name_of = |point: &Point| format_point(self.game.size, *point);
        let player = negotiation.player().unwrap_or(OpeningPlayer::First);
        let both = self.seats.iter().all(|seat| *seat == Seat::Human);
        let whose = match player {
            _ if !both => "",
            OpeningPlayer::First => "first player, ",
            OpeningPlayer::Second => "second player, ",
        };
        let choice = format!("{whose}your choice (you have {:?}): black", negotiation.color_of(player));
        match negotiation.stage() {
            Some(OpeningStage::Stone(_, zone)) => {
                let place = match zone {
                    Zone::Anywhere => String::new(),
                    Zone::Near(0) => " in the center".to_owned(),
                    Zone::Near(reach) => format!(" in the central {0}x{0} points", 2 * reach + 1),
                    Zone::Far(reach) => format!(" outside the central {0}x{0} points", 2 * reach + 1),
                };
                let number = self.game.moves.len() + 1;
                format!("{whose}stone {number}, {:?}{place}> ", self.game.side_to_move())
            }
            Some(OpeningStage::Side(_, None)) => format!("{choice} or white> "),
            Some(OpeningStage::Side(_, Some(_))) if negotiation.rule() == OpeningRule::Swap2 => {
                format!("{choice}, white, or more (two more stones)> ")
            }
            Some(OpeningStage::Side(..)) => format!("{choice}, white, or offer (fifth stones)> "),
            Some(OpeningStage::Number(_, most)) => format!("{whose}how many fifth stones, 1 to {most}> "),
            Some(OpeningStage::Offer(..)) => {
                let due = negotiation.offers_due().unwrap_or(1);
                format!("{whose}offer fifth stone {} of {due}> ", negotiation.offers().len() + 1)
            }
            Some(OpeningStage::Pick(_)) | None => {
                let names: Vec<String> = negotiation.offers().iter().map(name_of).collect();
                format!("{whose}take one of the fifth stones {} (or its number)> ", names.join(" "))
            }
        }
    }

    fn read_act(&self, negotiation: &Negotiation, word: &str) -> Result<OpeningAct, String> {
        let own = negotiation.player().map_or(Color::Black, |player| negotiation.color_of(player));
        match (negotiation.stage(), word) {
            (Some(OpeningStage::Side(..)), "swap") => Ok(OpeningAct::Side(!own)),
            (Some(OpeningStage::Side(..)), "stay") => Ok(OpeningAct::Side(own)),
            (Some(OpeningStage::Side(..)), _) => match word.parse() {
                Ok(color) => Ok(OpeningAct::Side(color)),
                Err(_) if word == negotiation.rule().instead_word() => Ok(OpeningAct::Instead),
                Err(_) => Err(format!("'{word}' is not one of the choices")),
            },
            (Some(OpeningStage::Number(..)), _) => match word.parse() {
                Ok(number) => Ok(OpeningAct::Number(number)),
                Err(_) => Err(format!("'{word}' is not a number")),
            },
            // Offers may be taken by their number.
            (Some(OpeningStage::Pick(_)), _) if word.parse::<usize>().is_ok() => {
                let index = word.parse::<usize>().unwrap_or(0).wrapping_sub(1);
                let offer = negotiation.offers().get(index).copied();
                offer.map(OpeningAct::Point).ok_or_else(|| format!("'{word}' is not one of the stones offered"))
            }
            _ => command::point(word, self.game.size).map(OpeningAct::Point),
        }
    }

    /// What the engine does; nothing when the user has interrupted it.
    fn engine_acts(&mut self, negotiation: &Negotiation) -> Result<Option<Vec<OpeningAct>>> {
        let (negotiation, seed) = (negotiation.clone(), self.seed);
        self.with_advisor(move |session| {
            session.search(session.time, move |searcher, control| {
                let mut advisor = OpeningAdvisor { searcher, limits: Limits::NONE, control: &control, excluded: &[] };
                let acts = advisor.decide(&negotiation, seed);
                if acts.is_empty() { negotiation.any_acts() } else { acts }
            })
        })
    }
}

fn who(seat: Seat) -> String {
    match seat {
        Seat::Human => "you".to_owned(),
        Seat::Engine(level) => format!("Tengen level {}", level.number),
    }
}
