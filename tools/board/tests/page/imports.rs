//! The page's scripts import only files that are served, without cycles.

use crate::files::{between, scripts, text};
use std::collections::{BTreeMap, BTreeSet};

/// The scripts that a script imports, immediately or later.
fn imports(path: &str, script: &str) -> BTreeSet<String> {
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let beside = between(script, "from \"./", "\"").chain(between(script, "import(\"./", "\""));
    let beside = beside.map(|import| format!("{folder}{import}"));
    let above = between(script, "from \"../", "\"").chain(between(script, "import(\"../", "\""));
    let above = above.map(|import| {
        assert_eq!(path.matches('/').count(), 1, "{path}");
        import.to_owned()
    });
    beside.chain(above).collect()
}

#[test]
fn every_script_that_another_imports_is_served() {
    let mut count = 0;
    for (path, script) in scripts() {
        for import in imports(path, script) {
            text(&import);
            count += 1;
        }
    }
    assert!(count > 100, "{count} imports were seen");
    for name in between(text("index.html"), "href=\"", "\"").chain(between(text("index.html"), "src=\"", "\"")) {
        text(name);
    }
}

/// Removes scripts whose imports are all removed, as long as there are any; the rest contains a cycle.
fn circular(mut graph: BTreeMap<String, BTreeSet<String>>) -> Vec<String> {
    loop {
        let left: BTreeSet<String> = graph.keys().cloned().collect();
        let before = graph.len();
        graph.retain(|_, imports| !imports.is_disjoint(&left));
        if graph.len() == before {
            return left.into_iter().collect();
        }
    }
}

#[test]
fn scripts_import_each_other_in_no_circle() {
    let graph = scripts().map(|(path, script)| (path.to_owned(), imports(path, script))).collect();
    assert_eq!(circular(graph), [""; 0]);
    let pair = [("a", "b"), ("b", "a"), ("c", "a")];
    let pair = pair.map(|(from, to)| (from.to_owned(), BTreeSet::from([to.to_owned()])));
    assert_eq!(circular(pair.into()), ["a", "b", "c"]);
}
