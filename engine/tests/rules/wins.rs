//! Wins and forbidden points compared with the naive oracle and the labeled positions in `tests/data`.

use crate::common::oracle::Grid;
use crate::common::{board_of_rows, cell_of, data, random_point, square, times};
use tengen::base::{BoardSize, Cell, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, format_point, parse_moves, parse_point};

#[test]
fn the_labeled_renju_points_are_judged_as_labeled() {
    let mut judged = 0;
    for block in data::renju_points() {
        let board = block.board(Rule::Renju);
        let grid = Grid::of(&board);
        for (label, is_forbidden) in [("forbidden", true), ("legal", false)] {
            for text in block.words(label) {
                let point = parse_point(board.size(), text).unwrap();
                assert_eq!(board.is_forbidden(point), is_forbidden, "{} {text}", block.name);
                assert_eq!(grid.is_foul(point), is_forbidden, "the oracle: {} {text}", block.name);
                judged += 1;
            }
        }
    }
    assert_eq!(judged, 52);
}

#[test]
fn the_points_of_the_page_on_threes_are_judged_as_it_says() {
    let boards = data::threes();
    assert_eq!(boards.len(), 4);
    for block in boards {
        let board = block.board(Rule::Renju);
        let [legal, forbidden] = ["legal", "forbidden"].map(|label| block.words(label));
        assert_eq!(legal.len() + forbidden.len(), 1, "{}", block.name);
        for (name, is_forbidden) in
            legal.iter().map(|name| (name, false)).chain(forbidden.iter().map(|name| (name, true)))
        {
            let point = parse_point(board.size(), name).unwrap();
            assert_eq!(board.is_forbidden(point), is_forbidden, "{}", block.name);
            assert_eq!(Grid::of(&board).is_foul(point), is_forbidden, "the oracle: {}", block.name);
        }
        // The two readings differ by whether g8 makes a five.
        let g8 = parse_point(board.size(), "g8").unwrap();
        assert_eq!(board.is_winning_move(g8, Color::Black), block.name.contains("on the way"), "{}", block.name);
    }
}

#[test]
fn the_random_renju_points_are_judged_as_the_referee_does() {
    let cases = data::renju_random();
    assert_eq!(cases.len(), 2000);
    for case in cases {
        let text = format_point(case.board.size(), case.point);
        assert_eq!(case.board.is_forbidden(case.point), case.is_forbidden, "{text} of {}", case.line);
        assert_eq!(Grid::of(&case.board).is_foul(case.point), case.is_forbidden, "the oracle: {text} of {}", case.line);
    }
}

/// Each line in the four directions, both ways round and for both colors, on a board that ends where the line does.
#[test]
fn every_line_of_the_table_wins_under_the_rules_it_names() {
    let mut wins = [0, 0];
    for line in data::win_lines() {
        let cells: Vec<char> = line.text.chars().filter(|&c| c != '|').collect();
        let margin = |ends: bool| if ends { 0 } else { 2 };
        let (before, after) = (margin(line.text.starts_with('|')), margin(line.text.ends_with('|')));
        let side = before + cells.len() + after;
        let size = BoardSize::square(side).unwrap();
        for (rule, mover) in Rule::ALL.into_iter().flat_map(|rule| Color::ALL.map(|color| (rule, color))) {
            for (direction, reversed) in (0..4).flat_map(|direction| [(direction, false), (direction, true)]) {
                let mut board = Board::new(size, rule);
                let mut questioned = None;
                for (i, &c) in cells.iter().enumerate() {
                    let k = (if reversed { side - 1 - before - i } else { before + i }) as i32;
                    let (middle, last) = (side as i32 / 2, side as i32 - 1);
                    let (x, y) = [(k, middle), (middle, k), (k, k), (k, last - k)][direction];
                    let point = size.point(x, y).unwrap();
                    match c {
                        'X' => board.place(point, cell_of(mover)).unwrap(),
                        'O' => board.place(point, cell_of(!mover)).unwrap(),
                        '#' => board.place(point, Cell::Neutral).unwrap(),
                        '?' => questioned = Some(point),
                        '.' => {}
                        _ => panic!("{}: '{c}' is not a cell", line.text),
                    }
                }
                let point = questioned.unwrap();
                let expected = line.wins(rule, mover);
                let name = format!("{} {rule} {mover:?} direction {direction} reversed {reversed}", line.text);
                assert_eq!(board.is_winning_move(point, mover), expected, "{name}");
                assert_eq!(Grid::of(&board).winner_if(rule, point, mover), expected, "the oracle: {name}");
                wins[usize::from(expected)] += 1;
            }
        }
    }
    assert!(wins[0] > 1000 && wins[1] > 1000, "{wins:?}");
}

#[test]
fn a_five_wins_when_the_same_stone_makes_six_in_another_line() {
    let column = [".....X....."; 5];
    let rows = column.into_iter().chain(["..XXX.X...."]).chain(["..........."; 5]);
    for rule in Rule::ALL {
        let board = board_of_rows(rule, rows.clone());
        let point = parse_point(board.size(), "f6").unwrap();
        assert!(board.is_winning_move(point, Color::Black), "{rule}");
        assert!(!board.is_forbidden(point), "{rule}");
    }
}

/// Random positions, some with neutral cells; every empty point for both colors.
#[test]
fn wins_agree_with_the_oracle_everywhere_on_the_board() {
    let mut rng = SplitMix64::new(7);
    for rule in Rule::ALL {
        for (width, height) in [(5, 5), (6, 7), (15, 15), (20, 20), (31, 9)] {
            for _ in 0..60 * times() {
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
                            board.is_winning_move(point, color),
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
    for _ in 0..1500 * times() {
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

/// In rows of black stones across the board the threes of each point depend on those of the next one, and so on.
#[test]
fn forbidden_points_between_long_rows_take_a_short_time() {
    for (period, rows) in [(3, 1), (7, 2)] {
        let board = |side: usize| {
            let mut board = square(side, Rule::Renju);
            let size = board.size();
            let in_rows = |point: &Point| size.xy(*point).1 % period < rows;
            size.points().filter(in_rows).for_each(|point| board.place(point, Cell::Black).unwrap());
            board
        };
        let small = board(9);
        let grid = Grid::of(&small);
        let fouls: Vec<Point> = small.empties().filter(|&point| grid.is_foul(point)).collect();
        assert_eq!(small.forbidden_points(), fouls, "{period}");
        let large = board(50);
        assert!(large.forbidden_points().len() < large.empty_count(), "{period}");
    }
}

/// A game without forbidden moves in which the threes of j5 depend on a chain of nine stones.
#[test]
fn a_long_chain_of_threes_is_followed_to_its_end() {
    let moves = "i12c14m13f9l12n13k13b6k4h6e7e4e2h9h13i8e14i3e9j1f12n3e13a8f5b7f14g8g3b11h2e15g12n4m12a10l14i13d7a7j10n7k12b14f6\
                 d12e5k8m2g9d9c1l13c8g4c12j9a4i4a3f10l7h3k1k14k3l10b4g13j13n12b10";
    let size = BoardSize::square(15).unwrap();
    let board = Board::from_moves(size, Rule::Renju, &parse_moves(size, moves).unwrap());
    let j5 = parse_point(size, "j5").unwrap();
    assert!(Grid::of(&board).is_foul(j5) && board.is_forbidden(j5));
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
