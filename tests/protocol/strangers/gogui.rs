//! GTP commands of GoGui: game rulers, setup, SGF.

use crate::common::session::{Session, check, session};
use std::io::Write;
use std::process::{Command, Stdio};

/// All commands that GoGui sends if the engine lists them: those of its manual ("Compatibility of Go Programs") and of
/// its game rulers (`GenericBoard.java`, `GoGui.java`).
#[test]
fn every_command_of_gogui_is_answered_or_said_to_be_unknown() {
    let mut session = session();
    let known = "name|version|protocol_version|list_commands|boardsize 15|clear_board|gogui-setup b H8 w J8|\
                 gogui-setup_player b|gogui-play_sequence b H9 w J9|gg-undo 2|play b H9|genmove w|undo|komi 0|\
                 time_settings 60 10 1|time_left b 60 0|gogui-analyze_commands|gogui-interrupt|gogui-rules_game_id|\
                 gogui-rules_board_size|gogui-rules_board|gogui-rules_side_to_move|gogui-rules_legal_moves|\
                 gogui-rules_board_gfx|gogui-rules_final_result";
    // Commands specific to Go, to other ways of interrupting, and to games with captures.
    let unknown = "final_status_list dead|kgs-genmove_cleanup b|set_free_handicap D4|gogui-sigint|gogui-title|\
                 gogui-version 1.6|gogui-action_forward 1|gogui-rules_captured_count|gogui-rules_setup";
    let commands = known.split('|').map(|command| (command, true));
    for (command, is_known) in commands.chain(unknown.split('|').map(|command| (command, false))) {
        let name = command.split(' ').next().unwrap();
        assert_eq!(session.ask_gtp(&format!("known_command {name}")), if is_known { "= true" } else { "= false" });
        assert_eq!(session.ask_gtp(command).starts_with('='), is_known, "{command}");
    }
    // The commands of its analysis menu.
    let menu = session.ask_gtp("gogui-analyze_commands");
    for line in menu.trim_start_matches("= ").lines() {
        let [kind, label, command] = line.split('/').collect::<Vec<_>>()[..] else { panic!("{line}") };
        assert!(!kind.is_empty() && !label.is_empty());
        if !command.contains("%w") {
            assert!(session.ask_gtp(&command.replace("%c", "b")).starts_with('='), "{command}");
        }
    }
}

#[test]
fn a_game_ruler_knows_the_moves_the_board_and_the_end() {
    let mut session = session();
    for (rule, id) in [
        ("freestyle", "Gomoku"),
        ("standard", "Gomoku standard"),
        ("renju", "Renju"),
        ("caro", "Caro"),
        ("caro-exact", "Caro exact"),
    ] {
        assert_eq!(session.ask_gtp(&format!("tengen-rule {rule}")), "=");
        assert_eq!(session.ask_gtp("gogui-rules_game_id"), format!("= {id}"));
    }
    assert_eq!(session.ask_gtp("gogui-rules_board_size"), "= 15");
    assert_eq!(session.ask_gtp("rectangular_boardsize 6 5"), "=");
    assert_eq!(session.ask_gtp("gogui-rules_board_size"), "= 6 5");
    assert_eq!(session.ask_gtp("gogui-play_sequence b A5 w F1"), "=");
    assert_eq!(
        session.ask_gtp("gogui-rules_board"),
        "=\nX . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . O"
    );
    assert_eq!(session.ask_gtp("gogui-rules_side_to_move"), "= black");
    let legal = session.ask_gtp("gogui-rules_legal_moves");
    assert_eq!(legal.split(' ').count(), 1 + 28, "no pass in caro: {legal}");
    // Two open threes of Black meet at H8.
    let mut session = self::session();
    session.ask_gtp("tengen-rule renju");
    assert_eq!(session.ask_gtp("gogui-play_sequence b J8 w A1 b K8 w A15 b H7 w O1 b H6 w O15"), "=");
    let legal = session.ask_gtp("gogui-rules_legal_moves");
    assert!(legal.ends_with(" pass") && !legal.contains(" H8 ") && legal.contains(" H9 "), "{legal}");
    assert_eq!(session.ask_gtp("gogui-rules_board_gfx"), "= MARK H8");
    assert_eq!(session.ask_gtp("tengen-forbidden"), "= H8");
    assert_eq!(session.ask_gtp("play b H8"), "? illegal move: H8 is forbidden in renju");
    // GoGui tells its ruler each move twice, and ignores that a stone is refused the second time.
    for _ in 0..2 {
        assert_eq!(session.ask_gtp("play b pass"), "=");
        assert_eq!(session.ask_gtp("gogui-rules_side_to_move"), "= white");
        assert_eq!(session.ask_gtp("tengen-result"), "= unfinished");
    }
    assert_eq!(session.ask_gtp("gogui-rules_board_gfx"), "=");
    // Passes of both colors are a draw in renju; the other rules ignore them.
    assert_eq!(session.ask_gtp("play w pass"), "=");
    assert_eq!(session.ask_gtp("tengen-result"), "= draw");
    assert_eq!(session.ask_gtp("tengen-rule caro"), "=");
    assert_eq!(session.ask_gtp("tengen-result"), "= unfinished");
    assert_eq!(session.ask_gtp("tengen-rule renju"), "=");
    assert_eq!(session.ask_gtp("undo"), "=");
    // No legal moves are left after the end.
    assert_eq!(session.ask_gtp("gogui-play_sequence w E3 b A2 w F3 b A3 w G3 b A4 w H3 b A6 w J3"), "=");
    assert_eq!(session.ask_gtp("gogui-rules_legal_moves"), "=");
    assert_eq!(session.ask_gtp("gogui-rules_final_result"), "= white wins");
}

/// GoGui takes rule and size from its ruler, a second process with the same command line.
#[test]
fn a_game_ruler_begins_with_the_rule_and_the_size_of_its_command_line() {
    let start = |arguments: &[&str]| {
        let mut command = Command::new(crate::common::engine_path());
        command.arg("gtp").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.spawn().unwrap();
        // A program that refuses its arguments may have closed its input.
        let _ = process.stdin.take().unwrap().write_all(b"gogui-rules_game_id\ngogui-rules_board_size\nquit\n");
        let output = process.wait_with_output().unwrap();
        [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap())
    };
    for (arguments, answers) in [
        (&[][..], "= Gomoku\n\n= 15\n\n=\n\n"),
        (&["--rule", "renju"], "= Renju\n\n= 15\n\n=\n\n"),
        (&["--size", "20x10", "--rule", "caro-exact"], "= Caro exact\n\n= 20 10\n\n=\n\n"),
    ] {
        assert_eq!(start(arguments), [answers, ""], "{arguments:?}");
    }
    for (arguments, reason) in [
        (&["--rule"][..], "--rule: expected a value"),
        (&["--rule", "go"], "rule: 'go' is none of "),
        (&["--size", "x"], "is not a board size such as 15 or 20x10"),
    ] {
        assert!(start(arguments)[1].contains(reason), "{arguments:?}");
    }
}

#[test]
fn several_moves_are_played_set_up_and_undone_together_or_not_at_all() {
    check(&[
        ("gogui-play_sequence b H8 w J8 b H8", "? illegal move: H8 is occupied"),
        ("gogui-play_sequence b H8 w", "? syntax error: expected pairs of a color and a vertex"),
        ("gg-undo", "? cannot undo: there is no move"),
        ("gogui-play_sequence b H8 w J8 b pass", "="),
        ("gg-undo 4", "? cannot undo: expected a number of moves up to 3"),
        ("gg-undo x", "? syntax error: expected gg-undo [COUNT]"),
        ("gogui-setup b A1", "? the board is not empty: expected clear_board before it"),
        ("gogui-setup_player w", "? the board is not empty: expected clear_board before it"),
        ("gg-undo 3", "="),
        ("gogui-setup b A1 w A1", "? illegal move: A1 is occupied"),
        ("gogui-setup b pass", "? syntax error: expected stones: a pass cannot be put down"),
        ("gogui-setup b A1 b A2 w C3", "="),
        ("gogui-setup_player w", "="),
        ("gogui-rules_side_to_move", "= white"),
        ("undo", "? cannot undo: there is no move"),
    ]);
}

#[test]
fn a_game_is_printed_as_sgf_that_loadsgf_reads() {
    let version = env!("CARGO_PKG_VERSION");
    let mut session = session();
    session.ask_gtp("tengen-rule renju");
    assert_eq!(session.ask_gtp("gogui-play_sequence b H8 w pass b J7"), "=");
    let sgf = format!("(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[15]RU[renju];B[hh];W[];B[ii])");
    assert_eq!(session.ask_gtp("printsgf"), format!("= {sgf}"));
    let folder = crate::common::folder::Folder::new("gogui");
    let file = folder.argument("a game.sgf");
    assert_eq!(session.ask_gtp(&format!("printsgf {file}")), "=");
    assert_eq!(session.ask_gtp("clear_board"), "=");
    assert_eq!(session.ask_gtp(&format!("loadsgf {file}")), "=");
    assert_eq!(session.ask_gtp("printsgf -"), format!("= {sgf}"));
    assert_eq!(session.ask_gtp(&format!("loadsgf {file} 3")), "=");
    assert_eq!(session.ask_gtp("gogui-rules_side_to_move"), "= black");
    assert!(session.ask_gtp("printsgf /nowhere/game.sgf").starts_with("? cannot write file: /nowhere/game.sgf: "));
}

#[test]
fn the_comment_of_gogui_ends_a_search() {
    let mut session = Session::start_gtp();
    assert_eq!(session.ask_gtp("time_settings 0 100 1"), "=");
    session.send("1 genmove b");
    std::thread::sleep(std::time::Duration::from_millis(100));
    let begin = std::time::Instant::now();
    session.send("# interrupt");
    session.send("2 gogui-rules_side_to_move");
    let response = session.gtp_response().unwrap();
    assert!(response.starts_with("=1 ") && begin.elapsed().as_secs() < 20, "{response}");
    assert_eq!(session.gtp_response().as_deref(), Some("=2 white"));
    // Without a search the line is only a comment.
    session.send("# interrupt");
    assert_eq!(session.ask_gtp("gogui-interrupt"), "=");
}
