//! Learning weights from games: the position's score by logistic regression on the results mixed
//! with the search's own scores, the order of moves by a softmax over the candidates (which one did
//! the search choose?), and then the network that corrects the score.
//!
//! All start from given weights, which are also where a number stays that the games say little
//! about (a Gaussian prior); some games are held out, and the numbers of the best epoch on these
//! are kept. The model has the board's eight symmetries by its construction.

mod curves;
mod date;
mod descent;
mod network;
mod tables;

pub use curves::loss_curves;
pub use date::today;

use crate::positions::SymmetricKey;
use crate::records::{Games, Record, RecordedMove};
use anyhow::{Context, Result, ensure};
use descent::{Course, Samples, descend};
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};
use std::sync::Arc;
use tables::{Choices, Rows};
use tengen::base::{Color, Point, WIN_BOUND};
use tengen::board::Board;
use tengen::eval::{Evaluator, LOGISTIC_SCALE, Mlp, SideWeights, Weights};
use tengen::movegen;
use tengen::pattern::PointClass;

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Passes over the positions; the network, which learns faster, has a sixth of them.
    pub epochs: usize,
    /// Share of the game's result in the target; the rest is the search's score.
    pub result_share: f32,
    /// The tables stay as they are.
    pub network_only: bool,
    /// Threads.
    pub threads: usize,
}

impl Recipe {
    /// Passes for all that is learned.
    pub fn all_epochs(&self) -> usize {
        if self.network_only { self.network_epochs() } else { 2 * self.epochs + self.network_epochs() }
    }

    fn network_epochs(&self) -> usize {
        self.epochs.div_ceil(EPOCHS_PER_NETWORK_EPOCH)
    }

    fn course(&self, (prior, rate, batch): (f32, f32, usize), epochs: usize) -> Course {
        Course { prior, rate, epochs, batch, threads: self.threads }
    }
}

/// The losses after an epoch, in nats a position: of the games learned from and of those held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Losses {
    /// Of the games learned from.
    pub train: f32,
    /// Of the games held out.
    pub held_out: f32,
}

/// What is learned at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Scores of positions by the tables.
    Score,
    /// The order of moves.
    Order,
    /// Scores of positions, corrected by the network.
    Mlp,
}

impl Part {
    /// All parts in the order in which they are learned.
    pub const ALL: [Part; 3] = [Part::Score, Part::Order, Part::Mlp];
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Score => "scores",
            Part::Order => "order of moves",
            Part::Mlp => "network",
        })
    }
}

/// New weights and how the losses fell.
pub struct Trained {
    /// The weights, without notes in their header.
    pub weights: Weights,
    /// Positions shown, learned from and held out, for each [`Part`].
    pub positions: [usize; 3],
    /// Losses before the first epoch and after each, for each [`Part`]; of one that is not learned there are none.
    pub losses: [Vec<Losses>; 3],
}

/// One game of this many is held out.
const HELD_OUT_ONE_IN: usize = 10;
/// Width of the prior in natural units of log-odds, first step, and rows a step.
const SCORE_COURSE: (f32, f32, usize) = (0.15, 0.006, 8192);
const ORDER_COURSE: (f32, f32, usize) = (0.7, 0.02, 8192);
const NETWORK_COURSE: (f32, f32, usize) = (1.0, 0.004, 4096);
/// The other parts are trained this many epochs for each epoch of the network.
const EPOCHS_PER_NETWORK_EPOCH: usize = 6;

/// Learns from `games` (all of one rule), beginning with `from`. `progress` hears the losses of each epoch.
///
/// # Errors
/// When the games are of different rules or too few.
pub fn train(
    games: &[Games],
    from: &Weights,
    recipe: &Recipe,
    progress: &mut dyn FnMut(Part, usize, Losses),
) -> Result<Trained> {
    let rule = games.first().context("too few games to learn from")?.conditions.rule;
    ensure!(games.iter().all(|games| games.conditions.rule == rule), "the games are of different rules");
    let shared = !rule.forbids(Color::Black);
    let mut rows = [Rows::default(), Rows::default()];
    let mut choices = [Choices::default(), Choices::default()];
    visit(games, from, recipe, &mut |held_out, position, point, target| {
        let board = position.board();
        rows[held_out].add(board, target, shared);
        if let Some(point) = point.filter(|_| !movegen::threatens_open_four(board, !board.side_to_move())) {
            choices[held_out].add(board, point, shared);
        }
    });
    ensure!(rows[1].len() > 0 && rows[0].len() > 100, "too few games to learn from");

    let (tables, [scores, orders]) = if recipe.network_only {
        (from.clone(), [const { Vec::new() }; 2])
    } else {
        learn_tables(from, recipe, shared, (&rows, &choices), progress)
    };
    let groups = Color::ALL.map(|color| {
        let frequencies = rows[0].frequencies(color, shared);
        network::groups(&tables.side(color).policy, &frequencies, rule.forbids(color))
    });
    let mut counted = [network::Counts::default(), network::Counts::default()];
    visit(games, &with_networks(&tables, &groups, |_| None), recipe, &mut |held_out, position, _, target| {
        counted[held_out].add(position, target, shared);
    });
    counted[0].shuffle();
    let (numbers, networks) = descend(
        network::first_numbers(shared),
        recipe.course(NETWORK_COURSE, recipe.network_epochs()),
        samples(&counted),
        &mut |epoch, losses| progress(Part::Mlp, epoch, losses),
    );
    let both = |samples: [&dyn Samples; 2]| samples.map(Samples::len).iter().sum();
    Ok(Trained {
        weights: with_networks(&tables, &groups, |color| network::to_network(&numbers, color, shared)),
        positions: [both(samples(&rows)), both(samples(&choices)), both(samples(&counted))],
        losses: [scores, orders, networks],
    })
}

/// The tables of scores and of the order of moves, without a network, and how their losses fell.
fn learn_tables(
    from: &Weights,
    recipe: &Recipe,
    shared: bool,
    (rows, choices): (&[Rows; 2], &[Choices; 2]),
    progress: &mut dyn FnMut(Part, usize, Losses),
) -> (Weights, [Vec<Losses>; 2]) {
    let (scores, of_scores) = descend(
        tables::score_numbers(from, shared),
        recipe.course(SCORE_COURSE, recipe.epochs),
        samples(rows),
        &mut |epoch, losses| progress(Part::Score, epoch, losses),
    );
    let (orders, of_orders) = descend(
        tables::order_numbers(from, shared),
        recipe.course(ORDER_COURSE, recipe.epochs),
        samples(choices),
        &mut |epoch, losses| progress(Part::Order, epoch, losses),
    );
    let sides = Color::ALL.map(|color| tables::side(&scores, &orders, color, shared));
    (Weights::new(from.header.clone(), sides), [of_scores, of_orders])
}

/// The tables of `weights` with other groups and networks.
fn with_networks(weights: &Weights, groups: &[Vec<u8>; 2], network: impl Fn(Color) -> Option<Mlp>) -> Weights {
    let sides = Color::ALL.map(|color| SideWeights {
        buckets: groups[color.index()].clone(),
        mlp: network(color),
        ..weights.side(color).clone()
    });
    Weights::new(weights.header.clone(), sides)
}

fn samples<S: Samples>(both: &[S; 2]) -> [&dyn Samples; 2] {
    both.each_ref().map(|samples| samples as _)
}

/// Takes a position of the games; see [`visit`].
type Show<'a> = dyn FnMut(usize, &mut Evaluator, Option<Point>, f32) + 'a;

/// The same of the positions of one game, with a position's symmetric key instead.
type ShowOfGame<'a> = dyn FnMut(u64, &mut Evaluator, Option<Point>, f32) + 'a;

/// Shows all quiet positions of the games: whether they are held out (1) or not (0), the position, the
/// move chosen in it unless another was drawn at random, and the share of points that it is worth to the side to move.
/// None that is learned from is held out.
fn visit(games: &[Games], weights: &Weights, recipe: &Recipe, show: &mut Show) {
    let weights = Arc::new(weights.clone());
    let mut learned = HashSet::new();
    // The games to learn from first: what stands in them is left out of the others.
    for (games, held_out) in [0, 1].into_iter().flat_map(|held_out| games.iter().map(move |games| (games, held_out))) {
        let mut empty: Option<Evaluator> = None;
        let records = games.records.iter().enumerate();
        for (_, record) in records.filter(|(number, _)| usize::from(number % HELD_OUT_ONE_IN == 0) == held_out) {
            if empty.as_ref().is_none_or(|empty| empty.board().size() != record.size) {
                let board = Board::new(record.size, games.conditions.rule);
                empty = Some(Evaluator::new(board, Arc::clone(&weights)));
            }
            let Some(empty) = &empty else { continue };
            visit_game(empty.clone(), record, recipe, &mut |key, position, point, target| {
                if held_out == 0 {
                    learned.insert(key);
                } else if learned.contains(&key) {
                    return;
                }
                show(held_out, position, point, target);
            });
        }
    }
}

/// The quiet positions of one game, with their symmetric keys.
fn visit_game(mut position: Evaluator, record: &Record, recipe: &Recipe, show: &mut ShowOfGame) {
    let mut key = SymmetricKey::new(record.size);
    // Before a random move, the result says little.
    let result_from = record.result_from();
    for (i, &RecordedMove { point, score, random }) in record.moves.iter().enumerate() {
        let board = position.board();
        let us = board.side_to_move();
        let quiet = board.count(us, PointClass::Five) + board.count(!us, PointClass::Five) == 0
            && !movegen::threatens_open_four(board, us);
        if i >= record.skip && score.abs() <= WIN_BOUND && quiet {
            let result = match record.winner {
                Some(winner) if winner == us => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            let searched = share(score as f32 / LOGISTIC_SCALE);
            let result_share = if i < result_from { 0.0 } else { recipe.result_share };
            let target = result_share * result + (1.0 - result_share) * searched;
            show(key.key(), &mut position, (!random).then_some(point), target);
        }
        key.play(point, us);
        position.make(point);
    }
}

/// Log-odds to a share of points.
fn share(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Cross-entropy of log-odds to a share that should be `target`, written so that it cannot overflow.
fn cross_entropy(logit: f32, target: f32) -> f32 {
    logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Conditions, Sizes};
    use crate::selfplay::{self, SelfplayRun};
    use tengen::base::Rule;
    use tengen::pattern::COMBINATION_COUNT;
    use tengen_arena::shard::WHOLE;

    /// Games of a quick search; the name keeps tests apart that run at the same time.
    fn games(name: &str, count: usize) -> Games {
        let path = std::env::temp_dir().join(format!("tengen-train-{name}-{}.games", std::process::id()));
        let conditions =
            Conditions { rule: Rule::Renju, sizes: Sizes::Mixed, nodes: 40, seed: 1, shard: WHOLE, relabeled: None };
        selfplay::play(&SelfplayRun::of(&path, count), conditions, &mut |_| {}).unwrap();
        let games = Games::read(&path).unwrap().0;
        std::fs::remove_file(&path).unwrap();
        games
    }

    #[test]
    fn a_position_that_is_learned_from_is_not_held_out() {
        let mut games = [games("apart", 4)];
        let recipe = Recipe { epochs: 1, result_share: 0.5, network_only: false, threads: 1 };
        let counts = |games: &[Games]| {
            let mut counts = [0; 2];
            visit(games, &Weights::handcrafted(Rule::Renju), &recipe, &mut |held_out, _, _, _| counts[held_out] += 1);
            counts
        };
        let [_, held_out] = counts(&games);
        assert!(held_out > 0);
        // The game that is held out once more among the others.
        games[0].records[1] = games[0].records[0].clone();
        let [learned, held_out] = counts(&games);
        assert!(learned > 0 && held_out == 0, "{learned} {held_out}");
    }

    #[test]
    fn learning_lowers_the_loss_and_keeps_what_the_games_do_not_show() {
        let games = games("loss", 60);
        let from = Weights::handcrafted(Rule::Renju);
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
        // A combination that no game has: four fives.
        let last = COMBINATION_COUNT - 30;
        assert_eq!(outcome.weights.side(Color::White).values[last], from.side(Color::White).values[last]);
    }
}
