//! A certificate as a tree of moves, for display on a board.

use std::collections::HashSet;
use tengen::base::{Color, Point};
use tengen::board::{Board, format_point};
use tengen::pattern::PointClass;
use tengen_certificate::{Certificate, Checker, FIVE, WinningMove};
use tengen_game::Game;
use tengen_game::formats::GameTree;

/// A certificate as a tree; its variations are the replies that need their own answer.
pub struct ProofTree {
    /// The moves.
    pub tree: GameTree,
    /// The node of the certificate's position.
    pub root: usize,
    /// By node: the answer to all other replies to the attacker's move there.
    pub others: Vec<Option<OtherReplies>>,
}

/// The answer to the replies that need no answer of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OtherReplies {
    /// The attacker's answer.
    pub answer: Point,
    /// Whether the answer meets every reply.
    pub meets_all: bool,
    /// Whether the tree leaves out replies that have an answer of their own.
    pub is_cut: bool,
}

impl ProofTree {
    /// The tree, with the answers to all other replies as comments.
    pub fn commented(self) -> GameTree {
        let Self { mut tree, others, .. } = self;
        let size = tree.head.size;
        for (node, other) in others.into_iter().enumerate() {
            let Some(OtherReplies { answer, meets_all, is_cut }) = other else { continue };
            tree.nodes[node].comment = format!(
                "Any {}reply: {}{}",
                if meets_all { "" } else { "other " },
                format_point(size, answer),
                if is_cut { ". Replies are left out here" } else { "" },
            );
        }
        tree
    }
}

/// The tree of a certificate, cut after `most` moves; each cut is marked.
pub fn proof_tree(certificate: &Certificate, most: usize) -> ProofTree {
    let Certificate { size, rule, attacker, to_move, stones, answers } = certificate;
    let mut head = Game::new(*rule, *size);
    // Stones are written as moves if their numbers allow it: some formats have nothing else.
    let of = |color: Color| stones.iter().filter(move |stone| stone.1 == color).map(|stone| stone.0);
    let (mut black, mut white) = (of(Color::Black), of(Color::White));
    let (blacks, whites) = (of(Color::Black).count(), of(Color::White).count());
    if blacks - blacks.min(whites) == usize::from(*to_move == Color::White) && blacks >= whites {
        head.moves =
            (0..stones.len()).filter_map(|index| if index % 2 == 0 { black.next() } else { white.next() }).collect();
    }
    // In an invented order a row may win that a later stone closes or lengthens.
    if head.moves.is_empty() || !matches!(head.judge(), Ok(None)) {
        head.moves.clear();
        head.setup = stones.clone();
        head.first = *to_move;
    }
    let Ok(board) = head.board() else {
        return ProofTree { tree: GameTree::new(head), root: 0, others: vec![None] };
    };
    let tree = GameTree::from(&head);
    let root = tree.last_of_line(0);
    let others = vec![None; tree.nodes.len()];
    let mut writer = TreeWriter { answers, attacker: *attacker, board, tree, others, most };
    if attacker == to_move {
        writer.attack(root, answers.len() as u32);
    } else if let Some(answer) = answers.last() {
        writer.replies(root, answer);
    }
    let TreeWriter { tree, others, .. } = writer;
    ProofTree { tree, root, others }
}

struct TreeWriter<'a> {
    answers: &'a [WinningMove],
    attacker: Color,
    board: Board,
    tree: GameTree,
    others: Vec<Option<OtherReplies>>,
    most: usize,
}

impl TreeWriter<'_> {
    /// Adds the attacker's move after a node, and the moves after it.
    fn attack(&mut self, node: usize, number: u32) {
        let Some(point) = self.move_of(number).filter(|&point| self.board.is_empty(point)) else { return };
        let child = self.push(node, point);
        if number == FIVE {
            return;
        }
        self.board.push(point);
        self.replies(child, &self.answers[number as usize - 1]);
        self.board.pop();
    }

    /// Adds the replies to the attacker's move at a node.
    fn replies(&mut self, node: usize, answer: &WinningMove) {
        self.board.set_side_to_move(self.attacker);
        let other = self.move_of(answer.other);
        self.board.set_side_to_move(!self.attacker);
        let meets_all = answer.replies.is_empty();
        self.others[node] = other.map(|answer| OtherReplies { answer, meets_all, is_cut: false });
        for &(point, number) in &answer.replies {
            if !self.board.is_legal(point) {
                continue;
            }
            if self.tree.nodes.len() >= self.most {
                if let Some(other) = &mut self.others[node] {
                    other.is_cut = true;
                }
                return;
            }
            let child = self.push(node, point);
            self.board.push(point);
            self.attack(child, number);
            self.board.pop();
        }
    }

    fn push(&mut self, node: usize, point: Point) -> usize {
        self.others.push(None);
        self.tree.push(node, Some(point))
    }

    /// The attacker's move of an answer.
    fn move_of(&self, number: u32) -> Option<Point> {
        match number {
            FIVE => self.board.points_of(self.attacker, PointClass::Five).next(),
            number => Some(self.answers[number as usize - 1].point),
        }
    }
}

/// The position that a certificate is about; `None` if two of its stones are on one point.
pub fn position(certificate: &Certificate) -> Option<Board> {
    let Certificate { size, rule, to_move, stones, .. } = certificate;
    Game { setup: stones.clone(), first: *to_move, ..Game::new(*rule, *size) }.board().ok()
}

/// Reports the positions that the certificate has moves for, each once and at most `most`: the board and the most plies
/// to the five. The certificate must have been checked.
pub fn proved_positions(certificate: &Certificate, most: usize, report: &mut dyn FnMut(&Board, usize)) {
    let Certificate { size, rule, attacker, to_move, answers, .. } = certificate;
    let Some(board) = position(certificate) else { return };
    let mut checker = Checker::new(*size, *rule, *attacker, board.empty_count());
    answers.iter().for_each(|answer| {
        checker.add(answer.clone());
    });
    let mut walk = PositionWalk { answers, checker, board, visited: HashSet::new(), most, report };
    if attacker == to_move {
        walk.attack(answers.len() as u32);
    } else if let (Some(root), Ok(plies)) = (answers.last(), Checker::check(certificate, false)) {
        (walk.report)(&walk.board, plies);
        walk.replies(root);
    }
}

struct PositionWalk<'a> {
    answers: &'a [WinningMove],
    checker: Checker,
    board: Board,
    visited: HashSet<u64>,
    most: usize,
    report: &'a mut dyn FnMut(&Board, usize),
}

impl PositionWalk<'_> {
    fn attack(&mut self, number: u32) {
        if self.visited.len() >= self.most || !self.visited.insert(self.board.hash()) {
            return;
        }
        for point in self.board.size().points() {
            self.checker.set(point, self.board.cell(point));
        }
        let Ok(won) = self.checker.wins(number, 0, None) else { return };
        (self.report)(&self.board, won.plies);
        if number != FIVE {
            let answers = self.answers;
            let answer = &answers[number as usize - 1];
            self.board.push(answer.point);
            if self.visited.insert(self.board.hash()) {
                (self.report)(&self.board, won.plies - 1);
            }
            self.replies(answer);
            self.board.pop();
        }
    }

    fn replies(&mut self, answer: &WinningMove) {
        for &(point, number) in &answer.replies {
            if self.board.is_legal(point) {
                self.board.push(point);
                self.attack(number);
                self.board.pop();
            }
        }
    }
}
