//! `tengen openings --judge`: reports which openings of a file are balanced.

use crate::command::{run, text};
use crate::common::folder::Folder;
use std::fs;
use std::process::Output;
use tengen::base::{BoardSize, Rule};
use tengen_game::opening_file;

fn judge(file: &str, arguments: &[&str]) -> Output {
    run(&[&["openings", "--judge", file, "--nodes", "3000"], arguments].concat())
}

/// After the second opening Black has an open four, and White is to move.
const OPENINGS: &str = "# a comment\nh8i9\ng8a1h8a15i8o1j8\n0,0, 1,0\n";

#[test]
fn fair_openings_are_kept_and_the_others_become_comments_with_their_scores() {
    let (folder, [file, out]) = Folder::with("judge", ["openings.txt", "fair.txt"]);
    fs::write(&file, OPENINGS).unwrap();
    let output = judge(&file, &["--fair", "500"]);
    let said = text(&output.stdout);
    let lines: Vec<&str> = said.lines().collect();
    assert!(output.status.success() && lines.len() == 5, "{said}");
    assert!(lines[0].ends_with("--rule freestyle --size 15x15 --nodes 3000 --fair 500"), "{said}");
    assert_eq!([lines[1], lines[3]], ["h8i9", "h8i8"]);
    let score: i32 = lines[2].strip_prefix("# g8a1h8a15i8o1j8 ").unwrap().parse().unwrap();
    assert!(score < -20_000, "{said}");
    assert_eq!(lines[4], "# 2 of 3 openings are within 500 points");

    let said = text(&judge(&file, &["--fair", "500", "--out", &out]).stdout);
    assert_eq!(said, format!("2 of 3 openings are within 500 points: {out}\n"));
    let size = BoardSize::square(15).unwrap();
    let kept = opening_file::parse(&fs::read_to_string(&out).unwrap(), size, Rule::Freestyle).unwrap();
    assert_eq!(kept, opening_file::parse("h8i9\nh8i8", size, Rule::Freestyle).unwrap());

    // The same call may replace what it made, another one not.
    let fair = fs::read(&out).unwrap();
    assert!(judge(&file, &["--fair", "500", "--out", &out]).status.success());
    let refusal = |arguments: &[&str]| {
        let output = judge(&file, arguments);
        assert!(!output.status.success(), "{arguments:?}");
        text(&output.stderr)
    };
    assert!(refusal(&["--out", &file]).contains("has another use in this call"));
    assert_eq!(fs::read_to_string(&file).unwrap(), OPENINGS);
    assert!(refusal(&["--fair", "400", "--out", &out]).contains("is of another call"));
    assert_eq!(fs::read(&out).unwrap(), fair);
    assert!(
        refusal(&["--fair", "0", "--out", &folder.argument("none.txt")])
            .contains("none of the 3 openings is within 0 points")
    );
    assert!(refusal(&["--seed", "1"]).contains("cannot be used with"));

    fs::write(&file, "h8i9\nh8h8\n").unwrap();
    for (name, reason) in [(&file, "line 2: 'h8h8'"), (&folder.argument("nothing"), "cannot read")] {
        let output = judge(name, &[]);
        let said = text(&output.stderr);
        assert!(output.status.code() == Some(3) && said.contains(reason) && said.contains(name.as_str()), "{said}");
    }
}
