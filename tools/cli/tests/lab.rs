//! `tengen lab`: a queue of matches, results once and for all, whatever interrupts it.
#![cfg(unix)]
#![allow(missing_docs)]

#[path = "../../../tests/common/mod.rs"]
mod common;

use common::folder::Folder;
use std::fs;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A laboratory in a folder of its own.
struct Lab(Folder);

/// Seconds that a busy machine may take for what takes a moment.
const LONG: Duration = Duration::from_secs(60);

impl Lab {
    fn new(name: &str, queue: &str) -> Self {
        let lab = Self(Folder::new(&format!("lab-{name}")));
        lab.write("queue.toml", queue);
        lab
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.file(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.file(name)).unwrap_or_default()
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        command.current_dir(self.0.file(".")).args(["lab", "queue.toml"]).args(options).stdin(Stdio::null());
        command
    }

    fn run(&self) -> Output {
        self.command(&[]).output().unwrap()
    }

    fn list(&self) -> String {
        String::from_utf8(self.command(&["--list"]).output().unwrap().stdout).unwrap()
    }

    fn start(&self) -> Child {
        self.command(&[]).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    /// The lines of the table, cell by cell, without the date.
    fn results(&self) -> Vec<Vec<String>> {
        let table = self.read("docs/log/lab.md");
        let lines = table.lines().filter(|line| line.starts_with("| 20"));
        lines
            .map(|line| line.split(" | ").skip(1).map(|cell| cell.trim_end_matches(" |").to_owned()).collect())
            .collect()
    }

    /// The games in the log of a match.
    fn games(&self, name: &str) -> Vec<String> {
        let log = self.read(&format!("target/lab/matches/{name}.log"));
        // The last line may just be written.
        let whole = log.rfind('\n').map_or("", |end| &log[..end]);
        whole.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
    }
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < LONG, "waited too long: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn matches_end_by_their_test_and_those_with_a_result_are_not_played_again() {
    let lab = Lab::new(
        "verdicts",
        r#"
[defaults]
rule = "freestyle"
size = 15
turn = "5s"
games = 100
sprt = [0, 100]
min-games = 40
new.program = "@greedy"
old.program = "@random"

[[match]]
name = "stronger"

[[match]]
name = "weaker"
new.program = "@random"
old.program = "@greedy"

[[match]]
name = "after-weaker"
if-accepted = "weaker"

[[match]]
name = "short"
games = 4

[[match]]
name = "after-stronger"
if-accepted = "stronger"
"#,
    );
    let first = lab.run();
    assert!(first.status.success(), "{}", said(&first));
    let results = lab.results();
    let named: Vec<[&str; 2]> = results.iter().map(|cells| [cells[0].as_str(), cells[7].as_str()]).collect();
    assert_eq!(
        named,
        [["stronger", "accepted"], ["weaker", "rejected"], ["short", "open"], ["after-stronger", "accepted"]]
    );
    assert_eq!(results[0][1..5], ["freestyle 15x15, 5s", "@greedy", "@random", "+40 =0 -0"], "{:?}", results[0]);
    assert!(results[1][6].starts_with('-') && results[1][6].ends_with(" of [0, 100]"), "{results:?}");
    assert_eq!(
        lab.list(),
        "stronger        accepted\nweaker          rejected\nafter-weaker    left out, as weaker is not accepted\n\
         short           open\nafter-stronger  accepted\n"
    );
    let table = lab.read("docs/log/lab.md");
    fs::remove_dir_all(lab.0.file("target")).unwrap();
    assert!(lab.run().status.success());
    assert_eq!(lab.read("docs/log/lab.md"), table);
    assert!(lab.games("stronger").is_empty());
}

/// A script that plays quickly in rows far from each other, and a slow one.
const SCRIPTS: &str = r#"
[defaults]
rule = "freestyle"
size = 15
turn = "30s"
openings = "openings.txt"
new.program = "sh quick.sh"
old.program = "sh slow.sh"
"#;

fn write_scripts(lab: &Lab) {
    let script = |row: &str, wait: &str| {
        format!(
            "n=0\nwhile read cmd rest; do case $cmd in START*|RESTART*) n=0; echo OK ;; END*) exit ;; \
             BEGIN*|TURN*|DONE*) {wait}; echo $n,{row}; n=$((n+1)) ;; esac; done\n"
        )
    };
    lab.write("openings.txt", "h8\n");
    lab.write("quick.sh", &script("0", ":"));
    lab.write("slow.sh", &script("14", "sleep 0.05"));
}

#[test]
fn no_finished_game_is_lost_when_the_laboratory_is_killed() {
    let lab = Lab::new("killed", &format!("{SCRIPTS}\n[[match]]\nname = \"long\"\ngames = 30\n"));
    write_scripts(&lab);
    let mut known: Vec<String> = Vec::new();
    for stop in [3, 6, 11] {
        let mut running = lab.start();
        wait_until("games", || lab.games("long").len() >= stop);
        running.kill().unwrap();
        running.wait().unwrap();
        let games = lab.games("long");
        assert!(games.len() < 30 && games.starts_with(&known), "{games:?}");
        known = games;
    }
    assert!(lab.list().starts_with(&format!("long  begun: {} games, +", known.len())), "{}", lab.list());
    let last = lab.run();
    assert!(last.status.success(), "{}", said(&last));
    let games = lab.games("long");
    let mut keys: Vec<(usize, usize)> = games
        .iter()
        .map(|line| {
            let mut words = line.split(' ').map(|word| word.parse().unwrap_or(0));
            (words.next().unwrap(), words.next().unwrap())
        })
        .collect();
    keys.sort_unstable();
    assert!(games.starts_with(&known));
    assert_eq!(keys, (0..15).flat_map(|pair| [(pair, 0), (pair, 1)]).collect::<Vec<_>>(), "each game once");
    assert_eq!(lab.results().len(), 1);
}

#[test]
fn a_wrong_match_is_named_and_the_others_are_played() {
    let lab = Lab::new(
        "wrong",
        &format!(
            "{SCRIPTS}games = 2\n\n[[match]]\nname = \"typo\"\nrul = \"caro\"\n\n[[match]]\nname = \"no-program\"\n\
             new.program = \"./nothing\"\n\n[[match]]\nname = \"same\"\nold.program = \"sh quick.sh\"\n\n\
             [[match]]\nname = \"crashes\"\ngames = 100\nold.program = \"sh -c 'exit 1'\"\n\n[[match]]\n\
             name = \"no-openings\"\nopenings = \"none.txt\"\n\n[[match]]\nname = \"right\"\n"
        ),
    );
    write_scripts(&lab);
    for _ in 0..2 {
        let output = lab.run();
        let said = said(&output);
        assert!(!output.status.success());
        for reason in [
            "queue.toml: line 11: 'typo': unknown field `rul`",
            "'no-program': engine 'new': cannot start './nothing'",
            "'same': new and old are the same engine",
            "'crashes': 8 of 8 games were lost by faults",
            "'no-openings': cannot read none.txt",
            "error: 5 of the matches cannot be played",
        ] {
            assert!(said.contains(reason), "{reason}: {said}");
        }
        let names: Vec<String> = lab.results().iter().map(|cells| cells[0].clone()).collect();
        assert_eq!(names, ["right"]);
    }
    assert!(lab.list().starts_with("typo         wrong: line 11: unknown field `rul`"), "{}", lab.list());
    lab.write("queue.toml", "[[match]\n");
    assert!(said(&lab.run()).contains("TOML parse error at line 1"));
}

#[test]
fn what_changes_in_the_queue_counts_from_the_next_match_on() {
    let begin = format!(
        "{SCRIPTS}games = 12\n\n[[match]]\nname = \"first\"\n\n[[match]]\nname = \"mended\"\nrule = \"chess\"\n"
    );
    let lab = Lab::new("changed", &begin);
    write_scripts(&lab);
    let mut running = lab.start();
    wait_until("the first game", || !lab.games("first").is_empty());
    // A second one in the same folder would play the same games.
    assert!(said(&lab.run()).contains("another program is writing to "));
    let changed = begin.replace("chess", "standard").replace("name = \"first\"", "name = \"first\"\ngames = 99");
    lab.write("queue.toml", &format!("{changed}\n[[match]]\nname = \"added\"\ngames = 2\n"));
    assert!(running.wait().unwrap().success());
    let played: Vec<[String; 2]> =
        lab.results().into_iter().map(|cells| [cells[0].clone(), cells[1].clone()]).collect();
    assert_eq!(played.iter().map(|[name, _]| name.as_str()).collect::<Vec<_>>(), ["first", "mended", "added"]);
    assert!(played[1][1].starts_with("standard 15x15"), "{played:?}");
    assert_eq!(lab.games("first").len(), 12, "a match that has begun goes on as it was");
}

/// An engine that plays along a row, as a program.
fn engine_source(signature: &str, row: u32) -> String {
    format!(
        "fn main() {{\n    if std::env::args().any(|word| word == \"bench\") {{\n        return println!(\"Bench: {signature}\");\n    }}\n    \
         let mut n = 0;\n    for line in std::io::stdin().lines() {{\n        let line = line.unwrap();\n        \
         if line.contains(\"START\") {{\n            n = 0;\n            println!(\"OK\");\n        }} else if line.starts_with(\"BEGIN\") || \
         line.starts_with(\"TURN\") || line.starts_with(\"DONE\") {{\n            println!(\"{{n}},{row}\");\n            n += 1;\n        \
         }} else if line.starts_with(\"END\") {{\n            return;\n        }}\n    }}\n}}\n"
    )
}

/// Runs git in the laboratory's folder, and returns what it prints.
fn git(lab: &Lab, arguments: &[&str]) -> String {
    let identity = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false"];
    let mut git = Command::new("git");
    let output = git.current_dir(lab.0.file(".")).args(identity).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A repository for an engine's sources, with more lines of its manifest.
fn begin_repository(lab: &Lab, manifest: &str) {
    let package = "[package]\nname = \"pbrain-tengen\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n[workspace]\n";
    lab.write("Cargo.toml", &format!("{package}{manifest}"));
    lab.write("openings.txt", "h8\n");
    lab.write(".gitignore", "/target\n/docs\nCargo.lock\n");
    fs::create_dir_all(lab.0.file("src")).unwrap();
    git(lab, &["init", "--quiet"]);
}

/// An engine of a few lines that wins with the parameter `good` and plays no five without it; `idle` changes nothing.
#[test]
fn many_changes_are_tested_at_once_and_each_has_its_line() {
    let lab = Lab::new(
        "changes",
        r#"
[[match]]
name = "many"
rule = "freestyle"
size = 15
turn = "30s"
games = 48
openings = "openings.txt"
revision = "HEAD"
changes = { good = { good = 1 }, idle = { idle = 1 } }
"#,
    );
    begin_repository(&lab, "[features]\ntune = []\n");
    // Two engines never want the same cell: the good one plays in the first row, the other one in every other cell of the last.
    let engine = engine_source("0123abcd", 0)
        .replace("let mut n = 0;", "let good = std::env::args().any(|word| word == \"good=1\"); let mut n = 0;")
        .replace("println!(\"{n},0\")", "if good { println!(\"{n},0\") } else { println!(\"{},14\", 2 * n % 15) }");
    lab.write("src/main.rs", &engine);
    git(&lab, &["add", "."]);
    git(&lab, &["commit", "--quiet", "--message", "engine"]);
    assert!(lab.list().contains("to be played"), "{}", lab.list());
    let output = lab.run();
    assert!(output.status.success(), "{}", said(&output));
    let results = lab.results();
    let named: Vec<[&str; 2]> = results.iter().map(|cells| [cells[0].as_str(), cells[7].as_str()]).collect();
    assert_eq!(named, [["many: good", "better"], ["many: idle", "open"], ["many", "2 changes, 1 beyond their error"]]);
    assert!(results[0][2].ends_with(" good=1") && results[0][4] == "48 games", "{results:?}");
    assert_eq!(lab.games("many").len(), 6, "sets of eight games");
    let before = lab.read("docs/log/lab.md");
    assert!(lab.run().status.success() && lab.read("docs/log/lab.md") == before, "it is not played again");
    // Interrupted after some sets, it goes on to the same result.
    let log = lab.read("target/lab/matches/many.log");
    let cut: Vec<&str> = log.lines().take(3).collect();
    lab.write("target/lab/matches/many.log", &format!("{}\n{{\"first_has\":[tr", cut.join("\n")));
    fs::remove_file(lab.0.file("docs/log/lab.md")).unwrap();
    assert!(lab.list().contains("begun: 16 games"), "{}", lab.list());
    assert!(lab.run().status.success());
    assert_eq!(lab.read("docs/log/lab.md"), before);
}

/// Engines of a few lines in a repository of its own, whose second commit has another signature.
#[test]
fn revisions_are_built_side_by_side_and_once() {
    let lab = Lab::new(
        "builds",
        r#"
[defaults]
rule = "freestyle"
size = 15
turn = "30s"
games = 2
openings = "openings.txt"
revision = "HEAD"

[[match]]
name = "commits"
old.revision = "HEAD~1"

[[match]]
name = "unknown"
old.revision = "no-such-commit"

[[match]]
name = "again"
new.revision = "HEAD~1"

[[match]]
name = "param"
new.params = { depth = 3 }
"#,
    );
    let git = |arguments: &[&str]| git(&lab, arguments);
    begin_repository(&lab, "");
    let commit = |signature: &str, row: u32| {
        lab.write("src/main.rs", &engine_source(signature, row));
        git(&["add", "."]);
        git(&["commit", "--quiet", "--message", signature]);
        git(&["rev-parse", "--short=10", "HEAD"])
    };
    let (old, new) = (commit("0123abcd", 14), commit("4567cdef", 0));
    let output = lab.run();
    let said = said(&output);
    assert!(said.contains("'unknown': the repository has no revision 'no-such-commit'"), "{said}");
    // The package has no feature `tune`.
    assert!(said.contains(&format!("'param': {new}-tune cannot be built, see ")), "{said}");
    let names = [format!("{new} (4567cdef)"), format!("{old} (0123abcd)")];
    let results = lab.results();
    assert_eq!(results.len(), 2, "{said}");
    assert_eq!(results[0][2..5], [&names[0], &names[1], "+1 =0 -1"].map(String::from), "{results:?}");
    assert_eq!(results[1][0], "again");
    let built = fs::read_dir(lab.0.file("target/lab/bin")).unwrap().count();
    assert_eq!((built, git(&["worktree", "list"]).lines().count()), (3, 1), "work trees are taken away");
    // What is built is not built again, even where it cannot be.
    fs::remove_dir_all(lab.0.file("target/lab/target")).unwrap();
    fs::remove_file(lab.0.file("docs/log/lab.md")).unwrap();
    fs::remove_dir_all(lab.0.file("target/lab/matches")).unwrap();
    let queue = lab.read("queue.toml");
    lab.write("queue.toml", queue.split("[[match]]\nname = \"unknown\"").next().unwrap());
    fs::create_dir(lab.0.file("bin")).unwrap();
    std::os::unix::fs::symlink("/bin/false", lab.0.file("bin/cargo")).unwrap();
    let path = format!("{}:{}", lab.0.argument("bin"), std::env::var("PATH").unwrap());
    let again = lab.command(&[]).env("PATH", path).output().unwrap();
    assert!(again.status.success() && lab.results().len() == 1, "{}", self::said(&again));
}
