use super::{Analyst, Effort};
use crate::base::{BoardSize, Color, Point, Score, WIN, WIN_BOUND, is_decided, score_text};
use crate::board::format_point;
use crate::eval::win_rate;
use crate::search::Report;
use crate::tools::formats::{Game, Outcome};
use anyhow::Result;
use std::fmt::Write;
use std::sync::atomic::{AtomicBool, Ordering};

/// A move that cost this share of the points, or more, is a turning point.
const TURN: f32 = 0.15;
/// The most turning points that are told.
const MOST_TURNS: usize = 8;
/// A win that was not checked against every reply counts as this far from sure.
const UNPROVEN: f32 = 0.02;
/// Below this share a win that stood on the board is gone.
const STILL_WON: f32 = 0.95;

/// A move of a game and what might have been played.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Number of the move, from 1.
    pub number: usize,
    /// Who moved.
    pub color: Color,
    /// The move.
    pub played: Point,
    /// The best move and what follows; empty when nothing was found.
    pub best: Vec<Point>,
    /// Score of the best move for the mover.
    pub score: Score,
    /// Whether a decided score was checked against every reply.
    pub proven: bool,
    /// The mover's share before the move, had it been the best one, and after it.
    pub share: [f32; 2],
    /// Whether the mover had a win, shown here or earlier in the game.
    pub is_won: bool,
    /// Depth of the search.
    pub depth: i32,
}

impl Moment {
    /// The share that the move gave away.
    pub fn cost(&self) -> f32 {
        if self.best.first() == Some(&self.played) && !self.misses_win() {
            0.0
        } else {
            (self.share[0] - self.share[1]).max(0.0)
        }
    }

    /// The score for people; `won` and `lost` where nobody has checked every reply.
    pub fn score_text(&self) -> String {
        decided_text(self.score, self.proven)
    }

    /// Whether a win that was there is there no more.
    pub fn misses_win(&self) -> bool {
        self.is_won && self.share[1] < STILL_WON
    }
}

/// A game with what the search thinks of each move.
#[derive(Clone, Debug)]
pub struct GameReport {
    /// The game.
    pub game: Game,
    /// One for each move.
    pub moments: Vec<Moment>,
}

/// Looks at every position of a game, the last first: what is found there helps with those before.
/// `progress` hears how many positions are done. With `stop` set the rest is left out: `None`.
///
/// # Errors
/// When the game's stones cannot stand on a board.
pub fn review(
    game: &Game,
    analyst: &mut Analyst,
    effort: Effort,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(usize),
) -> Result<Option<GameReport>> {
    let count = game.moves.len();
    let mut share_of_next = match game.judge()? {
        Some(Outcome::Win(color)) => Some(f32::from(u8::from(color == game.side_to_move()))),
        Some(Outcome::Draw) => Some(0.5),
        None => None,
    };
    if share_of_next.is_none() {
        let last = analyst.lines(&game.board()?, effort, 1, &mut |_| {});
        share_of_next = Some(last.first().map_or(0.5, |report| win_rate(report.score)));
    }
    let mut next = share_of_next.unwrap_or(0.5);
    let mut moments = Vec::with_capacity(count);
    for index in (0..count).rev() {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        progress(count - index);
        let found = analyst.lines(&game.up_to(index).board()?, effort, 1, &mut |_| {});
        let Some(report) = found.into_iter().next() else { continue };
        let after = 1.0 - next;
        let before = share_before(&report, game.moves[index], after);
        moments.push(Moment {
            number: index + 1,
            color: game.mover(index),
            played: game.moves[index],
            best: report.line,
            score: report.score,
            proven: report.proven,
            share: [before, after],
            is_won: false,
            depth: report.depth,
        });
        next = before;
    }
    moments.reverse();
    carry_wins(&mut moments);
    Ok(Some(GameReport { game: game.clone(), moments }))
}

/// The mover's share before a move, when `after` is its share after the move it made.
fn share_before(report: &Report, played: Point, after: f32) -> f32 {
    match win_rate(report.score) {
        share if is_decided(report.score) && report.proven => share,
        // What follows the same move was looked at a ply deeper.
        _ if report.line.first() == Some(&played) => after,
        // The move played is at least as good as it turned out.
        share => share.clamp(UNPROVEN, 1.0 - UNPROVEN).max(after),
    }
}

/// A win that was shown, and where the game stands in it.
struct Carried {
    winner: Color,
    /// What is left of the line; empty when the game has left it.
    line: Vec<Point>,
    /// Stones until the five, at most.
    plies: Score,
}

/// A win that was shown stays one until its side lets it go, also where a later search does not see it.
fn carry_wins(moments: &mut [Moment]) {
    let mut carried: Option<Carried> = None;
    for index in 0..moments.len() {
        let stays = moments.get(index + 1).is_none_or(|next| next.proven && next.score < -WIN_BOUND);
        let moment = &mut moments[index];
        let shown = moment.proven && moment.score > WIN_BOUND;
        if shown {
            carried = Some(Carried { winner: moment.color, line: moment.best.clone(), plies: WIN - moment.score });
        }
        let Some(win) = &mut carried else { continue };
        let follows = win.line.first() == Some(&moment.played);
        if win.winner == moment.color {
            if !shown && !win.line.is_empty() {
                (moment.best, moment.score, moment.proven) = (win.line.clone(), WIN - win.plies, true);
            }
            moment.is_won = true;
            moment.share[0] = 1.0;
            if !follows && !stays {
                carried = None;
                continue;
            }
            moment.share[1] = 1.0;
        } else {
            moment.share = [0.0; 2];
        }
        win.line = if follows { win.line.split_off(1) } else { Vec::new() };
        win.plies -= 1;
    }
}

impl GameReport {
    /// The moves that gave most away, in the order of play.
    pub fn turning_points(&self) -> Vec<&Moment> {
        let mut turns: Vec<&Moment> = self.moments.iter().filter(|moment| moment.cost() >= TURN).collect();
        turns.sort_by(|a, b| b.cost().total_cmp(&a.cost()).then(a.number.cmp(&b.number)));
        turns.truncate(MOST_TURNS);
        turns.sort_by_key(|moment| moment.number);
        turns
    }

    /// The moves that let a win go, in the order of play.
    pub fn missed_wins(&self) -> Vec<&Moment> {
        self.moments.iter().filter(|moment| moment.misses_win()).collect()
    }

    /// Black's share after so many moves, from the beginning to the end.
    pub fn black_shares(&self) -> Vec<f32> {
        let black = |color: Color, share: f32| if color == Color::Black { share } else { 1.0 - share };
        let first = self.moments.first().map(|moment| black(moment.color, moment.share[0]));
        let rest = self.moments.iter().map(|moment| black(moment.color, moment.share[1]));
        first.into_iter().chain(rest).collect()
    }

    /// The head: rule, size, names, length and result.
    pub fn title(&self) -> String {
        let game = &self.game;
        let name = |color: Color| match game.names[color.index()].as_str() {
            "" => format!("{color:?}"),
            name => format!("{name} ({color:?})"),
        };
        let result = match game.outcome {
            Some(Outcome::Win(color)) => format!("{color:?} won"),
            Some(Outcome::Draw) => "a draw".to_owned(),
            None => "unfinished".to_owned(),
        };
        let (black, white) = (name(Color::Black), name(Color::White));
        format!("{black} - {white}, {} {}, {} moves, {result}", game.rule, game.size, game.moves.len())
    }

    /// A turning point in words.
    pub fn describe(&self, moment: &Moment) -> String {
        let size = self.game.size;
        let [before, after] = moment.share.map(|share| 100.0 * share);
        format!(
            "{}. {:?} {}: {before:.0} % -> {after:.0} %; better {} ({}): {}",
            moment.number,
            moment.color,
            format_point(size, moment.played),
            moment.best.first().map_or_else(String::new, |&best| format_point(size, best)),
            moment.score_text(),
            spaced(size, &moment.best)
        )
    }

    /// A missed win in words.
    pub fn describe_win(&self, moment: &Moment) -> String {
        let size = self.game.size;
        let played = format!("{}. {:?} {}", moment.number, moment.color, format_point(size, moment.played));
        match moment.best.first() {
            Some(&best) if moment.score > WIN_BOUND => format!(
                "{played}: {} wins with stone {}: {}",
                format_point(size, best),
                (WIN - moment.score + 1) / 2,
                spaced(size, &moment.best)
            ),
            _ => format!("{played}: a win that was there is gone"),
        }
    }

    /// The report as plain text: the curve, a line for each move, turning points, missed wins.
    pub fn to_text(&self) -> String {
        let size = self.game.size;
        let mut text =
            format!("{}\n\n  move         Black's share                              best    score\n", self.title());
        for (moment, share) in self.moments.iter().zip(self.black_shares().into_iter().skip(1)) {
            let mark = if moment.misses_win() || moment.cost() >= TURN { '?' } else { ' ' };
            let bar: String =
                (0..BAR).map(|i| if i < (share * BAR as f32).round() as usize { '#' } else { '.' }).collect();
            let best = moment.best.first().map_or_else(String::new, |&best| format_point(size, best));
            // Writing to a string cannot fail, here and below.
            let _ = writeln!(
                text,
                "{:>4}. {} {:<4}{mark} {:>4.0} % {bar}  {best:<6} {:>6}",
                moment.number,
                if moment.color == Color::Black { 'X' } else { 'O' },
                format_point(size, moment.played),
                100.0 * share,
                moment.score_text()
            );
        }
        let mut list = |head: &str, lines: Vec<String>| {
            let none = vec!["none".to_owned()];
            let lines = if lines.is_empty() { none } else { lines };
            let _ = writeln!(text, "\n{head}");
            for line in lines {
                let _ = writeln!(text, "  {line}");
            }
        };
        list("Turning points", self.turning_points().into_iter().map(|moment| self.describe(moment)).collect());
        list("Missed wins", self.missed_wins().into_iter().map(|moment| self.describe_win(moment)).collect());
        text
    }
}

/// `h8 i9`.
fn spaced(size: BoardSize, points: &[Point]) -> String {
    points.iter().map(|&point| format_point(size, point)).collect::<Vec<_>>().join(" ")
}

/// A score for people: a number, `+M5`, or `won` and `lost` where it is not proven.
pub fn decided_text(score: Score, proven: bool) -> String {
    match score {
        score if !is_decided(score) || proven => score_text(score),
        score if score > 0 => "won".to_owned(),
        _ => "lost".to_owned(),
    }
}

/// Characters of a full bar.
const BAR: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    fn moment(number: usize, played: u16, best: &[u16], score: Score) -> Moment {
        let best: Vec<Point> = best.iter().map(|&point| Point(point)).collect();
        let proven = is_decided(score);
        let color = Color::ALL[(number + 1) % 2];
        Moment { number, color, played: Point(played), best, score, proven, share: [0.5; 2], is_won: false, depth: 1 }
    }

    #[test]
    fn a_shown_win_is_carried_to_the_move_that_lets_it_go() {
        let mut moments = vec![
            moment(1, 10, &[10, 11, 12, 13, 14], win_in_plies(5)),
            moment(2, 11, &[11], 0),
            // The search did not see it here, but the line is known.
            moment(3, 99, &[50], 100),
            moment(4, 98, &[98], 0),
        ];
        carry_wins(&mut moments);
        assert!(moments[2].misses_win() && !moments[0].misses_win());
        assert_eq!(moments[2].best, [12, 13, 14].map(Point));
        assert_eq!((moments[2].score, moments[2].share[0]), (win_in_plies(3), 1.0));
        assert_eq!(moments[1].share, [0.0; 2]);
        assert_eq!(moments[3].share, [0.5; 2], "the game is open again");
    }

    fn win_in_plies(plies: Score) -> Score {
        WIN - plies
    }
}
