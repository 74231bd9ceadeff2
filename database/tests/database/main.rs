//! Databases of positions: in memory, in files, and in the formats of other programs.
#![allow(missing_docs)]

#[path = "../../../engine/tests/common/mod.rs"]
mod common;

mod exchange;
mod files;
mod libraries;
mod moves;
mod renlib;
mod store;
mod yixin;

/// A new database in a folder of its own.
fn created(name: &str) -> (common::folder::Folder, tengen_database::Database) {
    let folder = common::folder::Folder::new(name);
    let database = tengen_database::Database::create(&folder.file("a.db")).unwrap();
    (folder, database)
}
