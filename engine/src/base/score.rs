//! Scores of the search, and how wins and losses are counted in plies.

/// A score in the search's own unit, positive when good for the side to move.
///
/// Scores beyond `+-`[`WIN_BOUND`] are decided: [`win_in`] and [`loss_in`] count the plies to the five.
pub type Score = i32;

/// No line of play in the search is longer.
pub const MAX_PLY: usize = 240;
/// The score of a five on the board.
pub const WIN: Score = 30_000;
/// Scores above this are wins, below its negative losses.
pub const WIN_BOUND: Score = WIN - 1_000;

/// The side to move completes its five with the `ply`-th stone from the root (1 = the next stone).
pub const fn win_in(ply: usize) -> Score {
    WIN - ply as Score
}

/// The opponent completes a five with the `ply`-th stone from the root.
pub const fn loss_in(ply: usize) -> Score {
    -WIN + ply as Score
}

/// Whether the score is a win or a loss.
pub const fn is_decided(score: Score) -> bool {
    score.abs() > WIN_BOUND
}

/// The score for people: `12`, `-7`, or `+M5` / `-M4`, the number of stones until the five.
pub fn score_text(score: Score) -> String {
    if score > WIN_BOUND {
        format!("+M{}", WIN - score)
    } else if score < -WIN_BOUND {
        format!("-M{}", WIN + score)
    } else {
        score.to_string()
    }
}
