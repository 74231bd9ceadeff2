//! Games of self-play as a compact file.
//!
//! The file begins with one line of text, `tengen-games 1 rule <name> size <W>x<H> nodes <n> seed <s>`,
//! then one record after the other, numbers in little-endian order:
//!
//! | bytes | what |
//! | --- | --- |
//! | 2 | moves of the game, `n` |
//! | 1 | of these, moves of the opening, and random moves after it, that were not searched |
//! | 1 | result: 0 White won, 1 draw, 2 Black won |
//! | 4 x `n` | point (row by row from the top left, 2 bytes) and score for the side to move (2 bytes, signed) |
//!
//! A record that is cut off at the end of the file is not counted.

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
    /// The moves, Black's first, each with the search's score for its side (0 for what was not searched).
    pub moves: Vec<(Point, Score)>,
    /// How many of them were not searched.
    pub given: usize,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
}

/// Games with their conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// What they have in common.
    pub conditions: Conditions,
    /// The games in the order in which they began.
    pub records: Vec<Record>,
}

const MAGIC: &str = "tengen-games 1";

impl Conditions {
    /// The file's first line.
    pub fn header(&self) -> String {
        format!("{MAGIC} rule {} size {} nodes {} seed {}\n", self.rule, self.size, self.nodes, self.seed)
    }

    fn parse(line: &str) -> Result<Self> {
        let rest = line.strip_prefix(MAGIC).context("this is no file of games")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let ["rule", rule, "size", size, "nodes", nodes, "seed", seed] = words[..] else {
            bail!("this is no file of games")
        };
        let (width, height) = size.split_once('x').context("no board size")?;
        Ok(Self {
            rule: rule.parse().map_err(anyhow::Error::msg)?,
            size: BoardSize::new(width.parse()?, height.parse()?).map_err(anyhow::Error::msg)?,
            nodes: nodes.parse()?,
            seed: seed.parse()?,
        })
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
        let Some(body) = rest.get(..4 * count) else { return Ok(None) };
        let mut moves = Vec::with_capacity(count);
        for number in body.chunks_exact(4) {
            let point = u16::from_le_bytes([number[0], number[1]]);
            ensure!(usize::from(point) < size.cells(), "a move is off the board");
            moves.push((Point(point), Score::from(i16::from_le_bytes([number[2], number[3]]))));
        }
        let winner = match result {
            0 => Some(Color::White),
            1 => None,
            2 => Some(Color::Black),
            _ => bail!("{result} is no result"),
        };
        ensure!(usize::from(given) <= count, "{given} moves of {count} are said to be given");
        Ok(Some((Self { moves, given: given.into(), winner }, 4 + 4 * count)))
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
        let conditions = Conditions::parse(std::str::from_utf8(&bytes[..end]).context("this is no file of games")?)?;
        let mut games = Self { conditions, records: Vec::new() };
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
