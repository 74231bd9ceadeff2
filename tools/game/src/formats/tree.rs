//! A game with variations.

use crate::Game;
use anyhow::{Context, Result, ensure};
use std::time::Duration;
use tengen::base::{Color, Point};

/// A game as a tree of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Rule, size, stones before the first move, names and result; no moves.
    pub head: Game,
    /// The beginning and then one node for each move, parents first.
    pub nodes: Vec<MoveNode>,
}

/// A move of a [`GameTree`]; the beginning has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveNode {
    /// The number of the node before.
    pub parent: usize,
    /// The move.
    pub point: Option<Point>,
    /// What somebody wrote about it.
    pub comment: String,
    /// How long it took.
    pub time: Duration,
    /// Moves up to here.
    depth: usize,
}

/// Moves that are looked at to find out whether all variations are possible.
const MOST_MOVES: usize = 4_000_000;

impl GameTree {
    /// The tree of a game that begins like `head`, without moves.
    pub fn new(head: Game) -> Self {
        Self { head, nodes: vec![MoveNode::default()] }
    }

    /// Adds a move after a node, unless it is there; its number.
    pub fn child(&mut self, parent: usize, point: Point) -> usize {
        let same = |node: &MoveNode| node.parent == parent && node.point == Some(point);
        // A move that is there already stands behind its parent.
        if let Some(found) = self.nodes[parent + 1..].iter().position(same) {
            return parent + 1 + found;
        }
        let depth = self.nodes[parent].depth + 1;
        self.nodes.push(MoveNode { parent, point: Some(point), depth, ..MoveNode::default() });
        self.nodes.len() - 1
    }

    /// Moves up to a node.
    pub fn depth(&self, node: usize) -> usize {
        self.nodes[node].depth
    }

    /// Who is to move at a node.
    pub fn side_to_move(&self, node: usize) -> Color {
        self.head.mover(self.nodes[node].depth)
    }

    /// The nodes after each node.
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate().skip(1) {
            children[node.parent].push(index);
        }
        children
    }

    /// The last node of the line through `node` that follows the first move everywhere.
    pub fn last_of_line(&self, node: usize) -> usize {
        let after = |last: usize, (index, next): (usize, &MoveNode)| if next.parent == last { index } else { last };
        self.nodes.iter().enumerate().skip(node + 1).fold(node, after)
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
        game.moves = path.iter().filter_map(|&at| self.nodes[at].point).collect();
        game.times = path.iter().map(|&at| self.nodes[at].time).collect();
        if game.times.iter().all(Duration::is_zero) {
            game.times.clear();
        }
        for (count, &at) in std::iter::once(&0).chain(&path).enumerate() {
            if !self.nodes[at].comment.is_empty() {
                game.comments.insert(count, self.nodes[at].comment.clone());
            }
        }
        game
    }

    /// Finds out whether every variation can be played.
    ///
    /// # Errors
    /// At the first move that cannot be made.
    pub fn check(&self) -> Result<()> {
        let mut looked_at = 0;
        for (index, children) in self.children().iter().enumerate() {
            if children.is_empty() {
                looked_at += self.depth(index);
                ensure!(looked_at <= MOST_MOVES, "the variations hold too many moves");
                self.game_to(index).judge().context("a variation")?;
            }
        }
        Ok(())
    }
}

impl From<&Game> for GameTree {
    fn from(game: &Game) -> Self {
        let head = Game { moves: Vec::new(), times: Vec::new(), comments: Default::default(), ..game.clone() };
        let mut tree = Self::new(head);
        let comment = |count: usize| game.comments.get(&count).cloned().unwrap_or_default();
        tree.nodes[0].comment = comment(0);
        for (index, &point) in game.moves.iter().enumerate() {
            tree.nodes.push(MoveNode {
                parent: index,
                point: Some(point),
                comment: comment(index + 1),
                time: game.times.get(index).copied().unwrap_or_default(),
                depth: index + 1,
            });
        }
        tree
    }
}
