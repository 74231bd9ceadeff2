//! The table of commands.

use super::exchange;
use super::spec::{CommandAction, CommandSpec, extension, special, standard, stop};
use crate::protocol::error::CommandError;
use crate::protocol::input::Text;
use crate::protocol::position::SoosorvStep;
use crate::protocol::session::Session;
use tengen::play::OpeningRule;

/// Every command, in the order of `protocol.md`.
pub const COMMANDS: &[CommandSpec] = &[
    standard("START size", "OK", "new game on a square board", |session, call| session.start(&call.argument)),
    standard("RECTSTART width,height", "OK", "new game on a rectangle", |session, call| {
        session.start_rectangle(&call.argument)
    }),
    standard("RESTART", "OK", "new game on the same board", |session, _| session.restart()),
    standard("BEGIN", "x,y", "the engine opens the game", |session, call| session.begin(call.at)),
    standard("TURN x,y", "x,y", "the opponent's move; the engine answers", |session, call| {
        session.turn(&call.argument, call.at)
    }),
    standard("BOARD, x,y,who …, DONE", "x,y", "a whole position; the engine moves", |session, call| {
        session.open_position(call, true)
    }),
    standard(
        "SWAP2BOARD, x,y …, DONE",
        "x,y x,y x,y or SWAP or x,y or x,y x,y",
        "a step of the swap2 opening",
        |session, call| session.open_opening(call, OpeningRule::Swap2),
    ),
    standard("TAKEBACK [x,y]", "OK", "takes the last stone back, or the last pass, -1,-1", |session, call| {
        session.take_back(&call.argument)
    }),
    standard("PLAY x,y", "x,y", "dictates the engine's move", |session, call| session.play(&call.argument)),
    special("INFO key value", "none", "a setting", CommandAction::Setting),
    standard("ABOUT", "name=…, version=…, …", "name, version, authors and rules", |session, _| session.about()),
    special("END", "none", "ends the program", CommandAction::End),
    extension(
        "SWAPBOARD, x,y …, DONE",
        "x,y x,y x,y or SWAP or x,y",
        "a step of the swap opening",
        |session, call| session.open_opening(call, OpeningRule::Swap),
    ),
    extension(
        "SWAP1STBOARD, x,y …, DONE",
        "x,y or SWAP",
        "a step of the opening with a swap after the first stone",
        |session, call| session.open_opening(call, OpeningRule::Swap1),
    ),
    extension("PROBOARD, x,y …, DONE", "x,y", "a step of the pro opening", |session, call| {
        session.open_opening(call, OpeningRule::Pro)
    }),
    extension("LONGPROBOARD, x,y …, DONE", "x,y", "a step of the long pro opening", |session, call| {
        session.open_opening(call, OpeningRule::LongPro)
    }),
    extension("YXBOARD, x,y,who …, DONE", "none", "a whole position, without a move", |session, call| {
        session.open_position(call, false)
    }),
    stop("STOP"),
    stop("YXSTOP"),
    extension("YXSHOWFORBID", "FORBID xxyy….", "lists the forbidden points", |session, _| session.show_forbidden()),
    extension(
        "YXSHOWINFO",
        "MESSAGE INFO MAX_THREAD_NUM n, MESSAGE INFO MAX_HASH_SIZE m (2^m KB)",
        "Yixin-Board introduces itself: points are row,column from here on",
        |session, _| session.show_info(),
    ),
    extension("YXNBEST n", "x,y", "searches the best `n` lines and plays the best", |session, call| {
        session.best_lines(&call.argument, call.at)
    }),
    extension(
        "YXSEARCHDEFEND",
        "x,y",
        "searches every line, names the moves that do not lose, plays the best",
        |session, call| session.search_defenses(call.at),
    ),
    extension("YXBALANCEONE bias", "x,y", "plays the move that makes the game even", |session, call| {
        session.balance(1, &call.argument, call.at)
    }),
    extension("YXBALANCETWO bias", "x,y x,y", "plays the two moves that make the game even", |session, call| {
        session.balance(2, &call.argument, call.at)
    }),
    extension("YXBLOCK, x,y …, DONE", "none", "moves that may not be played", |session, call| {
        session.open_points(call, Session::block_moves)
    }),
    extension("YXBLOCKUNDO, x,y …, DONE", "none", "moves that may be played again", |session, call| {
        session.open_points(call, Session::unblock_moves)
    }),
    extension("YXBLOCKRESET", "none", "the moves of `YXBLOCK` and `YXFORBID` may be played again", |session, _| {
        session.clear_blocked()
    }),
    extension(
        "YXBLOCKPATH, x,y …, DONE",
        "none",
        "a move that may not be played after the moves before it",
        |session, call| session.open_path(call, true),
    ),
    extension("YXBLOCKPATHUNDO, x,y …, DONE", "none", "it may be played again", |session, call| {
        session.open_path(call, false)
    }),
    extension("YXBLOCKPATHRESET", "none", "all of these may be played again", |session, _| session.clear_paths()),
    extension(
        "YXFORBID add x y side",
        "none",
        "a move that one side may not play, 0 for Black, 1 for White; `del` allows it again",
        |session, call| session.forbid(&call.argument),
    ),
    extension("YXHASHCLEAR", "none", "clears the transposition table and the histories", |session, _| {
        session.clear_memory();
        Ok(())
    }),
    extension(
        "YXSHOWHASHUSAGE",
        "MESSAGE hash size n KB",
        "the size that the transposition table may grow to",
        |session, _| session.show_hash_size(),
    ),
    extension(
        "YXSWAP2STEP1",
        "MESSAGE SWAP2 MOVE1 x y, … MOVE3 x y",
        "swap2: proposes three stones",
        |session, call| session.search_swap2_step(0, call.at),
    ),
    extension(
        "YXSWAP2STEP2",
        "MESSAGE SWAP2 SWAP1 YES or NO, or MESSAGE SWAP2 MOVE4 x y, … MOVE5 x y",
        "swap2: answers three stones",
        |session, call| session.search_swap2_step(3, call.at),
    ),
    extension(
        "YXSWAP2STEP3",
        "MESSAGE SWAP2 SWAP2 YES or NO",
        "swap2: chooses a side after five stones",
        |session, call| session.search_swap2_step(5, call.at),
    ),
    extension(
        "YXSOOSORVSTEP1",
        "MESSAGE SOOSORV MOVE1 x y, … MOVE3 x y",
        "Soosõrv: proposes three stones",
        |session, call| session.soosorv(SoosorvStep::Propose, &[], call.at),
    ),
    extension(
        "YXSOOSORVSTEP2, x,y …, DONE",
        "MESSAGE SOOSORV SWAP1 YES or NO",
        "Soosõrv: chooses a side after three stones",
        |session, call| session.open_soosorv(call, SoosorvStep::SwapThree),
    ),
    extension(
        "YXSOOSORVSTEP3, x,y …, DONE",
        "MESSAGE SOOSORV MOVE4 x y n",
        "Soosõrv: fourth stone and number of fifths",
        |session, call| session.open_soosorv(call, SoosorvStep::Fourth),
    ),
    extension(
        "YXSOOSORVSTEP4 n, x,y …, DONE",
        "MESSAGE SOOSORV SWAP2 YES or NO",
        "Soosõrv: chooses a side after four stones and `n` fifths asked for",
        |session, call| session.open_fifths(call, SoosorvStep::SwapFour),
    ),
    extension(
        "YXSOOSORVSTEP5 n, x,y …, DONE",
        "MESSAGE SOOSORV MOVE5 REFRESH, … MOVE5 x y, … MOVE5 DONE",
        "Soosõrv: offers `n` fifths",
        |session, call| session.open_fifths(call, SoosorvStep::Fifths),
    ),
    extension(
        "YXSOOSORVSTEP6, x,y …, DONE",
        "MESSAGE SOOSORV MOVE5C x y",
        "Soosõrv: chooses among the fifths",
        |session, call| session.open_soosorv(call, SoosorvStep::Choose),
    ),
    extension(
        "NEGOTIATE rule, x,y or BLACK or WHITE or MORE or OFFER or n …, DONE",
        "x,y … or BLACK or WHITE or MORE x,y x,y or OFFER or x,y n or n",
        "what to do next in an opening, after what was done so far",
        |session, call| session.negotiate(call),
    ),
    extension("RELOADCONFIG", "none", "ignored", |_, _| Ok(())),
    extension(
        "YXQUERYDATABASEALL, x,y …, DONE",
        "MESSAGE DATABASE REFRESH, MESSAGE DATABASE x y label value depth bound hastext text …, MESSAGE DATABASE DONE",
        "what the database knows of the moves of a position, which is given by its moves",
        |session, call| session.database_query(call, Session::write_children),
    ),
    extension(
        "YXQUERYDATABASEONE, x,y …, DONE",
        "MESSAGE DATABASE ONE label value depth bound text",
        "what the database knows of a position",
        |session, call| session.database_query(call, Session::write_record),
    ),
    extension(
        "YXQUERYDATABASETEXT, x,y …, DONE",
        "MESSAGE DATABASE TEXT \"comment\"",
        "the comment of a position",
        |session, call| session.database_query(call, Session::write_comment),
    ),
    extension(
        "YXQUERYDATABASEALLT, x,y …, DONE",
        "both",
        "the moves of a position and its comment",
        |session, call| session.database_query(call, Session::write_children_and_comment),
    ),
    extension(
        "YXEDITTVDDATABASE mask label value depth, x,y …, DONE",
        "MESSAGE DATABASE ONE label value depth bound text",
        "writes what the mask names: 1 the label, 2 the value, 4 the depth",
        |session, call| session.database_change(call, Text::Line, Session::edit_record),
    ),
    extension(
        "YXEDITTEXTDATABASE \"comment\", x,y …, DONE",
        "none",
        "writes the comment of a position",
        |session, call| session.database_change(call, Text::Comment, Session::edit_comment),
    ),
    extension("YXEDITLABELDATABASE x,y label, x,y …, DONE", "none", "writes the label of a move", |session, call| {
        session.database_change(call, Text::Line, Session::edit_label)
    }),
    extension("YXDELETEDATABASEONE, x,y …, DONE", "none", "forgets a position", |session, call| {
        session.database_change(call, Text::Nothing, Session::delete_position)
    }),
    extension(
        "YXDELETEDATABASEALL [kind], x,y …, DONE",
        "MESSAGE n positions are deleted, then as YXQUERYDATABASEALL",
        "forgets the positions after a position, all or those of a kind",
        |session, call| session.database_change(call, Text::Kind, Session::delete_after),
    ),
    extension(
        "YXSETDATABASE, path",
        "MESSAGE opened a database of n positions",
        "opens a database of positions or makes one, and plays from it",
        |session, call| session.open_file(call, Session::set_database),
    ),
    extension(
        "YXSAVEDATABASE",
        "MESSAGE the database is saved",
        "everything written is on the disk already",
        |session, _| session.save_database(),
    ),
    extension("YXDBCHECK", "MESSAGE n positions, no damage", "reads the whole database", |session, _| {
        session.check_database()
    }),
    extension("YXDBFIX", "as YXDBCHECK", "the same: a damaged file is left as it is", |session, _| {
        session.check_database()
    }),
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
    extension(form, "ERROR", "not supported", |session, call| {
        session.open_refused_block(CommandError::UnsupportedBlock, call)
    })
}

/// Reads the file's name as well, so that the next line is not taken for a command.
const fn unsupported_file(form: &'static str) -> CommandSpec {
    extension(form, "ERROR", "not supported", |session, call| {
        session.open_file(call, |_, _| Err(CommandError::UnsupportedFile))
    })
}
