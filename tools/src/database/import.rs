//! Results of games, counted for the positions they went through.

use crate::game::Outcome;
use crate::game::formats::{self, Given};
use crate::learn::records::{Games, Record};
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};
use tengen::base::Color;
use tengen::database::{Counted, Database, FinishedGame};

/// First bytes of a self-play file.
const SELFPLAY: &[u8] = b"tengen-games ";
/// Positions that are counted together.
const POSITIONS_PER_WRITE: usize = 1_000_000;

/// Counts of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// What the database counted, and the games that it knew already.
    pub counted: Counted,
    /// Games without a result, skipped.
    pub unfinished: usize,
}

/// The files of a path: the file itself, or all files of a folder, in order.
///
/// # Errors
/// When a folder cannot be read.
pub fn files(name: &Path) -> Result<Vec<PathBuf>> {
    if !name.is_dir() {
        return Ok(vec![name.to_owned()]);
    }
    let read = || -> std::io::Result<Vec<PathBuf>> { fs::read_dir(name)?.map(|entry| Ok(entry?.path())).collect() };
    let mut files = read().with_context(|| format!("cannot read {}", name.display()))?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

/// Counts the games of files (PSQ, SGF, moves, or self-play) for the positions up to `plies` moves. A game that the
/// database has counted before is not counted again, so that an import that was interrupted can be repeated.
///
/// # Errors
/// When a file cannot be read, is not a game, or the database cannot be written; the files before it are counted.
pub fn import(database: &Database, files: &[PathBuf], given: Given, plies: usize) -> Result<Imported> {
    let mut importer = Importer { database, plies, games: Vec::new(), positions: 0, imported: Imported::default() };
    for path in files {
        let added = importer.add_file(path, given).with_context(|| path.display().to_string());
        if added.is_err() {
            importer.write()?;
        }
        added?;
    }
    importer.write()?;
    Ok(importer.imported)
}

struct Importer<'a> {
    database: &'a Database,
    plies: usize,
    /// Games to be counted, and how many positions they have.
    games: Vec<FinishedGame>,
    positions: usize,
    imported: Imported,
}

impl Importer<'_> {
    fn add_file(&mut self, path: &Path, given: Given) -> Result<()> {
        let bytes = fs::read(path)?;
        if bytes.starts_with(SELFPLAY) {
            let (games, _) = Games::read(path)?;
            games.check()?;
            let rule = games.conditions.rule;
            for Record { size, moves, winner, .. } in games.records {
                let moves = moves.into_iter().map(|recorded| recorded.point).collect();
                self.add(FinishedGame { rule, size, first: Color::Black, winner, moves })?;
            }
            return Ok(());
        }
        let game = formats::read(&String::from_utf8_lossy(&bytes), given)?;
        match game.outcome {
            Some(outcome) if game.setup.is_empty() => {
                let winner = match outcome {
                    Outcome::Win(color) => Some(color),
                    Outcome::Draw => None,
                };
                let (rule, size, first) = (game.rule, game.size, game.first);
                self.add(FinishedGame { rule, size, first, winner, moves: game.moves })
            }
            _ => {
                self.imported.unfinished += 1;
                Ok(())
            }
        }
    }

    fn add(&mut self, game: FinishedGame) -> Result<()> {
        self.positions += game.countable(self.plies);
        self.games.push(game);
        if self.positions >= POSITIONS_PER_WRITE { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<()> {
        let now = self.database.count_games(&std::mem::take(&mut self.games), self.plies)?;
        self.positions = 0;
        let counted = &mut self.imported.counted;
        counted.games += now.games;
        counted.known += now.known;
        counted.positions += now.positions;
        Ok(())
    }
}
