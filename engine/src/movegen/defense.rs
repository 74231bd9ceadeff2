//! Answers to threats.
//!
//! Soundness: every move outside the list loses to the threat (`engine/tests/rules/movegen.rs`, against the oracle).

use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen::{FOURS, forbidden_four_points, fours, is_four, retain_from};
use crate::pattern::{LinePattern, PointClass};

/// Appends the moves after which none of the attacker's winning points wins: the point itself when there is only one;
/// in caro also the cells that close the five at its other end.
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

/// Appends all answers to the attacker's threat of an open four, each once: own fours, points that may turn out to be
/// fours, and the moves that remove the threat. Every other move loses if the defender has no five.
pub fn answers_to_open_four(board: &Board, attacker: Color, moves: &mut Vec<Point>) {
    let us = !attacker;
    let from = moves.len();
    fours(board, us, moves);
    let fours = moves.len();
    defenses_to_open_four(board, attacker, moves);
    // Black's possibly forbidden points share one class: a legal one may be a four.
    if board.rule().forbids(us) {
        moves.extend(board.points_of(us, PointClass::Forbidden));
    }
    retain_from(moves, fours, |kept, point| !kept[from..].contains(&point));
}

/// Appends the moves, own fours aside, after which the attacker's next stone cannot make an open four or a double-four.
/// Every other move but an own four loses to the threat.
fn defenses_to_open_four(board: &Board, attacker: Color, moves: &mut Vec<Point>) {
    let from = moves.len();
    let is_threat = |class| matches!(class, PointClass::OpenFour | PointClass::DoubleFour | PointClass::Five);
    let threats =
        board.points_of(attacker, PointClass::OpenFour).chain(board.points_of(attacker, PointClass::DoubleFour));
    intersect(threats, from, moves, |point, stops| stops_at(board, point, attacker, is_threat, stops));
}

/// A stone that makes a four and an open three, and the only reply to its four.
#[derive(Clone, Copy)]
struct FourThree {
    point: Point,
    reply: Point,
}

/// Whether the attacker threatens to win by a four with an open three: the only reply to the four makes no four,
/// and the open four comes next. The defender must have no five, and the attacker no stronger threat. Always `false`
/// in caro, where a four can have several replies.
pub fn threatens_four_three(board: &Board, attacker: Color) -> bool {
    four_threes(board, attacker).next().is_some()
}

/// Whether the attacker, to move, wins by a double-three: one stone of the defender stops only one of the open threes,
/// and the other becomes an open four if the defender cannot make a four first. Sound because a stone of the attacker
/// only takes cells from the defender and so gives it no four. Always `false` for a color with forbidden points, among
/// which double-threes are.
pub fn double_three_wins(board: &Board, attacker: Color) -> bool {
    let defender = !attacker;
    if board.count(attacker, PointClass::DoubleThree) == 0 || board.rule().forbids(attacker) {
        return false;
    }
    let makes_four = FOURS.into_iter().chain([PointClass::Five]).any(|class| board.count(defender, class) > 0);
    !makes_four && forbidden_four_points(board, defender).next().is_none()
}

/// Appends all answers to the attacker's threats of a four with an open three ([`threatens_four_three`]), each once:
/// own fours, points that may turn out to be fours, the moves that remove the threat, and the moves that turn the reply
/// to its four into a four. Every other move loses.
pub fn answers_to_four_three(board: &Board, attacker: Color, moves: &mut Vec<Point>) {
    let from = moves.len();
    fours(board, !attacker, moves);
    let fours = moves.len();
    intersect(four_threes(board, attacker), fours, moves, |threat, stops| {
        stops_four_three(board, threat, attacker, stops)
    });
    if board.rule().forbids(!attacker) {
        moves.extend(board.points_of(!attacker, PointClass::Forbidden));
    }
    retain_from(moves, fours, |kept, point| !kept[from..].contains(&point));
}

/// The attacker's four-threes that win if they are not answered.
fn four_threes(board: &Board, attacker: Color) -> impl Iterator<Item = FourThree> + '_ {
    let applies = board.count(attacker, PointClass::FourThree) > 0 && !board.rule().open_end_required();
    let points = applies.then(|| board.points_of(attacker, PointClass::FourThree));
    points.into_iter().flatten().filter_map(move |point| four_three_at(board, point, attacker))
}

/// The four-three at this point of the class `FourThree`, if it wins when it is not answered.
fn four_three_at(board: &Board, point: Point, attacker: Color) -> Option<FourThree> {
    let patterns = board.patterns(point);
    let line = |direction: &usize| patterns.line(attacker, *direction);
    let four = (0..4).find(|direction| is_four(line(direction)))?;
    let mut replies = board.empty_offsets(point, four).filter_map(|offset| {
        let reply = board.step(point, four, offset);
        let after = board.patterns_if(reply, four, -offset, attacker);
        (after.line(attacker, four) == LinePattern::Five).then_some((reply, after))
    });
    let (reply, after) = replies.next()?;
    if replies.next().is_some() || after.lines(!attacker).into_iter().any(is_four) {
        return None;
    }
    // The open four may be forbidden to Black.
    let is_legal = !board.rule().forbids(attacker)
        || (0..4).filter(|direction| line(direction).is_open_three()).any(|three| {
            board.empty_offsets(point, three).any(|offset| {
                let after = board.patterns_if(board.step(point, three, offset), three, -offset, attacker);
                after.line(attacker, three) == LinePattern::OpenFour && after.class(attacker) == PointClass::OpenFour
            })
        });
    is_legal.then_some(FourThree { point, reply })
}

/// Appends the cells where a defender's stone removes the threat, or turns the reply to its four into a four.
fn stops_four_three(board: &Board, threat: FourThree, attacker: Color, moves: &mut Vec<Point>) {
    let FourThree { point, reply } = threat;
    let from = moves.len();
    moves.push(point);
    let patterns = board.patterns(point);
    for direction in 0..4 {
        let line = patterns.line(attacker, direction);
        if !is_four(line) && !line.is_open_three() {
            continue;
        }
        // The class of Black's point does not tell which of its open fours are forbidden.
        let any = board.rule().forbids(attacker) && line.is_open_three();
        for offset in board.empty_offsets(point, direction) {
            let stays = |class| matches!(class, PointClass::FourThree | PointClass::DoubleFour | PointClass::OpenFour);
            if any || !stays(board.patterns_if(point, direction, offset, !attacker).class(attacker)) {
                moves.push(board.step(point, direction, offset));
            }
        }
    }
    for (direction, line) in board.patterns(reply).lines(!attacker).into_iter().enumerate() {
        if !(LinePattern::Three..=LinePattern::OpenThree2).contains(&line) {
            continue;
        }
        for offset in board.empty_offsets(reply, direction) {
            let cell = board.step(reply, direction, offset);
            if is_four(board.patterns_if(reply, direction, offset, !attacker).line(!attacker, direction))
                && !moves[from..].contains(&cell)
            {
                moves.push(cell);
            }
        }
    }
}

/// Appends the points common to the sets of all `threats`; `stops` appends the set of one threat.
fn intersect<T>(
    threats: impl Iterator<Item = T>,
    from: usize,
    moves: &mut Vec<Point>,
    stops: impl Fn(T, &mut Vec<Point>),
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

/// Appends the cells where a defender's stone makes `point` harmless: the point itself, and the cells of each line with
/// a four that change the point's class so that it is no threat.
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
        // Nearest cells first on each side, the order in which the solver tries them.
        for offset in (1..=board.reach()).map(|k| -k).chain(1..=board.reach()) {
            if let Some(q) = board.empty_at(point, direction, offset)
                && !is_threat(board.patterns_if(point, direction, offset, !attacker).class(attacker))
            {
                moves.push(q);
            }
        }
    }
}
