//! Games, positions and trees in common file formats: recognition by content, reading and writing.
//!
//! Each format is one file with one row of [`FORMATS`], from which help, pages, documents and tests are made. A reader
//! passes its games to [`FoundGames`], which checks them by the rules.

mod ccgc;
mod diagram;
mod format;
mod japanese;
mod losses;
mod pasted;
mod playok;
mod pos;
mod psq;
mod reading;
mod rec;
mod renlib;
mod report;
mod rif;
mod sav;
mod sgf;
mod tree;

use crate::Game;
use anyhow::{Context, Result, ensure};
use reading::diagnosis::diagnosis;
use reading::fence::fenced;
use reading::games::FileContent;
use std::ops::ControlFlow;
use tengen::base::Color;
use tengen_database::{FileKind, ForeignFile, MAX_GAME_FILE, Reason, why};

pub use ccgc::CCGC;
pub use diagram::{DIAGRAM, lines_below, spaced, turn_line};
pub use format::{Format, Holds, NOTHING, Write, Writing};
pub use japanese::JAPANESE;
pub use losses::{LostParts, encoding_note, losses, lost_conditions, note_rule, state_rule};
pub use pasted::dialogue::DIALOGUE;
pub use pasted::link::LINK;
pub use pasted::moves::{
    MOVES, coordinates, is_sized, may_count_from_1, names_of_turns, parse_line, parse_turns, turn_name,
};
pub use pasted::offsets::{OFFSETS, parse_offsets};
pub use pasted::pairs::PAIRS;
pub use playok::PLAYOK;
pub use pos::POS;
pub use psq::PSQ;
pub use reading::encoding;
pub use reading::error::{Place, ReadError};
pub use reading::games::{FoundGames, MAX_WARNINGS};
pub use reading::results::{format_result, parse_result};
pub use reading::source::{Given, Source};
pub use reading::stranger::stranger;
pub use rec::REC;
pub use renlib::LIB;
pub use report::Report;
pub use rif::RIF;
pub use sav::SAV;
pub use sgf::{SGF, is_kept};
pub use tree::{Annotation, Cut, GameTree, MAX_NODES, MoveNode, Sign};

/// All formats, in the order in which they are tried.
pub static FORMATS: &[&Format] = &[
    &LIB, &PSQ, &SGF, &CCGC, &RIF, &PLAYOK, &DIALOGUE, &REC, &JAPANESE, &SAV, &LINK, &POS, &PAIRS, &MOVES, &OFFSETS,
    &DIAGRAM,
];

impl Format {
    /// The format of a file of games, by its content and name.
    pub fn of(source: &Source) -> Option<&'static Format> {
        // A file in an archive may be stored as it is, so that the archive looks like its text. A library is a game, too,
        // and a position of a database's text can be drawn.
        let is_game = |kind| matches!(kind, FileKind::Lines | FileKind::Foreign(ForeignFile::Library));
        let is_other = source.kind().is_some_and(|kind| !is_game(kind));
        FORMATS.iter().copied().find(|format| !is_other && (format.recognize)(source))
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().copied().find(|format| format.name == name)
    }

    /// The format in which to write a file, by its name. Fails if the name's extension belongs to no format that can be
    /// written.
    pub fn of_name(name: &str) -> Result<&'static Format> {
        let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default();
        let mut written = FORMATS.iter().copied().filter(|format| format.write.is_some());
        let found = written.clone().find(|format| format.extensions.contains(&extension.as_str()));
        found.with_context(|| {
            let name_of = |format: &Format| format!(".{} ({})", format.extensions[0], format.title);
            let last = written.next_back().map(name_of).unwrap_or_default();
            let others: Vec<String> = written.map(name_of).collect();
            let read = FORMATS.iter().find(|format| format.extensions.contains(&extension.as_str()));
            let only_read = read.map_or_else(String::new, |format| format!(".{extension} ({format}) is only read: "));
            format!("'{name}': {only_read}expected a name that ends in {} or {last}", others.join(", "))
        })
    }
}

/// The formats as a text table for people.
pub fn describe() -> String {
    let mut text =
        String::from("name      extensions           variations  stones first  rule, size  written  what it is\n");
    let yes = |holds: bool| if holds { "yes" } else { "-" };
    for format in FORMATS {
        let Format { name, extensions, about, write, holds, .. } = format;
        let extensions: Vec<String> = extensions.iter().map(|extension| format!(".{extension}")).collect();
        text += &format!(
            "{name:<9} {:<20} {:<11} {:<13} {:<11} {:<8} {about}\n",
            extensions.join(" "),
            yes(holds.variations),
            yes(holds.setup),
            yes(holds.conditions),
            yes(write.is_some())
        );
    }
    text
}

/// Reads all games of a file in order and passes them to `each`, until `each` breaks. Fails if the file's format is
/// unknown, if the file contradicts `given`, or if it holds nothing usable.
pub fn read_games(
    source: &Source,
    given: &Given,
    each: &mut dyn FnMut(GameTree) -> ControlFlow<()>,
) -> Result<Report, ReadError> {
    if source.bytes.len() > MAX_GAME_FILE {
        return Err(ReadError::new(why::large_file(MAX_GAME_FILE >> 20)));
    }
    let Some(format) = Format::of(source) else {
        let fenced = if source.kind().is_none() { fenced(source) } else { Vec::new() };
        let mut inside = fenced.iter().map(|text| Source { bytes: text.as_bytes(), ..*source });
        return match inside.find(|source| !source.is_blank() && Format::of(source).is_some()) {
            Some(inside) => read_games(&inside, given, each),
            None => Err(unknown(source, given)),
        };
    };
    let mut games = FoundGames::new(given, each);
    let read = (format.read)(source, given, &mut games).and_then(|()| games.finish());
    let FileContent { games, warnings, texts } = read.map_err(|error| {
        // These formats take texts that are almost those of another one.
        let fault = [&OFFSETS, &DIAGRAM].contains(&format).then(|| diagnosis(source)).flatten();
        fault.map_or(ReadError { format: format.title, ..error }, |fault| ReadError { format: PAIRS.title, ..fault })
    })?;
    Ok(Report { format, games, warnings, texts })
}

/// The error for a file of no known format.
fn unknown(source: &Source, given: &Given) -> ReadError {
    let of_pairs = |error| ReadError { format: PAIRS.title, ..error };
    stranger(source).or_else(|| diagnosis(source).map(of_pairs)).unwrap_or_else(|| {
        let error = ReadError::new(why::no_format());
        if given.in_page { error } else { error.advise(Reason::text("`tengen formats` lists those that are read")) }
    })
}

/// Reads one game with its variations: the only one, or that with the given number. Fails as [`read_games`] does, and
/// if there are several games and no number is given.
pub fn read_tree(source: &Source, given: &Given) -> Result<(GameTree, Report), ReadError> {
    /// Most games listed when one has to be chosen.
    const LISTED: usize = 10;
    let (mut found, mut count, mut titles) = (None, 0, Vec::new());
    let report = read_games(source, given, &mut |tree| {
        count += 1;
        if titles.len() < LISTED {
            titles.push(format!("{count}: {}", tree.title()));
        }
        if found.is_none() && given.game.is_none_or(|number| number == count) {
            found = Some(tree);
        }
        // Without a given number all games are counted.
        if given.game == Some(count) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    let error = |error: ReadError| Err(ReadError { format: report.format.title, ..error });
    match (found, given.game) {
        (Some(_), None) if count > 1 => {
            let more = if count > LISTED { ", …" } else { "" };
            let problem = Reason::text(format!("{count} games in the file ({}{more})", titles.join(", ")));
            error(ReadError::new(problem).advise(Reason::text("choose one with --game NUMBER")))
        }
        (Some(tree), _) => report.check(&tree).map(|()| (tree, report)),
        (None, Some(number)) => error(ReadError::new(Reason::text(format!("no game {number}: the file has {count}")))),
        (None, None) => error(ReadError::new(why::no_game())),
    }
}

/// Reads the main line of a text that is not from a file. Fails as [`read_tree`] does.
pub fn read(text: &str, given: Given) -> Result<Game, ReadError> {
    read_tree(&Source::text(text), &given).map(|(tree, _)| tree.main_line())
}

/// Writes a game with its variations; parts that the format cannot hold are left out. Fails if the format is only read,
/// or if it cannot hold the moves, the size or the stones at the beginning.
pub fn write_tree(tree: &GameTree, format: &Format, writing: &Writing) -> Result<Vec<u8>> {
    let game = &tree.head;
    let write = format.write.with_context(|| format!("{format} is only read"))?;
    let begins = tree.nodes.len() > 1 && game.first != Color::Black;
    ensure!(format.holds.setup || game.setup.is_empty(), why::setup_problem(format).with(why::others()));
    // Stones without an order need no passes.
    let has_passes = format.holds.order
        && if format.holds.variations { tree.passes() > 0 } else { !tree.main_line().passes.is_empty() };
    ensure!(format.holds.passes || !has_passes, why::passes(format).with(why::hold_passes()));
    ensure!(
        game.blocked.is_empty() || [&SGF, &DIAGRAM].contains(&format),
        why::blocked_cells(format).with(why::others())
    );
    ensure!(format.holds.setup || !begins, why::white_problem(format).with(why::others()));
    write(tree, writing)
}

/// Writes a game as text in UTF-8. Fails as [`write_tree`] does, and if the format is not text.
pub fn write(game: &Game, format: &Format) -> Result<String> {
    let bytes = write_tree(&GameTree::from(game), format, &Writing::default())?;
    String::from_utf8(bytes).with_context(|| format!("{format} is not text"))
}
