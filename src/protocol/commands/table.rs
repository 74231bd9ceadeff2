//! The commands of the protocol.

use super::exchange;
use super::spec::{CommandAction, CommandSpec, extension, special, standard, stop};
use crate::protocol::error::CommandError;
use crate::protocol::game::{SoosorvStep, Swap2Step};
use crate::protocol::input::Text;
use crate::protocol::session::Session;
use tengen::play::OpeningRule;

/// Every command, in the order of `protocol.md`.
pub const COMMANDS: &[CommandSpec] = &[
    standard("START", |session, call| session.start(call.argument), "START size", "OK", "new game on a square board"),
    standard(
        "RECTSTART",
        |session, call| session.start_rectangle(call.argument),
        "RECTSTART width,height",
        "OK",
        "new game on a rectangle",
    ),
    standard("RESTART", |session, _| session.restart(), "RESTART", "OK", "new game on the same board"),
    standard("BEGIN", |session, call| session.begin(call.at), "BEGIN", "x,y", "the engine opens the game"),
    standard(
        "TURN",
        |session, call| session.turn(call.argument, call.at),
        "TURN x,y",
        "x,y",
        "the opponent's move; the engine answers",
    ),
    standard(
        "BOARD",
        |session, call| session.open_position(call, true),
        "BOARD, x,y,who …, DONE",
        "x,y",
        "a whole position; the engine moves",
    ),
    standard(
        "SWAP2BOARD",
        |session, call| session.open_opening(call, OpeningRule::Swap2),
        "SWAP2BOARD, x,y …, DONE",
        "x,y x,y x,y or SWAP or x,y or x,y x,y",
        "a step of the swap2 opening",
    ),
    standard(
        "TAKEBACK",
        |session, call| session.take_back(call.argument),
        "TAKEBACK [x,y]",
        "OK",
        "takes the last stone back, or the last pass, -1,-1",
    ),
    standard("PLAY", |session, call| session.play(call.argument), "PLAY x,y", "x,y", "dictates the engine's move"),
    special("INFO", CommandAction::Setting, "INFO key value", "none", "a setting"),
    standard(
        "ABOUT",
        |session, _| session.about(),
        "ABOUT",
        "name=…, version=…, …",
        "name, version, authors and rules",
    ),
    special("END", CommandAction::End, "END", "none", "ends the program"),
    extension(
        "SWAPBOARD",
        |session, call| session.open_opening(call, OpeningRule::Swap),
        "SWAPBOARD, x,y …, DONE",
        "x,y x,y x,y or SWAP or x,y",
        "a step of the swap opening",
    ),
    extension(
        "SWAP1STBOARD",
        |session, call| session.open_opening(call, OpeningRule::Swap1),
        "SWAP1STBOARD, x,y …, DONE",
        "x,y or SWAP",
        "a step of the opening with a swap after the first stone",
    ),
    extension(
        "PROBOARD",
        |session, call| session.open_opening(call, OpeningRule::Pro),
        "PROBOARD, x,y …, DONE",
        "x,y",
        "a step of the pro opening",
    ),
    extension(
        "LONGPROBOARD",
        |session, call| session.open_opening(call, OpeningRule::LongPro),
        "LONGPROBOARD, x,y …, DONE",
        "x,y",
        "a step of the long pro opening",
    ),
    extension(
        "YXBOARD",
        |session, call| session.open_position(call, false),
        "YXBOARD, x,y,who …, DONE",
        "none",
        "a whole position, without a move",
    ),
    stop("STOP"),
    stop("YXSTOP"),
    extension(
        "YXSHOWFORBID",
        |session, _| session.show_forbidden(),
        "YXSHOWFORBID",
        "FORBID xxyy….",
        "lists the forbidden points",
    ),
    extension(
        "YXSHOWINFO",
        |session, _| session.show_info(),
        "YXSHOWINFO",
        "MESSAGE INFO MAX_THREAD_NUM n, MESSAGE INFO MAX_HASH_SIZE m (2^m KB)",
        "Yixin-Board introduces itself: points are row,column from here on",
    ),
    extension(
        "YXNBEST",
        |session, call| session.best_lines(call.argument, call.at),
        "YXNBEST n",
        "x,y",
        "searches the best `n` lines and plays the best",
    ),
    extension(
        "YXSEARCHDEFEND",
        |session, call| session.search_defenses(call.at),
        "YXSEARCHDEFEND",
        "x,y",
        "searches every line, names the moves that do not lose, plays the best",
    ),
    extension(
        "YXBALANCEONE",
        |session, call| session.balance(1, call.argument, call.at),
        "YXBALANCEONE bias",
        "x,y",
        "plays the move that makes the game even",
    ),
    extension(
        "YXBALANCETWO",
        |session, call| session.balance(2, call.argument, call.at),
        "YXBALANCETWO bias",
        "x,y x,y",
        "plays the two moves that make the game even",
    ),
    extension(
        "YXBLOCK",
        |session, call| session.open_points(call, Session::block_moves),
        "YXBLOCK, x,y …, DONE",
        "none",
        "moves that may not be played",
    ),
    extension(
        "YXBLOCKUNDO",
        |session, call| session.open_points(call, Session::unblock_moves),
        "YXBLOCKUNDO, x,y …, DONE",
        "none",
        "moves that may be played again",
    ),
    extension(
        "YXBLOCKRESET",
        |session, _| session.clear_blocked(),
        "YXBLOCKRESET",
        "none",
        "every move may be played again",
    ),
    extension(
        "YXBLOCKPATH",
        |session, call| session.open_path(call, true),
        "YXBLOCKPATH, x,y …, DONE",
        "none",
        "a move that may not be played after the moves before it",
    ),
    extension(
        "YXBLOCKPATHUNDO",
        |session, call| session.open_path(call, false),
        "YXBLOCKPATHUNDO, x,y …, DONE",
        "none",
        "it may be played again",
    ),
    extension(
        "YXBLOCKPATHRESET",
        |session, _| session.clear_paths(),
        "YXBLOCKPATHRESET",
        "none",
        "all of these may be played again",
    ),
    extension(
        "YXFORBID",
        |session, call| session.forbid(call.argument),
        "YXFORBID add x y side",
        "none",
        "a move that one side may not play, 0 for Black, 1 for White; `del` allows it again",
    ),
    extension(
        "YXHASHCLEAR",
        |session, _| session.forget_search(),
        "YXHASHCLEAR",
        "none",
        "clears the transposition table and the histories",
    ),
    extension(
        "YXSHOWHASHUSAGE",
        |session, _| session.show_hash_size(),
        "YXSHOWHASHUSAGE",
        "MESSAGE hash size n KB",
        "the size that the transposition table may grow to",
    ),
    extension(
        "YXSWAP2STEP1",
        |session, call| session.search_swap2_step(Swap2Step::Propose, call.at),
        "YXSWAP2STEP1",
        "MESSAGE SWAP2 MOVE1 x y, … MOVE3 x y",
        "swap2: proposes three stones",
    ),
    extension(
        "YXSWAP2STEP2",
        |session, call| session.search_swap2_step(Swap2Step::AnswerThree, call.at),
        "YXSWAP2STEP2",
        "MESSAGE SWAP2 SWAP1 YES or NO, or MESSAGE SWAP2 MOVE4 x y, … MOVE5 x y",
        "swap2: answers three stones",
    ),
    extension(
        "YXSWAP2STEP3",
        |session, call| session.search_swap2_step(Swap2Step::AnswerFive, call.at),
        "YXSWAP2STEP3",
        "MESSAGE SWAP2 SWAP2 YES or NO",
        "swap2: chooses a side after five stones",
    ),
    extension(
        "YXSOOSORVSTEP1",
        |session, call| session.soosorv(SoosorvStep::Propose, &[], call.at),
        "YXSOOSORVSTEP1",
        "MESSAGE SOOSORV MOVE1 x y, … MOVE3 x y",
        "Soosõrv: proposes three stones",
    ),
    extension(
        "YXSOOSORVSTEP2",
        |session, call| session.open_soosorv(call, SoosorvStep::SwapThree),
        "YXSOOSORVSTEP2, x,y …, DONE",
        "MESSAGE SOOSORV SWAP1 YES or NO",
        "Soosõrv: chooses a side after three stones",
    ),
    extension(
        "YXSOOSORVSTEP3",
        |session, call| session.open_soosorv(call, SoosorvStep::Fourth),
        "YXSOOSORVSTEP3, x,y …, DONE",
        "MESSAGE SOOSORV MOVE4 x y n",
        "Soosõrv: fourth stone and number of fifths",
    ),
    extension(
        "YXSOOSORVSTEP4",
        |session, call| session.open_fifths(call, SoosorvStep::SwapFour),
        "YXSOOSORVSTEP4 n, x,y …, DONE",
        "MESSAGE SOOSORV SWAP2 YES or NO",
        "Soosõrv: chooses a side after four stones and `n` fifths asked for",
    ),
    extension(
        "YXSOOSORVSTEP5",
        |session, call| session.open_fifths(call, SoosorvStep::Fifths),
        "YXSOOSORVSTEP5 n, x,y …, DONE",
        "MESSAGE SOOSORV MOVE5 REFRESH, … MOVE5 x y, … MOVE5 DONE",
        "Soosõrv: offers `n` fifths",
    ),
    extension(
        "YXSOOSORVSTEP6",
        |session, call| session.open_soosorv(call, SoosorvStep::Choose),
        "YXSOOSORVSTEP6, x,y …, DONE",
        "MESSAGE SOOSORV MOVE5C x y",
        "Soosõrv: chooses among the fifths",
    ),
    extension(
        "NEGOTIATE",
        |session, call| session.negotiate(call),
        "NEGOTIATE rule, x,y or BLACK or WHITE or MORE or OFFER or n …, DONE",
        "x,y … or BLACK or WHITE or MORE x,y x,y or OFFER or x,y n or n",
        "what to do next in an opening, after what was done so far",
    ),
    extension("RELOADCONFIG", |_, _| Ok(()), "RELOADCONFIG", "none", "ignored"),
    extension(
        "YXQUERYDATABASEALL",
        |session, call| session.database_query(call, Session::write_children),
        "YXQUERYDATABASEALL, x,y …, DONE",
        "MESSAGE DATABASE REFRESH, MESSAGE DATABASE x y label value depth bound hastext text …, MESSAGE DATABASE DONE",
        "what the database knows of the moves of a position, which is given by its moves",
    ),
    extension(
        "YXQUERYDATABASEONE",
        |session, call| session.database_query(call, Session::write_record),
        "YXQUERYDATABASEONE, x,y …, DONE",
        "MESSAGE DATABASE ONE label value depth bound text",
        "what the database knows of a position",
    ),
    extension(
        "YXQUERYDATABASETEXT",
        |session, call| session.database_query(call, Session::write_comment),
        "YXQUERYDATABASETEXT, x,y …, DONE",
        "MESSAGE DATABASE TEXT \"comment\"",
        "the comment of a position",
    ),
    extension(
        "YXQUERYDATABASEALLT",
        |session, call| session.database_query(call, Session::write_children_and_comment),
        "YXQUERYDATABASEALLT, x,y …, DONE",
        "both",
        "the moves of a position and its comment",
    ),
    extension(
        "YXEDITTVDDATABASE",
        |session, call| session.database_change(call, Text::Line, Session::edit_record),
        "YXEDITTVDDATABASE mask label value depth, x,y …, DONE",
        "MESSAGE DATABASE ONE label value depth bound text",
        "writes what the mask names: 1 the label, 2 the value, 4 the depth",
    ),
    extension(
        "YXEDITTEXTDATABASE",
        |session, call| session.database_change(call, Text::Comment, Session::edit_comment),
        "YXEDITTEXTDATABASE \"comment\", x,y …, DONE",
        "none",
        "writes the comment of a position",
    ),
    extension(
        "YXEDITLABELDATABASE",
        |session, call| session.database_change(call, Text::Line, Session::edit_label),
        "YXEDITLABELDATABASE x,y label, x,y …, DONE",
        "none",
        "writes the label of a move",
    ),
    extension(
        "YXDELETEDATABASEONE",
        |session, call| session.database_change(call, Text::Nothing, Session::delete_position),
        "YXDELETEDATABASEONE, x,y …, DONE",
        "none",
        "forgets a position",
    ),
    extension(
        "YXDELETEDATABASEALL",
        |session, call| session.database_change(call, Text::Kind, Session::delete_after),
        "YXDELETEDATABASEALL [kind], x,y …, DONE",
        "MESSAGE n positions are deleted, then as YXQUERYDATABASEALL",
        "forgets the positions after a position, all or those of a kind",
    ),
    extension(
        "YXSETDATABASE",
        |session, call| session.name_database(call.argument),
        "YXSETDATABASE, path",
        "MESSAGE opened a database of n positions",
        "opens a database of positions or makes one, and plays from it",
    ),
    extension(
        "YXSAVEDATABASE",
        |session, _| session.save_database(),
        "YXSAVEDATABASE",
        "MESSAGE the database is saved",
        "everything written is on the disk already",
    ),
    extension(
        "YXDBCHECK",
        |session, _| session.check_database(),
        "YXDBCHECK",
        "MESSAGE n positions, no damage",
        "reads the whole database",
    ),
    extension(
        "YXDBFIX",
        |session, _| session.check_database(),
        "YXDBFIX",
        "as YXDBCHECK",
        "the same: a damaged file is left as it is",
    ),
    unsupported_block("YXSETBESTMOVEDATABASE", "YXSETBESTMOVEDATABASE, x,y …, DONE"),
    unsupported_block("YXCLEARBESTMOVEDATABASE", "YXCLEARBESTMOVEDATABASE, x,y …, DONE"),
    unsupported_file("YXDBTOPOS", "YXDBTOPOS, path"),
    exchange::DATABASE_TO_TEXT,
    exchange::ALL_TO_TEXT,
    exchange::TEXT_TO_DATABASE,
    exchange::DATABASE_TO_LIBRARY,
    exchange::LIBRARY_TO_DATABASE,
    unsupported_file("YXDBSPLIT", "YXDBSPLIT, path"),
    unsupported_file("YXDBMERGE", "YXDBMERGE, path"),
    unsupported_file("YXHASHDUMP", "YXHASHDUMP, path"),
    unsupported_file("YXHASHLOAD", "YXHASHLOAD, path"),
];

const fn unsupported_block(name: &'static str, form: &'static str) -> CommandSpec {
    extension(
        name,
        |session, call| session.open_refused_block(CommandError::UnsupportedBlock, call, call.argument),
        form,
        "ERROR",
        "not supported",
    )
}

/// The file's name is read, so that it is not taken for a command.
const fn unsupported_file(name: &'static str, form: &'static str) -> CommandSpec {
    extension(name, |session, call| session.refuse_file(call.argument), form, "ERROR", "not supported")
}

impl CommandSpec {
    /// Splits a line into the command that it begins with, if there is one, and the argument.
    pub fn find(line: &str) -> (Option<&'static CommandSpec>, &str) {
        let (word, rest) = line.split_once(|c: char| c.is_whitespace()).unwrap_or((line, ""));
        (COMMANDS.iter().find(|spec| spec.name.eq_ignore_ascii_case(word)), rest.trim())
    }
}
