//! Special notations of other programs: boards whose colors or stones are easily misread, and JSON with several lists.
//! Doubtful cases are refused with the reason, and the page asks about them.

use super::field::tree_of;
use super::{error_of, games_of, numbered, played, sentences, stones};
use tengen::base::{Color, Rule};
use tengen_game::Game;
use tengen_game::formats::{Format, Given, JAPANESE, Source};

/// The only game of a text, with the warnings.
pub fn said(text: &str) -> (Game, Vec<String>) {
    let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
    (tree.main_line(), sentences(&report))
}

/// Rows of a 5x5 board, with letters above and numbers before them.
fn lettered(rows: [&str; 5]) -> String {
    let rows = rows.iter().zip((1..=5).rev()).map(|(row, number)| format!("{number} {row}\n"));
    "  A B C D E\n".to_owned() + &rows.collect::<String>()
}

#[test]
fn digits_and_hashes_are_stones_where_a_lettered_board_has_no_others() {
    for rows in [
        ["0 0 0 0 0", "0 1 2 0 0", "0 0 1 0 0", "0 2 0 0 0", "0 0 0 0 0"],
        [". . . . .", ". 1 2 . .", ". . 1 . .", ". 2 . . .", ". . . . ."],
        [". . . . .", ". 1 2 . .", ". . 3 . .", ". 4 . . .", ". . . . ."],
        [". . . . .", ". # O . .", ". . # . .", ". O . . .", ". . . . ."],
    ] {
        let (game, warnings) = said(&lettered(rows));
        assert_eq!((game.size.width(), stones(&game)), (5, ["b4c3", "c4b2"].map(String::from)), "{rows:?}");
        assert_eq!(warnings, [""; 0], "{rows:?}");
    }
    // Numbers show the order of the moves.
    let (game, _) = said(&lettered([". . . . .", ". 1 2 . .", ". . 3 . .", ". . . . .", ". . . . ."]));
    assert_eq!((game.moves.len(), game.setup.len()), (3, 0));
    // Letters below, as Go programs print a board.
    let go =
        "5  .  .  .  .  .\n4  .  #  o  .  .\n3  .  .  #  .  .\n2  .  o  .  .  .\n1  .  .  .  .  .\n   A  B  C  D  E\n";
    assert_eq!(stones(&said(go).0), ["b4c3", "c4b2"].map(String::from));
    for (rows, error) in [
        (
            [". . . . .", ". 1 5 . .", ". . 1 . .", ". 7 . . .", ". . . . ."],
            "the cells hold numbers, and no 'X' or 'O'",
        ),
        ([". . . . .", ". # O . .", ". . # . .", ". # # . .", ". . . . ."], "4 '#' and 1 'O', but no 'X'"),
        ([". . . . .", ". X O . .", ". . . .", ". . . . .", ". . . . ."], "row 3 has 4 cells, not 5"),
    ] {
        assert!(error_of(&lettered(rows)).contains(error), "{rows:?}: {}", error_of(&lettered(rows)));
    }
    // The candidates on a board printed by `tengen` remain notes.
    let own = "  a b c d e\n5 . . . . . 5\n4 . . . . . 4\n3 . . 1 . . 3\n2 . . . . . 2\n1 . . . . 2 1\n  a b c d e\n1: c3 50 %\n2: e1 40 %\n";
    assert_eq!(stones(&said(own).0), ["", ""].map(String::from));
}

#[test]
fn rows_that_are_numbered_from_0_are_all_there() {
    let rows =
        (0..5).map(|row| format!("{row:02}  - - - - {}\n", if row == 3 { "X" } else { "-" })).collect::<String>();
    let (game, warnings) = said(&format!("    A B C D E\n{rows}"));
    assert_eq!((stones(&game)[0].as_str(), warnings.len()), ("e2", 0));
}

#[test]
fn stones_of_a_board_are_those_of_a_game_or_it_is_said() {
    // Numbers have no color of their own.
    for text in [
        "0 0 0 0 0\n0 -1 1 0 0\n0 0 -1 0 0\n0 0 0 0 0\n0 0 0 0 0\n",
        "{\"m\":[[0,0,0,0,0],[0,2,1,0,0],[0,0,2,0,0],[0,0,0,0,0],[0,0,0,0,0]],\"currentPlayer\":1}",
        "{\"board\":[\".....\",\".OX..\",\"..O..\",\".....\",\".....\"],\"turn\":\"X\"}",
    ] {
        let (game, warnings) = said(text);
        assert_eq!((stones(&game), game.first), (["b4c3", "c4"].map(String::from), Color::White), "{text}");
        let sentence = "Black would have 1 stones and White 2: the colors of the signs are swapped";
        assert!(warnings.iter().any(|said| said == sentence), "{warnings:?}");
    }
    // -1 is the empty cell if most cells are -1.
    let empty = "{\"board\":[[-1,-1,-1,-1,-1],[-1,0,1,-1,-1],[-1,-1,0,-1,-1],[-1,-1,-1,-1,-1],[-1,-1,-1,-1,-1]]}";
    assert_eq!(stones(&said(empty).0), ["b4c3", "c4"].map(String::from));
    // O may be the first color: the page asks, and a command refuses.
    for text in [
        ". . . . .\n. O X . .\n. . O . .\n. . . . .\n. . . . .\n",
        "{\"board\":[\".....\",\".OX..\",\"..O..\",\".....\",\".....\"]}",
    ] {
        assert!(
            error_of(text).contains("it can be read in several ways (1: ● = O (2), ○ = X (1), 2: ● = X (1)"),
            "{}",
            error_of(text)
        );
        let (games, _) = games_of(text, Given { in_page: true, fills_in: true, ..Given::default() });
        let read: Vec<_> = games.iter().map(|tree| stones(&tree.main_line())).collect();
        assert_eq!(read, [["b4c3", "c4"].map(String::from), ["c4", "b4c3"].map(String::from)], "{text}");
    }
    // A position with a stated side to move may be any; another one gives a warning.
    let board = "  a b c d e\n5 . . . . . 5\n4 . O O . . 4\n3 . . O . . 3\n2 . . . . . 2\n1 X . . . . 1\n  a b c d e\n";
    let (game, warnings) = said(&format!("{board}White to move\n"));
    assert_eq!((game.first, warnings.len()), (Color::White, 0));
    let (_, warnings) = said(board);
    assert_eq!(warnings, ["Black has 1 stones and White 3, not as in a game"]);
    let (game, warnings) = said("{\"board\":[\".....\",\".OO..\",\"..O..\",\".....\",\".X...\"],\"turn\":\"white\"}");
    assert_eq!(
        (game.first, warnings.iter().filter(|said| said.contains("not as in a game")).count()),
        (Color::White, 0)
    );
}

#[test]
fn a_board_wins_over_lists_that_are_no_moves() {
    let board = "\"board\":[[0,0,0,0,0],[0,1,2,0,0],[0,0,1,0,0],[0,0,0,0,0],[0,0,0,0,0]]";
    for other in [
        "\"winningLine\":[[1,1],[2,2]]",
        "\"legal_moves\":[[0,0],[0,1],[0,2]]",
        "\"forbidden\":[\"a1\",\"b2\"]",
        "\"best_moves\":[\"a1\",\"b2\"]",
        "\"expected_moves\":[[4,4]]",
        "\"moves\":[]",
        "\"marks\":{\"positions\":[{\"row\":3,\"col\":3}]}",
    ] {
        let (game, _) = said(&format!("{{{board},{other}}}"));
        assert_eq!((stones(&game), game.setup.len()), (["b4c3", "c4"].map(String::from), 3), "{other}");
    }
    for text in [
        "{\"board\":\".....\\n.XO..\\n..X..\\n.....\\n.....\",\"best_moves\":[\"a1\",\"b2\"]}",
        "{\"initialBoard\":[\"-----\",\"-xo--\",\"--x--\",\"-----\",\"-----\"],\"goals\":[{\"positions\":[{\"row\":3,\"col\":3}]}]}",
    ] {
        assert_eq!(stones(&said(text).0), ["b4c3", "c4"].map(String::from), "{text}");
    }
    // A warning states that unreadable moves are left out.
    let (_, warnings) = said(&format!("{{{board},\"moves\":[{{\"X (AI)\":\"C3\"}}]}}"));
    assert_eq!(warnings[0], "the moves beside the stones are in no known form and left out");
    // Moves take precedence over the board, as they have an order.
    assert_eq!(said(&format!("{{{board},\"moves\":[[7,7],[8,6]]}}")).0.moves.len(), 2);
    // Candidates, winning lines and single points are no games.
    for text in [
        "{\"moveInfos\":[{\"move\":\"J9\",\"pv\":[\"J9\",\"K8\",\"H7\"]},{\"move\":\"H9\",\"pv\":[\"H9\",\"G9\"]}]}",
        "{\"type\":\"over\",\"win_positions\":[[6,8],[7,8],[8,8]]}",
        "{\"dialogue\":[{\"positions\":[{\"row\":5,\"col\":5}]}]}",
    ] {
        assert_eq!(error_of(text), "not in a known format; `tengen formats` lists those that are read", "{text}");
    }
}

#[test]
fn stones_of_the_colors_are_a_position_and_sides_are_one_game() {
    for text in [
        "{\"black\":[\"E13\",\"C12\"],\"white\":[\"E10\",\"H8\"]}",
        "{\"blackStones\":\"E13C12\",\"whiteStones\":\"E10H8\",\"size\":15}",
        "{\"black\":[[4,2],[2,3]],\"white\":[[4,5],[7,7],[0,0]],\"filler_white\":[[0,0]],\"turn\":\"white\"}",
    ] {
        let game = said(text).0;
        let [black, white] = stones(&game);
        assert_eq!((black.as_str(), game.moves.len()), ("e13c12", 0), "{text}");
        assert!(white.ends_with("e10h8"), "{text}: {white}");
    }
    for text in [
        "{\"requests\":[{\"x\":-1,\"y\":-1},{\"x\":8,\"y\":8},{\"x\":9,\"y\":9}],\"responses\":[{\"x\":7,\"y\":7},{\"x\":7,\"y\":8},{\"x\":7,\"y\":9}]}",
        "{\"blackMoves\":[[7,7],[7,8],[7,9]],\"whiteMoves\":[[8,8],[9,9]]}",
        "{\"moves\":[[\"h8\",\"i7\"],[\"h7\",\"j6\"],[\"h6\"]]}",
    ] {
        assert_eq!(played(&said(text).0), "h8i7h7j6h6", "{text}");
    }
    let error = error_of("{\"human\":[[7,7],[7,8]],\"ai\":[[8,8],[6,6]]}");
    assert!(error.contains("two lists of points in one object") && error.contains("in one list"), "{error}");
}

#[test]
fn size_and_rule_of_outer_objects_are_those_of_the_games_within() {
    let text =
        "{\"board_size\":9,\"rule\":\"renju\",\"games\":[{\"opening\":[[0,7],[2,6]]},{\"opening\":[[1,1],[2,6]]}]}";
    let game = numbered(text, 2);
    assert_eq!((game.size.width(), game.rule, stones(&game)), (9, Rule::Renju, ["b8", "c3"].map(String::from)));
}

#[test]
fn all_lists_of_a_file_count_from_the_same_number() {
    // The first list has a last column; the second shows nothing.
    let shown = "[{\"moves\":[[15,7],[2,6]]},{\"moves\":[[1,7],[2,6]]}]";
    assert_eq!(stones(&numbered(shown, 2)), ["a9", "b10"]);
    // No list shows the origin: it is asked for once per file.
    let open = "[[[1,7],[2,6],[4,4]],[[2,7],[2,6],[4,4]]]";
    assert_eq!(
        error_of(open),
        "pairs: it can be read in several ways (games 1 to 2: 1,7 = b8, 3 to 4: 1,7 = a9); choose one with --game NUMBER"
    );
    assert_eq!([1, 3].map(|game| stones(&numbered(open, game))[1].clone()), ["c9", "b10"]);
}

#[test]
fn lines_of_json_are_games_and_the_letters_of_go_are_asked_for() {
    let lines = "{\"moves\":[\"h8\",\"i9\"]}\n{\"moves\":[\"h8\",\"h9\",\"h10\"]}\n";
    assert_eq!(played(&numbered(lines, 2)), "h8h9h10");
    let error = error_of("[[\"B\",\"H8\"],[\"W\",\"J9\"]]");
    assert!(error.contains("(1: J9 = j9, 2: J9 = i9)"), "{error}");
    let query = "{\"id\":\"a\",\"moves\":[[\"B\",\"H8\"],[\"W\",\"J9\"]],\"boardXSize\":15,\"boardYSize\":15}";
    let (game, warnings) = said(query);
    assert_eq!(
        (stones(&game), warnings[0].as_str()),
        (["h8", "i9"].map(String::from), "the columns have no letter I: J9 = i9")
    );
}

#[test]
fn boards_of_other_signs_are_read() {
    let rows = |empty: &str, black: &str, white: &str, begin: &str, between: &str, end: &str| {
        let cell = |x: usize, y: usize| match (x, y) {
            (1, 1) | (2, 2) => black,
            (2, 1) => white,
            _ => empty,
        };
        let row = |y: usize| begin.to_owned() + &(0..5).map(|x| cell(x, y)).collect::<Vec<_>>().join(between) + end;
        (0..5).map(row).collect::<Vec<_>>().join("\n") + "\n"
    };
    for text in [
        rows("➕", "⚫", "⚪", "", "", ""),
        rows("🟨", "⚫", "⚪", "", "", ""),
        rows("·", "✕", "○", "", " ", ""),
        rows("⬜", "❌", "⭕", "", "", ""),
        rows("□", "✖\u{FE0F}", "⭕", "", " ", ""),
        format!("[{}]", rows("\".\"", "\"✕\"", "\"○\"", "[", ", ", "],")),
        rows(" ", "X", "O", "|", "|", "|"),
        rows("_", "X", "O", " ", " ", ""),
        rows("_", "X", "O", "/* 1 */ \" ", " ", "\\n\" /* 1 */"),
        rows("0", "1", "2", "[", " ", "]"),
        rows(" 0.", " 1.", "-1.", " [", " ", "]"),
        rows(".", "1", "2", "", " ", ""),
        rows("0", "1", "2", "", "", ""),
        rows(".", "@", "O", "", " ", ""),
        rows("*", "X", "O", "", " ", ""),
        rows(",", "X", "O", " ", " ", ""),
    ] {
        assert_eq!(stones(&said(&text).0), ["b4c3", "c4"].map(String::from), "{text}");
    }
    assert_eq!(stones(&said("{{7,7},{8,7},{7,8}}").0), ["h8h7", "i8"]);
}

#[test]
fn rows_of_a_table_belong_to_their_game_and_have_their_order() {
    let text = "game_id,move,x,y\n1,2,8,8\n1,1,7,7\n2,1,7,8\n2,2,9,9\n2,3,1,0\n";
    assert_eq!([1, 2].map(|game| played(&numbered(text, game))), ["h8i7", "h7j6b15"]);
}

#[test]
fn what_is_no_game_of_ours_is_refused_by_its_reason() {
    for (text, error) in [
        ("[Event \"1\"]\n[Result \"1-0\"]\n[PlyCount \"6\"]\n1-0\n", "PlayOK text: the game has no moves"),
        ("(;GM[4]RU[Lizzie-Connect6]SZ[19];B[jj];W[ji])", "SGF: line 1: a game of Connect6 (RU[Lizzie-Connect6])"),
        // Cell numbers, and coordinates one per line, are not a Yixin-Board file.
        (
            "112\n113\n98\n97\n83\n96\n99\n82\n",
            "offsets: lines of numbers of no known form; write the moves as in h8 i9",
        ),
        ("7\n7\n6\n8\n6\n6\n5\n5\n", "lines of numbers of no known form"),
        ("7 8", "offsets: line 1: 7,8 from the center is off the 15x15 board"),
        ("Piskvorky 15x15, 11:11, 0\n8;8;0\n9;9;0\n0\n", "PSQ: line 2: '8;8;0': expected a move 'x,y,time'"),
        ("Piskvorky 15x15, 11:11, 0\n8 8 0\n9;9;0\n0\n", "PSQ: line 2: '8 8 0': expected a move 'x,y,time'"),
        ("2147483647,0, 1,1", "offsets: line 1: 2147483647,0 from the center is off the 15x15 board"),
        ("Piskvorky 15x15, 11:11, 0\n8,-2147483648,0\n", "PSQ: line 2: 8,-2147483648 is off the 15x15 board"),
        ("x,y,color\n7,7,b\n8,7,b\n6,7,w\n9,9,red\n", "line 5: 'red' is neither black nor white"),
        ("x,y\n15,1\n-2147483648,2\n", "line 3: -2147483648,1 is off the 15x15 board"),
        ("((((((", "not in a known format"),
        (
            "[Result \"1-0\"]\n\n1. (7,7) (8,8) 1-0\n",
            "line 3: all moves stand in round brackets, which are those of variations; write the moves as in h8 i9",
        ),
    ] {
        assert!(error_of(text).contains(error), "{text}: {}", error_of(text));
    }
}

#[test]
fn what_is_too_deep_is_said_without_a_count_of_nothing() {
    let (game, warnings) = said(&("(;GM[4]SZ[15];B[hh]".to_owned() + &"(".repeat(100_001)));
    assert_eq!(game.moves.len(), 1);
    let deep = "more than 4000000 moves or 100000 variations inside each other";
    assert!(warnings.iter().any(|warning| warning == deep), "{warnings:?}");
}

#[test]
fn records_of_japanese_programs_are_read_from_the_top_left() {
    // One game in four formats, in our notation h8 g9 i10 g8 i9.
    let moves = "h8g9i10g8i9";
    let dt5 = "h8,g7,i6,g8,i7,**,";
    let kyousou = "808\r\n707\r\n906\r\n708\r\n907\r\n";
    for (name, text) in [
        ("a.dt5", dt5),
        ("", dt5),
        ("a.ban", kyousou),
        ("", kyousou),
        ("a.rnj", "7 7 6 6\n5 8 7 6\n6 8 \n"),
        ("a.nrf", "a title\n88\n77\n96\n78\n97\n0\nff\n"),
        ("a.nrf", "88\n77\n96\n78\n97\n0\n"),
    ] {
        let (tree, report) = tree_of(text.as_bytes(), name, Given::default());
        let game = tree.main_line();
        assert_eq!((&*played(&game), game.rule, game.size.width()), (moves, Rule::Renju, 15), "{name}: {text}");
        assert_eq!((report.format.name, sentences(&report)), ("japanese", vec![]), "{name}: {text}");
    }
    // Rows beyond the ninth have letters.
    assert_eq!(played(&said("h8,iA,oF,**,").0), "h8i6o1");
    let (tree, report) = tree_of(b"808\n907\n1716\n", "a.ban", Given::default());
    assert_eq!(tree.main_line().moves.len(), 2);
    assert_eq!(sentences(&report), ["line 3: '1716' is not a point on a 15x15 board: the game is read up to here"]);
    let (tree, report) = tree_of(b"h8,g7,i6", "a.dt5", Given::default());
    assert_eq!(tree.main_line().moves.len(), 3);
    assert_eq!(sentences(&report), ["the end is missing"]);
    // The extension alone does not decide: our own moves, and cell numbers.
    let (tree, report) = tree_of(b"h8 i9 j10", "a.ban", Given::default());
    assert_eq!((report.format.name, tree.main_line().moves.len()), ("moves", 3));
    for text in ["112\n113\n98\n", "**a text**, and more, **"] {
        assert_ne!(Format::of(&Source::text(text)), Some(&JAPANESE), "{text}");
    }
}

#[test]
fn a_log_of_two_engines_is_one_game() {
    let log = "Wine -> START 15\nWine <- OK\nRapfi -> START 15\nRapfi <- OK\nWine -> BEGIN\nWine <- MESSAGE depth 3\n\
               Wine <- 7,7\nRapfi -> BOARD\nRapfi -> 7,7,2\nRapfi -> DONE\nRapfi <- 8,8\nWine -> TURN 8,8\nWine <- 7,8\n\
               Rapfi -> TURN 7,8\nRapfi <- 6,8\nWine -> TURN 6,8\nWine <- 9,9\n";
    let (game, warnings) = said(log);
    assert_eq!((&*played(&game), warnings), ("h8i7h7g7j6", vec![]));
    // The names of a GUI and an engine are not those of two engines.
    let (game, _) =
        said("GUI -> START 15\nEngine -> OK\nGUI -> BEGIN\nEngine -> 7,7\nGUI -> TURN 8,8\nEngine -> 7,8\n");
    assert_eq!(game.moves.len(), 3);
}

#[test]
fn a_library_under_a_wrong_name_and_a_position_of_a_database_are_drawn() {
    let position = b"{\"rule\":\"renju\",\"size\":\"15x15\",\"side\":\"white\",\"black\":\"h8\",\"white\":\"i9\"}\n";
    for (bytes, name) in [(&b"\xFFRenLib\xFF\x03\x04"[..], "a.pos"), (position, "a.jsonl")] {
        assert!(Format::of(&Source { bytes, name }).is_some(), "{name}");
    }
}
