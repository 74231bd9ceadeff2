//! Facts that a game's properties give before it is played through: the kind of game, and the size of its board.
//!
//! Five in a row is `GM[4]`, but programs for Go write it as `GM[1]`, some programs as `GM[5]`, and old files name no
//! game. A real game of Go is recognized by its size and by properties that only Go has.

use super::values::{parse_letters, parse_rule, parse_size};
use super::{Property, SgfError};
use crate::{Reason, why};
use tengen::base::BoardSize;

/// The names of SGF's games, from 1.
const GAMES: [&str; 18] = [
    "Go",
    "Othello",
    "chess",
    "five in a row",
    "five in a row",
    "backgammon",
    "Chinese chess",
    "shogi",
    "Lines of Action",
    "Ataxx",
    "Hex",
    "Jungle",
    "Neutron",
    "Philosopher's Football",
    "Quadrature",
    "Trax",
    "Tantrix",
    "Amazons",
];
/// Prefixes of the names of Go's rules.
const GO_RULES: [&str; 8] = ["chinese", "japanese", "korean", "aga", "nz", "goe", "ing", "tromp"];
/// Largest distance of the first moves of five in a row from the first one.
const NEAR: i32 = 6;
/// Number of first moves that are examined.
const FIRST_MOVES: usize = 4;
/// Sides of boards that are tried, in this order, if none is named.
pub const USUAL_SIDES: [usize; 3] = [15, 19, 20];

/// The kind of game of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Five in a row.
    FiveInARow,
    /// Another game; the reason names it.
    Other(Reason),
}

/// Facts about a game, gathered from its properties.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    game: Option<String>,
    size: Option<String>,
    komi: Option<String>,
    rules: Option<String>,
    /// Whether there is territory or a handicap, which only Go has.
    has_go: bool,
    passes: usize,
    /// The largest column or row in the file, from 0.
    largest: i32,
    first_moves: Vec<(i32, i32)>,
}

impl Survey {
    /// Examines the next property.
    pub fn add(&mut self, property: &Property) {
        let value = property.values[0].trim();
        let keep = |place: &mut Option<String>| {
            if !value.is_empty() {
                place.get_or_insert_with(|| value.to_owned());
            }
        };
        match property.name.as_str() {
            "GM" => keep(&mut self.game),
            "SZ" => keep(&mut self.size),
            "RU" => keep(&mut self.rules),
            "KM" if value.parse().is_ok_and(|komi: f32| komi != 0.0) => keep(&mut self.komi),
            "TB" | "TW" => self.has_go = true,
            "HA" => self.has_go |= value.parse().is_ok_and(|stones: u32| stones > 1),
            "B" | "W" => match parse_letters(value) {
                Some(point) => {
                    self.look_at(point);
                    if self.first_moves.len() < FIRST_MOVES {
                        self.first_moves.push(point);
                    }
                }
                None => self.passes += usize::from(value.is_empty()),
            },
            "AB" | "AW" | "LB" | "MA" | "TR" => {
                for value in &property.values {
                    value.split(':').filter_map(parse_letters).for_each(|point| self.look_at(point));
                }
            }
            _ => {}
        }
    }

    fn look_at(&mut self, (x, y): (i32, i32)) {
        // `tt` is a pass on the boards of Go.
        if (x, y) == (19, 19) {
            self.passes += 1;
        } else {
            self.largest = self.largest.max(x).max(y);
        }
    }

    /// The size: that of `SZ`, or else the smallest usual board that holds the moves.
    ///
    /// # Errors
    /// When `SZ` is not a size.
    pub fn size(&self) -> Result<BoardSize, SgfError> {
        if let Some(size) = &self.size {
            return parse_size(size);
        }
        let fits = |side: usize| (self.largest as usize) < side;
        let side = USUAL_SIDES.into_iter().find(|&side| fits(side)).unwrap_or(self.largest as usize + 1);
        BoardSize::square(side).map_err(SgfError::BoardSize)
    }

    /// Whether the file names the size.
    pub fn names_size(&self) -> bool {
        self.size.is_some()
    }

    /// The kind of game.
    pub fn kind(&self) -> GameKind {
        match self.game.as_deref() {
            Some("4" | "5") => GameKind::FiveInARow,
            // Some files have the name instead of the number.
            Some(name) if name.eq_ignore_ascii_case("gomoku") || name.eq_ignore_ascii_case("renju") => {
                GameKind::FiveInARow
            }
            // A file that names no game is one of Go by the standard, but usually an old one of five in a row.
            None | Some("1") if self.is_go() => GameKind::Other(self.describe_go()),
            None | Some("1") => GameKind::FiveInARow,
            Some(number) => {
                let name = number.parse().ok().and_then(|number: usize| GAMES.get(number.wrapping_sub(1)));
                GameKind::Other(match name {
                    Some(game) => why::other_kind(number, game),
                    None => why::other_number(number),
                })
            }
        }
    }

    fn is_go(&self) -> bool {
        let rules = self.rules.as_deref().unwrap_or_default().to_ascii_lowercase();
        let has_go_rules = GO_RULES.iter().any(|name| rules.starts_with(name));
        // Boards of other sizes are seldom Go's, but programs for Go write its rules into every file.
        if !matches!(self.size.as_deref(), None | Some("19" | "13" | "9")) {
            return self.has_go && has_go_rules;
        }
        if has_go_rules || self.has_go {
            return true;
        }
        if parse_rule(&rules).is_some() {
            return false;
        }
        // An empty board of this size is Go's.
        if self.size.is_some() && self.game.is_some() && self.first_moves.is_empty() && self.largest == 0 {
            return true;
        }
        let far = |a: &(i32, i32), b: &(i32, i32)| (a.0 - b.0).abs().max((a.1 - b.1).abs()) > NEAR;
        let is_spread = self.first_moves.iter().skip(1).any(|point| far(point, &self.first_moves[0]));
        // Programs for Go write a komi into every file.
        let names_either = self.size.is_some() || self.game.is_some();
        self.size.is_some() && self.komi.is_some() && self.passes > 0 || is_spread && names_either
    }

    fn describe_go(&self) -> Reason {
        let properties = [("SZ", &self.size), ("KM", &self.komi), ("RU", &self.rules)];
        let named = properties.into_iter().filter_map(|(name, value)| Some(format!("{name}[{}]", value.as_ref()?)));
        let named: Vec<String> = named.collect();
        match named.is_empty() {
            true => why::other_game_of("Go"),
            false => why::go_game(named.join(" ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::SgfReader;

    fn survey(text: &str) -> Survey {
        SgfReader::new(text).overview().unwrap().survey
    }

    #[test]
    fn go_is_told_from_five_in_a_row_in_files_that_say_go() {
        for text in [
            "(;GM[1]SZ[19]KM[6.5]RU[Chinese];B[pd];W[dp];B[pp];W[dd];B[];W[tt])",
            "(;GM[1]SZ[19];B[pd];W[dp];B[pp];W[dd])",
            "(;GM[1]SZ[9]RU[Japanese];B[ee];W[eg])",
            "(;GM[1]SZ[19]HA[2];W[jj];B[jk])",
            "(;FF[4]SZ[19]KM[6.5]RU[Japanese];B[pd];W[dp];B[pp];W[dd];B[];W[])",
            "(;SZ[19];B[pd];W[dp];B[pp];W[dd])",
            "(;GM[1]SZ[15]HA[4]RU[Japanese];W[hh];B[hi])",
        ] {
            assert!(matches!(survey(text).kind(), GameKind::Other(_)), "{text}");
        }
        for text in [
            "(;GM[1]SZ[15]KM[5.5];B[hh];W[ih])",
            "(;GM[1]SZ[15];B[ad];W[lm])",
            "(;GM[1]SZ[19];B[jj];W[kj];B[kk])",
            "(;GM[1]CA[gb2312];B[hh];W[ig];B[ii])",
            "(;GM[1]SZ[19]RU[gomoku];B[dd];W[pp])",
            "(;GM[1]SZ[15]HA[0];B[hh];W[ig];B[ii])",
            "(;GM[1]SZ[15]RU[Japanese];B[hh];W[ig])",
            "(;GM[1]SZ[15]RU[Chinese]KM[0];B[hh];W[ig])",
            "(;GM[5];B[hh];W[ig])",
            "(;GM[4]SZ[19]RU[Japanese];B[pd];W[dp])",
            "(;B[hh];W[ig])",
            "(;B[aa];W[oo];B[ao])",
            "(;SZ[19])",
        ] {
            assert_eq!(survey(text).kind(), GameKind::FiveInARow, "{text}");
        }
        let chess = survey("(;GM[3];B[hh])").kind();
        assert_eq!(chess, GameKind::Other(why::other_kind(3, "chess")));
    }

    #[test]
    fn a_size_that_is_not_named_is_the_smallest_that_holds_the_moves() {
        let side = |text: &str| survey(text).size().unwrap().width();
        assert_eq!(side("(;B[hh])"), 15);
        assert_eq!(side("(;B[po])"), 19);
        assert_eq!(side("(;B[ts])"), 20);
        assert_eq!(side("(;B[Ab])"), 27);
        assert_eq!(side("(;SZ[17];B[hh])"), 17);
    }
}
