//! Writes SGF.

use super::super::reading::encoding::encode;
use super::values::{MARKS, TAGS, outcome_of, result_text};
use crate::Game;
use crate::formats::{Annotation, GameTree, Sign, Writing};
use anyhow::{Result, ensure};
use std::fmt::Write;
use tengen::base::{Color, Rule};
use tengen_database::sgf::{BLOCKED, MAX_SIDE, format_sgf_point as letters, format_size, parse_rule};
use tengen_database::why;

/// SGF's number of Go.
const GO: u8 = 1;

pub fn write(tree: &GameTree, writing: &Writing) -> Result<Vec<u8>> {
    Ok(encode(&text_of(tree, writing)?, writing.text_encoding())?)
}

fn text_of(tree: &GameTree, writing: &Writing) -> Result<String> {
    let size = tree.head.size;
    let most = format!("{MAX_SIDE}x{MAX_SIDE}");
    ensure!(size.width().max(size.height()) <= MAX_SIDE, why::sgf_side(most, size));
    let mut text = head_text(&tree.head, writing);
    /// A part still to be written; the next one is last in the list.
    enum Unwritten {
        Node(usize),
        Variation(usize),
        Close,
    }
    let mut steps = vec![Unwritten::Node(0)];
    while let Some(step) = steps.pop() {
        let (at, is_variation) = match step {
            Unwritten::Close => {
                text.push(')');
                continue;
            }
            Unwritten::Node(at) => (at, false),
            Unwritten::Variation(at) => (at, true),
        };
        if is_variation {
            text.push_str("\n(");
            steps.push(Unwritten::Close);
        }
        add_node(&mut text, tree, at, is_variation);
        let children: Vec<usize> = tree.children_of(at).collect();
        match children.as_slice() {
            [only] => steps.push(Unwritten::Node(*only)),
            several => steps.extend(several.iter().rev().map(|&child| Unwritten::Variation(child))),
        }
    }
    Ok(text + ")\n")
}

fn add_node(text: &mut String, tree: &GameTree, at: usize, is_variation: bool) {
    let size = tree.head.size;
    let node = &tree.nodes[at];
    // Writing to a string cannot fail.
    if at > 0 {
        let line = if tree.depth(at) % 10 == 1 && !is_variation { "\n" } else { "" };
        let color = if tree.side_to_move(node.parent) == Color::Black { 'B' } else { 'W' };
        let point = node.point.map_or_else(String::new, |point| letters(size, point));
        let _ = write!(text, "{line};{color}[{point}]");
    }
    if !node.time.is_zero() {
        let _ = write!(text, "EMT[{}]", node.time.as_millis() as f64 / 1000.0);
    }
    if !node.comment.is_empty() {
        let _ = write!(text, "C[{}]", escaped(&node.comment));
    }
    let mut labels = node.annotations.iter().filter_map(|Annotation { point, sign }| match sign {
        Sign::Text(label) => Some(format!("[{}:{}]", letters(size, *point), escaped(label).replace(':', "\\:"))),
        _ => None,
    });
    if let Some(first) = labels.next() {
        let _ = write!(text, "LB{first}{}", labels.collect::<String>());
    }
    for (name, mark) in MARKS {
        let points = node.annotations.iter().filter(|annotation| annotation.sign == mark);
        let points: String = points.map(|annotation| format!("[{}]", letters(size, annotation.point))).collect();
        if !points.is_empty() {
            let _ = write!(text, "{name}{points}");
        }
    }
    for (name, values) in &node.properties {
        // A value may have two parts; a further colon is one of the second part.
        let parts = |value: &str| value.split_once(':').map(|(one, other)| [one, other].map(escaped));
        let value = |value: &String| match parts(value) {
            Some([one, other]) => format!("[{one}:{}]", other.replace(':', "\\:")),
            None => format!("[{}]", escaped(value)),
        };
        let values = values.iter().map(value);
        let _ = write!(text, "{name}{}", values.collect::<String>());
    }
    if !node.arrows.is_empty() {
        let ends = node.arrows.iter().map(|&[from, to]| format!("[{}:{}]", letters(size, from), letters(size, to)));
        let _ = write!(text, "AR{}", ends.collect::<String>());
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// The first node, without its comment.
fn head_text(game: &Game, writing: &Writing) -> String {
    let size = game.size;
    let mut text = format!(
        "(;FF[4]GM[{}]CA[{}]AP[Tengen:{}]SZ[{}]",
        writing.sgf_game,
        writing.text_encoding().name(),
        env!("CARGO_PKG_VERSION"),
        format_size(size)
    );
    let tag = |name: &str| game.tags.get(name).map(String::as_str);
    // The file's own spelling, if it means the same. In a file of Go an unknown one would be a rule of Go.
    let unknown = (writing.sgf_game != GO).then_some(Rule::Freestyle);
    let rule = tag("RU").filter(|rule| parse_rule(rule).or(unknown) == Some(game.rule));
    let rule = rule.unwrap_or(game.rule.name());
    let result = tag("RE").filter(|result| outcome_of(result) == game.outcome).unwrap_or(result_text(game));
    let [black, white] = &game.names;
    let values = [("RU", rule), ("PB", black), ("PW", white), ("RE", result)];
    let tags = TAGS.iter().filter_map(|&(name, _)| Some((name, tag(name)?)));
    for (name, value) in values.into_iter().chain(tags) {
        if !value.is_empty() {
            text += &format!("{name}[{}]", escaped(value));
        }
    }
    for (color, name) in [(Color::Black, "AB"), (Color::White, "AW")] {
        let stones = game.setup.iter().filter(|stone| stone.1 == color);
        let stones: String = stones.map(|stone| format!("[{}]", letters(size, stone.0))).collect();
        if !stones.is_empty() {
            text += &format!("{name}{stones}");
        }
    }
    if game.first == Color::White {
        text += "PL[W]";
    }
    if !game.blocked.is_empty() {
        text += BLOCKED;
        text.extend(game.blocked.iter().map(|&point| format!("[{}]", letters(size, point))));
    }
    text
}
