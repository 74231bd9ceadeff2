//! The eight symmetries of the board, and the exchange of colors where the rule allows it, change no score, win or
//! forbidden point.

use crate::common::random_point;
use tengen::base::{BoardSize, Cell, Color, Rule, SplitMix64};
use tengen::board::{Board, SYMMETRIES, transform};
use tengen::eval::{Evaluator, Weights};

fn image(board: &Board, symmetry: usize, swap_colors: bool) -> Board {
    let mut image = Board::new(board.size(), board.rule());
    for (point, cell) in board.history() {
        let cell = match (cell.color(), swap_colors) {
            (Some(color), true) => Cell::from(!color),
            _ => cell,
        };
        image.place(transform(board.size(), point, symmetry), cell).unwrap();
    }
    image.set_side_to_move(if swap_colors { !board.side_to_move() } else { board.side_to_move() });
    image
}

fn same(board: &mut Board, other: &mut Board, symmetry: usize, swap_colors: bool) {
    let size = board.size();
    for point in size.points() {
        let other_point = transform(size, point, symmetry);
        for color in Color::ALL {
            let other_color = if swap_colors { !color } else { color };
            assert_eq!(
                board.patterns(point).class(color),
                other.patterns(other_point).class(other_color),
                "{point:?} under {symmetry}"
            );
        }
    }
    let forbidden = |board: &mut Board| board.forbidden_points();
    let mut images: Vec<_> = forbidden(board).into_iter().map(|point| transform(size, point, symmetry)).collect();
    images.sort_unstable();
    assert_eq!(images, forbidden(other));
    let score = |board: &Board| Evaluator::new(board.clone(), Weights::of(board.rule())).evaluate();
    assert_eq!(score(board), score(other));
}

fn check(rule: Rule, width: usize, height: usize, symmetries: usize, seed: u64) {
    let mut rng = SplitMix64::new(seed);
    for _ in 0..20 {
        let mut board = Board::new(BoardSize::new(width, height).unwrap(), rule);
        for _ in 0..rng.below(width * height * 2 / 3) {
            let Some(point) = random_point(&board, &mut rng) else { break };
            board.push(point);
        }
        for symmetry in 0..symmetries {
            let mut other = image(&board, symmetry, false);
            same(&mut board, &mut other, symmetry, false);
            if rule != Rule::Renju {
                let mut other = image(&board, symmetry, true);
                same(&mut board, &mut other, symmetry, true);
            }
        }
    }
}

#[test]
fn square_boards_have_eight_symmetries() {
    for (i, rule) in Rule::ALL.into_iter().enumerate() {
        check(rule, 15, 15, SYMMETRIES, i as u64);
        check(rule, 6, 6, SYMMETRIES, 10 + i as u64);
    }
}

#[test]
fn rectangles_have_four() {
    for (i, rule) in Rule::ALL.into_iter().enumerate() {
        check(rule, 6, 17, 4, 20 + i as u64);
    }
}

#[test]
fn a_transform_is_a_permutation_of_the_points() {
    let size = BoardSize::square(9).unwrap();
    for symmetry in 0..SYMMETRIES {
        let mut images: Vec<_> = size.points().map(|p| transform(size, p, symmetry)).collect();
        images.sort_unstable();
        assert_eq!(images, size.points().collect::<Vec<_>>());
    }
}
