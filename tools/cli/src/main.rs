//! `tengen`: tools for work on the engine and for people at a terminal.

mod board;
mod common;
mod completions;
mod db;
mod diagram;
mod gtp;
mod guard;
mod language;
mod learn;
mod matches;
mod openings;
mod play;
mod position;
mod study;
mod tune;

use clap::{CommandFactory, Parser, Subcommand};
use learn::{selfplay, train};
use std::process::ExitCode;
use study::{analyze, prove, puzzles, solve};
use tengen_language::Language;

/// Tools of the Tengen Gomoku engine.
#[derive(Parser)]
#[command(name = "tengen", version)]
struct Cli {
    #[command(subcommand)]
    command: Tool,
}

#[derive(Subcommand)]
enum Tool {
    /// Look at a position: the best lines as they are found; or at a whole game: its turning points and missed wins
    Analyze(analyze::AnalyzeArgs),
    /// Play and analyze in the browser: starts a server for this machine alone and prints its address
    Board(board::BoardArgs),
    /// Keep what was found out about positions: import games, build by search, query, edit
    Db(db::DbArgs),
    /// Draw a position or game as SVG or text, or write it in another format
    Diagram(diagram::DiagramArgs),
    /// List the formats of games that are read and written
    Formats,
    /// Speak the Go Text Protocol, for board programs of Go, as `pbrain-tengen gtp`; loadsgf reads every format of games
    Gtp(gtp::GtpArgs),
    /// Play engines against each other, in pairs of games with exchanged colors.
    Match(Box<matches::MatchArgs>),
    /// Play at the terminal: against the engine, against each other, or let it play itself
    Play(play::PlayArgs),
    /// Make balanced openings by search: random early stones, kept when the score is near even; or judge those of a file
    Openings(openings::OpeningsArgs),
    /// Prove that a position is won, quiet moves included, by a certificate that anybody can check; or check one
    Prove(prove::ProveArgs),
    /// Make puzzles of games, each with one right move that the solver has proved; or prove those of a file again
    Puzzles(puzzles::PuzzlesArgs),
    /// Look for a win by threats alone; prints WIN <stones> <line>, NONE or UNKNOWN (exit code 0, 1, 2; 3: an error)
    Solve(solve::SolveArgs),
    /// Let the engine play itself, for learning; or look at the games with --stats, --check
    Selfplay(selfplay::SelfplayArgs),
    /// Learn weights for scores and the order of moves from games of self-play
    Train(train::TrainArgs),
    /// Tune search parameters by SPSA over games, in a run that goes on after an interruption
    Tune(Box<tune::TuneArgs>),
    /// Print a shell's completions for tengen
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
    /// Run a command that must not outlive this process's parent
    #[command(hide = true)]
    Guard {
        /// Program and arguments
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<String>,
    },
}

impl Tool {
    /// The language option; only these commands have messages in languages other than English.
    fn language(&self) -> Option<Language> {
        match self {
            Tool::Analyze(args) => args.language.lang,
            Tool::Play(args) => args.language.lang,
            _ => None,
        }
    }
}

/// Exit code of a failed command; 0 to 2 are answers of `prove` and `solve`, and 130 means that Ctrl-C came before the
/// work was done.
const FAILURE: u8 = 3;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            let printed = common::ignore_broken_pipe(error.print());
            return ExitCode::from(if error.use_stderr() || printed.is_err() { FAILURE } else { 0 });
        }
    };
    language::speak(cli.command.language());
    let done = match cli.command {
        Tool::Analyze(args) => analyze::run(&args),
        Tool::Board(args) => board::run(&args).map(|()| 0),
        Tool::Db(args) => db::run(&args),
        Tool::Diagram(args) => diagram::run(&args).map(|()| 0),
        Tool::Formats => common::print(&tengen_game::formats::describe()).map(|()| 0),
        Tool::Gtp(args) => gtp::run(&args),
        Tool::Match(args) => matches::run(&args),
        Tool::Play(args) => play::run(&args).map(|()| 0),
        Tool::Openings(args) => openings::run(&args).map(|()| 0),
        Tool::Prove(args) => prove::run(&args),
        Tool::Puzzles(args) => puzzles::run(&args),
        Tool::Solve(args) => solve::run(&args),
        Tool::Selfplay(args) => selfplay::run(&args),
        Tool::Train(args) => train::run(&args).map(|()| 0),
        Tool::Tune(args) => tune::run(&args),
        Tool::Completions { shell } => completions::print(shell, Cli::command()).map(|()| 0),
        Tool::Man => completions::print_manual(Cli::command()).map(|()| 0),
        Tool::Guard { command } => guard::run(&command).map(|()| 0),
    };
    ExitCode::from(done.unwrap_or_else(|error| {
        common::print_error(&format!("error: {error:#}"));
        FAILURE
    }))
}
