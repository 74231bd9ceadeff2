//! What the search must never do wrong, and that it does the same every time.
#![allow(missing_docs)]

mod common;

use common::oracle::{Grid, Outcome};
use common::{board_of_rows, data, random_point, renju_near_the_draw, square, times};
use std::sync::Arc;
use tengen::base::{BoardSize, Cell, Color, Point, Rule, Score, SplitMix64, WIN_BOUND, loss_in, win_in};
use tengen::bench;
use tengen::board::{Board, format_point, parse_moves, parse_point};
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::search::{Control, Limits, SearchInfo, SearchRequest, SearchResult, Searcher};

const TABLE: usize = 4 << 20;

fn search(board: &Board, limits: Limits) -> SearchResult {
    Searcher::new(TABLE).search(board, limits, &Control::unlimited(), &mut |_| {})
}

fn after(rule: Rule, size: usize, moves: &str) -> Board {
    let mut board = square(size, rule);
    board.play(&parse_moves(board.size(), moves).unwrap());
    board
}

fn best(board: &Board, limits: Limits) -> String {
    format_point(board.size(), search(board, limits).best.unwrap())
}

#[test]
fn the_signature_is_the_same_on_every_run() {
    let mut first = Vec::new();
    let mut second = Vec::new();
    let one = bench::run(&mut first).unwrap();
    assert_eq!(one, bench::run(&mut second).unwrap());
    let lines: Vec<String> = String::from_utf8(first).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines[lines.len() - 2], format!("Bench: {:016x}", one.signature));
    assert!(
        lines[lines.len() - 1].starts_with(&format!("{} nodes ", one.nodes))
            && lines[lines.len() - 1].ends_with(" nps")
    );
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

/// The winner with perfect play within this number of stones, from the stones alone: the referee's rules
/// and every move tried.
fn naive(grid: &Grid, rule: Rule, side: Color, plies: usize) -> Option<Score> {
    let empties: Vec<Point> = grid
        .size
        .points()
        .filter(|p| grid.cells[p.index()] == Cell::Empty)
        .filter(|&p| legal(grid, rule, side, p))
        .collect();
    if plies == 0 || empties.is_empty() {
        return None;
    }
    if empties.iter().any(|&p| grid.winner_if(rule, p, side)) {
        return Some(win_in(1));
    }
    let mut every_move_loses = true;
    let mut latest_loss = Score::MIN;
    let mut earliest_win = None;
    for point in empties {
        match naive(&grid.with(point, side.into()), rule, !side, plies - 1) {
            Some(score) if score < 0 => {
                let win = -score - 1;
                earliest_win = Some(earliest_win.map_or(win, |best: Score| best.max(win)));
                if plies == 3 {
                    break;
                }
            }
            Some(score) => latest_loss = latest_loss.max(-score + 1),
            None => every_move_loses = false,
        }
    }
    earliest_win.or((every_move_loses && latest_loss > Score::MIN).then_some(latest_loss))
}

fn legal(grid: &Grid, rule: Rule, side: Color, point: Point) -> bool {
    !(rule == Rule::Renju && side == Color::Black && grid.is_foul(point))
}

/// Small dense boards, on which every win and loss that a shallow search reports is proven by trying
/// every move, and every win in one and three that is there is reported.
#[test]
fn short_wins_and_losses_are_the_ones_that_trying_every_move_finds() {
    let mut rng = SplitMix64::new(5);
    let (mut wins, mut losses) = (0, 0);
    for rule in Rule::ALL {
        for _ in 0..150 * times() {
            let mut board = square(6, rule);
            // Renju's referee calls a draw at 25 free cells; on a board this small play goes on.
            for _ in 0..14 + rng.below(12) {
                let Some(point) = random_point(&board, &mut rng) else { break };
                let side = board.side_to_move();
                let foul = side == Color::Black && board.is_forbidden(point);
                if !board.is_winning_move(point, side) && !foul {
                    board.push(point);
                }
            }
            let grid = Grid::of(&board);
            let side = board.side_to_move();
            let result = search(&board, Limits::depth(4));
            let score = result.info().score;
            if score >= win_in(3) {
                wins += 1;
                assert_eq!(
                    naive(&grid, rule, side, 3),
                    Some(score),
                    "{rule} {:?}",
                    board.history().collect::<Vec<_>>()
                );
            } else if score <= loss_in(4) && score < -WIN_BOUND {
                losses += 1;
                let proven = naive(&grid, rule, side, 4);
                assert!(
                    proven.is_some_and(|proven| proven <= score.max(loss_in(4)) && proven < 0),
                    "{rule} {score} {proven:?}"
                );
            } else {
                let found = naive(&grid, rule, side, 3);
                assert!(found.is_none_or(|proven| proven < win_in(3)), "{rule}: missed {found:?} with {score}");
            }
        }
    }
    assert!(wins > 60 && losses > 3, "too few to tell: {wins} wins, {losses} losses");
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
                let saving: Vec<Point> = board.empties().filter(|&p| !board.is_forbidden(p) && saves(p)).collect();
                if us == Color::White || rule != Rule::Renju {
                    let saving: Vec<Point> = board.empties().filter(|&p| saves(p)).collect();
                    blocks += usize::from(!saving.is_empty());
                    assert!(
                        saving.is_empty() || saving.contains(&point),
                        "{rule}: {point:?} and not one of {saving:?}"
                    );
                } else {
                    assert!(
                        saving.is_empty() || saving.contains(&point),
                        "{rule}: {point:?} and not one of {saving:?}"
                    );
                }
            }
        }
    }
    assert!(wins > 100 && blocks > 50, "too few to tell: {wins} wins, {blocks} blocks");
}

#[test]
fn an_open_three_is_answered() {
    for rule in Rule::ALL {
        let board = after(rule, 15, "a1h8o1h9a15h10o15");
        // White's three from h8 to h10 has Black to move after an own stone in the corner.
        let mut board = board;
        board.set_side_to_move(Color::Black);
        let answer = best(&board, Limits::depth(5));
        assert!(["h6", "h7", "h11", "h12"].contains(&answer.as_str()), "{rule}: {answer}");
    }
}

/// In caro a four may be answered beyond its end, and a four closed at both far ends is none.
#[test]
fn caro_fours_are_answered_where_they_can_be() {
    // White has o at c8, Black a four d8-g8: h8 wins unless i8 is White's.
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
    // White's four on the top row can be stopped at e15 only, where Black would make an overline.
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
    // A board program's depth of 100 is no limit.
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
    let searched = Searcher::new(1 << 20).search(
        &board,
        SearchRequest::multi_pv(1, Limits::nodes(20_000)),
        &Control::unlimited(),
        &mut |_| {},
    );
    let best = |result: &SearchResult| result.best.map(|point| format_point(board.size(), point));
    assert_eq!(best(&played).as_deref(), Some("l8"));
    assert_eq!(best(&played), best(&searched));
    assert!(played.info().depth == 1 && searched.info().depth > 4, "{played:?}, {searched:?}");
}

/// Two stones before renju's draw nothing can be won that takes three.
#[test]
fn no_win_is_reported_that_the_draw_forestalls() {
    let rows = [".XXX...", "..XO.O.", "...X...", ".O.XOO.", "X..O.OX", ".X.....", "OOXOXO."];
    let mut board = board_of_rows(Rule::Renju, rows);
    assert_eq!(board.empty_count(), 27);
    board.set_side_to_move(Color::Black);
    assert_eq!(search(&board, Limits::depth(12)).info().score, 0);
}

/// One stone before renju's draw two fours threaten nothing any more.
#[test]
fn no_loss_is_reported_that_the_draw_forestalls() {
    let rows = [".XXXX...", ".OO.O.O.", "X..O..X.", ".XXXX...", "OO.O..OO", "X..X.OXO", "O.OXXO.O", "XOXOOO.X"];
    let mut board = board_of_rows(Rule::Renju, rows);
    assert_eq!(board.empty_count(), 26);
    board.set_side_to_move(Color::White);
    let result = search(&board, Limits::depth(5));
    assert_eq!((result.info().score, result.info().pv.len()), (0, 1));
}

/// Two open threes need five stones to win, which renju's draw may forestall: four are left after Black's move here.
#[test]
fn two_open_threes_do_not_win_when_four_stones_are_left_before_the_draw() {
    let mut rng = SplitMix64::new(37);
    let mut seen = 0;
    while seen < 150 {
        let mut board = renju_near_the_draw(7, 5, &mut rng);
        let mut fours = Vec::new();
        Color::ALL.into_iter().for_each(|color| movegen::fours(&board, color, &mut fours));
        let fives = Color::ALL.map(|color| board.count(color, PointClass::Five));
        // Black's one stone seldom takes both away.
        let threatens = movegen::double_three_wins(&board, Color::White)
            && board.count(Color::White, PointClass::DoubleThree) > 1
            && fours.is_empty()
            && fives == [0, 0];
        if board.empty_count() == 25 + 5 && threatens {
            seen += 1;
            board.set_side_to_move(Color::Black);
            let score = search(&board, Limits::depth(3)).info().score;
            assert!(score > -WIN_BOUND, "{score}, {:?}", board.history().collect::<Vec<_>>());
        }
    }
}

/// Random renju positions a few stones before the draw, where trying every move is cheap.
#[test]
fn scores_near_the_draw_are_those_of_trying_every_move() {
    let mut rng = SplitMix64::new(31);
    let mut decided = 0;
    for _ in 0..120 * times() {
        let left = 2 + rng.below(2);
        let board = renju_near_the_draw(8, left, &mut rng);
        let grid = Grid::of(&board);
        let plies = board.empty_count() - 25;
        let proven = naive(&grid, Rule::Renju, board.side_to_move(), plies);
        decided += usize::from(proven.is_some());
        let score = search(&board, Limits::depth(6)).info().score;
        assert_eq!(score, proven.unwrap_or(0), "{:?}", board.history().collect::<Vec<_>>());
    }
    assert!(decided > 10, "{decided}");
}

/// A reported win is carried out, whatever the loser plays: half of the time what the search
/// thinks best, otherwise any legal move that does not lose at once. The referee counts.
/// `TENGEN_TOLD_GAMES` asks for more games than 60.
#[test]
fn a_win_that_is_reported_is_won_against_any_defense() {
    let mut rng = SplitMix64::new(41);
    let mut reported = 0;
    let games = std::env::var("TENGEN_TOLD_GAMES").map_or(60, |games| games.parse().unwrap());
    for game in 0..games {
        let rule = Rule::ALL[game % Rule::ALL.len()];
        let mut board = square(15, rule);
        let mut grid = Grid::of(&board);
        let mut moves = Vec::new();
        while moves.len() < 4 {
            let point = random_point(&board, &mut rng).unwrap();
            let color = board.side_to_move();
            if grid.clone().play(rule, point, color) == Outcome::GoesOn {
                grid.play(rule, point, color);
                board.push(point);
                moves.push(point);
            }
        }
        let mut searchers = [Searcher::new(TABLE), Searcher::new(TABLE)];
        let mut winner: Option<Color> = None;
        let mut told_by_winner = false;
        let outcome = loop {
            let us = board.side_to_move();
            let mut proven = None;
            // The loser may be the one who reported the win: then the winner has yet to find it, which can take more nodes.
            let has_to_find = winner == Some(us) && !told_by_winner;
            let limits = Limits::nodes(if has_to_find { 40_000 } else { 4_000 });
            let result = searchers[us.index()].search(&board, limits, &Control::unlimited(), &mut |lines| {
                if lines[0].proven {
                    proven = Some(if lines[0].score > 0 { us } else { !us });
                }
            });
            if let Some(proven) = proven {
                assert!(winner.is_none_or(|winner| winner == proven), "{rule}: two winners");
                reported += usize::from(winner.is_none());
                winner = Some(proven);
                told_by_winner |= proven == us;
            }
            let mut point = result.best.unwrap();
            if winner == Some(!us) && rng.below(2) == 0 {
                let safe: Vec<Point> = board
                    .empties()
                    .filter(|&p| us == Color::White || rule != Rule::Renju || !grid.is_foul(p))
                    .collect();
                point = safe[rng.below(safe.len())];
            }
            moves.push(point);
            match grid.play(rule, point, us) {
                Outcome::GoesOn => board.push(point),
                outcome => break (outcome, us),
            }
        };
        if let Some(winner) = winner {
            assert_eq!(outcome, (Outcome::Won, winner), "{rule}: reported and not won: {moves:?}");
        }
    }
    println!("{reported} wins reported in {games} games");
    assert!(reported * 3 > games * 2, "{reported}");
}

#[test]
fn several_threads_find_what_one_finds_and_one_is_deterministic_again_afterwards() {
    let board = after(Rule::Freestyle, 15, "h8i9g9i7");
    let mut searcher = Searcher::new(TABLE);
    let run = |searcher: &mut Searcher, limits| searcher.search(&board, limits, &Control::unlimited(), &mut |_| {});
    let alone = run(&mut searcher, Limits::nodes(20_000));
    searcher.set_threads(3);
    let together = run(&mut searcher, Limits::depth(9));
    assert!(together.info().depth == 9 && board.is_empty(together.best.unwrap()));
    // A number of nodes is a search to be repeated: one thread does it.
    searcher.clear();
    let again = run(&mut searcher, Limits::nodes(20_000));
    assert_eq!((again.best, again.info().nodes), (alone.best, alone.info().nodes));
    searcher.set_threads(1);
    searcher.clear();
    let again = run(&mut searcher, Limits::nodes(20_000));
    assert_eq!((again.best, again.info().score), (alone.best, alone.info().score));

    // A win that all threads see, and a stop from outside.
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

fn search_lines(board: &Board, limits: Limits, lines: usize) -> Vec<SearchInfo> {
    let request = SearchRequest::multi_pv(lines, limits);
    Searcher::new(TABLE).search(board, request, &Control::unlimited(), &mut |_| {}).lines
}

fn assert_legal_and_different(board: &Board, reports: &[SearchInfo]) {
    let mut board = board.clone();
    for (i, report) in reports.iter().enumerate() {
        let first = report.pv[0];
        assert!(board.is_empty(first) && reports[..i].iter().all(|other| other.pv[0] != first));
        let forbidden = board.rule() == Rule::Renju && board.side_to_move() == Color::Black;
        assert!(!forbidden || !board.is_forbidden(first));
        let depth = board.history().len();
        for &point in &report.pv {
            assert!(board.is_empty(point), "the line is a line of play");
            board.push(point);
        }
        while board.history().len() > depth {
            board.pop();
        }
    }
}

#[test]
fn several_lines_have_different_first_moves_and_come_best_first() {
    for rule in Rule::ALL {
        let board = after(rule, 15, "h8i9g9i7j10");
        let mut reported = 0;
        let mut searcher = Searcher::new(TABLE);
        let request = SearchRequest::multi_pv(4, Limits::depth(6));
        let result = searcher.search(&board, request, &Control::unlimited(), &mut |reports| {
            reported += 1;
            assert!(reports.iter().all(|report| report.depth == reported) && reports.len() == 4);
        });
        let reports = result.lines;
        assert_eq!((reports.len(), reported), (4, 6), "{rule}");
        assert!(reports.windows(2).all(|pair| pair[0].score >= pair[1].score), "{rule}");
        assert_legal_and_different(&board, &reports);
    }
}

/// In a quiet position several moves are worth about as much, so a position is asked that has one best move.
#[test]
fn the_best_move_is_among_several_lines() {
    for rule in Rule::ALL {
        // Black's open three: only what stops it is worth anything.
        let board = after(rule, 15, "h8i9g8c3i8");
        let one = search(&board, Limits::depth(6)).best.unwrap();
        let lines = search_lines(&board, Limits::depth(6), 4);
        assert!(lines.iter().any(|line| line.pv[0] == one), "{rule}: the best move is among the lines");
    }
}

#[test]
fn one_line_is_the_search_and_nothing_of_several_stays_behind() {
    let board = after(Rule::Freestyle, 15, "h8i9g9i7");
    let alone = search(&board, Limits::nodes(20_000));
    let one = search_lines(&board, Limits::nodes(20_000), 1);
    assert_eq!(one.len(), 1);
    assert_eq!(
        (one[0].pv.first().copied(), one[0].score, one[0].nodes),
        (alone.best, alone.info().score, alone.info().nodes)
    );
    let mut searcher = Searcher::new(TABLE);
    let request = SearchRequest::multi_pv(5, Limits::nodes(20_000));
    searcher.search(&board, request, &Control::unlimited(), &mut |_| {});
    searcher.clear();
    let again = searcher.search(&board, Limits::nodes(20_000), &Control::unlimited(), &mut |_| {});
    assert_eq!((again.best, again.info().nodes), (alone.best, alone.info().nodes));
}

#[test]
fn lines_are_as_many_as_there_are_and_legal_under_every_limit() {
    // One answer to a four, two fives, an own open three, one of the opponent's, an empty board.
    for (moves, lines) in
        [("h8a1i8a2j8a3k8", 1), ("h8a1i8a3j8a5k8a7", 3), ("h8a1i8a3j8a5", 3), ("h8a1i8a3j8", 2), ("", 3)]
    {
        for rule in Rule::ALL {
            let board = after(rule, 15, moves);
            let caro_blocks_twice = rule.open_end_required() && moves.ends_with("k8");
            for limits in [Limits::depth(1), Limits::depth(5), Limits::nodes(3_000), Limits::nodes(40)] {
                let reports = search_lines(&board, limits, 3);
                assert_legal_and_different(&board, &reports);
                assert!(!reports.is_empty() && reports.len() <= 3);
                if limits.nodes == u64::MAX && !caro_blocks_twice {
                    assert!(reports.len() == lines || moves == "h8a1i8a3j8" && reports.len() == 3, "{rule} {moves}");
                }
            }
        }
    }
    // The two fives of an open four come first, are reported as such, and the third line is another move.
    let board = after(Rule::Freestyle, 15, "h8a1i8a3j8a5k8a7");
    let reports = search_lines(&board, Limits::depth(4), 3);
    let scores: Vec<Score> = reports.iter().map(|report| report.score).collect();
    assert!(scores[0] == win_in(1) && scores[1] == win_in(1) && scores[2] < win_in(1), "{scores:?}");
    assert!(reports[0].proven && reports[1].proven);
}

/// White faces an open four: whatever it plays, Black makes five with the second stone from now.
#[test]
fn a_lost_position_has_its_score_however_many_lines_are_asked_for() {
    let board = after(Rule::Freestyle, 15, "h8a1i8a15j8o1k8");
    for lines in [1, 3] {
        let mut reported = Vec::new();
        let request = SearchRequest::multi_pv(lines, Limits::depth(3));
        let mut sink = |found: &[SearchInfo]| reported.push((found.len(), found[0].score, found[0].pv.clone()));
        let result = Searcher::new(TABLE).search(&board, request, &Control::unlimited(), &mut sink);
        let info = result.info();
        assert_eq!((result.lines.len(), info.score, info.proven), (1, loss_in(2), true), "{lines} {info:?}");
        assert_eq!((info.depth, info.selective_depth, info.pv.first()), (1, 1, result.best.as_ref()), "{lines}");
        assert_eq!(reported, [(1, info.score, info.pv.clone())], "{lines}");
    }
}

#[test]
fn a_win_that_needs_no_search_is_as_long_as_its_line() {
    let won = ["h8a1i8a3j8a5", "h8a1i8a3j8a5k8a7"].map(|moves| after(Rule::Freestyle, 15, moves));
    for board in won {
        let result = search(&board, Limits::nodes(1_000));
        let info = result.info();
        assert!(info.score > WIN_BOUND && info.selective_depth >= info.pv.len() && !info.pv.is_empty(), "{info:?}");
    }
}

#[test]
fn a_stop_between_lines_keeps_those_that_were_found() {
    let board = after(Rule::Standard, 15, "h8i9g9i7j10");
    for nodes in [1, 50, 500, 5_000, 20_000] {
        let reports = search_lines(&board, Limits::nodes(nodes), 3);
        assert_legal_and_different(&board, &reports);
        assert!(reports.len() == 3 || nodes < 5_000);
        assert!(reports.windows(2).all(|pair| pair[0].depth >= pair[1].depth));
    }
    let control = Control::unlimited();
    control.stop();
    let request = SearchRequest::multi_pv(3, Limits::NONE);
    let reports = Searcher::new(TABLE).search(&board, request, &control, &mut |_| {}).lines;
    assert_eq!((reports.len(), reports[0].depth), (1, 0));
}

/// A line's proof covers its own first move only: the win of the first line is not reported for another.
#[test]
fn a_proven_line_wins_with_its_own_first_move() {
    let mut proven = 0;
    for moves in ["h8a1i8a3j8a5", "h8g8h9g9h10a1", "h8i9g9i7j10h9i10"] {
        let board = after(Rule::Freestyle, 15, moves);
        for report in search_lines(&board, Limits::depth(6), 6) {
            if !report.proven {
                continue;
            }
            proven += 1;
            let mut after_first = board.clone();
            after_first.push(report.pv[0]);
            let reply = search(&after_first, Limits::depth(8)).info().score;
            // Proven within this number of stones, so a deep enough search finds it too.
            assert!(if report.score > 0 { reply < -WIN_BOUND } else { reply > WIN_BOUND }, "{moves} {report:?}");
        }
    }
    assert!(proven >= 4, "{proven}");
}

#[test]
fn a_first_move_other_than_the_center_lies_around_it_and_is_searched() {
    for (rule, side) in [(Rule::Freestyle, 20), (Rule::Renju, 15), (Rule::Caro, 6)] {
        let board = Board::new(BoardSize::square(side).unwrap(), rule);
        let center = board.size().center();
        let request = SearchRequest { root_excluded: vec![center], ..Limits::nodes(3_000).into() };
        let result = Searcher::new(TABLE).search(&board, request, &Control::unlimited(), &mut |_| {});
        let distance = board.size().distance(result.best.unwrap(), center);
        assert!((1..=2).contains(&distance) && result.info().depth > 1, "{rule}: {:?}", result.info());
        let lines = SearchRequest::multi_pv(3, Limits::depth(2));
        let result = Searcher::new(TABLE).search(&board, lines, &Control::unlimited(), &mut |_| {});
        assert_eq!(result.lines.len(), 3, "{rule}");
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
    // Without the two fives the win is farther away and no win in one is reported.
    let board = after(Rule::Freestyle, 15, "h8a1i8a3j8a5k8a7");
    let mut searcher = Searcher::new(TABLE);
    let fives = parse_moves(board.size(), "g8l8").unwrap();
    let request = SearchRequest { root_excluded: fives, ..Limits::depth(6).into() };
    let result = searcher.search(&board, request, &Control::unlimited(), &mut |_| {});
    assert!(result.info().score < win_in(1), "{:?}", result.info());
}
