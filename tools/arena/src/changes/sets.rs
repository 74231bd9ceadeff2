//! Sets of games between random halves of the changes, and the file that stores them.

use crate::run_file::RunFile;
use crate::tournament::pairing::Wdl;
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::path::Path;
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

/// Opens or creates the file of a test: its conditions in the first line, then one line per set. Returns the sets that it
/// has; one torn by a power cut is removed, and played again. Fails when the file cannot be used, another program is
/// writing to it, or its conditions differ.
pub fn open_sets(path: &Path, conditions: &str) -> Result<(RunFile, Vec<SetResult>)> {
    let (mut log, bytes) = RunFile::open(path)?;
    let lines = log.lines_after(conditions, &bytes, ": games of another test; give the new one another --log")?;
    let parse = |line: &String| serde_json::from_str(line).with_context(|| format!("{}: '{line}'", path.display()));
    let sets = lines.iter().map(parse).collect::<Result<_>>()?;
    Ok((log, sets))
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
        let open = |conditions| open_sets(&path, conditions);
        let refusal = |conditions| open(conditions).err().unwrap().to_string();
        let add = |log: &mut RunFile, set| log.add_line(&serde_json::to_string(set).unwrap()).unwrap();
        fs::write(&path, "ca\0\0").unwrap();
        let (mut log, kept) = open("caro\n").unwrap();
        assert_eq!(kept, []);
        assert!(refusal("caro\n").contains("another program is writing"));
        all[..2].iter().for_each(|set| add(&mut log, set));
        log.append(b"{\"first_has\":[tr\0\0").unwrap();
        drop(log);
        let (mut log, kept) = open("caro\n").unwrap();
        assert_eq!(kept, all[..2]);
        all[2..].iter().for_each(|set| add(&mut log, set));
        drop(log);
        assert_eq!(open("caro\n").unwrap().1, all);
        assert!(refusal("renju\n").contains("games of another test"));
        fs::remove_file(&path).unwrap();
    }
}
