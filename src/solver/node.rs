use crate::base::Point;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Positions by their keys.
pub type Nodes = HashMap<u64, Node, Hash>;
/// How keys are found in tables.
pub type Hash = BuildHasherDefault<KeyHasher>;

/// What depth-first proof-number search knows of a position.
#[derive(Clone, Debug)]
pub struct Node {
    /// Least number of leaves still to be proven for a win of the attacker; 0: won.
    pub proof: u32,
    /// The same for there being none; 0: none.
    pub disproof: u32,
    /// Plies to the five in the proof found.
    pub length: u16,
    /// Plies to the five when the defender, to move, leaves the threat alone.
    pub threat: u16,
    /// Moves to look at; `None` before the first visit and while they are worked on.
    pub moves: Option<Box<[Successor]>>,
}

/// A move with the proof number that the position after it begins with.
pub type Successor = (Point, u8);

/// Numbers that are not larger for any number of leaves.
pub const INFINITE: u32 = 1 << 30;

impl Node {
    /// Not looked at yet.
    pub const fn unvisited(proof: u32) -> Self {
        Self { proof, disproof: 1, length: 0, threat: 0, moves: None }
    }

    /// The attacker wins in so many plies.
    pub fn won(length: usize) -> Self {
        Self { proof: 0, disproof: INFINITE, length: length as u16, threat: 0, moves: Some(Box::default()) }
    }

    /// The attacker has no win.
    pub fn refuted() -> Self {
        Self { proof: INFINITE, disproof: 0, length: 0, threat: 0, moves: Some(Box::default()) }
    }

    /// The attacker's moves; none of them means that there is no win.
    pub fn open(moves: impl IntoIterator<Item = Successor>) -> Self {
        let moves: Box<[Successor]> = moves.into_iter().collect();
        if moves.is_empty() { Self::refuted() } else { Self { moves: Some(moves), ..Self::unvisited(1) } }
    }

    /// The defender's answers to a threat that is carried out in so many plies when there is none.
    pub fn answered(moves: Vec<Point>, length: usize) -> Self {
        let node =
            if moves.is_empty() { Self::won(length) } else { Self::open(moves.into_iter().map(|point| (point, 1))) };
        Self { threat: length as u16, ..node }
    }

    /// Whether it is won or refuted.
    pub fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Positions' keys are random numbers already.
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
