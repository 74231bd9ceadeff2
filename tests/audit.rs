//! After every make and unmake, everything incremental equals its recomputation.
#![allow(missing_docs)]

mod common;

use common::random_point;
use tengen::base::{BoardSize, Color, Rule, SplitMix64};
use tengen::board::{Board, Cell};
use tengen::eval::{Counted, Position, Weights};
use tengen::pattern::PointClass;

fn evaluated(board: Board) -> Position {
    let weights = Weights::of(board.rule());
    Position::new(board, weights)
}

fn audit(position: &Position) {
    let board = position.board();
    let size = board.size();
    for point in size.points() {
        assert_eq!(board.patterns(point), board.recompute(point), "patterns at {point:?}");
    }
    for color in Color::ALL {
        for class in PointClass::ALL.into_iter().filter(|&class| class >= PointClass::OpenThree) {
            let slow: Vec<_> = board.empties().filter(|&p| board.recompute(p).class(color) == class).collect();
            assert_eq!(board.count(color, class), slow.len(), "{color:?} {class:?}");
            assert_eq!(board.points_of(color, class).collect::<Vec<_>>(), slow, "{color:?} {class:?}");
        }
    }
    assert_eq!(board.empty_count(), board.empties().count());
    let near: Vec<_> = board.empties().filter(|&p| is_near_a_stone(board, p)).collect();
    assert_eq!(board.candidates().collect::<Vec<_>>(), near, "candidates");
    let rebuilt = rebuild(board);
    assert_eq!(board.hash(), rebuilt.hash());
    assert_eq!(position.counted(), evaluated(rebuilt).counted());
}

fn is_near_a_stone(board: &Board, point: tengen::base::Point) -> bool {
    let (x, y) = board.size().xy(point);
    (-3i32..=3).any(|dx| {
        (-3i32..=3).any(|dy| {
            let in_reach = dx.abs().max(dy.abs()) <= 2 || dx == 0 || dy == 0 || dx.abs() == dy.abs();
            let stone = board.size().point(x + dx, y + dy).and_then(|q| board.cell(q).color());
            in_reach && stone.is_some()
        })
    })
}

/// The same stones put down one by one on a new board, in another order.
fn rebuild(board: &Board) -> Board {
    let mut rebuilt = Board::new(board.size(), board.rule());
    for (point, cell) in board.placed().rev() {
        rebuilt.place(point, cell).unwrap();
    }
    rebuilt.set_side_to_move(board.side_to_move());
    rebuilt
}

fn walk(rule: Rule, width: usize, height: usize, steps: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    let mut board = Board::new(BoardSize::new(width, height).unwrap(), rule);
    for _ in 0..rng.below(4) {
        if let Some(point) = random_point(&board, &mut rng) {
            board.place(point, Cell::Neutral).unwrap();
        }
    }
    let mut position = evaluated(board);
    let mut before = Vec::new();
    for _ in 0..steps {
        if before.is_empty() || rng.below(5) < 3 {
            let Some(point) = random_point(position.board(), &mut rng) else { continue };
            before.push(snapshot(&position));
            position.make(point);
        } else {
            position.unmake();
            assert_eq!(Some(snapshot(&position)), before.pop(), "unmake restores the position");
        }
        audit(&position);
        let now = snapshot(&position);
        position.board_mut().forbidden_points();
        assert_eq!(now, snapshot(&position), "the probe restores the board");
    }
}

fn snapshot(position: &Position) -> (u64, Vec<tengen::pattern::PointPatterns>, Counted, Vec<u16>, Color) {
    let board = position.board();
    let patterns = board.size().points().map(|p| board.patterns(p)).collect();
    (board.hash(), patterns, position.counted(), board.candidates().map(|p| p.0).collect(), board.side_to_move())
}

#[test]
fn a_random_walk_keeps_everything_in_step_under_every_rule() {
    for (i, rule) in Rule::ALL.into_iter().enumerate() {
        walk(rule, 15, 15, 250, i as u64);
        walk(rule, 20, 20, 150, 10 + i as u64);
    }
}

#[test]
fn a_random_walk_keeps_everything_in_step_on_odd_boards() {
    for (i, rule) in Rule::ALL.into_iter().enumerate() {
        walk(rule, 5, 5, 80, 20 + i as u64);
        walk(rule, 6, 7, 80, 30 + i as u64);
        walk(rule, 41, 8, 60, 40 + i as u64);
        walk(rule, 5, 120, 40, 50 + i as u64);
    }
    walk(Rule::Caro, 120, 120, 6, 60);
}

#[test]
fn equal_positions_have_equal_keys_and_different_ones_different_keys() {
    let size = BoardSize::square(15).unwrap();
    let points: Vec<_> = size.points().collect();
    let mut one = Board::new(size, Rule::Freestyle);
    let mut other = one.clone();
    let empty = one.hash();
    for i in [3, 50, 7, 90] {
        one.make(points[i], &mut ());
    }
    for i in [7, 90, 3, 50] {
        other.make(points[i], &mut ());
    }
    assert_eq!(one.hash(), other.hash());
    other.set_side_to_move(Color::White);
    assert_ne!(one.hash(), other.hash());
    assert_ne!(one.hash(), empty);
}

#[test]
fn a_stone_on_a_stone_is_refused_and_changes_nothing() {
    let mut board = Board::new(BoardSize::square(15).unwrap(), Rule::Renju);
    let center = board.size().center();
    board.place(center, Cell::White).unwrap();
    let hash = board.hash();
    assert!(board.place(center, Cell::Black).is_err());
    assert_eq!(board.hash(), hash);
    board.unmake(&mut ());
    board.unmake(&mut ());
    assert_eq!(board.empty_count(), 225);
}
