//! Tests of the training of the policy head.

use super::*;
use crate::test_games::{assert_nothing_learned_is_held_out, games};
use tengen::base::{BoardSize, Rule};
use tengen::board::{Board, parse_moves, parse_point};
use tengen::movegen;

#[test]
fn a_position_that_is_learned_from_is_not_held_out() {
    assert_nothing_learned_is_held_out(games("policy-apart", Rule::Renju, 4), &|games| {
        samples(games, &Weights::of(Rule::Renju)).map(|set| set.samples.len())
    });
}

#[test]
fn positions_with_a_threat_are_left_out() {
    let size = BoardSize::square(15).unwrap();
    let is_quiet =
        |moves: &str| samples::is_quiet(&Board::from_moves(size, Rule::Freestyle, &parse_moves(size, moves).unwrap()));
    assert!(is_quiet("h8a1i8o1") && !is_quiet("h8a1i8o1j8"), "an open three");
    assert!(!is_quiet("h8a1i8o1j8g8k8"), "a four");
}

#[test]
fn the_chosen_move_is_the_one_that_was_played() {
    let games = games("policy-chosen", Rule::Renju, 2);
    let [set, held_out] = samples(std::slice::from_ref(&games), &Weights::of(Rule::Renju));
    for set in [&set, &held_out] {
        assert!(set.samples.iter().all(|sample| sample.chosen < sample.moves.len()));
        assert!(set.samples.windows(2).all(|pair| pair[0].moves.end == pair[1].moves.start));
    }
    // The first quiet move of the held-out game is a candidate of its position.
    let record = &games.records[0];
    let mut board = Board::new(record.size, Rule::Renju);
    let quiet = record.moves.iter().enumerate().find(|&(i, played)| {
        let fits = i >= record.skip && !played.random && samples::is_quiet(&board);
        if !fits {
            board.push(played.point);
        }
        fits
    });
    let (_, played) = quiet.unwrap();
    let points = movegen::legal_candidates(&board);
    let sample = &held_out.samples[0];
    assert_eq!((sample.moves.len(), points[sample.chosen]), (points.len(), played.point));
    assert_eq!(sample.us, board.side_to_move());
    assert_ne!(played.point, parse_point(record.size, "a1").unwrap());
}

#[test]
fn the_gradient_is_how_the_loss_changes() {
    let [set, _] = samples(&[games("policy-gradient", Rule::Renju, 4)], &Weights::of(Rule::Renju));
    let batch: Vec<u32> = (0..12).collect();
    let parameters = first_parameters();
    let [one, two] = [1, 2].map(|threads| Pool::new(threads).unwrap());
    let gradient = gradient_of(&parameters, &set, &batch, &two).1;
    assert_eq!(gradient, gradient_of(&parameters, &set, &batch, &one).1);
    let mut from = 0;
    for count in PARTS.into_iter().map(|rows| rows * HIDDEN).chain([1]) {
        // The parameter with the largest gradient of each part: it stands out from rounding.
        let number = (from..from + count).max_by(|&a, &b| gradient[a].abs().total_cmp(&gradient[b].abs())).unwrap();
        from += count;
        let loss = |by: f32| {
            let mut moved = parameters.clone();
            moved[number] += by;
            gradient_of(&moved, &set, &batch, &one).0
        };
        // A value may begin to be clipped within the larger step.
        let measured = [1e-3, 2e-4].map(|step| (loss(step) - loss(-step)) / f64::from(2.0 * step));
        let expected = f64::from(gradient[number]);
        let is_close = |measured: &f64| (measured - expected).abs() < 0.02 * expected.abs().max(0.05);
        assert!(measured.iter().any(is_close), "{number}: {measured:?} {expected}");
    }
    assert_eq!(from, parameters.len());
}

#[test]
fn learning_predicts_better_in_the_engines_whole_numbers_too() {
    let games = games("policy-loss", Rule::Renju, 240);
    let from = Weights::of(Rule::Renju);
    let learn = |threads| {
        let recipe = PolicyRecipe { epochs: 3, threads };
        train(std::slice::from_ref(&games), &from, &recipe, &mut |_, _| {}).unwrap()
    };
    let outcome = learn(2);
    let [tables, learned] = outcome.predictions;
    assert!(outcome.losses.windows(2).all(|pair| pair[1].train < pair[0].train), "{:?}", outcome.losses);
    assert!(learned.loss < tables.loss && (learned.loss - outcome.exact).abs() < 0.01, "{learned:?} {tables:?}");
    let [first, three, eight] = learned.among_first;
    assert!(0.0 < first && first < three && three < eight && eight < 1.0);
    assert_eq!(outcome.weights, learn(1).weights);
    assert_eq!(outcome.weights.nnue, from.nnue);
    let hand_set = Weights::hand_set(Rule::Renju);
    let refused =
        train(std::slice::from_ref(&games), &hand_set, &PolicyRecipe { epochs: 1, threads: 1 }, &mut |_, _| {});
    assert!(refused.err().unwrap().to_string().contains("lack"));
}
