//! The record of a game, finished or not; matches, formats, analysis and pictures all use it.

use super::referee::{Fault, Referee};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;
use strum::{Display, IntoEnumIterator};
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::{Board, format_point};
use tengen_database::{FinishedGame, Reason, turns_of, why};
use thiserror::Error;

pub use tengen::board::Outcome;

/// Reason for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
#[strum(serialize_all = "lowercase")]
pub enum EndReason {
    /// A winning line.
    Line,
    /// The board is full, or as full as the rule requires.
    Full,
    /// The match's limit of moves was reached.
    Moves,
    /// The scores of both players agreed.
    Score,
    /// A fault of the loser.
    #[strum(transparent)]
    Fault(Fault),
}

impl EndReason {
    /// The reason with this name, as displayed by [`EndReason`].
    pub fn of_name(name: &str) -> Option<Self> {
        let plain = [EndReason::Line, EndReason::Full, EndReason::Moves, EndReason::Score];
        let faults = Fault::iter().map(EndReason::Fault);
        plain.into_iter().chain(faults).find(|reason| reason.to_string() == name)
    }
}

/// A game or position: the initial stones and the moves after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Rule of play.
    pub rule: Rule,
    /// Board size.
    pub size: BoardSize,
    /// Stones before the first move, in any order.
    pub setup: Vec<(Point, Color)>,
    /// Cells that cannot be played on and interrupt lines, as the board's edge does.
    pub blocked: Vec<Point>,
    /// The side that moves first.
    pub first: Color,
    /// The moves, without passes.
    pub moves: Vec<Point>,
    /// The passes, in order, each as the number of moves before it. After a pass the other side has two turns in a row.
    pub passes: Vec<usize>,
    /// Number of first moves that belong to a prescribed opening.
    pub opening: usize,
    /// Time of each move, zero in the opening; empty if unknown.
    pub times: Vec<Duration>,
    /// Black's and White's names; empty if unknown.
    pub names: [String; 2],
    /// The result, if the game has ended.
    pub outcome: Option<Outcome>,
    /// Reason for the end, if known.
    pub reason: Option<EndReason>,
    /// Comments by the number of moves before them.
    pub comments: BTreeMap<usize, String>,
    /// Further facts by SGF name: `EV` event, `DT` date, `PC` place, `RO` round, `GN` name, `ON` opening, `TM` time,
    /// `AN` annotator …; for a file that was read, also its spelling of rule (`RU`) and result (`RE`).
    pub tags: BTreeMap<String, String>,
}

/// Stones or moves that are impossible on a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ImpossibleGame {
    /// Two of all stones are on the same point.
    TwoStones(String),
    /// A move on an occupied point.
    Occupied {
        /// Number of the move, from 1.
        number: usize,
        /// The point.
        point: String,
    },
    /// A move after the end of the game.
    AfterEnd {
        /// Number of the move, from 1.
        number: usize,
        /// The point.
        point: String,
    },
}

impl From<ImpossibleGame> for Reason {
    fn from(error: ImpossibleGame) -> Self {
        match error {
            ImpossibleGame::TwoStones(point) => why::two_stones(point),
            ImpossibleGame::Occupied { number, point } => why::occupied(number, point),
            ImpossibleGame::AfterEnd { number, point } => why::after_over(number, point),
        }
    }
}

impl fmt::Display for ImpossibleGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reason::from(self.clone()).fmt(f)
    }
}

impl ImpossibleGame {
    /// The number of the impossible move, from 1; `None` if the initial stones are impossible.
    pub const fn number(&self) -> Option<usize> {
        match *self {
            Self::TwoStones(_) => None,
            Self::Occupied { number, .. } | Self::AfterEnd { number, .. } => Some(number),
        }
    }
}

impl Game {
    /// An empty board.
    pub fn new(rule: Rule, size: BoardSize) -> Self {
        Self {
            rule,
            size,
            setup: Vec::new(),
            blocked: Vec::new(),
            first: Color::Black,
            moves: Vec::new(),
            passes: Vec::new(),
            opening: 0,
            times: Vec::new(),
            names: [String::new(), String::new()],
            outcome: None,
            reason: None,
            comments: BTreeMap::new(),
            tags: BTreeMap::new(),
        }
    }

    /// The game with at most its first `count` turns; moves and passes are turns.
    pub fn up_to(&self, count: usize) -> Game {
        let turns: Vec<Option<Point>> = self.turns().take(count).collect();
        let moves = turns.iter().flatten().count();
        let mut game = self.clone();
        game.moves.truncate(moves);
        game.passes.truncate(turns.len() - moves);
        game.opening = game.opening.min(moves);
        game.times.truncate(moves);
        game.comments.retain(|&after, _| after <= moves);
        if self.turns().nth(count).is_some() {
            (game.outcome, game.reason) = (None, None);
        }
        game
    }

    /// The game as a database counts it, with this outcome.
    pub fn finished(self, outcome: Outcome) -> FinishedGame {
        let Self { rule, size, first, moves, passes, names, .. } = self;
        FinishedGame { rule, size, first, outcome, moves, passes, names }
    }

    /// Ends the game.
    pub fn end(&mut self, outcome: Outcome, reason: EndReason) {
        (self.outcome, self.reason) = (Some(outcome), Some(reason));
    }

    /// The number of move `index`, from 0, among the turns, from 1: the passes before it have numbers too.
    pub fn number_of(&self, index: usize) -> usize {
        index + self.passes.partition_point(|&before| before <= index) + 1
    }

    /// The side that makes move `index`, from 0; the passes before it count as turns.
    pub fn mover(&self, index: usize) -> Color {
        self.first.after(self.number_of(index) - 1)
    }

    /// The side to move after all moves and passes.
    pub fn side_to_move(&self) -> Color {
        self.mover(self.moves.len())
    }

    /// Adds a move or a pass.
    pub fn push_turn(&mut self, turn: Option<Point>) {
        match turn {
            Some(point) => self.moves.push(point),
            None => self.passes.push(self.moves.len()),
        }
    }

    /// Moves and passes in the order of play.
    pub fn turns(&self) -> impl Iterator<Item = Option<Point>> + '_ {
        turns_of(&self.moves, &self.passes)
    }

    /// The game without passes, for formats that lack them: the stones up to the last pass become its setup.
    pub fn since_passes(&self) -> Game {
        let Some(&before) = self.passes.last() else { return self.clone() };
        let mut game = self.clone();
        game.setup = self.stones().take(self.setup.len() + before).collect();
        game.first = self.mover(before);
        game.moves.drain(..before);
        game.times.drain(..before.min(self.times.len()));
        game.opening = self.opening.saturating_sub(before);
        game.comments = self.comments.iter().map(|(&at, text)| (at.saturating_sub(before), text.clone())).collect();
        game.passes.clear();
        game
    }

    /// All stones: the setup, then the moves in order of play.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Color)> + '_ {
        let moves = self.moves.iter().enumerate().map(|(index, &point)| (point, self.mover(index)));
        self.setup.iter().copied().chain(moves)
    }

    /// The position after the last turn, with the moves and passes that led to it. Fails if two stones are on one point.
    pub fn board(&self) -> Result<Board, ImpossibleGame> {
        let mut board = Board::new(self.size, self.rule);
        let two_stones = |point| ImpossibleGame::TwoStones(format_point(self.size, point));
        let setup = self.setup.iter().map(|&(point, color)| (point, color.into()));
        for (point, cell) in setup.chain(self.blocked.iter().map(|&point| (point, Cell::Neutral))) {
            board.place(point, cell).map_err(|_| two_stones(point))?;
        }
        board.set_side_to_move(self.first);
        for turn in self.turns() {
            match turn {
                Some(point) if board.is_empty(point) => board.push(point),
                Some(point) => return Err(two_stones(point)),
                None => board.pass(),
            }
        }
        Ok(board)
    }

    /// Black's forbidden points, whichever side is to move. Fails if two stones are on one point.
    pub fn forbidden_points(&self) -> Result<Vec<Point>, ImpossibleGame> {
        let mut board = self.board()?;
        board.set_side_to_move(Color::Black);
        Ok(board.forbidden_points())
    }

    /// The outcome after the last move by the rules; `None` if the game goes on. Fails if a move is impossible: its
    /// point is occupied, or the game was over before.
    pub fn judge(&self) -> Result<Option<Outcome>, ImpossibleGame> {
        let mut outcome = None;
        let mut referee = Referee::with_blocked(self.size, self.rule, &self.blocked);
        for &(point, color) in &self.setup {
            if !referee.put(point, color) {
                return Err(ImpossibleGame::TwoStones(format_point(self.size, point)));
            }
        }
        if let Some(color) = referee.winner() {
            outcome = Some(Outcome::Win(color));
        } else if self.setup.len() + self.blocked.len() == self.size.cells() {
            outcome = Some(Outcome::Draw);
        }
        for (index, &point) in self.moves.iter().enumerate() {
            let (number, name) = (index + 1, || format_point(self.size, point));
            if outcome.is_some() {
                return Err(ImpossibleGame::AfterEnd { number, point: name() });
            }
            let color = self.mover(index);
            outcome = match referee.play_as(point, color) {
                Ok(outcome) => outcome,
                Err(Fault::Foul) => Some(Outcome::Win(!color)),
                Err(_) => return Err(ImpossibleGame::Occupied { number, point: name() }),
            };
        }
        Ok(outcome.or_else(|| self.ends_in_passes().then_some(Outcome::Draw)))
    }

    /// Whether the game ends with a pass of each side, a draw in renju.
    pub fn ends_in_passes(&self) -> bool {
        let last = self.passes.iter().filter(|&&before| before == self.moves.len()).count();
        self.rule == Rule::Renju && last > 1
    }

    /// The points of the winning line through the last stone, in order; empty if there is none.
    pub fn winning_line(&self) -> Vec<Point> {
        let referee = Referee::of_stones(self.size, self.rule, self.stones());
        let run = |(point, _)| Some(referee.winning_run(point)).filter(|run| !run.is_empty());
        // Without a last move any winning line counts.
        match self.moves.last() {
            Some(&last) => referee.winning_run(last),
            None => self.stones().find_map(run).unwrap_or_default(),
        }
    }
}
