//! Compares `protocol.md` with the code's tables, and replays its sample session.

use crate::common::process::{Process, parse_move};
use pbrain_tengen::protocol::{COMMANDS, INFO_KEYS, MAX_LINE};
use tengen_repository::pages::{document, table_under};

#[test]
fn the_commands_of_the_contract_are_those_of_the_code() {
    let rows = table_under(&document("protocol.md"), "Commands");
    let expected: Vec<[String; 4]> = COMMANDS
        .iter()
        .map(|spec| {
            [
                format!("`{}`", spec.form),
                spec.reply.to_owned(),
                if spec.extension { "extension" } else { "" }.to_owned(),
                spec.help.to_owned(),
            ]
        })
        .collect();
    let found: Vec<[String; 4]> = rows.iter().map(|row| [0, 1, 2, 3].map(|column| row[column].clone())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_gtp_commands_of_the_contract_are_those_of_the_code() {
    let rows = table_under(&document("protocol.md"), "GTP");
    let expected: Vec<Vec<String>> = pbrain_tengen::gtp::COMMANDS
        .iter()
        .map(|spec| vec![format!("`{}`", spec.form), spec.help.to_owned()])
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_info_keys_of_the_contract_are_those_of_the_code() {
    let rows = table_under(&document("protocol.md"), "INFO");
    let expected: Vec<Vec<String>> = INFO_KEYS
        .iter()
        .map(|spec| vec![format!("`{}`", spec.key), spec.value.to_owned(), spec.meaning.to_owned()])
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_longest_line_is_the_one_the_contract_names() {
    assert!(document("protocol.md").contains(&format!("{MAX_LINE} bytes")));
}

/// Replays the sample: `>` is sent to the engine, `<` is its expected answer; `x,y` matches any move.
#[test]
fn the_sample_session_of_the_contract_is_a_real_one() {
    let text = document("protocol.md");
    let sample = text.split("## A sample session").nth(1).and_then(|rest| rest.split("```").nth(1)).unwrap();
    let mut process = Process::start();
    let mut answers = 0;
    for line in sample.lines() {
        if let Some(said) = line.strip_prefix("> ") {
            process.send(said);
        } else if let Some(expected) = line.strip_prefix("< ") {
            let answer = process.answer();
            answers += 1;
            if expected == "x,y" {
                assert!(parse_move(&answer).is_some(), "{answer}");
            } else {
                assert_eq!(answer, expected);
            }
        }
    }
    assert!(answers > 8);
    assert!(process.wait_exit(std::time::Duration::from_secs(1)).is_some(), "the sample ends with END");
    assert_eq!(process.rest(), [""; 0]);
}
