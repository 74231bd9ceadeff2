//! Scripted dialogues between page and server.

use crate::client::{Page, game_of, point, position};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

#[test]
fn a_position_is_judged_by_its_rule() {
    let mut page = Page::start();
    let five = "h8a1h9c1h10e1h11g1h12";
    let judged = page.ask("judge", json!({ "position": position("caro", five) }));
    assert_eq!(judged["say"], "judged");
    assert_eq!(judged["with"]["outcome"], "black");
    assert_eq!(judged["with"]["line"].as_array().unwrap().len(), 5);
    // Closed at both ends: no win in caro.
    let closed = "h8h7h9h13h10e1h11g1h12";
    assert_eq!(page.told("judge", json!({ "position": position("caro", closed) }))["outcome"], Value::Null);
    assert_eq!(page.told("judge", json!({ "position": position("freestyle", closed) }))["outcome"], "black");
    // A double-three on h8.
    let judged = page.ask("judge", json!({ "position": position("renju", "g8a1f8o1h7a15h6o15") }));
    assert_eq!(judged["with"]["forbidden"], json!([point("h8")]));
    assert_eq!(judged["with"]["reasons"], json!(["double_three"]));
    let reasons = |page: &mut Page, moves: &str| {
        page.told("judge", json!({ "position": position("renju", moves) }))["reasons"].clone()
    };
    assert_eq!(reasons(&mut page, "h8a1h9c1h10e1h12g1h13i1"), json!(["overline"]));
    assert_eq!(reasons(&mut page, "e8a1f8a3g8a5h9a7h10a9h11a11"), json!(["double_four"]));
    // White to move first, and stones that were not placed by moves.
    let set_up = json!({ "rule": "freestyle", "width": 15, "height": 15,
        "black": "a1", "white": "h8h9h10h11", "first": "white", "moves": "h12" });
    assert_eq!(page.told("judge", json!({ "position": set_up }))["outcome"], "white");
}

#[test]
fn threats_are_found_for_both_sides() {
    let mut page = Page::start();
    let mut of = |moves: &str| page.told("threats", json!({ "position": position("freestyle", moves) }));
    let nothing = of("h8i9");
    assert_eq!((&nothing["black"]["fives"], &nothing["win"]), (&json!([]), &json!([])));
    // White is to move; Black has an open three, and would win by it.
    let three = of("h8a1h9c1h10");
    assert_eq!(three["black"]["fives"], json!([]));
    for name in ["h7", "h11"] {
        assert!(three["black"]["open_fours"].as_array().unwrap().contains(&json!(point(name))), "{name}: {three}");
    }
    assert_eq!(three["white"]["open_fours"], json!([]));
    assert_eq!(three["win"].as_array().unwrap().len() % 2, 1);
    let four = of("h8a1h9c1h10e1h11");
    assert_eq!(four["black"]["fives"], json!([point("h12"), point("h7")]));
    assert_eq!(of("h8a1h9c1h10e1h11g1h12")["code"], "over");
}

#[test]
fn the_book_is_known_from_the_first_start() {
    let mut page = Page::start();
    let mut of = |rule: &str, moves: &str| page.told("look_in_book", json!({ "position": position(rule, moves) }));
    for rule in ["freestyle", "standard", "renju", "caro"] {
        let known = of(rule, "");
        assert_eq!(known["moves"][0]["point"], json!(point("h8")), "{rule}");
        assert!(known["entry"]["depth"].as_u64().unwrap() > 5, "{rule}");
        // In every orientation of the board.
        let answers = |moves: &str, known: &Value| {
            assert!(known["moves"].as_array().is_some_and(|all| !all.is_empty()), "{moves}")
        };
        ["h8i9", "h8g9", "h8g7", "h8i7"].iter().for_each(|moves| answers(moves, &of(rule, moves)));
    }
    assert_eq!(of("caro", "a1"), json!({ "entry": null, "moves": [] }));
    assert_eq!(of("caro", "h8a1h9c1h10e1h11g1h12")["code"], "over");
}

#[test]
fn the_engine_moves_at_every_level_and_on_every_size() {
    let mut page = Page::start();
    for level in 1..=10 {
        let answer = page.ask("think", json!({ "position": position("caro", "h8i9"), "level": level, "time_ms": 50 }));
        assert_eq!(answer["say"], "move", "{answer}");
        assert!(![point("h8"), point("i9")].contains(&answer["with"]["point"].as_u64().unwrap()));
        assert_eq!(answer["with"]["line"][0], answer["with"]["point"]);
    }
    for (width, height) in [(5, 5), (20, 10), (120, 120)] {
        let position = json!({ "rule": "freestyle", "width": width, "height": height, "moves": "b2" });
        let answer = page.ask("think", json!({ "position": position, "level": 10, "time_ms": 50 }));
        assert_eq!(answer["say"], "move", "{answer}");
    }
    // The clock limits the move.
    let start = Instant::now();
    let hurried = json!({ "position": position("caro", "h8i9h9"), "level": 10, "time_ms": 60_000, "left_ms": 300 });
    assert_eq!(page.ask("think", hurried)["say"], "move");
    assert!(start.elapsed() < Duration::from_secs(30));
    let start = Instant::now();
    let unhurried = json!({ "position": position("caro", "h8i9h9"), "level": 10, "time_ms": 300 });
    assert_eq!(page.ask("think", unhurried)["say"], "move");
    assert!(start.elapsed() >= Duration::from_millis(300), "without a clock it takes its time");
    let over = json!({ "position": position("freestyle", "h8a1h9c1h10e1h11g1h12"), "level": 5, "time_ms": 50 });
    assert_eq!(page.told("think", over)["code"], "over");
}

#[test]
fn a_level_finds_the_same_whatever_was_searched_before() {
    let mut page = Page::start();
    let mut think = |level: usize, time: u64| {
        // White has one answer to the four; a level chooses among nearly equal moves with its own seed.
        let position = position("freestyle", "h8g8i8i9j8h9k8");
        page.told("think", json!({ "position": position, "level": level, "time_ms": time }))
    };
    // The level's node limit ends the search, long before the time.
    let first = think(6, 60_000);
    think(10, 300);
    assert_eq!(think(6, 60_000), first);
}

#[test]
fn live_lines_come_at_most_ten_times_a_second_until_they_are_stopped() {
    let mut page = Page::start();
    let question = json!({ "position": position("freestyle", "h8i9h9"), "lines": 3, "blocked": [point("h10")] });
    let start = Instant::now();
    let id = page.send("analyze", question);
    for _ in 0..6 {
        let part = page.receive();
        assert_eq!((&part["id"], &part["say"]), (&json!(id), &json!("lines")));
        for line in part["with"]["lines"].as_array().unwrap() {
            assert_ne!(line["moves"][0], json!(point("h10")), "a blocked point");
            assert!((0.0..=1.0).contains(&line["share"].as_f64().unwrap()));
        }
    }
    // The first lines may come at once. A slow machine only delays them.
    assert!(start.elapsed() >= Duration::from_millis(490), "six within {:?}", start.elapsed());
    let stop = page.send("stop", json!({}));
    let (mut stopped, mut analyzed) = (false, false);
    while !stopped || !analyzed {
        let answer = page.receive();
        stopped |= answer["id"] == json!(stop) && answer["say"] == "stopped";
        analyzed |= answer["id"] == json!(id) && answer["say"] == "analyzed";
    }
}

#[test]
fn a_new_search_ends_the_one_before() {
    let mut page = Page::start();
    let first = page.send("think", json!({ "position": position("caro", "h8"), "level": 10, "time_ms": 60_000 }));
    let start = Instant::now();
    let second = page.send("think", json!({ "position": position("caro", "h8i9h9"), "level": 3, "time_ms": 100 }));
    let answer = page.receive();
    assert_eq!((&answer["id"], &answer["with"]["code"]), (&json!(first), &json!("stopped")));
    assert_eq!(page.answer_to(second)["say"], "move");
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_game_is_reviewed_to_its_end() {
    let mut page = Page::start();
    // White answers neither the open three nor the four.
    let game = position("freestyle", "h8a1h9c1h10e1h11g1h12");
    let id = page.send("review", json!({ "position": game, "time_ms": 60 }));
    let review = page.answer_to(id);
    assert_eq!(review["say"], "reviewed");
    assert_eq!(review["with"]["shares"].as_array().unwrap().len(), 10);
    assert_eq!(review["with"]["moments"].as_array().unwrap().len(), 9);
    assert_eq!(review["with"]["shares"][9].as_f64(), Some(1.0));
    // Passes are turns, as on the page.
    let id = page.send("review", json!({ "position": position("freestyle", "h8i7----h7g9--h9f10"), "time_ms": 60 }));
    let review = page.answer_to(id);
    assert_eq!(review["with"]["shares"].as_array().unwrap().len(), 10);
    let numbers: Vec<_> =
        review["with"]["moments"].as_array().unwrap().iter().map(|moment| &moment["number"]).collect();
    assert_eq!(numbers, (1..=9).collect::<Vec<_>>());
}

#[test]
fn a_review_ends_within_a_move_when_something_else_is_asked() {
    let mut page = Page::start();
    // Of a game that has ended, the position before its last turn is searched first.
    let review = page.send("review", json!({ "position": position("renju", "h8i9----"), "time_ms": 60_000 }));
    assert_eq!(page.receive()["say"], "reviewing", "a search is about to begin");
    // It needs no more than this to be in its search.
    std::thread::sleep(Duration::from_millis(50));
    let start = Instant::now();
    let second = page.send("think", json!({ "position": position("caro", "h8i9h9"), "level": 3, "time_ms": 100 }));
    assert_eq!(page.answer_to(review)["with"]["code"], "stopped");
    assert_eq!(page.answer_to(second)["say"], "move");
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
fn a_win_by_threats_is_found_and_its_absence_is_proven_or_left_open() {
    let mut page = Page::start();
    let mut solve = |moves: &str, goal: &str, time: u64| {
        let question = json!({ "position": position("freestyle", moves), "goal": goal, "time_ms": time });
        page.told("solve", question)
    };
    let win = solve("h8a1h9c1h10e1", "vcf", 20_000);
    assert_eq!(win["result"], "win");
    assert_eq!(win["line"].as_array().unwrap().len() % 2, 1);
    assert_eq!(solve("h8i9", "vcf", 20_000)["result"], "none");
    let hurried = solve("h8i9h9h10g7", "vct", 0);
    assert_ne!(hurried["result"], "win", "{hurried}");
}

#[test]
fn balanced_stones_leave_out_blocked_points() {
    let mut page = Page::start();
    for stones in 1..=2 {
        let blocked = json!([point("h9"), point("g9")]);
        // The time is used in full; in WebAssembly, next to other tests, one second compares too few moves.
        let question =
            json!({ "position": position("caro", "h8"), "stones": stones, "time_ms": 3000, "blocked": blocked });
        let found = page.told("balance", question);
        let share = found["share"].as_f64().unwrap();
        assert!((0.25..0.75).contains(&share), "one stone on the board decides nothing: {found}");
        let found = found["stones"].as_array().unwrap().clone();
        assert_eq!(found.len(), stones);
        assert!(!found.contains(&json!(point("h9"))) && !found.contains(&json!(point("g9"))));
    }
}

#[test]
fn moves_that_are_nearest_to_even_are_not_called_even_where_all_lose() {
    let mut page = Page::start();
    // White is to move, and no stone stops an open four.
    let question = json!({
        "position": position("freestyle", "h8a1h9c1h10e1h11"), "stones": 1, "time_ms": 2000, "blocked": [],
    });
    let found = page.told("balance", question);
    // A page writes the number without its decimal point.
    assert_eq!((found["score"].as_str(), found["share"].as_f64()), (Some("lost"), Some(0.0)), "{found}");
    let hurried = json!({ "position": position("freestyle", "h8i9"), "stones": 2, "time_ms": 0, "blocked": [] });
    assert_eq!(page.told("balance", hurried)["code"], "no_time", "nothing was compared");
}

#[test]
fn games_go_through_every_format_and_come_back() {
    let mut page = Page::start();
    let node = |parent: usize, name: &str, comment: &str| json!({ "parent": parent, "move": name, "comment": comment });
    let nodes = json!([
        node(0, "", "a ] game"),
        node(0, "h8", ""),
        node(1, "i9", "good"),
        node(2, "h9", ""),
        node(1, "g7", "another"),
        node(4, "h7", ""),
    ]);
    let game = json!({
        "rule": "caro", "width": 15, "height": 15, "black": "", "white": "", "first": "black",
        "names": ["Black's", "White's"], "result": null, "current": 3, "nodes": nodes,
    });
    let mut there_and_back = |format: &str| {
        let text = page.told("save", json!({ "game": game, "format": format }))["text"].clone();
        let back = page.ask("open", json!({ "text": text, "rule": "caro", "width": 15, "height": 15 }));
        assert_eq!(back["say"], "opened", "{format}: {back}");
        back["with"].clone()
    };
    let sgf = there_and_back("sgf");
    let strip = |node: &Value| (node["parent"].clone(), node["move"].clone(), node["comment"].clone());
    let list = |nodes: &Value| nodes.as_array().unwrap().iter().map(strip).collect::<Vec<_>>();
    assert_eq!(list(&sgf["nodes"]), list(&nodes));
    assert_eq!((&sgf["names"], &sgf["rule"]), (&game["names"], &game["rule"]));
    for format in ["psq", "moves"] {
        let back = there_and_back(format);
        let moves: Vec<_> = back["nodes"].as_array().unwrap().iter().map(|node| node["move"].clone()).collect();
        assert_eq!(moves, ["", "h8", "i9", "h9"], "{format}");
        assert_eq!(back["rule"], "caro", "{format}");
    }
}

#[test]
fn a_line_is_saved_with_the_result_of_its_own_end() {
    let mut page = Page::start();
    // A five in the main line, and a variation in which Black resigned.
    let mut nodes = vec![json!({ "parent": 0, "move": "" })];
    for (parent, point) in ["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1", "h12"].into_iter().enumerate() {
        nodes.push(json!({ "parent": parent, "move": point }));
    }
    // The page's tree may hold a move twice.
    nodes.extend(["a1", "i9"].map(|point| json!({ "parent": 1, "move": point })));
    let mut saved = |format: &str, current: usize, result: Value| {
        let game = json!({
            "rule": "freestyle", "width": 15, "height": 15, "black": "", "white": "", "first": "black",
            "names": ["", ""], "result": result, "current": current, "nodes": nodes,
        });
        page.told("save", json!({ "game": game, "format": format }))["text"].as_str().unwrap().to_owned()
    };
    assert!(saved("psq", 11, json!("white")).ends_with("\r\ntengen rule freestyle result 0-1\r\n"));
    for current in [3, 9] {
        assert!(saved("psq", current, Value::Null).ends_with("result 1-0\r\n"), "the board shows who has won");
    }
    assert!(saved("sgf", 11, Value::Null).contains("RE[B+]"), "that of the main line");
}

#[test]
fn what_a_format_has_no_place_for_is_counted() {
    let mut page = Page::start();
    let sgf = "(;GM[4]SZ[15];B[hh]C[center]TR[hh];W[ii](;B[hi]LB[aa:A]TR[aa]TR[bb]AR[aa:bb])(;B[gg];W[gh]))";
    let game = page.told("open", json!({ "text": sgf, "rule": "renju", "width": 15, "height": 15 }));
    assert_eq!(game["names_rule"], json!(false), "the rule is that of the question");
    let mut game = game_of(game);
    let nodes = game["nodes"].as_array().unwrap();
    let variation = nodes.iter().position(|node| node["move"] == "g9").unwrap();
    let mut losses = |format: &str, current: usize| {
        game["current"] = json!(current);
        let answer = page.told("save", json!({ "game": game, "format": format }));
        assert!(answer["extension"].is_string(), "{answer}");
        ["variations", "comments", "signs", "arrows", "players", "texts", "crowded"]
            .map(|name| answer["losses"][name].as_u64().unwrap_or(0))
    };
    assert_eq!(losses("sgf", 0), [0; 7]);
    assert_eq!(losses("lib", 0), [0, 0, 0, 1, 0, 1, 1]);
    // A format with one line lacks the other moves: those of the main line or those of the variation.
    assert_eq!(losses("psq", 0), [2, 1, 4, 1, 0, 0, 0]);
    assert_eq!(losses("psq", variation), [1, 1, 4, 1, 0, 0, 0]);
    // Libraries and texts of Chinese contests are read as renju.
    for (rule, is_lost) in [("renju", json!(null)), ("freestyle", json!(true)), ("caro", json!(true))] {
        game["rule"] = json!(rule);
        for format in ["lib", "ccgc"] {
            let answer = page.ask("save", json!({ "game": game, "format": format }));
            let lost = &answer["with"]["losses"]["rule"];
            assert_eq!(lost.as_bool().unwrap_or(false), is_lost == json!(true), "{rule} {format}: {answer}");
        }
    }
}

#[test]
fn a_file_that_names_its_rule_and_size_is_read_with_them() {
    let mut page = Page::start();
    let sgf = "(;GM[4]SZ[19]RU[renju]AB[jj]AW[kk]PL[W];W[ii](;B[hh])(;B[gg]C[x]))";
    let opened = page.told("open", json!({ "text": sgf, "rule": "caro", "width": 15, "height": 15 }));
    assert_eq!((&opened["rule"], &opened["width"], &opened["first"]), (&json!("renju"), &json!(19), &json!("white")));
    assert_eq!((opened["nodes"].as_array().unwrap().len(), &opened["names_rule"]), (4, &json!(true)));
}

#[test]
fn bad_input_gets_a_sentence_and_changes_nothing() {
    let mut page = Page::start();
    for text in [
        "",
        "hello",
        "[]",
        "{}",
        "{\"id\": 3}",
        "{\"id\": 4, \"ask\": \"format_disk\"}",
        "{\"id\": 5, \"ask\": \"judge\", \"with\": {}}",
        "{\"id\": 6, \"ask\": \"judge\", \"with\": {\"position\": {\"rule\": \"caro\"",
    ] {
        page.send_text(text);
        let answer = page.receive();
        assert_eq!((&answer["say"], &answer["with"]["code"]), (&json!("error"), &json!("message")), "{text}");
    }
    let size = |width: usize, height: usize| json!({ "rule": "caro", "width": width, "height": height });
    for position in [
        position("chess", "h8"),
        position("caro", "h8h8"),
        position("caro", "z99"),
        position("freestyle", "h8a1h9c1h10e1h11g1h12a9"),
        size(4, 15),
        size(1_000_000, 15),
        json!({ "rule": "caro", "width": 15, "height": 15, "black": "h8", "white": "h8" }),
        json!({ "rule": "caro", "width": 15, "height": 15, "first": "green" }),
    ] {
        let answer = page.ask("judge", json!({ "position": position }));
        assert_eq!(answer["with"]["code"], "position", "{position}: {answer}");
        assert!(answer["with"]["message"].as_str().unwrap().len() > 5);
    }
    for text in [
        "",
        "\u{feff} \n",
        "(;GM[4]SZ[15];B[hh",
        "(;GM[1]SZ[19];B[dd];W[pp])",
        "Piskvorky 15x15, 1:1, 0\n16,16,0\n",
        "no game",
        "h8h8",
        "XXXXXOOOO",
    ] {
        let answer = page.ask("open", json!({ "text": text, "rule": "caro", "width": 15, "height": 15 }));
        assert_eq!(answer["with"]["code"], "unreadable", "{text:?}: {answer}");
    }
    let long = "h8 ".repeat(500_000);
    let answer = page.ask("open", json!({ "text": long, "rule": "caro", "width": 15, "height": 15 }));
    assert_eq!(answer["with"]["code"], "too_large");
    for (ask, with) in [
        ("think", json!({ "position": position("caro", ""), "level": 11, "time_ms": 10 })),
        ("solve", json!({ "position": position("caro", ""), "goal": "luck", "time_ms": 10 })),
        ("negotiate", json!({ "position": position("caro", ""), "opening": "swap1", "time_ms": 10, "unknown": 1 })),
    ] {
        assert_eq!(page.told(ask, with)["code"], "message", "{ask}");
    }
    let over =
        json!({ "position": position("caro", "h8"), "opening": "swap1", "acts": ["h8", "black"], "time_ms": 10 });
    assert_eq!(page.told("negotiate", over)["code"], "over");
    assert_eq!(page.ask("judge", json!({ "position": position("caro", "h8") }))["say"], "judged");
}
