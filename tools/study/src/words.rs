//! Scores as text.

use tengen::base::{Score, is_decided, score_text};
use tengen_language::Language;

/// A score as text: a number, `+M5`, or `won` and `lost` if it is not proven.
pub fn decided_text(score: Score, proven: bool) -> String {
    match score {
        score if !is_decided(score) || proven => score_text(score),
        score if score > 0 => "won".to_owned(),
        _ => "lost".to_owned(),
    }
}

/// A score as text in a language.
pub fn score_in(language: Language, score: Score, proven: bool) -> String {
    match decided_text(score, proven).as_str() {
        word @ ("won" | "lost") => language.t(&format!("score.{word}"), &[]),
        number => number.to_owned(),
    }
}

/// Whether a score is decided but was not verified against every reply.
pub fn is_unproven(score: Score, proven: bool) -> bool {
    is_decided(score) && !proven
}

/// [`score_in`] for places without an explanation of `won` and `lost`.
pub fn decided_words(language: Language, score: Score, proven: bool) -> String {
    let text = score_in(language, score, proven);
    if is_unproven(score, proven) { language.t("score.unproven", &[("score", &text)]) } else { text }
}
