//! `protocol.md` and the code's tables say the same; its sample session is a real one; pages name what exists.

use crate::common::process::{Process, parse_move};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tengen::protocol::{COMMANDS, INFO_KEYS, MAX_LINE};

fn document(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The rows of the tables under a heading, cells trimmed, without the head and the ruler.
fn table_under(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.split(&format!("\n## {heading}\n")).nth(1).unwrap_or_else(|| panic!("no section '{heading}'"));
    let section = section.split("\n## ").next().unwrap();
    section
        .lines()
        .filter(|line| line.starts_with('|'))
        .skip(2)
        .map(|line| line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

#[test]
fn every_unsafe_block_is_in_the_list_of_them() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["src", "database", "textbook", "tools", "benches", "fuzz"];
    let files = folders.iter().flat_map(|folder| sources(&root.join(folder)));
    let mut expected: Vec<[String; 2]> = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let blocks: usize = code.map(|line| line.matches("unsafe {").count()).sum();
        if blocks > 0 {
            let name = path.strip_prefix(root).unwrap().display().to_string().replace('\\', "/");
            expected.push([format!("`{name}`"), blocks.to_string()]);
        }
    }
    expected.sort();
    let rows = table_under(&document("docs/invariants.md"), "`unsafe`");
    let listed: Vec<[String; 2]> = rows.iter().map(|row| [row[0].clone(), row[1].clone()]).collect();
    assert_eq!(listed, expected);
}

#[test]
fn the_commands_of_the_contract_are_those_of_the_code() {
    let rows = table_under(&document("protocol.md"), "Commands");
    let expected: Vec<[String; 4]> = COMMANDS
        .iter()
        .map(|spec| {
            [
                format!("`{}`", spec.form),
                spec.reply.to_owned(),
                if spec.extension { "extension" } else { "" }.to_owned(),
                spec.help.to_owned(),
            ]
        })
        .collect();
    let found: Vec<[String; 4]> = rows.iter().map(|row| [0, 1, 2, 3].map(|column| row[column].clone())).collect();
    assert_eq!(found, expected);
}

#[test]
fn the_gtp_commands_of_the_contract_are_those_of_the_code() {
    let rows = table_under(&document("protocol.md"), "GTP");
    let expected: Vec<Vec<String>> =
        tengen::gtp::COMMANDS.iter().map(|spec| vec![format!("`{}`", spec.form), spec.help.to_owned()]).collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_info_keys_of_the_contract_are_those_of_the_code() {
    let rows = table_under(&document("protocol.md"), "INFO");
    let expected: Vec<Vec<String>> = INFO_KEYS
        .iter()
        .map(|spec| vec![format!("`{}`", spec.key), spec.value.to_owned(), spec.meaning.to_owned()])
        .collect();
    assert_eq!(rows, expected);
}

#[test]
fn the_longest_line_is_the_one_the_contract_names() {
    assert!(document("protocol.md").contains(&format!("{MAX_LINE} bytes")));
}

/// In the sample `>` is said to the engine and `<` is its answer; `x,y` stands for any move.
#[test]
fn the_sample_session_of_the_contract_is_a_real_one() {
    let text = document("protocol.md");
    let sample = text.split("## A sample session").nth(1).and_then(|rest| rest.split("```").nth(1)).unwrap();
    let mut process = Process::start();
    let mut answers = 0;
    for line in sample.lines() {
        if let Some(said) = line.strip_prefix("> ") {
            process.send(said);
        } else if let Some(expected) = line.strip_prefix("< ") {
            let answer = process.answer();
            answers += 1;
            if expected == "x,y" {
                assert!(parse_move(&answer).is_some(), "{answer}");
            } else {
                assert_eq!(answer, expected);
            }
        }
    }
    assert!(answers > 8);
    assert!(process.wait_exit(std::time::Duration::from_secs(1)).is_some(), "the sample ends with END");
    assert_eq!(process.rest(), [""; 0]);
}

/// `src/glossary.md`: "`file`: `name`, `name`; `file`: `name`" in the second column.
#[test]
fn every_name_of_the_readers_map_is_in_its_file() {
    let text = document("src/glossary.md");
    let map = text.split("\n# Glossary\n").next().unwrap();
    let mut seen = 0;
    for row in map.lines().filter(|line| line.starts_with("| ")).skip(2) {
        let place = row.trim_matches('|').split(" | ").nth(1).unwrap();
        let mut file = None;
        for name in place.split('`').skip(1).step_by(2) {
            if name.ends_with(".rs") {
                file = Some((name, document(name)));
                continue;
            }
            let (path, source) = file.as_ref().unwrap_or_else(|| panic!("no file before '{name}': {row}"));
            let is_there = source.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
            assert!(is_there, "{path} has no '{name}'");
            seen += 1;
        }
    }
    assert!(seen > 30, "the test sees the map: {seen}");
}

/// `CONTRIBUTING.md`: "`name` in `file`", and files alone, in the last columns of its tables of changes.
#[test]
fn what_contributors_are_sent_to_is_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    for row in table_under(&document("CONTRIBUTING.md"), "What often comes up") {
        let mut names: Vec<&str> = Vec::new();
        for code in row[1..].iter().flat_map(|cell| cell.split('`').skip(1).step_by(2)) {
            if !code.contains(['/', '.']) {
                names.push(code);
                continue;
            }
            assert!(root.join(code).exists(), "there is no '{code}': {row:?}");
            for name in names.drain(..) {
                let source = document(code);
                let mut words = source.split(|c: char| !c.is_alphanumeric() && c != '_');
                let is_it = |word: &str| name.strip_suffix('…').map_or(word == name, |begin| word.starts_with(begin));
                assert!(words.any(is_it), "{code} has no '{name}'");
                seen += 1;
            }
        }
        assert!(names.is_empty(), "no file for {names:?}");
    }
    assert!(seen >= 10, "the test sees the names: {seen}");
}

/// The Rust files of a folder and those below it.
fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

#[test]
fn every_number_of_the_search_is_a_parameter_or_on_the_list_of_constants() {
    let list = document("src/search/params/constants.md");
    let listed: BTreeSet<&str> = list
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
        .collect();
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = ["search", "solver"].into_iter().flat_map(|room| sources(&src.join(room)));
    let texts: Vec<String> =
        files.filter(|path| !path.ends_with("contention.rs")).map(|path| fs::read_to_string(path).unwrap()).collect();
    let declared: BTreeSet<&str> = texts
        .iter()
        .flat_map(|text| text.split("#[cfg(test)]\nmod tests").next().unwrap().lines())
        .filter_map(|line| {
            let visible = ["pub ", "pub(crate) ", "pub(super) "].into_iter().find_map(|word| line.strip_prefix(word));
            visible.unwrap_or(line).strip_prefix("const ")
        })
        .filter_map(|rest| rest.split_once(':').map(|(name, _)| name))
        .filter(|&name| name != "PARAMS" && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
        .collect();
    assert!(declared.len() > 40, "the test sees the constants: {declared:?}");
    assert_eq!(listed, declared);
}

/// The README's table of the source has a row for each room, and names nothing that is not there.
#[test]
fn the_readme_lists_the_rooms_of_the_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rows = table_under(&document("README.md"), "How it works");
    let named: Vec<&str> = rows.iter().flat_map(|row| row[0].split('`').skip(1).step_by(2)).collect();
    for name in &named {
        assert!(root.join(name).exists(), "there is no '{name}'");
    }
    for entry in fs::read_dir(root.join("src")).unwrap() {
        let entry = entry.unwrap();
        let name = format!("src/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            assert!(named.contains(&name.as_str()), "the README has no row for '{name}'");
        }
    }
}

#[test]
fn the_page_of_the_tools_lists_their_packages() {
    let rows = table_under(&document("tools/README.md"), "Packages");
    let listed: BTreeSet<String> = rows.iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    let folders =
        fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tools")).unwrap().map(|entry| entry.unwrap());
    let packages = folders.filter(|folder| folder.path().join("Cargo.toml").exists());
    let packages: BTreeSet<String> = packages.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(listed, packages);
}

#[test]
fn the_pages_link_only_to_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seen = 0;
    let readmes = ["", "books/", "fuzz/", "tools/", "textbook/", "weights/", "release/"]
        .map(|folder| format!("{folder}README.md"));
    let pages = [
        "CONTRIBUTING.md",
        "docs/design.md",
        "docs/invariants.md",
        "docs/log/networks.md",
        "docs/log/robustness.md",
        "docs/log/search.md",
        "docs/log/strength.md",
    ];
    for page in readmes.iter().map(String::as_str).chain(pages) {
        for link in document(page).split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            if !target.is_empty() && !target.contains("://") {
                let path = root.join(page).with_file_name(target);
                assert!(path.exists(), "{page} links to '{target}'");
                seen += 1;
            }
        }
    }
    assert!(seen > 10, "the test sees the links: {seen}");
}
