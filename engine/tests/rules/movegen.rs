//! Move generation compared with the naive rules: a move outside a list loses or does not belong to the list's kind.

use crate::common::naive::Naive;
use crate::common::{random_point, times};
use std::collections::HashSet;
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, format_moves};
use tengen::movegen;
use tengen::pattern::PointClass;

/// Boards with frequent threats: small, with stones close to each other.
fn random_board(rule: Rule, rng: &mut SplitMix64) -> Board {
    let side = 7 + rng.below(4);
    let mut board = Board::new(BoardSize::square(side).unwrap(), rule);
    for _ in 0..6 + rng.below(2 * side) {
        let Some(point) = random_point(&board, rng) else { break };
        let (mover, naive) = (board.side_to_move(), Naive::of(&board));
        if !naive.wins(point, mover) && naive.is_legal(point, mover) {
            board.push(point);
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
        while answered < 10 {
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
        assert!(losing > 150, "{rule}: {losing}");
    }
}

/// Whether a stone of `attacker` here wins by a four, its only reply, and a four that no reply stops.
fn wins_by_four_and_open_four(naive: &Naive, point: Point, attacker: Color) -> bool {
    let four = naive.with(point, attacker);
    let fives = four.winning(attacker);
    let [five] = fives[..] else { return !fives.is_empty() };
    let answered = four.with(five, !attacker);
    naive.is_legal(point, attacker)
        && four.winning(!attacker).is_empty()
        && (!four.is_legal(five, !attacker)
            || answered.winning(!attacker).is_empty() && answered.has_unstoppable_four(attacker))
}

#[test]
fn a_move_that_is_not_an_answer_to_a_four_three_loses_to_it() {
    let mut rng = SplitMix64::new(35);
    for rule in Rule::ALL {
        let (mut answered, mut losing, mut kept) = (0, 0, 0);
        for _ in 0..30_000 * times() {
            let board = random_board(rule, &mut rng);
            let us = board.side_to_move();
            let is_quiet = board.count(us, PointClass::Five) + board.count(!us, PointClass::Five) == 0
                && !movegen::threatens_open_four(&board, !us);
            if !is_quiet || !movegen::threatens_four_three(&board, !us) {
                continue;
            }
            answered += 1;
            let naive = Naive::of(&board);
            let wins = |point| wins_by_four_and_open_four(&naive, point, !us);
            assert!(board.points_of(!us, PointClass::FourThree).any(wins), "{}", text(&board));
            let mut answers = Vec::new();
            movegen::answers_to_four_three(&board, !us, &mut answers);
            movegen::retain_legal(&board, &mut answers, 0);
            let unique: HashSet<_> = answers.iter().collect();
            assert_eq!(unique.len(), answers.len(), "an answer stands twice: {}", text(&board));
            kept += answers.len();
            for point in naive.legal(us).into_iter().filter(|point| !answers.contains(point)) {
                losing += 1;
                let after = naive.with(point, us);
                let mut threats = board.points_of(!us, PointClass::FourThree);
                let loses = threats.any(|threat| wins_by_four_and_open_four(&after, threat, !us));
                assert!(loses, "{point:?} of {}", text(&board));
            }
            if answered == 20 {
                break;
            }
        }
        // A four can have several replies in caro.
        let applies = !rule.open_end_required();
        assert!(
            (answered == 20 && losing > 20 * answered && kept > 3 * answered) == applies,
            "{rule}: {losing} {kept}"
        );
        assert_eq!(answered > 0, applies, "{rule}");
    }
}

#[test]
fn two_open_threes_at_once_win_against_every_reply_of_one_who_makes_no_four() {
    let mut rng = SplitMix64::new(36);
    for rule in Rule::ALL {
        let mut won = [0; 2];
        for _ in 0..60_000 * times() {
            let board = random_board(rule, &mut rng);
            let us = board.side_to_move();
            if !movegen::double_three_wins(&board, us) {
                continue;
            }
            won[us.index()] += 1;
            for point in board.points_of(us, PointClass::DoubleThree) {
                let threes = Naive::of(&board).with(point, us);
                let replies = threes.legal(!us);
                assert!(!replies.is_empty());
                for reply in replies {
                    let after = threes.with(reply, !us);
                    let wins = after.winning(!us).is_empty() && after.has_unstoppable_four(us);
                    assert!(wins, "{rule}: {point:?}, {reply:?} of {}", text(&board));
                }
            }
            if won.iter().sum::<i32>() == 12 {
                break;
            }
        }
        let colors = Color::ALL.map(|color| won[color.index()] > 2);
        assert_eq!(colors, Color::ALL.map(|color| !rule.forbids(color)), "{rule}: {won:?}");
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
            movegen::forbidden_fours(&board, us, &mut fours);
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
        for _ in 0..150 * times() {
            let board = random_board(rule, &mut rng);
            let (us, naive) = (board.side_to_move(), Naive::of(&board));
            let legal = naive.legal(us);
            let expected = if legal.is_empty() { naive.empties() } else { legal };
            assert_eq!(movegen::playable(&board), expected, "{}", text(&board));
        }
    }
}
