//! Comments and labels of a tree that is no game, for the positions that they are about.

use tengen::base::{Cell, Point};
use tengen_database::{Entry, PositionKey};
use tengen_game::formats::{GameTree, MoveNode, Sign};

/// Whether a tree is a study and not a game: it names no players, has variations, and its result, if there is one, is only
/// what the board shows at the end of the main line.
pub fn is_study(tree: &GameTree) -> bool {
    let head = &tree.head;
    let is_nameless = head.names.iter().all(String::is_empty) && head.reason.is_none() && !head.tags.contains_key("RE");
    let by_board = || tree.main_line().judge().is_ok_and(|outcome| outcome.is_some());
    tree.head.outcome.is_none() || is_nameless && tree.has_variations() && by_board()
}

/// Comments and labels of a tree, by position.
#[derive(Default)]
pub struct StudyNotes {
    /// The positions, with those on the way to them: a library can be made of positions that lines of moves lead to.
    pub positions: Vec<(PositionKey, Entry)>,
    /// Comments and labels.
    pub texts: usize,
    /// Number of notes that a database has no place for: marks, arrows, labels on stones before the last one and on blocked
    /// cells.
    pub left_out: usize,
}

/// The notes of a tree. A label on an empty point belongs to the position after a move there, one on the last stone to
/// the position itself.
pub fn notes_of(tree: &GameTree) -> StudyNotes {
    let mut notes = StudyNotes::default();
    let on_the_way = is_on_the_way(tree);
    for (number, node) in tree.nodes.iter().enumerate().filter(|&(number, _)| on_the_way[number]) {
        let game = tree.game_to(number);
        let blocked = game.blocked.iter().map(|&point| (point, Cell::Neutral));
        let stones: Vec<_> = game.stones().map(|(point, color)| (point, color.into())).chain(blocked).collect();
        let side = game.side_to_move();
        let key = |side, after: Option<Point>| {
            let last = after.map(|point| (point, game.side_to_move().into()));
            PositionKey::of_stones(game.rule, game.size, side, stones.iter().copied().chain(last)).0
        };
        notes.texts += usize::from(!node.comment.is_empty());
        if number > 0 || !node.comment.is_empty() {
            notes.positions.push((key(side, None), Entry { comment: node.comment.clone(), ..Entry::default() }));
        }
        for annotation in &node.annotations {
            let is_last = node.point == Some(annotation.point);
            let is_free = stones.iter().all(|&(point, _)| point != annotation.point);
            let label = match &annotation.sign {
                Sign::Text(label) if is_last || is_free => label.trim().to_owned(),
                _ => {
                    notes.left_out += 1;
                    continue;
                }
            };
            let key = if is_last { key(side, None) } else { key(!side, Some(annotation.point)) };
            notes.texts += 1;
            notes.positions.push((key, Entry { label, ..Entry::default() }));
        }
        notes.left_out += node.arrows.len();
    }
    notes
}

/// Whether each node has notes, or is on the way to one that has.
fn is_on_the_way(tree: &GameTree) -> Vec<bool> {
    let has_notes =
        |node: &MoveNode| !(node.comment.is_empty() && node.annotations.is_empty() && node.arrows.is_empty());
    let mut on_the_way: Vec<bool> = tree.nodes.iter().map(has_notes).collect();
    // Parents come first.
    for number in (1..tree.nodes.len()).rev() {
        if on_the_way[number] {
            on_the_way[tree.nodes[number].parent] = true;
        }
    }
    on_the_way
}
