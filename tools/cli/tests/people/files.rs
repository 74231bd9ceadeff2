//! Games that are saved and loaded.

use crate::command::{folder, printed_in as printed, read, refused_in as refusal, run_in as run, start, text};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use tengen::board::format_moves;
use tengen_game::formats;
use tengen_game::formats::Given;
use tengen_language::Language;

#[test]
fn a_game_is_kept_where_the_user_said_whatever_else_was_saved() {
    let folder = folder("keep");
    let play = |arguments: &[&str], input: &str| {
        printed(&folder, &[&["play", "--level", "1", "--seed", "4"], arguments].concat(), input)
    };
    let moves_in = |name: &str| formats::read(&read(&folder, name), Given::default()).unwrap().moves.len();
    play(&["--save", "a.psq"], "h8\nsave b.psq\nquit\n");
    assert_eq!((moves_in("a.psq"), moves_in("b.psq")), (2, 2));
    play(&["--load", "a.psq", "--save", "c.sgf"], "quit\n");
    assert_eq!(moves_in("c.sgf"), 2);
    // The file is for the first game; the next one gets its own.
    play(&["--save", "d.psq"], "h8\nnew\na1\no15\nquit\n");
    assert_eq!((moves_in("d.psq"), moves_in("tengen-game-1.psq")), (2, 4));
    play(&["--save", "e.psq"], "load d.psq\nquit\n");
    assert_eq!(moves_in("e.psq"), 2);
    assert!(!folder.join("tengen-game-2.psq").exists());
    // Two passes end a game without stones.
    printed(&folder, &["play", "--human", "both", "--rule", "renju", "--save", "f.sgf"], "pass\npass\nquit\n");
    assert_eq!(formats::read(&read(&folder, "f.sgf"), Given::default()).unwrap().passes, [0, 0]);
}

#[test]
fn a_game_that_is_loaded_again_is_not_replaced_by_the_one_before() {
    let folder = folder("reload");
    let moves_in = |name: &str| {
        let game = formats::read(&read(&folder, name), Given::default()).unwrap();
        format_moves(game.size, &game.moves)
    };
    let input = "h8\ni9\nsave a.psq\nundo\nj10\nload a.psq\nquit\n";
    printed(&folder, &["play", "--human", "both", "--save", "a.psq"], input);
    assert_eq!((moves_in("a.psq").as_str(), moves_in("tengen-game-1.psq").as_str()), ("h8i9", "h8j10"));
}

#[test]
fn a_file_that_cannot_hold_the_game_is_refused_or_another_one_taken() {
    let folder = folder("unfit");
    let rows = |side: usize| (".".repeat(side) + "\n").repeat(side).replacen('.', "X", 1);
    std::fs::write(folder.join("small.txt"), rows(5)).unwrap();
    std::fs::write(folder.join("large.txt"), rows(60)).unwrap();
    let said = refusal(&folder, &["play", "--load", "small.txt", "--save", "g.psq"], "");
    assert!(said.contains("--save g.psq: a position that did not come about by moves"), "{said}");
    let said = refusal(&folder, &["play", "--size", "60", "--save", "g.sgf"], "");
    assert!(said.contains("--save g.sgf: SGF holds boards up to 52x52"), "{said}");
    let call = ["play", "--human", "both", "--save", "g.psq"];
    let out = printed(&folder, &call, "load small.txt\nb1\nnew\na1\nquit\n");
    assert!(out.contains("not kept in g.psq: a position") && out.contains("kept in tengen-game-1.sgf"), "{out}");
    assert!(out.contains("kept in tengen-game-1.psq"), "the new game: {out}");
    let out = printed(&folder, &["play", "--human", "both", "--load", "large.txt"], "h8\nquit\n");
    assert!(out.contains("the game is in tengen-game-1.txt (the stones only)"), "{out}");
}

#[test]
fn the_players_of_a_loaded_game_keep_their_names() {
    let folder = folder("names");
    std::fs::write(folder.join("a.sgf"), "(;GM[4]SZ[15]PB[Ada]PW[Bo];B[hh];W[ii])").unwrap();
    printed(&folder, &["play", "--load", "a.sgf", "--level", "1"], "h9\nsave b.sgf\nsave c.psq\nquit\n");
    let sgf = read(&folder, "b.sgf");
    assert!(sgf.contains("PB[Ada]PW[Bo]") && sgf.contains(";W[ii];B["), "{sgf}");
    assert!(read(&folder, "c.psq").contains("Ada\r\nBo\r\n"));
    printed(&folder, &["play", "--level", "1"], "h8\nsave d.psq\nquit\n");
    printed(&folder, &["play", "--load", "d.psq", "--level", "2"], "save e.sgf\nquit\n");
    assert!(read(&folder, "e.sgf").contains("PB[Human]PW[Tengen level 2]"));
}

#[test]
fn a_game_that_was_lost_by_a_fault_goes_on_without_it() {
    let folder = folder("fault");
    std::fs::write(folder.join("a.psq"), "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\nA\r\nB\r\n2\r\n").unwrap();
    printed(&folder, &["play", "--human", "both", "--load", "a.psq", "--save", "b.psq"], "i9\nquit\n");
    assert!(read(&folder, "b.psq").ends_with("\r\n0\r\ntengen rule freestyle\r\n"));
    printed(&folder, &["diagram", "a.psq", "--out", "c.psq"], "");
    assert!(read(&folder, "c.psq").ends_with("\r\n2\r\ntengen rule freestyle result 1-0\r\n"));
}

#[test]
fn what_is_left_out_of_a_typed_or_piped_game_is_said() {
    let (folder, game) = (folder("typed"), "(;GM[4]SZ[15];B[hh];W[hh])");
    for (call, input, name) in [
        (&["diagram", "--moves", game][..], "", "--moves"),
        (&["diagram"], game, "standard input"),
        (&["solve", game], "", "moves"),
        (&["solve"], game, "standard input"),
    ] {
        let said = text(&run(&folder, call, input).stderr);
        assert_eq!(
            said,
            format!("warning: {name}: move 2, h8: the point is occupied: 1 move is left out\n"),
            "{call:?}"
        );
    }
}

#[test]
fn moves_that_are_piped_in_are_of_caro_with_a_dash_or_without() {
    let folder = folder("dash");
    for call in [&["diagram", "--to", "sgf"][..], &["diagram", "--to", "sgf", "-"]] {
        let said = printed(&folder, call, "h8i9h9\n");
        assert!(said.contains("RU[caro]"), "{call:?}: {said}");
    }
}

#[test]
fn empty_and_huge_files_are_refused() {
    let folder = folder("sizes");
    std::fs::write(folder.join("empty.psq"), "").unwrap();
    std::fs::write(folder.join("blank.pos"), "\n# nothing\n \n").unwrap();
    std::fs::write(folder.join("huge.pos"), "\n".repeat(5 << 20)).unwrap();
    for name in ["empty.psq", "blank.pos"] {
        for call in [&["analyze", name][..], &["diagram", name], &["play", "--load", name]] {
            assert!(refusal(&folder, call, "").contains(&format!("no position in {name}")), "{call:?}");
        }
    }
    assert!(refusal(&folder, &["diagram", "huge.pos"], "").contains("no position in huge.pos"));
    std::fs::write(folder.join("remarks.moves"), "# nothing\n".repeat(10_000) + "h8i9\n").unwrap();
    assert!(printed(&folder, &["diagram", "remarks.moves", "--to", "moves"], "").contains("h8i9"));
    assert!(printed(&folder, &["diagram", "--size", "15"], "").contains("15"), "nothing is an empty board");
}

/// Output, errors and exit code of `play --human both --save g.psq` with these options when `change` is made after the
/// first move, h8.
fn changed_meanwhile(folder: &Path, options: &[&str], change: &dyn Fn(), input: &str) -> (String, String, Option<i32>) {
    let mut child = start(folder, &[&["play", "--human", "both", "--save", "g.psq"], options].concat());
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut seen = String::new();
    stdin.write_all(b"h8\n").unwrap();
    while !seen.contains("(X)") {
        assert!(lines.read_line(&mut seen).unwrap() > 0, "{seen}");
    }
    change();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    lines.read_to_string(&mut seen).unwrap();
    let output = child.wait_with_output().unwrap();
    (seen, text(&output.stderr), output.status.code())
}

#[cfg(unix)]
#[test]
fn a_game_that_cannot_be_kept_goes_on_and_shows_its_moves() {
    let folder = folder("unkept");
    let said = refusal(&folder, &["play", "--save", "none/g.psq"], "");
    assert!(said.contains("cannot write none/g.psq"), "before the first move: {said}");
    let remove = || std::fs::remove_dir(&folder).unwrap();
    let (out, said, code) = changed_meanwhile(&folder, &[], &remove, "d4\nnew\nf6\n");
    assert!(out.contains("not kept in g.psq: cannot write g.psq"), "{out}");
    assert!(out.contains("no new game: cannot write tengen-game-1.psq"), "{out}");
    assert!(out.contains("the moves are: h8d4f6"), "{out}");
    assert_eq!(code, Some(3));
    assert!(said.contains("the game is not kept"), "{said}");
    std::fs::create_dir(&folder).unwrap();
    let (out, _, code) = changed_meanwhile(&folder, &["--swap2"], &remove, "d4\nquit\n");
    assert!(out.contains("the moves are: h8d4") && !out.contains("its stones are kept"), "{out}");
    assert_eq!(code, Some(3));
    std::fs::create_dir(&folder).unwrap();
    let (out, ..) = changed_meanwhile(&folder, &["--rule", "renju"], &remove, "pass\nd4\nquit\n");
    assert!(out.contains("the moves are: h8 -- d4"), "{out}");
}

#[test]
fn a_file_that_appears_during_the_game_is_not_replaced() {
    for language in Language::all() {
        let folder = folder("appears");
        let appear = || std::fs::write(folder.join("g.psq"), "precious").unwrap();
        let (out, _, code) = changed_meanwhile(&folder, &["--lang", language.code()], &appear, "i9\nquit\n");
        let why = language.t("play.isThere", &[]);
        let told = language.t("play.notKept", &[("file", &"g.psq"), ("error", &why)]);
        assert!(out.contains(&told) && folder.join("tengen-game-1.psq").exists(), "{told}: {out}");
        assert_eq!((code, read(&folder, "g.psq").as_str()), (Some(0), "precious"));
    }
}

#[test]
fn a_loaded_file_that_holds_more_than_the_game_is_not_overwritten() {
    let folder = folder("more");
    let club = "(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[15];B[hh];W[ig];B[jh])\n";
    for (name, content, options) in [
        ("club.sgf", club, &["--game", "2"][..]),
        ("tree.sgf", "(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg]))", &[]),
        ("marks.sgf", "(;GM[4]SZ[15];B[hh];W[ig]TR[hh])", &[]),
        ("twice.sgf", "(;GM[4]SZ[15];B[hh];W[ig];B[hh];W[jj];B[kk])", &[]),
        ("around.sgf", "(;GM[4]SZ[15];B[hh];W[ig])\na remark", &[]),
        ("remark.moves", "# a remark\nh8i9", &[]),
    ] {
        std::fs::write(folder.join(name), content).unwrap();
        let call = [&["play", "--human", "both", "--load", name], options].concat();
        let out = printed(&folder, &call, &format!("save {name}\nquit\n"));
        assert!(out.contains(&format!("save! {name} overwrites it")), "{out}");
        let said = refusal(&folder, &[&call[..], &["--save", name]].concat(), "");
        assert!(said.contains(&format!("{name} may hold more than this game: choose another name")), "{said}");
        assert_eq!(read(&folder, name), content);
    }
    for (name, content) in [("alone.sgf", "(;GM[4]SZ[15];B[hh];W[ig])\n"), ("alone.moves", "h8 i9")] {
        std::fs::write(folder.join(name), content).unwrap();
        let out = printed(&folder, &["play", "--human", "both", "--load", name], &format!("save {name}\nquit\n"));
        assert!(out.contains(&format!("the game is in {name}")), "{out}");
    }
    let input = "load club.sgf\nload club.sgf --game 2\nsave club.sgf\nquit\n";
    let out = printed(&folder, &["play", "--human", "both"], input);
    assert!(out.contains("choose one with --game NUMBER") && out.contains("3 moves"), "{out}");
    assert_eq!((out.matches("overwrites it").count(), read(&folder, "club.sgf").as_str()), (1, club));
}

#[test]
fn the_call_that_is_printed_goes_on_with_the_same_players() {
    let folder = folder("same-players");
    let out = printed(&folder, &["play", "--human", "white", "--level", "2", "--seed", "1"], "i9\nquit\n");
    let call = "play --load tengen-game-1.psq --human white --level 2";
    assert!(out.contains(&format!("go on with: tengen {call}\n")), "{out}");
    let out = printed(&folder, &call.split(' ').collect::<Vec<_>>(), "quit\n");
    assert!(out.contains("3 moves") && out.contains("White (O, you)> ") && !out.contains("plays "), "{out}");
    let out = printed(&folder, &["play", "--human", "both", "--save", "my game.psq"], "h8\nquit\n");
    assert!(out.contains("tengen play --load 'my game.psq' --human both\n") || cfg!(windows), "{out}");
    let two = ["play", "--human", "none", "--size", "5", "--black-level", "1", "--white-level", "2"];
    assert!(printed(&folder, &two, "").contains(".psq --human none --black-level 1 --white-level 2\n"));
}

#[test]
fn a_full_board_that_is_loaded_is_a_draw() {
    let folder = folder("full-board");
    std::fs::write(folder.join("full.txt"), "XXOOX\nOOXXO\nXXOOX\nOOXXO\nXXOOX\n").unwrap();
    let out = printed(&folder, &["play", "--load", "full.txt", "--human", "none"], "");
    assert!(out.contains("a draw: the board is full"), "{out}");
    // Blocked cells are not empty.
    let blocked = "(;GM[4]SZ[6]RU[renju]BLOCKED[aa][ba][ca][da][ea];B[cd];W[af];B[bf];W[ab];B[fb];W[cf])";
    std::fs::write(folder.join("blocked.sgf"), blocked).unwrap();
    let out = printed(&folder, &["play", "--load", "blocked.sgf", "--human", "none"], "");
    assert!(out.contains("a draw: renju ends when no more than 25 points are empty, and 25 are"), "{out}");
}

#[test]
fn a_game_without_rule_and_size_is_loaded_into_those_of_the_game_before() {
    let folder = folder("load");
    std::fs::write(folder.join("caro.sgf"), "(;GM[4]SZ[20]RU[caro];B[aa])").unwrap();
    let call = ["play", "--rule", "renju", "--size", "19", "--human", "both"];
    let out = printed(&folder, &call, "h8\nsave q.off\nload q.off\nsave r.psq\nload caro.sgf\nload q.off\nquit\n");
    let psq = read(&folder, "r.psq");
    assert!(psq.starts_with("Piskvorky 19x19") && psq.contains("\n8,12,") && psq.contains("rule renju"), "{psq}");
    assert_eq!(out.matches("any more").count(), 1, "{out}");
    assert!(out.contains("now caro 20x20, not renju 19x19 any more"), "{out}");
}

#[test]
fn a_game_that_a_file_does_not_hold_whole_is_kept_besides() {
    let folder = folder("lossy");
    let input = "h8\ni9\nsave g.txt\nsave g.off\nquit\n";
    let out = printed(&folder, &["play", "--rule", "renju", "--human", "both"], input);
    assert!(out.contains("the game is in g.txt (the stones only)"), "{out}");
    assert!(out.contains("the game is in g.off (without rule and size)"), "{out}");
    assert!(read(&folder, "tengen-game-1.psq").contains("rule renju"));
    for (number, name, held) in [(2, "s.txt", "(the stones only)"), (3, "s.off", "(without rule and size)")] {
        let call = ["play", "--rule", "renju", "--human", "both", "--save", name];
        let out = printed(&folder, &call, "h8\ni9\nquit\n");
        assert!(out.contains(&format!("the game is in {name} {held}")), "{out}");
        assert!(out.contains(&format!("the game is kept in tengen-game-{number}.psq")), "{out}");
        assert!(folder.join(name).exists() && folder.join(format!("tengen-game-{number}.psq")).exists());
    }
    let call = ["play", "--rule", "renju", "--size", "19", "--human", "both", "--save", "s.pgn"];
    assert!(printed(&folder, &call, "h8\ni9\nquit\n").contains("the game is kept in s.pgn"));
    assert!(!folder.join("tengen-game-4.psq").exists());
    assert!(printed(&folder, &["play", "--load", "s.pgn"], "quit\n").contains("renju 19x19"));
}
