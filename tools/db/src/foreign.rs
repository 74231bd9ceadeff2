//! Positions of other programs: RenLib's libraries, Yixin's and Rapfi's databases and their text.

use crate::import::ImportFile;
use anyhow::{Context, Result};
use encoding_rs::{Encoding, UTF_8};
use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use tengen::base::Rule;
use tengen_database::Database;
use tengen_database::exchange::{Added, add_library, add_text, add_yixin, is_text, is_yixin};
use tengen_database::renlib::{self, OpenedLibrary};
use tengen_game::formats::Given;

/// First bytes that tell what a file is.
const START: u64 = 64;

/// A file of positions, not of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignFile {
    /// RenLib's library.
    Library,
    /// Yixin's or Rapfi's database.
    Yixin,
    /// Rapfi's text of a database.
    Text,
}

/// The kind of a source, when it is not games.
///
/// # Errors
/// When it cannot be read.
pub fn kind_of(source: &ImportFile) -> Result<Option<ForeignFile>> {
    let mut start = Vec::new();
    match &source.bytes {
        Some(bytes) => start.extend(bytes.iter().take(START as usize)),
        // To read from a pipe would take its first bytes away.
        None if !source.name.is_file() => return Ok(None),
        None => {
            File::open(&source.name)?.take(START).read_to_end(&mut start)?;
        }
    }
    let ends_as = |ending: &str| source.name.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending));
    Ok(if renlib::is_library(&start) || ends_as("lib") {
        Some(ForeignFile::Library)
    } else if is_text(&start) {
        Some(ForeignFile::Text)
    } else if is_yixin(&start) {
        Some(ForeignFile::Yixin)
    } else {
        None
    })
}

/// Counts of a file's positions, and the encoding of its texts where that was guessed.
pub struct ForeignAdded {
    /// Counts of the file's positions.
    pub added: Added,
    /// The guess; nothing where the encoding was given, or no text depends on it.
    pub guessed: Option<&'static Encoding>,
}

/// Adds the positions of a file; those of a library under the rule that is given, or renju.
///
/// # Errors
/// When the file is not what it begins as, or the database cannot be written.
pub fn add(database: &Database, source: &ImportFile, kind: ForeignFile, given: &Given) -> Result<ForeignAdded> {
    let open = || -> Result<Box<dyn Read>> {
        Ok(match &source.bytes {
            Some(bytes) => Box::new(Cursor::new(bytes.clone())),
            None => Box::new(File::open(&source.name)?),
        })
    };
    let add = || -> Result<ForeignAdded> {
        let mut guessed = None;
        let added = match kind {
            ForeignFile::Library => {
                let mut bytes = Vec::new();
                // One byte more tells that it is too large.
                open()?.take(renlib::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
                let OpenedLibrary { tree, damage, .. } = renlib::read(bytes)?;
                let encoding = given.encoding.unwrap_or_else(|| tree.encoding());
                guessed = given.encoding.is_none().then_some(encoding).filter(|encoding| *encoding != UTF_8);
                let rule = given.rule.unwrap_or(Rule::Renju);
                let added = add_library(database, &tree, rule, encoding)?;
                Added { damage: damage.map(|damage| damage.to_string()), ..added }
            }
            ForeignFile::Yixin => add_yixin(database, open()?, given.encoding)?,
            ForeignFile::Text => add_text(database, &mut BufReader::new(open()?))?,
        };
        Ok(ForeignAdded { added, guessed })
    };
    add().with_context(|| source.name.display().to_string())
}
