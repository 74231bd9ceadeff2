//! The board's server on the loopback address: the page's files, and a socket for each tab.

mod assistant;
mod files;
mod guard;
mod server;
mod state;
mod tab;
mod throttle;

pub use server::{Options, Server};
