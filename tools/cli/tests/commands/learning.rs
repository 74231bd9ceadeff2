//! From no games to weights that the engine plays with, tested with the real binaries.

use crate::command::{output_of, printed, refused, run, signal, tengen, text, wait_until};
use crate::common::folder::Folder;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

/// The engine's output in a short game with these weights under a rule.
fn play(weights: &str, rule: &str) -> Output {
    let mut engine = Command::new(crate::common::engine_path())
        .args(["--weights", weights])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The engine may have ended, if it refuses the weights. It answers far from the corners.
    let mut input = engine.stdin.take().unwrap();
    let _ = write!(input, "START 15\nINFO rule {rule}\nINFO max_node 500\nTURN 0,0\nTURN 14,14\n");
    // END is sent after the moves have arrived: a debug build on a busy machine is slow.
    let mut text = Vec::new();
    let mut output = BufReader::new(engine.stdout.take().unwrap());
    let mut moves = 0;
    while moves < 2 && output.read_until(b'\n', &mut text).unwrap() > 0 {
        let line = text.split(|&byte| byte == b'\n').rev().nth(1).unwrap_or_default();
        moves += usize::from(line.first().is_some_and(u8::is_ascii_digit));
    }
    let _ = input.write_all(b"END\n");
    drop(input);
    let rest = engine.wait_with_output().unwrap();
    Output { stdout: text, ..rest }
}

#[test]
fn games_become_weights_that_the_engine_plays_with() {
    let folder = Folder::new("learning");
    let (games, weights, svg) =
        (folder.argument("caro.games"), folder.argument("caro.weights"), folder.argument("loss.svg"));
    let selfplay =
        ["selfplay", "--rule", "8", "--size", "15", "--nodes", "40", "--games", "60", "--weights", "hand-set"];
    printed(&[&selfplay[..], &["--out", &games]].concat());
    // One of the games is for exams.
    let stats = printed(&["selfplay", "--stats", &games]);
    assert!(stats.contains("games      60") && stats.contains("\nkept "), "{stats}");
    assert!(printed(&["selfplay", "--check", &games]).starts_with("60 games verified"));
    let losses = printed(&["train", "--data", &games, "--out", &weights, "--epochs", "3", "--svg", &svg]);
    assert!(losses.contains("held-out loss"), "{losses}");
    assert!(fs::read_to_string(&svg).unwrap().matches("<polyline").count() == 6);
    let again = ["train", "--data", &games, "--from", &weights, "--network-only", "--out", &weights, "--svg", &svg];
    let losses = printed(&again);
    assert!(losses.starts_with("network: held-out loss") && losses.lines().count() == 1, "{losses}");
    let header = String::from_utf8_lossy(&fs::read(&weights).unwrap()).into_owned();
    assert!(
        header.contains("\npositions kept (scores), kept (order of moves), ")
            && header.contains("\ntables: games 59\n")
    );
    printed(&again);
    let header = String::from_utf8_lossy(&fs::read(&weights).unwrap()).into_owned();
    assert_eq!(header.matches("\ntables: games 59\n").count(), 1);
    assert!(fs::read_to_string(&svg).unwrap().matches("<polyline").count() == 2);

    let (state, nnue) = (folder.argument("state"), folder.argument("nnue.weights"));
    let more = ["train", "--nnue", "--data", &games, "--from", &weights, "--epochs", "12", "--state", &state];
    let losses = printed(&[&more[..], &["--out", &nnue, "--svg", &svg]].concat());
    assert!(
        losses.starts_with("network of line shapes: held-out loss") && losses.contains("on results alone"),
        "{losses}"
    );
    let header = String::from_utf8_lossy(&fs::read(&nnue).unwrap()).into_owned();
    assert!(header.contains("\nsection nnue both ") && header.contains("\nnnue: games 59\n"));
    // The state is that of a finished training: nothing is left to do, and the result is the same.
    let again = folder.argument("again.weights");
    assert_eq!(printed(&[&more[..], &["--out", &again]].concat()), losses);
    assert!(fs::read(&again).unwrap() == fs::read(&nnue).unwrap());
    begins_with_a_network(&folder, &games, [&weights, &nnue]);
    learns_a_policy(&folder, &games, [&weights, &nnue]);
    let moves = String::from_utf8(play(&nnue, "8").stdout).unwrap();
    assert_eq!(moves.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(), 2);

    let said = |rule| text(&play(&weights, rule).stdout);
    assert_eq!(said("8").lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(), 2);
    assert!(!said("9").contains("the weights given"), "caro's weights are for caro-exact too");
    assert!(said("4").contains("MESSAGE --weights has no weights for renju"), "{}", said("4"));

    what_does_not_fit_is_refused(&folder, &games, &weights);
    let mut bytes = fs::read(&weights).unwrap();
    bytes.truncate(bytes.len() - 1);
    fs::write(&weights, bytes).unwrap();
    let output = play(&weights, "8");
    assert!(!output.status.success() && output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("bytes of sections instead of"));
}

#[test]
fn weights_are_compared_on_an_exam_that_nothing_learns_from() {
    let (folder, [exam, games]) = Folder::with("exam", ["exam.games", "plain.games"]);
    let selfplay = |out: &str, more: &[&str]| {
        let call = ["selfplay", "--rule", "caro", "--nodes", "60", "--games", "6", "--concurrency", "1", "--out", out];
        printed(&[&call[..], more].concat())
    };
    selfplay(&exam, &["--exam"]);
    selfplay(&games, &[]);
    assert!(fs::read(&exam).unwrap().starts_with(b"tengen-games 3 rule caro size 15x15 nodes 60 seed 1 weights "));
    let alone = printed(&["train", "--exam", &exam]);
    let lines: Vec<&str> = alone.lines().collect();
    assert_eq!(lines.len(), 4, "{alone}");
    assert_eq!(lines[0], format!("{exam}: caro, 15x15, 60 nodes a move, 6 games"));
    assert!(lines[2].starts_with("positions ") && lines[3].starts_with("built-in "), "{alone}");
    assert!(lines[3].ends_with(" by the head") && !lines[3].contains("+-"), "{alone}");
    let both = printed(&["train", "--exam", &exam, &exam, "--weights", "built-in", "hand-set"]);
    let rows: Vec<&str> = both.lines().filter(|line| line.starts_with("hand-set ")).collect();
    assert!(rows.len() == 2 && rows[0] == rows[1] && rows[0].matches("+-").count() == 3, "{both}");
    assert!(both.contains(lines[3].split_once(' ').unwrap().1.trim()), "{both}");
    let gathered = folder.argument("gathered.games");
    let summary = printed(&["selfplay", "--gather", &exam, "--out", &gathered]);
    assert!(summary.contains("games      6, 0 of them repeated"), "{summary}");
    assert!(printed(&["train", "--exam", &gathered]).ends_with(&format!("{}\n", lines[1..].join("\n"))));
    // Positions of searches are an exam of their own, of scores only.
    let leaves = folder.argument("leaves.games");
    let call = ["selfplay", "--leaves", &exam, "--nodes", "500", "--seed", "3", "--out", &leaves];
    let summary = printed(&call);
    assert!(
        summary.contains("rule caro, size 15x15, 60 nodes a move, positions of searches, scores of 500 nodes"),
        "{summary}"
    );
    assert!(!summary.contains("results"), "{summary}");
    let graded = printed(&["train", "--exam", &leaves, "--weights", "built-in", "hand-set"]);
    let count = summary.lines().find_map(|line| line.strip_prefix("games")).unwrap().split(',').next().unwrap().trim();
    assert!(
        graded.starts_with(&format!("{leaves}: caro, 15x15, {count} positions of searches, 500 nodes each\n")),
        "{graded}"
    );
    assert_eq!(printed(&["selfplay", "--check", &leaves]), format!("{count} positions verified\n"));
    let rows: Vec<&str> = graded.lines().skip(3).collect();
    assert!(rows.iter().all(|row| row.split_whitespace().nth(1) == Some("-")), "no results: {graded}");
    assert!(rows[1].matches("+-").count() == 1, "{graded}");
    for (call, says) in [
        (call.to_vec(), "cannot write"),
        (vec!["selfplay", "--leaves", &leaves, "--out", "x"], "these are positions of searches already"),
        (vec!["train", "--exam", &games], "is no exam: `tengen selfplay --exam` plays one"),
        (vec!["train", "--data", &games, &exam, "--out", "x"], "is an exam, from which nothing is to be learned"),
        (vec!["selfplay", "--rule", "caro", "--nodes", "60", "--out", &exam], "games of other conditions"),
        (vec!["train", "--exam", &exam, "--weights", "/does/not/exist"], "/does/not/exist"),
        (vec!["selfplay", "--gather", &exam, "--size", "mixed", "--out", "x"], "an exam is for boards of one size"),
        (vec!["selfplay", "--gather", &exam], "--out <FILE>"),
        (vec!["selfplay", "--stats", &exam, "--gather", &exam], "cannot be used with"),
        (vec!["selfplay", "--check", &exam, "--leaves", &exam], "cannot be used with"),
        (vec!["selfplay", "--check", &exam, "--relabel", &exam], "cannot be used with"),
        (vec!["selfplay", "--check", &exam, "--merge", &games, &exam], "cannot be used with"),
    ] {
        let said = refused(&call);
        assert!(said.contains(says), "{call:?}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_self_play_run_says_that_it_is_not_complete() {
    let folder = Folder::new("interrupted");
    let out = folder.argument("run.games");
    let call = ["selfplay", "--nodes", "40", "--games", "1000000", "--concurrency", "1", "--out", &out];
    let child = tengen(&call).stdout(Stdio::piped()).spawn().unwrap();
    // Once the file exists, Ctrl-C is handled.
    wait_until("there is a file", || fs::exists(&out).unwrap());
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "what calls it sees that it is not complete");
    let said = text(&output.stdout);
    assert!(said.ends_with("\nstopped; the same call goes on\n"), "{said}");
    let whole = printed(&[&call[..4], &["1", "--out", &out]].concat());
    assert!(!whole.contains("stopped"), "{whole}");
}

/// Mismatching input is refused; `games` and `weights` are for caro.
fn what_does_not_fit_is_refused(folder: &Folder, games: &str, weights: &str) {
    let train = |options: &[&'static str]| [&["train", "--data", games, "--out", "x"], options].concat();
    let apart = "has another use in this call";
    for (call, reason) in [
        (vec!["selfplay", "--rule", "4", "--weights", weights, "--out", "x"], "not for renju"),
        (vec!["train", "--data", weights, "--out", "x"], "not a file of games"),
        (vec!["selfplay", "--stats", "/does/not/exist"], "cannot read"),
        (vec!["selfplay", "--relabel", games, "--out", games], apart),
        (vec!["selfplay", "--out", "/does/not/exist"], "cannot write /does/not/exist: "),
        (vec!["train", "--data", games, "--out", games], apart),
        (train(&["--svg", "x"]), apart),
        (train(&["--svg", "./x"]), apart),
        (train(&["--nnue", "--from", "w", "--state", "w"]), apart),
        (train(&["--nnue", "--from", "w", "--svg", "w"]), apart),
        (train(&["--nnue", "--nnue-from", "w", "--state", "w"]), apart),
        (train(&["--nnue", "--nnue-from", "w", "--svg", "w"]), apart),
        (train(&["--weights", "built-in"]), "cannot be used with"),
        (train(&["--policy", "--nnue-from", "w"]), "cannot be used with"),
        (train(&["--nnue", "--first-rate", "0"]), "is not a number from 0.00001 to 1"),
        (train(&["--result-share", "nan"]), "is not a number from 0 to 1"),
        (train(&["--result-share", "1.5"]), "is not a number from 0 to 1"),
    ] {
        let said = refused(&call);
        assert!(said.starts_with("error: ") && said.contains(reason), "{call:?}: {said}");
    }
    // What took long to make is refused before the training begins.
    let [database, others] = ["some.db", "others.games"].map(|name| folder.argument(name));
    fs::write(&database, "redb\x1a\x0a").unwrap();
    fs::copy(games, &others).unwrap();
    for (path, says) in [(&database, "is a database"), (&others, "holds games of self-play")] {
        let before = fs::read(path).unwrap();
        let said = refused(&["train", "--data", games, "--epochs", "100000", "--out", path]);
        assert!(said.contains(says) && fs::read(path).unwrap() == before, "{said}");
    }
    assert!(printed(&["selfplay", "--check", games]).starts_with("60 games verified"));
    // A missing end of a file is reported; both questions are answered if both are asked.
    let bytes = fs::read(games).unwrap();
    let cut = folder.argument("cut.games");
    fs::write(&cut, &bytes[..bytes.len() - 5]).unwrap();
    let both = printed(&["selfplay", "--stats", games, "--check", &cut]);
    assert!(both.starts_with("rule caro") && both.contains("\n59 games verified; the last game is cut off\n"));
}

/// Tests `--policy` with weights for caro without and with a network of line shapes.
fn learns_a_policy(folder: &Folder, games: &str, [tables, nnue]: [&str; 2]) {
    let out = folder.argument("policy.weights");
    let train = |from| run(&["train", "--policy", "--data", games, "--from", from, "--epochs", "6", "--out", &out]);
    let refused = train(tables);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("lack"), "it needs a network of line shapes");
    let told = output_of(&train(nnue));
    assert!(told.starts_with("policy: ") && told.contains("; the tables: "), "{told}");
    let header = || String::from_utf8_lossy(&fs::read(&out).unwrap()).into_owned();
    assert!(header().contains("\nsection nnue-policy both ") && header().contains("\nnnue: games 59\n"));
    output_of(&train(&out.clone()));
    assert_eq!(header().matches("\npolicy: games 59\n").count(), 1);
    let moves = String::from_utf8(play(&out, "8").stdout).unwrap();
    assert_eq!(moves.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(), 2);
}

/// Tests `--nnue-from` with weights for caro without and with a network of line shapes.
fn begins_with_a_network(folder: &Folder, games: &str, [tables, nnue]: [&str; 2]) {
    let train = |games: &str, arguments: &[&str]| {
        let out = folder.argument("begun.weights");
        let train = ["train", "--nnue", "--data", games, "--out", &out, "--epochs", "6"];
        let output = run(&[&train[..], arguments].concat());
        (output, fs::read(&out).unwrap_or_default())
    };
    let (given, alone) = (train(games, &["--from", tables, "--nnue-from", nnue]), train(games, &["--from", tables]));
    assert_ne!(output_of(&given.0), output_of(&alone.0));
    assert!(given == train(games, &["--from", nnue]), "the same tables and the same network");
    let tells_of_the_network = |weights: &[u8]| String::from_utf8_lossy(weights).contains("\nearlier nnue: games 59\n");
    assert!(tells_of_the_network(&given.1) && !tells_of_the_network(&alone.1));
    let (_, on_hand_set) = train(games, &[]);
    assert!(String::from_utf8_lossy(&on_hand_set).contains("\nrules caro caro-exact\n"));
    let begins_with = |weights: &[u8], rate: &str| {
        String::from_utf8_lossy(weights).contains(&format!("\nnnue: epochs 1, result share 0.5, first rate {rate}\n"))
    };
    assert!(begins_with(&given.1, "0.0005") && begins_with(&alone.1, "0.002"));
    assert!(begins_with(&train(games, &["--from", nnue, "--first-rate", "0.001"]).1, "0.001"));
    // Standard has half lines of the same length, freestyle shorter ones.
    for (rule, is_fit) in [("standard", true), ("freestyle", false)] {
        let others = folder.argument(rule);
        let selfplay = ["selfplay", "--rule", rule, "--nodes", "20", "--games", "20", "--out", &others];
        printed(&selfplay);
        let (output, weights) = train(&others, &["--nnue-from", nnue]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.success(), is_fit, "{rule}: {said}");
        let text = String::from_utf8_lossy(&weights);
        let names_the_rule = "\nearlier nnue: the rules of these games: caro caro-exact\n";
        assert!(
            !is_fit
                || text.contains(names_the_rule)
                    && text.contains("\nnnue: epochs 1, result share 0.5, first rate 0.002\n"),
            "{text}"
        );
        assert!(is_fit || said.contains("lines of another length than those of freestyle"), "{said}");
    }
    for name in [tables, "hand-set"] {
        let (output, _) = train(games, &["--nnue-from", name]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(3) && said.contains("no network of line shapes to begin with"), "{said}");
    }
}

#[test]
fn a_tuning_refuses_what_would_ruin_its_state_before_it_begins() {
    let (folder, [state, openings, nowhere]) = Folder::with("tune", ["run.json", "a.txt", "no/run.svg"]);
    fs::write(&openings, "").unwrap();
    let same = format!("{}/./run.json", folder.argument(""));
    for (options, says) in [
        (["--svg", &state], "has another use in this call"),
        (["--svg", &same], "has another use in this call"),
        (["--svg", &openings], "has another use in this call"),
        (["--svg", &nowhere], "cannot write"),
        (["--learning-rate", "nan"], "not a number above 0"),
        (["--learning-rate", "inf"], "not a number above 0"),
        (["--learning-rate", "0"], "not a number above 0"),
    ] {
        // If it began, it would report that there is no such engine.
        let call = ["tune", "--cmd", "no-engine", "--nodes", "9", "--state", &state, "--openings", &openings];
        let said = refused(&[&call[..], &options].concat());
        assert!(said.contains(says), "{options:?}: {said}");
    }
    #[cfg(unix)]
    assert!(refused(&["tune", "--cmd", "no-engine", "--state", "/dev/null"]).contains("not an ordinary file"));
}

#[cfg(target_os = "linux")]
#[test]
fn the_engine_explains_itself_or_what_is_wrong_and_does_not_panic() {
    use std::os::unix::ffi::OsStrExt;
    let engine = || Command::new(crate::common::engine_path());
    let name = std::ffi::OsStr::from_bytes(b"\xFF.weights");
    for call in [engine().arg("--weights").arg(name), engine().arg(name)] {
        let output = call.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(".weights'"), "{said}");
    }
    for option in ["--version", "--help"] {
        assert!(output_of(&engine().arg(option).output().unwrap()).contains("pbrain-tengen"));
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = engine().arg(option).stdout(full).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains("No space left"), "{said}");
    }
}
