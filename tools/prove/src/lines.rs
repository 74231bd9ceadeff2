//! Certificate answers built from winning moves: lines against every reply, tested with the certificate's checker.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tengen::base::{BoardSize, Cell, Color, Point, Rule};
use tengen::board::Board;
use tengen::pattern::PointClass;
use tengen::solver::{Solution, SolverLimits, Stop, Vcf, Vct};
use tengen_certificate::{Certificate, Checker, FIVE, WinningMove};

/// How a position is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WonBy {
    /// By this move.
    Move(Point),
    /// By threats; the solver finds the win within this many nodes.
    Threats(u64),
}

/// Returns how the position with a key is won, if that is known.
pub type Knowledge<'a> = &'a dyn Fn(u64) -> Option<WonBy>;

/// A position of the line has no known winning move; [`LineBuilder::take_open`] returns it.
#[derive(Debug)]
pub struct Unproved;

/// Builds the answers of one attacker with the solvers' help.
pub struct LineBuilder {
    size: BoardSize,
    rule: Rule,
    checker: Checker,
    attacker: Color,
    answers: Vec<WinningMove>,
    numbers: HashMap<WinningMove, u32>,
    /// Answer numbers by position key.
    of_position: HashMap<u64, u32>,
    /// Number of the answer to all other replies, and the replies that it does not meet, by position key.
    replies: HashMap<u64, (u32, Vec<Point>)>,
    /// The attacker's moves in the solver's proofs, by position key.
    moves: HashMap<u64, Point>,
    vcf: Vcf,
    vct: Vct,
    /// The attacker's stones minus the defender's before any pass, as if the attacker were to move.
    balance: i32,
    /// Number of empty cells of the root.
    empty: usize,
    open: Option<Box<Board>>,
    /// Most positions that the checker may visit: for what a line depends on, and for each reply.
    steps: [u64; 2],
    /// Positions that the checker may still visit for the lines being built.
    left: u64,
    /// Factor of the nodes in which the threat solver finds a known win again.
    patience: u64,
    stop: Stop,
}

/// Nodes of the VCF search: for the shortest win, and for any win.
const VCF_NODES: [u64; 2] = [2_000, 20_000];
/// Nodes of the threat solver for a position without a known win.
const UNKNOWN_WIN_NODES: u64 = 2_000;
/// Values of [`LineBuilder::steps`] for short checks.
const SHORT_CHECKS: [u64; 2] = [20_000, 2_000];
/// Short checks, in multiples of the first limit, for all lines after a move; beyond them the move is not tried.
const SHORT_LINES: u64 = 20;
const VCF_TABLE_BITS: u32 = 14;
/// Most positions in the threat solver's memory.
const VCT_POSITIONS: usize = 1 << 18;

impl LineBuilder {
    /// A builder for wins of `attacker` in games that continue from `root`.
    pub fn new(root: &Board, attacker: Color, stop: Stop) -> Self {
        let mut vct = Vct::stopped_by(Arc::clone(&stop.flag)).with_memory(VCT_POSITIONS);
        vct.set_deadline(stop.deadline);
        Self {
            size: root.size(),
            rule: root.rule(),
            checker: Checker::new(root.size(), root.rule(), attacker, root.empty_count()),
            attacker,
            answers: Vec::new(),
            numbers: HashMap::new(),
            of_position: HashMap::new(),
            replies: HashMap::new(),
            moves: HashMap::new(),
            vcf: Vcf::new(VCF_TABLE_BITS),
            vct,
            balance: balance(root, attacker),
            empty: root.empty_count(),
            open: None,
            steps: [u64::MAX; 2],
            left: u64::MAX,
            patience: 1,
            stop,
        }
    }

    /// Limits the checks of lines, so that they cost a search no more time than they save. The replies may then lack
    /// some that need an answer and contain some that do not.
    pub fn with_short_checks(self) -> Self {
        Self { steps: SHORT_CHECKS, ..self }
    }

    /// Gives the threat solver at least `8^times` times the nodes for wins that it has found before.
    pub fn be_patient(&mut self, times: u32) {
        self.patience = self.patience.max(8_u64.saturating_pow(times));
    }

    /// How often the defender has passed between the root and this position.
    fn passes(&self, board: &Board) -> usize {
        usize::try_from(balance(board, self.attacker) - self.balance).unwrap_or(0)
    }

    /// Number of empty cells at which no win is possible any more; each pass counts as a filled cell.
    pub fn draw_at(&self, board: &Board) -> usize {
        self.rule.draw_empty_cells(self.empty) + self.passes(board)
    }

    /// Searches for the attacker's win by threats and keeps its moves; the attacker is to move. Only `nodes` limits it.
    pub fn solve(&mut self, board: &mut Board, nodes: u64) -> Solution {
        let limits = SolverLimits { nodes, draw_at: self.draw_at(board), ..SolverLimits::NONE };
        let solution = self.vct.solve(board, limits);
        if matches!(solution, Solution::Win(_)) {
            let moves = &mut self.moves;
            self.vct.report_proof(board, &mut |key, point| {
                moves.insert(key, point);
            });
        }
        solution
    }

    /// The replies of the defender, who is to move, that the attacker's threat does not refute. The threat is a known
    /// win of the attacker after a pass.
    pub fn unanswered(&mut self, board: &mut Board, known: Knowledge) -> Result<Vec<Point>, Unproved> {
        self.left = self.steps[0].saturating_mul(SHORT_LINES);
        let other = self.other(board, known)?;
        Ok(self.not_met(board, other))
    }

    /// The number of the attacker's answer; the attacker is to move. `hint` is a line that may win.
    pub fn attack(&mut self, board: &mut Board, known: Knowledge, hint: &[Point]) -> Result<u32, Unproved> {
        if board.count(self.attacker, PointClass::Five) > 0 {
            return Ok(FIVE);
        }
        let key = board.hash();
        if let Some(&number) = self.of_position.get(&key) {
            return Ok(number);
        }
        let line = if hint.is_empty() { self.vcf_line(board) } else { hint.to_vec() };
        let point = match line.first() {
            Some(&point) => point,
            None => self.known_move(board, known).ok_or_else(|| self.is_open(board))?,
        };
        if !board.is_legal(point) {
            return Err(self.is_open(board));
        }
        board.push(point);
        let answer = self.defend(board, known, line.get(1..).unwrap_or_default());
        board.pop();
        let (replies, other) = answer?;
        let answer = WinningMove { point, replies, other };
        let number = match self.numbers.get(&answer) {
            Some(&number) => number,
            None => {
                let number = self.checker.add(answer.clone());
                self.answers.push(answer.clone());
                self.numbers.insert(answer, number);
                number
            }
        };
        self.of_position.insert(key, number);
        Ok(number)
    }

    /// The replies that need their own answer, with its number, and the number of the answer to all other replies.
    pub fn defend(
        &mut self,
        board: &mut Board,
        known: Knowledge,
        line: &[Point],
    ) -> Result<(Vec<(Point, u32)>, u32), Unproved> {
        let other = self.other(board, known)?;
        // The certificate is built again after each gap, which changes nothing in the positions before it.
        let not_met = match self.replies.remove(&board.hash()) {
            Some((number, points)) if number == other => points,
            _ => self.not_met(board, other),
        };
        self.replies.insert(board.hash(), (other, not_met.clone()));
        let mut replies = Vec::new();
        for point in not_met {
            board.push(point);
            let hint = if line.first() == Some(&point) { &line[1..] } else { &[] };
            let number = self.attack(board, known, hint);
            board.pop();
            replies.push((point, number?));
        }
        Ok((replies, other))
    }

    /// The number of the answer to a reply that changes nothing.
    fn other(&mut self, board: &mut Board, known: Knowledge) -> Result<u32, Unproved> {
        let is_over = self.left == 0 || self.stop.is_due();
        if is_over
            || board.count(!self.attacker, PointClass::Five) > 0
            || board.empty_count() <= self.draw_at(board) + 1
        {
            return Err(self.is_open(board));
        }
        if board.count(self.attacker, PointClass::Five) > 0 {
            return Ok(FIVE);
        }
        board.set_side_to_move(self.attacker);
        let number = self.attack(board, known, &[]);
        board.set_side_to_move(!self.attacker);
        number
    }

    /// The legal replies after which an answer no longer wins.
    fn not_met(&mut self, board: &Board, other: u32) -> Vec<Point> {
        let mut walk = |checker: &mut Checker, steps: u64, passes: usize, free: Option<Point>| {
            checker.steps = steps;
            let result = checker.wins(other, passes, free);
            self.left = self.left.saturating_sub(steps - checker.steps);
            result
        };
        for point in board.size().points() {
            self.checker.set(point, board.cell(point));
        }
        let mut replies: Vec<Point> = match walk(&mut self.checker, self.steps[0], 1, None) {
            Ok(passed) => board.empties().filter(|&point| passed.depends_on(point)).collect(),
            // The walk was too long. The certificate's builder finds replies that are missing here.
            Err(_) if self.steps[0] < u64::MAX => board.candidates().collect(),
            Err(_) => board.empties().collect(),
        };
        replies.retain(|&point| {
            self.checker.set(point, (!self.attacker).into());
            let wins = walk(&mut self.checker, self.steps[1], 0, Some(point)).is_ok();
            self.checker.set(point, Cell::Empty);
            !wins && board.is_legal(point)
        });
        replies
    }

    fn vcf_line(&mut self, board: &mut Board) -> Vec<Point> {
        let limits = SolverLimits { nodes: VCF_NODES[1], draw_at: self.draw_at(board), ..SolverLimits::NONE };
        match self.vcf.solve_soon(board, limits, VCF_NODES[0]) {
            Solution::Win(line) => line,
            Solution::None | Solution::Unknown => Vec::new(),
        }
    }

    fn known_move(&mut self, board: &mut Board, known: Knowledge) -> Option<Point> {
        let key = board.hash();
        if let Some(&point) = self.moves.get(&key) {
            return Some(point);
        }
        let nodes = match known(key) {
            Some(WonBy::Move(point)) => return Some(point),
            Some(WonBy::Threats(nodes)) => nodes,
            // The table may have dropped it.
            None => UNKNOWN_WIN_NODES,
        };
        match self.solve(board, nodes.saturating_mul(self.patience)) {
            Solution::Win(line) => line.first().copied(),
            Solution::None | Solution::Unknown => None,
        }
    }

    /// Stores a position without a known win.
    fn is_open(&mut self, board: &Board) -> Unproved {
        self.open = Some(Box::new(board.clone()));
        Unproved
    }

    /// Takes the last position without a known win.
    pub fn take_open(&mut self) -> Option<Box<Board>> {
        self.open.take()
    }

    /// Drops all lines if there are more than `most` answers.
    pub fn trim(&mut self, most: usize) {
        if self.answers.len() > most || self.moves.len() > 8 * most {
            self.answers.clear();
            self.numbers.clear();
            self.of_position.clear();
            self.replies.clear();
            self.moves.clear();
            self.checker = Checker::new(self.size, self.rule, self.attacker, self.empty);
        }
    }

    /// The certificate of a position: `root` and all answers that follow from it; `root` is `None` for an immediate five.
    pub fn certificate(&self, board: &Board, root: Option<&WinningMove>) -> Certificate {
        let mut sorted = Vec::new();
        let mut numbers = HashMap::from([(FIVE, FIVE)]);
        let mut visited = HashSet::new();
        // A number is visited twice: before its answers, and after them.
        let mut open: Vec<u32> = root.into_iter().flat_map(followers).collect();
        while let Some(&number) = open.last() {
            if number == FIVE || numbers.contains_key(&number) {
                open.pop();
            } else if visited.insert(number) {
                open.extend(followers(&self.answers[number as usize - 1]));
            } else {
                open.pop();
                sorted.push(renumbered(&self.answers[number as usize - 1], &numbers));
                numbers.insert(number, sorted.len() as u32);
            }
        }
        sorted.extend(root.map(|root| renumbered(root, &numbers)));
        let of = |color: Color| {
            board.history().filter(move |&(_, cell)| cell == color.into()).map(move |(point, _)| (point, color))
        };
        let stones = of(Color::Black).chain(of(Color::White)).collect();
        Certificate {
            size: board.size(),
            rule: board.rule(),
            attacker: self.attacker,
            to_move: board.side_to_move(),
            stones,
            answers: sorted,
        }
    }

    /// The answer with this number.
    pub fn answer(&self, number: u32) -> Option<&WinningMove> {
        self.answers.get((number as usize).checked_sub(1)?)
    }
}

/// The answers that an answer refers to; that of its first reply comes last.
fn followers(answer: &WinningMove) -> impl Iterator<Item = u32> + '_ {
    std::iter::once(answer.other).chain(answer.replies.iter().rev().map(|reply| reply.1))
}

fn renumbered(answer: &WinningMove, numbers: &HashMap<u32, u32>) -> WinningMove {
    let replies = answer.replies.iter().map(|&(point, number)| (point, numbers[&number])).collect();
    WinningMove { point: answer.point, replies, other: numbers[&answer.other] }
}

/// The attacker's stones minus the defender's, as if the attacker were to move.
fn balance(board: &Board, attacker: Color) -> i32 {
    let of = |color: Color| board.history().filter(|&(_, cell)| cell == color.into()).count() as i32;
    of(attacker) - of(!attacker) - i32::from(board.side_to_move() != attacker)
}
