//! Lists the page's files for `pages.rs`, so that new files are served without a further line, and generates this
//! package's limits from the page's file.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The files of a folder and its subfolders.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// The constant in `pages.rs` for a file's media type; `None` if the file is not part of the page.
fn kind(path: &Path) -> Option<&'static str> {
    match path.extension()?.to_str()? {
        "html" => Some("HTML"),
        "css" => Some("STYLE"),
        "js" => Some("SCRIPT"),
        "svg" => Some("PICTURE"),
        _ => None,
    }
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/page");
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("src/page");
    let mut pages: Vec<_> = files(&folder)?
        .into_iter()
        .filter_map(|path| {
            let kind = kind(&path)?;
            let name = path.strip_prefix(&folder).ok()?.to_str()?.replace('\\', "/");
            Some((kind != "HTML", name, kind, path))
        })
        .collect();
    pages.sort();
    let entry = |(_, name, kind, path): &(bool, String, &str, PathBuf)| {
        format!("    PageFile {{ path: {name:?}, kind: {kind}, text: include_str!({path:?}) }},\n")
    };
    let list: String = pages.iter().map(entry).collect();
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let limit = |line: &str| match line.strip_prefix("export const ").and_then(|limit| limit.split_once(" = ")) {
        Some((name, number)) => format!("pub const {name}: usize = {number}\n"),
        None => format!("{}\n", line.strip_prefix("///").map_or(String::new(), |text| format!("///{text}"))),
    };
    let limits: String = fs::read_to_string(folder.join("limits.js"))?.lines().map(limit).collect();
    fs::write(out.join("limits.rs"), limits)?;
    fs::write(out.join("pages.rs"), format!("&[\n{list}]\n"))
}
