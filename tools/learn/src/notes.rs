//! Notes in the header of weights on how they were learned.

use crate::records::{Conditions, Games};
use anyhow::{Context, Result, ensure};
use tengen::base::Rule;
use tengen::eval::Weights;

/// The weights with the network of line shapes from the file `name` instead of their own, and whether that network was
/// trained on games of the rule. Fails if the file has no such network for this length of lines.
pub fn begin_with(name: Option<&str>, weights: &Weights, rule: Rule) -> Result<(Weights, bool)> {
    let Some(name) = name else { return Ok((weights.clone(), weights.nnue.is_some())) };
    let read = Weights::read(name)?;
    let networks: Vec<_> = read.iter().filter_map(|other| Some((other, other.nnue.as_ref()?))).collect();
    ensure!(!networks.is_empty(), "the weights in '{name}' have no network of line shapes to begin with");
    let fit = networks.into_iter().find(|(_, network)| network.fits(rule));
    let (other, network) =
        fit.with_context(|| format!("the network in '{name}' is for lines of another length than those of {rule}"))?;
    let mut weights = weights.clone().with_nnue(Some(network.clone()));
    let notes = &mut weights.header.notes;
    notes.retain(|note| !is_of_nnue(note));
    notes.extend(other.header.notes.iter().filter(|note| is_of_nnue(note)).cloned());
    let knows_rule = other.check_rule(rule).is_ok();
    if !knows_rule {
        notes.push(format!("{OF_NNUE}the rules of these games: {}", other.header.rules.join(" ")));
    }
    Ok((weights, knows_rule))
}

/// Text with the number of games that a training sees and, if there are any, of positions of searches.
pub fn counts(games: &[Games]) -> String {
    let count = |leaves| {
        let fit = games.iter().filter(|games| games.conditions.leaves == leaves);
        fit.flat_map(|games| &games.records).filter(|record| !record.is_for_exams()).count()
    };
    let [games, leaves] = [false, true].map(count);
    if leaves == 0 { format!("games {games}") } else { format!("games {games}, positions of searches {leaves}") }
}

/// Text with the nodes per move of all games.
pub fn all_nodes(games: &[Games]) -> String {
    each_once(games, nodes_of)
}

/// A text about the conditions of each file, each kind once.
pub fn each_once(games: &[Games], text: impl Fn(&Conditions) -> String) -> String {
    let mut kinds: Vec<String> = Vec::new();
    for kind in games.iter().map(|games| text(&games.conditions)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.join(" ")
}

/// Text with the games' nodes per move and, if any, the nodes of their new scores.
fn nodes_of(conditions: &Conditions) -> String {
    let Conditions { nodes, relabeled, leaves, .. } = conditions;
    let what = if *leaves { "leaves" } else { "relabeled" };
    relabeled.map_or_else(|| nodes.to_string(), |new| format!("{nodes} {what} {new}"))
}

/// Prefix of notes on the policy head in the header of weights.
pub const OF_POLICY: &str = "policy: ";
/// Prefix of notes on the network of line shapes in the header of weights.
pub const OF_NNUE: &str = "nnue: ";
/// Prefix of notes on the network's earlier trainings in the header of weights.
pub const OF_EARLIER_NNUE: &str = "earlier nnue: ";

/// Whether a note is on the network of line shapes or its earlier trainings.
pub fn is_of_nnue(note: &str) -> bool {
    note.starts_with(OF_NNUE) || note.starts_with(OF_EARLIER_NNUE)
}

/// Notes of weights about the making of their tables, to be kept with the tables: those with the prefix if another
/// network was trained on them before, else all notes.
pub fn notes_of_tables(weights: &Weights) -> Vec<String> {
    const OF_TABLES: &str = "tables: ";
    let notes = &weights.header.notes;
    let apart: Vec<String> = notes.iter().filter(|note| note.starts_with(OF_TABLES)).cloned().collect();
    // Notes on the network of line shapes and its policy head are dropped.
    let all = notes.iter().filter(|note| !is_of_nnue(note) && !note.starts_with(OF_POLICY));
    if apart.is_empty() { all.map(|note| format!("{OF_TABLES}{note}")).collect() } else { apart }
}
