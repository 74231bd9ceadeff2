//! Joins the shards of a self-play run into the file that one run would have written.

use super::records::{Conditions, FORMAT, Games};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use tengen_arena::shard::{WHOLE, share};

/// Writes the games of all shards, in the order of the whole run, to a new file; returns them. Fails if a shard is
/// missing, given twice, damaged, incomplete or of another run; if the output file exists or cannot be written.
pub fn join(parts: &[PathBuf], out: &Path) -> Result<Games> {
    let mut read = Vec::with_capacity(parts.len());
    for path in parts {
        let (games, _) = Games::read(path)?;
        games.check().with_context(|| path.display().to_string())?;
        read.push((path, games));
    }
    read.sort_by_key(|(_, games)| games.conditions.shard.0);
    let whole = interleave(read)?;
    whole.create(out)?;
    Ok(whole)
}

fn interleave(parts: Vec<(&PathBuf, Games)>) -> Result<Games> {
    let (first_path, first) = parts.first().context("no parts to join")?;
    let (count, conditions, weights) = (first.conditions.shard.1, first.conditions, first.weights.clone());
    let total: usize = parts.iter().map(|(_, games)| games.records.len()).sum();
    for (number, (path, games)) in parts.iter().enumerate() {
        let name = path.display();
        let shard = games.conditions.shard;
        ensure!(games.format == FORMAT, "{name}: a part of an older format");
        ensure!(shard.1 == count, "{name} is one of {} parts, {} one of {count}", shard.1, first_path.display());
        ensure!(shard.0 >= number, "{name}: part {}/{count} is there twice", shard.0 + 1);
        ensure!(shard.0 == number, "part {}/{count} is missing", number + 1);
        let same = Conditions { shard, ..conditions };
        ensure!(games.conditions == same, "{name}: another run than {}", first_path.display());
        ensure!(games.weights == weights, "{name}: played by other weights than {}", first_path.display());
    }
    ensure!(parts.len() == count, "part {}/{count} is missing", parts.len() + 1);
    for (path, games) in &parts {
        let (has, shard) = (games.records.len(), games.conditions.shard);
        ensure!(
            has >= share(shard, total),
            "{}: {has} games, too few for a run of {total}: repeat the call that plays part {}/{count}",
            path.display(),
            shard.0 + 1
        );
    }
    let mut records: Vec<_> = parts.into_iter().map(|(_, games)| games.records.into_iter()).collect();
    let records = (0..total).filter_map(|number| records[number % count].next()).collect();
    let conditions = Conditions { shard: WHOLE, ..conditions };
    Ok(Games { conditions, weights, format: FORMAT, records })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::Sizes;
    use crate::selfplay::{SelfplayRun, play};
    use std::fs;
    use tengen::base::Rule;

    #[test]
    fn shards_are_joined_to_the_file_of_one_run_or_what_is_wrong_is_said() {
        let folder = std::env::temp_dir().join(format!("tengen-join-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let run = |name: &str, shard, games, seed| {
            let path = folder.join(name);
            let conditions = Conditions { shard, ..Conditions::new(Rule::Caro, Sizes::Mixed, 60, seed) };
            play(&SelfplayRun::of(&path, games), conditions, &mut |_| {}).map(|()| path)
        };
        let whole = run("whole", WHOLE, 10, 5).unwrap();
        let parts = [0, 1, 2, 3].map(|shard| run(&format!("{shard}"), (shard, 4), 10, 5).unwrap());
        assert_eq!(parts.each_ref().map(|part| Games::read(part).unwrap().0.records.len()), [3, 3, 2, 2]);
        let other = run("other", (2, 4), 1, 6).unwrap();
        let joined = folder.join("joined");
        let [one, two, three, four] = parts.each_ref();
        let refused = |parts: &[&PathBuf], why: &str| {
            let parts: Vec<PathBuf> = parts.iter().map(|&part| part.clone()).collect();
            let said = join(&parts, &joined).unwrap_err().to_string();
            assert!(said.contains(why), "{said}");
        };
        refused(&[one, two, four], "part 3/4 is missing");
        refused(&[one, two, three], "part 4/4 is missing");
        refused(&[one, two, two, four], "part 2/4 is there twice");
        refused(&[&whole, two], "is one of 4 parts");
        refused(&[one, two, &other, four], "another run");
        assert!(run("2", (1, 4), 10, 5).unwrap_err().to_string().contains("games of other conditions"));
        // A shard that was cut in its second game goes on.
        let bytes = fs::read(two).unwrap();
        fs::write(two, &bytes[..bytes.len() / 2]).unwrap();
        refused(&[one, two, three, four], "repeat the call that plays part 2/4");
        run("1", (1, 4), 10, 5).unwrap();
        assert!(fs::read(two).unwrap() == bytes);
        // The order of the files does not matter, and a file that exists is not overwritten.
        join(&[three, one, four, two].map(PathBuf::clone), &joined).unwrap();
        assert!(fs::read(&joined).unwrap() == fs::read(&whole).unwrap());
        refused(&[one, two, three, four], "cannot write");
        // Joined files go on as one run.
        run("joined", WHOLE, 11, 5).unwrap();
        assert!(fs::read(&joined).unwrap().starts_with(&fs::read(&whole).unwrap()));
        fs::remove_dir_all(&folder).unwrap();
    }
}
