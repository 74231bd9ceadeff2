//! Compares `protocol.md` with the code's tables, and replays its sample session.

use crate::common::process::{Process, parse_move};
use pbrain_tengen::gtp;
use pbrain_tengen::protocol::{COMMANDS, CommandSpec, INFO_KEYS, MAX_LINE};
use tengen_repository::pages::{document, table_under};

#[test]
fn the_tables_of_the_contract_are_those_of_the_code() {
    let extension = |spec: &CommandSpec| if spec.extension { "extension" } else { "" };
    let commands = COMMANDS.iter().map(|spec| vec![spec.form, spec.reply, extension(spec), spec.help]).collect();
    let of_gtp = gtp::COMMANDS.iter().map(|spec| vec![spec.form, spec.help]).collect();
    let keys = INFO_KEYS.iter().map(|spec| vec![spec.key, spec.value, spec.meaning]).collect();
    let tables: [(&str, Vec<Vec<&str>>); 3] = [("Commands", commands), ("GTP", of_gtp), ("INFO", keys)];
    for (heading, expected) in tables {
        let rows = table_under(&document("protocol.md"), heading);
        assert_eq!(rows.len(), expected.len(), "{heading}");
        for (row, columns) in rows.iter().zip(expected) {
            assert_eq!(row[0], format!("`{}`", columns[0]), "{heading}");
            assert_eq!(row[1..columns.len()], columns[1..], "{heading}: {}", columns[0]);
        }
    }
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
