//! Random walks: after every make and unmake all incremental data equals its recomputation. A failing walk is reduced
//! to the shortest one.

use crate::common::times;
use crate::walk::{Checked, Step, Walk, go, walks};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// Tries many walks from a fixed seed; a failing walk is reduced to the shortest one.
fn try_walks(
    walks: impl Strategy<Value = Walk>,
    cases: u32,
    property: impl Fn(&Walk) -> Checked,
) -> Result<(), String> {
    let config = Config {
        cases: cases * times() as u32,
        failure_persistence: None,
        max_shrink_iters: 4096,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    runner.run(&walks, |walk| property(&walk)).map_err(|error| error.to_string())
}

#[test]
fn a_random_walk_keeps_everything_in_step_on_tournament_boards() {
    try_walks(walks(&[(15, 15), (20, 20)], 60), 120, go).unwrap();
}

#[test]
fn a_random_walk_keeps_everything_in_step_on_odd_boards() {
    try_walks(walks(&[(5, 5), (6, 7), (41, 8), (5, 120)], 50), 120, go).unwrap();
    try_walks(walks(&[(120, 120)], 6), 5, go).unwrap();
}

#[test]
fn a_failing_walk_is_shown_at_its_shortest() {
    let at_most_two = |walk: &Walk| {
        let makes = walk.steps.iter().filter(|step| matches!(step, Step::Make(_))).count();
        prop_assert!(makes <= 2);
        Ok(())
    };
    let error = try_walks(walks(&[(15, 15)], 60), 50, at_most_two).unwrap_err();
    let shortest = error.lines().find(|line| line.contains("15x15:")).unwrap();
    let (_, steps) = shortest.split_once("15x15:").unwrap();
    assert_eq!(steps.split_whitespace().count(), 3, "{error}");
}
