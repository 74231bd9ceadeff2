//! The report on a reviewed game: its moves, turning points and missed wins.

use super::share::{STILL_WON, plays_best};
use super::words::{decided_words, is_unproven, score_in};
use std::fmt::{Display, Write};
use tengen::base::{Color, Point, Score, WIN, WIN_BOUND};
use tengen::board::format_point;
use tengen_game::draw::spaced;
use tengen_game::formats::turn_name;
use tengen_game::{Game, Outcome};
use tengen_language::{Language, aligned, padded};

/// Loss of win probability from which a move is a turning point.
const TURN: f32 = 0.15;
/// Largest number of turning points in a report.
const MAX_TURNS: usize = 8;

/// The review of a turn: the move or pass played, and the best move in its place.
#[derive(Clone, Debug)]
pub struct MoveReview {
    /// Number of the turn, from 1; moves and passes are turns.
    pub number: usize,
    /// The side whose turn it is.
    pub color: Color,
    /// The move; `None` for a pass.
    pub played: Option<Point>,
    /// The best line; empty if none was found.
    pub best: Vec<Point>,
    /// Score of the best move, for the mover.
    pub score: Score,
    /// Whether a decided score was checked against every reply.
    pub proven: bool,
    /// The mover's win probability before the move, assuming the best one, and after the move.
    pub share: [f32; 2],
    /// Whether the mover had a win that was proven in this review or in one of an earlier move.
    pub is_won: bool,
    /// Depth of the search.
    pub depth: i32,
}

impl MoveReview {
    /// Loss of win probability by the move.
    pub fn cost(&self) -> f32 {
        if plays_best(&self.best, self.played) && !self.misses_win() {
            0.0
        } else {
            (self.share[0] - self.share[1]).max(0.0)
        }
    }

    /// Whether the move lost an available win.
    pub fn misses_win(&self) -> bool {
        self.is_won && self.share[1] < STILL_WON
    }
}

/// A game with a review of each move.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The game.
    pub game: Game,
    /// One review per turn; only the last turns if it was stopped.
    pub reviews: Vec<MoveReview>,
}

impl GameReport {
    /// The moves that lost the most, in the order of play.
    pub fn turning_points(&self) -> Vec<&MoveReview> {
        let mut turns: Vec<&MoveReview> = self.reviews.iter().filter(|review| review.cost() >= TURN).collect();
        turns.sort_by(|a, b| b.cost().total_cmp(&a.cost()).then(a.number.cmp(&b.number)));
        turns.truncate(MAX_TURNS);
        turns.sort_by_key(|review| review.number);
        turns
    }

    /// The moves that missed a win, in the order of play.
    pub fn missed_wins(&self) -> Vec<&MoveReview> {
        self.reviews.iter().filter(|review| review.misses_win()).collect()
    }

    /// Black's win probability after each number of turns, from the beginning, or the first reviewed turn, to the end.
    pub fn black_shares(&self) -> Vec<f32> {
        let black = |color: Color, share: f32| if color == Color::Black { share } else { 1.0 - share };
        let first = self.reviews.first().map(|review| black(review.color, review.share[0]));
        let rest = self.reviews.iter().map(|review| black(review.color, review.share[1]));
        first.into_iter().chain(rest).collect()
    }

    /// The title of the report: rule, size, names, length and result.
    pub fn title(&self, language: Language) -> String {
        let game = &self.game;
        let [black, white] = Color::ALL.map(|color| match game.names[color.index()].as_str() {
            "" => language.t(color.name(), &[]),
            name => format!("{name} ({})", language.t(color.name(), &[])),
        });
        let result = match game.outcome {
            Some(Outcome::Win(color)) => language.t("report.won", &[("color", &language.t(color.name(), &[]))]),
            Some(Outcome::Draw) => language.t("report.draw", &[]),
            None => language.t("report.unfinished", &[]),
        };
        let rule = language.t(&format!("rule.{}.short", game.rule.name()), &[]);
        let values: [(&str, &dyn Display); 6] = [
            ("black", &black),
            ("white", &white),
            ("rule", &rule),
            ("size", &game.size),
            ("moves", &game.turns().count()),
            ("result", &result),
        ];
        language.t("report.title", &values)
    }

    /// Description of a turning point.
    pub fn describe(&self, review: &MoveReview, language: Language) -> String {
        let [before, after] = review.share.map(|share| format!("{:.0}", 100.0 * share));
        let score = decided_words(language, review.score, review.proven);
        self.said("report.turn", review, &[("before", &before), ("after", &after), ("score", &score)], language)
    }

    /// Description of a missed win.
    pub fn describe_win(&self, review: &MoveReview, language: Language) -> String {
        if review.best.is_empty() || !review.proven || review.score <= WIN_BOUND {
            return self.said("lostWin", review, &[], language);
        }
        let moves = (WIN - review.score + 1) / 2;
        self.said("report.win", review, &[("moves", &moves)], language)
    }

    /// A text about a move, with the arguments that all such texts have.
    fn said(&self, name: &str, review: &MoveReview, more: &[(&str, &dyn Display)], language: Language) -> String {
        let size = self.game.size;
        let best = review.best.first().map_or_else(String::new, |&best| format_point(size, best));
        let (player, played) = (language.t(review.color.name(), &[]), turn_name(size, review.played));
        let line = spaced(size, &review.best);
        let all: [(&str, &dyn Display); 5] =
            [("number", &review.number), ("player", &player), ("move", &played), ("best", &best), ("line", &line)];
        language.t(name, &[&all[..], more].concat())
    }

    /// The explanation of `won` and `lost`, if a score of the report is one of them.
    pub fn unproven_note(&self, language: Language) -> Option<String> {
        let is_said = self.reviews.iter().any(|review| is_unproven(review.score, review.proven));
        is_said.then(|| language.t("report.unproven", &[]))
    }

    /// The report as plain text: the curve, a line for each move, turning points, missed wins.
    pub fn to_text(&self, language: Language) -> String {
        let head = |name: &str| language.t(name, &[]);
        let size = self.game.size;
        let columns = [("report.move", 13), ("report.share", 46), ("report.best", 9), ("report.score", 0)];
        let columns = columns.map(|(name, width)| padded(&head(name), width)).concat();
        let mut text = format!("{}\n\n  {columns}\n", self.title(language));
        for (review, share) in self.reviews.iter().zip(self.black_shares().into_iter().skip(1)) {
            let mark = if review.misses_win() || review.cost() >= TURN { '?' } else { ' ' };
            let bar: String =
                (0..BAR).map(|i| if i < (share * BAR as f32).round() as usize { '#' } else { '.' }).collect();
            let best = review.best.first().map_or_else(String::new, |&best| format_point(size, best));
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(
                text,
                "{:>4}. {} {:<4}{mark} {:>4.0} % {bar}  {best:<8} {}",
                review.number,
                if review.color == Color::Black { 'X' } else { 'O' },
                turn_name(size, review.played),
                100.0 * share,
                aligned(&score_in(language, review.score, review.proven), 6)
            );
        }
        text.extend(self.unproven_note(language).map(|note| format!("\n{note}\n")));
        let mut list = |head: String, lines: Vec<String>| {
            let none = vec![language.t("none", &[])];
            let lines = if lines.is_empty() { none } else { lines };
            let _ = writeln!(text, "\n{head}");
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
        };
        let turns = self.turning_points();
        let missed = self.missed_wins();
        list(head("turningPoints"), turns.into_iter().map(|review| self.describe(review, language)).collect());
        list(head("missedWins"), missed.into_iter().map(|review| self.describe_win(review, language)).collect());
        text
    }
}

/// Length of a full bar, in characters.
const BAR: usize = 40;

#[cfg(test)]
pub mod tests {
    use super::*;
    use tengen::base::{BoardSize, is_decided, loss_in, win_in};

    pub fn review(number: usize, played: u16, best: &[u16], score: Score) -> MoveReview {
        let best: Vec<Point> = best.iter().map(|&point| Point(point)).collect();
        let proven = is_decided(score);
        let color = Color::ALL[(number + 1) % 2];
        MoveReview {
            number,
            color,
            played: Some(Point(played)),
            best,
            score,
            proven,
            share: [0.5; 2],
            is_won: false,
            depth: 1,
        }
    }

    #[test]
    fn a_win_that_is_not_proved_is_called_so() {
        let mut reviews = vec![review(1, 10, &[10, 11], win_in(5)), review(2, 9, &[8], loss_in(4))];
        let size = BoardSize::square(15).unwrap();
        let game = Game { moves: vec![Point(10), Point(9)], ..Game::new(tengen::base::Rule::Freestyle, size) };
        let report = |reviews: &[MoveReview]| GameReport { game: game.clone(), reviews: reviews.to_vec() };
        let proven = report(&reviews);
        assert!(
            proven.unproven_note(Language::default()).is_none()
                && !proven.to_text(Language::default()).contains("proved")
        );
        assert!(proven.describe_win(&reviews[0], Language::default()).contains("wins in 3 moves"));
        for language in Language::all() {
            let best = language.t("report.best", &[]) + " ";
            assert!(proven.to_text(language).lines().nth(2).unwrap().contains(&best), "{language:?}");
        }
        reviews.iter_mut().for_each(|review| review.proven = false);
        let unproven = report(&reviews);
        assert!(
            unproven.to_text(Language::default()).contains("not yet proved against every reply"),
            "{}",
            unproven.to_text(Language::default())
        );
        assert!(unproven.describe(&reviews[0], Language::default()).contains("(won, not yet proved)"));
        assert!(unproven.describe(&reviews[1], Language::default()).contains("(lost, not yet proved)"));
        assert!(unproven.describe_win(&reviews[0], Language::default()).ends_with("a win is gone"));
    }
}
