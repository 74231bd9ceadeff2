//! Results of two engines against each other, by color and in pairs.

use crate::statistics::PairCounts;
use serde::{Deserialize, Serialize};
use std::fmt;
use tengen::base::Color;
use tengen_game::{Game, Outcome};

/// Wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Wdl {
    /// Adds more games.
    pub fn add(&mut self, other: Wdl) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Number of games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 for a win and 1/2 for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The results of these games for the opponent.
    fn of_opponent(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Writes `+3 =1 -2`.
impl fmt::Display for Wdl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// The result of a game for one color, as a count of one.
pub fn wdl_of(game: &Game, color: Color) -> Wdl {
    match game.outcome {
        Some(Outcome::Win(winner)) if winner == color => Wdl { wins: 1, ..Wdl::default() },
        Some(Outcome::Win(_)) => Wdl { losses: 1, ..Wdl::default() },
        Some(Outcome::Draw) | None => Wdl { draws: 1, ..Wdl::default() },
    }
}

/// Results of two engines against each other, for the first one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// Name of the engine whose results these are.
    pub first: String,
    /// Name of its opponent.
    pub second: String,
    /// The first engine's games as Black.
    pub black: Wdl,
    /// The first engine's games as White.
    pub white: Wdl,
    /// Pairs of games by the first engine's half points.
    pub pairs: PairCounts,
}

impl Pairing {
    /// No games yet.
    pub fn new(first: String, second: String) -> Self {
        Self { first, second, black: Wdl::default(), white: Wdl::default(), pairs: PairCounts::default() }
    }

    /// The first engine's games with both colors.
    pub fn games(&self) -> Wdl {
        let mut all = self.black;
        all.add(self.white);
        all
    }

    /// These results for the second engine.
    pub fn mirrored(&self) -> Self {
        let mut pairs = self.pairs;
        pairs.0.reverse();
        Self {
            first: self.second.clone(),
            second: self.first.clone(),
            black: self.white.of_opponent(),
            white: self.black.of_opponent(),
            pairs,
        }
    }

    /// Adds results of the same two engines in the same order.
    pub fn add(&mut self, other: &Pairing) {
        self.black.add(other.black);
        self.white.add(other.white);
        for (own, count) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *own += count;
        }
    }
}
