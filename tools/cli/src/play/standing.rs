//! State of the game: result, resignation, takebacks.

use super::output::say;
use super::session::{OPENING_STANDS, RESULT_TAG, Seat, TerminalGame};
use crate::language::{rule_name, t};
use anyhow::Result;
use tengen::base::{Color, Rule};
use tengen_game::Outcome;

impl TerminalGame {
    /// The result, shown by the board or by a resignation.
    pub(super) fn outcome(&self) -> Result<Option<Outcome>> {
        let resigned = self.resigned.map(|loser| Outcome::Win(!loser));
        Ok(self.game.judge()?.or(resigned))
    }

    /// Whether there are stones or passes.
    pub(super) fn has_begun(&self) -> bool {
        !self.game.setup.is_empty() || self.game.turns().next().is_some()
    }

    /// Records that the game has changed.
    pub(super) fn touch(&mut self) {
        self.saved_in.clear();
        self.changed = true;
        self.resigned = None;
        // All moves were checked when they were made.
        self.game.outcome = self.game.judge().unwrap_or_default();
        // A fault that ended a loaded game does not apply to its continuation.
        self.game.reason = None;
        self.game.tags.remove(RESULT_TAG);
    }

    /// Passes for the person to move, in a rule that has passes.
    pub(super) fn pass(&mut self) -> Result<()> {
        let rule = self.game.rule;
        if self.outcome()?.is_some() {
            say(&t("play.over", &[]));
        } else if rule != Rule::Renju {
            say(&t("play.noPass", &[("rule", &rule_name(rule)), ("renju", &rule_name(Rule::Renju))]));
        } else {
            say(&t("play.passes", &[("player", &self.name_of(self.game.side_to_move()))]));
            self.game.push_turn(None);
            self.touch();
        }
        Ok(())
    }

    /// Resigns for the person to move.
    pub(super) fn resign(&mut self) -> Result<()> {
        if self.outcome()?.is_some() {
            say(&t("play.isOver", &[]));
        } else if !self.has_begun() {
            say(&t("play.notBegun", &[]));
        } else {
            let loser = self.game.side_to_move();
            self.touch();
            self.resigned = Some(loser);
            self.game.outcome = Some(Outcome::Win(!loser));
            let winner = if loser == Color::Black { "W+R" } else { "B+R" };
            self.game.tags.insert(RESULT_TAG.to_owned(), winner.to_owned());
        }
        Ok(())
    }

    /// Takes back to a person's previous move, or cancels a resignation; an agreed opening stays.
    pub(super) fn undo(&mut self) {
        let is_human = |session: &TerminalGame| session.seats[session.game.side_to_move().index()] == Seat::Human;
        let mut count = self.game.turns().count();
        if self.resigned.is_some() {
            self.touch();
            return say(&t("play.resumed", &[]));
        }
        if count == 0 {
            return say(&t("play.nothingToUndo", &[]));
        }
        if count == self.game.opening {
            return say(&t(OPENING_STANDS, &[]));
        }
        let before = self.game.clone();
        loop {
            count -= 1;
            self.game = before.up_to(count);
            if is_human(self) {
                break;
            }
            if count == before.opening {
                self.game = before;
                return say(&t("play.nothingOfYours", &[]));
            }
        }
        self.touch();
    }
}
