//! The searched and proven positions of a database as a tree, and which position to search next.
//!
//! Drop-out expansion (T. Lincke, "Strategies for the Automatic Construction of Opening Books", 2000): a leaf is
//! more interesting when the players give up fewer points on the way to it, and when it is fewer plies away.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use tengen::base::Score;
use tengen_database::{Entry, PositionKey, Proof, WON};

/// Cost of a ply in points of score: giving up this much makes a line as uninteresting as one more ply.
const PLY_COST: Score = 25;

struct BookNode {
    /// The position after each move, and the move's score for the side that makes it.
    children: Vec<(PositionKey, Score)>,
    /// The score of the proof, or else of the search.
    score: Score,
    is_proven: bool,
    is_searched: bool,
}

/// A position to search, with its priority in the best-first order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The priority: points of score that the players gave up on the way to it, plies included. The least cost is
    /// searched first.
    pub cost: Score,
    /// The position.
    pub key: PositionKey,
}

/// The searched and proven positions of one rule and size.
#[derive(Default)]
pub struct Tree {
    nodes: HashMap<PositionKey, BookNode>,
}

impl Tree {
    /// Adds a searched or proven position.
    pub fn insert(&mut self, key: PositionKey, entry: &Entry) {
        let mut board = key.board();
        let mut after = |point| {
            board.push(point);
            let child = PositionKey::of(&board).0;
            board.pop();
            child
        };
        let children = entry.moves.iter().map(|stored| (after(stored.point), stored.score)).collect();
        let score = match entry.proof {
            Proof::Open => entry.score,
            Proof::Win { .. } => WON,
            Proof::Loss { .. } => -WON,
        };
        let (is_proven, is_searched) = (entry.proof != Proof::Open, entry.is_searched());
        self.nodes.insert(key, BookNode { children, score, is_proven, is_searched });
    }

    /// Number of searched positions.
    pub fn searched(&self) -> usize {
        self.nodes.values().filter(|node| node.is_searched).count()
    }

    /// Whether the position was searched or is proven.
    pub fn contains(&self, key: &PositionKey) -> bool {
        self.nodes.contains_key(key)
    }

    /// The values of all positions for their side to move: that of the best move, by the search where the position
    /// after it is not in the tree, and backed up from there where it is.
    pub fn values(&self) -> HashMap<&PositionKey, Score> {
        // A position's value needs those with more stones only.
        let mut order: Vec<&PositionKey> = self.nodes.keys().collect();
        order.sort_by_key(|key| Reverse(key.stones()));
        let mut values = HashMap::with_capacity(order.len());
        for key in order {
            let node = &self.nodes[key];
            let best = node.children.iter().map(|child| Self::value_of(child, &values)).max();
            values.insert(key, best.filter(|_| !node.is_proven).unwrap_or(node.score));
        }
        values
    }

    fn value_of((key, score): &(PositionKey, Score), values: &HashMap<&PositionKey, Score>) -> Score {
        values.get(key).map_or(*score, |value| -value)
    }

    /// The backed-up values of a position's moves, in the order of its entry.
    pub fn move_values(&self, key: &PositionKey, values: &HashMap<&PositionKey, Score>) -> Vec<Score> {
        let children = self.nodes.get(key).map_or(&[][..], |node| &node.children);
        children.iter().map(|child| Self::value_of(child, values)).collect()
    }

    /// The most interesting positions that are not in the tree yet, at most `count` and with at most `max_stones`
    /// stones, as reached from `roots`.
    pub fn next(&self, roots: &[Candidate], count: usize, max_stones: usize) -> Vec<Candidate> {
        let values = self.values();
        let mut heap: BinaryHeap<_> = roots.iter().map(|root| (Reverse(root.cost), Reverse(&root.key))).collect();
        let mut seen = HashSet::new();
        let mut leaves = Vec::new();
        while let Some((Reverse(cost), Reverse(key))) = heap.pop() {
            if !seen.insert(key) {
                continue;
            }
            let Some(node) = self.nodes.get(key) else {
                leaves.push(Candidate { cost, key: key.clone() });
                if leaves.len() == count {
                    break;
                }
                continue;
            };
            if node.is_proven || key.stones() >= max_stones {
                continue;
            }
            let best = values[key];
            for child in &node.children {
                let lost = best - Self::value_of(child, &values);
                heap.push((Reverse(cost + lost + PLY_COST), Reverse(&child.0)));
            }
        }
        leaves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};
    use tengen::board::{Board, parse_moves};
    use tengen_database::StoredMove;

    fn board(moves: &str) -> Board {
        let size = BoardSize::square(15).unwrap();
        Board::from_moves(size, Rule::Freestyle, &parse_moves(size, moves).unwrap())
    }

    fn key(moves: &str) -> PositionKey {
        PositionKey::of(&board(moves)).0
    }

    /// An entry with these moves of the position after `before`, in the key's own coordinates.
    fn entry(before: &str, moves: &[(&str, Score)]) -> Entry {
        let board = board(before);
        let (_, orientation) = PositionKey::of(&board);
        let stored = |&(name, score): &(&str, Score)| StoredMove {
            point: orientation.to_key(parse_moves(board.size(), name).unwrap()[0]),
            score,
        };
        Entry { score: moves[0].1, depth: 5, moves: moves.iter().map(stored).collect(), ..Entry::default() }
    }

    #[test]
    fn a_proof_is_a_value_and_is_not_searched() {
        let mut tree = Tree::default();
        tree.insert(key("h8"), &entry("h8", &[("i9", 300), ("h9", -10)]));
        tree.insert(key("h8i9"), &Entry { proof: Proof::Win { stones: 5 }, ..Entry::default() });
        assert_eq!((tree.values()[&key("h8")], tree.searched()), (-10, 1));
        let roots = [Candidate { cost: 0, key: key("h8") }];
        assert_eq!(tree.next(&roots, 9, 99).into_iter().map(|leaf| leaf.key).collect::<Vec<_>>(), [key("h8h9")]);
        // A score from before the proof does not count.
        tree.insert(key("h8"), &Entry { proof: Proof::Loss { stones: 5 }, ..entry("h8", &[("h9", 300)]) });
        assert_eq!(tree.values()[&key("h8")], -WON);
    }

    #[test]
    fn the_least_costly_leaf_comes_first_and_values_are_backed_up() {
        let mut tree = Tree::default();
        let root = key("h8");
        let roots = [Candidate { cost: 0, key: root.clone() }];
        let next = |tree: &Tree, count, max_stones| -> Vec<PositionKey> {
            tree.next(&roots, count, max_stones).into_iter().map(|leaf| leaf.key).collect()
        };
        assert_eq!(next(&tree, 3, 99), std::slice::from_ref(&root));
        tree.insert(root.clone(), &entry("h8", &[("i9", 0), ("h9", -10), ("a1", -400)]));
        assert_eq!(next(&tree, 3, 99), [key("h8i9"), key("h8h9"), key("h8a1")]);
        // i9 turns out to be bad: White's best is h9 now, and what follows it comes first.
        tree.insert(key("h8i9"), &entry("h8i9", &[("g7", 200)]));
        assert_eq!(tree.values()[&root], -10);
        tree.insert(key("h8h9"), &entry("h8h9", &[("i8", 12)]));
        assert_eq!(tree.values()[&root], -12);
        assert_eq!(tree.move_values(&root, &tree.values()), [-200, -12, -400]);
        assert_eq!(next(&tree, 2, 99), [key("h8h9i8"), key("h8i9g7")]);
        // Nothing is searched beyond the last ply, or behind a proof.
        assert_eq!(next(&tree, 9, 2), [key("h8a1")]);
        let won = Entry { proof: Proof::Win { stones: 3 }, ..entry("h8h9", &[("i8", 12)]) };
        tree.insert(key("h8h9"), &won);
        assert_eq!(next(&tree, 1, 99), [key("h8i9g7")]);
        assert_eq!(tree.searched(), 3);
        // Parts begin at different leaves and never meet a position of another part's root.
        let leaves = tree.next(&roots, 9, 99);
        let part = tree.next(&leaves[..1], 9, 99);
        assert_eq!(part, leaves[..1]);
    }
}
