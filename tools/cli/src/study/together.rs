//! What several certificates prove together: a win against every reply in a position.

use std::collections::HashSet;
use tengen::base::{Color, Rule};
use tengen::board::{Board, format_point};
use tengen_certificate::Certificate;
use tengen_database::PositionKey;

/// A position with the defender to move, and which replies have a certificate.
struct Replies {
    before: Certificate,
    /// The names of replies without a certificate.
    open: Vec<String>,
    answered: usize,
    /// The positions after the other ones.
    proved: HashSet<PositionKey>,
}

/// Text on the position, one stone of the defender before those of the certificates, in which most replies have a
/// certificate, and whether all of them have one; positions that differ by a symmetry of the board are one position.
/// `None` if no position has two of the certificates behind it. The certificates must have been checked.
pub fn together(certificates: &[Certificate]) -> Option<(String, bool)> {
    let keys: HashSet<PositionKey> = certificates
        .iter()
        .filter(|certificate| certificate.to_move == certificate.attacker)
        .filter_map(|certificate| Some(PositionKey::of(&tengen_prove::position(certificate)?).0))
        .collect();
    let first = certificates.first().filter(|first| first.to_move == first.attacker)?;
    let defender = !first.attacker;
    let replies = (0..first.stones.len()).filter(|&at| first.stones[at].1 == defender).filter_map(|at| {
        let mut before = Certificate { to_move: defender, answers: Vec::new(), ..first.clone() };
        before.stones.remove(at);
        replies(before, &keys)
    });
    let Replies { before, open, answered, .. } =
        replies.max_by_key(|replies| replies.answered).filter(|replies| replies.proved.len() > 1)?;
    let (all, winner, position) = (answered + open.len(), first.attacker.name(), position_text(&before));
    Some(match open.is_empty() {
        true => (format!("PROVED {winner} wins against all {all} replies: {position}\n"), true),
        false => (format!("OPEN {} of {all} replies: {position}: {}\n", open.len(), open.join(" ")), false),
    })
}

fn replies(before: Certificate, keys: &HashSet<PositionKey>) -> Option<Replies> {
    let board = tengen_prove::position(&before)?;
    let mut replies = Replies { before, open: Vec::new(), answered: 0, proved: HashSet::new() };
    let mut add = |name: String, after: &Board| match keys.get(&PositionKey::of(after).0) {
        Some(key) => {
            replies.answered += 1;
            replies.proved.insert(key.clone());
        }
        None => replies.open.push(name),
    };
    for point in board.empties().filter(|&point| board.is_legal(point)) {
        let mut after = board.clone();
        after.push(point);
        add(format_point(board.size(), point), &after);
    }
    // Renju's players may pass.
    if board.rule() == Rule::Renju {
        let mut after = board.clone();
        after.set_side_to_move(!board.side_to_move());
        add("pass".to_owned(), &after);
    }
    Some(replies)
}

/// Rule, size, side to move and stones of a certificate's position.
pub fn position_text(certificate: &Certificate) -> String {
    let Certificate { size, rule, to_move, stones, .. } = certificate;
    let of = |color: Color| {
        let points = stones.iter().filter(|stone| stone.1 == color).map(|stone| format_point(*size, stone.0));
        points.collect::<Vec<_>>().join(" ")
    };
    let [black, white] = Color::ALL.map(of);
    format!("{rule} {size}, {} to move, black {black}, white {white}", to_move.name())
}
