//! `tengen guard`: starts the engines of `tengen match` and `tengen tune`.

#[cfg(not(unix))]
use anyhow::ensure;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that starts engines as `guard`: this program, by a link that stays valid if its file is replaced or
/// removed. The new process, a copy of this one until it becomes the guard, resolves the link.
pub fn program() -> Option<PathBuf> {
    let this = Path::new("/proc/self/exe");
    (cfg!(target_os = "linux") && this.exists()).then(|| this.to_owned())
}

/// Replaces this process by `command`, which is killed when the process that started this one ends in any way.
pub fn run(command: &[String]) -> Result<()> {
    let (program, arguments) = command.split_first().context("guard: expected a command")?;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, set_parent_process_death_signal};
        set_parent_process_death_signal(Some(Signal::KILL)).context("guard")?;
    }
    #[cfg(unix)]
    {
        let error = std::os::unix::process::CommandExt::exec(Command::new(program).args(arguments));
        Err(error).with_context(|| format!("cannot start '{program}'"))
    }
    #[cfg(not(unix))]
    {
        let status =
            Command::new(program).args(arguments).status().with_context(|| format!("cannot start '{program}'"))?;
        ensure!(status.success(), "'{program}' failed");
        Ok(())
    }
}
