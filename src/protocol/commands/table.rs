//! The commands of the protocol as data: name, form, reply and help.

use super::command::{BlockKind, Command, DatabaseCommand, Swap2Step};
use crate::play::OpeningRule;

/// A command's row in the table of `protocol.md`.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// The word that begins the line, in capitals.
    pub name: &'static str,
    /// The command.
    pub command: Command,
    /// The whole form.
    pub form: &'static str,
    /// The regular reply.
    pub reply: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Whether the published protocol lacks it.
    pub extension: bool,
}

/// Every command, in the order of `protocol.md`.
pub const COMMANDS: &[CommandSpec] = &[
    standard("START", Command::Start, "START size", "OK", "new game on a square board"),
    standard("RECTSTART", Command::RectStart, "RECTSTART width,height", "OK", "new game on a rectangle"),
    standard("RESTART", Command::Restart, "RESTART", "OK", "new game on the same board"),
    standard("BEGIN", Command::Begin, "BEGIN", "x,y", "the engine opens the game"),
    standard("TURN", Command::Turn, "TURN x,y", "x,y", "the opponent's move; the engine answers"),
    standard(
        "BOARD",
        Command::Block(BlockKind::Board),
        "BOARD, x,y,who …, DONE",
        "x,y",
        "a whole position; the engine moves",
    ),
    standard(
        "SWAP2BOARD",
        Command::Block(BlockKind::Opening(OpeningRule::Swap2)),
        "SWAP2BOARD, x,y …, DONE",
        "x,y x,y x,y or SWAP or x,y or x,y x,y",
        "a step of the swap2 opening",
    ),
    standard("TAKEBACK", Command::Takeback, "TAKEBACK x,y", "OK", "takes the last stone back"),
    standard("PLAY", Command::Play, "PLAY x,y", "x,y", "dictates the engine's move"),
    standard("INFO", Command::Info, "INFO key value", "none", "a setting"),
    standard("ABOUT", Command::About, "ABOUT", "name=…, version=…, …", "name, version and authors"),
    standard("END", Command::End, "END", "none", "ends the program"),
    extension(
        "SWAPBOARD",
        Command::Block(BlockKind::Opening(OpeningRule::Swap)),
        "SWAPBOARD, x,y …, DONE",
        "x,y x,y x,y or SWAP or x,y",
        "a step of the swap opening",
    ),
    extension(
        "SWAP1STBOARD",
        Command::Block(BlockKind::Opening(OpeningRule::Swap1)),
        "SWAP1STBOARD, x,y …, DONE",
        "x,y or SWAP",
        "a step of the opening with a swap after the first stone",
    ),
    extension(
        "PROBOARD",
        Command::Block(BlockKind::Opening(OpeningRule::Pro)),
        "PROBOARD, x,y …, DONE",
        "x,y",
        "a step of the pro opening",
    ),
    extension(
        "LONGPROBOARD",
        Command::Block(BlockKind::Opening(OpeningRule::LongPro)),
        "LONGPROBOARD, x,y …, DONE",
        "x,y",
        "a step of the long pro opening",
    ),
    extension(
        "YXBOARD",
        Command::Block(BlockKind::YxBoard),
        "YXBOARD, x,y,who …, DONE",
        "none",
        "a whole position, without a move",
    ),
    extension("STOP", Command::Stop, "STOP", "none of its own", "answer now"),
    extension("YXSTOP", Command::Stop, "YXSTOP", "none of its own", "answer now"),
    extension("YXSHOWFORBID", Command::YxShowForbid, "YXSHOWFORBID", "FORBID xxyy….", "lists the forbidden points"),
    extension(
        "YXSHOWINFO",
        Command::YxShowInfo,
        "YXSHOWINFO",
        "MESSAGE INFO MAX_THREAD_NUM n, MESSAGE INFO MAX_HASH_SIZE m (2^m KB)",
        "Yixin-Board introduces itself: points are row,column from here on",
    ),
    extension("YXNBEST", Command::YxNbest, "YXNBEST n", "x,y", "searches the best `n` lines and plays the best"),
    extension(
        "YXSEARCHDEFEND",
        Command::YxSearchDefend,
        "YXSEARCHDEFEND",
        "x,y",
        "searches every line, names the moves that do not lose, plays the best",
    ),
    extension(
        "YXBALANCEONE",
        Command::YxBalanceOne,
        "YXBALANCEONE bias",
        "x,y",
        "plays the move that makes the game even",
    ),
    extension(
        "YXBALANCETWO",
        Command::YxBalanceTwo,
        "YXBALANCETWO bias",
        "x,y x,y",
        "plays the two moves that make the game even",
    ),
    extension(
        "YXBLOCK",
        Command::Block(BlockKind::Exclude),
        "YXBLOCK, x,y …, DONE",
        "none",
        "moves that may not be played",
    ),
    extension(
        "YXBLOCKUNDO",
        Command::Block(BlockKind::Readmit),
        "YXBLOCKUNDO, x,y …, DONE",
        "none",
        "moves that may be played again",
    ),
    extension("YXBLOCKRESET", Command::YxBlockReset, "YXBLOCKRESET", "none", "every move may be played again"),
    extension(
        "YXHASHCLEAR",
        Command::YxHashClear,
        "YXHASHCLEAR",
        "none",
        "clears the transposition table and the histories",
    ),
    extension(
        "YXSHOWHASHUSAGE",
        Command::YxShowHashUsage,
        "YXSHOWHASHUSAGE",
        "MESSAGE hash size n KB",
        "the size that the transposition table may grow to",
    ),
    extension(
        "YXSWAP2STEP1",
        Command::YxSwap2Step(Swap2Step::Propose),
        "YXSWAP2STEP1",
        "MESSAGE SWAP2 MOVE1 x y, … MOVE3 x y",
        "swap2: proposes three stones",
    ),
    extension(
        "YXSWAP2STEP2",
        Command::YxSwap2Step(Swap2Step::AnswerThree),
        "YXSWAP2STEP2",
        "MESSAGE SWAP2 SWAP1 YES or NO, or MESSAGE SWAP2 MOVE4 x y, … MOVE5 x y",
        "swap2: answers three stones",
    ),
    extension(
        "YXSWAP2STEP3",
        Command::YxSwap2Step(Swap2Step::AnswerFive),
        "YXSWAP2STEP3",
        "MESSAGE SWAP2 SWAP2 YES or NO",
        "swap2: chooses a side after five stones",
    ),
    extension(
        "YXSOOSORVSTEP1",
        Command::YxSoosorvStep(1),
        "YXSOOSORVSTEP1",
        "MESSAGE SOOSORV MOVE1 x y, … MOVE3 x y",
        "Soosõrv: proposes three stones",
    ),
    extension(
        "YXSOOSORVSTEP2",
        Command::YxSoosorvStep(2),
        "YXSOOSORVSTEP2, x,y …, DONE",
        "MESSAGE SOOSORV SWAP1 YES or NO",
        "Soosõrv: chooses a side after three stones",
    ),
    extension(
        "YXSOOSORVSTEP3",
        Command::YxSoosorvStep(3),
        "YXSOOSORVSTEP3, x,y …, DONE",
        "MESSAGE SOOSORV MOVE4 x y n",
        "Soosõrv: fourth stone and number of fifths",
    ),
    extension(
        "YXSOOSORVSTEP4",
        Command::YxSoosorvStep(4),
        "YXSOOSORVSTEP4 n, x,y …, DONE",
        "MESSAGE SOOSORV SWAP2 YES or NO",
        "Soosõrv: chooses a side after four stones and `n` fifths asked for",
    ),
    extension(
        "YXSOOSORVSTEP5",
        Command::YxSoosorvStep(5),
        "YXSOOSORVSTEP5 n, x,y …, DONE",
        "MESSAGE SOOSORV MOVE5 REFRESH, … MOVE5 x y, … MOVE5 DONE",
        "Soosõrv: offers `n` fifths",
    ),
    extension(
        "YXSOOSORVSTEP6",
        Command::YxSoosorvStep(6),
        "YXSOOSORVSTEP6, x,y …, DONE",
        "MESSAGE SOOSORV MOVE5C x y",
        "Soosõrv: chooses among the fifths",
    ),
    extension(
        "NEGOTIATE",
        Command::Negotiate,
        "NEGOTIATE rule, x,y or BLACK or WHITE or MORE or OFFER or n …, DONE",
        "x,y … or BLACK or WHITE or MORE x,y x,y or OFFER or x,y n or n",
        "what to do next in an opening, after what was done so far",
    ),
    extension("RELOADCONFIG", Command::Ignored, "RELOADCONFIG", "none", "ignored"),
    extension("YXBLOCKPATHRESET", Command::Ignored, "YXBLOCKPATHRESET", "none", "ignored"),
    unsupported_block("YXBLOCKPATH", "YXBLOCKPATH, x,y …, DONE"),
    unsupported_block("YXBLOCKPATHUNDO", "YXBLOCKPATHUNDO, x,y …, DONE"),
    database(
        "YXQUERYDATABASEALL",
        DatabaseCommand::QueryAll,
        "YXQUERYDATABASEALL, x,y …, DONE",
        "MESSAGE DATABASE REFRESH, MESSAGE DATABASE x y label value depth bound hastext text …, MESSAGE DATABASE DONE",
        "what the database knows of the moves of a position, which is given by its moves",
    ),
    database(
        "YXQUERYDATABASEONE",
        DatabaseCommand::QueryOne,
        "YXQUERYDATABASEONE, x,y …, DONE",
        "MESSAGE DATABASE ONE label value depth bound text",
        "what the database knows of a position",
    ),
    database(
        "YXQUERYDATABASETEXT",
        DatabaseCommand::QueryText,
        "YXQUERYDATABASETEXT, x,y …, DONE",
        "MESSAGE DATABASE TEXT \"comment\"",
        "the comment of a position",
    ),
    database(
        "YXQUERYDATABASEALLT",
        DatabaseCommand::QueryAllText,
        "YXQUERYDATABASEALLT, x,y …, DONE",
        "both",
        "the moves of a position and its comment",
    ),
    database(
        "YXEDITTVDDATABASE",
        DatabaseCommand::EditRecord,
        "YXEDITTVDDATABASE mask label value depth, x,y …, DONE",
        "MESSAGE DATABASE ONE label value depth bound text",
        "writes what the mask names: 1 the label, 2 the value, 4 the depth",
    ),
    database(
        "YXEDITTEXTDATABASE",
        DatabaseCommand::EditText,
        "YXEDITTEXTDATABASE \"comment\", x,y …, DONE",
        "none",
        "writes the comment of a position",
    ),
    database(
        "YXEDITLABELDATABASE",
        DatabaseCommand::EditLabel,
        "YXEDITLABELDATABASE x,y label, x,y …, DONE",
        "none",
        "writes the label of a move",
    ),
    database(
        "YXDELETEDATABASEONE",
        DatabaseCommand::DeleteOne,
        "YXDELETEDATABASEONE, x,y …, DONE",
        "none",
        "forgets a position",
    ),
    database(
        "YXDELETEDATABASEALL",
        DatabaseCommand::DeleteAll,
        "YXDELETEDATABASEALL [kind], x,y …, DONE",
        "MESSAGE n positions are deleted, then as YXQUERYDATABASEALL",
        "forgets the positions after a position, all or those of a kind",
    ),
    extension(
        "YXSETDATABASE",
        Command::YxSetDatabase,
        "YXSETDATABASE, path",
        "MESSAGE opened a database of n positions",
        "opens a database of positions or makes one, and plays from it",
    ),
    extension(
        "YXSAVEDATABASE",
        Command::YxSaveDatabase,
        "YXSAVEDATABASE",
        "MESSAGE the database is saved",
        "everything written is on the disk already",
    ),
    extension(
        "YXDBCHECK",
        Command::YxCheckDatabase,
        "YXDBCHECK",
        "MESSAGE n positions, no damage",
        "reads the whole database",
    ),
    extension(
        "YXDBFIX",
        Command::YxCheckDatabase,
        "YXDBFIX",
        "as YXDBCHECK",
        "the same: a damaged file is left as it is",
    ),
    unsupported_block("YXSETBESTMOVEDATABASE", "YXSETBESTMOVEDATABASE, x,y …, DONE"),
    unsupported_block("YXCLEARBESTMOVEDATABASE", "YXCLEARBESTMOVEDATABASE, x,y …, DONE"),
    unsupported_file("YXDBTOPOS", "YXDBTOPOS, path"),
    unsupported_file("YXDBTOTXT", "YXDBTOTXT, path"),
    unsupported_file("YXDBTOTXTALL", "YXDBTOTXTALL, path"),
    unsupported_file("YXTXTTODB", "YXTXTTODB, path"),
    unsupported_file("YXDBTOLIB", "YXDBTOLIB, path"),
    unsupported_file("YXLIBTODB", "YXLIBTODB, path"),
    unsupported_file("YXDBSPLIT", "YXDBSPLIT, path"),
    unsupported_file("YXDBMERGE", "YXDBMERGE, path"),
    unsupported_file("YXHASHDUMP", "YXHASHDUMP, path"),
    unsupported_file("YXHASHLOAD", "YXHASHLOAD, path"),
];

const fn unsupported_block(name: &'static str, form: &'static str) -> CommandSpec {
    extension(name, Command::Block(BlockKind::Refused), form, "ERROR", "not supported")
}

/// The file's name is read, so that it is not taken for a command.
const fn unsupported_file(name: &'static str, form: &'static str) -> CommandSpec {
    extension(name, Command::UnsupportedFile, form, "ERROR", "not supported")
}

const fn standard(
    name: &'static str,
    command: Command,
    form: &'static str,
    reply: &'static str,
    help: &'static str,
) -> CommandSpec {
    CommandSpec { name, command, form, reply, help, extension: false }
}

const fn extension(
    name: &'static str,
    command: Command,
    form: &'static str,
    reply: &'static str,
    help: &'static str,
) -> CommandSpec {
    CommandSpec { name, command, form, reply, help, extension: true }
}

const fn database(
    name: &'static str,
    command: DatabaseCommand,
    form: &'static str,
    reply: &'static str,
    help: &'static str,
) -> CommandSpec {
    extension(name, Command::Block(BlockKind::Database(command)), form, reply, help)
}

impl Command {
    /// Splits a line into its command, if it begins with one, and the argument.
    pub fn parse(line: &str) -> (Option<Command>, &str) {
        let (word, rest) = line.split_once(|c: char| c.is_whitespace()).unwrap_or((line, ""));
        let spec = COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(word));
        (spec.map(|spec| spec.command), rest.trim())
    }

    /// The first name of the command in [`COMMANDS`].
    pub fn name(self) -> &'static str {
        COMMANDS.iter().find(|spec| spec.command == self).map_or("", |spec| spec.name)
    }
}
