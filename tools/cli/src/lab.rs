//! `tengen lab`: a queue of matches that goes on after any interruption.

use crate::common::{INTERRUPTED, on_interrupt, print, print_error};
use crate::guard;
use anyhow::{Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use tengen_arena::lab::{LabNews, LabStop, Laboratory};
use tengen_learn::train::today;

#[derive(Args)]
pub struct LabArgs {
    /// The queue: a TOML file with a table [[match]] for each match, and [defaults]
    queue: PathBuf,
    /// The table of results, to which a line is added when a match ends; what stands there is not played again
    #[arg(long, value_name = "FILE", default_value = "docs/log/lab.md")]
    results: PathBuf,
    /// Where builds and the logs of matches are kept
    #[arg(long, value_name = "DIR", default_value = "target/lab")]
    folder: PathBuf,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Print the matches with what is known of each instead of playing
    #[arg(long)]
    list: bool,
}

pub fn run(args: &LabArgs) -> Result<ExitCode> {
    let laboratory = Laboratory {
        queue: args.queue.clone(),
        results: args.results.clone(),
        folder: args.folder.clone(),
        concurrency: args.concurrency,
        guard: guard::program(),
        today,
    };
    if args.list {
        print(&laboratory.list()?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let bar = ProgressBar::new(0)
        .with_style(ProgressStyle::with_template("{prefix}: {pos}/{len} games, {elapsed} + {eta} to go  {msg}")?);
    let stop = Arc::new(LabStop::default());
    let (stopped, shown) = (Arc::clone(&stop), bar.clone());
    on_interrupt(move || {
        stopped.stop();
        shown.println(
            "Games that complete a pair are played to their end. Ctrl-C once more ends the laboratory at once.",
        );
    })?;
    yield_to_others()?;
    let mut told = Ok(());
    let wrong = laboratory.run(&stop, &mut |news| match news {
        LabNews::Build(commit) => bar.println(format!("building {commit}")),
        LabNews::Match(name) => {
            bar.set_prefix(name.to_owned());
            bar.reset();
        }
        LabNews::Games(progress) => {
            bar.set_length(progress.total as u64);
            bar.set_position(progress.done as u64);
            if let Some(estimate) = progress.report.pairings.first().and_then(|pairing| pairing.pairs.elo()) {
                bar.set_message(format!("Elo {estimate:.0}"));
            }
        }
        LabNews::Ended(line) => bar.suspend(|| told = print(&format!("{line}\n"))),
        LabNews::Wrong(what) => bar.suspend(|| print_error(&format!("left out: {what}"))),
    })?;
    bar.finish_and_clear();
    told?;
    ensure!(wrong == 0, "{wrong} of the matches cannot be played");
    Ok(if stop.is_stopped() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
}

/// Lets every other program have the processor first.
#[cfg(unix)]
fn yield_to_others() -> Result<()> {
    rustix::process::nice(LOWEST_PRIORITY)?;
    Ok(())
}

/// The largest number of `nice`.
#[cfg(unix)]
const LOWEST_PRIORITY: i32 = 19;

/// Priorities are left alone on this system.
#[cfg(not(unix))]
fn yield_to_others() -> Result<()> {
    Ok(())
}
