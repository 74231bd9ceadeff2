//! `tengen gtp`: the engine with the Go Text Protocol; `loadsgf` reads every format of games.

use crate::common::RuleParser;
use anyhow::{Context, Result, ensure};
use clap::Args;
use pbrain_tengen::gtp::{self, EngineOptions, FileGame, FileRequest, FirstGame};
use std::io::{stdin, stdout};
use std::ops::ControlFlow;
use std::path::PathBuf;
use tengen::base::{BoardSize, Rule};
use tengen::eval::Weights;
use tengen_database::why;
use tengen_game::formats::{self, Format, Given, SGF, Source};

#[derive(Args)]
pub struct GtpArgs {
    /// Weights under the rules that they are for: a file of `tengen train`, or 'hand-set'
    #[arg(long, value_name = "FILE")]
    weights: Option<String>,
    /// Rule of the first game: freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle", value_parser = RuleParser)]
    rule: Rule,
    /// Board of the first game: SIDE or WIDTHxHEIGHT
    #[arg(long, default_value = "15")]
    size: BoardSize,
    /// A database of positions or a book: its moves are played at once
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
}

pub fn run(args: &GtpArgs) -> Result<u8> {
    let open = |path: &PathBuf| tengen_database::Database::open(path).context("--database");
    let options = EngineOptions {
        weights: args.weights.as_deref().map(Weights::read).transpose().context("--weights")?.unwrap_or_default(),
        database: args.database.as_ref().map(open).transpose()?,
        game_reader: Some(read_game),
        first_game: FirstGame { rule: Some(args.rule), size: Some(args.size) },
        ..EngineOptions::default()
    };
    // Ending the process also ends threads that are still reading.
    Ok(gtp::run(stdin(), stdout(), options).map_or(1, |()| 0))
}

/// Reads a game in any format but SGF, in which a color may move twice, as in GTP: the engine itself reads that.
fn read_game(request: &FileRequest) -> Result<Option<FileGame>> {
    let source = Source { name: request.name, bytes: request.bytes };
    ensure!(!source.is_blank(), why::no_game());
    if Format::of(&source) == Some(&SGF) {
        return Ok(None);
    }
    let given = Given { rule: Some(request.rule), fills_in: true, ..Given::default() };
    let (mut found, mut games) = (None, 0);
    let report = formats::read_games(&source, &given, &mut |tree| {
        games += 1;
        if games == request.game {
            found = Some(tree);
        }
        ControlFlow::Continue(())
    })?;
    let tree = found.with_context(|| format!("{}: no game {}: the file has {games}", report.format, request.game))?;
    report.check(&tree)?;
    let game = tree.main_line();
    let notes = report.warnings.iter().map(|warning| warning.message.lines().collect::<Vec<_>>().join(" ")).collect();
    Ok(Some(FileGame { board: game.board()?, setup: game.setup.len() + game.blocked.len(), games, notes }))
}
