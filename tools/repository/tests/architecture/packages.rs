//! What the packages that are published include.

use super::read;
use std::fs;
use std::path::{Component, Path, PathBuf};
use tengen_repository::root;

/// The folders of the packages that are published.
const PUBLISHED: [&str; 3] = ["engine", "database", ""];
/// What stands before the name of a file that a source includes.
const MARKS: [&str; 4] = ["include!(\"", "include_str!(\"", "include_bytes!(\"", "#[path = \""];

/// The files that a source includes, from the root of the workspace.
fn included(name: &str, text: &str) -> Vec<PathBuf> {
    let names = MARKS.iter().flat_map(|mark| text.split(mark).skip(1).filter_map(|rest| rest.split('"').next()));
    let mut files = Vec::new();
    for file in names {
        let mut path = PathBuf::new();
        for part in Path::new(name).with_file_name(file).components() {
            match part {
                Component::ParentDir if path.pop() => {}
                part => path.push(part),
            }
        }
        files.push(path);
    }
    files
}

/// The folders and files that a package's archive holds, from the root of the workspace.
fn packed(folder: &str) -> Vec<PathBuf> {
    let manifest = fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    match manifest.lines().find_map(|line| line.strip_prefix("include = [")) {
        Some(list) => list.split('"').skip(1).step_by(2).map(|name| Path::new(folder).join(&name[1..])).collect(),
        None => vec![folder.into()],
    }
}

/// So their tests run without the repository, too: their archives hold what is compiled, and nothing is read later.
#[test]
fn published_packages_hold_all_that_their_sources_and_tests_include() {
    let mut seen = 0;
    for folder in PUBLISHED {
        let packed = packed(folder);
        let places: Vec<&str> = packed.iter().filter_map(|place| place.to_str()).collect();
        for source in read(&places) {
            let text = fs::read_to_string(root().join(&source.name)).unwrap();
            for file in included(&source.name, &text) {
                seen += 1;
                let is_packed = packed.iter().any(|place| file.starts_with(place));
                assert!(is_packed, "{} includes {}, which is not published", source.name, file.display());
            }
            let mut ours = source.crates.iter().filter(|name| name.starts_with("tengen_"));
            assert!(ours.all(|name| name == "tengen_database"), "{} uses an unpublished package", source.name);
            assert!(!text.contains("CARGO_MANIFEST_DIR"), "{} reads files of its folder", source.name);
        }
    }
    assert!(seen >= 16, "the test sees what is included: {seen}");
    assert_eq!(included("src/a/b.rs", "include_str!(\"../../c.md\")"), [Path::new("c.md")]);
}
