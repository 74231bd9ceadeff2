//! Whole games of the real binary, under every rule and on boards of all kinds, judged by a referee that knows the
//! stones only.

use crate::common::oracle::Grid;
use crate::common::process::Process;
use std::time::Duration;
use tengen::base::{BoardSize, Cell, Color, Rule};

/// Time limit of an answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// How a game ended.
#[derive(Debug, PartialEq, Eq)]
enum End {
    Win(Color),
    Draw,
    /// No end within the allowed number of stones.
    Long,
}

/// Plays one game between two processes and panics on a fault.
fn play(rule: Rule, width: usize, height: usize, turn_ms: u64, longest: usize) -> (End, usize) {
    let size = BoardSize::new(width, height).unwrap();
    let mut players = [Process::start(), Process::start()];
    for player in &mut players {
        let start = if width == height { format!("START {width}") } else { format!("RECTSTART {width},{height}") };
        assert_eq!(player.ask(&start), "OK");
        player.send(&format!("INFO rule {}", rule.bits()));
        player.send(&format!("INFO timeout_turn {turn_ms}"));
    }
    let mut grid = Grid { size, cells: vec![Cell::Empty; size.cells()] };
    let mut last = None;
    let draw_at = rule.draw_empty_cells(size.cells());
    for stones in 0..size.cells() - draw_at {
        if stones == longest {
            return (End::Long, stones);
        }
        let side = Color::ALL[stones % 2];
        let command = last.map_or_else(|| "BEGIN".to_owned(), |(x, y)| format!("TURN {x},{y}"));
        let (x, y) = players[side.index()].ask_move(&command);
        let point = size.point(x, y).unwrap_or_else(|| panic!("{x},{y} is off the board"));
        assert_eq!(grid.cells[point.index()], Cell::Empty, "{x},{y} is occupied");
        if rule == Rule::Renju && side == Color::Black {
            let no_other = grid.size.points().filter(|p| grid.cells[p.index()] == Cell::Empty).all(|p| grid.is_foul(p));
            assert!(no_other || !grid.is_foul(point), "{x},{y} is forbidden");
        }
        grid = grid.with(point, side.into());
        if grid.wins(rule, point) {
            players.iter_mut().for_each(Process::assert_silent_on_stderr);
            return (End::Win(side), stones + 1);
        }
        last = Some((x, y));
    }
    (End::Draw, size.cells() - draw_at)
}

fn report(rule: Rule, width: usize, height: usize, turn_ms: u64, longest: usize) {
    let (end, stones) = play(rule, width, height, turn_ms, longest);
    println!("{rule} {width}x{height}: {end:?} after {stones} stones");
}

#[test]
fn whole_games_on_the_usual_boards_have_no_fault() {
    for rule in Rule::ALL {
        report(rule, 15, 15, 15, usize::MAX);
        report(rule, 20, 20, 12, usize::MAX);
    }
}

#[test]
fn whole_games_on_the_smallest_boards_end_in_draws() {
    for rule in Rule::ALL {
        assert_eq!(play(rule, 5, 5, 8, usize::MAX), (End::Draw, 25));
        report(rule, 6, 7, 8, usize::MAX);
    }
}

#[test]
fn games_on_large_boards_and_rectangles_have_no_fault() {
    for rule in Rule::ALL {
        report(rule, 40, 30, 10, 150);
        report(rule, 120, 120, 20, 60);
        report(rule, 5, 120, 6, 100);
    }
}

/// A controller plays two real processes against each other by GTP.
#[test]
fn two_programs_play_a_whole_game_by_gtp_under_caro_and_renju() {
    for rule in ["caro", "renju"] {
        let mut players = [0, 1].map(|_| Process::start_with(&["gtp"]));
        for player in &mut players {
            for command in ["boardsize 15", "clear_board", &format!("tengen-rule {rule}"), "tengen-nodes 1500"] {
                assert_eq!(player.ask_gtp(command), "=");
            }
        }
        let mut moves = 0;
        let result = loop {
            let color = ["b", "w"][moves % 2];
            let answer = players[moves % 2].ask_gtp(&format!("genmove {color}"));
            let vertex = answer.strip_prefix("= ").unwrap().to_owned();
            if vertex == "resign" || vertex == "pass" {
                break players[0].ask_gtp("tengen-result");
            }
            assert_eq!(players[1 - moves % 2].ask_gtp(&format!("play {color} {vertex}")), "=", "{rule} {vertex}");
            moves += 1;
            assert!(moves <= 225);
        };
        assert!(moves >= 9 && result != "= unfinished", "{rule}: {result} after {moves} moves");
        let boards = players.each_mut().map(|player| player.ask_gtp("showboard"));
        assert_eq!(boards[0], boards[1]);
        for player in &mut players {
            assert_eq!(player.ask_gtp("quit"), "=");
            assert!(player.wait_exit(PATIENCE).is_some());
            player.assert_silent_on_stderr();
        }
    }
}
