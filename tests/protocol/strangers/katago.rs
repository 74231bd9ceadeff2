//! GTP commands of KataGo's and KataGomo's boards: rules, restricted analysis.

use crate::common::session::{check, session};

#[test]
fn the_rule_is_told_and_set_as_katagomo_does() {
    check(&[
        ("tengen-rule caro-exact", "="),
        (
            "kata-get-rules",
            "= {\"basicrule\":\"CARO_NOSIX\",\"firstpasswin\":false,\"maxmoves\":0,\"vcnrule\":\"NOVC\"}",
        ),
        // As QLizzie sends it, and with blanks.
        ("kata-set-rules {\"basicrule\":\"RENJU\",\"maxmoves\":0,\"firstpasswin\":false,\"vcnrule\":\"NOVC\"}", "="),
        ("tengen-rule", "= renju"),
        ("kata-set-rules { \"basicrule\": \"CARO_NOSIX\" }", "="),
        ("tengen-rule", "= caro-exact"),
        ("kata-set-rules {}", "="),
        ("kata-set-rules STANDARD", "="),
        ("tengen-rule", "= standard"),
        ("kata-set-rule basicrule CARO", "="),
        ("kata-set-rule maxmoves 0", "="),
        ("tengen-rule", "= caro"),
        ("kata-set-rule basicrule", "? syntax error: expected kata-set-rule KEY VALUE"),
        ("kata-set-param analysisWideRootNoise 0.04", "="),
        ("kata-set-param maxVisits 5", "? syntax error: expected kata-set-param analysisWideRootNoise NUMBER"),
        ("stop", "="),
    ]);
}

/// A refused command changes nothing.
#[test]
fn rules_of_another_game_are_refused() {
    let mut session = session();
    for command in [
        "kata-set-rules",
        "kata-set-rules japanese",
        "kata-set-rules {\"ko\":\"POSITIONAL\",\"scoring\":\"AREA\"}",
        "kata-set-rules {\"basicrule\":\"DIRECT_FOUR\"}",
        "kata-set-rules {\"basicrule\":\"RENJU\",\"maxmoves\":50}",
        "kata-set-rules {\"basicrule\":\"RENJU\",\"vcnrule\":\"VCTB\"}",
        "kata-set-rules {\"basicrule\":\"RENJU\",:,\"",
        "kata-set-rule firstpasswin true",
        "kata-set-rule ko SIMPLE",
    ] {
        let answer = session.ask_gtp(command);
        assert!(answer.starts_with("? "), "{command}: {answer}");
        assert_eq!(session.ask_gtp("tengen-rule"), "= freestyle", "{command}");
    }
}

/// QLizzie's commands for a position, each of which has to succeed.
#[test]
fn an_analysis_of_qlizzie_begins() {
    let mut session = session();
    for command in [
        "stop",
        "boardsize 15",
        "komi 0.0",
        "kata-set-param analysisWideRootNoise 0.04",
        "kata-set-rules {\"basicrule\":\"FREESTYLE\",\"maxmoves\":0,\"firstpasswin\":false,\"vcnrule\":\"NOVC\"}",
        "clear_board",
        "play B H8",
        "time_settings 0 5.0 1",
    ] {
        assert_eq!(session.ask_gtp(command), "=", "{command}");
    }
    session.send("kata-analyze W 1");
    assert_eq!(session.line().as_deref(), Some("="));
    assert!(session.line().is_some_and(|line| line.starts_with("info move ")));
    session.send("stop");
    while !session.line().unwrap().is_empty() {}
    assert_eq!(session.gtp_response().as_deref(), Some("="));
}

#[test]
fn an_analysis_looks_at_the_allowed_moves_alone() {
    let mut session = session();
    for line in ["tengen-nodes 2000", "play b H8"] {
        assert_eq!(session.ask_gtp(line), "=");
    }
    for (keys, allowed) in [("allow w A1,B2 1", ["A1", "B2"]), ("avoid w A1 1 allow w A1,O15,B2 1", ["O15", "B2"])] {
        let response = session.ask_gtp(&format!("kata-genmove_analyze w 1 maxmoves 5 {keys}"));
        let moves: Vec<&str> =
            response.split("info move ").skip(1).map(|info| info.split(' ').next().unwrap()).collect();
        assert!(moves.iter().all(|vertex| allowed.contains(vertex)), "{keys}: {response}");
        // Distant points have lines, too.
        assert!(allowed.iter().all(|vertex| moves.contains(vertex)), "{keys}: {response}");
        let played = response.rsplit("play ").next().unwrap();
        assert!(allowed.contains(&played), "{keys}: {response}");
        assert_eq!(session.ask_gtp("undo"), "=");
    }
    // Restrictions for the other color do not apply to this one.
    assert!(!session.ask_gtp("kata-genmove_analyze w 1 allow b A1 1").ends_with("play A1"));
}
