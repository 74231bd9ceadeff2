//! Shards of a run, one for each job of an array.

/// Number of a shard, from 0, and number of shards.
pub type Shard = (usize, usize);

/// The shard of a run that is not divided.
pub const WHOLE: Shard = (0, 1);

/// Reads the text of a shard: `2/4` is shard 1 (from 0) of 4. Fails if the text is not K/N with 1 <= K <= N.
pub fn parse_shard(text: &str) -> Result<Shard, String> {
    let parse = || {
        let (k, n) = text.split_once('/')?;
        let (k, n): (usize, usize) = (k.parse().ok()?, n.parse().ok()?);
        (1..=n).contains(&k).then(|| (k - 1, n))
    };
    parse().ok_or_else(|| format!("'{text}' is not a part such as 2/4"))
}

/// Number of a run's tasks in a shard, which has every `n`-th task beginning with its own number.
pub fn share((number, parts): Shard, tasks: usize) -> usize {
    tasks.saturating_sub(number).div_ceil(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_every_task_once() {
        assert_eq!(parse_shard("2/4"), Ok((1, 4)));
        for wrong in ["", "2", "0/4", "5/4", "a/4", "2/4/6"] {
            assert!(parse_shard(wrong).is_err(), "{wrong}");
        }
        for (tasks, parts) in [(0, 1), (0, 3), (1, 4), (7, 3), (12, 4)] {
            let mut all: Vec<usize> =
                (0..parts).flat_map(|k| (0..share((k, parts), tasks)).map(move |i| k + i * parts)).collect();
            all.sort_unstable();
            assert_eq!(all, (0..tasks).collect::<Vec<_>>());
        }
    }
}
