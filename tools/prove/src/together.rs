//! A win that several certificates prove together: one against every reply in a position.

use crate::tree::position;
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

/// Text on the position that most of the certificates follow by one stone of the defender, and whether all replies there
/// have one. Positions that differ by a symmetry of the board are one position. `None` if no position has two
/// certificates behind it. The certificates must have been checked.
pub fn together(certificates: &[Certificate]) -> Option<(String, bool)> {
    let attacks = || certificates.iter().filter(|certificate| certificate.to_move == certificate.attacker);
    let keys: HashSet<PositionKey> =
        attacks().filter_map(|certificate| Some(PositionKey::of(&position(certificate)?).0)).collect();
    let replies = attacks().flat_map(|certificate| {
        let defender = !certificate.attacker;
        let stones = (0..certificate.stones.len()).filter(move |&at| certificate.stones[at].1 == defender);
        stones.map(move |at| {
            let mut before = Certificate { to_move: defender, answers: Vec::new(), ..certificate.clone() };
            before.stones.remove(at);
            before
        })
    });
    let replies = replies.filter_map(|before| replies_to(before, &keys));
    let Replies { before, open, answered, .. } =
        replies.max_by_key(|replies| replies.proved.len()).filter(|replies| replies.proved.len() > 1)?;
    let (all, winner, position) = (answered + open.len(), before.attacker.name(), position_text(&before));
    Some(match open.is_empty() {
        true => (format!("PROVED {winner} wins against all {all} replies: {position}\n"), true),
        false => (format!("OPEN {} of {all} replies: {position}: {}\n", open.len(), open.join(" ")), false),
    })
}

fn replies_to(before: Certificate, keys: &HashSet<PositionKey>) -> Option<Replies> {
    // The win must not come after the draw.
    let board = position(&before).filter(|board| board.empty_count() > board.draw_at() + 1)?;
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
