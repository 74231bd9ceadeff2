//! The game of an SGF text that is asked for.

use crate::gtp::error::GtpError;
use tengen_database::sgf::{GameKind, SgfError, SgfOverview, SgfReader, holds_nodes};
use tengen_database::{Reason, why};

/// Game number `number` (from 1) of a text, without the games that are not five in a row, how many there are, and what is
/// wrong outside of them.
pub(super) fn game_of(text: &str, number: usize) -> Result<(SgfOverview, usize, Option<Reason>), GtpError> {
    let mut parts = SgfReader::new(text);
    let (mut found, mut games, mut fault, mut other, mut outside) = (None, 0, None, None, None);
    while fault.is_none() {
        let lost = parts.skip_text().filter(|(_, text)| holds_nodes(text));
        outside = outside.or(lost.map(|(line, _)| why::line(why::moves_outside(), line)));
        let Some(whole) = parts.overview() else { break };
        fault = whole.fault.clone();
        match whole.survey.kind() {
            GameKind::Other(name) => other = other.or(Some(SgfError::OtherGame(name.with(why::write_kind())))),
            // A fault without a game before it, as a bracket too many, is no game.
            GameKind::FiveInARow if whole.main_line.is_empty() && fault.is_some() => {
                outside = outside.or(fault.clone().map(Reason::from));
            }
            GameKind::FiveInARow => {
                games += 1;
                if games == number {
                    found = Some(whole);
                }
            }
        }
    }
    found.map(|found| (found, games, outside)).ok_or_else(|| match other.filter(|_| games == 0).or(fault) {
        Some(error) => error.into(),
        None if games > 0 => GtpError::File(format!("no game {number}: the file has {games}")),
        None => GtpError::NotSgf,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_chosen_by_its_number() {
        let text = "Hello: (;SZ[15](;B[hh](;W[ii])(;W[gg]))(;B[aa]))\n\n(;SZ[19];B[jj])and(;GM[3])(;)(;SZ[5];B[a";
        let chosen = |text, number| {
            let (game, games, _) = game_of(text, number).map_err(|error| error.to_string())?;
            let values: Vec<&str> = game.main_line.iter().map(|property| property.values[0].as_str()).collect();
            Ok(format!("{} of {games}", values.join(" ")))
        };
        assert_eq!(chosen(text, 1), Ok("15 hh ii of 4".to_owned()));
        assert_eq!(chosen(text, 2), Ok("19 jj of 4".to_owned()));
        assert_eq!(chosen(text, 4), Ok("5 of 4".to_owned()), "a game of chess is not counted");
        let whole = &text[..text.len() - 11];
        assert_eq!(chosen(whole, 3), Ok(" of 3".to_owned()));
        assert_eq!(chosen(whole, 4), Err("cannot load file: no game 4: the file has 3".to_owned()));
        let fault = Err("cannot load file: line 3: a value without its ']'".to_owned());
        assert_eq!(chosen(text, 5), fault, "the fault may have been in the way");
        let chess = chosen("(;GM[3];B[hh]", 1).unwrap_err();
        assert!(chess.ends_with(
            "GM[3] is a game of chess, not five in a row; if it is five in a row after all, write GM[4] into the file"
        ));
    }
}
