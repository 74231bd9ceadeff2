//! Negotiated openings between page and server, led or answered by the engine.

use crate::client::{Page, point, position};
use serde_json::{Value, json};

/// The engine leads an opening for both players; returns the acts, and the last stage.
fn engine_leads(page: &mut Page, rule: &str, opening: &str) -> (Vec<String>, Value) {
    let (mut acts, mut moves) = (Vec::<String>::new(), String::new());
    loop {
        let question = json!({ "position": position(rule, &moves), "opening": opening, "acts": acts });
        let stage = page.ask("opening", question.clone());
        assert_eq!(stage["say"], "stage", "{opening} {acts:?}: {stage}");
        if stage["with"]["due"].is_null() {
            return (acts, stage["with"].clone());
        }
        let mut question = question;
        question["time_ms"] = json!(100);
        let answer = page.ask("negotiate", question);
        assert_eq!(answer["say"], "negotiated", "{opening} {acts:?}: {answer}");
        for act in answer["with"]["acts"].as_array().unwrap() {
            let act = act.as_str().unwrap();
            let stage =
                page.told("opening", json!({ "position": position(rule, &moves), "opening": opening, "acts": acts }));
            if ["stone", "pick"].contains(&stage["due"].as_str().unwrap()) {
                moves += act;
            }
            acts.push(act.to_owned());
        }
    }
}

#[test]
fn the_engine_leads_every_opening_to_its_end() {
    let mut page = Page::start();
    let list = page.told("openings", json!({}));
    let rules = list["rules"].as_array().unwrap();
    assert_eq!(rules.len(), tengen::play::OPENING_RULES.len());
    for kind in rules {
        let name = kind["name"].as_str().unwrap();
        let name = if kind["fifths"].is_null() { name.to_owned() } else { format!("{name}-2") };
        let rule = if kind["renju"] == json!(true) { "renju" } else { "freestyle" };
        let (acts, stage) = engine_leads(&mut page, rule, &name);
        assert!(!acts.is_empty() && stage["player"].is_null(), "{name}: {acts:?} {stage}");
    }
}

#[test]
fn a_stage_says_what_is_due_and_what_is_not_allowed() {
    let mut page = Page::start();
    let mut stage = |opening: &str, moves: &str, acts: &[&str]| {
        let question = json!({ "position": position("renju", moves), "opening": opening, "acts": acts });
        page.told("opening", question)
    };
    let begin = stage("rif", "", &[]);
    assert_eq!((&begin["due"], &begin["player"], &begin["left"]), (&json!("stone"), &json!("first"), &json!(3)));
    assert_eq!(begin["closed"].as_array().unwrap().len(), 224, "the center alone is open");
    let three = stage("soosorv-8", "h8h9i10", &["h8", "h9", "i10"]);
    assert_eq!((&three["due"], &three["player"]), (&json!("side"), &json!("second")));
    assert_eq!(three["name"], "D2 Keigetsu");
    let swapped = stage("soosorv-8", "h8h9i10", &["h8", "h9", "i10", "black"]);
    assert_eq!((&swapped["first"], &swapped["player"]), (&json!("white"), &json!("first")));
    let more = stage("swap2", "h8h9i10", &["h8", "h9", "i10"]);
    assert_eq!(more["instead"], "more");
    let offers = ["h8", "h9", "h10", "white", "h7", "2", "black", "i7"];
    let offers = stage("soosorv-8", "h8h9h10h7", &offers);
    assert_eq!((&offers["due"], &offers["left"], &offers["fifths"]), (&json!("offer"), &json!(1), &json!(2)));
    assert_eq!(offers["offers"], json!([point("i7")]));
    assert!(offers["closed"].as_array().unwrap().contains(&json!(point("g7"))), "the same by a symmetry");
    for (opening, moves, acts) in [
        ("none", "", &[][..]),
        ("taraguchi-21", "", &[]),
        ("swap2", "", &["black"]),
        ("swap2", "h8", &["z99"]),
        ("swap2", "h8", &["h8", "h8"]),
        ("swap2", "h9", &["h8"]),
        ("rif", "a1", &["a1"]),
        ("swap1", "h8", &["h8", "black", "i9"]),
    ] {
        let refused = stage(opening, moves, acts);
        assert_eq!(refused["code"], "opening", "{opening} {acts:?}: {refused}");
        assert!(refused["message"].as_str().unwrap().len() > 10, "{refused}");
    }
}
