//! Builds the games of an SGF tree from its nodes.

use super::annotations::annotate;
use super::game::SgfTree;
use super::head::head_of;
use super::values::points_of;
use crate::formats::reading::games::whose_turn;
use crate::formats::{GameTree, Given, MAX_NODES, Place, ReadError};
use std::collections::HashMap;
use std::time::Duration;
use tengen::base::{Color, Point};
use tengen::board::format_point;
use tengen_database::sgf::{
    BLOCKED, Property, SgfOverview, SgfPart, SgfReader, TAKES_OFF, parse_sgf_move, parse_sgf_point,
};
use tengen_database::{Reason, why};

/// Deepest nesting of variations.
const MAX_DEPTH: usize = 100_000;
/// Most variations of a tree that become games of their own.
const MAX_GAMES: usize = 1000;

/// State at the place where the next node is added.
#[derive(Clone, Copy)]
struct Branch {
    /// The tree node before it.
    end: usize,
    /// Seconds left on Black's and White's clock.
    left: [Option<f64>; 2],
    /// Whether an earlier move is impossible, so that the rest is left out.
    cut: bool,
    /// Whether stones were set up after the last move, so that either side may be to move.
    was_set_up: bool,
}

pub struct TreeBuilder {
    game: SgfTree,
    /// The games around it, if it is a variation in which stones are set up.
    outer: Vec<SgfTree>,
    /// The variations that are games of their own.
    found: Vec<SgfTree>,
    branch: Branch,
    branches: Vec<Branch>,
    /// Whether there are variations.
    has_variations: bool,
    /// The stones at a node, where they were last asked for.
    stones_at: Option<(usize, HashMap<Point, Color>)>,
    /// Whether a property has taken in others, so that a move may be missing.
    is_damaged: bool,
}

impl TreeBuilder {
    /// Builds the game that begins at `parts`. Variations that set up stones before the first move are games of their own:
    /// they have other first positions. Fails if size or rule is none of `given`.
    pub fn build(parts: SgfReader, whole: &SgfOverview, given: &Given) -> Result<Vec<SgfTree>, ReadError> {
        let tree = GameTree::new(head_of(whole, given)?);
        let time = tree.head.tags.get("TM").and_then(|time| seconds(time));
        let mut builder = Self {
            game: SgfTree::new(tree, 1),
            outer: Vec::new(),
            found: Vec::new(),
            branch: Branch { end: 0, left: [time; 2], cut: false, was_set_up: false },
            branches: Vec::new(),
            has_variations: whole.has_variations,
            stones_at: None,
            is_damaged: whole.damage.is_some(),
        };
        builder.read(parts);
        while !builder.outer.is_empty() {
            builder.end_game();
        }
        let Self { game, mut found, .. } = builder;
        if game.is_game() {
            found.insert(game.before, game);
        } else if let Some(first) = found.first_mut() {
            first.take_over(game);
        }
        // The result is that of the first game.
        for SgfTree { tree, .. } in found.iter_mut().skip(1) {
            (tree.head.outcome, tree.head.reason) = (None, None);
            tree.head.tags.remove("RE");
        }
        Ok(found)
    }

    /// Begins a game of its own in a variation that sets up its first position.
    fn begin_game(&mut self) {
        if self.found.len() + self.outer.len() >= MAX_GAMES {
            self.cut(ReadError::new(why::more_setups(MAX_GAMES)));
            return;
        }
        let mut inner = self.game.begin(self.branches.len());
        inner.before = self.found.len();
        self.stones_at = None;
        self.outer.push(std::mem::replace(&mut self.game, inner));
    }

    /// Ends a game in a variation.
    fn end_game(&mut self) {
        let Some(outer) = self.outer.pop() else { return };
        let game = std::mem::replace(&mut self.game, outer);
        (self.game.is_split, self.game.main_ended) = (true, self.game.main_ended || game.main_ended);
        if game.is_game() {
            self.found.insert(game.before, game);
        } else {
            self.game.take_over(game);
        }
        if self.game.tree.nodes.len() == 1 {
            self.game.before = self.found.len();
        }
        self.stones_at = None;
    }

    fn read(&mut self, parts: SgfReader) {
        // The properties of a node, moves first: a comment is about the position after them.
        let mut node: Vec<Property> = Vec::new();
        let mut depth = 0;
        for part in parts {
            let Ok(part) = part else { break };
            if let SgfPart::Property(property) = part {
                node.push(property);
                continue;
            }
            self.add_node(&std::mem::take(&mut node));
            match part {
                SgfPart::Open => {
                    depth += 1;
                    if depth > MAX_DEPTH || self.game.tree.nodes.len() > MAX_NODES {
                        self.cut(ReadError::new(why::more_nested(MAX_NODES, MAX_DEPTH)));
                    }
                    self.branches.push(self.branch);
                }
                SgfPart::Close => {
                    self.game.main_ended = true;
                    if self.game.depth == depth {
                        self.end_game();
                    }
                    depth -= 1;
                    self.branch = self.branches.pop().unwrap_or(self.branch);
                    if depth == 0 {
                        return;
                    }
                }
                SgfPart::Node | SgfPart::Property(_) => {}
            }
        }
        self.add_node(&node);
    }

    /// Leaves out the rest of the branch.
    fn cut(&mut self, reason: ReadError) {
        self.branch.cut = true;
        self.game.main_cut |= !self.game.main_ended;
        self.game.reason.get_or_insert(reason);
    }

    fn add_node(&mut self, properties: &[Property]) {
        let before = self.branch.end;
        for property in properties {
            if self.branch.cut {
                self.game.left_out += usize::from(matches!(property.name.as_str(), "B" | "W" | "QSLW"));
            } else if let Err(reason) = self.place(property) {
                self.game.left_out += usize::from(matches!(property.name.as_str(), "B" | "W" | "QSLW"));
                self.cut(reason);
            }
        }
        if self.branch.cut {
            return;
        }
        let end = self.branch.end;
        for property in properties {
            annotate(&mut self.game, end, property);
        }
        if let Some(time) = self.time_of(properties).filter(|_| end != before) {
            self.game.tree.nodes[end].time = time;
        }
    }

    /// Makes a move, or a pass.
    fn play(&mut self, property: &Property, color: Color) -> Result<(), ReadError> {
        let error = |problem: Reason| ReadError::at(Place::Line(property.line), problem);
        let size = self.game.tree.head.size;
        let mut turn = parse_sgf_move(&property.values[0], size).map_err(|cause| error(cause.into()))?;
        if let Some(point) = turn.filter(|point| self.game.quest.contains(point)) {
            self.game.notes.repeated.get_or_insert_with(|| (property.line, format_point(size, point)));
            turn = None;
        }
        if !self.game.first_known && self.game.tree.nodes.len() == 1 {
            self.game.tree.head.first = color;
        }
        self.game.first_known = true;
        let expected = self.game.tree.side_to_move(self.branch.end);
        if color != expected {
            if !self.branch.was_set_up && self.is_damaged {
                return Err(error(whose_turn(expected)));
            }
            if !self.branch.was_set_up {
                let name = turn.map_or_else(|| "a pass".to_owned(), |point| format_point(size, point));
                self.game.notes.out_of_turn.get_or_insert((property.line, name));
            }
            self.branch.end = self.game.tree.turn(self.branch.end, None);
        }
        self.branch.was_set_up = false;
        self.branch.end = self.game.tree.turn(self.branch.end, turn);
        Ok(())
    }

    /// Makes the moves or sets up the stones of a property.
    fn place(&mut self, property: &Property) -> Result<(), ReadError> {
        let error = |problem: Reason| ReadError::at(Place::Line(property.line), problem);
        let color = if property.name.ends_with('W') { Color::White } else { Color::Black };
        let size = self.game.tree.head.size;
        let name = property.name.as_str();
        let is_setup = ["AB", "AW", "AE", "PL", BLOCKED].contains(&name);
        if is_setup && property.values.iter().all(|value| value.trim().is_empty()) {
            return Ok(());
        }
        // Without another variation the stones are those of the game itself.
        if is_setup && self.has_variations && self.branch.end == 0 && self.branches.len() > self.game.depth {
            self.begin_game();
            if self.branch.cut {
                return Ok(());
            }
        }
        match name {
            "B" | "W" => self.play(property, color)?,
            // Gomoku Quest's opening: the first three stones, then the fourth, by the player who chose White.
            "QPR" | "QSLW" => {
                for value in property.values.iter().flat_map(|value| value.split(',')).filter(|value| !value.is_empty())
                {
                    let point = parse_sgf_point(value.trim(), size).map_err(|cause| error(cause.into()))?;
                    self.branch.end = self.game.tree.child(self.branch.end, point);
                    self.game.quest.push(point);
                }
                self.game.first_known = true;
            }
            "PL" => match property.values[0].trim().parse::<Color>() {
                Ok(color) if self.branch.end == 0 => self.game.set_first(color),
                // The side to move changes during the game: the other side passes.
                Ok(color) => {
                    if color != self.game.tree.side_to_move(self.branch.end) {
                        self.branch.end = self.game.tree.turn(self.branch.end, None);
                    }
                }
                Err(cause) => {
                    self.game.notes.unknown_turn.get_or_insert((property.line, cause.into()));
                }
            },
            BLOCKED if self.branch.end > 0 => {
                self.game.notes.blocked.get_or_insert(property.line);
            }
            name if is_setup => {
                let (points, fault) = points_of(property, size);
                match (name, self.branch.end > 0) {
                    (BLOCKED, _) => self.game.block(&points),
                    ("AE", true) => self.take_off(property, &points)?,
                    ("AE", false) => self.game.clear(&points),
                    (_, true) => self.put_down(property, points, color)?,
                    (_, false) => self.game.set_up(&points, color),
                }
                fault.map_or(Ok(()), Err)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The stones at the end of the branch. From an earlier node on the way to it only the moves behind that are added, as
    /// thousands of nodes may ask.
    fn stones_here(&mut self) -> &HashMap<Point, Color> {
        let (tree, end) = (&self.game.tree, self.branch.end);
        let known = self.stones_at.take();
        let from = known.as_ref().map_or(0, |(node, _)| *node);
        let mut path = Vec::new();
        let mut node = end;
        while node != from && node > 0 {
            path.push(node);
            node = tree.nodes[node].parent;
        }
        let known = known.filter(|_| node == from);
        let mut stones = known.map_or_else(|| tree.head.setup.iter().copied().collect(), |(_, stones)| stones);
        for &node in path.iter().rev() {
            let color = tree.side_to_move(tree.nodes[node].parent);
            stones.extend(tree.nodes[node].point.map(|point| (point, color)));
        }
        &self.stones_at.insert((end, stones)).1
    }

    /// Sets up stones after the first move, each as a turn of its color; the other side passes if necessary. Stones that are
    /// there already stay; those of the other color are taken off.
    fn put_down(&mut self, property: &Property, mut points: Vec<Point>, color: Color) -> Result<(), ReadError> {
        let stones = self.stones_here();
        let replaced: Vec<Point> = points.iter().filter(|point| stones.get(point) == Some(&!color)).copied().collect();
        points.retain(|point| stones.get(point) != Some(&color));
        if !replaced.is_empty() {
            self.take_off(property, &replaced)?;
            self.game.set_up(&points, color);
            return Ok(());
        }
        self.branch.was_set_up = true;
        for point in points {
            if self.game.tree.side_to_move(self.branch.end) != color {
                self.branch.end = self.game.tree.turn(self.branch.end, None);
            }
            self.branch.end = self.game.tree.child(self.branch.end, point);
        }
        Ok(())
    }

    /// Takes stones off after the first move. The position becomes the first one, with the side to move as it is; the moves
    /// before are no moves any more. Fails if there are variations, which could begin at one of them.
    fn take_off(&mut self, property: &Property, points: &[Point]) -> Result<(), ReadError> {
        let stones = self.stones_here();
        if !points.iter().any(|point| stones.contains_key(point)) {
            return Ok(());
        }
        if self.has_variations || !self.game.take_off(self.branch.end, points) {
            let problem = Reason::new("takesOff", TAKES_OFF, Vec::new());
            return Err(ReadError::at(Place::Line(property.line), problem));
        }
        self.stones_at = None;
        self.branch.end = 0;
        self.branches.iter_mut().for_each(|branch| branch.end = 0);
        self.game.notes.taken_off.get_or_insert(property.line);
        Ok(())
    }

    /// Time of a node's move: as written, or by the mover's clock.
    fn time_of(&mut self, properties: &[Property]) -> Option<Duration> {
        let value = |name: &str| {
            let property = properties.iter().find(|property| property.name == name)?;
            seconds(&property.values[0])
        };
        let mut spent = value("EMT");
        for (left, name) in self.branch.left.iter_mut().zip(["BL", "WL"]) {
            let Some(now) = value(name) else { continue };
            let before = left.replace(now);
            // The clock shows more than before after an increment or in another period.
            spent = spent.or(before.map(|before| (before - now).max(0.0)));
        }
        spent.map(|spent| Duration::from_millis((spent * 1000.0).round() as u64))
    }
}

/// Parses seconds; ignores values that are not sensible times.
fn seconds(value: &str) -> Option<f64> {
    let value: f64 = value.trim().parse().ok()?;
    (0.0..=1e7).contains(&value).then_some(value)
}
