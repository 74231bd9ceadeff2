//! A game with variations.

use crate::referee::Referee;
use crate::{Fault, Game, ImpossibleGame, Outcome};
use anyhow::{Result, bail};
use std::time::Duration;
use tengen::base::{Color, Point, Rule};
use tengen::board::format_point;
use tengen_database::{Reason, why};

/// Most moves of a tree.
pub const MAX_NODES: usize = 4_000_000;

/// A game as a tree of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Rule, size, stones before the first move, names and result of the main line; no moves.
    pub head: Game,
    /// The root, then one node for each move; parents come first.
    pub nodes: Vec<MoveNode>,
    /// Short description if this is one of several readings of its text, else empty.
    pub reading: String,
}

/// A move, a pass or the root of a [`GameTree`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNode {
    /// Index of the previous node.
    pub parent: usize,
    /// The move; `None` for a pass and the root.
    pub point: Option<Point>,
    /// Comment on the position after the move.
    pub comment: String,
    /// Texts and marks on the board after the move.
    pub annotations: Vec<Annotation>,
    /// Arrows on the board after the move, from the first point to the second.
    pub arrows: Vec<[Point; 2]>,
    /// Other SGF properties by name, with their values verbatim: `N`, `V`, `LN`, `KM` and the like.
    pub properties: Vec<(String, Vec<String>)>,
    /// Time of the move.
    pub time: Duration,
    /// Number of moves and passes up to this node.
    depth: u32,
    /// First and last move after this node, and the next one after the same parent; 0: none.
    first: u32,
    last: u32,
    next: u32,
}

/// A sign drawn on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    /// The point, empty or not.
    pub point: Point,
    /// The sign.
    pub sign: Sign,
}

/// A text or a mark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A text, usually a letter.
    Text(String),
    /// A cross, SGF's `MA` and RenLib's mark.
    Cross,
    /// A triangle, SGF's `TR`.
    Triangle,
    /// A square, SGF's `SQ`.
    Square,
    /// A circle, SGF's `CR`.
    Circle,
}

/// The part that [`GameTree::settle`] cut off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Number of moves.
    pub moves: usize,
    /// Why the first cut move is impossible.
    pub reason: Reason,
}

impl GameTree {
    /// The tree of a game that begins like `head`, without moves.
    pub fn new(head: Game) -> Self {
        Self { head, nodes: vec![MoveNode::default()], reading: String::new() }
    }

    /// Adds a move after a node, unless it exists; returns its index.
    pub fn child(&mut self, parent: usize, point: Point) -> usize {
        self.turn(parent, Some(point))
    }

    /// Adds a move or a pass after a node, unless it exists; returns its index.
    pub fn turn(&mut self, parent: usize, turn: Option<Point>) -> usize {
        let found = self.children_of(parent).find(|&child| self.nodes[child].point == turn);
        found.unwrap_or_else(|| self.push(parent, turn))
    }

    /// Adds a move or a pass that a node does not have yet; returns its index.
    pub fn push(&mut self, parent: usize, turn: Option<Point>) -> usize {
        let index = self.nodes.len();
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(MoveNode { parent, point: turn, depth, ..MoveNode::default() });
        let link = index as u32;
        match self.nodes[parent].last {
            0 => self.nodes[parent].first = link,
            last => self.nodes[last as usize].next = link,
        }
        self.nodes[parent].last = link;
        index
    }

    /// Number of moves and passes up to a node.
    pub fn depth(&self, node: usize) -> usize {
        self.nodes[node].depth as usize
    }

    /// The side to move at a node.
    pub fn side_to_move(&self, node: usize) -> Color {
        self.head.first.after(self.depth(node))
    }

    /// Whether a node is a pass.
    pub fn is_pass(&self, node: usize) -> bool {
        node > 0 && self.nodes[node].point.is_none()
    }

    /// Number of passes.
    pub fn passes(&self) -> usize {
        (1..self.nodes.len()).filter(|&node| self.is_pass(node)).count()
    }

    /// The children of a node, in order.
    pub fn children_of(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let link = |link: u32| (link != 0).then_some(link as usize);
        std::iter::successors(link(self.nodes[node].first), move |&at| link(self.nodes[at].next))
    }

    /// The last node of the line through `node` that always follows the first child.
    pub fn last_of_line(&self, node: usize) -> usize {
        let mut at = node;
        while let Some(next) = self.children_of(at).next() {
            at = next;
        }
        at
    }

    /// The game of the main line.
    pub fn main_line(&self) -> Game {
        self.game_to(self.last_of_line(0))
    }

    /// A short description of the game, for a list.
    pub fn title(&self) -> String {
        let [black, white] = &self.head.names;
        let players = match (black.is_empty(), white.is_empty()) {
            (true, true) if !self.reading.is_empty() => format!("{}, ", self.reading),
            (true, true) => String::new(),
            _ => format!("{} - {}, ", black.trim(), white.trim()),
        };
        match self.depth(self.last_of_line(0)) {
            1 => format!("{players}1 move"),
            moves => format!("{players}{moves} moves"),
        }
    }

    /// Whether there are variations.
    pub fn has_variations(&self) -> bool {
        self.nodes.iter().any(|node| node.first != node.last)
    }

    /// The game from the beginning to a node.
    pub fn game_to(&self, node: usize) -> Game {
        let mut path = Vec::with_capacity(self.depth(node));
        let mut at = node;
        while at > 0 {
            path.push(at);
            at = self.nodes[at].parent;
        }
        path.reverse();
        let mut game = self.head.clone();
        for &at in std::iter::once(&0).chain(&path) {
            let MoveNode { point, time, comment, .. } = &self.nodes[at];
            if at > 0 {
                game.push_turn(*point);
                game.times.extend(point.map(|_| *time));
            }
            if !comment.is_empty() {
                // A pass has the number of moves of the move before it.
                let known: &mut String = game.comments.entry(game.moves.len()).or_default();
                known.push_str(if known.is_empty() { "" } else { "\n" });
                known.push_str(comment);
            }
        }
        if game.times.iter().all(Duration::is_zero) {
            game.times.clear();
        }
        game
    }

    /// Checks that every variation can be played. Fails at the first impossible move.
    pub fn check(&self) -> Result<()> {
        match self.judge()?.1 {
            Some(error) => bail!(why::variation(error)),
            None => Ok(()),
        }
    }

    /// Cuts off impossible moves with everything after them, and sets the result that the board shows at the end of the
    /// main line. A cut main line has no result. Fails if two stones of the setup are on one point.
    pub fn settle(&mut self) -> Result<Option<Cut>, ImpossibleGame> {
        let end_before = self.last_of_line(0);
        let (verdicts, error) = self.judge()?;
        let main_is_whole = verdicts[end_before].is_some();
        let cut = error.map(|error| Cut {
            moves: verdicts.iter().filter(|verdict| verdict.is_none()).count(),
            reason: error.into(),
        });
        if !main_is_whole {
            (self.head.outcome, self.head.reason) = (None, None);
        }
        let mut end = self.last_of_line(0);
        while verdicts[end].is_none() {
            end = self.nodes[end].parent;
        }
        if let Some(Some(outcome)) = verdicts[end] {
            // The board shows the result; no other reason is needed.
            (self.head.outcome, self.head.reason) = (Some(outcome), None);
        }
        if cut.is_some() {
            self.keep(|node| verdicts[node].is_some());
        }
        Ok(cut)
    }

    /// Keeps the first `count` turns of every line, passes among them. A cut main line has no result.
    pub fn cut_after(&mut self, count: usize) {
        let mut turns = vec![0; self.nodes.len()];
        for node in 1..self.nodes.len() {
            turns[node] = turns[self.nodes[node].parent] + 1;
        }
        if turns[self.last_of_line(0)] > count {
            (self.head.outcome, self.head.reason) = (None, None);
            self.head.tags.remove("RE");
        }
        self.keep(|node| turns[node] <= count);
        self.head.opening = self.head.opening.min(self.main_line().moves.len());
    }

    /// Keeps the nodes for which `keeps` is true, which must include their parents.
    fn keep(&mut self, keeps: impl Fn(usize) -> bool) {
        let mut kept = Self { reading: std::mem::take(&mut self.reading), ..Self::new(self.head.clone()) };
        let mut numbers = vec![0; self.nodes.len()];
        for (index, node) in std::mem::take(&mut self.nodes).into_iter().enumerate() {
            let at = match index {
                0 => 0,
                _ if keeps(index) => kept.push(numbers[node.parent], node.point),
                _ => continue,
            };
            numbers[index] = at;
            // A pushed node has no children yet.
            let MoveNode { parent, depth, .. } = kept.nodes[at];
            kept.nodes[at] = MoveNode { parent, depth, first: 0, last: 0, next: 0, ..node };
        }
        *self = kept;
    }

    /// Whether the game ends with a pass of each side, a draw in renju.
    fn draws_by_passes(&self, node: usize) -> bool {
        let are_passes = self.is_pass(node) && self.is_pass(self.nodes[node].parent);
        are_passes && self.head.rule == Rule::Renju && self.nodes[node].first == 0
    }

    /// Judges every node; returns also the error of the first impossible one.
    fn judge(&self) -> Result<(Verdicts, Option<ImpossibleGame>), ImpossibleGame> {
        let head = Game { moves: Vec::new(), ..self.head.clone() };
        let size = self.head.size;
        let mut referee = Referee::with_blocked(size, self.head.rule, &head.blocked);
        for &(point, color) in &head.setup {
            referee.put(point, color);
        }
        let mut verdicts = vec![None; self.nodes.len()];
        verdicts[0] = Some(head.judge()?);
        let mut first_error = None;
        // Nodes to enter, and nodes to leave, whose stone is on the board.
        let mut steps: Vec<(usize, bool)> = self.children_of(0).map(|child| (child, false)).collect();
        steps.reverse();
        while let Some((node, leaves)) = steps.pop() {
            if leaves {
                referee.take_back();
                continue;
            }
            let parent = self.nodes[node].parent;
            let point = self.nodes[node].point;
            let name = || point.map_or_else(|| "a pass".to_owned(), |point| format_point(size, point));
            let number = self.depth(node);
            if verdicts[parent] != Some(None) {
                first_error.get_or_insert_with(|| ImpossibleGame::AfterEnd { number, point: name() });
                continue;
            }
            let color = self.side_to_move(parent);
            let before = referee.moves().len();
            verdicts[node] = Some(match point.map_or(Ok(None), |point| referee.play_as(point, color)) {
                Ok(outcome) => outcome.or_else(|| self.draws_by_passes(node).then_some(Outcome::Draw)),
                Err(Fault::Foul) => Some(Outcome::Win(!color)),
                Err(_) => {
                    first_error.get_or_insert_with(|| ImpossibleGame::Occupied { number, point: name() });
                    continue;
                }
            });
            if referee.moves().len() > before {
                steps.push((node, true));
            }
            let from = steps.len();
            steps.extend(self.children_of(node).map(|child| (child, false)));
            steps[from..].reverse();
        }
        Ok((verdicts, first_error))
    }
}

/// The outcome at each possible node, if the game has ended there; `None` for an impossible node.
type Verdicts = Vec<Option<Option<Outcome>>>;

impl From<&Game> for GameTree {
    fn from(game: &Game) -> Self {
        let begin = Game::new(game.rule, game.size);
        let Game { moves, passes, times, comments, .. } = begin;
        let mut tree = Self::new(Game { moves, passes, times, comments, ..game.clone() });
        let comment = |count: usize| game.comments.get(&count).cloned().unwrap_or_default();
        tree.nodes[0].comment = comment(0);
        let (mut at, mut count) = (0, 0);
        for turn in game.turns() {
            at = tree.push(at, turn);
            if turn.is_some() {
                tree.nodes[at].time = game.times.get(count).copied().unwrap_or_default();
                count += 1;
                tree.nodes[at].comment = comment(count);
            }
        }
        tree
    }
}
