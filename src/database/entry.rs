//! Stored knowledge of a position, and its byte format.

use crate::base::{Point, Score, WIN_BOUND};
use thiserror::Error;

/// How many moves an entry lists at most.
pub const MAX_MOVES: usize = 64;
/// The longest comment, author or label in bytes.
pub const MAX_TEXT: usize = 16_384;

/// Whether the result with best play is proven. Scores alone prove nothing, however large.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proof {
    /// Not proven.
    #[default]
    Open,
    /// The side to move completes a five with its `stones`-th stone from here at the latest, whatever the opponent
    /// plays; found by a threat solver and replayed by its checker.
    Win {
        /// Stones of the side to move.
        stones: u16,
    },
    /// Every legal move leads to a proven win of the opponent.
    Loss {
        /// Stones of the opponent.
        stones: u16,
    },
}

/// A move with its value for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// The move.
    pub point: Point,
    /// Its score for the side that makes it, never a decided one.
    pub score: Score,
}

/// How games went on from a position, seen from its side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Games that the side to move won.
    pub wins: u32,
    /// Drawn games.
    pub draws: u32,
    /// Games that the side to move lost.
    pub losses: u32,
}

impl GameCounts {
    /// All games.
    pub fn total(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// The counts of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// What is known of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Score of the search for the side to move; never a decided one (see [`Proof`]).
    pub score: Score,
    /// Depth of that search in plies; 0 when there was none.
    pub depth: u16,
    /// Nodes of that search.
    pub nodes: u64,
    /// The searched moves, best first, [`MAX_MOVES`] at most.
    pub moves: Vec<StoredMove>,
    /// Whether the result is proven.
    pub proof: Proof,
    /// How games went on.
    pub games: GameCounts,
    /// A short mark for boards that show one, such as Yixin-Board's labels.
    pub label: String,
    /// A comment.
    pub comment: String,
    /// Who wrote the entry: a program with its version, or a person.
    pub author: String,
}

/// Why an entry cannot be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// A score that claims a win.
    #[error("a score of {0} claims a decided game: wins are stored as proofs only")]
    Decided(Score),
    /// Too many moves.
    #[error("{0} moves, an entry has {MAX_MOVES} at most")]
    Moves(usize),
    /// A text that is too long.
    #[error("a text of {0} bytes, {MAX_TEXT} at most")]
    Text(usize),
    /// The bytes are not an entry.
    #[error("the bytes are not an entry")]
    Bytes,
}

impl Entry {
    /// Merges another entry of the same position: keeps the deeper search, any proof and, where there are none,
    /// the other's texts. Games are added.
    pub fn merge(&mut self, other: &Entry) {
        if (other.depth, other.nodes) > (self.depth, self.nodes) {
            (self.score, self.depth, self.nodes) = (other.score, other.depth, other.nodes);
            self.moves.clone_from(&other.moves);
            self.author.clone_from(&other.author);
        }
        if self.proof == Proof::Open {
            self.proof = other.proof;
        }
        self.games = self.games.plus(other.games);
        for (own, theirs) in
            [(&mut self.label, &other.label), (&mut self.comment, &other.comment), (&mut self.author, &other.author)]
        {
            if own.is_empty() {
                own.clone_from(theirs);
            }
        }
    }

    /// Checks the bounds of all parts.
    ///
    /// # Errors
    /// At the first part that is out of bounds.
    pub fn validate(&self) -> Result<(), EntryError> {
        let scores = self.moves.iter().map(|stored| stored.score).chain([self.score]);
        if let Some(score) = scores.into_iter().find(|score| score.abs() >= WIN_BOUND) {
            return Err(EntryError::Decided(score));
        }
        if self.moves.len() > MAX_MOVES {
            return Err(EntryError::Moves(self.moves.len()));
        }
        match [&self.label, &self.comment, &self.author].into_iter().find(|text| text.len() > MAX_TEXT) {
            Some(text) => Err(EntryError::Text(text.len())),
            None => Ok(()),
        }
    }

    /// The same entry with other points, for an image of the position.
    #[must_use]
    pub fn turned(&self, turn: impl Fn(Point) -> Point) -> Self {
        let mut entry = self.clone();
        entry.moves.iter_mut().for_each(|stored| stored.point = turn(stored.point));
        entry
    }

    /// The bytes that are stored, and a checksum over the key and them.
    pub(super) fn to_bytes(&self, key: &[u8]) -> Result<Vec<u8>, EntryError> {
        self.validate()?;
        let (kind, stones) = match self.proof {
            Proof::Open => (0, 0),
            Proof::Win { stones } => (1, stones),
            Proof::Loss { stones } => (2, stones),
        };
        let mut bytes = vec![kind];
        bytes.extend(stones.to_le_bytes());
        bytes.extend((self.score as i16).to_le_bytes());
        bytes.extend(self.depth.to_le_bytes());
        bytes.extend(self.nodes.to_le_bytes());
        [self.games.wins, self.games.draws, self.games.losses].iter().for_each(|n| bytes.extend(n.to_le_bytes()));
        bytes.push(self.moves.len() as u8);
        for stored in &self.moves {
            bytes.extend(stored.point.0.to_le_bytes());
            bytes.extend((stored.score as i16).to_le_bytes());
        }
        for text in [&self.label, &self.comment, &self.author] {
            bytes.extend((text.len() as u16).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.extend(checksum(key, &bytes).to_le_bytes());
        Ok(bytes)
    }

    /// The entry that [`Entry::to_bytes`] wrote for this key.
    pub(super) fn from_bytes(key: &[u8], bytes: &[u8]) -> Result<Self, EntryError> {
        let (bytes, sum) = bytes.split_last_chunk().ok_or(EntryError::Bytes)?;
        if u32::from_le_bytes(*sum) != checksum(key, bytes) {
            return Err(EntryError::Bytes);
        }
        let mut reader = Reader(bytes);
        let [kind] = reader.take()?;
        let stones = u16::from_le_bytes(reader.take()?);
        let proof = match kind {
            0 => Proof::Open,
            1 => Proof::Win { stones },
            2 => Proof::Loss { stones },
            _ => return Err(EntryError::Bytes),
        };
        let score = i16::from_le_bytes(reader.take()?).into();
        let depth = u16::from_le_bytes(reader.take()?);
        let nodes = u64::from_le_bytes(reader.take()?);
        let mut count = || Ok::<_, EntryError>(u32::from_le_bytes(reader.take()?));
        let games = GameCounts { wins: count()?, draws: count()?, losses: count()? };
        let [moves] = reader.take()?;
        let moves = (0..moves)
            .map(|_| {
                let point = Point(u16::from_le_bytes(reader.take()?));
                let score = i16::from_le_bytes(reader.take()?).into();
                Ok(StoredMove { point, score })
            })
            .collect::<Result<_, EntryError>>()?;
        let entry = Self {
            score,
            depth,
            nodes,
            moves,
            proof,
            games,
            label: reader.text()?,
            comment: reader.text()?,
            author: reader.text()?,
        };
        if reader.0.is_empty() { Ok(entry) } else { Err(EntryError::Bytes) }
    }
}

/// Reads from the front of bytes.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], EntryError> {
        let (taken, rest) = self.0.split_first_chunk().ok_or(EntryError::Bytes)?;
        self.0 = rest;
        Ok(*taken)
    }

    fn text(&mut self) -> Result<String, EntryError> {
        let length = usize::from(u16::from_le_bytes(self.take()?));
        let (text, rest) = self.0.split_at_checked(length).ok_or(EntryError::Bytes)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).map_err(|_| EntryError::Bytes)
    }
}

/// FNV-1a over the key and the value: finds values that were damaged or stand under another key.
fn checksum(key: &[u8], value: &[u8]) -> u32 {
    key.iter().chain(value).fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::super::PositionKey;
    use super::*;
    use crate::base::{BoardSize, Rule};
    use crate::board::{Board, parse_moves};

    fn sample() -> (Board, Entry) {
        let size = BoardSize::square(15).unwrap();
        let mut board = Board::new(size, Rule::Renju);
        board.play(&parse_moves(size, "h8i9j5").unwrap());
        let moves = parse_moves(size, "g7a1o15").unwrap();
        let moves = moves.into_iter().zip([40, -3, -700]).map(|(point, score)| StoredMove { point, score });
        let entry = Entry {
            score: -40,
            depth: 17,
            nodes: 1_234_567_890_123,
            moves: moves.collect(),
            proof: Proof::Loss { stones: 9 },
            games: GameCounts { wins: 1, draws: 2, losses: u32::MAX },
            label: "a".into(),
            comment: "cờ caro".into(),
            author: "tengen".into(),
        };
        (board, entry)
    }

    #[test]
    fn an_entry_survives_its_bytes_and_one_changed_bit_is_found() {
        let (board, entry) = sample();
        let (key, _) = PositionKey::of(&board);
        let bytes = entry.to_bytes(key.as_bytes()).unwrap();
        assert_eq!(Entry::from_bytes(key.as_bytes(), &bytes).as_ref(), Ok(&entry));
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Entry::from_bytes(key.as_bytes(), &damaged), Err(EntryError::Bytes), "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert_eq!(Entry::from_bytes(key.as_bytes(), &bytes[..length]), Err(EntryError::Bytes), "{length}");
        }
        let other_key = PositionKey::of(&Board::new(board.size(), Rule::Caro)).0;
        assert!(Entry::from_bytes(other_key.as_bytes(), &bytes).is_err());
    }

    #[test]
    fn scores_that_claim_wins_and_texts_without_end_are_refused() {
        let (board, entry) = sample();
        let (key, _) = PositionKey::of(&board);
        let bytes = |entry: &Entry| entry.to_bytes(key.as_bytes());
        let claim = Entry { score: crate::base::win_in(5), ..entry.clone() };
        assert_eq!(bytes(&claim), Err(EntryError::Decided(claim.score)));
        let point = entry.moves[0].point;
        let mut claim = entry.clone();
        claim.moves[2] = StoredMove { point, score: crate::base::loss_in(4) };
        assert!(bytes(&claim).is_err());
        assert_eq!(bytes(&Entry { comment: "x".repeat(MAX_TEXT + 1), ..entry.clone() }), Err(EntryError::Text(16_385)));
        let moves = vec![StoredMove { point, score: 0 }; MAX_MOVES + 1];
        assert_eq!(bytes(&Entry { moves, ..entry }), Err(EntryError::Moves(65)));
    }

    #[test]
    fn merging_keeps_the_deeper_search_and_adds_up_games() {
        let (_, entry) = sample();
        let mut shallow = Entry { depth: 3, comment: "mine".into(), ..Entry::default() };
        shallow.games.wins = 4;
        shallow.merge(&entry);
        assert_eq!((shallow.depth, shallow.score, shallow.proof), (17, -40, entry.proof));
        assert_eq!((shallow.games.wins, shallow.games.losses), (5, u32::MAX));
        assert_eq!((shallow.comment.as_str(), shallow.author.as_str()), ("mine", "tengen"));
        let mut deep = entry.clone();
        deep.merge(&Entry { depth: 3, score: 7, ..Entry::default() });
        assert_eq!(deep, entry);
    }
}
