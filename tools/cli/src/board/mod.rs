//! `tengen board`: the board in the browser.

mod browser;

use crate::common::{cores, on_interrupt, parse_threads, print};
use anyhow::{Context, Result};
use browser::open_page;
use clap::Args;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, mpsc};
use tengen::base::return_freed_memory;
use tengen_arena::limits::parse_memory;
use tengen_board::BoardDatabase;
use tengen_board::pool::{MIN_TABLE, POOL_BYTES};
use tengen_server::{Options, Server};

/// Default port, fixed so that bookmarks remain valid.
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
    /// Memory of the tables of all searches together: 512M, 4G; 256M when it is left out. A search takes half of what is
    /// free, or what the page's Settings say
    #[arg(long, value_name = "SIZE", value_parser = parse_table_memory)]
    memory: Option<usize>,
    /// Show what this database (see `tengen db`) knows of the position and its moves
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// Allow comments and labels to be written into the database; it is created when missing
    #[arg(long, requires = "database")]
    edit: bool,
}

/// Runs the server until Ctrl-C.
pub fn run(args: &BoardArgs) -> Result<()> {
    let (sender, interrupted) = mpsc::channel();
    on_interrupt(move || {
        // Fails only if the program is already ending.
        let _ = sender.send(());
    })?;
    return_freed_memory();
    let threads = args.threads.unwrap_or_else(cores);
    let database = args.database.as_ref().map(|path| BoardDatabase::open(path, args.edit)).transpose()?.map(Arc::new);
    let memory = args.memory.unwrap_or(POOL_BYTES);
    let start = |port| Server::start(&Options { port, threads, memory, database: database.clone() });
    let server = match args.port {
        Some(port) => {
            start(port).with_context(|| format!("--port {port}: choose another one, or leave it out for a free one"))?
        }
        None => match start(DEFAULT_PORT) {
            Err(error) if is_port_taken(&error) => start(0)?,
            started => started.context("--port chooses another port")?,
        },
    };
    // The server closes the database at its end.
    drop(database);
    let address = server.address();
    print(&format!("{address}\nThe board is at this address until Ctrl-C.\n"))?;
    if args.port.is_none() && server.port() != DEFAULT_PORT {
        print(&format!(
            "Port {DEFAULT_PORT} is in use, perhaps by another board: games kept there are not shown here. Close that one, or \
             always start with the same --port.\n"
        ))?;
    }
    let opened = (!args.no_open).then(|| open_page(&address));
    if opened.as_ref().is_some_and(Result::is_err) {
        print("No browser could be opened: open the address yourself.\n")?;
    }
    interrupted.recv().context("cannot wait for Ctrl-C")
}

/// Whether a server did not start because its port is in use; Windows denies a port that is reserved.
fn is_port_taken(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    matches!(kind, Some(io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied))
}

/// Parses a size such as `512M`. A size below the smallest table is an error: most likely its unit is missing.
fn parse_table_memory(text: &str) -> Result<usize, String> {
    let bytes =
        usize::try_from(parse_memory(text)?).map_err(|_| format!("'{text}' is more than this machine can have"))?;
    if bytes < MIN_TABLE {
        return Err(format!("'{text}': expected at least 16M, such as 512M or 4G"));
    }
    match machine_memory() {
        Some(most) if bytes as u64 > most => {
            Err(format!("'{text}' is more than this machine has, which is {}M", most >> 20))
        }
        _ => Ok(bytes),
    }
}

/// Memory of the machine in bytes, or of the container if that has less; `None` if the system does not report it.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let kibibytes = text.lines().find_map(|line| line.strip_prefix("MemTotal:")?.trim().strip_suffix("kB"))?;
    let machine = kibibytes.trim().parse::<u64>().ok()? << 10;
    let container = std::fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let container = container.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(u64::MAX);
    Some(machine.min(container))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_the_tables_has_a_unit() {
        assert_eq!(parse_table_memory("128M"), Ok(128 << 20));
        assert_eq!(parse_table_memory("16M"), Ok(16 << 20));
        for text in ["4096", "0", "15M", "much"] {
            assert!(parse_table_memory(text).is_err(), "{text}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn more_memory_than_the_machine_has_is_refused() {
        let most = machine_memory().unwrap() >> 20;
        assert_eq!(parse_table_memory(&format!("{most}M")), Ok((most as usize) << 20));
        for text in [format!("{}M", most + 1), "1000000G".into()] {
            let refused = parse_table_memory(&text).unwrap_err();
            assert!(refused.contains(&format!("{most}M")), "{refused}");
        }
    }
}
