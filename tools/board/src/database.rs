//! The position database: look-ups, and comments and labels written by the user.

use super::message::{ErrorCode, PassedGame, RequestError, ServerAnswer, ShownEntry, ShownMove};
use super::position::running;
use super::question::limits::{MAX_COMMENT, MAX_LABEL};
use super::question::{Annotate, AtPosition};
use anyhow::Result;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use tengen::base::{Score, score_text};
use tengen::eval::win_rate;
use tengen_database::{Database, DatabaseError, Entry, FinishedGame, GameCounts, KnownMove, PositionKey, known_moves};
use tengen_game::formats::names_of_turns;

/// Most games in an answer, and the longest search for them.
const MAX_PASSED: usize = 50;
const MAX_LOOK: Duration = Duration::from_millis(500);

/// The program's built-in book.
static BOOK: LazyLock<Result<Database, DatabaseError>> =
    LazyLock::new(|| Database::from_bytes("the book", include_bytes!("../../../books/tengen.book").to_vec()));

/// A database, and whether the page may change it.
pub struct BoardDatabase {
    database: Database,
    writable: bool,
}

impl std::fmt::Debug for BoardDatabase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BoardDatabase").field("path", &self.database.path()).field("writable", &self.writable).finish()
    }
}

impl BoardDatabase {
    /// Opens a database; a writable one is created if missing. Fails if the file is not a database, is damaged, or is
    /// open in another program.
    pub fn open(path: &Path, writable: bool) -> Result<Self> {
        let database = if writable { Database::open_or_create(path) } else { Database::open(path) };
        let database = database?;
        Ok(Self { writable: writable && database.is_writable(), database })
    }

    /// A database in memory; the page may change it unless it is a book.
    pub(crate) fn of_page(database: Database) -> Self {
        Self { writable: database.is_writable(), database }
    }

    /// The file name, the number of positions, and whether the page may change the database. Fails if the database
    /// cannot be read.
    pub(crate) fn describe(&self) -> Result<(Option<String>, u64, bool), RequestError> {
        let name = self.database.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok((Some(name), self.database.len().map_err(failed)?, self.writable))
    }

    /// The database as the bytes of a file. Fails if the database cannot be read.
    pub(crate) fn to_bytes(&self) -> Result<Vec<u8>, RequestError> {
        self.database.to_bytes().map_err(failed)
    }
}

fn failed(error: DatabaseError) -> RequestError {
    if is_full(&error) { too_large() } else { RequestError::detailed(ErrorCode::Failed, &error) }
}

/// Whether the error means that memory is full.
pub fn is_full(error: &DatabaseError) -> bool {
    matches!(error, DatabaseError::Io { error, .. } if error.kind() == ErrorKind::OutOfMemory)
}

/// The error for a database that memory cannot hold.
pub fn too_large() -> RequestError {
    RequestError::plain(ErrorCode::TooLarge, "a larger database than a page can have")
}

fn opened(current: Option<&BoardDatabase>) -> Result<&BoardDatabase, RequestError> {
    current.ok_or_else(|| RequestError::plain(ErrorCode::NoDatabase, "the board was started without --database"))
}

/// Looks up a position and its moves in the database. Fails if there is no database, if it cannot be read, or if the
/// position is impossible or over.
pub fn look_up(current: Option<&BoardDatabase>, question: &AtPosition) -> Result<ServerAnswer, RequestError> {
    look_in(&opened(current)?.database, question)
}

/// Looks up a position and its moves in the built-in book. Fails if the position is impossible or over.
pub fn look_in_book(question: &AtPosition) -> Result<ServerAnswer, RequestError> {
    let unreadable = |error: &DatabaseError| RequestError::plain(ErrorCode::Failed, &error.to_string());
    look_in(BOOK.as_ref().map_err(unreadable)?, question)
}

fn look_in(database: &Database, question: &AtPosition) -> Result<ServerAnswer, RequestError> {
    let (_, board) = running(&question.position)?;
    let entry = database.get(&board).map_err(failed)?;
    let moves = known_moves(database, &board).map_err(failed)?;
    Ok(ServerAnswer::Known { entry: entry.as_ref().map(shown_entry), moves: moves.iter().map(shown_move).collect() })
}

/// The counted games that reached a position, turned or mirrored, by any order of moves. Fails as [`look_up`] does.
pub fn games_through(current: Option<&BoardDatabase>, question: &AtPosition) -> Result<ServerAnswer, RequestError> {
    let BoardDatabase { database, .. } = opened(current)?;
    let (position, board) = running(&question.position)?;
    let (rule, size, side) = (position.rule, position.size, position.side_to_move());
    let (wanted, plies) = (PositionKey::of(&board).0, position.stones().count());
    let (start, mut games, mut more) = (Instant::now(), Vec::new(), false);
    let mut visit = |game: FinishedGame, _: usize| {
        let may = game.rule == rule && game.size == size && game.moves.len() >= plies;
        // Passes leave the stones: the numbers of turns at which they are as many.
        let fewest = plies + game.passes.iter().filter(|&&before| before < plies).count();
        let most = plies + game.passes.iter().filter(|&&before| before <= plies).count();
        let is_wanted = |turns: usize| {
            game.first.after(turns) == side
                && PositionKey::of_stones(rule, size, side, game.stones_after(turns)).0 == wanted
        };
        if may && (fewest..=most).any(is_wanted) {
            more = games.len() == MAX_PASSED;
            if !more {
                games.push(PassedGame {
                    first: game.first.name(),
                    moves: names_of_turns(size, game.turns()),
                    result: game.outcome.name(),
                    names: game.names,
                });
            }
        }
        if start.elapsed() > MAX_LOOK {
            more = true;
        }
        !more
    };
    database.for_each_game(&mut visit).map_err(failed)?;
    Ok(ServerAnswer::Passed { games, more })
}

/// Writes a position's comment and label, if given, and looks it up. Fails as [`look_up`] does, and if the database
/// cannot be written or the page may not change it.
pub fn annotate(current: Option<&BoardDatabase>, question: &Annotate) -> Result<ServerAnswer, RequestError> {
    let BoardDatabase { database, writable } = opened(current)?;
    if !writable {
        return Err(RequestError::plain(ErrorCode::ReadOnly, "the database is open for reading only"));
    }
    // Limits for new labels and comments; other programs write longer ones.
    let is_too_long = |text: Option<&String>, longest: usize| text.is_some_and(|text| text.chars().count() > longest);
    if is_too_long(question.label.as_ref(), MAX_LABEL) || is_too_long(question.comment.as_ref(), MAX_COMMENT) {
        return Err(RequestError::plain(ErrorCode::TooLarge, "the label or the comment is too long"));
    }
    let (_, board) = running(&question.position)?;
    let edit = |known: Option<Entry>| {
        let mut entry = known.unwrap_or_default();
        if let Some(label) = &question.label {
            label.trim().clone_into(&mut entry.label);
        }
        if let Some(comment) = &question.comment {
            comment.trim_end().clone_into(&mut entry.comment);
        }
        // Without texts or other content the position needs no entry.
        (entry != Entry::default()).then_some(entry)
    };
    let known = database.get(&board).map_err(failed)?;
    if edit(known.clone()) != known {
        // The entry is edited as it is when it is written: another program may have changed it.
        database.update(&board, edit).map_err(failed)?;
    }
    look_up(current, &AtPosition { position: question.position.clone() })
}

/// A position's entry as shown on the page, with this score and these games; also used for the entry after a move.
fn shown(entry: &Entry, score: Option<Score>, depth: u16, games: GameCounts) -> ShownEntry {
    ShownEntry {
        score: score.map(score_text),
        share: score.map(win_rate),
        depth,
        games: (games.total() > 0).then_some([games.wins, games.draws, games.losses]),
        label: entry.label.clone(),
        comment: entry.comment.clone(),
        author: entry.author.clone(),
    }
}

fn shown_entry(entry: &Entry) -> ShownEntry {
    let score = entry.proof.score().or(entry.has_score().then_some(entry.score));
    shown(entry, score, entry.depth, entry.games)
}

fn shown_move(known: &KnownMove) -> ShownMove {
    let after = known.after.clone().unwrap_or_default();
    let score = known.proven_score().or(known.score);
    ShownMove { point: known.point.0, entry: shown(&after, score, known.depth, known.games) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_database::Proof;

    #[test]
    fn proofs_count_plies_from_the_position_that_is_shown() {
        let entry = |proof| shown_entry(&Entry { proof, ..Entry::default() }).score.unwrap();
        // The third stone of the side to move is ply 5, that of the opponent ply 6.
        assert_eq!(entry(Proof::Win { stones: 3 }), "+M5");
        assert_eq!(entry(Proof::Loss { stones: 3 }), "-M6");
        let known = |proof| KnownMove {
            point: tengen::base::Point(7),
            score: None,
            depth: 0,
            proof,
            games: GameCounts::default(),
            doubtful: false,
            after: None,
        };
        assert_eq!(shown_move(&known(Proof::Loss { stones: 2 })).entry.score.unwrap(), "+M5");
        assert_eq!(shown_move(&known(Proof::Win { stones: 3 })).entry.score.unwrap(), "-M6");
        assert_eq!(shown_move(&known(Proof::Open)).entry.score, None);
    }
}
