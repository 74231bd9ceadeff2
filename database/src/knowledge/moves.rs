//! Moves of a board of which something is known, and which of them may be played.

use super::{Entry, GameCounts, Proof};
use tengen::base::{Point, Score};
use tengen::board::Board;

/// A move of a board that the database knows something of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub point: Point,
    /// Its score for the side to move: that of the position after it where that was searched, else the one that the
    /// position before lists; `None` when only games or texts are known.
    pub score: Option<Score>,
    /// Depth of the search that gave the score; 0 where it was written by hand.
    pub depth: u16,
    /// A proof about the position after the move, seen from the side that is to move there.
    pub proof: Proof,
    /// Games that went on with the move, seen from the side that makes it.
    pub games: GameCounts,
    /// The score is bad, and nothing says that other moves are as bad: no search of the position lists the move, and
    /// the position was not said to be worth as little.
    pub doubtful: bool,
    /// The entry of the position after the move, if there is one.
    pub after: Option<Entry>,
}

/// Results of games are bad below this, in thousandths of the points.
const MIN_SUCCESS: Score = 300;

/// Puts moves in their order, best first: proven wins, then by score, then by the results of games, then proven losses,
/// the longest first, and moves with texts only.
pub fn sort_moves(moves: &mut [KnownMove]) {
    moves.sort_by_key(|known| std::cmp::Reverse(rank(known)));
}

/// Sort key of moves, larger is better.
fn rank(known: &KnownMove) -> (i32, Score) {
    match (known.proof, known.score) {
        // The opponent is lost: the sooner the better.
        (Proof::Loss { stones }, _) => (3, -Score::from(stones)),
        (Proof::Win { stones }, _) => (0, stones.into()),
        (Proof::Open, Some(score)) => (2, score),
        (Proof::Open, None) if known.games.total() > 0 => (1, success(known.games)),
        (Proof::Open, None) => (0, Score::MIN),
    }
}

/// The share of points in thousandths, drawn toward a loss while there are few games: one lost game more than there
/// were.
fn success(games: GameCounts) -> Score {
    let half_points = 2 * u64::from(games.wins) + u64::from(games.draws);
    (half_points * 500 / (games.total() + 1)) as Score
}

/// The moves that a player may choose from: the best one and those no more than `variety` worse, in points of score or,
/// where only games are known, in thousandths of their results. Empty when nothing good is known of the best move: it
/// is a proven loss, [`doubtful`](KnownMove::doubtful), or lost most of its games.
pub fn best_moves(moves: &[KnownMove], variety: Score) -> Vec<Point> {
    let Some(best) = moves.first() else { return Vec::new() };
    let (class, score) = rank(best);
    if class < 1 || best.doubtful && class == 2 || class == 1 && score < MIN_SUCCESS {
        return Vec::new();
    }
    let near = |known: &&KnownMove| {
        let (other, other_score) = rank(known);
        other == class && (class < 3 || other_score == score) && score - other_score <= variety
    };
    moves.iter().filter(near).map(|known| known.point).collect()
}

/// The moves that a player of the board may choose from (see [`best_moves`]), without `blocked` points and those that are
/// forbidden to the side to move.
pub fn playable_moves(moves: &[KnownMove], board: &Board, blocked: &[Point], variety: Score) -> Vec<Point> {
    let has_forbidden = board.rule().forbids(board.side_to_move());
    let is_legal = |known: &&KnownMove| {
        let is_forbidden = has_forbidden && board.is_forbidden(known.point);
        !is_forbidden && !blocked.contains(&known.point)
    };
    let moves: Vec<KnownMove> = moves.iter().filter(is_legal).cloned().collect();
    best_moves(&moves, variety)
}
