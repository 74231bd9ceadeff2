//! `tengen analyze`: live lines of a position, or a report on a game.

use super::prove;
use crate::common::{
    INTERRUPTED, cores, ignore_broken_pipe, interrupted, parse_threads, print, print_error, progress_bar,
};
use crate::language::{LanguageArgs, color_name, language, rule_name, t};
use crate::position::GameArgs;
use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use console::{Term, truncate_str};
use serde_json::json;
use std::io::{self, IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};
use tengen::base::Color;
use tengen::board::format_point;
use tengen::eval::win_rate;
use tengen::search::{Control, SearchInfo};
use tengen_arena::limits::parse_duration;
use tengen_database::Database;
use tengen_db::view::{known_json, known_text};
use tengen_game::Game;
use tengen_game::whole_file::{check_apart, check_writable, write_file};
use tengen_language::{aligned, padded};
use tengen_study::{AnalysisLimit, Analyzer, GameReport, ReviewProgress, is_unproven, score_in, seems_decided};

#[derive(Args)]
pub struct AnalyzeArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Time for the position, 5s when nothing is said; for a report the time of each move, 500ms
    #[arg(long, value_parser = parse_duration)]
    time: Option<Duration>,
    /// Nodes instead of time
    #[arg(long, conflicts_with_all = ["time", "depth"])]
    nodes: Option<u64>,
    /// Iterations instead of time
    #[arg(long, conflicts_with = "time")]
    depth: Option<u32>,
    /// How many best lines, 1 to 64; there are fewer where there are fewer moves worth a look, as on an empty board
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    lines: u8,
    /// One JSON object a line
    #[arg(long)]
    json: bool,
    /// Look at the whole game; this is also done when it is over
    #[arg(long)]
    whole: bool,
    /// Look at the whole game and write the report: .html, .svg (the curve alone) or .txt
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// A database of positions or a book (see `tengen db`): what it knows of the position comes first; not for whole games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["whole", "report"])]
    database: Option<PathBuf>,
    /// Prove the win of either side that the search ends with (99 % or more, 1 % or less) where it has not proved it itself, within this time; not for whole games
    #[arg(long, value_name = "TIME", value_parser = parse_duration, conflicts_with_all = ["whole", "report"])]
    prove: Option<Duration>,
    /// Threads; as many as there are cores when it is left out, and no more; one under --nodes
    #[arg(long, value_parser = parse_threads)]
    threads: Option<usize>,
    #[command(flatten)]
    pub language: LanguageArgs,
}

impl AnalyzeArgs {
    fn limit(&self, usual: Duration) -> AnalysisLimit {
        match (self.nodes, self.depth) {
            (Some(nodes), _) => AnalysisLimit::Nodes(nodes),
            (_, Some(depth)) => AnalysisLimit::Depth(depth),
            _ => AnalysisLimit::Time(self.time.unwrap_or(usual)),
        }
    }
}

const POSITION_TIME: Duration = Duration::from_secs(5);
const MOVE_TIME: Duration = Duration::from_millis(500);
/// Interval between two frames on a terminal.
const TICK: Duration = Duration::from_millis(100);

pub fn run(args: &AnalyzeArgs) -> Result<u8> {
    let game = args.game.read_tree()?.main_line();
    let is_whole = args.whole || args.report.is_some() || game.judge()?.is_some() && !game.moves.is_empty();
    ensure!(
        args.database.is_none() || !is_whole,
        "--database is for a position, and the game is over: --until TURNS goes back to one"
    );
    ensure!(args.lines == 1 || !is_whole, "--lines is for a position, and a whole game is looked at");
    ensure!(args.prove.is_none() || !is_whole, "--prove is for a position, and a whole game is looked at");
    ensure!(args.prove.is_none() || game.blocked.is_empty(), "--prove: a proof has no place for blocked cells");
    let database = args.database.as_deref().map(Database::open).transpose().context("--database")?;
    let stop = interrupted()?;
    let exit = || if stop.load(Ordering::Relaxed) { INTERRUPTED } else { 0 };
    if is_whole {
        return whole_game(args, &game, &stop).map(|()| exit());
    }
    ensure!(game.judge()?.is_none(), "the game is over");
    if let Some(database) = database {
        print(&match args.json {
            true => known_json(&database, &game.board()?)?,
            false => known_text(&database, &game.board()?, stdout().is_terminal().then(language))?,
        })?;
    }
    position(args, &game, &stop).map(|()| exit())
}

fn whole_game(args: &AnalyzeArgs, game: &Game, stop: &Arc<AtomicBool>) -> Result<()> {
    let extension = args.report.as_ref().and_then(|path| path.extension()).map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        None if args.report.is_none() => {}
        Some("html" | "htm" | "svg" | "txt") => {}
        _ => bail!("--report: the file's name ends in .html, .svg or .txt"),
    }
    check_apart(&args.report, &args.game.file)?;
    args.report.iter().try_for_each(|path| check_writable(path))?;
    let bar = progress_bar(game.turns().count(), "{bar:30} {pos}/{len}, {elapsed} + {eta}")?;
    let mut analyzer = Analyzer::new(args.threads.unwrap_or_else(cores));
    let limit = args.limit(MOVE_TIME);
    let mut progress = |at: ReviewProgress<'_>| bar.set_position(at.number as u64);
    // Ctrl-C also stops the search of a move.
    let control = || Arc::new(Control::new(Instant::now(), limit.budget()).with_flag(Arc::clone(stop)));
    let report = tengen_study::review(game, &mut analyzer, limit, &control, stop, &mut progress)?;
    bar.finish_and_clear();
    let is_whole = |report: &GameReport| report.reviews.len() == game.turns().count();
    let Some(report) = report.filter(is_whole) else {
        print_error("interrupted: no report");
        return Ok(());
    };
    if let Some(path) = &args.report {
        let text = match extension.as_deref() {
            Some("svg") => tengen_study::to_svg(&report, language()),
            Some("txt") => report.to_text(language()),
            _ => tengen_study::to_html(&report, language()),
        };
        write_file(path, &text)?;
    }
    if args.json {
        print(
            &report
                .reviews
                .iter()
                .map(|review| format!("{}\n", tengen_study::json::review(&report, review)))
                .collect::<String>(),
        )
    } else if args.report.is_none() {
        print(&report.to_text(language()))
    } else {
        print(&summary(&report))
    }
}

fn summary(report: &GameReport) -> String {
    let (turns, missed) = (report.turning_points().len(), report.missed_wins().len());
    let counts = t("report.counts", &[("turns", &turns), ("missed", &missed)]);
    format!("{}\n{counts}\n", report.title(language()))
}

/// Searches in another thread, so that the display is refreshed and Ctrl-C is handled.
fn position(args: &AnalyzeArgs, game: &Game, stop: &Arc<AtomicBool>) -> Result<()> {
    let board = game.board()?;
    let limit = args.limit(POSITION_TIME);
    let threads = args.threads.unwrap_or_else(cores);
    let control = limit.control();
    let (sender, reports) = mpsc::channel::<Vec<SearchInfo>>();
    let live = stdout().is_terminal() && !args.json;
    let wanted = usize::from(args.lines);
    let mut display = Display { game, term: Term::stdout(), drawn: 0, start: Instant::now(), wanted };
    let mut show = |lines: &[SearchInfo], is_final: bool| match args.json {
        true => writeln!(stdout(), "{}", tengen_study::json::lines(game.size, lines, is_final)),
        false if live => display.draw(lines),
        false => {
            writeln!(stdout(), "{}{}", if is_final { "best " } else { "" }, tengen_study::json::plain(game.size, lines))
        }
    };
    let mut last = Vec::new();
    let mut written: io::Result<()> = Ok(());
    let found = thread::scope(|scope| -> Result<Vec<SearchInfo>> {
        let worker_control = Arc::clone(&control);
        let board = &board;
        let worker = scope.spawn(move || {
            let mut report = |reports: &[SearchInfo]| drop(sender.send(reports.to_vec()));
            Analyzer::new(threads).lines_under(board, limit, wanted, worker_control, &mut report)
        });
        loop {
            match reports.recv_timeout(TICK) {
                Ok(reports) => {
                    last = reports;
                    // After a failed write nothing more is printed.
                    if written.is_ok() {
                        written = show(&last, false);
                    }
                    if written.is_err() {
                        control.stop();
                    }
                }
                Err(RecvTimeoutError::Timeout) if live && written.is_ok() => written = show(&last, false),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            if stop.load(Ordering::Relaxed) {
                control.stop();
            }
        }
        worker.join().map_err(|_| anyhow::anyhow!("the search failed"))
    })?;
    ignore_broken_pipe(written.and_then(|()| show(&found, true)))?;
    let open = found.first().filter(|best| seems_decided(best.score, best.proven));
    match (args.prove, open) {
        (Some(time), Some(best)) if !stop.load(Ordering::Relaxed) => {
            let side = board.side_to_move();
            let attacker = if best.score > 0 { side } else { !side };
            let proof = prove::within(&board, attacker, time, threads, stop)?;
            print(&proof_text(attacker, proof, args.json, live))
        }
        _ => Ok(()),
    }
}

/// A line on the proof of a win, in the language for people if it is `live`.
fn proof_text(attacker: Color, proof: Option<(usize, Option<String>)>, as_json: bool, live: bool) -> String {
    if as_json {
        let (plies, first) = proof.unzip();
        return format!("{}\n", json!({ "proved": plies.is_some(), "win_in": plies, "move": first.flatten() }));
    }
    let Some((plies, first)) = proof else {
        return if live { t("live.notProved", &[]) + "\n" } else { "not proved\n".to_owned() };
    };
    let said = match live {
        true => t("live.proved", &[("color", &color_name(attacker)), ("moves", &plies.div_ceil(2))]),
        false => format!("proved {} wins in {}", attacker.name(), prove::own_moves(plies)),
    };
    first.into_iter().fold(said, |said, first| said + " " + &first) + "\n"
}

/// The live display, drawn over its previous state.
struct Display<'a> {
    game: &'a Game,
    term: Term,
    drawn: usize,
    start: Instant,
    /// Number of requested lines.
    wanted: usize,
}

impl Display<'_> {
    fn draw(&mut self, reports: &[SearchInfo]) -> std::io::Result<()> {
        let game = self.game;
        let (rows, columns) = self.term.size();
        let side = game.side_to_move();
        let (rule, moves, color) = (rule_name(game.rule), game.turns().count(), color_name(side));
        let head = t("live.head", &[("rule", &rule), ("size", &game.size), ("moves", &moves), ("color", &color)]);
        let mut lines = vec![format!("{head}{:>12.1} s", self.start.elapsed().as_secs_f64())];
        let most = reports.iter().max_by_key(|report| report.nodes);
        lines.push(most.map_or_else(
            || t("play.thinking", &[]),
            |report| {
                let depth = format!("{}-{}", report.depth, report.selective_depth);
                let speed = grouped(tengen_study::json::speed(report) / 1000);
                t("live.depth", &[("depth", &depth), ("nodes", &grouped(report.nodes)), ("speed", &speed)])
            },
        ));
        let [best, score, win, line] =
            ["report.move", "report.score", "live.win", "live.line"].map(|name| t(name, &[]));
        lines.push(format!(" #  {} {} {}  {line}", padded(&best, 5), aligned(&score, 6), aligned(&win, 7)));
        for (rank, report) in reports.iter().enumerate() {
            let names: Vec<String> = report.pv.iter().map(|&point| format_point(game.size, point)).collect();
            let share = format!("{:.1} %", 100.0 * win_rate(report.score));
            let (best, rest) = names.split_first().map_or(("", &[][..]), |(best, rest)| (best.as_str(), rest));
            lines.push(format!(
                "{:>2}  {best:<5} {} {share:>7}  {}",
                rank + 1,
                aligned(&score_in(language(), report.score, report.proven), 6),
                rest.join(" ")
            ));
        }
        lines.resize(lines.len().max(3 + self.wanted), String::new());
        let is_noted = reports.iter().any(|report| is_unproven(report.score, report.proven));
        lines.extend(is_noted.then(|| language().t("report.unproven", &[])));
        let lines = fitted(&lines, rows.into(), columns.into());
        // Lines scrolled out of view cannot be cleared. A single write avoids flicker.
        self.term.clear_last_lines(self.drawn.min(usize::from(rows).saturating_sub(1)))?;
        self.term.write_str(&lines.concat())?;
        self.term.flush()?;
        self.drawn = lines.len();
        Ok(())
    }
}

/// The lines, cut to what a terminal can show above the cursor's line.
fn fitted(lines: &[String], rows: usize, columns: usize) -> Vec<String> {
    let (rows, width) = (rows.max(2) - 1, columns.max(20) - 1);
    lines.iter().take(rows).map(|line| format!("{}\n", truncate_str(line, width, "…"))).collect()
}

/// A number with groups of three digits, such as `1 234 567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    groups.iter().map(|group| String::from_utf8_lossy(group)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_display_fits_the_terminal() {
        let lines: Vec<String> = (0..67).map(|rank| format!("{rank} {}", "h8 ".repeat(60))).collect();
        let shown = fitted(&lines, 24, 80);
        assert_eq!(shown.len(), 23);
        assert!(shown.iter().all(|line| line.ends_with("…\n") && line.chars().count() == 80));
        assert_eq!(fitted(&lines, 100, 80).len(), 67);
        assert_eq!(fitted(&lines, 0, 0).len(), 1);
    }
}
