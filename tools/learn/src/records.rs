//! Compact file format of self-play games.
//!
//! The file begins with one line of text, `tengen-games 3 rule <name> size <W>x<H>|mixed nodes <n> seed <s> weights
//! <c>` (`c`: fingerprint of the weights), followed by ` exam` for an exam, ` leaves` for positions of searches instead
//! of games, ` shard <k>/<n>` for a shard, or ` relabeled <n>` for games with new scores (`n`: nodes of the searches,
//! which use the weights `c`). The records follow, with little-endian numbers:
//!
//! | bytes | what |
//! | --- | --- |
//! | 2 | moves of the game, `n` |
//! | 2 | board width, board height |
//! | 1 | moves of the opening, from which nothing is learned |
//! | 1 | result: 0 White won, 1 draw, 2 Black won |
//! | 4 x `n` | point (row by row from the top left, 2 bytes; the highest bit marks a random move) and score for the side to move (2 bytes, signed) |
//!
//! Formats 1 and 2, whose seeds gave other games, can be read too. Format 1 lacks the random marks and the board size,
//! which is that of the first line; its opening extends to the last random move. The oldest files lack the weights.
//!
//! At the end of the file, an incomplete record and zeros left by a power cut are ignored. A record has at least one
//! move, at most as many as the board has points, and no point twice; other records are damaged, not incomplete.

pub use super::conditions::{Conditions, FORMAT, Sizes};

use super::symmetric_key::is_for_exams;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::Path;
use tengen::base::{BoardSize, Color, Point, Score, WIN_BOUND};
use tengen::board::Outcome;
use tengen_arena::balance::MATCH_STONES;
use tengen_arena::run_file::without_zeros;
use tengen_arena::shard::WHOLE;
use tengen_game::referee::Referee;
use tengen_game::whole_file;

/// One move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Point of the stone.
    pub point: Point,
    /// The search's score for the side to move; 0 in the opening.
    pub score: Score,
    /// Whether the move was drawn at random instead of the one that the search chose.
    pub random: bool,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Board size.
    pub size: BoardSize,
    /// The moves, Black's first.
    pub moves: Vec<RecordedMove>,
    /// Moves of the opening, from which nothing is learned.
    pub skip: usize,
    /// How it ended; a draw if it is a position of a search.
    pub outcome: Outcome,
}

/// Games with their conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Games {
    /// Conditions that the games share.
    pub conditions: Conditions,
    /// Fingerprint of the weights that played or gave the new scores; older files lack it.
    pub weights: Option<String>,
    /// The file's format, 1 to 3; games can be appended only to the newest.
    pub format: u32,
    /// The games in order of their start.
    pub records: Vec<Record>,
}

/// Most moves of an opening; the number is stored in one byte.
pub const MAX_OPENING: usize = u8::MAX as usize;
/// The outcomes by their numbers in the file.
const RESULTS: [Outcome; 3] = [Outcome::Win(Color::White), Outcome::Draw, Outcome::Win(Color::Black)];
/// Bit of a point's number that marks a random move.
const RANDOM: u16 = 1 << 15;

impl Record {
    /// Whether the opening is reserved for exams.
    pub fn is_for_exams(&self) -> bool {
        is_for_exams(self.size, self.moves.iter().map(|played| played.point))
    }

    /// Whether the record is a position that a search evaluated. The search's best move follows the opening, marked as
    /// random, as the source game's result does not apply. A game never ends with the first move after its opening.
    pub fn is_leaf(&self) -> bool {
        self.skip + 1 == self.moves.len() && self.moves[self.skip].random
    }

    /// The game's result for a side: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn result_of(&self, side: Color) -> f32 {
        match self.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f32::from(u8::from(winner == side)),
        }
    }

    /// Index of the first move with a meaningful game result: after the opening and the last random move.
    pub fn result_from(&self) -> usize {
        let random = self.moves.iter().rposition(|played| played.random);
        random.map_or(self.skip, |random| self.skip.max(random + 1))
    }

    /// The record's bytes in the newest format.
    pub fn to_bytes(&self) -> Vec<u8> {
        let result = RESULTS.iter().position(|&outcome| outcome == self.outcome).unwrap_or_default() as u8;
        let mut bytes = (self.moves.len() as u16).to_le_bytes().to_vec();
        bytes.extend([self.size.width() as u8, self.size.height() as u8, self.skip as u8, result]);
        for played in &self.moves {
            let mark = if played.random { RANDOM } else { 0 };
            bytes.extend((played.point.0 | mark).to_le_bytes());
            bytes.extend((played.score as i16).to_le_bytes());
        }
        bytes
    }

    /// Reads a record from the start of `bytes`, with its length; `None` if it is incomplete. `size` is the board's
    /// size if the record lacks it (format 1).
    fn from_bytes(bytes: &[u8], size: Option<BoardSize>) -> Result<Option<(Self, usize)>> {
        let (count, size, rest) = match (size, bytes) {
            (Some(size), &[low, high, ref rest @ ..]) => ([low, high], size, rest),
            (None, &[low, high, width, height, ref rest @ ..]) => {
                let size = BoardSize::new(width.into(), height.into()).map_err(anyhow::Error::msg)?;
                ([low, high], size, rest)
            }
            _ => return Ok(None),
        };
        let &[skip, result, ref rest @ ..] = rest else { return Ok(None) };
        let header = bytes.len() - rest.len();
        let count = usize::from(u16::from_le_bytes(count));
        ensure!((1..=size.cells()).contains(&count), "invalid move count {count}");
        let &outcome = RESULTS.get(usize::from(result)).with_context(|| format!("invalid result {result}"))?;
        ensure!(usize::from(skip) <= count, "invalid opening of {skip} moves in a game of {count}");
        // With a wrong number of moves, a record includes the next ones, which repeat its points. If such a record
        // counted as incomplete, a continued run would lose all games from here on.
        let mut seen = vec![false; size.cells()];
        let mut moves = Vec::with_capacity(count);
        for number in rest.chunks_exact(4).take(count) {
            let point = u16::from_le_bytes([number[0], number[1]]);
            let played = RecordedMove {
                point: Point(point & !RANDOM),
                score: Score::from(i16::from_le_bytes([number[2], number[3]])),
                random: point & RANDOM != 0,
            };
            let seen = seen.get_mut(played.point.index()).context("a move is off the board")?;
            ensure!(!std::mem::replace(seen, true), "a point is played twice");
            moves.push(played);
        }
        let is_whole = moves.len() == count;
        Ok(is_whole.then_some((Self { size, moves, skip: skip.into(), outcome }, header + 4 * count)))
    }
}

impl Games {
    /// Reads a file. Also returns the length of its header and whole records in bytes. Fails if the file cannot be read
    /// or is not a file of games.
    pub fn read(path: &Path) -> Result<(Self, u64)> {
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::from_bytes(&bytes).with_context(|| path.display().to_string())
    }

    /// Reads the bytes of a file, as [`Games::read`] does. Fails if the bytes are not a file of games.
    pub fn from_bytes(bytes: &[u8]) -> Result<(Self, u64)> {
        let end = bytes.iter().position(|&byte| byte == b'\n').context("not a file of games")?;
        let (format, conditions, weights) =
            Conditions::parse(std::str::from_utf8(&bytes[..end]).context("not a file of games")?)?;
        let size = match conditions.sizes {
            Sizes::One(size) if format == 1 => Some(size),
            _ => None,
        };
        let mut games = Self { conditions, weights, format, records: Vec::new() };
        let written = without_zeros(bytes);
        let mut at = end + 1;
        while at < written.len() {
            let record = Record::from_bytes(&written[at..], size);
            let record = record.with_context(|| format!("game {}", games.records.len() + 1))?;
            // The zeros may be part of the record or left by a power cut; in the latter case they are no valid game.
            let whole = || Record::from_bytes(&bytes[at..], size).ok()?.filter(|it| games.check_game(&it.0).is_ok());
            let Some((record, length)) = record.or_else(whole) else { break };
            games.records.push(record);
            at += length;
        }
        Ok((games, at as u64))
    }

    /// The records of each game: one, or the positions of its searches, which follow one another. Their first moves are
    /// the same, as many as the shortest opening has; two games of one file hardly ever share these, as openings are
    /// random.
    pub fn by_game(&self) -> impl Iterator<Item = &[Record]> {
        let is_same = |one: &Record, next: &Record| {
            let mut firsts = one.moves.iter().zip(&next.moves).take(MATCH_STONES.0);
            one.size == next.size && firsts.all(|(one, next)| one.point == next.point)
        };
        self.records.chunk_by(move |one, next| self.conditions.leaves && is_same(one, next))
    }

    /// Writes the games to a new file; games take hours to play, so a file is never overwritten. Fails if the file exists
    /// or cannot be written.
    pub fn create(&self, path: &Path) -> Result<()> {
        let mut bytes = self.conditions.header(self.weights.as_deref().unwrap_or_default()).into_bytes();
        self.records.iter().for_each(|record| bytes.extend(record.to_bytes()));
        whole_file::create(path, &bytes)
    }

    /// Replays every game by the referee's rules and compares legality and results. A game may end early if a search
    /// has found a win for the stated winner. Fails at the first game that is invalid or ends otherwise.
    pub fn check(&self) -> Result<()> {
        let mut records = self.records.iter().enumerate();
        records.try_for_each(|(i, record)| self.check_game(record).with_context(|| format!("game {}", i + 1)))
    }

    /// Checks the games of a whole run. Fails as [`Games::check`], and if they are a shard.
    pub fn check_whole(&self) -> Result<()> {
        ensure!(self.conditions.shard == WHOLE, "the games are a part of a run: join all parts first (--merge)");
        self.check()
    }

    fn check_game(&self, record: &Record) -> Result<()> {
        let Conditions { rule, sizes, leaves, exam, .. } = self.conditions;
        ensure!(!record.moves.is_empty(), "it has no moves");
        ensure!(!exam || record.is_for_exams(), "its opening is not one of those that exams have for themselves");
        ensure!([Sizes::Mixed, Sizes::One(record.size)].contains(&sizes), "its board is of another size");
        ensure!(record.is_leaf() == leaves, "it is {} of a search", if leaves { "no position" } else { "a position" });
        let mut referee = Referee::new(record.size, rule);
        for (i, &RecordedMove { point, score, .. }) in record.moves.iter().enumerate() {
            let side = referee.side_to_move();
            let last = i + 1 == record.moves.len();
            match referee.play(point) {
                Ok(None) if !last || leaves => {}
                Ok(Some(_)) if last && leaves => {}
                Ok(None) => {
                    let claimed = match score {
                        score if score > WIN_BOUND => Outcome::Win(side),
                        score if score < -WIN_BOUND => Outcome::Win(!side),
                        _ => bail!("it ends without a result"),
                    };
                    ensure!(record.outcome == claimed, "the last score names another winner");
                }
                Ok(Some(outcome)) => {
                    ensure!(last && record.outcome == outcome, "move {} ends the game: {}", i + 1, outcome.name())
                }
                Err(fault) => bail!("move {}: {fault}", i + 1),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::Rule;

    fn conditions(sizes: Sizes) -> Conditions {
        Conditions::new(Rule::Caro, sizes, 9, 1)
    }

    fn record() -> Record {
        let played = |point| RecordedMove {
            point: Point(point),
            score: if point == 109 { WIN_BOUND + 1 } else { 7 },
            random: point == 105,
        };
        let size = BoardSize::square(15).unwrap();
        Record { size, moves: (100..110).map(played).collect(), skip: 3, outcome: Outcome::Win(Color::White) }
    }

    #[test]
    fn a_damaged_record_is_not_taken_for_one_that_is_cut_off() {
        let (conditions, record) = (conditions(Sizes::Mixed), record());
        assert_eq!(record.result_from(), 6);
        let (header, length) = (conditions.header("0").len(), record.to_bytes().len());
        let whole = [conditions.header("0").into_bytes(), record.to_bytes().repeat(3)].concat();
        let games = Games { conditions, weights: Some("0".to_owned()), format: FORMAT, records: vec![record; 3] };
        games.check().unwrap();
        assert_eq!(Games::from_bytes(&whole).unwrap(), (games, whole.len() as u64));
        for (cut, zeros) in (1..=length).flat_map(|cut| [0, 1, 4, 7, 512].map(|zeros| (cut, zeros))) {
            let torn = [&whole[..whole.len() - cut], &vec![0; zeros]].concat();
            let (games, good) = Games::from_bytes(&torn).unwrap();
            assert_eq!((games.records.len(), good), (2, (header + 2 * length) as u64), "{cut} cut off, {zeros} zeros");
        }
        // The number of moves of the second game, with each bit changed.
        for bit in 0..16 {
            let mut damaged = whole.clone();
            damaged[header + length + bit / 8] ^= 1 << (bit % 8);
            let checked = Games::from_bytes(&damaged).and_then(|(games, _)| games.check());
            assert!(checked.is_err(), "bit {bit}");
        }
        assert_eq!(Games::from_bytes(&[&whole[..], &[0; 6]].concat()).unwrap().1, whole.len() as u64);
    }

    #[test]
    fn files_of_older_formats_are_read() {
        let size = BoardSize::square(15).unwrap();
        let mut record = record();
        record.moves.iter_mut().for_each(|played| played.random = false);
        let mut bytes = record.to_bytes();
        bytes.drain(2..4);
        let header = "tengen-games 1 rule caro size 15x15 nodes 9 seed 1\n";
        let (games, _) = Games::from_bytes(&[header.as_bytes(), &bytes, &bytes].concat()).unwrap();
        let records = vec![record; 2];
        assert_eq!(games, Games { conditions: conditions(Sizes::One(size)), weights: None, format: 1, records });
        games.check().unwrap();
        let header = conditions(Sizes::Mixed).header("0");
        let of_format = |number: &str| Games::from_bytes(header.replace("games 3", number).as_bytes());
        assert_eq!(of_format("games 2").unwrap().0.format, 2);
        assert!(of_format("games 4").unwrap_err().to_string().contains("unknown format 4"));
    }
}
