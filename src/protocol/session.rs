//! The conversation with one manager: what all commands share.

use super::error::CommandError;
use super::game::{Game, Reply, State, Thinking};
use super::input::CoordinateOrder;
use super::knowledge::Knowledge;
use super::output::Writer;
use crate::base::{BoardSize, Point};
use crate::board::Board;
use crate::search::{Budget, Control};
use crate::server::{Engine, Job, Settings, Task, Workload};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

/// The state machine of one conversation. `dispatch` feeds it; `setup`, `openings` and `analysis`
/// hold the commands, `answers` what the search reports.
pub(super) struct Session {
    engine: Engine,
    /// What may not be lost when the input ends.
    pub(super) workload: Workload,
    pub(super) writer: Writer,
    pub(super) settings: Settings,
    pub(super) coordinates: CoordinateOrder,
    pub(super) state: State,
    pub(super) knowledge: Knowledge,
    /// The first lines of a comment whose closing quotation mark is still to come, and when they came.
    pub(super) open_comment: Option<(String, Instant)>,
    /// Input that came while the engine was thinking.
    pub(super) waiting: VecDeque<Input>,
    /// Stops the search during the opponent's time.
    pondering: Option<Arc<Control>>,
    /// Time of the last answer: the clock of a request starts no earlier.
    idle_since: Instant,
    /// Since the end of input, while an answer is still awaited.
    pub(super) closing_since: Option<Instant>,
}

/// A line of input.
pub(super) enum Input {
    Line(String, Instant),
    /// An `INFO` with a time, which counts for the running search already.
    Time(String, Instant),
    /// A line that was too long to keep.
    LongLine,
}

impl Session {
    pub(super) fn new(engine: Engine, writer: Writer, workload: Workload) -> Self {
        Self {
            engine,
            workload,
            writer,
            settings: Settings::default(),
            coordinates: CoordinateOrder::default(),
            state: State::NoBoard,
            knowledge: Knowledge::default(),
            open_comment: None,
            waiting: VecDeque::new(),
            pondering: None,
            idle_since: Instant::now(),
            closing_since: None,
        }
    }

    pub(super) fn game(&self) -> Result<&Game, CommandError> {
        self.state.game().ok_or(CommandError::NoBoard)
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut Game, CommandError> {
        self.state.game_mut().ok_or(CommandError::NoBoard)
    }

    pub(super) fn size(&self) -> Result<BoardSize, CommandError> {
        Ok(self.game()?.size)
    }

    /// The game's board under the current rule.
    pub(super) fn board(&mut self) -> Result<&mut Board, CommandError> {
        let rule = self.settings.rule()?;
        Ok(self.game_mut()?.board(rule))
    }

    pub(super) fn empty_board(&self) -> Result<Board, CommandError> {
        let rule = self.settings.rule()?;
        Ok(Board::new(self.size()?, rule))
    }

    /// Takes `board` over as the position and searches it. When the search has no answer, the old position
    /// comes back. A move that stands in the database in use is played at once.
    pub(super) fn think(&mut self, board: Board, task: Task, reply: Reply, at: Instant) -> Result<(), CommandError> {
        if matches!(task, Task::Move)
            && let Some(point) = self.database_move(&board)
        {
            self.game_mut()?.replace_board(board);
            self.end_request(at.max(self.idle_since));
            return self.answer_move(Some(point));
        }
        if matches!(task, Task::Lines(_)) {
            self.known_moves(&board);
        }
        let since = at.max(self.idle_since);
        let own_stones = board.history().len() / 2;
        let control = Arc::new(Control::new(since, self.budget(own_stones)));
        if self.closing_since.is_some() {
            control.stop();
        }
        let before = self.game_mut()?.replace_board(board.clone());
        self.start_job(task, board, &control)?;
        self.state.begin_thinking(Thinking { reply, control, since, own_stones, before, reported: None });
        Ok(())
    }

    fn start_job(&mut self, task: Task, board: Board, control: &Arc<Control>) -> Result<(), CommandError> {
        let game = self.game_mut()?;
        let uses_blocked = matches!(task, Task::Move | Task::Lines(_) | Task::Balance(..) | Task::Opening(..));
        let mut excluded = if uses_blocked { game.blocked.clone() } else { Vec::new() };
        excluded.retain(|&point| board.is_empty(point));
        let (number, clear_memory) = (game.number, std::mem::take(&mut game.clear_memory));
        self.engine.start(Job {
            task,
            board,
            limits: self.settings.limits(),
            control: Arc::clone(control),
            table_bytes: self.settings.table_bytes(),
            threads: self.settings.threads,
            level: self.settings.level(),
            excluded,
            game: number,
            clear_memory,
        });
        Ok(())
    }

    /// Goes back to idle, because the search has ended, and handles its answer.
    pub(super) fn end_thinking(&mut self, answer: impl FnOnce(&mut Self) -> Result<(), CommandError>) {
        let Some(thinking) = self.state.end_thinking() else { return };
        self.end_request(thinking.since);
        if let Err(error) = answer(self) {
            if let Some(game) = self.state.game_mut() {
                game.restore_board(thinking.before);
            }
            self.writer.error(error);
        }
    }

    /// Counts the time of a request that is about to be answered. `time_left` was for it alone.
    fn end_request(&mut self, since: Instant) {
        self.idle_since = Instant::now();
        self.settings.clear_time_left();
        if let Some(game) = self.state.game_mut() {
            game.time_used += self.idle_since.saturating_duration_since(since);
        }
    }

    /// Searches the position after the engine's move, unless more input than times is waiting already.
    pub(super) fn ponder(&mut self, board: Board) -> Result<(), CommandError> {
        let only_times = self.waiting.iter().all(|input| matches!(input, Input::Time(..)));
        if only_times && self.closing_since.is_none() && board.empty_count() > 1 {
            let control = Arc::new(Control::unlimited());
            self.start_job(Task::Ponder, board, &control)?;
            self.pondering = Some(control);
        }
        Ok(())
    }

    pub(super) fn stop_pondering(&mut self) {
        if let Some(control) = self.pondering.take() {
            control.stop();
        }
    }

    pub(super) fn stop_thinking(&self) {
        if let Some(thinking) = self.state.thinking() {
            thinking.control.stop();
        }
    }

    /// New times of an `INFO` count for the running search.
    pub(super) fn renew_budget(&self) {
        if let Some(thinking) = self.state.thinking() {
            thinking.control.set_budget(self.budget(thinking.own_stones));
        }
    }

    fn budget(&self, own_stones: usize) -> Budget {
        let used = self.state.game().map(|game| game.time_used).unwrap_or_default();
        Budget::for_move(&self.settings.time_control(used), own_stones)
    }

    /// Writes points on one line: the answer to a request.
    pub(super) fn write_points(&mut self, points: &[Point]) {
        if let Some(game) = self.state.game() {
            self.writer.line(self.coordinates.format_all(game.size, points));
        }
    }

    /// Puts the stones down and writes them; without any it is the error `none`.
    pub(super) fn play_all(&mut self, points: &[Point], none: CommandError) -> Result<(), CommandError> {
        if points.is_empty() {
            return Err(none);
        }
        let board = self.board()?;
        points.iter().for_each(|&point| board.make(point, &mut ()));
        self.write_points(points);
        Ok(())
    }
}
