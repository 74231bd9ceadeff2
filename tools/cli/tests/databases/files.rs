//! `tengen db` with problematic files: wrong names, damage, links, pipes.

use crate::command::{both, printed, printed_in, refused, run, start};
use crate::common::folder::Folder;
use std::fs;
use std::process::Command;

#[test]
#[cfg(unix)]
fn a_game_is_read_whole_from_a_pipe() {
    let folder = Folder::new("pipe");
    let db = folder.argument("a.db");
    let arguments = ["db", "import", "--db", &db, "/dev/stdin"];
    printed_in(".".as_ref(), &arguments, "a1a3a5a7a9c1c3c5h8h9i8i9j8j9k8k9l8\n");
    let text = printed(&["db", "query", "--db", &db, "--rule", "freestyle", "--moves", "a1"]);
    assert!(text.contains("games: +0 =0 -1"), "Black won, White is to move: {text}");
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
    let cut = folder.argument("cut.db");
    fs::write(&cut, &before[..before.len() / 2]).unwrap();
    let foreign = folder.argument("foreign.db");
    fs::write(&foreign, "no database").unwrap();
    let rapfi = folder.argument("rapfi.csv");
    fs::write(&rapfi, "index,key,label,value,depth,bound,text\n").unwrap();
    // A page of zeros makes redb panic, which the error names.
    let zeros = folder.argument("zeros.db");
    let mut bytes = compacted_games(&zeros);
    bytes[4096..8192].fill(0);
    fs::write(&zeros, bytes).unwrap();
    let long = "x".repeat(20_000);
    let wrong = [
        (vec!["db", "show", &cut], "cut.db: damaged"),
        (vec!["db", "check", &cut], "cut.db: damaged"),
        (vec!["db", "show", &zeros], "zeros.db: damaged (the store cannot read its pages: "),
        (vec!["db", "show", &rapfi], "not a Tengen database: `tengen db import` reads it"),
        (vec!["db", "edit", "--db", &missing, "--moves", "h8", "--comment", ""], "missing.db: No such file"),
        (vec!["db", "edit", "--db", &cut, "--moves", "h8", "--label", "b"], "cut.db: damaged"),
        // Call, and text that the error must contain.
        (vec!["db", "export", &db, "--out", &db], "choose another file"),
        (vec!["db", "export", &db, "--out", &foreign], "choose another file"),
        (vec!["db", "book", "--out", &db, &db], "choose another file"),
        (vec!["db", "book", "--out", &foreign, &db], "choose another file"),
        (vec!["db", "import", "--db", &other, &foreign], "foreign.db"),
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
        (vec!["db", "edit", "--db", &missing, "--moves", "h8", "--comment", &long], "a text of 20000 bytes"),
        (vec!["diagram", "--moves", "h8", "--to", "sgf", "--out", &db], "a.db is a database: choose another file"),
    ];
    for (call, says) in wrong {
        let said = refused(&call);
        assert!(said.contains(says) || cfg!(windows), "{call:?}: {said}");
        assert_eq!(said.lines().count(), 1, "{call:?}: {said}");
    }
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
    let (_folder, [games, db, other, text]) = Folder::with("db-spread", ["a.games", "a.db", "b.db", "a.jsonl"]);
    printed(&["selfplay", "--rule", "caro", "--nodes", "40", "--games", "6", "--out", &games]);
    printed(&["db", "import", "--db", &db, &games]);
    let whole = fs::read(&db).unwrap();
    // The first page, with the file's sizes, has its own tests.
    let header = 4096;
    let used: Vec<usize> = (header..whole.len()).filter(|&at| whole[at] != 0).collect();
    let mut refused_by_all = 0;
    for at in used.iter().step_by(used.len() / 40) {
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
    assert!(refused_by_all > 3, "{refused_by_all}");
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

#[test]
fn all_games_of_a_file_are_counted_and_what_is_none_is_left_out() {
    let (_folder, [db, file]) = Folder::with("db-several", ["a.db", "several.sgf"]);
    // Two games with a result, one without, one cut by a move on a stone, and one of Go.
    let games = "(;GM[1]SZ[15]RE[B+R];B[hh];W[ig])(;GM[5]RE[W+];B[hh];W[hg])(;SZ[15];B[hh])(;SZ[15]RE[W+];B[hh];W[hh])\
        (;GM[1]SZ[19]KM[6.5]RU[Japanese]RE[B+3];B[pd];W[dp])";
    fs::write(&file, games).unwrap();
    let (said, warned) = both(&["db", "import", "--db", &db, &file]);
    assert!(said.contains("2 games, 4 positions on their way; 2 without a result left out"), "{said}{warned}");
    assert!(warned.contains("several.sgf: game 4: move 2, h8: the point is occupied: 1 move is left out"), "{warned}");
    assert!(warned.contains("a game of Go (SZ[19] KM[6.5] RU[Japanese])"), "{warned}");
    // An empty file has no game, not even one without a result.
    fs::write(&file, "\u{feff} \n").unwrap();
    let (said, warned) = both(&["db", "import", "--db", &db, &file]);
    assert!(said.starts_with("0 games, 0 positions on their way\n"), "{said}");
    assert!(warned.contains("several.sgf: no game in it"), "{warned}");
}

fn crc(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}

/// An archive with uncompressed files.
fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut bytes, mut index) = (Vec::new(), Vec::new());
    let half = |number: usize| (number as u16).to_le_bytes();
    let word = |number: usize| (number as u32).to_le_bytes();
    for (name, content) in files {
        let at = bytes.len();
        // Version, flags, method, time, date; then checksum, sizes, name length, extra fields.
        let common = [
            &[20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0][..],
            &crc(content).to_le_bytes(),
            &word(content.len()),
            &word(content.len()),
        ];
        let common = [common.concat(), half(name.len()).to_vec(), vec![0; 2]].concat();
        bytes.extend([b"PK\x03\x04", &common[..], name.as_bytes(), content].concat());
        let place = [&[0; 10][..], &word(at)].concat();
        index.extend([b"PK\x01\x02", &[20, 0][..], &common, &place, name.as_bytes()].concat());
    }
    let (count, at, length) = (half(files.len()), word(bytes.len()), word(index.len()));
    [bytes, index, [b"PK\x05\x06", &[0; 4][..], &count, &count, &length, &at, &[0; 2]].concat()].concat()
}

#[test]
fn a_years_archive_of_gomocup_gives_every_game_its_result() {
    let folder = Folder::new("db-archive");
    let db = folder.argument("a.db");
    let game =
        |moves: &str, end: &str| format!("Piskvorky 15x15, 11:11, 0\n{moves}A25.zip\nB.zip\n-1\n{end}\n").into_bytes();
    let [won, lost, drawn] = [
        game("8,8,0\n1,1,0\n8,9,1\n1,2,1\n8,10,1\n1,3,1\n8,7,1\n1,4,1\n8,11,1\n", "1,Standard1"),
        game("8,8,0\n9,9,0\n8,9,1\n", "1,Standard1"),
        game("8,8,0\n9,9,0\n8,10,1\n9,10,1\n", "0,Standard1"),
    ];
    let inner = archive(&[("2_1_2_0.psq", &drawn)]);
    let whole = archive(&[
        ("Standard1/0_1_2_1.psq", &won),
        ("Standard1/1_1_2_1.psq", &lost),
        ("Standard1/", b""),
        ("more.zip", &inner),
        ("openings/openings_standard_piskvork.txt", b"0,0, 1,1, 2,2\n0,0, 2,1\n"),
        ("message.txt", b"(1) depth 12 5ms\n\n--> 0_1_2_1.psq\n"),
    ]);
    fs::write(folder.file("year.zip"), &whole).unwrap();
    let year = folder.argument("year.zip");
    let (said, warned) = both(&["db", "import", "--db", &db, &year]);
    assert!(said.starts_with("3 games, ") && said.contains("; 2 files left out"), "{said}{warned}");
    assert_eq!(warned.lines().count(), 2, "{warned}");
    // With bytes behind it, and with two files of one name.
    fs::write(&year, [&whole[..], &[0; 10]].concat()).unwrap();
    assert_eq!(
        both(&["db", "import", "--db", &folder.argument("zeros.db"), &year]),
        (said.replace("a.db", "zeros.db"), warned)
    );
    fs::write(&year, archive(&[("a.psq", &won), ("a.psq", &lost)])).unwrap();
    let (said, warned) = both(&["db", "import", "--db", &folder.argument("twice.db"), &year]);
    assert!(
        said.starts_with("1 game, ") && warned.contains("files whose name a later one has, too: left out"),
        "{warned}"
    );
    let cut = folder.file("cut.zip");
    fs::write(&cut, &whole[..100]).unwrap();
    let said = refused(&["db", "import", "--db", &db, &folder.argument("cut.zip")]);
    assert!(said.contains("the archive cannot be read"), "{said}");
    // Without the list of its files at the end, the whole files of an archive are read.
    fs::write(&cut, &whole[..whole.len() - 100]).unwrap();
    let (said, warned) = both(&["db", "import", "--db", &folder.argument("b.db"), &folder.argument("cut.zip")]);
    assert!(said.starts_with("3 games, "), "{said}{warned}");
    assert!(warned.contains("the archive is cut: 5 whole files were read"), "{warned}");
}

#[test]
fn files_of_a_folder_that_are_no_games_are_left_out_with_a_sentence() {
    let folder = Folder::new("db-folder");
    let db = folder.argument("a.db");
    fs::create_dir_all(folder.file("all/2024")).unwrap();
    let put = |name: &str, content: &[u8]| fs::write(folder.file("all").join(name), content).unwrap();
    put("0notes.txt", b"what was played in the club\n");
    put("1.sgf", b"(;SZ[15]RE[B+R]C[a comment];B[hh];W[ig])");
    put("2go.sgf", b"(;GM[1]SZ[19]KM[6.5]RU[Japanese];B[pd];W[dp])");
    put("3none.lib", b"no library at all");
    put("3text.jsonl", b"no text of a database\n");
    // Hidden files are read, hidden folders are not.
    put("2024/.4.sgf", b"(;SZ[15]RE[W+R];B[hh];W[hg])");
    fs::create_dir(folder.file("all/.git")).unwrap();
    put(".git/5.sgf", b"(;SZ[15]RE[W+R];B[hh];W[hi])");
    let all = folder.argument("all");
    let (said, warned) = both(&["db", "import", "--db", &db, &all]);
    assert!(said.contains("2 games, "), "{said}");
    assert!(said.contains("; 1 comment or label of a game left out; 4 files left out"), "{said}");
    for name in [
        "0notes.txt: not in a known format",
        "2go.sgf: SGF: line 1: this is a game of Go",
        "3none.lib: ",
        "3text.jsonl: ",
    ] {
        assert!(warned.lines().any(|line| line.contains(name) && line.ends_with("left out")), "{name}: {warned}");
    }
    // Of a text with a bad line, the part before it may be added.
    let label = |moves: &str, label: &str| {
        printed(&["db", "edit", "--db", &folder.argument("b.db"), "--moves", moves, "--label", label])
    };
    label("h8", "one");
    label("h8i9", "two");
    let lines = printed(&["db", "export", &folder.argument("b.db")]);
    put("3text.jsonl", format!("{lines}no position\n").as_bytes());
    let (said, warned) = both(&["db", "import", "--db", &db, "--together", "1", &all]);
    assert!(said.contains("; 3 files left out"), "{said}");
    let partly = "3text.jsonl: the text is only partly added (positions: 2, games: 0): line 3: ";
    assert!(warned.lines().any(|line| line.contains(partly) && line.ends_with(": the rest is left out")), "{warned}");
    // Other labels are left out by a merge.
    label("h8", "other");
    let said = printed(&["db", "merge", "--db", &db, &folder.argument("b.db")]);
    assert!(said.contains("; 1 label or comment left out, as the position has another one"), "{said}");
    // A bad file given by name is an error.
    let notes = folder.argument("all/0notes.txt");
    assert!(refused(&["db", "import", "--db", &db, &notes]).contains("not in a known format"));
}

#[test]
fn lines_of_json_of_another_program_are_games() {
    let folder = Folder::new("db-json-lines");
    let db = folder.argument("a.db");
    let line = r#"{"rule":"renju","size":15,"moves":[[7,7],[8,8],[7,8]],"winner":"black"}"#;
    fs::write(folder.file("games.jsonl"), format!("{line}\n{}\n", line.replace("[8,8]", "[8,6]"))).unwrap();
    let games = folder.argument("games.jsonl");
    let said = printed(&["db", "import", "--db", &db, &games]);
    assert!(said.contains("2 games, "), "{said}");
    // Pairs that may count from 0 or from 1 are not imported until the user chooses.
    fs::write(
        folder.file("open.json"),
        r#"[{"moves":[[1,7],[2,6]],"winner":"black"},{"moves":[[2,7],[2,6]],"winner":"white"}]"#,
    )
    .unwrap();
    let said = refused(&["db", "import", "--db", &db, &folder.argument("open.json")]);
    assert!(said.contains("games 1 to 2: 1,7 = b8, 3 to 4: 1,7 = a9"), "{said}");
}

#[test]
fn the_text_of_a_database_is_known_by_its_content() {
    let (folder, [db, copy, text]) = Folder::with("db-text-names", ["a.db", "b.db", "a.txt"]);
    printed(&["db", "edit", "--db", &db, "--moves", "h8", "--label", "one"]);
    let lines = printed(&["db", "export", &db]);
    for name in ["a.txt", "a.json", "A.JSONL"] {
        let text = folder.argument(name);
        fs::write(&text, &lines).unwrap();
        assert!(printed(&["db", "import", "--db", &copy, &text]).starts_with("1 position read"), "{name}");
    }
    // A game of another program may name its size in the same way.
    fs::write(&text, r#"{"rule":"renju","size":"15x15","moves":["h8","i9","h9"],"winner":"black"}"#).unwrap();
    assert!(printed(&["db", "import", "--db", &copy, &text]).starts_with("1 game, "));
    // In an archive there are games only.
    let rapfi = b"index,key,label,value,depth,bound,text\n";
    fs::write(folder.file("all.zip"), archive(&[("a.txt", lines.as_bytes()), ("b.csv", rapfi)])).unwrap();
    let (said, warned) = both(&["db", "import", "--db", &copy, &folder.argument("all.zip")]);
    assert!(said.contains("; 2 files left out"), "{said}");
    assert_eq!(
        warned.matches("a database of positions, not a game: unpack the archive to import it").count(),
        2,
        "{warned}"
    );
}
