//! Databases filled by search.

use crate::{Shelf, board};
use std::collections::BTreeSet;
use tengen::base::Rule;
use tengen::search::Control;
use tengen_database::{Database, Entry, Proof, StoredMove};
use tengen_db::build::{self, BuildEnd, Plan};

/// Builds to this number of positions from h8, or a half of what a database could go on with.
fn build(database: &Database, positions: usize, half: Option<(&Database, usize)>) -> (usize, BuildEnd) {
    let root = board(Rule::Caro, "h8");
    let roots = match half {
        Some((base, half)) => build::leaves(base, &root, 30).unwrap().into_iter().skip(half).step_by(2).collect(),
        None => build::root(&root),
    };
    let plan = Plan { root, roots, positions, nodes: 1_500, lines: 3, max_stones: 30, threads: 1 };
    let mut searched = 0;
    let end = build::build(database, &plan, &Control::unlimited(), &mut |count| searched = count).unwrap();
    (searched, end)
}

#[test]
fn a_build_goes_on_where_it_stopped_and_its_text_makes_the_same_database() {
    let shelf = Shelf::new("build");
    assert_eq!(build(&shelf.open("a.db"), 4, None), (4, BuildEnd::Full));
    assert_eq!(build(&shelf.open("a.db"), 12, None).0, 12);
    build(&shelf.open("whole.db"), 12, None);
    let text = shelf.text("a.db");
    assert_eq!(text.lines().count(), 12);
    assert_eq!(text, shelf.text("whole.db"), "an interruption changes nothing");
    let query = shelf.known("a.db", Rule::Caro, "h8");
    assert!(query.contains("score ") && query.contains(" at depth "), "{query}");
    shelf.put("a.jsonl", &text);
    assert!(shelf.import("copy.db", "a.jsonl").contains("12 positions read\n"));
    assert_eq!(shelf.text("copy.db"), text);
}

#[test]
fn parts_of_a_build_begin_at_different_leaves_and_are_merged() {
    let shelf = Shelf::new("build-parts");
    build(&shelf.open("base.db"), 4, None);
    let part = |name: &str, half: usize, positions: usize| {
        let searched = build(&shelf.open(name), positions, Some((&shelf.open("base.db"), half))).0;
        assert_eq!(searched, positions);
    };
    let positions = |database: &str| -> BTreeSet<String> {
        let stones = |line: &str| line.split(r#""score""#).next().unwrap().to_owned();
        shelf.text(database).lines().map(stones).collect()
    };
    part("1.db", 0, 2);
    part("2.db", 1, 2);
    let [first, second] = ["1.db", "2.db"].map(positions);
    assert!(first.is_disjoint(&second), "{first:?} {second:?}");
    // Gone on with. Later, two lines may lead to the same position.
    part("1.db", 0, 5);
    part("2.db", 1, 5);
    let all: BTreeSet<String> = ["base.db", "1.db", "2.db"].into_iter().flat_map(positions).collect();
    for _ in 0..2 {
        ["1.db", "2.db"].iter().for_each(|part| drop(shelf.merge("base.db", part)));
        assert_eq!(positions("base.db"), all);
    }
    assert_eq!(build(&shelf.open("base.db"), 15, None).0, 15);
}

#[test]
fn a_build_searches_what_a_person_judged_and_not_what_is_proved() {
    let shelf = Shelf::new("build-hand");
    let judged = r#"{"rule":"caro","size":"15x15","side":"white","black":"h8","white":"","score":50,"depth":30}"#;
    shelf.put("a.jsonl", judged);
    shelf.import("a.db", "a.jsonl");
    assert_eq!(shelf.row("a.db")[3], "0", "nothing is searched");
    let query = || shelf.known("a.db", Rule::Caro, "h8");
    assert!(query().contains("score +50 at depth 30, written by hand"), "{}", query());
    build(&shelf.open("a.db"), 3, None);
    let known = query();
    assert!(known.contains(" at depth ") && !known.contains("depth 30") && !known.contains("by hand"), "{known}");
    // What is proved is a value for the move before it.
    let [before, after] = ["h8a1", "h8a1b1"].map(|moves| board(Rule::Caro, moves));
    let moves = vec![StoredMove { point: after.last().unwrap(), score: 300 }];
    let searched = Entry { score: 300, depth: 9, moves, ..Entry::default() };
    let won = Entry { proof: Proof::Win { stones: 5 }, ..Entry::default() };
    shelf.open("a.db").write([(&before, &searched), (&after, &won)]).unwrap();
    assert_eq!(build(&shelf.open("a.db"), 4, None), (4, BuildEnd::Full));
    let known = shelf.open("a.db").get(&before).unwrap().unwrap();
    assert_eq!((known.score, known.moves[0].score), (-20_000, -20_000));
}
