//! Pages name what exists: files, functions, modules, packages, `unsafe` blocks, constants of the search.
#![allow(missing_docs)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tengen_repository::pages::{document, table_under};
use tengen_repository::root;

#[test]
fn every_unsafe_block_is_in_the_list_of_them() {
    let root = root();
    let folders = ["src", "engine", "database", "textbook", "tools", "fuzz"];
    let files = folders.iter().flat_map(|folder| sources(&root.join(folder)));
    let mut expected: Vec<[String; 2]> = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let blocks: usize = code.map(|line| line.matches(concat!("unsafe", " {")).count()).sum();
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

/// `engine/src/glossary.md`: "`file`: `name`, `name`; `file`: `name`" in the second column.
#[test]
fn every_name_of_the_readers_map_is_in_its_file() {
    let text = document("engine/src/glossary.md");
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
    let root = root();
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
    let list = document("engine/src/search/params/constants.md");
    let listed: BTreeSet<&str> = list
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_'))
        .collect();
    let src = root().join("engine/src");
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
fn the_readme_lists_the_modules_of_the_source() {
    let root = root();
    let rows = table_under(&document("README.md"), "How it works");
    let named: Vec<&str> = rows.iter().flat_map(|row| row[0].split('`').skip(1).step_by(2)).collect();
    for name in &named {
        assert!(root.join(name).exists(), "there is no '{name}'");
    }
    for floor in ["engine/src", "src"] {
        for entry in fs::read_dir(root.join(floor)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{floor}/{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() {
                assert!(named.contains(&name.as_str()), "the README has no row for '{name}'");
            }
        }
    }
}

#[test]
fn the_page_of_the_tools_lists_their_packages() {
    let rows = table_under(&document("tools/README.md"), "Packages");
    let listed: BTreeSet<String> = rows.iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
    let folders = fs::read_dir(root().join("tools")).unwrap().map(|entry| entry.unwrap());
    let packages = folders.filter(|folder| folder.path().join("Cargo.toml").exists());
    let packages: BTreeSet<String> = packages.map(|folder| folder.file_name().to_string_lossy().into_owned()).collect();
    assert_eq!(listed, packages);
}

#[test]
fn the_pages_link_only_to_files_that_exist() {
    let root = root();
    let mut seen = 0;
    let readmes = ["", "books/", "fuzz/", "tools/", "textbook/", "engine/weights/", "release/"]
        .map(|folder| format!("{folder}README.md"));
    let listed = ["docs", "docs/log"].iter().flat_map(|folder| {
        let entries = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().file_name());
        let names = entries.map(|name| name.to_string_lossy().into_owned()).filter(|name| name.ends_with(".md"));
        names.map(move |name| format!("{folder}/{name}")).collect::<Vec<_>>()
    });
    let pages: Vec<String> = readmes.into_iter().chain(["CONTRIBUTING.md".into()]).chain(listed).collect();
    for page in &pages {
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

/// The archive holds its pages and what they link to, and `release/package` names no other file that is not there.
#[cfg(unix)]
#[test]
fn what_the_archives_hold_is_there() {
    let root = root();
    let output = std::process::Command::new(root.join("release/pages")).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let packed = String::from_utf8(output.stdout).unwrap();
    for page in ["README.md", "docs/board.md", "docs/log/search.md", "engine/weights/README.md", "books/tengen.book"] {
        assert!(packed.lines().any(|line| line == page), "{page}");
    }
    assert!(packed.lines().all(|line| root.join(line).is_file()), "{packed}");
    let script = document("release/package");
    let is_path =
        |word: &&str| ["release/", "books/", "docs/", "src/", "LICENSE-"].iter().any(|start| word.starts_with(start));
    let named: Vec<&str> = script.split_whitespace().filter(is_path).collect();
    assert!(named.len() > 5 && named.iter().all(|path| root.join(path).exists()), "{named:?}");
}

#[test]
fn the_page_on_threes_shows_the_boards_that_are_tested() {
    let page = document("docs/threes.md");
    let boards: Vec<&str> = page.split("```").skip(1).step_by(2).map(str::trim).collect();
    let tested = document("engine/tests/data/threes.txt");
    assert_eq!(tested.split_once("\n\n").unwrap().1.trim_end(), boards.join("\n\n"));
}

/// A published package is built, and its tests run, without the rest of the repository.
#[test]
fn published_packages_include_no_file_from_outside() {
    let root = root();
    // The sources that are packaged, and the package's folder.
    for (folder, package) in [("engine", "engine"), ("database/src", "database"), ("src", "")] {
        let package = root.join(package).canonicalize().unwrap();
        let mut included = 0;
        for path in sources(&root.join(folder)) {
            let text = fs::read_to_string(&path).unwrap();
            for macro_name in ["include_str!(\"", "include_bytes!(\"", "#[path = \""] {
                for rest in text.split(macro_name).skip(1) {
                    let file = path.parent().unwrap().join(rest.split('"').next().unwrap());
                    let file = file.canonicalize().unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                    assert!(file.starts_with(&package), "{} includes {}", path.display(), file.display());
                    included += 1;
                }
            }
        }
        assert!(included > 0 || folder == "database/src", "{folder}");
    }
}
