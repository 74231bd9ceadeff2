//! What is known of a position.

use std::fmt;
use tengen::base::{Point, Score, WIN_BOUND};
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

    /// The counts of both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// An entry of the database: the knowledge of a position.
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
    /// A move off the board or on a stone.
    #[error("a move that is not an empty point of the board")]
    NotEmpty,
}

/// Result of the move that led to a position, as boards show it: `w` says that the move wins, so that the side to move has
/// lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// `w`, `l`, `d` or `x`: the move wins, loses, draws, or is blocked.
    pub letter: u8,
    /// Moves of both sides to the end, this one among them, where they are known.
    pub steps: Option<u32>,
}

impl MoveResult {
    /// The result that a label says, such as `W`, `l`, `W7` or `L6`.
    pub fn of_label(label: &str) -> Option<Self> {
        let (&letter, digits) = label.as_bytes().split_first()?;
        let letter = letter.to_ascii_lowercase();
        let digits = std::str::from_utf8(digits).ok()?;
        let steps = match letter {
            b'w' | b'l' | b'd' | b'x' if digits.is_empty() => None,
            b'w' | b'l' if digits.len() <= 3 => Some(digits.parse().ok().filter(|&steps| steps > 0)?),
            _ => return None,
        };
        Some(Self { letter, steps })
    }

    /// The result that a proof says.
    fn of_proof(proof: Proof) -> Option<Self> {
        match proof {
            Proof::Open => None,
            Proof::Loss { stones } => Some(Self { letter: b'w', steps: Some(2 * u32::from(stones) + 1) }),
            Proof::Win { stones } => Some(Self { letter: b'l', steps: Some(2 * u32::from(stones)) }),
        }
    }
}

impl fmt::Display for MoveResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(self.letter.to_ascii_uppercase()))?;
        self.steps.map_or(Ok(()), |steps| write!(f, "{steps}"))
    }
}

/// A text as far as an entry holds it.
fn cut(text: &str) -> &str {
    let end = (0..=text.len().min(MAX_TEXT)).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

impl Entry {
    /// The result of the move that led here: of the proof, or else of the label.
    pub fn result(&self) -> Option<MoveResult> {
        MoveResult::of_proof(self.proof).or_else(|| MoveResult::of_label(&self.label))
    }

    /// Whether there is a score: of a search or, with a depth of 0, written by hand.
    pub fn has_score(&self) -> bool {
        self.depth > 0 || self.score != 0
    }

    /// Whether a search gave the score, and not a person who wrote it, with whatever depth.
    pub fn is_searched(&self) -> bool {
        self.depth > 0 && (self.nodes > 0 || !self.moves.is_empty())
    }

    /// Merges another entry of the same position: keeps the deeper search, or the deeper score written by hand where
    /// there is no search, any proof, the counts of more games and, where there are none, the other's texts. Merging
    /// the same entry again changes nothing.
    pub fn merge(&mut self, other: &Entry) {
        let rank = |entry: &Entry| (entry.is_searched(), entry.depth, entry.nodes);
        let is_deeper = rank(other) > rank(self);
        if is_deeper || other.has_score() && !self.has_score() {
            (self.score, self.depth, self.nodes) = (other.score, other.depth, other.nodes);
            self.moves.clone_from(&other.moves);
            self.author.clone_from(&other.author);
        }
        if self.proof == Proof::Open {
            self.proof = other.proof;
        }
        if other.games.total() > self.games.total() {
            self.games = other.games;
        }
        for (own, theirs) in
            [(&mut self.label, &other.label), (&mut self.comment, &other.comment), (&mut self.author, &other.author)]
        {
            if own.is_empty() {
                own.clone_from(theirs);
            }
        }
    }

    /// Adds the texts of others: the label where there is none, and the comment behind the known one unless that has it
    /// already. Returns whether there was room for all of it: a first text is cut, and one behind another is left out.
    /// Adding the same texts again changes nothing.
    pub fn add_texts(&mut self, label: &str, comment: &str) -> bool {
        let mut fits = true;
        if self.label.is_empty() {
            cut(label).clone_into(&mut self.label);
            fits = label.len() <= MAX_TEXT;
        }
        let comment = comment.trim_end();
        if self.comment.is_empty() {
            cut(comment).clone_into(&mut self.comment);
            fits &= comment.len() <= MAX_TEXT;
        } else if !self.comment.contains(cut(comment)) {
            let whole = format!("{}\n\n{comment}", self.comment);
            if whole.len() > MAX_TEXT {
                return false;
            }
            self.comment = whole;
        }
        fits
    }

    /// Whether a label cannot be added, as there is another one.
    pub fn has_other_label(&self, label: &str) -> bool {
        !self.label.is_empty() && !label.is_empty() && self.label != label
    }

    /// Checks the bounds of all parts.
    ///
    /// # Errors
    /// At the first part that is out of bounds.
    pub fn validate(&self) -> Result<(), EntryError> {
        let scores = self.moves.iter().map(|stored| stored.score).chain([self.score]);
        if let Some(score) = scores.into_iter().find(|score| score.unsigned_abs() >= WIN_BOUND.unsigned_abs()) {
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

    /// The entry with its points turned, for an image of the position.
    #[must_use]
    pub fn turned(&self, turn: impl Fn(Point) -> Point) -> Self {
        let mut entry = self.clone();
        entry.moves.iter_mut().for_each(|stored| stored.point = turn(stored.point));
        entry
    }
}
