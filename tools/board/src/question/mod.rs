//! The page's requests as JSON. Points in lists are numbers, row by row from the top left; positions and games
//! write them as text, `h8i9`. `protocol.md` describes the dialogue.

mod exploring;
mod learning;
mod library;
pub mod limits;

pub use exploring::{GamesThrough, LookUp, Prove, Threats};
pub use learning::{Puzzles, TraceSearch, Try};
pub use library::{DatabasePart, DatabaseUpload, FilePart, LookInLibrary, OpenLibrary};
pub(crate) use limits::{MAX_DATABASE, MAX_FILE, MAX_LIBRARY, MAX_MOVES, MAX_TEXT, PART};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A message of the page.
#[derive(Debug, Deserialize)]
pub struct PageRequest {
    /// Repeated in the answers.
    pub id: u64,
    /// The request.
    #[serde(flatten)]
    pub question: Question,
}

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "ask", content = "with", rename_all = "snake_case")]
pub enum Question {
    /// Outcome and forbidden points of a position.
    Judge(Judge),
    /// A move of the engine.
    Think(Think),
    /// Live lines until the position is decided or something else is asked.
    Analyze(Analyze),
    /// Analysis of each move of a game.
    Review(Review),
    /// A win by threats.
    Solve(Solve),
    /// A win by any moves, with the proof.
    Prove(Prove),
    /// What both sides threaten.
    Threats(Threats),
    /// One or two stones that balance the position.
    Balance(Balance),
    /// The opening rules that there are.
    Openings(Nothing),
    /// What is due next in an opening.
    Opening(OpeningActs),
    /// What the engine does next in an opening.
    Negotiate(Negotiate),
    /// Parses a game.
    Open(Open),
    /// Writes a game as text.
    Save(Save),
    /// An animated picture of a game.
    Picture(Drawing),
    /// Name and size of the database.
    Database(Nothing),
    /// Opens a database, or a book, from a file.
    OpenDatabase(DatabaseUpload),
    /// A part of a copy of the database that was opened.
    SaveDatabase(DatabasePart),
    /// Closes it.
    CloseDatabase(Nothing),
    /// What the database knows of a position.
    LookUp(LookUp),
    /// What the book in the program knows of a position.
    LookInBook(LookUp),
    /// The games of the database that went through a position.
    GamesThrough(GamesThrough),
    /// Writes the comment and the label of a position into the database.
    Annotate(Annotate),
    /// Reads a library of RenLib, which stays with the server.
    OpenLibrary(OpenLibrary),
    /// What an open library says of a position.
    LookInLibrary(LookInLibrary),
    /// Puzzles: those in the program, or of a text.
    Puzzles(Puzzles),
    /// What a move tried in a puzzle is worth, and the answer to it.
    Try(Try),
    /// The tree of a search on a small game, step by step.
    Trace(TraceSearch),
    /// Stops the running search.
    Stop(Nothing),
}

impl Question {
    /// Whether the answer takes a search, which a later request stops.
    pub fn needs_search(&self) -> bool {
        matches!(
            self,
            Self::Think(_)
                | Self::Analyze(_)
                | Self::Review(_)
                | Self::Solve(_)
                | Self::Prove(_)
                | Self::Balance(_)
                | Self::Negotiate(_)
                | Self::Try(_)
        )
    }
}

/// An empty object.
#[derive(Debug, Deserialize)]
pub struct Nothing {}

/// A game before its first move.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Start {
    /// The rule's name.
    pub rule: String,
    /// Columns, 5 to 120.
    pub width: usize,
    /// Rows, 5 to 120.
    pub height: usize,
    /// Black's stones before the first move.
    #[serde(default)]
    pub black: String,
    /// White's.
    #[serde(default)]
    pub white: String,
    /// Cells that nobody may play on.
    #[serde(default)]
    pub blocked: String,
    /// Who makes the first move, `black` or `white`.
    #[serde(default = "black")]
    pub first: String,
}

/// A position and the moves that led to it, as in the page's address.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// What stood before the moves.
    #[serde(flatten)]
    pub start: Start,
    /// The moves; `--` is a pass.
    #[serde(default)]
    pub moves: String,
}

fn black() -> String {
    "black".to_owned()
}

/// See [`Question::Judge`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// The position.
    pub position: Position,
}

/// See [`Question::Think`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Think {
    /// The position.
    pub position: Position,
    /// 1 to 10.
    pub level: u8,
    /// Time for the move.
    pub time_ms: u64,
    /// Time left on the player's clock.
    pub left_ms: Option<u64>,
    /// MiB of the search's table; 0: what fits.
    #[serde(default)]
    pub memory: usize,
}

/// See [`Question::Analyze`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    /// The position.
    pub position: Position,
    /// 1 to 10.
    pub lines: usize,
    /// Threads; 0: all free ones.
    #[serde(default)]
    pub threads: usize,
    /// MiB of the search's table; 0: what fits.
    #[serde(default)]
    pub memory: usize,
    /// Points excluded as first moves.
    #[serde(default)]
    pub blocked: Vec<u16>,
}

/// See [`Question::Review`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Review {
    /// The game.
    pub position: Position,
    /// Time for each move.
    pub time_ms: u64,
    /// Threads; 0: all free ones.
    #[serde(default)]
    pub threads: usize,
    /// MiB of the search's table; 0: what fits.
    #[serde(default)]
    pub memory: usize,
}

/// See [`Question::Solve`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    /// The position.
    pub position: Position,
    /// `vcf` or `vct`.
    pub goal: String,
    /// Time limit.
    pub time_ms: u64,
}

/// See [`Question::Balance`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Balance {
    /// The position.
    pub position: Position,
    /// 1 or 2.
    pub stones: usize,
    /// Excluded points.
    #[serde(default)]
    pub blocked: Vec<u16>,
    /// Time limit.
    pub time_ms: u64,
}

/// See [`Question::Opening`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningActs {
    /// The position, whose stones are those of the acts.
    pub position: Position,
    /// The opening rule by the name of `tengen play --opening`.
    pub opening: String,
    /// What was done so far: points, `black`, `white`, `more`, `offer` and numbers.
    #[serde(default)]
    pub acts: Vec<String>,
}

/// See [`Question::Negotiate`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Negotiate {
    /// The position, whose stones are those of the acts.
    pub position: Position,
    /// The opening rule by the name of `tengen play --opening`.
    pub opening: String,
    /// What was done so far, as in [`OpeningActs::acts`].
    #[serde(default)]
    pub acts: Vec<String>,
    /// Time limit.
    pub time_ms: u64,
}

/// See [`Question::Annotate`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotate {
    /// The position.
    pub position: Position,
    /// New label; empty: none. Without the field the label stays.
    pub label: Option<String>,
    /// New comment; empty: none. Without the field the comment stays.
    pub comment: Option<String>,
}

/// See [`Question::Open`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// A pasted text; empty for a file.
    #[serde(default)]
    pub text: String,
    /// The bytes of a file in base64.
    #[serde(default)]
    pub data: String,
    /// The file's name.
    #[serde(default)]
    pub name: String,
    /// Number of the game in a file of several, from 1.
    pub game: Option<usize>,
    /// The encoding of its texts, where a guess was wrong.
    #[serde(default)]
    pub encoding: Option<String>,
    /// How many games from there on, for `several` with the games themselves.
    pub count: Option<usize>,
    /// Rule of a text that names none.
    pub rule: String,
    /// Columns of a board that the text does not name.
    pub width: usize,
    /// The rows.
    pub height: usize,
}

/// See [`Question::Save`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The game.
    pub game: WireTree,
    /// Those that follow it in the file; SGF alone holds several.
    #[serde(default)]
    pub more: Vec<WireTree>,
    /// A format of `tengen formats` that is written, by its name.
    pub format: String,
}

/// See [`Question::Picture`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The game; it is drawn up to its current move.
    pub game: WireTree,
}

/// A game with variations.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WireTree {
    /// What stood before the moves.
    #[serde(flatten)]
    pub start: Start,
    /// Black's and White's name.
    pub names: [String; 2],
    /// Result, `black`, `white` or `draw`: of the main line in an opened game and for SGF, else of the line through the
    /// current node.
    #[serde(default)]
    pub result: Option<String>,
    /// The root, then one node per move, parents first.
    pub nodes: Vec<TreeNode>,
    /// What else is known of the game, by SGF's names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// The node shown; formats without variations save the line through it.
    pub current: usize,
}

/// A move of a [`WireTree`].
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// Number of the node before; 0 for the root itself.
    pub parent: usize,
    /// The move; empty for the root.
    pub r#move: String,
    /// Comment on the move.
    #[serde(default)]
    pub comment: String,
    /// Milliseconds that the move took.
    #[serde(default)]
    pub time: u64,
    /// What is drawn on the board after the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<WireSign>,
    /// Arrows on the board after the move: points from and to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<[String; 2]>,
    /// What else SGF says of the position, by name, with the values as they were written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<(String, Vec<String>)>,
}

/// A text or a mark on a point.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WireSign {
    /// The point.
    pub point: String,
    /// The text; empty for a mark.
    #[serde(default)]
    pub text: String,
    /// `cross`, `triangle`, `square` or `circle`; empty for a text.
    #[serde(default)]
    pub mark: String,
}
