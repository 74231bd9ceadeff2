//! The child process of an engine, with pipes and a reader thread. It is always reaped.

use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// A child process with which lines are exchanged.
pub struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

/// Why reading a line failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoLine {
    /// The deadline has passed.
    Silent,
    /// The process has closed its output.
    Dead,
}

/// Capacity of the queue of unread lines; a process that prints more is blocked.
const QUEUE: usize = 4096;
/// Length in bytes at which a line is cut; its rest is skipped.
const LONGEST_LINE: u64 = 1 << 16;
/// Time for an engine to exit after `END` before it is killed.
const TIME_TO_LEAVE: Duration = Duration::from_millis(500);
/// Windows' flag for a process that Ctrl-C at its console does not stop.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

impl EngineProcess {
    /// Starts a command line: words separated by blanks, with single or double quotes around words that contain blanks.
    ///
    /// With a `guard`, that program is run with the arguments `guard` and the command, and then becomes the command.
    /// Fails when the command is empty or cannot be started.
    pub fn start(command_line: &str, guard: Option<&Path>) -> Result<Self> {
        let words = split_words(command_line);
        let (program, arguments) = words.split_first().context("the engine has no command")?;
        let mut command = match guard {
            Some(guard) => {
                let mut command = Command::new(guard);
                command.args(["guard", "--", program]);
                command
            }
            None => Command::new(program),
        };
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)]
        // A separate process group, because Ctrl-C at the terminal is meant for the runner.
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        // Ctrl-C at the shared console is meant for the runner.
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let mut child = command.spawn().with_context(|| format!("cannot start '{program}'"))?;
        let output = child.stdout.take().context("no pipe")?;
        let (sender, lines) = sync_channel(QUEUE);
        thread::spawn(move || read_lines(output, &sender));
        Ok(Self { input: child.stdin.take(), child, lines })
    }

    /// Sends one line; does nothing when the process has ended.
    pub fn send(&mut self, line: &str) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(format!("{line}\r\n").as_bytes()).and_then(|()| input.flush());
        }
    }

    /// The next line, trimmed. Fails when none arrives before `deadline`, or the output is closed.
    pub fn line(&self, deadline: Instant) -> Result<String, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Silent,
            RecvTimeoutError::Disconnected => NoLine::Dead,
        })
    }

    /// A line that has already arrived, if there is one.
    pub fn waiting_line(&self) -> Option<String> {
        self.lines.try_recv().ok()
    }

    /// Suspends or continues the process and its children, as the tournament's judge does.
    #[cfg(unix)]
    pub fn suspend(&self, suspended: bool) {
        use rustix::process::Signal;
        self.signal_group(if suspended { Signal::STOP } else { Signal::CONT });
    }

    /// Sends a signal to the process group, because an engine's command may be a script with the engine as a child.
    #[cfg(unix)]
    fn signal_group(&self, signal: rustix::process::Signal) {
        use rustix::process::{Pid, kill_process_group};
        if let Some(group) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) {
            // The process may have ended already, which the missing answer will show.
            let _ = kill_process_group(group, signal);
        }
    }

    /// Suspending is not supported on this system.
    #[cfg(not(unix))]
    pub fn suspend(&self, _suspended: bool) {}

    /// Private memory of this process in bytes, if the system reports it (Linux).
    pub fn unique_set_size(&self) -> Option<u64> {
        let text = std::fs::read_to_string(format!("/proc/{}/smaps_rollup", self.child.id())).ok()?;
        let kilobytes = text
            .lines()
            .filter(|line| line.starts_with("Private_"))
            .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok())
            .sum::<u64>();
        Some(kilobytes << 10)
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.suspend(false);
        self.send("END");
        self.input = None;
        let deadline = Instant::now() + TIME_TO_LEAVE;
        while Instant::now() < deadline && !matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
            thread::sleep(Duration::from_millis(2));
        }
        #[cfg(unix)]
        self.signal_group(rustix::process::Signal::KILL);
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_lines(output: impl Read, sender: &SyncSender<String>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        match output.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(length) => {
                let is_cut = length as u64 == LONGEST_LINE && !line.ends_with(b"\n");
                if is_cut && output.skip_until(b'\n').is_err() {
                    return;
                }
            }
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if !text.is_empty() && sender.send(text).is_err() {
            return;
        }
    }
}

/// Checks that the program of a command line exists and may be executed, before it is started. Fails when the command
/// is empty or its program cannot be executed.
pub fn check_program(command_line: &str) -> Result<()> {
    let words = split_words(command_line);
    let program = words.first().context("the engine has no command")?;
    ensure!(can_start(program), "cannot start '{program}': expected a file that may be executed, or a program in PATH");
    Ok(())
}

/// Whether the system finds the program: at its path, or in a folder of PATH if its name has no slash.
#[cfg(unix)]
fn can_start(program: &str) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let may_run =
        |path: &Path| path.metadata().is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0);
    if program.contains('/') {
        return may_run(Path::new(program));
    }
    let folders = std::env::var_os("PATH").unwrap_or_else(|| "/bin:/usr/bin".into());
    std::env::split_paths(&folders).any(|folder| may_run(&folder.join(program)))
}

/// Always true: Windows searches more places and adds extensions, so only the first game shows it.
#[cfg(not(unix))]
fn can_start(_program: &str) -> bool {
    true
}

/// Words separated by blanks; quotes keep blanks together. A backslash is an ordinary character, because Windows' paths
/// contain it; a shell's rules, such as those of the crate shlex, would read it as an escape.
pub(crate) fn split_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_long_line_is_no_line() {
        let (sender, lines) = sync_channel(QUEUE);
        for rest in ["", "7", "14,14", "14,14\r"] {
            let long = "x".repeat(LONGEST_LINE as usize);
            read_lines(format!("{long}{rest}\n7,7\n{long}{rest}").as_bytes(), &sender);
            assert_eq!(lines.try_iter().collect::<Vec<_>>(), [&long, "7,7", &long], "{rest:?}");
        }
    }

    #[test]
    fn quotes_keep_words_together() {
        assert_eq!(split_words("a 'b c' \"d e\"f  g"), ["a", "b c", "d ef", "g"]);
        assert_eq!(split_words("  "), [""; 0]);
        assert_eq!(split_words("x ''"), ["x", ""]);
    }
}
