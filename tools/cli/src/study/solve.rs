//! `tengen solve`: searches for a win by threats.

use crate::common::{ReadArgs, RuleParser, ensure_position, parse_size, print, print_warnings, read_bytes};
use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::format_moves;
use tengen::solver::{Solution, SolverLimits, Stop};
use tengen_arena::limits::parse_duration;
use tengen_game::DEFAULT_RULE;
use tengen_game::formats::{Given, Source};
use tengen_study::solve::{self, Goal};

#[derive(Args)]
pub struct SolveArgs {
    /// Rule of play, where the file names none
    #[arg(long, default_value = DEFAULT_RULE.name(), value_parser = RuleParser)]
    rule: Rule,
    /// Board side, or WIDTHxHEIGHT, where the file names none
    #[arg(long, default_value = "15", value_parser = parse_size)]
    size: BoardSize,
    /// Who attacks, black or white; otherwise the side that is to move
    #[arg(long)]
    side: Option<Color>,
    /// vcf: fours only; vct: fours, open threes and quiet moves that threaten a VCF
    #[arg(long, default_value = "vct")]
    goal: Goal,
    /// Time: 500ms, 10s; as long as it takes when it is left out
    #[arg(long, value_parser = parse_duration)]
    limit: Option<Duration>,
    /// Stones of the attacker, the five included; any number when it is left out
    #[arg(long, default_value_t = u32::MAX, hide_default_value = true)]
    stones: u32,
    /// Take the position from a file, in any format of `tengen formats`
    #[arg(long, conflicts_with = "moves")]
    file: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    /// Moves so far, Black's first: h8i9h7; without moves or a file, what is piped in
    moves: Vec<String>,
}

pub fn run(args: &SolveArgs) -> Result<ExitCode> {
    let bytes = match &args.file {
        Some(path) => read_bytes(path)?,
        None if args.moves.is_empty() && !stdin().is_terminal() => read_bytes(Path::new("-"))?,
        None => args.moves.join(" ").into_bytes(),
    };
    let name = args.file.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    let source = Source { bytes: &bytes, name: &name };
    if args.file.is_some() {
        ensure_position(&source)?;
    }
    let ReadArgs { number, encoding } = args.read;
    // A file's own rule and size count.
    let given = Given {
        rule: Some(args.rule),
        size: Some(args.size),
        fills_in: true,
        encoding,
        game: number,
        ..Given::default()
    };
    let (mut board, warnings) = solve::read_position(&source, &given)?;
    print_warnings(&name, &warnings);
    if let Some(side) = args.side {
        board.set_side_to_move(side);
    }
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template("{spinner} {elapsed}")?);
    bar.enable_steady_tick(Duration::from_millis(200));
    // As in a puzzle, the game goes on to the last cell.
    let bounds = SolverLimits { stones: args.stones, ..SolverLimits::NONE };
    let deadline = args.limit.and_then(|limit| Instant::now().checked_add(limit));
    let solution = solve::solve(&board, args.goal, bounds, Stop { deadline, ..Stop::default() })?;
    bar.finish_and_clear();
    let (text, code) = match solution {
        Solution::Win(line) => {
            (format!("WIN {} {}", line.len().div_ceil(2), format_moves(args.size, &line)), ExitCode::SUCCESS)
        }
        Solution::None => ("NONE".to_owned(), ExitCode::from(1)),
        Solution::Unknown => ("UNKNOWN".to_owned(), ExitCode::from(2)),
    };
    print(&format!("{text}\n"))?;
    Ok(code)
}
