//! The board in the browser: what page and server say to each other, the page's files, attacks, a real browser.
#![allow(missing_docs)]

mod attacks;
mod browser;
mod browser_analysis;
mod browser_files;
mod browser_play;
mod client;
mod command;
mod database;
mod dialogues;
mod files;
#[path = "../../../tests/common/folder.rs"]
mod folder;
mod webdriver;
