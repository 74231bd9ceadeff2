//! `tengen play`: games at the terminal.

mod command;
mod display;
mod files;
mod inbox;
mod negotiation;
mod output;
mod session;
mod standing;

use crate::common::{RuleParser, default_rule, random_seed};
use crate::language::LanguageArgs;
use crate::position::ReadArgs;
use anyhow::{Context, Result, ensure};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::play::{Level, OpeningRule};
use tengen_arena::limits::parse_duration;
use tengen_database::Database;
use tengen_game::formats::{self, GameTree, Writing};
use tengen_game::whole_file::{check_writable, is_same_file};
use tengen_game::{DEFAULT_RULE, Game};

use inbox::Inbox;
use session::{Seat, TerminalGame};

#[derive(Args)]
pub struct PlayArgs {
    /// Rule of play; renju for its openings, else caro, when it is left out
    #[arg(long, value_parser = RuleParser)]
    rule: Option<Rule>,
    /// Board side, or WIDTHxHEIGHT; 15 when it is left out
    #[arg(long)]
    size: Option<BoardSize>,
    /// Strength of the engine, 1 (beginner) to 10 (full strength)
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(1..=10), conflicts_with_all = ["black_level", "white_level"])]
    level: u8,
    /// Strength of the engine as Black, when it plays both sides; 5 when it is left out
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    black_level: Option<u8>,
    /// Strength of the engine as White, when it plays both sides; 5 when it is left out
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=10))]
    white_level: Option<u8>,
    /// Which sides people play; Black begins
    #[arg(long, default_value = "black")]
    human: Humans,
    /// Time of a move at full strength, and of a hint
    #[arg(long, default_value = "2s", value_parser = parse_duration)]
    time: Duration,
    /// Begin with this opening: swap2, swap, swap1, pro, longpro, rif, offers-N, yamaguchi, soosorv-N, taraguchi-N
    #[arg(long, value_name = "RULE", conflicts_with = "load")]
    opening: Option<OpeningRule>,
    /// Short for --opening swap2
    #[arg(long, conflicts_with_all = ["load", "opening"])]
    swap2: bool,
    /// Continue this game, in any format of `tengen formats`
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    #[command(flatten)]
    read: ReadArgs,
    /// Where an unfinished or finished game is kept at the end; a new file tengen-….psq when it is left out, and besides one that does not hold the whole game (.moves, .off, .txt)
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// A database of positions or a book (see `tengen db`): its moves are played at once at full strength, and shown by hint
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// The same seed and the same game, with its takebacks, give the same answers below full strength, but for what the engine
    /// proposes in an opening, which is chosen by time; random when it is left out
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    pub language: LanguageArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Humans {
    Black,
    White,
    Both,
    None,
}

pub fn run(args: &PlayArgs) -> Result<()> {
    let opening = if args.swap2 { Some(OpeningRule::Swap2) } else { args.opening };
    let given = args.read.given(args.rule, args.size);
    let (game, is_alone) = match &args.load {
        Some(path) => files::read_main_line(path, &given)?,
        None => {
            let size = args.size.map_or_else(|| BoardSize::square(15), Ok)?;
            (Game::new(args.rule.unwrap_or_else(|| default_rule(opening, DEFAULT_RULE)), size), false)
        }
    };
    if let Some(path) = &args.save {
        let name = path.display();
        let is_loaded = args.load.as_ref().is_some_and(|loaded| is_same_file(loaded, path));
        ensure!(!is_loaded || is_alone, "{name} may hold more than this game: choose another name");
        let is_free = is_loaded || !path.exists();
        ensure!(is_free, "{name} already exists: continue it with --load, or choose another name");
        let format = formats::Format::of_name(&path.to_string_lossy()).context("--save")?;
        formats::write_tree(&GameTree::from(&game), format, &Writing::default())
            .with_context(|| format!("--save {name}"))?;
        check_writable(path)?;
    }
    let level = |own: Option<u8>| Level::by_number(own.unwrap_or(args.level)).unwrap_or(Level::FULL);
    let engines = [Seat::Engine(level(args.black_level)), Seat::Engine(level(args.white_level))];
    let seats = match args.human {
        Humans::Black => [Seat::Human, engines[1]],
        Humans::White => [engines[0], Seat::Human],
        Humans::Both => [Seat::Human; 2],
        Humans::None => engines,
    };
    let seed = args.seed.unwrap_or_else(random_seed);
    let mut session = TerminalGame::new(game, seats, args.time, seed, Inbox::open()?);
    session.database = args.database.as_deref().map(Database::open).transpose().context("--database")?;
    session.keep_in = args.save.clone();
    session.saved_in = args.load.clone().into_iter().collect();
    session.own_files = session.saved_in.iter().filter(|_| is_alone).cloned().collect();
    session.run(opening)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::board::parse_moves;

    #[test]
    fn a_game_that_an_error_ends_is_kept() {
        let mut game = Game::new(Rule::Freestyle, BoardSize::square(15).unwrap());
        game.moves = parse_moves(game.size, "h8i9").unwrap();
        // A game with a point played twice cannot continue.
        game.moves.push(game.moves[0]);
        let file = std::env::temp_dir().join(format!("tengen-play-error-{}.psq", std::process::id()));
        let mut session = TerminalGame::new(game, [Seat::Human; 2], Duration::ZERO, 1, Inbox::closed());
        session.keep_in = Some(file.clone());
        let error = session.run(None).unwrap_err();
        assert!(error.to_string().contains("move 3, h8: the point is occupied"), "{error}");
        let kept = std::fs::read_to_string(&file).unwrap();
        std::fs::remove_file(&file).unwrap();
        assert!(kept.contains("\r\n8,8,0\r\n9,7,0\r\n"), "{kept}");
    }
}
