//! Parts of a game that a format cannot hold.

use super::ccgc::{self, CCGC};
use super::playok;
use super::psq::PSQ;
use super::renlib::{LIB, crowded_signs, unrecognized};
use super::sgf::{SGF, TAGS, outcome_of};
use super::{Format, GameTree, Given, Holds, LINK, MOVES, OFFSETS, Source, Writing, read_tree, write_tree};
use crate::{EndReason, Fault, Game, Outcome};
use encoding_rs::Encoding;
use serde::Serialize;
use std::collections::BTreeSet;
use tengen::base::{BoardSize, Rule};
use tengen_database::sgf::USUAL_SIDES;

/// Parts of a tree that are lost or changed when it is written in a format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LostParts {
    /// Number of variation moves left out.
    pub variations: usize,
    /// Number of comments left out.
    pub comments: usize,
    /// Number of labels and marks left out.
    pub signs: usize,
    /// Number of arrows left out.
    pub arrows: usize,
    /// Number of players' names left out.
    pub players: usize,
    /// Number of facts about the game left out, such as event and date.
    pub tags: usize,
    /// Number of other SGF properties of positions left out.
    pub properties: usize,
    /// Whether the file would be read with another size.
    pub size: bool,
    /// Whether the file would be read with another rule.
    pub rule: bool,
    /// Number of marks that become texts on the board, as libraries have no other kind.
    pub texts: usize,
    /// Number of labels and marks left out because a library holds one per point.
    pub crowded: usize,
    /// The encoding of a library's texts, if reading would take them for texts in another one.
    pub encoding: Option<&'static str>,
}

impl LostParts {
    /// Whether nothing is lost.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The parts of a tree that are lost in a format.
    pub fn of(tree: &GameTree, format: &Format) -> Self {
        let Holds { variations, texts, players, .. } = format.holds;
        let main_line = tree.depth(tree.last_of_line(0));
        let lost = |is_held: bool, count: usize| if is_held { 0 } else { count };
        let crowded = if *format == LIB { crowded_signs(tree) } else { [0; 2] };
        let [size, rule] = lost_conditions(&tree.main_line(), format);
        Self {
            variations: lost(variations, tree.nodes.len() - 1 - main_line),
            comments: lost(texts, tree.nodes.iter().filter(|node| !node.comment.is_empty()).count()),
            signs: lost(texts, tree.nodes.iter().map(|node| node.annotations.len()).sum()),
            arrows: lost(*format == SGF, tree.nodes.iter().map(|node| node.arrows.len()).sum()),
            players: lost(players, tree.head.names.iter().filter(|name| !name.is_empty()).count()),
            tags: lost_tags(&tree.head, format).count(),
            properties: lost(*format == SGF, tree.nodes.iter().map(|node| node.properties.len()).sum()),
            size,
            rule,
            texts: crowded[0],
            crowded: crowded[1],
            encoding: unrecognized(tree, format).map(Encoding::name),
        }
    }
}

/// Facts about the game that a file of the format lacks.
fn lost_tags<'a>(game: &'a Game, format: &'a Format) -> impl Iterator<Item = &'static str> + 'a {
    let is_held = |name: &str| {
        *format == SGF
            || *format == playok::PLAYOK && playok::TAGS.iter().any(|&(_, sgf)| sgf == name)
            || *format == CCGC && ccgc::TAGS.contains(&name)
    };
    TAGS.into_iter().filter(move |(name, _)| game.tags.contains_key(*name) && !is_held(name)).map(|(_, what)| what)
}

/// Whether a file of the format would be read with another size, and with another rule. Libraries and CCGC texts are
/// read as renju; a freestyle that nobody stated is not lost there.
pub fn lost_conditions(game: &Game, format: &Format) -> [bool; 2] {
    if [&LIB, &CCGC].contains(&format) {
        let is_stated = game.rule != Rule::Freestyle || game.tags.contains_key(RULE_TAG);
        return [false, game.rule != Rule::Renju && is_stated];
    }
    if format.holds.conditions {
        return [false; 2];
    }
    // A game that cannot be written loses nothing.
    let Ok(bytes) = write_tree(&GameTree::from(game), format, &Writing::default()) else { return [false; 2] };
    let name = format!("x.{}", format.extensions[0]);
    let head = |rule| {
        let given = Given { rule, ..Given::default() };
        read_tree(&Source { bytes: &bytes, name: &name }, &given).map(|(tree, _)| tree.head)
    };
    // If points lie off the usual board, reading fails; under another rule the game may be over before its last move.
    let is_usual = || is_blank(game, format) && BoardSize::square(USUAL_SIDES[0]).is_ok_and(|size| size == game.size);
    let has_other_size = head(Some(game.rule)).map_or_else(|_| !is_usual(), |head| head.size != game.size);
    [has_other_size, head(None).map_or(game.rule != Rule::Freestyle, |head| head.rule != game.rule)]
}

/// Whether a file of the format holds nothing: the game has no moves, and the format has no place for anything else.
fn is_blank(game: &Game, format: &Format) -> bool {
    game.turns().next().is_none() && [&LINK, &MOVES, &OFFSETS].contains(&format)
}

/// Whether the file that the game is from names a resignation or forfeit, as in `RE[B+R]`.
fn is_resigned(game: &Game) -> bool {
    let stated = game.tags.get("RE").filter(|result| outcome_of(result) == game.outcome);
    stated.and_then(|result| result.split_once('+')).is_some_and(|(_, how)| how.starts_with(['R', 'r', 'F', 'f']))
}

/// SGF name of the rule, which a game has among its facts where the rule is stated.
const RULE_TAG: &str = "RU";

/// Adds freestyle to the facts of a game that was read, if the user or the file states it and it is not merely implied.
pub fn note_rule(tree: &mut GameTree, source: &Source, given: &Given) {
    let is_users = given.rule.is_some() && !given.fills_in;
    // A rule that only fills in does not change a stated one.
    let other = Given { rule: Some(Rule::Caro), fills_in: true, ..*given };
    let is_files = || read_tree(source, &other).is_ok_and(|(tree, _)| tree.head.rule == Rule::Freestyle);
    if tree.head.rule == Rule::Freestyle && (is_users || is_files()) {
        state_rule(&mut tree.head);
    }
}

/// Adds the rule to the facts of a game, unless they have a spelling of it.
pub fn state_rule(game: &mut Game) {
    game.tags.entry(RULE_TAG.to_owned()).or_insert_with(|| game.rule.name().to_owned());
}

/// A sentence on the encoding of a library's texts, if reading would take them for texts in another one.
pub fn encoding_note(tree: &GameTree, format: &Format) -> Option<String> {
    let name = unrecognized(tree, format)?.name();
    Some(format!("the texts are in {name}, which is not recognized: read them with --encoding {name}"))
}

/// Sentences about the parts of a tree that a format cannot hold; empty if nothing is lost.
pub fn losses(tree: &GameTree, format: &Format) -> Vec<String> {
    let lost = LostParts::of(tree, format);
    let LostParts { variations, comments, signs, arrows, players, texts, crowded, .. } = lost;
    let parts = [
        (variations, "move of variations", "moves of variations"),
        (comments, "comment", "comments"),
        (signs, "label or mark", "labels and marks"),
        (arrows, "arrow", "arrows"),
        (players, "player's name", "players' names"),
    ];
    let mut parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, ..)| *count > 0)
        .map(|(count, one, several)| format!("{count} {}", if count == 1 { one } else { several }))
        .collect();
    parts.extend(lost_tags(&tree.head, format).map(str::to_owned));
    if lost.properties > 0 {
        let names: BTreeSet<&str> =
            tree.nodes.iter().flat_map(|node| node.properties.iter().map(|(name, _)| name.as_str())).collect();
        let names: Vec<&str> = names.into_iter().collect();
        let what = if lost.properties == 1 { "property" } else { "properties" };
        parts.push(format!("{} {what} of SGF ({})", lost.properties, names.join(", ")));
    }
    let game = tree.main_line();
    // The formats that hold names hold the result; what the board shows at the end is never lost.
    let has_result = game.outcome.is_some() && !game.judge().is_ok_and(|shown| shown == game.outcome);
    parts.extend((has_result && !format.holds.players).then(|| "the result".to_owned()));
    let holds_reason = match game.reason {
        Some(EndReason::Fault(fault)) if *format == SGF => fault == Fault::Time,
        Some(EndReason::Fault(_)) => *format == PSQ && game.outcome == Some(Outcome::Win(!game.side_to_move())),
        _ => *format == SGF || !is_resigned(&game),
    };
    parts.extend((format.holds.players && !holds_reason).then(|| "why the game was lost".to_owned()));
    let holds_times = game.times.is_empty() || [&SGF, &PSQ].contains(&format);
    parts.extend((!holds_times).then(|| "the times of the moves".to_owned()));
    parts.extend((game.moves.len() > 1 && !format.holds.order).then(|| "the order of the moves".to_owned()));
    parts.extend((!game.passes.is_empty() && !format.holds.passes).then(|| "the passes".to_owned()));
    parts.extend(lost.size.then(|| format!("the size {}", tree.head.size)));
    parts.extend(lost.rule.then(|| format!("the rule {}", tree.head.rule)));
    let mut sentences = Vec::new();
    if !parts.is_empty() {
        sentences.push(format!("left out, as {format} has no place for it: {}", parts.join(", ")));
    }
    if is_blank(&game, format) {
        sentences.push("without a move, the file is empty and cannot be read: sgf can hold the game".to_owned());
    }
    if texts > 0 {
        let marks = if texts == 1 { "1 mark is a text".to_owned() } else { format!("{texts} marks are texts") };
        let how = "x, ^ for a triangle, # for a square and o for a circle";
        sentences.push(format!("{marks} on the board now, where it has none: {how}"));
    }
    if crowded > 0 {
        let signs = if crowded == 1 { "label or mark is" } else { "labels and marks are" };
        sentences.push(format!("{crowded} {signs} left out, on points that have another one"));
    }
    sentences
}
