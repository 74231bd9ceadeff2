//! Learns weights from games: the position's score by logistic regression on results blended with the search's scores,
//! the order of moves by a softmax over the candidates (target: the search's choice), and then the network that
//! corrects the score.
//!
//! All begin with given weights, where parameters stay that the games say little about (a Gaussian prior). Some games
//! are held out, and the parameters of the best epoch on them are kept. The model has the board's eight symmetries by
//! construction.

mod curves;
mod fit;
mod mlp;
mod tables;

pub use crate::loss::Losses;
pub use curves::loss_curves;

use crate::loss::sigmoid;
use crate::records::{Games, RecordedMove};
use crate::split::{LEARNED, each_game, each_position};
use crate::training::{TOO_FEW, rule_of};
use anyhow::{Result, ensure};
use fit::{Dataset, OptimizerConfig, fit};
use std::collections::HashSet;
use strum::Display;
use tables::{MoveChoices, SparseRows};
use tengen::base::{Color, Point, is_decided};
use tengen::eval::{Evaluator, LOGISTIC_SCALE, Mlp, SideWeights, Weights};
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen_arena::pool::Pool;

/// Settings of a training.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Number of passes over the positions; the network, which learns faster, gets a sixth of them.
    pub epochs: usize,
    /// Share of the game's result in the target; the rest is the search's score.
    pub result_share: f32,
    /// Whether the tables stay as they are.
    pub network_only: bool,
    /// Number of threads.
    pub threads: usize,
}

impl Recipe {
    /// Number of passes of all stages.
    pub fn all_epochs(&self) -> usize {
        if self.network_only { self.network_epochs() } else { 2 * self.epochs + self.network_epochs() }
    }

    fn network_epochs(&self) -> usize {
        self.epochs.div_ceil(EPOCHS_PER_NETWORK_EPOCH)
    }
}

/// Stage of a training.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display)]
pub enum TrainingStage {
    /// Scores of positions by the tables.
    #[strum(to_string = "scores")]
    Score,
    /// The order of moves.
    #[strum(to_string = "order of moves")]
    Order,
    /// Scores of positions, corrected by the network.
    #[strum(to_string = "network")]
    Mlp,
}

impl TrainingStage {
    /// All stages in order.
    pub const ALL: [TrainingStage; 3] = [TrainingStage::Score, TrainingStage::Order, TrainingStage::Mlp];
}

/// Trained weights and their losses.
pub struct Trained {
    /// The weights; [`Trained::note`] writes the notes in their header.
    pub weights: Weights,
    /// Number of training and held-out positions together, by [`TrainingStage`].
    pub positions: [usize; 3],
    /// Losses before the first epoch and after each, by [`TrainingStage`]; empty for a stage that was skipped.
    pub losses: [Vec<Losses>; 3],
}

/// One game in this many is held out for tables.
const TABLES_HELD_OUT_ONE_IN: usize = 10;
/// Settings of a [`TrainingStage`]: width of the prior in natural log-odds, rate of the first step, and rows per step.
const fn stage_settings(stage: TrainingStage) -> (f32, f32, usize) {
    match stage {
        TrainingStage::Score => (0.15, 0.006, 8192),
        TrainingStage::Order => (0.7, 0.02, 8192),
        TrainingStage::Mlp => (1.0, 0.004, 4096),
    }
}

/// The other stages are trained this many epochs for each epoch of the network.
const EPOCHS_PER_NETWORK_EPOCH: usize = 6;

/// Trains weights with `games`, all of one rule, from `from` on. `progress` receives the losses of each epoch. Fails if
/// the games are of different rules or too few.
pub fn train(
    games: &[Games],
    from: &Weights,
    recipe: &Recipe,
    progress: &mut dyn FnMut(TrainingStage, usize, Losses),
) -> Result<Trained> {
    let rule = rule_of(games)?;
    let shared = !rule.forbids(Color::Black);
    let pool = Pool::new(recipe.threads)?;
    let mut rows = [SparseRows::default(), SparseRows::default()];
    let mut choices = [MoveChoices::default(), MoveChoices::default()];
    visit(games, from, recipe, &mut |held_out, position, point, target| {
        let board = position.board();
        rows[held_out].add(board, target, shared);
        if let Some(point) = point.filter(|_| !movegen::threatens_open_four(board, !board.side_to_move())) {
            choices[held_out].add(board, point, shared);
        }
    });
    ensure!(rows[1].len() > 0 && rows[0].len() > 100, "{TOO_FEW}");

    let (tables, [scores, orders]) = if recipe.network_only {
        (from.clone(), [const { Vec::new() }; 2])
    } else {
        learn_tables(from, recipe, &pool, shared, (&rows, &choices), progress)
    };
    let groups = Color::ALL.map(|color| {
        let frequencies = rows[0].frequencies(color, shared);
        mlp::groups(&tables.side(color).policy, &frequencies, rule.forbids(color))
    });
    let mut counted = [mlp::Counts::default(), mlp::Counts::default()];
    visit(games, &with_networks(&tables, &groups, |_| None), recipe, &mut |held_out, position, _, target| {
        counted[held_out].add(position, target, shared);
    });
    counted[0].shuffle();
    let (parameters, networks) = fit_stage(
        TrainingStage::Mlp,
        mlp::first_parameters(shared),
        recipe.network_epochs(),
        &pool,
        &counted,
        progress,
    );
    let both = |datasets: [&dyn Dataset; 2]| datasets.map(Dataset::len).iter().sum();
    Ok(Trained {
        weights: with_networks(&tables, &groups, |color| mlp::to_network(&parameters, color, shared)),
        positions: [both(datasets(&rows)), both(datasets(&choices)), both(datasets(&counted))],
        losses: [scores, orders, networks],
    })
}

/// Weights with trained tables of scores and of the order of moves, without a network, and their losses.
fn learn_tables(
    from: &Weights,
    recipe: &Recipe,
    pool: &Pool,
    shared: bool,
    (rows, choices): (&[SparseRows; 2], &[MoveChoices; 2]),
    progress: &mut dyn FnMut(TrainingStage, usize, Losses),
) -> (Weights, [Vec<Losses>; 2]) {
    let epochs = recipe.epochs;
    let (scores, of_scores) =
        fit_stage(TrainingStage::Score, tables::score_parameters(from, shared), epochs, pool, rows, progress);
    let (orders, of_orders) =
        fit_stage(TrainingStage::Order, tables::order_parameters(from, shared), epochs, pool, choices, progress);
    let sides = Color::ALL.map(|color| tables::side(&scores, &orders, color, shared));
    (Weights::new(from.header.clone(), sides), [of_scores, of_orders])
}

/// The tables of `weights` with these groups and networks.
fn with_networks(weights: &Weights, groups: &[Vec<u8>; 2], network: impl Fn(Color) -> Option<Mlp>) -> Weights {
    let sides = Color::ALL.map(|color| SideWeights {
        buckets: groups[color.index()].clone(),
        mlp: network(color),
        ..weights.side(color).clone()
    });
    Weights::new(weights.header.clone(), sides)
}

/// Fits the parameters of a stage to the training and the held-out dataset.
fn fit_stage<D: Dataset>(
    stage: TrainingStage,
    start: Vec<f32>,
    epochs: usize,
    pool: &Pool,
    both: &[D; 2],
    progress: &mut dyn FnMut(TrainingStage, usize, Losses),
) -> (Vec<f32>, Vec<Losses>) {
    let (prior, rate, batch) = stage_settings(stage);
    let config = OptimizerConfig { prior, rate, epochs, batch, pool };
    fit(start, config, datasets(both), &mut |epoch, losses| progress(stage, epoch, losses))
}

fn datasets<D: Dataset>(both: &[D; 2]) -> [&dyn Dataset; 2] {
    both.each_ref().map(|dataset| dataset as _)
}

/// Callback of [`visit`].
type Show<'a> = dyn FnMut(usize, &mut Evaluator, Option<Point>, f32) + 'a;

/// Calls `show` for all quiet positions of the games with the index of the set (0: training, 1: held out), the
/// position, the search's move unless a random one was played, and the target share of points of the side to move. No
/// training position is in the held-out set.
fn visit(games: &[Games], weights: &Weights, recipe: &Recipe, show: &mut Show) {
    let mut learned = HashSet::new();
    each_game(games, TABLES_HELD_OUT_ONE_IN, weights, &mut |set, evaluator, record| {
        // A later random move makes the result less meaningful.
        let result_from = record.result_from();
        each_position(evaluator, record, &mut |i, position, key| {
            let RecordedMove { point, score, random } = record.moves[i];
            let board = position.board();
            let us = board.side_to_move();
            let is_quiet = board.count(us, PointClass::Five) + board.count(!us, PointClass::Five) == 0
                && !movegen::threatens_open_four(board, us);
            if i < record.skip || is_decided(score) || !is_quiet {
                return;
            }
            if set == LEARNED {
                learned.insert(key);
            } else if learned.contains(&key) {
                return;
            }
            let searched = sigmoid(score as f32 / LOGISTIC_SCALE);
            let result_share = if i < result_from { 0.0 } else { recipe.result_share };
            let target = result_share * record.result_of(us) + (1.0 - result_share) * searched;
            show(set, position, (!random).then_some(point), target);
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_games::{assert_nothing_learned_is_held_out, games};
    use tengen::base::Rule;
    use tengen::pattern::COMBINATION_COUNT;

    #[test]
    fn a_position_that_is_learned_from_is_not_held_out() {
        let recipe = Recipe { epochs: 1, result_share: 0.5, network_only: false, threads: 1 };
        assert_nothing_learned_is_held_out(games("tables-apart", Rule::Renju, 4), &|games| {
            let mut counts = [0; 2];
            visit(games, &Weights::hand_set(Rule::Renju), &recipe, &mut |held_out, _, _, _| counts[held_out] += 1);
            counts
        });
    }

    #[test]
    fn learning_lowers_the_loss_and_keeps_what_the_games_do_not_show() {
        let games = games("tables-loss", Rule::Renju, 60);
        let from = Weights::hand_set(Rule::Renju);
        let recipe = Recipe { epochs: 18, result_share: 0.7, network_only: false, threads: 2 };
        let learn = || train(std::slice::from_ref(&games), &from, &recipe, &mut |_, _, _| {}).unwrap();
        let outcome = learn();
        for losses in &outcome.losses {
            assert!(losses.last().unwrap().train < losses[0].train, "{losses:?}");
        }
        assert!(outcome.weights.side(Color::Black).mlp.is_some());
        let kept = train(
            std::slice::from_ref(&games),
            &outcome.weights,
            &Recipe { network_only: true, ..recipe },
            &mut |_, _, _| {},
        );
        assert!(kept.unwrap().weights.side(Color::White).values == outcome.weights.side(Color::White).values);
        assert_ne!(outcome.weights.side(Color::Black), outcome.weights.side(Color::White));
        assert_eq!(learn().weights, outcome.weights);
        // A combination that occurs in no game: four fives.
        let last = COMBINATION_COUNT - 30;
        assert_eq!(outcome.weights.side(Color::White).values[last], from.side(Color::White).values[last]);
    }
}
