//! The page's requests as JSON. Points in lists are numbers, row by row from the top left; positions and games hold
//! them as text, `h8i9`. `protocol.md` describes the messages.

mod exploring;
mod learning;
mod library;
pub mod limits;

pub use exploring::{AtPosition, Prove};
pub use learning::{Puzzles, TraceSearch, Try};
pub use library::{DatabasePart, DatabaseUpload, FilePart, FileStart, LookInLibrary, OpenLibrary};
pub(crate) use limits::{MAX_DATABASE, MAX_FILE, MAX_LIBRARY, MAX_MOVES, MAX_TEXT, PART};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A message of the page.
#[derive(Debug, Deserialize)]
pub struct PageRequest {
    /// Number of the request, repeated in its answers.
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
    Judge(AtPosition),
    /// A move of the engine.
    Think(Think),
    /// Live lines until the position is decided or another request arrives.
    Analyze(Analyze),
    /// Analysis of each move of a game.
    Review(Review),
    /// A win by threats.
    Solve(Solve),
    /// A win by any moves, with the proof.
    Prove(Prove),
    /// The threats of both sides.
    Threats(AtPosition),
    /// One or two stones that balance the position.
    Balance(Balance),
    /// The supported opening rules.
    Openings(Nothing),
    /// The next act of an opening.
    Opening(OpeningActs),
    /// The engine's next acts in an opening.
    Negotiate(Negotiate),
    /// The request that opens a file.
    Recognize(FileStart),
    /// Parses a game.
    Open(Open),
    /// Writes a game as text.
    Save(Save),
    /// An animated picture of a game.
    Picture(Drawing),
    /// Name and size of the database.
    Database(Nothing),
    /// Opens a database or a book from a file.
    OpenDatabase(DatabaseUpload),
    /// A part of a copy of the page's database.
    SaveDatabase(DatabasePart),
    /// Closes the page's database.
    CloseDatabase(Nothing),
    /// The database's entry of a position.
    LookUp(AtPosition),
    /// The built-in book's entry of a position.
    LookInBook(AtPosition),
    /// The database's games that reached a position.
    GamesThrough(AtPosition),
    /// Writes the comment and the label of a position into the database.
    Annotate(Annotate),
    /// Reads a RenLib library, which stays open in the server.
    OpenLibrary(OpenLibrary),
    /// An open library's content for a position.
    LookInLibrary(LookInLibrary),
    /// The built-in puzzles, or those of a text.
    Puzzles(Puzzles),
    /// The result of a move tried in a puzzle, and the answer to it.
    Try(Try),
    /// The tree of a search on a small game, step by step.
    Trace(TraceSearch),
    /// Stops the running search.
    Stop(Nothing),
}

impl Question {
    /// Whether the answer needs a search, which a later request stops.
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
    /// White's stones before the first move.
    #[serde(default)]
    pub white: String,
    /// Cells that cannot be played on.
    #[serde(default)]
    pub blocked: String,
    /// The side that moves first, `black` or `white`.
    #[serde(default = "black")]
    pub first: String,
}

/// A position and the moves that led to it, as in the page's address.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// The position before the moves.
    #[serde(flatten)]
    pub start: Start,
    /// The moves; `--` is a pass.
    #[serde(default)]
    pub moves: String,
}

fn black() -> String {
    "black".to_owned()
}

/// See [`Question::Think`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Think {
    /// The position.
    pub position: Position,
    /// Level of play, 1 to 10.
    pub level: u8,
    /// Time for the move.
    pub time_ms: u64,
    /// Time left on the player's clock.
    pub left_ms: Option<u64>,
    /// MiB of the search's table; 0: half of the free memory.
    #[serde(default)]
    pub memory: usize,
}

/// See [`Question::Analyze`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Analyze {
    /// The position.
    pub position: Position,
    /// Number of lines, 1 to 10.
    pub lines: usize,
    /// Number of threads; 0: all free ones.
    #[serde(default)]
    pub threads: usize,
    /// MiB of the search's table; 0: half of the free memory.
    #[serde(default)]
    pub memory: usize,
    /// Depth that ends the search; 0: no limit.
    #[serde(default)]
    pub depth: u32,
    /// Milliseconds after which the search ends; 0: no limit.
    #[serde(default)]
    pub time_ms: u64,
    /// Nodes of all threads after which the search ends; 0: no limit.
    #[serde(default)]
    pub nodes: u64,
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
    /// Number of threads; 0: all free ones.
    #[serde(default)]
    pub threads: usize,
    /// MiB of the search's table; 0: half of the free memory.
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
    /// Number of stones, 1 or 2.
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
    /// The position; its stones must be those of the acts.
    pub position: Position,
    /// The opening rule's name, as in `tengen play --opening`.
    pub opening: String,
    /// The acts so far: points, `black`, `white`, `more`, `offer` and numbers.
    #[serde(default)]
    pub acts: Vec<String>,
}

/// See [`Question::Negotiate`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Negotiate {
    /// The position, and the opening up to it.
    #[serde(flatten)]
    pub opening: OpeningActs,
    /// Time limit.
    pub time_ms: u64,
}

/// See [`Question::Annotate`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Annotate {
    /// The position.
    pub position: Position,
    /// New label; empty: none; `None`: the label stays.
    pub label: Option<String>,
    /// New comment; empty: none; `None`: the comment stays.
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
    /// Encoding of the texts, if the guess was wrong.
    #[serde(default)]
    pub encoding: Option<String>,
    /// Whether all games of the file are wanted.
    #[serde(default)]
    pub all: bool,
    /// Rule for a text that states none.
    pub rule: String,
    /// Columns for a text that states no size.
    pub width: usize,
    /// Rows for a text that states no size.
    pub height: usize,
}

/// See [`Question::Save`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Save {
    /// The game.
    pub game: WireTree,
    /// The following games in the file; only SGF holds several.
    #[serde(default)]
    pub more: Vec<WireTree>,
    /// Name of a writable format of `tengen formats`.
    pub format: String,
}

/// See [`Question::Picture`].
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawing {
    /// The game; the picture ends with its current move.
    pub game: WireTree,
}

/// A game with variations.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct WireTree {
    /// The position before the moves.
    #[serde(flatten)]
    pub start: Start,
    /// Black's and White's names.
    pub names: [String; 2],
    /// Result, `black`, `white` or `draw`: of the main line in an opened game and in SGF, else of the line through the
    /// current node.
    #[serde(default)]
    pub result: Option<String>,
    /// The root, then one node per move; parents come first.
    pub nodes: Vec<TreeNode>,
    /// Further facts about the game, by SGF name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tags: BTreeMap<String, String>,
    /// The node shown; formats without variations save the line through it.
    pub current: usize,
}

/// A move of a [`WireTree`].
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TreeNode {
    /// Index of the previous node; 0 for the root itself.
    pub parent: usize,
    /// The move; empty for the root.
    pub r#move: String,
    /// Comment on the move.
    #[serde(default)]
    pub comment: String,
    /// Milliseconds that the move took.
    #[serde(default)]
    pub time: u64,
    /// Signs on the board after the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signs: Vec<WireSign>,
    /// Arrows on the board after the move: points from and to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub arrows: Vec<[String; 2]>,
    /// Further SGF properties of the position by name, with their values verbatim.
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
