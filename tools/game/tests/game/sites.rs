//! Games, boards and logs of public programs and sites, and the names of rules in their languages.

use super::strangers::{error_of, said, stones};
use tengen::base::{Color, Rule};
use tengen::board::format_point;
use tengen_game::Outcome;

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

#[test]
fn a_log_may_begin_with_the_answer_of_about() {
    let log = "ABOUT\nname=\"Tengen\", version=\"0.1.0\", author=\"x\"\nSTART 15\nOK\nBEGIN\n7,7\nTURN 8,8\n6,6\n";
    assert_eq!(said(log).0.moves.len(), 3);
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
fn a_line_of_points_is_no_name_of_a_player() {
    let text = r#"{"stones": "H8I9H9", "blackStones": "G14G11", "whiteStones": "A13", "boardSize": 15}"#;
    assert_eq!(said(text).0.names, [""; 2]);
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
    let points = game.moves.iter().map(|&point| format_point(game.size, point)).collect::<Vec<_>>();
    assert_eq!(points, ["j10", "k11", "l8", "i11", "l10", "s19"]);
    assert_eq!(game.outcome, Some(Outcome::Win(Color::Black)));
    assert_eq!(warnings, [""; 0]);
    assert!(error_of(&text("Keryo-Pente")).contains("a game of Keryo-Pente, not five in a row"));
}
