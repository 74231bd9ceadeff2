//! The game of a conversation, and the request whose answer is awaited.

use super::blocked::Blocked;
use std::time::Duration;
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::Board;
use tengen::play::OpeningRule;

/// A game: the board and what belongs to it.
pub(super) struct Game {
    pub size: BoardSize,
    /// Built when first needed, because the rule may still change.
    board: Option<Board>,
    /// Moves that may not be played.
    pub blocked: Blocked,
    /// Time spent on the game's own moves.
    pub time_used: Duration,
}

/// A search whose answer is awaited.
pub(crate) struct Thinking {
    pub(super) reply: Reply,
    /// The engine's stones on the board.
    pub(super) own_stones: usize,
    /// The position before the request, should it have no answer.
    pub(super) before: Option<Board>,
    /// The block that has named the position, if one has.
    pub(super) block: Option<&'static str>,
    /// The best move of the last iteration that was reported.
    pub(super) reported: Option<Point>,
    /// What was said of its score.
    pub(super) notice: Option<&'static str>,
}

/// The form of the answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Coordinates.
    Plain,
    /// Coordinates, and before them the moves that do not lose.
    Defenses,
    /// `MESSAGE SWAP2 …`.
    Swap2(Swap2Step),
    /// `MESSAGE SOOSORV …`.
    Soosorv(SoosorvStep),
    /// Words and points, as `NEGOTIATE` has them.
    Acts(OpeningRule),
}

/// A step of Yixin-Board's swap2 dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Swap2Step {
    /// Propose three stones.
    Propose,
    /// Answer three stones.
    AnswerThree,
    /// Choose a side after five stones.
    AnswerFive,
}

/// A step of Yixin-Board's Soosõrv dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoosorvStep {
    /// The three stones.
    Propose,
    /// Whether to swap after three stones.
    SwapThree,
    /// The fourth stone and the number of fifths.
    Fourth,
    /// Whether to swap after four stones, with this number of fifths.
    SwapFour(usize),
    /// The fifths, this many.
    Fifths(usize),
    /// The choice of a fifth: the stones after the fourth are those offered.
    Choose,
}

impl Game {
    /// A new game after `last`. Blocked moves stay on a board of the same size.
    pub fn new(size: BoardSize, last: Option<&Game>) -> Self {
        let blocked = last.filter(|last| last.size == size).map_or_else(Blocked::default, |last| last.blocked.clone());
        Self { size, board: None, blocked, time_used: Duration::ZERO }
    }

    /// The board under `rule`. Stones stay when the rule has changed.
    pub fn board(&mut self, rule: Rule) -> &mut Board {
        if let Some(old) = self.board.take_if(|board| board.rule() != rule) {
            self.board = Some(old.under_rule(rule));
        }
        self.board.get_or_insert_with(|| Board::new(self.size, rule))
    }

    /// Takes a position over; returns the old one.
    pub fn replace_board(&mut self, board: Board) -> Option<Board> {
        self.board.replace(board)
    }

    /// Goes back to what [`Game::replace_board`] returned.
    pub fn restore_board(&mut self, before: Option<Board>) {
        self.board = before;
    }
}
