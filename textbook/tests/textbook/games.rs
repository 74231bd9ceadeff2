//! The rules of Isolation, its levels, and games at the terminal.

use std::io::Cursor;
use std::time::Duration;
use tengen::base::SplitMix64;
use tengen_textbook::isolation::{Isolation, Turn};
use tengen_textbook::levels::{IsolationLevel, tournament};
use tengen_textbook::terminal::{End, Participant, Playable, ask, play};
use tengen_textbook::tictactoe::TicTacToe;
use tengen_textbook::{Ending, TwoPlayerGame, deepen};

/// Every turn of random games, from the cells drawn on the board and the rules written once more.
#[test]
fn isolations_turns_are_a_kings_step_and_a_free_block() {
    let mut rng = SplitMix64::new(3);
    let mut finished = 0;
    for _ in 0..40 {
        let mut game = Isolation::default();
        loop {
            let picture: Vec<Vec<char>> =
                game.picture().lines().take(6).map(|l| l.chars().filter(|c| ".#AB".contains(*c)).collect()).collect();
            let at = |cell: u8| picture[5 - usize::from(cell / 6)][usize::from(cell % 6)];
            let us = ['A', 'B'][game.side()];
            let king = (0..36).find(|&cell| at(cell) == us).unwrap();
            let near = |a: u8, b: u8| a != b && (a % 6).abs_diff(b % 6) <= 1 && (a / 6).abs_diff(b / 6) <= 1;
            let mut expected = Vec::new();
            for to in (0..36).filter(|&to| near(king, to) && at(to) == '.') {
                let free = |&block: &u8| block != to && (at(block) == '.' || block == king);
                expected.extend((0..36).filter(free).map(|block| Turn { to, block }));
            }
            let turns = game.moves();
            assert_eq!(turns, expected);
            assert!(
                turns.iter().all(|&turn| game.is_legal(turn) && game.read_move(&game.write_move(turn)) == Ok(turn))
            );
            if turns.is_empty() {
                assert_eq!(game.outcome(), Some(Ending::Loss));
                finished += 1;
                break;
            }
            assert_eq!(game.outcome(), None);
            let turn = turns[rng.below(turns.len())];
            let before = game.clone();
            game.make(turn);
            game.unmake();
            assert_eq!(game, before);
            game.make(turn);
        }
    }
    assert_eq!(finished, 40);
}

#[test]
fn the_full_search_wins_every_game_of_a_tournament() {
    let mut rng = SplitMix64::new(1);
    for other in [IsolationLevel::Random, IsolationLevel::Blocking] {
        let standing = tournament([IsolationLevel::Search(3), other], 10, &mut rng);
        assert_eq!((standing.won, standing.games), (10, 10), "{other}");
    }
    let standing = tournament([IsolationLevel::Blocking, IsolationLevel::Random], 40, &mut rng);
    assert!(standing.won > 26, "the blocking heuristic is worth something: {}", standing.won);
}

#[test]
fn bad_input_is_explained_and_asked_for_again_and_anybody_can_leave() {
    let mut game = TicTacToe::default();
    let mut input = Cursor::new(&b"bla\n0\n10\n\n\xff\xfe\n5\n5\n?\nquit\n"[..]);
    let mut out = Vec::new();
    let end = play(&mut game, &mut [Participant::Human, Participant::Human], &mut input, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(end, End::Quit);
    for text in ["'bla' is not a cell", "'0' is not a cell", "'10' is not a cell", "cell 5 is taken", "'quit' leaves"] {
        assert!(out.contains(text), "{text}: {out}");
    }
    assert_eq!(game.moves().len(), 8, "one move was played");
    // The end of input leaves, too.
    let nothing = ask("?", "", |text| Ok(text.to_owned()), &mut Cursor::new(b""), &mut Vec::new()).unwrap();
    assert_eq!(nothing, None);

    let game = Isolation::default();
    for (text, why) in [
        ("c2", "two cells are wanted"),
        ("c2 d5 e5", "two cells are wanted"),
        ("g2 d5", "'g2' is not a cell"),
        ("c2 d9", "'d9' is not a cell"),
        ("c4 d5", "cannot step to c4"),
        ("c2 c2", "c2 is not free"),
        ("c2 d6", "d6 is not free"),
        ("é d6", "'é' is not a cell"),
    ] {
        let error = game.read_move(text).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
    // The cell that the king leaves may be blocked.
    assert!(game.read_move("c2 c1").is_ok());
}

#[test]
fn engines_play_tic_tac_toe_to_a_draw() {
    let engine =
        || Participant::Engine(Box::new(|game: &mut TicTacToe| deepen(game, 9, Duration::from_secs(9)).unwrap().best));
    let end = play(&mut TicTacToe::default(), &mut [engine(), engine()], &mut Cursor::new(b""), &mut Vec::new());
    assert_eq!(end.unwrap(), End::Drawn);
}
