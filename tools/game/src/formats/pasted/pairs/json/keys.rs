//! Keys of JSON objects, in lower case.

/// Keys of moves; they have priority if there are several lists.
pub const MOVES: [&str; 23] = [
    "moves",
    "history",
    "steps",
    "record",
    "movehistory",
    "move_history",
    "actions",
    "sequence",
    "kifu",
    "mv",
    "mvs",
    "index",
    "indexes",
    "indices",
    "action",
    "movelist",
    "move_list",
    "moves_list",
    "played",
    "trajectory",
    "placements",
    "game_record",
    "gamerecord",
];
/// Keys of stones without an order.
pub const STONES: [[&str; 4]; 2] =
    [["black", "blackstones", "black_stones", "blacks"], ["white", "whitestones", "white_stones", "whites"]];
/// Keys of the two sides' moves; the side of the first key begins.
pub const SIDES: [[&str; 2]; 5] = [
    ["blackmoves", "whitemoves"],
    ["black_moves", "white_moves"],
    ["player1", "player2"],
    ["p1", "p2"],
    // Botzone: the first request is -1,-1 if the side of the responses begins.
    ["requests", "responses"],
];
pub const BOARDS: [&str; 7] = ["board", "grid", "cells", "state", "initialboard", "initial_board", "squares"];
/// Beginnings of keys whose points are not moves of the game.
pub const ASIDE: [&str; 24] = [
    "win",
    "legal",
    "valid",
    "forbidden",
    "best",
    "expected",
    "candidate",
    "hint",
    "suggest",
    "available",
    "possible",
    "good",
    "bad",
    "blocking",
    "solution",
    "answer",
    "threat",
    "highlight",
    "target",
    "mark",
    "moveinfo",
    "label",
    "option",
    "match_cell",
];
pub const SIZES: [&str; 6] = ["size", "boardsize", "board_size", "board", "width", "boardxsize"];
pub const HEIGHTS: [&str; 3] = ["height", "boardysize", "rows"];
pub const TURNS: [&str; 9] =
    ["turn", "next", "to_move", "tomove", "currentplayer", "current_player", "nextplayer", "next_player", "side"];
pub const WINNERS: [&str; 2] = ["winner", "result"];
pub const RULES: [&str; 3] = ["rule", "rules", "variant"];
/// Beginnings of keys whose pairs may count from the center.
pub const CENTERED: [&str; 3] = ["opening", "offset", "book"];
/// Keys of a list of blocked cells.
pub const BLOCKED: [&str; 9] = [
    "blocked",
    "blocked_cells",
    "blockedcells",
    "blocks",
    "walls",
    "obstacles",
    "neutral",
    "neutral_stones",
    "neutralstones",
];

/// Whether a key names blocked cells.
pub fn is_blocked_key(key: &str) -> bool {
    BLOCKED.contains(&key.to_ascii_lowercase().as_str())
}
