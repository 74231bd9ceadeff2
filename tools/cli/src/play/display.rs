//! The board and its captions on a terminal.

use super::output::say;
use super::session::{Seat, TerminalGame};
use crate::language::{color_name, rule_name, t};
use console::Term;
use std::io::{IsTerminal, stdout};
use tengen::base::Color;
use tengen::board::format_point;
use tengen_game::draw::{Picture, Style, spaced, to_text};
use tengen_game::formats::turn_line;
use tengen_game::{Game, Outcome};

/// Width of a terminal that does not report its own.
const COLUMNS: usize = 80;

impl TerminalGame {
    pub(super) fn name_of(&self, color: Color) -> String {
        let stone = if color == Color::Black { 'X' } else { 'O' };
        let color_name = color_name(color);
        match self.seats[color.index()] {
            Seat::Human => t("play.you", &[("color", &color_name), ("stone", &stone)]),
            Seat::Engine(level) => {
                t("play.engine", &[("color", &color_name), ("stone", &stone), ("level", &level.number)])
            }
        }
    }

    fn why_drawn(&self) -> String {
        let empty = self.game.board().map_or(0, |board| board.empty_count());
        let limit = self.game.up_to(0).board().map_or(0, |start| start.draw_at());
        match empty {
            _ if self.game.ends_in_passes() => t("play.bothPass", &[]),
            0 => t("play.full", &[]),
            _ => t("play.drawAt", &[("rule", &rule_name(self.game.rule)), ("limit", &limit), ("empty", &empty)]),
        }
    }

    fn why_won(&self) -> String {
        let size = self.game.size;
        let line = self.game.winning_line();
        match self.game.moves.last() {
            Some(&last) if line.is_empty() => t("play.forbiddenLast", &[("point", &format_point(size, last))]),
            _ => spaced(size, &line),
        }
    }

    /// The lines of blocked cells and of the side to move, where the numbers of stones do not show it.
    fn below(&self) -> String {
        let Game { size, blocked, .. } = &self.game;
        let blocked = (!blocked.is_empty()).then(|| t("play.blocked", &[("points", &spaced(*size, blocked))]) + "\n");
        let color = color_name(self.game.side_to_move());
        let turn = (!turn_line(&self.game).is_empty()).then(|| t("play.turn", &[("color", &color)]) + "\n");
        blocked.unwrap_or_default() + &turn.unwrap_or_default()
    }

    /// Draws the board with its moves, forbidden points and the result.
    pub(super) fn show(&mut self) {
        self.changed = false;
        let is_terminal = stdout().is_terminal();
        let columns = if is_terminal { usize::from(Term::stdout().size().1).max(20) } else { COLUMNS };
        let color = is_terminal && console::colors_enabled();
        let outcome = self.outcome().unwrap_or_default();
        let forbidden = if outcome.is_none() { self.game.forbidden_points().ok() } else { None };
        let end = match outcome {
            Some(Outcome::Win(color)) if self.resigned == Some(!color) => {
                let (loser, winner) = (self.name_of(!color), self.name_of(color));
                format!("\n{}", t("play.resigns", &[("loser", &loser), ("winner", &winner)]))
            }
            Some(Outcome::Win(color)) => {
                format!("\n{}", t("play.wins", &[("player", &self.name_of(color)), ("why", &self.why_won())]))
            }
            Some(Outcome::Draw) => format!("\n{}", t("play.draw", &[("why", &self.why_drawn())])),
            None => String::new(),
        };
        let forbidden = forbidden.unwrap_or_default();
        let moves = t("kept.moves", &[("moves", &self.game.turns().count())]);
        let caption = if forbidden.is_empty() { moves } else { t("play.legend", &[("caption", &moves)]) } + &end;
        let (below, caption) = (Some(self.below()), Some(caption));
        let picture = Picture { coordinates: true, last: true, forbidden, below, caption, ..Picture::default() };
        say(&format!("\n{}", to_text(&self.game, &picture, Style { color, columns })));
    }
}
