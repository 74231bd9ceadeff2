//! What the board hands out: the page's files and their texts, its scripts, a library.
#![allow(missing_docs)]

mod databases;
mod files;
mod imports;
mod library;
mod protocol;
mod rules;
mod scripts;
