//! Comments and labels of a tree that is no game, for the positions that they are about.

use tengen::base::Point;
use tengen::database::{Entry, PositionKey};
use tengen_game::formats::{GameTree, Sign};

/// Whether a tree is a study and not a game: it names no players, has variations, and its result, if there is one, is only
/// what the board shows at the end of the main line.
pub fn is_study(tree: &GameTree) -> bool {
    let head = &tree.head;
    let is_nameless = head.names.iter().all(String::is_empty) && head.reason.is_none() && !head.tags.contains_key("RE");
    let by_board = || tree.main_line().judge().is_ok_and(|outcome| outcome.is_some());
    tree.head.outcome.is_none() || is_nameless && tree.has_variations() && by_board()
}

/// What the comments and labels of a tree say of positions. A label on a point stands for the position after the move there,
/// one on the last stone for that stone.
pub fn notes_of(tree: &GameTree) -> Vec<(PositionKey, Entry)> {
    let mut notes = Vec::new();
    let with_notes = tree.nodes.iter().enumerate();
    for (number, node) in with_notes.filter(|(_, node)| !node.comment.is_empty() || !node.annotations.is_empty()) {
        let game = tree.game_to(number);
        let stones: Vec<_> = game.stones().map(|(point, color)| (point, color.into())).collect();
        let side = game.side_to_move();
        let key = |side, after: Option<Point>| {
            let last = after.map(|point| (point, game.side_to_move().into()));
            PositionKey::of_stones(game.rule, game.size, side, stones.iter().copied().chain(last)).0
        };
        if !node.comment.is_empty() {
            notes.push((key(side, None), Entry { comment: node.comment.clone(), ..Entry::default() }));
        }
        for annotation in &node.annotations {
            let Sign::Text(label) = &annotation.sign else { continue };
            let entry = Entry { label: label.trim().to_owned(), ..Entry::default() };
            if node.point == Some(annotation.point) {
                notes.push((key(side, None), entry));
            } else if stones.iter().all(|&(point, _)| point != annotation.point) {
                notes.push((key(!side, Some(annotation.point)), entry));
            }
        }
    }
    notes
}
