//! Analysis streams: the options of `lz-analyze` and `kata-analyze`, and their `info` lines.

use super::error::GtpError;
use super::request::duration;
use super::vertex::{format_vertex, format_vertices, parse_color, parse_vertex};
use std::time::Duration;
use tengen::base::{BoardSize, Color, Point, WIN_BOUND};
use tengen::board::Board;
use tengen::eval::win_rate;
use tengen::search::SearchInfo;

/// Form of the `info` lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnalysisForm {
    /// Leela Zero: win rates in hundredths of a percent.
    LeelaZero,
    /// KataGo: win rates as fractions.
    KataGo,
}

/// Arguments of an analysis command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnalysisOptions {
    pub form: AnalysisForm,
    /// The side to move, if it is named.
    pub color: Option<Color>,
    /// Least time between two reports.
    pub interval: Duration,
    /// Number of best lines to search, if it is named.
    pub lines: Option<usize>,
    /// Moves of either color to leave out.
    pub avoid: Vec<(Color, Point)>,
    /// A color and the only moves of it to search.
    pub allow: Option<(Color, Vec<Point>)>,
}

/// Number of lines of an analysis without `maxmoves`.
pub(super) const DEFAULT_LINES: usize = 5;
/// Most moves of a line that are shown.
const MAX_PV_MOVES: usize = 20;
const SYNTAX: GtpError = GtpError::Syntax("[color] [interval] [key value]…, the interval in hundredths of a second");

impl AnalysisOptions {
    /// Reads `[color] [interval] [key value]…`. Unknown keys are skipped with their value.
    pub fn parse(form: AnalysisForm, size: BoardSize, arguments: &[String]) -> Result<Self, GtpError> {
        let (interval, avoid) = (Duration::from_secs(1), Vec::new());
        let mut options = Self { form, color: None, interval, lines: None, avoid, allow: None };
        let mut words = arguments.iter().map(String::as_str).peekable();
        if let Some(color) = words.peek().and_then(|word| parse_color(word).ok()) {
            options.color = Some(color);
            words.next();
        }
        if let Some(interval) = words.peek().and_then(|word| centiseconds(word)) {
            options.interval = interval;
            words.next();
        }
        while let Some(key) = words.next() {
            let value = words.next().ok_or(SYNTAX)?;
            match key {
                "interval" => options.interval = centiseconds(value).ok_or(SYNTAX)?,
                "maxmoves" => options.lines = Some(value.parse::<usize>().map_err(|_| SYNTAX)?.max(1)),
                "avoid" | "allow" => {
                    let vertices = words.next().ok_or(SYNTAX)?;
                    words.next().and_then(|depth| depth.parse::<u32>().ok()).ok_or(SYNTAX)?;
                    let color = parse_color(value)?;
                    let points: Result<Vec<Option<Point>>, GtpError> =
                        vertices.split(',').map(|vertex| parse_vertex(size, vertex)).collect();
                    let points = points?.into_iter().flatten();
                    match key {
                        "avoid" => options.avoid.extend(points.map(|point| (color, point))),
                        _ if options.allow.is_some() => return Err(GtpError::Syntax("'allow' once")),
                        _ => options.allow = Some((color, points.collect())),
                    }
                }
                _ => {}
            }
        }
        Ok(options)
    }

    /// Fails if a color to move has moves, but the options leave it none.
    pub fn ensure_moves(&self, color: Color, board: &Board) -> Result<(), GtpError> {
        let avoided = self.avoided_by(color, board);
        let mut legal = board.empties().filter(|&point| !board.forbids(color, point)).peekable();
        let is_empty = legal.peek().is_some() && legal.all(|point| avoided.contains(&point));
        if is_empty { Err(GtpError::NothingToAnalyze) } else { Ok(()) }
    }

    /// The moves that `color` leaves out: those to avoid, and all but the allowed ones.
    pub fn avoided_by(&self, color: Color, board: &Board) -> Vec<Point> {
        let avoided = self.avoid.iter().filter(|avoided| avoided.0 == color).map(|avoided| avoided.1);
        let allowed = self.allow.as_ref().filter(|allowed| allowed.0 == color);
        let others =
            allowed.into_iter().flat_map(|(_, points)| board.empties().filter(|point| !points.contains(point)));
        avoided.chain(others).collect()
    }
}

/// Reads a time in hundredths of a second; Ogatak computes it, so that it may be a decimal number.
fn centiseconds(text: &str) -> Option<Duration> {
    duration(text.parse::<f64>().ok()? / 100.0)
}

/// Most visits that are shown: board programs read them as a number of 31 bits.
const MAX_VISITS: u64 = i32::MAX as u64;

/// One `info` for each best line, all on one line of output. Visits are the nodes of the whole search.
pub(super) fn info_line(form: AnalysisForm, size: BoardSize, infos: &[SearchInfo]) -> String {
    let info = |(order, best): (usize, &SearchInfo)| {
        let first = format_vertex(size, *best.pv.first()?);
        let pv: Vec<Point> = best.pv.iter().take(MAX_PV_MOVES).copied().collect();
        let rate = f64::from(win_rate(best.score));
        let values = match form {
            AnalysisForm::LeelaZero => {
                let rate = (rate * 10_000.0).round();
                format!("winrate {rate} prior 0 lcb {rate}")
            }
            AnalysisForm::KataGo => {
                let decided = u8::from(best.proven && best.score.abs() > WIN_BOUND);
                format!("utility {:.6} winrate {rate:.6} prior 0 lcb {rate:.6} isProven {decided}", 2.0 * rate - 1.0)
            }
        };
        let pv = format_vertices(size, &pv, " ");
        let visits = best.nodes.min(MAX_VISITS);
        Some(format!("info move {first} visits {visits} {values} order {order} pv {pv}"))
    };
    infos.iter().enumerate().filter_map(info).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::Rule;

    fn parse(text: &str) -> Result<AnalysisOptions, GtpError> {
        let arguments: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        AnalysisOptions::parse(AnalysisForm::KataGo, BoardSize::square(15).unwrap(), &arguments)
    }

    #[test]
    fn color_and_interval_come_first_and_keys_after_them() {
        let options = parse("w 50 maxmoves 2 rootInfo true avoid b H8,J9 3 avoid w A1 1").unwrap();
        assert_eq!((options.color, options.interval), (Some(Color::White), Duration::from_millis(500)));
        assert_eq!(options.lines, Some(2));
        let size = BoardSize::square(15).unwrap();
        let board = Board::new(size, Rule::Freestyle);
        let avoided = |color| format_vertices(size, &options.avoided_by(color, &board), " ");
        assert_eq!((avoided(Color::Black).as_str(), avoided(Color::White).as_str()), ("H8 J9", "A1"));
        assert_eq!(parse("interval 20").unwrap().interval, Duration::from_millis(200));
        assert_eq!(parse("b 7.5 rootInfo true").unwrap().interval, Duration::from_millis(75));
        assert_eq!(parse("").unwrap().lines, None);
        for text in [
            "maxmoves",
            "maxmoves x",
            "interval -1",
            "interval NaN",
            "interval 1e40",
            "avoid b H8",
            "avoid b I8 1",
            "avoid x H8 1",
            "allow b H8 1 allow w H8 1",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        let options = parse("allow b H8,pass,J9 1").unwrap();
        assert_eq!(options.avoided_by(Color::White, &board), []);
        for (text, is_possible) in [
            ("allow w pass 1", false),
            ("allow w H8 1", false),
            ("allow w H8,A1 1", true),
            ("allow b pass 1", true),
            ("avoid w A1 1", true),
        ] {
            let mut board = board.clone();
            board.push(size.center());
            let options = parse(text).unwrap();
            let expected = if is_possible { Ok(()) } else { Err(GtpError::NothingToAnalyze) };
            assert_eq!(options.ensure_moves(Color::White, &board), expected, "{text}");
        }
        let avoided = options.avoided_by(Color::Black, &board);
        assert!(avoided.len() == 223 && !avoided.contains(&parse_vertex(size, "H8").unwrap().unwrap()));
    }

    #[test]
    fn visits_stay_within_the_numbers_that_board_programs_read() {
        let size = BoardSize::square(15).unwrap();
        let (depth, selective_depth, score, proven, nodes, elapsed) = (1, 1, 0, false, 1 << 40, Duration::ZERO);
        let info =
            SearchInfo { depth, selective_depth, score, proven, nodes, elapsed, pv: vec![size.point(7, 7).unwrap()] };
        let line = info_line(AnalysisForm::LeelaZero, size, &[info]);
        assert_eq!(line, "info move H8 visits 2147483647 winrate 5000 prior 0 lcb 5000 order 0 pv H8");
    }
}
