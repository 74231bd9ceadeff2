//! The Piskvork dialect: its state, and actions that several commands share.

use super::error::CommandError;
use super::input::{Block, CoordinateOrder, split_quoted};
use super::position::{CurrentPosition, Reply, Thinking};
use crate::server::{Conversation, SearchQuestion, Task};
use std::path::Path;
use std::time::Instant;
use tengen::base::{BoardSize, Point, Rule, RuleError};
use tengen::board::Board;
use tengen::search::Budget;
use tengen_database::knowledge::MAX_TEXT;

/// A conversation with a manager. Input and events are handled in `dispatch`, commands in `commands`, reports in
/// `output`.
pub(super) type Session = Conversation<Piskvork>;

/// State of a conversation that only the Piskvork protocol needs.
#[derive(Default)]
pub(crate) struct Piskvork {
    pub(super) coordinates: CoordinateOrder,
    pub(super) rule: RuleNumber,
    /// The bits of `INFO show_detail`.
    pub(super) detail: u8,
    /// `None` before `START`.
    pub(super) position: Option<Box<CurrentPosition>>,
    /// The last block that should have set up the position but was refused; `None` after one that did.
    pub(super) refused: Option<&'static str>,
    /// State of the notice about the rule.
    pub(super) rule_notice: RuleNotice,
    pub(super) pending: Option<Pending>,
    /// A command with the first lines of a comment whose closing quotation mark has not come yet.
    pub(super) open_comment: Option<Call>,
    /// Whether the last line was a command whose file name should be the next one.
    pub(super) expects_file_name: bool,
}

/// The rule as the manager sends it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleNumber {
    /// The bits of `INFO rule`.
    pub bits: i64,
    /// Whether the manager is a board program of Yixin's family.
    pub board_program: bool,
}

impl RuleNumber {
    /// The rule, or an error for contradictory or unknown bits. Board programs of Yixin's family use other numbers: 2
    /// is renju, 5 and 6 are freestyle with an opening rule, for which they send a separate command.
    pub fn rule(self) -> Result<Rule, RuleError> {
        let bits = match self.bits {
            2 if self.board_program => Rule::Renju.bits().into(),
            5 | 6 if self.board_program => Rule::Freestyle.bits().into(),
            bits => bits,
        };
        Rule::from_bits(bits).map(|(rule, _)| rule)
    }
}

/// State of the message that confirms the rule once, to programs that show messages.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleNotice {
    /// Whether `INFO rule` was sent.
    pub is_named: bool,
    /// Whether `YXSHOWINFO` or `INFO show_detail` has requested more than answers.
    pub is_wanted: bool,
    /// Whether the rule was confirmed.
    pub is_done: bool,
}

/// Lines that a command is waiting for.
pub(super) enum Pending {
    /// Lines up to `DONE`, and the action at the end.
    Block(Box<Block>, BlockEnd),
    /// One line with a file name, for the command of this name.
    FileName(&'static str, FileEnd),
}

/// Action of a command with its file.
pub(super) type FileEnd = fn(&mut Session, &Path) -> Result<(), CommandError>;

/// Action of a command with its block.
pub(super) type BlockEnd = Box<dyn FnOnce(&mut Session, Block) -> Result<(), CommandError>>;

/// A command call.
pub(crate) struct Call {
    /// Name of the command, as in the table.
    pub name: &'static str,
    /// Action of the command.
    pub(super) run: CommandRun,
    /// The text after the name.
    pub argument: String,
    /// Time at which the line arrived.
    pub at: Instant,
}

/// Action of a command.
pub(super) type CommandRun = fn(&mut Session, Call) -> Result<(), CommandError>;

/// Most bytes of a comment without its closing mark: no comment that can be stored is longer, even with a backslash
/// before each character.
const MAX_OPEN_COMMENT: usize = 2 * MAX_TEXT;

impl Call {
    /// Whether a quoted comment begins after the command and may still continue.
    pub fn is_open_comment(&self) -> bool {
        let Self { name, argument, .. } = self;
        let begins = *name == "YXEDITTEXTDATABASE" && argument.starts_with('"') && argument.len() <= MAX_OPEN_COMMENT;
        begins && split_quoted(argument).is_none()
    }
}

impl Session {
    pub(super) fn position(&self) -> Result<&CurrentPosition, CommandError> {
        self.dialect.position.as_deref().ok_or(CommandError::NoBoard)
    }

    pub(super) fn position_mut(&mut self) -> Result<&mut CurrentPosition, CommandError> {
        self.dialect.position.as_deref_mut().ok_or(CommandError::NoBoard)
    }

    pub(super) fn size(&self) -> Result<BoardSize, CommandError> {
        Ok(self.position()?.size)
    }

    /// The current position's board under the current rule.
    pub(super) fn board(&mut self) -> Result<&mut Board, CommandError> {
        let rule = self.dialect.rule.rule()?;
        Ok(self.position_mut()?.board(rule))
    }

    /// [`Session::board`] for commands that search it or show facts that depend on the rule.
    ///
    /// # Errors
    /// When the last block with a position was refused, so that the manager's board differs.
    pub(super) fn known_board(&mut self) -> Result<&mut Board, CommandError> {
        self.position()?;
        match self.dialect.refused {
            Some(block) => Err(CommandError::UnknownPosition(block)),
            None => self.board(),
        }
    }

    pub(super) fn empty_board(&self) -> Result<Board, CommandError> {
        let rule = self.dialect.rule.rule()?;
        Ok(Board::new(self.size()?, rule))
    }

    /// Starts a new game, without an answer.
    pub(super) fn replace_game(&mut self, size: BoardSize) {
        self.dialect.position = Some(Box::new(CurrentPosition::new(size, self.dialect.position.as_deref())));
        self.dialect.refused = None;
        self.begin_game();
    }

    /// Sets `board` as the position and searches it. If the search has no answer, the old position is restored, and
    /// counts as unknown if this one came from a block. A good move from the database in use is played at once.
    pub(super) fn think(&mut self, board: Board, task: Task, reply: Reply, at: Instant) -> Result<(), CommandError> {
        let block = self.dialect.refused.take();
        if matches!(task, Task::Move)
            && let Some(point) = self.database_move(&board)
        {
            self.position_mut()?.board = Some(board);
            let time = self.end_request(self.clock_start(at));
            self.count_time(time);
            return self.answer_move(Some(point));
        }
        if matches!(task, Task::Lines(_)) {
            self.report_known_moves(&board);
        }
        let own_stones = board.history().len() / 2;
        let budget = self.budget(own_stones);
        let position = self.position_mut()?;
        let before = position.board.replace(board.clone());
        let question = SearchQuestion { task, board, blocked: position.blocked.clone() };
        let thinking = Thinking { reply, own_stones, before, block, reported: None, notice: None };
        self.search(question, at, budget, thinking);
        Ok(())
    }

    /// Ends a request with the answer of the search.
    pub(super) fn end_thinking(&mut self, answer: impl FnOnce(&mut Self) -> Result<(), CommandError>) {
        let Some((thinking, time)) = self.end_job() else { return };
        self.count_time(time);
        if let Err(error) = answer(self) {
            if let Some(position) = &mut self.dialect.position {
                position.board = thinking.before;
                self.dialect.refused = thinking.block;
            }
            self.writer.error(error);
        }
    }

    /// Counts the time of a request that is about to be answered, and drops `time_left`, which was for this request
    /// only.
    fn count_time(&mut self, time: std::time::Duration) {
        self.settings.left = None;
        if let Some(position) = &mut self.dialect.position {
            position.time_used += time;
        }
    }

    /// Applies time settings to the running search.
    pub(super) fn renew_budget(&self) {
        if let Some(job) = &self.job {
            job.control.set_budget(self.budget(job.request.own_stones));
        }
    }

    /// Confirms the rule, once, to a program that shows messages, because numbers of rules differ between programs.
    /// Contradictory bits are reported as an error of the next command that needs the rule.
    pub(super) fn confirm_rule(&mut self) {
        let RuleNotice { is_named, is_wanted, is_done } = self.dialect.rule_notice;
        if let (true, true, false, Ok(rule)) = (is_named, is_wanted, is_done, self.dialect.rule.rule()) {
            self.dialect.rule_notice.is_done = true;
            self.writer.message(format_args!("rule {}: {rule}", self.dialect.rule.bits));
        }
    }

    fn budget(&self, own_stones: usize) -> Budget {
        let used = self.dialect.position.as_ref().map(|position| position.time_used).unwrap_or_default();
        self.move_budget(&self.settings.time_control(used), own_stones)
    }

    /// Writes points on one line, as the answer to a request.
    pub(super) fn write_points(&mut self, points: &[Point]) {
        if let Some(position) = &self.dialect.position {
            self.writer.line(self.dialect.coordinates.format_all(position.size, points));
        }
    }

    /// Places the stones and writes them; without any stones, `none` is the error.
    pub(super) fn play_all(&mut self, points: &[Point], none: CommandError) -> Result<(), CommandError> {
        if points.is_empty() {
            return Err(none);
        }
        let board = self.board()?;
        board.play(points);
        self.write_points(points);
        Ok(())
    }
}
