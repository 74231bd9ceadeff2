//! The table of commands.

use super::exchange;
use super::spec::{CommandAction, CommandSpec, extension, special, standard, stop};
use crate::protocol::error::CommandError;
use crate::protocol::game::{SoosorvStep, Swap2Step};
use crate::protocol::input::Text;
use crate::protocol::session::Session;
use tengen::play::OpeningRule;

/// Every command, in the order of `protocol.md`.
pub const COMMANDS: &[CommandSpec] = &[
    standard("START size", |session, call| session.start(&call.argument), "OK", "new game on a square board"),
    standard(
        "RECTSTART width,height",
        |session, call| session.start_rectangle(&call.argument),
        "OK",
        "new game on a rectangle",
    ),
    standard("RESTART", |session, _| session.restart(), "OK", "new game on the same board"),
    standard("BEGIN", |session, call| session.begin(call.at), "x,y", "the engine opens the game"),
    standard(
        "TURN x,y",
        |session, call| session.turn(&call.argument, call.at),
        "x,y",
        "the opponent's move; the engine answers",
    ),
    standard(
        "BOARD, x,y,who …, DONE",
        |session, call| session.open_position(call, true),
        "x,y",
        "a whole position; the engine moves",
    ),
    standard(
        "SWAP2BOARD, x,y …, DONE",
        |session, call| session.open_opening(call, OpeningRule::Swap2),
        "x,y x,y x,y or SWAP or x,y or x,y x,y",
        "a step of the swap2 opening",
    ),
    standard(
        "TAKEBACK [x,y]",
        |session, call| session.take_back(&call.argument),
        "OK",
        "takes the last stone back, or the last pass, -1,-1",
    ),
    standard("PLAY x,y", |session, call| session.play(&call.argument), "x,y", "dictates the engine's move"),
    special("INFO key value", CommandAction::Setting, "none", "a setting"),
    standard("ABOUT", |session, _| session.about(), "name=…, version=…, …", "name, version, authors and rules"),
    special("END", CommandAction::End, "none", "ends the program"),
    extension(
        "SWAPBOARD, x,y …, DONE",
        |session, call| session.open_opening(call, OpeningRule::Swap),
        "x,y x,y x,y or SWAP or x,y",
        "a step of the swap opening",
    ),
    extension(
        "SWAP1STBOARD, x,y …, DONE",
        |session, call| session.open_opening(call, OpeningRule::Swap1),
        "x,y or SWAP",
        "a step of the opening with a swap after the first stone",
    ),
    extension(
        "PROBOARD, x,y …, DONE",
        |session, call| session.open_opening(call, OpeningRule::Pro),
        "x,y",
        "a step of the pro opening",
    ),
    extension(
        "LONGPROBOARD, x,y …, DONE",
        |session, call| session.open_opening(call, OpeningRule::LongPro),
        "x,y",
        "a step of the long pro opening",
    ),
    extension(
        "YXBOARD, x,y,who …, DONE",
        |session, call| session.open_position(call, false),
        "none",
        "a whole position, without a move",
    ),
    stop("STOP"),
    stop("YXSTOP"),
    extension("YXSHOWFORBID", |session, _| session.show_forbidden(), "FORBID xxyy….", "lists the forbidden points"),
    extension(
        "YXSHOWINFO",
        |session, _| session.show_info(),
        "MESSAGE INFO MAX_THREAD_NUM n, MESSAGE INFO MAX_HASH_SIZE m (2^m KB)",
        "Yixin-Board introduces itself: points are row,column from here on",
    ),
    extension(
        "YXNBEST n",
        |session, call| session.best_lines(&call.argument, call.at),
        "x,y",
        "searches the best `n` lines and plays the best",
    ),
    extension(
        "YXSEARCHDEFEND",
        |session, call| session.search_defenses(call.at),
        "x,y",
        "searches every line, names the moves that do not lose, plays the best",
    ),
    extension(
        "YXBALANCEONE bias",
        |session, call| session.balance(1, &call.argument, call.at),
        "x,y",
        "plays the move that makes the game even",
    ),
    extension(
        "YXBALANCETWO bias",
        |session, call| session.balance(2, &call.argument, call.at),
        "x,y x,y",
        "plays the two moves that make the game even",
    ),
    extension(
        "YXBLOCK, x,y …, DONE",
        |session, call| session.open_points(call, Session::block_moves),
        "none",
        "moves that may not be played",
    ),
    extension(
        "YXBLOCKUNDO, x,y …, DONE",
        |session, call| session.open_points(call, Session::unblock_moves),
        "none",
        "moves that may be played again",
    ),
    extension("YXBLOCKRESET", |session, _| session.clear_blocked(), "none", "every move may be played again"),
    extension(
        "YXBLOCKPATH, x,y …, DONE",
        |session, call| session.open_path(call, true),
        "none",
        "a move that may not be played after the moves before it",
    ),
    extension(
        "YXBLOCKPATHUNDO, x,y …, DONE",
        |session, call| session.open_path(call, false),
        "none",
        "it may be played again",
    ),
    extension("YXBLOCKPATHRESET", |session, _| session.clear_paths(), "none", "all of these may be played again"),
    extension(
        "YXFORBID add x y side",
        |session, call| session.forbid(&call.argument),
        "none",
        "a move that one side may not play, 0 for Black, 1 for White; `del` allows it again",
    ),
    extension(
        "YXHASHCLEAR",
        |session, _| session.forget_search(),
        "none",
        "clears the transposition table and the histories",
    ),
    extension(
        "YXSHOWHASHUSAGE",
        |session, _| session.show_hash_size(),
        "MESSAGE hash size n KB",
        "the size that the transposition table may grow to",
    ),
    extension(
        "YXSWAP2STEP1",
        |session, call| session.search_swap2_step(Swap2Step::Propose, call.at),
        "MESSAGE SWAP2 MOVE1 x y, … MOVE3 x y",
        "swap2: proposes three stones",
    ),
    extension(
        "YXSWAP2STEP2",
        |session, call| session.search_swap2_step(Swap2Step::AnswerThree, call.at),
        "MESSAGE SWAP2 SWAP1 YES or NO, or MESSAGE SWAP2 MOVE4 x y, … MOVE5 x y",
        "swap2: answers three stones",
    ),
    extension(
        "YXSWAP2STEP3",
        |session, call| session.search_swap2_step(Swap2Step::AnswerFive, call.at),
        "MESSAGE SWAP2 SWAP2 YES or NO",
        "swap2: chooses a side after five stones",
    ),
    extension(
        "YXSOOSORVSTEP1",
        |session, call| session.soosorv(SoosorvStep::Propose, &[], call.at),
        "MESSAGE SOOSORV MOVE1 x y, … MOVE3 x y",
        "Soosõrv: proposes three stones",
    ),
    extension(
        "YXSOOSORVSTEP2, x,y …, DONE",
        |session, call| session.open_soosorv(call, SoosorvStep::SwapThree),
        "MESSAGE SOOSORV SWAP1 YES or NO",
        "Soosõrv: chooses a side after three stones",
    ),
    extension(
        "YXSOOSORVSTEP3, x,y …, DONE",
        |session, call| session.open_soosorv(call, SoosorvStep::Fourth),
        "MESSAGE SOOSORV MOVE4 x y n",
        "Soosõrv: fourth stone and number of fifths",
    ),
    extension(
        "YXSOOSORVSTEP4 n, x,y …, DONE",
        |session, call| session.open_fifths(call, SoosorvStep::SwapFour),
        "MESSAGE SOOSORV SWAP2 YES or NO",
        "Soosõrv: chooses a side after four stones and `n` fifths asked for",
    ),
    extension(
        "YXSOOSORVSTEP5 n, x,y …, DONE",
        |session, call| session.open_fifths(call, SoosorvStep::Fifths),
        "MESSAGE SOOSORV MOVE5 REFRESH, … MOVE5 x y, … MOVE5 DONE",
        "Soosõrv: offers `n` fifths",
    ),
    extension(
        "YXSOOSORVSTEP6, x,y …, DONE",
        |session, call| session.open_soosorv(call, SoosorvStep::Choose),
        "MESSAGE SOOSORV MOVE5C x y",
        "Soosõrv: chooses among the fifths",
    ),
    extension(
        "NEGOTIATE rule, x,y or BLACK or WHITE or MORE or OFFER or n …, DONE",
        |session, call| session.negotiate(call),
        "x,y … or BLACK or WHITE or MORE x,y x,y or OFFER or x,y n or n",
        "what to do next in an opening, after what was done so far",
    ),
    extension("RELOADCONFIG", |_, _| Ok(()), "none", "ignored"),
    extension(
        "YXQUERYDATABASEALL, x,y …, DONE",
        |session, call| session.database_query(call, Session::write_children),
        "MESSAGE DATABASE REFRESH, MESSAGE DATABASE x y label value depth bound hastext text …, MESSAGE DATABASE DONE",
        "what the database knows of the moves of a position, which is given by its moves",
    ),
    extension(
        "YXQUERYDATABASEONE, x,y …, DONE",
        |session, call| session.database_query(call, Session::write_record),
        "MESSAGE DATABASE ONE label value depth bound text",
        "what the database knows of a position",
    ),
    extension(
        "YXQUERYDATABASETEXT, x,y …, DONE",
        |session, call| session.database_query(call, Session::write_comment),
        "MESSAGE DATABASE TEXT \"comment\"",
        "the comment of a position",
    ),
    extension(
        "YXQUERYDATABASEALLT, x,y …, DONE",
        |session, call| session.database_query(call, Session::write_children_and_comment),
        "both",
        "the moves of a position and its comment",
    ),
    extension(
        "YXEDITTVDDATABASE mask label value depth, x,y …, DONE",
        |session, call| session.database_change(call, Text::Line, Session::edit_record),
        "MESSAGE DATABASE ONE label value depth bound text",
        "writes what the mask names: 1 the label, 2 the value, 4 the depth",
    ),
    extension(
        "YXEDITTEXTDATABASE \"comment\", x,y …, DONE",
        |session, call| session.database_change(call, Text::Comment, Session::edit_comment),
        "none",
        "writes the comment of a position",
    ),
    extension(
        "YXEDITLABELDATABASE x,y label, x,y …, DONE",
        |session, call| session.database_change(call, Text::Line, Session::edit_label),
        "none",
        "writes the label of a move",
    ),
    extension(
        "YXDELETEDATABASEONE, x,y …, DONE",
        |session, call| session.database_change(call, Text::Nothing, Session::delete_position),
        "none",
        "forgets a position",
    ),
    extension(
        "YXDELETEDATABASEALL [kind], x,y …, DONE",
        |session, call| session.database_change(call, Text::Kind, Session::delete_after),
        "MESSAGE n positions are deleted, then as YXQUERYDATABASEALL",
        "forgets the positions after a position, all or those of a kind",
    ),
    extension(
        "YXSETDATABASE, path",
        |session, call| session.open_file(call, Session::set_database),
        "MESSAGE opened a database of n positions",
        "opens a database of positions or makes one, and plays from it",
    ),
    extension(
        "YXSAVEDATABASE",
        |session, _| session.save_database(),
        "MESSAGE the database is saved",
        "everything written is on the disk already",
    ),
    extension(
        "YXDBCHECK",
        |session, _| session.check_database(),
        "MESSAGE n positions, no damage",
        "reads the whole database",
    ),
    extension(
        "YXDBFIX",
        |session, _| session.check_database(),
        "as YXDBCHECK",
        "the same: a damaged file is left as it is",
    ),
    unsupported_block("YXSETBESTMOVEDATABASE, x,y …, DONE"),
    unsupported_block("YXCLEARBESTMOVEDATABASE, x,y …, DONE"),
    unsupported_file("YXDBTOPOS, path"),
    exchange::DATABASE_TO_TEXT,
    exchange::ALL_TO_TEXT,
    exchange::TEXT_TO_DATABASE,
    exchange::DATABASE_TO_LIBRARY,
    exchange::LIBRARY_TO_DATABASE,
    unsupported_file("YXDBSPLIT, path"),
    unsupported_file("YXDBMERGE, path"),
    unsupported_file("YXHASHDUMP, path"),
    unsupported_file("YXHASHLOAD, path"),
];

const fn unsupported_block(form: &'static str) -> CommandSpec {
    extension(
        form,
        |session, call| session.open_refused_block(CommandError::UnsupportedBlock, call),
        "ERROR",
        "not supported",
    )
}

/// Reads the file's name as well, so that the next line is not taken for a command.
const fn unsupported_file(form: &'static str) -> CommandSpec {
    extension(
        form,
        |session, call| session.open_file(call, |_, _| Err(CommandError::UnsupportedFile)),
        "ERROR",
        "not supported",
    )
}
