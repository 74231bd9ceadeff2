//! Tools are killed at random moments without cleaning up, or their disk becomes full: the same call continues, with
//! the result of an uninterrupted run. `TENGEN_CASES=20` kills each tool a hundred times.
#![cfg(unix)]
#![allow(missing_docs)]

#[path = "../command/mod.rs"]
mod command;
#[path = "../../../../tests/common/mod.rs"]
mod common;
mod databases;
mod learning;
mod matches;

use command::printed_in;
use common::folder::Folder;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tengen::base::SplitMix64;

/// Number of kills per tool in a usual run.
const KILLS: usize = 5;
/// Most kills of one run before it may finish.
const IN_ONE_WORK: usize = 5;

/// A call to interrupt, and the files that it reads.
struct Work<'a> {
    name: &'a str,
    arguments: &'a [&'a str],
    /// Puts the files that the call reads into a folder.
    prepare: &'a dyn Fn(&Path),
    /// The content that must be the same after the call has finished.
    result: &'a dyn Fn(&Path) -> String,
    /// Checks the files that must be complete, old or new, or missing after every kill.
    whole: &'a dyn Fn(&Path),
}

impl Work<'_> {
    fn command(&self, folder: &Path) -> Command {
        let mut command = command::tengen(self.arguments);
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null());
        command
    }

    fn to_the_end(&self, folder: &Path) {
        let output = self.command(folder).output().unwrap();
        assert!(output.status.success(), "{}: {}", self.name, String::from_utf8_lossy(&output.stderr));
    }

    /// Starts the call and kills it at a moment. Returns whether it was still running.
    fn kill_at(&self, folder: &Path, moment: Moment) -> bool {
        let mut child = match moment {
            Moment::FullDisk(room) => return self.with_full_disk(folder, room),
            _ => self.command(folder).stderr(Stdio::piped()).spawn().unwrap(),
        };
        match moment {
            Moment::FullDisk(_) => {}
            Moment::Time(time) => std::thread::sleep(time),
            Moment::Change(number) => {
                let (mut seen, mut changes) = (files(folder), 0);
                while changes < number && child.try_wait().unwrap().is_none() {
                    let now = files(folder);
                    changes += usize::from(now != seen);
                    seen = now;
                }
            }
        }
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code().is_none_or(|code| code == 0), "{}: {said}", self.name);
        output.status.code().is_none()
    }

    /// Runs the call with its files on a disk with this much free space in KB. Returns whether that was too little.
    fn with_full_disk(&self, folder: &Path, room: usize) -> bool {
        let disk = folder.with_extension("disk");
        fs::create_dir_all(&disk).unwrap();
        let call = format!("exec \"$@\" 2>{}", folder.with_extension("said").display());
        let script = format!(
            "set -e; mount -t tmpfs -o size=50m none {disk}; cp -a {folder}/. {disk}
             used=$(du -sk {disk} | cut -f1); mount -o remount,size=$((used + {room}))k {disk}
             code=0; (cd {disk}; {call}) || code=$?; rm -rf {folder}; mkdir {folder}; cp -a {disk}/. {folder}; exit $code",
            disk = disk.display(),
            folder = folder.display(),
        );
        let mut on_disk = Command::new("unshare");
        on_disk.args(["-rm", "sh", "-c", &script, "sh", env!("CARGO_BIN_EXE_tengen")]).args(self.arguments);
        let status = on_disk.env("LC_ALL", "C").stdin(Stdio::null()).stdout(Stdio::null()).status().unwrap();
        let said = fs::read_to_string(folder.with_extension("said")).unwrap();
        let is_clear = status.success() || status.code() == Some(3) && said.contains("No space left");
        assert!(is_clear, "{}: {room} KB left: {status}, {said}", self.name);
        !status.success()
    }

    fn assert_same_after_kills(&self) {
        let folder = Folder::new(&format!("interrupted-{}", self.name));
        let given = folder.file("given");
        fs::create_dir_all(&given).unwrap();
        (self.prepare)(&given);
        let place = |name: &str| {
            let place = folder.file(name);
            fs::create_dir_all(&place).unwrap();
            for name in names(&given) {
                fs::copy(given.join(&name), place.join(&name)).unwrap();
            }
            place
        };
        let whole = place("whole");
        let begin = Instant::now();
        self.to_the_end(&whole);
        let mut time = begin.elapsed();
        let expected = (self.result)(&whole);
        let wanted = KILLS * common::times();
        // Only where the test can mount a disk in its own namespace.
        let small_disk = ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"];
        let has_small_disks = Command::new("unshare").args(small_disk).status().is_ok_and(|status| status.success());
        let (mut kills, mut disks, mut rng) = (0, 0, SplitMix64::new(wanted as u64 ^ time.as_nanos() as u64));
        for round in 0.. {
            assert!(round < 4 * wanted, "{}: it ends before it is killed", self.name);
            let killed = place("killed");
            for call in 0..IN_ONE_WORK {
                // Short times are more likely, as much happens at the beginning.
                let share = rng.below(1000) as f64 / 1000.0;
                let moment = match rng.below(if has_small_disks { 3 } else { 2 }) {
                    0 => Moment::Time(time.mul_f64(share * share * 0.8)),
                    1 => Moment::Change(1 + rng.below(6)),
                    _ => Moment::FullDisk(4 * rng.below(20)),
                };
                let is_killed = self.kill_at(&killed, moment);
                (self.whole)(&killed);
                if !is_killed {
                    // The whole run took less time: the measured call was slowed down by other load.
                    if let (0, Moment::Time(enough)) = (call, moment) {
                        time = enough;
                    }
                    break;
                }
                kills += 1;
                disks += usize::from(matches!(moment, Moment::FullDisk(_)));
            }
            self.to_the_end(&killed);
            let result = (self.result)(&killed);
            assert!(result == expected, "{}: {} instead of {}", self.name, short(&result), short(&expected));
            fs::remove_dir_all(&killed).unwrap();
            if kills >= wanted {
                break;
            }
        }
        eprintln!("{}: interrupted {kills} times, {disks} of them by a full disk; {time:.2?} without", self.name);
    }
}

/// Moment at which a call is killed.
#[derive(Clone, Copy)]
enum Moment {
    /// After this time.
    Time(Duration),
    /// At this change of its files, between two steps of writing.
    Change(usize),
    /// Never; the disk has this much free space in KB.
    FullDisk(usize),
}

/// Names, lengths and times of the files in a folder.
fn files(folder: &Path) -> Vec<(String, u64, Option<std::time::SystemTime>)> {
    let entry = |entry: fs::DirEntry| {
        let file = entry.metadata().ok()?;
        Some((entry.file_name().into_string().ok()?, file.len(), file.modified().ok()))
    };
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().filter_map(|found| entry(found.ok()?)).collect();
    files.sort();
    files
}

fn short(text: &str) -> &str {
    text.get(..2000).unwrap_or(text)
}

/// No check between two kills.
fn anything(_: &Path) {}

/// Runs a call without interruption, and returns its output.
fn tengen(folder: &Path, arguments: &[&str]) -> String {
    printed_in(folder, arguments, "")
}

/// The bytes of a file, as text that can be compared and displayed.
fn bytes(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// The names of the files in a folder, without temporary files that a kill left.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.retain(|name| !name.starts_with(".tengen-"));
    names.sort();
    names
}

/// Makes self-play games for a test, once in its folder.
fn make_games(folder: &Path, name: &str, count: &str, seed: &str) {
    let call = ["selfplay", "--nodes", "20", "--games", count, "--seed", seed, "--out", name];
    tengen(folder, &call);
}
