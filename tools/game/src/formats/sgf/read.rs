//! Reads SGF: makes an overview of each game, then builds it move by move.

use super::build::TreeBuilder;
use super::outside::Outside;
use crate::formats::{FoundGames, Given, Place, ReadError, Source};
use tengen_database::sgf::{GameKind, SgfError, SgfReader, decode_sgf};
use tengen_database::why;

pub fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let text = text.trim_start();
    // Some games are inside a letter.
    source.has_extension("sgf") && text.contains("(;")
        || text.lines().any(|line| line.trim_start().starts_with("(;"))
        || text
            .strip_prefix('(')
            .is_some_and(|rest| [";", "GM[", "FF["].iter().any(|begin| rest.trim_start().starts_with(begin)))
}

pub fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let text = games.take_text(decode_sgf(source.bytes, given.encoding));
    let mut parts = SgfReader::new(&text);
    let mut other_game = None;
    let mut outside = Outside::default();
    loop {
        if let Some(text) = parts.skip_text() {
            outside.look_at(text, games);
        }
        let begin = parts.clone();
        let Some(whole) = parts.overview() else { break };
        let mut is_enough = false;
        if let GameKind::Other(problem) = whole.survey.kind() {
            let advice = why::write_kind();
            other_game.get_or_insert(ReadError::at(Place::Line(whole.line), problem).advise(advice));
        } else {
            if let Some((line, problem)) = &whole.damage {
                games.warn(Place::Line(*line), problem.clone());
            }
            let found = match TreeBuilder::build(begin, &whole, given) {
                Ok(found) => found,
                Err(error) => {
                    let _ = games.add_read(Err(error));
                    Vec::new()
                }
            };
            for game in found {
                let is_empty = game.is_empty();
                let tree = game.finish(&whole, given, games);
                // Nothing of another game stands before the fault, such as a bracket too many.
                if whole.fault.is_some() && is_empty && tree.is_ok() {
                    break;
                }
                is_enough = games.add_read(tree).is_break();
                if is_enough {
                    break;
                }
            }
        }
        if let Some(fault) = whole.fault {
            if games.count() == 0 {
                return Err(ReadError::new(fault));
            }
            games.warn(None, why::damaged(fault));
            break;
        }
        if is_enough {
            return Ok(());
        }
    }
    match other_game {
        Some(error) if games.count() == 0 => Err(error),
        Some(error) => {
            games.warn(None, why::left_out(error));
            Ok(())
        }
        None if games.count() == 0 => Err(ReadError::new(SgfError::Empty)),
        None => Ok(()),
    }
}
