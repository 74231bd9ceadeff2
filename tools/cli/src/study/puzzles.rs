//! `tengen puzzles`: makes puzzles from positions of games with one right move.

use crate::common::{
    INTERRUPTED, RuleParser, check_writable, count, interrupted, print, print_warnings, progress_bar, read_bytes,
    read_to_end_if, write_file,
};
use crate::position::{ReadArgs, ensure_position};
use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::ProgressBar;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Point, Rule, SplitMix64};
use tengen::board::Board;
use tengen_arena::limits::parse_duration;
use tengen_database::{FileKind, is_empty_or_special, is_special};
use tengen_game::formats::{self, Source};
use tengen_learn::records::Games;
use tengen_study::puzzle::{Puzzle, PuzzleFinder, PuzzleKind, PuzzleSet};

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

/// Header line with the columns of a set.
const COLUMNS: &str = "# Puzzles of Tengen: rule, size, kind, goal, grade, stones of the winner, side to move, its right move, Black, White.";
/// Interval at which the file is written during the search for puzzles.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);
/// Beginning of the line that states the origin of a set.
const ORIGIN: &str = "# Made by `tengen puzzles`";

/// The initial board of a game, which may have setup stones, and the moves. Games of self-play share their boards.
type Played = (Rc<Board>, Vec<Point>);
/// Number of puzzles by rule, kind and grade.
type PuzzleCounts = BTreeMap<(&'static str, PuzzleKind, u8), usize>;

pub fn run(args: &PuzzlesArgs) -> Result<u8> {
    if args.check {
        return check(&args.files);
    }
    let mut finder = PuzzleFinder::default();
    let mut old = OldSet::default();
    if let Some(path) = &args.out {
        check_writable(path)?;
        if !is_empty_or_special(path) {
            let text = read_text(path)?;
            parse_set(path, &text)?;
            old = OldSet::renewed(&text, &mut finder);
        }
    }
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
    let set = |puzzles: &[Puzzle], looked: usize| {
        let of_this_call = format!(
            "{ORIGIN} of {looked} of {} games, seed {}; the solver of {} has proved each of them.",
            games.len(),
            args.seed,
            env!("CARGO_PKG_VERSION")
        );
        let mut text = format!("{COLUMNS}\n");
        old.comments.iter().chain([&of_this_call]).for_each(|line| text += &format!("{line}\n"));
        for puzzle in sorted(puzzles) {
            let line = puzzle.to_string();
            let comment = old.notes.get(&line).map(|note| format!("  #{note}")).unwrap_or_default();
            text += &format!("{line}{comment}\n");
        }
        text
    };
    // Results take hours to find, so they are written long before the end.
    let mut saved = Instant::now();
    let mut save = |puzzles: &[Puzzle], looked: usize| match args.out.as_deref().filter(|out| !is_special(out)) {
        Some(path) if saved.elapsed() >= SAVE_INTERVAL => {
            saved = Instant::now();
            write_file(path, &set(puzzles, looked))
        }
        _ => Ok(()),
    };
    let (puzzles, looked) = find(&games, (finder, old.puzzles.clone()), args.each, &is_over, &bar, &mut save)?;
    bar.finish_and_clear();
    let text = set(&puzzles, looked);
    match &args.out {
        Some(path) => {
            write_file(path, &text)?;
            let refused =
                format!("{} of before: not proved now, or twice; kept as comments", count(old.refused, "puzzle"));
            print_warnings(&path.display().to_string(), &Vec::from_iter((old.refused > 0).then_some(refused)));
            // Behind the puzzles on standard output it would be a line of them.
            if !["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].map(Path::new).contains(&path.as_path()) {
                print(&summary(&counts(&puzzles)))?;
            }
        }
        None => print(&text)?,
    }
    Ok(if stop.load(Ordering::Relaxed) { INTERRUPTED } else { 0 })
}

/// Puzzles and other lines that the output file holds already.
#[derive(Default)]
struct OldSet {
    /// The puzzles that are proved now.
    puzzles: Vec<Puzzle>,
    /// The text after the puzzle on its line.
    notes: BTreeMap<String, String>,
    /// Lines of comments, among them puzzles that are not proved now or occur twice.
    comments: Vec<String>,
    /// Number of those puzzles.
    refused: u64,
}

impl OldSet {
    /// Proves the puzzles of a set's text again; each of its lines can be parsed.
    fn renewed(text: &str, finder: &mut PuzzleFinder) -> Self {
        let mut old = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty() && *line != COLUMNS) {
            let (puzzle, note) = line.split_once('#').map_or((line, None), |(puzzle, note)| (puzzle, Some(note)));
            let renewed = puzzle.trim().parse().ok().and_then(|puzzle| finder.renew(&puzzle));
            match renewed {
                Some(puzzle) => {
                    old.notes.extend(note.map(|note| (puzzle.to_string(), note.to_owned())));
                    old.puzzles.push(puzzle);
                }
                None if puzzle.trim().is_empty() => old.comments.push(line.to_owned()),
                None => {
                    old.comments.push(format!("# not proved now, or twice: {line}"));
                    old.refused += 1;
                }
            }
        }
        old
    }
}

/// All puzzles, the old ones first, and the number of games examined. `finder` knows the old ones.
fn find(
    games: &[Played],
    (mut finder, old): (PuzzleFinder, Vec<Puzzle>),
    each: usize,
    is_over: &dyn Fn() -> bool,
    bar: &ProgressBar,
    save: &mut dyn FnMut(&[Puzzle], usize) -> Result<()>,
) -> Result<(Vec<Puzzle>, usize)> {
    let mut found = old;
    let mut counts = counts(&found);
    let mut looked = 0;
    for (start, moves) in games {
        if is_over() {
            break;
        }
        let count =
            |puzzle: &Puzzle| Some(counts.get(&key(puzzle)).copied().unwrap_or(0)).filter(|&count| count < each);
        for puzzle in finder.of_game(start, moves, &count) {
            *counts.entry(key(&puzzle)).or_default() += 1;
            found.push(puzzle);
        }
        looked += 1;
        bar.set_message(found.len().to_string());
        bar.inc(1);
        save(&found, looked)?;
    }
    Ok((found, looked))
}

/// Sorts puzzles by rule, kind and grade.
fn sorted(puzzles: &[Puzzle]) -> Vec<Puzzle> {
    let mut puzzles = puzzles.to_vec();
    puzzles.sort_by_cached_key(|puzzle| (puzzle.rule.name(), puzzle.kind, puzzle.grade, puzzle.to_string()));
    puzzles
}

fn key(puzzle: &Puzzle) -> (&'static str, PuzzleKind, u8) {
    (puzzle.rule.name(), puzzle.kind, puzzle.grade)
}

fn counts(puzzles: &[Puzzle]) -> PuzzleCounts {
    let mut counts = PuzzleCounts::new();
    for puzzle in puzzles {
        *counts.entry(key(puzzle)).or_default() += 1;
    }
    counts
}

/// One line of text per rule and kind, with the number of puzzles of each grade.
fn summary(counts: &PuzzleCounts) -> String {
    let mut lines: BTreeMap<(&str, PuzzleKind), Vec<String>> = BTreeMap::new();
    for (&(rule, kind, grade), number) in counts {
        lines.entry((rule, kind)).or_default().push(format!("grade {grade}: {number}"));
    }
    let line = |((rule, kind), grades): (&(&str, PuzzleKind), &Vec<String>)| {
        format!("{rule:<10} {:<5} {}\n", kind.name(), grades.join(", "))
    };
    let total: usize = counts.values().sum();
    lines.iter().map(line).collect::<String>() + &format!("{}\n", count(total as u64, "puzzle"))
}

fn read_text(path: &Path) -> Result<String> {
    let name = path.display();
    String::from_utf8(read_bytes(path)?).with_context(|| format!("{name} is not a file of puzzles"))
}

fn parse_set(path: &Path, text: &str) -> Result<PuzzleSet> {
    text.parse().with_context(|| format!("{} is not a file of puzzles", path.display()))
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
    let mut puzzles = Vec::new();
    for path in files {
        for puzzle in parse_set(path, &read_text(path)?)?.puzzles {
            let name = path.display();
            ensure!(finder.know(&puzzle), "{name}: not proved, or the same as one before it: {puzzle}");
            puzzles.push(puzzle);
        }
    }
    print(&summary(&counts(&puzzles)))?;
    Ok(0)
}
