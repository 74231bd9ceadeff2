//! What a finished iteration is told as: a line for people, and the lines that board programs show.

use super::coordinates::Order;
use crate::base::{BoardSize, Score, WIN_BOUND, score_text};
use crate::board::format_point;
use crate::eval::win_rate;
use crate::search::Report;

/// The bits of `INFO show_detail`.
const REALTIME: u8 = 1;
const DETAIL: u8 = 2;

/// An iteration for people: `depth 9-17 score 35 nodes 81234 speed 712 k time 114 ms line h8 i9`.
pub(super) fn describe(size: BoardSize, report: &Report) -> String {
    const LONGEST_LINE: usize = 12;
    let millis = report.elapsed.as_millis();
    let line: Vec<String> = report.line.iter().take(LONGEST_LINE).map(|&point| format_point(size, point)).collect();
    format!(
        "depth {}-{} score {} nodes {} speed {} k time {millis} ms line {}",
        report.depth,
        report.selective_depth,
        score_text(told_score(report)),
        report.nodes,
        speed(report) / 1000,
        line.join(" ")
    )
}

/// Iterations for people: one line for each best line, numbered when there are several.
pub(super) fn describe_all(size: BoardSize, reports: &[Report]) -> Vec<String> {
    match reports {
        [report] => vec![describe(size, report)],
        _ => reports.iter().enumerate().map(|(i, report)| format!("({}) {}", i + 1, describe(size, report))).collect(),
    }
}

/// What board programs show of an iteration, as `INFO show_detail` asks for it: for each best line a
/// block from `INFO PV` to `INFO PV DONE`, and the marks on the board.
pub(super) fn details(show: u8, order: Order, size: BoardSize, reports: &[Report]) -> Vec<String> {
    let mut lines = Vec::new();
    if show & DETAIL != 0 {
        for (i, report) in reports.iter().enumerate() {
            lines.extend(block(order, size, reports.len(), i, report));
        }
    }
    if show & REALTIME != 0
        && let Some(best) = reports.first()
        && let Some(&first) = best.line.first()
    {
        lines.push("MESSAGE REALTIME REFRESH".into());
        lines.push(format!("MESSAGE REALTIME BEST {}", order.text(size, first)));
        lines.push(format!("MESSAGE REALTIME VAL {}", told_score(best)));
        let names: Vec<String> = best.line.iter().map(|&point| format_point(size, point)).collect();
        lines.push(format!("MESSAGE REALTIME PV {}", names.join(" ")));
        let lost = reports.iter().filter(|report| is_lost(report));
        lines.extend(lost.map(|report| format!("MESSAGE REALTIME LOST {}", order.text(size, report.line[0]))));
    }
    lines
}

/// Whether the line's first move loses, as far as the search saw.
pub(super) fn is_lost(report: &Report) -> bool {
    report.score < -WIN_BOUND
}

fn block(order: Order, size: BoardSize, count: usize, number: usize, report: &Report) -> Vec<String> {
    let line = order.texts(size, &report.line);
    [
        ("PV", number.to_string()),
        ("NUMPV", count.to_string()),
        ("DEPTH", report.depth.to_string()),
        ("SELDEPTH", report.selective_depth.to_string()),
        ("NODES", report.nodes.to_string()),
        ("TOTALNODES", report.nodes.to_string()),
        ("TOTALTIME", report.elapsed.as_millis().to_string()),
        ("SPEED", speed(report).to_string()),
        ("EVAL", score_text(told_score(report))),
        ("WINRATE", format!("{:.4}", win_rate(report.score))),
        ("BESTLINE", line),
        ("PV", "DONE".into()),
    ]
    .into_iter()
    .map(|(key, value)| format!("INFO {key} {value}"))
    .collect()
}

/// A distance is told only when the win was checked; otherwise the number beyond all others.
fn told_score(report: &Report) -> Score {
    if report.proven { report.score } else { report.score.clamp(-WIN_BOUND, WIN_BOUND) }
}

/// Nodes a second.
fn speed(report: &Report) -> u64 {
    let millis = u64::try_from(report.elapsed.as_millis().max(1)).unwrap_or(u64::MAX);
    report.nodes.saturating_mul(1000) / millis
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::win_in;
    use std::time::Duration;

    fn report(score: Score, proven: bool) -> Report {
        let size = BoardSize::square(15).unwrap();
        let line = vec![size.point(7, 3).unwrap(), size.point(8, 9).unwrap()];
        let elapsed = Duration::from_millis(500);
        Report { depth: 9, selective_depth: 14, score, proven, nodes: 1000, elapsed, line }
    }

    #[test]
    fn rows_come_first_where_they_are_asked_to() {
        let size = BoardSize::square(15).unwrap();
        let lines = details(3, Order::RowColumn, size, &[report(12, false)]);
        assert!(lines.contains(&"INFO BESTLINE 3,7 9,8".to_owned()), "{lines:?}");
        assert!(lines.contains(&"MESSAGE REALTIME BEST 3,7".to_owned()), "{lines:?}");
        assert!(lines.contains(&"MESSAGE REALTIME PV h12 i6".to_owned()), "{lines:?}");
        assert!(lines.contains(&"INFO SPEED 2000".to_owned()), "{lines:?}");
        assert_eq!(details(0, Order::ColumnRow, size, &[report(12, false)]), [""; 0]);
    }

    #[test]
    fn a_distance_is_told_only_when_it_is_proven() {
        let size = BoardSize::square(15).unwrap();
        let eval = |score, proven| details(2, Order::ColumnRow, size, &[report(score, proven)]).swap_remove(8);
        assert_eq!(eval(win_in(5), true), "INFO EVAL +M5");
        assert_eq!(eval(-win_in(4), true), "INFO EVAL -M4");
        assert_eq!(eval(win_in(5), false), "INFO EVAL 29000");
        let example = format!("INFO EVAL 397\nINFO WINRATE {:.4}\n", win_rate(397));
        assert!(include_str!("../../protocol.md").contains(&example));
        assert!(win_rate(0) == 0.5 && win_rate(win_in(9)) == 1.0 && win_rate(-200) < 0.5);
    }
}
