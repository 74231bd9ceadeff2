//! `tengen train`.

use crate::common::{check_writable, cores, parse_threads, print, weights_for};
use anyhow::{Context, Result};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use tengen::base::{Color, Rule};
use tengen::eval::Weights;
use tengen::tools::records::Games;
use tengen::tools::train::{self, Part};

#[derive(Args)]
pub struct TrainArgs {
    /// Files of games, all of one rule
    #[arg(long, required = true, num_args = 1.., value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Weights to begin with; the hand-set ones when it is left out
    #[arg(long, value_name = "FILE")]
    from: Option<String>,
    /// Passes over the positions
    #[arg(long, default_value_t = 60)]
    epochs: usize,
    /// Share of the game's result in what is learned; the rest is the search's own score
    #[arg(long, default_value_t = 0.5)]
    result_share: f32,
    /// Learn the network alone, on the tables of the weights to begin with
    #[arg(long)]
    network_only: bool,
    /// Threads; as many as there are cores when it is left out
    #[arg(long, value_parser = parse_threads)]
    concurrency: Option<usize>,
    /// Draw the losses over the epochs
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

pub fn run(args: &TrainArgs) -> Result<()> {
    let read = |path: &PathBuf| {
        let (games, _) = Games::read(path)?;
        games.check().with_context(|| path.display().to_string())?;
        Ok(games)
    };
    let games: Vec<Games> = args.data.iter().map(read).collect::<Result<_>>()?;
    let conditions = games.iter().map(|games| games.conditions).collect::<Vec<_>>();
    let rule = conditions[0].rule;
    let from = weights_for(args.from.as_deref().unwrap_or("hand-set"), rule)?;
    let recipe = train::Recipe {
        epochs: args.epochs,
        result_share: args.result_share,
        network_only: args.network_only,
        threads: args.concurrency.unwrap_or_else(cores),
    };
    args.svg.iter().chain([&args.out]).try_for_each(|path| check_writable(path))?;
    let bar = ProgressBar::new(recipe.all_epochs() as u64)
        .with_style(ProgressStyle::with_template("{pos}/{len} epochs, {elapsed} + {eta} to go  {msg}")?);
    let mut outcome = train::train(&games, &from, &recipe, &mut |part, epoch, losses| {
        bar.inc(u64::from(epoch > 0));
        bar.set_message(format!("{part}: loss {:.4}, held out {:.4}", losses.train, losses.held_out));
    })?;
    bar.finish_and_clear();
    let header = &mut outcome.weights.header;
    header.rules = match rule {
        // A five that is blocked at both ends is rare: the two caros share what they have learned.
        Rule::Caro | Rule::CaroExact => vec![Rule::Caro.name().to_owned(), Rule::CaroExact.name().to_owned()],
        rule => vec![rule.name().to_owned()],
    };
    let best = |losses: &[train::Losses]| losses.iter().map(|losses| losses.held_out).reduce(f32::min);
    let of_parts = |text: &dyn Fn(usize) -> String| {
        let parts = Part::ALL.iter().enumerate().map(|(number, part)| format!("{} ({part})", text(number)));
        parts.collect::<Vec<_>>().join(", ")
    };
    let list = |values: Vec<String>| values.join(" ");
    header.notes = vec![
        format!("tool tengen {}", env!("CARGO_PKG_VERSION")),
        format!("sizes {}", list(conditions.iter().map(|c| c.size.to_string()).collect())),
        format!("nodes {}", list(conditions.iter().map(|c| c.nodes.to_string()).collect())),
        format!("games {}", games.iter().map(|games| games.records.len()).sum::<usize>()),
        format!("positions {}", of_parts(&|part| outcome.positions[part].to_string())),
        format!(
            "loss {}",
            of_parts(&|part| best(&outcome.losses[part]).map_or("kept".to_owned(), |loss| format!("{loss:.4}")))
        ),
        format!("date {}", train::today()),
    ];
    if args.network_only {
        header.notes.extend(notes_of_tables(&from));
    }
    std::fs::write(&args.out, outcome.weights.to_bytes())
        .with_context(|| format!("cannot write {}", args.out.display()))?;
    if let Some(path) = &args.svg {
        std::fs::write(path, train::loss_curves(&outcome.losses))
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    for (part, losses) in Part::ALL.iter().zip(&outcome.losses) {
        if let (Some(before), Some(after)) = (losses.first(), best(losses)) {
            print(&format!("{part}: held-out loss {:.4} before, {after:.4} after\n", before.held_out))?;
        }
    }
    Ok(())
}

/// What weights say of how their tables were made, to be said again where these are kept.
fn notes_of_tables(weights: &Weights) -> Vec<String> {
    let has_network = Color::ALL.iter().any(|&color| weights.side(color).network.is_some());
    let kept = |note: &String| match note.starts_with("tables: ") {
        true => Some(note.clone()),
        false => (!has_network).then(|| format!("tables: {note}")),
    };
    weights.header.notes.iter().filter_map(kept).collect()
}
