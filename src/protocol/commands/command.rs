//! The commands of the protocol.

use crate::play::OpeningRule;

/// A command of the protocol, its argument still as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// New game on a square board.
    Start,
    /// New game on a rectangle.
    RectStart,
    /// New game on the same board.
    Restart,
    /// The engine opens the game.
    Begin,
    /// The opponent has moved.
    Turn,
    /// The lines up to `DONE` belong to this command.
    Block(BlockKind),
    /// Takes the last stone back.
    Takeback,
    /// Dictates the engine's next move.
    Play,
    /// A setting.
    Info,
    /// Answer now.
    Stop,
    /// Lists the forbidden points.
    YxShowForbid,
    /// Yixin-Board introduces itself.
    YxShowInfo,
    /// Several best lines, then the best move.
    YxNbest,
    /// Every line that may defend, then the best move.
    YxSearchDefend,
    /// The move that makes the game even.
    YxBalanceOne,
    /// The two moves that make the game even.
    YxBalanceTwo,
    /// Every move may be played again.
    YxBlockReset,
    /// Clears the transposition table and the histories.
    YxHashClear,
    /// The transposition table's size.
    YxShowHashUsage,
    /// A step of Yixin-Board's swap2 dialogue, about the stones on the board.
    YxSwap2Step(Swap2Step),
    /// A step of the Soosõrv opening, 1 to 6.
    YxSoosorvStep(u8),
    /// What to do in an opening, by its rule and what was done so far.
    Negotiate,
    /// The line that follows, or the argument, names a database of positions.
    YxSetDatabase,
    /// Confirms that the database is on the disk.
    YxSaveDatabase,
    /// Reads the whole database.
    YxCheckDatabase,
    /// Accepted without effect.
    Ignored,
    /// The next line names a file; not supported.
    UnsupportedFile,
    /// Name, version and authors.
    About,
    /// Ends the program.
    End,
}

/// A step of Yixin-Board's swap2 dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// Propose three stones.
    Propose,
    /// Answer three stones.
    AnswerThree,
    /// Choose a side after five stones.
    AnswerFive,
}

/// A step of Yixin-Board's Soosõrv dialogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SoosorvStep {
    /// The three stones.
    Propose,
    /// Whether to swap after three stones.
    SwapThree,
    /// The fourth stone and the number of fifths.
    Fourth,
    /// Whether to swap after four stones, with this number of fifths.
    SwapFour(usize),
    /// The fifths, this many.
    Fifths(usize),
    /// The choice of a fifth: the stones after the fourth are those offered.
    Choose,
}

/// The meaning of a block of lines up to `DONE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// `BOARD`: take the position over and think.
    Board,
    /// `YXBOARD`: take the position over.
    YxBoard,
    /// `SWAP2BOARD` and the other openings.
    Opening(OpeningRule),
    /// A step of the Soosõrv opening.
    Soosorv(SoosorvStep),
    /// What was done so far in an opening.
    Negotiate(OpeningRule),
    /// `YXBLOCK`: moves that may not be played.
    Exclude,
    /// `YXBLOCKUNDO`: moves that may be played again.
    Readmit,
    /// Moves from the empty board to a position of the database.
    Database(DatabaseCommand),
    /// Read to its end and refused.
    Refused,
}

/// What is asked of the database about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseCommand {
    /// Every known move.
    QueryAll,
    /// The position itself.
    QueryOne,
    /// Its comment.
    QueryText,
    /// Every known move and the comment.
    QueryAllText,
    /// New label, value and depth.
    EditRecord,
    /// A new comment.
    EditText,
    /// A new label of a move.
    EditLabel,
    /// Forget the position.
    DeleteOne,
    /// Forget the positions after it.
    DeleteAll,
}

impl DatabaseCommand {
    /// Whether it changes the database.
    pub fn writes(self) -> bool {
        !matches!(self, Self::QueryAll | Self::QueryOne | Self::QueryText | Self::QueryAllText)
    }

    /// Whether text stands behind the command, or else on the block's first line.
    pub fn has_text(self) -> bool {
        matches!(self, Self::EditRecord | Self::EditText | Self::EditLabel)
    }
}
