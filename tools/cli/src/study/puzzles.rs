//! `tengen puzzles`: makes puzzles from positions of games with one right move.

use crate::common::{
    INTERRUPTED, RuleParser, interrupted, print, print_warnings, progress_bar, read_bytes, read_to_end_if,
};
use crate::position::{ReadArgs, ensure_position};
use anyhow::{Context, Error, Result, ensure};
use clap::Args;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Point, Rule, SplitMix64};
use tengen::board::Board;
use tengen_arena::limits::parse_duration;
use tengen_database::{FileKind, is_empty_or_special, is_special};
use tengen_game::count;
use tengen_game::formats::{self, Source};
use tengen_game::whole_file::{check_writable, write_file};
use tengen_learn::records::Games;
use tengen_study::puzzle::{PuzzleFinder, PuzzleSet};

#[derive(Args)]
pub struct PuzzlesArgs {
    /// Games: of `tengen selfplay`, or in any format of `tengen formats`; - is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Rule of play, where a file names none
    #[arg(long, default_value = "freestyle", value_parser = RuleParser)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT, where a file names none
    #[arg(long, default_value = "15")]
    size: BoardSize,
    #[command(flatten)]
    read: ReadArgs,
    /// Most puzzles of one rule, kind and grade
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
    each: usize,
    /// Order in which the games are looked through
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time: 30s, 10m; all games when it is left out
    #[arg(long, value_parser = parse_duration)]
    limit: Option<Duration>,
    /// Where to write the puzzles; otherwise they are printed. Those that it holds already are proved again and
    /// kept, with the length that is found now; what is not proved any more becomes a comment
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Prove the puzzles of these files again instead, and that no two are the same
    #[arg(long, conflicts_with_all = ["rule", "size", "number", "encoding", "each", "seed", "limit", "out"])]
    check: bool,
}

/// Interval at which the file is written during the search for puzzles.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);
/// The initial board of a game, which may have setup stones, and the moves. Games of self-play share their boards.
type Played = (Rc<Board>, Vec<Point>);
pub fn run(args: &PuzzlesArgs) -> Result<u8> {
    if args.check {
        return check(&args.files);
    }
    let mut finder = PuzzleFinder::default();
    let mut set = PuzzleSet::default();
    if let Some(path) = &args.out {
        check_writable(path)?;
        if !is_empty_or_special(path) {
            set = read_set(path)?;
        }
    }
    let refused = set.renew(&mut finder);
    let mut games = Vec::new();
    for path in &args.files {
        games.extend(read_games(path, args)?);
    }
    ensure!(!games.is_empty(), "there is no game in these files");
    SplitMix64::new(args.seed).shuffle(&mut games);
    let stop = interrupted()?;
    let bar = progress_bar(games.len(), "{bar:30} {pos}/{len} games, {msg} puzzles, {eta} left")?;
    let start = Instant::now();
    let is_over = || stop.load(Ordering::Relaxed) || args.limit.is_some_and(|limit| start.elapsed() >= limit);
    let origin = |looked: usize| {
        let (all, seed, version) = (games.len(), args.seed, env!("CARGO_PKG_VERSION"));
        format!(
            "# Made by `tengen puzzles` of {looked} of {all} games, seed {seed}; the solver of {version} has proved each of them."
        )
    };
    // Results take hours to find, so they are written long before the end.
    let (mut saved, mut looked) = (Instant::now(), 0);
    let saves = args.out.as_deref().filter(|out| !is_special(out));
    for (first, moves) in &games {
        if is_over() {
            break;
        }
        set.add_game(&mut finder, first, moves, args.each);
        looked += 1;
        bar.set_message(set.puzzles.len().to_string());
        bar.inc(1);
        if let Some(path) = saves.filter(|_| saved.elapsed() >= SAVE_INTERVAL) {
            saved = Instant::now();
            write_file(path, set.to_text(&origin(looked)))?;
        }
    }
    bar.finish_and_clear();
    let text = set.to_text(&origin(looked));
    match &args.out {
        Some(path) => {
            write_file(path, &text)?;
            let lost =
                format!("{} of before: not proved now, or twice; kept as comments", count(refused as u64, "puzzle"));
            print_warnings(&path.display().to_string(), &Vec::from_iter((refused > 0).then_some(lost)));
            // Behind the puzzles on standard output it would be a line of them.
            if !["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(Path::new).contains(&path.as_path()) {
                print(&set.summary())?;
            }
        }
        None => print(&text)?,
    }
    Ok(if stop.load(Ordering::Relaxed) { INTERRUPTED } else { 0 })
}

/// Reads a file of puzzles.
fn read_set(path: &Path) -> Result<PuzzleSet> {
    let text = String::from_utf8(read_bytes(path)?).map_err(Error::from);
    text.and_then(|text| text.parse().map_err(Error::from))
        .with_context(|| format!("{} is not a file of puzzles", path.display()))
}

/// Reads a file's games, from self-play or in any other format.
fn read_games(path: &Path, args: &PuzzlesArgs) -> Result<Vec<Played>> {
    // Games of self-play may be more than all other commands read of a file.
    let is_selfplay = |bytes: &[u8]| FileKind::of("", bytes) == Some(FileKind::SelfPlay);
    let bytes = read_to_end_if(path, is_selfplay)?;
    let name = path.display().to_string();
    if is_selfplay(&bytes) {
        let (games, _) = Games::from_bytes(&bytes).with_context(|| name.clone())?;
        let mut boards = HashMap::new();
        let line = |record: &tengen_learn::records::Record| {
            let board =
                boards.entry(record.size).or_insert_with(|| Rc::new(Board::new(record.size, games.conditions.rule)));
            (Rc::clone(board), record.moves.iter().map(|played| played.point).collect())
        };
        return Ok(games.records.iter().map(line).collect());
    }
    let source = Source { bytes: &bytes, name: &name };
    ensure_position(&source)?;
    let given = args.read.filled_in(Some(args.rule), args.size);
    let (mut lines, mut failed) = (Vec::new(), None);
    let report = formats::read_games(&source, &given, &mut |tree| {
        let game = tree.main_line().since_passes();
        let checked = game.judge().and_then(|_| game.up_to(0).board());
        match checked {
            Ok(start) => lines.push((Rc::new(start), game.moves)),
            Err(error) => failed = Some(error),
        }
        if failed.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .with_context(|| name.clone())?;
    if let Some(error) = failed {
        return Err(error).with_context(|| name.clone());
    }
    print_warnings(&name, &report.warnings);
    Ok(lines)
}

/// Proves every puzzle again.
fn check(files: &[PathBuf]) -> Result<u8> {
    let mut finder = PuzzleFinder::default();
    let mut set = PuzzleSet::default();
    for path in files {
        for puzzle in read_set(path)?.puzzles {
            let name = path.display();
            ensure!(finder.know(&puzzle), "{name}: not proved, or the same as one before it: {puzzle}");
            set.puzzles.push(puzzle);
        }
    }
    print(&set.summary())?;
    Ok(0)
}
