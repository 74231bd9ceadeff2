//! Logs of other programs: protocol dialects, GTP sessions, coordinates and openings in other programs' notations.

use super::field::tree_of;
use super::{error_of, games_of, played, sentences};
use tengen::base::{Color, Rule};
use tengen_game::formats::{Given, read};

/// The format of a text, the moves of its only game, and the warnings.
fn said(text: &str) -> (&'static str, String, Vec<String>) {
    let (tree, report) = tree_of(text.as_bytes(), "", Given::default());
    let game = tree.main_line();
    (report.format.name, played(&game), sentences(&report))
}

#[test]
fn a_dialogue_is_understood_as_the_engine_understands_it() {
    for (text, rule) in [
        ("START 15\nINFO RULE 4\nBEGIN\n7,7\n", Rule::Renju),
        ("START 15\nINFO   rule  1\nBEGIN\n7,7\n", Rule::Standard),
        // For a program of Yixin-Board's family 2 is renju, whatever the order of the keys.
        ("INFO RULE 2\nINFO SHOW_DETAIL 3\nSTART 15\nBEGIN\n7,7\n", Rule::Renju),
        ("INFO caution_factor 1\nINFO rule 5\nSTART 15\nBEGIN\n7,7\n", Rule::Freestyle),
        ("START 15\nINFO rule 2\nBEGIN\n7,7\n", Rule::Freestyle),
    ] {
        assert_eq!(read(text, Given::default()).unwrap().rule, rule, "{text}");
    }
    // After YXSHOWINFO points are row,column, in input and output.
    let text = "START 15\nTURN 6,7\nyxshowinfo\n8,6\nTURN 6,9\nyxblock\n0,1\ndone\n1,2\n";
    let (tree, _) = tree_of(text.as_bytes(), "", Given::default());
    let game = tree.main_line();
    assert_eq!(played(&game), "g8g7j9c14");
    assert!(game.blocked.is_empty(), "YXBLOCK keeps a move out of the search only");
    assert_eq!(said("START 15\nyxshowinfo\nyxboard\n7,7,1\n6,8,2\ndone\n").1, "h8i9");
}

#[test]
fn a_dialogue_begins_behind_what_programs_say_first() {
    for text in [
        "START 15 15\nTURN 7,7\n8,6\n",
        "$ ./pbrain-tengen\nSTART 15\nTURN 7,7\n8,6\n",
        "MESSAGE Tengen\nOK\nSTART 15\nTURN 7,7\n8,6\n",
        "ABOUT\nname=\"Tengen\", version=\"0.1.0\", author=\"x\"\nSTART 15\nOK\nTURN 7,7\n8,6\n",
    ] {
        assert_eq!(said(text), ("dialogue", "h8i9".to_owned(), Vec::new()), "{text}");
    }
    // A database query is not part of the game.
    let asked = "START 15\nyxquerydatabaseallt\n7,7\n8,8\nDONE\nBOARD\n7,7,2\nDONE\n8,6\n";
    assert_eq!(said(asked).1, "h8i9");
    assert_eq!(said("yxshowinfo\nSTART 15\nTURN 7,7\n6,8\n").1, "h8i9");
}

#[test]
fn a_session_of_gtp_is_a_game_without_a_column_i() {
    for text in [
        "boardsize 15\n=\n\nclear_board\n=\n\nplay black H8\n=\n\nplay white J9\n=\n\ngenmove black\n= K10\n",
        "play b h8\nplay w j9\nplay b k10\n",
        "1 boardsize 15\n=1\n2 genmove b\n=2 H8\n3 play w J9\n=3\n4 genmove b\n=4 K10\n",
    ] {
        let warned = vec!["the columns have no letter I: J9 = i9".to_owned()];
        let (format, moves, warnings) = said(text);
        assert_eq!((format, moves.as_str()), ("dialogue", "h8i9j10"), "{text}");
        assert!(warnings.iter().eq(&warned) || warnings == ["the columns have no letter I: j9 = i9"], "{warnings:?}");
    }
    let refused = "play black H8\n=\n\nplay white H8\n? illegal move\n\nplay white J9\n=\n\ngenmove black\n? no\n\n\
                   undo\n? cannot undo\n\nname\n= A1\n\n3 play black O16\n?3 illegal move\n";
    assert_eq!(said(refused).1, "h8i9");
    // A refusal after an answer is of a command that the log lacks. A long gap is read in one go.
    let gap = "\n".repeat(200_000);
    assert_eq!(said(&format!("genmove b\n= H8\n{gap}? unknown command\nplay w J9\n")).1, "h8i9");
    let handicap = read("boardsize 15\nplay b H8\nplay b H7\nplay w A1\n", Given::default()).unwrap();
    assert_eq!((handicap.setup.len(), handicap.first), (3, Color::White));
    let white = read("boardsize 15\nplay w H8\nplay b J9\n", Given::default()).unwrap();
    assert_eq!((played(&white).as_str(), white.first), ("h8i9", Color::White));
    assert!(
        error_of("play b H8\nplay w I9\n")
            .contains("line 2: 'I9' is not a point on a 15x15 board; GTP has no column I")
    );
}

#[test]
fn coordinates_that_may_count_from_1_are_asked_for() {
    assert!(error_of("8,8 8,7 9,7").contains("(1: 8,8 = i7, 2: 8,8 = h8)"));
    // Counted from 0, the last column is off the board.
    let (format, moves, warnings) = said("3,15 4,4");
    assert_eq!((format, moves.as_str(), warnings.len()), ("moves", "c1d12", 1));
    assert_eq!(said("7,7 8,8").1, "h8i7");
    assert_eq!(said("8,8 0,7").1, "i7a8");
}

#[test]
fn openings_with_the_size_before_them_are_a_game_a_line() {
    let text = "# renju openings\n15 h4 J3 L5 J5 H5 # first\n15 A1 B1\n";
    let (games, warnings) = games_of(text, Given::default());
    assert_eq!([0, 1].map(|game| played(&games[game].main_line())), ["h4i3k5i5h5", "a1b1"]);
    assert_eq!((games.len(), warnings), (2, vec!["the columns have no letter I: J3 = i3".to_owned()]));
    // A point with the letter I shows that the columns have it.
    assert_eq!(said("19 h4 i3 j5").1, "h4i3j5");
    assert_eq!(said("h8 i9 # the center").1, "h8i9");
}

#[test]
fn an_answer_that_is_missing_is_an_error() {
    for (text, line, point) in [
        ("START 15\nBEGIN\nTURN 8,8\n7,7\n", 3, "i7"),
        ("START 15\nTURN 8,8\nTURN 7,7\n7,8\n", 3, "h8"),
        ("START 15\nBOARD\n7,7,2\nDONE\nTURN 8,8\n7,8\n", 5, "i7"),
    ] {
        let error = format!("dialogue: line {line}: {point} comes out of turn: a move before it is missing");
        assert_eq!(error_of(text), error, "{text}");
    }
}

#[test]
fn a_command_that_the_engine_refuses_is_taken_back() {
    for (text, moves) in [
        ("START 15\nBEGIN\n7,7\nTURN 7,7\nERROR 7,7 is occupied\nTURN 8,8\n6,6\n", "h8i7g9"),
        ("START 15\nBEGIN\n7,7\nTAKEBACK 3,3\nERROR not the last stone\nTURN 8,8\n6,6\n", "h8i7g9"),
        ("START 15\nBEGIN\n7,7\nBOARD\n1,1,1\n1,1,2\nDONE\nERROR two stones\nTURN 8,8\n6,6\n", "h8i7g9"),
        ("START 15\nPLAY 7,7\n7,7\nTURN 8,8\n6,6\n", "h8i7g9"),
    ] {
        assert_eq!(said(text), ("dialogue", moves.to_owned(), Vec::new()), "{text}");
    }
    // Each block has its own blocked cells.
    for (rest, blocked) in
        [("", 1), ("BOARD 7,7,1 8,8,2 DONE\n6,6\n", 0), ("BOARD 7,7,1 8,8,2 3,3,3 4,4,3 DONE\nERROR no\n", 1)]
    {
        let text = format!("START 15\nBOARD 7,7,1 8,8,2 3,3,3 DONE\n6,6\n{rest}");
        assert_eq!(read(&text, Given::default()).unwrap().blocked.len(), blocked, "{text}");
    }
    // Stones of a block are taken back like others, and come back when the engine refuses.
    for (rest, stones) in [("TAKEBACK 8,8\n", 3), ("TAKEBACK 8,8\nTAKEBACK 1,1\n", 2), ("TAKEBACK 8,8\nERROR no\n", 4)]
    {
        let text = format!("START 15\nBOARD\n1,1,1\n2,2,1\n7,7,2\n8,8,2\nDONE\n{rest}");
        let game = read(&text, Given::default()).unwrap();
        assert_eq!(game.setup.len() + game.moves.len(), stones, "{text}");
    }
    let passed = read("START 15\nINFO rule 4\nBEGIN\n7,7\nTURN -1,-1\n6,6\n", Given::default()).unwrap();
    assert_eq!((&*played(&passed), &*passed.passes), ("h8g9", &[1][..]));
    assert!(
        error_of("START 15\nBEGIN\n7,7\nTURN -1,-1\n6,6\n").contains("line 4: -1,-1 is a pass: freestyle has none")
    );
}

#[test]
fn points_that_a_search_leaves_out_are_neither_stones_nor_blocked_cells() {
    for (lists, is_in_force) in [
        ("YXBLOCK\n9,9\nDONE\n", true),
        ("YXBLOCK 9,9 DONE\n", true),
        ("YXBLOCK\n9,9\nDONE\nYXBLOCKRESET\n", false),
        ("YXBLOCKPATH\n7,7\n8,8\nDONE\n", false),
        ("YXSOOSORVSTEP2\n1,1\n2,2\n3,3\nDONE\n", false),
    ] {
        let (tree, report) =
            tree_of(format!("START 15\nBEGIN\n7,7\n{lists}TURN 9,9\n").as_bytes(), "", Given::default());
        let game = tree.main_line();
        assert_eq!((&*played(&game), game.blocked.len()), ("h8j6", 0), "{lists}");
        let sentence = "YXBLOCK keeps moves out of the search only: its cells stay free".to_owned();
        assert_eq!(sentences(&report), Vec::from_iter(is_in_force.then_some(sentence)), "{lists}");
    }
}

#[test]
fn a_log_is_read_behind_its_labels_times_and_fences() {
    let lines = ["START 15", "OK", "BEGIN", "7,7", "TURN 8,8", "6,6"];
    for [sent, received] in [
        ["[in] ", "[out] "],
        ["Send: ", "Recv: "],
        ["→ ", "← "],
        ["--> ", "<-- "],
        ["12:00:01.250 --> ", "12:00:02 <-- "],
        ["2026-01-31 12:00:01 ", "2026-01-31T12:00:02Z "],
        ["[2026-01-31 12:00:01,250] [in] ", "[2026-01-31 12:00:01,250] [out] "],
    ] {
        let line = |(index, line): (usize, &&str)| format!("{}{line}\n", if index % 2 == 0 { sent } else { received });
        let log: String = lines.iter().enumerate().map(line).collect();
        assert_eq!(said(&log), ("dialogue", "h8i7g9".to_owned(), Vec::new()), "{log}");
    }
    let fence = |text: &str| format!("Here is my game:\n\n```text\n{text}\n```\nThanks, all!\n");
    assert_eq!(said(&fence(&lines.join("\n"))).1, "h8i7g9");
    assert_eq!(said(&fence("(;GM[4]SZ[15];B[hh];W[ii])")), ("sgf", "h8i7".to_owned(), Vec::new()));
    // The numbers of the lines are those of the whole text.
    assert!(error_of(&fence("START 15\nTURN 15,3")).contains("line 5: 15,3 is off the 15x15 board"));
}

/// Rapfi's points after `YXSHOWINFO` depend on its settings; a board that it prints shows them.
#[test]
fn a_printed_board_shows_the_order_of_the_numbers_of_points() {
    let board = |stone: (usize, usize)| {
        let row = |y: usize| {
            let cells: Vec<&str> = (0..15).map(|x| if (x, y) == stone { "X" } else { "." }).collect();
            format!("MESSAGE  {} {}\n", cells.join(" "), y + 1)
        };
        format!("MESSAGE ----------------Board----------------\n{}", (0..15).map(row).collect::<String>())
    };
    let log = |board: &str| {
        format!("ABOUT\nname=\"Rapfi\"\nyxshowinfo\nSTART 15\nyxboard\n6,9,2\ndone\n{board}5,5\nTURN 6,8\n")
    };
    for (stone, moves) in [((6, 9), "g6"), ((6, 5), "g6"), ((9, 8), "j9")] {
        let (format, found, warnings) = said(&log(&board(stone)));
        assert_eq!((format, &found[..2], warnings), ("dialogue", moves, vec![]), "{stone:?}");
    }
    // Without a board the order is said, and a board of other stones shows nothing.
    for other in [String::new(), board((1, 1))] {
        let (_, found, warnings) = said(&log(&other));
        assert_eq!(
            (&found[..2], warnings),
            ("j9", vec!["the points after YXSHOWINFO are read as row,column".to_owned()])
        );
    }
}

#[test]
fn the_end_of_a_dialogue_leaves_no_bad_line_of_a_block_unsaid() {
    let (_, moves, warnings) = said("START 15\nBOARD\n7,7,1\n8;8\n8,6,2\nEND\n");
    assert_eq!(moves, "h8i9");
    let expected =
        ["line 2: DONE is missing: the stones up to the end were read", "line 4: '8;8' is not a stone: left out"];
    assert_eq!(warnings, expected);
}

#[test]
fn a_session_of_gtp_keeps_every_game() {
    let games_of = |text: &str| -> Vec<String> {
        let games = games_of(text, Given::default()).0.into_iter().map(|tree| tree.main_line());
        games.map(|game| format!("{} {}", game.size, played(&game))).collect()
    };
    let (first, second) =
        ("boardsize 15\nclear_board\nplay b H8\nplay w G9\n", "boardsize 19\nclear_board\nplay b D4\n");
    assert_eq!(games_of(&format!("{first}{second}")), ["15x15 h8g9", "19x19 d4"]);
    assert_eq!(games_of(&format!("{first}clear_board\n")), ["15x15 h8g9"]);
    // A manager may set the whole game up again before each move.
    assert_eq!(games_of(&format!("{first}{first}play b F8\n")), ["15x15 h8g9f8"]);
}

#[test]
fn an_arrow_in_a_message_is_no_mark_of_the_log() {
    for (sent, received) in [("", ""), ("--> ", "<-- "), ("[in] ", "[out] "), ("Wine -> ", "Wine <- ")] {
        for message in ["MESSAGE best line -> 6,6", "DEBUG 6,6 <- 7,7"] {
            let text = format!(
                "{sent}START 15\n{sent}BEGIN\n{received}7,7\n{sent}TURN 8,8\n{received}{message}\n{received}6,7\n"
            );
            assert_eq!(said(&text), ("dialogue", "h8i7g8".to_owned(), Vec::new()), "{text}");
        }
    }
}
