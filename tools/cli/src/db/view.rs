//! Contents of a database as text.

use crate::common::{count, print};
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::Path;
use tengen::base::BoardSize;
use tengen::board::format_point;
use tengen_database::{Database, Entry, GameCounts, KnownMove, Proof, known_moves};
use tengen_game::Game;

/// Prints a summary for each rule and size.
pub fn show(database: &Database) -> Result<()> {
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
    let bytes = file_bytes(database.path());
    print(&format!("{out}{}, {bytes} bytes\n", count(database.len()?, "position")))
}

/// Prints the entry of a position and of its moves.
pub fn query(database: &Database, game: &Game) -> Result<()> {
    let board = game.board()?;
    let mut out = match database.get(&board)? {
        Some(entry) => describe(&entry),
        None => "this position is not in the database\n".into(),
    };
    for known in known_moves(database, &board)? {
        let name = format_point(board.size(), known.point);
        let score = describe_score(&known);
        let texts = known.after.map_or(String::new(), |entry| format!("{} {}", entry.label, entry.comment));
        out += format!("  {name:<5} {score:<22} {:<24} {}", game_counts(known.games), texts.trim()).trim_end();
        out.push('\n');
    }
    print(&out)
}

pub fn describe(entry: &Entry) -> String {
    let mut out = String::new();
    match entry.proof {
        Proof::Open => {}
        Proof::Win { stones } => out += &format!("proven win of the side to move in {stones} stones\n"),
        Proof::Loss { stones } => out += &format!("proven loss of the side to move in {stones} stones\n"),
    }
    let depth = at_depth(entry.depth);
    if is_by_hand(entry) {
        out += &format!("score {:+}{depth}, written by hand\n", entry.score);
    }
    if entry.is_searched() {
        let by = if entry.author.is_empty() { String::new() } else { format!(" by {}", entry.author) };
        out += &format!("score {:+}{depth}, {} nodes{by}\n", entry.score, entry.nodes);
    }
    if entry.games.total() > 0 {
        out += &format!("games: {}\n", game_counts(entry.games));
    }
    for (name, text) in [("label", &entry.label), ("comment", &entry.comment)] {
        if !text.is_empty() {
            out += &format!("{name}: {text}\n");
        }
    }
    out
}

/// Whether the score was entered by a person.
fn is_by_hand(entry: &Entry) -> bool {
    entry.has_score() && !entry.is_searched()
}

fn at_depth(depth: u16) -> String {
    if depth > 0 { format!(" at depth {depth}") } else { String::new() }
}

fn game_counts(games: GameCounts) -> String {
    match games.total() {
        0 => String::new(),
        _ => format!("+{} ={} -{}", games.wins, games.draws, games.losses),
    }
}

fn describe_score(known: &KnownMove) -> String {
    match (known.proof, known.score) {
        // Seen from the side that made the move; the proof is for the opponent, who is to move.
        (Proof::Loss { stones }, _) => format!("wins in {}", count(u64::from(stones) + 1, "move")),
        (Proof::Win { stones }, _) => format!("loses in {}", count(stones.into(), "move")),
        (Proof::Open, Some(score)) => {
            let by_hand = known.depth == 0 || known.after.as_ref().is_some_and(is_by_hand);
            format!("{score:+}{}{}", at_depth(known.depth), if by_hand { " by hand" } else { "" })
        }
        (Proof::Open, None) => String::new(),
    }
}

/// A known move in short form: `h8 +12 at depth 17 +5 =0 -2`.
pub fn describe_move(size: BoardSize, known: &KnownMove) -> String {
    let parts = [format_point(size, known.point), describe_score(known), game_counts(known.games)];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Size of a file in bytes; 0 if unknown.
pub fn file_bytes(path: &Path) -> u64 {
    path.metadata().map_or(0, |metadata| metadata.len())
}
