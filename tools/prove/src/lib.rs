//! Proofs of wins that contain quiet moves: a search that finds them, and certificates that anybody can check.
//!
//! [`WinProver::run`] searches. The checker of [`tengen_certificate`], which is independent of the search, has accepted
//! every result.

mod held;
mod lines;
mod moves;
mod numbers;
mod search;
mod table;
mod together;
mod told;
mod tree;

pub use held::{HeldSearch, can_hold, hold};
pub use lines::{LineBuilder, WonBy};
pub use together::{position_text, together};
pub use told::{first_move, proved_entries};
pub use tree::{OtherReplies, ProofTree, position, proof_tree, proved_positions};

use anyhow::{Result, anyhow, ensure};
use lines::Unproved;
use search::{ProofWorker, SearchLevel, SharedProof};
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use table::ProofTable;
use tengen::base::{BoardSize, Cell, Color, Point};
use tengen::board::{Board, Outcome};
use tengen::solver::Stop;
use tengen_certificate::{Certificate, Checker, WinningMove};

/// Limits of a proof.
#[derive(Clone, Debug)]
pub struct ProofLimits {
    /// Threads.
    pub threads: usize,
    /// Size of the table of positions, in bytes, about.
    pub memory: usize,
    /// Stop flag and deadline.
    pub stop: Stop,
}

/// Progress of a proof.
#[derive(Clone, Copy, Debug)]
pub struct ProofProgress {
    /// Least number of leaves still to be proved; [`u32::MAX`] when nothing is left to try at this level.
    pub open: u32,
    /// Number of proved positions.
    pub proved: usize,
    /// Number of positions in the table.
    pub held: usize,
    /// Number of expanded positions.
    pub expanded: u64,
    /// Level of the search, from 0; a higher level tries more in each position.
    pub level: u32,
    /// Time since the call began.
    pub elapsed: Duration,
}

/// A win with its checked certificate.
pub struct ProvedWin {
    /// Most plies to the five.
    pub plies: usize,
    /// The certificate.
    pub certificate: Certificate,
}

/// A proof search: does `attacker` win a position?
pub struct WinProver {
    root: Board,
    attacker: Color,
    shared: SharedProof,
    /// Number of threads; 0: the calling thread does the work.
    threads: usize,
    level: AtomicU32,
}

/// The highest level; the search gives up after it.
const MAX_LEVEL: u32 = 8;
/// Bytes of a position in the table, about.
const ENTRY_BYTES: usize = 200;
/// Most times that a position is proved whose proof is not found again.
const MOST_PATIENCE: u32 = 4;
/// Interval between two reports.
const TICK: Duration = Duration::from_millis(100);
/// Whether the proof starts threads. WebAssembly has only the workers of a search.
const HAS_THREADS: bool = cfg!(not(target_family = "wasm"));
/// Stack of a thread, in bytes, without [`STACK_PER_CELL`]; enough for the longest line on a small board.
const MIN_STACK: usize = 16 << 20;
/// Further stack for each cell of the board, in bytes.
const STACK_PER_CELL: usize = 8 << 10;

/// Fails if a side has won or the board is full. With so few empty cells that renju is drawn the game goes on.
fn check_open(root: &Board) -> Result<()> {
    let is_won = matches!(root.outcome(), Some(Outcome::Win(_)));
    ensure!(!is_won && root.empty_count() > 0, "the game is over");
    Ok(())
}

impl WinProver {
    /// Prepares a proof that `attacker` wins; either side may be to move.
    ///
    /// # Errors
    /// If the game is over, or if the board has neutral cells.
    pub fn new(root: &Board, attacker: Color, limits: &ProofLimits) -> Result<Self> {
        check_open(root)?;
        let is_plain = root.history().all(|(_, cell)| cell != Cell::Neutral);
        ensure!(is_plain, "cells that belong to nobody: a certificate has no place for them");
        let table = ProofTable::new(limits.memory / ENTRY_BYTES);
        let shared = SharedProof { table: Mutex::new(table), stop: limits.stop.clone() };
        let threads = if HAS_THREADS { limits.threads.max(1) } else { 0 };
        Ok(Self { root: root.clone(), attacker, shared, threads, level: AtomicU32::new(0) })
    }

    /// Continues from a state that [`WinProver::state`] returned.
    ///
    /// # Errors
    /// If the bytes are not a state, or belong to another position, rule or side.
    pub fn resume(&self, state: &[u8]) -> Result<()> {
        self.shared.table().read(state, self.mark(&self.root), self.root.size())
    }

    /// Takes over what the state of another proof has proved: of this position or of one after a move from it. So a proof
    /// can be made in parts.
    ///
    /// # Errors
    /// As [`WinProver::resume`].
    pub fn know(&self, state: &[u8]) -> Result<()> {
        let mut board = self.root.clone();
        let mut marks = vec![self.mark(&board)];
        for point in self.root.empties().filter(|&point| self.root.is_legal(point)) {
            board.push(point);
            marks.push(self.mark(&board));
            board.pop();
        }
        self.shared.table().read_proved(state, &marks, self.root.size())
    }

    /// The state of the search, for [`WinProver::resume`].
    pub fn state(&self) -> Vec<u8> {
        self.shared.table().to_bytes(self.mark(&self.root))
    }

    /// A position, the rule and the side as one number.
    fn mark(&self, position: &Board) -> u64 {
        let size = position.size();
        let game = [size.width(), size.height(), position.rule().bits() as usize, self.attacker.index()];
        game.into_iter().fold(position.hash(), |mark, number| mark.wrapping_mul(0x100_0000_01b3) ^ number as u64)
    }

    /// Searches until the win is proved and its certificate checked; `None` if the stop was due or all levels failed.
    /// Calls `report` about ten times a second, but never where there are no threads.
    ///
    /// # Errors
    /// If a thread fails, or if the checker refuses a certificate, which would be a bug of this program.
    pub fn run(&self, report: &mut dyn FnMut(&ProofProgress)) -> Result<Option<ProvedWin>> {
        let start = Instant::now();
        let mut position = self.root.clone();
        let mut lines = LineBuilder::new(&self.root, self.attacker, self.shared.stop.clone());
        let mut gaps: HashMap<u64, u32> = HashMap::new();
        let worker = || ProofWorker::new(&self.shared, &self.root, self.attacker);
        let mut workers: Vec<ProofWorker> = (0..self.threads.max(1)).map(|_| worker()).collect();
        loop {
            if !self.prove(&position, &mut workers, start, report)? {
                return Ok(None);
            }
            match on_large_stack(self.root.size(), || self.certificate(&mut lines))? {
                Ok(certificate) => {
                    // Checked as a reader of its file sees it.
                    let certificate = Certificate::from_bytes(&certificate.to_bytes())?;
                    return Ok(Some(ProvedWin { plies: check(&certificate)?, certificate }));
                }
                Err(Some(open)) if !self.shared.stop.is_due() => {
                    // The solver may need more nodes to find a proof again.
                    let times = gaps.entry(open.hash()).and_modify(|times| *times += 1).or_default();
                    if *times > MOST_PATIENCE {
                        return Ok(None);
                    }
                    lines.be_patient(*times);
                    position = *open;
                }
                Err(_) => return Ok(None),
            }
        }
    }

    /// Proves one position; `false` if it was stopped or all levels failed.
    fn prove(
        &self,
        position: &Board,
        workers: &mut [ProofWorker],
        start: Instant,
        report: &mut dyn FnMut(&ProofProgress),
    ) -> Result<bool> {
        for number in self.level.load(Ordering::Relaxed)..=MAX_LEVEL {
            self.level.store(number, Ordering::Relaxed);
            let level = SearchLevel::new(number);
            let work = |worker: &mut ProofWorker| {
                worker.level = level;
                let _ = worker.settle(&mut position.clone());
            };
            if self.threads == 0 {
                workers.iter_mut().for_each(work);
            }
            thread::scope(|scope| -> Result<()> {
                let mut threads = Vec::new();
                for worker in workers.iter_mut().take(self.threads) {
                    let thread = thread::Builder::new().stack_size(stack_for(self.root.size()));
                    threads.push(thread.spawn_scoped(scope, || work(worker))?);
                }
                while threads.iter().any(|thread| !thread.is_finished()) {
                    thread::park_timeout(TICK);
                    report(&self.progress(position, number, start));
                }
                let failed = threads.into_iter().map(|thread| thread.join()).any(|result| result.is_err());
                ensure!(!failed, "a thread of the proof failed");
                Ok(())
            })?;
            let mut table = self.shared.table();
            if table.get(position.hash()).is_some_and(|entry| entry.proof == 0) {
                return Ok(true);
            }
            if self.shared.stop.is_due() {
                return Ok(false);
            }
            table.keep_proved();
        }
        Ok(false)
    }

    /// Progress of the root's proof.
    pub fn known(&self) -> ProofProgress {
        self.progress(&self.root, self.level.load(Ordering::Relaxed), Instant::now())
    }

    /// The root's open moves, each with its least number of leaves still to be proved, the fewest first; `None` for the
    /// defender's pass, which tests the attacker's threat.
    pub fn open_moves(&self) -> Vec<(Option<Point>, u32)> {
        let table = self.shared.table();
        let moves = table.get(self.root.hash()).and_then(|entry| entry.moves.clone()).unwrap_or_default();
        let attacks = self.root.side_to_move() == self.attacker;
        let mut open: Vec<_> = moves
            .iter()
            .map(|&(point, first)| match (point, attacks) {
                (table::PASS, _) => (None, u32::from(first)),
                (point, true) => {
                    (Some(point), table.get(self.root.hash_after(point)).map_or(first.into(), |e| e.proof))
                }
                (point, false) => (Some(point), table.get(self.root.hash_after(point)).map_or(1, |e| e.proof)),
            })
            .filter(|&(_, proof)| proof > 0)
            .collect();
        open.sort_by_key(|&(_, proof)| proof);
        open
    }

    fn progress(&self, position: &Board, level: u32, start: Instant) -> ProofProgress {
        let table = self.shared.table();
        ProofProgress {
            open: table.get(position.hash()).map_or(1, |entry| entry.proof),
            proved: table.proved,
            held: table.len(),
            expanded: table.expanded,
            level,
            elapsed: start.elapsed(),
        }
    }

    /// The certificate of the proved root, or the position in which the proof has a gap.
    fn certificate(&self, lines: &mut LineBuilder) -> Result<Certificate, Option<Box<Board>>> {
        let mut board = self.root.clone();
        let known = |key| self.shared.table().won_by(key);
        let root = if board.side_to_move() == self.attacker {
            lines.attack(&mut board, &known, &[]).map(|number| lines.answer(number).cloned())
        } else {
            let replies = lines.defend(&mut board, &known, &[]);
            replies.map(|(replies, other)| Some(WinningMove { point: Point(0), replies, other }))
        };
        match root {
            Ok(root) => Ok(lines.certificate(&self.root, root.as_ref())),
            Err(Unproved) => Err(lines.take_open()),
        }
    }
}

/// Checks a certificate with lines of any length. Returns the most plies to the five.
///
/// # Errors
/// The reason, and the moves to the position where the certificate proves nothing.
pub fn check(certificate: &Certificate) -> Result<usize> {
    let result = on_large_stack(certificate.size, || Checker::check(certificate, false))?;
    result.map_err(|refusal| {
        let moves: Vec<_> = refusal.moves.into_iter().rev().collect();
        match moves.is_empty() {
            true => anyhow!("{}", refusal.reason),
            false => anyhow!("{}: {}", tengen::board::format_moves(certificate.size, &moves), refusal.reason),
        }
    })
}

/// Bytes of stack for the longest line on a board.
fn stack_for(size: BoardSize) -> usize {
    MIN_STACK + STACK_PER_CELL * size.cells()
}

fn on_large_stack<T: Send>(size: BoardSize, work: impl FnOnce() -> T + Send) -> Result<T> {
    if !HAS_THREADS {
        return Ok(work());
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(stack_for(size)).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| anyhow!("the check failed"))
    })
}
