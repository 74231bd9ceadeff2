//! `tengen db` as a command: what it prints, names that are wrong, damage, links, pipes, several programs at once.

use crate::command::{both, fed, output_of, printed, printed_in, refused, run, signal, start, tengen};
use crate::common::folder::Folder;
use crate::common::processor::wait_for_work;
use std::fs;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[test]
fn a_database_is_filled_searched_noted_in_and_handed_out_as_a_book() {
    let (folder, [db, text, copy, book]) = Folder::with("db", ["a.db", "a.jsonl", "b.db", "caro.book"]);
    let games = folder.argument("games");
    fs::create_dir(&games).unwrap();
    fs::write(folder.file("games/1.sgf"), "(;GM[4]SZ[15]RE[B+R];B[hh];W[gh])").unwrap();
    fs::write(folder.file("games/2.txt"), "no game\n").unwrap();
    let (said, warned) = both(&["db", "import", "--db", &db, "--rule", "caro", &games]);
    assert_eq!(said, format!("1 game, 2 positions on their way; 1 file left out\n2 positions in {db}\n"));
    assert!(warned.starts_with("warning: ") && warned.ends_with(": left out\n"), "{warned}");
    let h8 = ["--rule", "caro", "--moves", "h8"];
    let query = |database: &[&str]| printed(&[&["db", "query"], database, &h8].concat());
    assert!(query(&[&db]).starts_with("games: +0 =0 -1\n"), "White is to move and lost: {}", query(&[&db]));
    assert_eq!(query(&["--database", &db]), query(&[&db]));
    assert_eq!(printed(&["db", "show", "--db", &db]), printed(&["db", "show", &db]));
    let build = |database: &str, options: &[&str]| {
        let usual = ["--nodes", "1500", "--lines", "3", "--concurrency", "1"];
        printed(&[&["db", "build", "--db", database], &h8[..], &usual, options].concat())
    };
    let searched = "4 searched positions, 4 of them by this call: as many as were asked for\n";
    assert_eq!(build(&db, &["--positions", "4"]), searched);
    assert!(
        build(&copy, &["--positions", "2", "--from", &db, "--shard", "2/2"]).starts_with("2 searched positions, 2 ")
    );
    assert!(refused(&["db", "build", "--db", &copy, "--shard", "1/2"]).contains("--from"));
    let far = [&["db", "build", "--db", &copy, "--from", &db, "--shard", "999/999"], &h8[..]].concat();
    assert!(refused(&far).contains("fewer than 999"));
    assert_eq!(printed(&["db", "merge", "--db", &db, &copy]), "2 positions read\n");
    let note =
        ["db", "edit", "--db", &db, "--rule", "caro", "--moves", "h8i9", "--comment", "cờ\ncaro", "--label", "a"];
    assert!(printed(&note).contains("comment: cờ\ncaro"));
    assert!(query(&[&db]).contains("cờ caro"), "in one line");
    let export = || printed(&["db", "export", &db]);
    printed(&["db", "export", &db, "--out", &text]);
    assert_eq!(fs::read_to_string(&text).unwrap(), export());
    let before = export();
    assert!(printed(&["db", "compact", &db]).contains("bytes before"));
    assert_eq!(export(), before);
    assert!(printed(&["db", "check", &db]).ends_with("positions, no damage\n"));
    assert!(printed(&["db", "book", "--out", &book, &db]).starts_with("6 positions, "));
    let best = query(&[&book]).lines().nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let analyze =
        |options: &[&str]| printed(&[&["analyze", "--nodes", "1000", "--database", &book], &h8[..], options].concat());
    assert!(analyze(&[]).starts_with(&format!("database {best} ")), "{}", analyze(&[]));
    assert!(analyze(&["--json"]).starts_with(r#"{"database":[{"#), "{}", analyze(&["--json"]));
    let [typed, saved] = ["typed", "a.psq"].map(|name| folder.argument(name));
    fs::write(&typed, "h8\nquit\n").unwrap();
    let play = ["play", "--rule", "caro", "--level", "10", "--time", "100ms", "--database", &book, "--save", &saved];
    let played = output_of(&fed(&play, &typed));
    assert!(played.contains(&format!("from the database: {best} ")), "{played}");
    let forget = ["db", "edit", "--db", &db, "--rule", "caro", "--moves", "h8i9", "--forget"];
    assert_eq!(printed(&forget), "forgotten\n");
    assert!(printed(&forget).contains("not in the database"));
    // Without a text nothing is left of a position.
    let show = printed(&["db", "show", &db]);
    for comment in ["a", ""] {
        printed(&["db", "edit", "--db", &db, "--moves", "a1", "--comment", comment]);
    }
    assert_eq!(printed(&["db", "show", &db]), show);
}

#[cfg(unix)]
#[test]
fn a_build_that_is_interrupted_ends_at_once_and_says_that_it_goes_on() {
    let (_folder, [db]) = Folder::with("db-stopped", ["a.db"]);
    let call = ["db", "build", "--db", &db, "--nodes", "100000000000", "--concurrency", "1"];
    let child = tengen(&call).stdout(Stdio::piped()).spawn().unwrap();
    wait_for_work(child.id(), 300);
    signal(&child, "-INT");
    let begin = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stdout).unwrap();
    assert_eq!(said, "0 searched positions, 0 of them by this call: stopped; the same call goes on\n");
    assert!(begin.elapsed() < Duration::from_secs(20), "{:?}", begin.elapsed());
}

#[test]
fn no_command_reads_standard_input_unasked_and_a_pipe_is_read_whole() {
    let folder = Folder::new("db-input");
    let [db, typed, game] = ["a.db", "typed", "game.pos"].map(|name| folder.argument(name));
    let build = ["db", "build", "--db", &db, "--positions", "1", "--nodes", "500"];
    let said = refused(&[&build[..], &["--moves", "h8a1i8a3j8a5k8a7l8"]].concat());
    assert!(said.contains("the game is over") && !folder.file("a.db").exists(), "{said}");
    fs::write(&typed, "no game").unwrap();
    let query = ["db", "query", "--db", &db];
    let edit = ["db", "edit", "--db", &db, "--label", "a"];
    for call in [&build[..], &query[..], &edit[..]] {
        for (file, is_read) in [(&[][..], false), (&["-"], true)] {
            let output = fed(&[call, file].concat(), &typed);
            assert_eq!(output.status.success(), !is_read, "{call:?} {file:?}: {output:?}");
        }
    }
    let won = "a1a3a5a7a9c1c3c5h8h9i8i9j8j9k8k9l8\n";
    fs::write(&game, won).unwrap();
    assert!(output_of(&fed(&["db", "import", "--db", &db, "-"], &game)).starts_with("1 game, 1"));
    if cfg!(unix) {
        let told = printed_in(".".as_ref(), &["db", "import", "--db", &db, "/dev/stdin"], won);
        assert!(told.starts_with("0 games, 0 positions on their way; 1 that were counted before"), "{told}");
    }
    // A text of a database from standard input, with the byte order mark of a Windows program.
    let line = r#"{"rule":"caro","size":"15x15","side":"white","black":"h8","white":"","label":"a"}"#;
    fs::write(&typed, format!("\u{feff}{line}\r\n")).unwrap();
    assert!(output_of(&fed(&["db", "import", "--db", &db, "-"], &typed)).starts_with("1 position read\n"));
}

/// The bytes of a compacted database of self-play games.
fn compacted_games(db: &str) -> Vec<u8> {
    let games = format!("{db}.games");
    printed(&["selfplay", "--rule", "caro", "--nodes", "40", "--games", "6", "--out", &games]);
    printed(&["db", "import", "--db", db, &games]);
    printed(&["db", "compact", db]);
    fs::read(db).unwrap()
}

#[test]
fn a_wrong_name_changes_nothing() {
    let (folder, [db, other, missing, text]) = Folder::with("db-names", ["a.db", "b.db", "missing.db", "a.txt"]);
    let label = |db: &str| printed(&["db", "edit", "--db", db, "--moves", "h8", "--label", "a"]);
    assert!(label(&db).starts_with(&format!("new database {db}\n1 stone, ")));
    assert!(label(&db).starts_with("1 stone, "));
    let before = fs::read(&db).unwrap();
    let [cut, foreign, rapfi, zeros, book, bad] =
        ["cut.db", "foreign.db", "rapfi.csv", "zeros.db", "a.book", "bad.sgf"].map(|name| folder.argument(name));
    fs::write(&cut, &before[..before.len() / 2]).unwrap();
    fs::write(&foreign, "no database").unwrap();
    fs::write(&rapfi, "index,key,label,value,depth,bound,text\n").unwrap();
    fs::write(&bad, "(;GM[3];B[hh];W[hh])").unwrap();
    tengen_database::write_book(book.as_ref(), []).unwrap();
    // A page of zeros makes redb panic, which the error names.
    let mut bytes = compacted_games(&zeros);
    bytes[4096..8192].fill(0);
    fs::write(&zeros, bytes).unwrap();
    let games = format!("{zeros}.games");
    let partly = folder.argument("partly.db");
    let long = "x".repeat(20_000);
    let wrong = [
        (vec!["db", "show", &cut], "cut.db: damaged"),
        (vec!["db", "check", &cut], "cut.db: damaged"),
        (vec!["db", "show", &zeros], "zeros.db: damaged (the store cannot read its pages: "),
        (vec!["db", "show", &rapfi], "not a Tengen database: `tengen db import` reads it"),
        (vec!["db", "edit", "--db", &missing, "--moves", "h8", "--comment", ""], "missing.db: No such file"),
        (vec!["db", "edit", "--db", &cut, "--moves", "h8", "--label", "b"], "cut.db: damaged"),
        (vec!["db", "edit", "--db", &book, "--moves", "h8", "--label", "b"], "can only be read"),
        (vec!["db", "edit", "--db", &db], "--comment"),
        // Call, and text that the error must contain.
        (vec!["db", "export", &db, "--out", &db], "choose another file"),
        (vec!["db", "export", &db, "--out", &foreign], "choose another file"),
        (vec!["db", "export", &db, "--encoding", "gbk"], "--encoding"),
        (vec!["db", "export", &db, "--encoding", "gbk", "--out", &text], "--encoding"),
        (vec!["db", "book", "--out", &db, &db], "choose another file"),
        (vec!["db", "book", "--out", &foreign, &db], "choose another file"),
        (vec!["db", "import", "--db", &other, &foreign], "foreign.db"),
        (vec!["db", "import", "--db", &partly, &games, &bad], "6 games are counted; then "),
        (vec!["db", "merge", "--db", &db, &db], "cannot be merged into itself"),
        (vec!["db", "merge", "--db", &other, &db, &foreign], "not a Tengen database"),
        (vec!["db", "merge", "--db", &other, &cut], "cut.db: damaged"),
        (vec!["db", "merge", "--db", &other, &db, &cut], "cut.db: damaged"),
        (vec!["db", "import", "--db", &other, &missing], "cannot read"),
        (vec!["db", "import", "--db", &other, &db], "tengen db merge"),
        (vec!["db", "merge", "--db", &other, &missing], "cannot read"),
        (vec!["db", "show", &missing], "missing.db: No such file"),
        (vec!["db", "compact", &missing], "missing.db: No such file"),
        (vec!["db", "check", &missing], "missing.db: No such file"),
        (vec!["db", "export", &missing, "--out", &text], "missing.db: No such file"),
        (vec!["db", "edit", "--db", &missing, "--moves", "h8", "--forget"], "missing.db: No such file"),
        (vec!["db", "query", "--db", &db, "--moves", "h8h8"], "h8"),
        (vec!["db", "query", "--db", &db, &db, &db], "expected one file with a position"),
        (vec!["db", "query", "--moves", "h8"], "expected a database: FILE or --database FILE"),
        (vec!["db", "edit", "--db", &missing, "--moves", "h8", "--comment", &long], "a text of 20000 bytes"),
        (vec!["diagram", "--moves", "h8", "--to", "sgf", "--out", &db], "a.db is a database: choose another file"),
    ];
    for (call, says) in wrong {
        let said = refused(&call);
        assert!(said.contains(says) || cfg!(windows), "{call:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{call:?}: {said}");
    }
    let utf16 = refused(&["db", "export", &db, "--encoding", "utf-16", "--out", "a.lib"]);
    assert!(utf16.contains("UTF-16LE is only read"), "{utf16}");
    assert!(fs::read(&db).unwrap() == before && fs::read_to_string(&foreign).unwrap() == "no database");
    assert!(fs::read(&cut).unwrap() == before[..before.len() / 2]);
    assert!([&other, &missing, &text].iter().all(|path| !std::path::Path::new(path).exists()));
}

#[test]
fn of_programs_that_create_one_database_at_least_one_does() {
    let folder = Folder::new("db-create");
    for round in 0..5 {
        let db = folder.argument(&format!("{round}.db"));
        let call = ["db", "edit", "--db", &db, "--moves", "h8", "--label", "a"];
        let started: Vec<_> = (0..4).map(|_| start(".".as_ref(), &call)).collect();
        let (done, failed): (Vec<_>, Vec<_>) =
            started.into_iter().map(|child| child.wait_with_output().unwrap()).partition(|end| end.status.success());
        let said: Vec<_> = failed.iter().map(|end| String::from_utf8_lossy(&end.stderr)).collect();
        assert!(!done.is_empty() && said.iter().all(|said| said.contains("has this database open")), "{said:?}");
        assert!(printed(&["db", "check", &db]).starts_with("1 position,"));
    }
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), 5, "nothing is left behind");
}

#[test]
fn damage_is_not_taken_over_into_other_files() {
    let (_folder, [db, other, text]) = Folder::with("db-spread", ["a.db", "b.db", "a.jsonl"]);
    let whole = compacted_games(&db);
    // The first page, with the file's sizes, has its own tests.
    let header = 4096;
    let used: Vec<usize> = (header..whole.len()).filter(|&at| whole[at] != 0).collect();
    let mut refused_by_all = 0;
    for at in used.iter().step_by(used.len() / 12) {
        let mut bytes = whole.clone();
        bytes[*at] ^= 1;
        fs::write(&db, &bytes).unwrap();
        let is_refused = |call: &[&str]| !run(call).status.success();
        let checked = is_refused(&["db", "check", &db]);
        assert_eq!(is_refused(&["db", "export", &db, "--out", &text]), checked, "byte {at}");
        assert_eq!(is_refused(&["db", "merge", "--db", &other, &db]), checked, "byte {at}");
        assert!(fs::read(&db).unwrap() == bytes);
        refused_by_all += usize::from(checked);
    }
    assert!(refused_by_all > 2, "{refused_by_all}");
}

#[cfg(unix)]
#[test]
fn links_pipes_and_rights_are_kept() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (_folder, [db, link, text, fifo]) = Folder::with("db-links", ["a.db", "link.db", "a.jsonl", "fifo"]);
    printed(&["db", "edit", "--db", &db, "--moves", "h8", "--label", "a"]);
    symlink(&db, &link).unwrap();
    fs::set_permissions(&db, fs::Permissions::from_mode(0o600)).unwrap();
    printed(&["db", "compact", &link]);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::metadata(&db).unwrap().permissions().mode() & 0o777, 0o600);
    // A file that the shell opened for appending is appended to.
    fs::write(&text, "before\n").unwrap();
    let call = format!("exec {} db export {db} --out /dev/stdout >> {text}", env!("CARGO_BIN_EXE_tengen"));
    assert!(Command::new("sh").args(["-c", &call]).status().unwrap().success());
    assert!(fs::read_to_string(&text).unwrap().starts_with("before\n{"));
    assert!(Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    assert!(refused(&["db", "show", &fifo]).contains("not a Tengen database"));
    fs::write(&text, r#"{"name":"of another program","rule":1}"#).unwrap();
    assert!(refused(&["db", "export", &db, "--out", &text]).contains("choose another file"));
}
