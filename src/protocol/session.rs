//! The Piskvork dialect: its state, and what all its commands share.

use super::error::CommandError;
use super::game::{Game, Reply, Thinking};
use super::input::{Block, CoordinateOrder, split_quoted};
use crate::server::{Conversation, SearchQuestion, Task};
use std::path::Path;
use std::time::Instant;
use tengen::base::{BoardSize, Point, Rule, RuleError};
use tengen::board::Board;
use tengen::search::Budget;
use tengen_database::knowledge::MAX_TEXT;

/// A conversation with a manager. `dispatch` feeds it; `commands` has the commands, `output` what the search reports.
pub(super) type Session = Conversation<Piskvork>;

/// What only the Piskvork protocol has.
#[derive(Default)]
pub(crate) struct Piskvork {
    pub(super) coordinates: CoordinateOrder,
    pub(super) rule: RuleNumber,
    /// The bits of `INFO show_detail`.
    pub(super) detail: u8,
    /// `None` before `START`.
    pub(super) game: Option<Box<Game>>,
    /// The block that was to set up the position and has not, since the last one that has.
    pub(super) refused: Option<&'static str>,
    /// What has been said of the rule.
    pub(super) rule_notice: RuleNotice,
    pub(super) pending: Option<Pending>,
    /// The command with the first lines of a comment whose closing quotation mark is still to come.
    pub(super) open_comment: Option<Call>,
}

/// The rule as the manager names it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleNumber {
    /// The bits of `INFO rule`.
    pub bits: i64,
    /// The manager is a board program of Yixin's family.
    pub board_program: bool,
}

impl RuleNumber {
    /// The rule, or an error for contradictory or unknown bits. Board programs of Yixin's family have
    /// numbers of their own: 2 is renju, 5 and 6 are freestyle with an opening rule that they ask for
    /// by its own command.
    pub fn rule(self) -> Result<Rule, RuleError> {
        let bits = match self.bits {
            2 if self.board_program => Rule::Renju.bits().into(),
            5 | 6 if self.board_program => Rule::Freestyle.bits().into(),
            bits => bits,
        };
        Rule::from_bits(bits).map(|(rule, _)| rule)
    }
}

/// Whether the rule is confirmed in a message, once, to programs that show messages.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuleNotice {
    /// `INFO rule` was sent.
    pub is_named: bool,
    /// `YXSHOWINFO` or `INFO show_detail` has asked for more than answers.
    pub is_wanted: bool,
    /// It was confirmed.
    pub is_done: bool,
}

/// Lines that a command still waits for.
pub(super) enum Pending {
    /// Lines up to `DONE`, and what is done with them.
    Block(Box<Block>, BlockEnd),
    /// One line with the name of a file for the command of this name.
    FileName(&'static str, FileEnd),
}

/// What a command does with its file.
pub(super) type FileEnd = fn(&mut Session, &Path) -> Result<(), CommandError>;

/// What a command does with its block.
pub(super) type BlockEnd = Box<dyn FnOnce(&mut Session, Block) -> Result<(), CommandError>>;

/// A command as it was sent.
pub(crate) struct Call {
    /// Its name in the table.
    pub name: &'static str,
    /// What it does.
    pub(super) run: CommandRun,
    /// The text behind it.
    pub argument: String,
    /// Its time of arrival.
    pub at: Instant,
}

/// What a command does.
pub(super) type CommandRun = fn(&mut Session, Call) -> Result<(), CommandError>;

/// A comment without its closing mark is given up after this number of bytes: none that can be stored is longer, even
/// with a backslash before each character.
const MAX_OPEN_COMMENT: usize = 2 * MAX_TEXT;

impl Call {
    /// Whether a comment in quotation marks begins behind the command and may still end.
    pub fn is_open_comment(&self) -> bool {
        let Self { name, argument, .. } = self;
        let begins = *name == "YXEDITTEXTDATABASE" && argument.starts_with('"') && argument.len() <= MAX_OPEN_COMMENT;
        begins && split_quoted(argument).is_none()
    }
}

impl Session {
    pub(super) fn game(&self) -> Result<&Game, CommandError> {
        self.dialect.game.as_deref().ok_or(CommandError::NoBoard)
    }

    pub(super) fn game_mut(&mut self) -> Result<&mut Game, CommandError> {
        self.dialect.game.as_deref_mut().ok_or(CommandError::NoBoard)
    }

    pub(super) fn size(&self) -> Result<BoardSize, CommandError> {
        Ok(self.game()?.size)
    }

    /// The game's board under the current rule.
    pub(super) fn board(&mut self) -> Result<&mut Board, CommandError> {
        let rule = self.dialect.rule.rule()?;
        Ok(self.game_mut()?.board(rule))
    }

    /// [`Session::board`] for a command that searches it or shows what the rule says of it.
    ///
    /// # Errors
    /// When the last block of a position was refused, so that the program's board is another one.
    pub(super) fn known_board(&mut self) -> Result<&mut Board, CommandError> {
        self.game()?;
        match self.dialect.refused {
            Some(block) => Err(CommandError::UnknownPosition(block)),
            None => self.board(),
        }
    }

    pub(super) fn empty_board(&self) -> Result<Board, CommandError> {
        let rule = self.dialect.rule.rule()?;
        Ok(Board::new(self.size()?, rule))
    }

    /// A new game, without an answer.
    pub(super) fn replace_game(&mut self, size: BoardSize) {
        self.dialect.game = Some(Box::new(Game::new(size, self.dialect.game.as_deref())));
        self.dialect.refused = None;
        self.begin_game();
    }

    /// Takes `board` over as the position and searches it. When the search has no answer, the old position
    /// comes back, and counts as unknown when a block had named this one. A move that stands in the database in use is played at once.
    pub(super) fn think(&mut self, board: Board, task: Task, reply: Reply, at: Instant) -> Result<(), CommandError> {
        let block = self.dialect.refused.take();
        if matches!(task, Task::Move)
            && let Some(point) = self.database_move(&board)
        {
            self.game_mut()?.replace_board(board);
            let time = self.end_request(self.clock_start(at));
            self.count_time(time);
            return self.answer_move(Some(point));
        }
        if matches!(task, Task::Lines(_)) {
            self.report_known_moves(&board);
        }
        let own_stones = board.history().len() / 2;
        let budget = self.budget(own_stones);
        let game = self.game_mut()?;
        let before = game.replace_board(board.clone());
        let question = SearchQuestion {
            task,
            excluded: game.blocked.moves(&board),
            blocked: game.blocked.positions(&board),
            board,
        };
        let thinking = Thinking { reply, own_stones, before, block, reported: None, notice: None };
        self.search(question, at, budget, thinking);
        Ok(())
    }

    /// Handles the answer of the search.
    pub(super) fn end_thinking(&mut self, answer: impl FnOnce(&mut Self) -> Result<(), CommandError>) {
        let Some((thinking, time)) = self.end_job() else { return };
        self.count_time(time);
        if let Err(error) = answer(self) {
            if let Some(game) = &mut self.dialect.game {
                game.restore_board(thinking.before);
                self.dialect.refused = thinking.block;
            }
            self.writer.error(error);
        }
    }

    /// Counts the time of a request that is about to be answered. `time_left` was for it alone.
    fn count_time(&mut self, time: std::time::Duration) {
        self.settings.clear_time_left();
        if let Some(game) = &mut self.dialect.game {
            game.time_used += time;
        }
    }

    /// New times of an `INFO` count for the running search.
    pub(super) fn renew_budget(&self) {
        if let Some(job) = &self.job {
            job.control.set_budget(self.budget(job.request.own_stones));
        }
    }

    /// Names the rule, once, to a program that shows messages: it can be a number that means another rule elsewhere. One
    /// that contradicts itself is an error of the next command that needs it.
    pub(super) fn confirm_rule(&mut self) {
        let RuleNotice { is_named, is_wanted, is_done } = self.dialect.rule_notice;
        if let (true, true, false, Ok(rule)) = (is_named, is_wanted, is_done, self.dialect.rule.rule()) {
            self.dialect.rule_notice.is_done = true;
            self.writer.message(format_args!("rule {}: {rule}", self.dialect.rule.bits));
        }
    }

    fn budget(&self, own_stones: usize) -> Budget {
        let used = self.dialect.game.as_ref().map(|game| game.time_used).unwrap_or_default();
        self.move_budget(&self.settings.time_control(used), own_stones)
    }

    /// Writes points on one line: the answer to a request.
    pub(super) fn write_points(&mut self, points: &[Point]) {
        if let Some(game) = &self.dialect.game {
            self.writer.line(self.dialect.coordinates.format_all(game.size, points));
        }
    }

    /// Puts the stones down and writes them; without any it is the error `none`.
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
