//! Results of games, counted for the positions they went through.

use crate::archive::for_each_file;
use crate::notes::{StudyNotes, is_study, notes_of};
use anyhow::{Context, Result, ensure};
use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{Read, stdin};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tengen_database::exchange::{Added, Adder, first_bytes};
use tengen_database::{Counted, Database, FileKind, FinishedGame, ForeignFile};
use tengen_game::Game;
use tengen_game::formats::{self, Format, GameTree, Given, MAX_WARNINGS};
use tengen_learn::records::{Games, Record};

/// Positions that are counted with one write, unless something else is asked for.
pub const POSITIONS_PER_WRITE: usize = 1_000_000;

/// Counts of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that the database counted, and those that it knew already.
    pub counted: Counted,
    /// Games without a result and trees that are no game, not counted.
    pub unfinished: usize,
    /// Games that begin with stones or blocked cells, not counted.
    pub set_up: usize,
    /// Comments and labels of these trees and games that were kept; its marks are arrows and labels on older stones and
    /// blocked cells, too.
    pub notes: Added,
    /// Comments and labels of games that were counted, left out.
    pub left_out_notes: usize,
    /// Files of folders that could not be read; why is among the warnings.
    pub unreadable: usize,
    /// Losses and guesses, each with the file's name.
    pub warnings: Vec<String>,
}

/// Something to import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportFile {
    /// The file; `-` for standard input.
    pub name: PathBuf,
    /// The bytes of standard input; `None` for a file.
    pub bytes: Option<Vec<u8>>,
    /// The source was found in a folder, where other files may lie as well.
    pub in_folder: bool,
}

impl ImportFile {
    /// Whether the source is the text of a database: by its first line. Where that is damaged, a file by its ending and
    /// standard input by its first character.
    pub fn is_text(&self) -> bool {
        let kind = self.kind();
        if kind.is_some() {
            return kind == Some(FileKind::Lines);
        }
        let start = self.start();
        let text = formats::Source { bytes: &start, name: "" }.outline();
        let line = text.trim_start().lines().next().unwrap_or_default();
        let is_said = match &self.bytes {
            Some(_) => line.starts_with('{'),
            None => self.name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("jsonl")),
        };
        // Other programs keep many games as lines of JSON.
        is_said && Format::of(&formats::Source::text(line)) != Some(&formats::PAIRS)
    }

    /// The bytes by which it is recognized.
    fn start(&self) -> Cow<'_, [u8]> {
        self.bytes.as_ref().map_or_else(|| first_bytes(&self.name).into(), |bytes| bytes.into())
    }

    /// Kind of the file; `None` for a file of games.
    pub fn kind(&self) -> Option<FileKind> {
        FileKind::of(&self.name, &self.start())
    }

    /// Opens the file at its beginning. Fails when it cannot be read.
    pub fn open(&self) -> Result<Box<dyn Read + '_>> {
        Ok(match &self.bytes {
            Some(bytes) => Box::new(bytes.as_slice()),
            None => Box::new(File::open(&self.name).context("cannot read it")?),
        })
    }
}

/// Sources that a name stands for: standard input, a file, or all files of a folder and its folders, in order. Fails
/// when a folder or standard input cannot be read.
pub fn sources(name: &Path) -> Result<Vec<ImportFile>> {
    if name.as_os_str() == "-" {
        let mut bytes = Vec::new();
        stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
        return Ok(vec![ImportFile { name: name.to_owned(), bytes: Some(bytes), in_folder: false }]);
    }
    if !name.is_dir() {
        return Ok(vec![ImportFile { name: name.to_owned(), bytes: None, in_folder: false }]);
    }
    let mut files = Vec::new();
    list_files(name, &mut files)?;
    files.sort();
    Ok(files.into_iter().map(|name| ImportFile { name, bytes: None, in_folder: true }).collect())
}

/// Adds the files of a folder and its folders, without hidden folders such as `.git`. Folders that may not be read, links
/// to folders, which may lead back, and broken links count as files that cannot be read; pipes and devices are left out.
fn list_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let context = || format!("cannot read {}", folder.display());
    for entry in fs::read_dir(folder).with_context(context)? {
        let entry = entry.with_context(context)?;
        let path = entry.path();
        if entry.file_type().with_context(context)?.is_dir() {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if !is_hidden && list_files(&path, files).is_err() {
                files.push(path);
            }
        } else if path.metadata().map_or(true, |found| found.is_file() || found.is_dir()) {
            files.push(path);
        }
    }
    Ok(())
}

/// Counts the games of files (of any format of [`formats`], of self-play, or archives of such files) for the positions up to `plies` moves, `together` positions
/// or a few more with each write. The rule that is given is that of games that do not name theirs. A game that the
/// database has counted before is not counted again, so that an import that was interrupted can be repeated. Fails when
/// a file that is not from a folder cannot be read or is not a game, or the database cannot be written; the files
/// before it are counted.
pub fn import(
    database: &Database,
    sources: &[ImportFile],
    given: Given,
    plies: usize,
    together: usize,
) -> Result<Imported> {
    let mut importer = Importer {
        database,
        plies,
        together,
        games: Vec::new(),
        positions: 0,
        notes: Adder::new(database)?,
        has_failed: false,
        imported: Imported::default(),
    };
    for source in sources {
        if let Err(error) = importer.add(source, given) {
            if source.in_folder && !importer.has_failed {
                importer.imported.unreadable += 1;
                importer.imported.warnings.push(format!("{}: {error:#}: left out", source.name.display()));
                continue;
            }
            // Where writing was what failed, it would fail again, and tell less of the reason.
            if !importer.has_failed {
                importer.write()?;
            }
            let before = importer.imported.counted.games;
            let name = source.name.display();
            return Err(error.context(match before {
                0 => name.to_string(),
                1 => format!("1 game is counted; then {name}"),
                _ => format!("{before} games are counted; then {name}"),
            }));
        }
    }
    importer.write()?;
    let Importer { notes, imported, .. } = importer;
    Ok(Imported { notes: notes.finish()?, ..imported })
}

/// Whether a game came about by moves and passes alone, one side's and then the other's.
fn is_played(game: &Game) -> bool {
    game.setup.is_empty() && game.blocked.is_empty()
}

/// Whether a file is a database, or one of another program; a library is also a tree.
fn is_database(kind: FileKind) -> bool {
    let is_foreign = kind != FileKind::Foreign(ForeignFile::Library) && matches!(kind, FileKind::Foreign(_));
    is_foreign || matches!(kind, FileKind::Database | FileKind::Book | FileKind::Lines)
}

struct Importer<'a> {
    database: &'a Database,
    plies: usize,
    together: usize,
    /// Games to be counted, and how many positions they have.
    games: Vec<FinishedGame>,
    positions: usize,
    /// Comments and labels of positions.
    notes: Adder<'a>,
    /// Whether the last write did.
    has_failed: bool,
    imported: Imported,
}

impl Importer<'_> {
    fn add(&mut self, source: &ImportFile, given: Given) -> Result<()> {
        let mut bytes = Vec::new();
        source.open()?.read_to_end(&mut bytes)?;
        let name = source.name.display().to_string();
        match FileKind::of(&name, &bytes) {
            Some(FileKind::Archive) => self.add_archive(&name, &bytes, given),
            _ => self.add_file(&name, &bytes, given),
        }
    }

    /// Counts the games of an archive. What is no game in it is left out.
    fn add_archive(&mut self, name: &str, bytes: &[u8], given: Given) -> Result<()> {
        let before = self.imported.warnings.len();
        let (mut unreadable, mut untold) = (0, 0);
        for_each_file(bytes, &mut |file, content| {
            let file = format!("{name}/{file}");
            let checked = content.and_then(|bytes| {
                let is_database = FileKind::of(&file, &bytes).is_some_and(is_database);
                ensure!(!is_database, "a database of positions, not a game: unpack the archive to import it");
                self.add_file(&file, &bytes, given)
            });
            if let Err(error) = checked {
                if self.has_failed {
                    return Err(error);
                }
                unreadable += 1;
                self.imported.warnings.push(format!("{file}: {error:#}: left out"));
            }
            let told = self.imported.warnings.len() - before;
            untold += told.saturating_sub(MAX_WARNINGS);
            self.imported.warnings.truncate(before + MAX_WARNINGS);
            Ok(())
        })?;
        self.imported.unreadable += unreadable;
        if untold > 0 {
            self.imported.warnings.push(format!("{name}: and {untold} more of this kind"));
        }
        Ok(())
    }

    fn add_file(&mut self, name: &str, bytes: &[u8], given: Given) -> Result<()> {
        if FileKind::of(name, bytes) == Some(FileKind::SelfPlay) {
            let (games, _) = Games::from_bytes(bytes)?;
            games.check()?;
            let rule = games.conditions.rule;
            for Record { size, moves, outcome, .. } in games.records {
                let moves = moves.into_iter().map(|recorded| recorded.point).collect();
                self.add_game(Game { moves, ..Game::new(rule, size) }.finished(outcome))?;
            }
            return Ok(());
        }
        // The rule that is given is for games that do not name theirs.
        let given = Given { fills_in: true, ..given };
        let file = formats::Source { bytes, name };
        if file.is_blank() {
            self.imported.warnings.push(format!("{name}: no game in it"));
            return Ok(());
        }
        let mut written = Ok(());
        let report = formats::read_games(&file, &given, &mut |tree| {
            written = self.add_tree(&tree);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        written?;
        self.imported.warnings.extend(report.warnings.iter().map(|warning| format!("{name}: {warning}")));
        Ok(())
    }

    /// Counts the main line, when it is a whole game, whose comments are about the game; keeps the comments and labels of what
    /// is none.
    fn add_tree(&mut self, tree: &GameTree) -> Result<()> {
        let game = tree.main_line();
        match game.outcome {
            Some(outcome) if is_played(&game) && !is_study(tree) => {
                self.imported.left_out_notes += notes_of(tree).texts;
                self.add_game(game.finished(outcome))
            }
            outcome => {
                let has_ended = outcome.is_some() && !is_study(tree);
                let left_out = &mut self.imported;
                *(if has_ended { &mut left_out.set_up } else { &mut left_out.unfinished }) += 1;
                let StudyNotes { positions, left_out, .. } = notes_of(tree);
                self.notes.added.marks += left_out;
                self.has_failed = true;
                positions.into_iter().try_for_each(|(key, entry)| self.notes.add(key, entry))?;
                self.has_failed = false;
                Ok(())
            }
        }
    }

    fn add_game(&mut self, game: FinishedGame) -> Result<()> {
        self.positions += game.countable(self.plies);
        self.games.push(game);
        if self.positions >= self.together { self.write() } else { Ok(()) }
    }

    fn write(&mut self) -> Result<()> {
        self.has_failed = true;
        let now = self.database.count_games(&std::mem::take(&mut self.games), self.plies)?;
        self.positions = 0;
        let counted = &mut self.imported.counted;
        counted.games += now.games;
        counted.known += now.known;
        counted.positions += now.positions;
        self.notes.write()?;
        self.has_failed = false;
        Ok(())
    }
}
