//! The board in the browser: what page and server say to each other, attacks, a real browser.
#![allow(missing_docs)]

mod attacks;
mod browser;
mod browser_analysis;
mod browser_files;
mod browser_layout;
mod browser_messages;
mod browser_play;
mod browser_views;
mod client;
mod database;
mod dialogues;
mod files;
mod negotiation;
mod pages;
mod webdriver;
