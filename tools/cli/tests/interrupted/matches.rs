//! Matches, and tests of many changes.

use super::{Work, anything, bytes, names};
use crate::common;
use std::fs;
use std::path::Path;

/// The games of a log in order of their numbers, not of play.
fn games(log: &Path) -> String {
    let text = bytes(log);
    let (mut header, mut games) = (Vec::new(), Vec::new());
    text.lines().for_each(|line| if line.starts_with('#') { &mut header } else { &mut games }.push(line));
    games.sort_unstable();
    header.extend(games);
    header.join("\n")
}

#[test]
fn a_match_goes_on_to_the_same_games() {
    let engine = format!("name=nodes,cmd={},nodes=60", common::engine_path().display());
    let words = "--engine name=greedy,cmd=@greedy --games 16 --turn 30s --openings openings --concurrency 2 --log log \
                 --json outcome --psq psq";
    Work {
        name: "match",
        arguments: &["match", "--engine", &engine].into_iter().chain(words.split(' ')).collect::<Vec<_>>(),
        prepare: &|folder| {
            fs::write(folder.join("openings"), "h8\nh8i9\nh8i9g7\nh8h9i8\n").unwrap();
            fs::write(folder.join("outcome"), "old outcome").unwrap();
        },
        result: &|folder| {
            let outcome: serde_json::Value = serde_json::from_str(&bytes(&folder.join("outcome"))).unwrap();
            let records: String =
                names(&folder.join("psq")).iter().map(|name| moves(&folder.join("psq").join(name))).collect();
            format!("{}\n{}\n{records}", games(&folder.join("log")), outcome["pairings"])
        },
        whole: &|folder| {
            let outcome = bytes(&folder.join("outcome"));
            let is_whole = serde_json::from_str::<serde_json::Value>(&outcome).is_ok();
            assert!(outcome == "old outcome" || is_whole, "a torn outcome: {outcome}");
        },
    }
    .assert_same_after_kills();
}

/// A record's name and moves; the times of games from the log are unknown.
fn moves(path: &Path) -> String {
    let record = bytes(path);
    let is_move = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let point = |line: &str| line.rsplit_once(',').map_or_else(|| line.to_owned(), |(point, _)| point.to_owned());
    let moves: Vec<String> = record.lines().filter(is_move).map(point).collect();
    format!("{}: {}\n", path.file_name().unwrap().display(), moves.join(" "))
}

#[test]
fn a_test_of_many_changes_goes_on_to_the_same_sets() {
    let script = "row=14; case \"$*\" in *a=1*) row=0 ;; esac\n\
                  while read cmd rest; do case $cmd in START*|RESTART*) n=0; echo OK ;; END*) exit ;;\n\
                  BEGIN*|TURN*|DONE*) echo $n,$row; n=$((n + 1)) ;; esac; done\n";
    Work {
        name: "changes",
        arguments: &"match --cmd ./engine --change a=a=1 --change b=b=1 --games 32 --turn 30s --openings openings \
                     --concurrency 2 --log log"
            .split(' ')
            .collect::<Vec<_>>(),
        prepare: &|folder| {
            common::folder::write_program(folder.join("engine"), script);
            fs::write(folder.join("openings"), "h8\n").unwrap();
        },
        result: &|folder| bytes(&folder.join("log")),
        whole: &anything,
    }
    .assert_same_after_kills();
}
