//! Text pasted from logs, scripts and chats: dialogues of the protocol, lists of pairs, commands.

mod numbers;
mod tables;

use super::field::tree_of;
use super::{error_of, games_of, numbered, sentences, stones};
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::{format_moves, format_point};
use tengen_game::formats::{Given, LINK, MOVES, read, write, write_tree};
use tengen_game::{Game, Outcome};

fn names(game: &Game) -> String {
    game.turns().map(|turn| turn.map_or_else(|| "--".to_owned(), |point| format_point(game.size, point))).collect()
}

/// The format and the moves of a text with a single reading.
fn read_as(text: &str) -> (&'static str, String) {
    let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
    (report.format.name, names(&tree.main_line()))
}

#[test]
fn a_dialogue_of_the_protocol_is_the_position_that_it_describes() {
    for (text, moves) in [
        ("START 15\nBOARD\n7,7,1\n6,6,2\n6,8,1\nDONE\n", "h8g9g7"),
        ("START 15\nBOARD\n7,7,2\n6,6,1\n6,8,2\nDONE\n6,5\n", "h8g9g7g10"),
        ("start 15\r\nok\r\nbegin\r\n7,7\r\nturn 8,6\r\n8,8\r\n", "h8i9i7"),
        ("-> START 15\n<- OK\n-> INFO timeout_turn 1000\n-> TURN 7,7\n<- MESSAGE depth 7\n<- 8,6\n", "h8i9"),
        ("START 15\nTURN 7,7\n8,6\nTURN 9,9\n1,1\nTAKEBACK 1,1\nTAKEBACK 9,9\nTURN 8,8\n", "h8i9i7"),
        ("YXBOARD 7,7,1 -1,-1,2 8,8,1 DONE\n", "h8--i7"),
        ("START 15\nSWAP2BOARD\nDONE\n7,7 8,7 9,9\n", "h8i8j6"),
        ("START 15\nYXBLOCK\n9,9\nDONE\nBEGIN\n7,7\n", "h8"),
    ] {
        assert_eq!(read_as(text), ("dialogue", moves.to_owned()), "{text}");
    }
    let game = read("RECTSTART 12,20\nINFO rule 9\nTURN 11,19\n", Given::default()).unwrap();
    assert_eq!((game.size, game.rule), (BoardSize::new(12, 20).unwrap(), Rule::CaroExact));
    let blocked = read("START 15\nBOARD\n7,7,1\n9,9,3\nDONE\n", Given::default()).unwrap();
    assert_eq!(format_moves(blocked.size, &blocked.blocked), "j6");
    // Stones in any order: the opponent has more, so the engine is White and to move.
    let setup = read("START 15\nBOARD\n1,1,2\n2,2,2\n3,3,1\nDONE\n", Given::default()).unwrap();
    assert_eq!((setup.setup.len(), setup.first), (3, Color::White));
    assert_eq!(setup.setup[0].1, Color::Black);
    // A new START begins a new game.
    let (tree, _) =
        tree_of(b"START 15\nTURN 7,7\n8,8\nSTART 20\nTURN 1,1\n", "", Given { game: Some(2), ..Given::default() });
    assert_eq!((tree.head.size.width(), tree.nodes.len()), (20, 2));
    for (text, error) in [
        ("START 15\nTURN 7,7\nTURN 8,8\n", "dialogue: line 3: i7 comes out of turn: a move before it is missing"),
        ("START 15\nTURN 7,7\n15,3\n", "dialogue: line 3: 15,3 is off the 15x15 board"),
        ("START 15\nABOUT\n", "dialogue: no stone in the dialogue"),
    ] {
        assert_eq!(error_of(text), error, "{text}");
    }
    let (tree, report) = tree_of(b"START 15\nBOARD\n7,7,1\n8,8\nhello\n", "", Given::default());
    assert_eq!(tree.main_line().moves.len(), 1);
    let said = [
        "line 2: DONE is missing: the stones up to the end were read",
        "line 4: '8,8' is not a stone: left out",
        "line 5: 'hello' is not a stone: left out",
    ];
    assert_eq!(sentences(&report), said);
}

#[test]
fn lists_of_pairs_are_read_where_they_are_beyond_doubt() {
    for text in [
        "7,7,1\n6,6,2\n6,8,1\n8,6,2\n",
        "1: 7, 7\n2: 6, 6\n3: 6, 8\n4: 8, 6\n",
        "1. 7 7\n2. 6 6\n3. 6 8\n4. 8 6\n",
        "Move 1: (7, 7)\nMove 2: (6, 6)\nMove 3: (6, 8)\nMove 4: (8, 6)\n",
        "Black: 7,7\nWhite: 6,6\nBlack: 6,8\nWhite: 8,6\n",
        "(7, 7), (6, 6), (6, 8), (8, 6)",
        "黑方 (7,7)\n白方 (6,6)\n黑方 (6,8)\n白方 (8,6)\n",
        "[(7, 7), (6, 6), (6, 8), (8, 6)]",
        "1,7,7\n2,6,6\n3,6,8\n4,8,6\n",
        "move,x,y\n1,7,7\n2,6,6\n3,6,8\n4,8,6\n",
        "row,col,player\n7,7,black\n6,6,white\n8,6,black\n6,8,white\n",
        "{\"moves\":[[7,7],[6,6],[6,8],[8,6]],\"winner\":\"black\"}",
        "[[7,7],[6,6],[6,8],[8,6]]",
        "{\"data\":{\"anything\":[{\"x\":7,\"y\":7},{\"x\":6,\"y\":6},{\"x\":6,\"y\":8},{\"x\":8,\"y\":6}]}}",
        "{\"history\":[[7,7,1],[6,6,2],[6,8,1],[8,6,2]],\"size\":15}",
        "{\"moves\":\"h8g9g7i9\"}",
        "{\"moves\":[\"h8\",\"g9\",\"g7\",\"i9\"]}",
    ] {
        assert_eq!(read_as(text), ("pairs", "h8g9g7i9".to_owned()), "{text}");
    }
    let winner =
        read("{\"moves\":[[9,9],[6,6]],\"winner\":\"white\",\"size\":19,\"rule\":\"renju\"}", Given::default());
    let winner = winner.unwrap();
    assert_eq!((winner.outcome, winner.size.width(), winner.rule), (Some(Outcome::Win(Color::White)), 19, Rule::Renju));
    let stones = read("{\"black\":[[0,0],[1,1]],\"white\":[[2,2]]}", Given::default()).unwrap();
    assert_eq!((stones.setup.len(), stones.first), (3, Color::White));
    let pass = read("7,7,1\n-1,-1,2\n8,8,1\n", Given::default()).unwrap();
    assert_eq!(names(&pass), "h8--i7");
    let twice = read("Black (0, 1)\nBlack (0, 2)\nWhite (3, 3)\n", Given::default()).unwrap();
    assert_eq!((twice.setup.len(), twice.moves.len(), twice.first), (3, 0, Color::White));
    // A warning states how the pairs were read.
    let (_, report) = tree_of(b"(7, 7), (6, 6)", "", Given::default());
    assert_eq!(sentences(&report), ["the pairs are read as column and row from the top left: 7,7 = h8"]);
}

#[test]
fn boards_of_numbers_are_positions() {
    for text in [
        "0 0 0 0 0\n0 1 2 0 0\n0 0 1 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
        "[[0,0,0,0,0],[0,1,2,0,0],[0,0,1,0,0],[0,0,0,0,0],[0,0,0,0,0]]",
        "{\"board\":[[null,null,null,null,null],[null,\"x\",\"o\",null,null],[null,null,\"x\",null,null],\
         [null,null,null,null,null],[null,null,null,null,null]],\"next\":\"o\"}",
        "0,0,0,0,0\n0,1,-1,0,0\n0,0,1,0,0\n0,0,0,0,0\n0,0,0,0,0\n",
    ] {
        let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
        let game = tree.main_line();
        assert_eq!((report.format.name, game.size.width(), game.first), ("pairs", 5, Color::White), "{text}");
        assert_eq!((stones(&game), game.setup.len()), (["b4c3", "c4"].map(String::from), 3), "{text}");
    }
}

#[test]
fn what_could_be_two_things_is_asked_on_the_board_and_refused_elsewhere() {
    for text in ["(8, 7), (6, 6)", "[[8,7],[6,6]]", "1: 8, 7\n2: 6, 6\n", "8,7,0\n6,6,512\n6,8,77\n"] {
        let expected =
            "pairs: it can be read in several ways (1: 8,7 = i8, 2: 8,7 = h9); choose one with --game NUMBER";
        assert_eq!(error_of(text), expected, "{text}");
        assert_eq!([1, 2].map(|game| names(&numbered(text, game))[..4].to_owned()), ["i8g9", "h9f1"], "{text}");
        let (games, _) = games_of(text, Given { in_page: true, fills_in: true, ..Given::default() });
        assert!(games[0].title().starts_with("8,7 = i8, ") && games.len() == 2, "{games:?}");
    }
    // A first or last column shows the origin of the count, and so does a first move in the center.
    for (text, moves) in [
        ("(0, 7), (6, 6)", "a8g9"),
        ("(15, 7), (6, 6)", "o9f10"),
        ("(8, 8), (6, 6)", "h8f10"),
        ("(7, 7), (6, 6)", "h8g9"),
    ] {
        assert_eq!(read_as(text).1, moves, "{text}");
    }
}

#[test]
fn commands_passes_and_notes_stand_between_moves() {
    let (tree, report) = tree_of(b"putpos h8h7i9k7i8f9\nblock j10 j10\nblock j10\n", "", Given::default());
    assert_eq!((report.format.name, report.warnings.len()), ("moves", 0));
    assert_eq!(names(&tree.main_line()), "h8h7i9k7i8f9");
    assert_eq!(format_moves(tree.head.size, &tree.head.blocked), "j10");
    let (tree, report) = tree_of(b"h8 p0 i7 p0 g7 p0 g8\nforbid:g9\n", "p0.md", Given::default());
    let game = tree.main_line();
    assert_eq!((names(&game).as_str(), report.warnings.len()), ("h8--i7--g7--g8", 0));
    assert_eq!((game.comments[&4].as_str(), game.side_to_move()), ("forbid:g9", Color::White));
    for text in ["h8--i7", "h8 -- i7", "h8 pass i7", "h8-p0-i7", "https://gomocalc.com/#/h8--i7", "7,7\n-1,-1\n8,8\n"] {
        assert_eq!(read_as(text).1, "h8--i7", "{text}");
    }
    assert_eq!(read_as("0,0 -1,-1 1,1"), ("offsets", "h8g9i7".to_owned()));
    // A pass may come first, or be all.
    for text in ["--h8i9", "--h8-i9", "-- h8 i9", "1.--h8 i9", "https://gomocalc.com/#/--h8i9"] {
        assert_eq!(read_as(text).1, "--h8i9", "{text}");
    }
    for passes in [vec![0], vec![0, 0]] {
        let game = Game { passes, ..Game::new(Rule::Renju, BoardSize::square(15).unwrap()) };
        for format in [&MOVES, &LINK] {
            let written = write(&game, format).unwrap();
            let back = read(&written, Given { rule: Some(Rule::Renju), ..Given::default() }).unwrap();
            assert_eq!(back.passes, game.passes, "{written}");
        }
    }
    assert!(read("------\n------\n--x---\n---o--\n------\n------\n", Given::default()).unwrap().moves.is_empty());
}

#[test]
fn any_link_with_a_line_of_moves_is_a_game_and_one_without_is_an_error() {
    for link in [
        "https://example.org/#/?g=h8i9i7g9",
        "http://example.org/gomoku.html?init_steps=h8_i9_i7_g9",
        "http://example.org/gomoku.html?size=15&lang=en&line=h8_i9_i7_g9&player=a1",
    ] {
        assert_eq!(read_as(link), ("link", "h8i9i7g9".to_owned()), "{link}");
    }
    for (link, moves) in [
        ("example.org/?moves=h8i9", "h8i9"),
        ("https://example.org/?moves=7,7;8,6;6,8", "h8i9g7"),
        ("https://example.org/?steps=7,7_8,6", "h8i9"),
        ("https://example.org/?moves=[[7,7],[8,6]]", "h8i9"),
        ("https://example.org/?moves=%5B%5B7,7%5D,%5B8,6%5D%5D", "h8i9"),
        ("https://example.org/?size=19&moves=9,9;8,6", "j10i13"),
        ("https://example.org/?sgf=(;GM[4]SZ[15];B[hh];W[ig])", "h8i9"),
    ] {
        assert_eq!(read_as(link), ("link", moves.to_owned()), "{link}");
    }
    let error = error_of("https://example.org/?moves=8,7;6,6");
    assert!(error.contains("it can be read in several ways (1: 8,7 = i8, 2: 8,7 = h9)"), "{error}");
    for (link, error) in [
        ("https://example.org/#/?g=", "link: line 1: no moves in the link"),
        ("https://gomocalc.com/#/", "link: line 1: no moves in the link"),
        ("http://example.org/?size=15&level=7#top=1", "no moves in the link"),
        ("http://example.org/?a=h8i9&b=g7g8", "the moves of the link may be those of 'a' or of 'b'; paste"),
    ] {
        assert!(error_of(link).contains(error), "{}", error_of(link));
    }
}

#[test]
fn a_wall_is_a_blocked_cell_and_ends_every_row() {
    let wall = ". . . . .\n. X # O .\n. . . . .\n. . . . .\n. . . . .\n";
    let game = read(wall, Given::default()).unwrap();
    assert_eq!((game.setup.len(), format_moves(game.size, &game.blocked)), (2, "c4".to_owned()));
    let corner = read("#XOXO\n.....\n.....\n.....\n.....\n", Given::default()).unwrap();
    assert_eq!(format_moves(game.size, &corner.blocked), "a5");
    let tree = tengen_game::formats::GameTree::from(&game);
    for format in [&tengen_game::formats::DIAGRAM, &tengen_game::formats::SGF] {
        let written = write_tree(&tree, format, &Default::default()).unwrap();
        assert_eq!(tree_of(&written, "", Given::default()).0.head.blocked, game.blocked, "{format}");
    }
    let mut game = game;
    game.moves.push(game.blocked[0]);
    assert!(game.judge().unwrap_err().to_string().contains("move 1, c4: the point is occupied"));
    let error = write_tree(&tree, &tengen_game::formats::MOVES, &Default::default()).unwrap_err().to_string();
    assert!(error.contains("cannot be written as moves"), "{error}");
    // Five stones next to a wall cannot become six.
    let board = read(
        "#XXXX.\n......\n......\n......\n......\n......\n",
        Given { rule: Some(Rule::Standard), ..Given::default() },
    );
    assert!(board.unwrap().board().is_ok());
}

#[test]
fn prose_is_refused_in_one_short_sentence() {
    for text in [
        "Dear friend, here is my game.",
        "I played (badly) today",
        "Start with the center, then see.",
        "Pass the salt",
        "1: it was late\n2: we played on",
        "{\"a\": [1, 2, 3]}",
        "Board games are fun: 3, 4",
    ] {
        let given = Given { in_page: true, fills_in: true, ..Given::default() };
        let error = read(text, given).expect_err(text).to_string();
        assert_eq!(error, "not in a known format", "{text}");
    }
}

#[test]
fn moves_stand_behind_the_names_of_their_colors() {
    for text in [
        "B H8\nW I9\nB G7\n",
        "Black: h8, White: i9, Black: g7",
        "1. 黑 H8\n2. 白 I9\n3. 黑 G7\n",
        "黑1 H8 白2 I9 黑3 G7",
        "흑 H8 백 I9\n흑 G7",
    ] {
        assert_eq!(read_as(text), ("moves", "h8i9g7".to_owned()), "{text}");
    }
    assert_eq!(read_as("B h8 W -- B g7").1, "h8--g7");
    for text in [
        "1 H8\n2 I9\n3 G7\n",
        "1) H8\n2) I9\n3) G7\n",
        "H8 -> I9 -> G7",
        "H8 → I9 → G7",
        "[H8][I9][G7]",
        "h8|i9|g7",
        "\"h8\",\"i9\",\"g7\"",
        "moves: h8 i9 g7",
        "Moves = h8i9g7",
        "h8(B) i9(W) g7(B)",
        "Ｈ８　Ｉ９　Ｇ７",
    ] {
        assert_eq!(read_as(text), ("moves", "h8i9g7".to_owned()), "{text}");
    }
    for text in [
        "{\"states\":[{\"move\":\"H8\",\"player\":\"B\"},{\"move\":\"I9\",\"player\":\"W\"}]}",
        "{\"moves\":[[\"H8\"],[\"I9\"]]}",
        "{\"moves\":[\"7,7\",\"8,6\"]}",
        "{\"moves\":[112,98],\"winner\":1}",
    ] {
        assert_eq!(read_as(text), ("pairs", "h8i9".to_owned()), "{text}");
    }
    assert_eq!(error_of("B h8\nB i9\n"), "moves: line 2: i9 comes out of turn: a move before it is missing");
}

#[test]
fn boards_that_programs_print_are_diagrams() {
    let row = |stone: &str, empty: &str, between: &str| {
        let row = |at: usize| (0..5).map(|x| if x == at { stone } else { empty }).collect::<Vec<_>>().join(between);
        [row(0), row(9)].join("\n")
    };
    let texts = [
        format!("{}\n{}\n{}", row("●", "┼", ""), row("○", "┼", ""), "┼┼┼┼┼"),
        format!("{}\n{}\n{}", row("⚫\u{FE0F}", "·", " "), row("⚪", "·", " "), "· · · · ·"),
        format!("{}\n{}\n{}", row("●", "┼", "─"), row("○", "╋", "─"), "└─┴─┴─┴─┘"),
        format!("{}\n{}\n{}", row("B", "-", " "), row("w", "-", " "), "- - - - -"),
        "X.........O..............".to_owned(),
    ];
    for text in texts {
        let game = read(&text, Given::default()).unwrap_or_else(|error| panic!("{error}: {text}"));
        let size = BoardSize::square(5).unwrap();
        assert_eq!((game.size, stones(&game)), (size, ["a5", "a3"].map(String::from)), "{text}");
    }
    assert_eq!(read_as("(;GM[gomoku]SZ[15];B[hh];W[ig])"), ("sgf", "h8i9".to_owned()));
}
