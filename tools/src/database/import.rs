//! Results of games, counted for the positions they went through.

use crate::game::Outcome;
use crate::game::formats::{self, Given};
use crate::learn::records::Games;
use anyhow::{Context, Result};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use tengen::base::{BoardSize, Cell, Color, Point, Rule};

use tengen::database::{Database, GameCounts, PositionKey};

/// First bytes of a self-play file.
const SELFPLAY: &[u8] = b"tengen-games ";
/// Positions that are counted in memory before they are written.
const WRITE_AT: usize = 2_000_000;

/// Counts of an import.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games with a result, counted.
    pub games: usize,
    /// Games without a result, skipped.
    pub unfinished: usize,
    /// Positions of these games, each once per game.
    pub positions: usize,
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

/// Counts the games of files (PSQ, SGF, moves, or self-play) for the positions up to `plies` moves.
///
/// # Errors
/// When a file cannot be read, is not a game, or the database cannot be written; the files before it are counted.
pub fn import(database: &Database, files: &[PathBuf], given: Given, plies: usize) -> Result<Imported> {
    let mut counter = Counter { database, plies, counts: HashMap::new(), imported: Imported::default() };
    for path in files {
        let counted = counter.add_file(path, given).with_context(|| path.display().to_string());
        if counted.is_err() {
            // Keep complete files: importing everything again would count them twice.
            counter.write()?;
        }
        counted?;
    }
    counter.write()?;
    Ok(counter.imported)
}

struct Counter<'a> {
    database: &'a Database,
    plies: usize,
    counts: HashMap<PositionKey, GameCounts>,
    imported: Imported,
}

impl Counter<'_> {
    fn add_file(&mut self, path: &Path, given: Given) -> Result<()> {
        let bytes = fs::read(path)?;
        if bytes.starts_with(SELFPLAY) {
            let (games, _) = Games::read(path)?;
            games.check()?;
            for record in &games.records {
                let moves: Vec<Point> = record.moves.iter().map(|recorded| recorded.point).collect();
                self.add(games.conditions.rule, record.size, Color::Black, &moves, record.winner)?;
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
                self.add(game.rule, game.size, game.first, &game.moves, winner)
            }
            _ => {
                self.imported.unfinished += 1;
                Ok(())
            }
        }
    }

    fn add(&mut self, rule: Rule, size: BoardSize, first: Color, moves: &[Point], winner: Option<Color>) -> Result<()> {
        self.imported.games += 1;
        let mover = |index: usize| if index.is_multiple_of(2) { first } else { !first };
        // The position after the last move is the end of the game, not one to play from.
        for count in 0..moves.len().min(self.plies + 1) {
            let side = mover(count);
            let stones = moves[..count].iter().enumerate().map(|(i, &point)| (point, Cell::from(mover(i))));
            let result = match winner {
                None => GameCounts { draws: 1, ..GameCounts::default() },
                Some(winner) if winner == side => GameCounts { wins: 1, ..GameCounts::default() },
                Some(_) => GameCounts { losses: 1, ..GameCounts::default() },
            };
            let counts = self.counts.entry(PositionKey::of_stones(rule, size, side, stones).0).or_default();
            *counts = counts.plus(result);
            self.imported.positions += 1;
        }
        if self.counts.len() >= WRITE_AT {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<()> {
        Ok(self.database.add_games(std::mem::take(&mut self.counts))?)
    }
}
