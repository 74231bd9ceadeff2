//! A proved win for the page: the moves that need their own answer, and the certificate.

use super::message::{ProofMove, ServerAnswer};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tengen_prove::{ProvedWin, proof_tree};

/// Most moves of a proof sent to the page: with 2,000, each step through the game took it 150 ms. The certificate has all.
const MOST_MOVES: usize = 400;

/// The answer to a request for a proof; `win` is `None` if none was found in time.
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
        // If replies are cut, the missing ones have their own answers.
        other: other.filter(|other| !other.is_cut).map(|other| other.answer.0),
    });
    ServerAnswer::Proved {
        result: "win",
        stones: win.plies.div_ceil(2),
        moves: moves.collect(),
        is_cut: proof.others.iter().flatten().any(|other| other.is_cut),
        certificate: STANDARD.encode(win.certificate.to_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Color, Rule};
    use tengen::board::{Board, parse_moves};
    use tengen::solver::Stop;
    use tengen_prove::{ProofLimits, WinProver};

    #[test]
    fn a_long_proof_is_cut_and_says_nothing_of_replies_that_are_missing() {
        let size = BoardSize::square(9).unwrap();
        let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "e5a1f6a9").unwrap());
        let limits = ProofLimits { threads: 1, memory: 64 << 20, stop: Stop::default() };
        let win = WinProver::new(&board, Color::Black, &limits).unwrap().run(&mut |_| {}).unwrap().unwrap();
        let cut: Vec<bool> = proof_tree(&win.certificate, MOST_MOVES)
            .others
            .iter()
            .skip(board.stones())
            .map(|other| other.is_some_and(|other| other.is_cut))
            .collect();
        let ServerAnswer::Proved { moves, is_cut: true, .. } = proof_answer(Some(&win)) else { panic!("it is cut") };
        assert!((MOST_MOVES - board.stones()..2 * MOST_MOVES).contains(&moves.len()), "{}", moves.len());
        let silent: Vec<usize> = (0..moves.len()).filter(|&at| cut[at]).collect();
        assert!(!silent.is_empty() && silent.iter().all(|&at| moves[at].other.is_none()), "{silent:?}");
        assert!(moves.iter().any(|shown| shown.other.is_some()));
    }
}
