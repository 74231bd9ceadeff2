//! The table of the proof search: proof numbers of positions, kept between calls in a file.

use crate::lines::WonBy;
use anyhow::{Result, ensure};
use std::collections::HashMap;
use std::sync::Arc;
use tengen::base::{BoardSize, Point};

/// Proof number of a refuted position, disproof number of a proved one.
pub const INFINITE: u32 = 1 << 28;
/// The defender's pass, which tests the attacker's threat before the replies.
pub const PASS: Point = Point(u16::MAX);

/// A move, and the initial number of the position after it, which the side to move minimizes.
pub type NumberedMove = (Point, u16);

/// Search state of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofEntry {
    /// Proof number: leaves to be proved for a win of the attacker; 0: won.
    pub proof: u32,
    /// Disproof number: leaves to be refuted; 0: nothing is left to try.
    pub disproof: u32,
    /// Visits; positions with few visits are dropped first when memory is full.
    pub work: u32,
    /// Positions that were expanded in its search.
    pub cost: u32,
    /// How the attacker wins, if to move.
    pub won_by: Option<WonBy>,
    /// The moves to try; `None` for a leaf.
    pub moves: Option<Arc<[NumberedMove]>>,
}

impl ProofEntry {
    pub fn leaf(proof: u32, disproof: u32) -> Self {
        Self { proof, disproof, work: 1, cost: 0, won_by: None, moves: None }
    }

    pub fn won(won_by: Option<WonBy>) -> Self {
        Self { won_by, ..Self::leaf(0, INFINITE) }
    }

    pub fn refuted() -> Self {
        Self::leaf(INFINITE, 0)
    }

    pub fn open(moves: Vec<NumberedMove>) -> Self {
        Self { moves: Some(moves.into()), ..Self::leaf(1, 1) }
    }

    pub fn is_settled(&self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// Positions by key.
#[derive(Default)]
pub struct ProofTable {
    entries: HashMap<u64, ProofEntry>,
    /// Number of threads in each position that is being searched.
    busy: HashMap<u64, u32>,
    /// Number of expanded positions.
    pub expanded: u64,
    /// Number of proved positions.
    pub proved: usize,
    most: usize,
}

const MAGIC: &[u8] = b"tengen-proof-state 2\n";

impl ProofTable {
    pub fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    pub fn get(&self, key: u64) -> Option<&ProofEntry> {
        self.entries.get(&key)
    }

    pub fn won_by(&self, key: u64) -> Option<WonBy> {
        self.entries.get(&key)?.won_by
    }

    /// Stores an entry; a proved entry is not replaced by an open one.
    pub fn set(&mut self, key: u64, mut entry: ProofEntry) {
        if let Some(old) = self.entries.get(&key) {
            if old.proof == 0 {
                return;
            }
            entry.cost = entry.cost.max(old.cost);
        }
        self.proved += usize::from(entry.proof == 0);
        self.entries.insert(key, entry);
        if self.entries.len() > self.most {
            self.evict();
        }
    }

    /// Replaces the moves of an open position.
    pub fn set_moves(&mut self, key: u64, moves: Arc<[NumberedMove]>) {
        if let Some(entry) = self.entries.get_mut(&key).filter(|entry| !entry.is_settled()) {
            entry.moves = Some(moves);
        }
    }

    /// Number of threads in a position.
    pub fn busy(&self, key: u64) -> u32 {
        self.busy.get(&key).copied().unwrap_or(0)
    }

    /// A thread begins to search a position. Returns the number of expanded positions.
    pub fn enter(&mut self, key: u64) -> u64 {
        *self.busy.entry(key).or_default() += 1;
        self.expanded
    }

    /// A thread ends the search of a position, before which `expanded` positions were expanded. What other threads expanded
    /// meanwhile counts too.
    pub fn leave(&mut self, key: u64, expanded: u64) {
        if let Some(count) = self.busy.get_mut(&key) {
            *count -= 1;
            if *count == 0 {
                self.busy.remove(&key);
            }
        }
        let cost = u32::try_from(self.expanded - expanded).unwrap_or(u32::MAX);
        if let Some(entry) = self.entries.get_mut(&key) {
            entry.cost = entry.cost.saturating_add(cost);
        }
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Drops open positions, those with the fewest visits first, until the table is three quarters full. If the proved
    /// ones still take more, also drops wins that the threat solver finds again.
    fn evict(&mut self) {
        let mut least = 2;
        while self.entries.len() > self.most / 4 * 3 && least < u32::MAX / 4 {
            let busy = &self.busy;
            self.entries.retain(|key, entry| entry.proof == 0 || entry.work >= least || busy.contains_key(key));
            least *= 4;
        }
        if self.entries.len() > self.most / 4 * 3 {
            self.entries.retain(|_, entry| !matches!(entry.won_by, Some(WonBy::Threats(_))));
            self.proved = self.entries.values().filter(|entry| entry.proof == 0).count();
        }
        // Other wins cost too much to find again.
        self.most = self.most.max(self.entries.len() / 3 * 4);
    }

    /// Drops all positions that are not proved.
    pub fn keep_proved(&mut self) {
        self.entries.retain(|_, entry| entry.proof == 0);
    }

    /// The table as bytes; `mark` identifies position and attacker.
    pub fn to_bytes(&self, mark: u64) -> Vec<u8> {
        let mut bytes = [MAGIC, &mark.to_le_bytes(), &self.expanded.to_le_bytes()].concat();
        for (key, entry) in &self.entries {
            let moves = entry.moves.as_deref().unwrap_or_default();
            let (kind, value) = match entry.won_by {
                None => (0, 0),
                Some(WonBy::Move(point)) => (1, u64::from(point.0)),
                Some(WonBy::Threats(nodes)) => (2, nodes),
            };
            bytes.extend(key.to_le_bytes());
            for number in [entry.proof, entry.disproof, entry.work, entry.cost] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.push(kind | u8::from(entry.moves.is_some()) << 2);
            bytes.extend(value.to_le_bytes());
            bytes.extend((moves.len() as u16).to_le_bytes());
            for (point, number) in moves {
                bytes.extend(point.0.to_le_bytes());
                bytes.extend(number.to_le_bytes());
            }
        }
        bytes
    }

    /// Reads what [`ProofTable::to_bytes`] wrote.
    ///
    /// # Errors
    /// If the bytes are not such a file, are incomplete, or belong to another position.
    pub fn read(&mut self, bytes: &[u8], mark: u64, size: BoardSize) -> Result<()> {
        self.expanded = self.read_entries(bytes, &[mark], size, |_| true)?;
        Ok(())
    }

    /// Reads what is proved in a state of a position with one of these marks.
    ///
    /// # Errors
    /// As [`ProofTable::read`].
    pub fn read_proved(&mut self, bytes: &[u8], marks: &[u64], size: BoardSize) -> Result<()> {
        self.read_entries(bytes, marks, size, |entry| entry.proof == 0).map(drop)
    }

    /// Adds the wanted positions of a state; returns how many its search had expanded.
    fn read_entries(
        &mut self,
        bytes: &[u8],
        marks: &[u64],
        size: BoardSize,
        is_wanted: fn(&ProofEntry) -> bool,
    ) -> Result<u64> {
        let rest = bytes.strip_prefix(MAGIC);
        ensure!(rest.is_some(), "it is not a state of this version of `tengen prove`");
        let mut reader = StateReader(rest.unwrap_or_default());
        let cut = || anyhow::anyhow!("the state is cut: without it the proof begins anew");
        ensure!(
            marks.contains(&reader.number::<8>().ok_or_else(cut)?),
            "the state is that of another position, rule or side"
        );
        let expanded = reader.number::<8>().ok_or_else(cut)?;
        while !reader.0.is_empty() {
            let (key, entry) = reader.entry().ok_or_else(cut)?;
            let on_board = |point: Point| point == PASS || point.index() < size.cells();
            let moves = entry.moves.as_deref().unwrap_or_default();
            let is_whole = moves.iter().all(|&(point, _)| on_board(point))
                && !matches!(entry.won_by, Some(WonBy::Move(point)) if !on_board(point));
            ensure!(is_whole, "the state is damaged: without it the proof begins anew");
            if is_wanted(&entry) {
                self.set(key, entry);
            }
        }
        Ok(expanded)
    }
}

struct StateReader<'a>(&'a [u8]);

impl StateReader<'_> {
    /// The next number of `N` bytes.
    fn number<const N: usize>(&mut self) -> Option<u64> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(taken.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn entry(&mut self) -> Option<(u64, ProofEntry)> {
        let key = self.number::<8>()?;
        let mut half = || self.number::<4>().map(|number| number as u32);
        let (proof, disproof, work, cost) = (half()?, half()?, half()?, half()?);
        let kind = self.number::<1>()?;
        let value = self.number::<8>()?;
        let won_by = match kind & 3 {
            0 => None,
            1 => Some(WonBy::Move(Point(value as u16))),
            _ => Some(WonBy::Threats(value)),
        };
        let count = self.number::<2>()?;
        let mut short = || self.number::<2>().map(|number| number as u16);
        let moves: Option<Vec<NumberedMove>> = (0..count).map(|_| Some((Point(short()?), short()?))).collect();
        let moves = moves.map(|moves| (kind & 4 != 0).then(|| moves.into()))?;
        Some((key, ProofEntry { proof, disproof, work, cost, won_by, moves }))
    }
}
