//! The courses' searches of tic-tac-toe, position by position.

use crate::message::{ErrorCode, RequestError, ServerAnswer, TracedMove};
use crate::question::TraceSearch;
use tengen_textbook::Tracer;
use tengen_textbook::tictactoe::TicTacToe;

/// Most free cells of a searched position; 5 give at most 326 positions.
const MAX_FREE: usize = 5;

/// Answers `trace`. Fails if the cells are not a position, or if too many are free.
pub fn trace(question: &TraceSearch) -> Result<ServerAnswer, RequestError> {
    let impossible = |message: &str| RequestError::plain(ErrorCode::Position, message);
    let game = TicTacToe::of_cells(&question.cells);
    let mut game = game.ok_or_else(|| impossible("not a position of tic-tac-toe"))?;
    let free = question.cells.matches('.').count();
    if free > MAX_FREE {
        return Err(impossible("more than five cells are free"));
    }
    let prunes = match question.search.as_str() {
        "minimax" => false,
        "alpha_beta" => true,
        _ => return Err(RequestError::plain(ErrorCode::Message, "the search is neither minimax nor alpha_beta")),
    };
    let mut tracer = Tracer::new(prunes, question.ordered);
    tracer.value(&mut game);
    let mut nodes: Vec<TracedMove> = Vec::with_capacity(tracer.nodes.len());
    let mut depths: Vec<usize> = Vec::with_capacity(tracer.nodes.len());
    for node in tracer.nodes {
        let depth = node.parent.map_or(9 - free, |parent| depths[parent] + 1);
        depths.push(depth);
        let for_mover = node.value.signum() as i8;
        // X moves at even depths.
        let value = if depth.is_multiple_of(2) { for_mover } else { -for_mover };
        nodes.push(TracedMove { parent: node.parent, cell: node.choice, value, skipped: node.skipped });
    }
    Ok(ServerAnswer::Traced { nodes })
}
