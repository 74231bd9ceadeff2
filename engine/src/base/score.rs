//! Scores of the search, and how wins and losses are counted in plies.

/// A score in the search's own unit, positive when good for the side to move.
///
/// Scores beyond `+-`[`WIN_BOUND`] are decided: [`win_in`] and [`loss_in`] count the plies to the five.
pub type Score = i32;

/// Longest line of play in the search, in plies.
pub const MAX_PLY: usize = 240;
/// The score of a five on the board.
pub const WIN: Score = 30_000;
/// Bound of decided scores: above it a score is a win, below its negative a loss.
pub const WIN_BOUND: Score = WIN - 1_000;

/// Score of a win by a five with the `ply`-th stone from the root (1 = the next stone).
pub const fn win_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// Score of a loss by the opponent's five with the `ply`-th stone from the root.
pub const fn loss_in(ply: usize) -> Score {
    -WIN + ply as Score
}

/// Whether the score is a win or a loss.
pub const fn is_decided(score: Score) -> bool {
    score.abs() > WIN_BOUND
}

/// The score as text: `12`, `-7`, or `+M5` / `-M4`, where the number counts the stones until the five.
pub fn score_text(score: Score) -> String {
    if score > WIN_BOUND {
        format!("+M{}", WIN - score)
    } else if score < -WIN_BOUND {
        format!("-M{}", WIN + score)
    } else {
        score.to_string()
    }
}
