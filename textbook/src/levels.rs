//! Three levels of play in Isolation, and tournaments between them.

use super::isolation::{Isolation, Turn, cells};
use super::{TwoPlayerGame, deepen, terminal::Playable};
use std::fmt;
use std::time::Duration;
use tengen::base::SplitMix64;

/// A level: the way in which an engine chooses its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IsolationLevel {
    /// Alpha-beta with this depth in turns, plus one for every four played: the board fills, and in the end the rest of
    /// the game is searched. After five seconds it plays its best move so far.
    Search(usize),
    /// A random step; the block takes away the opponent's best next cell. The report calls this its blocking heuristic,
    /// without a formula; here it is the cell next to the opponent from which most other cells are free.
    Blocking,
    /// A random step and a random block.
    Random,
}

/// Time limit of a turn: more than a shallow search needs, and acceptable for a person when a deep one is chosen.
const MAX_TURN_TIME: Duration = Duration::from_secs(5);

impl IsolationLevel {
    /// The turn to play, `None` if the game has ended.
    pub fn choose(self, game: &mut Isolation, rng: &mut SplitMix64) -> Option<Turn> {
        let any = |set: u64, rng: &mut SplitMix64| cells(set).nth(rng.below(set.count_ones().max(1) as usize));
        match self {
            IsolationLevel::Search(depth) => {
                deepen(game, depth.max(1) + game.turns() / 4, MAX_TURN_TIME).map(|found| found.best)
            }
            IsolationLevel::Random => {
                let to = any(game.steps(), rng)?;
                Some(Turn { to, block: any(game.blocks_after(to), rng)? })
            }
            IsolationLevel::Blocking => {
                let to = any(game.steps(), rng)?;
                let open = game.blocks_after(to);
                let best = cells(game.opponents_steps() & open).max_by_key(|&cell| game.mobility(cell));
                Some(Turn { to, block: best.or_else(|| any(open, rng))? })
            }
        }
    }
}

impl fmt::Display for IsolationLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IsolationLevel::Search(depth) => write!(f, "search of {depth}"),
            IsolationLevel::Blocking => f.write_str("blocking"),
            IsolationLevel::Random => f.write_str("random"),
        }
    }
}

impl std::str::FromStr for IsolationLevel {
    type Err = String;

    /// Reads `blocking`, `random` or a depth from 1 to 9.
    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("blocking", _) => Ok(IsolationLevel::Blocking),
            ("random", _) => Ok(IsolationLevel::Random),
            (_, Ok(depth @ 1..=9)) => Ok(IsolationLevel::Search(depth)),
            _ => Err(format!("'{text}' is not a level: blocking, random or a depth from 1 to 9")),
        }
    }
}

/// Results of a tournament, for the first of two levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Games won.
    pub won: usize,
    /// Number of games; there are no draws.
    pub games: usize,
    /// Number of turns in all games.
    pub turns: usize,
}

/// Plays games between two levels; the player who begins is drawn at random for each game.
pub fn tournament(levels: [IsolationLevel; 2], games: usize, rng: &mut SplitMix64) -> Standing {
    let mut standing = Standing { won: 0, games, turns: 0 };
    for _ in 0..games {
        let starter = rng.below(2);
        let mut game = Isolation::default();
        while let Some(turn) = levels[(starter + game.side()) % 2].choose(&mut game, rng) {
            game.make(turn);
        }
        // The player who cannot move has lost.
        let loser = (starter + game.side()) % 2;
        standing.won += usize::from(loser == 1);
        standing.turns += game.turns();
    }
    standing
}
