//! The server's answers as JSON. Points are numbers as in `question/`; `protocol.md` describes the messages.

mod error;
mod exploring;
mod learning;
mod reason;
mod review;

use crate::question::WireTree;
pub use error::{ErrorCode, RequestError};
pub use exploring::{PassedGame, ProofMove, ShownEntry, ShownMove};
pub use learning::{TracedMove, WirePuzzle};
pub use reason::WireReason;
pub use review::{ReviewedMove, ReviewedTurns};
use serde::Serialize;
use tengen_game::formats::LostParts;

/// A message of the server.
#[derive(Debug, Serialize)]
pub struct Response<'a> {
    /// The request's number; `None` if it could not be read.
    pub id: Option<u64>,
    /// The answer.
    #[serde(flatten)]
    pub answer: &'a ServerAnswer,
}

/// An answer. `Lines`, `Reviewing`, `Progress` and `Games` precede the last answer of a request.
#[derive(Debug, Serialize)]
#[serde(tag = "say", content = "with", rename_all = "snake_case")]
pub enum ServerAnswer {
    /// Answers `judge`.
    Judged {
        /// `black`, `white` or `draw` if the game is over.
        outcome: Option<&'static str>,
        /// The winning line.
        line: Vec<u16>,
        /// Points forbidden to the side to move.
        forbidden: Vec<u16>,
        /// Reason for each forbidden point: `overline`, `double_four` or `double_three`.
        reasons: Vec<&'static str>,
    },
    /// Answers `think`.
    Move {
        /// The move.
        point: u16,
        /// The principal variation; its first move is `point`.
        line: Vec<u16>,
        /// Score as text: `12`, `+M5`.
        score: String,
        /// Expected share of points of the side to move, 0 to 1.
        share: f32,
    },
    /// Precedes `analyzed`, at most ten times a second.
    Lines(Lines),
    /// Ends `analyze`.
    Analyzed(Lines),
    /// Precedes `proved`.
    Progress {
        /// Number of positions proved so far.
        done: usize,
    },
    /// Precedes `reviewed`.
    Reviewing {
        /// Number of the position that is searched now, from 1: the one before the last turn.
        done: usize,
        /// Reviews of the later turns.
        found: ReviewedTurns,
    },
    /// Ends `review`. If it was stopped, with the last turns only.
    Reviewed(ReviewedTurns),
    /// Answers `solve`.
    Solved {
        /// `win`, `none` (proven) or `unknown`.
        result: &'static str,
        /// The winning line.
        line: Vec<u16>,
    },
    /// Answers `prove`.
    Proved {
        /// `win`, or `unknown`.
        result: &'static str,
        /// Most stones of the winner up to the five.
        stones: usize,
        /// The position, then the moves of the proof.
        moves: Vec<ProofMove>,
        /// Whether the proof has further moves.
        is_cut: bool,
        /// The certificate in base64, for `tengen prove --check`.
        certificate: String,
    },
    /// Answers `threats`.
    Threatened {
        /// Black's threats.
        black: SideThreats,
        /// White's threats.
        white: SideThreats,
        /// Win by fours of the opponent if the side to move passed; empty without one.
        win: Vec<u16>,
    },
    /// Answers `balance`.
    Balanced {
        /// The stones.
        stones: Vec<u16>,
        /// Whether the score after the stones is even and likely to stay so in deeper searches.
        is_even: bool,
        /// Score after the stones as text, for the side to move before them: `12`; `won` and `lost` if decided.
        score: String,
        /// Expected share of points of that side, 0 to 1.
        share: f32,
    },
    /// Answers `openings`.
    Openings {
        /// The supported opening rules.
        rules: Vec<OpeningKind>,
        /// Largest number of fifth stones of any rule.
        most_fifths: usize,
    },
    /// Answers `opening`.
    Stage(Stage),
    /// Answers `negotiate`.
    Negotiated {
        /// The engine's acts, in order.
        acts: Vec<String>,
    },
    /// Answers `recognize`.
    Recognized {
        /// `library`, `database`, `foreign` (a database of another program), or `None` for any other file.
        kind: Option<&'static str>,
    },
    /// Answers `database`, `open_database` and `close_database`.
    Database {
        /// File name; `None` without a database.
        name: Option<String>,
        /// Number of positions.
        positions: u64,
        /// Whether `annotate` is allowed.
        writable: bool,
        /// Whether the page may open another database.
        opens: bool,
        /// Damage of an opened file.
        #[serde(skip_serializing_if = "Option::is_none")]
        damage: Option<WireReason>,
    },
    /// Answers `save_database`.
    DatabasePart {
        /// The part in base64.
        bytes: String,
        /// Whether more parts follow.
        more: bool,
    },
    /// Answers `look_up`, `look_in_book` and `annotate`.
    Known {
        /// The position's entry.
        entry: Option<ShownEntry>,
        /// Its known moves, best first.
        moves: Vec<ShownMove>,
    },
    /// Answers `games_through`.
    Passed {
        /// The first games.
        games: Vec<PassedGame>,
        /// Whether there may be more.
        more: bool,
    },
    /// Answers `open`.
    Opened {
        /// The game.
        #[serde(flatten)]
        tree: WireTree,
        /// Whether the file states the rule; otherwise it is that of the request.
        names_rule: bool,
        /// Warnings about parts that were left out or guessed.
        warnings: Vec<WireReason>,
        /// Encoding of the texts, if another one is possible.
        #[serde(skip_serializing_if = "Option::is_none")]
        encoding: Option<&'static str>,
    },
    /// Answers `open` for a file of several games.
    Several {
        /// Number of games.
        count: usize,
        /// Short descriptions of the first games, unless all games are wanted.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        titles: Vec<String>,
        /// Whether every game states its rule; not said if all games are wanted.
        #[serde(skip_serializing_if = "Option::is_none")]
        names_rule: Option<bool>,
        /// Warnings about games and moves that were left out or guessed.
        warnings: Vec<WireReason>,
    },
    /// Precedes `several` if all games are wanted.
    Games {
        /// The next games of the file.
        games: Vec<WireTree>,
    },
    /// Answers `save`.
    Saved {
        /// Content of the file, if it is text.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Content of the file in base64, if it is not text.
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<String>,
        /// Extension of the file's name.
        extension: &'static str,
        /// Parts that the format cannot hold.
        #[serde(skip_serializing_if = "LostParts::is_empty")]
        losses: LostParts,
    },
    /// Answers `picture`.
    Drawn {
        /// The animated picture as GIF in base64.
        gif: String,
        /// Number of texts on the board that the picture lacks.
        missing: usize,
    },
    /// Answers `open_library` and `open_database` for a part of a file that more parts follow.
    Received {
        /// Bytes of all parts received so far.
        bytes: usize,
    },
    /// Answers `open_library`.
    Library(LibraryFacts),
    /// Answers `look_in_library`.
    InLibrary(LibraryPosition),
    /// Answers `puzzles`.
    Puzzles {
        /// The puzzles.
        puzzles: Vec<WirePuzzle>,
    },
    /// Answers `try`.
    Tried {
        /// `done` after the five, `goes_on` while the win continues, `held`, `wrong`, or `open` if no win was found.
        result: &'static str,
        /// The opponent's move.
        reply: Option<u16>,
        /// The opponent's win, if it makes the move wrong.
        line: Vec<u16>,
    },
    /// Answers `trace`.
    Traced {
        /// The positions in the order of the search, the root first.
        nodes: Vec<TracedMove>,
    },
    /// Answers `stop`.
    Stopped,
    /// Answers a failed request; nothing has changed.
    Error {
        /// Kind of error; the page has a translated sentence for each.
        code: ErrorCode,
        /// The reason in English.
        message: String,
        /// The reason with its code, if it adds to `code`.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<WireReason>,
        /// For an impossible position: number of the first impossible move, from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<usize>,
    },
}

/// Receives partial answers.
pub type Sink<'a> = &'a dyn Fn(&ServerAnswer);

/// An opening rule.
#[derive(Debug, Serialize)]
pub struct OpeningKind {
    /// Name, without the number of fifth stones.
    pub name: String,
    /// Usual number of fifth stones, if the name ends in a number: `soosorv-8`.
    pub fifths: Option<usize>,
    /// Whether the rule is one of renju.
    pub renju: bool,
}

/// The next act of an opening.
#[derive(Debug, Serialize)]
pub struct Stage {
    /// `stone`, `side`, `number`, `offer` or `pick`; `None` if the opening is over.
    pub due: Option<&'static str>,
    /// The player to act, `first` or `second`.
    pub player: Option<&'static str>,
    /// The first player's current color, `black` or `white`.
    pub first: &'static str,
    /// Alternative to taking a side: `more` or `offer`.
    pub instead: Option<&'static str>,
    /// Number of stones that the player has to place or offer before the next act.
    pub left: usize,
    /// Number of fifth stones, if known; the largest one if it is to be chosen.
    pub fifths: Option<usize>,
    /// The fifth stones offered so far.
    pub offers: Vec<u16>,
    /// Empty points that the opening excludes now.
    pub closed: Vec<u16>,
    /// Code and name of the renju opening formed by the first three stones.
    pub name: Option<String>,
}

/// State of an analysis.
#[derive(Debug, Default, Serialize)]
pub struct Lines {
    /// The lines, best first.
    pub lines: Vec<LiveLine>,
    /// Depth of the last finished iteration.
    pub depth: i32,
    /// Number of nodes.
    pub nodes: u64,
    /// Elapsed milliseconds.
    pub time_ms: u64,
}

/// A line of an analysis.
#[derive(Debug, Serialize)]
pub struct LiveLine {
    /// The moves.
    pub moves: Vec<u16>,
    /// Score as text: `12`, `+M5`; `won` and `lost` if unproven.
    pub score: String,
    /// Expected share of points of the side to move, 0 to 1.
    pub share: f32,
}

/// Empty points where a stone of one side makes a threat.
#[derive(Debug, Serialize)]
pub struct SideThreats {
    /// Points that make a five.
    pub fives: Vec<u16>,
    /// Points that make an open four.
    pub open_fours: Vec<u16>,
}

/// Facts about an opened RenLib library.
#[derive(Debug, Serialize)]
pub struct LibraryFacts {
    /// Identifier of the library; the same bytes have the same one.
    pub library: String,
    /// File name.
    pub name: String,
    /// Number of moves, including nodes that only hold texts on the board.
    pub moves: usize,
    /// Number of different positions.
    pub positions: usize,
    /// Number of moves with comments or texts on the board.
    pub comments: usize,
    /// Encoding of the texts.
    pub encoding: String,
    /// Damage of the file.
    pub damage: Option<WireReason>,
    /// The moves up to the library's start mark; often none.
    pub start: String,
}

/// Content of a library for a position.
#[derive(Debug, Default, Serialize)]
pub struct LibraryPosition {
    /// Number of nodes with the position; 0 if the library lacks it.
    pub places: usize,
    /// Comments of nodes in the board's orientation.
    pub comment: String,
    /// Comments of turned or mirrored nodes; points named in them refer to that image.
    pub turned_comment: String,
    /// Whether a node is marked.
    pub marked: bool,
    /// The moves of all nodes, in the board's orientation.
    pub moves: Vec<LibraryMove>,
}

/// A move or a text on the board in a library.
#[derive(Debug, Default, Serialize)]
pub struct LibraryMove {
    /// The point.
    pub point: u16,
    /// Text on the board.
    pub label: String,
    /// First line of the comment on the position after the move.
    pub comment: String,
    /// Whether the move is marked.
    pub marked: bool,
    /// Whether there is only a text, no move.
    pub text_only: bool,
}

impl From<RequestError> for ServerAnswer {
    fn from(error: RequestError) -> Self {
        let RequestError { code, mut reason, detail, number } = error;
        // The answer itself holds the sentence.
        let message = std::mem::take(&mut reason.message);
        let reason = detail.then(|| reason.into());
        ServerAnswer::Error { code, message, reason, number }
    }
}

/// An answer as JSON.
pub fn encode(id: Option<u64>, answer: &ServerAnswer) -> String {
    serde_json::to_string(&Response { id, answer }).unwrap_or_else(|_| {
        // Answers are plain data, so this does not happen; the page would show an error.
        r#"{"id":null,"say":"error","with":{"code":"failed","message":"unwritable answer"}}"#.to_owned()
    })
}
