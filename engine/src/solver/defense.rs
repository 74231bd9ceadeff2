//! Defenses against a known VCF: the moves that refute it, and the points where such a move can lie at all.
//!
//! The idea is that of relevance zones (Thomsen, "Lambda-search in game trees", 2000): a reply outside
//! the points that a threat sequence depends on does not change the sequence, and therefore loses to it.
//!
//! Sound when the line is a VCF of fours with single replies: [`vcf_refutation_candidates`] contains every move
//! that refutes it, and falls back to all empty points where the line gives no bound.

use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;

/// Whether `point`, played by the side to move, refutes `line`, the VCF that the opponent would have if it were to
/// move. The game is drawn when `draw_at` cells are empty. The board is restored.
pub fn refutes_vcf(board: &mut Board, point: Point, line: &[Point], draw_at: usize) -> bool {
    if board.is_winning_move(point, board.side_to_move()) {
        return true;
    }
    board.push(point);
    let still_wins = wins_by(board, line, draw_at, None);
    board.pop();
    !still_wins
}

/// Whether the side to move wins by exactly this line of fours and single replies. Appends the points that the line
/// depends on to `relevant`, if that is given; the result is then `false` also where the legality of a move depends on
/// points elsewhere.
fn wins_by(board: &mut Board, line: &[Point], draw_at: usize, mut relevant: Option<&mut Vec<Point>>) -> bool {
    let [attack, rest @ ..] = line else { return false };
    let us = board.side_to_move();
    if !board.is_empty(*attack) || board.empty_count() <= draw_at || is_refused(board, *attack, relevant.is_some()) {
        return false;
    }
    if let Some(points) = &mut relevant {
        line_dependencies(board, *attack, us, points);
    }
    if board.is_winning_move(*attack, us) {
        return true;
    }
    board.push(*attack);
    let wins = board.empty_count() > draw_at + 1
        && board.count(!us, PointClass::Five) == 0
        && board.count(us, PointClass::Five) > 0
        && only_reply_loses(board, rest, draw_at, relevant);
    board.pop();
    wins
}

/// Whether `point` is forbidden to the side to move or, with `perhaps`, may be by points elsewhere.
fn is_refused(board: &Board, point: Point, perhaps: bool) -> bool {
    let class = board.patterns(point).class(board.side_to_move());
    class == PointClass::Forbidden && (perhaps || board.is_forbidden(point))
}

/// Whether the defender, to move, has no reply, or only the line's reply, which loses to the rest of the line; `relevant`
/// as for [`wins_by`].
fn only_reply_loses(board: &mut Board, rest: &[Point], draw_at: usize, mut relevant: Option<&mut Vec<Point>>) -> bool {
    let them = board.side_to_move();
    let mut answers = Vec::new();
    movegen::answers_to_five(board, !them, &mut answers);
    if let Some(points) = &mut relevant {
        for five in board.points_of(!them, PointClass::Five) {
            line_dependencies(board, five, !them, points);
        }
        if answers.iter().any(|&answer| is_refused(board, answer, true)) {
            return false;
        }
    }
    movegen::retain_legal(board, &mut answers, 0);
    match (answers.as_slice(), rest) {
        // The final five must still follow: a line that ends here has become a different, longer win.
        ([], [_, ..]) => true,
        ([only], [reply, rest @ ..]) if only == reply => {
            board.push(*reply);
            if let Some(points) = &mut relevant {
                own_fours(board, them, points);
            }
            let wins = wins_by(board, rest, draw_at, relevant);
            board.pop();
            wins
        }
        _ => false,
    }
}

/// The empty points, in rising order, where a stone of the side to move can refute `line`, the VCF that the opponent
/// would have if it were to move: [`refutes_vcf`] is false for all others. They are the points in line with the fours
/// and fives of the VCF, and the points where the side to move has a four, now or after one of its replies. All empty
/// points, if the line depends on more than these.
pub fn vcf_refutation_candidates(board: &mut Board, line: &[Point], draw_at: usize) -> Vec<Point> {
    let side = board.side_to_move();
    let mut points = Vec::new();
    own_fours(board, side, &mut points);
    // The refuting stone takes one of the empty cells.
    if !board.as_side(!side, |board| wins_by(board, line, draw_at + 1, Some(&mut points))) {
        return board.empties().collect();
    }
    points.retain(|&point| board.is_empty(point));
    points.sort_unstable();
    points.dedup();
    points
}

/// Appends the points where `color` makes a four or more, forbidden or not.
fn own_fours(board: &Board, color: Color, points: &mut Vec<Point>) {
    for class in PointClass::ALL.into_iter().filter(|&class| class >= PointClass::Four) {
        points.extend(board.points_of(color, class));
    }
}

/// Appends `point` and the empty cells on which its fours and fives of `color` can depend.
fn line_dependencies(board: &Board, point: Point, color: Color, points: &mut Vec<Point>) {
    points.push(point);
    for direction in 0..4 {
        if movegen::is_four(board.patterns(point).line(color, direction)) {
            let reach = board.reach();
            points.extend((-reach..=reach).filter_map(|offset| board.empty_at(point, direction, offset)));
        }
    }
}
