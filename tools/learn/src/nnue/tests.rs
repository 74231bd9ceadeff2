//! Tests of the training of the network of line shapes.

use super::*;
use crate::test_games::{assert_nothing_learned_is_held_out, games};
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::Board;
use tengen::eval::Evaluator;
use tengen::eval::nnue::NnueAccumulator;

fn recipe(epochs: usize, batch: usize, threads: usize) -> NnueRecipe {
    NnueRecipe { epochs, result_share: 0.4, batch, first_rate: NnueRecipe::FRESH_RATE, scale: 1.0, threads }
}

fn trainer(rule: Rule) -> Trainer {
    let shapes = LineShapes::new(rule);
    let recipe = recipe(2, 64, 2);
    Trainer { layout: Layout::new(shapes.halves), shapes, recipe, pool: Pool::new(2).unwrap() }
}

/// Random parameters, all of which affect the output.
fn random_parameters(layout: &Layout) -> Vec<f32> {
    let mut random = SplitMix64::new(8);
    let mut parameters = first_parameters(layout);
    for parameter in &mut parameters[layout.output_weights..] {
        *parameter += random.below(1_001) as f32 / 1_000.0 - 0.5;
    }
    parameters
}

#[test]
fn a_position_that_is_learned_from_is_not_held_out() {
    let (weights, shapes) = (Weights::hand_set(Rule::Freestyle), LineShapes::new(Rule::Freestyle));
    assert_nothing_learned_is_held_out(games("nnue-apart", Rule::Freestyle, 4), &|games| {
        samples(games, &weights, &shapes).map(|set| set.samples.len())
    });
}

#[test]
fn the_gradient_is_how_the_loss_changes() {
    let trainer = trainer(Rule::Freestyle);
    let games = games("nnue-gradient", Rule::Freestyle, 4);
    let [set, _] = samples(&[games], &Weights::hand_set(Rule::Freestyle), &trainer.shapes);
    let batch: Vec<u32> = (0..12).collect();
    let parameters = random_parameters(&trainer.layout);
    let (_, gradient) = trainer.gradient(&parameters, &set, &batch, false);
    let layout = &trainer.layout;
    let kinds = [
        layout.pairs..layout.halves,
        layout.halves..layout.products,
        layout.products..layout.mix,
        layout.mix..layout.bias,
        layout.bias..layout.quad_weights,
        layout.quad_weights..layout.quad_bias,
        layout.quad_bias..layout.l1_weights,
        layout.l1_weights..layout.l1_bias,
        layout.l1_bias..layout.l2_weights,
        layout.l2_weights..layout.l2_bias,
        layout.l2_bias..layout.output_weights,
        layout.output_weights..layout.output_bias,
        layout.output_bias..layout.share,
        layout.share..layout.count,
    ];
    for kind in kinds {
        // The parameter with the largest gradient of each kind: its measured gradient stands out from rounding.
        let number = kind.clone().max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs())).unwrap();
        // Small enough that no cell or output crosses a clipping bound.
        let step = 1e-4;
        let loss = |by: f32| {
            let mut moved = parameters.clone();
            moved[number] += by;
            trainer.gradient(&moved, &set, &batch, false).0
        };
        let measured = (loss(step) - loss(-step)) / f64::from(2.0 * step);
        let difference = (measured - f64::from(gradient[number])).abs();
        assert!(difference < 0.03 * measured.abs() + 5e-3, "{kind:?} {number}: {measured} or {}", gradient[number]);
        assert!(measured != 0.0, "{kind:?}");
    }
}

#[test]
fn the_engine_gives_what_the_trainer_gives_but_for_rounding() {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
        let trainer = trainer(rule);
        let parameters = random_parameters(&trainer.layout);
        let games = games("nnue-bits", rule, 12);
        let weights = Weights::hand_set(rule);
        let sets = samples(std::slice::from_ref(&games), &weights, &trainer.shapes);
        let count = trainer.shapes.sides.len();
        let lines = LineSet::new(count, 0..count as u32);
        let rows = trainer.rows(&parameters, &lines, true);
        let layout = &trainer.layout;
        let network = FloatNetwork { layout, parameters: &parameters, lines: &lines, rows: &rows, quantize: true };
        let mut trace = Trace::default();
        let logits = sets.each_ref().map(|set| {
            let logit = |sample: &LineSample| (sample.table_score, network.forward(set, sample, &mut trace));
            set.samples.iter().map(logit).collect::<Vec<_>>()
        });
        let nnue = Nnue::from_parameters(&parameters).unwrap();
        let mut expected = Vec::new();
        for record in &games.records {
            let mut board = Board::new(record.size, rule);
            let mut sums = NnueAccumulator::new(&board, nnue.rows(rule).clone());
            let mut evaluator = Evaluator::new(board.clone(), Arc::new(weights.clone()));
            for played in &record.moves {
                let table_score = evaluator.evaluate() as f32 / tengen::eval::LOGISTIC_SCALE;
                let is_white = board.side_to_move() == Color::White;
                let regions = sums.sums(&board);
                expected.push((table_score, nnue.head().logit(Kernel::detected(), regions, is_white, table_score)));
                board.push(played.point);
                evaluator.make(played.point);
            }
        }
        let found: Vec<_> = logits.concat();
        let is_expected = |&(table_score, logit): &(f32, f32)| {
            expected.iter().any(|&(score, rounded)| score == table_score && (rounded - logit).abs() < 0.02)
        };
        assert!(found.len() > 100 && found.iter().all(is_expected), "{rule}");
    }
}

#[test]
fn training_is_the_same_on_any_number_of_threads_and_after_an_interruption() {
    let games = games("nnue-same", Rule::Standard, 60);
    let from = Weights::hand_set(Rule::Standard);
    let run = |threads, state: Option<&Path>, epochs: &mut Vec<usize>| {
        let games = std::slice::from_ref(&games);
        train(games, &from, &recipe(4, 256, threads), state, &mut |epoch, _| epochs.push(epoch)).unwrap()
    };
    let whole = run(1, None, &mut Vec::new());
    assert!(whole.losses[4].train < whole.losses[0].train, "{:?}", whole.losses);
    assert_eq!(whole.losses.len(), 5);
    let [exact, rounded] = whole.rounding;
    assert!(exact != rounded && (exact - rounded).abs() < 2e-3, "{:?}", whole.rounding);
    let state = std::env::temp_dir().join(format!("tengen-nnue-{}.state", std::process::id()));
    let mut epochs = Vec::new();
    assert_eq!(run(3, Some(&state), &mut epochs).weights, whole.weights);
    assert_eq!(epochs, [0, 1, 2, 3, 4]);
    // The state after an earlier epoch, as an interruption leaves it.
    let fingerprint = fingerprint(std::slice::from_ref(&games));
    let kind = Kind { games: fingerprint, recipe: recipe(4, 256, 1), from: from.fingerprint() };
    let mut early = Checkpoint::read(&state, &kind).unwrap();
    let with = |recipe| Kind { recipe, ..kind.clone() };
    let later = NnueRecipe { first_rate: NnueRecipe::LATER_RATE, ..kind.recipe };
    let others = [with(recipe(5, 256, 1)), with(recipe(4, 255, 1)), with(later)];
    let other_weights = Kind { from: Weights::of(Rule::Standard).fingerprint(), ..kind.clone() };
    for other in others.iter().chain([&other_weights]) {
        assert!(Checkpoint::read(&state, other).is_err(), "{other:?}");
    }
    // The same number of positions, with one other score.
    let mut other = games.clone();
    other.records[1].moves.last_mut().unwrap().score -= 1;
    let error = train(&[other], &from, &kind.recipe, Some(&state), &mut |_, _| {}).map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("a training on other games"), "{error}");
    let trainer = trainer(Rule::Standard);
    let trainer = Trainer { recipe: recipe(4, 256, 2), ..trainer };
    let sets = samples(std::slice::from_ref(&games), &from, &trainer.shapes);
    let losses = early.losses[..2].to_vec();
    early = Checkpoint::new(first_parameters(&trainer.layout));
    early.losses = losses;
    early.run_epoch(&LineModel { trainer: &trainer, sets: &sets }, &schedule(&trainer.recipe), 1);
    early.write(&state, &kind).unwrap();
    assert_eq!(run(2, Some(&state), &mut Vec::new()).weights, whole.weights);
    std::fs::write(&state, b"tengen-training 1").unwrap();
    assert!(Checkpoint::read(&state, &kind).is_err());
    std::fs::remove_file(&state).unwrap();
}

#[test]
fn training_goes_on_from_the_network_that_is_given_and_averages_the_last_steps() {
    let games = games("nnue-given", Rule::Caro, 40);
    let recipe = recipe(2, 128, 2);
    let train = |from: &Weights| train(std::slice::from_ref(&games), from, &recipe, None, &mut |_, _| {}).unwrap();
    let first = train(&Weights::hand_set(Rule::Caro));
    let second = train(&first.weights);
    assert_eq!(second.positions, first.positions);
    // The second training starts near the end of the first, not without a network.
    assert!(second.losses[0].train < (first.losses[0].train + first.losses[2].train) / 2.0);
    // A step of Adam moves a parameter by about its rate.
    let largest_change = |first_rate| {
        let recipe = NnueRecipe { epochs: 1, batch: first.positions[0].div_ceil(4), first_rate, ..recipe };
        let trained =
            super::train(std::slice::from_ref(&games), &first.weights, &recipe, None, &mut |_, _| {}).unwrap();
        let [before, after] =
            [&first.weights, &trained.weights].map(|weights| weights.nnue.as_ref().unwrap().parameters().to_vec());
        before.iter().zip(&after).map(|(before, after)| (before - after).abs()).fold(0.0, f32::max)
    };
    let [fresh, later] = [NnueRecipe::FRESH_RATE, NnueRecipe::LATER_RATE].map(largest_change);
    assert!(fresh > NnueRecipe::FRESH_RATE / 2.0 && later < 2.0 * NnueRecipe::LATER_RATE, "{fresh} {later}");
    assert!(later > 0.0);
    // The losses are those of the networks that are given and returned.
    let rescaled = |from: &Weights, scale| {
        let recipe = NnueRecipe { epochs: 0, scale, ..recipe };
        super::train(std::slice::from_ref(&games), from, &recipe, None, &mut |_, _| {}).unwrap()
    };
    let scaled = rescaled(&first.weights, 10.0);
    let same = rescaled(&scaled.weights, 1.0);
    assert_eq!([scaled.on_results[0], same.on_results[0]], [first.on_results[1], scaled.on_results[1]]);
    assert_eq!(same.losses[0].held_out, scaled.rounding[0]);
    assert!(scaled.rounding[0] != scaled.losses[0].held_out && same.rounding == scaled.rounding);
    let mut steps = Checkpoint::new(vec![1.0, 5.0]);
    assert_eq!(steps.result(), [1.0, 5.0]);
    for value in [2.0, 4.0] {
        steps.parameters = vec![value, 7.0];
        steps.count_for_result();
    }
    assert_eq!(steps.result(), [3.0, 7.0]);
}

#[test]
fn a_rule_that_differs_by_color_has_a_network_as_well() {
    let games = games("nnue-renju", Rule::Renju, 40);
    let trained = train(&[games], &Weights::hand_set(Rule::Renju), &recipe(2, 64, 1), None, &mut |_, _| {}).unwrap();
    assert!(trained.losses[2].train < trained.losses[0].train, "{:?}", trained.losses);
    let [exact, rounded] = trained.rounding;
    assert!((exact - rounded).abs() < 2e-3, "{:?}", trained.rounding);
    // The engine uses the network: its score differs.
    let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Renju);
    board.play(&[112, 113, 97, 98].map(Point));
    let score = |weights: Weights| Evaluator::new(board.clone(), Arc::new(weights)).evaluate();
    assert_ne!(score(trained.weights.clone()), score(trained.weights.with_nnue(None)));
}
