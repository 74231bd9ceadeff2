//! The rooms know only the rooms below them.
#![allow(missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

/// From the ground up; `movegen` and `eval` stand side by side.
const LEVELS: &[&[&str]] = &[
    &["base"],
    &["pattern"],
    &["board"],
    &["movegen", "eval"],
    &["solver"],
    &["search"],
    &["protocol", "bench"],
    &["textbook"],
    &["tools"],
];

fn level(room: &str) -> usize {
    LEVELS
        .iter()
        .position(|rooms| rooms.contains(&room))
        .unwrap_or_else(|| panic!("src/{room} is no known room: give it a level in this test"))
}

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rooms named after `crate::`, in paths and in grouped imports.
fn rooms_used(text: &str) -> Vec<String> {
    let word = |text: &str| text.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect::<String>();
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.match_indices("crate::").map(|(at, found)| &line[at + found.len()..]))
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(group) => group.split(',').map(|part| word(part.trim())).collect(),
            None => vec![word(rest)],
        })
        .collect()
}

#[test]
fn imports_point_to_lower_rooms_only() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut looked_at = 0;
    for file in files {
        let relative = file.strip_prefix(&root).unwrap();
        let room = relative.components().next().unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs");
        if ["lib", "main", "bin"].contains(&room) {
            continue;
        }
        for used in rooms_used(&fs::read_to_string(&file).unwrap()) {
            looked_at += 1;
            assert!(
                used == room || level(&used) < level(room),
                "{} uses crate::{used}, which is not below {room}",
                relative.display()
            );
        }
    }
    assert!(looked_at > 30, "the test sees the imports: {looked_at}");
}

#[test]
fn the_reader_of_imports_sees_every_form() {
    let text = "use crate::base::Point;\nuse crate::{board::Board, eval};\n// crate::nothing\nlet x = crate::search::Limits::NONE;";
    assert_eq!(rooms_used(text), ["base", "board", "eval", "search"]);
}
