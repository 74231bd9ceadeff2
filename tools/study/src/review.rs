//! Review of a game: the search of every position, from the last to the first.

use super::report::{GameReport, MoveReview};
use super::share::{STILL_WON, plays_best, seems_missed, share_before};
use super::{AnalysisLimit, Analyzer};
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{Color, Point, Score, WIN, WIN_BOUND};
use tengen::eval::win_rate;
use tengen::search::Control;
use tengen_game::{Game, Outcome};

/// Analyzes the position before every turn of a game, from the last turn to the first, as the result of a later position helps
/// with an earlier one. `control` makes the control of each search; setting `stop` ends the review. `progress` is called before each
/// search. A stopped review has the turns reviewed so far, or is `None` without any.
///
/// # Errors
/// When the game's stones cannot be placed on a board.
pub fn review(
    game: &Game,
    analyzer: &mut Analyzer,
    limit: AnalysisLimit,
    control: &dyn Fn() -> Arc<Control>,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(ReviewProgress<'_>),
) -> Result<Option<GameReport>> {
    let turns: Vec<Option<Point>> = game.turns().collect();
    let mut next = match game.judge()? {
        Some(Outcome::Win(color)) => f32::from(u8::from(color == game.side_to_move())),
        Some(Outcome::Draw) => 0.5,
        None => {
            let last = analyzer.lines_under(&game.board()?, limit, 1, control(), &mut |_| {});
            last.first().map_or(0.5, |report| win_rate(report.score))
        }
    };
    let mut reviews = Vec::with_capacity(turns.len());
    for (index, &played) in turns.iter().enumerate().rev() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        progress(ReviewProgress { number: turns.len() - index, game, reviews: &reviews });
        let board = game.up_to(index).board()?;
        let mut found = analyzer.lines_under(&board, limit, 1, control(), &mut |_| {}).into_iter().next();
        // The score of a stopped search is meaningless.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        // The sides alternate, also after a pass.
        let after = 1.0 - next;
        if found.as_ref().is_some_and(|report| seems_missed(report, played, after))
            && let Some(longer) = limit.longer()
        {
            let control = control();
            control.set_budget(longer.budget());
            let again = analyzer.lines_under(&board, longer, 1, control, &mut |_| {});
            if stop.load(Ordering::Relaxed) {
                break;
            }
            found = again.into_iter().next().filter(|found| found.proven).or(found);
        }
        // A side without a legal move can only pass.
        next = found.as_ref().map_or(after, |report| share_before(report, played, after));
        reviews.push(MoveReview {
            number: index + 1,
            color: game.first.after(index),
            played,
            score: found.as_ref().map_or(0, |report| report.score),
            proven: found.as_ref().is_some_and(|report| report.proven),
            share: [next, after],
            is_won: false,
            depth: found.as_ref().map_or(0, |report| report.depth),
            best: found.map(|report| report.pv).unwrap_or_default(),
        });
    }
    if reviews.is_empty() && !turns.is_empty() {
        return Ok(None);
    }
    Ok(Some(report_of(game, reviews)))
}

/// How far a review has come.
pub struct ReviewProgress<'a> {
    /// Number of the position that is searched next, from 1: the one before the last turn.
    pub number: usize,
    game: &'a Game,
    /// The last turn first.
    reviews: &'a [MoveReview],
}

impl ReviewProgress<'_> {
    /// The report on the turns reviewed so far, as a stopped review gives it.
    pub fn report(&self) -> GameReport {
        report_of(self.game, self.reviews.to_vec())
    }
}

/// The report on turns that were reviewed from the last to the first.
fn report_of(game: &Game, mut reviews: Vec<MoveReview>) -> GameReport {
    reviews.reverse();
    keep_proven_wins(&mut reviews);
    GameReport { game: game.clone(), reviews }
}

/// A proven win, and the rest of its line in the game.
struct KeptWin {
    winner: Color,
    /// Rest of the line; empty after the game has left it.
    line: Vec<Point>,
    /// Most stones to the five.
    plies: Score,
}

/// Keeps a proven win in the following reviews until its side gives it up, even if a later search does not see it.
fn keep_proven_wins(reviews: &mut [MoveReview]) {
    let mut kept: Option<KeptWin> = None;
    for index in 0..reviews.len() {
        let stays = match reviews.get(index + 1) {
            Some(next) => next.proven && next.score < -WIN_BOUND,
            // After the last move only the win probability is known.
            None => reviews[index].share[1] >= STILL_WON,
        };
        let review = &mut reviews[index];
        let shown = review.proven && review.score > WIN_BOUND;
        if shown {
            kept = Some(KeptWin { winner: review.color, line: review.best.clone(), plies: WIN - review.score });
        }
        let Some(win) = &mut kept else { continue };
        let follows = plays_best(&win.line, review.played);
        if win.winner == review.color {
            if !shown && !win.line.is_empty() {
                (review.best, review.score, review.proven) = (win.line.clone(), WIN - win.plies, true);
            }
            review.is_won = true;
            review.share[0] = 1.0;
            if !follows && !stays {
                kept = None;
                continue;
            }
            review.share[1] = 1.0;
        } else {
            review.share = [0.0; 2];
        }
        win.line = if follows { win.line.split_off(1) } else { Vec::new() };
        win.plies -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::report::tests::review;
    use super::*;
    use tengen::base::{BoardSize, win_in};
    use tengen_game::formats;
    use tengen_language::Language;

    #[test]
    fn a_shown_win_is_carried_to_the_move_that_lets_it_go() {
        let mut reviews = vec![
            review(1, 10, &[10, 11, 12, 13, 14], win_in(5)),
            review(2, 11, &[11], 0),
            // The search does not see the win here, but its line is known.
            review(3, 99, &[50], 100),
            review(4, 98, &[98], 0),
        ];
        keep_proven_wins(&mut reviews);
        assert!(reviews[2].misses_win() && !reviews[0].misses_win());
        assert_eq!(reviews[2].best, [12, 13, 14].map(Point));
        assert_eq!((reviews[2].score, reviews[2].share[0]), (win_in(3), 1.0));
        assert_eq!(reviews[1].share, [0.0; 2]);
        assert_eq!(reviews[3].share, [0.5; 2], "the game is open again");
    }

    #[test]
    fn the_last_move_of_an_unfinished_game_can_let_a_win_go() {
        let missed_with = |share_after: f32| {
            let mut reviews = [review(1, 99, &[10], win_in(1))];
            reviews[0].share[1] = share_after;
            keep_proven_wins(&mut reviews);
            (reviews[0].misses_win(), reviews[0].share)
        };
        assert_eq!(missed_with(0.5), (true, [1.0, 0.5]));
        assert_eq!(missed_with(0.98), (false, [1.0, 1.0]));
    }

    /// Freestyle: h8 i7, a pass of each side, h7 g9, a pass of Black, h9 f10.
    #[test]
    fn a_pass_is_a_turn_with_a_review_of_its_own() {
        let size = BoardSize::square(15).unwrap();
        let mut game = Game::new(tengen::base::Rule::Freestyle, size);
        let turns = formats::parse_turns("h8i7----h7g9--h9f10", size).unwrap();
        turns.iter().for_each(|&turn| game.push_turn(turn));
        let limit = AnalysisLimit::Nodes(3_000);
        let stop = AtomicBool::new(false);
        let mut done = 0;
        let mut analyzer = Analyzer::with_table(1, 8 << 20);
        let found = super::review(&game, &mut analyzer, limit, &|| limit.control(), &stop, &mut |at| {
            done = at.number;
            // What is known so far are the last turns.
            let numbers: Vec<usize> = at.report().reviews.iter().map(|review| review.number).collect();
            assert_eq!(numbers, (11 - done..=9).collect::<Vec<_>>());
        });
        let report = found.unwrap().unwrap();
        assert_eq!(report.reviews.iter().map(|review| review.played).collect::<Vec<_>>(), turns);
        assert!(report.reviews.iter().enumerate().all(|(index, review)| review.number == index + 1));
        let colors: Vec<bool> = report.reviews.iter().map(|review| review.color == Color::Black).collect();
        assert_eq!(colors, [true, false, true, false, true, false, true, false, true]);
        assert_eq!((done, report.black_shares().len()), (9, 10));
        // Each turn ends where the next one begins, from the other side.
        for pair in report.reviews.windows(2) {
            assert!((pair[0].share[1] + pair[1].share[0] - 1.0).abs() < 1e-6, "{pair:?}");
        }
        assert!(report.reviews[2].cost() > 0.0, "a tempo is worth something");
        let text = report.to_text(Language::default());
        assert!(text.contains("freestyle 15x15, 9 moves, ") && text.contains("   3. X --"), "{text}");
        // A stopped review keeps what it has found: the last turns.
        for last in 1..=3 {
            let stop = AtomicBool::new(false);
            let mut report = |at: ReviewProgress<'_>| stop.store(at.number == last, Ordering::Relaxed);
            let found = super::review(&game, &mut analyzer, limit, &|| limit.control(), &stop, &mut report).unwrap();
            let numbers = found.map(|report| report.reviews.iter().map(|review| review.number).collect::<Vec<_>>());
            assert_eq!(numbers, (last > 1).then(|| (11 - last..=9).collect()));
        }
    }
}
