//! The check: every legal reply is tried, and the answers must win against all of them.
//!
//! A reply without an answer of its own is met by the line that goes on as if the defender had passed. That line is
//! walked once without the reply, noting the cells that its win depends on; where the reply's cell is among them it is
//! walked again with the stone. The note of a walk with `passes` passes is such that up to as many more stones of the
//! defender on other cells change nothing: every cell that the rules looked at, and every row that they could complete
//! to four, is in it. So a walk is good for the same stones and one more that it does not depend on.

use crate::format::{Certificate, FIVE, WinningMove};
use crate::stones::PlainStones;
use std::collections::HashMap;
use std::sync::Arc;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use thiserror::Error;

/// Why a certificate proves nothing: the moves to the place, and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason}")]
pub struct Refusal {
    /// Moves to the refused node, the last first.
    pub moves: Vec<Point>,
    /// Reason of the refusal.
    pub reason: &'static str,
}

/// A win that was walked through.
pub struct Won {
    /// Plies to the five at the most.
    pub plies: usize,
    cells: Vec<u64>,
}

impl Won {
    /// Whether a stone of the defender here could change the win.
    pub fn depends_on(&self, point: Point) -> bool {
        self.cells[usize::from(point.0) / 64] >> (point.0 % 64) & 1 == 1
    }

    fn add(&mut self, cells: &[u64]) {
        self.cells.iter_mut().zip(cells).for_each(|(word, more)| *word |= more);
    }
}

/// Answers, and the stones of one position.
pub struct Checker {
    attacker: Color,
    stones: PlainStones,
    /// Number of empty cells at which the game is drawn.
    draw_at: usize,
    answers: Vec<Arc<WinningMove>>,
    /// Every line is walked anew for every reply, as the definition says.
    literal: bool,
    /// Wins by the answer's number, the passes, and all stones.
    known: HashMap<(u32, usize, Vec<u8>), Arc<Won>>,
    /// Positions that may still be walked through.
    pub steps: u64,
}

/// Wins that are remembered at a time.
const MAX_KNOWN: usize = 1 << 15;

impl Checker {
    /// An empty board without answers, for a game that begins with `empty` empty cells.
    pub fn new(size: BoardSize, rule: Rule, attacker: Color, empty: usize) -> Self {
        let (stones, known, draw_at) = (PlainStones::new(size, rule), HashMap::new(), rule.draw_empty_cells(empty));
        Self { attacker, stones, draw_at, answers: Vec::new(), literal: false, known, steps: u64::MAX }
    }

    /// Plies to the five that the certificate proves. With `literal`, without notes of what a line depends on: slow.
    ///
    /// # Errors
    /// When it proves no win.
    pub fn check(certificate: &Certificate, literal: bool) -> Result<usize, Refusal> {
        let Certificate { size, rule, attacker, to_move, stones, answers } = certificate;
        let mut checker = Self { literal, ..Self::new(*size, *rule, *attacker, size.cells() - stones.len()) };
        checker.answers.extend(answers.iter().cloned().map(Arc::new));
        stones.iter().for_each(|&(point, color)| checker.set(point, color.into()));
        if stones.iter().any(|&(point, _)| checker.stones.wins(point)) {
            return refuse(vec![], "the game is over");
        }
        match checker.answers.last().cloned() {
            _ if attacker == to_move => checker.wins(checker.answers.len() as u32, 0, None).map(|won| won.plies),
            Some(root) => checker.holds(&root, 0, None).map(|won| won.plies),
            None => refuse(vec![], "there are no answers"),
        }
    }

    /// The number of one more answer.
    pub fn add(&mut self, answer: WinningMove) -> u32 {
        self.answers.push(Arc::new(answer));
        self.answers.len() as u32
    }

    /// Puts a stone on a point, or takes one away.
    pub fn set(&mut self, point: Point, cell: Cell) {
        self.stones.put(point, cell);
    }

    /// The win of the attacker, who is to move, by an answer. The defender has passed `passes` times; the answer may
    /// have been found without the stone on `free`.
    ///
    /// # Errors
    /// When it does not win.
    pub fn wins(&mut self, number: u32, passes: usize, free: Option<Point>) -> Result<Arc<Won>, Refusal> {
        self.stones.seen.fill(0);
        if number == FIVE {
            let Some(five) = self.stones.five_of(self.attacker) else { return refuse(vec![], "there is no five") };
            if !matches!(self.stones.rule, Rule::Caro | Rule::CaroExact) {
                // Stones behind the ends of the five change nothing.
                self.stones.seen.fill(0);
                self.stones.look(Some(five));
            }
            return Ok(Arc::new(Won { plies: 1, cells: self.stones.seen.clone() }));
        }
        if self.steps <= 1 {
            return refuse(vec![], "the walk is too long");
        }
        self.steps -= 1;
        let key = (number, passes, self.stones.packed.clone());
        if let Some(won) = self.known.get(&key) {
            return Ok(Arc::clone(won));
        }
        if let Some(free) = free.filter(|_| !self.literal) {
            let mut without = (number, passes + 1, self.stones.packed.clone());
            without.2[free.index() / 4] &= !(3 << (2 * (free.index() % 4)));
            if let Some(won) = self.known.get(&without).filter(|won| !won.depends_on(free)) {
                return Ok(Arc::clone(won));
            }
        }
        let answer = Arc::clone(&self.answers[number as usize - 1]);
        let is_taken = self.stones.look(Some(answer.point)) != Cell::Empty;
        let seen = self.stones.seen.clone();
        if is_taken || self.stones.may_be_forbidden(answer.point, self.attacker, true) {
            return refuse(vec![answer.point], "the point is occupied or forbidden");
        }
        if !self.stones.may_be_forbidden(answer.point, self.attacker, false) {
            // No stone of the defender makes it forbidden.
            self.stones.seen = seen;
        }
        self.set(answer.point, self.attacker.into());
        let won = self.holds(&answer, passes, free);
        self.set(answer.point, Cell::Empty);
        let mut won = won.map_err(|refusal| after(answer.point, refusal))?;
        won.plies += 1;
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let won = Arc::new(won);
        self.known.insert(key, Arc::clone(&won));
        Ok(won)
    }

    /// The win against every reply of the defender, who is to move.
    fn holds(&mut self, answer: &WinningMove, passes: usize, free: Option<Point>) -> Result<Won, Refusal> {
        let defender = !self.attacker;
        // With the passes and the reply.
        if self.stones.empty <= passes + 1 + self.draw_at {
            return refuse(vec![], "the game is drawn");
        }
        if let Some(five) = self.stones.five_of(defender) {
            return refuse(vec![five], "the defender wins");
        }
        let mut won = Won { plies: 0, cells: self.stones.chances(defender, 1 + passes) };
        won.add(&self.stones.seen);
        let passed = match self.wins(answer.other, passes + 1, free) {
            // A player may pass.
            Err(refusal) if self.stones.rule == Rule::Renju => return Err(refusal),
            passed => passed.ok().filter(|_| !self.literal),
        };
        if let Some(passed) = &passed {
            won.add(&passed.cells);
            won.plies = passed.plies + 1;
        }
        for point in self.stones.size.points() {
            let is_met = passed.as_ref().is_some_and(|passed| !passed.depends_on(point));
            let listed = answer.replies.iter().find(|reply| reply.0 == point);
            if (is_met && listed.is_none()) || self.stones.cells[point.index()] != Cell::Empty {
                continue;
            }
            self.stones.seen.fill(0);
            if self.stones.may_be_forbidden(point, defender, true) {
                won.add(&self.stones.seen);
                continue;
            }
            self.set(point, defender.into());
            let (number, free) = listed.map_or((answer.other, Some(point)), |reply| (reply.1, free));
            let next = self.wins(number, passes, free);
            self.set(point, Cell::Empty);
            let next = next.map_err(|refusal| after(point, refusal))?;
            won.add(&next.cells);
            won.plies = won.plies.max(next.plies + 1);
        }
        Ok(won)
    }
}

fn refuse<T>(moves: Vec<Point>, reason: &'static str) -> Result<T, Refusal> {
    Err(Refusal { moves, reason })
}

fn after(point: Point, mut refusal: Refusal) -> Refusal {
    refusal.moves.push(point);
    refusal
}
