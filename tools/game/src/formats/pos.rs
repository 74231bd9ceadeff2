//! Yixin's `.pos` of 15x15 boards: one byte with the number of moves, then one byte per move: the column times 15 plus
//! the row, both counted from the top left.

use super::{Format, FoundGames, GameTree, Given, Holds, NOTHING, Place, ReadError, Source, Writing};
use crate::Game;
use anyhow::{Result, ensure};
use tengen::base::{BoardSize, Rule};
use tengen_database::why;

/// Yixin's position.
pub static POS: Format = Format {
    name: "pos",
    title: "Yixin .pos",
    about: "Yixin's position: the number of moves and a byte for each, on 15x15",
    extensions: &["pos"],
    recognize,
    read,
    write: Some(write),
    holds: Holds { variations: false, setup: false, conditions: false, order: true, ..NOTHING },
    is_text: false,
};

const SIDE: usize = 15;
const CELLS: usize = SIDE * SIDE;

fn recognize(source: &Source) -> bool {
    let Some((&count, moves)) = source.bytes.split_first() else { return false };
    let is_board = |byte: &u8| usize::from(*byte) < CELLS;
    // A text may begin with a letter whose code equals the number of letters after it.
    let is_text = source.bytes.iter().all(|byte| byte.is_ascii_graphic() || byte.is_ascii_whitespace());
    let is_whole = usize::from(count) == moves.len() && moves.iter().all(is_board);
    if source.has_extension("pos") {
        return usize::from(count) <= CELLS && (is_whole || !is_text || !count.is_ascii_graphic());
    }
    !is_text && is_whole
}

fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let size = given.size(Some(BoardSize::square(SIDE).map_err(ReadError::new)?))?;
    let mut game = Game::new(given.rule(None, Rule::Freestyle)?, size);
    let count = usize::from(source.bytes[0]);
    let moves = &source.bytes[1..];
    for (index, &byte) in moves.iter().take(count).enumerate() {
        let byte = usize::from(byte);
        let Some(point) = size.point((byte / SIDE) as i32, (byte % SIDE) as i32).filter(|_| byte < CELLS) else {
            games.warn(Place::Byte(index + 1), why::pos_point(byte, index, count));
            return add(game, games);
        };
        game.moves.push(point);
    }
    if moves.len() < count {
        games.warn(Place::Byte(source.bytes.len()), why::cut_moves(moves.len(), count));
    } else if moves.len() > count {
        games.warn(Place::Byte(count + 1), why::bytes_after(moves.len() - count));
    }
    add(game, games)
}

fn add(game: Game, games: &mut FoundGames) -> Result<(), ReadError> {
    let _ = games.add(GameTree::from(&game));
    Ok(())
}

fn write(tree: &GameTree, _: &Writing) -> Result<Vec<u8>> {
    let game = tree.main_line();
    let size = game.size;
    let own = BoardSize::square(SIDE)?;
    ensure!(size == own, why::board_only("Yixin .pos", own, size));
    let mut bytes = vec![u8::try_from(game.moves.len())?];
    for &point in &game.moves {
        let (x, y) = size.xy(point);
        bytes.push(u8::try_from(x as usize * SIDE + y as usize)?);
    }
    Ok(bytes)
}
