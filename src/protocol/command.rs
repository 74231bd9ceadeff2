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
    /// A whole position, then think.
    Board,
    /// A whole position, no thinking.
    YxBoard,
    /// A step of the swap2 opening.
    Swap2Board,
    /// A step of the swap opening.
    SwapBoard,
    /// A step of the opening with a swap after the first stone.
    Swap1stBoard,
    /// A step of the pro opening.
    ProBoard,
    /// A step of the long pro opening.
    LongProBoard,
    /// Takes the last stone back.
    Takeback,
    /// The engine's next move is dictated.
    Play,
    /// A setting.
    Info,
    /// Answer now.
    Stop,
    /// List the forbidden points.
    YxShowForbid,
    /// A board program that names points by row and column introduces itself.
    YxShowInfo,
    /// Several best lines, then the best move.
    YxNbest,
    /// Every line that may defend, then the best move.
    YxSearchDefend,
    /// The move that makes the game even.
    YxBalanceOne,
    /// The two moves that make the game even.
    YxBalanceTwo,
    /// Moves that are not to be played.
    YxBlock,
    /// Moves that may be played again.
    YxBlockUndo,
    /// Every move may be played again.
    YxBlockReset,
    /// Forget what was learnt.
    YxHashClear,
    /// How large the table is.
    YxShowHashUsage,
    /// Swap2: propose three stones.
    YxSwap2Step1,
    /// Swap2: the answer to three stones.
    YxSwap2Step2,
    /// Swap2: the choice of a side after five stones.
    YxSwap2Step3,
    /// A step of the Soosõrv opening, 1 to 6.
    YxSoosorvStep(u8),
    /// Nothing that Tengen has.
    Nothing,
    /// The next line names a file, and Tengen keeps none.
    File,
    /// A block about something that Tengen has not.
    ForeignBlock,
    /// Who are you?
    About,
    /// Leave.
    End,
}

/// A command's entry in the contract.
#[derive(Clone, Copy, Debug)]
pub struct CommandSpec {
    /// The word that begins the line, in capitals.
    pub name: &'static str,
    /// What it does.
    pub command: Command,
    /// The whole form.
    pub form: &'static str,
    /// The regular reply.
    pub reply: &'static str,
    /// Whether the protocol's page does not have it.
    pub extension: bool,
}

/// Every command, in the order of `protocol.md`.
pub const COMMANDS: &[CommandSpec] = &[
    spec("START", Command::Start, "START size", "OK"),
    spec("RECTSTART", Command::RectStart, "RECTSTART width,height", "OK"),
    spec("RESTART", Command::Restart, "RESTART", "OK"),
    spec("BEGIN", Command::Begin, "BEGIN", "x,y"),
    spec("TURN", Command::Turn, "TURN x,y", "x,y"),
    spec("BOARD", Command::Board, "BOARD, x,y,who …, DONE", "x,y"),
    spec("SWAP2BOARD", Command::Swap2Board, "SWAP2BOARD, x,y …, DONE", "x,y x,y x,y or SWAP or x,y or x,y x,y"),
    spec("TAKEBACK", Command::Takeback, "TAKEBACK x,y", "OK"),
    spec("PLAY", Command::Play, "PLAY x,y", "x,y"),
    spec("INFO", Command::Info, "INFO key value", "none"),
    spec("ABOUT", Command::About, "ABOUT", "name=…, version=…, …"),
    spec("END", Command::End, "END", "none"),
    extension("SWAPBOARD", Command::SwapBoard, "SWAPBOARD, x,y …, DONE", "x,y x,y x,y or SWAP or x,y"),
    extension("SWAP1STBOARD", Command::Swap1stBoard, "SWAP1STBOARD, x,y …, DONE", "x,y or SWAP"),
    extension("PROBOARD", Command::ProBoard, "PROBOARD, x,y …, DONE", "x,y"),
    extension("LONGPROBOARD", Command::LongProBoard, "LONGPROBOARD, x,y …, DONE", "x,y"),
    extension("YXBOARD", Command::YxBoard, "YXBOARD, x,y,who …, DONE", "none"),
    extension("STOP", Command::Stop, "STOP", "none of its own"),
    extension("YXSTOP", Command::Stop, "YXSTOP", "none of its own"),
    extension("YXSHOWFORBID", Command::YxShowForbid, "YXSHOWFORBID", "FORBID xxyy…."),
    extension(
        "YXSHOWINFO",
        Command::YxShowInfo,
        "YXSHOWINFO",
        "MESSAGE INFO MAX_THREAD_NUM n, MESSAGE INFO MAX_HASH_SIZE n",
    ),
    extension("YXNBEST", Command::YxNbest, "YXNBEST n", "x,y"),
    extension("YXSEARCHDEFEND", Command::YxSearchDefend, "YXSEARCHDEFEND", "x,y"),
    extension("YXBALANCEONE", Command::YxBalanceOne, "YXBALANCEONE bias", "x,y"),
    extension("YXBALANCETWO", Command::YxBalanceTwo, "YXBALANCETWO bias", "x,y x,y"),
    extension("YXBLOCK", Command::YxBlock, "YXBLOCK, x,y …, DONE", "none"),
    extension("YXBLOCKUNDO", Command::YxBlockUndo, "YXBLOCKUNDO, x,y …, DONE", "none"),
    extension("YXBLOCKRESET", Command::YxBlockReset, "YXBLOCKRESET", "none"),
    extension("YXHASHCLEAR", Command::YxHashClear, "YXHASHCLEAR", "none"),
    extension("YXSHOWHASHUSAGE", Command::YxShowHashUsage, "YXSHOWHASHUSAGE", "MESSAGE hash size n KB"),
    extension("YXSWAP2STEP1", Command::YxSwap2Step1, "YXSWAP2STEP1", "MESSAGE SWAP2 MOVE1 x y, … MOVE3 x y"),
    extension(
        "YXSWAP2STEP2",
        Command::YxSwap2Step2,
        "YXSWAP2STEP2",
        "MESSAGE SWAP2 SWAP1 YES or NO, or MESSAGE SWAP2 MOVE4 x y, … MOVE5 x y",
    ),
    extension("YXSWAP2STEP3", Command::YxSwap2Step3, "YXSWAP2STEP3", "MESSAGE SWAP2 SWAP2 YES or NO"),
    extension("YXSOOSORVSTEP1", Command::YxSoosorvStep(1), "YXSOOSORVSTEP1", "MESSAGE SOOSORV MOVE1 x y, … MOVE3 x y"),
    extension(
        "YXSOOSORVSTEP2",
        Command::YxSoosorvStep(2),
        "YXSOOSORVSTEP2, x,y …, DONE",
        "MESSAGE SOOSORV SWAP1 YES or NO",
    ),
    extension(
        "YXSOOSORVSTEP3",
        Command::YxSoosorvStep(3),
        "YXSOOSORVSTEP3, x,y …, DONE",
        "MESSAGE SOOSORV MOVE4 x y n",
    ),
    extension(
        "YXSOOSORVSTEP4",
        Command::YxSoosorvStep(4),
        "YXSOOSORVSTEP4 n, x,y …, DONE",
        "MESSAGE SOOSORV SWAP2 YES or NO",
    ),
    extension(
        "YXSOOSORVSTEP5",
        Command::YxSoosorvStep(5),
        "YXSOOSORVSTEP5 n, x,y …, DONE",
        "MESSAGE SOOSORV MOVE5 REFRESH, … MOVE5 x y, … MOVE5 DONE",
    ),
    extension("YXSOOSORVSTEP6", Command::YxSoosorvStep(6), "YXSOOSORVSTEP6, x,y …, DONE", "MESSAGE SOOSORV MOVE5C x y"),
    extension("RELOADCONFIG", Command::Nothing, "RELOADCONFIG", "none"),
    extension("YXBLOCKPATHRESET", Command::Nothing, "YXBLOCKPATHRESET", "none"),
    extension("YXBLOCKPATH", Command::ForeignBlock, "YXBLOCKPATH, x,y …, DONE", "ERROR"),
    extension("YXBLOCKPATHUNDO", Command::ForeignBlock, "YXBLOCKPATHUNDO, x,y …, DONE", "ERROR"),
    extension("YXQUERYDATABASEALL", Command::ForeignBlock, "YXQUERYDATABASEALL, x,y …, DONE", "ERROR"),
    extension("YXHASHDUMP", Command::File, "YXHASHDUMP, path", "ERROR"),
    extension("YXHASHLOAD", Command::File, "YXHASHLOAD, path", "ERROR"),
    extension("YXSETDATABASE", Command::File, "YXSETDATABASE, path", "ERROR"),
];

const fn spec(name: &'static str, command: Command, form: &'static str, reply: &'static str) -> CommandSpec {
    CommandSpec { name, command, form, reply, extension: false }
}

const fn extension(name: &'static str, command: Command, form: &'static str, reply: &'static str) -> CommandSpec {
    CommandSpec { name, command, form, reply, extension: true }
}

impl Command {
    /// Splits a line into its command, if it is one, and the rest.
    pub fn parse(line: &str) -> (Option<Command>, &str) {
        let (word, rest) = line.split_once(|c: char| c.is_whitespace()).unwrap_or((line, ""));
        let spec = COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(word));
        (spec.map(|spec| spec.command), rest.trim())
    }
}

/// A key of `INFO` in the contract.
#[derive(Clone, Copy, Debug)]
pub struct InfoSpec {
    /// The key, lower case.
    pub key: &'static str,
    /// What its value looks like.
    pub value: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// Every key of `INFO` that is known, in the order of `protocol.md`.
pub const INFO_KEYS: &[InfoSpec] = &[
    info("timeout_turn", "milliseconds", "limit of one move; 0 asks for an answer at once"),
    info("timeout_match", "milliseconds", "limit of the whole match; 0 is no limit"),
    info("time_left", "milliseconds", "what is left of the match; 2147483647 is no limit"),
    info("max_memory", "bytes", "limit of the whole process; 0 is 350 MB"),
    info("game_type", "0 to 3", "opponent is a human, a program, a tournament, the network; noted only"),
    info("rule", "bit mask", "1 exactly five, 2 continuous, 4 renju, 8 caro; see Board programs for 2, 5 and 6"),
    info("evaluate", "x,y", "the mouse rests on a cell; ignored"),
    info("folder", "path", "where files may be kept; Tengen keeps none"),
    info(
        "thread_num",
        "number",
        "threads to search with, no more than cores (1 when not told); with more than one, moves depend on their timing; under `max_node` one is used",
    ),
    info("max_depth", "number", "iterations of the search; 0 is no limit"),
    info("max_node", "number", "nodes of the search; 0 is no limit"),
    info("show_detail", "0 to 3", "1 marks on the board, 2 a block for each best line, 3 both; see Board programs"),
    info("hash_size", "kilobytes", "the transposition table's size, within `max_memory`; 0 leaves it to the engine"),
    info("pondering", "0 or 1", "1 thinks on while the opponent thinks, until the next line comes"),
    info("strength", "0 to 100", "the level of play: 10 a level, 90 and more full strength (told or not)"),
    info("caution_factor", "0 to 5", "how many moves are looked at; ignored, the search decides"),
    info("swapable", "0 or 1", "whether the engine may swap; ignored, SWAP2BOARD asks"),
    info("start_depth", "number", "ignored"),
    info("time_increment", "milliseconds", "ignored; `time_left` has it already"),
    info("thread_split_depth", "number", "ignored"),
    info("vcthread", "number", "ignored"),
    info("checkmate", "number", "ignored"),
    info("nbestsym", "number", "ignored"),
    info("usedatabase", "0 or 1", "ignored; Tengen keeps no database"),
];

const fn info(key: &'static str, value: &'static str, meaning: &'static str) -> InfoSpec {
    InfoSpec { key, value, meaning }
}
