//! Notes in the header of weights on how they were learned, and the summary of a training.

use crate::loss::Losses;
use crate::nnue::{NnueRecipe, TrainedNnue};
use crate::policy::{PolicyRecipe, Prediction, TrainedPolicy};
use crate::records::{Conditions, Games};
use crate::train::{Trained, TrainingStage};
use anyhow::{Context, Result, ensure};
use tengen::base::Rule;
use tengen::eval::Weights;

impl Trained {
    /// Writes into the header for which rules the weights are and how they were learned; `kept` are the weights whose tables were
    /// kept.
    pub fn note(&mut self, games: &[Games], kept: Option<&Weights>) {
        let of_stages = |text: &dyn Fn(usize, f32) -> String| {
            let text = |number: usize| best(&self.losses[number]).map_or("kept".to_owned(), |loss| text(number, loss));
            let stages = TrainingStage::ALL.iter().enumerate();
            stages.map(|(number, stage)| format!("{} ({stage})", text(number))).collect::<Vec<_>>().join(", ")
        };
        let mut notes = vec![
            tool(),
            format!("sizes {}", each_once(games, |conditions| conditions.sizes.to_string())),
            format!("nodes {}", all_nodes(games)),
            counts(games),
            format!("positions {}", of_stages(&|stage, _| self.positions[stage].to_string())),
            format!("loss {}", of_stages(&|_, loss| format!("{loss:.4}"))),
            date(),
        ];
        notes.extend(kept.map(notes_of_tables).unwrap_or_default());
        self.weights.header.notes = notes;
        note_rules(&mut self.weights, games);
    }

    /// A line for each stage with its held-out loss.
    pub fn summary(&self) -> String {
        let line = |(stage, losses): (&TrainingStage, &Vec<Losses>)| {
            let (before, after) = (losses.first()?.held_out, best(losses)?);
            Some(format!("{stage}: held-out loss {before:.4} before, {after:.4} after\n"))
        };
        TrainingStage::ALL.iter().zip(&self.losses).filter_map(line).collect()
    }
}

impl TrainedNnue {
    /// Adds to the header of the weights that the training began with how the network was learned.
    pub fn note(&mut self, games: &[Games], from: &Weights, recipe: &NnueRecipe) {
        let ([first, last], [before, after]) = (self.held_out(), self.on_results);
        let NnueRecipe { epochs, result_share, first_rate, scale, .. } = recipe;
        let scale = if *scale == 1.0 { String::new() } else { format!(", scale {scale}") };
        let [positions, held_out] = self.positions;
        let learned = [
            counts(games),
            format!("nodes {}", all_nodes(games)),
            format!("positions {positions}, held out {held_out}"),
            format!("epochs {epochs}, result share {result_share}, first rate {first_rate}{scale}"),
            format!("loss {last:.4} ({first:.4} before), on results {after:.4} ({before:.4} before)"),
            date(),
        ];
        let notes = &mut self.weights.header.notes;
        notes.retain(|note| !note.starts_with(OF_POLICY));
        match from.nnue {
            Some(_) => notes.iter_mut().for_each(|note| {
                if let Some(learned) = note.strip_prefix(OF_NNUE) {
                    *note = format!("{OF_EARLIER_NNUE}{learned}");
                }
            }),
            None => notes.retain(|note| !is_of_nnue(note)),
        }
        notes.extend(learned.map(|note| format!("{OF_NNUE}{note}")));
        note_rules(&mut self.weights, games);
    }

    /// A line with the held-out losses.
    pub fn summary(&self) -> String {
        let ([first, last], [before, after], [exact, rounded]) = (self.held_out(), self.on_results, self.rounding);
        format!(
            "network of line shapes: held-out loss {first:.4} before, {last:.4} after; \
             on results alone {before:.4} before, {after:.4} after; by rounding {:+.5}\n",
            rounded - exact
        )
    }

    /// Held-out loss before the first epoch and of the result, a mean of the last steps' parameters rounded to integers.
    fn held_out(&self) -> [f32; 2] {
        [self.losses[0].held_out, self.rounding[1]]
    }
}

impl TrainedPolicy {
    /// Adds to the header of the weights how the policy head was learned.
    pub fn note(&mut self, games: &[Games], recipe: &PolicyRecipe) {
        let [tables, learned] = self.predictions.each_ref().map(prediction);
        let [positions, held_out] = self.positions;
        let lines = [
            tool(),
            counts(games),
            format!("nodes {}", all_nodes(games)),
            format!("positions {positions}, held out {held_out}"),
            format!("epochs {}", recipe.epochs),
            format!("moves held out {learned}"),
            format!("by the tables {tables}"),
            date(),
        ];
        let notes = &mut self.weights.header.notes;
        notes.retain(|note| !note.starts_with(OF_POLICY));
        notes.extend(lines.map(|note| format!("{OF_POLICY}{note}")));
        note_rules(&mut self.weights, games);
    }

    /// A line with the quality of the predicted moves.
    pub fn summary(&self) -> String {
        let [tables, learned] = self.predictions.each_ref().map(prediction);
        let rounding = self.predictions[1].loss - self.exact;
        format!("policy: {learned}; the tables: {tables}; by rounding {rounding:+.5}\n")
    }
}

/// The least held-out loss.
fn best(losses: &[Losses]) -> Option<f32> {
    losses.iter().map(|losses| losses.held_out).reduce(f32::min)
}

fn prediction(prediction: &Prediction) -> String {
    let [first, three, eight] = prediction.among_first.map(|share| 100.0 * share);
    format!("{:.4} nats, first {first:.1} %, of three {three:.1} %, of eight {eight:.1} %", prediction.loss)
}

fn tool() -> String {
    format!("tool tengen {}", env!("CARGO_PKG_VERSION"))
}

/// Today's UTC date.
fn date() -> String {
    format!("date {}", jiff::Timestamp::now().strftime("%F"))
}

/// Writes the rules that weights from these games fit: those of the built-in weights.
fn note_rules(weights: &mut Weights, games: &[Games]) {
    weights.header.rules = Weights::of(games[0].conditions.rule).header.rules.clone();
}

/// The weights with the network of line shapes from the file `name` instead of their own, and whether that network was
/// trained on games of the rule. Fails if the file has no such network for this length of lines.
pub fn begin_with(name: Option<&str>, weights: &Weights, rule: Rule) -> Result<(Weights, bool)> {
    let Some(name) = name else { return Ok((weights.clone(), weights.nnue.is_some())) };
    let read = Weights::read(name)?;
    let networks: Vec<_> = read.iter().filter_map(|other| Some((other, other.nnue.as_ref()?))).collect();
    ensure!(!networks.is_empty(), "the weights in '{name}' have no network of line shapes to begin with");
    let fit = networks.into_iter().find(|(_, network)| network.fits(rule));
    let (other, network) =
        fit.with_context(|| format!("the network in '{name}' is for lines of another length than those of {rule}"))?;
    let mut weights = weights.clone().with_nnue(Some(network.clone()));
    let notes = &mut weights.header.notes;
    notes.retain(|note| !is_of_nnue(note));
    notes.extend(other.header.notes.iter().filter(|note| is_of_nnue(note)).cloned());
    let knows_rule = other.check_rule(rule).is_ok();
    if !knows_rule {
        notes.push(format!("{OF_NNUE}the rules of these games: {}", other.header.rules.join(" ")));
    }
    Ok((weights, knows_rule))
}

/// Text with the number of games that a training sees and, if there are any, of positions of searches.
pub(crate) fn counts(games: &[Games]) -> String {
    let count = |leaves| {
        let fit = games.iter().filter(|games| games.conditions.leaves == leaves);
        fit.flat_map(|games| &games.records).filter(|record| !record.is_for_exams()).count()
    };
    let [games, leaves] = [false, true].map(count);
    if leaves == 0 { format!("games {games}") } else { format!("games {games}, positions of searches {leaves}") }
}

/// Text with the nodes per move of all games.
fn all_nodes(games: &[Games]) -> String {
    each_once(games, nodes_of)
}

/// A text about the conditions of each file, each kind once.
fn each_once(games: &[Games], text: impl Fn(&Conditions) -> String) -> String {
    let mut kinds: Vec<String> = Vec::new();
    for kind in games.iter().map(|games| text(&games.conditions)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds.join(" ")
}

/// Text with the games' nodes per move and, if any, the nodes of their new scores.
fn nodes_of(conditions: &Conditions) -> String {
    let Conditions { nodes, relabeled, leaves, .. } = conditions;
    let what = if *leaves { "leaves" } else { "relabeled" };
    relabeled.map_or_else(|| nodes.to_string(), |new| format!("{nodes} {what} {new}"))
}

/// Prefix of notes on the policy head in the header of weights.
const OF_POLICY: &str = "policy: ";
/// Prefix of notes on the network of line shapes in the header of weights.
const OF_NNUE: &str = "nnue: ";
/// Prefix of notes on the network's earlier trainings in the header of weights.
const OF_EARLIER_NNUE: &str = "earlier nnue: ";

/// Whether a note is on the network of line shapes or its earlier trainings.
fn is_of_nnue(note: &str) -> bool {
    note.starts_with(OF_NNUE) || note.starts_with(OF_EARLIER_NNUE)
}

/// Notes of weights about the making of their tables, to be kept with the tables: those with the prefix if another
/// network was trained on them before, else all notes.
fn notes_of_tables(weights: &Weights) -> Vec<String> {
    const OF_TABLES: &str = "tables: ";
    let notes = &weights.header.notes;
    let apart: Vec<String> = notes.iter().filter(|note| note.starts_with(OF_TABLES)).cloned().collect();
    // Notes on the network of line shapes and its policy head are dropped.
    let all = notes.iter().filter(|note| !is_of_nnue(note) && !note.starts_with(OF_POLICY));
    if apart.is_empty() { all.map(|note| format!("{OF_TABLES}{note}")).collect() } else { apart }
}
