//! Results of analyses for programs: JSON objects or plain text, one a line.

use super::words::decided_words;
use super::{GameReport, MoveReview};
use serde_json::{Value, json};
use tengen::base::{BoardSize, WIN, is_decided};
use tengen::board::format_point;
use tengen::eval::win_rate;
use tengen::search::SearchInfo;
use tengen_game::formats::turn_name;
use tengen_language::Language;

/// The best lines of a position; `is_final` marks the result of a finished search.
pub fn lines(size: BoardSize, lines: &[SearchInfo], is_final: bool) -> Value {
    let first = lines.first();
    json!({
        "final": is_final,
        "depth": first.map(|line| line.depth),
        "selective_depth": first.map(|line| line.selective_depth),
        "nodes": lines.iter().map(|line| line.nodes).max(),
        "time_ms": lines.iter().map(|line| line.elapsed.as_millis() as u64).max(),
        "speed": lines.iter().max_by_key(|line| line.nodes).map(speed),
        "lines": lines.iter().map(|found| line(size, found)).collect::<Vec<_>>(),
    })
}

fn line(size: BoardSize, info: &SearchInfo) -> Value {
    let names = names(size, info);
    json!({
        "move": names.first(),
        "score": info.score,
        // Plies to the five, negative if it is the opponent's; null unless proven.
        "win_in": (info.proven && is_decided(info.score)).then(|| (WIN - info.score.abs()) * info.score.signum()),
        "proven": info.proven,
        "share": win_rate(info.score),
        "depth": info.depth,
        "line": names,
    })
}

/// The best lines of a position as plain text in English, separated by ` | `.
pub fn plain(size: BoardSize, reports: &[SearchInfo]) -> String {
    let Some(first) = reports.first() else { return "no move".to_owned() };
    let line = |report: &SearchInfo| {
        let score = decided_words(Language::default(), report.score, report.proven);
        format!("{score} {:.0} % {}", 100.0 * win_rate(report.score), names(size, report).join(" "))
    };
    format!(
        "depth {}-{} nodes {} speed {} k time {} ms: {}",
        first.depth,
        first.selective_depth,
        first.nodes,
        speed(first) / 1000,
        first.elapsed.as_millis(),
        reports.iter().map(line).collect::<Vec<_>>().join(" | ")
    )
}

fn names(size: BoardSize, info: &SearchInfo) -> Vec<String> {
    info.pv.iter().map(|&point| format_point(size, point)).collect()
}

/// Nodes per second.
pub fn speed(info: &SearchInfo) -> u64 {
    (info.nodes as f64 / info.elapsed.as_secs_f64().max(1e-6)) as u64
}

/// The review of a move, for the report on a game.
pub fn review(report: &GameReport, review: &MoveReview) -> Value {
    let size = report.game.size;
    json!({
        "number": review.number,
        "color": review.color.name(),
        "move": turn_name(size, review.played),
        "share_before": review.share[0],
        "share_after": review.share[1],
        "score": review.score,
        "proven": review.proven,
        "depth": review.depth,
        "best": review.best.iter().map(|&point| format_point(size, point)).collect::<Vec<_>>(),
        "misses_win": review.misses_win(),
    })
}
