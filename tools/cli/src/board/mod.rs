//! `tengen board`: the board in the browser.

mod browser;

use crate::common::{cores, on_interrupt, parse_threads, print};
use anyhow::{Context, Result};
use browser::open_page;
use clap::Args;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use tengen_board::Library;
use tengen_server::{Options, Server};

/// Default port, always the same so that bookmarks go on working.
const DEFAULT_PORT: u16 = 15150;

#[derive(Args)]
pub struct BoardArgs {
    /// Port on this machine, 0 for any free one; 15150, or any free one, when it is left out
    #[arg(long)]
    port: Option<u16>,
    /// Print the address only, do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Threads shared by all searches; as many as there are cores when it is left out
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    /// Show what this database (see `tengen db`) knows of the position and its moves
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Allow comments and labels to be written into the database; it is created when missing
    #[arg(long, requires = "database")]
    edit: bool,
}

/// Serves until Ctrl-C.
pub fn run(args: &BoardArgs) -> Result<()> {
    let (sender, interrupted) = mpsc::channel();
    on_interrupt(move || {
        // Fails only when the program is ending already.
        let _ = sender.send(());
    })?;
    let threads = args.threads.unwrap_or_else(cores);
    let library = args.database.as_ref().map(|path| Library::open(path, args.edit)).transpose()?.map(Arc::new);
    let start = |port| Server::start(&Options { port, threads, library: library.clone() });
    let server = match args.port {
        Some(port) => start(port)?,
        None => start(DEFAULT_PORT).or_else(|_| start(0))?,
    };
    let address = server.address();
    print(&format!("{address}\nThe board is at this address until Ctrl-C.\n"))?;
    let opened = (!args.no_open).then(|| open_page(&address));
    if opened.as_ref().is_some_and(Result::is_err) {
        print("No browser could be opened: open the address yourself.\n")?;
    }
    interrupted.recv().context("cannot wait for Ctrl-C")
}
