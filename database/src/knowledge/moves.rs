//! Known moves of a board: their order, and the selection of moves to play.

use super::{Entry, GameCounts, Proof};
use tengen::base::{Point, Score};
use tengen::board::Board;
use tengen::movegen::answers_to_five;
use tengen::pattern::PointClass;

/// A move of a board about which the database has something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub point: Point,
    /// Its score for the side to move: that of the position after the move if it has one, else the score in the list of
    /// the position before it; `None` if neither has one.
    pub score: Option<Score>,
    /// Depth of the search behind the score; 0 if it was written by hand.
    pub depth: u16,
    /// Proof of the position after the move, for the side to move there.
    pub proof: Proof,
    /// Results of games with the move, seen from the side that makes it.
    pub games: GameCounts,
    /// Whether a better move is to be expected: the position before is a proven win, but no search has found
    /// that the move wins; or the score is bad, no search of that position lists the move, and its own score is higher.
    pub doubtful: bool,
    /// The entry of the position after the move, if there is one.
    pub after: Option<Entry>,
}

impl KnownMove {
    /// The proven score of the move for the side that makes it.
    pub fn proven_score(&self) -> Option<Score> {
        // The proof is for the opponent, who is to move a ply later.
        self.proof.score().map(|score| if score > 0 { 1 - score } else { -1 - score })
    }
}

/// Results of games below this are bad, in thousandths of a win.
const MIN_SUCCESS: Score = 300;

/// Sorts moves, best first: proven wins, the shortest first; then by score; then by results of games; then proven
/// losses, the longest first, and moves with texts only.
pub fn sort_moves(moves: &mut [KnownMove]) {
    moves.sort_by_key(|known| std::cmp::Reverse(rank(known)));
}

/// Sort key of moves; larger is better.
fn rank(known: &KnownMove) -> (i32, Score) {
    match (known.proof, known.score) {
        // The opponent is lost: shorter is better.
        (Proof::Loss { stones }, _) => (3, -Score::from(stones)),
        (Proof::Win { stones }, _) => (0, stones.into()),
        (Proof::Open, Some(score)) => (2, score),
        (Proof::Open, None) if known.games.total() > 0 => (1, success(known.games)),
        (Proof::Open, None) => (0, Score::MIN),
    }
}

/// Share of points in thousandths, with one lost game added, so that few games count less.
fn success(games: GameCounts) -> Score {
    let half_points = 2 * u64::from(games.wins) + u64::from(games.draws);
    (half_points * 500 / (games.total() + 1)) as Score
}

/// The moves that a player may choose from: the best one and those at most `variety` worse, in points of score or, if
/// only games are known, in thousandths of their results. Empty if the best move is not good: a proven loss,
/// [`doubtful`](KnownMove::doubtful), or lost in most of its games.
pub fn best_moves(moves: &[KnownMove], variety: Score) -> Vec<Point> {
    let Some(best) = moves.first() else { return Vec::new() };
    let (class, score) = rank(best);
    if class < 1 || best.doubtful && class < 3 || class == 1 && score < MIN_SUCCESS {
        return Vec::new();
    }
    let near = |known: &&KnownMove| {
        let (other, other_score) = rank(known);
        other == class && (class < 3 || other_score == score) && score - other_score <= variety
    };
    moves.iter().filter(near).map(|known| known.point).collect()
}

/// The moves that a player of the board may choose from (see [`best_moves`]), without `blocked` points, points forbidden
/// to the side to move, and moves that miss a five or do not stop the opponent's: people miss them in their games.
pub fn playable_moves(moves: &[KnownMove], board: &Board, blocked: &[Point], variety: Score) -> Vec<Point> {
    let us = board.side_to_move();
    let urgent = [us, !us].into_iter().find(|&color| board.count(color, PointClass::Five) > 0).map(|color| {
        let mut points = Vec::new();
        if color == us {
            points.extend(board.points_of(us, PointClass::Five));
        } else {
            answers_to_five(board, color, &mut points);
        }
        points
    });
    let is_possible = |known: &&KnownMove| {
        let is_forbidden = board.rule().forbids(us) && board.is_forbidden(known.point);
        let is_urgent = urgent.as_ref().is_none_or(|urgent| urgent.contains(&known.point));
        !is_forbidden && !blocked.contains(&known.point) && is_urgent
    };
    let moves: Vec<KnownMove> = moves.iter().filter(is_possible).cloned().collect();
    best_moves(&moves, variety)
}
