use crate::base::Score;

/// A static score so far above the window, in points and in points for each ply, is believed.
const REVERSE_FUTILITY: (Score, Score) = (112, 75);
const REVERSE_FUTILITY_DEPTH: i32 = 6;
/// A quiet move is not looked at when the static score, what it promises and so much stay below the window.
const FUTILITY: (Score, Score) = (136, 70);
const FUTILITY_DEPTH: i32 = 8;
/// Quiet moves looked at, besides the square of the depth; fewer, in hundredths, when the static score
/// has not risen since the own last move.
const LATE_MOVES: i32 = 4;
const LATE_MOVES_NOT_IMPROVING: i32 = 72;

/// What a node knows when it leaves out moves or itself by static scores; for null windows only.
pub(super) struct Pruning {
    /// Plies left.
    pub depth: i32,
    /// The position's score without any search.
    pub static_eval: Score,
    /// Whether that has risen since the own last move.
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
    pub fn is_far_above(&self, score: Score, beta: Score) -> bool {
        let (margin, slope) = REVERSE_FUTILITY;
        self.undecided && self.depth <= REVERSE_FUTILITY_DEPTH && score - margin - slope * self.depth >= beta
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
        let count = LATE_MOVES + self.depth * self.depth;
        (if self.improving { count } else { count * LATE_MOVES_NOT_IMPROVING / 100 }) as usize
    }
}
