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
