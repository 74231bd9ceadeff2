//! Puzzles, and answers to the moves tried in them.

use crate::message::{ErrorCode, RequestError, ServerAnswer, WirePuzzle};
use crate::position::{game, running};
use crate::question::{Position, Puzzles, Start, Try};
use tengen::base::{Color, Point, Rule, RuleError};
use tengen::solver::Stop;
use tengen_database::{Reason, why};
use tengen_game::{Game, Outcome};
use tengen_study::puzzle::{MoveVerdict, Prover, Puzzle, PuzzleKind, PuzzleSet};
use tengen_study::solve::Goal;

/// Node limit for a win by threats: twice that of the puzzles' generator, so that every right move is recognized.
const NODES: u64 = 6_000;
/// Most puzzles of one text.
const MAX_PUZZLES: usize = 5_000;

/// Answers `puzzles`. Fails if the text is not a set of puzzles, or if there is no such rule.
pub fn list(question: &Puzzles) -> Result<ServerAnswer, RequestError> {
    let unreadable = |reason: Reason| RequestError::detailed(ErrorCode::Unreadable, reason);
    let mut set = match question.rule {
        Some(_) => PuzzleSet::built_in(),
        None => question.text.parse(),
    }
    .map_err(unreadable)?;
    if let Some(name) = &question.rule {
        let rule: Rule = name.parse().map_err(|error: RuleError| unreadable(error.into()))?;
        set.puzzles.retain(|puzzle| puzzle.rule == rule);
    }
    if set.puzzles.len() > MAX_PUZZLES {
        return Err(RequestError::plain(ErrorCode::TooLarge, "more than 5,000 puzzles"));
    }
    Ok(ServerAnswer::Puzzles { puzzles: set.puzzles.iter().map(to_wire).collect() })
}

fn to_wire(puzzle: &Puzzle) -> WirePuzzle {
    let mut game = Game::new(puzzle.rule, puzzle.size);
    for (color, stones) in Color::ALL.into_iter().zip(&puzzle.stones) {
        game.setup.extend(stones.iter().map(|&point| (point, color)));
    }
    game.first = puzzle.side;
    WirePuzzle {
        id: puzzle.id(),
        kind: puzzle.kind.name(),
        goal: if puzzle.goal == Goal::Vcf { "vcf" } else { "vct" },
        grade: puzzle.grade,
        length: puzzle.length,
        first: puzzle.first.0,
        position: Position { start: Start::of(&game), moves: String::new() },
    }
}

/// Result of a move, the opponent's answer, and the opponent's win, if there is one.
type Tried = (&'static str, Option<Point>, Vec<Point>);

/// Judges a tried move; the result is invalid if `stop` was due during the search. Fails if the position is impossible.
pub fn try_move(question: &Try, stop: Stop) -> Result<Tried, RequestError> {
    let kind = PuzzleKind::ALL.into_iter().find(|kind| kind.name() == question.kind);
    let kind = kind.ok_or_else(|| RequestError::plain(ErrorCode::Message, &why::puzzle_kind().message))?;
    let (played, outcome) = game(&question.position)?;
    match outcome {
        Some(Outcome::Win(winner)) if winner != played.side_to_move() => return Ok(("done", None, Vec::new())),
        Some(_) => return Err(RequestError::plain(ErrorCode::Over, "the game is over")),
        None => {}
    }
    let (_, mut board) = running(&question.position)?;
    let mut prover = Prover::with_nodes(NODES).stopped_by(stop);
    Ok(match kind {
        PuzzleKind::Win => match prover.answered(&mut board) {
            MoveVerdict::Wins { reply, .. } => ("goes_on", reply, Vec::new()),
            MoveVerdict::Fails { reply, is_proven: true } => ("wrong", reply, Vec::new()),
            MoveVerdict::Fails { reply, is_proven: false } => ("open", reply, Vec::new()),
        },
        PuzzleKind::Hold => match prover.win(&mut board) {
            Some((line, _)) => ("wrong", line.first().copied(), line),
            None => ("held", None, Vec::new()),
        },
    })
}
