//! What a format has no place for.

use super::format::{Format, Holds};
use super::renlib::{LIB, texts_for_marks};
use super::tree::GameTree;

/// What is lost or changed when a tree is written in a format, in a sentence or two; empty where all is kept.
pub fn losses(tree: &GameTree, format: &Format) -> Vec<String> {
    let Holds { variations, texts, players, .. } = format.holds;
    let main_line = tree.depth(tree.last_of_line(0));
    let sum = |is_held: bool, count: usize| if is_held { 0 } else { count };
    let parts = [
        (sum(variations, tree.nodes.len() - 1 - main_line), "move of variations", "moves of variations"),
        (sum(texts, tree.nodes.iter().filter(|node| !node.comment.is_empty()).count()), "comment", "comments"),
        (sum(texts, tree.nodes.iter().map(|node| node.annotations.len()).sum()), "label or mark", "labels and marks"),
        (
            sum(players, tree.head.names.iter().filter(|name| !name.is_empty()).count()),
            "player's name",
            "players' names",
        ),
    ];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several }))
        .collect();
    let mut sentences = Vec::new();
    if !parts.is_empty() {
        sentences.push(format!("left out, as {format} has no place for it: {}", parts.join(", ")));
    }
    if *format == LIB {
        sentences.extend(texts_for_marks(tree));
    }
    sentences
}
