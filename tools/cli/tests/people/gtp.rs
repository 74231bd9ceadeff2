//! `tengen gtp`: games of every format are loaded.

use crate::command::{folder, printed_in as printed};
use std::fmt::Write as _;
use tengen::base::{BoardSize, Rule};
use tengen::board::parse_moves;
use tengen_game::Game;
use tengen_game::formats::{FORMATS, GameTree, Writing, write_tree};

/// Files in read-only formats with the moves of [`LINE`].
const READ_ONLY: [(&str, &str); 6] = [
    ("dialogue", "START 15\nINFO rule 4\nTURN 7,7\n8,6\nTURN 8,7\n"),
    ("japanese", "808\n907\n908\n"),
    ("pairs", "1: 7, 7\n2: 8, 6\n3: 8, 7\n"),
    ("rec", "first\nsecond\n10,10,0\n11,9,512\n11,10,20\n-1\n"),
    ("sav", "15\n15\n3\n7 7\n6 8\n7 8\n"),
    (
        "rif",
        "<?xml version=\"1.0\"?><database><games><game id=\"1\" bresult=\"1\"><move>h8 i9 i8</move></game>\
         <game id=\"2\" bresult=\"0\"><move>h8 h9</move></game></games></database>",
    ),
];
const LINE: &str = "h8i9i8";

/// Number of Black's and White's stones in a diagram; a column is also called O.
fn stones(board: &str) -> [usize; 2] {
    let rows = || board.lines().filter(|line| line.trim_start().starts_with(char::is_numeric));
    ["X", "O"].map(|mark| rows().flat_map(str::split_whitespace).filter(|cell| *cell == mark).count())
}

#[test]
fn a_game_of_every_format_is_loaded() {
    let folder = folder("gtp-formats");
    let mut game = Game::new(Rule::Renju, BoardSize::square(15).unwrap());
    game.moves = parse_moves(game.size, LINE).unwrap();
    let mut input = String::new();
    for format in FORMATS {
        let known = READ_ONLY.iter().find(|(name, _)| *name == format.name);
        let bytes = known.map_or_else(
            || write_tree(&GameTree::from(&game), format, &Writing::default()).unwrap(),
            |(_, text)| text.as_bytes().to_vec(),
        );
        let name = format!("game {}.{}", format.name, format.extensions[0]);
        std::fs::write(folder.join(&name), bytes).unwrap();
        let _ = write!(input, "loadsgf {name}\nshowboard\n");
    }
    let said = printed(&folder, &["gtp"], &format!("{input}quit\n"));
    let answers: Vec<&str> = said.split("\n\n").collect();
    for (format, pair) in FORMATS.iter().zip(answers.chunks(2)) {
        let [loaded, board] = pair else { panic!("{format}: {said}") };
        let expected = match format.name {
            "pairs" => "= the pairs are read as column and row from the top left: 7,7 = h8",
            "rif" => "= the first of 2 games is loaded; game rif.rif:2 is the second",
            _ => "=",
        };
        assert_eq!(loaded.trim(), expected, "{format}");
        // Only the diagram lacks the order of the moves.
        assert_eq!(stones(board), [2, 1], "{format}: {board}");
        assert!(board.ends_with("White to move"), "{format}: {board}");
    }
}

#[test]
fn what_cannot_be_loaded_is_named_and_changes_nothing() {
    let folder = folder("gtp-damaged");
    let write = |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).unwrap();
    write("cut.lib", b"\xFFRenLib\xFF\x03\x00\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x78\x08abc");
    write("empty.lib", b"\xFFRenLib\xFF\x03\x00");
    write("empty.txt", b" \n");
    write("prose.txt", b"Dear Ann, how are you?\n");
    write("two.sgf", b"(;SZ[15];B[hh])(;SZ[15];B[hh];B[ii])");
    write("games.txt", b"[Event \"x\"]\n\n1. h8 i9 2. j7 *\n\n[Event \"y\"]\n\n1. h8 h9 *\n");
    let input = "play b a1\nloadsgf cut.lib\nplay b a2\nloadsgf empty.lib\nloadsgf prose.txt\nloadsgf nothing.psq\n\
                 play w b1\nloadsgf two.sgf:2\nloadsgf games.txt:2 2\nshowboard\nloadsgf games.txt:3\nloadsgf empty.txt\nquit\n";
    let said = printed(&folder, &["gtp"], input);
    let answers: Vec<&str> = said.split("\n\n").map(str::trim).collect();
    assert_eq!(answers[0], "=");
    assert!(answers[1].starts_with("= ") && answers[1].contains("cut"), "{said}");
    assert_eq!(answers[2], "=", "the library's only move is on the board");
    assert!(answers[3].starts_with("? cannot load file: empty.lib: RenLib library: "), "{said}");
    assert!(answers[4].starts_with("? cannot load file: prose.txt: "), "{said}");
    assert!(answers[5].starts_with("? cannot load file: nothing.psq: "), "{said}");
    let twice = "= line 1: J7 comes out of turn";
    assert_eq!([answers[6], answers[7], answers[8]], ["=", twice, "="], "Black may move twice in SGF");
    let board = answers[9];
    assert_eq!(stones(board), [1, 0], "{board}");
    assert!(answers[10].contains("no game 3: the file has 2"), "{said}");
    assert!(answers[11].starts_with("? cannot load file: empty.txt: no game"), "{said}");
}

#[test]
fn sgf_is_read_up_to_a_fault_and_without_other_games() {
    let folder = folder("gtp-sgf");
    let put = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    put("go.sgf", "(;GM[1]SZ[19]KM[6.5];B[pd];W[dp];B[pp];W[dd];B[];W[])");
    put("cut.sgf", "(;SZ[15];B[hh];W[ig];B[zz];W[ii])");
    put("three.sgf", "(;SZ[15];B[hh])(;GM[1]SZ[19]RU[Japanese];B[pd];W[dp])(;SZ[15];B[hh];W[ig])");
    put("twice.sgf", "(;SZ[15];B[hh];B[ig])");
    let input = "loadsgf go.sgf\nloadsgf cut.sgf\nshowboard\nloadsgf three.sgf:2\nshowboard\nloadsgf twice.sgf\nshowboard\nquit\n";
    let said = printed(&folder, &["gtp"], input);
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert!(answers[0].starts_with("? cannot load file: this is a game of Go (SZ[19]"), "{said}");
    assert!(answers[1].starts_with("= read up to a fault: line 1: 'zz' is not a point on a 15x15 board"), "{said}");
    assert_eq!([2, 4, 6].map(|answer| stones(answers[answer])), [[1, 1], [1, 1], [2, 0]], "{said}");
}

#[test]
fn rule_and_size_of_the_first_game_are_chosen() {
    let folder = folder("gtp-first");
    let said =
        printed(&folder, &["gtp", "--rule", "caro", "--size", "20x10"], "tengen-rule\ngogui-rules_board_size\nquit\n");
    assert_eq!(said, "= caro\n\n= 20 10\n\n=\n\n");
}
