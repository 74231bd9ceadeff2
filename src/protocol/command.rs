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
    extension("YXBOARD", Command::YxBoard, "YXBOARD, x,y,who …, DONE", "none"),
    extension("STOP", Command::Stop, "STOP", "none of its own"),
    extension("YXSTOP", Command::Stop, "YXSTOP", "none of its own"),
    extension("YXSHOWFORBID", Command::YxShowForbid, "YXSHOWFORBID", "FORBID xxyy…."),
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
    info("rule", "bit mask", "1 exactly five, 2 continuous, 4 renju, 8 caro"),
    info("evaluate", "x,y", "the mouse rests on a cell; ignored"),
    info("folder", "path", "where files may be kept; Tengen keeps none"),
    info(
        "thread_num",
        "number",
        "threads to search with, no more than cores (1 when not told); with more than one, moves depend on their timing; under `max_node` one is used",
    ),
    info("max_depth", "number", "iterations of the search; 0 is no limit"),
    info("max_node", "number", "nodes of the search; 0 is no limit"),
];

const fn info(key: &'static str, value: &'static str, meaning: &'static str) -> InfoSpec {
    InfoSpec { key, value, meaning }
}
