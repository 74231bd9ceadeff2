//! The table of GTP commands, each with its action.

use super::analysis::{AnalysisForm, AnalysisOptions};
use super::error::GtpError;
use super::game::GtpGame;
use super::gogui;
use super::katago;
use super::loading::load_sgf;
use super::request::Request;
use super::response::{DONE, GtpReply, line, text};
use super::session::GtpSession;
use super::sgf;
use super::vertex::{format_vertices, parse_vertex};
use crate::server::{Settings, max_threads};
use std::path::Path;
use tengen::base::{BoardSize, Color, Point};
use tengen::board::Outcome;
use tengen_database::Database;

/// A command's row in the table of `protocol.md`, with its action.
#[derive(Clone, Copy)]
pub struct GtpCommand {
    /// Name and arguments.
    pub form: &'static str,
    /// Its effect.
    pub help: &'static str,
    pub(super) run: Action,
}

impl GtpCommand {
    /// Name of the command, the first word of its form.
    pub fn name(&self) -> &'static str {
        self.form.split(' ').next().unwrap_or_default()
    }
}

pub(super) type Action = fn(&mut GtpSession, &Request) -> Result<GtpReply, GtpError>;

/// Every command, in the order of `protocol.md`.
pub const COMMANDS: &[GtpCommand] = &[
    command("protocol_version", "2", |_, _| text("2")),
    command("name", "the engine's name", |_, _| text("Tengen")),
    command("version", "the engine's version", |_, _| text(env!("CARGO_PKG_VERSION"))),
    command("known_command NAME", "true or false", known_command),
    command("list_commands", "every command, one per line", list_commands),
    command("quit", "ends the program", |_, _| Ok(GtpReply::Quit)),
    command("boardsize WIDTH [HEIGHT]", "a new game; the height is the width without one", board_size),
    command(
        "rectangular_boardsize WIDTH HEIGHT",
        "a new game on a rectangle, each side 5 to 120",
        rectangular_board_size,
    ),
    command("clear_board", "a new game on the same board", clear_board),
    command("komi NUMBER", "accepted without effect", |_, request| {
        request.number::<f64>(0).map_or(Err(GtpError::Syntax("komi NUMBER")), |_| DONE)
    }),
    command("play COLOR VERTEX", "a move of any color, or a pass", play),
    command("genmove COLOR", "searches a move and plays it; `pass` or `resign` after the end", |session, request| {
        generate(session, request, true)
    }),
    command("reg_genmove COLOR", "searches a move without playing it", |session, request| {
        generate(session, request, false)
    }),
    command("undo", "takes back the last move", |session, _| session.dialect.game.undo().and(DONE)),
    command("gg-undo [COUNT]", "takes back this number of moves, or none; one without a number", gogui::undo_several),
    command(
        "time_settings MAIN PERIOD STONES",
        "the clock, in seconds; a period with 0 stones is no limit",
        time_settings,
    ),
    command("time_left COLOR TIME STONES", "the clock of a color, in seconds", time_left),
    command(
        "lz-analyze [COLOR] [INTERVAL] [KEY VALUE]…",
        "best lines in Leela Zero's form until the next line comes",
        |session, request| analyze(session, request, AnalysisForm::LeelaZero),
    ),
    command("kata-analyze [COLOR] [INTERVAL] [KEY VALUE]…", "the same in KataGo's form", |session, request| {
        analyze(session, request, AnalysisForm::KataGo)
    }),
    command(
        "lz-genmove_analyze COLOR [INTERVAL] [KEY VALUE]…",
        "`genmove` with best lines before the move",
        |session, request| genmove_analyze(session, request, AnalysisForm::LeelaZero),
    ),
    command("kata-genmove_analyze COLOR [INTERVAL] [KEY VALUE]…", "the same in KataGo's form", |session, request| {
        genmove_analyze(session, request, AnalysisForm::KataGo)
    }),
    command("stop", "ends an analysis, as every line does", |_, _| DONE),
    command("clear_cache", "clears the transposition table and the histories", clear_cache),
    command("showboard", "the board in text", |session, _| text(&session.dialect.game.diagram())),
    command("loadsgf FILE[:GAME] [MOVE]", "a game up to before this move", load_sgf),
    command("printsgf [FILE]", "the game as SGF, into the response or a file", gogui::print_sgf),
    command("kata-get-rules", "the rule in KataGomo's form", katago::rules),
    command("kata-set-rules RULES", "sets the rule by a name or in that form", katago::set_rules),
    command("kata-set-rule KEY VALUE", "sets the rule: `basicrule RENJU`", katago::set_rule),
    command("kata-set-param NAME VALUE", "`analysisWideRootNoise`, without effect", katago::set_param),
    command("final_score", "`B+1`, `W+1` or `0`, once the game is over", |session, _| {
        text(sgf::result(session.dialect.game.outcome().ok_or(GtpError::NotOver)?))
    }),
    command("tengen-result", "`black wins`, `white wins`, `draw` or `unfinished`", gogui::final_result),
    command("tengen-rule [NAME]", "sets the rule, the stones stay; without a name shows it", rule),
    command("tengen-forbidden", "the points forbidden to Black in renju", forbidden),
    command("tengen-strength PERCENT", "the level of play, as `INFO strength`", strength),
    command("tengen-nodes NUMBER", "nodes of a search; 0 is no limit", nodes),
    command(
        "tengen-database [FILE]",
        "plays from this database of positions, `none` from none; without a name shows it",
        database,
    ),
    command("gogui-play_sequence [COLOR VERTEX]…", "several moves, all of them or none", gogui::play_sequence),
    command("gogui-setup [COLOR VERTEX]…", "stones before the first move of an empty board", gogui::set_up),
    command("gogui-setup_player COLOR", "who makes the first move", gogui::set_player),
    command("gogui-analyze_commands", "what GoGui offers in its menu", gogui::analyze_commands),
    command("gogui-interrupt", "the line `# interrupt` ends a search", gogui::interrupt),
    command("gogui-rules_game_id", "the game, another one for each rule", gogui::game_id),
    command("gogui-rules_board", "the rows of the board from the top", gogui::board),
    command("gogui-rules_board_size", "the side, or width and height", gogui::board_size),
    command("gogui-rules_side_to_move", "`black` or `white`", gogui::side_to_move),
    command(
        "gogui-rules_legal_moves",
        "the points that may be played, none after the end; `pass` in renju",
        gogui::legal_moves,
    ),
    command("gogui-rules_final_result", "as `tengen-result`", gogui::final_result),
    command("gogui-rules_board_gfx", "the forbidden points, marked", gogui::board_marks),
    command("tengen-threads NUMBER", "threads to search with, at most one per core", threads),
];

const fn command(form: &'static str, help: &'static str, run: Action) -> GtpCommand {
    GtpCommand { form, help, run }
}

fn known_command(_: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let name = request.argument(0).ok_or(GtpError::Syntax("a command's name"))?;
    text(if COMMANDS.iter().any(|command| command.name() == name) { "true" } else { "false" })
}

fn list_commands(_: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    text(&COMMANDS.iter().map(GtpCommand::name).collect::<Vec<_>>().join("\n"))
}

fn board_size(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    // KataGo also reads `15:10`.
    let sides = request.arguments.join(":");
    let (width, height) = sides.split_once(':').unwrap_or((&sides, &sides));
    let sides = width.parse().ok().zip(height.parse().ok());
    let (width, height) = sides.ok_or(GtpError::Syntax("boardsize WIDTH [HEIGHT]"))?;
    begin_on(session, width, height)
}

fn rectangular_board_size(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let sides = request.number(0).zip(request.number(1)).filter(|_| request.arguments.len() == 2);
    let (width, height) = sides.ok_or(GtpError::Syntax("rectangular_boardsize WIDTH HEIGHT"))?;
    begin_on(session, width, height)
}

fn begin_on(session: &mut GtpSession, width: i64, height: i64) -> Result<GtpReply, GtpError> {
    let number = |n: i64| usize::try_from(n).unwrap_or(0);
    let size = BoardSize::new(number(width), number(height)).map_err(|_| GtpError::Size)?;
    session.replace_game(GtpGame::new(size, session.dialect.game.rule()));
    DONE
}

fn clear_board(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    session.replace_game(GtpGame::new(session.dialect.game.size(), session.dialect.game.rule()));
    DONE
}

fn play(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    const EXPECTED: &str = "play COLOR VERTEX";
    let color = request.color(EXPECTED)?;
    let vertex = request.argument(1).ok_or(GtpError::Syntax(EXPECTED))?;
    session.dialect.game.play(color, parse_vertex(session.dialect.game.size(), vertex)?)?;
    DONE
}

/// The answer of `genmove` without a search: after the end of the game the loser resigns, the other color passes, and so
/// do both after a draw; before it a move of the database, which is played where `plays` is set.
fn answer_at_once(
    session: &mut GtpSession,
    request: &Request,
    color: Color,
    avoided: &[Point],
    plays: bool,
) -> Option<String> {
    match session.dialect.game.outcome() {
        Some(Outcome::Win(winner)) if winner != color => Some("resign".to_owned()),
        Some(_) => Some("pass".to_owned()),
        None => session.answer_from_database(request, color, avoided, plays),
    }
}

fn generate(session: &mut GtpSession, request: &Request, plays: bool) -> Result<GtpReply, GtpError> {
    let color = request.color("a color")?;
    if let Some(answer) = answer_at_once(session, request, color, &[], plays) {
        return text(&answer);
    }
    session.generate(request, color, plays, None);
    Ok(GtpReply::Later)
}

fn analyze(session: &mut GtpSession, request: &Request, form: AnalysisForm) -> Result<GtpReply, GtpError> {
    let options = analysis_options(session, request, form)?;
    session.start_analysis(request, options);
    Ok(GtpReply::Later)
}

/// The options of an analysis, which leave the color to move a move unless the game is over.
fn analysis_options(session: &GtpSession, request: &Request, form: AnalysisForm) -> Result<AnalysisOptions, GtpError> {
    let game = &session.dialect.game;
    let options = AnalysisOptions::parse(form, game.size(), &request.arguments)?;
    if game.outcome().is_none() {
        options.ensure_moves(options.color.unwrap_or(game.side_to_move()), &game.board)?;
    }
    Ok(options)
}

fn genmove_analyze(session: &mut GtpSession, request: &Request, form: AnalysisForm) -> Result<GtpReply, GtpError> {
    let options = analysis_options(session, request, form)?;
    let color = options.color.unwrap_or(session.dialect.game.side_to_move());
    let avoided = options.avoided_by(color, &session.dialect.game.board);
    if let Some(answer) = answer_at_once(session, request, color, &avoided, true) {
        return text(&format!("\nplay {answer}"));
    }
    session.generate(request, color, true, Some(options));
    Ok(GtpReply::Later)
}

fn time_settings(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    match (request.seconds(0), request.seconds(1), request.number(2)) {
        (Some(main), Some(period), Some(stones)) => session.dialect.clock.set(main, period, stones),
        _ => return Err(GtpError::Syntax("time_settings MAIN PERIOD STONES, in seconds")),
    }
    DONE
}

fn time_left(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    const EXPECTED: &str = "time_left COLOR TIME STONES, in seconds";
    let color = request.color(EXPECTED)?;
    let (time, stones) = request.seconds(1).zip(request.number(2)).ok_or(GtpError::Syntax(EXPECTED))?;
    session.dialect.clock.set_left(color, time, stones);
    DONE
}

fn clear_cache(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    session.clear_memory();
    DONE
}

fn rule(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    match request.argument(0) {
        None => text(session.dialect.game.rule().name()),
        Some(name) => {
            session.dialect.game.set_rule(name.parse()?);
            session.clear_memory();
            DONE
        }
    }
}

fn forbidden(session: &mut GtpSession, _: &Request) -> Result<GtpReply, GtpError> {
    let points = session.dialect.game.board_for(Color::Black).forbidden_points();
    text(&format_vertices(session.dialect.game.size(), &points, " "))
}

fn strength(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let percent = request.number::<u32>(0).filter(|&percent| percent <= Settings::FULL_STRENGTH);
    session.settings.strength = percent.ok_or(GtpError::Syntax("tengen-strength 0 to 100"))?;
    DONE
}

fn nodes(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    session.settings.max_nodes = request.number(0).ok_or(GtpError::Syntax("tengen-nodes NUMBER"))?;
    DONE
}

fn database(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    match request.file_name()? {
        "" => {
            let name = session.opened.database.as_ref().map(|database| database.path().display().to_string());
            line(name.as_deref().unwrap_or("none"))
        }
        "none" => {
            session.opened.database = None;
            DONE
        }
        name => {
            let opened = session.open_database(Path::new(name), Database::open);
            opened.map_err(|error| GtpError::Database(error.to_string()))?;
            DONE
        }
    }
}

fn threads(session: &mut GtpSession, request: &Request) -> Result<GtpReply, GtpError> {
    let threads = request.number::<usize>(0).filter(|&threads| threads > 0);
    session.settings.threads = threads.ok_or(GtpError::Syntax("tengen-threads NUMBER, 1 or more"))?.min(max_threads());
    DONE
}
