//! `tengen db` as a person uses it.

use crate::command::{fed, output_of, printed, refused, signal, tengen};
use crate::common::folder::Folder;
use crate::common::processor::wait_for_work;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves};
use tengen_database::{Database, Entry, Proof, StoredMove};

#[test]
fn games_are_counted_from_every_format_and_seen_from_the_side_to_move() {
    let folder = Folder::new("import");
    let (db, games) = (folder.argument("a.db"), folder.argument("games"));
    fs::create_dir(&games).unwrap();
    fs::write(folder.argument("games/1.pos"), "h8h9i8i9j8j9k8k9l8\n").unwrap();
    // The same game as SGF, turned by a quarter; White resigned.
    fs::write(folder.argument("games/2.sgf"), "(;GM[4]SZ[15]PB[An]RE[B+R];B[hh];W[gh];B[hi];W[gi])").unwrap();
    fs::write(folder.argument("games/3.pos"), "h8h9\n").unwrap();
    let text = printed(&["db", "import", "--db", &db, &games]);
    assert!(text.contains("2 games, 13 positions on their way; 1 without a result left out"), "{text}");
    let text = printed(&["db", "import", "--db", &db, &games]);
    assert!(text.contains("0 games, 0 positions on their way; 2 that were counted before left out"), "{text}");
    let text = printed(&["db", "query", "--database", &db, "--rule", "freestyle", "--moves", "h8"]);
    assert!(text.contains("games: +0 =0 -2"), "White is to move and lost: {text}");
    assert!(text.contains("g8") && text.contains("+0 =0 -2"), "{text}");
    assert_eq!(
        printed(&["db", "query", &db, "--rule", "freestyle", "--moves", "h8"]),
        text,
        "with and without --database"
    );
    assert!(refused(&["db", "query", "--moves", "h8"]).contains("expected a database: FILE or --database FILE"));
    assert!(refused(&["db", "query", "--db", &db, &db, &db]).contains("expected one file with a position"));
    let text = printed(&["db", "show", &db]);
    assert_eq!(printed(&["db", "show", "--db", &db]), text);
    let row: Vec<&str> = text.lines().nth(1).unwrap().split_whitespace().collect();
    // Positions; searched and proven ones; games; positions with games; texts; most stones.
    assert_eq!(row, ["freestyle", "15x15", "9", "0", "0", "2", "9", "0", "8"], "{text}");
    let selfplay = folder.argument("caro.games");
    printed(&["selfplay", "--rule", "caro", "--nodes", "60", "--games", "3", "--seed", "4", "--out", &selfplay]);
    let text = printed(&["db", "import", "--db", &db, "--plies", "8", &selfplay]);
    assert!(text.contains("3 games, 27 positions"), "{text}");
    assert!(printed(&["db", "show", &db]).contains("caro       15x15"));
    let bad = folder.argument("bad.sgf");
    fs::write(&bad, "(;GM[3];B[hh];W[hh])").unwrap();
    assert!(refused(&["db", "import", "--db", &db, &bad]).contains("bad.sgf"));
    let partly = folder.argument("partly.db");
    let said = refused(&["db", "import", "--db", &partly, &selfplay, &bad]);
    assert!(said.contains("3 games are counted; then ") && said.contains("bad.sgf"), "{said}");
    let piped = |db: &str, file: &str| output_of(&fed(&["db", "import", "--db", db, "--plies", "8", "-"], file));
    let from_pipe = folder.argument("piped.db");
    assert!(piped(&from_pipe, &selfplay).starts_with("3 games, 27 positions"));
    assert!(piped(&from_pipe, &selfplay).contains("3 that were counted before left out"));
    assert!(printed(&["db", "check", &db]).contains("no damage"));
    // After an export and import as text, and after a merge, games are known and counted once.
    let [text, copy] = ["all.jsonl", "copy.db"].map(|name| folder.argument(name));
    printed(&["db", "export", &db, "--out", &text]);
    assert_eq!(
        fs::read_to_string(&text).unwrap().matches(r#""players":["An",""]"#).count(),
        1,
        "where there are names"
    );
    for _ in 0..2 {
        assert!(printed(&["db", "import", "--db", &copy, &text]).contains("; 5 games counted\n"));
        assert!(printed(&["db", "merge", "--db", &copy, &db]).contains("; 5 games counted\n"));
        assert!(printed(&["db", "export", &copy]) == fs::read_to_string(&text).unwrap());
    }
    assert!(printed(&["db", "import", "--db", &copy, &games]).contains("0 games"));
    for (line, why) in [
        (r#"{"game":"h8h8","rule":"caro","size":"15x15","first":"black","result":"draw","counted":1}"#, "h8"),
        (r#"{"game":"h8","rule":"caro","size":"15x15","first":"black","result":"lost","counted":1}"#, "result"),
        (r#"{"game":"h8","rule":"caro","size":"15x15","first":"black","result":"draw","counted":2}"#, "counted"),
    ] {
        fs::write(&text, line).unwrap();
        let said = refused(&["db", "import", "--db", &copy, &text]);
        assert!(said.contains("line 1") && said.contains(why), "{line}: {said}");
    }
}

#[test]
fn the_fields_of_a_line_may_stand_in_any_order() {
    let (_folder, [db, text]) = Folder::with("db-order", ["a.db", "a.jsonl"]);
    let lines = [
        r#"{"rule":"caro","size":"15x15","first":"black","game":"h8i9","result":"draw","counted":2}"#,
        r#"{"label":"game","white":"","black":"h8","side":"white","size":"15x15","rule":"caro"}"#,
    ];
    fs::write(&text, lines.join("\n")).unwrap();
    assert!(printed(&["db", "import", "--db", &db, &text]).contains("1 position read; 1 game counted\n"));
    let known = printed(&["db", "query", "--db", &db, "--rule", "caro", "--moves", "h8"]);
    assert!(known.contains("games: +0 =1 -0") && known.contains("label: game"), "{known}");
    // With the byte order mark of a Windows program, from a file and from standard input.
    fs::write(&text, format!("\u{feff}{}\r\n", lines.join("\r\n"))).unwrap();
    assert!(printed(&["db", "import", "--db", &db, &text]).contains("1 position read; 1 game counted\n"));
    let told = output_of(&fed(&["db", "import", "--db", &db, "-"], &text));
    assert!(told.contains("1 position read; 1 game counted\n"), "{told}");
    fs::write(&text, &lines[0][..60]).unwrap();
    let said = refused(&["db", "import", "--db", &db, &text]);
    assert!(said.contains("line 1") && said.contains("EOF"), "{said}");
}

#[test]
fn the_given_rule_is_that_of_games_that_name_none() {
    let (folder, [db, games, foul]) = Folder::with("db-rule", ["a.db", "games", "foul.pos"]);
    fs::create_dir(&games).unwrap();
    for (name, head) in [("a1", ""), ("b1", "RU[renju]"), ("c1", "RU[caro]")] {
        let game = format!("(;GM[4]SZ[15]{head}RE[B+R];B[hh];W[{}o])", &name[..1]);
        fs::write(folder.argument(&format!("games/{name}.sgf")), game).unwrap();
    }
    printed(&["db", "import", "--db", &db, "--rule", "caro", &games]);
    let shown = printed(&["db", "show", &db]);
    let games_of = |rule: &str| {
        let row = shown.lines().find(|line| line.starts_with(rule)).unwrap_or_else(|| panic!("{rule}: {shown}"));
        row.split_whitespace().nth(5).unwrap().to_owned()
    };
    assert_eq!((games_of("caro").as_str(), games_of("renju").as_str()), ("2", "1"));
    // Under the given rule the game is over before its last move; another rule is not assumed.
    fs::write(&foul, "g8a1i8a3h7c1h9e1h8j8").unwrap();
    let said = refused(&["db", "import", "--db", &db, "--rule", "renju", &foul]);
    assert!(said.contains("j8: the game was over before it"), "{said}");
}

/// Runs an import as a process and kills it after this time.
fn killed_import(call: &[&str], after: Duration) {
    let mut child = tengen(call).stdout(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    // The process may have ended.
    let _ = child.kill();
    child.wait().unwrap();
}

#[test]
fn an_import_that_was_killed_and_repeated_ends_as_one_that_was_not() {
    const ROUNDS: u32 = 6;
    let (folder, [games, whole, text]) = Folder::with("db-killed", ["caro.games", "whole.db", "whole.jsonl"]);
    printed(&["selfplay", "--rule", "caro", "--nodes", "40", "--games", "60", "--out", &games]);
    let begin = Instant::now();
    printed(&["db", "import", "--db", &whole, "--plies", "99", &games]);
    let took = begin.elapsed();
    let expected = printed(&["db", "export", &whole]);
    fs::write(&text, &expected).unwrap();
    // All in one write, and in about twenty.
    for (source, together) in [(&games, "1000000"), (&text, "1000000"), (&games, "100"), (&text, "100")] {
        let database = folder.argument(&format!("{}{together}.db", source.ends_with("jsonl")));
        let call = ["db", "import", "--db", &database, "--plies", "99", "--together", together, source];
        for round in 0..ROUNDS {
            // Killed between the first moment, when the file does not exist yet, and the last.
            killed_import(&call, took * round / ROUNDS);
            if Path::new(&database).exists() {
                printed(&["db", "check", &database]);
            }
        }
        printed(&call);
        assert!(printed(&["db", "export", &database]) == expected, "{source} {together}");
    }
}

#[test]
fn parts_of_a_build_are_merged_and_a_book_of_it_is_played_from() {
    let (folder, [base, book]) = Folder::with("parts", ["base.db", "caro.book"]);
    let build = |db: &str, options: &[&str]| {
        let game = ["--rule", "caro", "--moves", "h8", "--nodes", "1500", "--lines", "3", "--concurrency", "1"];
        printed(&[&["db", "build", "--db", db], &game[..], options].concat())
    };
    assert!(build(&base, &["--positions", "4"]).contains("4 searched positions"));
    let parts = ["1/2", "2/2"].map(|shard| {
        let part = folder.argument(&format!("part-{}.db", &shard[..1]));
        let options = ["--from", &base, "--shard", shard, "--positions"];
        assert!(build(&part, &[&options[..], &["2"]].concat()).contains("2 searched positions"));
        part
    });
    let positions = |db: &str| -> BTreeSet<String> {
        let stones = |line: &str| line.split(r#""score""#).next().unwrap().to_owned();
        printed(&["db", "export", db]).lines().map(stones).collect()
    };
    let [first, second] = parts.each_ref().map(|part| positions(part));
    assert!(first.is_disjoint(&second), "they begin at different leaves: {first:?} {second:?}");
    // Interrupted and continued. Later, two lines may lead to the same position.
    for (part, shard) in parts.iter().zip(["1/2", "2/2"]) {
        let options = ["--from", &base, "--shard", shard, "--positions", "5"];
        assert!(build(part, &options).contains("5 searched positions"));
    }
    let mut all = positions(&base);
    parts.iter().for_each(|part| all.extend(positions(part)));
    for _ in 0..2 {
        printed(&["db", "merge", "--db", &base, &parts[0], &parts[1]]);
        assert_eq!(positions(&base), all);
    }
    assert!(build(&base, &["--positions", "15"]).contains("15 searched positions"));
    let said = refused(&["db", "build", "--db", &base, "--from", &base, "--shard", "999/999"]);
    assert!(said.contains("fewer than 999"), "{said}");
    assert!(refused(&["db", "build", "--db", &base, "--shard", "1/2"]).contains("--from"));

    assert!(printed(&["db", "book", "--out", &book, &base]).starts_with("15 positions, "));
    let query = |db: &str| printed(&["db", "query", "--db", db, "--rule", "caro", "--moves", "h8"]);
    assert_eq!(query(&book), query(&base));
    let best = query(&book).lines().nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let game = ["--rule", "caro", "--size", "15"];
    let analyze = |options: &[&str]| {
        printed(&[&["analyze", "--moves", "h8", "--nodes", "1000", "--database", &book], &game[..], options].concat())
    };
    assert!(analyze(&[]).starts_with(&format!("database {best} ")), "{}", analyze(&[]));
    assert!(analyze(&["--json"]).starts_with(r#"{"database":[{"#), "{}", analyze(&["--json"]));
    let [typed, saved] = ["typed", "a.psq"].map(|name| folder.argument(name));
    fs::write(&typed, "h8\nquit\n").unwrap();
    let play = ["play", "--level", "10", "--time", "100ms", "--database", &book, "--save", &saved];
    let played = output_of(&fed(&[&play[..], &game].concat(), &typed));
    assert!(played.contains(&format!("from the database: {best} ")), "{played}");
    let said = refused(&["db", "edit", "--db", &book, "--rule", "caro", "--moves", "h8", "--label", "a"]);
    assert!(said.contains("can only be read"), "{said}");
}

#[test]
fn a_build_goes_on_where_it_stopped_and_its_text_makes_the_same_database() {
    let (folder, [db, whole, text]) = Folder::with("build", ["a.db", "whole.db", "a.jsonl"]);
    let build = |db: &str, positions: &str| {
        let options = "--rule caro --size 15 --moves h8 --nodes 2000 --lines 3 --concurrency 1";
        let call: Vec<&str> =
            ["db", "build", "--db", db, "--positions", positions].into_iter().chain(options.split(' ')).collect();
        printed(&call)
    };
    assert!(build(&db, "4").contains("4 searched positions, 4 of them by this call: as many as were asked for"));
    assert!(build(&db, "12").contains("12 searched positions, 8 of them by this call"));
    build(&whole, "12");
    let export = |db: &str| printed(&["db", "export", db]);
    assert_eq!(export(&db).lines().count(), 12);
    assert_eq!(export(&db), export(&whole), "an interruption changes nothing");
    let query = printed(&["db", "query", "--db", &db, "--rule", "caro", "--moves", "h8"]);
    assert!(query.contains("score ") && query.contains(" at depth "), "{query}");
    printed(&["db", "export", &db, "--out", &text]);
    let copy = folder.argument("copy.db");
    assert!(printed(&["db", "import", "--db", &copy, &text]).contains("12 positions read\n"));
    assert_eq!(export(&copy), export(&db));
    let edit =
        ["db", "edit", "--db", &copy, "--rule", "caro", "--moves", "h8i9", "--comment", "cờ\ncaro", "--label", "a"];
    assert!(printed(&edit).contains("comment: cờ\ncaro"));
    let count = export(&copy).lines().count();
    assert!(printed(&["db", "merge", "--db", &db, &copy]).contains(&format!("{count} positions read")));
    let query = printed(&["db", "query", "--db", &db, "--rule", "caro", "--moves", "h8"]);
    assert!(query.contains("cờ caro"), "{query}");
    let before: String = printed(&["db", "export", &db]);
    assert!(printed(&["db", "compact", &db]).contains("bytes before"));
    assert_eq!(printed(&["db", "export", &db]), before);
    let forget = ["db", "edit", "--db", &db, "--rule", "caro", "--moves", "h8i9", "--forget"];
    assert_eq!(printed(&forget), "forgotten\n");
    assert!(printed(&forget).contains("not in the database"));
}

#[test]
fn a_build_searches_what_a_person_judged_and_ends_at_once_when_interrupted() {
    let (_folder, [db, text]) = Folder::with("build-hand", ["a.db", "a.jsonl"]);
    let judged = r#"{"rule":"caro","size":"15x15","side":"white","black":"h8","white":"","score":50,"depth":30}"#;
    fs::write(&text, judged).unwrap();
    printed(&["db", "import", "--db", &db, &text]);
    let row = printed(&["db", "show", &db]).lines().nth(1).unwrap().to_owned();
    assert_eq!(row.split_whitespace().nth(3), Some("0"), "nothing is searched: {row}");
    let query = || printed(&["db", "query", "--db", &db, "--rule", "caro", "--moves", "h8"]);
    assert!(query().contains("score +50 at depth 30, written by hand"), "{}", query());
    let game = ["db", "build", "--db", &db, "--rule", "caro", "--moves", "h8", "--lines", "2", "--concurrency", "1"];
    let build = |options: [&'static str; 4]| [&game[..], &options].concat();
    assert!(printed(&build(["--nodes", "1500", "--positions", "3"])).contains("3 searched positions"));
    let known = query();
    assert!(known.contains(" at depth ") && !known.contains("depth 30") && !known.contains("by hand"), "{known}");
    // What is proved is not searched, and is a value for the move before it.
    let size = BoardSize::square(15).unwrap();
    let [before, after] =
        ["h8a1", "h8a1b1"].map(|moves| Board::from_moves(size, Rule::Caro, &parse_moves(size, moves).unwrap()));
    let searched = Entry {
        score: 300,
        depth: 9,
        moves: vec![StoredMove { point: after.last().unwrap(), score: 300 }],
        ..Entry::default()
    };
    let won = Entry { proof: Proof::Win { stones: 5 }, ..Entry::default() };
    Database::open(Path::new(&db)).unwrap().write([(&before, &searched), (&after, &won)]).unwrap();
    assert!(printed(&build(["--nodes", "1500", "--positions", "4"])).contains("4 searched positions, 0 of them"));
    let known = Database::open(Path::new(&db)).unwrap().get(&before).unwrap().unwrap();
    assert_eq!((known.score, known.moves[0].score), (-20_000, -20_000));
    if cfg!(unix) {
        let call = build(["--nodes", "100000000000", "--positions", "9"]);
        let child = tengen(&call).stdout(Stdio::piped()).spawn().unwrap();
        wait_for_work(child.id(), 300);
        signal(&child, "-INT");
        let begin = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(
            said.contains("4 searched positions, 0 of them by this call: stopped; the same call goes on"),
            "{said}"
        );
        assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
    }
}

#[test]
fn a_build_refuses_a_finished_game_and_no_command_reads_standard_input_unasked() {
    let folder = Folder::new("build-input");
    let db = folder.argument("a.db");
    let build = ["db", "build", "--db", &db, "--positions", "1", "--nodes", "500"];
    let said = refused(&[&build[..], &["--moves", "h8a1i8a3j8a5k8a7l8"]].concat());
    assert!(said.contains("the game is over") && !folder.file("a.db").exists(), "{said}");
    let typed = folder.argument("typed");
    fs::write(&typed, "no game").unwrap();
    let query = ["db", "query", "--db", &db];
    let edit = ["db", "edit", "--db", &db, "--label", "a"];
    for call in [&build[..], &query[..], &edit[..]] {
        for (file, is_read) in [(&[][..], false), (&["-"], true)] {
            let output = fed(&[call, file].concat(), &typed);
            assert_eq!(output.status.success(), !is_read, "{call:?} {file:?}: {output:?}");
        }
    }
}

#[test]
fn a_proof_from_elsewhere_is_believed_only_when_a_search_finds_it_again() {
    let (_folder, [db, text]) = Folder::with("proof", ["a.db", "a.jsonl"]);
    let line = |black: &str, white: &str, claim: &str| {
        format!(r#"{{"rule":"freestyle","size":"15x15","side":"black","black":"{black}","white":"{white}",{claim}}}"#)
    };
    // Four in a row wins; a stone in the middle does not; the row does not lose.
    let lines = [
        line("f8g8h8i8", "a1a3a5a7", r#""win":9"#),
        line("h8", "i9", r#""win":5"#),
        line("f9g9h9i9", "b1b3b5b7", r#""loss":2"#),
    ];
    fs::write(&text, lines.join("\n")).unwrap();
    let said = printed(&["db", "import", "--db", &db, &text]);
    assert!(said.contains("3 positions read, 2 of them with a proof that was not found again"), "{said}");
    let exported = printed(&["db", "export", &db]);
    assert_eq!(exported.matches(r#""win":1"#).count(), 1, "{exported}");
    assert!(!exported.contains("loss"), "{exported}");
    for (bad, why) in [
        (line("h8", "h8", r#""score":1"#), "h8"),
        (line("h8", "", r#""score":29900"#), "proofs only"),
        (line("h8", "z99", r#""score":1"#), "z99"),
        (line("h8", "", r#""sorce":1"#), "sorce"),
        ("{".to_owned(), "line 1"),
    ] {
        fs::write(&text, &bad).unwrap();
        let said = refused(&["db", "import", "--db", &db, &text]);
        assert!(said.contains("line 1") && said.contains(why), "{bad}: {said}");
    }
    let said = refused(&["db", "show", &text]);
    assert!(said.contains("not a Tengen database"), "{said}");
    assert!(refused(&["db", "edit", "--db", &db]).contains("--comment"));
    // Without a text nothing is left of the position.
    let show = printed(&["db", "show", &db]);
    for comment in ["a", ""] {
        printed(&["db", "edit", "--db", &db, "--moves", "a1", "--comment", comment]);
    }
    assert_eq!(printed(&["db", "show", &db]), show);
}

#[test]
fn proofs_that_were_checked_are_soon_on_the_disk_and_are_not_checked_again() {
    let (_folder, [db, text]) = Folder::with("proofs-kept", ["a.db", "a.jsonl"]);
    let line = |black: &str, white: &str| {
        format!(r#"{{"rule":"freestyle","size":"15x15","side":"black","black":"{black}","white":"{white}","win":9}}"#)
    };
    // 70 positions with a four in a row, and an error.
    let whites = ('b'..='o').flat_map(|column| (10..15).map(move |row| format!("a1a3a5{column}{row}")));
    let lines: Vec<String> = whites.map(|white| line("f8g8h8i8", &white)).chain(["{".to_owned()]).collect();
    fs::write(&text, lines.join("\n")).unwrap();
    assert!(refused(&["db", "import", "--db", &db, &text]).contains("line 71"));
    let exported = printed(&["db", "export", &db]);
    assert_eq!(exported.matches(r#""win":1"#).count(), 64, "{exported}");
    // No search would find this win.
    let size = BoardSize::square(15).unwrap();
    let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "h8i9").unwrap());
    let known = Entry { proof: Proof::Win { stones: 77 }, ..Entry::default() };
    Database::open(Path::new(&db)).unwrap().write([(&board, &known)]).unwrap();
    fs::write(&text, line("h8", "i9")).unwrap();
    assert!(printed(&["db", "import", "--db", &db, &text]).starts_with("1 position read\n"));
    let exported = printed(&["db", "export", &db]);
    assert!(exported.contains(r#""win":77"#), "{exported}");
}
