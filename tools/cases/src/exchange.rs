//! Databases of other programs, texts of positions and archives of games, read into a database.

use crate::bytes::{choose, empty_folder};
use encoding_rs::UTF_8;
use tengen::base::Rule;
use tengen_database::exchange::{ExchangeError, add_file, write_text};
use tengen_database::{Database, FileKind, ForeignFile};
use tengen_db::import::{ImportFile, import};
use tengen_game::formats::Given;

/// A database of Yixin, Rapfi's text, Tengen's text, a library or an archive of games: what is added keeps the database whole, and comes back
/// from its text. Panics when a reader panics, or the database is not whole or not its text.
pub fn case(bytes: &[u8]) {
    let (kind, bytes) = choose(bytes, 5);
    let _ = FileKind::of("", bytes);
    let folder = empty_folder();
    let database = Database::create(&folder.join("cases.db")).expect("an empty folder has room for a database");
    match kind {
        0 => drop(add_file(&database, ForeignFile::Yixin, bytes, Rule::Renju, None)),
        1 => drop(add_file(&database, ForeignFile::Text, bytes, Rule::Renju, None)),
        2 => drop(tengen_db::text::read(&database, &mut &bytes[..], 1000)),
        4 => {
            let archive = ImportFile { name: "a.zip".into(), bytes: Some(bytes.to_vec()), in_folder: false };
            drop(import(&database, &[archive], Given::default(), 20, 1000));
        }
        _ => match add_file(&database, ForeignFile::Library, bytes, Rule::Renju, Some(UTF_8)) {
            Ok(_) | Err(ExchangeError::Library(_)) => {}
            Err(error) => panic!("a library can be added: {error}"),
        },
    }
    let count = database.verify().expect("the database is whole");
    let mut text = Vec::new();
    write_text(&database, &|_| true, &mut text).expect("a database has a text");
    text.clear();
    tengen_db::text::write(&database, None, &mut text).expect("a database has a text");
    let other = Database::create(&folder.join("again.db")).expect("an empty folder has room for a database");
    tengen_db::text::read(&other, &mut text.as_slice(), 1000)
        .unwrap_or_else(|error| panic!("{error:#}: {}", String::from_utf8_lossy(&text)));
    assert_eq!(other.verify().expect("the second database is whole"), count);
}
