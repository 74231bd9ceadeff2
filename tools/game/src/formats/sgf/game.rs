//! A game of SGF while it is built: the whole tree, or a variation in which stones are set up.

use super::values::outcome_of;
use crate::formats::reading::games::moves_left_out;
use crate::formats::{FoundGames, GameTree, Given, Place, ReadError};
use std::collections::{HashMap, HashSet};
use tengen::base::{Color, Point};
use tengen_database::sgf::{STONE_OF_OPENING, SgfOverview, TAKEN_OFF};
use tengen_database::{Reason, why};

/// Things that are not read as they are written: the first of each kind, with its line.
#[derive(Default)]
pub struct SgfNotes {
    /// A later move on a stone of `quest`.
    pub repeated: Option<(usize, String)>,
    /// A move out of turn.
    pub out_of_turn: Option<(usize, String)>,
    /// A side to move that is not understood.
    pub unknown_turn: Option<(usize, Reason)>,
    /// An `AE` that set the position up anew.
    pub taken_off: Option<usize>,
    /// Cells that are blocked after the first move.
    pub blocked: Option<usize>,
    /// A property that a node has already, with other values.
    pub twice: Option<(usize, String)>,
}

/// A property that is kept verbatim.
pub struct Kept {
    /// Its index among the properties of its node.
    pub place: usize,
    /// Whether the property is the enclosing game's; one of the variation replaces it.
    pub is_inherited: bool,
}

/// A game, and what was left out of it.
pub struct SgfTree {
    pub tree: GameTree,
    /// Number of `(` that are open where the game begins.
    pub depth: usize,
    /// Number of games that come before it.
    pub before: usize,
    /// Whether a variation inside is a game of its own.
    pub is_split: bool,
    /// Whether `PL` or a move says who begins.
    pub first_known: bool,
    /// The side to move at the beginning, if `PL` names it.
    named_first: Option<Color>,
    /// The stones and blocked cells of the first position, by point.
    stones: Vec<Option<Color>>,
    blocked: Vec<bool>,
    /// Whether the main line has ended, and whether it was cut.
    pub main_ended: bool,
    pub main_cut: bool,
    /// Number of moves left out.
    pub left_out: usize,
    /// Number of labels and marks left out.
    pub lost_signs: usize,
    /// The marks: node, point and property.
    pub marks: HashSet<(usize, Point, &'static str)>,
    /// The rectangles of marks: node, property and value.
    pub rectangles: HashSet<(usize, &'static str, String)>,
    /// The properties that are kept verbatim, by node and name.
    pub kept: HashMap<(usize, String), Kept>,
    /// Error of the first move left out.
    pub reason: Option<ReadError>,
    /// The stones of Gomoku Quest's opening.
    pub quest: Vec<Point>,
    pub notes: SgfNotes,
}

impl SgfTree {
    /// A game without moves.
    pub fn new(tree: GameTree, depth: usize) -> Self {
        let cells = tree.head.size.cells();
        Self {
            tree,
            depth,
            before: 0,
            is_split: false,
            first_known: false,
            named_first: None,
            stones: vec![None; cells],
            blocked: vec![false; cells],
            main_ended: false,
            main_cut: false,
            left_out: 0,
            lost_signs: 0,
            marks: HashSet::new(),
            rectangles: HashSet::new(),
            kept: HashMap::new(),
            reason: None,
            quest: Vec::new(),
            notes: SgfNotes::default(),
        }
    }

    /// A game with the same first position and its comment, for a variation in which stones are set up.
    pub fn begin(&self, depth: usize) -> Self {
        let mut tree = GameTree::new(self.tree.head.clone());
        tree.head.first = self.named_first.unwrap_or(Color::Black);
        let (own, root) = (&mut tree.nodes[0], &self.tree.nodes[0]);
        (own.comment, own.annotations) = (root.comment.clone(), root.annotations.clone());
        (own.arrows, own.properties) = (root.arrows.clone(), root.properties.clone());
        let names = own.properties.iter().map(|(name, _)| (0, name.clone()));
        let kept = names.zip((0..).map(|place| Kept { place, is_inherited: true })).collect();
        Self {
            first_known: self.named_first.is_some(),
            named_first: self.named_first,
            stones: self.stones.clone(),
            blocked: self.blocked.clone(),
            marks: self.marks.iter().filter(|mark| mark.0 == 0).copied().collect(),
            kept,
            ..Self::new(tree, depth)
        }
    }

    /// Whether it has more than the stones with which the games in its variations begin.
    pub fn is_game(&self) -> bool {
        !self.is_split || self.tree.nodes.len() > 1
    }

    /// Takes over what was left out of a part that is no game.
    pub fn take_over(&mut self, other: Self) {
        self.left_out += other.left_out;
        self.lost_signs += other.lost_signs;
        self.reason = self.reason.take().or(other.reason);
        self.notes.unknown_turn = self.notes.unknown_turn.take().or(other.notes.unknown_turn);
        self.notes.twice = self.notes.twice.take().or(other.notes.twice);
    }

    /// Whether it has neither stones nor moves.
    pub fn is_empty(&self) -> bool {
        self.tree.nodes.len() == 1 && self.tree.head.setup.is_empty()
    }

    /// Names the side to move at the beginning.
    pub fn set_first(&mut self, color: Color) {
        self.tree.head.first = color;
        self.named_first = Some(color);
        self.first_known = true;
    }

    /// Sets up stones of the first position. A stone on another one replaces it.
    pub fn set_up(&mut self, points: &[Point], color: Color) {
        let (stones, setup) = (&mut self.stones, &mut self.tree.head.setup);
        let (mut new, mut has_replaced) = (points.to_vec(), false);
        new.retain(|point| {
            let known = stones[point.index()].replace(color);
            has_replaced |= known == Some(!color);
            known != Some(color)
        });
        if has_replaced {
            setup.retain(|(point, own)| stones[point.index()] == Some(*own));
        }
        setup.extend(new.into_iter().map(|point| (point, color)));
    }

    /// Takes stones of the first position off.
    pub fn clear(&mut self, points: &[Point]) {
        let stones = &mut self.stones;
        for point in points {
            stones[point.index()] = None;
        }
        self.tree.head.setup.retain(|(point, _)| stones[point.index()].is_some());
    }

    /// Blocks cells.
    pub fn block(&mut self, points: &[Point]) {
        let new = points.iter().filter(|point| !std::mem::replace(&mut self.blocked[point.index()], true));
        self.tree.head.blocked.extend(new);
    }

    /// Makes the position at a node the first one, without stones on these points and without the moves before. Returns
    /// whether that is possible: the moves have to be those of a game that has not ended.
    pub fn take_off(&mut self, node: usize, points: &[Point]) -> bool {
        let game = self.tree.game_to(node);
        if !matches!(game.judge(), Ok(None)) {
            return false;
        }
        let mut head = self.tree.head.clone();
        head.setup = game.stones().filter(|(point, _)| !points.contains(point)).collect();
        head.first = game.side_to_move();
        self.stones.fill(None);
        head.setup.iter().for_each(|&(point, color)| self.stones[point.index()] = Some(color));
        self.tree = GameTree::new(head);
        self.tree.nodes[0].comment = game.comments.into_values().collect::<Vec<_>>().join("\n");
        self.marks.clear();
        self.rectangles.clear();
        self.kept.clear();
        (self.first_known, self.named_first) = (false, None);
        self.quest.clear();
        true
    }

    /// The tree, with warnings of what was left out or is not read as it is written. Fails if nothing is usable.
    pub fn finish(self, whole: &SgfOverview, given: &Given, games: &mut FoundGames) -> Result<GameTree, ReadError> {
        self.warn(games);
        let is_empty = self.is_empty();
        let Self { mut tree, left_out, lost_signs, reason, main_cut, main_ended, .. } = self;
        // An empty game is not damaged by its rule.
        if let Some(name) = whole.unknown_rule().filter(|_| !is_empty) {
            games.warn_of_rule(name, tree.head.rule, given);
        }
        if lost_signs > 0 {
            games.warn(None, why::signs_out(lost_signs));
        }
        if main_cut || whole.fault.is_some() && !main_ended {
            (tree.head.outcome, tree.head.reason) = (None, None);
        }
        if let Some(reason) = reason {
            if is_empty {
                return Err(reason);
            }
            games.warn(reason.place, moves_left_out(reason.problem, left_out));
        } else if let Some(result) = tree.head.tags.get("RE").filter(|result| outcome_of(result).is_none() && !is_empty)
        {
            games.warn_of_result(result, &tree.main_line());
        }
        Ok(tree)
    }

    fn warn(&self, games: &mut FoundGames) {
        let SgfNotes { repeated, out_of_turn, unknown_turn, taken_off, blocked, twice } = &self.notes;
        if let Some((line, name)) = repeated {
            games.warn(
                Place::Line(*line),
                Reason::new("questPass", format!("{name} {STONE_OF_OPENING}"), vec![("point", Reason::text(name))]),
            );
        }
        if let Some((line, name)) = out_of_turn {
            games.warn(Place::Line(*line), why::pass_before(name));
        }
        if let Some((line, problem)) = unknown_turn {
            games.warn(Place::Line(*line), why::left_out(problem.clone()));
        }
        if let Some(line) = taken_off {
            games.warn(Place::Line(*line), Reason::new("takenOff", TAKEN_OFF, Vec::new()));
        }
        if let Some(line) = blocked {
            games.warn(Place::Line(*line), why::left_out(why::blocked_late()));
        }
        if let Some((line, name)) = twice {
            games.warn(Place::Line(*line), why::properties_twice(name));
        }
    }
}
