//! Move generation against the naive rules: what is not in a list loses, or is not of the list's kind.
#![allow(missing_docs)]

mod common;

use common::naive::Naive;
use common::random_point;
use tengen::base::{BoardSize, Point, Rule, SplitMix64};
use tengen::board::{Board, format_moves};
use tengen::movegen;

/// Boards on which threats are common: small, with stones close to each other.
fn random_board(rule: Rule, rng: &mut SplitMix64) -> Board {
    let side = 7 + rng.below(4);
    let mut board = Board::new(BoardSize::square(side).unwrap(), rule);
    for _ in 0..6 + rng.below(2 * side) {
        let Some(point) = random_point(&board, rng) else { break };
        let mover = board.side_to_move();
        if !Naive::of(&board).wins(point, mover) && Naive::of(&board).is_legal(point, mover) {
            board.make(point, &mut ());
        }
    }
    board
}

fn text(board: &Board) -> String {
    let moves: Vec<Point> = board.history().map(|(point, _)| point).collect();
    format!("{} {} {}", board.rule(), board.size(), format_moves(board.size(), &moves))
}

#[test]
fn an_answer_to_a_five_stops_it_and_every_other_move_does_not() {
    let mut rng = SplitMix64::new(31);
    for rule in Rule::ALL {
        let (mut answers_seen, mut hopeless) = (0, 0);
        while answers_seen < 150 || hopeless < 20 {
            let board = random_board(rule, &mut rng);
            let (us, naive) = (board.side_to_move(), Naive::of(&board));
            if naive.winning(!us).is_empty() || !naive.winning(us).is_empty() {
                continue;
            }
            let mut answers = Vec::new();
            movegen::answers_to_five(&board, !us, &mut answers);
            movegen::retain_legal(&board, &mut answers, 0);
            answers_seen += answers.len();
            hopeless += usize::from(answers.is_empty());
            for point in naive.legal(us) {
                let stops = naive.with(point, us).winning(!us).is_empty();
                assert_eq!(answers.contains(&point), stops, "{point:?} of {}", text(&board));
            }
        }
    }
}

#[test]
fn a_move_that_is_not_an_answer_to_an_open_four_loses_to_a_four() {
    let mut rng = SplitMix64::new(32);
    for rule in Rule::ALL {
        let (mut answered, mut losing) = (0, 0);
        while answered < 20 {
            let board = random_board(rule, &mut rng);
            let (us, naive) = (board.side_to_move(), Naive::of(&board));
            let is_quiet = naive.winning(us).is_empty() && naive.winning(!us).is_empty();
            if !is_quiet || !movegen::threatens_open_four(&board, !us) {
                continue;
            }
            answered += 1;
            let mut answers = Vec::new();
            movegen::answers_to_open_four(&board, !us, &mut answers);
            movegen::retain_legal(&board, &mut answers, 0);
            let mut unique = answers.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), answers.len(), "an answer stands twice: {}", text(&board));
            for point in naive.legal(us).into_iter().filter(|point| !answers.contains(point)) {
                losing += 1;
                let after = naive.with(point, us);
                assert!(after.has_unstoppable_four(!us), "{point:?} of {}", text(&board));
            }
        }
        assert!(losing > 300, "{rule}: {losing}");
    }
}

#[test]
fn the_fours_are_all_legal_moves_that_threaten_a_five() {
    let mut rng = SplitMix64::new(33);
    for rule in Rule::ALL {
        let mut fours_seen = 0;
        while fours_seen < 300 {
            let board = random_board(rule, &mut rng);
            let (us, naive) = (board.side_to_move(), Naive::of(&board));
            if !naive.winning(us).is_empty() {
                continue;
            }
            let mut fours = Vec::new();
            movegen::fours(&board, us, &mut fours);
            movegen::suspect_fours(&board, us, &mut fours);
            movegen::retain_legal(&board, &mut fours, 0);
            fours_seen += fours.len();
            for point in naive.legal(us) {
                let is_four = !naive.with(point, us).winning(us).is_empty();
                assert_eq!(fours.contains(&point), is_four, "{point:?} of {}", text(&board));
            }
        }
    }
}

#[test]
fn the_playable_moves_are_the_legal_ones_or_all_when_none_is() {
    let mut rng = SplitMix64::new(34);
    for rule in Rule::ALL {
        for _ in 0..150 {
            let board = random_board(rule, &mut rng);
            let (us, naive) = (board.side_to_move(), Naive::of(&board));
            let legal = naive.legal(us);
            let expected = if legal.is_empty() { naive.empties() } else { legal };
            assert_eq!(movegen::playable(&board), expected, "{}", text(&board));
        }
    }
}
