//! Lists the languages of the board's page with their texts for `language.rs`, so that a new one needs no line there.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The keys of `LANGUAGES` in the page's `words/languages.js`, in its order.
fn codes(script: &str) -> impl Iterator<Item = &str> {
    let rows = script.lines().skip_while(|line| !line.starts_with("export const LANGUAGES")).skip(1);
    rows.map_while(|row| row.split_once(':').map(|(code, _)| code.trim()))
}

fn main() -> io::Result<()> {
    let package = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let page = package.join("../board/src/page");
    let list = page.join("words/languages.js");
    println!("cargo::rerun-if-changed={}", list.display());
    let row = |code: &str| {
        let text: &Path = &package.join(format!("src/texts/{code}.json"));
        // What the page fetches at first, and what it fetches with a dialog.
        let [first, later] = ["", "later/"].map(|part| page.join(format!("lang/{part}{code}.js")));
        format!(
            "    Texts {{ code: {code:?}, own: include_str!({text:?}), \
             of_page: [include_str!({first:?}), include_str!({later:?})] }},\n"
        )
    };
    let rows: String = codes(&fs::read_to_string(&list)?).map(row).collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("languages.rs"), format!("&[\n{rows}]\n"))
}
