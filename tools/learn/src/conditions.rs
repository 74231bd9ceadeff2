//! The conditions that all games of a file share, and the file's first line, which states them.

use anyhow::{Context, Result, bail, ensure};
use std::fmt;
use std::str::FromStr;
use tengen::base::{BoardSize, Rule, SizeError, SplitMix64};
use tengen_arena::shard::{Shard, WHOLE, parse_shard};

/// The newest format.
pub const FORMAT: u32 = 3;

/// Error for a file that holds no games of self-play.
const NOT_GAMES: &str = "not a file of games";

/// Board sizes of a file's games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sizes {
    /// All games on boards of one size.
    One(BoardSize),
    /// A size drawn for each game. Freestyle: 3 of 5 games on 20x20, 2 on 15x15. Other rules: 15x15, but one game of
    /// ten on a square board of 12 to 20.
    Mixed,
}

/// Conditions that all games of a file share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Rule of play.
    pub rule: Rule,
    /// Board sizes.
    pub sizes: Sizes,
    /// Nodes of each search, on average.
    pub nodes: u64,
    /// Seed of the run; the same seed gives the same games.
    pub seed: u64,
    /// Shard of the run: game `i` of shard `k` of `n` is game `k + i * n` of the whole run.
    pub shard: Shard,
    /// Nodes of the searches that gave the games new scores later, if any.
    pub relabeled: Option<u64>,
    /// Whether each record is a position that a search evaluated, not a game; see [`super::leaves`].
    pub leaves: bool,
    /// Whether the games are an exam, whose openings are reserved for exams.
    pub exam: bool,
}

impl Sizes {
    /// Draws the board of the next game; it depends only on the state of `random`.
    pub fn draw(self, rule: Rule, random: &mut SplitMix64) -> BoardSize {
        let side = match (self, rule) {
            (Sizes::One(size), _) => return size,
            (Sizes::Mixed, Rule::Freestyle) if random.below(5) < 3 => 20,
            (Sizes::Mixed, Rule::Freestyle) => 15,
            (Sizes::Mixed, _) if random.below(10) == 0 => 12 + random.below(9),
            (Sizes::Mixed, _) => 15,
        };
        BoardSize::square(side).unwrap_or_else(|_| unreachable!("sides of 12 to 20 are allowed"))
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sizes::One(size) => write!(f, "{size}"),
            Sizes::Mixed => f.write_str("mixed"),
        }
    }
}

impl FromStr for Sizes {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        if text == "mixed" {
            return Ok(Sizes::Mixed);
        }
        match text.parse() {
            Err(SizeError::NotASize(_)) => bail!("'{text}' is neither a board size such as 15 or 20x10 nor 'mixed'"),
            size => Ok(Sizes::One(size?)),
        }
    }
}

impl Conditions {
    /// Conditions of a whole run of games for training.
    pub fn new(rule: Rule, sizes: Sizes, nodes: u64, seed: u64) -> Self {
        Self { rule, sizes, nodes, seed, shard: WHOLE, relabeled: None, leaves: false, exam: false }
    }

    /// The file's first line; `weights` is the fingerprint of the weights that played or gave the new scores.
    pub fn header(&self, weights: &str) -> String {
        let Self { rule, sizes, nodes, seed, shard, relabeled, leaves, exam } = self;
        let exam = if *exam { " exam" } else { "" };
        let leaves = if *leaves { " leaves" } else { "" };
        let part = if *shard == WHOLE { String::new() } else { format!(" shard {}/{}", shard.0 + 1, shard.1) };
        let new = relabeled.map_or_else(String::new, |nodes| format!(" relabeled {nodes}"));
        let played = format!("rule {rule} size {sizes} nodes {nodes} seed {seed} weights {weights}");
        format!("tengen-games {FORMAT} {played}{exam}{leaves}{part}{new}\n")
    }

    /// Reads the format, the conditions and the fingerprint of the weights.
    pub(super) fn parse(line: &str) -> Result<(u32, Self, Option<String>)> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let ["tengen-games", format, "rule", rule, "size", sizes, "nodes", nodes, "seed", seed, ref last @ ..] =
            words[..]
        else {
            bail!(NOT_GAMES)
        };
        let format = format.parse()?;
        ensure!((1..=FORMAT).contains(&format), "unknown format {format}, expected 1 to {FORMAT}");
        let (mut weights, mut exam, mut leaves, mut shard, mut relabeled) = (None, false, false, WHOLE, None);
        let mut rest = last.iter();
        while let Some(&word) = rest.next() {
            let mut value = || rest.next().context(NOT_GAMES);
            match word {
                "weights" => weights = Some((*value()?).to_owned()),
                "exam" => exam = true,
                "leaves" => leaves = true,
                "shard" => shard = parse_shard(value()?).map_err(anyhow::Error::msg)?,
                "relabeled" => relabeled = Some(value()?.parse()?),
                _ => bail!(NOT_GAMES),
            }
        }
        let conditions = Self {
            rule: rule.parse().map_err(anyhow::Error::msg)?,
            sizes: sizes.parse()?,
            nodes: nodes.parse()?,
            seed: seed.parse()?,
            shard,
            relabeled,
            leaves,
            exam,
        };
        let is_of_format = if format == 1 { conditions.sizes != Sizes::Mixed } else { format < 3 || weights.is_some() };
        ensure!(is_of_format, NOT_GAMES);
        Ok((format, conditions, weights))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read_as_they_are_written() {
        let sizes = Sizes::One(BoardSize::square(20).unwrap());
        let plain = Conditions::new(Rule::Freestyle, sizes, 9, 1);
        for (exam, leaves) in [(false, false), (true, false), (false, true), (true, true)] {
            for (shard, relabeled) in [(WHOLE, None), ((1, 4), None), (WHOLE, Some(70))] {
                let conditions = Conditions { shard, relabeled, leaves, exam, ..plain };
                let line = conditions.header("abc");
                assert_eq!(Conditions::parse(&line).unwrap(), (FORMAT, conditions, Some("abc".to_owned())), "{line}");
            }
        }
        let exam = Conditions { exam: true, ..plain }.header("abc");
        assert_eq!(exam, "tengen-games 3 rule freestyle size 20x20 nodes 9 seed 1 weights abc exam\n");
        // Joined with others, such a file could not be read again.
        for without in ["weights abc ", " weights abc exam"] {
            assert!(Conditions::parse(&exam.replace(without, "")).is_err(), "{without}");
        }
    }

    #[test]
    fn mixed_sizes_are_drawn_in_their_shares() {
        let mut random = SplitMix64::new(1);
        let mut share = |rule, side| {
            let is = |_: &usize| Sizes::Mixed.draw(rule, &mut random) == BoardSize::square(side).unwrap();
            (0..10_000).filter(is).count()
        };
        for (rule, side, least) in [(Rule::Freestyle, 20, 5_800), (Rule::Freestyle, 15, 3_800), (Rule::Caro, 15, 9_000)]
        {
            let count = share(rule, side);
            assert!((least..least + 400).contains(&count), "{rule} {side}: {count}");
        }
        assert!(share(Rule::Renju, 12) > 50);
    }
}
