//! `tengen match` as a command: files, merging, refusals, and its own program.

use crate::command::{printed, refused, start, wait_until};
use crate::common::folder::Folder;
use std::fs;

const PLAYERS: [&str; 7] =
    ["match", "--engine", "name=g,cmd=@greedy", "--engine", "name=r,cmd=@random", "--games", "6"];

#[test]
fn the_outcome_is_written_as_json_and_merged() {
    let (_folder, [json, copy, other, again]) =
        Folder::with("match-json", ["out.json", "copy.json", "other.json", "again.json"]);
    printed(&[&PLAYERS[..], &["--json", &json]].concat());
    let value: serde_json::Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let pairing = &value["pairings"][0];
    assert_eq!(pairing["games"], 6);
    for key in ["black", "white", "elo", "low", "high", "los"] {
        assert!(!pairing[key].is_null(), "{key}");
    }
    for key in ["time", "crash", "illegal", "foul", "protocol", "memory"] {
        assert_eq!(value["engines"][0]["losses_by"][key], 0, "{key}");
    }
    printed(&[&PLAYERS[..], &["--seed", "2", "--json", &other]].concat());
    assert!(printed(&["match", "--merge", &json, &other]).contains("g - r: 12 games"));
    // The same games are not counted twice: neither a copy nor the same match once more.
    fs::copy(&json, &copy).unwrap();
    printed(&[&PLAYERS[..], &["--json", &again]].concat());
    for same in [&json, &copy, &again] {
        assert!(refused(&["match", "--merge", &json, &other, same]).contains("the same games"));
    }
}

#[test]
fn the_seed_alone_decides_the_games_of_built_in_players() {
    let folder = Folder::new("match-seed");
    let games = |name: &str, options: &[&str]| {
        let log = folder.argument(name);
        let players = ["--engine", "name=l,cmd=@level2", "--engine", "name=r,cmd=@random", "--rule", "caro"];
        printed(&[&["match", "--log", &log][..], &players, options].concat());
        let text = fs::read_to_string(log).unwrap();
        let mut games: Vec<String> = text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect();
        games.sort_unstable();
        games
    };
    let whole = games("whole", &["--games", "8"]);
    assert_eq!(games("two", &["--games", "8", "--concurrency", "2"]), whole);
    games("parts", &["--games", "8", "--shard", "1/2"]);
    games("continued", &["--games", "4"]);
    assert_eq!(games("continued", &["--games", "8"]), whole);
    assert_eq!(games("parts", &["--games", "8", "--shard", "2/2"]), whole);
    assert_ne!(games("other", &["--games", "8", "--seed", "2"]), whole);
}

#[test]
fn the_outcome_does_not_replace_what_the_match_reads_or_keeps() {
    let (folder, [part, log, openings]) = Folder::with("match-apart", ["part.json", "log", "openings.txt"]);
    fs::write(&openings, "h8i9\n").unwrap();
    printed(&[&PLAYERS[..], &["--json", &part, "--log", &log, "--openings", &openings]].concat());
    let whole = [&part, &log, &openings].map(|path| fs::read(path).unwrap());
    let other = folder.argument("other.json");
    fs::copy(&part, &other).unwrap();
    let plays = [(&log, ["--log", &log]), (&openings, ["--openings", &openings])];
    for (json, option) in plays {
        let said = refused(&[&PLAYERS[..], &["--json", json], &option].concat());
        assert!(said.contains("choose another file"), "{said}");
    }
    let same = folder.argument("./part.json");
    assert!(refused(&["match", "--json", &same, "--merge", &other, &part]).contains("choose another file"));
    assert!(whole == [&part, &log, &openings].map(|path| fs::read(path).unwrap()));
}

#[test]
fn a_test_may_begin_below_zero() {
    assert!(printed(&[&PLAYERS[..], &["--sprt", "-5,0"]].concat()).contains("SPRT [-5, 0]: llr "));
}

#[test]
fn bad_calls_are_explained() {
    for (arguments, reason) in [
        (&["--engine", "name=a,cmd=@greedy"][..], "at least two engines"),
        (&["--engine", "name=a,cmd=@greedy", "--engine", "name=a,cmd=@greedy"], "two engines are named"),
        (&["--engine", "name=a", "--engine", "b"], "cmd= is missing"),
        (&["--engine", "name=a:1,cmd=@greedy", "--engine", "cmd=@random"], "'a:1' is not a name"),
        (&["--engine", "name=a,cmd=@caro"], "expected @random, @greedy, @caro-points, @caro-segments or @level1"),
        (&["--rule", "5"], "none of freestyle"),
        (&["--size", "3"], "board width and height"),
        (&["--adjudicate", "0.5"], "not a share above 0.5"),
        (&["--adjudicate", "NaN"], "not a share above 0.5"),
        (
            &["--engine", "name=a,cmd=@greedy", "--engine", "name=b,cmd=@random", "--games", "400000000"],
            "at most 10000000",
        ),
        (&["--nodes", "0"], "'0' is not a number from 1 on"),
        (&["--depth", "0"], "'0' is not a number from 1 on"),
        (&["--games", "0"], "'0' is not a number from 1 on"),
        (&["--concurrency", "0"], "'0' is not a number from 1 on"),
        (&["--engine", "cmd=@greedy,nodes=0", "--engine", "cmd=@random"], "nodes=0: expected a number from 1 on"),
        (&["--sprt", "-inf,inf"], "not two rising Elo bounds"),
        (&["--merge", "/nonexistent.json"], "cannot read"),
        (&["--change", "a=b=1"], "--cmd <PROGRAM>"),
        (&["--engine", "cmd=@greedy", "--change", "a=b=1"], "cannot be used with"),
        (&["--cmd", "true"], "expected its changes"),
        (&["--cmd", "true", "--change", "a=b"], "expected NAME=PARAM=VALUE"),
        (&["--cmd", "true", "--change", "a=b=1,c=d"], "expected NAME=PARAM=VALUE"),
        (&["--cmd", "true", "--changes", "/nonexistent"], "cannot read /nonexistent"),
        (&["--cmd", "true", "--change", "a=b=1"], "at least two"),
        (&["--cmd", "true", "--change", "a=b=1", "--change", "a=c=1"], "two changes are named a"),
        (&["--cmd", "true", "--change", "a=b=1", "--change", "c=b=2"], "b is set twice"),
        (&["--cmd", "true", "--change", "a=b=1", "--change", "c=d=2", "--games", "31"], "expected at least 32"),
        (&["--cmd", "false", "--change", "a=b=1", "--change", "c=d=2"], "false refuses --param"),
        (&["--cmd", "true", "--change", "a=b=1", "--change", "c=d=2", "--sprt", "0,5"], "cannot be used with"),
        (&["--merge", "/nonexistent.json", "--games", "8"], "cannot be used with"),
    ] {
        let said = refused(&[&["match"][..], arguments].concat());
        assert!(said.contains(reason), "{arguments:?}: {said}");
    }
}

/// A program that wins with the parameter `good` and makes no five without it; `idle` changes nothing. Two of them
/// never play the same cell: the good one plays in the first row, the other in every other cell of the last.
#[cfg(unix)]
#[test]
fn many_changes_are_tested_at_once_and_each_has_its_line() {
    let (_folder, [program, openings, file, log]) =
        Folder::with("match-changes", ["engine", "openings", "changes", "log"]);
    crate::common::folder::write_program(
        &program,
        "good=; case \"$*\" in *good=1*) good=1 ;; params) printf 'idle\\t0 freestyle=1\\t0\\n'; exit ;; esac\n\
         while read cmd rest; do case $cmd in START*|RESTART*) n=0; echo OK ;; END*) exit ;; BEGIN*|TURN*|DONE*)\n\
         if [ $good ]; then echo $n,0; else echo $((2 * n % 15)),14; fi; n=$((n + 1)) ;; esac; done\n",
    );
    fs::write(&openings, "h8\n").unwrap();
    fs::write(&file, "# Of no use.\n # Blanks are no matter.\n idle=idle=1,lazy=-2\n").unwrap();
    let call = ["match", "--cmd", &program, "--change", "good=good=1", "--changes", &file, "--turn", "30s"];
    let files = ["--openings", &openings, "--log", &log];
    let nothing = [&call[..5], &["--change", "same=idle=1", "--turn", "30s", "--games", "48"]].concat();
    assert!(refused(&nothing).contains("same changes nothing"));
    let test = |games: &str| printed(&[&call[..], &files, &["--games", games]].concat());
    let table = test("48");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0] == "48 games of 2 changes" && lines.len() == 3, "{table}");
    assert!(lines[1].starts_with("good  Elo ") && lines[1].ends_with("  good=1"), "{table}");
    assert!(lines[2].starts_with("idle  Elo ") && lines[2].ends_with("  idle=1 lazy=-2"), "{table}");
    let elo = |line: &str| line["good  Elo ".len()..].split(' ').next().unwrap().parse::<f64>().unwrap();
    assert!(elo(lines[1]) > 100.0 && elo(lines[2]).abs() < 100.0, "{table}");
    // After an interruption in its third of six sets, the match continues to the same result.
    let whole = fs::read_to_string(&log).unwrap();
    let cut: String = whole.split_inclusive('\n').take(3).collect();
    fs::write(&log, cut + "{\"first_has\":[tr").unwrap();
    assert!(test("48") == table && fs::read_to_string(&log).unwrap() == whole);
    assert!(
        refused(&[&call[..], &files, &["--games", "48", "--seed", "2"]].concat()).contains("games of another test")
    );
}

/// A shutdown signals all processes, so the engine may end before the match has noticed it.
#[cfg(unix)]
#[test]
fn a_game_that_a_stop_of_all_processes_ends_is_played_again() {
    let (_folder, [script, waits, log, openings]) =
        Folder::with("match-stopped", ["engine.sh", "waits", "log", "openings.txt"]);
    // The engine gets a position only in its second game, and does not answer.
    let engine = format!(
        "while read cmd rest; do case $cmd in START*|RESTART*) echo OK ;; END*) exit ;; \
         BEGIN*|TURN*|DONE*) echo $$ > '{waits}.new'; mv '{waits}.new' '{waits}'; exec sleep 60 ;; esac; done\n"
    );
    fs::write(&script, engine).unwrap();
    fs::write(&openings, "h8\n").unwrap();
    let player = format!("name=s,cmd=sh '{script}'");
    let call = ["match", "--engine", &player, "--engine", "name=g,cmd=@greedy", "--games", "2", "--max-moves", "2"];
    let files = ["--turn", "60s", "--openings", &openings, "--log", &log];
    let runner = start(".".as_ref(), &[&call[..], &files].concat());
    wait_until("the second game begins", || fs::exists(&waits).unwrap());
    let engine = fs::read_to_string(&waits).unwrap();
    let stopped =
        std::process::Command::new("kill").args(["-TERM", engine.trim(), &runner.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    let output = runner.wait_with_output().unwrap();
    let table = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "the match was not played to its end");
    assert!(!table.contains("crash") && table.contains("interrupted before the last"), "{table}");
    // The first game had ended, so it is kept and not played again.
    let games = |text: &str| text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
    let kept = fs::read_to_string(&log).unwrap();
    assert!(games(&kept).len() == 1 && games(&kept)[0].starts_with("0 0 s g draw moves "), "{kept}");
    fs::write(
        &script,
        "while read cmd rest; do case $cmd in START*) echo OK ;; BEGIN*|TURN*|DONE*) echo 0,0 ;; esac; done\n",
    )
    .unwrap();
    printed(&[&call[..], &files].concat());
    let whole = fs::read_to_string(&log).unwrap();
    assert!(whole.starts_with(&kept) && games(&whole).len() == 2, "{whole}");
}

/// A rebuilt program has a new file, while a running one keeps the old. Here the first start of an engine removes the
/// file, and each game starts an engine.
#[cfg(target_os = "linux")]
#[test]
fn a_match_goes_on_when_its_own_program_is_replaced() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("match-replaced");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let path = |name: &str| folder.join(name).display().to_string();
    let [program, script, openings] = ["tengen", "engine.sh", "openings.txt"].map(path);
    fs::hard_link(env!("CARGO_BIN_EXE_tengen"), &program).unwrap();
    let engine = format!(
        "rm -f '{program}'; n=0\nwhile read cmd rest; do case $cmd in START*) echo OK ;; RESTART*) echo UNKNOWN ;; \
         BEGIN*|TURN*|DONE*) n=$((n+2)); echo $((n % 15)),0 ;; END*) exit ;; esac; done\n"
    );
    fs::write(&script, engine).unwrap();
    fs::write(&openings, "h8\n").unwrap();
    let player = format!("name=s,cmd=sh '{script}'");
    let options = ["--games", "4", "--max-moves", "6", "--openings", &openings, "--engine", &player];
    let played = std::process::Command::new(&program).args(&PLAYERS[..3]).args(options).output().unwrap();
    let table = String::from_utf8(played.stdout).unwrap();
    assert!(table.contains("g - s: 4 games") && !table.contains("crash"), "{table}");
    assert!(!fs::exists(&program).unwrap());
}

/// Waits until this many processes are called `sleep` with this argument.
#[cfg(target_os = "linux")]
fn wait_for_sleepers(mark: &str, count: usize) {
    let sleepers = || {
        let commands =
            fs::read_dir("/proc").unwrap().filter_map(|entry| fs::read(entry.ok()?.path().join("cmdline")).ok());
        commands.filter(|line| line.starts_with(b"sleep\0") && String::from_utf8_lossy(line).contains(mark)).count()
    };
    wait_until("as many sleep", || sleepers() == count);
}

/// An engine that a waiting script has started ends with the match, and with a runner that is killed, which cannot clean up.
#[cfg(target_os = "linux")]
#[test]
fn no_engine_outlives_its_match() {
    let scripted = ["match", "--engine", "name=s,cmd=sh -c 'echo OK; sleep 78.8842; echo'", "--engine", "cmd=@greedy"];
    let table = printed(&[&scripted[..], &["--games", "2", "--turn", "100ms", "--tolerance", "0"]].concat());
    assert!(table.contains("time 2"), "{table}");
    wait_for_sleepers("78.8842", 0);
    let call = ["match", "--engine", "name=s,cmd=sleep 77.7731", "--engine", "name=g,cmd=@greedy", "--games", "2"];
    let mut runner = start(".".as_ref(), &call);
    wait_for_sleepers("77.7731", 1);
    runner.kill().unwrap();
    runner.wait().unwrap();
    wait_for_sleepers("77.7731", 0);
}
