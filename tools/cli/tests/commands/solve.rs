//! `tengen solve`.

use crate::command::{printed, run, run_in, text};
use crate::common::folder::Folder;

fn solve(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(&[&["solve"], arguments].concat());
    (output.status.code(), text(&output.stdout).trim().to_owned())
}

/// Black's five is closed at both ends: it wins under freestyle alone.
#[test]
fn typed_moves_are_of_caro_and_a_file_that_names_no_rule_is_one_of_freestyle() {
    let (_folder, [file]) = Folder::with("solve-rule", ["closed.sgf"]);
    std::fs::write(&file, "(;GM[4]SZ[15];B[hh];W[gh];B[ih];W[mh];B[jh];W[aa];B[kh];W[ac])").unwrap();
    let moves = "h8g8i8m8j8a1k8a3";
    assert_eq!(solve(&["--file", &file]), (Some(0), "WIN 1 l8".into()));
    assert_eq!(solve(&[moves]), (Some(1), "NONE".into()));
    assert_eq!(solve(&["--rule", "freestyle", moves]).0, Some(0));
    assert_eq!(solve(&["--rule", "caro", "--file", &file]).0, Some(1));
    assert!(printed(&["prove", "--file", &file]).starts_with("WIN 1 l8\nchecked: freestyle 15x15, "));
    let open = run(&["prove", "--time", "300ms", moves]);
    assert!(String::from_utf8_lossy(&open.stdout).contains("\nopen: caro 15x15, "), "{open:?}");
}

#[test]
fn the_command_answers_in_one_line_and_by_its_exit_code() {
    // An open three and a future four: Black wins by fours.
    assert_eq!(solve(&["--goal", "vcf", "h8a1i8a2j8a3"]), (Some(0), "WIN 2 g8f8k8".into()));
    assert_eq!(
        solve(&["--rule", "renju", "--size", "15", "--side", "white", "--goal", "vcf", "h8"]),
        (Some(1), "NONE".into())
    );
    let (code, answer) = solve(&["--goal", "vct", "--rule", "freestyle", "--size", "20", "h8a1i8a9i10a5h10t20"]);
    assert!(code == Some(0) && answer.starts_with("WIN "), "{answer}");
    // The rows of the answer are those of the file's board.
    let (_folder, [file]) = Folder::with("solve-rows", ["rows.sgf"]);
    std::fs::write(&file, "(;GM[4]SZ[20]RU[freestyle]AB[hh][ih][jh]AW[at][as][ar]PL[B])").unwrap();
    assert_eq!(solve(&["--goal", "vcf", "--file", &file]), (Some(0), "WIN 2 g13f13k13".into()));
    // Renju ends with 25 empty cells; here are 27, and the win needs three stones.
    std::fs::write(&file, "..O.OOX\nX...O.O\n.XX.OO.\nOXO...O\n.X..XX.\n..X...O\n...XX..\n").unwrap();
    let drawn = ["--goal", "vcf", "--rule", "renju", "--size", "7", "--file", &file];
    assert_eq!(solve(&drawn), (Some(1), "NONE".into()));
    assert_eq!(solve(&[&drawn[..3], &["standard"], &drawn[4..]].concat()).0, Some(0));
    // Without moves or a file the position is piped in; an empty input is an empty board.
    for (input, answer) in [("h8a1i8 a2j8a3\n", "WIN 2 g8f8k8\n"), ("", "NONE\n")] {
        assert_eq!(text(&run_in(".".as_ref(), &["solve", "--goal", "vcf"], input).stdout), answer);
    }
    for bad in ["h8h8", "z99", "--goal win h8", "--file /does/not/exist", "--limit soon", "--file -"] {
        assert_eq!(solve(&bad.split(' ').collect::<Vec<_>>()).0, Some(3), "{bad}");
    }
}
