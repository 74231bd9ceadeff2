//! The commands of board programs (Yixin-Board, Gomocalc): several best lines, blocked moves, balance,
//! and Yixin-Board's swap2 dialogue.

use super::block::BlockKind;
use super::coordinates::Order;
use super::engine::Task;
use super::report;
use super::session::{ALL_LINES, Refusal, Session, Swap2Step};
use super::settings::{MOST_TABLE, most_threads};
use crate::base::{BoardSize, Point, Score};
use crate::board::format_point;
use crate::search::Report;
use crate::search::opening::OpeningAnswer;
use crate::search::soosorv::{MOST_FIFTHS, SoosorvAnswer, SoosorvStep};
use std::io::Write;
use std::time::Instant;

impl<W: Write> Session<W> {
    /// Yixin-Board introduces itself. It names points by row and column.
    pub(super) fn show_info(&mut self) {
        self.settings.is_board_program();
        self.order = Order::RowColumn;
        self.writer.message(format_args!("INFO MAX_THREAD_NUM {}", most_threads()));
        // As the power of two of kilobytes.
        self.writer.message(format_args!("INFO MAX_HASH_SIZE {}", (MOST_TABLE / 1024).ilog2()));
    }

    pub(super) fn best_lines(&mut self, argument: &str, at: Instant) -> Result<(), Refusal> {
        let lines = match argument.parse::<usize>() {
            Ok(lines) if lines > 0 => lines.min(ALL_LINES - 1),
            _ => return Err("YXNBEST wants a number of lines, 1 or more".into()),
        };
        self.check_room(1)?;
        self.think(Task::Lines(lines), at)
    }

    pub(super) fn search_defend(&mut self, at: Instant) -> Result<(), Refusal> {
        self.check_room(1)?;
        self.think(Task::Lines(ALL_LINES), at)
    }

    pub(super) fn balance(&mut self, stones: usize, argument: &str, at: Instant) -> Result<(), Refusal> {
        let bias = match argument {
            "" => 0,
            text => text.parse::<Score>().map_err(|_| "the bias is a score, as in YXBALANCEONE 0".to_owned())?,
        };
        self.check_room(stones)?;
        self.think(Task::Balance(stones, bias), at)
    }

    fn check_room(&mut self, stones: usize) -> Result<(), Refusal> {
        if self.board()?.empty_count() < stones { Err("no cell is left to play on".into()) } else { Ok(()) }
    }

    pub(super) fn set_blocked(&mut self, kind: BlockKind, points: &[Point]) -> Result<(), Refusal> {
        self.blocked.retain(|point| !points.contains(point));
        if kind == BlockKind::Block {
            self.blocked.extend(points);
        }
        Ok(())
    }

    pub(super) fn show_hash_size(&mut self) {
        let kilobytes = self.settings.table_bytes() / 1024;
        self.writer.message(format_args!("hash size {kilobytes} KB"));
    }

    /// The moves that do not lose, as far as the search saw.
    pub(super) fn tell_defences(&mut self, size: BoardSize, reports: &[Report]) {
        let kept = reports.iter().filter(|report| !report::is_lost(report));
        let names: Vec<String> = kept.map(|report| format_point(size, report.line[0])).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(" ") };
        self.writer.message(format_args!("defences {names}"));
    }

    pub(super) fn answer_balance(&mut self, points: &[Point]) {
        self.play_all(points, "there is no move that leaves the game open");
    }

    /// Puts the stones down and answers them, or with an error when there are none.
    fn play_all(&mut self, points: &[Point], none: &str) {
        if points.is_empty() {
            return self.writer.error(none);
        }
        if let Ok(board) = self.board() {
            points.iter().for_each(|&point| board.make(point, &mut ()));
        }
        self.say_points(points);
    }

    pub(super) fn answer_opening(&mut self, answer: OpeningAnswer) {
        match answer {
            OpeningAnswer::Swap => self.writer.line("SWAP"),
            OpeningAnswer::Stones(points) => self.play_all(&points, "the board is too small for this opening"),
        }
    }

    pub(super) fn swap2_step(&mut self, step: Swap2Step, at: Instant) -> Result<(), Refusal> {
        let wanted = match step {
            Swap2Step::Propose => 0,
            Swap2Step::AnswerThree => 3,
            Swap2Step::AnswerFive => 5,
        };
        let stones = self.board()?.placed().len();
        match stones {
            stones if stones == wanted => self.think_of_step(step, at),
            stones => Err(format!("this step is for {wanted} stones on the board, not {stones}")),
        }
    }

    /// A step of the Soosõrv opening: the first at once, the others with the stones that follow, and the
    /// fourth and fifth with a number of fifths.
    pub(super) fn soosorv_step(&mut self, step: u8, argument: &str, at: Instant) -> Result<(), Refusal> {
        let fifths = || match argument.parse::<usize>() {
            Ok(n) if (1..=MOST_FIFTHS).contains(&n) => Ok(n),
            _ => Err(format!("this step wants a number of fifth stones, 1 to {MOST_FIFTHS}")),
        };
        let (step, rest) = match step {
            1 => return self.soosorv(SoosorvStep::Propose, Vec::new(), at),
            2 => (SoosorvStep::SwapThree, argument),
            3 => (SoosorvStep::Fourth, argument),
            4 => (SoosorvStep::SwapFour(fifths()?), ""),
            5 => (SoosorvStep::Fifths(fifths()?), ""),
            _ => (SoosorvStep::Choose, argument),
        };
        self.open_block(BlockKind::Soosorv(step), rest, at)
    }

    /// Thinks about a step; the position is as it was, as the board program sets it up by `BOARD`.
    pub(super) fn soosorv(&mut self, step: SoosorvStep, stones: Vec<Point>, at: Instant) -> Result<(), Refusal> {
        if !step.takes(stones.len()) {
            return Err(format!("this step is not for {} stones", stones.len()));
        }
        self.game_mut()?.board = Some(self.empty_board()?);
        self.think(Task::Soosorv(step, stones), at)
    }

    pub(super) fn answer_soosorv(&mut self, size: BoardSize, answer: SoosorvAnswer) {
        let order = self.order;
        let name = |point: Point| {
            let (one, two) = order.numbers(size, point);
            format!("{one} {two}")
        };
        let lines = match answer {
            SoosorvAnswer::Three(stones) => {
                (1..).zip(stones).map(|(number, point)| format!("MOVE{number} {}", name(point))).collect()
            }
            SoosorvAnswer::Swap(number, swaps) => vec![format!("SWAP{number} {}", if swaps { "YES" } else { "NO" })],
            SoosorvAnswer::Fourth(point, fifths) => vec![format!("MOVE4 {} {fifths}", name(point))],
            SoosorvAnswer::Fifths(points) => {
                let mut lines = vec!["MOVE5 REFRESH".to_owned()];
                lines.extend(points.into_iter().map(|point| format!("MOVE5 {}", name(point))));
                lines.push("MOVE5 DONE".to_owned());
                lines
            }
            SoosorvAnswer::Chosen(point) => vec![format!("MOVE5C {}", name(point))],
            SoosorvAnswer::None => return self.writer.error("there is no such move"),
        };
        lines.iter().for_each(|line| self.writer.message(format_args!("SOOSORV {line}")));
    }

    /// A side that is kept is told without its move: the board program asks for that by `BOARD`.
    pub(super) fn answer_step(&mut self, size: BoardSize, step: Swap2Step, answer: OpeningAnswer) {
        let (choice, first) = match step {
            Swap2Step::Propose => ("", 1),
            Swap2Step::AnswerThree => ("SWAP1", 4),
            Swap2Step::AnswerFive => ("SWAP2", 6),
        };
        match answer {
            OpeningAnswer::Swap => self.writer.message(format_args!("SWAP2 {choice} YES")),
            OpeningAnswer::Stones(points) if points.len() == 1 => {
                self.writer.message(format_args!("SWAP2 {choice} NO"));
            }
            OpeningAnswer::Stones(points) => {
                if let Ok(board) = self.board() {
                    points.iter().for_each(|&point| board.make(point, &mut ()));
                }
                for (number, &point) in (first..).zip(&points) {
                    let (one, two) = self.order.numbers(size, point);
                    self.writer.message(format_args!("SWAP2 MOVE{number} {one} {two}"));
                }
            }
        }
    }
}
