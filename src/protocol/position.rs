//! The position of a conversation, and the request under search.

use std::time::Duration;
use tengen::base::{BoardSize, Point, Rule};
use tengen::board::Board;
use tengen::play::{BlockedMoves, OpeningRule};

/// The current position with its blocked moves, and the time used in its game.
pub(super) struct CurrentPosition {
    pub size: BoardSize,
    /// Created at first use, because the rule may still change.
    pub board: Option<Board>,
    /// Moves that must not be played.
    pub blocked: BlockedMoves,
    /// Time spent on the engine's moves in this game.
    pub time_used: Duration,
}

/// A request whose answer is being searched.
pub(crate) struct Thinking {
    pub(super) reply: Reply,
    /// Number of the engine's stones on the board.
    pub(super) own_stones: usize,
    /// The position before the request, restored if there is no answer.
    pub(super) before: Option<Board>,
    /// The block that gave the position, if it was one.
    pub(super) block: Option<&'static str>,
    /// The best move of the last reported iteration.
    pub(super) reported: Option<Point>,
    /// The last notice about its score.
    pub(super) notice: Option<&'static str>,
}

/// Form of the answer to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// Coordinates only.
    Plain,
    /// Coordinates, after a message with the moves that do not lose.
    Defenses,
    /// `MESSAGE SWAP2 …`, after this number of stones: none, three or five.
    Swap2(usize),
    /// `MESSAGE SOOSORV …`.
    Soosorv(SoosorvStep),
    /// Words and points, for `NEGOTIATE`.
    Acts(OpeningRule),
}

/// A step of Yixin-Board's Soosõrv dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SoosorvStep {
    /// Propose three stones.
    Propose,
    /// Decide whether to swap after three stones.
    SwapThree,
    /// Choose the fourth stone and the number of fifth stones.
    Fourth,
    /// Decide whether to swap after four stones, with this number of fifth stones.
    SwapFour(usize),
    /// Offer this number of fifth stones.
    Fifths(usize),
    /// Choose a fifth stone: the stones after the fourth are the offered ones.
    Choose,
}

impl CurrentPosition {
    /// The beginning of a game after `last`. Blocked moves are kept if the board has the same size.
    pub fn new(size: BoardSize, last: Option<&Self>) -> Self {
        let blocked =
            last.filter(|last| last.size == size).map_or_else(BlockedMoves::default, |last| last.blocked.clone());
        Self { size, board: None, blocked, time_used: Duration::ZERO }
    }

    /// The board under `rule`. If the rule has changed, the stones are kept.
    pub fn board(&mut self, rule: Rule) -> &mut Board {
        if let Some(old) = self.board.take_if(|board| board.rule() != rule) {
            self.board = Some(old.under_rule(rule));
        }
        self.board.get_or_insert_with(|| Board::new(self.size, rule))
    }
}
