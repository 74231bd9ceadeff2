//! Visible damage (a missing end, half a token, counts that disagree, leftovers) gives a warning in every format, and
//! an intact file gives none.

use super::damage::samples;
use crate::sentences;
use std::ops::ControlFlow;
use tengen::base::{BoardSize, Rule, SplitMix64};
use tengen::board::format_moves;
use tengen_game::Game;
use tengen_game::formats::{FORMATS, GameTree, Given, Source, Writing, read_games, write_tree};

/// The moves of each game's main line, and the warnings, or the error.
fn said_of(bytes: &[u8], name: &str) -> (Vec<String>, Vec<String>) {
    let mut games = Vec::new();
    let mut take = |tree: GameTree| {
        let game = tree.main_line();
        let moves = if game.setup.is_empty() { format_moves(game.size, &game.moves) } else { String::new() };
        games.push(moves);
        ControlFlow::Continue(())
    };
    let sentences = match read_games(&Source { bytes, name }, &Given::default(), &mut take) {
        Ok(report) => sentences(&report),
        Err(error) => vec![error.to_string()],
    };
    // Intact files also have the warnings about a library's guessed encoding and about the reading of pairs.
    let is_said_of_all = |said: &String| {
        said.ends_with("a guess: --encoding NAME says better") || said.starts_with("the pairs are read as")
    };
    (games, sentences.into_iter().filter(|said| !is_said_of_all(said)).collect())
}

/// The length from which on a sample is complete. The formats of plain moves and rows have no end that could be
/// missing: every word or row may be the last.
fn whole_from(name: &str, bytes: &[u8]) -> Option<usize> {
    let behind = |end: &[u8]| bytes.windows(end.len()).rposition(|part| part == end).map(|at| at + end.len());
    match name {
        "lib" | "pos" | "sav" => Some(bytes.len()),
        "psq" => behind(b"\r\n0"),
        "rec" => behind(b"\n-1"),
        "sgf" => behind(b")"),
        "ccgc" => behind(b"}"),
        "rif" => behind(b"</database>"),
        "playok" => behind(b"*").or_else(|| behind(b"1-0")),
        "link" | "moves" | "offsets" | "diagram" | "dialogue" | "pairs" | "japanese" => None,
        _ => panic!("{name}: say what its end is, or that it has none"),
    }
}

#[test]
fn a_cut_anywhere_is_said_and_what_comes_before_it_is_read() {
    for (name, bytes) in samples() {
        let (whole, nothing) = said_of(&bytes, "");
        assert_eq!(nothing, [""; 0], "{name}");
        let end = whole_from(name, &bytes);
        let mut most = 0;
        for length in 1..bytes.len() {
            let (games, sentences) = said_of(&bytes[..length], &format!("cut.{name}"));
            let read = games.first().map_or("", String::as_str);
            // The last move may lack a digit if nothing shows it.
            let known = if end.is_some() { read } else { read.trim_end_matches(|c: char| c.is_ascii_digit()) };
            assert!(whole[0].starts_with(known), "{name}, {length}: {read}");
            most = most.max(read.len());
            // A library of a single line has no mark at its end.
            let is_line = name == "lib" && length == 22;
            if end.is_some_and(|end| length < end) && !is_line {
                assert!(!sentences.is_empty(), "{name}: silent when cut at byte {length}");
            } else if end.is_some_and(|end| length >= end) && name != "psq" {
                assert_eq!((sentences.len(), &games), (0, &whole), "{name}, {length}");
            }
        }
        // All moves but the last are read if the last bytes are missing.
        assert!(most + 3 >= whole[0].len(), "{name}: {most} of {}", whole[0]);
    }
}

/// Texts, their warnings, and the moves of their first game.
const EVIDENT: [(&str, &str, &str, &str); 38] = [
    ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\n", "the end code is missing, the file may be cut", "h8i9"),
    ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\nAnn\nBo\n", "the end code is missing", "h8i9"),
    ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\n1", "line 4: '1' may be a move that was cut", "h8i9"),
    ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\nAnn\nBo\n0,", "line 6: '0,': expected", "h8i9"),
    ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\nx,7,5\n9,9,5\n0\n", "line 4: '9,9,5' after the moves", "h8"),
    (
        "psq",
        "Piskvorky 15x15, 11:1), 0\n8,8,0\n9,7,5\n-1\n",
        "line 1: 'Piskvorky 15x15, 11:1), 0': expected levels",
        "h8i9",
    ),
    ("psq", "Piskvorky 15x15, 11:11, 0, 8,8,0\n9,7,5\n-1\n", "line 1: ", "i9"),
    ("psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,5\nA\0n\nBo\n0\n", "line 4: the byte 00", "h8i9"),
    ("rec", "a\nb\n7,7,0\n8,6,5\n", "the end is missing: 2 moves were read", "h13i14"),
    ("rec", "a\nb\n7,7,0\n8,6,5\n1", "line 5: '1' may be a move that was cut", "h13i14"),
    ("rec", "a\nb\n7,7,0\n\n8,6,5\n-1\n9,9,1\n", "line 7: '9,9,1' after the end of the game", "h13i14"),
    ("sav", "15\n15\n2\n7 7\n6 8\n8 8\n", "line 6: '8' after the last move is left out", "h8i9"),
    ("sav", "15\n15\n2\n7 7\n6 1", "line 5: the line has no end", "h8b9"),
    ("sgf", "(;SZ[15];B[hh];W[ig])\nabc", "line 2: the text after the game is left out", "h8i9"),
    ("sgf", "(;SZ[15];B[hh]);W[ig])", "line 1: moves outside of a game are left out", "h8"),
    ("sgf", "Hello!\n;SZ[15](;B[hh];W[ig])", "line 1: moves outside of a game are left out", "h8i9"),
    ("sgf", "(;SZ[15];B[hh]LB[ii:A\n;W[ig];B[gg])", "line 1: a value without its ']' has taken in", "h8"),
    ("sgf", "(;SZ[15];B[hh]C[good\n;W[ig])", "line 1: a value without its ']' has taken in what follows it", "h8"),
    ("sgf", "(;SZ[15AP[x];B[hh];W[ig])", "line 1: ", ""),
    ("sgf", "(;SZ[15];B[hh]C[a][b];W[ig])", "line 1: several values where there can be one", "h8i9"),
    ("sgf", "(;SZ[15];B[hh]LB[i,:A][ii:B]MA[zz];W[ig])", "on no point of the board are left out: 2", "h8i9"),
    ("playok", "[Result \"1-0\"]\n\n1. h8 i9 3. i7 g9 1-0\n", "line 3: '3.' does not follow", "h8i9i7g9"),
    ("playok", "[Result \"1-0\"]\n\n1. h8 2. i7 g9 1-0\n", "line 3: '2.' does not follow", "h8i7g9"),
    ("playok", "[Result \"1-0\"]\n\n1. h8 i9 i7 g9 1-0\n", "line 3: 'i7' is one move too many", "h8i9i7g9"),
    ("playok", "[Result \"1-0\"]\n\n1. h8 i9) 1-0\n", "line 3: ')' without its beginning", "h8i9"),
    ("playok", "[Result \"1-0\"]\n\n1. h8 i9 0-1\n", "line 3: the result '0-1' is not that of the tags", "h8i9"),
    (
        "playok",
        "[Black \"a\"] [White \"b\"]\n1. h8 i9 *\n",
        "line 1: a quotation mark inside of the tag 'Black'",
        "h8i9",
    ),
    ("link", "https://gomocalc.com/#/h8i9\nhtt?lang=en#/h8\n", "'htt?lang=en#/h8' is neither a link nor moves", "h8i9"),
    ("link", "https://gomocalc.com/#/h8i9\n(\n", "'(' is neither a link nor moves", "h8i9"),
    (
        "diagram",
        "  a b c d e\n9 . . X . . 9\n8 . . . . . 8\n7 . . . . . 7\n6 . . . . . 6\n5 . . . . . 5\n",
        "they are numbered from 9 to 5",
        "",
    ),
    ("rif", "<database><games><game bresult=\"1\"><move>h8 i9 i", "1 games were read before it", "h8i9"),
    (
        "rif",
        "<database><games><game><move>h8 i9</move></gam></games></database>",
        "'</gam>' without its beginning",
        "h8i9",
    ),
    ("rif", "<database><game><move>h8</mov></game></database>", "'</mov>' without its beginning", "h8"),
    ("rif", "<database><game b\"1\"><move>h8</move></game></database>", "not an attribute", "h8"),
    ("rif", "<database><game bresult=\"7\"><move>h8</move></game></database>", "game 1: '7' is not a result", "h8"),
    ("rif", "<database><game black=\"7\"><move>h8</move></game></database>", "game 1: no player '7' in the list", "h8"),
    ("rif", "<database><game><move>h8 &c; i9</move></game></database>", "unknown entity '&c;'", "h8"),
    ("rif", "<database><game><move>h8</move></game></database>abc", "text outside of all elements", "h8"),
];

#[test]
fn evident_damage_of_texts_is_said_with_its_place() {
    for (name, text, sentence, moves) in EVIDENT {
        let (games, sentences) = said_of(text.as_bytes(), &format!("damaged.{name}"));
        assert!(sentences.iter().any(|said| said.contains(sentence)), "{text}: {sentences:?}");
        assert_eq!(games.first().map_or("", String::as_str), moves, "{text}: {sentences:?}");
    }
}

#[test]
fn damage_of_rif_is_said_where_one_game_is_asked_for() {
    let text = "<database><game><move>h8</mov></game><game><move>i9</move></game></database>";
    let given = Given { game: Some(1), ..Given::default() };
    let mut take = |_| ControlFlow::Break(());
    let report = read_games(&Source::text(text), &given, &mut take).unwrap();
    assert!(
        sentences(&report).iter().any(|said| said.contains("'</mov>' without its beginning")),
        "{:?}",
        sentences(&report)
    );
}

#[test]
fn evident_damage_of_bytes_is_said_with_its_place() {
    let samples = samples();
    let change = |name: &str, edit: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = samples[name].clone();
        edit(&mut bytes);
        let (games, sentences) = said_of(&bytes, &format!("damaged.{name}"));
        assert_eq!((games.len(), sentences.len()), (1, 1), "{sentences:?}");
        sentences[0].clone()
    };
    let lib = |edit: &dyn Fn(&mut Vec<u8>)| change("lib", edit);
    assert_eq!(lib(&|bytes| bytes[9] = 9), "version 3.9, and the newest one known is 3.4");
    assert_eq!(lib(&|bytes| bytes[12] = 7), "the library's head is damaged at byte 12: expected FF up to byte 20");
    assert!(lib(&|bytes| bytes.extend(b"abc")).contains("3 bytes behind it were left out"));
    assert!(lib(&|bytes| bytes[24] = 0xF1).contains("F1 is not a point"));
    let pos = |edit: &dyn Fn(&mut Vec<u8>)| change("pos", edit);
    assert_eq!(pos(&|bytes| bytes[0] = 9), "byte 7: the file is cut: 6 of its 9 moves were read");
    assert_eq!(pos(&|bytes| bytes[0] = 4), "byte 5: 2 bytes after the last move");
    assert_eq!(pos(&|bytes| bytes[3] = 0xF0), "byte 3: 240 is not a point: 2 of 6 moves were read");
    assert!(pos(&|bytes| bytes[3] = bytes[1]).contains("the point is occupied: 4 moves are left out"));
}

#[test]
fn a_bracket_of_sgf_that_is_lost_is_said_or_changes_nothing() {
    let text = "(;GM[4]SZ[15];B[hh]C[one](;W[ig];B[ii]LB[jj:A]MA[hh])(;W[hg]\n(;B[ij])(;B[gi];W[fg])))";
    let tree_of = |text: &str| {
        let mut trees = Vec::new();
        let mut take = |tree: GameTree| {
            let moves = |node: usize| format_moves(tree.head.size, &tree.game_to(node).moves);
            trees.push((1..tree.nodes.len()).map(moves).collect::<Vec<_>>());
            ControlFlow::Continue(())
        };
        let read = read_games(&Source::text(text), &Given::default(), &mut take);
        let said = read.map_or_else(|error| vec![error.to_string()], |report| sentences(&report));
        (trees, said)
    };
    let (whole, nothing) = tree_of(text);
    assert_eq!((whole[0].len(), nothing.len()), (7, 0));
    for (at, _) in text.match_indices(['(', ')', '[', ']', ';']) {
        let (trees, sentences) = tree_of(&format!("{}{}", &text[..at], &text[at + 1..]));
        assert!(!sentences.is_empty() || trees == whole, "{at}: {trees:?}");
    }
}

/// Intact files, as other programs write them and people send them.
const WHOLE: [(&str, &str); 12] = [
    ("a.psq", "Piskvorky 20x20, 0:0, 0\r\n10,10,0\r\n11,11,0\r\n-1\r\n"),
    ("a.psq", "Piskvorky 20x20, 11:11, 1\n10,10,0\n11,11,0\nfirst\nsecond\n0, 1\n"),
    ("", "Piskvorky 20x20, 11:11, 1\n10,10,0\n11,11,0\nfirst\nsecond\n2"),
    ("a.rec", "PLAYER A\nPLAYER B\n10,10,0\n11,11,512\n-1\n"),
    ("a.sav", "15\r\n15\r\n2\r\n7 7\r\n6 8\r\n"),
    ("", "15\n15\n2\n7 7\n6 8"),
    ("a.sgf", "(;GM[1]AP[X]SZ[15]PB[a]C[see [1\\], then ;B\\[ii\\]];B[hh];;W[ig]LB[ii:a][jj:b]\n TR[]\n)\n\u{1a}"),
    ("", "Hello,\n\n(;SZ[15];B[hh];W[ig])\n\nand (;SZ[15];B[hh])\nYours [A]"),
    ("", "[Result \"1-0\"]\n\n1. h8 i9 2. i7 g9\n3. j8 1-0\n"),
    ("", "[Result \"*\"]\n\n1. h8 1... i9 2.i7! g9? 3.j8h10 *\n"),
    ("links.txt", "https://gomocalc.com/?lang=en#/h8i9i7\nh8_i9_i7\nh8,i9,i7\nH8 I9 I7\n"),
    ("a.txt", "   A B C D E\n 5 . . X . .\n 4 . . . . .\n 3 . . . . .\n 2 . . . . .\n 1 . . . . .\n"),
];

#[test]
fn whole_files_give_no_alarm() {
    for (name, text) in WHOLE {
        let (games, sentences) = said_of(text.as_bytes(), name);
        assert!(!games.is_empty() && sentences.is_empty(), "{text}: {sentences:?}");
    }
}

#[test]
fn what_every_format_writes_of_random_games_gives_no_alarm_until_it_is_cut() {
    let mut rng = SplitMix64::new(45);
    let size = BoardSize::square(15).unwrap();
    for _ in 0..300 {
        let mut game = Game::new(Rule::Freestyle, size);
        let mut points: Vec<_> = size.points().collect();
        for _ in 0..1 + rng.below(12) {
            game.moves.push(points.swap_remove(rng.below(points.len())));
        }
        let names = ["", "Ann", "a [b] c", "3, Smith, John", "7b", "Nguyễn Văn A"];
        game.names = [names[rng.below(6)].to_owned(), names[rng.below(6)].to_owned()];
        let texts = ["good ] move", "one\ntwo", "C:\\x\\", "(;B[aa])", "B[aa] or W[bb]"];
        game.comments.insert(rng.below(game.moves.len() + 1), texts[rng.below(5)].to_owned());
        for format in FORMATS.iter().filter(|format| format.write.is_some()) {
            let bytes = write_tree(&GameTree::from(&game), format, &Writing::default()).unwrap();
            let (_, sentences) = said_of(&bytes, &format!("whole.{}", format.extensions[0]));
            assert!(sentences.is_empty(), "{format}: {sentences:?}\n{}", String::from_utf8_lossy(&bytes));
            // A library of one line may end anywhere.
            if let Some(end) = whole_from(format.name, &bytes).filter(|_| format.name != "lib") {
                let length = 1 + rng.below(end - 1);
                let (_, sentences) = said_of(&bytes[..length], &format!("cut.{}", format.extensions[0]));
                assert!(!sentences.is_empty(), "{format}: {}", String::from_utf8_lossy(&bytes[..length]));
            }
        }
    }
}

#[test]
fn the_opening_of_gomoku_quest_is_the_first_moves() {
    let said = |text: &str| said_of(text.as_bytes(), "quest.sgf");
    let head = "(;GM[4]FF[4]SZ[15]GN[gomokuquest]";
    let whole = said(&format!("{head};QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])"));
    assert_eq!(whole, (vec!["h8h9j10i9g9i7".to_owned()], Vec::<String>::new()));
    assert_eq!(said(&format!("{head};QPR[hh,hg,jf];W[ig])")).0, ["h8h9j10i9"]);
    // An invalid point is left out with everything after it, as for other moves.
    let (games, sentences) = said(&format!("{head};QPR[hh,hg,zz];QSLW[ig];B[gg])"));
    assert_eq!((games, sentences.len()), (vec!["h8h9".to_owned()], 1), "{sentences:?}");
    // An empty choice is no move.
    assert_eq!(said(&format!("{head};QPR[hh,hg,jf];QSLW[];W[ig])")), (vec!["h8h9j10i9".to_owned()], Vec::new()));
}
