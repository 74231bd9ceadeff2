//! Answers to threats.
//!
//! Soundness: every move outside the list loses to the threat (`tests/movegen.rs`, against the oracle).

use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen::{fours, is_four, retain_from};
use crate::pattern::PointClass;

/// Appends the moves after which none of the attacker's winning points wins any more: the point
/// itself when there is one; in caro also the cells that close the five at its other end.
pub fn answers_to_five(board: &Board, attacker: Color, moves: &mut Vec<Point>) {
    let from = moves.len();
    let is_threat = |class| class == PointClass::Five;
    if board.rule().open_end_required() {
        let threats = board.points_of(attacker, PointClass::Five);
        intersect(threats, from, moves, |point, stops| stops_at(board, point, attacker, is_threat, stops));
    } else if board.count(attacker, PointClass::Five) == 1 {
        moves.extend(board.points_of(attacker, PointClass::Five));
    }
}

/// Whether the attacker could make an open four or a double-four with its next stone.
pub fn threatens_open_four(board: &Board, attacker: Color) -> bool {
    board.count(attacker, PointClass::OpenFour) + board.count(attacker, PointClass::DoubleFour) > 0
}

/// Appends all answers to the attacker's threat of an open four, each once: own fours, points that
/// may turn out to be fours, and the moves that take the threat away. What is not in the list loses.
pub fn answers_to_open_four(board: &Board, attacker: Color, moves: &mut Vec<Point>) {
    let us = !attacker;
    let from = moves.len();
    fours(board, us, moves);
    let fours = moves.len();
    defences_to_open_four(board, attacker, moves);
    // Black's possibly forbidden points share one class: a legal one may be a four.
    if board.rule().forbids(us) {
        moves.extend(board.points_of(us, PointClass::Forbidden));
    }
    retain_from(moves, fours, |kept, point| !kept[from..].contains(&point));
}

/// Appends the moves, fours of one's own apart, after which the attacker can no longer make an open
/// four or a double-four by its next stone. What is not in the list loses to it.
fn defences_to_open_four(board: &Board, attacker: Color, moves: &mut Vec<Point>) {
    let from = moves.len();
    let is_threat = |class| matches!(class, PointClass::OpenFour | PointClass::DoubleFour | PointClass::Five);
    let threats =
        board.points_of(attacker, PointClass::OpenFour).chain(board.points_of(attacker, PointClass::DoubleFour));
    intersect(threats, from, moves, |point, stops| stops_at(board, point, attacker, is_threat, stops));
}

/// Appends the points that are in the sets of all `threats`; `stops` appends one threat's set.
fn intersect(
    threats: impl Iterator<Item = Point>,
    from: usize,
    moves: &mut Vec<Point>,
    stops: impl Fn(Point, &mut Vec<Point>),
) {
    for (i, threat) in threats.enumerate() {
        if i == 0 {
            stops(threat, moves);
            continue;
        }
        if moves.len() == from {
            return;
        }
        let middle = moves.len();
        stops(threat, moves);
        let mut kept = from;
        for k in from..middle {
            if moves[middle..].contains(&moves[k]) {
                moves[kept] = moves[k];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }
}

/// Appends the cells where a defender's stone makes `point` no threat any more: the point itself,
/// and in each line that carries the threat the cells that change it enough.
fn stops_at(
    board: &Board,
    point: Point,
    attacker: Color,
    is_threat: impl Fn(PointClass) -> bool,
    moves: &mut Vec<Point>,
) {
    moves.push(point);
    let patterns = board.patterns(point);
    for direction in 0..4 {
        if !is_four(patterns.line(attacker, direction)) {
            continue;
        }
        for sign in [-1, 1] {
            for k in 1..=board.reach() {
                let offset = sign * k;
                if let Some(q) = board.empty_at(point, direction, offset)
                    && !is_threat(board.patterns_if(point, direction, offset, !attacker).class(attacker))
                {
                    moves.push(q);
                }
            }
        }
    }
}
