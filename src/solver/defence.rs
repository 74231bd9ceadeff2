use crate::base::{Color, Point};
use crate::board::Board;
use crate::movegen;
use crate::pattern::PointClass;

/// Whether the side to move, by playing `point`, spoils the VCF `line` that its opponent would have
/// were it to move: what does not is no defence against it. The game is drawn when `draw_at` cells are
/// empty. The board is left as it was.
pub fn breaks(board: &mut Board, point: Point, line: &[Point], draw_at: usize) -> bool {
    if board.wins_at(point, board.side_to_move()) {
        return true;
    }
    board.make(point, &mut ());
    let still_wins = wins_by(board, line, draw_at);
    board.unmake(&mut ());
    !still_wins
}

/// Whether the side to move wins by exactly this line of fours and only replies.
fn wins_by(board: &mut Board, line: &[Point], draw_at: usize) -> bool {
    let [attack, rest @ ..] = line else { return false };
    let us = board.side_to_move();
    if !board.is_empty(*attack) || board.empty_count() <= draw_at {
        return false;
    }
    if board.wins_at(*attack, us) {
        return true;
    }
    if board.rule().forbids(us) && board.is_forbidden(*attack) {
        return false;
    }
    board.make(*attack, &mut ());
    let wins = board.empty_count() > draw_at + 1
        && board.count(!us, PointClass::Five) == 0
        && board.count(us, PointClass::Five) > 0
        && only_reply_wins(board, rest, draw_at);
    board.unmake(&mut ());
    wins
}

fn only_reply_wins(board: &mut Board, rest: &[Point], draw_at: usize) -> bool {
    let mut answers = Vec::new();
    movegen::answers_to_five(board, !board.side_to_move(), &mut answers);
    movegen::retain_legal(board, &mut answers, 0);
    match (answers.as_slice(), rest) {
        // The five that the line ends with is left; without it the four is another one, and takes longer.
        ([], [_, ..]) => true,
        ([only], [reply, rest @ ..]) if only == reply => {
            board.make(*reply, &mut ());
            let wins = wins_by(board, rest, draw_at);
            board.unmake(&mut ());
            wins
        }
        _ => false,
    }
}

/// The empty points at which a stone of the side to move can spoil the VCF `line` that its opponent
/// would have were it to move, in rising order: [`breaks`] is false of all others. They are those in
/// line with the fours and fives of the line, and those where the side to move has a four of its own
/// now or after one of its replies. Where the line hangs on more than that, these are all points.
pub fn may_break(board: &mut Board, line: &[Point], draw_at: usize) -> Vec<Point> {
    let side = board.side_to_move();
    let mut points = Vec::new();
    own_fours(board, side, &mut points);
    board.set_side_to_move(!side);
    // The stone itself takes one of the empty cells.
    let holds = touch(board, line, draw_at + 1, &mut points);
    board.set_side_to_move(side);
    if !holds {
        return board.empties().collect();
    }
    points.retain(|&point| board.is_empty(point));
    points.sort_unstable();
    points.dedup();
    points
}

/// Appends what touches the line from here on, the attacker to move; `false` when it is not won by
/// fours and only replies, or some of its moves are legal for reasons that lie elsewhere.
fn touch(board: &mut Board, line: &[Point], draw_at: usize, points: &mut Vec<Point>) -> bool {
    let [attack, rest @ ..] = line else { return false };
    let us = board.side_to_move();
    let class = board.patterns(*attack).class(us);
    if !board.is_empty(*attack) || board.empty_count() <= draw_at || class == PointClass::Forbidden {
        return false;
    }
    in_line(board, *attack, us, points);
    if class == PointClass::Five {
        return true;
    }
    board.make(*attack, &mut ());
    let holds = board.empty_count() > draw_at + 1
        && board.count(!us, PointClass::Five) == 0
        && board.count(us, PointClass::Five) > 0
        && touch_reply(board, rest, draw_at, points);
    board.unmake(&mut ());
    holds
}

fn touch_reply(board: &mut Board, rest: &[Point], draw_at: usize, points: &mut Vec<Point>) -> bool {
    let them = board.side_to_move();
    for five in board.points_of(!them, PointClass::Five) {
        in_line(board, five, !them, points);
    }
    let mut answers = Vec::new();
    movegen::answers_to_five(board, !them, &mut answers);
    if answers.iter().any(|&answer| board.patterns(answer).class(them) == PointClass::Forbidden) {
        return false;
    }
    match (answers.as_slice(), rest) {
        ([], [_, ..]) => true,
        ([only], [reply, rest @ ..]) if only == reply => {
            board.make(*reply, &mut ());
            own_fours(board, them, points);
            let holds = touch(board, rest, draw_at, points);
            board.unmake(&mut ());
            holds
        }
        _ => false,
    }
}

/// Appends the points where `color` makes a four or more, forbidden or not.
fn own_fours(board: &Board, color: Color, points: &mut Vec<Point>) {
    for class in PointClass::ALL.into_iter().filter(|&class| class >= PointClass::Four) {
        points.extend(board.points_of(color, class));
    }
}

/// Appends the point and the empty cells that its fours and fives of `color` can depend on.
fn in_line(board: &Board, point: Point, color: Color, points: &mut Vec<Point>) {
    points.push(point);
    for direction in 0..4 {
        if movegen::is_four(board.patterns(point).line(color, direction)) {
            let reach = board.reach();
            points.extend((-reach..=reach).filter_map(|offset| board.empty_at(point, direction, offset)));
        }
    }
}
