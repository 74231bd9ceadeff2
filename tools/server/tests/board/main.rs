//! The board in the browser: messages between page and server, attacks, and tests in a browser.
#![allow(missing_docs)]

mod attacks;
mod browser;
mod client;
mod database;
mod dialogues;
mod driver;
mod files;
mod host;
mod learning;
mod negotiation;
mod pages;
mod retry;
mod webdriver;
