//! The server's answers as JSON. Points are numbers as in `question/`; `protocol.md` describes the dialogue.

mod error;
mod exploring;
mod learning;
mod reason;

use crate::question::WireTree;
pub use error::{ErrorCode, RequestError};
pub use exploring::{PassedGame, ProofMove, ShownEntry, ShownMove};
pub use learning::{TracedMove, WirePuzzle};
pub use reason::{Reason, ReasonValue};
use serde::Serialize;
use tengen_game::formats::LostParts;

/// A message of the server.
#[derive(Debug, Serialize)]
pub struct Response<'a> {
    /// The request's number; `None` when it could not be read.
    pub id: Option<u64>,
    /// The answer.
    #[serde(flatten)]
    pub answer: &'a ServerAnswer,
}

/// An answer. `Lines` and `Progress` precede the last answer of a request.
#[derive(Debug, Serialize)]
#[serde(tag = "say", content = "with", rename_all = "snake_case")]
pub enum ServerAnswer {
    /// Answers `judge`.
    Judged {
        /// `black`, `white` or `draw` when the game is over.
        outcome: Option<&'static str>,
        /// The winning line.
        line: Vec<u16>,
        /// Points where the side to move may not play.
        forbidden: Vec<u16>,
        /// Why each of them is forbidden: `overline`, `double_four` or `double_three`.
        reasons: Vec<&'static str>,
    },
    /// Answers `think`.
    Move {
        /// The move.
        point: u16,
        /// The principal variation, beginning with the move.
        line: Vec<u16>,
        /// Score as text: `12`, `+M5`.
        score: String,
        /// The side to move's expected share of the points, 0 to 1.
        share: f32,
    },
    /// Precedes `analyzed`, at most ten times a second.
    Lines(Lines),
    /// Ends `analyze`.
    Analyzed(Lines),
    /// Precedes `reviewed` and `proved`.
    Progress {
        /// Number of moves analyzed, or of positions proved, so far.
        done: usize,
    },
    /// Ends `review`.
    Reviewed {
        /// Black's share after 0, 1, 2 … moves.
        shares: Vec<f32>,
        /// One entry per move.
        moments: Vec<ReviewedMove>,
    },
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
        /// The winner's stones to the five at the most.
        stones: usize,
        /// The position, and the moves behind it.
        moves: Vec<ProofMove>,
        /// Whether the proof has more moves than these.
        is_cut: bool,
        /// The certificate as `tengen prove --check` reads it, in base64.
        certificate: String,
    },
    /// Answers `threats`.
    Threatened {
        /// Black's.
        black: SideThreats,
        /// White's.
        white: SideThreats,
        /// The win by fours that the opponent of the side to move would have if it were his move; empty without one.
        win: Vec<u16>,
    },
    /// Answers `balance`.
    Balanced {
        /// The stones.
        stones: Vec<u16>,
        /// Whether the score after them is even, and likely to stay so in deeper searches.
        is_even: bool,
        /// Score after them as text, for the side to move before them: `12`; `won` and `lost` where it is decided.
        score: String,
        /// The share of the points that this side expects then, 0 to 1.
        share: f32,
    },
    /// Answers `openings`.
    Openings {
        /// The opening rules that there are.
        rules: Vec<OpeningKind>,
        /// The most fifth stones of any of them.
        most_fifths: usize,
    },
    /// Answers `opening`.
    Stage(Stage),
    /// Answers `negotiate`.
    Negotiated {
        /// What the engine does, one act after the other.
        acts: Vec<String>,
    },
    /// Answers `database`, `open_database` and `close_database`.
    Database {
        /// File name; `None` without a database.
        name: Option<String>,
        /// Number of positions.
        positions: u64,
        /// Whether `annotate` is allowed.
        writable: bool,
        /// Whether the page may open another one.
        opens: bool,
        /// What is wrong with a file that was opened.
        #[serde(skip_serializing_if = "Option::is_none")]
        damage: Option<Reason>,
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
        /// The first of the games.
        games: Vec<PassedGame>,
        /// Whether there may be more.
        more: bool,
    },
    /// Answers `open`.
    Opened {
        /// The game.
        #[serde(flatten)]
        tree: WireTree,
        /// Whether the file says the rule of the game; otherwise it is the one that was asked with.
        names_rule: bool,
        /// What was left out of the file, or guessed.
        warnings: Vec<Reason>,
        /// The encoding that the texts were read in, where they might be read in another one.
        #[serde(skip_serializing_if = "Option::is_none")]
        encoding: Option<&'static str>,
    },
    /// Answers `open` for a file of several games.
    Several {
        /// Number of games.
        count: usize,
        /// The first of them in a few words.
        titles: Vec<String>,
        /// Those that were asked for.
        games: Vec<WireTree>,
    },
    /// Answers `save`.
    Saved {
        /// Content of the file, when it is text.
        #[serde(skip_serializing_if = "Option::is_none")]
        text: Option<String>,
        /// Otherwise its bytes in base64.
        #[serde(skip_serializing_if = "Option::is_none")]
        data: Option<String>,
        /// The extension of its name.
        extension: &'static str,
        /// What the format has no place for.
        #[serde(skip_serializing_if = "LostParts::is_empty")]
        losses: LostParts,
    },
    /// Answers `picture`.
    Drawn {
        /// The animated picture as GIF in base64.
        gif: String,
        /// Texts on the board that it lacks.
        missing: usize,
    },
    /// Answers `open_library` and `open_database` for a part of a file that more parts follow.
    Received {
        /// Bytes of all parts so far.
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
        /// `done` after the five, `goes_on` where the win goes on, `held`; `wrong`, or `open` where no win was found.
        result: &'static str,
        /// What the opponent plays now.
        reply: Option<u16>,
        /// The opponent's win, where that is why the move is wrong.
        line: Vec<u16>,
    },
    /// Answers `trace`.
    Traced {
        /// The positions in the order in which the search came to them, the first one first.
        nodes: Vec<TracedMove>,
    },
    /// Answers `stop`.
    Stopped,
    /// Answers a request that failed; nothing has changed.
    Error {
        /// Kind of error; the page has a translated sentence for each.
        code: ErrorCode,
        /// The reason in English.
        message: String,
        /// The reason, where it says more than the code.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<Reason>,
        /// Of a position, the number of the first move that cannot be made, from 1.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<usize>,
    },
}

/// An opening rule.
#[derive(Debug, Serialize)]
pub struct OpeningKind {
    /// Its name, without the number of fifth stones.
    pub name: String,
    /// The usual number of fifth stones, where the name ends with a number: `soosorv-8`.
    pub fifths: Option<usize>,
    /// Whether it is one of renju's.
    pub renju: bool,
}

/// What is due next in an opening.
#[derive(Debug, Serialize)]
pub struct Stage {
    /// `stone`, `side`, `number`, `offer` or `pick`; `None` when the opening is over.
    pub due: Option<&'static str>,
    /// Who acts: `first` or `second`.
    pub player: Option<&'static str>,
    /// The color of the first player now, `black` or `white`.
    pub first: &'static str,
    /// What may be done instead of taking a side: `more` or `offer`.
    pub instead: Option<&'static str>,
    /// Stones that the player puts down, or offers, before anything else is due.
    pub left: usize,
    /// The number of fifth stones, where it is known; the largest one where it is due.
    pub fifths: Option<usize>,
    /// The fifth stones offered so far.
    pub offers: Vec<u16>,
    /// Empty points that the opening does not allow now.
    pub closed: Vec<u16>,
    /// Code and name of the renju opening that the first three stones are.
    pub name: Option<String>,
}

/// State of an analysis.
#[derive(Debug, Default, Serialize)]
pub struct Lines {
    /// Best first.
    pub lines: Vec<LiveLine>,
    /// Depth of the last finished iteration.
    pub depth: i32,
    /// Nodes.
    pub nodes: u64,
    /// Elapsed milliseconds.
    pub time_ms: u64,
}

/// A line of an analysis.
#[derive(Debug, Serialize)]
pub struct LiveLine {
    /// The moves.
    pub moves: Vec<u16>,
    /// Score as text: `12`, `+M5`; `won` and `lost` when unproven.
    pub score: String,
    /// The side to move's expected share of the points, 0 to 1.
    pub share: f32,
}

/// The empty points where a stone of one side would make something.
#[derive(Debug, Serialize)]
pub struct SideThreats {
    /// A five.
    pub fives: Vec<u16>,
    /// An open four.
    pub open_fours: Vec<u16>,
}

/// A move of a reviewed game.
#[derive(Debug, Serialize)]
pub struct ReviewedMove {
    /// Number of the move, from 1.
    pub number: usize,
    /// The best line instead of the move.
    pub best: Vec<u16>,
    /// Share of the player who moved, with the best move.
    pub before: f32,
    /// The same after the move played.
    pub after: f32,
    /// Whether it is one of the costliest moves.
    pub turn: bool,
    /// Whether it gave a winning position away.
    pub misses_win: bool,
    /// Number of own stones to the five in the best line, when it wins.
    pub win_in: Option<i32>,
}

/// A library of RenLib that was opened.
#[derive(Debug, Serialize)]
pub struct LibraryFacts {
    /// Its name here; the same for the same bytes.
    pub library: String,
    /// The file's name.
    pub name: String,
    /// Moves and texts on the board alone.
    pub moves: usize,
    /// Different positions.
    pub positions: usize,
    /// Moves with comments or texts on the board.
    pub comments: usize,
    /// Encoding of the texts.
    pub encoding: String,
    /// What is wrong with the file, in English.
    pub damage: Option<Reason>,
    /// The moves up to where the library says that the game begins; often none.
    pub start: String,
}

/// What a library says of a position.
#[derive(Debug, Default, Serialize)]
pub struct LibraryPosition {
    /// How many places of the tree have it; 0 where it is not in the library.
    pub places: usize,
    /// The comments of those that lie as the board does.
    pub comment: String,
    /// The comments of the others, where the position is turned or mirrored: points that they name are those of that image.
    pub turned_comment: String,
    /// Whether one of them is marked.
    pub marked: bool,
    /// The moves of all of them, as they lie on the board that was asked for.
    pub moves: Vec<LibraryMove>,
}

/// A move in a library, or a text on the board.
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
    /// There is a text, and no move.
    pub text_only: bool,
}

impl From<RequestError> for ServerAnswer {
    fn from(error: RequestError) -> Self {
        let RequestError { code, message, detail, number } = error;
        // The answer has the sentence itself.
        let reason = detail.then(|| Reason { message: String::new(), ..Reason::from(message.clone()) });
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
