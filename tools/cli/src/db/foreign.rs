//! `tengen db import` and `export` of other programs' files.

use crate::common::{count, print, print_error};
use anyhow::{Context, Result, ensure};
use encoding_rs::Encoding;
use std::io::Write;
use std::path::Path;
use tengen::base::Rule;
use tengen::board::Board;
use tengen_database::exchange::{
    Added, ExchangeError, LibraryOf, WrittenRecords, add_file, library_of, write_file, write_text, write_yixin,
};
use tengen_database::renlib::{self, RenlibTree};
use tengen_database::{Database, ForeignFile, PositionKey};
use tengen_db::import::ImportFile;
use tengen_game::formats::Given;

/// Adds the positions of a file, and prints a summary.
pub fn import(database: &Database, source: &ImportFile, kind: ForeignFile, given: &Given) -> Result<()> {
    let name = source.name.display();
    let add = |file| add_file(database, kind, file, given.rule.unwrap_or(Rule::Renju), given.encoding);
    let added = source.open().and_then(|file| Ok(add(file)?)).with_context(|| name.to_string())?;
    let Added { read, new_positions, comments, labels, scores, other_labels, marks, left_out, cut_texts, .. } = added;
    if let Some(encoding) = added.guessed {
        let encoding = encoding.name();
        print_error(&format!(
            "warning: {name}: the texts are read as {encoding}, a guess: --encoding NAME says better"
        ));
    }
    if let Some(damage) = added.damage {
        print_error(&format!("warning: {name}: {damage}"));
    }
    let what = match kind {
        ForeignFile::Library => "move",
        ForeignFile::Yixin => "record",
        ForeignFile::Text => "line",
    };
    let part = |number: usize, text: &str| {
        if number > 0 { format!("; {} {text}", count(number as u64, what)) } else { String::new() }
    };
    let rule = match (kind, given.rule) {
        (ForeignFile::Library, None) => ", as renju (--rule says another)",
        _ => "",
    };
    let scores = if scores > 0 { format!(", {}", count(scores as u64, "score")) } else { String::new() };
    let cut = if cut_texts > 0 { format!("; {} cut to fit", count(cut_texts as u64, "text")) } else { String::new() };
    print(&format!(
        "{name}: {}{rule}, {}, {}, {}{scores}{}{cut}{}\n",
        count(read as u64, what),
        count(new_positions, "new position"),
        count(comments as u64, "comment"),
        count(labels as u64, "label"),
        part(left_out, "left out that no position comes from"),
        lost_labels(other_labels, marks),
    ))
}

/// Text about the labels and marks that are left out.
pub fn lost_labels(other_labels: usize, marks: usize) -> String {
    let mut text = String::new();
    if other_labels > 0 {
        let labels = count(other_labels as u64, "label");
        text += &format!("; {labels} left out, as the position has another one");
    }
    if marks > 0 {
        text += &format!("; {} left out, as a database has no place for them", count(marks as u64, "mark"));
    }
    text
}

/// The format for a file name's extension; `None` for JSON.
pub fn kind_of_name(path: &Path) -> Option<ForeignFile> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    match ending.as_str() {
        "lib" => Some(ForeignFile::Library),
        "csv" => Some(ForeignFile::Text),
        "db" => Some(ForeignFile::Yixin),
        _ => None,
    }
}

/// Writes one rule's positions as a library, or all positions as a database of Yixin and Rapfi or as Rapfi's text.
pub fn export(
    database: &Database,
    path: &Path,
    kind: ForeignFile,
    rule: Option<Rule>,
    encoding: Option<&'static Encoding>,
) -> Result<()> {
    ensure!(
        encoding.is_none() || kind == ForeignFile::Library,
        "--encoding: only the texts of a library (.lib) have another encoding than UTF-8"
    );
    let is_meant = |key: &PositionKey| rule.is_none_or(|rule| key.rule() == rule);
    let said = match kind {
        ForeignFile::Library => write_library(database, path, rule.unwrap_or(Rule::Renju), encoding)?,
        ForeignFile::Yixin => {
            let WrittenRecords { written, left_out, cut_texts } =
                write(path, kind, |file| write_yixin(database, &is_meant, file))?;
            let part = |number: usize, what: &str, text: &str| {
                if number > 0 { format!("; {} {text}", count(number as u64, what)) } else { String::new() }
            };
            format!(
                "{}{}{}",
                count(written as u64, "record"),
                part(
                    left_out,
                    "position",
                    "left out that the format has no place for (its rules are freestyle, standard and renju)"
                ),
                part(cut_texts, "text", "cut to fit")
            )
        }
        ForeignFile::Text => count(write(path, kind, |file| write_text(database, &is_meant, file))? as u64, "position"),
    };
    print(&format!("{said} in {}\n", path.display()))
}

fn write<T>(
    path: &Path,
    kind: ForeignFile,
    write: impl FnOnce(&mut dyn Write) -> Result<T, ExchangeError>,
) -> Result<T> {
    write_file(path, kind, write).with_context(|| format!("cannot write {}", path.display()))
}

fn write_library(database: &Database, path: &Path, rule: Rule, encoding: Option<&'static Encoding>) -> Result<String> {
    let board = Board::new(RenlibTree::size(), rule);
    let LibraryOf { tree, encoding, lossy_texts, written, unreached } = library_of(database, &board, encoding)?;
    ensure!(
        written > 0,
        "no position under {} is reached by moves from the empty board of 15x15: --rule says another rule",
        board.rule()
    );
    write(path, ForeignFile::Library, |file| Ok(file.write_all(&renlib::write(&tree))?))?;
    let unreached = if unreached > 0 {
        format!("; {} left out that no line of known moves leads to", count(unreached as u64, "position"))
    } else {
        String::new()
    };
    let lossy = if lossy_texts > 0 {
        format!("; {} with letters that {} lacks", count(lossy_texts as u64, "text"), encoding.name())
    } else {
        String::new()
    };
    Ok(format!(
        "{} under {}, texts in {}{unreached}{lossy}",
        count(written as u64, "position"),
        board.rule(),
        encoding.name()
    ))
}
