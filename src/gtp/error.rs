//! Errors of GTP commands: the text after `?`.

use tengen::base::{BoardSize, RuleError};
use tengen_database::sgf::SgfError;
use thiserror::Error;

/// Why a command is refused. A refused command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum GtpError {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: expected {0}")]
    Syntax(&'static str),
    #[error("invalid color: expected black or white")]
    Color,
    #[error("invalid vertex: expected a point on the {0} board, as in A1; there is no column I")]
    Vertex(BoardSize),
    #[error("unacceptable size: expected {min} to {max}", min = BoardSize::MIN, max = BoardSize::MAX)]
    Size,
    #[error("illegal move: {0} is occupied")]
    Occupied(String),
    #[error("illegal move: {0} is forbidden in renju")]
    Forbidden(String),
    #[error("cannot undo: there is no move")]
    CannotUndo,
    #[error("cannot undo: expected a number of moves up to {0}")]
    TooFewMoves(usize),
    #[error("the board is not empty: expected clear_board before it")]
    NotEmpty,
    #[error("no move to analyze: expected 'allow' or 'avoid' to leave an empty point that may be played")]
    NothingToAnalyze,
    #[error("cannot write file: {0}")]
    Save(String),
    #[error("the file name is not in UTF-8: expected one that is")]
    FileNameEncoding,
    #[error("the file name begins with a quotation mark: expected one at its end, too")]
    FileNameNotClosed,
    #[error("cannot score: the game is not over")]
    NotOver,
    #[error("handicap stones are not supported: expected play")]
    Handicap,
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error("cannot load file: {0}")]
    File(String),
    #[error("cannot load file: {0}")]
    Sgf(#[from] SgfError),
    #[error(
        "cannot load file: no game in SGF, as (;SZ[15];B[hh]); `tengen gtp` speaks the same protocol and reads every \
         format of `tengen formats`"
    )]
    NotSgf,
    #[error("database: {0}")]
    Database(String),
    #[error("a line is longer than {0} bytes")]
    LongLine(usize),
}
