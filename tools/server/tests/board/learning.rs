//! Dialogues of the Learn view (puzzles, answers, the courses' searches) and of proofs.

use crate::client::{Page, position};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn name(point: &Value) -> String {
    let point = point.as_u64().unwrap();
    format!("{}{}", char::from(b'a' + (point % 15) as u8), 15 - point / 15)
}

/// The puzzle's position after these moves.
fn after(puzzle: &Value, moves: &str) -> Value {
    let mut position = puzzle["position"].clone();
    position["moves"] = json!(moves);
    position
}

#[test]
fn every_puzzle_of_fifteen_lines_answers_its_right_move() {
    let mut page = Page::start();
    for rule in ["caro", "freestyle", "standard", "renju"] {
        let list = page.told("puzzles", json!({ "rule": rule }))["puzzles"].clone();
        let list: Vec<Value> = list.as_array().unwrap().clone();
        assert!(list.len() >= 60 && list.iter().all(|puzzle| puzzle["position"]["rule"] == rule), "{}", list.len());
        for kind in ["win", "hold"] {
            let of = |puzzle: &&Value| puzzle["kind"] == kind && puzzle["position"]["width"] == 15;
            for puzzle in list.iter().filter(of).step_by(20) {
                let right = json!({ "position": after(puzzle, &name(&puzzle["first"])), "kind": kind });
                let tried = page.told("try", right);
                assert_eq!(tried["result"], if kind == "win" { "goes_on" } else { "held" }, "{puzzle} {tried}");
            }
        }
    }
}

#[test]
fn a_puzzle_fights_back_to_its_end() {
    let mut page = Page::start();
    let list = page.told("puzzles", json!({ "rule": "caro" }))["puzzles"].clone();
    let of = |puzzle: &&Value| puzzle["kind"] == "win" && puzzle["grade"].as_u64() <= Some(3);
    let puzzle = list.as_array().unwrap().iter().find(of).unwrap();
    let (mut moves, mut played) = (name(&puzzle["first"]), 1);
    loop {
        let tried = page.told("try", json!({ "position": after(puzzle, &moves), "kind": "win" }));
        if tried["result"] == "done" {
            break;
        }
        assert_eq!(tried["result"], "goes_on", "{puzzle} {moves}");
        moves += &name(&tried["reply"]);
        let line = json!({ "position": after(puzzle, &moves), "goal": "vct", "time_ms": 10_000 });
        let solved = page.told("solve", line);
        assert_eq!(solved["result"], "win", "{puzzle} {moves}");
        moves += &name(&solved["line"][0]);
        played += 1;
        assert!(played <= 24, "{moves}");
    }
    assert!(played >= 3, "{moves}");
    // The engine answers a move without a threat; a losing move is answered by the win.
    let idle = page.told("try", json!({ "position": position("caro", "h8a1h9c1h10a15"), "kind": "win" }));
    assert_eq!(idle["result"], "wrong");
    assert!(idle["reply"].is_u64(), "{idle}");
    let lost = page.told("try", json!({ "position": position("caro", "h8a1h9c1h10a15"), "kind": "hold" }));
    assert_eq!((&lost["result"], &lost["reply"]), (&json!("wrong"), &lost["line"][0]));
    let over = page.told("try", json!({ "position": position("caro", "h8a1h9c1h10e1h11g1h12"), "kind": "win" }));
    assert_eq!(over["result"], "done");
    assert_eq!(page.told("try", json!({ "position": position("caro", "h8"), "kind": "draw" }))["code"], "message");
}

#[test]
fn a_set_of_ones_own_is_read_and_a_wrong_one_refused() {
    let mut page = Page::start();
    let text = tengen_study::puzzle::BUILT_IN.lines().filter(|line| !line.starts_with('#')).take(3).collect::<Vec<_>>();
    let own = page.told("puzzles", json!({ "rule": null, "text": text.join("\n") }))["puzzles"].clone();
    let ids: BTreeSet<&str> = own.as_array().unwrap().iter().map(|puzzle| puzzle["id"].as_str().unwrap()).collect();
    assert_eq!(ids.len(), 3);
    for wrong in [json!({ "rule": null, "text": "caro 15x15 win" }), json!({ "rule": "chess" })] {
        assert_eq!(page.told("puzzles", wrong)["code"], "unreadable");
    }
    let none = page.told("puzzles", json!({ "rule": "caro-exact" }))["puzzles"].clone();
    assert_eq!(none, json!([]));
}

#[test]
fn the_courses_searches_are_traced() {
    let mut page = Page::start();
    let mut of = |cells: &str, search: &str, ordered: bool| {
        page.told("trace", json!({ "cells": cells, "search": search, "ordered": ordered }))
    };
    let count = |traced: &Value| traced["nodes"].as_array().unwrap().len();
    let whole = of("..XX.OOX.", "minimax", false);
    let pruned = of("..XX.OOX.", "alpha_beta", false);
    assert_eq!((count(&whole), count(&pruned)), (65, 31));
    assert_eq!((&whole["nodes"][0]["value"], &pruned["nodes"][0]["value"]), (&json!(0), &json!(0)));
    assert_eq!(of("XOXOO.X..", "minimax", true)["nodes"][0]["value"], json!(-1), "for X, whoever is to move");
    for (cells, search, code) in
        [("XX.......", "minimax", "position"), (".........", "minimax", "position"), ("XOXOO.X..", "guess", "message")]
    {
        assert_eq!(of(cells, search, false)["code"], code, "{cells} {search}");
    }
}

#[test]
fn a_win_is_proved_with_its_moves_and_its_certificate() {
    let mut page = Page::start();
    let mut prove = |moves: &str, side: &str, time: u64| {
        let question = json!({ "position": position("freestyle", moves), "side": side, "time_ms": time });
        page.told("prove", question)
    };
    // An open three and the move, and the same after an idle move of the opponent.
    for (moves, plies) in [("h8a1h9c1h10e1", 3_usize), ("h8a1h9c1h10e1h11", 2)] {
        let proof = prove(moves, "black", 60_000);
        assert_eq!((&proof["result"], &proof["stones"]), (&json!("win"), &json!(plies.div_ceil(2))), "{proof}");
        let nodes = proof["moves"].as_array().unwrap();
        assert!(nodes[0]["point"].is_null() && nodes.last().unwrap()["other"].is_u64(), "{proof}");
        // The open four is closed at neither end: one answer meets every reply.
        assert_eq!(nodes.len(), plies - 1, "{proof}");
        assert!(nodes.iter().skip(1).all(|node| node["point"].is_u64() && node["parent"] == 0), "{proof}");
        let certificate = STANDARD.decode(proof["certificate"].as_str().unwrap()).unwrap();
        let certificate = tengen_certificate::Certificate::from_bytes(&certificate).unwrap();
        assert_eq!(tengen_prove::check(&certificate).unwrap(), plies);
    }
    let hurried = prove("h8i9h9h10g7", "black", 0);
    assert_eq!(hurried["result"], "unknown", "{hurried}");
}
