//! Random dialogues with a session in this process, compared with a model of `protocol.md`: each line has an answer
//! that the state allows, and a request for a move has exactly one line of coordinates.

use crate::common::times;
use crate::dialogue::{check_dialogue, check_end, check_gtp, dialogue, gtp_line};
use proptest::prelude::*;

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
