//! SGF, the Smart Game Format (FF 4), for five-in-a-row (`GM[4]`): moves with names, rule, result, comments and times.
//! As a game the main line is read, and variations are checked for their syntax only.
//!
//! SGF knows the time that is left after a move (`TM`, `BL`, `WL`), not the time of a move; that is written as the
//! private property `EMT` (elapsed move time, in seconds).

use super::Given;
use super::tree::GameTree;
use crate::{Game, Outcome};
use anyhow::{Context, Result, bail, ensure};
use std::time::Duration;
use tengen::base::{BoardSize, Color, Point};
use tengen::sgf::{
    MAX_SIDE, Property, SgfNode, main_line_of, nodes, parse_rule, parse_sgf_point, parse_sgf_points, parse_size,
};

pub fn read(text: &str, given: Given) -> Result<Game> {
    let tree = tree_of(&main_line_of(nodes(text)?), given)?;
    Ok(tree.game_to(tree.last_of_line(0)))
}

/// The game with its variations; whether the moves can be made is for the caller to find out.
pub fn read_tree(text: &str, given: Given) -> Result<GameTree> {
    tree_of(&nodes(text)?, given)
}

fn in_line(property: &Property) -> String {
    format!("line {}", property.line)
}

fn tree_of(nodes: &[SgfNode], given: Given) -> Result<GameTree> {
    let mut tree = GameTree::new(head(nodes, given)?);
    let mut first_known = false;
    // The tree's nodes that the file's nodes lead to: a node may hold no move, or several.
    let mut ends: Vec<usize> = Vec::with_capacity(nodes.len());
    let mut clocks: Vec<Clocks> = Vec::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let mut end = if index == 0 { 0 } else { ends[node.parent] };
        let mut left = if index == 0 { [seconds(nodes, "TM"); 2] } else { clocks[node.parent] };
        for property in &node.properties {
            let color = if property.name.ends_with('W') { Color::White } else { Color::Black };
            match property.name.as_str() {
                "B" | "W" => {
                    if !first_known && tree.nodes.len() == 1 {
                        tree.head.first = color;
                    }
                    first_known = true;
                    let expected = tree.side_to_move(end);
                    ensure!(color == expected, "{}: it is {expected:?}'s turn", in_line(property));
                    let point =
                        parse_sgf_point(&property.values[0], tree.head.size).with_context(|| in_line(property))?;
                    end = tree.child(end, point);
                }
                "AB" | "AW" => {
                    ensure!(end == 0, "{}: stones are put down in mid-game", in_line(property));
                    for value in &property.values {
                        let points = parse_sgf_points(value, tree.head.size).with_context(|| in_line(property))?;
                        tree.head.setup.extend(points.into_iter().map(|point| (point, color)));
                    }
                }
                "AE" => bail!("{}: AE takes stones off: expected AB, AW or moves", in_line(property)),
                "PL" if end == 0 => {
                    let color = property.values[0].trim().parse();
                    tree.head.first = color.map_err(anyhow::Error::msg).with_context(|| in_line(property))?;
                    first_known = true;
                }
                "C" | "GC" => {
                    let comment = &mut tree.nodes[end].comment;
                    if !comment.is_empty() {
                        comment.push('\n');
                    }
                    comment.push_str(&property.values[0]);
                }
                _ => {}
            }
        }
        let is_move = index > 0 && end != ends[node.parent] || index == 0 && end != 0;
        if let Some(time) = time_of(node, &mut left).filter(|_| is_move) {
            tree.nodes[end].time = time;
        }
        ends.push(end);
        clocks.push(left);
    }
    Ok(tree)
}

/// Seconds left on Black's and White's clock.
type Clocks = [Option<f64>; 2];

/// The first value of a property, in seconds; anything but a sensible time is ignored.
fn seconds(nodes: &[SgfNode], name: &str) -> Option<f64> {
    let mut properties = nodes.iter().flat_map(|node| &node.properties);
    let value: f64 = properties.find(|property| property.name == name)?.values[0].trim().parse().ok()?;
    (0.0..=1e7).contains(&value).then_some(value)
}

/// How long a node's move took: as written, or by the clock of the side that moved.
fn time_of(node: &SgfNode, left: &mut Clocks) -> Option<Duration> {
    let node = std::slice::from_ref(node);
    let mut spent = seconds(node, "EMT");
    for (left, name) in left.iter_mut().zip(["BL", "WL"]) {
        let Some(now) = seconds(node, name) else { continue };
        let before = left.replace(now);
        // More than before: an increment, or another period.
        spent = spent.or(before.map(|before| (before - now).max(0.0)));
    }
    spent.map(|spent| Duration::from_millis((spent * 1000.0).round() as u64))
}

/// Rule, size, names and result, wherever in the file they stand.
fn head(nodes: &[SgfNode], given: Given) -> Result<Game> {
    let properties = || nodes.iter().flat_map(|node| &node.properties);
    let first = |name: &str| properties().find(|property| property.name == name);
    if let Some(kind) = first("GM") {
        let value = kind.values[0].trim();
        ensure!(value == "4", "line {}: GM[{value}] is another game; five-in-a-row is GM[4]", kind.line);
    }
    let own_size = first("SZ").map(|sz| parse_size(&sz.values[0]).with_context(|| in_line(sz))).transpose()?;
    let own_rule = first("RU").and_then(|ru| parse_rule(&ru.values[0]));
    let mut game = Game::new(given.rule(own_rule)?, given.size(own_size)?);
    for (color, name) in [(Color::Black, "PB"), (Color::White, "PW")] {
        game.names[color.index()] = first(name).map_or_else(String::new, |property| property.values[0].clone());
    }
    game.outcome = first("RE").and_then(|property| outcome_of(&property.values[0]));
    Ok(game)
}

fn outcome_of(value: &str) -> Option<Outcome> {
    let value = value.trim().to_ascii_uppercase();
    match value.as_str() {
        "0" | "DRAW" | "1/2-1/2" => Some(Outcome::Draw),
        value if value.starts_with("B+") || value == "1-0" => Some(Outcome::Win(Color::Black)),
        value if value.starts_with("W+") || value == "0-1" => Some(Outcome::Win(Color::White)),
        _ => None,
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

pub fn write(game: &Game) -> Result<String> {
    write_tree(&GameTree::from(game))
}

/// Writes a game with its variations.
pub fn write_tree(tree: &GameTree) -> Result<String> {
    let game = &tree.head;
    let size = game.size;
    ensure!(size.width().max(size.height()) <= MAX_SIDE, "sgf holds boards up to {MAX_SIDE}x{MAX_SIDE}, not {size}");
    let mut text = head_text(game);
    let children = tree.children();
    /// What is still to be written, the next last.
    enum SgfPart {
        Node(usize),
        Variation(usize),
        Close,
    }
    let mut parts = vec![SgfPart::Node(0)];
    while let Some(part) = parts.pop() {
        let (at, is_variation) = match part {
            SgfPart::Close => {
                text.push(')');
                continue;
            }
            SgfPart::Node(at) => (at, false),
            SgfPart::Variation(at) => (at, true),
        };
        if is_variation {
            text.push_str("\n(");
            parts.push(SgfPart::Close);
        }
        let node = &tree.nodes[at];
        if let Some(point) = node.point {
            let line = if tree.depth(at) % 10 == 1 && !is_variation { "\n" } else { "" };
            let color = if tree.side_to_move(node.parent) == Color::Black { 'B' } else { 'W' };
            text += &format!("{line};{color}{}", point_text(size, point));
        }
        if !node.time.is_zero() {
            text += &format!("EMT[{}]", node.time.as_millis() as f64 / 1000.0);
        }
        if !node.comment.is_empty() {
            text += &format!("C[{}]", escaped(&node.comment));
        }
        match children[at].as_slice() {
            [only] => parts.push(SgfPart::Node(*only)),
            several => parts.extend(several.iter().rev().map(|&child| SgfPart::Variation(child))),
        }
    }
    Ok(text + ")\n")
}

fn point_text(size: BoardSize, point: Point) -> String {
    let letter = |n: i32| if n < 26 { (b'a' + n as u8) as char } else { (b'A' + (n - 26) as u8) as char };
    let (x, y) = size.xy(point);
    format!("[{}{}]", letter(x), letter(y))
}

/// The first node, its comment left out.
fn head_text(game: &Game) -> String {
    let size = game.size;
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{}]", env!("CARGO_PKG_VERSION"));
    text += &match size.width() == size.height() {
        true => format!("SZ[{}]", size.width()),
        false => format!("SZ[{}:{}]", size.width(), size.height()),
    };
    text += &format!("RU[{}]", game.rule);
    for (name, key) in game.names.iter().zip(["PB", "PW"]) {
        if !name.is_empty() {
            text += &format!("{key}[{}]", escaped(name));
        }
    }
    text += match game.outcome {
        Some(Outcome::Win(Color::Black)) => "RE[B+]",
        Some(Outcome::Win(Color::White)) => "RE[W+]",
        Some(Outcome::Draw) => "RE[0]",
        None => "",
    };
    for (color, key) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = game.setup.iter().filter(|stone| stone.1 == color).map(|stone| point_text(size, stone.0));
        let stones: String = stones.collect();
        if !stones.is_empty() {
            text += &format!("{key}{stones}");
        }
    }
    if game.first == Color::White {
        text += "PL[W]";
    }
    text
}
