//! `analyze`: lines, reports, limits.

use super::diagram::assert_well_formed;
use crate::command::{folder, printed_in as printed, refused_in as refusal, start};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

#[test]
fn analyze_prints_one_valid_object_a_line() {
    let folder = folder("json");
    let arguments =
        ["analyze", "--rule", "0", "--size", "15", "--moves", "h8i9h9", "--nodes", "40000", "--lines", "3", "--json"];
    let out = printed(&folder, &arguments, "");
    let objects: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(objects.len() > 3);
    let last = objects.last().unwrap();
    assert_eq!(last["final"], true);
    let lines = last["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    // The lines of an interrupted iteration come first, then those of the previous one.
    let number = |line: &Value, field: &str| line[field].as_i64().unwrap();
    let order: Vec<(i64, i64)> = lines.iter().map(|line| (number(line, "depth"), number(line, "score"))).collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "{order:?}");
    for line in lines {
        let share = line["share"].as_f64().unwrap();
        let expected = 1.0 / (1.0 + (-line["score"].as_f64().unwrap() / f64::from(tengen::eval::LOGISTIC_SCALE)).exp());
        assert!((share - expected).abs() < 1e-4);
        assert_eq!(line["move"], line["line"][0]);
    }
    // A position with a win, as a diagram on standard input.
    let diagram =
        "...............\n".repeat(7) + ".......XXXX....\n" + &"...............\n".repeat(6) + "OOO............\n";
    let out = printed(&folder, &["analyze", "-", "--nodes", "1000", "--json"], &diagram.replace("OOO.", "OOOO"));
    let last: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((&last["lines"][0]["win_in"], &last["lines"][0]["share"]), (&Value::from(1), &Value::from(1.0)));
}

/// A win of 23 plies; how many nodes the search needs for it depends on the weights.
#[test]
fn analyze_reads_threats_where_the_search_does_not_see_the_win() {
    let folder = folder("threats");
    let moves = "h8i6j3j7i7j6h5g6h6h7j5i8j9g5g7f6h4h3f5f8l5f9f10g10k5i5h9e8d7e7g8e9m5";
    let found = |moves: &str, nodes: &str| -> Value {
        let arguments =
            ["analyze", "--rule", "1", "--size", "15", "--moves", moves, "--nodes", nodes, "--lines", "1", "--json"];
        serde_json::from_str(printed(&folder, &arguments, "").lines().last().unwrap()).unwrap()
    };
    assert_eq!(found(moves, "50")["lines"][0]["win_in"], Value::Null);
    let last = found(moves, "2000");
    let line: Vec<&str> = last["lines"][0]["line"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(last["lines"][0]["win_in"], line.len(), "{last}");
    // The line wins when played to its end: then the analyzed game is finished.
    let end = found(&(moves.to_owned() + &line.concat()), "100");
    assert_eq!((&end["move"], &end["share_after"]), (&Value::from(*line.last().unwrap()), &Value::from(1.0)));
}

#[test]
fn analyze_says_what_is_wrong_with_its_input() {
    let folder = folder("analyze-bad");
    std::fs::write(folder.join("game.txt"), "h8i9h9").unwrap();
    let begin = Instant::now();
    for (options, input, reason) in [
        ("--moves h8h8", "", "h8 is played twice"),
        ("none.psq", "", "none.psq"),
        ("-", "Piskvorky 15x15, 0:0, 0\n99,1,0\n", "line 2"),
        ("--moves h8 --report r.pdf", "", ".html, .svg or .txt"),
        ("game.txt --report ./game.txt", "", "has another use in this call"),
        ("--moves h8a1i8a3j8a5k8a7l8 --database a.db", "", "the game is over: --until"),
        // Before the search.
        ("--moves h8a1h9b1 --time 60s --report none/report.html", "", "cannot write none/report.html"),
    ] {
        let call: Vec<&str> = ["analyze"].into_iter().chain(options.split(' ')).collect();
        let said = refusal(&folder, &call, input);
        assert!(said.contains(reason), "{options}: {said}");
    }
    assert!(begin.elapsed() < Duration::from_secs(60));
    assert_eq!(std::fs::read_to_string(folder.join("game.txt")).unwrap(), "h8i9h9");
}

/// A game in which White has an open four to make, plays elsewhere, and loses.
pub const BLUNDER: &str = "h8a1h9b1i8c1a8d3i9d1j8e5g8k8f8";

#[test]
fn a_whole_game_becomes_a_report_with_its_missed_win() {
    let folder = folder("report");
    let psq = {
        printed(&folder, &["diagram", "--moves", BLUNDER, "--out", "game.psq"], "");
        std::fs::read_to_string(folder.join("game.psq")).unwrap()
    };
    assert!(psq.starts_with("Piskvorky 15x15"));
    let out = printed(&folder, &["analyze", "game.psq", "--report", "report.html", "--nodes", "3000"], "");
    let html = std::fs::read_to_string(folder.join("report.html")).unwrap();
    // The report refers to no other site.
    assert!(
        !html.contains("http:") || html.matches("http:").count() == html.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(
        !html.contains("https:") && !html.contains("src=") && html.contains("<script>") && html.ends_with("</html>\n")
    );
    // 12. White e5 with a four on the board: e1 wins at once.
    assert!(html.contains("12. White e5: e1 wins in 1 move"), "{html}");
    let svg_count = html.matches("<svg").count();
    assert_eq!((svg_count, html.matches("</svg>").count()), (2, 2));
    let text = printed(&folder, &["analyze", "game.psq", "--whole", "--nodes", "3000"], "");
    assert!(text.contains("Turning points") && text.contains("e1 wins in 1 move"), "{text}");
    printed(&folder, &["analyze", "game.psq", "--report", "curve.svg", "--nodes", "3000"], "");
    assert_well_formed(&std::fs::read_to_string(folder.join("curve.svg")).unwrap());
    let json = printed(&folder, &["analyze", "game.psq", "--whole", "--nodes", "3000", "--json"], "");
    let moments: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(moments.len(), 15);
    assert_eq!(moments[11]["misses_win"], true);
    // 14. White k8 leaves e1 once more.
    assert_eq!(moments[13]["misses_win"], true);
    let missed = moments.iter().filter(|moment| moment["misses_win"] == true).count();
    let plural = if missed == 1 { "" } else { "s" };
    assert!(out.ends_with(&format!(" {missed} missed win{plural}\n")), "{missed}: {out}");
    for (options, reason) in [
        (&["analyze", "game.psq", "--lines", "2"][..], "--lines is for a position"),
        (&["diagram", "game.psq", "--nodes", "50"], "--heat"),
        (&["diagram", "game.psq", "--out", "marked.sgf", "--mark", "h8"], "these options draw"),
    ] {
        let said = refusal(&folder, options, "");
        assert!(said.contains(reason), "{options:?}: {said}");
    }
}

#[test]
fn numbers_of_threads_and_lines_have_limits() {
    let folder = folder("limits");
    for (option, number) in [("--threads", "0"), ("--threads", "x"), ("--lines", "0"), ("--lines", "65")] {
        let said = refusal(&folder, &["analyze", "--moves", "h8", "--nodes", "100", option, number], "");
        assert!(said.contains(option), "{said}");
    }
    for number in ["1000000000", "-1"] {
        refusal(&folder, &["analyze", "--moves", "h8", "--nodes", "100", &format!("--lines={number}")], "");
    }
    refusal(&folder, &["diagram", "--moves", "h8", "--heat=0", "--nodes", "100"], "");
    printed(&folder, &["analyze", "--moves", "h8i9", "--nodes", "2000", "--lines", "64"], "");
}

#[cfg(target_os = "linux")]
#[test]
fn more_threads_than_cores_are_not_started() {
    let folder = folder("threads");
    let most = std::thread::available_parallelism().unwrap().get().min(64);
    // Few more threads than possible, in case the limit is missing.
    let asked = (most + 8).to_string();
    let mut child = start(&folder, &["analyze", "--moves", "h8", "--time", "20s", "--threads", &asked]);
    // All threads have been started when the first iterations are printed.
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!((0..3).all(|_| lines.next().unwrap().is_ok()));
    let running = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().count();
    child.kill().unwrap();
    child.wait().unwrap();
    // Besides the helpers: the main thread, Ctrl-C's and the search's first.
    assert!(running <= most + 3, "{running} threads");
}
