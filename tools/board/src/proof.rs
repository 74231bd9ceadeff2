//! A proved win for the page: the moves that need an answer of their own, and the certificate.

use super::message::{ProofMove, ServerAnswer};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tengen_prove::{ProvedWin, proof_tree};

/// Moves of a proof that the page gets.
const MOST_MOVES: usize = 2_000;

/// The answer to a request for a proof; without a win none was found in time.
pub fn proof_answer(win: Option<&ProvedWin>) -> ServerAnswer {
    let Some(win) = win else {
        let certificate = String::new();
        return ServerAnswer::Proved { result: "unknown", stones: 0, moves: Vec::new(), is_cut: false, certificate };
    };
    let proof = proof_tree(&win.certificate, MOST_MOVES);
    let nodes = proof.tree.nodes.iter().zip(&proof.others).skip(proof.root);
    let moves = nodes.enumerate().map(|(number, (node, other))| ProofMove {
        parent: node.parent.saturating_sub(proof.root),
        point: node.point.filter(|_| number > 0).map(|point| point.0),
        other: other.map(|other| other.answer.0),
    });
    ServerAnswer::Proved {
        result: "win",
        stones: win.plies.div_ceil(2),
        moves: moves.collect(),
        is_cut: proof.others.iter().flatten().any(|other| other.is_cut),
        certificate: STANDARD.encode(win.certificate.to_bytes()),
    }
}
