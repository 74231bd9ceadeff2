//! Games of self-play as a compact file.
//!
//! The file begins with one line of text, `tengen-games 1 rule <name> size <W>x<H> nodes <n> seed <s> weights <c>`
//! (the weights' checksum; older files lack it), then one record after the other, numbers in little-endian
//! order:
//!
//! | bytes | what |
//! | --- | --- |
//! | 2 | moves of the game, `n` |
//! | 1 | of these, moves that nothing is learned from: the opening's, and all up to the last random one |
//! | 1 | result: 0 White won, 1 draw, 2 Black won |
//! | 4 x `n` | point (row by row from the top left, 2 bytes) and score for the side to move (2 bytes, signed) |
//!
//! A record that is cut off at the end of the file is not counted. No point stands twice in a record, and
//! none has no moves or more than the board has points: what looks otherwise is damaged, not cut off.

use super::referee::{Referee, Verdict};
use crate::base::{BoardSize, Color, Point, Rule, Score, WIN_BOUND};
use anyhow::{Context, Result, bail, ensure};
use std::collections::HashSet;
use std::fmt;
use std::fs;
use std::path::Path;

/// What all games of a file have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Nodes of each search.
    pub nodes: u64,
    /// The same seed gives the same games.
    pub seed: u64,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The moves, Black's first, each with the search's score for its side (0 in the opening; a random move has
    /// that of the move which the search chose).
    pub moves: Vec<(Point, Score)>,
    /// How many of them nothing is learned from: the opening's, and all up to the last random one.
    pub given: usize,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

/// Games with their conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// What they have in common.
    pub conditions: Conditions,
    /// The checksum of the weights that played; not known of older files.
    pub weights: Option<String>,
    /// The games in the order in which they began.
    pub records: Vec<Record>,
}

const MAGIC: &str = "tengen-games 1";

impl Conditions {
    /// The file's first line, with the checksum of the weights that play.
    pub fn header(&self, weights: &str) -> String {
        let Self { rule, size, nodes, seed } = self;
        format!("{MAGIC} rule {rule} size {size} nodes {nodes} seed {seed} weights {weights}\n")
    }

    /// The conditions and the checksum of the weights.
    fn parse(line: &str) -> Result<(Self, Option<String>)> {
        let rest = line.strip_prefix(MAGIC).context("this is no file of games")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let ["rule", rule, "size", size, "nodes", nodes, "seed", seed, ref last @ ..] = words[..] else {
            bail!("this is no file of games")
        };
        let weights = match last {
            [] => None,
            ["weights", checksum] => Some((*checksum).to_owned()),
            _ => bail!("this is no file of games"),
        };
        let (width, height) = size.split_once('x').context("no board size")?;
        let conditions = Self {
            rule: rule.parse().map_err(anyhow::Error::msg)?,
            size: BoardSize::new(width.parse()?, height.parse()?).map_err(anyhow::Error::msg)?,
            nodes: nodes.parse()?,
            seed: seed.parse()?,
        };
        Ok((conditions, weights))
    }
}

impl Record {
    /// The record's bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let result = match self.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        };
        let mut bytes = (self.moves.len() as u16).to_le_bytes().to_vec();
        bytes.extend([self.given as u8, result]);
        for &(point, score) in &self.moves {
            bytes.extend(point.0.to_le_bytes());
            bytes.extend((score as i16).to_le_bytes());
        }
        bytes
    }

    /// The record at the beginning of `bytes`, with its length; `None` when it is cut off.
    fn from_bytes(bytes: &[u8], size: BoardSize) -> Result<Option<(Self, usize)>> {
        let &[low, high, given, result, ref rest @ ..] = bytes else { return Ok(None) };
        let count = usize::from(u16::from_le_bytes([low, high]));
        ensure!((1..=size.cells()).contains(&count), "it is said to have {count} moves");
        let winner = match result {
            0 => Some(Color::White),
            1 => None,
            2 => Some(Color::Black),
            _ => bail!("{result} is no result"),
        };
        ensure!(usize::from(given) <= count, "{given} moves of {count} are said to be given");
        // A wrong number of moves takes in what follows, which has the same points again: were it taken for
        // a record that is cut off, an interrupted run that goes on would lose all games from here.
        let mut seen = vec![false; size.cells()];
        let mut moves = Vec::with_capacity(count);
        for number in rest.chunks_exact(4).take(count) {
            let point = u16::from_le_bytes([number[0], number[1]]);
            let seen = seen.get_mut(usize::from(point)).context("a move is off the board")?;
            ensure!(!std::mem::replace(seen, true), "a point is played twice");
            moves.push((Point(point), Score::from(i16::from_le_bytes([number[2], number[3]]))));
        }
        let is_whole = moves.len() == count;
        Ok(is_whole.then_some((Self { moves, given: given.into(), winner }, 4 + 4 * count)))
    }
}

impl Games {
    /// Reads a file, and how many of its bytes are whole records.
    ///
    /// # Errors
    /// When it cannot be read or is no file of games.
    pub fn read(path: &Path) -> Result<(Self, u64)> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::from_bytes(&bytes).with_context(|| path.display().to_string())
    }

    fn from_bytes(bytes: &[u8]) -> Result<(Self, u64)> {
        let end = bytes.iter().position(|&byte| byte == b'\n').context("this is no file of games")?;
        let (conditions, weights) =
            Conditions::parse(std::str::from_utf8(&bytes[..end]).context("this is no file of games")?)?;
        let mut games = Self { conditions, weights, records: Vec::new() };
        let mut at = end + 1;
        while let Some((record, length)) = Record::from_bytes(&bytes[at..], conditions.size)
            .with_context(|| format!("game {}", games.records.len() + 1))?
        {
            games.records.push(record);
            at += length;
        }
        Ok((games, at as u64))
    }

    /// Replays every game by the referee's rules: legal moves, and the result that the board shows.
    /// A game may end early, when a search has found the win of the side that is named.
    ///
    /// # Errors
    /// At the first game that is not as it says.
    pub fn check(&self) -> Result<()> {
        self.records
            .iter()
            .enumerate()
            .try_for_each(|(i, record)| self.check_game(record).with_context(|| format!("game {}", i + 1)))
    }

    fn check_game(&self, record: &Record) -> Result<()> {
        let Conditions { rule, size, .. } = self.conditions;
        ensure!(!record.moves.is_empty(), "it has no moves");
        let mut referee = Referee::new(size, rule);
        for (i, &(point, score)) in record.moves.iter().enumerate() {
            let side = referee.side_to_move();
            let last = i + 1 == record.moves.len();
            match referee.play(point) {
                Verdict::Continue if !last => {}
                Verdict::Continue => {
                    let claimed = match score {
                        score if score > WIN_BOUND => Some(side),
                        score if score < -WIN_BOUND => Some(!side),
                        _ => bail!("it ends without a result"),
                    };
                    ensure!(record.winner == claimed, "the last score names another winner");
                }
                Verdict::Win => ensure!(last && record.winner == Some(side), "move {} wins", i + 1),
                Verdict::Draw => ensure!(last && record.winner.is_none(), "move {} draws", i + 1),
                verdict => bail!("move {}: {verdict:?}", i + 1),
            }
        }
        Ok(())
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conditions { rule, size, nodes, .. } = self.conditions;
        let count = self.records.len();
        let share = |number: usize| 100.0 * number as f64 / count.max(1) as f64;
        let won = |winner| share(self.records.iter().filter(|record| record.winner == winner).count());
        let positions: usize = self.records.iter().map(|record| record.moves.len() - record.given).sum();
        let mut lengths: Vec<usize> = self.records.iter().map(|record| record.moves.len()).collect();
        lengths.sort_unstable();
        let length = |part: usize| lengths.get((lengths.len().max(1) - 1) * part / 10).copied().unwrap_or_default();
        let different: HashSet<Vec<Point>> =
            self.records.iter().map(|record| record.moves.iter().map(|&(point, _)| point).collect()).collect();
        writeln!(f, "rule {rule}, {size}, {nodes} nodes a move")?;
        writeln!(f, "games      {count}, {} of them repeated", count - different.len())?;
        writeln!(f, "positions  {positions}")?;
        let (black, draws, white) = (won(Some(Color::Black)), won(None), won(Some(Color::White)));
        writeln!(f, "results    Black {black:.1} %, draws {draws:.1} %, White {white:.1} %")?;
        write!(f, "lengths    {} to {}, median {}, nine of ten up to {}", length(0), length(10), length(5), length(9))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_record_is_not_taken_for_one_that_is_cut_off() {
        let conditions = Conditions { rule: Rule::Caro, size: BoardSize::square(15).unwrap(), nodes: 9, seed: 1 };
        let moves = (100..110).map(|point| (Point(point), if point == 109 { WIN_BOUND + 1 } else { 7 }));
        let record = Record { moves: moves.collect(), given: 3, winner: Some(Color::White) };
        let header = conditions.header("0").len();
        let length = record.to_bytes().len();
        let whole = [conditions.header("0").into_bytes(), record.to_bytes().repeat(3)].concat();
        let games = Games { conditions, weights: Some("0".to_owned()), records: vec![record; 3] };
        games.check().unwrap();
        assert_eq!(Games::from_bytes(&whole).unwrap(), (games, whole.len() as u64));
        for cut in 1..=length {
            let (games, good) = Games::from_bytes(&whole[..whole.len() - cut]).unwrap();
            assert_eq!((games.records.len(), good), (2, (header + 2 * length) as u64), "{cut} bytes cut off");
        }
        // The number of moves of the second game, one bit at a time, and a file that ends in zeros.
        for bit in 0..16 {
            let mut damaged = whole.clone();
            damaged[header + length + bit / 8] ^= 1 << (bit % 8);
            let checked = Games::from_bytes(&damaged).and_then(|(games, _)| games.check());
            assert!(checked.is_err(), "bit {bit}");
        }
        assert!(Games::from_bytes(&[whole, vec![0; 4]].concat()).is_err());
        let older = conditions.header("0").replace(" weights 0", "");
        assert_eq!(
            Games::from_bytes(older.as_bytes()).unwrap().0,
            Games { conditions, weights: None, records: vec![] }
        );
    }
}
