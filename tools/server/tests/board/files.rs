//! Files over the socket: as bytes, with several games, with labels and warnings.

use crate::client::{Page, game_of};
use serde_json::{Value, json};

/// All games of a text, and the last answer.
fn all_games(page: &mut Page, text: &str) -> (Vec<Value>, Value) {
    page.send("open", json!({ "text": text, "all": true, "rule": "caro", "width": 15, "height": 15 }));
    let mut games = Vec::new();
    loop {
        let answer = page.receive();
        if answer["say"] != "games" {
            return (games, answer["with"].clone());
        }
        games.extend(answer["with"]["games"].as_array().unwrap().iter().cloned());
    }
}

#[test]
fn all_games_of_a_file_are_sent_once_with_what_was_left_out() {
    let mut page = Page::start();
    let mut texts: Vec<String> = (1..=120).map(|number| format!("(;PB[{number}];B[hh];W[ii];B[hi])")).collect();
    texts[4] = "(;GM[2];B[aa])".to_owned();
    texts[6] = "(;PB[7]SZ[15];B[hh];W[zz];B[hi])".to_owned();
    let text = texts.concat();
    let (games, ended) = all_games(&mut page, &text);
    assert_eq!((games.len(), &ended["count"]), (119, &json!(119)));
    assert_eq!((&games[4]["names"][0], &games[118]["names"][0]), (&json!("6"), &json!("120")));
    // The question which game to open says it, too.
    let asked = page.told("open", json!({ "text": text, "rule": "caro", "width": 15, "height": 15 }));
    assert_eq!((&asked["count"], asked["titles"].as_array().map(Vec::len)), (&json!(119), Some(119)));
    for answer in [ended, asked] {
        let warnings = answer["warnings"].to_string();
        assert!(warnings.contains("a game of Othello") && warnings.contains("zz"), "{warnings}");
    }
    assert_eq!(all_games(&mut page, "no game at all").1["code"], "unreadable");
}

#[test]
fn files_are_opened_as_bytes_and_saved_in_formats_that_are_not_text() {
    let mut page = Page::start();
    let mut open = |with: Value| {
        let mut asked = json!({ "rule": "caro", "width": 15, "height": 15 });
        asked.as_object_mut().unwrap().extend(with.as_object().unwrap().clone());
        page.ask("open", asked)
    };
    // In GBK, with a variation that is impossible at its end.
    let opened = open(
        json!({ "name": "a.sgf", "data": "KDtHTVsxXVNaWzE1XSg7QltoaF1MQltpaTq8111DW7raz8jK1qOssNe/yc/CXTtXW2lnXSkoO0JbaGldO1dbaGldKSk=" }),
    );
    assert_eq!(opened["say"], "opened", "{opened}");
    let nodes = opened["with"]["nodes"].as_array().unwrap().clone();
    assert_eq!(nodes.len(), 4);
    assert_eq!(nodes[1]["comment"], "黑先手，白可下");
    assert_eq!(nodes[1]["signs"][0], json!({ "point": "i7", "text": "甲", "mark": "" }));
    let warnings = opened["with"]["warnings"].to_string();
    assert!(warnings.contains("a guess") && warnings.contains("h7: the point is occupied"), "{warnings}");
    let pos = open(json!({ "name": "a.pos", "data": "BHBigGA=" }));
    assert_eq!(pos["with"]["nodes"].as_array().unwrap().len(), 5);
    let several = "(;PB[a];B[hh])(;PB[b];B[hh];W[ii])";
    let asked = open(json!({ "text": several }));
    assert_eq!((&asked["say"], &asked["with"]["titles"][1]), (&json!("several"), &json!("b - , 2 moves")));
    // Whether the rule has to be asked for before all of them are kept.
    for (rules, names_rule) in
        [(["", ""], false), (["RU[caro]", ""], false), (["", "RU[caro]"], false), (["RU[caro]"; 2], true)]
    {
        let text = rules.map(|rule| format!("(;{rule};B[hh])")).concat();
        assert_eq!(open(json!({ "text": text }))["with"]["names_rule"], json!(names_rule), "{text}");
    }
    assert_eq!(open(json!({ "text": several, "game": 2 }))["with"]["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(open(json!({ "text": several, "game": 3 }))["with"]["code"], "unreadable");
    let both = all_games(&mut page, several).0;
    let saved = page.ask("save", json!({ "game": both[0], "more": [both[1]], "format": "sgf" }));
    let text = saved["with"]["text"].as_str().unwrap();
    assert!(text.matches("(;").count() == 2 && text.contains("PB[a]") && text.contains("PB[b]"), "{text}");
    let refused = page.ask("save", json!({ "game": both[0], "more": [both[1]], "format": "psq" }));
    assert_eq!(refused["with"]["code"], "unwritable");
    let game = game_of(pos["with"].clone());
    let saved = page.ask("save", json!({ "game": game, "format": "pos" }));
    assert_eq!((&saved["with"]["data"], &saved["with"]["extension"]), (&json!("BHBigGA="), &json!("pos")));
    let saved = page.ask("save", json!({ "game": game, "format": "link" }));
    assert_eq!(saved["with"]["text"], "https://gomocalc.com/#/h8g7i7g9\n");
}

#[test]
fn marks_and_arrows_go_into_sgf_and_come_back() {
    let mut page = Page::start();
    let signs = json!([
        { "point": "c3", "text": "", "mark": "triangle" }, { "point": "d3", "text": "", "mark": "square" },
        { "point": "e3", "text": "", "mark": "circle" }, { "point": "f3", "text": "", "mark": "cross" },
        { "point": "g3", "text": "A", "mark": "" },
    ]);
    let nodes = json!([
        { "parent": 0, "move": "", "arrows": [["a15", "c13"]] },
        { "parent": 0, "move": "h8", "signs": signs, "arrows": [["h8", "i9"], ["o1", "h8"]] },
    ]);
    let game = json!({
        "rule": "caro", "width": 15, "height": 15, "black": "", "white": "", "first": "black", "names": ["", ""],
        "nodes": nodes, "current": 1,
    });
    let saved = page.ask("save", json!({ "game": game, "format": "sgf" }));
    let text = saved["with"]["text"].as_str().unwrap();
    for part in ["AR[aa:cc]\n;B[hh]", "AR[hh:ig][oo:hh]", "TR[cm]", "SQ[dm]", "CR[em]", "MA[fm]", "LB[gm:A]"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let opened = page.ask("open", json!({ "text": text, "rule": "caro", "width": 15, "height": 15 }));
    let back = &opened["with"]["nodes"];
    assert_eq!((&back[0]["arrows"], &back[1]["arrows"]), (&nodes[0]["arrows"], &nodes[1]["arrows"]), "{opened}");
    let kinds = |node: &Value| {
        let mut kinds: Vec<String> = node["signs"].as_array().unwrap().iter().map(Value::to_string).collect();
        kinds.sort();
        kinds
    };
    assert_eq!(kinds(&back[1]), kinds(&nodes[1]));
    let wrong = json!([{ "parent": 0, "move": "", "arrows": [["a15", "z99"]] }]);
    let mut game = game;
    game["nodes"] = wrong;
    game["current"] = json!(0);
    assert_eq!(page.told("save", json!({ "game": game, "format": "sgf" }))["code"], "position");
}

#[test]
fn a_saved_file_says_what_it_lacks_of_size_rule_and_notes() {
    let mut page = Page::start();
    let sgf = "(;GM[4]SZ[19]RU[renju]EV[Cup];B[jj]N[first]V[2];W[aa]LN[aa:bb])";
    let mut game = game_of(page.told("open", json!({ "text": sgf, "rule": "caro", "width": 15, "height": 15 })));
    let mut saved = |game: &Value, format: &str| page.told("save", json!({ "game": game, "format": format }));
    let text = saved(&game, "sgf")["text"].as_str().unwrap().to_owned();
    assert!(text.contains("N[first]V[2]") && text.contains("LN[aa:bb]") && text.contains("EV[Cup]"), "{text}");
    let facts = |answer: &Value| ["size", "rule", "tags", "properties"].map(|name| answer["losses"][name].clone());
    assert_eq!(facts(&saved(&game, "link")), [json!(true), json!(true), json!(1), json!(3)]);
    assert_eq!(facts(&saved(&game, "psq")), [json!(false), json!(false), json!(1), json!(3)]);
    // Properties written verbatim must not be part of the game.
    game["nodes"][1]["properties"] = json!([["AB", ["aa"]]]);
    assert_eq!(saved(&game, "sgf")["code"], "position");
}

#[test]
fn a_game_is_drawn_with_its_marks() {
    let mut page = Page::start();
    let sgf = "(;GM[4]SZ[15];B[hh];W[ii]LB[cc:A]AR[aa:dd];B[hg]LB[cc:甲])";
    let mut game = game_of(page.told("open", json!({ "text": sgf, "rule": "caro", "width": 15, "height": 15 })));
    let mut draw = |current: usize| {
        game["current"] = json!(current);
        page.told("picture", json!({ "game": game }))
    };
    let [two, three] = [2, 3].map(&mut draw);
    // "GIF89a" in base64.
    assert!(two["gif"].as_str().is_some_and(|gif| gif.starts_with("R0lGODlh")), "{two}");
    assert_eq!((&two["missing"], &three["missing"]), (&json!(0), &json!(1)), "no pen writes 甲");
    assert_eq!(draw(9)["code"], "position");
}
