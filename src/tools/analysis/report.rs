use super::{Analyst, Effort, win_share};
use crate::base::{BoardSize, Color, Point, Score, WIN, WIN_BOUND, is_decided, score_text};
use crate::board::format_point;
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
    /// Depth of the search.
    pub depth: i32,
}

impl Moment {
    /// The share that the move gave away.
    pub fn cost(&self) -> f32 {
        if self.best.first() == Some(&self.played) { 0.0 } else { (self.share[0] - self.share[1]).max(0.0) }
    }

    /// The score for people; `won` and `lost` where nobody has checked every reply.
    pub fn score_text(&self) -> String {
        decided_text(self.score, self.proven)
    }

    /// Whether a win that was there is there no more.
    pub fn misses_win(&self) -> bool {
        let won = self.score > WIN_BOUND && self.proven;
        won && self.share[1] < STILL_WON && self.best.first() != Some(&self.played)
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
        share_of_next = Some(last.first().map_or(0.5, |report| win_share(report.score)));
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
    match win_share(report.score) {
        share if is_decided(report.score) && report.proven => share,
        // What follows the same move was looked at a ply deeper.
        _ if report.line.first() == Some(&played) => after,
        // The move played is at least as good as it turned out.
        share => share.clamp(UNPROVEN, 1.0 - UNPROVEN).max(after),
    }
}

/// A win that was shown stays one until its side lets it go, also where a later search does not see it.
fn carry_wins(moments: &mut [Moment]) {
    let mut winner = None;
    for index in 0..moments.len() {
        let stays = moments.get(index + 1).is_none_or(|next| next.proven && next.score < -WIN_BOUND);
        let moment = &mut moments[index];
        let shown = moment.proven && moment.score > WIN_BOUND;
        if shown {
            winner = Some(moment.color);
        }
        match winner {
            Some(color) if color == moment.color => {
                moment.share[0] = 1.0;
                if shown && moment.best.first() == Some(&moment.played) || stays {
                    moment.share[1] = 1.0;
                } else {
                    winner = None;
                }
            }
            Some(_) => moment.share = [0.0; 2],
            None => {}
        }
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
        format!(
            "{}. {:?} {}: {} wins with stone {}: {}",
            moment.number,
            moment.color,
            format_point(size, moment.played),
            moment.best.first().map_or_else(String::new, |&best| format_point(size, best)),
            (WIN - moment.score + 1) / 2,
            spaced(size, &moment.best)
        )
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
