//! A finished iteration as text: a summary for people, and the lines that board programs display.

use crate::protocol::input::CoordinateOrder;
use tengen::base::{BoardSize, Score, WIN_BOUND, score_text};
use tengen::board::format_point;
use tengen::eval::win_rate;
use tengen::search::SearchInfo;

/// Bits of `INFO show_detail`.
const REALTIME: u8 = 1;
const DETAIL: u8 = 2;

/// An iteration in Rapfi's form, which other programs read: `depth 9-17 ev 35 n 81234 n/ms 712 tm 114 pv h8 i9`, with
/// `multipv` and the line's number if there are several lines.
fn describe(size: BoardSize, number: Option<usize>, report: &SearchInfo) -> String {
    const MAX_PV_MOVES: usize = 12;
    let number = number.map_or_else(String::new, |number| format!(" multipv {number}"));
    let pv: Vec<String> = report.pv.iter().take(MAX_PV_MOVES).map(|&point| format_point(size, point)).collect();
    format!(
        "depth {}-{}{number} ev {} n {} n/ms {} tm {} pv {}",
        report.depth,
        report.selective_depth,
        score_text(reported_score(report)),
        report.nodes,
        speed(report) / 1000,
        report.elapsed.as_millis(),
        pv.join(" ")
    )
}

/// One line of text per best line, numbered if there are several.
pub(in crate::protocol) fn describe_all(size: BoardSize, reports: &[SearchInfo]) -> Vec<String> {
    match reports {
        [report] => vec![describe(size, None, report)],
        _ => reports.iter().enumerate().map(|(i, report)| describe(size, Some(i + 1), report)).collect(),
    }
}

/// Explains a decided score that is reported without a distance; `None` for any other score.
pub(in crate::protocol) fn unproven(report: &SearchInfo) -> Option<&'static str> {
    match report.score {
        _ if report.proven => None,
        score if score > WIN_BOUND => Some("a win is seen, not yet proved"),
        score if score < -WIN_BOUND => Some("a loss is seen, not yet proved"),
        _ => None,
    }
}

/// The lines that board programs display for an iteration, chosen by `INFO show_detail`: for each best line a block
/// from `INFO PV` to `INFO PV DONE`, and the marks on the board.
pub(in crate::protocol) fn details(
    show: u8,
    order: CoordinateOrder,
    size: BoardSize,
    reports: &[SearchInfo],
) -> Vec<String> {
    let mut lines = Vec::new();
    if show & DETAIL != 0 {
        for (i, report) in reports.iter().enumerate() {
            lines.extend(block(order, size, reports.len(), i, report));
        }
    }
    if show & REALTIME != 0
        && let Some(best) = reports.first()
        && let Some(&first) = best.pv.first()
    {
        lines.push("MESSAGE REALTIME REFRESH".into());
        lines.push(format!("MESSAGE REALTIME BEST {}", order.format(size, first)));
        lines.push(format!("MESSAGE REALTIME VAL {}", reported_score(best)));
        let names: Vec<String> = best.pv.iter().map(|&point| format_point(size, point)).collect();
        lines.push(format!("MESSAGE REALTIME PV {}", names.join(" ")));
        let lost = reports.iter().filter(|report| is_lost(report));
        lines.extend(lost.map(|report| format!("MESSAGE REALTIME LOST {}", order.format(size, report.pv[0]))));
    }
    lines
}

/// Whether the line's first move loses, as far as the search has seen.
pub(in crate::protocol) fn is_lost(report: &SearchInfo) -> bool {
    report.score < -WIN_BOUND
}

fn block(order: CoordinateOrder, size: BoardSize, count: usize, number: usize, report: &SearchInfo) -> Vec<String> {
    let line = order.format_all(size, &report.pv);
    [
        ("PV", number.to_string()),
        ("NUMPV", count.to_string()),
        ("DEPTH", report.depth.to_string()),
        ("SELDEPTH", report.selective_depth.to_string()),
        ("NODES", report.nodes.to_string()),
        ("TOTALNODES", report.nodes.to_string()),
        ("TOTALTIME", report.elapsed.as_millis().to_string()),
        ("SPEED", speed(report).to_string()),
        ("EVAL", score_text(reported_score(report))),
        ("WINRATE", format!("{:.4}", win_rate(report.score))),
        ("BESTLINE", line),
        ("PV", "DONE".into()),
    ]
    .into_iter()
    .map(|(key, value)| format!("INFO {key} {value}"))
    .collect()
}

/// A decided score only if it was proven; otherwise limited to the bound of undecided scores.
fn reported_score(report: &SearchInfo) -> Score {
    if report.proven { report.score } else { report.score.clamp(-WIN_BOUND, WIN_BOUND) }
}

/// Nodes per second.
fn speed(report: &SearchInfo) -> u64 {
    let millis = u64::try_from(report.elapsed.as_millis().max(1)).unwrap_or(u64::MAX);
    report.nodes.saturating_mul(1000) / millis
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use tengen::base::win_in;

    fn report(score: Score, proven: bool) -> SearchInfo {
        let size = BoardSize::square(15).unwrap();
        let pv = vec![size.point(7, 3).unwrap(), size.point(8, 9).unwrap()];
        let elapsed = Duration::from_millis(500);
        SearchInfo { depth: 9, selective_depth: 14, score, proven, nodes: 1000, elapsed, pv }
    }

    #[test]
    fn rows_come_first_in_row_column_order() {
        let size = BoardSize::square(15).unwrap();
        let lines = details(3, CoordinateOrder::RowColumn, size, &[report(12, false)]);
        assert!(lines.contains(&"INFO BESTLINE 3,7 9,8".to_owned()), "{lines:?}");
        assert!(lines.contains(&"MESSAGE REALTIME BEST 3,7".to_owned()), "{lines:?}");
        assert!(lines.contains(&"MESSAGE REALTIME PV h12 i6".to_owned()), "{lines:?}");
        assert!(lines.contains(&"INFO SPEED 2000".to_owned()), "{lines:?}");
        assert_eq!(details(0, CoordinateOrder::ColumnRow, size, &[report(12, false)]), [""; 0]);
    }

    #[test]
    fn the_distance_of_a_win_is_reported_only_when_it_is_proven() {
        let size = BoardSize::square(15).unwrap();
        let eval =
            |score, proven| details(2, CoordinateOrder::ColumnRow, size, &[report(score, proven)]).swap_remove(8);
        assert_eq!(eval(win_in(5), true), "INFO EVAL +M5");
        assert_eq!(eval(-win_in(4), true), "INFO EVAL -M4");
        assert_eq!(eval(win_in(5), false), "INFO EVAL 29000");
        let notices = [(win_in(5), true), (win_in(5), false), (-win_in(4), false), (28_000, false)]
            .map(|(score, proven)| unproven(&report(score, proven)));
        let [win, loss] = ["a win is seen, not yet proved", "a loss is seen, not yet proved"];
        assert_eq!(notices, [None, Some(win), Some(loss), None]);
        assert!([win, loss].iter().all(|text| include_str!("../../../protocol.md").contains(text)));
        let example = format!("INFO EVAL 397\nINFO WINRATE {:.4}\n", win_rate(397));
        assert!(include_str!("../../../protocol.md").contains(&example));
        assert!(win_rate(0) == 0.5 && win_rate(win_in(9)) == 1.0 && win_rate(-200) < 0.5);
    }
}
