//! `loadsgf`: loads a game from a file. The engine itself reads only SGF; other formats need a
//! [`GameReader`](crate::server::GameReader).

use super::error::GtpError;
use super::game::GtpGame;
use super::request::{Request, file_name};
use super::response::{DONE, GtpReply, line};
use super::session::GtpSession;
use crate::server::FileRequest;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use tengen_database::sgf::decode_sgf;
use tengen_database::{FileKind, MAX_GAME_FILE};

/// Arguments of `loadsgf`.
#[derive(Debug, PartialEq, Eq)]
struct Wanted {
    file: String,
    /// Number of the game, from 1.
    game: Option<usize>,
    /// Number of the move before which the position is loaded, from 1.
    until: Option<usize>,
}

impl Wanted {
    /// Reads `FILE[:GAME] [MOVE]`. The name may contain blanks, stand in quotes, and end in a blank or colon and a
    /// number if a file of that name exists.
    fn parse(text: &str, exists: impl Fn(&str) -> bool) -> Result<Self, GtpError> {
        if text.is_empty() {
            return Err(GtpError::Syntax("loadsgf FILE[:GAME] [MOVE]"));
        }
        let numbered =
            text.rsplit_once(char::is_whitespace).and_then(|(name, until)| Some((name, until.parse().ok()?)));
        let (name, until) =
            numbered.filter(|_| !exists(text)).map_or((text, None), |(name, until)| (name.trim_end(), Some(until)));
        let name = file_name(name)?;
        let numbered = name.rsplit_once(':').and_then(|(file, game)| Some((file, game.parse().ok()?)));
        Ok(match numbered.filter(|&(file, game)| game > 0 && !file.is_empty() && !exists(name)) {
            Some((file, game)) => Self { file: file.to_owned(), game: Some(game), until },
            None => Self { file: name.to_owned(), game: None, until },
        })
    }
}

pub(super) fn load_sgf(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let Wanted { file, game: wanted, until } = Wanted::parse(&request.text, |name| Path::new(name).exists())?;
    let error = |reason: String| GtpError::File(format!("{file}: {reason}"));
    let mut bytes = Vec::new();
    let read = File::open(&file).and_then(|file| file.take(MAX_GAME_FILE as u64 + 1).read_to_end(&mut bytes));
    read.map_err(|cause| error(cause.to_string()))?;
    if bytes.len() > MAX_GAME_FILE {
        return Err(error(format!("more than {} MiB", MAX_GAME_FILE >> 20)));
    }
    let rule = session.dialect.game.rule();
    let number = wanted.unwrap_or(1);
    let asked = FileRequest { name: &file, bytes: &bytes, game: number, rule };
    let found = session.game_reader.map_or(Ok(None), |read| read(&asked)).map_err(|cause| error(cause.to_string()))?;
    let (game, games, mut notes) = match found {
        Some(found) => (GtpGame::from_file(&found, until), found.games, found.notes),
        None if FileKind::of("", &bytes).is_some() => return Err(GtpError::NotSgf),
        None => {
            let found = GtpGame::from_sgf(&decode_sgf(&bytes, None).text, number, rule, until)?;
            (found.game, found.games, found.notes)
        }
    };
    session.replace_game(game);
    if games > 1 && wanted.is_none() {
        notes.push(format!("the first of {games} games is loaded; {file}:2 is the second"));
    }
    if notes.is_empty() { DONE } else { line(&notes.join("; ")) }
}
