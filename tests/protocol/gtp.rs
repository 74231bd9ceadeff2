//! GTP sessions: dialogues and analysis.

use crate::common::session::{Session, check, session};
use std::time::{Duration, Instant};

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn every_command_of_the_list_is_known_and_the_required_ones_are_among_them() {
    let mut session = session();
    let list = session.ask_gtp("list_commands");
    let commands: Vec<&str> = list.trim_start_matches("= ").lines().collect();
    for name in &commands {
        assert_eq!(session.ask_gtp(&format!("known_command {name}")), "= true");
    }
    let required = "protocol_version name version known_command list_commands quit boardsize clear_board komi play \
                    genmove undo time_settings time_left lz-analyze kata-analyze lz-genmove_analyze kata-genmove_analyze \
                    showboard loadsgf final_score tengen-rule";
    for name in required.split_whitespace() {
        assert!(commands.contains(&name), "{name}");
    }
    assert_eq!(session.ask_gtp("known_command set_free_handicap"), "= false");
}

#[test]
fn ids_errors_comments_and_control_characters_are_as_in_the_specification() {
    check(&[
        ("protocol_version", "= 2"),
        ("7 name", "=7 Tengen"),
        ("  8\tkomi \t 6.5 # nothing to it", "=8"),
        ("9 ko\u{1}mi 0\u{7f}", "=9"),
        ("10", "?10 unknown command"),
        ("hello", "? unknown command"),
        ("2147483648 name", "? unknown command"),
        ("komi", "? syntax error: expected komi NUMBER"),
        ("boardsize 4", "? unacceptable size: expected 5 to 120"),
        ("boardsize 121", "? unacceptable size: expected 5 to 120"),
        ("boardsize x", "? syntax error: expected boardsize WIDTH [HEIGHT]"),
        ("boardsize 15 10 5", "? syntax error: expected boardsize WIDTH [HEIGHT]"),
        ("boardsize", "? syntax error: expected boardsize WIDTH [HEIGHT]"),
        ("set_free_handicap D4 Q16", "? handicap stones are not supported: expected play"),
        ("undo", "? cannot undo: there is no move"),
        ("final_score", "? cannot score: the game is not over"),
        ("tengen-result", "= unfinished"),
        ("genmove", "? syntax error: expected a color"),
        ("genmove red", "? invalid color: expected black or white"),
        ("loadsgf", "? syntax error: expected loadsgf FILE[:GAME] [MOVE]"),
        ("tengen-threads 0", "? syntax error: expected tengen-threads NUMBER, 1 or more"),
        ("tengen-threads two", "? syntax error: expected tengen-threads NUMBER, 1 or more"),
        ("tengen-threads 1000000", "="),
    ]);
    let mut session = session();
    // Blank lines and lines with only a comment have no response.
    session.send("\n# nothing\n   \n\u{1}");
    assert_eq!(session.ask_gtp("5 name"), "=5 Tengen");
    assert!(session.ask_gtp(&"x".repeat(70_000)).starts_with("? a line is longer than 65536 bytes"));
}

#[test]
fn moves_are_played_undone_and_refused() {
    check(&[
        ("play black J8", "="),
        ("play w j8", "? illegal move: J8 is occupied"),
        ("play b I8", "? invalid vertex: expected a point on the 15x15 board, as in A1; there is no column I"),
        ("play b Q1", "? invalid vertex: expected a point on the 15x15 board, as in A1; there is no column I"),
        ("play b", "? syntax error: expected play COLOR VERTEX"),
        ("play white PASS", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo: there is no move"),
        ("play white J8", "="),
        // Another rule leaves the side to move as it is after a move was taken back.
        ("play white J9", "="),
        ("undo", "="),
        ("tengen-rule renju", "="),
        ("gogui-rules_side_to_move", "= white"),
        ("tengen-rule freestyle", "="),
        ("boardsize 10 30", "="),
        ("play b A30", "="),
        ("boardsize 30:10", "="),
        ("play b AE10", "="),
        ("rectangular_boardsize 30 10", "="),
        ("play b AA1", "="),
        ("play b AE10", "="),
        ("play b AF10", "? invalid vertex: expected a point on the 30x10 board, as in A1; there is no column I"),
        ("clear_board", "="),
        ("play b AA1", "="),
    ]);
}

#[test]
fn a_won_game_has_its_result_and_genmove_its_answer() {
    let mut session = session();
    for i in 1..=5 {
        assert_eq!(session.ask_gtp(&format!("play b A{i}")), "=");
    }
    for (command, response) in [
        ("final_score", "= B+1"),
        ("tengen-result", "= black wins"),
        ("genmove w", "= resign"),
        ("genmove b", "= pass"),
        ("kata-genmove_analyze w", "=\nplay resign"),
        ("undo", "="),
        ("tengen-result", "= unfinished"),
        // Under the standard rule six in a row do not win, and the result is computed again.
        ("tengen-rule standard", "="),
        ("play b A6", "="),
        ("play b A5", "="),
        ("tengen-result", "= unfinished"),
        ("tengen-rule freestyle", "="),
        ("tengen-result", "= black wins"),
        ("tengen-rule chess", "?"),
        ("tengen-rule", "= freestyle"),
    ] {
        let answer = session.ask_gtp(command);
        assert!(answer == response || response == "?" && answer.starts_with("? "), "{command}: {answer}");
    }
}

#[test]
fn the_engine_wins_with_a_four_and_blocks_one() {
    for color in ["b", "w"] {
        let mut session = session();
        for vertex in ["D8", "E8", "F8", "G8"] {
            assert_eq!(session.ask_gtp(&format!("play {color} {vertex}")), "=");
        }
        for command in ["reg_genmove b", "genmove b"] {
            let answer = session.ask_gtp(command);
            assert!(["= C8", "= H8"].contains(&answer.as_str()), "{color}: {answer}");
        }
        let result = session.ask_gtp("tengen-result");
        assert_eq!(result, if color == "b" { "= black wins" } else { "= unfinished" });
    }
}

#[test]
fn the_board_is_shown_with_columns_without_i() {
    let mut session = session();
    assert_eq!(session.ask_gtp("rectangular_boardsize 10 5"), "=");
    assert_eq!(session.ask_gtp("play b J5"), "=");
    let board = session.ask_gtp("showboard");
    assert!(board.contains("\n    A B C D E F G H J K\n"), "{board}");
    assert!(board.contains("\n  5 . . . . . . . . X . 5\n"), "{board}");
    assert!(board.ends_with("10x5 freestyle, White to move"), "{board}");
}

#[test]
fn an_analysis_streams_until_any_line_comes() {
    for (command, stop, form) in [
        ("12 lz-analyze b 1", "", "winrate "),
        ("12 kata-analyze 1 maxmoves 3", "name", "winrate 0."),
        ("12 lz-analyze interval 2", "# a comment", "winrate "),
    ] {
        let mut session = Session::start_gtp();
        assert_eq!(session.ask_gtp("play b H8"), "=");
        session.send(command);
        assert_eq!(session.line().unwrap(), "=12");
        let info = session.line().unwrap();
        assert!(info.starts_with("info move ") && info.contains(" visits ") && info.contains(" order 0 pv "), "{info}");
        assert!(info.contains(form), "{info}");
        let start = Instant::now();
        session.send(stop);
        while !session.line().unwrap().is_empty() {}
        assert!(start.elapsed() < 5 * SECOND);
        if stop == "name" {
            assert_eq!(session.gtp_response().unwrap(), "= Tengen");
        }
        assert_eq!(session.ask_gtp("13 version"), format!("=13 {}", env!("CARGO_PKG_VERSION")));
    }
}

#[test]
fn an_analysis_of_a_decided_position_stays_open_until_a_line_comes() {
    let mut session = Session::start_gtp();
    for i in 1..=4 {
        assert_eq!(session.ask_gtp(&format!("play b A{i}")), "=");
    }
    session.send("kata-analyze b 1");
    assert_eq!(session.line().unwrap(), "=");
    let info = session.line().unwrap();
    assert!(info.starts_with("info move A5 ") && info.contains("winrate 1.000000"), "{info}");
    session.send("name");
    while !session.line().unwrap().is_empty() {}
    assert_eq!(session.gtp_response().unwrap(), "= Tengen");
    assert_eq!(session.ask_gtp("play b A5"), "=");
    session.send("lz-analyze w 1");
    assert_eq!(session.line().unwrap(), "=");
    // Meanwhile an analysis that began later has lines.
    let mut later = Session::start_gtp();
    assert_eq!(later.ask_gtp("play b H8"), "=");
    later.send("lz-analyze w 1");
    (0..4).for_each(|_| drop(later.line().unwrap()));
    session.send("name");
    assert_eq!(session.line().unwrap(), "", "a game that is over has no lines");
    assert_eq!(session.gtp_response().unwrap(), "= Tengen");
    session.send("lz-analyze w 1");
    assert_eq!(session.line().unwrap(), "=");
    session.send("# interrupt");
    assert_eq!(session.line().unwrap(), "", "GoGui's interrupt ends it, too");
}

#[test]
fn genmove_with_analysis_ends_with_the_move() {
    let mut session = session();
    for (command, color) in [("lz-genmove_analyze b 1", "b"), ("kata-genmove_analyze w 1 maxmoves 2", "w")] {
        session.send(command);
        session.send("name");
        let lines: Vec<String> = session.gtp_response().unwrap().lines().map(str::to_owned).collect();
        assert_eq!(lines[0], "=");
        let vertex = lines.last().unwrap().strip_prefix("play ").unwrap_or_else(|| panic!("{lines:?}"));
        assert!(lines[1..lines.len() - 1].iter().all(|line| line.starts_with("info move ")), "{lines:?}");
        assert_eq!(session.gtp_response().unwrap(), "= Tengen", "the next command waits for the move");
        assert!(session.ask_gtp(&format!("play {color} {vertex}")).contains("occupied"));
    }
}

/// Board programs ask for moves with this command where they can; a weak level has no lines to show.
#[test]
fn genmove_with_analysis_plays_at_the_level_that_is_set() {
    let mut session = session();
    assert_eq!(session.ask_gtp("tengen-strength 0"), "=");
    for vertex in ["play b H8", "play w J9", "play b H9"] {
        assert_eq!(session.ask_gtp(vertex), "=");
    }
    let answer = session.ask_gtp("lz-genmove_analyze w 10 avoid w H10,H7 20");
    let vertex = answer.strip_prefix("=\nplay ").unwrap_or_else(|| panic!("{answer}"));
    assert!(!["H10", "H7"].contains(&vertex), "{answer}");
    assert!(session.ask_gtp(&format!("play w {vertex}")).contains("occupied"));
}

#[test]
fn time_settings_limit_the_move() {
    for settings in ["time_settings 0 0 0", "time_settings 0 1 10", "time_settings 2 0 0", "time_settings 0 0.5 1"] {
        let mut session = Session::start_gtp();
        assert_eq!(session.ask_gtp(settings), "=");
        assert_eq!(session.ask_gtp("play b H8"), "=");
        let start = Instant::now();
        assert!(session.ask_gtp("genmove w").starts_with("= "));
        assert!(start.elapsed() < 3 * SECOND, "{settings}: {:?}", start.elapsed());
    }
    check(&[
        ("time_settings 1 2", "? syntax error: expected time_settings MAIN PERIOD STONES, in seconds"),
        ("time_settings -1 2 3", "? syntax error: expected time_settings MAIN PERIOD STONES, in seconds"),
        ("time_left b 10 0", "="),
        // Programs of Go send decimal numbers, too.
        ("time_left w 9.75 0", "="),
        ("time_settings 0 0.1 1", "="),
        ("time_left x 10 0", "? invalid color: expected black or white"),
        ("time_left b", "? syntax error: expected time_left COLOR TIME STONES, in seconds"),
    ]);
}

#[test]
fn the_end_of_input_ends_a_search_with_an_answer() {
    for (command, answers) in [("genmove b", "= "), ("kata-analyze b 10", "="), ("reg_genmove w", "= ")] {
        let ends_soon = || {
            let mut session = Session::start_gtp();
            assert_eq!(session.ask_gtp("time_settings 0 1000 1"), "=");
            assert_eq!(session.ask_gtp("play b H8"), "=");
            session.send(command);
            let start = Instant::now();
            session.close_input();
            assert!(session.gtp_response().unwrap().starts_with(answers), "{command}");
            // A second for the answer of the stopping search, and one for the end.
            session.ends_within(SECOND) && start.elapsed() < 2 * SECOND
        };
        // A busy machine may delay the process.
        assert!((0..5).any(|_| ends_soon()), "{command}");
    }
}

#[test]
fn the_sample_dialogue_of_the_contract_is_a_real_one() {
    let text = tengen_repository::pages::document("protocol.md");
    let sample = text.split("\n## GTP\n").nth(1).and_then(|rest| rest.split("```").nth(1)).unwrap();
    let mut session = Session::start_gtp();
    let mut commands = 0;
    for pair in sample.trim().lines().collect::<Vec<_>>().chunks(2) {
        let (command, response) = (pair[0].strip_prefix("> ").unwrap(), pair[1].strip_prefix("< ").unwrap());
        assert_eq!(session.ask_gtp(command), response, "{command}");
        commands += 1;
    }
    assert_eq!(commands, 5);
}
