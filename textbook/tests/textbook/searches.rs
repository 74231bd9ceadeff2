//! The textbook's searches against each other, on every game, and against the engine's.

use crate::common::oracle::Grid;
use crate::common::{random_point, square};
use std::time::Duration;
use tengen::base::{Cell, Color, Point, Rule, SplitMix64, WIN_BOUND, loss_in, win_in};
use tengen::search::{Control, Limits, Searcher};
use tengen_textbook::isolation::{Isolation, cells};
use tengen_textbook::levels::IsolationLevel;
use tengen_textbook::terminal::Playable;
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

/// Alpha-beta and minimax agree on the engine's own board, too.
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
