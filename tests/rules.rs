//! Wins and forbidden points against the naive oracle and the labelled cases of the field.
#![allow(missing_docs)]

mod common;

use common::oracle::Grid;
use common::{board_of_rows, random_point, shared_data, square};
use serde::Deserialize;
use tengen::base::{BoardSize, Color, Rule, SplitMix64};
use tengen::board::{Board, Cell, parse_point};

#[derive(Deserialize)]
struct ForbiddenCase {
    name: String,
    rows_top_to_bottom: String,
    point: String,
    label: String,
}

#[test]
fn the_labelled_renju_points_are_judged_as_labelled() {
    let Some(cases) = shared_data::<ForbiddenCase>("renju_forbidden_points.jsonl") else { return };
    assert_eq!(cases.len(), 110);
    for case in cases {
        let mut board = board_of_rows(Rule::Renju, case.rows_top_to_bottom.split('/'));
        let point = parse_point(board.size(), &case.point).unwrap();
        assert_eq!(board.is_forbidden(point), case.label == "forbidden", "{} {}", case.name, case.point);
    }
}

#[derive(Deserialize)]
struct RandomCase {
    cat: String,
    rows: String,
    xy: [i32; 2],
    foul: bool,
}

#[test]
fn the_random_renju_points_are_judged_as_the_referee_does() {
    let Some(cases) = shared_data::<RandomCase>("renju_random_judge_labelled.jsonl") else { return };
    assert_eq!(cases.len(), 2000);
    for case in cases {
        let mut board = board_of_rows(Rule::Renju, case.rows.split('/'));
        let point = board.size().point(case.xy[0], case.xy[1]).unwrap();
        assert_eq!(board.is_forbidden(point), case.foul, "{} {} {:?}", case.cat, case.rows, case.xy);
        assert_eq!(Grid::of(&board).is_foul(point), case.foul, "the oracle itself: {} {:?}", case.rows, case.xy);
    }
}

#[derive(Deserialize)]
struct CaroCase {
    name: String,
    gomocup_rule: u32,
    rows_top_to_bottom: String,
    gomocup_xy: [i32; 2],
    colour: String,
    expected: String,
}

#[test]
fn the_caro_cases_win_as_labelled() {
    let Some(cases) = shared_data::<CaroCase>("caro_win_tests.jsonl") else { return };
    assert_eq!(cases.len(), 37);
    for case in cases {
        let (rule, _) = Rule::from_bits(case.gomocup_rule).unwrap();
        let board = board_of_rows(rule, case.rows_top_to_bottom.split('/'));
        let color = if case.colour == "X" { Color::Black } else { Color::White };
        let point = board.size().point(case.gomocup_xy[0], case.gomocup_xy[1]).unwrap();
        let wins = board.wins_at(point, color);
        assert_eq!(wins, case.expected == "win", "{} {:?}", case.name, case.gomocup_xy);
    }
}

/// Random positions, a few neutral cells among them; every empty point for both colours.
#[test]
fn wins_agree_with_the_oracle_everywhere_on_the_board() {
    let mut rng = SplitMix64::new(7);
    for rule in Rule::ALL {
        for (width, height) in [(5, 5), (6, 7), (15, 15), (20, 20), (31, 9)] {
            for _ in 0..60 {
                let mut board = Board::new(BoardSize::new(width, height).unwrap(), rule);
                let cells = board.size().cells();
                for _ in 0..rng.below(cells) {
                    let Some(point) = random_point(&board, &mut rng) else { break };
                    let cell = [Cell::Black, Cell::White, Cell::Black, Cell::White, Cell::Neutral][rng.below(5)];
                    board.place(point, cell).unwrap();
                }
                let grid = Grid::of(&board);
                for point in board.empties().collect::<Vec<_>>() {
                    for color in Color::ALL {
                        let expected = grid.winner_if(rule, point, color);
                        assert_eq!(
                            board.wins_at(point, color),
                            expected,
                            "{rule} {width}x{height} {point:?} {color:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn forbidden_points_agree_with_the_oracle_on_dense_boards() {
    let mut rng = SplitMix64::new(11);
    let mut fouls = 0;
    for _ in 0..1500 {
        let mut board = square(15, Rule::Renju);
        for _ in 0..20 + rng.below(60) {
            let Some(point) = random_point(&board, &mut rng) else { break };
            let cell = if rng.below(3) == 0 { Cell::White } else { Cell::Black };
            board.place(point, cell).unwrap();
        }
        let grid = Grid::of(&board);
        for point in board.empties().collect::<Vec<_>>() {
            let expected = grid.is_foul(point);
            fouls += usize::from(expected);
            assert_eq!(board.is_forbidden(point), expected, "{point:?}");
        }
    }
    assert!(fouls > 1000, "the boards are too sparse to test anything: {fouls} fouls");
}

#[test]
fn only_black_under_renju_has_forbidden_points() {
    let rows = [
        "...............",
        "..XXX..........",
        "...............",
        ".....X.........",
        ".....X.........",
        ".....X.........",
    ];
    let rows = rows.into_iter().chain(std::iter::repeat_n("...............", 9));
    for rule in Rule::ALL {
        let mut board = board_of_rows(rule, rows.clone());
        let double_four_free = parse_point(board.size(), "f14").unwrap();
        assert_eq!(board.is_forbidden(double_four_free), rule == Rule::Renju, "{rule}");
        board.set_side_to_move(Color::White);
        assert_eq!(board.forbidden_points(), []);
    }
}
