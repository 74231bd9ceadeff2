//! `tengen prove`, and the proofs of `tengen analyze`.

use crate::command::{both, printed, refused, run, tengen, text};
use crate::common::folder::Folder;
use tengen_database::write_book;

#[test]
fn a_win_is_handed_over_as_a_certificate_a_tree_and_proofs_in_a_database() {
    let folder = Folder::new("prove-win");
    let path = |name: &str| folder.argument(name);
    let [proof, tree, library, database] = ["win.proof", "win.sgf", "win.lib", "wins.db"].map(path);
    let position = "h8h7j9g8i10i9g9k10h11g12";
    let made = printed(&["prove", "--rule", "standard", "--out", &proof, "--database", &database, position]);
    let (win, checked) = made.split_once('\n').unwrap();
    assert!(win.starts_with("WIN 11 ") && checked.starts_with("checked: standard 15x15, "), "{made}");
    assert!(checked.contains("answers"), "{made}");
    let first = win.rsplit(' ').next().unwrap();
    let found = printed(&["prove", "--check", &proof, "--tree", &tree]);
    assert!(found.starts_with("PROVED black wins in 11 moves: standard 15x15, black to move, black"), "{found}");
    // The tree is a game that every command can read, and RenLib's libraries can hold it too.
    let known = printed(&["analyze", "--nodes", "100", "--until", "10", &tree]);
    assert!(known.contains("best"), "{known}");
    let told =
        |rule: &str| format!("warning: {library}: left out, as RenLib library has no place for it: the rule {rule}\n");
    assert_eq!(both(&["prove", "--check", &proof, "--tree", &library]).1, told("standard"));
    let freestyle = ["prove", "--rule", "freestyle", "--tree", &library, "h8a1h9a3h10a5h11a7"];
    assert_eq!(both(&freestyle).1, told("freestyle"));
    let shown = printed(&["db", "query", &database, "--rule", "standard", "--moves", position]);
    assert!(shown.contains(first), "{shown}");
    // What cannot be written is said before the search.
    std::fs::write(path("none.db"), "no database").unwrap();
    write_book(&folder.file("a.book"), []).unwrap();
    for (option, name, reason) in [
        ("--tree", "win.xyz", "expected a name that ends in .sgf or .lib"),
        ("--tree", "win.psq", "expected a name that ends in .sgf or .lib"),
        ("--database", "none.db", "not a Tengen database"),
        ("--database", "a.book", "can only be read"),
        ("--database", "no-folder/wins.db", "cannot write"),
    ] {
        let error = refused(&["prove", "--rule", "caro", option, &path(name), "h8"]);
        assert!(error.contains(option) && error.contains(reason), "{error}");
    }
    let error = refused(&["prove", "--time", "1ms", "--out", &path("a.book"), "h8"]);
    assert!(error.contains("a.book is a database: choose another file"), "{error}");
    // A changed byte in the answers, and a cut file.
    let bytes = std::fs::read(&proof).unwrap();
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    for (name, bytes, reason) in [
        ("changed", &changed[..], ""),
        ("cut", &bytes[..bytes.len() - 1], "is cut or damaged"),
        ("empty", &[], "line 1"),
    ] {
        std::fs::write(path(name), bytes).unwrap();
        let error = refused(&["prove", "--check", &path(name)]);
        assert!(error.contains(reason) && error.contains(name), "{error}");
    }
}

/// Output and exit code of a proof on a disk with this much room, in KB: files may not grow beyond it.
#[cfg(unix)]
fn prove_in(room: &str, option: &str, file: &str) -> std::process::Output {
    let limited = "trap '' XFSZ; ulimit -f $1; exec \"$0\" prove $2 \"$3\" h8a1h9a3h10a5h11a7";
    let call = ["-c", limited, env!("CARGO_BIN_EXE_tengen"), room, option, file];
    std::process::Command::new("sh").args(call).output().unwrap()
}

#[cfg(unix)]
#[test]
fn a_proof_that_a_database_has_no_room_for_is_beside_it() {
    let folder = Folder::new("prove-beside");
    let database = folder.argument("wins.db");
    for number in [1, 2] {
        let output = prove_in("50", "--database", &database);
        let (error, proof) = (String::from_utf8_lossy(&output.stderr), format!("{database}.{number}.proof"));
        let kept = format!("; the certificate is in {proof}: `tengen prove --check` reads it\n");
        assert!(error.starts_with("error: --database: ") && error.ends_with(&kept), "{error}");
        assert!(printed(&["prove", "--check", &proof]).starts_with("PROVED black wins in 1 move"));
    }
}

#[cfg(unix)]
#[test]
fn a_win_that_a_full_disk_has_no_room_for_is_told_with_the_error_and_old_files_stay() {
    let (folder, [proof, state]) = Folder::with("prove-full", ["win.proof", "state"]);
    std::fs::write(&proof, "of before").unwrap();
    let output = prove_in("0", "--out", &proof);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(3) && output.stdout.starts_with(b"WIN 1 h"), "{output:?}");
    assert!(error.starts_with(&format!("error: the certificate is lost: cannot write {proof}: ")), "{error}");
    assert_eq!(std::fs::read_to_string(&proof).unwrap(), "of before");
    // A state that cannot be saved takes nothing away.
    let output = prove_in("0", "--side black --resume", &state);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout.starts_with(b"WIN 1 h"), "{output:?}");
    assert!(error.starts_with(&format!("warning: cannot write {state}: ")), "{error}");
    assert_eq!(std::fs::read_dir(folder.file("")).unwrap().count(), 1, "nothing is left behind");
}

#[cfg(target_os = "linux")]
#[test]
fn each_file_of_a_proof_is_tried_and_a_certificate_for_a_full_device_is_kept_elsewhere() {
    let (folder, [tree, database, kept]) = Folder::with("prove-device", ["win.sgf", "wins.db", "full.1.proof"]);
    std::os::unix::fs::symlink("/dev/full", &tree).unwrap();
    let call = ["prove", "--out", "/dev/full", "--tree", &tree, "--database", &database, "h8a1h9a3h10a5h11a7"];
    let output = tengen(&call).env("TMPDIR", folder.file("")).output().unwrap();
    let error = text(&output.stderr);
    assert!(output.status.code() == Some(3) && error.contains(&format!("the certificate is in {kept}: ")), "{error}");
    assert!(printed(&["prove", "--check", &kept]).starts_with("PROVED black wins in 1 move"));
    assert!(printed(&["db", "check", &database]).starts_with("1 position"));
}

#[test]
fn certificates_of_all_replies_prove_the_position_before_them() {
    let folder = Folder::new("prove-together");
    // White to move on 5x5; Black needs a5 or e1. The stones are the same when columns and rows are exchanged.
    let before = "a1b2b1d4c1b4d1d2a2c5a3e3a4";
    let proofs = ["a5", "b3", "b5", "c3", "c4", "d5", "e5"].map(|reply| {
        let proof = folder.argument(&format!("{reply}.proof"));
        let position = format!("{before}{reply}");
        printed(&["prove", "--rule", "freestyle", "--size", "5", "--out", &proof, &position]);
        proof
    });
    let proofs: Vec<&str> = proofs.iter().map(String::as_str).collect();
    let check = |proofs: &[&str]| {
        let output = run(&[&["prove", "--check"][..], proofs].concat());
        (output.status.code(), text(&output.stdout))
    };
    let position = "freestyle 5x5, white to move, black a1 b1 c1 d1 a2 a3 a4, white b2 d4 b4 d2 c5 e3";
    let (code, text) = check(&proofs);
    assert!(text.ends_with(&format!("\nPROVED black wins against all 12 replies: {position}\n")), "{text}");
    assert_eq!((code, text.lines().count()), (Some(0), 8), "{text}");
    let (code, text) = check(&proofs[1..]);
    assert!(text.ends_with(&format!("\nOPEN 2 of 12 replies: {position}: a5 e1\n")), "{text}");
    assert_eq!(code, Some(2));
    // Two proofs that have no position in common.
    let other = folder.argument("other.proof");
    printed(&["prove", "--rule", "freestyle", "--size", "5", "--out", &other, "a1b2b1d4c1b4d1e5"]);
    assert_eq!(check(&[proofs[0], &other]).0, Some(0));
}

#[test]
fn no_result_replaces_a_state_or_another_result() {
    let folder = Folder::new("prove-apart");
    let [state, tree, other] = ["state", "state.sgf", "./state"].map(|name| folder.argument(name));
    let prove = ["prove", "--side", "black", "h8a1h9a3h10a5h11a7"];
    assert!(printed(&[&prove[..], &["--resume", &state]].concat()).starts_with("WIN 1 h"));
    let kept = std::fs::read(&state).unwrap();
    for options in [
        ["--resume", &state, "--out", &other],
        ["--known", &state, "--out", &state],
        ["--resume", &tree, "--tree", &tree],
        ["--out", &tree, "--tree", &tree],
        ["--database", &tree, "--tree", &tree],
    ] {
        let error = refused(&[&prove[..], &options].concat());
        assert!(error.contains("has another use in this call"), "{options:?}: {error}");
    }
    assert!(std::fs::read(&state).unwrap() == kept && !std::fs::exists(&tree).unwrap());
}

#[test]
fn what_is_not_won_is_said_with_what_is_open_and_a_loss_is_proved() {
    // White, to move, faces an open three and a future four.
    for (call, code, said) in [
        (["--time", "500ms", "--size=9", "e5"], 2, "NO WIN FOUND\nopen: "),
        (["--time", "20s", "--size=15", "h8a1i8a3j8a5k8"], 1, "LOSS 1\n"),
    ] {
        let output = run(&[&["prove"], &call[..]].concat());
        assert_eq!((output.status.code(), text(&output.stdout).starts_with(said)), (Some(code), true), "{output:?}");
    }
    for (bad, reason) in [
        (&["--time", "soon"][..], "--time"),
        (&["h8h8"], "h8"),
        (&["--resume", "x", "h8"], "--side"),
        (&["--check", "/does/not/exist"], "cannot read"),
        (&["--check", "/does/not/exist", "--game", "2"], "cannot be used with"),
    ] {
        let error = refused(&[&["prove"], bad].concat());
        assert!(error.contains(reason), "{bad:?}: {error}");
    }
}

#[test]
fn the_state_of_a_proof_is_kept_and_that_of_another_position_refused() {
    let folder = Folder::new("prove-state");
    let state = folder.argument("state");
    let prove = |moves: &str| {
        let arguments = ["prove", "--side", "black", "--time", "300ms", "--resume", &state, "--size", "9", moves];
        let output = run(&arguments);
        (output.status.code(), text(&output.stderr))
    };
    assert_eq!(prove("e5e6").0, Some(2));
    assert!(std::fs::metadata(&state).unwrap().len() > 50);
    assert_eq!(prove("e5e6").0, Some(2));
    let (code, error) = prove("e5a1");
    assert!(code == Some(3) && error.contains("another position"), "{error}");
}

#[test]
fn analyze_proves_a_win_where_the_search_has_not() {
    // The search has one thread and a number of nodes, so it ends in the same way each time.
    for (moves, nodes) in [("e5a1f6a9", "30000"), ("e5a1f6a9e6", "20000")] {
        let call =
            ["analyze", "--rule", "freestyle", "--size", "9", "--moves", moves, "--nodes", nodes, "--prove", "60s"];
        let plain = printed(&call);
        let (searched, proof) = plain.trim_end().rsplit_once('\n').unwrap();
        let best = searched.lines().last().unwrap();
        assert!(!best.contains("M1") && proof.starts_with("proved black wins in "), "{plain}");
    }
    let blocked = "(;GM[4]SZ[15]BLOCKED[aa];B[hh])";
    for option in [["--whole", "--moves", "h8"], ["--nodes=1", "--moves", blocked]] {
        let refusal = refused(&[&["analyze", "--prove", "1s"], &option[..]].concat());
        assert!(refusal.contains("--prove"), "{refusal}");
    }
}

#[test]
fn a_small_board_is_drawn_and_a_fight_is_not_held() {
    let drawn = printed(&["prove", "--held", "--size", "6", "--rule", "caro"]);
    let lines: Vec<&str> = drawn.lines().collect();
    assert_eq!(lines[0], "HELD black cannot win, white stops every five", "{drawn}");
    assert!(lines[1].starts_with("searched caro 6x6 "), "{drawn}");
    assert!(lines[2].starts_with("HELD white ") && lines[4] == "DRAWN", "{drawn}");
    let output = run(&["prove", "--held", "--side", "black", "--size", "9", "--time", "200ms", "e5a1f6a9e6i1"]);
    let said = b"NOT HELD black: it may win or not\nsearched caro 9x9 ";
    assert!(output.stdout.starts_with(said) && output.status.code() == Some(2), "{output:?}");
    // A five is open: nothing is searched. The other side is held in its half of the time.
    let output = run(&["prove", "--held", "--size", "7", "--time", "20s", "a1a7b1b7c1c7d1g4"]);
    let text = text(&output.stdout);
    assert!(text.contains("NOT HELD black") && text.contains("searched caro 7x7 1 move deep, 0 positions"), "{text}");
    let output = run(&["prove", "--held", "--rule", "renju", "--size", "5"]);
    assert!(output.stdout.ends_with(b"NOT TRIED white\n") && output.status.code() == Some(2));
    let error = refused(&["prove", "--held", "--side", "white", "--rule", "renju", "--size", "6"]);
    assert!(error.contains("renju: Black may be forbidden"), "{error}");
}

#[test]
fn a_late_position_of_renju_is_played_to_the_last_cell() {
    let (_folder, [position, proof]) = Folder::with("prove-late", ["late.sgf", "late.proof"]);
    let stones = "AB[bb][cb][db][ad][df]AW[aa][ca][ea][bf][ff][ce]";
    std::fs::write(&position, format!("(;GM[4]SZ[6]RU[renju]{stones}PL[B])")).unwrap();
    let won = printed(&["prove", "--file", &position, "--out", &proof]);
    assert!(won.starts_with("WIN 2 "), "{won}");
    assert!(
        printed(&["prove", "--check", &proof]).starts_with("PROVED black wins in 2 moves: renju 6x6, black to move")
    );
    let output = run(&["prove", "--held", "--file", &position, "--time", "1s"]);
    assert!(output.stdout.starts_with(b"NOT HELD black"), "{output:?}");
    std::fs::write(&position, format!("(;GM[4]SZ[6]RU[renju]{stones};B[eb];W[ab];B[fb])")).unwrap();
    assert!(refused(&["prove", "--file", &position]).contains("the game is over"));
}
