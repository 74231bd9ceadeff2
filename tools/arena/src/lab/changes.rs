//! Many changes tested at once. In each set of games a random half of the changes plays against the other half, so that
//! every game says something of every change: as much as in a match of its own, where the effects add up (factorial
//! experiments: Fisher 1935; here with random halves).

use super::growing_file;
use crate::tournament::pairing::Wdl;
use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use tengen::base::SplitMix64;

/// Games of a set, of which the first color and the openings are those of a match.
pub const GAMES_OF_SET: usize = 8;

/// The games of a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetResult {
    /// For each change, in the order of their names, whether the first engine has it; the second one has the others.
    pub first_has: Vec<bool>,
    /// The games as the first engine counts them.
    pub games: Wdl,
}

/// Which of the changes the first engine of a set has: each one with a chance of a half.
pub fn half(changes: usize, seed: u64, set: usize) -> Vec<bool> {
    let mut random = SplitMix64::new(SplitMix64::new(seed ^ (set as u64) << 24).next());
    (0..changes).map(|_| random.next() >> 63 == 1).collect()
}

/// The sets that a file keeps; none when there is no file yet. Its first line says what is played.
///
/// # Errors
/// When the file cannot be read or holds the games of another test.
pub fn read(path: &Path, conditions: &str) -> Result<Vec<SetResult>> {
    let (first, sets) = read_any(path)?;
    let is_same = first.is_empty() || first == conditions;
    ensure!(is_same, "{}: games of another test; give the new one another name", path.display());
    Ok(sets)
}

/// What is played, and the sets; nothing when there is no file yet.
///
/// # Errors
/// When the file cannot be read.
pub fn read_any(path: &Path) -> Result<(String, Vec<SetResult>)> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        text => text.with_context(|| format!("cannot read {}", path.display()))?,
    };
    let (first, rest) = text.split_once('\n').unwrap_or_default();
    // A line that a power cut has torn is none, and its set is played again.
    let whole = rest.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
    Ok((first.to_owned(), whole.filter_map(|line| serde_json::from_str(line).ok()).collect()))
}

/// Adds a set to the file, after the conditions in a new one.
///
/// # Errors
/// When the file cannot be written.
pub fn add(path: &Path, conditions: &str, set: &SetResult) -> Result<()> {
    growing_file::append(path, &format!("{conditions}\n"), &serde_json::to_string(set)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    /// Sets of games that were won by chance.
    fn sets(count: usize) -> Vec<SetResult> {
        let games = |set| Wdl { wins: set, draws: 1, losses: GAMES_OF_SET as u64 - 1 - set };
        (0..count).map(|set| SetResult { first_has: half(3, 3, set), games: games(set as u64) }).collect()
    }

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
        let _ = fs::remove_file(&path);
        assert_eq!(read(&path, "caro").unwrap(), []);
        let all = sets(4);
        fs::write(&path, "ca").unwrap();
        all[..2].iter().for_each(|set| add(&path, "caro", set).unwrap());
        fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"first_has\":[tr").unwrap();
        assert_eq!(read(&path, "caro").unwrap(), all[..2]);
        all[2..].iter().for_each(|set| add(&path, "caro", set).unwrap());
        assert_eq!(read(&path, "caro").unwrap(), all);
        assert!(read(&path, "renju").unwrap_err().to_string().contains("games of another test"));
        fs::remove_file(&path).unwrap();
    }
}
