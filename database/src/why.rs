//! The English sentence of each reason, once; the page's tables have one for each code in the other languages.

use crate::Reason;
use std::fmt::Display;

/// Makes functions of rows: name, values, code and sentence. Values before the semicolon are reasons themselves. Values in
/// quotation marks are cut if they are long.
macro_rules! sentences {
    ($($function:ident($($part:ident),*; $($value:ident),*) $code:ident $sentence:literal)*) => {
        $(
            #[doc = concat!("```` ", $sentence, " ````")]
            pub fn $function($($part: impl Into<Reason>,)* $($value: impl Display),*) -> Reason {
                $(let $part: Reason = $part.into();)*
                $(
                    let is_quoted = $sentence.contains(concat!("'{", stringify!($value), "}'"));
                    let $value = if is_quoted { Reason::quote($value) } else { Reason::text($value) };
                )*
                let message = format!($sentence, $($part = $part,)* $($value = $value),*);
                let values = vec![$((stringify!($part), $part),)* $((stringify!($value), $value)),*];
                Reason::new(stringify!($code), message, values)
            }
        )*

        /// The codes with their sentences.
        pub const SENTENCES: &[(&str, &str)] = &[$((stringify!($code), $sentence)),*];
    };
}

sentences! {
    library_cut(; at) libraryCut "the library is cut off at byte {at}"
    library_ends(; at) libraryEnds "the library ends at byte {at}, where more moves were announced"
    library_point(; at, byte) libraryPoint "the library is damaged at byte {at}: {byte} is not a point"
    library_tail(; at, bytes) libraryTail "the library's tree ends at byte {at}; {bytes} bytes behind it were left out"
    library_read(; count) libraryRead "{count} nodes before it were read"
    library_read_one(;) libraryReadOne "1 node before it was read"
    no_moves(; link) noMoves "no moves in the link '{link}'"
    two_lines(; name, other) twoLines "the moves of the link may be those of '{name}' or of '{other}'"
    paste_moves(;) pasteMoves "paste the moves alone"
    not_a_stone(; text) notStone "'{text}' is not a stone"
    no_done(;) noDone "DONE is missing: the stones up to the end were read"
    not_command(; text) notCommand "'{text}' is neither a command nor an answer"
    out_of_turn(; point) outOfTurn "{point} comes out of turn: a move before it is missing"
    no_pass(; rule) noPass "-1,-1 is a pass: {rule} has none, only renju (INFO rule 4) has"
    no_stone(;) noStone "no stone in the dialogue"
    numbers(; text) numbers "'{text}': expected numbers, as in TURN 7,7 and START 15"
    from_top_left(; example) readPairs "the pairs are read as column and row from the top left: {example}"
    read_cells(; example) readCells "the cells are numbered row by row from the top left: {example}"
    two_stones(; point) two "two stones on {point}"
    occupied(; number, point) occupied "move {number}, {point}: the point is occupied"
    after_over(; number, point) after "move {number}, {point}: the game was over before it"
    two_numbers(;) twoNumbers "two numbers may be one point or two cells"
    points_as(;) pointsAs "write points as in [[7, 7], [8, 8]]"
    number_alone(; link) numberAlone "the link '{link}' names a game by its number alone"
    copy_there(;) copyThere "open it there and copy the moves"
    link_damaged(; link) linkDamaged "the game in the link '{link}' cannot be read"
    whole_link(;) wholeLink "copy the whole link"
    connect6(;) connect6 "a game of Connect6 (C6), not five in a row (C5)"
    contest_move(; text) contestMove "'{text}': expected a move such as B(H,8)"
    other_head(; text, size) otherHead
        "expected a head such as 'Piskvorky 15x15, 11:11, 0', not '{text}': the board is {size}"
    passes(; format) passes "a game with passes cannot be written as {format}"
    hold_passes(;) holdPasses "sgf, lib, moves and link can hold them"
    blocked_cells(; format) blockedCells "a board with blocked cells cannot be written as {format}"
    byte(rest; at) byte "byte {at}: {rest}"
    node(rest; at) node "node {at}: {rest}"
    in_game(rest; number) game "game {number}: {rest}"
    cut_moves(; count, all) fileCut "the file is cut: {count} of its {all} moves were read"
    cut_file(;) cutFile "the file is cut"
    row_column(; size) rowColumn "expected row and column on the {size} board"
    last_game(;) lastGame "the last game has no moves: the file is cut"
    result_missing(;) resultMissing "the result behind the moves is missing, the text may be cut"
    end_missing(;) endMissing "the end is missing"
    pos_point(; byte, index, count) posPoint "{byte} is not a point: {index} of {count} moves were read"
    bytes_after(; bytes) bytesAfter "{bytes} bytes after the last move"
    game_elements(;) gameElements "expected <game> elements"
    go_game(; traits) goGame "this is a game of Go ({traits}), not five in a row"
    other_kind(; kind, game) otherKind "GM[{kind}] is a game of {game}, not five in a row"
    other_number(; kind) otherNumber "GM[{kind}] is another game, not five in a row"
    line(rest; line) line "line {line}: {rest}"
    variation(rest;) variation "a variation: {rest}"
    head(;) head
        "expected a head such as 'Piskvorky 15x15, 11:11, 0' (width and height from 5 to 120, levels, who begins)"
    point(; text, size) point "'{text}' is not a point on a {size} board"
    off(; point, size) off "{point} is off the {size} board"
    off_center(; point, size) offCenter "{point} from the center is off the {size} board"
    twice(; point) twice "{point} is played twice"
    turn_black(;) turnBlack "it is Black's turn"
    turn_white(;) turnWhite "it is White's turn"
    pass_before(; point) passBefore "{point} comes out of turn: a pass of the other side is put before it"
    number(; text) number "'{text}' is not a number"
    pairs(;) pairs "offsets come in pairs"
    nothing(;) nothing "expected a game, found nothing"
    timed_move(; text) move "'{text}': expected a move 'x,y,time'"
    end_code(; text) code "'{text}': expected a move or an end code"
    after_end(; text) tail "'{text}' after the end of the game"
    rule_name(;) ruleName "expected 'rule NAME'"
    result(; quoted) result "'{quoted}': expected 1-0, 0-1 or draw"
    cells(; row, count, width) cells "row {row} has {count} cells, not {width}"
    rows(; rows, size) rows "{rows} rows on a {size} board"
    found(; size) found "{size} cells of '.', 'X' and 'O' were found"
    bracket(;) bracket "a value without its ']'"
    parenthesis(;) parenthesis "expected ')' at the end of the game"
    no_value(; name) noValue "'{name}' has no value in brackets"
    size(; text) size "SZ[{text}] is not a size: expected a number, or two as in SZ[20:10]"
    property(; text) property "'{text}' is not a property: expected capital letters, as in B[hh]"
    no_opening(;) opening "no opening found"
    openings(;) openings "a second opening; the text has to hold one"
    sgf_side(; most, size) sgfSide "SGF holds boards up to {most}, not {size}"
    quoted(; quoted) quoted "'{quoted}'"
    up_to_here(rest;) upToHere "{rest}: the game is read up to here"
    damaged(rest;) damaged "{rest}: the file is damaged or cut here and read up to here"
    none_before(rest;) noneBefore "{rest}: no whole game before it"
    games_before(rest; count) gamesBefore "{rest}: {count} games were read before it"
    moves_read(rest; count) movesRead "{rest}: {count} moves were read"
    moves_out(rest; count) movesOut "{rest}: {count} moves are left out"
    move_out(rest;) moveOut "{rest}: 1 move is left out"
    rule_out(rest;) ruleOut "{rest}: rule and result are left out"
    game_out(rest;) gameOut "{rest}: the game is left out"
    blocked_late(;) blockedLate "cells are blocked in mid-game"
    left_out(rest;) leftOut "{rest}: left out"
    further(; count) further "and {count} more of this kind"
    no_format(;) noFormat "not in a known format"
    database(;) database "a database of positions, not a game"
    open_database(;) openDatabase "it is opened with --database and by `tengen db`"
    import_database(;) importDatabase "`tengen db import` reads it"
    selfplay(;) selfplay "a file of self-play, not one game"
    import_selfplay(;) importSelfplay "`tengen db import` and `tengen selfplay` read it"
    archive(;) archive "an archive, not a game"
    unpack(;) unpack "unpack it first"
    picture(;) picture "a picture, not a game"
    pdf(;) pdf "a PDF document, not a game"
    web_page(;) webPage "a web page, not a game"
    copy_moves(;) copyMoves "copy the moves out of it"
    variations_out(;) variationsOut "variations in round brackets are left out"
    no_game(;) noGame "no game in the file"
    large_file(; size) largeFile "the file has more than {size} MiB"
    off_board(; point) offBoard "{point} is off the board"
    cell_only(; cell, point) cellOnly "'{cell}' at {point}: expected '.', 'X' or 'O'"
    hides(;) hides "a mark hides what stands on its point"
    write_kind(;) writeKind "if it is five in a row after all, write GM[4] into the file"
    not_opened(;) notOpened "')' without '('"
    library_head(; at, last) libraryHead "the library's head is damaged at byte {at}: expected FF up to byte {last}"
    rows_missing(; first, last) rowsMissing "rows are missing: they are numbered from {first} to {last}"
    no_link(; text) noLink "'{text}' is neither a link nor moves"
    no_beginning(; text) noBeginning "'{text}' without its beginning"
    quote_in_tag(; tag) quoteInTag "a quotation mark inside of the tag '{tag}'"
    text_damaged(rest;) textDamaged "{rest}: the text is damaged here"
    unknown_entity(; text) unknownEntity "unknown entity '{text}'"
    damaged_here(rest;) fileDamaged "{rest}: the file is damaged here"
    not_next(; word) notNext "'{word}' does not follow the moves before it"
    one_move_more(; word) oneMoveMore "'{word}' is one move too many for its number"
    other_result(; word) otherResult "the result '{word}' is not that of the tags"
    levels(; text) levels "'{text}': expected levels and who begins behind the size, as in '11:11, 0'"
    after_moves(; text) afterMoves "'{text}' after the moves"
    code_missing(;) codeMissing "the end code is missing, the file may be cut"
    cut_move(; text) cutMove "'{text}' may be a move that was cut"
    zero_byte(;) zeroByte "the byte 00, which no text has"
    version(; version, known) version "version {version}, and the newest one known is {known}"
    not_attribute(;) notAttribute "not an attribute"
    outside(;) outside "text outside of all elements"
    no_player(; id) noPlayer "no player '{id}' in the list"
    not_result(; text) notResult "'{text}' is not a result: expected 1, 0 or 0.5"
    after_last(; text) afterLast "'{text}' after the last move is left out"
    open_line(;) openLine "the line has no end: a digit of its move may be cut"
    moves_outside(;) movesOutside "moves outside of a game are left out: a bracket is missing, or one too many"
    text_after(;) textAfter "the text after the game is left out"
    signs_out(; count) signsOut "labels, marks and arrows on no point of the board are left out: {count}"
    properties_twice(; text) propertiesTwice "several properties {text} of one move: the first is read"
    swallowed(;) swallowed "a value without its ']' has taken in what follows it"
    several(;) several "several values where there can be one: the first is read"
    instead(; text) instead "'{text}' instead of '(', ')', ';' or a property"
    empty_sgf(;) emptySgf "expected a game, as in (;SZ[15];B[hh])"
    no_position(; link) noPosition "no position in the link '{link}'"
    link_form(;) linkForm "expected one such as https://gomocalc.com/#/h8i9 or the address of tengen's board"
    not_size(; text) notSize "'{text}' is not a size"
    not_tree(; text) notTree "'{text}' is not a tree of moves"
    number_pairs(;) numberPairs "expected pairs of numbers, as in 7,7, one line like the other"
    encoding(; name) encoding "some texts are not {name}"
    encoding_guess(; name) encodingGuess "the texts are read as {name}, a guess"
    other_size(; own, given) otherSize "the board is {own}, not {given}"
    setup_problem(; format) setupProblem "a position that did not come about by moves cannot be written as {format}"
    white_problem(; format) whiteProblem "a game that White begins cannot be written as {format}"
    others(;) others "diagram and sgf can hold it"
    syntax_error(; text) syntaxError "syntax error: {text}"
    ill_formed(; text) illFormed "ill-formed document: {text}"
    more_moves(; count) moreMoves "more than {count} moves"
    more_nested(; count, all) moreNested "more than {count} moves or {all} variations inside each other"
    more_bytes(; count) moreBytes "more than {count} MiB"
    more_setups(; count) moreSetups "more than {count} variations in which stones are set up"
    board_limit(rest;) boardLimit "{rest}, the most that the board takes"
    import_library(;) importLibrary "`tengen db import` puts a library into a database"
    counts(; count, all) counts "Black has {count} stones and White {all}, not as in a game"
    counts_swapped(; count, all) countsSwapped
        "Black would have {count} stones and White {all}: the colors of the signs are swapped"
    no_letter_i(; example) withoutI "the columns have no letter I: {example}"
    several_ways(; text) severalWays "it can be read in several ways ({text})"
    number_cells(;) numberCells "the cells hold numbers, and no 'X' or 'O'"
    write_stones(;) writeStones "write the stones as X and O"
    hash_stones(; count, all) hashStones "{count} '#' and {all} 'O', but no 'X'"
    write_black(;) writeBlack "write Black's stones as X"
    two_lists(;) twoLists "two lists of points in one object: they may be those of two players"
    one_list(;) oneList "put the moves of both in one list"
    one_color(;) oneColor "most cells hold stones of one color"
    write_empty(;) writeEmpty "write 0 or a point for an empty cell"
    first_stones(; name) firstStones "stones before the moves ({name}) are not read"
    as_board(;) asBoard "write them as a board"
    column_i(;) columnI "GTP has no column I"
    only_tags(;) onlyTags "the game has no moves in this file: only its tags and its result"
    connect6_rules(; text) connect6Rules "a game of Connect6 (RU[{text}]), not five in a row"
    number_lines(;) numberLines "lines of numbers of no known form"
    write_moves(;) writeMoves "write the moves as in h8 i9"
    only_variations(;) onlyVariations "all moves stand in round brackets, which are those of variations"
    moves_unread(;) movesUnread "the moves beside the stones are in no known form and left out"
    boards(; count) boards "{count} boards: the last one was read"
    other_game_of(; game) otherGameOf "a game of {game}, not five in a row"
    unknown_rule(; text, rule) unknownRule "the rule '{text}' is not known: {rule} is taken"
    unknown_result(; text) unknownResult "the result '{text}' is not understood"
    no_row_moves(;) noRowMoves "no line of moves in this row"
    board_result(; stated, shown, rule) boardResult "the file says {stated}, the board shows {shown} under {rule}"
    read_center(; example) readCenter "the pairs count columns and rows from the center: {example}"
    line_of_digits(;) lineOfDigits "the moves are a line of digits, whose meaning is not known"
    star_stones(;) starStones "Black's stones are the '*'"
    row_column_order(;) rowColumnOrder "the points after YXSHOWINFO are read as row,column"
    search_only(;) searchOnly "YXBLOCK keeps moves out of the search only: its cells stay free"
    blocked_unread(;) blockedUnread "the blocked cells are in no known form and left out"
    sides(; text, least, most) sides "'{text}': expected sides from {least} to {most}, as in START 15"
    empty_moves(;) emptyMoves "the list of moves is empty"
    not_column(; text) notColumn "'{text}' is not the number of a column or row"
    column_and_row(; text) rowNumbers "'{text}': expected the numbers of column and row"
    like_scores(;) likeScores "pairs like 7-7 could be scores or ranges: write moves as h8 or (7,7)"
    move_gap(; number, last) moveGap "move {number} comes after move {last}"
    one_by_one(;) oneByOne "number the moves one by one"
    board_only(; name, most, size) boardOnly "{name} holds a {most} board, not {size}"
    square_only(; name, size) squareOnly "{name} holds square boards, not {size}"
    square_up_to(; name, most, size) squareUpTo "{name} holds square boards up to {most}, not {size}"
    picture_large(;) pictureLarge "the picture is too large"
    not_database(; name) notDatabase "{name}: not a Tengen database"
    database_damaged(; name, text) databaseDamaged "{name}: damaged ({text})"
    restore_copy(;) restoreCopy "restore it from a copy, or make it anew"
    database_format(; name, text, known) databaseFormat
        "{name}: a database of format '{text}', this program reads '{known}'"
    export_import(;) exportImport
        "`tengen db export` of the program that wrote it and `tengen db import` of this one take it over"
    yixin_unread(rest;) yixinUnread "nothing can be read of this database of Yixin or Rapfi: {rest}"
    other_copy(;) otherCopy "take another copy of it"
    first_block(;) firstBlock "its first compressed block is damaged, or cut off before its first record"
    bytes_cut(; bytes) bytesCut "it is cut off after {bytes} bytes"
    bytes_damaged(; bytes) bytesDamaged "it is damaged after {bytes} bytes"
    in_record(rest; number, all) inRecord "{rest}, in record {number} of {all}"
    half_out(; number, all) halfOut "more than half of its records are no positions, up to record {number} of {all}"
    no_record(;) noRecord "no record of this file is a position"
    records_out(; count) recordsOut "{count} records are no positions"
    line_no_position(; line) lineNoPosition "line {line} is not a position"
    line_long(; line) lineLong "line {line} has more than 1 MiB"
    puzzle_words(; count) puzzleWords
        "expected 'rule size kind goal grade length side first black white', found {count} words"
    puzzle_kind(;) puzzleKind "the kind is neither win nor hold"
    puzzle_goal(; text) puzzleGoal "'{text}': expected vcf or vct"
    puzzle_grade(; most) puzzleGrade "the grade is none of 1 to {most}"
    puzzle_length(; text) puzzleLength "'{text}' is not a number of stones"
    in_quoted(rest; quoted) inQuoted "'{quoted}': {rest}"
    advice(rest, more;) advice "{rest}; {more}"
    format(rest; format) format "{format}: {rest}"
}

impl Reason {
    /// The reason, followed by a remark or advice.
    #[must_use]
    pub fn with(self, more: impl Into<Self>) -> Self {
        advice(self, more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::BoardSize;
    use tengen::board::NotationError;

    #[test]
    fn a_reason_has_its_values_and_its_parts_and_long_quotes_are_cut() {
        let size = BoardSize::square(15).unwrap();
        let reason = line(NotationError { text: "z".repeat(10_000_000), size }, 2);
        let cut = format!("{}…", "z".repeat(40));
        let said =
            format!("'{cut}' is not a point on a 15x15 board (expected a column letter and a row number, as c4)");
        assert_eq!((reason.code, reason.to_string()), (Some("line"), format!("line 2: {said}")));
        let values = vec![("text", Reason::text(&cut)), ("size", Reason::text("15x15"))];
        let rest = Reason::new("pointExample", said, values);
        assert_eq!(reason.values, [("rest", rest), ("line", Reason::text("2"))]);
        let word = |length: usize| other_result("é".repeat(length));
        assert_eq!(word(60).values[0].1.message.chars().count(), 60);
        assert_eq!(word(61).to_string(), format!("the result '{}…' is not that of the tags", "é".repeat(40)));
        assert_eq!(syntax_error("z".repeat(10_000)).values[0].1.message.chars().count(), 2001);
    }
}
