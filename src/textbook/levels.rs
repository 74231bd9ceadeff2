//! The three levels of Isolation, and tournaments between them.

use super::deepen;
use super::isolation::{Isolation, Turn, cells};
use super::{Game, terminal::Playable};
use crate::base::SplitMix64;
use std::fmt;
use std::time::Duration;

/// How an engine chooses its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Alpha-beta over all turns, so many of them read ahead, and one more for every four played: the
    /// board fills, and in the end the whole rest of the game is read. After five seconds it plays what it has.
    Search(usize),
    /// Any step; the block takes the cell from the opponent that it could use best. The report calls
    /// this its blocking heuristic without a formula: here it is the cell beside the opponent from
    /// which most further cells are free.
    Blocking,
    /// Any step, any block.
    Random,
}

/// What a search takes for a turn at most: longer than one of a few turns ever takes, and no trial of a
/// person's patience when a deeper one was asked for.
const LONGEST: Duration = Duration::from_secs(5);

impl Level {
    /// The turn to play, `None` when the game has ended.
    pub fn choose(self, game: &mut Isolation, rng: &mut SplitMix64) -> Option<Turn> {
        let any = |set: u64, rng: &mut SplitMix64| cells(set).nth(rng.below(set.count_ones().max(1) as usize));
        match self {
            Level::Search(depth) => deepen(game, depth.max(1) + game.turns() / 4, LONGEST).map(|found| found.best),
            Level::Random => {
                let to = any(game.steps(), rng)?;
                Some(Turn { to, block: any(game.blocks_after(to), rng)? })
            }
            Level::Blocking => {
                let to = any(game.steps(), rng)?;
                let open = game.blocks_after(to);
                let best = cells(game.opponents_steps() & open).max_by_key(|&cell| game.freedom(cell));
                Some(Turn { to, block: best.or_else(|| any(open, rng))? })
            }
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Search(depth) => write!(f, "search of {depth}"),
            Level::Blocking => f.write_str("blocking"),
            Level::Random => f.write_str("random"),
        }
    }
}

impl std::str::FromStr for Level {
    type Err = String;

    /// Reads `blocking`, `random` or a depth from 1 to 9.
    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("blocking", _) => Ok(Level::Blocking),
            ("random", _) => Ok(Level::Random),
            (_, Ok(depth @ 1..=9)) => Ok(Level::Search(depth)),
            _ => Err(format!("'{text}' is no level: blocking, random or a depth from 1 to 9")),
        }
    }
}

/// Games won by the first of two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub won: usize,
    /// Games in all; there are no draws.
    pub games: usize,
    /// Turns of all games.
    pub turns: usize,
}

/// Plays games between two levels; who begins is drawn by lot each time.
pub fn tournament(levels: [Level; 2], games: usize, rng: &mut SplitMix64) -> Standing {
    let mut standing = Standing { won: 0, games, turns: 0 };
    for _ in 0..games {
        let starter = rng.below(2);
        let mut game = Isolation::default();
        while let Some(turn) = levels[(starter + game.side()) % 2].choose(&mut game, rng) {
            game.make(turn);
        }
        // Who is to move and cannot has lost.
        let loser = (starter + game.side()) % 2;
        standing.won += usize::from(loser == 1);
        standing.turns += game.turns();
    }
    standing
}
