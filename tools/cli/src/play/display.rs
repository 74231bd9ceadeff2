//! The board and its captions on a terminal.

use super::output::say;
use super::session::{Seat, TerminalGame};
use console::Term;
use std::io::{IsTerminal, stdout};
use tengen::base::{Color, Point};
use tengen::board::format_point;
use tengen_game::Outcome;
use tengen_game::draw::{Picture, Style, to_text};

/// Width of a terminal that does not say its own.
const COLUMNS: usize = 80;

impl TerminalGame {
    pub(super) fn name_of(&self, color: Color) -> String {
        let stone = if color == Color::Black { 'X' } else { 'O' };
        match self.seats[color.index()] {
            Seat::Human => format!("{color:?} ({stone}, you)"),
            Seat::Engine(level) => format!("{color:?} ({stone}, Tengen level {})", level.number),
        }
    }

    fn why_drawn(&self) -> String {
        let (rule, cells) = (self.game.rule, self.game.size.cells());
        let draw_at = rule.draw_empty_cells(cells - self.game.setup.len());
        match cells - self.game.stones().count() {
            0 => "the board is full".to_owned(),
            empty => format!("{rule} ends when no more than {draw_at} points are empty, and {empty} are"),
        }
    }

    fn why_won(&self) -> String {
        let name_of = |&point: &Point| format_point(self.game.size, point);
        let line = self.game.winning_line();
        match self.game.moves.last() {
            Some(last) if line.is_empty() => format!("{} is forbidden to Black", name_of(last)),
            _ => line.iter().map(name_of).collect::<Vec<_>>().join(" "),
        }
    }

    /// Draws the board with the moves made, forbidden points and the result.
    pub(super) fn show(&mut self) {
        self.changed = false;
        let is_terminal = stdout().is_terminal();
        let columns = if is_terminal { usize::from(Term::stdout().size().1).max(20) } else { COLUMNS };
        let color = is_terminal && console::colors_enabled();
        let outcome = self.game.judge().unwrap_or_default();
        let forbidden = if outcome.is_none() { self.game.forbidden_points().ok() } else { None };
        let end = match outcome {
            Some(Outcome::Win(color)) => format!("\n{} wins: {}", self.name_of(color), self.why_won()),
            Some(Outcome::Draw) => format!("\na draw: {}", self.why_drawn()),
            None => String::new(),
        };
        let forbidden = forbidden.unwrap_or_default();
        let legend = if forbidden.is_empty() { "" } else { ", # is forbidden to Black" };
        let plural = if self.game.moves.len() == 1 { "" } else { "s" };
        let caption = format!("{} move{plural}{legend}{end}", self.game.moves.len());
        let picture =
            Picture { coordinates: true, last: true, forbidden, caption: Some(caption), ..Picture::default() };
        say(&format!("\n{}", to_text(&self.game, &picture, Style { color, columns })));
    }
}
