//! The known moves of a board, collected from the entries of a database.

use super::{Database, DatabaseError, PositionKey};
use crate::knowledge::{GameCounts, KnownMove, Proof, WON, sort_moves};
use std::collections::BTreeMap;
use tengen::base::{Point, Score};
use tengen::board::Board;

/// A score is doubtful if it is below zero and below the position's own score by more than this, in points.
const DOUBT_MARGIN: Score = 60;

/// All known moves of a board, best first (see [`sort_moves`]).
///
/// # Errors
/// When the database cannot be read.
pub fn known_moves(database: &Database, board: &Board) -> Result<Vec<KnownMove>, DatabaseError> {
    let here = database.get(board)?;
    let points: Vec<Point> = board.empties().collect();
    // Computing the keys of all moves of a large board may take longer than a move may: first one lookup tells whether
    // any position with one stone more is stored.
    let first = PositionKey::after_each(board, &points[..points.len().min(1)]);
    let is_any_known = first.first().map_or(Ok(false), |(key, _)| database.has_group_of(key))?;
    let keys = if is_any_known { PositionKey::after_each(board, &points) } else { Vec::new() };
    let mut known: BTreeMap<Point, KnownMove> = BTreeMap::new();
    let expected = here.as_ref().filter(|entry| entry.has_score()).map_or(0, |entry| entry.score.min(0));
    let is_won = here.as_ref().is_some_and(|entry| matches!(entry.proof, Proof::Win { .. }));
    // The search that found the win lists the moves that win.
    let delays_win = |score: Option<Score>| is_won && score.is_none_or(|score| score < WON);
    let listed = here.iter().flat_map(|entry| entry.moves.iter().map(|stored| (stored, entry.depth)));
    for (stored, depth) in listed {
        let (games, proof) = Default::default();
        let score = Some(stored.score);
        let doubtful = delays_win(score);
        let known_move = KnownMove { point: stored.point, score, depth, proof, games, doubtful, after: None };
        known.insert(stored.point, known_move);
    }
    for (point, entry) in points.into_iter().zip(database.get_all(&keys)?) {
        let Some(entry) = entry else { continue };
        let listed = known.remove(&point);
        let searched = entry.has_score();
        let score = if searched { Some(-entry.score) } else { listed.as_ref().and_then(|listed| listed.score) };
        let is_bad = listed.is_none() && searched && -entry.score < expected - DOUBT_MARGIN;
        known.insert(
            point,
            KnownMove {
                point,
                score,
                depth: if searched { entry.depth } else { listed.map_or(0, |listed| listed.depth) },
                proof: entry.proof,
                games: GameCounts { wins: entry.games.losses, losses: entry.games.wins, draws: entry.games.draws },
                doubtful: is_bad || delays_win(score),
                after: Some(entry),
            },
        );
    }
    let mut moves: Vec<KnownMove> = known.into_values().collect();
    sort_moves(&mut moves);
    Ok(moves)
}
