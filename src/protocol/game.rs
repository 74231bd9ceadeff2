//! The states of a conversation, as `protocol.md` tabulates them.

use super::commands::{SoosorvStep, Swap2Step};
use super::input::Block;
use crate::base::{BoardSize, Point, Rule};
use crate::board::Board;
use crate::play::OpeningRule;
use crate::search::Control;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Where a conversation stands. The game outlives the changes between the last three states.
pub(super) enum State {
    /// Before `START`.
    NoBoard,
    /// A game, and nothing is being read or searched.
    Idle(Box<Game>),
    /// Between a block's first line and its `DONE`, or before the file name that a command announced.
    InBlock(Pending, Option<Box<Game>>),
    /// The search thread has a job whose answer is awaited.
    Thinking(Box<Thinking>, Box<Game>),
}

/// Lines that a command still waits for.
pub(super) enum Pending {
    /// Lines up to `DONE`.
    Block(Block),
    /// One line with the name of a database.
    DatabaseName,
    /// One line with the name of a file, which is not supported.
    FileName,
}

/// A game: the board and what belongs to it.
pub(super) struct Game {
    pub size: BoardSize,
    /// Built when first needed, because the rule may still change.
    board: Option<Board>,
    /// Counts the games of a conversation from 1.
    pub number: u64,
    /// Moves that may not be played.
    pub blocked: Vec<Point>,
    /// Time spent on the game's own moves.
    pub time_used: Duration,
    /// The next search starts with an empty table and empty histories.
    pub clear_memory: bool,
}

/// A search whose answer is awaited.
pub(super) struct Thinking {
    pub reply: Reply,
    pub control: Arc<Control>,
    /// Start of the request's clock.
    pub since: Instant,
    /// The engine's stones on the board.
    pub own_stones: usize,
    /// The position before the request, should it have no answer.
    pub before: Option<Board>,
    /// The best move of the last iteration that was reported.
    pub reported: Option<Point>,
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

impl State {
    pub fn game(&self) -> Option<&Game> {
        match self {
            State::NoBoard => None,
            State::InBlock(_, game) => game.as_deref(),
            State::Idle(game) | State::Thinking(_, game) => Some(game),
        }
    }

    pub fn game_mut(&mut self) -> Option<&mut Game> {
        match self {
            State::NoBoard => None,
            State::InBlock(_, game) => game.as_deref_mut(),
            State::Idle(game) | State::Thinking(_, game) => Some(game),
        }
    }

    pub fn thinking(&self) -> Option<&Thinking> {
        if let State::Thinking(thinking, _) = self { Some(thinking) } else { None }
    }

    pub fn thinking_mut(&mut self) -> Option<&mut Thinking> {
        if let State::Thinking(thinking, _) = self { Some(thinking) } else { None }
    }

    pub fn is_in_block(&self) -> bool {
        matches!(self, State::InBlock(..))
    }

    /// Waits for lines.
    pub fn open(&mut self, pending: Pending) {
        *self = State::InBlock(pending, self.take_game());
    }

    /// Leaves a block; `None` outside of one.
    pub fn close(&mut self) -> Option<Pending> {
        match std::mem::replace(self, State::NoBoard) {
            State::InBlock(pending, game) => {
                *self = game.map_or(State::NoBoard, State::Idle);
                Some(pending)
            }
            other => {
                *self = other;
                None
            }
        }
    }

    /// Awaits the answer of a search of the game's position. Without a game there is nothing to search.
    pub fn begin_thinking(&mut self, thinking: Thinking) {
        if let Some(game) = self.take_game() {
            *self = State::Thinking(Box::new(thinking), game);
        }
    }

    /// Goes back to idle when the answer has come; `None` when none was awaited.
    pub fn end_thinking(&mut self) -> Option<Box<Thinking>> {
        match std::mem::replace(self, State::NoBoard) {
            State::Thinking(thinking, game) => {
                *self = State::Idle(game);
                Some(thinking)
            }
            other => {
                *self = other;
                None
            }
        }
    }

    fn take_game(&mut self) -> Option<Box<Game>> {
        match std::mem::replace(self, State::NoBoard) {
            State::NoBoard => None,
            State::InBlock(_, game) => game,
            State::Idle(game) | State::Thinking(_, game) => Some(game),
        }
    }
}

impl Game {
    /// A new game after `last`. Blocked moves stay on a board of the same size.
    pub fn new(size: BoardSize, last: Option<&Game>) -> Self {
        let blocked = last.filter(|last| last.size == size).map_or_else(Vec::new, |last| last.blocked.clone());
        let number = last.map_or(0, |last| last.number) + 1;
        Self { size, board: None, number, blocked, time_used: Duration::ZERO, clear_memory: true }
    }

    /// The board under `rule`. Stones stay when the rule has changed.
    pub fn board(&mut self, rule: Rule) -> &mut Board {
        if let Some(old) = self.board.take_if(|board| board.rule() != rule) {
            self.board = Some(under_rule(&old, rule));
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

/// The same stones under another rule.
fn under_rule(old: &Board, rule: Rule) -> Board {
    let mut board = Board::new(old.size(), rule);
    for (point, cell) in old.history() {
        // Every point was empty on the old board too.
        let _ = board.place(point, cell);
    }
    board.set_side_to_move(old.side_to_move());
    board
}
