//! Reported wins and losses, verified by trying every move.

use crate::common::oracle::{Grid, Outcome};
use crate::common::{board_of_rows, random_point, renju_near_the_draw, square, times};
use crate::search::{TABLE, after, search};
use tengen::base::{Cell, Color, Point, Rule, Score, SplitMix64, WIN_BOUND, loss_in, win_in};
use tengen::movegen;
use tengen::pattern::PointClass;
use tengen::search::{Control, Limits, SearchInfo, SearchRequest, Searcher};

/// The score of perfect play within this number of plies, if decided, by trying every move with the referee's rules and
/// the stones alone.
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

/// On small dense boards every win and loss that a shallow search reports is verified by trying every move, and every
/// existing win in one or three plies is reported.
#[test]
fn short_wins_and_losses_are_the_ones_that_trying_every_move_finds() {
    let mut rng = SplitMix64::new(5);
    let (mut wins, mut losses) = (0, 0);
    for rule in Rule::ALL {
        for _ in 0..150 * times() {
            let mut board = square(6, rule);
            // Renju's referee declares a draw at 25 empty cells, but play goes on here because the board is so small.
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

/// Another move that seems to win sooner does not take its place without a proof of no more moves.
#[test]
fn a_proven_win_stands_to_the_end_of_the_search() {
    let board = after(Rule::Freestyle, 15, "h6o7f7f12e7h9h12i9");
    let mut seen = 0;
    for nodes in [50_000, 60_000, 70_000] {
        let request = SearchRequest { settles_wins: true, ..SearchRequest::multi_pv(1, Limits::nodes(nodes)) };
        let mut proven = 0;
        let mut check = |info: &SearchInfo| {
            assert!(proven == 0 || info.proven && info.score >= proven, "{nodes}: {info:?} after {proven}");
            if info.proven {
                proven = info.score;
            }
        };
        let control = Control::unlimited();
        let result = Searcher::new(TABLE).search(&board, request, &control, &mut |lines| check(&lines[0]));
        check(result.info());
        seen += usize::from(proven > WIN_BOUND);
    }
    assert!(seen > 0);
}

/// Two stones before renju's draw no win of three stones is possible.
#[test]
fn no_win_is_reported_that_the_draw_forestalls() {
    let rows = [".XXX...", "..XO.O.", "...X...", ".O.XOO.", "X..O.OX", ".X.....", "OOXOXO."];
    let mut board = board_of_rows(Rule::Renju, rows);
    assert_eq!(board.empty_count(), 27);
    board.set_side_to_move(Color::Black);
    assert_eq!(search(&board, Limits::depth(12)).info().score, 0);
}

/// One stone before renju's draw two fours are no threat.
#[test]
fn no_loss_is_reported_that_the_draw_forestalls() {
    let rows = [".XXXX...", ".OO.O.O.", "X..O..X.", ".XXXX...", "OO.O..OO", "X..X.OXO", "O.OXXO.O", "XOXOOO.X"];
    let mut board = board_of_rows(Rule::Renju, rows);
    assert_eq!(board.empty_count(), 26);
    board.set_side_to_move(Color::White);
    let result = search(&board, Limits::depth(5));
    assert_eq!((result.info().score, result.info().pv.len()), (0, 1));
}

/// Two open threes need five stones to win, which renju's draw may prevent: four are left after Black's move here.
#[test]
fn two_open_threes_do_not_win_when_four_stones_are_left_before_the_draw() {
    let mut rng = SplitMix64::new(37);
    let mut seen = 0;
    while seen < 150 * times() {
        let mut board = renju_near_the_draw(7, 5, &mut rng);
        let mut fours = Vec::new();
        Color::ALL.into_iter().for_each(|color| movegen::fours(&board, color, &mut fours));
        let fives = Color::ALL.map(|color| board.count(color, PointClass::Five));
        // Both threats are seldom stopped by one stone of Black.
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

/// Plays out every reported win. Half of the loser's moves are the search's best ones, the others are random legal
/// moves that do not lose at once; the referee judges. `TENGEN_ANNOUNCED_GAMES` sets the number of games (20).
#[test]
fn a_win_that_is_reported_is_won_against_any_defense() {
    let mut rng = SplitMix64::new(41);
    let mut reported = 0;
    let games = std::env::var("TENGEN_ANNOUNCED_GAMES").map_or(20, |games| games.parse().unwrap());
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
            // If the loser reported the win, the winner has yet to find it, which can take more nodes.
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
