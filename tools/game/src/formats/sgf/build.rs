//! Builds a game from the nodes of SGF.

use super::annotations::annotate;
use super::overview::Overview;
use crate::formats::{FoundGames, GameTree, Given, MAX_NODES, Place, ReadError};
use std::time::Duration;
use tengen::base::{Color, Point};
use tengen::board::format_point;
use tengen_database::sgf::{
    BLOCKED, OUT_OF_TURN, Property, STONE_OF_OPENING, SgfPart, SgfReader, TAKEN_OFF, TAKES_OFF, parse_sgf_move,
    parse_sgf_point, parse_sgf_points,
};

/// Deepest nesting of variations.
const MAX_DEPTH: usize = 100_000;

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
    tree: GameTree,
    first_known: bool,
    branch: Branch,
    branches: Vec<Branch>,
    /// Whether the main line has ended, and whether it was cut.
    main_ended: bool,
    main_cut: bool,
    /// Number of moves left out.
    left_out: usize,
    /// Number of labels and marks left out.
    lost_signs: usize,
    /// Error of the first move left out.
    reason: Option<ReadError>,
    /// The stones of Gomoku Quest's opening.
    quest: Vec<Point>,
    /// The first later move on a stone of `quest`, with its line.
    repeated: Option<(usize, String)>,
    /// The first move out of turn, with its line.
    out_of_turn: Option<(usize, String)>,
    /// Whether there are variations.
    has_variations: bool,
    /// Whether a property has taken in others, so that a move may be missing.
    is_damaged: bool,
    /// Line of the first `AE` that set the position up anew.
    taken_off: Option<usize>,
}

impl TreeBuilder {
    /// Builds the tree of the game that begins at `parts`. Fails if nothing of the game is usable.
    pub fn build(
        parts: SgfReader,
        whole: &Overview,
        given: &Given,
        games: &mut FoundGames,
    ) -> Result<GameTree, ReadError> {
        let tree = GameTree::new(whole.game(given)?);
        let time = tree.head.tags.get("TM").and_then(|time| seconds(time));
        let branch = Branch { end: 0, left: [time; 2], cut: false, was_set_up: false };
        let mut builder = Self {
            tree,
            first_known: false,
            branch,
            branches: Vec::new(),
            main_ended: false,
            main_cut: false,
            left_out: 0,
            lost_signs: 0,
            reason: None,
            quest: Vec::new(),
            repeated: None,
            out_of_turn: None,
            has_variations: whole.has_variations,
            is_damaged: whole.damage.is_some(),
            taken_off: None,
        };
        builder.read(parts);
        builder.warn(games);
        let Self { mut tree, left_out, lost_signs, reason, main_cut, main_ended, .. } = builder;
        // An empty game is not damaged by its rule.
        if let Some(name) = whole.unknown_rule().filter(|_| tree.nodes.len() > 1 || !tree.head.setup.is_empty()) {
            games.warn_of_rule(name, tree.head.rule, given);
        }
        if lost_signs > 0 {
            games.warn(None, format!("labels, marks and arrows on no point of the board are left out: {lost_signs}"));
        }
        if main_cut || whole.fault.is_some() && !main_ended {
            (tree.head.outcome, tree.head.reason) = (None, None);
        }
        if let Some(reason) = reason {
            if tree.nodes.len() == 1 && tree.head.setup.is_empty() {
                return Err(reason);
            }
            let moves = if left_out == 1 { "1 move is".to_owned() } else { format!("{left_out} moves are") };
            games.warn(reason.place, format!("{}: {moves} left out", reason.problem));
        }
        Ok(tree)
    }

    /// Warns of moves and stones that are not read as they are written.
    fn warn(&self, games: &mut FoundGames) {
        if let Some((line, name)) = &self.repeated {
            games.warn(Place::Line(*line), format!("{name} {STONE_OF_OPENING}"));
        }
        if let Some((line, name)) = &self.out_of_turn {
            games.warn(Place::Line(*line), format!("{name} {OUT_OF_TURN}"));
        }
        if let Some(line) = self.taken_off {
            games.warn(Place::Line(line), TAKEN_OFF);
        }
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
                    if depth > MAX_DEPTH || self.tree.nodes.len() > MAX_NODES {
                        self.cut(ReadError::new(format!(
                            "more than {MAX_NODES} moves or {MAX_DEPTH} variations in each other"
                        )));
                    }
                    self.branches.push(self.branch);
                }
                SgfPart::Close => {
                    self.main_ended = true;
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
        self.main_cut |= !self.main_ended;
        self.reason.get_or_insert(reason);
    }

    fn add_node(&mut self, properties: &[Property]) {
        let before = self.branch.end;
        for property in properties {
            if self.branch.cut {
                self.left_out += usize::from(matches!(property.name.as_str(), "B" | "W" | "QSLW"));
            } else if let Err(reason) = self.place(property) {
                self.left_out += usize::from(matches!(property.name.as_str(), "B" | "W" | "QSLW"));
                self.cut(reason);
            }
        }
        if self.branch.cut {
            return;
        }
        let end = self.branch.end;
        for property in properties {
            self.lost_signs += annotate(&mut self.tree.nodes[end], self.tree.head.size, property);
        }
        if let Some(time) = self.time_of(properties).filter(|_| end != before) {
            self.tree.nodes[end].time = time;
        }
    }

    /// Makes a move, or a pass.
    fn play(&mut self, property: &Property, color: Color) -> Result<(), ReadError> {
        let error = |problem: String| ReadError::at(Place::Line(property.line), problem);
        let size = self.tree.head.size;
        let mut turn = parse_sgf_move(&property.values[0], size).map_err(|cause| error(cause.to_string()))?;
        if let Some(point) = turn.filter(|point| self.quest.contains(point)) {
            self.repeated.get_or_insert_with(|| (property.line, format_point(size, point)));
            turn = None;
        }
        if !self.first_known && self.tree.nodes.len() == 1 {
            self.tree.head.first = color;
        }
        self.first_known = true;
        let expected = self.tree.side_to_move(self.branch.end);
        if color != expected {
            if !self.branch.was_set_up && self.is_damaged {
                return Err(error(format!("it is {expected:?}'s turn")));
            }
            if !self.branch.was_set_up {
                let name = turn.map_or_else(|| "a pass".to_owned(), |point| format_point(size, point));
                self.out_of_turn.get_or_insert((property.line, name));
            }
            self.branch.end = self.tree.turn(self.branch.end, None);
        }
        self.branch.was_set_up = false;
        self.branch.end = self.tree.turn(self.branch.end, turn);
        Ok(())
    }

    /// Makes the moves or sets up the stones of a property.
    fn place(&mut self, property: &Property) -> Result<(), ReadError> {
        let error = |problem: String| ReadError::at(Place::Line(property.line), problem);
        let color = if property.name.ends_with('W') { Color::White } else { Color::Black };
        let size = self.tree.head.size;
        match property.name.as_str() {
            "B" | "W" => self.play(property, color)?,
            // Gomoku Quest's opening: the first three stones, then the fourth, by the player who chose White.
            "QPR" | "QSLW" => {
                for value in property.values.iter().flat_map(|value| value.split(',')).filter(|value| !value.is_empty())
                {
                    let point = parse_sgf_point(value.trim(), size).map_err(|cause| error(cause.to_string()))?;
                    self.branch.end = self.tree.child(self.branch.end, point);
                    self.quest.push(point);
                }
                self.first_known = true;
            }
            "AB" | "AW" => {
                for value in property.values.iter().filter(|value| !value.trim().is_empty()) {
                    let points = parse_sgf_points(value, size).map_err(|cause| error(cause.to_string()))?;
                    if self.branch.end > 0 {
                        self.put_down(points, color);
                    } else {
                        self.tree.head.setup.extend(points.into_iter().map(|point| (point, color)));
                    }
                }
            }
            "AE" if self.branch.end > 0 => self.take_off(property)?,
            "AE" => {
                for value in &property.values {
                    let points = parse_sgf_points(value, size).map_err(|cause| error(cause.to_string()))?;
                    self.tree.head.setup.retain(|(point, _)| !points.contains(point));
                }
            }
            BLOCKED if self.branch.end == 0 => {
                for value in &property.values {
                    let points = parse_sgf_points(value, size).map_err(|cause| error(cause.to_string()))?;
                    let known = &mut self.tree.head.blocked;
                    points.into_iter().for_each(|point| {
                        if !known.contains(&point) {
                            known.push(point)
                        }
                    });
                }
            }
            "PL" if self.branch.end == 0 => {
                let color: Result<Color, _> = property.values[0].trim().parse();
                self.tree.head.first = color.map_err(|cause| error(cause.to_string()))?;
                self.first_known = true;
            }
            // The side to move changes during the game: the other side passes.
            "PL" => {
                let color: Result<Color, _> = property.values[0].trim().parse();
                let color = color.map_err(|cause| error(cause.to_string()))?;
                if color != self.tree.side_to_move(self.branch.end) {
                    self.branch.end = self.tree.turn(self.branch.end, None);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Sets up stones after the first move, each as a turn of its color; the other side passes if necessary.
    fn put_down(&mut self, points: Vec<Point>, color: Color) {
        self.branch.was_set_up = true;
        for point in points {
            if self.tree.side_to_move(self.branch.end) != color {
                self.branch.end = self.tree.turn(self.branch.end, None);
            }
            self.branch.end = self.tree.child(self.branch.end, point);
        }
    }

    /// Takes stones off after the first move. The position becomes the first one, with the side to move as it is; the moves
    /// before are no moves any more. Fails if there are variations, which could begin at one of them.
    fn take_off(&mut self, property: &Property) -> Result<(), ReadError> {
        let error = |problem: String| ReadError::at(Place::Line(property.line), problem);
        let mut points = Vec::new();
        for value in &property.values {
            points.extend(parse_sgf_points(value, self.tree.head.size).map_err(|cause| error(cause.to_string()))?);
        }
        let game = self.tree.game_to(self.branch.end);
        if !game.stones().any(|(point, _)| points.contains(&point)) {
            return Ok(());
        }
        if self.has_variations || !matches!(game.judge(), Ok(None)) {
            return Err(error(TAKES_OFF.to_owned()));
        }
        let mut head = self.tree.head.clone();
        head.setup = game.stones().filter(|(point, _)| !points.contains(point)).collect();
        head.first = game.side_to_move();
        self.tree = GameTree::new(head);
        self.tree.nodes[0].comment = game.comments.into_values().collect::<Vec<_>>().join("\n");
        self.branch.end = 0;
        self.branches.iter_mut().for_each(|branch| branch.end = 0);
        self.first_known = false;
        self.quest.clear();
        self.taken_off.get_or_insert(property.line);
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
