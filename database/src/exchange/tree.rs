//! Writing the positions of a database as a RenLib library.

use super::adding::ExchangeError;
use crate::renlib::{NodeId, NodeTexts, RenlibTree};
use crate::{Database, Entry, Orientation, PositionKey};
use encoding_rs::Encoding;
use std::collections::HashMap;
use tengen::base::{Cell, Color, Point};
use tengen::board::Board;

/// A library made from a database.
#[derive(Debug)]
pub struct LibraryOf {
    /// The library.
    pub tree: RenlibTree,
    /// Encoding of the library's texts.
    pub encoding: &'static Encoding,
    /// Number of texts with letters that the encoding lacks.
    pub lossy_texts: usize,
    /// Number of positions after the board's in the library.
    pub written: usize,
    /// Number of positions with more stones than the board that no line of known positions, passes included, reaches
    /// from it.
    pub unreached: usize,
    /// Number of positions under the board's rule that a library cannot hold: of another size or with blocked cells.
    pub left_out: usize,
}

/// The positions of a database after a board's, as a library that begins with the moves of the board. A position that
/// several lines reach is stored once. The label is the text on the board; without one a proof is shown as `W7` or `L6`
/// (the move wins or loses, with the moves to the end), as Yixin-Board shows it.
///
/// # Errors
/// When the board does not have a library's size or did not come about by moves, or the database cannot be read.
pub fn library_of(
    database: &Database,
    board: &Board,
    encoding: Option<&'static Encoding>,
) -> Result<LibraryOf, ExchangeError> {
    if board.size() != RenlibTree::size() {
        return Err(ExchangeError::Size(board.size()));
    }
    let moves = moves_of(board).ok_or(ExchangeError::NotByMoves)?;
    let known = Known::read(database, board)?;
    let (children, unreached) = known.lines(&PositionKey::of(board).0);
    let mut builder = Builder { known: &known, children, tree: RenlibTree::new(), texts: Vec::new() };
    let start = builder.begin(database, board, &moves)?;
    let written = builder.grow(board, start)?;
    let Builder { mut tree, texts, .. } = builder;
    let (encoding, lossy_texts) = tree.set_texts(&texts, encoding);
    Ok(LibraryOf { tree, encoding, lossy_texts, written, unreached, left_out: known.left_out })
}

/// The moves and passes of a board, beginning with Black's; `None` if it did not come about by them.
fn moves_of(board: &Board) -> Option<Vec<Option<Point>>> {
    let moves: Vec<Option<Point>> = board.moves().collect();
    let mut line = Board::new(board.size(), board.rule());
    moves.iter().for_each(|&turn| make(&mut line, turn));
    (line.history().eq(board.history()) && line.side_to_move() == board.side_to_move()).then_some(moves)
}

/// Makes a move or a pass.
fn make(board: &mut Board, turn: Option<Point>) {
    match turn {
        Some(point) => board.push(point),
        None => board.pass(),
    }
}

fn texts_of(entry: &Entry) -> NodeTexts {
    let shown = || entry.result().map_or(String::new(), |result| result.to_string());
    let label = if entry.label.is_empty() { shown() } else { entry.label.clone() };
    NodeTexts::of_comment(&entry.comment, &label)
}

/// The positions with more stones than a board, and the one after a pass, sorted by number of stones, then key.
struct Known {
    keys: Vec<PositionKey>,
    texts: Vec<NodeTexts>,
    left_out: usize,
}

/// Index of the board itself, where all lines begin.
const ROOT: usize = usize::MAX;

impl Known {
    fn read(database: &Database, board: &Board) -> Result<Self, ExchangeError> {
        let before = board.history().count();
        // Behind a pass, another one leads back.
        let passed = (!board.is_after_pass()).then(|| PositionKey::of(board).0.passed());
        let mut found: Vec<(PositionKey, NodeTexts)> = Vec::new();
        let mut left_out = 0;
        database.for_each(&mut |key, entry| {
            if key.rule() == board.rule() {
                let fits = key.size() == board.size() && key.placed().all(|(_, cell)| cell != Cell::Neutral);
                left_out += usize::from(!fits);
                if fits && (key.stones() > before || passed.as_ref() == Some(&key)) {
                    found.push((key, texts_of(&entry)));
                }
            }
            true
        })?;
        found.sort_by(|(one, _), (other, _)| (one.stones(), one).cmp(&(other.stones(), other)));
        let (keys, texts) = found.into_iter().unzip();
        Ok(Self { keys, texts, left_out })
    }

    /// For each position reached from `root`, the known positions one turn later. A position has one parent only, by a
    /// pass if no move leads to it. Also the number of positions that are not reached.
    fn lines(&self, root: &PositionKey) -> (Children, usize) {
        let mut reached: HashMap<&PositionKey, usize> = HashMap::from([(root, ROOT)]);
        let mut children = Children::new();
        let mut end = 0;
        for group in self.keys.chunk_by(|one, other| one.stones() == other.stones()) {
            let from = end;
            end += group.len();
            for is_pass in [false, true] {
                for (index, key) in (from..end).zip(group) {
                    let before = match is_pass {
                        _ if reached.contains_key(key) => None,
                        false => key.before().find_map(|(one, point)| Some((*reached.get(&one)?, Some(point)))),
                        true => reached.get(&key.passed()).map(|&before| (before, None)),
                    };
                    if let Some((before, turn)) = before {
                        children.entry(before).or_default().push((index, turn));
                        reached.insert(key, index);
                    }
                }
            }
        }
        (children, self.keys.len() + 1 - reached.len())
    }
}

/// By position, the positions one turn later, each with the move as a point of the first position's key, or a pass.
type Children = HashMap<usize, Vec<(usize, Option<Point>)>>;

struct Builder<'a> {
    known: &'a Known,
    children: Children,
    tree: RenlibTree,
    texts: Vec<(NodeId, NodeTexts)>,
}

/// A position whose lines are still to be added.
struct OpenLine {
    stones: usize,
    node: NodeId,
    index: usize,
    /// The move to it; `None` for a pass and the first position.
    point: Option<Point>,
    /// The side to move in it.
    side: Color,
}

impl Builder<'_> {
    /// Adds the moves of the board, with their texts; returns the last node.
    fn begin(&mut self, database: &Database, board: &Board, moves: &[Option<Point>]) -> Result<NodeId, ExchangeError> {
        let mut node = NodeId::ROOT;
        let mut line = Board::new(board.size(), board.rule());
        for count in 0..=moves.len() {
            if let Some(entry) = database.get(&line)? {
                self.texts.push((node, texts_of(&entry)));
            }
            let Some(&turn) = moves.get(count) else { break };
            make(&mut line, turn);
            node = self.tree.add(node, turn)?;
        }
        Ok(node)
    }

    /// Adds the known positions after the board; returns their number.
    fn grow(&mut self, board: &Board, start: NodeId) -> Result<usize, ExchangeError> {
        let mut stones: Vec<(Point, Cell)> = board.history().collect();
        let (count, side) = (stones.len(), board.side_to_move());
        let mut open = vec![OpenLine { stones: count, node: start, index: ROOT, point: None, side }];
        let mut written = 0;
        while let Some(branch) = open.pop() {
            let side = branch.side;
            stones.truncate(branch.stones);
            stones.extend(branch.point.map(|point| (point, (!side).into())));
            let (_, orientation) = PositionKey::of_stones(board.rule(), board.size(), side, stones.iter().copied());
            for (index, point) in self.sorted(branch.index, orientation) {
                let node = self.tree.add(branch.node, point)?;
                self.texts.push((node, self.known.texts[index].clone()));
                open.push(OpenLine { stones: stones.len(), node, index, point, side: !side });
                written += 1;
            }
        }
        Ok(written)
    }

    /// The known moves of a position as points of the board, sorted, then the pass.
    fn sorted(&mut self, index: usize, orientation: Orientation) -> Vec<(usize, Option<Point>)> {
        let mut moves = self.children.remove(&index).unwrap_or_default();
        moves.iter_mut().for_each(|(_, turn)| *turn = turn.map(|point| orientation.to_board(point)));
        moves.sort_by_key(|&(_, turn)| (turn.is_none(), turn));
        moves
    }
}
