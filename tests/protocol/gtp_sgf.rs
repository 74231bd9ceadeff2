//! Games loaded from SGF files by GTP.

use crate::common::folder::Folder;
use crate::common::session::Session;
use std::fs;
use tengen_database::{Database, write_book};

#[test]
fn a_game_is_loaded_from_sgf_up_to_a_move() {
    let folder = Folder::new("gtp-sgf");
    let file = folder.file("a game.sgf");
    fs::write(&file, "(;GM[4]SZ[15]RU[renju]AB[aa]AW[ba:bb];B[hh];W[ii](;B[jj];W[kk])(;B[aa]))").unwrap();
    let mut session = Session::start_gtp();
    let load = |session: &mut Session, rest: &str| session.ask_gtp(&format!("loadsgf {}{rest}", file.display()));
    assert_eq!(load(&mut session, ""), "=");
    assert_eq!(session.ask_gtp("tengen-rule"), "= renju");
    for (vertex, occupied) in [("A15", true), ("B15", true), ("B14", true), ("H8", true), ("L5", true), ("A1", false)] {
        assert_eq!(session.ask_gtp(&format!("play w {vertex}")).contains("occupied"), occupied, "{vertex}");
    }
    assert_eq!(load(&mut session, " 3"), "=");
    assert_eq!(session.ask_gtp("play w K6"), "=", "the third move is not on the board");
    assert_eq!(session.ask_gtp("undo"), "=");
    assert_eq!(session.ask_gtp("undo"), "=");
    assert_eq!(session.ask_gtp("undo"), "=");
    assert!(session.ask_gtp("undo").starts_with("? cannot undo"), "stones that were set up stay");
    // The side to move is kept after a change of the rule; PL may stand before the stones.
    for text in ["(;SZ[15]PL[W]AB[hh])", "(;SZ[15]AB[hh]PL[W])"] {
        fs::write(&file, text).unwrap();
        assert_eq!(load(&mut session, ""), "=");
        assert!(session.ask_gtp("showboard").ends_with("White to move"), "{text}");
        assert_eq!(session.ask_gtp("tengen-rule caro"), "=");
        assert!(session.ask_gtp("showboard").ends_with("caro, White to move"), "{text}");
    }
    assert_eq!(session.ask_gtp("play w A15"), "=");
    for text in ["", "(;SZ[15];B[hi", "(;GM[1]SZ[19])", "(;SZ[4])", "(;SZ[15];B[zz])", "(;B"] {
        fs::write(&file, text).unwrap();
        assert!(load(&mut session, "").starts_with("? cannot load file"), "{text}");
        assert!(session.ask_gtp("play w A15").contains("occupied"), "the game is as it was");
    }
    for bytes in [
        &b"\xFFRenLib\xFF\x03\x00"[..],
        b"Piskvorky 15x15, 11:11, 0\n8,8,0\n",
        b"<?xml version=\"1.0\"?><database/>",
        b"[Event \"x\"]\n\n1. h8 i9",
        b"\xFFRenLib\xFF\x03\x00\x78\x08(;B[hh])\0",
        b"\x03\x70\x71\x72",
        b"h8i9j10",
    ] {
        fs::write(&file, bytes).unwrap();
        let expected = "? cannot load file: no game in SGF, as (;SZ[15];B[hh]); `tengen gtp` speaks the same protocol";
        assert!(load(&mut session, "").starts_with(expected), "{bytes:?}");
        assert!(session.ask_gtp("play w A15").contains("occupied"), "the game is as it was");
    }
    fs::write(&file, "A game from a mail: (;SZ[15];B[hh];W[aa])").unwrap();
    assert_eq!(load(&mut session, ""), "=");
    // A truncated file is loaded up to the damage, with a notice; files of Go programs are loaded unless they contain a
    // game of Go.
    let cut = "= read up to a fault: line 1: a value without its ']'; 2 moves read";
    for (bytes, answer) in [
        (&b"(;GM[1]SZ[15];B[hh];W[ii];B[j"[..], cut),
        (b"(;GM[1]CA[gb2312]SZ[15]C[\xbf\xaa\x8c\x5d]\r\n(;B[hh];W[ii])\r\n(;B[hi]))", "="),
    ] {
        fs::write(&file, bytes).unwrap();
        assert_eq!(load(&mut session, ""), answer);
        assert!(session.ask_gtp("play b J7").contains("occupied"));
    }
    fs::write(&file, "(;GM[1]SZ[19]KM[6.5]RU[Chinese];B[pd];W[dp])").unwrap();
    assert!(load(&mut session, "").contains("a game of Go (SZ[19] KM[6.5] RU[Chinese])"));
    // An oversized file is refused without reading it.
    fs::File::create(&file).unwrap().set_len((64 << 20) + 1).unwrap();
    assert!(load(&mut session, "").ends_with("more than 64 MiB"));
    fs::remove_file(&file).unwrap();
    assert!(load(&mut session, "").starts_with("? cannot load file"));
}

#[test]
fn the_first_of_several_games_is_loaded_or_the_one_that_is_chosen() {
    let folder = Folder::new("gtp-several");
    let file = folder.file("a game.sgf");
    let mut session = Session::start_gtp();
    let load = |session: &mut Session, rest: &str| session.ask_gtp(&format!("loadsgf {}{rest}", file.display()));
    // The file is also read in UTF-16.
    let several = "(;SZ[15];B[hh];W[ii])\n(;SZ[15]C[黑];B[aa];W[bb];B[cc])";
    let wide: Vec<u8> = "\u{feff}".encode_utf16().chain(several.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [several.as_bytes(), wide.as_slice()] {
        fs::write(&file, bytes).unwrap();
        let said = format!("= the first of 2 games is loaded; {}:2 is the second", file.display());
        assert_eq!(load(&mut session, ""), said);
        assert!(session.ask_gtp("play w H8").contains("occupied"));
        assert_eq!(load(&mut session, ":2 3"), "=");
        assert!(session.ask_gtp("play w B14").contains("occupied"));
        assert_eq!(session.ask_gtp("play b C13"), "=", "the third move is not on the board");
        assert_eq!(load(&mut session, ":3"), "? cannot load file: no game 3: the file has 2");
        assert!(load(&mut session, ":0").starts_with("? cannot load file: "));
    }
    // Neither a colon in the file name nor a number behind a blank is taken for that of a game or move.
    for end in [":2", " 2"] {
        fs::write(format!("{}{end}", file.display()), "(;SZ[15];B[oo])").unwrap();
        assert_eq!(load(&mut session, end), "=");
        assert!(session.ask_gtp("play w P1").contains("occupied"));
    }
}

#[test]
fn what_is_not_read_as_it_is_written_is_said() {
    let folder = Folder::new("gtp-notes");
    let file = folder.file("a game.sgf");
    let mut session = Session::start_gtp();
    let quest = "QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii];B[ih];W[jg];B[gi];W[jf];B[hi];W[kh];B[gf]";
    let cut = "read up to a fault: line 2: stones are taken off or replaced in mid-game: expected stones on empty points, or moves; 2 moves read";
    let taken_off = "stones are taken off or replaced in mid-game: the position there is read as set up, without the moves before it";
    for (text, answer, black, white) in [
        (quest, "line 1: K10 is a stone of the opening already: the move is read as a pass", "H8 G10", "H9 L8"),
        ("B[hh];B[ig];W[ao]", "line 1: J9 comes out of turn", "H8 J9", "A1"),
        ("B[hh];W[ii]\n;AE[hh];B[gg]", &format!("line 2: {taken_off}"), "G9", "J7"),
        // Variations could begin at the moves that would be gone.
        ("B[hh](;W[ii]\n;AE[hh];B[gg])(;W[aa])", cut, "H8", "J7"),
        ("AB[hh]PL[B];B[ii];B[gg]", "line 1: G9 comes out of turn", "H8 J7 G9", ""),
        ("AB[hh];W[ii];AB[aa];B[gg]", "", "H8 G9 A15", "J7"),
        // A fault leaves the moves before it.
        ("B[hh];W[ii]\n;B[hh];W[aa]", "read up to a fault: line 2: H8 is occupied; 2 moves read", "H8", "J7"),
    ] {
        fs::write(&file, format!("(;GM[4]SZ[15];{text})")).unwrap();
        let loaded = session.ask_gtp(&format!("loadsgf {}", file.display()));
        assert_eq!(loaded.trim_start_matches('=').trim(), answer, "{text}");
        let board = session.ask_gtp("showboard");
        let rows: Vec<Vec<&str>> = board.lines().map(|line| line.split_whitespace().collect()).collect();
        let cell = |vertex: &str| {
            let row = rows.iter().find(|row| row.len() > 15 && row[0] == &vertex[1..]).unwrap();
            row["ABCDEFGHJKLMNOP".find(&vertex[..1]).unwrap() + 1]
        };
        for (stones, sign) in [(black, "X"), (white, "O")] {
            stones.split_whitespace().for_each(|vertex| assert_eq!(cell(vertex), sign, "{text}: {vertex}\n{board}"));
        }
        if text == quest {
            let count =
                |sign: &str| rows.iter().filter(|row| row.len() == 17).flatten().filter(|&&cell| cell == sign).count();
            assert_eq!((count("X"), count("O")), (7, 5), "{board}");
            // The opening counts as moves.
            session.ask_gtp(&format!("loadsgf {} 3", file.display()));
            assert_eq!(session.ask_gtp("showboard").matches(" X").count(), 1);
        }
    }
}

#[test]
fn a_game_is_saved_under_the_name_that_is_given_but_not_over_a_database() {
    let folder = Folder::new("gtp-names");
    let mut session = Session::start_gtp();
    assert_eq!(session.ask_gtp("play b H8"), "=");
    let names = ["a b.sgf", "a  b.sgf", "game #1.sgf", "game", "対局\u{3000}一.sgf"];
    for name in names {
        let path = folder.argument(name);
        assert_eq!(session.ask_gtp(&format!("printsgf \"{path}\" # a comment")), "=", "{name}");
        assert_eq!(session.ask_gtp(&format!("loadsgf \"{path}\" 2")), "=", "{name}");
    }
    for (name, error) in [("caf\u{fffd}", "not in UTF-8"), ("\"game #1", "begins with a quotation mark")] {
        for command in ["printsgf", "loadsgf", "tengen-database"] {
            let answer = session.ask_gtp(&format!("{command} {name}"));
            assert!(answer.starts_with("? the file name") && answer.contains(error), "{command} {name}: {answer}");
        }
    }
    drop(Database::create(&folder.file("a.db")).unwrap());
    write_book(&folder.file("a.book"), []).unwrap();
    for name in ["a.db", "a.book"] {
        let before = fs::read(folder.file(name)).unwrap();
        let answer = session.ask_gtp(&format!("printsgf {}", folder.argument(name)));
        assert!(answer.starts_with("? cannot write file: ") && answer.contains("database"), "{answer}");
        assert!(fs::read(folder.file(name)).unwrap() == before, "{name}");
    }
    assert_eq!(fs::read_dir(folder.file("")).unwrap().count(), names.len() + 2);
}

#[test]
fn a_text_of_a_file_ends_no_response() {
    let folder = Folder::new("gtp-lines");
    let mut session = Session::start_gtp();
    for (text, begin) in
        [("W[a\n\n=7 fake\n\nb]", "?1 cannot load file: line 1: "), ("PL[a\n\n=7 fake];B[hh]", "=1 line 1: ")]
    {
        fs::write(folder.file("a.sgf"), format!("(;SZ[15];{text})")).unwrap();
        let answer = session.ask_gtp(&format!("1 loadsgf {}", folder.argument("a.sgf")));
        assert!(answer.starts_with(begin) && answer.contains("a  =7 fake"), "{answer}");
        assert_eq!(session.ask_gtp("2 name"), "=2 Tengen");
    }
}
