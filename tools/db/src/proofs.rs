//! Check of foreign proofs: only those that our own search finds again are kept.

use std::ops::RangeInclusive;
use tengen::base::{WIN, is_decided};
use tengen::board::Board;
use tengen::search::{Control, Limits, SearchInfo, SearchRequest, Searcher};
use tengen_database::{Entry, Proof};
use tengen_game::referee::Referee;

/// Nodes of the checking search: as many as the search behind the proof had, within these bounds.
const NODES: RangeInclusive<u64> = 200_000..=5_000_000;

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

/// Whether the game is over with a five on the board: there is nothing to prove.
pub fn is_won(board: &Board) -> bool {
    let stones = board.history().filter_map(|(point, cell)| Some((point, cell.color()?)));
    Referee::of_stones(board.size(), board.rule(), stones).winner().is_some()
}

/// Replaces an entry's proof by what a search of the position proves. Returns whether the claim was confirmed; an
/// entry without a proof is left as it is. Nothing is proven of a finished game.
pub fn check(board: &Board, entry: &mut Entry, searcher: &mut Searcher) -> bool {
    if entry.proof == Proof::Open {
        return true;
    }
    if is_won(board) {
        entry.proof = Proof::Open;
        return false;
    }
    // What earlier positions left in the table must not decide about this one.
    searcher.clear();
    let request = SearchRequest::multi_pv(1, Limits::nodes(check_nodes(entry)));
    let result = searcher.search(board, request, &Control::unlimited(), &mut |_| {});
    let found = proof_of(result.info());
    let same = std::mem::discriminant(&found) == std::mem::discriminant(&entry.proof);
    entry.proof = if same { found } else { Proof::Open };
    same
}

fn check_nodes(entry: &Entry) -> u64 {
    entry.nodes.clamp(*NODES.start(), *NODES.end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};
    use tengen::board::parse_moves;

    #[test]
    fn a_proof_is_checked_with_the_nodes_that_found_it() {
        let nodes = |nodes| check_nodes(&Entry { nodes, ..Entry::default() });
        assert_eq!([0, 1_000_000, u64::MAX].map(nodes), [200_000, 1_000_000, 5_000_000]);
    }

    #[test]
    fn nothing_is_proven_of_a_finished_game() {
        let size = BoardSize::square(15).unwrap();
        let searcher = &mut Searcher::new(1 << 20);
        for moves in ["h8a1i8a3j8a5k8a7l8", "a1h8a3i8a5j8a7k8c1l8"] {
            let board = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, moves).unwrap());
            assert!(is_won(&board), "{moves}");
            for proof in [Proof::Win { stones: 1 }, Proof::Loss { stones: 0 }, Proof::Loss { stones: 1 }] {
                let mut entry = Entry { proof, ..Entry::default() };
                assert!(!check(&board, &mut entry, searcher) && entry.proof == Proof::Open, "{moves} {proof:?}");
            }
        }
        let open = Board::from_moves(size, Rule::Freestyle, &parse_moves(size, "h8a1i8a3j8a5k8a7").unwrap());
        let mut entry = Entry { proof: Proof::Win { stones: 9 }, ..Entry::default() };
        assert!(check(&open, &mut entry, searcher) && entry.proof == Proof::Win { stones: 1 });
    }
}
