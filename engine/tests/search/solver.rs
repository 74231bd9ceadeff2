//! Threat solvers compared with a naive search and by replay from the stones alone.

use crate::common::naive::Naive;
use crate::common::{board_of_rows, data, random_point, renju_near_the_draw, square, times};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, format_moves, parse_moves};
use tengen::solver::{Solution, SolverLimits, Vcf, Vct, refutes_vcf, vcf_refutation_candidates};

/// A crowded position with either side to move and without a five.
fn random_position(rule: Rule, side: usize, stones: usize, rng: &mut SplitMix64) -> Option<Board> {
    let mut board = square(side, rule);
    for _ in 0..stones {
        let point = random_point(&board, rng)?;
        let us = board.side_to_move();
        if board.is_winning_move(point, us) || board.forbids(us, point) {
            return None;
        }
        board.push(point);
    }
    Some(board)
}

#[test]
fn the_vcf_solver_finds_what_the_definition_has_and_nothing_else() {
    let mut rng = SplitMix64::new(11);
    for rule in Rule::ALL {
        let (mut wins, mut nones) = (0, 0);
        while wins < 25 || nones < 25 {
            let Some(mut board) = random_position(rule, 8, 12 + rng.below(10), &mut rng) else { continue };
            let naive = Naive::of(&board);
            let attacker = board.side_to_move();
            let hash = board.hash();
            for stones in 1..=3 {
                let solution = Vcf::new(10).solve(&mut board, SolverLimits { stones, ..SolverLimits::NONE });
                let expected = naive.has_vcf(attacker, stones);
                assert_eq!(
                    matches!(solution, Solution::Win(_)),
                    expected,
                    "{rule} {stones} {:?}",
                    board.history().collect::<Vec<_>>()
                );
                if let Solution::Win(line) = solution {
                    naive.replay_vcf(attacker, &line);
                    wins += 1;
                } else {
                    nones += 1;
                }
            }
            assert_eq!(board.hash(), hash);
        }
    }
}

/// The game is drawn at 25 empty cells, so a VCF of n stones, 2n - 1 plies, must end before.
#[test]
fn wins_by_threats_end_before_renjus_draw() {
    let mut rng = SplitMix64::new(43);
    let (mut wins, mut forestalled) = (0, 0);
    while wins < 25 || forestalled < 25 {
        let left = rng.below(6);
        let mut board = renju_near_the_draw(8, left, &mut rng);
        let (naive, attacker) = (Naive::of(&board), board.side_to_move());
        let limits = SolverLimits { nodes: 10_000, draw_at: 25, ..SolverLimits::NONE };
        let position = format!("{left} left, {:?}", board.history().collect::<Vec<_>>());
        let vcf = Vcf::new(10).solve(&mut board, limits);
        let is_won = naive.has_vcf(attacker, left.div_ceil(2) as u32);
        assert_eq!(matches!(vcf, Solution::Win(_)), is_won, "{position}");
        wins += usize::from(is_won);
        for solution in [vcf, Vct::new().solve(&mut board, limits)] {
            let Solution::Win(line) = solution else { continue };
            assert!(line.len() <= left && line.len() % 2 == 1, "{position}: {line:?}");
            naive.replay_vct(attacker, &line);
        }
        let endless = Vcf::new(10).solve(&mut board, SolverLimits { draw_at: 0, ..limits });
        forestalled += usize::from(!is_won && matches!(endless, Solution::Win(_)));
    }
}

#[test]
fn what_does_not_break_a_vcf_loses_to_it() {
    let mut rng = SplitMix64::new(5);
    for rule in Rule::ALL {
        let mut cases = 0;
        while cases < 15 {
            let Some(mut board) = random_position(rule, 9, 16 + rng.below(8), &mut rng) else { continue };
            let defender = board.side_to_move();
            board.set_side_to_move(!defender);
            let solution = Vcf::new(10).solve(&mut board, SolverLimits { stones: 3, ..SolverLimits::NONE });
            board.set_side_to_move(defender);
            let Solution::Win(line) = solution else { continue };
            cases += 1;
            let naive = Naive::of(&board);
            for point in naive.legal(defender) {
                if !refutes_vcf(&mut board, point, &line, 0) {
                    assert!(!naive.grid.winner_if(rule, point, defender));
                    assert!(naive.with(point, defender).has_vcf(!defender, 3), "{rule} {point:?} {line:?}");
                }
            }
        }
    }
}

#[test]
fn a_vcf_is_broken_only_where_it_is_touched() {
    let mut rng = SplitMix64::new(29);
    for rule in Rule::ALL {
        let (mut cases, mut touched, mut empty) = (0, 0, 0);
        while cases < 60 {
            let (size, stones) = (9 + rng.below(5), 16 + rng.below(40));
            let Some(mut board) = random_position(rule, size, stones, &mut rng) else { continue };
            let defender = board.side_to_move();
            let draw_at = [0, board.empty_count().saturating_sub(rng.below(9))][usize::from(rng.below(8) == 0)];
            board.set_side_to_move(!defender);
            let solution = Vcf::new(10).solve(&mut board, SolverLimits { stones: 8, nodes: 5_000, draw_at });
            board.set_side_to_move(defender);
            let Solution::Win(line) = solution else { continue };
            let hash = board.hash();
            let points = vcf_refutation_candidates(&mut board, &line, draw_at);
            assert_eq!(board.hash(), hash);
            assert!(points.is_sorted_by(|a, b| a < b) && points.iter().all(|&point| board.is_empty(point)));
            for point in board.empties().collect::<Vec<_>>() {
                let forbidden = board.forbids(defender, point);
                let spoils = !forbidden && refutes_vcf(&mut board, point, &line, draw_at);
                assert!(!spoils || points.contains(&point), "{rule} {point:?} {line:?}");
            }
            (cases, touched, empty) = (cases + 1, touched + points.len(), empty + board.empty_count());
        }
        assert!(2 * touched < empty, "{rule}: {touched} of {empty}");
    }
}

/// Both replies to White's double-four are overlines and no other cell is empty, so Black must play one.
#[test]
fn a_line_ends_with_its_five_even_if_every_reply_is_forbidden() {
    let rows = ["XOXOXOXO", "XOXOOXOX", "XOXXXOOO", ".OOO.XOX", "XXOXOOXX", "XOOOOXOO", "OXXXOOOO", "OXXX.XXO"];
    let mut board = board_of_rows(Rule::Renju, rows);
    board.set_side_to_move(Color::White);
    for solution in
        [Vcf::new(4).solve(&mut board, SolverLimits::NONE), Vct::new().solve(&mut board, SolverLimits::NONE)]
    {
        let Solution::Win(line) = solution else { panic!("{solution:?}") };
        assert_eq!(line.len(), 3);
        Naive::of(&board).replay_vcf(Color::White, &line);
    }
}

#[test]
fn without_a_stone_nobody_wins() {
    let mut board = square(15, Rule::Freestyle);
    board.play(&parse_moves(board.size(), "h8a1i8a2j8a3k8a4").unwrap());
    for stones in [0, 1] {
        let bounds = SolverLimits { stones, ..SolverLimits::NONE };
        for solution in [Vcf::new(4).solve(&mut board, bounds), Vct::new().solve(&mut board, bounds)] {
            assert_eq!(matches!(solution, Solution::Win(_)), stones == 1, "{stones}");
        }
    }
}

/// White's stone closes the five at the end of the line. The line's last stone then wins by a double-four in other
/// lines, but two plies later than the line states.
#[test]
fn a_line_whose_five_is_closed_is_broken_even_if_its_end_makes_another_four() {
    let rows = [
        "..........",
        "...O......",
        "...X......",
        "...X......",
        ".O.X......",
        "XXX.......",
        "....XXXO..",
        "....X.....",
        ".....X....",
        "..........",
        "..........",
    ];
    let mut board = board_of_rows(Rule::Caro, rows);
    let [four, reply, five, closing] = [(3, 5), (4, 5), (3, 6), (3, 7)].map(|(x, y)| board.size().point(x, y).unwrap());
    let line = vec![four, reply, five];
    assert_eq!(Vcf::new(10).solve(&mut board, SolverLimits::NONE), Solution::Win(line.clone()));
    board.set_side_to_move(Color::White);
    assert!(refutes_vcf(&mut board, closing, &line, 0));
    let elsewhere = board.size().point(9, 10).unwrap();
    assert!(!refutes_vcf(&mut board, elsewhere, &line, 0));
}

/// Tries every reply on the board to the first move of a VCT. After each the solver must win again in no more moves
/// than the line, and so on along the line.
fn holds_against_every_reply(mut board: Board, line: &[Point]) {
    let (rule, attacker) = (board.rule(), board.side_to_move());
    assert!(Naive::of(&board).winning(!attacker).len() <= 1);
    for (i, pair) in line.chunks(2).enumerate() {
        let ends = board.is_winning_move(pair[0], attacker);
        assert!(ends || Naive::of(&board).is_legal(pair[0], attacker), "{rule} {line:?}");
        board.push(pair[0]);
        if ends {
            break;
        }
        for reply in Naive::of(&board).legal(!attacker) {
            assert!(!board.is_winning_move(reply, !attacker), "{rule} {reply:?}");
            board.push(reply);
            let bounds = SolverLimits { stones: (line.len() - 2 * i) as u32 / 2, nodes: 200_000, ..SolverLimits::NONE };
            let solution = Vct::new().solve(&mut board, bounds);
            assert!(matches!(solution, Solution::Win(_)), "{rule} {line:?} {reply:?} {solution:?}");
            board.pop();
        }
        board.push(pair[1]);
    }
}

/// 35 idle closed threes of Black and a VCF of eight stones. The shortest way through all fours cannot be found in
/// time, and the solver must not search for it once it has a win.
#[test]
fn a_win_among_many_idle_fours_is_told() {
    let top = [
        "...X.......O..O",
        "X......X......X",
        "...............",
        ".......X.......",
        "......X........",
        "......X.O......",
        ".O......O...X..",
        "...X.........O.",
        ".O.............",
        "......X..X.....",
        "......X....X...",
        "..........XX...",
        "....O..........",
        "......X........",
        "....O..O.......",
    ];
    let mut rows: Vec<String> = top.iter().map(|row| format!("{row:.<40}")).collect();
    rows.extend((15..40).map(|y| if y % 3 == 0 && y > 15 { "OXXX..O.".repeat(5) } else { ".".repeat(40) }));
    let mut board = board_of_rows(Rule::Freestyle, rows.iter().map(String::as_str));
    board.set_side_to_move(Color::Black);
    // A request for a VCF must not search for the shortest win either.
    let solvers: [fn(&mut Board) -> Solution; 2] = [
        |board| Vct::new().solve(board, SolverLimits::NONE),
        |board| Vcf::new(22).solve_soon(board, SolverLimits::NONE, 1_000_000),
    ];
    for solve in solvers {
        let mut worked = board.clone();
        let (sender, answer) = channel();
        thread::spawn(move || sender.send(solve(&mut worked)));
        let solution = answer.recv_timeout(Duration::from_secs(60)).expect("an answer");
        let Solution::Win(line) = solution else { panic!("{solution:?}") };
        Naive::of(&board).replay_vcf(Color::Black, &line);
    }
}

const SHORT_VCT: SolverLimits = SolverLimits { stones: 8, nodes: 2_000, ..SolverLimits::NONE };

#[test]
fn a_vct_holds_against_every_reply_at_every_step_of_its_line() {
    let mut rng = SplitMix64::new(23);
    for rule in Rule::ALL {
        let mut cases = 0;
        while cases < 6 {
            let Some(mut board) = random_position(rule, 11, 8 + rng.below(8), &mut rng) else { continue };
            if Vcf::new(10).solve(&mut board, SolverLimits::NONE) != Solution::None {
                continue;
            }
            let Solution::Win(line) = Vct::new().solve(&mut board, SHORT_VCT) else { continue };
            cases += 1;
            holds_against_every_reply(board, &line);
        }
    }
}

#[test]
fn a_vct_found_with_little_memory_holds_too() {
    let mut rng = SplitMix64::new(31);
    let (mut wins, mut tried) = (0, 0);
    while tried < 100 {
        let rule = Rule::ALL[tried % Rule::ALL.len()];
        let Some(mut board) = random_position(rule, 11, 8 + rng.below(8), &mut rng) else { continue };
        if Vcf::new(10).solve(&mut board, SolverLimits::NONE) != Solution::None {
            continue;
        }
        let bounds = SolverLimits { nodes: 10_000, ..SHORT_VCT };
        match Vct::new().with_memory(100).solve(&mut board, bounds) {
            Solution::Win(line) => {
                holds_against_every_reply(board, &line);
                wins += 1;
            }
            Solution::None => assert!(!matches!(Vct::new().solve(&mut board, SHORT_VCT), Solution::Win(_))),
            Solution::Unknown => {}
        }
        tried += 1;
    }
    assert!(wins > 5, "{wins}");
}

/// Without the record of moves that won or failed it takes 230,000 nodes. A record of another position does not help.
#[test]
fn a_long_win_is_found_by_what_its_own_moves_won_and_failed() {
    let size = BoardSize::square(15).unwrap();
    let long =
        "j5g6g9i6c13k1j7h6j6j8i8h9f6h8h7g5i7k7l6j4i5k4i4k6k5l5h10f8i11i10g11j3i2g8f7g7g4j10j12k13k11k10l10i13g12m6n7";
    let [mut long, mut other] =
        [long, "h8i9j8g10"].map(|moves| Board::from_moves(size, Rule::Renju, &parse_moves(size, moves).unwrap()));
    let bounds = SolverLimits { nodes: 150_000, ..SolverLimits::NONE };
    let mut solver = Vct::new();
    let first = solver.solve(&mut long, bounds);
    assert!(matches!(first, Solution::Win(_)), "{first:?}");
    let nodes = solver.nodes();
    solver.solve(&mut other, SolverLimits { nodes: 70_000, ..bounds });
    assert_eq!((solver.solve(&mut long, bounds), solver.nodes()), (first, nodes));
}

/// Regression: positions that were settled early kept lengths greater than those along the line.
#[test]
fn a_vct_lasts_as_long_as_the_longest_reply() {
    let mut board = square(11, Rule::Renju);
    for number in [6, 26, 13, 30, 42, 29, 62, 40, 75, 84, 54, 37, 71] {
        board.push(Point(number));
    }
    let Solution::Win(line) = Vct::new().solve(&mut board, SHORT_VCT) else { panic!("no win") };
    holds_against_every_reply(board, &line);
}

#[test]
fn published_puzzles_are_solved_and_refuted_as_labeled() {
    let puzzles = data::puzzles();
    assert_eq!(puzzles.len(), 15);
    for puzzle in &puzzles {
        let mut board = puzzle.board(Rule::Renju);
        board.set_side_to_move(puzzle.value("move").parse().unwrap());
        let (naive, attacker) = (Naive::of(&board), board.side_to_move());
        let (mut vcf, mut vct) = (Vcf::new(20), Vct::new());
        // The puzzles count moves to the four that cannot be stopped; the solver also counts the five.
        let bounds = |moves: &str| SolverLimits {
            stones: if moves == "any" { u32::MAX } else { moves.parse::<u32>().unwrap() + 1 },
            ..SolverLimits::NONE
        };
        if puzzle.value("kind") == "vcf" {
            for moves in puzzle.all("wins") {
                let Solution::Win(line) = vcf.solve(&mut board, bounds(moves)) else { panic!("{}", puzzle.name) };
                naive.replay_vcf(attacker, &line);
            }
            for moves in puzzle.all("fails") {
                assert_eq!(vcf.solve(&mut board, bounds(moves)), Solution::None, "{} {moves}", puzzle.name);
            }
            continue;
        }
        assert_eq!(vcf.solve(&mut board, SolverLimits::NONE), Solution::None);
        let Solution::Win(line) = vct.solve(&mut board, SolverLimits::NONE) else { panic!("{}", puzzle.name) };
        naive.replay_vct(attacker, &line);
        for moves in puzzle.all("fails") {
            // The puzzles allow fewer kinds of threats and count the final fours, so the solver may win with fewer
            // stones.
            match vct.solve(&mut board, bounds(moves)) {
                Solution::Win(line) => naive.replay_vct(attacker, &line),
                other => assert_eq!(other, Solution::None, "{} {moves}", puzzle.name),
            }
        }
    }
}

#[test]
fn a_solver_that_is_stopped_says_unknown() {
    let mut board = square(15, Rule::Freestyle);
    board.play(&parse_moves(board.size(), "h8a1i8a3h9a5").unwrap());
    let stop = Arc::new(AtomicBool::new(true));
    assert_eq!(Vct::stopped_by(stop).solve(&mut board, SolverLimits::NONE), Solution::Unknown);
}

#[test]
fn a_budget_gives_unknown_and_never_a_wrong_none() {
    let mut rng = SplitMix64::new(3);
    let mut unknown = 0;
    for _ in 0..200 * times() {
        let Some(mut board) = random_position(Rule::Freestyle, 15, 20, &mut rng) else { continue };
        let full = Vcf::new(16).solve(&mut board, SolverLimits::NONE);
        match Vcf::new(16).solve(&mut board, SolverLimits { nodes: 5, ..SolverLimits::NONE }) {
            Solution::Unknown => unknown += 1,
            Solution::None => assert_eq!(full, Solution::None, "{}", format_moves(board.size(), &[])),
            Solution::Win(_) => assert!(matches!(full, Solution::Win(_))),
        }
    }
    assert!(unknown > 5);
}
