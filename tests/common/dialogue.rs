//! Random dialogues with a session in this process, and checks of its answers.

use crate::common::model::{Answer, Model};
use crate::common::session::Session;
use proptest::prelude::*;
use proptest::sample::select;
use std::time::Duration;

/// Fails with the reason.
pub type Checked = Result<(), TestCaseError>;

/// Random lines: mostly valid, some faulty, some noise.
pub fn line() -> impl Strategy<Value = String> {
    let point = || (-1..9i32, -1..9i32).prop_map(|(x, y)| format!("{x},{y}"));
    let verb = select(vec!["TURN", "TURN", "TURN", "PLAY", "TAKEBACK"]);
    let block = select(vec!["BOARD", "YXBOARD", "SWAP2BOARD", "SWAPBOARD", "YXBLOCK", "YXBLOCKUNDO", "YXBLOCKPATH"]);
    let size = select(vec!["5", "6", "8", "6,8", "4", "x", ""]);
    let other = "RESTART|BEGIN|STOP|YXSTOP|ABOUT|YXSHOWFORBID|YXNBEST 2|YXNBEST 0|YXSEARCHDEFEND|YXBALANCEONE 0|\
                 YXBALANCETWO 10|YXBALANCEONE x|YXBLOCKRESET|YXBLOCKPATHRESET|YXFORBID add 3 3 0|YXFORBID add 3 3|TAKEBACK|\
                 YXHASHCLEAR|YXHASHDUMP|YXHASHLOAD file|INFO rule 0|INFO rule 4|INFO rule 5|INFO rule 8|\
                 INFO timeout_turn 40|INFO timeout_turn 0|INFO nothing|noise of the line|7,7|é\u{7f}";
    let other = select(other.split('|').collect::<Vec<_>>());
    prop_oneof![
        3 => (verb, point()).prop_map(|(verb, point)| format!("{verb} {point}")),
        2 => (point(), select(vec!["", ",1", ",2", ",3", ",4"])).prop_map(|(point, owner)| point + owner),
        1 => block.prop_map(str::to_owned),
        1 => Just("DONE".to_owned()),
        1 => size.prop_map(|size| format!("START {size}")),
        2 => other.prop_map(str::to_owned),
        1 => "[A-Z]{1,9} [ -~]{0,12}".prop_filter("ends the session", |line| !line.starts_with("END ")),
    ]
}

/// A random conversation, in most cases after `START 6`.
pub fn dialogue() -> impl Strategy<Value = Vec<String>> {
    let start = prop_oneof![4 => Just(Some("START 6".to_owned())), 1 => Just(None)];
    (start, prop::collection::vec(line(), 1..40)).prop_map(|(start, lines)| start.into_iter().chain(lines).collect())
}

/// A session with searches of a few nodes.
pub fn session() -> Session {
    let mut session = Session::start();
    session.send("INFO max_node 60");
    session.send("INFO hash_size 1024");
    session.send("INFO timeout_turn 2000");
    session
}

/// Takes the answer to a line from the session and checks it against the model.
fn check_answer(model: &mut Model, session: &mut Session, line: &str) -> Result<(), TestCaseError> {
    for expected in model.on_line(line) {
        if expected == Answer::None {
            continue;
        }
        let Some(answer) = session.answer() else {
            return Err(TestCaseError::fail(format!("no answer to '{line}', expected {expected:?}")));
        };
        prop_assert!(model.accept(&expected, &answer), "'{line}' was answered by '{answer}', expected {expected:?}");
    }
    Ok(())
}

/// Checks that each line has the answers that the model allows, and that no further ones come. The lines are sent all
/// at once, or each after the answers to the one before it.
pub fn check_dialogue(lines: &[String], at_once: bool) -> Checked {
    let mut session = session();
    let mut model = Model::default();
    if at_once {
        lines.iter().for_each(|line| session.send(line));
    }
    for line in lines {
        if !at_once {
            session.send(line);
        }
        check_answer(&mut model, &mut session, line)?;
    }
    // Closes an open block, so that ABOUT is answered in every state.
    session.send("ABOUT");
    check_answer(&mut model, &mut session, "ABOUT")?;
    session.close_input();
    prop_assert!(session.ends_within(Duration::from_secs(5)), "the end of input ends the session");
    prop_assert_eq!(session.rest(), Vec::<String>::new());
    Ok(())
}

/// Checks that the output before `END` is read is a prefix of the expected answers, and that nothing follows it.
pub fn check_end(lines: &[String]) -> Checked {
    let mut session = session();
    lines.iter().for_each(|line| session.send(line));
    session.send("END");
    session.send("ABOUT");
    prop_assert!(session.ends_within(Duration::from_secs(5)), "END ends the session");
    let mut answers = session.rest().into_iter();
    let mut model = Model::default();
    'lines: for line in lines {
        for expected in model.on_line(line) {
            if expected == Answer::None {
                continue;
            }
            let Some(answer) = answers.next() else { break 'lines };
            prop_assert!(model.accept(&expected, &answer), "'{}' was answered by '{}'", line, answer);
        }
    }
    prop_assert_eq!(answers.next(), None, "nothing is printed after END");
    Ok(())
}

/// GTP commands of all kinds.
pub fn gtp_line() -> impl Strategy<Value = String> {
    let color = || select(vec!["b", "w", "BLACK", "white", "red", ""]);
    let vertex = || prop_oneof![4 => "[A-HJ-P][1-9]", 1 => "[a-zA-Z]{0,3}[0-9]{0,3}", 1 => Just("pass".to_owned())];
    let other = "genmove b|genmove w|reg_genmove b|undo|clear_board|boardsize 7|boardsize 15|\
                 rectangular_boardsize 30 5|showboard|lz-analyze 1|kata-analyze w 1 maxmoves 2|\
                 kata-genmove_analyze b|lz-genmove_analyze|tengen-rule renju|tengen-rule caro|tengen-rule x|\
                 tengen-result|tengen-forbidden|gg-undo 2|printsgf|kata-get-rules|\
                 kata-set-rules {\"basicrule\":\"RENJU\",\"maxmoves\":0}|kata-set-rule basicrule CARO_NOSIX|stop|\
                 boardsize 9 7|gogui-play_sequence b A1 w pass b A2|gogui-setup b C3 w C4|gogui-setup_player w|\
                 gogui-rules_legal_moves|gogui-rules_board|gogui-analyze_commands|final_score|clear_cache|\
                 time_settings 0 0 0|time_left b 1 0|loadsgf /nowhere 3|komi 6.5||# comment";
    let other = select(other.split('|').collect::<Vec<_>>());
    prop_oneof![
        4 => (color(), vertex()).prop_map(|(color, vertex)| format!("play {color} {vertex}")),
        4 => other.prop_map(str::to_owned),
        1 => "[a-z_-]{1,12} [ -~]{0,12}".prop_filter("ends the session", |line| !line.starts_with("quit")),
        1 => "\\PC{0,20}",
    ]
}

/// Checks that every command has exactly one response with its id, in the order of the commands, which are sent all at
/// once.
pub fn check_gtp(lines: &[String]) -> Checked {
    let mut session = Session::start_gtp();
    session.ask_gtp("tengen-nodes 60");
    for (id, line) in lines.iter().enumerate() {
        session.send(&format!("{id} {line}"));
    }
    session.send("quit");
    for (id, line) in lines.iter().enumerate() {
        let response = session.gtp_response();
        prop_assert!(response.is_some(), "no response to '{}'", line);
        let response = response.unwrap_or_default();
        let known = [format!("={id}"), format!("?{id}")].iter().any(|start| {
            response.strip_prefix(start.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\n']))
        });
        prop_assert!(known, "'{} {}' was answered by '{}'", id, line, response);
    }
    prop_assert_eq!(session.gtp_response(), Some("=".to_owned()));
    prop_assert!(session.ends_within(Duration::from_secs(5)));
    Ok(())
}
