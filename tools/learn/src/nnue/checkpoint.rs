//! File format of a training's state between two epochs.

use super::recipe::NnueRecipe;
use crate::loss::Losses;
use crate::optimizer::Adam;
use crate::records::{Games, Record};
use crate::training::Checkpoint;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::Path;
use tengen::base::SplitMix64;
use tengen_game::whole_file;

/// Identity of a training.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The [`fingerprint`] of the training games.
    pub games: u64,
    pub recipe: NnueRecipe,
    /// [`Weights::fingerprint`](tengen::eval::Weights::fingerprint) of the initial weights.
    pub from: String,
}

/// Hash of the games' moves, scores and results, in order.
pub fn fingerprint(games: &[Games]) -> u64 {
    let add = |sum: u64, number: u64| SplitMix64::new(sum ^ number).next();
    games.iter().fold(0, |sum, games| {
        // A game's number in its file decides whether it is held out, so the files' lengths matter.
        let sum = add(sum, games.records.len() as u64);
        games.records.iter().flat_map(Record::to_bytes).fold(sum, |sum, byte| add(sum, byte.into()))
    })
}

impl Kind {
    /// The first line of the state's file, without the fingerprint of the games.
    fn line(&self) -> String {
        let Self { recipe, from, .. } = self;
        // The scale and the number of threads do not change the steps.
        let NnueRecipe { epochs, result_share, batch, first_rate, scale: _, threads: _ } = recipe;
        let of_steps = format!("epochs {epochs} batch {batch} result-share {result_share} first-rate {first_rate}");
        format!("tengen-training 4 {of_steps} from {from} games ")
    }

    fn games(&self) -> String {
        format!("{:016x}\n", self.games)
    }
}

impl Checkpoint {
    /// Writes the state; an existing file stays intact until the new one is complete.
    pub fn write(&self, path: &Path, kind: &Kind) -> Result<()> {
        let losses = self.losses.iter().flat_map(|losses| [losses.train, losses.held_out]);
        let moments = self.parameters.iter().chain(&self.adam.m).chain(&self.adam.v).chain(&self.sums.0);
        let numbers = moments.copied().chain(losses);
        let counts = [self.parameters.len(), self.losses.len(), self.steps, self.sums.1];
        let mut bytes = (kind.line() + &kind.games()).into_bytes();
        bytes.extend(counts.into_iter().flat_map(|count| (count as u64).to_le_bytes()));
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
        whole_file::replace(path, bytes)
    }

    /// Reads the state; its training must be of this kind.
    pub fn read(path: &Path, kind: &Kind) -> Result<Self> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let other = || format!("{} is not the state of this training: remove it to begin anew", path.display());
        let rest = bytes.strip_prefix(kind.line().as_bytes()).with_context(other)?;
        let other_games =
            || format!("{} is the state of a training on other games: remove it to begin anew", path.display());
        let rest = rest.strip_prefix(kind.games().as_bytes()).with_context(other_games)?;
        let (counts, rest) = rest.split_at_checked(32).with_context(other)?;
        let count = |number: usize| u64::from_le_bytes(counts.as_chunks::<8>().0[number]) as usize;
        let (parameters, losses) = (count(0), count(1));
        let numbers: Vec<f32> = rest.as_chunks::<4>().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        let expected = parameters.checked_mul(4).and_then(|vectors| vectors.checked_add(losses.checked_mul(2)?));
        ensure!(rest.len() % 4 == 0 && expected == Some(numbers.len()), other());
        let part = |number: usize| numbers[number * parameters..(number + 1) * parameters].to_vec();
        let losses = numbers[4 * parameters..].as_chunks::<2>().0.iter();
        Ok(Self {
            parameters: part(0),
            adam: Adam { m: part(1), v: part(2) },
            steps: count(2),
            sums: (part(3), count(3)),
            losses: losses.map(|&[train, held_out]| Losses { train, held_out }).collect(),
        })
    }
}
