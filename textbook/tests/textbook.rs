//! The textbook's games and engines, and its searches against each other and against the engine's.
#![allow(missing_docs)]

#[path = "../../tests/common/mod.rs"]
mod common;

use common::oracle::{self, Grid};
use common::{random_point, square};
use std::io::Cursor;
use std::time::Duration;
use tengen::base::{BoardSize, Cell, Color, Point, Rule, SplitMix64, WIN_BOUND, loss_in, win_in};
use tengen::board::Board;
use tengen::search::{Control, Limits, Searcher};
use tengen_textbook::caro::{Caro, CaroEngine, Opponent, PointsReport, StoneGrid, speak};
use tengen_textbook::isolation::{Isolation, Turn, cells};
use tengen_textbook::levels::{IsolationLevel, tournament};
use tengen_textbook::terminal::{End, Participant, Playable, ask, play};
use tengen_textbook::tictactoe::TicTacToe;
use tengen_textbook::{AlphaBeta, Ending, TengenGame, TwoPlayerGame, deepen, minimax, minimax_by_distance};

#[test]
fn minimax_and_alpha_beta_agree_on_all_5478_positions_of_tic_tac_toe() {
    let mut positions = TicTacToe::default().reachable();
    assert_eq!(positions.len(), 5478);
    let [mut plain, mut pruned, mut ordered] = [0; 3];
    for game in &mut positions {
        let before = game.clone();
        let value = minimax_by_distance(game, 9, 0, &mut plain);
        for (mut search, nodes) in [(AlphaBeta::default(), &mut pruned), (AlphaBeta::ordered(), &mut ordered)] {
            assert_eq!(search.value(game, 9), Ok(value), "{}", before.picture());
            *nodes += search.nodes;
        }
        assert_eq!(minimax(game, 9, &mut 0).signum(), value.signum());
        assert_eq!(*game, before, "a search leaves the game as it was");
        if let Some(found) = deepen(game, 9, Duration::from_secs(60)) {
            assert_eq!(found.value, value);
        }
    }
    assert!(pruned * 5 < plain && ordered * 2 < pruned, "{plain} {pruned} {ordered}");
}

#[test]
fn a_quick_win_and_a_slow_loss_are_preferred() {
    // X at 1 and 2 wins at 3 at once.
    let mut game = TicTacToe::default();
    [0, 3, 1, 4].into_iter().for_each(|cell| game.make(cell));
    assert_eq!(minimax_by_distance(&mut game, 9, 0, &mut 0), win_in(1));
    assert_eq!(deepen(&mut game, 9, Duration::from_secs(9)).unwrap().best, 2);
    // O has lost to X at 1 and 5, but lasts two stones longer when it blocks at 9.
    let mut game = TicTacToe::default();
    [0, 1, 4].into_iter().for_each(|cell| game.make(cell));
    assert_eq!(minimax_by_distance(&mut game, 9, 0, &mut 0), loss_in(4));
    assert_eq!(deepen(&mut game, 9, Duration::from_secs(9)).unwrap().best, 8);
}

#[test]
fn no_time_still_gives_a_move() {
    let found = deepen(&mut TicTacToe::default(), 9, Duration::ZERO).unwrap();
    assert!(found.best < 9);
    let mut full = TicTacToe::default();
    [0, 1, 2, 4, 3, 5, 7, 6, 8].into_iter().for_each(|cell| full.make(cell));
    assert_eq!(deepen(&mut full, 9, Duration::ZERO), None);
}

/// Every turn of random games, from the cells drawn on the board and the rules written once more.
#[test]
fn isolations_turns_are_a_kings_step_and_a_free_block() {
    let mut rng = SplitMix64::new(3);
    let mut finished = 0;
    for _ in 0..40 {
        let mut game = Isolation::default();
        loop {
            let picture: Vec<Vec<char>> =
                game.picture().lines().take(6).map(|l| l.chars().filter(|c| ".#AB".contains(*c)).collect()).collect();
            let at = |cell: u8| picture[5 - usize::from(cell / 6)][usize::from(cell % 6)];
            let us = ['A', 'B'][game.side()];
            let king = (0..36).find(|&cell| at(cell) == us).unwrap();
            let near = |a: u8, b: u8| a != b && (a % 6).abs_diff(b % 6) <= 1 && (a / 6).abs_diff(b / 6) <= 1;
            let mut expected = Vec::new();
            for to in (0..36).filter(|&to| near(king, to) && at(to) == '.') {
                let free = |&block: &u8| block != to && (at(block) == '.' || block == king);
                expected.extend((0..36).filter(free).map(|block| Turn { to, block }));
            }
            let turns = game.moves();
            assert_eq!(turns, expected);
            assert!(
                turns.iter().all(|&turn| game.is_legal(turn) && game.read_move(&game.write_move(turn)) == Ok(turn))
            );
            if turns.is_empty() {
                assert_eq!(game.outcome(), Some(Ending::Loss));
                finished += 1;
                break;
            }
            assert_eq!(game.outcome(), None);
            let turn = turns[rng.below(turns.len())];
            let before = game.clone();
            game.make(turn);
            game.unmake();
            assert_eq!(game, before);
            game.make(turn);
        }
    }
    assert_eq!(finished, 40);
}

#[test]
fn isolations_searches_agree() {
    let mut rng = SplitMix64::new(4);
    let mut game = Isolation::default();
    for _ in 0..6 {
        let turn = IsolationLevel::Random.choose(&mut game, &mut rng).unwrap();
        game.make(turn);
        let value = minimax_by_distance(&mut game, 2, 0, &mut 0);
        assert_eq!(AlphaBeta::default().value(&mut game, 2), Ok(value));
        assert_eq!(AlphaBeta::ordered().value(&mut game, 2), Ok(value));
    }
    assert_eq!(cells(0b1001).collect::<Vec<_>>(), [0, 3]);
}

#[test]
fn the_full_search_wins_every_game_of_a_tournament() {
    let mut rng = SplitMix64::new(1);
    for other in [IsolationLevel::Random, IsolationLevel::Blocking] {
        let standing = tournament([IsolationLevel::Search(3), other], 10, &mut rng);
        assert_eq!((standing.won, standing.games), (10, 10), "{other}");
    }
    let standing = tournament([IsolationLevel::Blocking, IsolationLevel::Random], 40, &mut rng);
    assert!(standing.won > 26, "the blocking heuristic is worth something: {}", standing.won);
}

#[test]
fn bad_input_is_explained_and_asked_for_again_and_anybody_can_leave() {
    let mut game = TicTacToe::default();
    let mut input = Cursor::new(&b"bla\n0\n10\n\n\xff\xfe\n5\n5\n?\nquit\n"[..]);
    let mut out = Vec::new();
    let end = play(&mut game, &mut [Participant::Human, Participant::Human], &mut input, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(end, End::Quit);
    for text in ["'bla' is not a cell", "'0' is not a cell", "'10' is not a cell", "cell 5 is taken", "'quit' leaves"] {
        assert!(out.contains(text), "{text}: {out}");
    }
    assert_eq!(game.moves().len(), 8, "one move was played");
    // The end of input leaves, too.
    let nothing = ask("?", "", |text| Ok(text.to_owned()), &mut Cursor::new(b""), &mut Vec::new()).unwrap();
    assert_eq!(nothing, None);

    let game = Isolation::default();
    for (text, why) in [
        ("c2", "two cells are wanted"),
        ("c2 d5 e5", "two cells are wanted"),
        ("g2 d5", "'g2' is not a cell"),
        ("c2 d9", "'d9' is not a cell"),
        ("c4 d5", "cannot step to c4"),
        ("c2 c2", "c2 is not free"),
        ("c2 d6", "d6 is not free"),
        ("é d6", "'é' is not a cell"),
    ] {
        let error = game.read_move(text).unwrap_err();
        assert!(error.contains(why), "{text}: {error}");
    }
    // The cell that the king leaves may be blocked.
    assert!(game.read_move("c2 c1").is_ok());
}

#[test]
fn engines_play_tic_tac_toe_to_a_draw() {
    let engine =
        || Participant::Engine(Box::new(|game: &mut TicTacToe| deepen(game, 9, Duration::from_secs(9)).unwrap().best));
    let end = play(&mut TicTacToe::default(), &mut [engine(), engine()], &mut Cursor::new(b""), &mut Vec::new());
    assert_eq!(end.unwrap(), End::Drawn);
}

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

/// The rules from the stones alone, for the textbook's minimax: nothing of the engine is asked.
struct Naive {
    grid: Grid,
    rule: Rule,
    side: Color,
    played: Vec<Point>,
}

impl Naive {
    fn is_allowed(&self, point: Point) -> bool {
        let forbids = self.rule.forbids(self.side);
        self.grid.cells[point.index()] == Cell::Empty && !(forbids && self.grid.is_foul(point))
    }
}

impl TwoPlayerGame for Naive {
    type Move = Point;

    fn outcome(&self) -> Option<Ending> {
        match self.played.last() {
            Some(&last) if self.grid.wins(self.rule, last) => Some(Ending::Loss),
            _ if !self.grid.size.points().any(|point| self.is_allowed(point)) => Some(Ending::Draw),
            _ => None,
        }
    }

    fn moves(&self) -> Vec<Point> {
        self.grid.size.points().filter(|&point| self.is_allowed(point)).collect()
    }

    fn make(&mut self, point: Point) {
        self.grid.cells[point.index()] = self.side.into();
        self.played.push(point);
        self.side = !self.side;
    }

    fn unmake(&mut self) {
        if let Some(point) = self.played.pop() {
            self.grid.cells[point.index()] = Cell::Empty;
            self.side = !self.side;
        }
    }
}

/// Dense small boards: what the engine's search says is won or lost within four stones is what
/// minimax finds that tries every move, and what minimax wins within three the engine finds.
#[test]
fn the_engines_search_finds_what_minimax_without_pruning_finds() {
    let mut rng = SplitMix64::new(23);
    let (mut wins, mut losses) = (0, 0);
    for rule in Rule::ALL {
        for number in 0..80 {
            let mut board = square(5 + number % 2, rule);
            let stones = board.size().cells() - 8 - rng.below(3);
            for _ in 0..4 * stones {
                let side = board.side_to_move();
                if board.empty_count() + stones == board.size().cells() {
                    break;
                }
                let Some(point) = random_point(&board, &mut rng) else { break };
                if !(board.is_winning_move(point, side) || side == Color::Black && board.is_forbidden(point)) {
                    board.push(point);
                }
            }
            let mut naive = Naive { grid: Grid::of(&board), rule, side: board.side_to_move(), played: Vec::new() };
            let proven = minimax_by_distance(&mut naive, 4, 0, &mut 0);
            let score = Searcher::new(1 << 20)
                .search(&board, Limits::depth(6), &Control::unlimited(), &mut |_| {})
                .info()
                .score;
            let stones: Vec<_> = board.history().collect();
            if score >= win_in(3) || proven >= win_in(3) {
                wins += 1;
                assert_eq!(score, proven, "{rule} {stones:?}");
            }
            if (score < -WIN_BOUND && score <= loss_in(4)) || proven < -WIN_BOUND {
                losses += 1;
                assert!(score < -WIN_BOUND && proven < -WIN_BOUND, "{rule}: {score} {proven} {stones:?}");
            }
        }
    }
    assert!(wins > 30 && losses > 2, "too few to tell: {wins} wins, {losses} losses");
}

/// The same searches on the engine's own board: alpha-beta and minimax agree there, too.
#[test]
fn the_textbooks_searches_agree_on_the_engines_board() {
    let mut rng = SplitMix64::new(29);
    for rule in Rule::ALL {
        let mut board = square(9, rule);
        for _ in 0..6 {
            let point = random_point(&board, &mut rng).unwrap();
            let side = board.side_to_move();
            if !board.is_winning_move(point, side) && !board.is_forbidden(point) {
                board.push(point);
            }
        }
        let (mut plain, mut game) = (0, TengenGame::new(board));
        let value = minimax_by_distance(&mut game, 2, 0, &mut plain);
        let mut search = AlphaBeta::ordered();
        assert_eq!(search.value(&mut game, 2), Ok(value), "{rule}");
        assert!(search.nodes < plain);
    }
}
