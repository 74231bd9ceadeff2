//! Tests of the page's modules without a browser, by Node's test runner.

use std::path::Path;
use std::process::Command;

/// Skipped only without Node, and only if nobody relies on the tests.
#[test]
fn the_page_passes_its_tests_under_node() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let mut tests: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    tests.retain(|path| path.to_string_lossy().ends_with(".test.mjs"));
    assert!(!tests.is_empty(), "no tests in {}", folder.display());
    let output = match Command::new("node").arg("--test").args(&tests).output() {
        Ok(output) => output,
        Err(error) => {
            return tengen_repository::skip(&format!(
                "node (Debian: nodejs), so the page's modules are not tested: {error}"
            ));
        }
    };
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
}
