//! Files of other programs: imported with a line about what they add, and exported with one about what they hold.

use crate::import::ImportFile;
use crate::{Tell, Told};
use anyhow::{Context, Result, ensure};
use encoding_rs::Encoding;
use std::io::Write;
use std::path::Path;
use tengen::base::Rule;
use tengen::board::Board;
use tengen_database::exchange::{
    Added, ExchangeError, LibraryOf, LostLabels, WrittenRecords, add_file, library_of, write_file, write_text,
    write_yixin,
};
use tengen_database::renlib::{self, RenlibTree};
use tengen_database::{Database, ForeignFile, PositionKey};
use tengen_game::count;
use tengen_game::formats::Given;

/// Adds the positions of a file, and tells how many of what.
pub fn import(
    database: &Database,
    source: &ImportFile,
    kind: ForeignFile,
    given: &Given,
    tell: &mut Tell,
) -> Result<()> {
    let name = source.name.display();
    let add = |file| add_file(database, kind, file, given.rule.unwrap_or(Rule::Renju), given.encoding);
    let added = source.open().and_then(|file| Ok(add(file)?)).with_context(|| name.to_string())?;
    let Added { read, new_positions, comments, labels, scores, other_labels, marks, left_out, cut_texts, .. } = added;
    let stone_labels = remark(added.stone_labels, "label", "left out, on stones before the last one");
    if let Some(encoding) = added.guessed {
        let encoding = encoding.name();
        tell(Told::Warning(&format!(
            "{name}: the texts are read as {encoding}, a guess: --encoding NAME says better"
        )))?;
    }
    if let Some(damage) = added.damage {
        tell(Told::Warning(&format!("{name}: {damage}")))?;
    }
    let what = match kind {
        ForeignFile::Library => "move",
        ForeignFile::Yixin => "record",
        ForeignFile::Text => "line",
    };
    let rule = match (kind, given.rule) {
        (ForeignFile::Library, None) => ", as renju (--rule says another)",
        _ => "",
    };
    let scores = if scores > 0 { format!(", {}", count(scores as u64, "score")) } else { String::new() };
    tell(Told::Line(&format!(
        "{name}: {}{rule}, {}, {}, {}{scores}{}{}{stone_labels}{}",
        count(read as u64, what),
        count(new_positions, "new position"),
        count(comments as u64, "comment"),
        count(labels as u64, "label"),
        remark(left_out, what, "left out that no position comes from"),
        remark(cut_texts, "text", "cut or left out, too long for an entry"),
        lost_labels(other_labels, marks),
    )))
}

/// A remark such as `; 2 labels left out`; empty for none.
pub(crate) fn remark(number: usize, name: &str, text: &str) -> String {
    if number > 0 { format!("; {} {text}", count(number as u64, name)) } else { String::new() }
}

/// Text about the labels and marks that are left out.
pub(crate) fn lost_labels(other_labels: usize, marks: usize) -> String {
    remark(other_labels, "label", "left out, as the position has another one")
        + &remark(marks, "mark", "left out, as a database has no place for them")
}

/// Writes one rule's positions as a library, or all positions as a database of Yixin and Rapfi or as Rapfi's text. Returns a
/// line about what the file holds.
pub fn export(
    database: &Database,
    path: &Path,
    kind: ForeignFile,
    rule: Option<Rule>,
    encoding: Option<&'static Encoding>,
) -> Result<String> {
    let is_meant = |key: &PositionKey| rule.is_none_or(|rule| key.rule() == rule);
    let said = match kind {
        ForeignFile::Library => write_library(database, path, rule.unwrap_or(Rule::Renju), encoding)?,
        ForeignFile::Yixin => {
            let written = write(path, kind, |file| write_yixin(database, &is_meant, file))?;
            let bounds = "its rules are freestyle, standard and renju, its boards square, 22x22 at most and without \
                          blocked cells, its stones those of turns with one pass at most";
            summary(&written, "record", bounds)
        }
        ForeignFile::Text => {
            let written = write(path, kind, |file| write_text(database, &is_meant, file))?;
            summary(&written, "position", "its boards have 26 columns at most and no blocked cells")
        }
    };
    Ok(format!("{said} in {}", path.display()))
}

/// Number of written records with what they do not hold; `bounds` tells which positions the format has no place for.
fn summary(written: &WrittenRecords, name: &str, bounds: &str) -> String {
    let WrittenRecords { written, left_out, cut_texts, labels: LostLabels { left_out: labels, without_blanks } } =
        *written;
    let why = "left out that the format has no place for";
    let remarks = [
        remark(left_out, "position", &format!("{why} ({bounds})")),
        remark(labels, "label", &format!("{why} (only labels of moves)")),
        remark(without_blanks, "label", "written without blanks"),
        remark(cut_texts, "text", "cut to fit"),
    ];
    count(written as u64, name) + &remarks.concat()
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
    let LibraryOf { tree, encoding, lossy_texts, written, unreached, left_out } =
        library_of(database, &board, encoding)?;
    ensure!(
        written > 0,
        "no position under {} is reached by moves from the empty board of 15x15: --rule says another rule",
        board.rule()
    );
    write(path, ForeignFile::Library, |file| Ok(file.write_all(&renlib::write(&tree))?))?;
    let is_recognized = tree.is_recognized(encoding);
    let (rule, encoding, written) = (board.rule(), encoding.name(), count(written as u64, "position"));
    let unreached = remark(unreached, "position", "left out that no line of known moves leads to");
    let left_out = remark(left_out, "position", "left out, as the board of a library is 15x15 without blocked cells");
    let lossy = remark(lossy_texts, "text", &format!("with letters that {encoding} lacks"));
    let advice = if is_recognized { String::new() } else { format!(" (read them with --encoding {encoding})") };
    Ok(format!("{written} under {rule}, texts in {encoding}{advice}{unreached}{left_out}{lossy}"))
}
