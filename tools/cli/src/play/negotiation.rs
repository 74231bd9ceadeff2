//! Negotiated openings at the terminal: stones, choice of sides, and fifth stones.

use super::command;
use super::output::say;
use super::session::{OPENING_STANDS, Seat, TerminalGame};
use crate::language::{color_name, t};
use anyhow::{Context, Result};
use std::time::Duration;
use tengen::base::{Color, Point};
use tengen::board::format_point;
use tengen::play::{
    BlockedMoves, Negotiation, OpeningAct, OpeningAdvisor, OpeningError, OpeningPlayer, OpeningRule, OpeningStage,
    RENJU_OPENINGS, RenjuOpening, Zone,
};
use tengen::search::Limits;

impl TerminalGame {
    /// Plays the opening; the player on Black's seat begins. Returns `false` if the user leaves.
    pub(super) fn play_opening(&mut self, rule: OpeningRule) -> Result<bool> {
        let mut negotiation = Negotiation::new(rule, self.game.size, self.game.rule).context("--opening")?;
        let players = self.seats;
        let seat_of = |player| players[usize::from(player == OpeningPlayer::Second)];
        let [first, second] = players.map(who);
        say(&t("open.begin", &[("opening", &rule), ("first", &first), ("second", &second)]));
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

    /// Text about an act; `None` for a person's own stones, which the board shows.
    fn announce(&self, negotiation: &Negotiation, seat: Seat, act: OpeningAct) -> Option<String> {
        let name = who(seat);
        let is_engine = seat != Seat::Human;
        match (negotiation.stage()?, act) {
            (OpeningStage::Side(..), OpeningAct::Side(color)) => {
                Some(t("open.goes", &[("color", &color_name(color)), ("player", &name)]))
            }
            (_, OpeningAct::Instead) if negotiation.rule() == OpeningRule::Swap2 => {
                is_engine.then(|| t("open.more", &[("player", &name)]))
            }
            (_, OpeningAct::Instead) => Some(t("open.stays", &[("player", &name)])),
            (_, OpeningAct::Number(number)) => Some(t("open.number", &[("player", &name), ("number", &number)])),
            (stage, OpeningAct::Point(point)) if is_engine => {
                let does = match stage {
                    OpeningStage::Offer(..) => "open.offers",
                    OpeningStage::Pick(_) => "open.takes",
                    _ => "engineMoved",
                };
                Some(t(does, &[("player", &name), ("point", &format_point(self.game.size, point))]))
            }
            _ => None,
        }
    }

    /// Prints the renju opening formed by the first three stones.
    fn name_opening(&self, rule: OpeningRule, before: usize) {
        let moves = &self.game.moves;
        if before < 3
            && moves.len() >= 3
            && rule.begins_with_renju_opening()
            && let Some(opening) = RenjuOpening::of_stones(self.game.size, &moves[..3])
        {
            let names = t("open.names", &[]);
            let name = RENJU_OPENINGS.iter().zip(names.split(' ')).find(|(one, _)| *one == opening);
            let name = name.map_or(opening.name, |(_, name)| name);
            say(&t("open.name", &[("name", &format!("{} {name}", opening.code))]));
        }
    }

    /// Asks a person for an act; `None` if the person leaves.
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
                "board" | "show" => {
                    self.changed = true;
                    continue;
                }
                "help" | "?" => {
                    let choices = prompt.trim_end_matches("> ");
                    say(&t("open.help", &[("choices", &choices)]));
                    continue;
                }
                "undo" => Err(t(OPENING_STANDS, &[])),
                _ => self.read_act(negotiation, &word),
            };
            let refusal = |why| refusal(&why, &word, prompt.trim_end_matches("> "));
            match act.and_then(|act| negotiation.clone().act(act).map(|()| act).map_err(refusal)) {
                Ok(act) => return Ok(Some(act)),
                Err(why) => say(&why),
            }
        }
    }

    fn prompt(&self, negotiation: &Negotiation) -> String {
        let player = negotiation.player().unwrap_or(OpeningPlayer::First);
        let choices = self.choices(negotiation, player);
        let both = self.seats.iter().all(|seat| *seat == Seat::Human);
        let whose = match player {
            _ if !both => return format!("{choices}> "),
            OpeningPlayer::First => "open.first",
            OpeningPlayer::Second => "open.second",
        };
        format!("{}> ", t(whose, &[("choices", &choices)]))
    }

    /// Text with the player's choices.
    fn choices(&self, negotiation: &Negotiation, player: OpeningPlayer) -> String {
        let name_of = |point: &Point| format_point(self.game.size, *point);
        let side = |name: &str| t(name, &[("color", &color_name(negotiation.color_of(player)))]);
        match negotiation.stage() {
            Some(OpeningStage::Stone(_, zone)) => {
                let (place, reach) = match *zone {
                    Zone::Anywhere => ("open.stone", 0),
                    Zone::Near(0) => ("open.center", 0),
                    Zone::Near(reach) => ("open.near", reach),
                    Zone::Far(reach) => ("open.far", reach),
                };
                let (number, color) = (self.game.moves.len() + 1, color_name(self.game.side_to_move()));
                t(place, &[("number", &number), ("color", &color), ("side", &(2 * reach + 1))])
            }
            Some(OpeningStage::Side(_, None)) => side("open.side"),
            Some(OpeningStage::Side(_, Some(_))) if negotiation.rule() == OpeningRule::Swap2 => side("open.sideMore"),
            Some(OpeningStage::Side(..)) => side("open.sideOffer"),
            Some(OpeningStage::Number(_, most)) => t("open.howMany", &[("most", &most)]),
            Some(OpeningStage::Offer(..)) => {
                let due = negotiation.offers_due().unwrap_or(1);
                t("open.offer", &[("number", &(negotiation.offers().len() + 1)), ("due", &due)])
            }
            Some(OpeningStage::Pick(_)) | None => {
                let names: Vec<String> = negotiation.offers().iter().map(name_of).collect();
                t("open.pick", &[("stones", &names.join(" "))])
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
                Err(_) if negotiation.rule().instead_word() == Some(word) => Ok(OpeningAct::Instead),
                Err(_) => Err(t("open.notChoice", &[("word", &word)])),
            },
            (Some(OpeningStage::Number(..)), _) => match word.parse() {
                Ok(number) => Ok(OpeningAct::Number(number)),
                Err(_) => Err(t("open.notNumber", &[("word", &word)])),
            },
            // An offered stone can be picked by its number.
            (Some(OpeningStage::Pick(_)), _) if word.parse::<usize>().is_ok() => {
                let index = word.parse::<usize>().unwrap_or(0).wrapping_sub(1);
                let offer = negotiation.offers().get(index).copied();
                offer.map(OpeningAct::Point).ok_or_else(|| t("open.notOffered", &[("word", &word)]))
            }
            _ => command::point(word, self.game.size).map(OpeningAct::Point),
        }
    }

    /// The engine's acts; `None` if the user has interrupted it.
    fn engine_acts(&mut self, negotiation: &Negotiation) -> Result<Option<Vec<OpeningAct>>> {
        let (negotiation, seed) = (negotiation.clone(), self.seed);
        self.with_advisor(move |session| {
            session.search(session.time, move |searcher, control| {
                let mut advisor = OpeningAdvisor::new(searcher, Limits::NONE, &control, BlockedMoves::default());
                let acts = advisor.decide(&negotiation, seed);
                if acts.is_empty() { negotiation.any_acts() } else { acts }
            })
        })
    }
}

/// Why the opening refuses an act; other acts are answered with what is due.
fn refusal(why: &OpeningError, word: &str, choices: &str) -> String {
    match why {
        OpeningError::Occupied(point) => t("play.occupied", &[("point", point)]),
        OpeningError::Forbidden(point) => t("play.forbidden", &[("point", point)]),
        OpeningError::NotOffered(point) => t("open.notOffered", &[("word", point)]),
        OpeningError::OfferedTwice(point) => t("open.offeredTwice", &[("point", point)]),
        OpeningError::Symmetric(point, other) => t("open.symmetric", &[("point", point), ("other", other)]),
        _ => t("open.refused", &[("word", &word), ("choices", &choices)]),
    }
}

fn who(seat: Seat) -> String {
    match seat {
        Seat::Human => t("open.you", &[]),
        Seat::Engine(level) => t("open.engine", &[("level", &level.number)]),
    }
}
