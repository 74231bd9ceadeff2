//! Nodes of depth-first proof-number search, and their table.

use crate::base::Point;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Nodes by the hash of their position.
pub type NodeTable = HashMap<u64, ProofNode, KeyHashBuilder>;
/// Hash function of tables and sets whose keys are position hashes.
pub type KeyHashBuilder = BuildHasherDefault<KeyHasher>;

/// Proof numbers, lengths and moves of a position.
#[derive(Clone, Debug)]
pub struct ProofNode {
    /// Proof number: smallest number of leaves that must be proven for a win of the attacker; 0 when won.
    pub proof: u32,
    /// Disproof number: smallest number of leaves that must be disproven to show that there is no win; 0 when there is
    /// none.
    pub disproof: u32,
    /// Plies to the five in the proof.
    pub length: u16,
    /// Plies to the five if the defender, to move, ignores the threat.
    pub threat: u16,
    /// Moves to search; `None` before the first visit and while the node is on the current path.
    pub moves: Option<Box<[Successor]>>,
}

/// A move and an initial number of the position after it: the number that the side to move minimizes, which is the
/// proof number after an attacker's move and the disproof number after a defender's.
pub type Successor = (Point, u8);

/// Proof number of a disproven node and disproof number of a proven one.
pub const INFINITE: u32 = 1 << 30;

impl ProofNode {
    /// A node that has not been expanded.
    pub const fn unvisited(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, length: 0, threat: 0, moves: None }
    }

    /// A node that the attacker wins in `length` plies.
    pub fn won(length: usize) -> Self {
        Self { proof: 0, disproof: INFINITE, length: length as u16, threat: 0, moves: Some(Box::default()) }
    }

    /// A node in which the attacker has no win.
    pub fn refuted() -> Self {
        Self { proof: INFINITE, disproof: 0, length: 0, threat: 0, moves: Some(Box::default()) }
    }

    /// An OR node with the attacker's moves; refuted if there are none.
    pub fn open(moves: impl IntoIterator<Item = Successor>) -> Self {
        let moves: Box<[Successor]> = moves.into_iter().collect();
        if moves.is_empty() { Self::refuted() } else { Self { moves: Some(moves), ..Self::unvisited(1, 1) } }
    }

    /// An AND node with the defender's answers to a threat, which wins in `length` plies if it is ignored; won if there
    /// are no answers.
    pub fn answered(moves: Vec<Successor>, length: usize) -> Self {
        let node = if moves.is_empty() { Self::won(length) } else { Self::open(moves) };
        Self { threat: length as u16, ..node }
    }

    /// Whether the node is won or refuted.
    pub fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Identity hash, because position hashes are random numbers already.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
