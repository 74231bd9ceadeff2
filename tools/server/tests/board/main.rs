//! The board in the browser: what page and server say to each other, attacks, a real browser.
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
