//! `tengen train --exam`.

use crate::common::{count, print, weights_for};
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tengen::base::Rule;
use tengen::eval::Weights;
use tengen_learn::exam::{ExamLoss, ExamLosses, grade};
use tengen_learn::records::{Conditions, Games};

/// Name of the built-in weights, which are the default.
const BUILT_IN: &str = "built-in";

/// Prints a table of the losses of all weights for each exam.
pub fn run(files: &[PathBuf], names: &[String]) -> Result<()> {
    let built_in = [BUILT_IN.to_owned()];
    let names = if names.is_empty() { &built_in[..] } else { names };
    for (number, path) in files.iter().enumerate() {
        let (games, _) = Games::read(path)?;
        let is_exam = games.conditions.exam;
        ensure!(is_exam, "{} is no exam: `tengen selfplay --exam` plays one", path.display());
        games.check().with_context(|| path.display().to_string())?;
        let rule = games.conditions.rule;
        let grades = names.iter().map(|name| Ok((name, grade(&games, &weights(name, rule)?))));
        let grades: Vec<_> = grades.collect::<Result<_>>()?;
        let space = if number == 0 { "" } else { "\n" };
        print(&format!("{space}{}", table(path, &games, &grades)))?;
    }
    Ok(())
}

fn weights(name: &str, rule: Rule) -> Result<Arc<Weights>> {
    if name == BUILT_IN { Ok(Weights::of(rule)) } else { weights_for(name, rule) }
}

/// The losses of all weights on one exam.
fn table(path: &Path, games: &Games, grades: &[(&String, ExamLosses)]) -> String {
    let Conditions { rule, sizes, nodes, relabeled, leaves, .. } = games.conditions;
    let records = |name| count(games.records.len() as u64, name);
    let what = if leaves {
        format!("{} of searches, {} nodes each", records("position"), relabeled.unwrap_or(nodes))
    } else {
        format!("{nodes} nodes a move, {}", records("game"))
    };
    let mut text = format!("{}: {rule}, {sizes}, {what}\n", path.display());
    let Some((_, first)) = grades.first() else { return text };
    let width = grades.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max("positions".len());
    let mut row = |name: &str, cells: [String; 3]| {
        let line = format!("{name:width$}{}", cells.map(|cell| format!("  {cell:34}")).concat());
        text += &format!("{}\n", line.trim_end());
    };
    row("", ["results", "scores of searches", "moves of searches"].map(str::to_owned));
    let counts = [&first.results, &first.scores, &first.moves].map(|loss| loss.count().to_string());
    row("positions", counts);
    for (number, (name, losses)) in grades.iter().enumerate() {
        let ExamLosses { results, scores, moves, by_head } = losses;
        let against = |loss, first| cell(loss, (number > 0).then_some(first));
        let by = if *by_head { " by the head" } else { "" };
        let moves = format!("{}{by}", against(moves, &first.moves));
        row(name, [against(results, &first.results), against(scores, &first.scores), moves]);
    }
    text
}

/// A loss with the scale of the answers and, if `first` is given, the difference to it; a dash without positions.
fn cell(loss: &ExamLoss, first: Option<&ExamLoss>) -> String {
    if loss.count() == 0 {
        return "-".to_owned();
    }
    let own = format!("{:.4} at x{:.2}", loss.mean(), loss.scale);
    let Some(first) = first else { return own };
    let (difference, error) = loss.above(first);
    format!("{own}, {difference:+.4} +- {error:.4}")
}
