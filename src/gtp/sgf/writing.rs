//! Writing a game as SGF.

use crate::gtp::game::GtpGame;
use std::fmt::Write;
use tengen::base::{Cell, Color};
use tengen::board::Outcome;
use tengen_database::sgf::{BLOCKED, format_sgf_point, format_size};

impl GtpGame {
    /// The stones before the first move and all moves, as SGF of five in a row.
    pub fn to_sgf(&self) -> String {
        let size = self.size();
        let mut sgf = format!(
            "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]SZ[{}]RU[{}]",
            env!("CARGO_PKG_VERSION"),
            format_size(size),
            self.rule()
        );
        if let Some(end) = self.outcome() {
            // Writing to a string cannot fail, here and below.
            let _ = write!(sgf, "RE[{}]", result(end));
        }
        for (name, cell) in [("AB", Cell::Black), ("AW", Cell::White), (BLOCKED, Cell::Neutral)] {
            let mut stones = self.setup.iter().filter(|stone| stone.1 == cell).peekable();
            if stones.peek().is_some() {
                sgf += name;
            }
            for (point, _) in stones {
                let _ = write!(sgf, "[{}]", format_sgf_point(size, *point));
            }
        }
        if self.first == Color::White {
            sgf += "PL[W]";
        }
        for &(color, point) in &self.moves {
            let name = if color == Color::Black { 'B' } else { 'W' };
            let point = point.map_or_else(String::new, |point| format_sgf_point(size, point));
            let _ = write!(sgf, ";{name}[{point}]");
        }
        sgf + ")"
    }
}

/// The value of `RE` for an outcome.
pub(in crate::gtp) fn result(end: Outcome) -> &'static str {
    match end {
        Outcome::Win(Color::Black) => "B+1",
        Outcome::Win(Color::White) => "W+1",
        Outcome::Draw => "0",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};

    #[test]
    fn a_written_game_is_the_same_when_it_is_read() {
        for properties in [
            "SZ[15]RU[renju];B[hh];W[];B[ii];W[gg]",
            "SZ[15]RU[freestyle]AB[aa]BLOCKED[cc][dd];W[bb]",
            "SZ[20:10]RU[caro]AB[aa][bb]AW[tj]PL[W];W[cc];B[dd]",
            "SZ[15]RU[freestyle];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae]",
        ] {
            let game = GtpGame::from_sgf(&format!("(;GM[4]{properties})"), 1, Rule::Standard, None).unwrap().game;
            let text = game.to_sgf();
            let again = GtpGame::from_sgf(&text, 1, Rule::Standard, None).unwrap().game;
            assert_eq!(again.diagram(), game.diagram(), "{text}");
            assert_eq!((again.to_sgf(), again.move_count()), (text, game.move_count()));
        }
        let mut large = GtpGame::new(BoardSize::square(120).unwrap(), Rule::Freestyle);
        let corner = large.size().point(119, 0).unwrap();
        large.play(Color::Black, Some(corner)).unwrap();
        assert!(large.to_sgf().ends_with(";B[dp120])"), "{}", large.to_sgf());
    }
}
