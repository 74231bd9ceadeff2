//! Properties of the search: legal and sound answers, and equal results of equal searches.

use crate::common::oracle::Grid;
use crate::common::{board_of_rows, data, random_point, square, times};
use std::sync::Arc;
use tengen::base::{BoardSize, Cell, Color, Point, Rule, SplitMix64, WIN_BOUND, loss_in, win_in};
use tengen::board::{Board, format_point, parse_moves, parse_point};
use tengen::search::{Control, Limits, SearchRequest, SearchResult, Searcher};

/// Size of the transposition table in bytes.
pub const TABLE: usize = 4 << 20;

pub fn search(board: &Board, request: impl Into<SearchRequest>) -> SearchResult {
    Searcher::new(TABLE).search(board, request, &Control::unlimited(), &mut |_| {})
}

pub fn after(rule: Rule, size: usize, moves: &str) -> Board {
    let mut board = square(size, rule);
    board.play(&parse_moves(board.size(), moves).unwrap());
    board
}

fn best(board: &Board, limits: Limits) -> String {
    format_point(board.size(), search(board, limits).best.unwrap())
}

#[test]
fn a_search_is_the_same_after_clear_and_keeps_its_node_limit() {
    let board = after(Rule::Freestyle, 15, "h8i9g9i7");
    let mut searcher = Searcher::new(TABLE);
    let run = |searcher: &mut Searcher| {
        let mut reports = Vec::new();
        let result = searcher.search(&board, Limits::nodes(30_000), &Control::unlimited(), &mut |lines| {
            let [report] = lines else { panic!("one line") };
            reports.push((report.depth, report.score, report.nodes, report.pv.clone()));
        });
        assert!(result.info().nodes <= 30_000);
        (result.best, reports)
    };
    let first = run(&mut searcher);
    run(&mut searcher);
    searcher.clear();
    assert_eq!(run(&mut searcher), first);
    assert_eq!(run(&mut Searcher::new(TABLE)), first);
}

#[test]
fn a_win_in_one_is_never_missed_nor_left_to_the_opponent() {
    let mut rng = SplitMix64::new(17);
    let (mut wins, mut blocks) = (0, 0);
    for rule in Rule::ALL {
        for _ in 0..400 * times() {
            let mut board = square(15, rule);
            for _ in 0..40 + rng.below(60) {
                let Some(point) = random_point(&board, &mut rng) else { break };
                let side = board.side_to_move();
                if !board.is_winning_move(point, side)
                    && !board.is_winning_move(point, !side)
                    && !board.is_forbidden(point)
                {
                    board.push(point);
                }
            }
            let us = board.side_to_move();
            let grid = Grid::of(&board);
            let winning = |color| board.empties().filter(|&p| grid.winner_if(rule, p, color)).collect::<Vec<_>>();
            let (own, other) = (winning(us), winning(!us));
            let point = search(&board, Limits { depth: 3, nodes: 3_000 }).best.unwrap();
            if !own.is_empty() {
                wins += 1;
                assert!(own.contains(&point), "{rule}: {point:?} and not one of {own:?}");
            } else if !other.is_empty() {
                // If some legal move leaves the opponent without a win in one, such a move is played.
                let saves = |p: Point| {
                    let grid = grid.with(p, us.into());
                    grid.size
                        .points()
                        .filter(|q| grid.cells[q.index()] == Cell::Empty)
                        .all(|q| !grid.winner_if(rule, q, !us))
                };
                let saving: Vec<Point> = board.empties().filter(|&p| !board.forbids(us, p) && saves(p)).collect();
                blocks += usize::from(!saving.is_empty());
                assert!(saving.is_empty() || saving.contains(&point), "{rule}: {point:?} and not one of {saving:?}");
            }
        }
    }
    assert!(wins > 100 && blocks > 50, "too few to tell: {wins} wins, {blocks} blocks");
}

#[test]
fn an_open_three_is_answered() {
    for rule in Rule::ALL {
        // White has an open three from h8 to h10, and Black is to move.
        let mut board = after(rule, 15, "a1h8o1h9a15h10o15");
        board.set_side_to_move(Color::Black);
        let answer = best(&board, Limits::depth(5));
        assert!(["h6", "h7", "h11", "h12"].contains(&answer.as_str()), "{rule}: {answer}");
    }
}

/// In caro a four can also be answered beyond its end, and a four with both far ends closed is no threat.
#[test]
fn caro_fours_are_answered_where_they_can_be() {
    // White has a stone at c8, Black a four d8-g8: h8 wins unless White has i8.
    let rows = |row: &'static str| (0..15).map(move |y| if y == 7 { row } else { "..............." });
    let mut board = board_of_rows(Rule::Caro, rows("..OXXXX........"));
    board.set_side_to_move(Color::White);
    let answer = best(&board, Limits::depth(4));
    assert!(answer == "h8" || answer == "i8", "{answer}");
    let board = board_of_rows(Rule::Caro, rows("..OXXXX.O......"));
    assert!(!board.is_winning_move(parse_point(board.size(), "h8").unwrap(), Color::Black));
    let board = board_of_rows(Rule::Freestyle, rows("..OXXXX.O......"));
    assert!(board.is_winning_move(parse_point(board.size(), "h8").unwrap(), Color::Black));
}

#[test]
fn black_plays_a_legal_move_when_its_only_block_is_forbidden() {
    // White's four on the top row can be stopped only at e15, where Black would make an overline.
    let rows = [
        "OOOO...........",
        "....X..........",
        "....X..........",
        "....X..........",
        "....X..........",
        "....X..........",
    ];
    let rows = rows.into_iter().chain(std::iter::repeat_n("...............", 9));
    let mut board = board_of_rows(Rule::Renju, rows);
    board.set_side_to_move(Color::Black);
    let block = parse_point(board.size(), "e15").unwrap();
    assert!(board.is_forbidden(block));
    let result = search(&board, Limits::depth(6));
    let point = result.best.unwrap();
    assert!(point != block && board.is_empty(point) && !board.is_forbidden(point));
    assert_eq!(result.info().score, loss_in(2));
}

#[test]
fn a_full_board_has_no_move_and_one_free_cell_is_played() {
    let size = BoardSize::square(5).unwrap();
    for rule in Rule::ALL {
        let mut board = Board::new(size, rule);
        for (i, point) in size.points().enumerate() {
            let cell = if (i / 2 + i / 5) % 2 == 0 { Cell::Black } else { Cell::White };
            assert_eq!(search(&board, Limits::nodes(50)).best.is_some(), board.empty_count() > 0);
            board.place(point, cell).unwrap();
        }
        assert_eq!(search(&board, Limits::nodes(50)).best, None);
    }
}

#[test]
fn the_known_positions_are_played_right() {
    let blocks = data::best_moves();
    assert_eq!(blocks.len(), 10);
    for block in blocks {
        for rule in block.words("rules") {
            let board = after(rule.parse().unwrap(), 15, block.value("moves"));
            let point = search(&board, Limits::nodes(300_000)).best.unwrap();
            let answer = format_point(board.size(), point);
            let (accepted, rejected) = (block.words("accept"), block.words("reject"));
            assert!(board.is_empty(point) && !board.forbidden_points().contains(&point), "{} {answer}", block.name);
            let is_right = accepted.is_empty() || accepted.contains(&answer.as_str());
            assert!(is_right && !rejected.contains(&answer.as_str()), "{} {rule}: {answer}", block.name);
        }
    }
}

#[test]
fn a_win_by_fours_is_played_and_announced_before_the_first_iteration() {
    let puzzles = data::puzzles();
    let puzzle = puzzles.iter().find(|puzzle| puzzle.name == "vcf-black").unwrap();
    let mut board = puzzle.board(Rule::Renju);
    board.set_side_to_move(puzzle.value("move").parse().unwrap());
    // A depth of 100, as board programs send it, is no limit.
    for depth in [u32::MAX, 100] {
        let result = search(&board, Limits { depth, nodes: 200_000 });
        let info = result.info();
        assert!(info.proven && info.score == win_in(info.pv.len()) && info.pv.len() > 5, "{info:?}");
        assert!(result.best == info.pv.first().copied() && info.nodes < 10_000, "{} nodes", info.nodes);
    }
}

#[test]
fn an_only_move_is_played_at_once_and_searched_on_for_its_score() {
    // White must answer the four h8 to k8 at l8.
    let board = after(Rule::Freestyle, 15, "h8g8i8a1j8o1k8");
    let played = search(&board, Limits::nodes(20_000));
    let searched = search(&board, SearchRequest::multi_pv(1, Limits::nodes(20_000)));
    let best = |result: &SearchResult| result.best.map(|point| format_point(board.size(), point));
    assert_eq!(best(&played).as_deref(), Some("l8"));
    assert_eq!(best(&played), best(&searched));
    assert!(played.info().depth == 1 && searched.info().depth > 4, "{played:?}, {searched:?}");
}

#[test]
fn several_threads_find_what_one_finds_and_one_is_deterministic_afterwards() {
    let board = after(Rule::Freestyle, 15, "h8i9g9i7");
    let mut searcher = Searcher::new(TABLE);
    let run = |searcher: &mut Searcher, limits| searcher.search(&board, limits, &Control::unlimited(), &mut |_| {});
    let alone = run(&mut searcher, Limits::nodes(20_000));
    searcher.set_threads(3);
    let together = run(&mut searcher, Limits::depth(9));
    assert!(together.info().depth == 9 && board.is_empty(together.best.unwrap()));
    // A search with a node limit must be reproducible, so it uses one thread.
    searcher.clear();
    let again = run(&mut searcher, Limits::nodes(20_000));
    assert_eq!((again.best, again.info().nodes), (alone.best, alone.info().nodes));
    searcher.set_threads(1);
    searcher.clear();
    let again = run(&mut searcher, Limits::nodes(20_000));
    assert_eq!((again.best, again.info().score), (alone.best, alone.info().score));

    // A win that all threads find, and a stop from outside.
    searcher.set_threads(4);
    let won = after(Rule::Freestyle, 15, "h8a1i8a3j8a5");
    assert!(searcher.search(&won, Limits::NONE, &Control::unlimited(), &mut |_| {}).info().score > WIN_BOUND);
    let control = Arc::new(Control::unlimited());
    let stopper = Arc::clone(&control);
    let timer = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        stopper.stop();
    });
    assert!(searcher.search(&board, Limits::NONE, &control, &mut |_| {}).best.is_some());
    timer.join().unwrap();
}

#[test]
fn a_first_move_other_than_the_center_lies_around_it_and_is_searched() {
    for (rule, side) in [(Rule::Freestyle, 20), (Rule::Renju, 15), (Rule::Caro, 6)] {
        let board = Board::new(BoardSize::square(side).unwrap(), rule);
        let center = board.size().center();
        let request = SearchRequest { root_excluded: vec![center], ..Limits::nodes(3_000).into() };
        let result = search(&board, request);
        let distance = board.size().distance(result.best.unwrap(), center);
        assert!((1..=2).contains(&distance) && result.info().depth > 1, "{rule}: {:?}", result.info());
        assert_eq!(search(&board, SearchRequest::multi_pv(3, Limits::depth(2))).lines.len(), 3, "{rule}");
    }
}

#[test]
fn excluded_moves_are_not_played_and_everything_excluded_is_no_move() {
    for (rule, moves) in [
        (Rule::Freestyle, "h8i9g9i7"),
        (Rule::Freestyle, "h8a1i8a3j8a5k8a7"),
        (Rule::Renju, "h8a1i8a3j8"),
        (Rule::Caro, "h8a1i8a2j8a3k8"),
    ] {
        let board = after(rule, 15, moves);
        let mut searcher = Searcher::new(TABLE);
        let mut excluded = Vec::new();
        for _ in 0..12 {
            let request = SearchRequest { root_excluded: excluded.clone(), ..Limits::depth(4).into() };
            let result = searcher.search(&board, request, &Control::unlimited(), &mut |_| {});
            let best = result.best.unwrap();
            assert!(board.is_empty(best) && !excluded.contains(&best), "{rule} {moves}");
            excluded.push(best);
        }
        let all: Vec<Point> = board.empties().collect();
        for multi_pv in [1, 3] {
            let request =
                SearchRequest { root_excluded: all.clone(), ..SearchRequest::multi_pv(multi_pv, Limits::depth(3)) };
            let nothing = searcher.search(&board, request, &Control::unlimited(), &mut |_| {});
            assert!(nothing.best.is_none() && nothing.lines.len() == 1 && nothing.info().pv.is_empty());
        }
    }
    // Without the two fives the win is farther away, so no win in one is reported.
    let board = after(Rule::Freestyle, 15, "h8a1i8a3j8a5k8a7");
    let fives = parse_moves(board.size(), "g8l8").unwrap();
    let result = search(&board, SearchRequest { root_excluded: fives, ..Limits::depth(6).into() });
    assert!(result.info().score < win_in(1), "{:?}", result.info());
}
