//! Files of games in every format, and openings.

use crate::bytes::choose;
use std::ops::ControlFlow;
use tengen::base::{BoardSize, Rule};
use tengen_game::formats::{FORMATS, GameTree, Given, Source, Writing, read_games, write_tree};
use tengen_game::opening_file;

/// A file with the name of a format, or without one: games that the rules allow, which every writer takes or refuses and
/// which come back from SGF. Panics when a reader or writer panics, or a game is read that cannot be.
pub fn case(bytes: &[u8]) {
    let (format, bytes) = choose(bytes, FORMATS.len() + 2);
    let name = FORMATS.get(format).map_or(String::new(), |format| format!("x.{}", format.extensions[0]));
    let source = Source { bytes, name: &name };
    if format > FORMATS.len() {
        let size = BoardSize::square(15).expect("a usual size");
        let _ = opening_file::read(&source, size, Rule::Renju);
        return;
    }
    let mut first = None;
    let mut games = 0;
    let read = read_games(&source, &Given::default(), &mut |tree: GameTree| {
        tree.check().expect("the games that are read are possible");
        games += 1;
        first.get_or_insert(tree);
        if games < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    if let Err(error) = read {
        assert!(!error.to_string().is_empty());
    }
    first.iter().for_each(write);
}

/// Writes a game in every format.
fn write(tree: &GameTree) {
    for format in FORMATS.iter().filter(|format| format.write.is_some()) {
        let Ok(written) = write_tree(tree, format, &Writing::default()) else { continue };
        let mut again = None;
        let source = Source { bytes: &written, name: &format!("x.{}", format.extensions[0]) };
        let read = read_games(&source, &Given::default(), &mut |tree: GameTree| {
            again.get_or_insert(tree);
            ControlFlow::Break(())
        });
        if format.name == "sgf" {
            let text = String::from_utf8_lossy(&written);
            read.unwrap_or_else(|error| panic!("{error}: {text}"));
            let again = again.expect("what is written holds a game").main_line();
            let game = tree.main_line();
            assert_eq!((game.rule, game.size, &game.moves), (again.rule, again.size, &again.moves), "{text}");
            assert_eq!((&game.passes, &game.blocked), (&again.passes, &again.blocked), "{text}");
        }
    }
}
