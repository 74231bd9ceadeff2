//! Reading SGF: each game is looked over for what it says of itself, and then built move by move.

use super::super::reading::encoding::decode;
use super::super::reading::error::{Place, ReadError};
use super::super::reading::games::FoundGames;
use super::super::reading::source::{Given, Source};
use super::super::tree::{GameTree, MAX_NODES};
use super::annotations::annotate;
use super::damage::{Outside, fault_of};
use super::values::{is_tag, outcome_of, result_text};
use crate::{EndReason, Fault, Game};
use std::time::Duration;
use tengen::base::{Color, Rule};
use tengen_database::sgf::{
    GameKind, Property, SgfError, SgfPart, SgfReader, Survey, declared_encoding, parse_rule, parse_sgf_point,
    parse_sgf_points,
};

/// Deepest nesting of variations.
const MAX_DEPTH: usize = 100_000;

pub fn recognize(source: &Source) -> bool {
    let text = source.outline();
    let text = text.trim_start();
    // Some games stand in a letter.
    source.has_extension("sgf") && text.contains("(;")
        || text.lines().any(|line| line.trim_start().starts_with("(;"))
        || text.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(';'))
}

pub fn read(source: &Source, given: &Given, games: &mut FoundGames) -> Result<(), ReadError> {
    let decoded = decode(source.bytes, given, declared_encoding(source.bytes));
    decoded.warn(games);
    let mut parts = SgfReader::new(&decoded.text);
    let mut other_game = None;
    let mut outside = Outside::default();
    loop {
        if let Some(text) = parts.skip_text() {
            outside.look_at(text, games);
        }
        let begin = parts.clone();
        let Some(whole) = look_over(&mut parts) else { break };
        let mut is_enough = false;
        if let GameKind::Other(name) = whole.survey.kind() {
            let error = ReadError::at(Place::Line(whole.line), format!("{name}, not five in a row"));
            other_game.get_or_insert(error.advise("if it is five in a row after all, write GM[4] into the file"));
        } else {
            if let Some((line, problem)) = whole.damage {
                games.warn(Place::Line(line), problem);
            }
            let tree = TreeBuilder::build(begin, &whole, given, games);
            let is_empty = |tree: &GameTree| tree.nodes.len() == 1 && tree.head.setup.is_empty();
            if let Some(fault) =
                whole.fault.as_ref().filter(|_| games.count() == 0 && tree.as_ref().is_ok_and(is_empty))
            {
                return Err(ReadError::new(fault.to_string()));
            }
            is_enough = games.add_read(tree).is_break();
        }
        if let Some(fault) = whole.fault {
            if games.count() == 0 {
                return Err(ReadError::new(fault.to_string()));
            }
            games.warn(None, format!("{fault}: the file is damaged or cut here and read up to here"));
            break;
        }
        if is_enough {
            return Ok(());
        }
    }
    match other_game {
        Some(error) if games.count() == 0 => Err(error),
        Some(error) => {
            games.warn(None, format!("{error}: left out"));
            Ok(())
        }
        None if games.count() == 0 => Err(ReadError::new(SgfError::Empty.to_string())),
        None => Ok(()),
    }
}

/// What a game says of itself.
struct Overview {
    survey: Survey,
    /// Its first line.
    line: usize,
    /// Properties of the game, the first of each name.
    head: Vec<Property>,
    /// The first property of which only a part is used, by its line, and why.
    damage: Option<(usize, &'static str)>,
    fault: Option<SgfError>,
}

/// Takes the parts of the next game, to its end or to a fault.
fn look_over(parts: &mut SgfReader) -> Option<Overview> {
    let (survey, line) = (Survey::default(), parts.line());
    let mut overview = Overview { survey, line, head: Vec::new(), damage: None, fault: None };
    let mut is_empty = true;
    while let Some(part) = parts.next() {
        match part {
            Ok(SgfPart::Property(property)) => {
                is_empty = false;
                overview.survey.add(&property);
                overview.damage = overview.damage.or_else(|| Some((property.line, fault_of(&property)?)));
                let name = property.name.as_str();
                let is_head = ["RU", "RE", "PB", "PW"].contains(&name) || is_tag(name);
                if is_head && overview.head.iter().all(|known| known.name != property.name) {
                    overview.head.push(property);
                }
            }
            Ok(SgfPart::Close) => {}
            Ok(SgfPart::Open | SgfPart::Node) => is_empty = false,
            Err(error) => {
                overview.fault = Some(error);
                break;
            }
        }
        if parts.depth() == 0 {
            break;
        }
    }
    (!is_empty || overview.fault.is_some()).then_some(overview)
}

impl Overview {
    fn head(&self, name: &str) -> Option<&Property> {
        self.head.iter().find(|property| property.name == name)
    }

    /// The game before its first move.
    fn game(&self, given: &Given) -> Result<Game, ReadError> {
        let own_rule = self.head("RU").and_then(|property| parse_rule(&property.values[0]));
        let size = match self.survey.names_size() {
            true => given.size(Some(self.survey.size().map_err(|error| self.error(&error))?))?,
            false if given.size.is_some() && !given.fills_in => given.size(None)?,
            // Points of SGF count from the top: on another board that happens to be shown they would lie elsewhere.
            false => self.survey.size().map_err(|error| self.error(&error))?,
        };
        let mut game = Game::new(given.rule(own_rule, Rule::Freestyle)?, size);
        for (color, name) in [(Color::Black, "PB"), (Color::White, "PW")] {
            let name = self.head(name).map_or("", |property| property.values[0].trim());
            game.names[color.index()] = name.to_owned();
        }
        for property in &self.head {
            let value = property.values[0].trim();
            if is_tag(&property.name) && !value.is_empty() {
                game.tags.insert(property.name.clone(), value.to_owned());
            }
        }
        if let Some(result) = self.head("RE").map(|property| property.values[0].trim()) {
            game.outcome = outcome_of(result);
            let is_timeout = result.split_once('+').is_some_and(|(_, how)| how.to_ascii_uppercase().starts_with('T'));
            game.reason = is_timeout.then_some(EndReason::Fault(Fault::Time));
            if result != result_text(&game) {
                game.tags.insert("RE".to_owned(), result.to_owned());
            }
        }
        if let Some(rule) = self.head("RU").map(|property| property.values[0].trim())
            && rule != game.rule.name()
        {
            game.tags.insert("RU".to_owned(), rule.to_owned());
        }
        Ok(game)
    }

    fn error(&self, error: &SgfError) -> ReadError {
        ReadError::at(Place::Line(self.line), error.to_string())
    }
}

/// Where the next node is added.
#[derive(Clone, Copy)]
struct Branch {
    /// The tree's node that it follows.
    end: usize,
    /// Seconds left on Black's and White's clock.
    left: [Option<f64>; 2],
    /// Whether a move before it cannot be made, so that it is left out.
    cut: bool,
}

struct TreeBuilder {
    tree: GameTree,
    first_known: bool,
    branch: Branch,
    branches: Vec<Branch>,
    /// Whether the main line is over, and whether it was cut.
    main_ended: bool,
    main_cut: bool,
    /// Moves that were left out.
    left_out: usize,
    /// Labels and marks that were left out.
    lost_signs: usize,
    /// Why the first of them was.
    reason: Option<ReadError>,
}

impl TreeBuilder {
    fn build(parts: SgfReader, whole: &Overview, given: &Given, games: &mut FoundGames) -> Result<GameTree, ReadError> {
        let tree = GameTree::new(whole.game(given)?);
        let time = tree.head.tags.get("TM").and_then(|time| seconds(time));
        let branch = Branch { end: 0, left: [time; 2], cut: false };
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
        };
        builder.read(parts);
        let Self { mut tree, left_out, lost_signs, reason, main_cut, main_ended, .. } = builder;
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

    fn read(&mut self, parts: SgfReader) {
        // The properties of a node, with its moves first: a comment is about the position after them.
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

    /// Leaves out what follows.
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

    /// Makes the moves and puts down the stones of a property.
    fn place(&mut self, property: &Property) -> Result<(), ReadError> {
        let error = |problem: String| ReadError::at(Place::Line(property.line), problem);
        let color = if property.name.ends_with('W') { Color::White } else { Color::Black };
        let size = self.tree.head.size;
        match property.name.as_str() {
            "B" | "W" => {
                let value = property.values[0].trim();
                let point = parse_sgf_point(if value == "tt" && size.width() < 20 { "" } else { value }, size);
                let point = point.map_err(|cause| error(cause.to_string()))?;
                if !self.first_known && self.tree.nodes.len() == 1 {
                    self.tree.head.first = color;
                }
                self.first_known = true;
                let expected = self.tree.side_to_move(self.branch.end);
                if color != expected {
                    return Err(error(format!("it is {expected:?}'s turn")));
                }
                self.branch.end = self.tree.child(self.branch.end, point);
            }
            // Gomoku Quest's opening: the first three stones, and the fourth, of the player who chose White.
            "QPR" | "QSLW" => {
                for value in property.values.iter().flat_map(|value| value.split(',')).filter(|value| !value.is_empty())
                {
                    let point = parse_sgf_point(value.trim(), size).map_err(|cause| error(cause.to_string()))?;
                    self.branch.end = self.tree.child(self.branch.end, point);
                }
                self.first_known = true;
            }
            "AB" | "AW" if self.branch.end > 0 => return Err(error("stones are put down in mid-game".to_owned())),
            "AB" | "AW" => {
                for value in &property.values {
                    let points = parse_sgf_points(value, size).map_err(|cause| error(cause.to_string()))?;
                    self.tree.head.setup.extend(points.into_iter().map(|point| (point, color)));
                }
            }
            "AE" => return Err(error("AE takes stones off: expected AB, AW or moves".to_owned())),
            "PL" if self.branch.end == 0 => {
                let color: Result<Color, _> = property.values[0].trim().parse();
                self.tree.head.first = color.map_err(|cause| error(cause.to_string()))?;
                self.first_known = true;
            }
            _ => {}
        }
        Ok(())
    }

    /// How long a node's move took: as written, or by the clock of the side that moved.
    fn time_of(&mut self, properties: &[Property]) -> Option<Duration> {
        let value = |name: &str| {
            let property = properties.iter().find(|property| property.name == name)?;
            seconds(&property.values[0])
        };
        let mut spent = value("EMT");
        for (left, name) in self.branch.left.iter_mut().zip(["BL", "WL"]) {
            let Some(now) = value(name) else { continue };
            let before = left.replace(now);
            // More than before: an increment, or another period.
            spent = spent.or(before.map(|before| (before - now).max(0.0)));
        }
        spent.map(|spent| Duration::from_millis((spent * 1000.0).round() as u64))
    }
}

/// Seconds; anything but a sensible time is ignored.
fn seconds(value: &str) -> Option<f64> {
    let value: f64 = value.trim().parse().ok()?;
    (0.0..=1e7).contains(&value).then_some(value)
}
