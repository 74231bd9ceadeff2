//! Databases filled from games, texts, files of other programs and searches: reports, and the entries afterwards.
#![allow(missing_docs)]

#[path = "../../../../engine/tests/common/mod.rs"]
mod common;

mod build;
mod files;
mod foreign;
mod games;
mod texts;

use common::folder::Folder;
use std::fs;
use std::path::PathBuf;
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves};
use tengen_database::{Database, Entry};
use tengen_db::{ImportOptions, Told, import_files, text, view};
use tengen_game::formats::Given;

/// A folder with databases and what is imported into them.
struct Shelf(Folder);

impl Shelf {
    fn new(name: &str) -> Self {
        Self(Folder::new(&format!("db-{name}")))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.file(name)
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    fn open(&self, name: &str) -> Database {
        Database::open_or_create(&self.path(name)).unwrap()
    }

    /// The lines and the warnings of an import, and the error that ended it. Paths in them are those in the folder.
    fn try_import(&self, database: &str, file: &str, options: ImportOptions) -> (String, String, Option<String>) {
        let (mut said, mut warned) = (String::new(), String::new());
        let done = import_files(&self.path(database), &[self.path(file)], &options, &mut |told| {
            match told {
                Told::Line(text) => said += &format!("{text}\n"),
                Told::Warning(text) => warned += &format!("{text}\n"),
            }
            Ok(())
        });
        (said, warned, done.err().map(|error| format!("{error:#}")))
    }

    /// The lines and the warnings of an import that succeeds.
    fn import_with(&self, database: &str, file: &str, options: ImportOptions) -> (String, String) {
        let (said, warned, error) = self.try_import(database, file, options);
        assert_eq!(error, None, "{said}{warned}");
        (said, warned)
    }

    fn import(&self, database: &str, file: &str) -> String {
        self.import_with(database, file, usual()).0
    }

    /// The error that ends an import.
    fn refusal(&self, database: &str, file: &str) -> String {
        self.try_import(database, file, usual()).2.expect("it is refused")
    }

    /// What `tengen db query` prints of a position.
    fn known(&self, database: &str, rule: Rule, moves: &str) -> String {
        view::position(&self.open(database), &board(rule, moves)).unwrap()
    }

    /// The first row of what `tengen db show` prints, by its words.
    fn row(&self, database: &str) -> Vec<String> {
        let text = view::summary(&self.open(database)).unwrap();
        text.lines().nth(1).unwrap().split_whitespace().map(str::to_owned).collect()
    }

    /// The whole database as text.
    fn text(&self, database: &str) -> String {
        let mut bytes = Vec::new();
        text::write(&self.open(database), None, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn merge(&self, database: &str, other: &str) -> String {
        text::merge(&self.open(database), &self.open(other)).unwrap().to_string()
    }

    fn label(&self, database: &str, rule: Rule, moves: &str, label: &str) {
        let entry = Entry { label: label.into(), ..Entry::default() };
        self.open(database).write([(&board(rule, moves), &entry)]).unwrap();
    }
}

fn usual() -> ImportOptions {
    ImportOptions { plies: 20, together: None, given: Given::default() }
}

fn under(rule: Rule) -> ImportOptions {
    ImportOptions { given: Given { rule: Some(rule), ..Given::default() }, ..usual() }
}

fn board(rule: Rule, moves: &str) -> Board {
    let size = BoardSize::square(15).unwrap();
    Board::from_moves(size, rule, &parse_moves(size, moves).unwrap())
}
