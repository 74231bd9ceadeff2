//! Reading and writing foreign files of any kind.

use super::{Added, ExchangeError, FileKind, ForeignFile, add_library, add_text, add_yixin, first_bytes};
use crate::Reason;
use crate::renlib::{self, OpenedLibrary};
use crate::storage::{Database, is_empty_or_special, write_whole};
use encoding_rs::{Encoding, UTF_8};
use std::io::{BufReader, Read, Write};
use std::path::Path;
use tengen::base::Rule;

/// Adds the positions of a file. `rule` is the rule of a library's positions, as a library names none. Without
/// `encoding`, texts are read in the file's own encoding or in a guessed one.
///
/// # Errors
/// When the file does not have the format that its first bytes promise, or the database cannot be written.
pub fn add_file(
    database: &Database,
    kind: ForeignFile,
    file: impl Read,
    rule: Rule,
    encoding: Option<&'static Encoding>,
) -> Result<Added, ExchangeError> {
    match kind {
        ForeignFile::Library => {
            let mut bytes = Vec::new();
            // One byte more shows that the file is too large.
            file.take(renlib::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
            let OpenedLibrary { tree, damage, .. } = renlib::read(bytes)?;
            let own = tree.encoding();
            let added = add_library(database, &tree, rule, encoding.unwrap_or(own))?;
            let guessed = Some(own).filter(|&own| encoding.is_none() && own != UTF_8);
            Ok(Added { damage: damage.map(Reason::from), guessed, ..added })
        }
        ForeignFile::Yixin => add_yixin(database, file, encoding),
        ForeignFile::Text => add_text(database, &mut BufReader::new(file), encoding),
    }
}

/// Writes a file of this kind, complete or not at all. A file that is of another kind by its bytes is not overwritten,
/// because the name may be wrong.
///
/// # Errors
/// When there is a file of another kind, it cannot be written, or `write` fails.
pub fn write_file<T>(
    path: &Path,
    kind: ForeignFile,
    write: impl FnOnce(&mut dyn Write) -> Result<T, ExchangeError>,
) -> Result<T, ExchangeError> {
    if !is_empty_or_special(path) && FileKind::of("", &first_bytes(path)) != Some(FileKind::Foreign(kind)) {
        let problem = "there is another kind of file already: choose another file";
        return Err(ExchangeError::Unreadable(Reason::text(problem)));
    }
    write_whole(path, write)
}
