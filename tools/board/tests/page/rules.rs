//! The rules in the Learn view, compared with the engine's.

use crate::told_of;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tengen::base::Rule;
use tengen_board::PAGES;
use tengen_study::puzzle::BUILT_IN;

/// A constant array of a script.
fn constant<T: DeserializeOwned>(path: &str, name: &str) -> Vec<T> {
    let script = PAGES.iter().find(|page| page.path == path).unwrap().text;
    let (_, table) = script.split_once(&format!("const {name} = [")).unwrap();
    let (table, _) = table.split_once("];").unwrap();
    serde_json::from_str(&format!("[{}]", table.trim_end().trim_end_matches(','))).unwrap()
}

#[test]
fn the_page_has_every_rule_of_the_engine_and_knows_which_have_puzzles() {
    let all = BTreeSet::from(Rule::ALL.map(Rule::name));
    let page: Vec<String> = constant("game/address.js", "RULES");
    assert_eq!(page.iter().map(String::as_str).collect::<BTreeSet<_>>(), all);
    let puzzles = BUILT_IN.lines().filter(|line| !line.starts_with('#'));
    let with_puzzles: BTreeSet<&str> = puzzles.filter_map(|line| line.split(' ').next()).collect();
    let without: Vec<String> = constant("learn/puzzles.js", "NO_PUZZLES");
    assert_eq!(without.iter().map(String::as_str).collect::<BTreeSet<_>>(), &all - &with_puzzles);
}

/// The winner by the engine after a row is completed by a stone in its middle.
fn winner(rule: &str, row: &str) -> Value {
    let name = |index: usize| format!("{}8", char::from(b'd' + index as u8));
    let of = |stone: char| row.match_indices(stone).map(|(index, _)| name(index)).collect::<Vec<_>>();
    let is_black = row.matches('b').count() >= 5;
    let (mut long, mut other) = if is_black { (of('b'), of('w')) } else { (of('w'), of('b')) };
    let middle = long.remove(long.len() / 2);
    long.push(middle);
    // Stones of the other side, off the row.
    other.extend(["a1", "c1", "e1", "g1", "i1", "k1"].map(str::to_owned));
    other.truncate(if is_black { long.len() - 1 } else { long.len() });
    let (first, second) = if is_black { (&long, &other) } else { (&other, &long) };
    let moves: String = first
        .iter()
        .enumerate()
        .map(|(at, point)| format!("{point}{}", second.get(at).map_or("", |point| point)))
        .collect();
    let position = json!({
        "rule": rule, "width": 15, "height": 15, "black": "", "white": "", "first": "black", "moves": moves,
    });
    let mut judged = told_of("judge", json!({ "position": position }));
    assert!(judged["code"].is_null(), "{rule} {row}: {judged}");
    judged["outcome"].take()
}

/// The page cuts a line at that move.
#[test]
fn an_impossible_position_names_its_first_wrong_move() {
    let five = "h8a1h9c1h10e1h11g1h12";
    for (black, moves, number) in [
        ("", format!("{five}i1j1k1"), json!(10)),
        ("", "h8i9h8j10".to_owned(), json!(3)),
        ("h8", "i9h8".to_owned(), json!(2)),
        ("h8h8", "i9".to_owned(), Value::Null),
    ] {
        let position = json!({
            "rule": "freestyle", "width": 15, "height": 15, "black": black, "white": "", "first": "black", "moves": moves,
        });
        for ask in ["judge", "threats"] {
            let answered = told_of(ask, json!({ "position": position }));
            assert_eq!(
                (&answered["code"], &answered["number"]),
                (&json!("position"), &number),
                "{ask} {moves}: {answered}"
            );
        }
    }
}

/// Black's stones are around the center of the board, White's far away.
#[test]
fn the_double_three_of_the_rules_is_forbidden() {
    let rows: Vec<String> = constant("learn/rules.js", "DOUBLE_THREE");
    let cells = rows.iter().enumerate().flat_map(|(y, row)| row.char_indices().map(move |(x, cell)| (x, y, cell)));
    let of = |wanted: char| -> String {
        let found = cells.clone().filter(|&(_, _, cell)| cell == wanted);
        found.map(|(x, y, _)| format!("{}{}", char::from(b'f' + x as u8), 10 - y)).collect()
    };
    let position = json!({
        "rule": "renju", "width": 15, "height": 15, "black": of('b'), "white": "a1o1a15o15", "first": "black", "moves": "",
    });
    let judged = told_of("judge", json!({ "position": position }));
    let point = of('x');
    let (column, row) = (point.as_bytes()[0] - b'a', point[1..].parse::<u64>().unwrap());
    let number = (15 - row) * 15 + u64::from(column);
    assert_eq!((&judged["forbidden"], &judged["reasons"]), (&json!([number]), &json!(["double_three"])), "{point}");
}

#[test]
fn the_rows_of_the_rules_win_as_they_say() {
    // Rule, row, and whether it wins.
    let rows: Vec<(String, String, bool)> = constant("learn/rules.js", "ROWS");
    for rule in Rule::ALL.map(Rule::name) {
        assert!(rows.iter().filter(|row| row.0 == rule).count() >= 2, "{rule}");
    }
    for (rule, row, wins) in rows {
        let side = if row.matches('b').count() >= 5 { "black" } else { "white" };
        let found = winner(&rule, &row);
        // A forbidden stone loses.
        assert_eq!(found == side, wins, "{rule} {row}: {found}");
    }
}
