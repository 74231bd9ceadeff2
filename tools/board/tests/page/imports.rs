//! The page's scripts import only files that are served, without cycles.

use crate::files::{between, scripts, text};
use std::collections::BTreeSet;
use tengen_repository::graph::Graph;

/// Text before the path of a script that is loaded at once, and of one that is loaded on first use.
const AT_ONCE: &str = "from \"";
const LATER: &str = "import(\"";

/// The scripts that a script imports in these forms.
fn imports(path: &str, script: &str, forms: &[&str]) -> BTreeSet<String> {
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let resolved = |import: &str| match import.strip_prefix("../") {
        Some(above) => {
            assert_eq!(path.matches('/').count(), 1, "{path}");
            Some(above.to_owned())
        }
        None => import.strip_prefix("./").map(|beside| format!("{folder}{beside}")),
    };
    forms.iter().flat_map(|form| between(script, form, "\"")).filter_map(resolved).collect()
}

/// The scripts that are loaded when the page opens.
pub fn at_start() -> BTreeSet<String> {
    let (mut loaded, mut next) = (BTreeSet::from(["start.js".to_owned()]), vec!["main.js".to_owned()]);
    while let Some(path) = next.pop() {
        next.extend(imports(&path, text(&path), &[AT_ONCE]).difference(&loaded).cloned());
        loaded.insert(path);
    }
    loaded
}

#[test]
fn every_script_that_another_imports_is_served() {
    let mut count = 0;
    for (path, script) in scripts() {
        for import in imports(path, script, &[AT_ONCE, LATER]) {
            text(&import);
            count += 1;
        }
    }
    assert!(count > 100, "{count} imports were seen");
    for name in between(text("index.html"), "href=\"", "\"").chain(between(text("index.html"), "src=\"", "\"")) {
        match name.strip_prefix('#') {
            Some(part) => assert!(text("index.html").contains(&format!("id=\"{part}\"")), "{name}"),
            None => _ = text(name),
        }
    }
}

#[test]
fn scripts_import_each_other_in_no_circle() {
    let imports = |script| imports(script, text(script), &[AT_ONCE, LATER]).into_iter().map(|import| vec![import]);
    let uses = scripts().map(|(path, _)| (vec![path.to_owned()], imports(path).collect())).collect();
    assert_eq!(Graph { uses }.circular(), []);
}
