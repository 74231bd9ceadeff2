//! Learning weights from games: the position's score by logistic regression on the results mixed
//! with the search's own scores, the order of moves by a softmax over the candidates (which one did
//! the search choose?).
//!
//! Both start from given weights, which are also where a number stays that the games say little
//! about (a Gaussian prior); some games are held out, and the numbers of the best epoch on these
//! are kept. The model has the board's eight symmetries by its construction.

use super::records::{Games, Record};
use crate::base::{Color, WIN_BOUND};
use crate::board::Board;
use crate::eval::{SideWeights, THREAT_COUNT, UNIT, Weights, threat_facts};
use crate::movegen;
use crate::pattern::{COMBINATION_COUNT, PointClass};
use anyhow::{Result, ensure};
use std::ops::Range;
use std::thread;
use std::time::{SystemTime, UNIX_EPOCH};

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Passes over the positions.
    pub epochs: usize,
    /// Share of the game's result in the target; the rest is the search's score.
    pub result_share: f32,
    /// Threads.
    pub threads: usize,
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
    /// Scores of positions.
    Score,
    /// The order of moves.
    Order,
}

/// New weights and how the losses fell.
pub struct Outcome {
    /// The weights, without notes in their header.
    pub weights: Weights,
    /// Positions learned from, for scores and for moves.
    pub positions: [usize; 2],
    /// Losses before the first epoch and after each, for scores and for moves.
    pub losses: [Vec<Losses>; 2],
}

/// One game in so many is held out.
const HELD_OUT_ONE_IN: usize = 10;
const BATCH: usize = 8192;
/// First steps of Adam, for scores and for moves; they fall to nothing over the epochs.
const SCORE_RATE: f32 = 0.006;
const ORDER_RATE: f32 = 0.02;
/// Width of the prior around the first weights, in natural units of log-odds.
const SCORE_PRIOR: f32 = 0.15;
const ORDER_PRIOR: f32 = 0.7;
/// A promise point is so much log-odds; the history's share in the order is set in promise points.
const PROMISE_LOG_ODDS: f32 = 1.0 / 40.0;

/// Positions as lists of numbered features, one position a row.
#[derive(Default)]
struct Rows {
    /// `(feature, count)`, rows one after the other.
    features: Vec<(u16, u16)>,
    ends: Vec<usize>,
    targets: Vec<f32>,
}

/// Candidates of positions: each a pair of features, the chosen one first.
#[derive(Default)]
struct Choices {
    pairs: Vec<[u16; 2]>,
    ends: Vec<usize>,
}

#[derive(Default)]
struct Samples {
    rows: Rows,
    choices: Choices,
}

/// Where each number stands among the features: for both kinds two tables a side, then the threats.
const TABLES: usize = 4;
const THREATS_FROM: usize = TABLES * COMBINATION_COUNT;
const SCORE_FEATURES: usize = THREATS_FROM + 2 * THREAT_COUNT;
const ORDER_FEATURES: usize = TABLES * COMBINATION_COUNT;

/// Learns from `games` (all of one rule), beginning with `from`. `progress` hears the losses of each epoch.
///
/// # Errors
/// When the games are of different rules or too few.
pub fn train(
    games: &[Games],
    from: &Weights,
    recipe: &Recipe,
    progress: &mut dyn FnMut(Part, usize, Losses),
) -> Result<Outcome> {
    let rule = games.first().map(|games| games.conditions.rule);
    ensure!(games.iter().all(|games| Some(games.conditions.rule) == rule), "the games are of different rules");
    let shared = rule.is_some_and(|rule| !rule.forbids(Color::Black));
    let mut parts = [Samples::default(), Samples::default()];
    let mut number = 0;
    for games in games {
        let board = Board::new(games.conditions.size, games.conditions.rule);
        for record in &games.records {
            let held_out = number % HELD_OUT_ONE_IN == 0;
            collect(&board, record, recipe, shared, &mut parts[usize::from(held_out)]);
            number += 1;
        }
    }
    let [train, held_out] = parts;
    ensure!(!held_out.rows.ends.is_empty() && train.rows.ends.len() > 100, "too few games to learn from");

    let start = score_numbers(from, shared);
    let fit = |numbers: &[f32], range: Range<usize>, gradient: &mut [f32], samples: &Samples| {
        samples.rows.loss(numbers, range, gradient)
    };
    let (scores, score_losses) = descend(
        start,
        [SCORE_PRIOR, SCORE_RATE],
        recipe,
        [(&train, train.rows.ends.len()), (&held_out, held_out.rows.ends.len())],
        &fit,
        &mut |epoch, losses| progress(Part::Score, epoch, losses),
    );
    let start = order_numbers(from, shared);
    let fit = |numbers: &[f32], range: Range<usize>, gradient: &mut [f32], samples: &Samples| {
        samples.choices.loss(numbers, range, gradient)
    };
    let (orders, order_losses) = descend(
        start,
        [ORDER_PRIOR, ORDER_RATE],
        recipe,
        [(&train, train.choices.ends.len()), (&held_out, held_out.choices.ends.len())],
        &fit,
        &mut |epoch, losses| progress(Part::Order, epoch, losses),
    );
    Ok(Outcome {
        weights: Weights::new(from.header.clone(), Color::ALL.map(|color| side(&scores, &orders, color, shared))),
        positions: [
            train.rows.ends.len() + held_out.rows.ends.len(),
            train.choices.ends.len() + held_out.choices.ends.len(),
        ],
        losses: [score_losses, order_losses],
    })
}

/// The table of a colour's combinations in a role; colours share one where the rule is the same for both.
fn table(color: Color, role: usize, shared: bool) -> usize {
    let side = if shared { 0 } else { color.index() };
    (2 * side + role) * COMBINATION_COUNT
}

fn threats_from(color: Color, shared: bool) -> usize {
    THREATS_FROM + if shared { 0 } else { color.index() * THREAT_COUNT }
}

/// The quiet positions of a game and the choices made in them.
fn collect(empty: &Board, record: &Record, recipe: &Recipe, shared: bool, samples: &mut Samples) {
    let mut board = empty.clone();
    for (i, &(point, score)) in record.moves.iter().enumerate() {
        let us = board.side_to_move();
        let quiet = board.count(us, PointClass::Five) + board.count(!us, PointClass::Five) == 0
            && !movegen::threatens_open_four(&board, us);
        if i >= record.given && score.abs() <= WIN_BOUND && quiet {
            let result = match record.winner {
                Some(winner) if winner == us => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            let searched = share(score as f32 / Weights::SCALE);
            let target = recipe.result_share * result + (1.0 - recipe.result_share) * searched;
            samples.rows.add(&board, target, shared);
            if !movegen::threatens_open_four(&board, !us) {
                samples.choices.add(&board, point, shared);
            }
        }
        board.make(point, &mut ());
    }
}

impl Rows {
    fn add(&mut self, board: &Board, target: f32, shared: bool) {
        let us = board.side_to_move();
        let mut features = Vec::new();
        for point in board.empties() {
            let patterns = board.patterns(point);
            for (color, role) in [(us, 0), (!us, 1)] {
                let combination = patterns.combination(color);
                if combination != 0 {
                    features.push((table(color, role, shared) + combination) as u16);
                }
            }
        }
        features.push((threats_from(us, shared) + threat_facts(board)) as u16);
        features.sort_unstable();
        for run in features.chunk_by(|a, b| a == b) {
            self.features.push((run[0], run.len() as u16));
        }
        self.ends.push(self.features.len());
        self.targets.push(target);
    }

    /// Adds the gradient of the rows in `range`; returns their summed loss.
    fn loss(&self, numbers: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64 {
        let mut sum = 0.0;
        for row in range {
            let from = if row == 0 { 0 } else { self.ends[row - 1] };
            let features = &self.features[from..self.ends[row]];
            let logit: f32 =
                features.iter().map(|&(feature, count)| numbers[feature as usize] * f32::from(count)).sum();
            let (share, target) = (share(logit), self.targets[row]);
            // Cross-entropy, written so that it cannot overflow.
            sum += f64::from(logit.max(0.0) - logit * target + (-logit.abs()).exp().ln_1p());
            for &(feature, count) in features {
                gradient[feature as usize] += (share - target) * f32::from(count);
            }
        }
        sum
    }
}

impl Choices {
    fn add(&mut self, board: &Board, chosen: crate::base::Point, shared: bool) {
        let us = board.side_to_move();
        let pair = |point| {
            let patterns = board.patterns(point);
            let combination = |color: Color, role| (table(us, role, shared) + patterns.combination(color)) as u16;
            [combination(us, 0), combination(!us, 1)]
        };
        let mut points = Vec::new();
        movegen::candidates(board, &mut points);
        if !points.contains(&chosen) {
            return;
        }
        self.pairs.push(pair(chosen));
        self.pairs.extend(points.into_iter().filter(|&point| point != chosen).map(pair));
        self.ends.push(self.pairs.len());
    }

    fn loss(&self, numbers: &[f32], range: Range<usize>, gradient: &mut [f32]) -> f64 {
        let mut sum = 0.0;
        let mut logits = Vec::new();
        for row in range {
            let from = if row == 0 { 0 } else { self.ends[row - 1] };
            let pairs = &self.pairs[from..self.ends[row]];
            logits.clear();
            logits.extend(pairs.iter().map(|&[own, other]| numbers[own as usize] + numbers[other as usize]));
            let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
            let total: f32 = logits.iter().map(|logit| (logit - most).exp()).sum();
            sum += f64::from(most + total.ln() - logits[0]);
            for (i, &[own, other]) in pairs.iter().enumerate() {
                let step = (logits[i] - most).exp() / total - f32::from(u8::from(i == 0));
                gradient[own as usize] += step;
                gradient[other as usize] += step;
            }
        }
        sum
    }
}

/// Adds to the gradient what a range of the samples says of the numbers, and returns their summed loss.
type Fit = dyn Fn(&[f32], Range<usize>, &mut [f32], &Samples) -> f64 + Sync;

/// Adam (Kingma and Ba 2015) on the loss and the prior; the numbers of the best epoch on the second samples.
fn descend(
    start: Vec<f32>,
    [prior, first_rate]: [f32; 2],
    recipe: &Recipe,
    samples: [(&Samples, usize); 2],
    fit: &Fit,
    progress: &mut dyn FnMut(usize, Losses),
) -> (Vec<f32>, Vec<Losses>) {
    let [(train, count), (held_out, held_out_count)] = samples;
    // In every thread a part of the range; the sums are added up in order, so a run can be repeated.
    let in_parallel = |numbers: &[f32], range: Range<usize>, samples: &Samples| {
        let part = range.len().div_ceil(recipe.threads.max(1)).max(1);
        let starts = range.clone().step_by(part);
        let parts: Vec<(f64, Vec<f32>)> = thread::scope(|scope| {
            let workers: Vec<_> = starts
                .map(|from| {
                    let range = from..(from + part).min(range.end);
                    scope.spawn(move || {
                        let mut gradient = vec![0.0; numbers.len()];
                        (fit(numbers, range, &mut gradient, samples), gradient)
                    })
                })
                .collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).collect()
        });
        let mut gradient = vec![0.0; numbers.len()];
        let mut loss = 0.0;
        for (part_loss, part) in parts {
            loss += part_loss;
            gradient.iter_mut().zip(part).for_each(|(sum, number)| *sum += number);
        }
        (loss, gradient)
    };
    let mean = |numbers: &[f32], samples: &Samples, count: usize| {
        (in_parallel(numbers, 0..count, samples).0 / count.max(1) as f64) as f32
    };
    let mut numbers = start.clone();
    let (mut first, mut second) = (vec![0.0f32; start.len()], vec![0.0f32; start.len()]);
    let before = Losses { train: mean(&numbers, train, count), held_out: mean(&numbers, held_out, held_out_count) };
    progress(0, before);
    let mut losses = vec![before];
    let mut best = (before.held_out, start.clone());
    let mut steps = 0;
    for epoch in 1..=recipe.epochs {
        let rate = first_rate * (1.0 - (epoch - 1) as f32 / recipe.epochs as f32);
        let mut sum = 0.0;
        for from in (0..count).step_by(BATCH) {
            let range = from..(from + BATCH).min(count);
            let length = range.len() as f32;
            let (loss, gradient) = in_parallel(&numbers, range, train);
            sum += loss;
            steps += 1;
            let correct = [1.0 - 0.9f32.powi(steps), 1.0 - 0.999f32.powi(steps)];
            for i in 0..numbers.len() {
                let pull = (numbers[i] - start[i]) / (prior * prior * count as f32);
                let slope = gradient[i] / length + pull;
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                numbers[i] -= rate * (first[i] / correct[0]) / ((second[i] / correct[1]).sqrt() + 1e-7);
            }
        }
        let now = Losses { train: (sum / count as f64) as f32, held_out: mean(&numbers, held_out, held_out_count) };
        progress(epoch, now);
        losses.push(now);
        if now.held_out < best.0 {
            best = (now.held_out, numbers.clone());
        }
    }
    (best.1, losses)
}

fn share(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Table number to log-odds.
fn log_odds(number: i16) -> f32 {
    f32::from(number) / UNIT as f32 / Weights::SCALE
}

fn score_numbers(weights: &Weights, shared: bool) -> Vec<f32> {
    let mut numbers = vec![0.0; SCORE_FEATURES];
    for color in Color::ALL {
        let side = weights.side(color);
        for (combination, value) in side.values.iter().enumerate().skip(1) {
            for role in 0..2 {
                // The opponent's points count against the side to move.
                let sign = if role == 0 { 1.0 } else { -1.0 };
                numbers[table(color, role, shared) + combination] = sign * log_odds(value[role]);
            }
        }
        for (facts, &value) in side.threats.iter().enumerate() {
            numbers[threats_from(color, shared) + facts] = log_odds(value);
        }
    }
    numbers
}

fn order_numbers(weights: &Weights, shared: bool) -> Vec<f32> {
    let mut numbers = vec![0.0; ORDER_FEATURES];
    for color in Color::ALL {
        for (combination, promise) in weights.side(color).promises.iter().enumerate() {
            for role in 0..2 {
                let points = f32::from(promise[role]) / UNIT as f32;
                numbers[table(color, role, shared) + combination] = points * PROMISE_LOG_ODDS;
            }
        }
    }
    numbers
}

fn side(scores: &[f32], orders: &[f32], color: Color, shared: bool) -> SideWeights {
    let to_number = |points: f32| (points * UNIT as f32).round().clamp(-32_000.0, 32_000.0) as i16;
    let value = |combination, role| {
        let sign = if role == 0 { 1.0 } else { -1.0 };
        to_number(sign * scores[table(color, role, shared) + combination] * Weights::SCALE)
    };
    let promise = |combination, role| to_number(orders[table(color, role, shared) + combination] / PROMISE_LOG_ODDS);
    let threats = threats_from(color, shared);
    SideWeights {
        values: (0..COMBINATION_COUNT).map(|c| [value(c, 0), value(c, 1)]).collect(),
        promises: (0..COMBINATION_COUNT).map(|c| [promise(c, 0), promise(c, 1)]).collect(),
        threats: (0..THREAT_COUNT).map(|facts| to_number(scores[threats + facts] * Weights::SCALE)).collect(),
    }
}

/// Today's date, `2026-11-21`, in universal time.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    date_of((seconds / 86_400) as i64)
}

/// Days since 1970 to a date (Howard Hinnant's `civil_from_days`).
fn date_of(days: i64) -> String {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    format!("{:04}-{month:02}-{day:02}", year_of_era + era * 400 + i64::from(month <= 2))
}

/// The losses over the epochs as a picture: full lines for the games held out, dashed for the others.
pub fn loss_curves(losses: &[Vec<Losses>; 2]) -> String {
    const WIDTH: f32 = 640.0;
    const HEIGHT: f32 = 260.0;
    const EDGE: f32 = 40.0;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        2.0 * HEIGHT
    );
    for (i, (name, losses)) in ["scores", "order of moves"].iter().zip(losses).enumerate() {
        let top = i as f32 * HEIGHT + EDGE;
        let all = || losses.iter().flat_map(|losses| [losses.train, losses.held_out]);
        let (low, high) = (all().fold(f32::INFINITY, f32::min), all().fold(f32::NEG_INFINITY, f32::max));
        let x = |epoch: usize| EDGE + (WIDTH - 2.0 * EDGE) * epoch as f32 / (losses.len().max(2) - 1) as f32;
        let y = |loss: f32| top + (HEIGHT - 2.0 * EDGE) * (high - loss) / (high - low).max(1e-6);
        let line = |of: fn(&Losses) -> f32| {
            let points =
                losses.iter().enumerate().map(|(epoch, losses)| format!("{:.1},{:.1}", x(epoch), y(of(losses))));
            points.collect::<Vec<_>>().join(" ")
        };
        let style = "fill=\"none\" stroke=\"black\" stroke-width=\"1.5\"";
        svg += &format!(
            "<text x=\"{EDGE}\" y=\"{}\">Loss of the {name}: {high:.4} to {low:.4}, {} epochs</text>\n",
            top - 12.0,
            losses.len() - 1
        );
        svg += &format!("<polyline {style} points=\"{}\"/>\n", line(|losses| losses.held_out));
        svg += &format!("<polyline {style} stroke-dasharray=\"4 3\" points=\"{}\"/>\n", line(|losses| losses.train));
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BoardSize, Rule};
    use crate::tools::records::Conditions;
    use crate::tools::selfplay;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn days_are_the_calendar_s() {
        for (days, date) in [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_778, "2026-11-21"), (-1, "1969-12-31")] {
            assert_eq!(date_of(days), date);
        }
    }

    #[test]
    fn learning_lowers_the_loss_and_keeps_what_the_games_do_not_show() {
        let path = std::env::temp_dir().join(format!("tengen-train-{}.games", std::process::id()));
        let conditions = Conditions { rule: Rule::Renju, size: BoardSize::square(15).unwrap(), nodes: 40, seed: 1 };
        selfplay::play(&path, conditions, &[], 60, 2, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let games = Games::read(&path).unwrap().0;
        std::fs::remove_file(&path).unwrap();
        let from = Weights::hand_set(Rule::Renju);
        let recipe = Recipe { epochs: 4, result_share: 0.7, threads: 2 };
        let learn = || train(std::slice::from_ref(&games), &from, &recipe, &mut |_, _, _| {}).unwrap();
        let outcome = learn();
        for losses in &outcome.losses {
            assert!(losses.last().unwrap().train < losses[0].train, "{losses:?}");
        }
        assert_ne!(outcome.weights.side(Color::Black), outcome.weights.side(Color::White));
        assert_eq!(learn().weights, outcome.weights);
        // A combination that no game has: four fives.
        let last = COMBINATION_COUNT - 30;
        assert_eq!(outcome.weights.side(Color::White).values[last], from.side(Color::White).values[last]);
    }

    #[test]
    fn nothing_learned_is_nothing_changed() {
        let from = Weights::hand_set(Rule::Renju);
        let back = side(&score_numbers(&from, false), &order_numbers(&from, false), Color::White, false);
        // No `assert_eq`, which would print twelve thousand numbers.
        assert!(&back == from.side(Color::White));
    }
}
