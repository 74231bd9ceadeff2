//! Proofs that a side cannot win, against the search of all games.

use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Cell, Color, Rule, SplitMix64};
use tengen::board::{Board, Outcome, parse_moves};
use tengen::solver::Stop;
use tengen_prove::hold;

/// Empty cells of a position whose games are all played.
const MOST_EMPTY: usize = 8;

fn stop() -> Stop {
    Stop { deadline: Instant::now().checked_add(Duration::from_secs(120)), ..Stop::default() }
}

fn empty(side: usize, rule: Rule) -> Board {
    Board::new(BoardSize::square(side).unwrap(), rule)
}

/// Whether the attacker wins against every reply: the definition.
fn wins(board: &mut Board, attacker: Color) -> bool {
    if let Some(outcome) = board.outcome() {
        return outcome == Outcome::Win(attacker);
    }
    let attacks = board.side_to_move() == attacker;
    let moves: Vec<_> = board.empties().filter(|&point| board.is_legal(point)).collect();
    let mut won = moves.into_iter().map(|point| {
        board.push(point);
        let won = wins(board, attacker);
        board.pop();
        won
    });
    if attacks { won.any(|won| won) } else { won.all(|won| won) }
}

#[test]
fn nobody_wins_on_small_boards() {
    for rule in Rule::ALL {
        for side in [5, 6] {
            for attacker in Color::ALL.into_iter().filter(|&color| rule != Rule::Renju || color == Color::Black) {
                let search = hold(&empty(side, rule), attacker, &stop()).unwrap();
                assert!(search.is_held, "{rule} {side} {attacker:?}: {search:?}");
            }
        }
    }
}

#[test]
fn a_side_that_is_held_wins_no_game() {
    let mut random = SplitMix64::new(68);
    let (mut won, mut held, mut open) = (0, 0, 0);
    for round in 0..400 {
        let rule = [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::CaroExact][round % 4];
        let mut board = empty(6 + round % 2, rule);
        let mut points: Vec<_> = board.size().points().collect();
        random.shuffle(&mut points);
        let until = points.len() - MOST_EMPTY;
        points.into_iter().take(until).for_each(|point| {
            if board.outcome().is_none() {
                board.push(point)
            }
        });
        if board.outcome().is_some() {
            continue;
        }
        for attacker in Color::ALL {
            let is_held = hold(&board, attacker, &stop()).unwrap().is_held;
            match wins(&mut board.clone(), attacker) {
                true => {
                    won += 1;
                    assert!(!is_held, "{attacker:?} wins under {rule}, round {round}");
                }
                false if is_held => held += 1,
                false => open += 1,
            }
        }
    }
    println!("{won} won, {held} held, {open} neither");
    assert!(won > 30 && held > 200 && open < held / 3, "{won} won, {held} held, {open} neither");
}

#[test]
fn a_position_that_no_proof_holds_is_not_held() {
    let moves = |side, text| parse_moves(BoardSize::square(side).unwrap(), text).unwrap();
    let mut board = empty(7, Rule::Freestyle);
    moves(7, "c4a1d4a2e4a3").into_iter().for_each(|point| board.push(point));
    assert!(!hold(&board, Color::Black, &stop()).unwrap().is_held, "an open three");
    // In place of White's stones, cells that belong to nobody: they hold as well.
    let mut board = empty(5, Rule::Freestyle);
    moves(5, "a3b3").into_iter().for_each(|point| board.place(point, Cell::Neutral).unwrap());
    assert_eq!(hold(&board, Color::Black, &stop()).unwrap().depth, 0);
    assert!(hold(&empty(7, Rule::Renju), Color::White, &stop()).is_err(), "Black's stops may be forbidden");
}
