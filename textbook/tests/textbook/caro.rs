//! The caro engines of the reports: their moves, their time and their protocol.

use crate::common::oracle::{self, Grid};
use crate::common::{random_point, square};
use std::io::Cursor;
use std::time::Duration;
use tengen::base::{BoardSize, Cell, Color, Rule, SplitMix64};
use tengen::board::Board;
use tengen_textbook::TwoPlayerGame;
use tengen_textbook::caro::{Caro, CaroEngine, Opponent, PointsReport, StoneGrid, speak};

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

/// What an engine of the reports answers to these lines.
fn said_by(engine: CaroEngine, lines: &str) -> String {
    let mut out = Vec::new();
    speak(engine, &mut Cursor::new(lines.as_bytes()), &mut out).unwrap();
    String::from_utf8(out).unwrap()
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

/// `BOARD` says whose stones are whose and who moves, whatever their numbers.
#[test]
fn a_board_with_more_own_stones_is_played_for_its_own_side() {
    let board = "BOARD\n7,7,1\n8,7,1\n9,7,1\n10,7,1\n0,14,1\n7,2,2\n8,2,2\n9,2,2\n10,2,2\nDONE\n";
    for opponent in Opponent::ALL {
        let out = said_by(opponent.into(), &format!("START 15\n{board}"));
        let lines: Vec<&str> = out.lines().collect();
        assert!(["6,7", "11,7"].contains(&lines[1]), "{opponent}: {out}");
        // The stone taken back was the engine's, so its side is to move; after the opponent's, the opponent's.
        let (five, other) = (lines[1], if lines[1] == "6,7" { "11,7" } else { "6,7" });
        let out = said_by(opponent.into(), &format!("START 15\n{board}TAKEBACK {five}\nTURN 6,2\nTAKEBACK {other}\n"));
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines[2], "OK", "{out}");
        assert_eq!(lines.len(), 5, "{out}");
    }
}

#[test]
fn the_reports_engines_answer_bad_input_with_an_error_and_keep_the_position() {
    let said = "START 15\nBEGIN\nTAKEBACK 3,3\nTAKEBACK bla\nTAKEBACK\nTAKEBACK 7,7\nTAKEBACK 7,7\n\
                RECTSTART 15\nSTART 15,15\nSTART -1\nBEGIN\nBOARD\n3,3,1\nTAKEBACK 2,2\nTAKEBACK 7,7\nBOARD\n1,1,9\nDONE\n\
                INFO rule 12\nBEGIN\nBOARD\n3,3,1\nDONE\nTAKEBACK 3,3\nBOARD\nbla\nSTART 12\n";
    for opponent in Opponent::ALL {
        let out = said_by(opponent.into(), said);
        let expected = [
            "OK",
            "7,7",
            "ERROR the last stone is 7,7",
            "ERROR 'bla' is not a point",
            "ERROR '' is not a point",
            "OK",
            "ERROR the board is empty",
            "ERROR '15' is not a board size",
            "ERROR '15,15' is not a board size",
            "ERROR board width",
            "7,7",
            "ERROR DONE is missing; the position is as it was",
            "ERROR the last stone is 7,7",
            "OK",
            "ERROR '1,1,9' is not a stone",
            "ERROR rule: renju",
            "ERROR rule: renju",
            "ERROR the board is empty",
            "ERROR DONE is missing; the position is as it was",
            "OK",
        ];
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), expected.len(), "{out}");
        lines.iter().zip(expected).for_each(|(line, start)| assert!(line.starts_with(start), "{line}: {start}"));
    }
}

#[test]
fn the_reports_engines_look_as_far_as_they_are_told() {
    let mut board = square(15, Rule::Freestyle);
    board.push(board.size().center());
    let stones = |reach| Caro::new(PointsReport { reach }, &board).moves().len();
    assert_eq!((stones(1), stones(2)), (8, 24));
    // Two closed fours at once are a win three moves ahead; two moves ahead an open three looks better.
    let mut board = square(15, Rule::Freestyle);
    let black = [(3, 12), (4, 12), (6, 12), (5, 11), (5, 13), (5, 14), (10, 3), (11, 3)];
    for (points, cell) in [(black.as_slice(), Cell::Black), (&[(2, 12)], Cell::White)] {
        points.iter().for_each(|&(x, y)| board.place(board.size().point(x, y).unwrap(), cell).unwrap());
    }
    board.set_side_to_move(Color::Black);
    let fork = board.size().point(5, 12);
    for (depth, finds) in [(2, false), (3, true)] {
        let engine = CaroEngine { opponent: Opponent::Points, depth, reach: 1 };
        assert_eq!(engine.choose(&board, Duration::from_secs(60)) == fork, finds, "depth {depth}");
    }
}

#[test]
fn columns_beyond_z_have_their_own_names() {
    let size = BoardSize::new(30, 5).unwrap();
    let mut stones = StoneGrid::new(size, Rule::Caro);
    stones.put(size.point(27, 2).unwrap());
    let picture = stones.to_string();
    let lines: Vec<&str> = picture.lines().collect();
    let names: Vec<&str> = lines[5].split_whitespace().collect();
    assert_eq!((names.len(), names[0], names[25], names[26], names[29]), (30, "a", "z", "aa", "ad"));
    // The stone stands above the last letter of its column.
    let column = lines[5].find("ab").unwrap() + 1;
    assert_eq!(lines[2].as_bytes()[column], b'X', "{picture}");
    assert!(lines[2].contains("(X)") && lines.iter().take(5).all(|line| line.len() <= lines[5].len() + 1));
    assert!(StoneGrid::new(BoardSize::square(26).unwrap(), Rule::Caro).to_string().ends_with(" y z\n"));
}

#[test]
fn the_reports_engines_speak_the_protocol() {
    let said = "BEGIN\r\nSTART 4\r\nSTART 15\r\nINFO timeout_turn 50\nINFO rule 8\nBEGIN\nTURN 7,7\nTURN 99,0\nbla\nRESTART\nTURN 3,3\n\
                BOARD\n4,4,1\n5,4,1\n6,4,1\n7,4,1\n3,4,2\n0,0,2\n0,2,2\n0,4,2\nDONE\nBOARD\n1,1,9\nDONE\nINFO rule 12\nTURN 1,1\nEND\nABOUT\n";
    for opponent in Opponent::ALL {
        let out = said_by(opponent.into(), said);
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 12, "{out}");
        assert!(lines[0].starts_with("ERROR there is no board") && lines[1].starts_with("ERROR board width"));
        assert_eq!(lines[2..5], ["OK", "7,7", "ERROR 7,7 is occupied"]);
        assert_eq!(lines[5..8], ["ERROR 99,0 is off the 15x15 board", "UNKNOWN bla", "OK"]);
        assert!(lines[8].split(',').count() == 2 && !lines[8].starts_with("ERROR"), "{}", lines[8]);
        assert_eq!(lines[9], "8,4", "the five");
        assert_eq!(lines[10], "ERROR '1,1,9' is not a stone");
        assert!(lines[11].starts_with("ERROR rule: renju (4) and caro (8)"), "{}", lines[11]);
    }
}
