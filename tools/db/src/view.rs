//! Contents of a database as text in the languages, and as JSON.

use anyhow::Result;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tengen::base::{BoardSize, Score, WIN};
use tengen::board::{Board, format_point};
use tengen_database::{Database, Entry, GameCounts, KnownMove, Proof, known_moves};
use tengen_game::count;
use tengen_language::Language;

/// A table with a line for each rule and size, and the numbers of all.
pub fn summary(database: &Database) -> Result<String> {
    #[derive(Default)]
    struct Row {
        positions: usize,
        searched: usize,
        proven: usize,
        games: usize,
        with_games: usize,
        texts: usize,
        most_stones: usize,
    }
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    database.for_each_game(&mut |game, _| {
        rows.entry((game.rule.to_string(), game.size.to_string())).or_default().games += 1;
        true
    })?;
    database.for_each(&mut |key, entry| {
        let row = rows.entry((key.rule().to_string(), key.size().to_string())).or_default();
        row.positions += 1;
        row.searched += usize::from(entry.is_searched());
        row.proven += usize::from(entry.proof != Proof::Open);
        row.with_games += usize::from(entry.games.total() > 0);
        row.texts += usize::from(!entry.comment.is_empty() || !entry.label.is_empty());
        row.most_stones = row.most_stones.max(key.stones());
        true
    })?;
    let mut out =
        String::from("rule       size    positions  searched  proven    games  with games  texts  most stones\n");
    for ((rule, size), row) in &rows {
        let Row { positions, searched, proven, games, with_games, texts, most_stones } = row;
        out += &format!(
            "{rule:<10} {size:<7} {positions:>9}  {searched:>8}  {proven:>6}  {games:>7}  {with_games:>10}  {texts:>5}  \
             {most_stones:>11}\n"
        );
    }
    let bytes = database.path().metadata().map_or(0, |file| file.len());
    Ok(format!("{out}{}, {bytes} bytes\n", count(database.len()?, "position")))
}

/// The entry of a position and those of its moves.
pub fn position(database: &Database, board: &Board) -> Result<String> {
    let mut out = match database.get(board)? {
        Some(entry) => describe(Language::default(), &entry).join("\n") + "\n",
        None => "this position is not in the database\n".into(),
    };
    for known in known_moves(database, board)? {
        let name = format_point(board.size(), known.point);
        let score = describe_score(Language::default(), &known);
        let texts = known.after.map_or(String::new(), |entry| format!("{} {}", entry.label, entry.comment));
        out += format!("  {name:<5} {score:<22} {:<24} {}", game_counts(known.games), in_one_line(&texts)).trim_end();
        out.push('\n');
    }
    Ok(out)
}

/// A text with a blank for each of its line ends and runs of blanks.
fn in_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Each fact about a position as a text; a comment may have several lines.
pub fn describe(language: Language, entry: &Entry) -> Vec<String> {
    let mut lines = Vec::new();
    match entry.proof {
        Proof::Open => {}
        Proof::Win { stones } => lines.push(language.t("known.won", &[("stones", &stones)])),
        Proof::Loss { stones } => lines.push(language.t("known.lost", &[("stones", &stones)])),
    }
    let score = || language.t("explorer.score", &[("score", &at_depth(language, entry.score, entry.depth))]);
    if is_by_hand(entry) {
        lines.push(language.t("known.written", &[("score", &score())]));
    }
    if entry.is_searched() {
        let search = language.t("known.searched", &[("score", &score()), ("nodes", &entry.nodes)]);
        lines.push(match entry.author.is_empty() {
            true => search,
            false => language.t("known.author", &[("search", &search), ("author", &entry.author)]),
        });
    }
    let games = game_counts(entry.games);
    for (name, text) in [("known.games", &games), ("known.label", &entry.label), ("known.comment", &entry.comment)] {
        if !text.is_empty() {
            lines.push(language.t(name, &[("text", text)]));
        }
    }
    lines
}

/// Whether the score was entered by a person.
fn is_by_hand(entry: &Entry) -> bool {
    entry.has_score() && !entry.is_searched()
}

/// A score with the depth of its search, if there was one.
fn at_depth(language: Language, score: Score, depth: u16) -> String {
    let score = format!("{score:+}");
    if depth > 0 { language.t("knownScore", &[("score", &score), ("depth", &depth)]) } else { score }
}

fn game_counts(games: GameCounts) -> String {
    match games.total() {
        0 => String::new(),
        _ => format!("+{} ={} -{}", games.wins, games.draws, games.losses),
    }
}

fn describe_score(language: Language, known: &KnownMove) -> String {
    match (known.proof, known.score) {
        // Seen from the side that made the move; the proof is for the opponent, who is to move.
        (Proof::Loss { stones }, _) => language.t("known.wins", &[("moves", &(u32::from(stones) + 1))]),
        (Proof::Win { stones }, _) => language.t("known.loses", &[("moves", &stones)]),
        (Proof::Open, Some(score)) => {
            let by_hand = known.depth == 0 || known.after.as_ref().is_some_and(is_by_hand);
            let score = at_depth(language, score, known.depth);
            if by_hand { language.t("known.byHand", &[("score", &score)]) } else { score }
        }
        (Proof::Open, None) => String::new(),
    }
}

/// A known move in short form: `h8 +12 at depth 17 +5 =0 -2`.
pub fn describe_move(language: Language, size: BoardSize, known: &KnownMove) -> String {
    let parts = [format_point(size, known.point), describe_score(language, known), game_counts(known.games)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A line for each known move, the best first, and the lines on the position itself; without a language as programs read them.
pub fn known_text(database: &Database, board: &Board, language: Option<Language>) -> Result<String> {
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
pub fn known_json(database: &Database, board: &Board) -> Result<String> {
    // To the five; negative if it is the opponent's.
    let plies = |score: Score| (WIN - score.abs()) * score.signum();
    let games = |games: GameCounts| [games.wins, games.draws, games.losses];
    let moves: Vec<Value> = known_moves(database, board)?
        .iter()
        .map(|known| {
            json!({
                "move": format_point(board.size(), known.point),
                "score": known.score,
                "depth": known.depth,
                "win_in": known.proven_score().map(plies),
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
            "win_in": entry.proof.score().map(plies),
            "games": games(entry.games),
            "label": entry.label,
            "comment": entry.comment,
        })
    });
    Ok(format!("{}\n", json!({ "database": moves, "position": position })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen::base::Rule;
    use tengen::board::parse_moves;

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
            let said = known_text(&database, &board, Some(language)).unwrap();
            assert_eq!(said.lines().count(), 5, "{said}");
            let is_english =
                ["wins", "score", "games", "label", "comment", "database"].iter().any(|word| said.contains(word));
            assert_eq!(is_english, language == Language::default(), "{said}");
        }
        std::fs::remove_file(path).unwrap();
    }
}
