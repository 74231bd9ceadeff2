//! The losses of several weights on an exam as a table.

use super::{ExamLoss, ExamLosses};
use crate::records::{Conditions, Games};
use tengen_game::count;

/// A table of the losses of weights on the exam `name`, each with the difference to those of the first weights.
pub fn table(name: &str, games: &Games, grades: &[(&String, ExamLosses)]) -> String {
    let Conditions { rule, sizes, nodes, relabeled, leaves, .. } = games.conditions;
    let records = |name| count(games.records.len() as u64, name);
    let what = if leaves {
        format!("{} of searches, {} nodes each", records("position"), relabeled.unwrap_or(nodes))
    } else {
        format!("{nodes} nodes a move, {}", records("game"))
    };
    let mut text = format!("{name}: {rule}, {sizes}, {what}\n");
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
