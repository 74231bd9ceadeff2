//! What a database knows of the position that `tengen analyze` looks at.

use crate::db::{describe, describe_move, in_one_line};
use anyhow::Result;
use serde_json::{Value, json};
use tengen::board::{Board, format_point};
use tengen_database::{Database, GameCounts, Proof, known_moves};
use tengen_language::Language;

/// A line for each known move, the best first, and the lines on the position itself; without a language as programs read them.
pub fn text(database: &Database, board: &Board, language: Option<Language>) -> Result<String> {
    let words = language.unwrap_or_default();
    let line = |name: &str, text: String| match language {
        Some(language) => language.t("play.hintDatabase", &[("move", &text)]) + "\n",
        None => format!("{name} {text}\n"),
    };
    let known = known_moves(database, board)?;
    let mut text = if known.is_empty() { words.t("known.none", &[]) + "\n" } else { String::new() };
    text.extend(known.iter().map(|known| line("database", describe_move(words, board.size(), known))));
    if let Some(entry) = database.get(board)? {
        text.extend(describe(words, &entry).iter().map(|text| line("position", in_one_line(text))));
    }
    Ok(text)
}

/// One JSON object with the known moves, and what is known of the position itself or null. Wins are in plies.
pub fn json(database: &Database, board: &Board) -> Result<String> {
    let games = |games: GameCounts| [games.wins, games.draws, games.losses];
    let moves: Vec<Value> = known_moves(database, board)?
        .iter()
        .map(|known| {
            json!({
                "move": format_point(board.size(), known.point),
                "score": known.score,
                "depth": known.depth,
                // The proof is for the opponent, who is to move a ply later.
                "win_in": win_in(known.proof).map(|plies| if plies > 0 { -plies - 1 } else { 1 - plies }),
                "games": games(known.games),
            })
        })
        .collect();
    let position = database.get(board)?.map(|entry| {
        json!({
            "score": entry.has_score().then_some(entry.score),
            "depth": entry.depth,
            "nodes": entry.nodes,
            "author": entry.author,
            "win_in": win_in(entry.proof),
            "games": games(entry.games),
            "label": entry.label,
            "comment": entry.comment,
        })
    });
    Ok(format!("{}\n", json!({ "database": moves, "position": position })))
}

/// Plies to the five of the side to move, negative if it is the opponent's; `None` without a proof.
fn win_in(proof: Proof) -> Option<i32> {
    match proof {
        Proof::Open => None,
        Proof::Win { stones } => Some(2 * i32::from(stones) - 1),
        Proof::Loss { stones } => Some(-2 * i32::from(stones)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::{BoardSize, Rule};
    use tengen::board::parse_moves;
    use tengen_database::Entry;

    #[test]
    fn a_terminal_gets_all_of_it_in_its_language() {
        let path = std::env::temp_dir().join(format!("tengen-known-{}.db", std::process::id()));
        let database = Database::create(&path).unwrap();
        let size = BoardSize::square(15).unwrap();
        let [board, won] =
            ["d5i9", "d5i9h9"].map(|moves| Board::from_moves(size, Rule::Renju, &parse_moves(size, moves).unwrap()));
        let games = GameCounts { wins: 1, draws: 2, losses: 3 };
        let entry =
            Entry { score: 120, depth: 9, nodes: 5, games, label: "1".into(), comment: "2".into(), ..Entry::default() };
        let lost = Entry { proof: Proof::Loss { stones: 4 }, ..Entry::default() };
        database.write([(&board, &entry), (&won, &lost)]).unwrap();
        for language in Language::all() {
            let said = text(&database, &board, Some(language)).unwrap();
            assert_eq!(said.lines().count(), 5, "{said}");
            let is_english =
                ["wins", "score", "games", "label", "comment", "database"].iter().any(|word| said.contains(word));
            assert_eq!(is_english, language == Language::default(), "{said}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
