//! The order of the code: modules know only the modules below them, files use each other in no circle, and files and
//! functions stay small. Exceptions stand in `exceptions.rs` by name, each with a reason; one that is not needed fails.
#![allow(missing_docs)]

mod exceptions;
mod packages;

use exceptions::{FULL_FOLDERS, LONG_FILES, LONG_FUNCTIONS, SHARED_TYPE_NAMES};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tengen_repository::graph::Graph;
use tengen_repository::root;
use tengen_repository::source::{self, SourceFile, parse};

/// The three layers, each with its modules from the lowest up; those on one line are of the same height.
const LAYERS: &[(&str, &[&[&str]])] = &[
    ("engine/src", &[&["base"], &["pattern"], &["board"], &["movegen", "eval"], &["solver"], &["search"], &["play"]]),
    (
        "database/src",
        &[
            &["reasons", "why"],
            &["storage", "encoding", "knowledge"],
            &["sgf", "key"],
            &["entry_bytes", "games", "renlib"],
            &["store"],
            &["known", "merging", "removing"],
            &["exchange"],
        ],
    ),
    ("src", &[&["server", "bench"], &["protocol", "gtp"]]),
];
/// The packages in `tools` in the same way; each may use the engine, and `textbook` stands beside them. Files that are
/// read as text are not seen: `language` has the page's words from `board`, so that both say the same. `repository` is what
/// the tests of the others read the repository with.
const TOOLS: &[&[&str]] = &[
    &["certificate", "game", "language", "repository"],
    &["arena", "prove", "study"],
    &["learn", "board"],
    &["db", "server", "web"],
    &["cli", "cases"],
];
/// The modules of the packages that have some, in the same way. What is not named here belongs to one module.
const TOOL_LAYERS: &[(&str, &[&[&str]])] = &[
    ("game", &[&["whole_file", "referee"], &["record"], &["formats"], &["opening_file", "draw"]]),
    (
        "arena",
        &[
            &["limits", "pool", "run_file", "shard", "statistics"],
            &["spec", "balance"],
            &["players", "book"],
            &["engine_text", "game"],
            &["tournament"],
            &["changes"],
            &["tuning"],
        ],
    ),
    (
        "learn",
        &[
            &["loss", "optimizer", "symmetric_key", "conditions"],
            &["records"],
            &["positions", "join", "selfplay", "split"],
            &["test_games", "training"],
            &["dataset", "relabel", "leaves", "train", "nnue"],
            &["policy"],
            &["notes"],
            &["exam"],
        ],
    ),
    (
        "study",
        &[&["share", "solve", "words"], &["analyzer", "puzzle"], &["report"], &["curve", "json", "review"], &["html"]],
    ),
    (
        "board",
        &[
            &["forbidden", "gif", "question"],
            &["message", "pages"],
            &["pool", "position", "proof"],
            &["upload"],
            &["learn", "database", "negotiation", "shelf", "threats"],
            &["databases", "search"],
            &["answer"],
        ],
    ),
    (
        "cli",
        &[
            &["common", "guard", "language"],
            &["position"],
            &["board", "completions", "db", "diagram", "gtp", "learn", "matches", "tune"],
            &["openings", "play", "study"],
        ],
    ),
];
const MAX_FILES: usize = 15;
const MAX_FILE_LINES: usize = 400;
const MAX_FUNCTION_LINES: usize = 80;
/// Characters of a line of the pages' scripts, styles and HTML.
const MAX_LINE: usize = 130;

/// Everything in Rust, tests and benches with it: parsed once for all tests of this file.
static ALL: LazyLock<Vec<SourceFile>> =
    LazyLock::new(|| source::read(root(), &["src", "tests", "engine", "database", "textbook", "tools"]));

/// The files below some folders.
fn read(folders: &[&str]) -> Vec<SourceFile> {
    let is_below = |name: &str| folders.iter().any(|folder| Path::new(name).starts_with(folder));
    ALL.iter().filter(|source| is_below(&source.name)).cloned().collect()
}

/// The names of the packages in `tools`.
fn tools() -> Vec<String> {
    let entries = fs::read_dir(root().join("tools")).unwrap().map(|entry| entry.unwrap());
    let packages = entries.filter(|entry| entry.path().join("Cargo.toml").exists());
    let mut names: Vec<String> = packages.map(|entry| entry.file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The sources of all packages.
fn read_packages() -> Vec<SourceFile> {
    let folders = ["src".into(), "engine/src".into(), "database/src".into(), "textbook/src".into()]
        .into_iter()
        .chain(tools().into_iter().map(|name| format!("tools/{name}/src")));
    folders.flat_map(|folder: String| read(&[&folder])).collect()
}

/// Fails unless the offenders are exactly the exceptions: a new one has to be mended, and an exception that is
/// not needed any more has to go.
fn compare(what: &str, offenders: &BTreeMap<String, String>, exceptions: &[(&str, &str)]) {
    let allowed: BTreeSet<&str> = exceptions.iter().map(|&(name, _)| name).collect();
    assert_eq!(allowed.len(), exceptions.len(), "{what}: an exception stands twice");
    for (name, reason) in exceptions {
        assert!(reason.len() >= 15, "{what}: '{name}' needs a reason");
    }
    let new: Vec<String> = offenders
        .iter()
        .filter(|(name, _)| !allowed.contains(name.as_str()))
        .map(|(name, details)| format!("  {name}: {details}"))
        .collect();
    let idle: Vec<&str> = allowed.into_iter().filter(|&name| !offenders.contains_key(name)).collect();
    assert!(new.is_empty(), "{what}:\n{}", new.join("\n"));
    assert!(idle.is_empty(), "{what}: not needed any more in exceptions.rs: {idle:?}");
}

/// The wrong imports of a package's files: a module that is not below, and a file of a module that needs
/// another's.
fn upward_imports(sources: &[SourceFile], crate_root: &str, levels: &[&[&str]]) -> (usize, Vec<String>) {
    let level = |module: &str| {
        let found = levels.iter().position(|modules| modules.contains(&module));
        found.unwrap_or_else(|| panic!("{crate_root}/{module} is not a known module: give it a level in this test"))
    };
    let modules: BTreeSet<&str> = levels.iter().flat_map(|modules| modules.iter().copied()).collect();
    let (mut seen, mut wrong) = (0, Vec::new());
    for source in sources.iter().filter(|source| source.crate_root == crate_root) {
        let Some(module) = source.module.first() else { continue };
        let used = source.references.iter().filter_map(|reference| reference.path.first());
        // A capital begins what the root hands on: that circles are none is another test's.
        for used in used.filter(|name| name.starts_with(char::is_lowercase)) {
            seen += 1;
            if used != module && (!modules.contains(used.as_str()) || level(used) >= level(module)) {
                wrong.push(format!("{} uses crate::{used}, which is not below {module}", source.name));
            }
        }
    }
    (seen, wrong)
}

#[test]
fn imports_point_to_lower_modules_only() {
    let mut seen = 0;
    for (layer, levels) in LAYERS {
        let (uses, wrong) = upward_imports(&read(&[layer]), layer, levels);
        assert!(wrong.is_empty(), "{wrong:#?}");
        seen += uses;
    }
    assert!(seen > 300, "the test sees the imports: {seen}");
}

#[test]
fn imports_inside_a_package_of_the_tools_point_to_lower_modules_only() {
    let mut seen = 0;
    for (name, levels) in TOOL_LAYERS {
        let root = format!("tools/{name}/src");
        let (uses, wrong) = upward_imports(&read(&[&root]), &root, levels);
        assert!(wrong.is_empty(), "{wrong:#?}");
        seen += uses;
    }
    assert!(seen > 100, "the test sees the imports: {seen}");
    for name in tools() {
        let source = format!("tools/{name}/src");
        let has_modules = ALL.iter().any(|file| file.crate_root == source && file.module.len() > 1);
        let is_listed = TOOL_LAYERS.iter().any(|&(listed, _)| listed == name);
        assert!(is_listed || !has_modules, "tools/{name} has modules: give them levels in this test");
    }
}

#[test]
fn folders_stay_small() {
    let mut folders: BTreeMap<String, usize> = BTreeMap::new();
    count_files(&["src", "tests", "engine", "database", "textbook", "tools"].map(PathBuf::from), &mut folders);
    let full = folders.iter().filter(|(_, count)| **count > MAX_FILES);
    let full = full.map(|(folder, count)| (folder.clone(), format!("{count} files"))).collect();
    compare("folders of more than 15 files", &full, FULL_FOLDERS);
}

/// Counts the files of each folder, those of its subfolders apart.
fn count_files(folders: &[PathBuf], counts: &mut BTreeMap<String, usize>) {
    for folder in folders {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let entry = entry.unwrap();
            if entry.path().is_dir() {
                count_files(&[folder.join(entry.file_name())], counts);
            } else {
                *counts.entry(folder.to_str().unwrap().replace('\\', "/")).or_default() += 1;
            }
        }
    }
}

/// A package of `tools` and what it names of the others, in its `Cargo.toml` and in its sources, tests with them.
fn tool_uses(name: &str) -> BTreeSet<String> {
    let folder = format!("tools/{name}");
    let manifest = fs::read_to_string(root().join(&folder).join("Cargo.toml")).unwrap();
    let named = manifest.lines().filter_map(|line| line.strip_prefix("tengen-")?.split(['.', ' ']).next());
    let mut uses: BTreeSet<String> = named.map(str::to_owned).collect();
    for source in read(&[&folder]) {
        uses.extend(source.crates.iter().filter_map(|name| name.strip_prefix("tengen_")).map(str::to_owned));
    }
    uses.retain(|other| other != name);
    uses
}

/// The uses of packages that are not below this one.
fn upward_tools(name: &str, uses: &BTreeSet<String>) -> Vec<String> {
    let level = |name: &str| TOOLS.iter().position(|level| level.contains(&name));
    let own =
        level(name).unwrap_or_else(|| panic!("tools/{name} is not a known package: give it a level in this test"));
    let upward = uses.iter().filter(|other| level(other).is_some_and(|other| other >= own));
    upward.map(|other| format!("tools/{name} uses tools/{other}, which is not below it")).collect()
}

#[test]
fn packages_of_the_tools_use_lower_ones_only() {
    let packages = tools();
    let listed = TOOLS.iter().map(|level| level.len()).sum::<usize>();
    assert_eq!(packages.len(), listed, "a package in TOOLS is not there any more: {packages:?}");
    let uses: Vec<_> = packages.iter().map(|name| (name, tool_uses(name))).collect();
    let wrong: Vec<_> = uses.iter().flat_map(|(name, uses)| upward_tools(name, uses)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let seen: usize = uses.iter().map(|(_, uses)| uses.len()).sum();
    assert!(seen > 15, "the test sees the uses: {seen}");
    assert_eq!(upward_tools("game", &BTreeSet::from(["arena".to_owned()])).len(), 1);
}

#[test]
fn files_use_each_other_in_no_circle() {
    let sources = read_packages();
    let mut crates: BTreeMap<&str, Vec<&SourceFile>> = BTreeMap::new();
    for source in &sources {
        crates.entry(&source.crate_root).or_default().push(source);
    }
    let (mut uses, mut circular) = (0, Vec::new());
    for (root, sources) in crates {
        let graph = Graph::of(&sources);
        uses += graph.uses.values().map(BTreeSet::len).sum::<usize>();
        let file = |module: &[String]| {
            sources
                .iter()
                .find(|source| source.module == module)
                .map_or_else(|| root.to_owned(), |source| source.name.clone())
        };
        circular.extend(graph.circular().iter().map(|(from, to)| format!("{} -> {}", file(from), file(to))));
    }
    assert!(circular.is_empty(), "files that use each other in a circle: {circular:#?}");
    assert!(uses > 200, "the test sees the uses: {uses}");
}

#[test]
fn files_stay_small() {
    let files = ALL.iter().filter(|source| source.lines > MAX_FILE_LINES);
    let files = files.map(|source| (source.name.clone(), format!("{} lines", source.lines))).collect();
    compare("files of more than 400 lines", &files, LONG_FILES);
}

#[test]
fn functions_stay_small() {
    let functions = ALL.iter().flat_map(|source| source.functions.iter().map(move |function| (source, function)));
    let functions = functions
        .filter(|(_, (_, lines))| *lines > MAX_FUNCTION_LINES)
        .map(|(source, (name, lines))| (format!("{}: {name}", source.name), format!("{lines} lines")))
        .collect();
    compare("functions of more than 80 lines", &functions, LONG_FUNCTIONS);
}

/// Except for the tables of texts, which have one text a line.
#[test]
fn lines_of_the_pages_stay_short() {
    let mut folders = ["tools/board/src/page", "tools/web/page"].map(|folder| root().join(folder)).to_vec();
    let (mut seen, mut long) = (0, Vec::new());
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() && !path.ends_with("lang") {
                folders.push(path);
            } else if path.extension().is_some_and(|kind| ["js", "css", "html"].iter().any(|&known| kind == known)) {
                let text = fs::read_to_string(&path).unwrap();
                let lines = text.lines().enumerate().filter(|(_, line)| line.chars().count() > MAX_LINE);
                long.extend(lines.map(|(at, _)| format!("{}:{}", path.display(), at + 1)));
                seen += 1;
            }
        }
    }
    assert!(long.is_empty(), "lines of more than {MAX_LINE} characters: {long:#?}");
    assert!(seen > 100, "the test sees the files: {seen}");
}

#[test]
fn one_type_name_means_one_thing_in_the_whole_workspace() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in read_packages() {
        for name in source.types {
            places.entry(name).or_default().push(source.name.clone());
        }
    }
    assert!(places.len() > 100, "the test sees the types: {}", places.len());
    let shared = places.into_iter().filter(|(_, places)| places.len() > 1);
    let shared = shared.map(|(name, places)| (name, places.join(", "))).collect();
    compare("type names with more than one meaning", &shared, SHARED_TYPE_NAMES);
}

#[test]
fn every_file_says_in_its_first_line_what_it_holds() {
    let bare = ALL.iter().filter(|source| !source.has_header);
    let bare: Vec<&str> = bare.map(|source| source.name.as_str()).collect();
    assert!(bare.is_empty(), "files without a //! line: {bare:?}");
}

#[test]
fn the_reader_sees_every_form_of_a_reference() {
    let text = "use crate::base::Point;
        use crate::{board::{Board, Cell as C},
            eval};
        pub use self::inner::Thing;
        use super::super::rule::*;
        // crate::nothing
        fn f(x: crate::search::Limits) { g!(crate::protocol::run(super::near), 1); }
        #[cfg(test)] mod tests { use crate::tests_only; }";
    let source = parse("src/module/file.rs".into(), text);
    let found: Vec<String> = source.references.iter().map(|reference| reference.path.join("::")).collect();
    assert_eq!(
        found,
        [
            "base::Point",
            "board::Board",
            "board::Cell",
            "eval",
            "module::file::inner::Thing",
            "rule::*",
            "search::Limits",
            "protocol::run",
            "module::near"
        ]
    );
    assert_eq!(source.references[4].exported_as.as_deref(), Some("Thing"));
}

#[test]
fn the_reader_sees_types_and_functions_and_their_lengths() {
    let text =
        "//! Header.\nstruct A;\nimpl A {\n    fn f() {\n        1;\n    }\n}\n#[cfg(test)]\nmod tests { enum B {} }\n";
    let source = parse("tools/x/src/a/mod.rs".into(), text);
    assert_eq!((source.types, source.functions), (vec!["A".to_owned()], vec![("f".to_owned(), 3)]));
    assert_eq!((source.crate_root.as_str(), source.module), ("tools/x/src", vec!["a".to_owned()]));
    assert!(source.has_header);
}

#[test]
fn an_upward_import_and_a_circle_are_found() {
    let (layer, levels) = LAYERS[0];
    let up = parse("engine/src/board/state.rs".into(), "use crate::search::Limits;");
    assert_eq!(upward_imports(&[up], layer, levels).1.len(), 1);
    let files = [
        ("src/lib.rs", "pub mod a;"),
        ("src/a/mod.rs", "mod one; mod two; pub use one::One; pub use two::Two;"),
        ("src/a/one.rs", "use super::Two; pub struct One(Two);"),
        ("src/a/two.rs", "pub struct Two; impl Two { fn one(&self) -> super::One { todo() } }"),
    ];
    let sources: Vec<SourceFile> = files.into_iter().map(|(name, text)| parse(name.into(), text)).collect();
    let circular = Graph::of(&sources.iter().collect::<Vec<_>>()).circular();
    assert_eq!(circular.len(), 2, "{circular:?}");
}
