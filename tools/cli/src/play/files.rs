//! Saves, loads and keeps the current game.

use super::output::{OUTPUT_FAILED, say};
use super::session::{Seat, TerminalGame};
use crate::common::print_error;
use crate::language::{rule_name, t};
use crate::position::{is_alone, read_file};
use anyhow::{Result, anyhow, ensure};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use tengen::base::Color;
use tengen_game::formats::{self, Format, GameTree, Given, Writing};
use tengen_game::whole_file::is_same_file;
use tengen_game::{Game, whole_file};

/// Names of the players in a file, unless they have their own.
const HUMAN: &str = "Human";
const ENGINE: &str = "Tengen level ";

/// Reads the main line of a file's game, and prints what is left out. Also returns whether the file holds nothing else
/// for certain, so that the game may overwrite it.
pub(super) fn read_main_line(path: &Path, given: &Given) -> Result<(Game, bool)> {
    let (tree, report, bytes) = read_file(path, given)?;
    let left_out = tree.nodes.len() - 1 - tree.depth(tree.last_of_line(0));
    if left_out > 0 {
        print_error(&t("play.leftOut", &[("file", &path.display()), ("moves", &left_out)]));
    }
    let game = tree.main_line();
    let alone = GameTree::from(&game);
    let is_alone = alone.nodes == tree.nodes && is_alone(path, given, &alone, &report, &bytes);
    Ok((game, is_alone))
}

impl TerminalGame {
    /// The command `save`.
    pub(super) fn save(&mut self, path: &Path, overwrite: bool) {
        if self.is_foreign(path) && !overwrite {
            return say(&t("play.exists", &[("file", &path.display())]));
        }
        match self.write(path) {
            Ok(format) => {
                let said = saved_text(format);
                say(&t(said, &[("file", &path.display())]));
                self.own_files.push(path.to_owned());
                // Files of other formats do not hold enough to continue the game.
                if said == WHOLE {
                    self.saved_in.push(path.to_owned());
                }
            }
            Err(error) => say(&t("play.notSaved", &[("error", &format!("{error:#}"))])),
        }
    }

    /// Whether a file exists that may hold something else than this game.
    fn is_foreign(&self, path: &Path) -> bool {
        path.exists() && !self.own_files.iter().any(|own| is_same_file(own, path))
    }

    fn write(&self, path: &Path) -> Result<&'static Format> {
        let format = Format::of_name(&path.to_string_lossy())?;
        let mut game = self.game.clone();
        for color in Color::ALL {
            let name = &mut game.names[color.index()];
            // A loaded game keeps its players.
            if name.is_empty() || name == HUMAN || name.starts_with(ENGINE) {
                *name = match self.seats[color.index()] {
                    Seat::Human => HUMAN.to_owned(),
                    Seat::Engine(level) => format!("{ENGINE}{}", level.number),
                };
            }
        }
        let content = formats::write_tree(&GameTree::from(&game), format, &Writing::default())?;
        whole_file::replace(path, content)?;
        Ok(format)
    }

    /// The command `load`, with the number of the game in a file of several. A file without a rule or size gets those of
    /// the previous game.
    pub(super) fn load(&mut self, path: &Path, number: Option<usize>) {
        let (rule, size) = (self.game.rule, self.game.size);
        let read = || {
            ensure!(path.as_os_str() != "-", "-: commands are typed at standard input, expected the name of a file");
            let given = Given { rule: Some(rule), size: Some(size), fills_in: true, game: number, ..Given::default() };
            read_main_line(path, &given)
        };
        match read() {
            Ok((game, is_alone)) => {
                // The previous game must not overwrite the file that was just read.
                let named = self.keep_in.take_if(|named| is_same_file(named, path));
                if let Err(error) = self.keep() {
                    self.keep_in = self.keep_in.take().or(named);
                    return say(&t("play.notLoaded", &[("error", &format!("{error:#}"))]));
                }
                if (game.rule, game.size) != (rule, size) {
                    let (now, before) = (rule_name(game.rule), rule_name(rule));
                    let values: [(&str, &dyn Display); 4] =
                        [("rule", &now), ("size", &game.size), ("oldRule", &before), ("oldSize", &size)];
                    say(&t("play.nowRule", &values));
                }
                self.take_over(game);
                self.own_files.extend(is_alone.then(|| path.to_owned()));
                self.saved_in = vec![path.to_owned()];
            }
            Err(error) => say(&t("play.notLoaded", &[("error", &format!("{error:#}"))])),
        }
    }

    /// Saves the game, unless that was done, and prints the file: the user's, if it can hold the game, and a new one if
    /// no file holds the whole game.
    pub(super) fn keep(&mut self) -> Result<()> {
        if !self.has_begun() {
            return Ok(());
        }
        let is_saved = |path: &PathBuf| self.saved_in.iter().any(|saved| is_same_file(saved, path));
        if let Some(path) = self.keep_in.clone().filter(|path| !is_saved(path)) {
            // Another program may have written the file during the game.
            let kept = if self.is_foreign(&path) { Err(anyhow!(t("play.isThere", &[]))) } else { self.keep_as(&path) };
            if let Err(error) = kept {
                say(&t("play.notKept", &[("file", &path.display()), ("error", &format!("{error:#}"))]));
            }
        }
        if self.saved_in.is_empty() {
            let path = self.new_name();
            self.keep_as(&path)?;
        }
        // The user's file is for this game only.
        self.keep_in = None;
        Ok(())
    }

    /// Checks that the format of a file with this name can hold the game.
    fn check_fits(&self, path: &Path) -> Result<()> {
        let format = Format::of_name(&path.to_string_lossy())?;
        formats::write_tree(&GameTree::from(&self.game), format, &Writing::default()).map(drop)
    }

    fn keep_as(&mut self, path: &Path) -> Result<()> {
        let said = saved_text(self.write(path)?);
        if said == WHOLE {
            say(&t("play.kept", &[("file", &path.display()), ("call", &self.call(path))]));
            self.saved_in.push(path.to_owned());
        } else {
            say(&t(said, &[("file", &path.display())]));
        }
        Ok(())
    }

    /// The call that continues the game from a file with the present players.
    fn call(&self, path: &Path) -> String {
        let players = match self.seats {
            [Seat::Human, Seat::Human] => "--human both".to_owned(),
            [Seat::Human, Seat::Engine(level)] => format!("--level {}", level.number),
            [Seat::Engine(level), Seat::Human] => format!("--human white --level {}", level.number),
            [Seat::Engine(black), Seat::Engine(white)] => {
                format!("--human none --black-level {} --white-level {}", black.number, white.number)
            }
        };
        format!("tengen play --load {} {players}", quoted(&path.display().to_string()))
    }

    /// An unused file name.
    fn new_name(&self) -> PathBuf {
        // PSQ holds neither setup stones nor games that White begins, and SGF no large boards.
        let fits = |extension: &&str| self.check_fits(Path::new(extension)).is_ok();
        let extension = [".psq", ".sgf"].into_iter().find(fits).unwrap_or(".txt");
        let name = |number: usize| PathBuf::from(format!("tengen-game-{number}{extension}"));
        (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
    }

    /// Keeps the game; prints its moves if that fails.
    pub(super) fn keep_or_print(&mut self) -> Result<()> {
        self.keep().map_err(|error| {
            let moves = formats::names_of_turns(self.game.size, self.game.turns());
            say(&t("play.theMoves", &[("moves", &moves)]));
            error.context("the game is not kept")
        })
    }

    /// Prints a farewell.
    pub(super) fn leave(&self) -> Result<()> {
        say(&t("play.bye", &[]));
        ensure!(!OUTPUT_FAILED.load(Ordering::Relaxed), "cannot write to standard output");
        Ok(())
    }
}

/// A file name as it is typed at a shell, in quotes if it has blanks or other signs.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:".contains(c) || cfg!(windows) && c == '\\';
    match name {
        _ if name.chars().all(is_plain) => name.to_owned(),
        _ if cfg!(windows) => format!("\"{name}\""),
        _ => format!("'{}'", name.replace('\'', r"'\''")),
    }
}

/// Name of the text for a file that holds the whole game.
const WHOLE: &str = "play.saved";

/// Name of the text that describes what a file of this format holds of a game.
fn saved_text(format: &Format) -> &'static str {
    match (format.holds.order, format.holds.conditions) {
        (false, _) => "play.savedStones",
        (true, false) => "play.savedMoves",
        (true, true) => WHOLE,
    }
}
