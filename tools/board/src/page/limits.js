// The most that the page sends and the engine takes: the build makes Rust's constants of these lines.

/// Characters of a text.
export const MAX_TEXT = 1_000_000;
/// Bytes of a file of games.
export const MAX_FILE = 2_900_000;
/// Moves of a game with its variations.
export const MAX_MOVES = 60_000;
/// Bytes of a library.
export const MAX_LIBRARY = 67_108_864;
/// Bytes of a database.
export const MAX_DATABASE = 134_217_728;
/// Bytes of a part of a file, in one message.
export const PART = 1_500_000;
