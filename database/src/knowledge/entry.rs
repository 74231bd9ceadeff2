//! The entry of a position: search result, proof, results of games, texts.

use std::fmt;
use tengen::base::{Point, Score, WIN_BOUND, loss_in, win_in};
use thiserror::Error;

/// Most moves of an entry.
pub const MAX_MOVES: usize = 64;
/// Most bytes of a comment, author or label.
pub const MAX_TEXT: usize = 16_384;

/// Whether the result with best play is proven. Scores alone are never proofs, however large.
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

impl Proof {
    /// The proven score for the side to move, at most a win in no plies.
    pub fn score(self) -> Option<Score> {
        match self {
            Self::Open => None,
            Self::Win { stones } => Some(win_in((2 * usize::from(stones)).saturating_sub(1))),
            Self::Loss { stones } => Some(loss_in(2 * usize::from(stones))),
        }
    }
}

/// A move with its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredMove {
    /// The move.
    pub point: Point,
    /// Score for the side that makes the move, never a decided one.
    pub score: Score,
}

/// Score of a won move in the list of a search. Stored scores lie within this; larger ones are claims of wins, which
/// only proofs make.
pub const WON: Score = 20_000;

/// Results of the games that went through a position, seen from its side to move.
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
    /// Number of games.
    pub fn total(self) -> u64 {
        u64::from(self.wins) + u64::from(self.draws) + u64::from(self.losses)
    }

    /// The sum of both counts.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins.saturating_add(other.wins),
            draws: self.draws.saturating_add(other.draws),
            losses: self.losses.saturating_add(other.losses),
        }
    }
}

/// An entry of the database: everything that is stored about a position.
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
    /// Results of games that went through the position.
    pub games: GameCounts,
    /// A short label for boards that show one, such as Yixin-Board's.
    pub label: String,
    /// A comment.
    pub comment: String,
    /// The author of the entry: a program with its version, or a person.
    pub author: String,
}

/// Why an entry cannot be stored or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EntryError {
    /// A decided score.
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
    /// A move off the board or on an occupied point.
    #[error("a move that is not an empty point of the board")]
    NotEmpty,
}

/// Result of the move that led to a position, as boards show it. `w`: the move wins, so the side to move in the
/// position loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveResult {
    /// `w`, `l`, `d` or `x`: the move wins, loses, draws, or is blocked.
    pub letter: u8,
    /// Moves of both sides to the end, this move included, if known.
    pub steps: Option<u32>,
}

impl MoveResult {
    /// The result in a label such as `W`, `l`, `W7` or `L6`; `None` for other labels.
    pub fn of_label(label: &str) -> Option<Self> {
        let (&letter, digits) = label.as_bytes().split_first()?;
        let letter = letter.to_ascii_lowercase();
        let digits = std::str::from_utf8(digits).ok().filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
        let steps = match letter {
            b'w' | b'l' | b'd' | b'x' if digits.is_empty() => None,
            b'w' | b'l' if digits.len() <= 3 => Some(digits.parse().ok().filter(|&steps| steps > 0)?),
            _ => return None,
        };
        Some(Self { letter, steps })
    }

    /// The result of a proof, which is for the side to move and so the opposite of the move's.
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

/// The beginning of a text that fits an entry.
fn cut(text: &str) -> &str {
    let end = (0..=text.len().min(MAX_TEXT)).rev().find(|&end| text.is_char_boundary(end));
    &text[..end.unwrap_or(0)]
}

/// A comment between the blank lines that separate it from others.
fn apart(comment: &str) -> String {
    format!("\n\n{}\n\n", comment.trim_end())
}

impl Entry {
    /// The result of the move that led to the position, from the proof or else from the label.
    pub fn result(&self) -> Option<MoveResult> {
        MoveResult::of_proof(self.proof).or_else(|| MoveResult::of_label(&self.label))
    }

    /// Whether there is a score, of a search or written by hand (usually with a depth of 0).
    pub fn has_score(&self) -> bool {
        self.depth > 0 || self.score != 0
    }

    /// Whether the score is that of a search and not one written by hand with a depth.
    pub fn is_searched(&self) -> bool {
        self.depth > 0 && (self.nodes > 0 || !self.moves.is_empty())
    }

    /// Merges another entry of the position. Keeps the search with a proof, else the deeper one, or without a search the
    /// deeper score written by hand; any proof; the counts of more games; and the other entry's texts where there are
    /// none. Merging the same entry again changes nothing.
    pub fn merge(&mut self, other: &Entry) {
        let rank = |entry: &Entry| {
            let is_searched = entry.is_searched();
            // A proof without a search has no score to keep.
            (is_searched, is_searched && entry.proof != Proof::Open, entry.depth, entry.nodes)
        };
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

    /// Adds texts: the label if there is none, and the comment after the known ones unless it is among them. Returns
    /// whether everything fits: a first text is cut, a comment after another one is left out. Adding the same texts
    /// again changes nothing.
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
        } else if !comment.is_empty() && !apart(&self.comment).contains(&apart(cut(comment))) {
            let whole = format!("{}\n\n{comment}", self.comment);
            if whole.len() > MAX_TEXT {
                return false;
            }
            self.comment = whole;
        }
        fits
    }

    /// Whether the position has another label, so that this one cannot be added.
    pub fn has_other_label(&self, label: &str) -> bool {
        !self.label.is_empty() && !label.is_empty() && self.label != label
    }

    /// Whether the position has another comment, so that this one is left out by [`Entry::merge`].
    pub fn has_other_comment(&self, comment: &str) -> bool {
        !self.comment.is_empty() && !comment.is_empty() && self.comment != comment
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

    /// The entry with its moves mapped by `turn`, for a symmetric image of the position.
    #[must_use]
    pub fn turned(&self, turn: impl Fn(Point) -> Point) -> Self {
        let mut entry = self.clone();
        entry.moves.iter_mut().for_each(|stored| stored.point = turn(stored.point));
        entry
    }
}
