use crate::base::Score;

// The numbers here, of the order of moves and of the singular extension come from SPSA (Spall 1992) in
// self-play: 275 steps of 16 games at 20,000 nodes a move over all rules.

/// A score so far above the window, in points and in points for each ply, is believed; so much nearer
/// when the static score has risen since the own last move.
const REVERSE_FUTILITY: (Score, Score) = (20, 63);
const REVERSE_FUTILITY_RISEN: Score = 45;
const REVERSE_FUTILITY_DEPTH: i32 = 10;
/// A score so far below the window is believed, unless fours do better (razoring).
const RAZORING: (Score, Score) = (67, 65);
const RAZORING_DEPTH: i32 = 3;
/// A quiet move is not looked at when the static score, what it promises and so much stay below the window.
const FUTILITY: (Score, Score) = (107, 65);
const FUTILITY_DEPTH: i32 = 10;
/// Quiet moves looked at: so many, and so many hundredths of the square of the depth; fewer, in hundredths,
/// when the static score has not risen since the own last move.
const LATE_MOVES: i32 = 4;
const LATE_MOVES_BY_DEPTH: i32 = 66;
const LATE_MOVES_NOT_IMPROVING: i32 = 60;
/// A node is likely to fail high when its score is above the window by so much for each ply, less so
/// much, and by so much more when it answers a threat.
const FAIL_HIGH: (Score, Score) = (23, 9);
const FAIL_HIGH_ANSWERING: Score = 137;
const FAIL_HIGH_DEPTH: i32 = 3;

/// What a node knows when it leaves out moves or itself by static scores; for null windows only.
pub(super) struct Pruning {
    /// Plies left.
    pub depth: i32,
    /// The position's score without any search.
    pub static_eval: Score,
    /// The same, corrected by what the table knows.
    pub score: Score,
    /// Whether the static score has risen since the own last move.
    pub improving: bool,
    /// Whether the window is about undecided scores.
    pub undecided: bool,
}

/// What is done with a quiet move.
pub(super) enum Pruned {
    /// It is searched.
    No,
    /// It is left out: too late in a good order to matter (late-move pruning).
    Late,
    /// It is left out: it would bring the score no higher than this (futility).
    Hopeless(Score),
}

impl Pruning {
    /// Whether the position is so good that the opponent will not let it come to this (reverse futility).
    pub fn is_far_above(&self, beta: Score) -> bool {
        let (margin, slope) = REVERSE_FUTILITY;
        let risen = if self.improving { REVERSE_FUTILITY_RISEN } else { 0 };
        self.undecided
            && self.depth <= REVERSE_FUTILITY_DEPTH
            && self.score - margin - slope * self.depth + risen >= beta
    }

    /// Whether the position is so bad that only fours can save it (razoring).
    pub fn is_far_below(&self, alpha: Score) -> bool {
        let (margin, slope) = RAZORING;
        self.undecided && self.depth <= RAZORING_DEPTH && self.score + margin + slope * self.depth < alpha
    }

    /// Whether the node will likely fail high, so that less depth shows it (as Rapfi has it);
    /// `answers` is whether it answers a threat.
    pub fn fails_high(&self, beta: Score, answers: bool) -> bool {
        let (slope, less) = FAIL_HIGH;
        let margin = slope * self.depth - less + if answers { FAIL_HIGH_ANSWERING } else { 0 };
        self.undecided && self.depth >= FAIL_HIGH_DEPTH && self.score >= beta + margin
    }

    /// What is done with the quiet move of this number in the order, which promises so much.
    pub fn of_quiet(&self, number: usize, promise: i32, alpha: Score) -> Pruned {
        if number >= self.late_move_count() {
            return Pruned::Late;
        }
        let (margin, slope) = FUTILITY;
        let hope = self.static_eval + margin + slope * self.depth + promise;
        if self.undecided && number > 0 && self.depth <= FUTILITY_DEPTH && hope <= alpha {
            return Pruned::Hopeless(hope);
        }
        Pruned::No
    }

    fn late_move_count(&self) -> usize {
        let count = LATE_MOVES + self.depth * self.depth * LATE_MOVES_BY_DEPTH / 100;
        (if self.improving { count } else { count * LATE_MOVES_NOT_IMPROVING / 100 }) as usize
    }
}
