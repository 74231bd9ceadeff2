//! Move generation by class, from the counters of the pattern board: answers to fives, to open fours and to
//! four-threes, own fours, candidates. Moves are not rated here.

mod defense;

pub use defense::{
    answers_to_five, answers_to_four_three, answers_to_open_four, double_three_wins, threatens_four_three,
    threatens_open_four,
};

use crate::base::{Color, Point};
use crate::board::Board;
use crate::pattern::{LinePattern, PointClass};

/// The classes of a move that makes a four or more, strongest first.
const FOURS: [PointClass; 4] = [PointClass::OpenFour, PointClass::DoubleFour, PointClass::FourThree, PointClass::Four];

/// Whether a point of this class makes a four of any kind, or a five.
pub fn makes_four(class: PointClass) -> bool {
    (PointClass::Four..=PointClass::Five).contains(&class)
}

/// Appends the points where `color` makes a four, strongest classes first. Points of the class `Forbidden` that are
/// legal after all, fours among them, are left to [`candidates`].
pub fn fours(board: &Board, color: Color, moves: &mut Vec<Point>) {
    for class in FOURS {
        if board.count(color, class) > 0 {
            moves.extend(board.points_of(color, class));
        }
    }
}

/// Appends the points where `color` makes one or more open threes and no four.
pub fn threes(board: &Board, color: Color, moves: &mut Vec<Point>) {
    for class in [PointClass::DoubleThree, PointClass::OpenThree] {
        if board.count(color, class) > 0 {
            moves.extend(board.points_of(color, class));
        }
    }
}

/// Whether a stone here makes an open two or a closed three and nothing stronger.
pub fn is_quiet_builder(board: &Board, point: Point, color: Color) -> bool {
    let patterns = board.patterns(point);
    let builds = |line: LinePattern| line.is_open_two() || line == LinePattern::Three;
    patterns.class(color) == PointClass::None && patterns.lines(color).into_iter().any(builds)
}

/// Appends Black's fours of the class `Forbidden`, which may turn out legal. Appends nothing for a color without
/// forbidden points.
pub fn forbidden_fours(board: &Board, color: Color, moves: &mut Vec<Point>) {
    moves.extend(forbidden_four_points(board, color));
}

/// The points of [`forbidden_fours`].
fn forbidden_four_points(board: &Board, color: Color) -> impl Iterator<Item = Point> + '_ {
    let applies = board.rule().forbids(color) && board.count(color, PointClass::Forbidden) > 0;
    let points = applies.then(|| board.points_of(color, PointClass::Forbidden));
    points.into_iter().flatten().filter(move |&point| board.patterns(point).lines(color).into_iter().any(is_four))
}

/// Whether the pattern is a four of any kind, or a five.
pub fn is_four(pattern: LinePattern) -> bool {
    (LinePattern::Four..=LinePattern::Five).contains(&pattern)
}

/// Appends the candidates: the points near stones; the center of an empty board; or every empty point when no candidate
/// is left near stones.
pub fn candidates(board: &Board, moves: &mut Vec<Point>) {
    let before = moves.len();
    moves.extend(board.candidates());
    if moves.len() > before {
        return;
    }
    let center = board.size().center();
    if board.history().len() == 0 {
        moves.push(center);
    } else {
        moves.extend(board.empties());
    }
}

/// Removes the points forbidden to the side to move from `moves[from..]`.
pub fn retain_legal(board: &Board, moves: &mut Vec<Point>, from: usize) {
    if !board.rule().forbids(board.side_to_move()) || board.count(Color::Black, PointClass::Forbidden) == 0 {
        return;
    }
    retain_from(moves, from, |_, point| !board.is_forbidden(point));
}

/// Keeps the items of `items[from..]` for which `keep` holds; its arguments are all items kept before and the item.
pub(crate) fn retain_from<T: Copy>(items: &mut Vec<T>, from: usize, mut keep: impl FnMut(&[T], T) -> bool) {
    let mut kept = from;
    for i in from..items.len() {
        let item = items[i];
        if keep(&items[..kept], item) {
            items[kept] = item;
            kept += 1;
        }
    }
    items.truncate(kept);
}

/// The [`candidates`] that are legal for the side to move.
pub fn legal_candidates(board: &Board) -> Vec<Point> {
    let mut moves = Vec::new();
    candidates(board, &mut moves);
    retain_legal(board, &mut moves, 0);
    moves
}

/// All legal moves; all empty points when no move is legal, because a player must move.
pub fn playable(board: &Board) -> Vec<Point> {
    let all: Vec<Point> = board.empties().collect();
    let mut legal = all.clone();
    retain_legal(board, &mut legal, 0);
    if legal.is_empty() { all } else { legal }
}
