//! RenLib libraries opened by pages. The trees stay here; a page requests one position at a time.

use super::message::{ErrorCode, LibraryFacts, LibraryMove, LibraryPosition, RequestError, ServerAnswer, WireReason};
use super::pool::lock;
use super::position;
use super::question::{LookInLibrary, MAX_LIBRARY, OpenLibrary};
use super::upload::{Received, SEND_AGAIN, UploadError, Uploads};
use encoding_rs::Encoding;
use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tengen::base::{Cell, Color, Point, Rule};
use tengen::board::{SYMMETRIES, transform};
use tengen_database::exchange::visit_positions;
use tengen_database::renlib::{self, NodeId, OpenedLibrary, RenlibTree};
use tengen_database::{PositionKey, Reason, why};
use tengen_game::formats::encoding::parse_encoding;
use tengen_game::formats::names_of_turns;

/// Most open libraries, and most nodes of all together; a further one replaces the one unused for the longest time. A
/// node takes about 120 bytes.
const MAX_LIBRARIES: usize = 4;
/// A WebAssembly module in the browser has 512 MiB in all.
const MAX_NODES: usize = if cfg!(target_family = "wasm") { 1_500_000 } else { 3_000_000 };
/// Most nodes of one position that are read.
const MAX_PLACES: usize = 200;
/// Libraries state no rule, and their positions are found under any.
const RULE: Rule = Rule::Freestyle;

/// The open libraries, the last used one at the end, and files received in part.
pub struct Shelf {
    libraries: Mutex<VecDeque<Arc<Shelved>>>,
    uploads: Uploads,
}

struct Shelved {
    id: String,
    tree: RenlibTree,
    encoding: &'static Encoding,
    /// The first node of each position.
    places: HashMap<PositionKey, NodeId>,
    /// The next node of the same position, indexed by the previous one; the root marks the end.
    more_places: Vec<NodeId>,
}

impl Default for Shelf {
    fn default() -> Self {
        Self { libraries: Mutex::default(), uploads: Uploads::new(MAX_LIBRARY) }
    }
}

impl Shelf {
    /// Reads a library and keeps it open. The same bytes have the same identifier, even after a restart. Fails if the
    /// bytes are not a library, or if it is too large for the board.
    pub fn open(&self, question: &OpenLibrary) -> Result<ServerAnswer, RequestError> {
        let unreadable = |reason: Reason| RequestError::detailed(ErrorCode::Unreadable, reason);
        let encoding = question
            .encoding
            .as_deref()
            .map(parse_encoding)
            .transpose()
            .map_err(|error| unreadable(Reason::text(error)))?;
        let bytes = match self.uploads.receive(&question.part) {
            Ok(Received::Whole(bytes)) => bytes,
            Ok(Received::Begun(bytes)) => return Ok(ServerAnswer::Received { bytes }),
            Err(UploadError::NotBase64(error)) => return Err(unreadable(Reason::text(error))),
            Err(UploadError::Missing) => return Err(RequestError::plain(ErrorCode::NoLibrary, SEND_AGAIN)),
            Err(UploadError::TooLarge) => {
                return Err(too_large(why::more_bytes(MAX_LIBRARY >> 20)));
            }
        };
        let mut hasher = DefaultHasher::new();
        (&bytes, encoding.map(Encoding::name)).hash(&mut hasher);
        let id = format!("{:016x}", hasher.finish());
        let OpenedLibrary { tree, damage, .. } = renlib::read(bytes).map_err(|error| unreadable(error.into()))?;
        if tree.len() > MAX_NODES {
            return Err(too_large(why::more_moves(MAX_NODES)));
        }
        let known = lock(&self.libraries).iter().find(|library| library.id == id).cloned();
        let library = known.unwrap_or_else(|| Arc::new(Shelved::new(id, tree, encoding)));
        let facts = library.facts(&question.name, damage.map(|damage| Reason::from(damage).into()));
        self.keep(library);
        Ok(ServerAnswer::Library(facts))
    }

    fn keep(&self, library: Arc<Shelved>) {
        let mut shelf = lock(&self.libraries);
        shelf.retain(|other| other.id != library.id);
        shelf.push_back(library);
        let nodes = |shelf: &VecDeque<Arc<Shelved>>| shelf.iter().map(|library| library.tree.len()).sum::<usize>();
        while shelf.len() > MAX_LIBRARIES || nodes(&shelf) > MAX_NODES {
            shelf.pop_front();
        }
    }

    /// Drops the parts of libraries whose further parts do not come.
    pub fn free_idle(&self, now: Instant) {
        self.uploads.free_idle(now);
    }

    /// Returns a library's content for a position. Fails if the library is not open or the position is impossible.
    pub fn look(&self, question: &LookInLibrary) -> Result<ServerAnswer, RequestError> {
        let found = lock(&self.libraries).iter().find(|library| library.id == question.library).cloned();
        let library =
            found.ok_or_else(|| RequestError::plain(ErrorCode::NoLibrary, "this library is not open here"))?;
        let (game, _) = position::game(&question.position)?;
        self.keep(Arc::clone(&library));
        if game.size != RenlibTree::size() {
            return Ok(ServerAnswer::InLibrary(LibraryPosition::default()));
        }
        let stones: Vec<(Point, Cell)> = game.stones().map(|(point, color)| (point, color.into())).collect();
        Ok(ServerAnswer::InLibrary(library.look(game.side_to_move(), &stones)))
    }
}

fn too_large(rest: Reason) -> RequestError {
    let reason = why::board_limit(rest);
    let advice = why::import_library();
    RequestError::detailed(ErrorCode::TooLarge, reason.with(advice))
}

impl std::fmt::Debug for Shelf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shelf").field("libraries", &lock(&self.libraries).len()).finish_non_exhaustive()
    }
}

impl Shelved {
    fn new(id: String, tree: RenlibTree, encoding: Option<&'static Encoding>) -> Self {
        let encoding = encoding.unwrap_or_else(|| tree.encoding());
        let mut places: HashMap<PositionKey, NodeId> = HashMap::with_capacity(tree.len());
        let mut last: HashMap<NodeId, NodeId> = HashMap::new();
        let mut more_places = vec![NodeId::ROOT; tree.len()];
        visit_positions(&tree, RULE, &mut |node, key, _| {
            let first = *places.entry(key).or_insert(node);
            if first != node {
                let before = last.insert(first, node).unwrap_or(first);
                more_places[before.index()] = node;
            }
            true
        });
        Self { id, tree, encoding, places, more_places }
    }

    fn facts(&self, name: &str, damage: Option<WireReason>) -> LibraryFacts {
        let tree = &self.tree;
        let start = tree.preorder().find(|&node| tree.is_start(node));
        let start = start.into_iter().flat_map(|node| tree.line(node)).map(|node| tree.point(node));
        LibraryFacts {
            library: self.id.clone(),
            name: name.to_owned(),
            moves: tree.len() - 1,
            positions: self.places.len(),
            comments: tree.preorder().filter(|&node| tree.has_notes(node)).count(),
            encoding: self.encoding.name().to_owned(),
            damage,
            start: names_of_turns(RenlibTree::size(), start),
        }
    }

    fn look(&self, side: Color, stones: &[(Point, Cell)]) -> LibraryPosition {
        let key = PositionKey::of_stones(RULE, RenlibTree::size(), side, stones.iter().copied()).0;
        let more = |node: &NodeId| Some(self.more_places[node.index()]).filter(|&next| next != NodeId::ROOT);
        let places = std::iter::successors(self.places.get(&key).copied(), more).take(MAX_PLACES);
        let mut found = LibraryPosition::default();
        // Comments of nodes in the board's orientation, and of turned or mirrored ones.
        let mut comments: [Vec<String>; 2] = Default::default();
        for node in places {
            let Some(symmetry) = self.symmetry(node, stones) else { continue };
            found.places += 1;
            found.marked |= self.tree.is_marked(node);
            let texts = self.tree.texts(node, self.encoding);
            let comment = texts.whole_comment();
            let others = &mut comments[usize::from(symmetry != 0)];
            if !comment.is_empty() && !others.contains(&comment) {
                others.push(comment);
            }
            for child in self.tree.children(node) {
                self.add_move(&mut found.moves, child, symmetry);
            }
        }
        let [here, turned] = comments.map(|texts| texts.join("\n\n"));
        (found.comment, found.turned_comment) = (here, turned);
        found
    }

    fn add_move(&self, moves: &mut Vec<LibraryMove>, child: NodeId, symmetry: usize) {
        // A pass is not shown on the board.
        let Some(point) = self.tree.point(child) else { return };
        let point = transform(RenlibTree::size(), point, symmetry).0;
        let texts = self.tree.texts(child, self.encoding);
        let comment = texts.whole_comment();
        let at = moves.iter().position(|known| known.point == point).unwrap_or_else(|| {
            moves.push(LibraryMove { point, text_only: true, ..LibraryMove::default() });
            moves.len() - 1
        });
        let known = &mut moves[at];
        known.text_only &= !self.tree.is_move(child);
        known.marked |= self.tree.is_marked(child);
        if known.label.is_empty() {
            known.label = texts.label;
        }
        if known.comment.is_empty() {
            known.comment = comment.lines().next().unwrap_or_default().to_owned();
        }
    }

    /// The symmetry that maps a node's stones to those of a board, 0 if none is needed; `None` if the stones differ.
    fn symmetry(&self, node: NodeId, stones: &[(Point, Cell)]) -> Option<usize> {
        let mut cells = vec![Cell::Empty; RenlibTree::size().cells()];
        stones.iter().for_each(|&(point, cell)| cells[point.index()] = cell);
        let colors = [Cell::Black, Cell::White].into_iter().cycle();
        let line: Vec<(Point, Cell)> = self
            .tree
            .line(node)
            .into_iter()
            .zip(colors)
            .filter_map(|(node, color)| Some((self.tree.point(node)?, color)))
            .collect();
        let fits = |&symmetry: &usize| {
            line.iter().all(|&(point, cell)| cells[transform(RenlibTree::size(), point, symmetry).index()] == cell)
        };
        (line.len() == stones.len()).then(|| (0..SYMMETRIES).find(fits)).flatten()
    }
}
