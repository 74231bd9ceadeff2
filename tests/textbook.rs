//! The textbook's games and engines, and its searches against each other and against the engine's.
#![allow(missing_docs)]

mod common;

use common::oracle::Grid;
use common::{random_point, square};
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64, WIN_BOUND, loss_in, win_in};
use tengen::board::{Board, Cell};
use tengen::search::{Control, Limits, Searcher};
use tengen::textbook::caro::{Opponent, speak};
use tengen::textbook::isolation::{Isolation, Turn, cells};
use tengen::textbook::levels::{Level, tournament};
use tengen::textbook::terminal::{End, Playable, Seat, ask, play};
use tengen::textbook::tictactoe::TicTacToe;
use tengen::textbook::{AlphaBeta, Game, Outcome, TengenGame, deepen, minimax, minimax_by_distance};
use tengen::tools::referee::{Referee, Verdict};

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
                assert_eq!(game.outcome(), Some(Outcome::Loss));
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
        let turn = Level::Random.choose(&mut game, &mut rng).unwrap();
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
    for other in [Level::Random, Level::Blocking] {
        let standing = tournament([Level::Search(3), other], 10, &mut rng);
        assert_eq!((standing.won, standing.games), (10, 10), "{other}");
    }
    let standing = tournament([Level::Blocking, Level::Random], 40, &mut rng);
    assert!(standing.won > 26, "the blocking heuristic is worth something: {}", standing.won);
}

#[test]
fn bad_input_is_explained_and_asked_for_again_and_anybody_can_leave() {
    let mut game = TicTacToe::default();
    let mut input = Cursor::new(&b"bla\n0\n10\n\n\xff\xfe\n5\n5\n?\nquit\n"[..]);
    let mut out = Vec::new();
    let end = play(&mut game, &mut [Seat::Human, Seat::Human], &mut input, &mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert_eq!(end, End::Quit);
    for text in ["'bla' is no cell", "'0' is no cell", "'10' is no cell", "cell 5 is taken", "'quit' leaves"] {
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
        ("g2 d5", "'g2' is no cell"),
        ("c2 d9", "'d9' is no cell"),
        ("c4 d5", "cannot step to c4"),
        ("c2 c2", "c2 is not free"),
        ("c2 d6", "d6 is not free"),
        ("é d6", "'é' is no cell"),
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
        || Seat::Engine(Box::new(|game: &mut TicTacToe| deepen(game, 9, Duration::from_secs(9)).unwrap().best));
    let end = play(&mut TicTacToe::default(), &mut [engine(), engine()], &mut Cursor::new(b""), &mut Vec::new());
    assert_eq!(end.unwrap(), End::Drawn);
}

#[test]
fn the_reports_engines_play_legal_whole_games_under_every_rule_and_size() {
    let budget = Duration::from_millis(20);
    for rule in Rule::ALL {
        for (width, height) in [(5, 5), (7, 12), (15, 15), (20, 20)] {
            let size = BoardSize::new(width, height).unwrap();
            let mut referee = Referee::new(size, rule);
            loop {
                let mut board = Board::new(size, rule);
                referee.moves().iter().for_each(|&point| board.make(point, &mut ()));
                let point = Opponent::ALL[referee.moves().len() % 2].choose(&board, budget).unwrap();
                match referee.play(point) {
                    Verdict::Continue if referee.moves().len() < 80 => {}
                    Verdict::Continue | Verdict::Win | Verdict::Draw => break,
                    // A player has to move, and on a small board there may be nothing else.
                    Verdict::Foul => {
                        assert!(board.empties().all(|point| referee.is_foul(point)), "{rule} {size}: a needless foul");
                        break;
                    }
                    Verdict::Occupied => panic!("{rule} {size}: {point:?}"),
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
            if !large.wins_at(point, large.side_to_move()) {
                large.make(point, &mut ());
            }
        }
        let start = std::time::Instant::now();
        assert!(opponent.choose(&large, Duration::from_millis(50)).is_some());
        assert!(start.elapsed() < Duration::from_secs(2), "{opponent}: {:?}", start.elapsed());
    }
}

#[test]
fn the_reports_engines_speak_the_protocol() {
    let said = "BEGIN\r\nSTART 4\r\nSTART 15\r\nINFO timeout_turn 50\nINFO rule 8\nBEGIN\nTURN 7,7\nTURN 99,0\nbla\nRESTART\nTURN 3,3\n\
                BOARD\n4,4,1\n5,4,1\n6,4,1\n7,4,1\n3,4,2\n0,0,2\n0,2,2\n0,4,2\nDONE\nBOARD\n1,1,9\nDONE\nINFO rule 12\nTURN 1,1\nEND\nABOUT\n";
    for opponent in Opponent::ALL {
        let mut out = Vec::new();
        speak(opponent, &mut Cursor::new(said.as_bytes()), &mut out).unwrap();
        let out = String::from_utf8(out).unwrap();
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 12, "{out}");
        assert!(lines[0].starts_with("ERROR there is no board") && lines[1].starts_with("ERROR board width"));
        assert_eq!(lines[2..5], ["OK", "7,7", "ERROR 7,7 is occupied"]);
        assert_eq!(lines[5..8], ["ERROR 99,0 is off the 15x15 board", "UNKNOWN bla", "OK"]);
        assert!(lines[8].split(',').count() == 2 && !lines[8].starts_with("ERROR"), "{}", lines[8]);
        assert_eq!(lines[9], "8,4", "the five");
        assert_eq!(lines[10], "ERROR '1,1,9' is no stone");
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

impl Game for Naive {
    type Move = Point;

    fn outcome(&self) -> Option<Outcome> {
        match self.played.last() {
            Some(&last) if self.grid.wins(self.rule, last) => Some(Outcome::Loss),
            _ if !self.grid.size.points().any(|point| self.is_allowed(point)) => Some(Outcome::Draw),
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
                if !(board.wins_at(point, side) || side == Color::Black && board.is_forbidden(point)) {
                    board.make(point, &mut ());
                }
            }
            let mut naive = Naive { grid: Grid::of(&board), rule, side: board.side_to_move(), played: Vec::new() };
            let proven = minimax_by_distance(&mut naive, 4, 0, &mut 0);
            let control = Arc::new(Control::unlimited());
            let score = Searcher::new(1 << 20).search(&board, Limits::depth(6), control, &mut |_| {}).report.score;
            let stones: Vec<_> = board.placed().collect();
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
            if !board.wins_at(point, side) && !board.is_forbidden(point) {
                board.make(point, &mut ());
            }
        }
        let (mut plain, mut game) = (0, TengenGame::new(board));
        let value = minimax_by_distance(&mut game, 2, 0, &mut plain);
        let mut search = AlphaBeta::ordered();
        assert_eq!(search.value(&mut game, 2), Ok(value), "{rule}");
        assert!(search.nodes < plain);
    }
}
