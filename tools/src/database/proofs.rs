//! Check of foreign proofs: only those that our own search finds again are kept.

use tengen::base::{WIN, is_decided};
use tengen::board::Board;
use tengen::database::{Entry, Proof};
use tengen::search::{Control, Limits, SearchInfo, SearchRequest, Searcher};

/// Nodes of the checking search.
const NODES: u64 = 200_000;

/// The proof behind a search's best line, if it has one: a decided score that was verified against every reply.
pub fn proof_of(info: &SearchInfo) -> Proof {
    if !info.proven || !is_decided(info.score) {
        return Proof::Open;
    }
    // Plies from here to the five.
    let plies = WIN - info.score.abs();
    if info.score > 0 {
        Proof::Win { stones: (plies as u16).div_ceil(2) }
    } else {
        Proof::Loss { stones: plies as u16 / 2 }
    }
}

/// Replaces an entry's proof by what a search of the position proves. Returns whether the claim was confirmed; an
/// entry without a proof is left as it is.
pub fn check(board: &Board, entry: &mut Entry, searcher: &mut Searcher) -> bool {
    if entry.proof == Proof::Open {
        return true;
    }
    // What earlier positions left in the table must not decide about this one.
    searcher.clear();
    let result =
        searcher.search(board, SearchRequest::multi_pv(1, Limits::nodes(NODES)), &Control::unlimited(), &mut |_| {});
    let found = proof_of(result.info());
    let same = std::mem::discriminant(&found) == std::mem::discriminant(&entry.proof);
    entry.proof = if same { found } else { Proof::Open };
    same
}
