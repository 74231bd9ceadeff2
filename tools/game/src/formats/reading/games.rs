//! Collects the games of a file in order and checks each by the rules.

use super::results::{format_result, is_open};
use crate::Game;
use crate::formats::{Cut, GameTree, Given, Place, ReadError};
use encoding_rs::Encoding;
use std::ops::ControlFlow;
use tengen::base::{Color, Rule};
use tengen_database::{Reason, why};

/// Most warnings of a file that are kept; further ones are counted.
pub const MAX_WARNINGS: usize = 20;

/// Receives the games that a reader finds.
pub struct FoundGames<'a> {
    each: &'a mut dyn FnMut(GameTree) -> ControlFlow<()>,
    count: usize,
    /// Number of games without a possible move, and the first one's error.
    refused: usize,
    refusal: Option<ReadError>,
    warnings: Vec<Reason>,
    unspoken: usize,
    /// Number, from 1, of the only game whose warnings are kept.
    only: Option<usize>,
    /// Number of kept and of merely counted warnings before the current game.
    before_game: (usize, usize),
    /// Whether it was said how pairs are read.
    is_reading_said: bool,
    in_page: bool,
    texts: Option<&'static Encoding>,
}

/// Summary of a file's content.
pub(crate) struct FileContent {
    /// Number of games.
    pub games: usize,
    /// What was left out, repaired or guessed.
    pub warnings: Vec<Reason>,
    /// The encoding of the texts, if another one is possible.
    pub texts: Option<&'static Encoding>,
}

/// The warning that an encoding is a guess.
pub fn guess_text(encoding: &'static Encoding) -> Reason {
    why::encoding_guess(encoding.name())
}

/// The reason after which this many moves are left out.
pub fn moves_left_out(rest: Reason, moves: usize) -> Reason {
    match moves {
        0 => rest,
        1 => why::move_out(rest),
        count => why::moves_out(rest, count),
    }
}

/// The reason against a move of the other side.
pub fn whose_turn(color: Color) -> Reason {
    match color {
        Color::Black => why::turn_black(),
        Color::White => why::turn_white(),
    }
}

/// A warning about a game, which is named unless it is the first one.
fn of_game(number: usize, rest: Reason) -> Reason {
    if number > 1 { why::in_game(rest, number) } else { rest }
}

impl<'a> FoundGames<'a> {
    /// Calls `each` with every game until it breaks. If a single game is given, warnings about others are dropped.
    pub fn new(given: &Given, each: &'a mut dyn FnMut(GameTree) -> ControlFlow<()>) -> Self {
        Self {
            each,
            count: 0,
            refused: 0,
            refusal: None,
            warnings: Vec::new(),
            unspoken: 0,
            only: given.game,
            before_game: (0, 0),
            is_reading_said: false,
            in_page: given.in_page,
            texts: None,
        }
    }

    /// Adds a warning about the whole file, with the command's option that helps, if there is one.
    pub fn warn_of_file(&mut self, reason: Reason, option: &str) {
        if self.in_page || option.is_empty() {
            self.warn(None, reason);
        } else {
            self.warn(None, Reason::text(format!("{reason}: {option}")));
        }
        self.before_game = (self.warnings.len(), self.unspoken);
    }

    /// Warns that the encoding of the file's texts is a guess.
    pub fn warn_of_guess(&mut self, encoding: &'static Encoding) {
        self.warn_of_file(guess_text(encoding), "--encoding NAME says better");
    }

    /// Warns that a file's rule is not known and which one is taken instead, unless the user has said which.
    pub fn warn_of_rule(&mut self, name: &str, taken: Rule, given: &Given) {
        if given.rule.is_none() || given.fills_in {
            self.warn(None, why::unknown_rule(name, taken.name()));
        }
    }

    /// Warns of a result that is not understood, unless the board shows one.
    pub fn warn_of_result(&mut self, text: &str, game: &Game) {
        if !is_open(text) && game.outcome.is_none() && matches!(game.judge(), Ok(None)) {
            self.warn(None, of_game(self.number_of_next(), why::unknown_result(text)));
        }
    }

    /// Warns of how pairs are read: once in a file, before the first game with pairs or the wanted one.
    pub fn warn_of_reading(&mut self, reason: Reason) {
        let is_wanted = self.only.is_none_or(|only| only == self.number_of_next());
        if is_wanted && !std::mem::replace(&mut self.is_reading_said, true) {
            self.warn(None, reason);
        }
    }

    /// Number of the game that is added next, from 1.
    fn number_of_next(&self) -> usize {
        self.count + 1 - self.refused
    }

    /// Stores the encoding of the file's texts, if another one is possible.
    pub fn read_as(&mut self, encoding: &'static Encoding) {
        self.texts = Some(encoding);
    }

    /// Ends a game: keeps its warnings, unless another game is wanted.
    fn end_game(&mut self) {
        if self.only.is_some_and(|only| only != self.count - self.refused) {
            self.warnings.truncate(self.before_game.0);
            self.unspoken = self.before_game.1;
        }
        self.before_game = (self.warnings.len(), self.unspoken);
    }

    /// Number of games so far, including those left out.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Adds a warning about a part that was left out, repaired or guessed.
    pub fn warn(&mut self, place: impl Into<Option<Place>>, reason: impl Into<Reason>) {
        if self.warnings.len() >= MAX_WARNINGS {
            self.unspoken += 1;
            return;
        }
        let reason = reason.into();
        self.warnings.push(match place.into() {
            Some(place) => place.of(reason),
            None => reason,
        });
    }

    /// Adds a game. Moves that break the rules are cut off with a warning; a cut main line loses its result. A game
    /// without anything left is left out, which is an error in [`read_games`](crate::formats::read_games) if there is
    /// no other game. Breaks if no further game is wanted.
    pub fn add(&mut self, mut tree: GameTree) -> ControlFlow<()> {
        let number = self.number_of_next();
        self.count += 1;
        let stated = tree.head.outcome;
        match tree.settle() {
            Ok(None) => {}
            Ok(Some(cut)) if tree.nodes.len() > 1 || !tree.head.setup.is_empty() => {
                self.warn(None, of_game(number, moves_left_out(cut.reason, cut.moves)));
            }
            Ok(Some(Cut { reason, .. })) => return self.leave_out(ReadError::new(reason)),
            Err(error) => return self.leave_out(ReadError::new(error)),
        }
        // The sign of another rule, or of damage.
        if let (Some(stated), Some(shown)) = (stated, tree.head.outcome)
            && stated != shown
        {
            let [stated, shown] = [stated, shown].map(|outcome| format_result(outcome, "1/2-1/2"));
            let rule = tree.head.rule.name();
            self.warn(None, of_game(number, why::board_result(stated, shown, rule)));
        }
        self.end_game();
        (self.each)(tree)
    }

    /// Adds a game as [`FoundGames::add`] does, or leaves it out if it could not be read.
    pub fn add_read(&mut self, read: Result<GameTree, ReadError>) -> ControlFlow<()> {
        match read {
            Ok(tree) => self.add(tree),
            Err(error) => {
                self.count += 1;
                self.leave_out(error)
            }
        }
    }

    /// Adds the possible readings of a game, each with a short description: on a page the user chooses one, elsewhere
    /// `--game NUMBER` does. Fails if there are several readings and none is chosen.
    pub fn add_readings(&mut self, readings: Vec<(String, GameTree)>) -> Result<(), ReadError> {
        if readings.len() > 1 {
            let listed = readings.iter().enumerate().map(|(index, (name, _))| format!("{}: {name}", index + 1));
            let listed = listed.collect::<Vec<_>>().join(", ");
            self.ask(why::several_ways(listed))?;
        }
        let are_several = readings.len() > 1;
        for (name, mut tree) in readings {
            tree.reading = if are_several { name } else { String::new() };
            if self.add(tree).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Asks which of several readings is meant: on a page the user chooses among those added next. Elsewhere
    /// fails with `problem`, unless a number was chosen.
    pub fn ask(&self, problem: Reason) -> Result<(), ReadError> {
        if self.in_page || self.only.is_some() {
            return Ok(());
        }
        Err(ReadError::new(problem).advise(Reason::text("choose one with --game NUMBER")))
    }

    fn leave_out(&mut self, error: ReadError) -> ControlFlow<()> {
        self.refused += 1;
        self.warn(None, why::game_out(error.clone()));
        self.end_game();
        self.refusal.get_or_insert(error);
        ControlFlow::Continue(())
    }

    /// Ends the file and returns its summary.
    pub(crate) fn finish(mut self) -> Result<FileContent, ReadError> {
        match self.refusal {
            Some(error) if self.refused >= self.count => return Err(error),
            _ => {}
        }
        if self.unspoken > 0 {
            self.warnings.push(why::further(self.unspoken));
        }
        Ok(FileContent { games: self.count - self.refused, warnings: self.warnings, texts: self.texts })
    }
}
