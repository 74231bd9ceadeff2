// Limits of the page and the engine. The build makes Rust constants of these lines.

/// Bytes of a message.
export const MAX_MESSAGE = 16_777_216;
/// Characters of a text.
export const MAX_TEXT = 1_000_000;
/// Bytes of a file of games.
export const MAX_FILE = 2_900_000;
/// Columns and rows of a board.
export const MAX_SIDE = 120;
/// Characters of a comment.
export const MAX_COMMENT = 5_000;
/// Characters of a name.
export const MAX_NAME = 80;
/// Characters of a position's label in a database.
export const MAX_LABEL = 12;
/// Seconds of a search.
export const MAX_TIME = 600;
/// Moves of a game with its variations.
export const MAX_MOVES = 60_000;
/// Bytes of a library.
export const MAX_LIBRARY = 67_108_864;
/// Bytes of a database.
export const MAX_DATABASE = 134_217_728;
/// Bytes of a part of a file, in one message.
export const PART = 1_500_000;
