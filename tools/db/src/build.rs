//! Fills a database by search, the most interesting positions first. It continues where it was stopped: everything
//! that it needs is in the database.

use super::proofs::{is_won, proof_of};
use super::tree::{Candidate, Tree};
use anyhow::{Result, ensure};
use std::sync::{Mutex, PoisonError};
use tengen::base::Score;
use tengen::board::Board;
use tengen::search::{Control, Limits, SearchRequest, Searcher};
use tengen_arena::pool::Pool;
use tengen_database::{Database, Entry, PositionKey, Proof, StoredMove, WON};

/// Memory of each worker's transposition table, in bytes.
const WORKER_TABLE_BYTES: usize = 32 << 20;
/// Searched positions between two writes.
const POSITIONS_PER_WRITE: usize = 64;

/// A plan of positions to search.
#[derive(Clone)]
pub struct Plan {
    /// Where the lines begin; the rule and size of all positions.
    pub root: Board,
    /// The positions that are searched and expanded: [`root`] of it or, for a part, some of the [`leaves`].
    pub roots: Vec<Candidate>,
    /// Number of searched positions at the end, including those already stored.
    pub positions: usize,
    /// Nodes of each search.
    pub nodes: u64,
    /// Moves stored per position, at least 1.
    pub lines: usize,
    /// Largest number of stones of a position that is expanded.
    pub max_stones: usize,
    /// Searches at the same time, at least 1.
    pub threads: usize,
}

/// How a build ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BuildEnd {
    /// The requested number of positions was reached.
    Full,
    /// Nothing is left to search up to the largest position.
    Exhausted,
    /// The control was stopped.
    Stopped,
}

/// Searches positions until the plan is fulfilled or `control` is stopped; searches that this interrupts are not
/// stored. `progress` receives the number of searched positions, all of them already on disk. Fails when the game is
/// over at the root or the database cannot be read or written.
pub fn build(database: &Database, plan: &Plan, control: &Control, progress: &mut dyn FnMut(usize)) -> Result<BuildEnd> {
    ensure!(plan.root.empty_count() > 0, "the board is full");
    ensure!(!is_won(&plan.root), "the game is over");
    let mut tree = read_tree(database, &plan.root)?;
    progress(tree.searched());
    let pool = Pool::new(plan.threads)?;
    let searchers: Vec<_> = (0..plan.threads.max(1)).map(|_| Mutex::new(Searcher::new(WORKER_TABLE_BYTES))).collect();
    let ended = loop {
        if control.is_stopped() {
            break BuildEnd::Stopped;
        }
        let wanted = plan.positions.saturating_sub(tree.searched()).min(POSITIONS_PER_WRITE);
        if wanted == 0 {
            break BuildEnd::Full;
        }
        // One for each searcher: each result changes which positions are interesting next. So a build with one searcher
        // finds the same positions wherever it was stopped.
        let leaves = tree.next(&plan.roots, wanted.min(searchers.len()), plan.max_stones);
        let leaves: Vec<PositionKey> = leaves.into_iter().map(|leaf| leaf.key).collect();
        if leaves.is_empty() {
            break BuildEnd::Exhausted;
        }
        let found = search_all(&leaves, plan, &searchers, &pool, control);
        database.merge(found.iter().cloned())?;
        found.iter().for_each(|(key, entry)| tree.insert(key.clone(), entry));
        progress(tree.searched());
    };
    write_values(database, &tree)?;
    Ok(ended)
}

/// Where a build of a whole tree begins.
pub fn root(board: &Board) -> Vec<Candidate> {
    vec![Candidate { cost: 0, key: PositionKey::of(board).0 }]
}

/// All positions that a build from `root` could search next, the least costly first. Fails when the database cannot be
/// read.
pub fn leaves(database: &Database, root: &Board, max_stones: usize) -> Result<Vec<Candidate>> {
    Ok(read_tree(database, root)?.next(&self::root(root), usize::MAX, max_stones))
}

/// The searched and the proven positions of the board's rule and size.
fn read_tree(database: &Database, board: &Board) -> Result<Tree> {
    let mut tree = Tree::default();
    database.for_each(&mut |key, entry| {
        let is_node = entry.is_searched() || entry.proof != Proof::Open;
        if key.rule() == board.rule() && key.size() == board.size() && is_node {
            tree.insert(key, &entry);
        }
        true
    })?;
    Ok(tree)
}

/// Searches the positions at the same time, each with a searcher of its own: there are at least as many.
fn search_all(
    leaves: &[PositionKey],
    plan: &Plan,
    searchers: &[Mutex<Searcher>],
    pool: &Pool,
    control: &Control,
) -> Vec<(PositionKey, Entry)> {
    let work: Vec<_> = leaves.iter().zip(searchers).collect();
    let found = pool.map(&work, |(key, searcher)| {
        let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = examine(&key.board(), plan, &mut searcher, control);
        (!control.is_stopped()).then(|| ((*key).clone(), entry))
    });
    found.into_iter().flatten().collect()
}

/// Searches a position. The result depends on the position and the plan only.
fn examine(board: &Board, plan: &Plan, searcher: &mut Searcher, control: &Control) -> Entry {
    searcher.clear();
    let request = SearchRequest::multi_pv(plan.lines.max(1), Limits::nodes(plan.nodes));
    let result = searcher.search(board, request, control, &mut |_| {});
    let clamp = |score: Score| score.clamp(-WON, WON);
    let first = |info: &tengen::search::SearchInfo| {
        info.pv.first().map(|&point| StoredMove { point, score: clamp(info.score) })
    };
    let info = result.info();
    Entry {
        score: clamp(info.score),
        depth: info.depth.clamp(1, i32::from(u16::MAX)) as u16,
        nodes: plan.nodes,
        moves: result.lines.iter().filter_map(first).collect(),
        proof: proof_of(info),
        author: concat!("tengen ", env!("CARGO_PKG_VERSION")).into(),
        ..Entry::default()
    }
}

/// Writes the backed-up scores into the entries, each with its best move first.
fn write_values(database: &Database, tree: &Tree) -> Result<()> {
    let values = tree.values();
    let mut changed = Vec::new();
    database.for_each(&mut |key, mut entry| {
        if entry.is_searched() && tree.contains(&key) {
            let before = entry.clone();
            let scores = tree.move_values(&key, &values);
            entry.moves.iter_mut().zip(scores).for_each(|(stored, score)| stored.score = score);
            entry.moves.sort_by_key(|stored| (-stored.score, stored.point));
            entry.score = values[&key];
            if entry != before {
                changed.push((key, entry));
            }
        }
        true
    })?;
    Ok(database.write_keyed(changed)?)
}
