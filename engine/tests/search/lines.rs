//! Searches for several lines (multi-PV).

use crate::search::{TABLE, after, search};
use tengen::base::{Color, Rule, Score, WIN_BOUND, loss_in, win_in};
use tengen::board::Board;
use tengen::search::{Control, Limits, SearchInfo, SearchRequest, Searcher};

fn search_lines(board: &Board, limits: Limits, lines: usize) -> Vec<SearchInfo> {
    search(board, SearchRequest::multi_pv(lines, limits)).lines
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

/// In a quiet position several moves have similar scores, so the test uses a position with one best move.
#[test]
fn the_best_move_is_among_several_lines() {
    for rule in Rule::ALL {
        // Black has an open three, and only moves that stop it are good.
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
    // One answer to a four, two fives, an own open three, an open three of the opponent, an empty board.
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
    // The two fives of an open four come first and are reported as wins in one; the third line is another move.
    let board = after(Rule::Freestyle, 15, "h8a1i8a3j8a5k8a7");
    let reports = search_lines(&board, Limits::depth(4), 3);
    let scores: Vec<Score> = reports.iter().map(|report| report.score).collect();
    assert!(scores[0] == win_in(1) && scores[1] == win_in(1) && scores[2] < win_in(1), "{scores:?}");
    assert!(reports[0].proven && reports[1].proven);
}

/// Black's five is the best move, but not the only one: White must answer any other one, and has no time for its open
/// three.
#[test]
fn a_five_that_is_not_played_is_a_threat() {
    for rule in Rule::ALL {
        let board = after(rule, 15, "d13c13e13f5f13g5g13h5o1b1");
        let lines = search_lines(&board, Limits::depth(2), 12);
        assert_eq!(lines.len(), 12, "{rule}");
        assert!(lines.iter().all(|line| line.score > -WIN_BOUND), "{rule}: {lines:?}");
    }
}

/// White faces an open four: after any move Black makes five with its second stone from now.
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
    // Also when lines of two iterations are mixed, and the later iteration scores the position lower.
    let mut mixed = 0;
    for (rule, moves) in
        [(Rule::Standard, "h8i9g9i7j10"), (Rule::Freestyle, "h8h9g7i9g9g8f8i8"), (Rule::Caro, "h8i9g7i7")]
    {
        let board = after(rule, 15, moves);
        for nodes in (300..6_000).step_by(300) {
            let reports = search_lines(&board, Limits::nodes(nodes), 5);
            mixed += usize::from(reports[0].depth > reports[reports.len() - 1].depth);
            assert!(reports.windows(2).all(|pair| pair[0].score >= pair[1].score), "{rule} {nodes}: {reports:?}");
        }
    }
    assert!(mixed > 10, "{mixed}");
    let control = Control::unlimited();
    control.stop();
    let request = SearchRequest::multi_pv(3, Limits::NONE);
    let reports = Searcher::new(TABLE).search(&board, request, &control, &mut |_| {}).lines;
    assert_eq!((reports.len(), reports[0].depth), (1, 0));
}

/// A line's proof covers its own first move only: the win of the first line is not reported for other lines.
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
            // The result is proven within this number of stones, so a deep enough search finds it too.
            assert!(if report.score > 0 { reply < -WIN_BOUND } else { reply > WIN_BOUND }, "{moves} {report:?}");
        }
    }
    assert!(proven >= 4, "{proven}");
}
