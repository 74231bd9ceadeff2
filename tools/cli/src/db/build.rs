//! `tengen db build`: a database filled by search.

use crate::common::{INTERRUPTED, cores, on_interrupt, parse_threads, print, print_error, progress_bar};
use crate::position::GameArgs;
use anyhow::{Result, ensure};
use clap::Args;
use indicatif::{HumanDuration, ProgressBar};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tengen::search::Control;
use tengen_arena::shard::parse_shard;
use tengen_database::Database;
use tengen_db::build::{self, BuildEnd, Plan};
use tengen_game::count;

#[derive(Args)]
pub struct BuildArgs {
    /// The database; created when missing
    #[arg(long = "database", alias = "db", value_name = "FILE")]
    database: PathBuf,
    #[command(flatten)]
    game: GameArgs,
    /// Number of searched positions at the end, including those already stored
    #[arg(long, default_value_t = 1_000)]
    positions: usize,
    /// Nodes of each search
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Moves stored per position
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=64))]
    lines: u8,
    /// Positions with more stones are not expanded
    #[arg(long, default_value_t = 30)]
    max_stones: usize,
    /// Searches at the same time; as many as there are cores when it is left out
    #[arg(long, value_parser = parse_threads)]
    concurrency: Option<usize>,
    /// Build a part, as one of several jobs: K from 1 to N; needs --from
    #[arg(long, value_name = "K/N", value_parser = parse_shard, requires = "from")]
    shard: Option<(usize, usize)>,
    /// The database that the parts go on from, the same for all of them; `merge` adds the parts to it afterwards
    #[arg(long, value_name = "FILE", requires = "shard")]
    from: Option<PathBuf>,
}

/// Interval between two progress lines without a terminal.
const REPORT_INTERVAL: Duration = Duration::from_secs(10);

pub fn run(args: &BuildArgs) -> Result<u8> {
    let game = args.game.position.read_given(args.game.file.as_deref())?;
    ensure!(game.judge()?.is_none(), "the game is over: there is nothing to search");
    let root = game.board()?;
    let roots = match (&args.from, args.shard) {
        (Some(from), Some((shard, shards))) => {
            Database::check(from)?;
            // Opened read-only, so that all shards can start at the same time.
            let roots = build::leaves(&Database::open_read_only(from)?, &root, args.max_stones)?;
            let roots: Vec<_> = roots.into_iter().skip(shard).step_by(shards).collect();
            ensure!(!roots.is_empty(), "{} has fewer than {shards} positions to go on from", from.display());
            roots
        }
        _ => build::root(&root),
    };
    let database = Database::open_or_create(&args.database)?;
    let plan = Plan {
        root,
        roots,
        positions: args.positions,
        nodes: args.nodes,
        lines: args.lines.into(),
        max_stones: args.max_stones,
        threads: args.concurrency.unwrap_or_else(cores),
    };
    let mut progress = BuildProgress::new(args.positions)?;
    let control = Arc::new(Control::unlimited());
    let stopped = Arc::clone(&control);
    on_interrupt(move || stopped.stop())?;
    let ended = build::build(&database, &plan, &control, &mut |count| progress.update(count))?;
    progress.bar.finish_and_clear();
    let why = match ended {
        BuildEnd::Full => "as many as were asked for",
        BuildEnd::Exhausted => "nothing is left to search up to --max-stones",
        BuildEnd::Stopped => "stopped; the same call goes on",
    };
    let (first, _) = progress.begin.unwrap_or((0, Instant::now()));
    let searched = count(progress.count as u64, "searched position");
    print(&format!("{searched}, {} of them by this call: {why}\n", progress.count - first))?;
    Ok(if ended == BuildEnd::Stopped { INTERRUPTED } else { 0 })
}

/// Progress of a build: a bar on a terminal, occasional lines in a log.
struct BuildProgress {
    bar: ProgressBar,
    positions: usize,
    count: usize,
    /// Number of positions at the start, and time of the start.
    begin: Option<(usize, Instant)>,
    last_line: Instant,
}

impl BuildProgress {
    fn new(positions: usize) -> Result<Self> {
        let bar = progress_bar(positions, "{pos}/{len} positions, {per_sec}, {elapsed} + {eta} to go")?;
        Ok(Self { bar, positions, count: 0, begin: None, last_line: Instant::now() })
    }

    fn update(&mut self, count: usize) {
        self.count = count;
        self.bar.set_position(count as u64);
        let (first, since) = *self.begin.get_or_insert_with(|| {
            // Positions that already existed took no time of this call.
            self.bar.reset_eta();
            (count, Instant::now())
        });
        if self.bar.is_hidden() && count > first && self.last_line.elapsed() >= REPORT_INTERVAL {
            self.last_line = Instant::now();
            let each = since.elapsed() / (count - first) as u32;
            let left = each * self.positions.saturating_sub(count) as u32;
            print_error(&format!("{count}/{} positions, {} to go", self.positions, HumanDuration(left)));
        }
    }
}
