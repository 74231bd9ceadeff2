//! A database as text: read in any order of fields, with proofs that are checked, and refused with the line's number.

use crate::{Shelf, board, usual};
use tengen::base::Rule;
use tengen_database::{Entry, Proof};
use tengen_db::view::{known_json, known_text};

#[test]
fn the_fields_of_a_line_may_stand_in_any_order() {
    let shelf = Shelf::new("order");
    let lines = [
        r#"{"rule":"caro","size":"15x15","first":"black","game":"h8i9","result":"draw","counted":2}"#,
        r#"{"label":"game","white":"","black":"h8","side":"white","size":"15x15","rule":"caro"}"#,
    ];
    // With the byte order mark of a Windows program, too.
    for text in [lines.join("\n"), format!("\u{feff}{}\r\n", lines.join("\r\n"))] {
        shelf.put("a.jsonl", text);
        assert!(shelf.import("a.db", "a.jsonl").contains("1 position read; 1 game counted\n"));
    }
    let known = shelf.known("a.db", Rule::Caro, "h8");
    assert!(known.contains("games: +0 =1 -0") && known.contains("label: game"), "{known}");
}

#[test]
fn what_is_wrong_with_a_line_is_said_with_its_number() {
    let shelf = Shelf::new("wrong");
    let game = |line: &str| format!(r#"{{"rule":"caro","size":"15x15","first":"black",{line}}}"#);
    let position = |line: &str| format!(r#"{{"rule":"freestyle","size":"15x15","side":"black",{line}}}"#);
    for (line, why) in [
        (game(r#""game":"h8h8","result":"draw","counted":1"#), "h8"),
        (game(r#""game":"h8","result":"lost","counted":1"#), "result"),
        (game(r#""game":"h8","result":"draw","counted":2"#), "counted"),
        (game(r#""game":"h8","result":"draw","counted":1"#)[..60].to_owned(), "EOF"),
        (position(r#""black":"h8","white":"h8","score":1"#), "h8"),
        (position(r#""black":"h8","white":"","score":29900"#), "proofs only"),
        (position(r#""black":"h8","white":"z99","score":1"#), "z99"),
        (position(r#""black":"h8","white":"","sorce":1"#), "sorce"),
        ("{".to_owned(), "line 1"),
    ] {
        shelf.put("a.jsonl", &line);
        let said = shelf.refusal("a.db", "a.jsonl");
        assert!(said.contains("line 1") && said.contains(why), "{line}: {said}");
        assert!(!shelf.path("a.db").exists(), "nothing was read into it");
    }
}

#[test]
fn a_proof_from_elsewhere_is_believed_only_when_a_search_finds_it_again() {
    let shelf = Shelf::new("proof");
    let line = |black: &str, white: &str, claim: &str| {
        format!(r#"{{"rule":"freestyle","size":"15x15","side":"black","black":"{black}","white":"{white}",{claim}}}"#)
    };
    // Four in a row wins; a stone in the middle does not; the row does not lose.
    let lines = [
        line("f8g8h8i8", "a1a3a5a7", r#""win":9"#),
        line("h8", "i9", r#""win":5"#),
        line("f9g9h9i9", "b1b3b5b7", r#""loss":2"#),
    ];
    shelf.put("a.jsonl", lines.join("\n"));
    let said = shelf.import("a.db", "a.jsonl");
    assert!(said.contains("3 positions read, 2 of them with a proof that was not found again"), "{said}");
    let exported = shelf.text("a.db");
    assert!(exported.matches(r#""win":1"#).count() == 1 && !exported.contains("loss"), "{exported}");
}

#[test]
fn proofs_that_were_checked_are_soon_on_the_disk_and_are_not_checked_again() {
    let shelf = Shelf::new("proofs-kept");
    let line = |black: &str, white: &str| {
        format!(r#"{{"rule":"freestyle","size":"15x15","side":"black","black":"{black}","white":"{white}","win":9}}"#)
    };
    // 70 positions with a four in a row, and an error.
    let whites = ('b'..='o').flat_map(|column| (10..15).map(move |row| format!("a1a3a5{column}{row}")));
    let lines: Vec<String> = whites.map(|white| line("f8g8h8i8", &white)).chain(["{".to_owned()]).collect();
    shelf.put("a.jsonl", lines.join("\n"));
    assert!(shelf.refusal("a.db", "a.jsonl").contains("line 71"));
    let exported = shelf.text("a.db");
    assert_eq!(exported.matches(r#""win":1"#).count(), 64, "{exported}");
    // No search would find this win.
    let known = Entry { proof: Proof::Win { stones: 77 }, ..Entry::default() };
    shelf.open("a.db").write([(&board(Rule::Freestyle, "h8i9"), &known)]).unwrap();
    shelf.put("a.jsonl", line("h8", "i9"));
    assert!(shelf.import("a.db", "a.jsonl").starts_with("1 position read\n"));
    let exported = shelf.text("a.db");
    assert!(exported.contains(r#""win":77"#), "{exported}");
}

#[test]
fn of_a_text_in_a_folder_the_part_before_a_bad_line_may_be_added() {
    let shelf = Shelf::new("partly");
    shelf.label("b.db", Rule::Freestyle, "h8", "one");
    shelf.label("b.db", Rule::Freestyle, "h8i9", "two");
    shelf.put("all/a.jsonl", format!("{}no position\n", shelf.text("b.db")));
    let options = tengen_db::ImportOptions { together: Some(1), ..usual() };
    let (_, warned) = shelf.import_with("a.db", "all", options);
    let partly = "a.jsonl: the text is only partly added (positions: 2, games: 0): line 3: ";
    assert!(warned.lines().any(|line| line.contains(partly) && line.ends_with(": the rest is left out")), "{warned}");
    // Other labels are left out by a merge.
    shelf.label("b.db", Rule::Freestyle, "h8", "other");
    let said = shelf.merge("a.db", "b.db");
    assert!(said.contains("; 1 label or comment left out, as the position has another one"), "{said}");
}

#[test]
fn programs_read_what_is_known_of_a_position_as_json_and_as_lines() {
    let shelf = Shelf::new("known");
    let known =
        Entry { score: 120, depth: 9, nodes: 500, label: "A".into(), comment: "s\n\nc".into(), ..Entry::default() };
    let proven = |proof| Entry { proof, ..Entry::default() };
    let (lost, won) = (proven(Proof::Loss { stones: 2 }), proven(Proof::Win { stones: 3 }));
    let [empty, first, after, other] = ["", "h8", "h8i9", "h8a1"].map(|moves| board(Rule::Renju, moves));
    let database = shelf.open("a.db");
    database.write([(&empty, &known), (&after, &lost), (&other, &won)]).unwrap();
    let said = "the database knows no move here\nposition score +120 at depth 9, 500 nodes\nposition label: A\n";
    assert_eq!(known_text(&database, &empty, None).unwrap(), format!("{said}position comment: s c\n"));
    let read = |board| serde_json::from_str::<serde_json::Value>(&known_json(&database, board).unwrap()).unwrap();
    let (moves, position) = (&read(&empty)["database"], &read(&empty)["position"]);
    assert!(moves.as_array().unwrap().is_empty() && position["score"] == 120 && position["comment"] == "s\n\nc");
    // Wins are counted in plies, as those of a search: i9 and the third stone after it; a1, after which the opponent's third
    // stone is the sixth in all.
    let known = read(&first);
    let moves = known["database"].as_array().unwrap();
    let win_in = |name: &str| moves.iter().find(|known| known["move"] == name).unwrap()["win_in"].as_i64();
    assert_eq!((win_in("i9"), win_in("a1")), (Some(5), Some(-6)));
    assert!(known["position"].is_null());
}
