//! Games, boards and logs of public programs and sites, and the names of rules in their languages.

use super::strangers::said;
use super::{error_of, numbered, played, stones};
use tengen::base::{Color, Rule};
use tengen::board::format_point;
use tengen_game::Outcome;
use tengen_game::formats::{Given, read};

#[test]
fn boards_of_alpha_zero_gomoku_are_read_with_the_lines_around_them() {
    let board = |rows: [&str; 5]| {
        let rows = (0..5).rev().zip(rows).map(|(number, row)| format!("{number:4}  {row}\r\n\r\n\n"));
        format!("Player 1 with X\nPlayer 2 with O\n\n    0  1  2  3  4\r\n\n{}", rows.collect::<String>())
    };
    let first = board(["_ _ _ _ _", "_ _ _ _ _", "_ _ O _ _", "_ X _ _ _", "_ _ _ _ _"]);
    let (game, warnings) = said(&first);
    assert_eq!((game.size.to_string(), stones(&game)), ("5x5".into(), ["b2", "c3"].map(String::from)));
    assert_eq!(warnings, [""; 0]);
    let last = board(["_ _ _ _ _", "_ _ _ O _", "_ _ O _ _", "_ X X _ _", "_ _ _ _ _"]);
    let (game, warnings) = said(&format!("{first}Your move: 1,2\n{last}Game end. Winner is Human 1\n"));
    assert_eq!(stones(&game), ["b2c2", "d4c3"].map(String::from));
    assert_eq!(warnings, ["2 boards: the last one was read"]);
}

/// P is the fifteenth column only without I.
#[test]
fn columns_have_no_letter_i_where_a_point_or_the_writer_says_so() {
    let json = |around: &str, last: &str| {
        format!(r#"{{{around} "boardSize": 15, "moves": [["B", "H8"], ["W", "H9"], ["B", "J10"], ["W", "{last}"]]}}"#)
    };
    for text in [json("", "P15"), json(r#""format": "katagomo-renju-kifu","#, "K9")] {
        let (game, warnings) = said(&text);
        assert_eq!(format_point(game.size, game.moves[2]), "i10", "{text}");
        assert_eq!(warnings, ["the columns have no letter I: J10 = i10"], "{text}");
    }
    assert!(error_of(&json("", "K9")).contains("J10 = j10"), "it may be either");
}

#[test]
fn rules_have_names_in_other_languages_and_under_other_keys() {
    for rule in ["禁手 · 自由开局", "有禁手", "连珠", "塔拉山口-10", "五手两打", "렌주", "Рендзю"]
    {
        assert_eq!(said(&format!("(;GM[4]SZ[15]RU[{rule}];B[hh];W[ig])")).0.rule, Rule::Renju, "{rule}");
    }
    assert_eq!(said("(;GM[4]SZ[15]RU[无禁手];B[hh];W[ig])").0.rule, Rule::Freestyle);
    for rule in [r#""variant": "renju""#, r#""rules": {"basicrule": "RENJU"}"#, r#""rule": "RIF""#] {
        assert_eq!(
            said(&format!(r#"{{{rule}, "size": 15, "moves": [[7, 7], [8, 8]]}}"#)).0.rule,
            Rule::Renju,
            "{rule}"
        );
    }
}

/// `PGNGameFormat` of Pente.org: 19x19, columns without I, and games of other kinds.
#[test]
fn games_of_pente_org_are_read() {
    let text = |kind: &str| {
        format!(
            "[Game \"{kind}\"]\n[Site \"Pente.org\"]\n[Event \"Turn-based Game\"]\n[Date \"11/13/2023\"]\n\
             [Player 1 Name \"owen_\"]\n[Player 2 Name \"someone\"]\n[Player 1 Rating \"1600\"]\n\
             [Result \"1-0\"]\n\n1. K10 L11 2. M8 J11 3. M10 T19 1-0\n"
        )
    };
    let (game, warnings) = said(&text("Gomoku"));
    assert_eq!((game.size.width(), game.names.join(" "), game.moves.len()), (19, "owen_ someone".to_owned(), 6));
    assert_eq!(played(&game), "j10k11l8i11l10s19");
    assert_eq!(game.outcome, Some(Outcome::Win(Color::Black)));
    assert_eq!(warnings, [""; 0]);
    assert!(error_of(&text("Keryo-Pente")).contains("a game of Keryo-Pente, not five in a row"));
}

/// The JSON of lfz084's renju: numbered stones beside stones without an order, passes, rows of 15x15 on smaller boards.
#[test]
fn numbered_stones_and_stones_without_an_order_are_one_position() {
    let puzzle = |stones: &str, more: &str| {
        format!(
            "{{\"defaultSettings\":{{\"rule\":2}},\"puzzles\":[{{\"title\":\"a cover\"}},{{{stones},\"mode\":207,{more}}}]}}"
        )
    };
    let lists = "\"stones\":\"A14C13\",\"blackStones\":\"G14G11I15\",\"whiteStones\":\"A13D14D13F12H14\"";
    let (game, warnings) = said(&puzzle(lists, "\"labels\":[\"C13,1\"],\"side\":1,\"size\":15"));
    assert_eq!((game.rule, game.moves.len(), game.setup.len(), game.side_to_move()), (Rule::Renju, 2, 8, Color::Black));
    assert_eq!(stones(&game), ["i15a14g14g11", "d14h14a13c13d13f12"].map(String::from));
    assert_eq!(warnings, [""; 0]);
    // A0 is a pass, and the side to move is the stated one.
    let (game, _) = said(&puzzle("\"stones\":\"B5A0B4A0C13\"", "\"side\":1"));
    assert_eq!((game.moves.len(), game.passes.len(), game.side_to_move()), (3, 3, Color::Black));
    assert_eq!(stones(&game), ["c13b5b4", ""].map(String::from));
    let (game, warnings) =
        said(&puzzle("\"blackStones\":\"A11A10C14\",\"whiteStones\":\"A12\"", "\"side\":2,\"size\":6"));
    assert_eq!((game.size.width(), stones(&game)), (6, ["c5a2a1", "a3"].map(String::from)));
    assert_eq!((game.first, warnings), (Color::White, vec![]));
    // Without the writer's other keys the lists are still read together.
    let text = r#"{"stones": "H8I9H9", "blackStones": "G14G11", "whiteStones": "A13", "boardSize": 15}"#;
    let (game, warnings) = said(text);
    assert_eq!((game.rule, game.moves.len(), game.setup.len(), warnings), (Rule::Freestyle, 3, 3, vec![]));
    assert_eq!(game.names, [""; 2], "a line of points is no name of a player");
    // The copied code of the same program.
    for text in ["H8I9H9\n{G14G11}{A13}", "{G14G11}{A13}", "H8A0H9{}{A13}"] {
        let (game, warnings) = said(text);
        assert_eq!((stones(&game)[1].contains("a13"), warnings.len()), (true, 0), "{text}");
    }
    assert_eq!(said("H8A0H9{}{A13}").0.passes, [1]);
    let link = "https://lfz084.github.io/renju.html#H8I9%G14G11%A13%15%0";
    assert_eq!((stones(&said(link).0), said(link).0.moves.len()), (["g14g11h8", "a13i9"].map(String::from), 2));
    let small = said("https://lfz084.github.io/renju.html#A15B14%%%6%0").0;
    assert_eq!((small.size.width(), stones(&small)), (6, ["a6", "b5"].map(String::from)));
    assert!(error_of("H8{Z9}{A13}").contains("z9 is off the 15x15 board"));
}

#[test]
fn points_have_their_color_or_number_beside_them() {
    for text in [
        r#"["H8,1", "I9,2", "G7,1"]"#,
        r#"["I9,2", "H8,1", "G7,3"]"#,
        r#"[["H8", 1], ["I9", 2], ["G7", 1]]"#,
        r#"{"moves": [{"move": "h8", "player": 1}, {"move": "i9", "player": 2}, {"move": "g7", "player": 1}]}"#,
    ] {
        let (game, warnings) = said(text);
        assert_eq!((&*played(&game), warnings), ("h8i9g7", vec![]), "{text}");
    }
    // The side that begins may have any sign.
    let signs = r#"[{"pos": "h8", "player": "O"}, {"pos": "i9", "player": "X"}, {"pos": "g7", "player": "O"}]"#;
    assert_eq!((stones(&said(signs).0), said(signs).0.moves.len()), (["h8g7", "i9"].map(String::from), 3));
    // Stones in another order are a position.
    for text in [
        r#"[["H8,1", "G7,1", "I9,2"]]"#,
        r#"[{"pos": "h8", "color": "B"}, {"pos": "g7", "color": "B"}, {"pos": "i9", "color": "W"}]"#,
    ] {
        let (game, warnings) = said(text);
        assert_eq!((stones(&game), game.moves.len()), (["h8g7", "i9"].map(String::from), 0), "{text}");
        assert_eq!((game.first, warnings), (Color::White, vec![]), "{text}");
    }
    let shown = "{\"board\":[\".....\",\".XO..\",\"..X..\",\".....\",\".....\"],\"labels\":[\"E1,A\",\"D1,B\"]}";
    assert_eq!(stones(&said(shown).0), ["b4c3", "c4"].map(String::from));
}

#[test]
fn pairs_below_0_count_from_the_center() {
    for text in [
        "[[0,0],[1,-1],[-2,3]]",
        "{\"openings\":[[[0,0],[1,-1],[-2,3]]]}",
        "[(0, 0), (1, -1), (-2, 3)]",
        "[\"0,0\",\"1,-1\",\"-2,3\"]",
    ] {
        let (game, warnings) = said(text);
        assert_eq!(played(&game), "h8i9f5", "{text}");
        assert_eq!(warnings, ["the pairs count columns and rows from the center: 0,0 = h8"], "{text}");
    }
    // All lists of a file count in the same way; other lists of such pairs are no games.
    assert_eq!(stones(&numbered("[[[0,0],[1,-1]],[[1,1],[-1,-1],[0,2]]]", 2)), ["i7h6", "g9"]);
    let text = "{\"board\":[\".....\",\".XO..\",\"..X..\",\".....\",\".....\"],\"directions\":[[0,1],[1,-1]]}";
    assert_eq!(stones(&said(text).0), ["b4c3", "c4"].map(String::from));
    assert!(error_of("{\"directions\":[[0,1],[1,-1]]}").contains("not in a known format"));
    assert!(error_of("[[0,0],[9,-1]]").contains("off the 15x15 board"));
    let far = "[[[0,0],[1,-1]],[[2147483647,1],[1,1]]]";
    assert!(read(far, Given { game: Some(2), ..Given::default() }).is_err());
    for text in ["[[0,0],[2147483647,1]]", "[[0,0],[-2147483648,1]]"] {
        assert!(!error_of(text).is_empty());
    }
    assert_eq!(said("[[7,7],[-1,-1],[8,8]]").0.passes, [1]);
    // A game does not begin in the corner, with a pass behind it.
    assert_eq!(stones(&said("[[0,0],[-1,-1]]").0), ["h8", "g9"].map(String::from));
}

#[test]
fn numbers_of_rules_and_winners_are_read_where_their_meaning_is_known() {
    let of = |more: &str| said(&format!("{{{more}, \"moves\": [[7, 7], [8, 8], [0, 1]]}}"));
    for (rule, expected) in
        [("0", Rule::Freestyle), ("1", Rule::Standard), ("\"4\"", Rule::Renju), ("\"renju\"", Rule::Renju)]
    {
        let (game, warnings) = of(&format!("\"rule\": {rule}"));
        assert_eq!((game.rule, warnings.len()), (expected, 1), "{rule}: {warnings:?}");
    }
    for (rule, name) in [("2", "2"), ("7", "7"), ("\"omok\"", "omok")] {
        let (game, warnings) = of(&format!("\"rule\": {rule}"));
        let said = format!("the rule '{name}' is not known: freestyle is taken");
        assert_eq!((game.rule, warnings.contains(&said)), (Rule::Freestyle, true), "{rule}: {warnings:?}");
    }
    let given = Given { rule: Some(Rule::Renju), ..Given::default() };
    let (tree, report) = super::field::tree_of(b"{\"rule\": 2, \"moves\": [[7, 7], [0, 1]]}", "", given);
    assert_eq!((tree.head.rule, report.warnings.len()), (Rule::Renju, 1));
    let win = |color: Color| Some(Outcome::Win(color));
    let turns = "\"moves\": [{\"x\":7,\"y\":7,\"player\":1},{\"x\":0,\"y\":8,\"player\":2}]";
    for (text, outcome) in [
        (format!("{{\"winner\": 1, {turns}}}"), win(Color::Black)),
        (format!("{{\"winner\": 2, {turns}}}"), win(Color::White)),
        (format!("{{\"winner\": 3, {turns}}}"), Some(Outcome::Draw)),
        (format!("{{\"winner\": \"Bo\", \"black\": \"Ann\", \"white\": \"Bo\", {turns}}}"), win(Color::White)),
        (format!("{{\"result\": \"BLACK_WIN\", {turns}}}"), win(Color::Black)),
        (format!("{{\"winner\": null, \"result\": \"0-1\", {turns}}}"), win(Color::White)),
        (format!("{{\"winner\": \"white wins\", {turns}}}"), win(Color::White)),
    ] {
        let (game, warnings) = said(&text);
        assert_eq!((game.outcome, warnings.len()), (outcome, 1), "{text}: {warnings:?}");
    }
    for (text, result) in [
        (format!("{{\"winner\": 0, {turns}}}"), "0"),
        (format!("{{\"winner\": -1, {turns}}}"), "-1"),
        ("{\"winner\": 1, \"moves\": [[7,7],[0,8]]}".to_owned(), "1"),
        (format!("{{\"winner\": \"Carl\", {turns}}}"), "Carl"),
    ] {
        let (game, warnings) = said(&text);
        let expected = format!("the result '{result}' is not understood");
        assert_eq!((game.outcome, warnings.contains(&expected)), (None, true), "{text}: {warnings:?}");
    }
    // Five in a row say it themselves; the winning cells are no moves.
    let five = "{\"winner\": 1, \"match_cells\": [[0,0],[1,0]], \"moves\": [[0,0],[0,1],[1,0],[1,1],[2,0],[2,1],[3,0],[3,1],[4,0]]}";
    let (game, warnings) = said(five);
    assert_eq!((game.outcome, game.moves.len(), warnings.len()), (win(Color::Black), 9, 1));
    assert!(
        error_of("{\"game_record\": \"7788\"}")
            .contains("the moves are a line of digits, whose meaning is not known; write the moves as in h8 i9")
    );
    assert_eq!(said("{\"game_record\": \"h8i9\"}").0.moves.len(), 2);
}

#[test]
fn a_link_is_read_in_markdown_and_with_numbered_moves() {
    for text in [
        "[my game](https://example.org/?g=h8i9g7)",
        "See [it](https://example.org/#/?g=h8i9g7), and tell me.",
        "https://example.org/?game=1.h8+2.i9+3.g7",
        "https://example.org/?moves=1.h8%202.i9%203.g7",
    ] {
        assert_eq!(played(&said(text).0), "h8i9g7", "{text}");
    }
}

#[test]
fn the_side_that_begins_is_black_and_has_won_where_its_sign_has() {
    let turns =
        |signs: [&str; 2]| format!(r#"[{{"player":{},"x":7,"y":7}},{{"player":{},"x":8,"y":6}}]"#, signs[0], signs[1]);
    let named =
        |signs: [&str; 2]| format!(r#"[{{"player":{},"move":"h8"}},{{"player":{},"move":"i9"}}]"#, signs[0], signs[1]);
    let black = Some(Outcome::Win(Color::Black));
    let white = Some(Outcome::Win(Color::White));
    for (signs, winner, outcome) in [
        (["2", "1"], "2", black),
        (["2", "1"], "1", white),
        (["1", "2"], "2", white),
        (["\"O\"", "\"X\""], "\"O\"", black),
        (["\"O\"", "\"X\""], "\"X wins\"", white),
        (["2", "1"], "\"black\"", black),
    ] {
        for moves in [turns(signs), named(signs)] {
            let text = format!(r#"{{"winner":{winner},"moves":{moves}}}"#);
            let game = read(&text, Given { rule: Some(Rule::Freestyle), ..Given::default() }).unwrap();
            assert_eq!((game.outcome, game.moves.len()), (outcome, 2), "{text}");
        }
    }
    for text in [r#"{"moves":["H8","PASS","I9"],"winner":1}"#, r#"{"moves":["H8","I9"],"winner":"Bo"}"#] {
        assert!(said(text).1.iter().any(|said| said.contains("is not understood")), "{text}");
    }
}
