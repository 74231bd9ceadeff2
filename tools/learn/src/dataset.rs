//! Statistics of self-play games, to inspect before a training.

use super::positions::{Fate, Filter};
use super::records::{Conditions, Games};
use super::symmetric_key::SymmetricKey;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use tengen::base::{BoardSize, Color, Point};
use tengen::board::{Board, Outcome};

/// Rows and columns of the openings' table.
const ZONES: usize = 5;

/// A summary of the games of several files.
#[derive(Default)]
pub struct Summary {
    /// Conditions of each file: rule, sizes and nodes.
    files: Vec<String>,
    games: usize,
    repeated: usize,
    /// Games won by Black, drawn, won by White; positions of searches have no result.
    results: [usize; 3],
    /// Games by board size, as width and height.
    sizes: BTreeMap<(usize, usize), usize>,
    /// Number of moves of each game, in rising order.
    lengths: Vec<usize>,
    /// Number of positions by [`Fate`].
    fates: [usize; Fate::ALL.len()],
    /// Number of positions of games from exam openings, which no training sees.
    for_exams: usize,
    /// Number of kept positions whose game result is learned from too.
    with_result: usize,
    random_moves: usize,
    /// Number of first stones in each zone of the board, row by row.
    openings: [usize; ZONES * ZONES],
}

impl Summary {
    /// Replays all games.
    pub fn of(files: &[Games]) -> Self {
        let mut summary = Self::default();
        let mut filter = Filter::default();
        let mut games_seen = HashSet::new();
        for games in files {
            let Conditions { rule, sizes, nodes, relabeled, leaves, .. } = games.conditions;
            let what = if leaves { "positions of searches, scores" } else { "new scores" };
            let new = relabeled.map_or_else(String::new, |nodes| format!(", {what} of {nodes} nodes"));
            summary.files.push(format!("rule {rule}, size {sizes}, {nodes} nodes a move{new}"));
            for record in &games.records {
                summary.games += 1;
                let points: Vec<Point> = record.moves.iter().map(|played| played.point).collect();
                summary.openings[zone(record.size, points[0])] += 1;
                summary.lengths.push(points.len());
                summary.repeated += usize::from(!games_seen.insert((record.size, points)));
                let outcome = match record.outcome {
                    Outcome::Win(Color::Black) => 0,
                    Outcome::Draw => 1,
                    Outcome::Win(Color::White) => 2,
                };
                summary.results[outcome] += usize::from(!leaves);
                *summary.sizes.entry((record.size.width(), record.size.height())).or_default() += 1;
                if record.is_for_exams() {
                    let rest = &record.moves[record.skip..];
                    summary.for_exams += rest.len();
                    summary.random_moves += rest.iter().filter(|played| played.random).count();
                    continue;
                }
                let mut board = Board::new(record.size, rule);
                let mut key = SymmetricKey::new(record.size);
                let result_from = record.result_from();
                for (i, played) in record.moves.iter().enumerate() {
                    let fate = filter.fate(&board, record, i, key.key());
                    summary.fates[fate as usize] += 1;
                    summary.with_result += usize::from(fate == Fate::Kept && i >= result_from);
                    summary.random_moves += usize::from(played.random);
                    key.play(played.point, board.side_to_move());
                    board.push(played.point);
                }
            }
        }
        summary.lengths.sort_unstable();
        summary
    }
}

/// The zone of the board that contains a point.
fn zone(size: BoardSize, point: Point) -> usize {
    let (x, y) = size.xy(point);
    y as usize * ZONES / size.height() * ZONES + x as usize * ZONES / size.width()
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for file in &self.files {
            writeln!(f, "{file}")?;
        }
        writeln!(f, "games      {}, {} of them repeated", self.games, self.repeated)?;
        let sizes = self.sizes.iter().map(|((width, height), count)| format!("{width}x{height} {count}"));
        writeln!(f, "sizes      {}", sizes.collect::<Vec<_>>().join(", "))?;
        let ended = self.results.iter().sum();
        let [black, draws, white] = self.results.map(|count| percent(count, ended));
        if ended > 0 {
            writeln!(f, "results    Black {black:.1} %, draws {draws:.1} %, White {white:.1} %")?;
        }
        let length = |part: usize| self.lengths.get((self.lengths.len().max(1) - 1) * part / 10).copied().unwrap_or(0);
        let (least, median, most) = (length(0), length(5), length(10));
        writeln!(f, "lengths    {least} to {most}, median {median}, nine of ten up to {}", length(9))?;
        let [kept, opening, decided, forcing, thinned, duplicate] = self.fates;
        let all = self.fates.iter().sum::<usize>() - opening + self.for_exams;
        writeln!(f, "positions  {all}, {} random moves", self.random_moves)?;
        let with_result = percent(self.with_result, kept);
        writeln!(f, "kept       {kept} ({:.1} %), {with_result:.1} % of them with the result", percent(kept, all))?;
        writeln!(
            f,
            "left out   games for exams {:.1} %, decided {:.1} %, fours and fives {:.1} %, nearly decided {:.1} %",
            percent(self.for_exams, all),
            percent(decided, all),
            percent(forcing, all),
            percent(thinned, all)
        )?;
        writeln!(f, "duplicates {:.2} % of what the other filters keep", percent(duplicate, kept + duplicate))?;
        write!(f, "openings   first stones in percent, by {ZONES}x{ZONES} parts of the board")?;
        for row in self.openings.chunks_exact(ZONES) {
            let cells = row.iter().map(|&count| format!("{:6.1}", percent(count, self.games)));
            write!(f, "\n        {}", cells.collect::<String>())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{FORMAT, Record, RecordedMove, Sizes};
    use tengen::base::Rule;

    #[test]
    fn the_summary_counts_what_the_games_hold() {
        let conditions = Conditions::new(Rule::Freestyle, Sizes::Mixed, 9, 1);
        let record = |side, outcome| {
            let size = BoardSize::square(side).unwrap();
            let at = |i: usize| RecordedMove {
                point: size.point(i as i32 % 2 * 3, 2 * i as i32).unwrap(),
                score: 5,
                random: i == 2,
            };
            Record { size, moves: (0..5).map(at).collect(), skip: 2, outcome }
        };
        let white = Outcome::Win(Color::White);
        let records = vec![record(15, Outcome::Draw), record(15, white), record(20, white)];
        let games = Games { conditions, weights: None, format: FORMAT, records };
        let text = Summary::of(&[games]).to_string();
        for line in [
            "rule freestyle, size mixed, 9 nodes a move",
            "games      3, 1 of them repeated",
            "sizes      15x15 2, 20x20 1",
            "results    Black 0.0 %, draws 33.3 %, White 66.7 %",
            "lengths    5 to 5, median 5, nine of ten up to 5",
            "positions  9, 3 random moves",
            "kept       6 (66.7 %), 66.7 % of them with the result",
            "duplicates 33.33 % of what the other filters keep",
            "         100.0   0.0   0.0   0.0   0.0",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
        }
    }
}
