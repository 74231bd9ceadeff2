//! Random dialogues with a session in this process, compared with a model of `protocol.md`: each line has an answer
//! that the state allows, and a request for a move has exactly one line of coordinates.

use crate::common::session::Session;
use crate::common::times;
use crate::dialogue::{check_dialogue, check_end, check_gtp, dialogue, gtp_line, session};
use proptest::prelude::*;
use std::time::Duration;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases: cases * times() as u32,
        failure_persistence: None,
        max_shrink_iters: 400,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn every_line_has_the_answer_that_its_state_allows(lines in dialogue(), at_once in any::<bool>()) {
        check_dialogue(&lines, at_once)?;
    }

    #[test]
    fn the_answers_before_end_are_in_order_and_end_always_ends(lines in dialogue()) {
        check_end(&lines)?;
    }
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn every_gtp_command_has_one_response_in_its_order(lines in prop::collection::vec(gtp_line(), 1..30)) {
        check_gtp(&lines)?;
    }
}

#[test]
fn a_request_without_an_answer_leaves_the_position_unchanged() {
    let mut session = session();
    session.send("START 5");
    assert_eq!(session.answer().as_deref(), Some("OK"));
    // Every cell but 0,0 and 1,0 is blocked.
    let all: Vec<String> = (2..25).map(|i| format!("{},{}", i % 5, i / 5)).collect();
    session.send(&format!("YXBLOCK {} DONE", all.join(" ")));
    session.send("PLAY 0,0");
    assert_eq!(session.answer().as_deref(), Some("0,0"));
    session.send("TURN 1,0");
    assert!(session.answer().unwrap().starts_with("ERROR every move is blocked"));
    session.send("TAKEBACK 0,0");
    assert_eq!(session.answer().as_deref(), Some("OK"), "1,0 was not placed");
}

/// The crate leaves ending the process to its caller.
#[test]
fn the_end_of_a_session_is_not_the_end_of_the_process() {
    for last in ["END", ""] {
        let mut session = Session::start();
        session.send("START 15");
        session.send("INFO timeout_turn 100000");
        session.send("TURN 7,7");
        session.send(last);
        session.close_input();
        assert!(session.ends_within(Duration::from_secs(5)));
    }
}
