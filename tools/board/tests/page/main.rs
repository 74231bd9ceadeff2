//! Tests of the page's files, texts and scripts, and of libraries and databases.
#![allow(missing_docs)]

mod databases;
mod files;
mod imports;
mod library;
mod protocol;
mod reasons;
mod rules;
mod scripts;
