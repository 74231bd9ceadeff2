//! `tengen puzzles` through the real binary.

use crate::command::{fed, output_of, printed, refused, run};
use crate::common::folder::Folder;
use std::fs;
use std::process::Output;
use tengen_database::MAX_GAME_FILE;
use tengen_study::puzzle::{PuzzleKind, PuzzleSet};

fn puzzles(arguments: &[&str]) -> Output {
    run(&[&["puzzles"], arguments].concat())
}

/// The position of a built-in puzzle, as another program would save it.
fn sgf_of_a_puzzle() -> (String, String) {
    let mut puzzles = PuzzleSet::built_in().unwrap().puzzles.into_iter();
    let puzzle = puzzles.find(|puzzle| puzzle.rule.name() == "caro" && puzzle.kind == PuzzleKind::Win).unwrap();
    let letter = |at: i32| char::from(b'a' + at as u8);
    let of = |stones: &[tengen::base::Point]| -> String {
        let named = stones.iter().map(|&point| puzzle.size.xy(point));
        named.map(|(x, y)| format!("[{}{}]", letter(x), letter(y))).collect()
    };
    let side = if puzzle.side == tengen::base::Color::Black { "B" } else { "W" };
    let [black, white] = &puzzle.stones;
    let sgf = format!("(;GM[4]SZ[15]RU[caro]AB{}AW{}PL[{side}])", of(black), of(white));
    (sgf, puzzle.to_string())
}

#[test]
fn a_persons_own_positions_become_puzzles_that_can_be_proved_again() {
    let folder = Folder::new("puzzles");
    let (sgf, puzzle) = sgf_of_a_puzzle();
    let (file, out) = (folder.argument("own.sgf"), folder.argument("own.txt"));
    fs::write(&file, sgf).unwrap();
    let text = output_of(&puzzles(&[&file]));
    assert!(text.starts_with("# Puzzles of Tengen") && text.lines().any(|line| line == puzzle), "{puzzle}\n{text}");
    if cfg!(unix) {
        assert_eq!(output_of(&puzzles(&["--out", "/dev/stdout", &file])), text, "nothing is read of a pipe");
        assert!(output_of(&puzzles(&["--out", "/dev/null", &file])).ends_with("1 puzzle\n"), "the summary");
    }
    // Puzzles already in the file are kept, and none occurs twice.
    for _ in 0..2 {
        let told = output_of(&puzzles(&["--out", &out, &file]));
        let own: PuzzleSet = fs::read_to_string(&out).unwrap().parse().unwrap();
        assert!(told.contains(&format!("{} puzzle", own.puzzles.len())) && !own.puzzles.is_empty(), "{told}");
        assert_eq!(own.puzzles.iter().filter(|own| own.to_string() == puzzle).count(), 1);
    }
    assert!(output_of(&puzzles(&["--check", &out])).contains("caro"));
    // A puzzle with another right move is invalid.
    let words: Vec<&str> = puzzle.split(' ').collect();
    let wrong =
        puzzle.replacen(&format!(" {} ", words[7]), " a1 ", 1).replacen(" a1 ", " o15 ", usize::from(words[7] == "a1"));
    fs::write(&out, format!("{wrong}\n")).unwrap();
    assert!(refused(&["puzzles", "--check", &out]).contains("not proved"));
}

#[test]
fn games_of_self_play_and_limits_are_understood() {
    let folder = Folder::new("puzzles-selfplay");
    let games = folder.argument("caro.games");
    let selfplay = ["selfplay", "--rule", "caro", "--nodes", "60", "--games", "1", "--seed", "5", "--out", &games];
    printed(&selfplay);
    let find = || output_of(&puzzles(&["--each", "1", "--seed", "2", "--limit", "60s", &games]));
    let one = find();
    assert_eq!(one, find(), "the same each time");
    let set: PuzzleSet = one.parse().unwrap();
    assert!(!set.puzzles.is_empty(), "{one}");
    let kinds: Vec<_> = set.puzzles.iter().map(|puzzle| (puzzle.kind, puzzle.grade)).collect();
    assert_eq!(kinds.iter().collect::<std::collections::HashSet<_>>().len(), kinds.len(), "{one}");
    // More than is read of a file in any other format.
    let (bytes, large) = (fs::read(&games).unwrap(), folder.argument("large.games"));
    let (header, records) = bytes.split_at(bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1);
    let times = MAX_GAME_FILE / records.len() + 1;
    fs::write(&large, [header, &records.repeat(times)].concat()).unwrap();
    let none = output_of(&fed(&["puzzles", "--limit", "0s", "-"], &large));
    assert!(none.contains(&format!(" of 0 of {} games, ", times)), "{none}");
    let zeros = folder.argument("zeros.games");
    fs::write(&zeros, "tengen-games 9 nonsense\n").unwrap();
    for (call, reason) in [
        (&["puzzles", "/does/not/exist"][..], "/does/not/exist"),
        (&["puzzles", "--check", &games], "is not a file of puzzles"),
        (&["puzzles"], "FILES"),
        (&["puzzles", &zeros], "not a file of games"),
    ] {
        let said = refused(call);
        assert!(said.contains(reason), "{call:?}: {said}");
    }
}
