//! A database as text: one JSON object a line, for other programs, for people, and for keeping in version control.

use super::batches::{GameBatches, PositionBatch};
use anyhow::{Context, Result, ensure};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{BufRead, Write};
use tengen::base::{BoardSize, Cell, Point, Rule, Score};
use tengen::board::{format_moves, format_point, parse_moves, parse_point};
use tengen_database::{Database, DatabaseError, Entry, FinishedGame, GameCounts, PositionKey, Proof, StoredMove};
use tengen_game::Game;
use tengen_game::formats::{names_of_turns, parse_turns};

pub use super::batches::Read;

/// A position and its knowledge. Empty and zero fields are omitted.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PositionLine {
    rule: String,
    size: String,
    side: String,
    black: String,
    white: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    neutral: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    score: Score,
    #[serde(default, skip_serializing_if = "is_zero")]
    depth: u16,
    #[serde(default, skip_serializing_if = "is_zero")]
    nodes: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<(String, Score)>,
    /// Stones until the five of the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win: Option<u16>,
    /// Stones until the five of the opponent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    loss: Option<u16>,
    /// Won, drawn and lost games of the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<[u32; 3]>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    author: String,
}

/// A game that was counted.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameLine {
    /// Its moves and passes, `h8 -- j10`.
    game: String,
    rule: String,
    size: String,
    /// Who made the first move.
    first: String,
    /// black, white or draw.
    result: String,
    /// Number of positions that were counted.
    counted: usize,
    /// Black's and White's names, if known.
    #[serde(default, skip_serializing_if = "is_nobody")]
    players: [String; 2],
}

fn is_nobody(players: &[String; 2]) -> bool {
    players.iter().all(String::is_empty)
}

/// The field that tells a game's line from a position's, before the whole line is read.
#[derive(Deserialize)]
struct LineKind {
    game: Option<IgnoredAny>,
}

/// Whether a line is a game's, wherever its field is. A line that is cut off counts as one.
fn is_game(line: &str) -> bool {
    // Nearly all positions are without this text, and are not read twice.
    line.contains("\"game\"") && serde_json::from_str::<LineKind>(line).map_or(true, |line| line.game.is_some())
}

/// First character of a text by some programs on Windows.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

impl GameLine {
    fn of(game: &FinishedGame, counted: usize) -> Self {
        Self {
            game: names_of_turns(game.size, game.turns()),
            rule: game.rule.to_string(),
            size: game.size.to_string(),
            first: game.first.name().into(),
            result: game.outcome.name().into(),
            counted,
            players: game.names.clone(),
        }
    }

    /// The game and the number of plies up to which its positions were counted.
    fn game(self) -> Result<(FinishedGame, usize)> {
        let size = self.size.parse()?;
        let mut game = Game { names: self.players, ..Game::new(self.rule.parse()?, size) };
        parse_turns(&self.game, size)?.into_iter().for_each(|turn| game.push_turn(turn));
        check_apart(size, &game.moves)?;
        game.first = self.first.parse().context("first")?;
        let game = game.finished(self.result.parse().context("result")?);
        let turns = game.turn_count();
        ensure!((1..=turns).contains(&self.counted), "counted: expected 1 to {turns}");
        Ok((game, self.counted - 1))
    }
}

/// Checks that no point stands twice.
fn check_apart<'a>(size: BoardSize, points: impl IntoIterator<Item = &'a Point>) -> Result<Vec<bool>> {
    let mut taken = vec![false; size.cells()];
    for &point in points {
        ensure!(!std::mem::replace(&mut taken[point.index()], true), "{} stands twice", format_point(size, point));
    }
    Ok(taken)
}

fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// Lines between two writes, unless something else is asked for.
pub const LINES_PER_WRITE: usize = 100_000;
/// Games and positions of a text that were added before a line that is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartlyRead {
    positions: usize,
    games: usize,
}

impl fmt::Display for PartlyRead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, games } = self;
        write!(f, "the text is only partly added (positions: {positions}, games: {games})")
    }
}

impl PositionLine {
    /// Works on the key's bytes: to make a board of each costs more than all the rest.
    fn of(key: &PositionKey, entry: Entry) -> Self {
        let size = key.size();
        let stones = |wanted: Cell| {
            let points: Vec<Point> = key.placed().filter(|&(_, cell)| cell == wanted).map(|(point, _)| point).collect();
            format_moves(size, &points)
        };
        let (win, loss) = match entry.proof {
            Proof::Open => (None, None),
            Proof::Win { stones } => (Some(stones), None),
            Proof::Loss { stones } => (None, Some(stones)),
        };
        let GameCounts { wins, draws, losses } = entry.games;
        Self {
            rule: key.rule().to_string(),
            size: size.to_string(),
            side: key.side_to_move().name().into(),
            black: stones(Cell::Black),
            white: stones(Cell::White),
            neutral: stones(Cell::Neutral),
            score: entry.score,
            depth: entry.depth,
            nodes: entry.nodes,
            moves: entry.moves.iter().map(|stored| (format_point(size, stored.point), stored.score)).collect(),
            win,
            loss,
            games: (entry.games.total() > 0).then_some([wins, draws, losses]),
            label: entry.label,
            comment: entry.comment,
            author: entry.author,
        }
    }

    /// The position, and the entry with the points of its key's board.
    fn position(self) -> Result<(PositionKey, Entry)> {
        let rule: Rule = self.rule.parse()?;
        let size = self.size.parse()?;
        let mut placed = Vec::new();
        for (cell, points) in [(Cell::Black, &self.black), (Cell::White, &self.white), (Cell::Neutral, &self.neutral)] {
            placed.extend(parse_moves(size, points)?.into_iter().map(|point| (point, cell)));
        }
        let taken = check_apart(size, placed.iter().map(|(point, _)| point))?;
        let side = self.side.parse().context("side")?;
        ensure!(self.win.is_none() || self.loss.is_none(), "both a win and a loss");
        let moves = self.moves.iter().map(|(name, score)| {
            let point = parse_point(size, name)?;
            ensure!(!taken[point.index()], "moves: {name} is occupied");
            Ok(StoredMove { point, score: *score })
        });
        let [wins, draws, losses] = self.games.unwrap_or_default();
        let entry = Entry {
            score: self.score,
            depth: self.depth,
            nodes: self.nodes,
            moves: moves.collect::<Result<_>>()?,
            proof: match (self.win, self.loss) {
                (Some(stones), _) => Proof::Win { stones },
                (None, Some(stones)) => Proof::Loss { stones },
                (None, None) => Proof::Open,
            },
            games: GameCounts { wins, draws, losses },
            label: self.label,
            comment: self.comment,
            author: self.author,
        };
        entry.validate()?;
        let (key, orientation) = PositionKey::of_stones(rule, size, side, placed);
        Ok((key, entry.turned(|point| orientation.to_key(point))))
    }
}

/// Writes all counted games and then all positions, or those of a rule. Returns how many positions these are. Fails when
/// the database cannot be read or the text cannot be written.
pub fn write(database: &Database, rule: Option<Rule>, out: &mut dyn Write) -> Result<usize> {
    let is_meant = |found: Rule| rule.is_none_or(|rule| rule == found);
    let mut written = 0;
    let mut failure = Ok(());
    let mut line = Vec::new();
    // Games first: read in this order, the positions' counts have all of them already.
    database.for_each_game(&mut |game, counted| {
        if is_meant(game.rule) {
            failure = write_line(out, &mut line, &GameLine::of(&game, counted));
        }
        failure.is_ok()
    })?;
    failure?;
    let mut failure = Ok(());
    database.for_each(&mut |key, entry| {
        if is_meant(key.rule()) {
            failure = write_line(out, &mut line, &PositionLine::of(&key, entry));
            written += 1;
        }
        failure.is_ok()
    })?;
    failure.map(|()| written)
}

fn write_line(out: &mut dyn Write, buffer: &mut Vec<u8>, line: &impl Serialize) -> Result<()> {
    buffer.clear();
    serde_json::to_writer(&mut *buffer, line)?;
    buffer.push(b'\n');
    Ok(out.write_all(buffer)?)
}

/// Adds the games and positions of a text, `together` lines with each write, or fewer where proofs are checked; reading
/// it again changes nothing. Proofs are kept only where the database has them or a search finds them again. Fails at
/// the first line that is not a position, with its number; the context [`PartlyRead`] counts those added before it.
pub fn read(database: &Database, text: &mut dyn BufRead, together: usize) -> Result<Read> {
    let mut done = Read::default();
    let mut games = GameBatches::new(together);
    let mut positions = PositionBatch::new(database, together);
    if let Err(error) = read_lines(text, &mut games, &mut positions, &mut done) {
        let added = PartlyRead { positions: done.positions - positions.waiting.len(), games: done.games - games.count };
        let is_partly = added.positions + added.games > 0 && !error.is::<DatabaseError>();
        return Err(if is_partly { error.context(added) } else { error });
    }
    games.write(database)?;
    positions.write(&mut done)?;
    Ok(done)
}

fn read_lines(
    text: &mut dyn BufRead,
    games: &mut GameBatches,
    positions: &mut PositionBatch,
    done: &mut Read,
) -> Result<()> {
    let database = positions.database;
    for (number, line) in text.lines().enumerate() {
        let line = line?;
        let line = if number == 0 { line.trim_start_matches(BYTE_ORDER_MARK) } else { line.as_str() };
        let context = || format!("line {}", number + 1);
        if line.trim().is_empty() {
            continue;
        }
        if is_game(line) {
            let game = serde_json::from_str::<GameLine>(line).map_err(anyhow::Error::from).and_then(GameLine::game);
            let (game, plies) = game.with_context(context)?;
            games.add(database, game, plies)?;
            done.games += 1;
            continue;
        }
        games.write(database)?;
        let position =
            serde_json::from_str::<PositionLine>(line).map_err(anyhow::Error::from).and_then(PositionLine::position);
        let (key, entry) = position.with_context(context)?;
        positions.add(key, entry, done)?;
    }
    Ok(())
}

/// Adds the games and positions of another database, proofs as [`read`] does. Fails when the other cannot be read or
/// this one cannot be written.
pub fn merge(database: &Database, other: &Database) -> Result<Read> {
    let mut done = Read::default();
    let (mut games, mut failed, mut counted_games) = (GameBatches::new(LINES_PER_WRITE), Ok(()), 0);
    // Games first: the entries' counts then have none that are not known here.
    other.for_each_game(&mut |game, counted| {
        counted_games += 1;
        failed = games.add(database, game, counted.saturating_sub(1));
        failed.is_ok()
    })?;
    failed?;
    games.write(database)?;
    done.games = counted_games;
    let (mut positions, mut failed) = (PositionBatch::new(database, LINES_PER_WRITE), Ok(()));
    other.for_each(&mut |key, entry| {
        failed = positions.add(key, entry, &mut done);
        failed.is_ok()
    })?;
    failed?;
    positions.write(&mut done)?;
    Ok(done)
}
