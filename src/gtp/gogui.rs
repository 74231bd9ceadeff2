//! Commands of GoGui, and commands of GNU Go that GoGui uses.
//!
//! Sources: GoGui's manual ("Compatibility of Go Programs", "Analyze Commands", "Interrupting Commands", "Setup
//! Commands") and the commands that it sends to game rulers (`GenericBoard.java`).

use super::error::GtpError;
use super::request::Request;
use super::response::{DONE, GtpReply, text};
use super::session::GtpSession;
use super::vertex::{format_vertices, parse_color, parse_vertex};
use std::fmt::Display;
use std::io;
use std::path::Path;
use tengen::base::{BoardSize, Color, Point, Rule};
use tengen::board::Outcome;
use tengen_database::{FileKind, write_whole};

/// Entries of GoGui's menu of analysis: type, label and command.
const ANALYZE_COMMANDS: [&str; 6] = [
    "varc/Best move/reg_genmove %c",
    "plist/Forbidden points/tengen-forbidden",
    "string/Result/tengen-result",
    "string/Rule/tengen-rule",
    "none/Save as SGF/printsgf %w",
    "none/Clear the table/clear_cache",
];

/// The line by which GoGui ends a search.
pub(super) const INTERRUPT: &str = "# interrupt";

pub(super) fn analyze_commands(_: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    text(&ANALYZE_COMMANDS.join("\n"))
}

/// Tells GoGui that [`INTERRUPT`] is supported.
pub(super) fn interrupt(_: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    DONE
}

pub(super) fn undo_several(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let count = match request.argument(0) {
        None => 1,
        Some(_) => request.number::<usize>(0).ok_or(GtpError::Syntax("gg-undo [COUNT]"))?,
    };
    let game = &mut session.dialect.game;
    if count > game.move_count() {
        return Err(if game.move_count() == 0 {
            GtpError::CannotUndo
        } else {
            GtpError::TooFewMoves(game.move_count())
        });
    }
    (0..count).try_for_each(|_| game.undo())?;
    DONE
}

/// The pairs of a color and a vertex that are the arguments of a command.
fn moves_of(request: &Request, size: BoardSize) -> Result<Vec<(Color, Option<Point>)>, GtpError> {
    let pairs = request.arguments.chunks(2).map(|pair| match pair {
        [color, vertex] => Ok((parse_color(color)?, parse_vertex(size, vertex)?)),
        _ => Err(GtpError::Syntax("pairs of a color and a vertex")),
    });
    pairs.collect()
}

/// Plays all of the moves, or none.
pub(super) fn play_sequence(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let moves = moves_of(request, session.dialect.game.size())?;
    let mut game = session.dialect.game.clone();
    moves.into_iter().try_for_each(|(color, point)| game.play(color, point))?;
    session.dialect.game = game;
    DONE
}

pub(super) fn set_up(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let stones: Option<Vec<(Color, Point)>> = moves_of(request, session.dialect.game.size())?
        .into_iter()
        .map(|(color, point)| Some((color, point?)))
        .collect();
    session.dialect.game.place(&stones.ok_or(GtpError::Syntax("stones: a pass cannot be put down"))?)?;
    DONE
}

pub(super) fn set_player(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let color = request.color("gogui-setup_player COLOR")?;
    session.dialect.game.set_first(color)?;
    DONE
}

/// A name for each rule, which GoGui compares with a game ruler's; rulers of five in a row answer `Gomoku`.
pub(super) fn game_id(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    text(match session.dialect.game.rule() {
        Rule::Freestyle => "Gomoku",
        Rule::Standard => "Gomoku standard",
        Rule::Renju => "Renju",
        Rule::Caro => "Caro",
        Rule::CaroExact => "Caro exact",
    })
}

/// The rows from the top, as [`GtpGame::diagram`](super::game::GtpGame::diagram) draws them, but with `?` for a neutral
/// cell.
pub(super) fn board(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    let game = &session.dialect.game;
    let rows = game.rows('?').into_iter().map(|row| row.into_iter().map(String::from).collect::<Vec<_>>().join(" "));
    text(&format!("\n{}", rows.collect::<Vec<_>>().join("\n")))
}

/// One number for a square board, as GoGui expects, else width and height.
pub(super) fn board_size(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    let size = session.dialect.game.size();
    match (size.width(), size.height()) {
        (width, height) if width == height => text(&width.to_string()),
        (width, height) => text(&format!("{width} {height}")),
    }
}

pub(super) fn side_to_move(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    text(session.dialect.game.side_to_move().name())
}

/// The legal moves, and `pass` if the rule has passes. Empty after the end of the game, which tells GoGui that it is
/// over.
pub(super) fn legal_moves(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    let game = &session.dialect.game;
    let mut moves = format_vertices(game.size(), &game.legal_moves(), " ");
    if game.rule() == Rule::Renju && game.outcome().is_none() {
        moves += " pass";
    }
    text(moves.trim())
}

/// The result of the game in words.
pub(super) fn final_result(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    text(match session.dialect.game.outcome() {
        Some(Outcome::Win(Color::Black)) => "black wins",
        Some(Outcome::Win(Color::White)) => "white wins",
        Some(Outcome::Draw) => "draw",
        None => "unfinished",
    })
}

/// The forbidden points as marks.
pub(super) fn board_marks(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    let game = &session.dialect.game;
    let points = if game.outcome().is_none() { game.board.forbidden_points() } else { Vec::new() };
    match format_vertices(game.size(), &points, " ").as_str() {
        "" => DONE,
        points => text(&format!("MARK {points}")),
    }
}

/// Writes the game to a file, or without a file name into the response. A database is not overwritten.
pub(super) fn print_sgf(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let sgf = session.dialect.game.to_sgf();
    match request.file_name()? {
        "" | "-" => text(&sgf),
        name => {
            let error = |cause: &dyn Display| GtpError::Save(format!("{name}: {cause}"));
            let path = Path::new(name);
            if let Some(FileKind::Database | FileKind::Book) = FileKind::of_file(path) {
                return Err(error(&"there is a database already: choose another file"));
            }
            let written = write_whole(path, |file| file.write_all((sgf + "\n").as_bytes()));
            written.map_err(|cause: io::Error| error(&cause))?;
            DONE
        }
    }
}
