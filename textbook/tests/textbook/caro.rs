//! The caro engines of the reports: their moves and their time.

use crate::common::oracle::{self, Grid};
use crate::common::{random_point, square};
use std::time::Duration;
use tengen::base::{BoardSize, Cell, Color, Rule, SplitMix64};
use tengen::board::Board;
use tengen_textbook::caro::{Caro, Opponent, PointsReport};
use tengen_textbook::{TwoPlayerGame, deepen};

#[test]
fn the_reports_engines_play_legal_whole_games_under_every_rule_and_size() {
    let budget = Duration::from_millis(20);
    for rule in Rule::ALL {
        for (width, height) in [(5, 5), (7, 12), (15, 15), (20, 20)] {
            let size = BoardSize::new(width, height).unwrap();
            let mut board = Board::new(size, rule);
            let mut grid = Grid::of(&board);
            for number in 0..80 {
                let point = Opponent::ALL[number % 2].choose(&board, budget).unwrap();
                let before = grid.clone();
                match grid.play(rule, point, board.side_to_move()) {
                    oracle::Outcome::GoesOn => board.push(point),
                    oracle::Outcome::Won | oracle::Outcome::Drawn => break,
                    // A player has to move, and on a small board there may be nothing else.
                    oracle::Outcome::Foul => {
                        assert!(board.empties().all(|point| before.is_foul(point)), "{rule} {size}: a needless foul");
                        break;
                    }
                }
            }
        }
    }
}

#[test]
fn the_reports_engines_win_and_block_and_keep_their_time_on_the_largest_board() {
    for opponent in Opponent::ALL {
        let mut board = square(15, Rule::Freestyle);
        for (x, y, cell) in [(3, 3, Cell::Black), (4, 3, Cell::Black), (5, 3, Cell::Black), (6, 3, Cell::Black)] {
            board.place(board.size().point(x, y).unwrap(), cell).unwrap();
        }
        board.place(board.size().point(2, 3).unwrap(), Cell::White).unwrap();
        let end = board.size().point(7, 3);
        for side in Color::ALL {
            board.set_side_to_move(side);
            assert_eq!(opponent.choose(&board, Duration::from_secs(5)), end, "{opponent}");
        }
        let mut rng = SplitMix64::new(8);
        let mut large = square(120, Rule::Caro);
        for _ in 0..2000 {
            let point = random_point(&large, &mut rng).unwrap();
            if !large.is_winning_move(point, large.side_to_move()) {
                large.push(point);
            }
        }
        let start = std::time::Instant::now();
        assert!(opponent.choose(&large, Duration::from_millis(50)).is_some());
        assert!(start.elapsed() < Duration::from_secs(2), "{opponent}: {:?}", start.elapsed());
    }
}

/// An open three of either color, in each direction, with nothing else to do: one of its ends. Stones
/// of the other color stand about without a threat.
#[test]
fn an_open_three_becomes_an_open_four_when_nothing_threatens() {
    for opponent in Opponent::ALL {
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for side in Color::ALL {
                let mut board = square(15, Rule::Freestyle);
                let at = |k: i32| board.size().point(7 + k * dx, 7 + k * dy).unwrap();
                let (own, ends) = ([at(-1), at(0), at(1)], [at(-2), at(2)]);
                let others = [(1, 2), (13, 3), (2, 12)].map(|(x, y)| board.size().point(x, y).unwrap());
                own.iter().for_each(|&point| board.place(point, side.into()).unwrap());
                others.iter().for_each(|&point| board.place(point, (!side).into()).unwrap());
                board.set_side_to_move(side);
                let found = opponent.choose(&board, Duration::from_secs(5)).unwrap();
                assert!(ends.contains(&found), "{opponent} {side:?} {dx},{dy}: {found:?}");
                // And the other side takes one of the ends away.
                board.set_side_to_move(!side);
                let found = opponent.choose(&board, Duration::from_secs(5)).unwrap();
                assert!(ends.contains(&found), "{opponent} against {side:?} {dx},{dy}: {found:?}");
            }
        }
    }
}

/// Pairs of games from random openings, a few milliseconds a move: how many of them each wins.
#[test]
fn the_reports_engines_beat_random_play() {
    let mut rng = SplitMix64::new(31);
    for opponent in Opponent::ALL {
        for number in 0..6 {
            let mut board = square(15, Rule::Freestyle);
            let mut grid = Grid::of(&board);
            let mut moves = 0;
            let outcome = loop {
                let point = if moves % 2 == number % 2 {
                    opponent.choose(&board, Duration::from_millis(200))
                } else {
                    random_point(&board, &mut rng)
                };
                moves += 1;
                match grid.play(board.rule(), point.unwrap(), board.side_to_move()) {
                    oracle::Outcome::GoesOn => board.push(point.unwrap()),
                    outcome => break outcome,
                }
            };
            let winner_began = moves % 2 == 1;
            assert!(outcome == oracle::Outcome::Won && winner_began == (number % 2 == 0), "{opponent}, game {number}");
            assert!(moves < 40, "{opponent}: {moves} moves");
        }
    }
}

#[test]
fn a_deeper_search_finds_a_win_that_the_reports_depth_overlooks() {
    let mut board = square(15, Rule::Freestyle);
    board.push(board.size().center());
    assert_eq!(Caro::new(PointsReport, &board).moves().len(), 24);
    // Two closed fours at once are a win three moves ahead; two moves ahead an open three looks better.
    let mut board = square(15, Rule::Freestyle);
    let black = [(3, 12), (4, 12), (6, 12), (5, 11), (5, 13), (5, 14), (10, 3), (11, 3)];
    for (points, cell) in [(black.as_slice(), Cell::Black), (&[(2, 12)], Cell::White)] {
        points.iter().for_each(|&(x, y)| board.place(board.size().point(x, y).unwrap(), cell).unwrap());
    }
    board.set_side_to_move(Color::Black);
    let fork = board.size().point(5, 12);
    for (depth, finds) in [(2, false), (3, true)] {
        let found = deepen(&mut Caro::new(PointsReport, &board), depth, Duration::from_secs(60)).unwrap();
        assert_eq!(Some(found.best) == fork, finds, "depth {depth}");
    }
}
