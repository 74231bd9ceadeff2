//! Sets of games between random halves of the changes, and the file that stores them.

use crate::lock;
use crate::tournament::pairing::Wdl;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tengen::base::SplitMix64;

/// Number of games of a set. Colors and openings follow the rules of a match.
pub const GAMES_OF_SET: usize = 8;

/// Result of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetResult {
    /// For each change, whether the first engine has it; otherwise the second one has it.
    pub first_has: Vec<bool>,
    /// Results of the games for the first engine.
    pub games: Wdl,
}

/// The changes that the first engine of a set has, each with probability 1/2.
pub fn half(changes: usize, seed: u64, set: usize) -> Vec<bool> {
    let mut random = SplitMix64::new(SplitMix64::new(seed ^ (set as u64) << 24).next());
    (0..changes).map(|_| random.next() >> 63 == 1).collect()
}

/// The file of a test: its conditions in the first line, then one line per set.
pub struct SetLog {
    path: PathBuf,
    file: File,
    /// The sets that the file already had.
    pub kept: Vec<SetResult>,
}

impl SetLog {
    /// Opens or creates a file. A line torn by a power cut is removed, and its set is played again. Fails when the file
    /// cannot be used, another program is writing to it, or its conditions differ.
    pub fn open(path: &Path, conditions: &str) -> Result<Self> {
        let cannot_use = || format!("cannot use {}", path.display());
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).with_context(cannot_use)?;
        let bytes = lock::hold(&mut file, path)?;
        let text = std::str::from_utf8(lock::without_zeros(&bytes)).with_context(cannot_use)?;
        ensure!(
            text.starts_with(conditions) || conditions.starts_with(text),
            "{}: games of another test; give the new one another --log",
            path.display()
        );
        let mut log = Self { path: path.to_owned(), file, kept: Vec::new() };
        let Some(sets) = text.strip_prefix(conditions) else {
            log.file.set_len(0).with_context(cannot_use)?;
            log.write(conditions)?;
            return Ok(log);
        };
        let mut whole = conditions.len();
        for line in sets.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            log.kept
                .push(serde_json::from_str(line).with_context(|| format!("{}: '{}'", path.display(), line.trim()))?);
            whole += line.len();
        }
        log.file.set_len(whole as u64).with_context(cannot_use)?;
        Ok(log)
    }

    /// Appends a set. Fails when the file cannot be written.
    pub fn add(&mut self, set: &SetResult) -> Result<()> {
        self.write(&format!("{}\n", serde_json::to_string(set)?))
    }

    fn write(&mut self, text: &str) -> Result<()> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn halves_differ_from_set_to_set_and_are_the_same_again() {
        let halves: Vec<_> = (0..200).map(|set| half(40, 1, set)).collect();
        assert!(halves.iter().enumerate().all(|(set, half_of_set)| *half_of_set == half(40, 1, set)));
        assert!(halves.windows(2).all(|two| two[0] != two[1]) && halves[0] != half(40, 2, 0));
        for change in 0..40 {
            let first = halves.iter().filter(|half| half[change]).count();
            assert!((65..=135).contains(&first), "change {change} was with the first engine in {first} of 200");
        }
    }

    #[test]
    fn a_file_keeps_the_sets_and_a_torn_line_is_none() {
        let path = std::env::temp_dir().join(format!("tengen-changes-{}", std::process::id()));
        let games = |wins| Wdl { wins, draws: 1, losses: GAMES_OF_SET as u64 - 1 - wins };
        let all: Vec<SetResult> =
            (0..4).map(|set| SetResult { first_has: half(3, 3, set), games: games(set as u64) }).collect();
        fs::write(&path, "ca\0\0").unwrap();
        let mut log = SetLog::open(&path, "caro\n").unwrap();
        assert_eq!(log.kept, []);
        assert!(SetLog::open(&path, "caro\n").err().unwrap().to_string().contains("another program is writing"));
        all[..2].iter().for_each(|set| log.add(set).unwrap());
        log.write("{\"first_has\":[tr\0\0").unwrap();
        drop(log);
        let mut log = SetLog::open(&path, "caro\n").unwrap();
        assert_eq!(log.kept, all[..2]);
        all[2..].iter().for_each(|set| log.add(set).unwrap());
        drop(log);
        assert_eq!(SetLog::open(&path, "caro\n").unwrap().kept, all);
        assert!(SetLog::open(&path, "renju\n").err().unwrap().to_string().contains("games of another test"));
        fs::remove_file(&path).unwrap();
    }
}
