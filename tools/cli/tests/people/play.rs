//! `tengen play`, `analyze` and `diagram` through the real binary, as people and scripts call them.
#![allow(missing_docs)]

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, format_moves, parse_moves};
use tengen::database::{Database, Entry, Proof};
use tengen_game::formats::{self, Given};

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("people").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn start(folder: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Runs to the end, within a minute.
fn run(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = start(folder, arguments);
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let id = child.id();
    let done = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let (watched, end) = (std::sync::Arc::clone(&done), Instant::now() + Duration::from_secs(60));
    let watch = std::thread::spawn(move || {
        while Instant::now() < end && !watched.load(std::sync::atomic::Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(20));
        }
        if !watched.load(std::sync::atomic::Ordering::Relaxed) {
            let _ = Command::new("kill").args(["-KILL", &id.to_string()]).status();
        }
    });
    let output = child.wait_with_output().unwrap();
    done.store(true, std::sync::atomic::Ordering::Relaxed);
    writer.join().unwrap();
    watch.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a successful call prints.
fn printed(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = run(folder, arguments, input);
    assert!(output.status.success(), "{arguments:?}: {} {}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

fn refusal(folder: &Path, arguments: &[&str], input: &str) -> String {
    let output = run(folder, arguments, input);
    assert_eq!(output.status.code(), Some(3), "{arguments:?}");
    text(&output.stderr)
}

const PLAY: [&str; 9] = ["play", "--rule", "caro", "--size", "15", "--level", "3", "--seed", "5"];

#[test]
fn a_game_that_the_input_ends_is_kept_and_goes_on_from_its_file() {
    let folder = folder("resume");
    let out = printed(&folder, &PLAY, "h8\n3,3\n");
    assert!(out.contains("the game is kept in tengen-game-1.psq"), "{out}");
    assert!(!out.contains('\u{1b}'), "no colors in a pipe");
    assert!(out.lines().all(|line| line.chars().count() <= 80), "it fits 80 columns");
    assert!(out.contains("(O)"), "the last move is marked");
    let kept = std::fs::read_to_string(folder.join("tengen-game-1.psq")).unwrap();
    assert!(kept.contains("8,8,") && kept.contains("4,4,") && kept.contains("rule caro"), "{kept}");
    let out = printed(&folder, &["play", "--load", "tengen-game-1.psq", "--level", "3"], "undo\nshow\nquit\n");
    assert!(out.contains("caro 15x15") && out.contains("4 moves") && out.contains("2 moves"), "{out}");
    // The loaded game was changed; the file it came from is not touched.
    assert!(folder.join("tengen-game-2.psq").exists());
    assert_eq!(std::fs::read_to_string(folder.join("tengen-game-1.psq")).unwrap(), kept);
}

#[test]
fn bad_input_is_said_and_loses_nothing() {
    let folder = folder("bad");
    std::fs::write(folder.join("mine.psq"), "mine").unwrap();
    std::fs::write(folder.join("broken.sgf"), "(;GM[4]SZ[15];B[h8]").unwrap();
    let input = "h8\nh8\nz99\nhello\n\u{1}\u{2}\nlevel 11\nsave\nsave mine.psq\nsave x.doc\nload none.psq\nload broken.sgf\n99999999999,1\nshow\n";
    let out = printed(&folder, &PLAY, input);
    for said in [
        "h8 is occupied",
        "'z99' is not a point on a 15x15 board",
        "'hello' is neither a move nor a command",
        "'11' is not a level",
        "expected a file name",
        "save! mine.psq overwrites it",
        "'x.doc': expected a name that ends in",
        "not loaded: cannot read none.psq",
        "not loaded: broken.sgf: expected ')' at the end of the game",
        "is not a point on a 15x15 board",
    ] {
        assert!(out.to_lowercase().contains(&said.to_lowercase()), "{said}: {out}");
    }
    assert_eq!(std::fs::read_to_string(folder.join("mine.psq")).unwrap(), "mine");
    assert!(out.trim_end().ends_with("good-bye"));
    assert!(refusal(&folder, &["play", "--save", "mine.psq"], "").contains("already exists"));
    assert!(refusal(&folder, &["play", "--level", "11"], "").contains("11"));
    assert!(refusal(&folder, &["play", "--load", "broken.sgf"], "").contains("broken.sgf"));
}

#[test]
fn undo_swap_level_hint_save_and_load_do_what_they_say() {
    let folder = folder("commands");
    let input = "h8\nundo\nundo\nlevel\nlevel 1\nhint\nh8\nsave one.sgf\nnew\nload one.sgf\nswap\nquit\n";
    let out = printed(&folder, &["play", "--seed", "3", "--time", "100ms"], input);
    assert!(out.contains("there is nothing to take back"), "{out}");
    assert!(out.contains("10  full strength") && out.contains("level 1: beginner"));
    assert!(out.contains("hint: h8"), "the center of an empty board: {out}");
    assert!(out.contains("the game is in one.sgf"));
    assert!(out.contains("now Black (X, Tengen level 1) and White (O, you)"));
    assert!(out.contains("3 moves"), "the engine has moved for Black after the swap: {out}");
    assert!(std::fs::read_to_string(folder.join("one.sgf")).unwrap().contains(";B[hh];W["));
}

#[test]
fn hints_do_not_change_the_answers_of_a_level() {
    let folder = folder("hints");
    let game = |file: &str, before_each: &str| {
        let input: String =
            ["h8", "j9", "g6", "i6", "f9", "k8"].map(|point| format!("{before_each}{point}\n")).concat();
        let call = ["play", "--level", "6", "--seed", "5", "--time", "100ms", "--save", file];
        let out = printed(&folder, &call, &input);
        assert_eq!(out.contains("hint: "), !before_each.is_empty(), "{out}");
        formats::read(&read(&folder, file), Given::default()).unwrap().moves
    };
    assert_eq!(game("without.psq", ""), game("with.psq", "hint\n"));
}

#[test]
fn two_people_play_a_renju_game_to_its_end() {
    let folder = folder("renju");
    // Two pairs of stones cross at h8: Black would make two threes there.
    let moves = "g8\na1\ni8\na3\nh7\nc1\nh9\ne1\nh8\nj8\n";
    let out = printed(&folder, &["play", "--rule", "renju", "--human", "both"], moves);
    assert!(out.contains("# is forbidden to Black") && out.contains(" X # X "), "{out}");
    assert!(out.contains("h8 is forbidden to Black in renju"), "{out}");
    assert!(out.contains("9 moves") && !out.contains("10 moves"), "only h8 was refused: {out}");
    let win = "h8\na1\ni8\na3\nj8\na5\nk8\na7\nl8\nb2\n";
    let out = printed(&folder, &["play", "--human", "both"], win);
    assert!(out.contains("wins: h8 i8 j8 k8 l8"), "{out}");
    assert!(out.contains("*X*X*X*X*X ."), "the winning line is marked, and no bracket is left over: {out}");
    assert!(out.contains("the game is over: undo, new"), "{out}");
    let psq =
        std::fs::read_dir(&folder).unwrap().filter_map(|entry| std::fs::read_to_string(entry.unwrap().path()).ok());
    assert!(psq.into_iter().any(|text| text.contains("result 1-0")));
}

#[test]
fn the_engine_plays_itself_and_the_seed_decides() {
    let folder = folder("itself");
    let game = |file: &str, seed: &str| {
        let arguments =
            ["play", "--human", "none", "--black-level", "1", "--white-level", "2", "--seed", seed, "--save", file];
        let out = printed(&folder, &arguments, "");
        assert!(out.contains("wins") || out.contains("a draw"), "{out}");
        let psq = std::fs::read_to_string(folder.join(file)).unwrap();
        let moves = psq.lines().filter(|line| line.matches(',').count() == 2);
        moves.filter_map(|line| line.rsplit_once(',')).map(|(point, _)| point.to_owned()).collect::<Vec<_>>()
    };
    let first = game("a.psq", "8");
    assert_eq!(first, game("b.psq", "8"));
    assert_ne!(first, game("c.psq", "9"));
}

#[test]
fn swap2_is_played_through_with_either_side_opening() {
    let folder = folder("swap2");
    let arguments = ["play", "--swap2", "--level", "1", "--seed", "2", "--time", "200ms"];
    let out = printed(&folder, &arguments, "h8\nh8\ni9\nj8\nquit\n");
    assert!(out.contains("the opening rule is swap2; first player: you, second player: Tengen level 1"), "{out}");
    assert!(out.contains("h8 is occupied"));
    assert!(out.contains(" goes to Tengen level 1"), "{out}");
    let arguments = ["play", "--swap2", "--human", "white", "--level", "1", "--seed", "2", "--time", "200ms"];
    for (choice, taken) in [
        ("white\n", "White goes to you"),
        ("black\n", "Black goes to you"),
        ("purple\nmore\na1\no15\n", " goes to Tengen level 1"),
    ] {
        let out = printed(&folder, &arguments, choice);
        assert!(out.contains(taken), "{choice}: {out}");
        assert!(out.contains("the game is kept in"), "{out}");
    }
}

/// Three stones that are about even: the engine does not take a side of them but leaves the choice. Which of these it
/// finds even depends on its weights.
#[test]
fn the_engine_puts_two_more_stones_of_swap2_down_itself() {
    let folder = folder("swap2-more");
    let arguments = ["play", "--swap2", "--level", "1", "--seed", "2", "--time", "500ms"];
    let openings = [
        "8,7\n7,10\n7,12\n",
        "6,13\n2,11\n2,12\n",
        "3,1\n1,1\n2,1\n",
        "9,0\n10,0\n13,5\n",
        "6,13\n5,12\n3,11\n",
        "12,10\n13,11\n13,13\n",
        "3,8\n3,9\n3,11\n",
        "3,9\n10,6\n3,5\n",
        "2,10\n6,9\n4,8\n",
        "7,5\n5,5\n10,7\n",
        "9,5\n10,6\n12,8\n",
        "4,9\n3,8\n8,11\n",
        "8,2\n8,5\n7,3\n",
        "8,8\n8,5\n9,3\n",
        "3,12\n6,10\n3,10\n",
        "7,10\n6,10\n10,7\n",
    ];
    let game = openings
        .into_iter()
        .map(|stones| printed(&folder, &arguments, &format!("{stones}black\nquit\n")))
        .find(|out| out.contains("Tengen level 1: two more stones\n"))
        .expect("one of them is even");
    assert!(game.contains("Black goes to you"), "{game}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_cleanly_and_keeps_the_game_also_while_the_engine_thinks() {
    let folder = folder("interrupt");
    for (thinking, signal) in [(false, "-INT"), (true, "-INT"), (false, "-TERM")] {
        let level = if thinking { "10" } else { "1" };
        let mut child = start(&folder, &["play", "--level", level, "--time", "30s"]);
        let mut stdin = child.stdin.take().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap());
        stdin.write_all(b"h8\n").unwrap();
        let mut seen = String::new();
        if thinking {
            std::thread::sleep(Duration::from_millis(700));
        } else {
            while !seen.contains("2 moves") {
                assert!(lines.read_line(&mut seen).unwrap() > 0, "{seen}");
            }
        }
        let start = Instant::now();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        lines.read_to_string(&mut seen).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert!(seen.contains("the game is kept in") && seen.contains("good-bye"), "{seen}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3);
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_under_nohup_goes_on_when_the_terminal_is_closed() {
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_tengen")).args(["play", "--human", "both"]).current_dir(folder("nohup"));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap());
    let mut seen = String::new();
    stdin.write_all(b"h8\n").unwrap();
    while !seen.contains("1 move\n") {
        assert!(lines.read_line(&mut seen).unwrap() > 0, "{seen}");
    }
    assert!(Command::new("kill").args(["-HUP", &child.id().to_string()]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(200));
    stdin.write_all(b"i9\nquit\n").unwrap();
    lines.read_to_string(&mut seen).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(seen.contains("2 moves\n"), "{seen}");
}

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
    // The lines of an interrupted iteration come first, then those of the one before.
    let number = |line: &Value, field: &str| line[field].as_i64().unwrap();
    let order: Vec<(i64, i64)> = lines.iter().map(|line| (number(line, "depth"), number(line, "score"))).collect();
    assert!(order.is_sorted_by(|a, b| a >= b), "{order:?}");
    for line in lines {
        let share = line["share"].as_f64().unwrap();
        let expected = 1.0 / (1.0 + (-line["score"].as_f64().unwrap() / f64::from(tengen::eval::LOGISTIC_SCALE)).exp());
        assert!((share - expected).abs() < 1e-4);
        assert_eq!(line["move"], line["line"][0]);
    }
    // A position by standard input, as a diagram, with a win in it.
    let diagram =
        "...............\n".repeat(7) + ".......XXXX....\n" + &"...............\n".repeat(6) + "OOO............\n";
    let out = printed(&folder, &["analyze", "-", "--nodes", "1000", "--json"], &diagram.replace("OOO.", "OOOO"));
    let last: Value = serde_json::from_str(out.lines().last().unwrap()).unwrap();
    assert_eq!((&last["lines"][0]["win_in"], &last["lines"][0]["share"]), (&Value::from(1), &Value::from(1.0)));
}

/// A win of 23 plies; with how many nodes the search sees it depends on the weights.
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
    // Played to its end, the line wins: what is looked at is a finished game.
    let end = found(&(moves.to_owned() + &line.concat()), "100");
    assert_eq!((&end["move"], &end["share_after"]), (&Value::from(*line.last().unwrap()), &Value::from(1.0)));
}

#[test]
fn analyze_says_what_is_wrong_with_its_input() {
    let folder = folder("analyze-bad");
    assert!(refusal(&folder, &["analyze", "--moves", "h8h8"], "").contains("h8 is played twice"));
    assert!(refusal(&folder, &["analyze", "none.psq"], "").contains("none.psq"));
    assert!(refusal(&folder, &["analyze", "-"], "Piskvorky 15x15, 0:0, 0\n99,1,0\n").contains("line 2"));
    assert!(refusal(&folder, &["analyze", "--moves", "h8", "--report", "r.pdf"], "").contains(".html, .svg or .txt"));
    let over = ["analyze", "--moves", "h8a1i8a3j8a5k8a7l8", "--database", "a.db"];
    assert!(refusal(&folder, &over, "").contains("the game is over: --until"));
}

#[test]
fn wins_that_the_database_knows_are_counted_in_plies_as_those_of_the_search() {
    let folder = folder("known-wins");
    let size = BoardSize::square(15).unwrap();
    let after = |moves: &str| {
        let mut board = Board::new(size, Rule::Freestyle);
        board.play(&parse_moves(size, moves).unwrap());
        board
    };
    let proven = |proof| Entry { proof, ..Entry::default() };
    let (lost, won) = (proven(Proof::Loss { stones: 2 }), proven(Proof::Win { stones: 3 }));
    Database::create(&folder.join("a.db")).unwrap().write([(&after("h8i9"), &lost), (&after("h8a1"), &won)]).unwrap();
    let call = ["analyze", "--rule", "0", "--moves", "h8", "--nodes", "500", "--database", "a.db", "--json"];
    let out = printed(&folder, &call, "");
    let known: Value = serde_json::from_str(out.lines().next().unwrap()).unwrap();
    let win_in = |name: &str| {
        let moves = known["database"].as_array().unwrap();
        moves.iter().find(|known| known["move"] == name).unwrap()["win_in"].as_i64()
    };
    // i9 and the third stone after it; a1, and the opponent's third one is the sixth in all.
    assert_eq!((win_in("i9"), win_in("a1")), (Some(5), Some(-6)));
}

/// A game in which White, with an open four to make, plays elsewhere, and loses.
const BLUNDER: &str = "h8a1h9b1i8c1a8d3i9d1j8e5g8k8f8";

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
    // It needs nothing from elsewhere.
    assert!(
        !html.contains("http:") || html.matches("http:").count() == html.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(
        !html.contains("https:") && !html.contains("src=") && html.contains("<script>") && html.ends_with("</html>\n")
    );
    // 12. White e5 with a four on the board: e1 wins at once.
    assert!(html.contains("12. White e5: e1 wins with stone 1"), "{html}");
    let svg_count = html.matches("<svg").count();
    assert_eq!((svg_count, html.matches("</svg>").count()), (2, 2));
    let text = printed(&folder, &["analyze", "game.psq", "--whole", "--nodes", "3000"], "");
    assert!(text.contains("Turning points") && text.contains("e1 wins with stone 1"), "{text}");
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
        (&["diagram", "game.psq", "--out", "marked.sgf", "--mark", "h8"], "a game has no marks"),
    ] {
        let said = refused(&folder, options);
        assert!(said.contains(reason), "{options:?}: {said}");
    }
}

/// Every element is closed, attributes are quoted, nothing is unescaped.
fn assert_well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml;
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a bare '>' in {:?}", &rest[..at]);
        let end = at + rest[at..].find('>').expect("a tag ends");
        let tag = &rest[at + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        let name = |tag: &'_ str| tag.split([' ', '/']).find(|part| !part.is_empty()).map(str::len).unwrap_or(0);
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "in {xml}");
        } else if !tag.ends_with('/') {
            open.push(&tag[..name(tag)]);
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.trim().is_empty(), "{open:?}");
    for (at, _) in xml.match_indices('&') {
        assert!(["&amp;", "&lt;", "&gt;", "&quot;"].iter().any(|entity| xml[at..].starts_with(entity)));
    }
}

#[test]
fn a_diagram_is_well_formed_and_shows_every_stone() {
    let folder = folder("diagram");
    printed(&folder, &["diagram", "--size", "15", "--moves", "h8i9h9", "--out", "board.svg"], "");
    let svg = std::fs::read_to_string(folder.join("board.svg")).unwrap();
    assert_well_formed(&svg);
    assert_eq!((svg.matches("stone black").count(), svg.matches("stone white").count()), (2, 1));
    assert_eq!(svg.matches("class=\"star\"").count(), 5);
    for number in ["1", "2", "3"] {
        assert!(svg.split("class=\"numbers\"").nth(1).unwrap().contains(&format!(">{number}</text>")));
    }
    let all = [
        "diagram",
        "--rule",
        "renju",
        "--moves",
        "h8a1i8a3h9c1i10e1",
        "--heat",
        "4",
        "--nodes",
        "5000",
        "--mark",
        "d4",
        "--mark",
        "m12=<&",
        "--forbidden",
        "--caption",
        "a & b <c>",
        "--numbers-from",
        "5",
        "--out",
        "all.svg",
    ];
    printed(&folder, &all, "");
    let svg = std::fs::read_to_string(folder.join("all.svg")).unwrap();
    assert_well_formed(&svg);
    assert_eq!(svg.matches("class=\"heat\"").count(), 4);
    assert_eq!(svg.matches("class=\"mark\"").count(), 2);
    assert!(svg.contains("class=\"forbidden\"") && svg.contains("a &amp; b &lt;c&gt;"));
    assert!(svg.contains(">5</text>") && svg.contains(">8</text>"));
    printed(&folder, &["diagram", "--moves", "h8a1i8a3j8a5k8a7l8", "--out", "won.svg"], "");
    assert!(std::fs::read_to_string(folder.join("won.svg")).unwrap().contains("class=\"winning\""));
}

#[test]
fn a_diagram_as_text_is_read_again_and_games_change_their_format() {
    let folder = folder("text");
    let out = printed(&folder, &["diagram", "--size", "20x10", "--moves", "a1t10b2"], "");
    assert!(out.lines().all(|line| line.chars().count() <= 80));
    let again = printed(&folder, &["diagram", "--size", "20x10", "-"], &out);
    assert_eq!(again.matches('X').count(), 2);
    printed(&folder, &["diagram", "--rule", "caro", "--moves", "h8i9h9", "--out", "a.sgf"], "");
    printed(&folder, &["diagram", "a.sgf", "--out", "b.psq"], "");
    printed(&folder, &["diagram", "b.psq", "--out", "c.off"], "");
    assert_eq!(std::fs::read_to_string(folder.join("c.off")).unwrap(), "0,0, 1,-1, 0,-1\n");
    printed(&folder, &["diagram", "c.off", "--out", "d.pos"], "");
    assert_eq!(std::fs::read_to_string(folder.join("d.pos")).unwrap(), "h8i9h9\n");
    // Remarks are no part of the moves, and a game that White begins has no place for that in these formats.
    std::fs::write(folder.join("e.pos"), "# openings/caro-15.txt\nh8i9\n").unwrap();
    printed(&folder, &["diagram", "e.pos", "--out", "e.off"], "");
    assert_eq!(std::fs::read_to_string(folder.join("e.off")).unwrap(), "0,0, 1,-1\n");
    std::fs::write(folder.join("f.sgf"), "(;GM[4]SZ[15];W[hh];B[ii])").unwrap();
    for name in ["f.psq", "f.pos", "f.off"] {
        assert!(refusal(&folder, &["diagram", "f.sgf", "--out", name], "").contains("White begins"), "{name}");
    }
    assert!(refusal(&folder, &["diagram", "a.sgf", "--rule", "renju"], "").contains("caro"));
    assert!(refusal(&folder, &["diagram", "--moves", "h8", "--out", "x.png"], "").contains(".svg is a picture"));
    for out in [&["--out", "x.txt"][..], &[]] {
        let call = [&["diagram", "--moves", "h8i9", "--numbers-from", "2"][..], out].concat();
        assert!(refusal(&folder, &call, "").contains("--numbers-from: stones have numbers in an SVG"), "{out:?}");
    }
}

#[test]
fn one_balanced_opening_of_three_stones_is_proposed() {
    let folder = folder("openings");
    let call = ["openings", "--swap2", "--seed", "3", "--nodes", "2000"];
    let out = printed(&folder, &call, "");
    let size = tengen::base::BoardSize::square(15).unwrap();
    assert_eq!(out.lines().count(), 1);
    assert_eq!(tengen::board::parse_moves(size, out.trim()).unwrap().len(), 3);
    assert_eq!(out, printed(&folder, &call, ""));
}

#[test]
fn levels_play_matches() {
    let folder = folder("levels");
    let arguments = ["match", "--engine", "cmd=@level4", "--engine", "cmd=@level1", "--games", "20"];
    let out = printed(&folder, &arguments, "");
    let wins: u32 = out.split('+').nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(wins >= 14, "{out}");
}

#[test]
fn the_calls_of_the_readme_work_as_written() {
    let folder = folder("readme");
    let call = |line: &str, input: &str| printed(&folder, &line.split(' ').skip(1).collect::<Vec<_>>(), input);
    assert!(call("tengen play --rule caro --size 15 --level 3", "h8\n").contains("the game is kept in"));
    let json = call("tengen analyze --rule 0 --size 15 --moves h8i9h9 --time 2s --lines 3 --json", "");
    let last: Value = serde_json::from_str(json.lines().last().unwrap()).unwrap();
    assert_eq!((&last["final"], last["lines"].as_array().unwrap().len()), (&Value::from(true), 3));
    assert!((200..4_000).contains(&last["time_ms"].as_u64().unwrap()), "{last}");
    call("tengen analyze tengen-game-1.psq --report report.html", "");
    assert!(std::fs::read_to_string(folder.join("report.html")).unwrap().contains("<svg"));
    call("tengen diagram --size 15 --moves h8i9h9 --out board.svg", "");
    assert_well_formed(&std::fs::read_to_string(folder.join("board.svg")).unwrap());
}

/// How a call ends whose output cannot be written, and what it says of it.
#[cfg(target_os = "linux")]
fn into_full_disk(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::piped())
        .output()
        .unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
fn a_position_that_is_piped_in_is_solved() {
    assert_eq!(printed(&folder("solve"), &["solve", "--goal", "vcf"], "h8a1i8 a2j8a3\n").trim(), "WIN 2 g8f8k8");
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_an_error_and_no_panic() {
    let folder = folder("full");
    printed(&folder, &["diagram", "--moves", BLUNDER, "--out", "game.psq"], "");
    printed(&folder, &["selfplay", "--games", "1", "--nodes", "50", "--out", "games.bin"], "");
    let calls: [&[&str]; 13] = [
        &["--help"],
        &["completions", "bash"],
        &["diagram", "--moves", "h8"],
        &["analyze", "--moves", "h8", "--nodes", "2000", "--json"],
        &["analyze", "--moves", "h8", "--nodes", "2000"],
        &["analyze", "game.psq", "--whole", "--nodes", "100"],
        &["analyze", "game.psq", "--whole", "--nodes", "100", "--json"],
        &["analyze", "game.psq", "--report", "r.html", "--nodes", "100"],
        &["openings", "--swap2", "--nodes", "500"],
        &["solve", "h8"],
        &["selfplay", "--stats", "games.bin"],
        &["match", "--engine", "cmd=@greedy", "--engine", "cmd=@random", "--games", "2", "--json", "m.json"],
        &["play", "--human", "none", "--level", "1"],
    ];
    for call in calls {
        let (code, said) = into_full_disk(&folder, call);
        assert_eq!(code, Some(3), "{call:?}: {said}");
        assert!(!said.contains("panicked"), "{call:?}: {said}");
        assert!(call[0] == "--help" || said.contains("cannot write to standard output"), "{call:?}: {said}");
    }
    assert!(folder.join("m.json").exists() && folder.join("r.html").exists(), "the files are written all the same");
}

#[cfg(unix)]
#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = folder("pipe");
    for call in [&["diagram", "--moves", "h8"][..], &["analyze", "--moves", "h8", "--time", "20s", "--json"]] {
        let mut child = start(&folder, call);
        drop(child.stdout.take());
        let begin = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{call:?}: {}", text(&output.stderr));
        assert!(begin.elapsed() < Duration::from_secs(10), "{call:?}");
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
    // Not many more than there can be, in case the limit is gone.
    let asked = (most + 8).to_string();
    let mut child = start(&folder, &["analyze", "--moves", "h8", "--time", "20s", "--threads", &asked]);
    std::thread::sleep(Duration::from_millis(1500));
    let running = std::fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().count();
    child.kill().unwrap();
    child.wait().unwrap();
    // The main thread, Ctrl-C's and the search's first besides the helpers.
    assert!(running <= most + 3, "{running} threads");
}

#[cfg(unix)]
#[test]
fn a_second_ctrl_c_ends_it_at_once() {
    let folder = folder("twice");
    let quick = "h8a1h9b1i8c1";
    // The first one is only heard between two moves of a report.
    let mut child = start(&folder, &["analyze", "--moves", quick, "--whole", "--time", "60s"]);
    let signal =
        |name: &str, id: u32| assert!(Command::new("kill").args([name, &id.to_string()]).status().unwrap().success());
    std::thread::sleep(Duration::from_millis(500));
    signal("-INT", child.id());
    std::thread::sleep(Duration::from_millis(200));
    let begin = Instant::now();
    if child.try_wait().unwrap().is_none() {
        signal("-TERM", child.id());
    }
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(5) {
            child.kill().unwrap();
            panic!("it goes on");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn swap2_on_a_large_board_begins_within_its_time_and_hears_ctrl_c() {
    let folder = folder("swap2-large");
    let large = ["play", "--swap2", "--size", "60", "--human", "white", "--time", "300ms", "--level", "1"];
    let out = printed(&folder, &large, "quit\n");
    assert!(out.contains("Tengen level 1: ") && out.contains("your choice"), "{out}");
    let mut long = large;
    long[7] = "50s";
    let mut child = start(&folder, &long);
    std::thread::sleep(Duration::from_millis(500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let begin = Instant::now();
    let _stdin = child.stdin.take();
    assert!(child.wait().unwrap().success());
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
}

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
fn standard_input_that_is_open_for_commands_is_not_loaded() {
    let mut child = start(&folder("load-input"), &["play", "--human", "both"]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"h8\nload -\nquit\n").unwrap();
    let begin = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if begin.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("it waits for the end of the input");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let out = text(&child.wait_with_output().unwrap().stdout);
    assert!(out.contains("not loaded: -: commands are typed") && out.contains("the game is kept in"), "{out}");
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
    assert!(said.contains("--save g.sgf: sgf holds boards up to 52x52"), "{said}");
    let call = ["play", "--human", "both", "--save", "g.psq"];
    let out = printed(&folder, &call, "load small.txt\nb1\nnew\na1\nquit\n");
    assert!(out.contains("not kept in g.psq: a position") && out.contains("kept in tengen-game-1.sgf"), "{out}");
    assert!(out.contains("kept in tengen-game-1.psq"), "the new game: {out}");
    let out = printed(&folder, &["play", "--human", "both", "--load", "large.txt"], "h8\nquit\n");
    assert!(out.contains("the game is in tengen-game-1.txt (the stones only)"), "{out}");
}

fn read(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name)).unwrap()
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
fn files_are_read_whatever_the_encoding_of_their_names() {
    let folder = folder("latin");
    std::fs::write(folder.join("a.psq"), b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,0\r\nZde\xf2ek\r\nB\r\n0\r\n")
        .unwrap();
    std::fs::write(folder.join("a.sgf"), b"(;GM[4]SZ[15]PB[Zde\xf2ek];B[hh];W[ii])").unwrap();
    for name in ["a.psq", "a.sgf"] {
        printed(&folder, &["diagram", name, "--out", "moves.pos"], "");
        assert_eq!(read(&folder, "moves.pos").lines().next().map(str::len), Some(4), "{name}");
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
    assert!(refusal(&folder, &["diagram", "huge.pos"], "").contains("huge.pos is too large"));
    assert!(printed(&folder, &["diagram", "--size", "15"], "").contains("15"), "nothing is an empty board");
}

#[test]
fn a_report_that_cannot_be_written_is_noticed_beforehand() {
    let folder = folder("unwritable");
    let begin = Instant::now();
    let call = ["analyze", "--moves", "h8a1h9b1", "--time", "20s", "--report", "none/report.html"];
    assert!(refusal(&folder, &call, "").contains("cannot write none/report.html"));
    assert!(begin.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_small_renju_board_says_why_it_is_drawn() {
    let folder = folder("renju-small");
    let play = |size, moves| printed(&folder, &["play", "--rule", "renju", "--size", size, "--human", "both"], moves);
    let out = play("5x6", "c3\na1\ne1\na6\ne6\nquit\n");
    assert!(out.contains("a draw: renju ends when no more than 25 points are empty, and 25 are"), "{out}");
    let out = play("5", "c3\na1\nquit\n");
    assert!(out.contains("2 moves") && !out.contains("a draw"), "with 25 at the beginning it goes on: {out}");
}

#[test]
fn a_game_that_cannot_be_kept_goes_on_and_shows_its_moves() {
    let folder = folder("unkept");
    let output = run(&folder, &["play", "--human", "both", "--save", "none/g.psq"], "h8\nd4\nnew\nf6\n");
    let out = text(&output.stdout);
    assert!(out.contains("no new game: cannot write none/g.psq"), "{out}");
    assert!(out.contains("the moves are: h8d4f6"), "{out}");
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("the game is not kept"));
}

#[test]
fn a_damaged_database_is_closed_and_the_game_goes_on() {
    let folder = folder("damaged");
    let path = folder.join("a.db");
    let board = Board::new(BoardSize::square(15).unwrap(), Rule::Freestyle);
    let entry = Entry { comment: "to be damaged".into(), ..Entry::default() };
    Database::create(&path).unwrap().write([(&board, &entry)]).unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let starts: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at..].starts_with(b"to be damaged")).collect();
    assert!(!starts.is_empty());
    starts.into_iter().for_each(|at| bytes[at] = b'T');
    std::fs::write(&path, bytes).unwrap();
    let arguments = ["play", "--human", "white", "--level", "10", "--time", "100ms", "--database", "a.db"];
    let out = printed(&folder, &arguments, "hint\nquit\n");
    assert_eq!(out.matches("database closed: a.db: damaged").count(), 1, "{out}");
    assert!(out.contains("Tengen level 10) plays h8") && out.contains("hint: "), "{out}");
}

#[test]
fn a_move_at_full_strength_takes_its_time() {
    let folder = folder("move-time");
    let out = printed(&folder, &["play", "--level", "10", "--time", "400ms"], "h8\nquit\n");
    let (_, answer) = out.split_once("Tengen level 10) plays ").unwrap();
    let seconds = answer.split(['(', ' ']).find_map(|word| word.parse::<f64>().ok());
    assert!(seconds.is_some_and(|seconds| seconds >= 0.4), "{out}");
}

#[test]
fn a_full_board_that_is_loaded_is_a_draw() {
    let folder = folder("full-board");
    std::fs::write(folder.join("full.txt"), "XXOOX\nOOXXO\nXXOOX\nOOXXO\nXXOOX\n").unwrap();
    let out = printed(&folder, &["play", "--load", "full.txt", "--human", "none"], "");
    assert!(out.contains("a draw: the board is full"), "{out}");
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
}

#[test]
fn stones_of_an_opening_are_not_taken_back() {
    let folder = folder("opening-undo");
    let call = ["play", "--opening", "swap", "--human", "white", "--level", "1", "--seed", "5", "--time", "100ms"];
    let stands = "the stones of the opening cannot be taken back";
    let out = printed(&folder, &call, "help\nundo\nwhite\nundo\nquit\n");
    assert!(out.contains("your choice (you have White): black or white; a point is typed as h8 or 7,7; show"), "{out}");
    assert_eq!(out.matches(stands).count(), 2, "at the choice and after it: {out}");
    // White, the engine, has moved: Black's move before is the third stone of the opening.
    let out = printed(&folder, &call, "black\nundo\nquit\n");
    assert!(out.contains("there is nothing of yours to take back") && out.contains("4 moves"), "{out}");
    let moves = |name: &str| formats::read(&read(&folder, name), Given::default()).unwrap().moves.len();
    assert_eq!((moves("tengen-game-1.psq"), moves("tengen-game-2.psq")), (3, 4));
}

#[test]
fn forbidden_points_are_shown_whoever_is_to_move() {
    let folder = folder("forbidden");
    let moves = ["g8", "a1", "i8", "a3", "h7", "c1", "h9"];
    let out = printed(&folder, &["diagram", "--rule", "renju", "--moves", &moves.concat(), "--forbidden"], "");
    assert!(out.contains(" X # X "), "{out}");
    let out = printed(&folder, &["play", "--rule", "renju", "--human", "both"], &moves.join("\n"));
    assert!(out.contains("7 moves, # is forbidden to Black"), "{out}");
}

#[test]
fn the_level_of_each_seat_is_shown() {
    let folder = folder("seat-level");
    let call = ["play", "--human", "white", "--black-level", "3", "--seed", "1"];
    let out = printed(&folder, &call, "level\nlevel 2\nlevel\nquit\n");
    assert!(out.contains("now Black (X, Tengen level 3) and White (O, you)"), "{out}");
    assert!(out.contains("now Black (X, Tengen level 2) and White (O, you)"), "{out}");
}

#[test]
fn a_game_lost_by_a_foul_names_the_stone() {
    let folder = folder("foul");
    // Six in a row.
    std::fs::write(folder.join("foul.pos"), "a1a15b1c15c1e15e1g15f1i15d1").unwrap();
    let out = printed(&folder, &["play", "--rule", "renju", "--load", "foul.pos", "--human", "white"], "quit\n");
    assert!(out.contains("White (O, you) wins: d1 is forbidden to Black"), "{out}");
}
