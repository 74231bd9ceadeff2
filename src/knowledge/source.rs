//! Where knowledge of positions comes from.

use super::{Entry, KnownMove};
use crate::base::Rule;
use crate::board::Board;
use std::path::Path;
use thiserror::Error;

/// Why knowledge cannot be had or changed: a sentence that names the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct KnowledgeError(pub String);

/// What is done with knowledge and a file of another program.
#[derive(Clone)]
pub enum FileExchange {
    /// Reads a library of RenLib under a rule.
    FromLibrary(Rule),
    /// Writes one of the positions behind a board.
    ToLibrary(Box<Board>),
    /// Reads Rapfi's text.
    FromText,
    /// Writes it, of the rule and size of a board.
    ToText(Box<Board>),
    /// Writes it, of everything.
    AllToText,
}

/// Knowledge of positions that a conversation plays from, shows and changes.
///
/// # Errors
/// Every question fails when the knowledge cannot be read, every change when it cannot be written; the change then has
/// no effect.
pub trait Knowledge: Send {
    /// The file.
    fn path(&self) -> &Path;

    /// Whether this file is open here, by whatever name, so that it cannot be opened again.
    fn has_open(&self, path: &Path) -> bool;

    /// How many positions are known.
    fn count(&self) -> Result<u64, KnowledgeError>;

    /// Everything known about the moves of a board, best first (see [`sort_moves`](super::sort_moves)).
    fn known_moves(&self, board: &Board) -> Result<Vec<KnownMove>, KnowledgeError>;

    /// What is known of a position.
    fn entry(&self, board: &Board) -> Result<Option<Entry>, KnowledgeError>;

    /// Writes what is known of a position in place of what was; it is safe when this returns.
    fn write(&self, board: &Board, entry: &Entry) -> Result<(), KnowledgeError>;

    /// Forgets a position.
    fn forget(&self, board: &Board) -> Result<(), KnowledgeError>;

    /// Forgets the positions after a board where `is_meant` accepts them; returns how many. With `keeps_lines`, a
    /// position that is kept keeps those behind it.
    fn forget_after(
        &self,
        board: &Board,
        is_meant: &dyn Fn(&Entry) -> bool,
        keeps_lines: bool,
    ) -> Result<usize, KnowledgeError>;

    /// Reads the file of another program, or writes one; says what was done.
    fn exchange(&self, what: &FileExchange, path: &Path) -> Result<String, KnowledgeError>;

    /// Reads everything; returns how many positions there are.
    fn check(&self) -> Result<u64, KnowledgeError>;
}
