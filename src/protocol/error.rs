//! Errors of commands: the text after `ERROR`.

use tengen::base::{BoardSize, Rule, RuleError};
use tengen::play::{OpeningError, OpeningRule, OpeningRuleError, OpeningStage};
use thiserror::Error;

/// Why a command is refused. The message names what is wrong and what is expected; a refused command changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CommandError {
    #[error("no board: expected START or RECTSTART first")]
    NoBoard,
    #[error("'{0}' is not a board size: expected a side from {min} to {max}, as in START 15", min = BoardSize::MIN, max = BoardSize::MAX)]
    BoardSize(String),
    #[error("'{0}' is not a board size: expected width,height from {min} to {max}, as in RECTSTART 20,15", min = BoardSize::MIN, max = BoardSize::MAX)]
    Rectangle(String),
    #[error(transparent)]
    Rule(#[from] RuleError),
    #[error("'{0}' is not a point: expected x,y")]
    Point(String),
    #[error("'{0}' is not a stone: expected x,y,who with who 1, 2 or 3")]
    Stone(String),
    #[error("-1,-1 is a pass: {0} has none, only renju (INFO rule 4) has")]
    Pass(Rule),
    #[error("the position is unknown since {0} was refused: expected BOARD, YXBOARD, START or RESTART")]
    UnknownPosition(&'static str),
    #[error("{0},{1} is off the {2} board")]
    OffBoard(i32, i32, BoardSize),
    #[error("{0} is occupied")]
    Occupied(String),
    #[error("{0},{1} is named twice")]
    NamedTwice(i32, i32),
    #[error("BEGIN is for an empty board: expected TURN, BOARD or RESTART")]
    BoardNotEmpty,
    #[error("the board is empty: there is no stone to take back")]
    NothingToTakeBack,
    #[error("only the last stone can be taken back: {0}")]
    NotLastStone(String),
    #[error("the board is full")]
    BoardFull,
    #[error("every move is blocked by YXBLOCK, YXBLOCKPATH or YXFORBID")]
    AllBlocked,
    #[error("'{0}' is not a number of lines: expected 1 or more, as in YXNBEST 3")]
    LineCount(String),
    #[error("'{0}' is not a score: expected a whole number, as in YXBALANCEONE 0")]
    Bias(String),
    #[error("no move leaves the game open")]
    NoBalance,
    #[error("expected {expected} stones in {command}, got {found}")]
    OpeningStones { command: &'static str, expected: String, found: usize },
    #[error("the stones on the board do not fit this step: expected {black} black and {white} white ones")]
    StepStones { black: usize, white: usize },
    #[error("'{0}' is not a number of fifth stones: expected 1 to {1}")]
    FifthCount(String, usize),
    #[error("{0} stones do not fit this step of the opening")]
    SoosorvStones(usize),
    #[error("there is no such move")]
    NoSuchMove,
    #[error("'{0}' is not a point of one side: expected add or del, x, y and the side, 0 for Black or 1 for White")]
    Forbid(String),
    #[error(transparent)]
    OpeningRule(#[from] OpeningRuleError),
    #[error("'{text}' is no part of {rule}: expected {}", expected_acts(*.rule))]
    OpeningAct { text: String, rule: OpeningRule },
    #[error(transparent)]
    Opening(#[from] OpeningError),
    #[error("a line is longer than {0} bytes")]
    LongLine(usize),
    #[error("DONE is missing: the block is dropped, the position is unchanged")]
    BlockUnfinished,
    #[error("the file name is missing: expected it behind {0} or on the next line")]
    NoFileName(&'static str),
    #[error("the file name is not in UTF-8: expected one that is")]
    FileNameEncoding,
    #[error("no database: expected YXSETDATABASE and a file name first")]
    NoDatabase,
    #[error("the database is read-only (INFO database_readonly)")]
    DatabaseReadOnly,
    #[error("{0}")]
    Database(String),
    #[error("the quotation mark that closes the comment is missing")]
    CommentNotClosed,
    #[error("'{0}' is not a database record: expected mask label value depth")]
    DatabaseRecord(String),
    #[error(
        "'{0}' is not a kind of positions: expected w, l, wl, wld, nonwl, nonwld, wlnostep or wlinstep n, with or without \
         'recursive', or nothing"
    )]
    DatabaseKind(String),
    #[error("not supported: Tengen has no marks for best moves")]
    UnsupportedBlock,
    #[error("not supported: Tengen reads and writes no such files; `tengen db` exports, imports and merges databases")]
    UnsupportedFile,
}

/// The acts that an opening rule has: `x,y, BLACK or WHITE`.
fn expected_acts(rule: OpeningRule) -> String {
    let stages = rule.stages();
    let mut acts = vec!["x,y".to_owned()];
    if stages.iter().any(|stage| matches!(stage, OpeningStage::Side(..))) {
        acts.extend(["BLACK", "WHITE"].map(str::to_owned));
    }
    acts.extend(rule.instead_word().map(str::to_ascii_uppercase));
    if stages.iter().any(|stage| matches!(stage, OpeningStage::Number(..))) {
        acts.push("a number from 1 on".to_owned());
    }
    match acts.split_last() {
        Some((last, rest @ [_, ..])) => format!("{} or {last}", rest.join(", ")),
        _ => acts.concat(),
    }
}
