//! Databases: imports, merges, builds, and exports.

use super::{Work, bytes, make_games, names, tengen};
use std::fs;
use std::path::Path;

/// The text export of the database `x.db`, which must be undamaged.
fn text(folder: &Path) -> String {
    assert!(tengen(folder, &["db", "check", "x.db"]).contains("no damage"));
    tengen(folder, &["db", "export", "x.db"])
}

/// Checks that the database, if it exists, is undamaged after a kill.
fn whole(folder: &Path) {
    if folder.join("x.db").exists() {
        tengen(folder, &["db", "check", "x.db"]);
    }
}

/// Makes a database `name` with games and comments.
fn fill(folder: &Path, name: &str, seed: &str) {
    make_games(folder, "games", "30", seed);
    tengen(folder, &["db", "import", "--db", name, "games"]);
    tengen(folder, &["db", "edit", name, "--moves", "h8", "--comment", &format!("made with seed {seed}")]);
    fs::remove_file(folder.join("games")).unwrap();
}

#[test]
fn an_import_goes_on_to_the_same_database() {
    let import = ["db", "import", "--db", "x.db", "--together", "60"];
    let assert_same = |name: &str, files: &[&str], prepare: &dyn Fn(&Path)| {
        let arguments = [&import[..], files].concat();
        Work { name, arguments: &arguments, prepare, result: &text, whole: &whole }.assert_same_after_kills();
    };
    assert_same("import-games", &["games"], &|folder| make_games(folder, "games", "40", "2"));
    for (name, file, rule) in [
        ("import-text", "old.jsonl", &[][..]),
        ("import-library", "old.lib", &["--rule", "freestyle"]),
        ("import-rapfi", "old.csv", &[]),
    ] {
        assert_same(name, &[&[file], rule].concat(), &|folder| {
            fill(folder, "old.db", "2");
            tengen(folder, &[&["db", "export", "old.db", "--out", file], rule].concat());
        });
    }
}

#[test]
fn a_merge_goes_on_to_the_same_database() {
    Work {
        name: "merge",
        arguments: &["db", "merge", "--db", "x.db", "one.db", "two.db"],
        prepare: &|folder| {
            fill(folder, "x.db", "1");
            fill(folder, "one.db", "2");
            fill(folder, "two.db", "3");
        },
        result: &text,
        whole: &|folder| {
            whole(folder);
            assert!(tengen(folder, &["db", "query", "x.db", "--moves", "h8"]).contains("made with seed"));
        },
    }
    .assert_same_after_kills();
}

#[test]
fn a_build_goes_on_to_the_same_database() {
    Work {
        name: "build",
        arguments: &["db", "build", "--db", "x.db", "--positions", "40", "--nodes", "1000", "--concurrency", "1"],
        prepare: &|_| {},
        result: &text,
        whole: &whole,
    }
    .assert_same_after_kills();
}

#[test]
fn what_is_written_from_a_database_is_old_or_new_and_whole() {
    let calls: [(&str, &[&str]); 5] = [
        ("compact", &["db", "compact", "x.db"]),
        ("export-text", &["db", "export", "x.db", "--out", "out.jsonl"]),
        ("export-library", &["db", "export", "x.db", "--rule", "freestyle", "--out", "out.lib"]),
        ("export-rapfi", &["db", "export", "x.db", "--out", "out.csv"]),
        ("book", &["db", "book", "--out", "out.book", "x.db"]),
    ];
    for (name, arguments) in calls {
        let written = |folder: &Path| {
            names(folder).into_iter().find(|name| name.starts_with("out.") && !name.contains("writing"))
        };
        Work {
            name,
            arguments,
            prepare: &|folder| {
                fill(folder, "x.db", "6");
                tengen(folder, &["db", "build", "--db", "x.db", "--positions", "4", "--nodes", "200"]);
            },
            result: &|folder| {
                let bytes = written(folder).map(|name| bytes(&folder.join(name)));
                text(folder) + &bytes.unwrap_or_default()
            },
            whole: &|folder| {
                whole(folder);
                // A file of this name must be a complete older one.
                if let Some(name) = written(folder) {
                    assert!(fs::metadata(folder.join(&name)).unwrap().len() > 0, "{name} is empty");
                }
            },
        }
        .assert_same_after_kills();
    }
}
