//! Positions that searches evaluate, with scores of their own, to learn from beside positions of games.
//!
//! A search evaluates positions after weak moves or just before a decisive threat, which hardly occur in games: a
//! network that is better on games can be worse on these, and play no better. So positions of games are searched, and
//! the positions that these searches evaluate are sampled at random. Each sampled position is searched by itself.
//! TD-leaf (Baxter, Tridgell and Weaver 1998) uses only the leaf of the principal variation.
//!
//! A record's opening holds the moves up to the sampled position; the search's move with its score follows, marked as
//! random ([`Record::is_leaf`]).

use super::records::{Conditions, Games, MAX_OPENING, Record, RecordedMove};
use super::selfplay::{SelfplayRun, TABLE_BYTES, score_of, searcher, weights_of};
use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{Point, SplitMix64, is_decided};
use tengen::board::{Board, Outcome};
use tengen::search::{Control, Limits, Searcher};
use tengen_arena::pool::Pool;

/// One game position in this many is searched for samples.
const ROOT_ONE_IN: usize = 12;
/// Nodes of that search, in multiples of the nodes for a sampled position.
const ROOT_NODES: u64 = 4;
/// One evaluated position in this many is sampled: a dozen in 8,000 nodes.
const LEAF_ONE_IN: usize = 150;
/// Bytes of the table for searches of sampled positions; it is cleared for each.
const LEAF_TABLE_BYTES: usize = 1 << 20;

/// Samples positions that searches evaluate in the first `run.games` games of `source` and writes them to the run's new
/// file, each with the score of a search of `nodes` nodes. Returns their number. A seed gives the same positions on any
/// number of threads. `progress` receives the number of finished games. A stopped run leaves a valid file with fewer
/// positions. Fails if the source is damaged, a shard, or not games; if the output file exists or cannot be written.
pub fn leaves(
    run: &SelfplayRun,
    source: &Games,
    nodes: u64,
    seed: u64,
    progress: &mut dyn FnMut(usize),
) -> Result<usize> {
    let SelfplayRun { path, weights, games, threads, stop } = *run;
    ensure!(!source.conditions.leaves, "these are positions of searches already, not games");
    source.check_whole()?;
    let conditions = Conditions { leaves: true, relabeled: Some(nodes), seed, ..source.conditions };
    let cannot_write = || format!("cannot write {}", path.display());
    let mut file = File::create_new(path).with_context(cannot_write)?;
    let playing = weights_of(weights, conditions.rule).fingerprint();
    file.write_all(conditions.header(&playing).as_bytes()).with_context(cannot_write)?;
    let start = |_| [TABLE_BYTES, LEAF_TABLE_BYTES].map(|bytes| searcher(bytes, weights));
    let work = |searchers: &mut [Searcher; 2], number: usize| of_game(&conditions, source, number, searchers, stop);
    let (mut done, mut count) = (0, 0);
    Pool::new(threads)?.run_in_order(0..games.min(source.records.len()), start, work, |records: Vec<Record>| {
        let bytes: Vec<u8> = records.iter().flat_map(Record::to_bytes).collect();
        file.write_all(&bytes).with_context(cannot_write)?;
        count += records.len();
        done += 1;
        progress(done);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(count)
}

/// Sampled positions of the searches of one game; `None` if stopped.
fn of_game(
    conditions: &Conditions,
    source: &Games,
    number: usize,
    [root, labeler]: &mut [Searcher; 2],
    stop: &AtomicBool,
) -> Option<Vec<Record>> {
    let record = &source.records[number];
    let nodes = conditions.relabeled.unwrap_or(conditions.nodes);
    let mut rng = SplitMix64::new(SplitMix64::new(conditions.seed).next() ^ (number as u64) << 20);
    let mut board = Board::new(record.size, conditions.rule);
    let mut found = Vec::new();
    for (i, played) in record.moves.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if i >= record.skip && !is_decided(played.score) && rng.below(ROOT_ONE_IN) == 0 {
            root.clear();
            root.sample_evaluations(LEAF_ONE_IN, rng.next());
            root.search(&board, Limits::nodes(nodes.saturating_mul(ROOT_NODES)), &Control::unlimited(), &mut |_| {});
            found.extend(root.take_sample().iter().filter_map(|leaf| with_score(leaf, nodes, labeler)));
        }
        board.push(played.point);
    }
    Some(found)
}

/// The record of a position; `None` if it has no move, or more stones than a record's opening can hold.
fn with_score(leaf: &Board, nodes: u64, searcher: &mut Searcher) -> Option<Record> {
    if leaf.stones() > MAX_OPENING {
        return None;
    }
    searcher.clear();
    let result = searcher.search(leaf, Limits::nodes(nodes), &Control::unlimited(), &mut |_| {});
    let best = result.best?;
    let before = |(point, _): (Point, _)| RecordedMove { point, score: 0, random: false };
    let mut moves: Vec<RecordedMove> = leaf.history().map(before).collect();
    let skip = moves.len();
    moves.push(RecordedMove { point: best, score: score_of(&result, searcher, leaf), random: true });
    Some(Record { size: leaf.size(), moves, skip, outcome: Outcome::Draw })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::{Fate, Filter};
    use crate::records::Sizes;
    use crate::selfplay::play;
    use crate::symmetric_key::SymmetricKey;
    use tengen::base::{BoardSize, Rule};
    use tengen::pattern::PointClass;

    #[test]
    fn a_position_with_more_stones_than_a_record_can_hold_is_left_out() {
        let size = BoardSize::square(20).unwrap();
        // Rows of pairs, without a five of either color.
        let color = |index: usize| (index % 20 / 2 + index / 20) % 2;
        let of = |which| (0..400).filter(move |&index| color(index) == which).map(|index| Point(index as u16));
        let moves: Vec<Point> = of(0).zip(of(1)).flat_map(|(black, white)| [black, white]).collect();
        let searcher = &mut Searcher::new(LEAF_TABLE_BYTES);
        let mut record =
            |stones: usize| with_score(&Board::from_moves(size, Rule::Freestyle, &moves[..stones]), 50, searcher);
        let last = record(MAX_OPENING).unwrap();
        assert_eq!(last.to_bytes()[4], 255);
        assert_eq!(record(MAX_OPENING + 1), None);
    }

    #[test]
    fn positions_of_searches_are_those_a_search_evaluates_with_their_own_scores() {
        let folder = std::env::temp_dir().join(format!("tengen-leaves-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let conditions = Conditions::new(Rule::Renju, Sizes::Mixed, 60, 4);
        let path = folder.join("games");
        play(&SelfplayRun::of(&path, 6), conditions, &mut |_| {}).unwrap();
        let source = Games::read(&path).unwrap().0;
        let run = |name: &str, threads, seed| {
            let path = folder.join(name);
            let run = SelfplayRun { threads, ..SelfplayRun::of(&path, 6) };
            let mut games = 0;
            let count = leaves(&run, &source, 1_000, seed, &mut |done| games = done).unwrap();
            let found = Games::read(&path).unwrap().0;
            assert_eq!((games, count), (6, found.records.len()));
            found
        };
        let found = run("two", 2, 1);
        assert_eq!(found, run("one", 1, 1), "on any number of threads");
        assert_ne!(found.records, run("other", 1, 2).records);
        assert!(
            leaves(&SelfplayRun::of(&folder.join("two"), 6), &source, 1_000, 1, &mut |_| {}).is_err(),
            "a file stays"
        );
        assert!(leaves(&SelfplayRun::of(&folder.join("more"), 6), &found, 1_000, 1, &mut |_| {}).is_err(), "no games");
        found.check().unwrap();
        assert_eq!(found.conditions, Conditions { leaves: true, relabeled: Some(1_000), seed: 1, ..conditions });
        assert!(found.records.len() > 10, "{}", found.records.len());
        let mut filter = Filter::default();
        let mut kept = 0;
        for record in &found.records {
            assert!(record.is_leaf() && record.result_from() == record.moves.len(), "no result is learned");
            // Each continues from a game's position after the opening and has the score of its own search.
            let moves: Vec<Point> = record.moves[..record.skip].iter().map(|played| played.point).collect();
            let begins = |game: &Record| {
                let same = game.moves.iter().zip(&moves).take_while(|(played, move_)| played.point == **move_).count();
                game.size == record.size && same >= game.skip
            };
            assert!(source.records.iter().any(begins));
            let board = Board::from_moves(record.size, Rule::Renju, &moves);
            let searcher = &mut Searcher::new(LEAF_TABLE_BYTES);
            let result = searcher.search(&board, Limits::nodes(1_000), &Control::unlimited(), &mut |_| {});
            let last = record.moves[record.skip];
            assert_eq!((Some(last.point), last.score), (result.best, score_of(&result, searcher, &board)));
            let mut key = SymmetricKey::new(record.size);
            let mut replayed = Board::new(record.size, Rule::Renju);
            for (i, played) in record.moves.iter().enumerate() {
                let fate = filter.fate(&replayed, record, i, key.key());
                assert_eq!(fate == Fate::Opening, i < record.skip);
                assert_ne!(fate, Fate::Decided, "what is won is to be learned");
                let fives = board.count(board.side_to_move(), PointClass::Five);
                assert!(i < record.skip || fives == 0 || fate == Fate::Forcing);
                kept += usize::from(fate == Fate::Kept);
                key.play(played.point, replayed.side_to_move());
                replayed.push(played.point);
            }
        }
        assert!(kept > 5, "{kept}");
        std::fs::remove_dir_all(folder).unwrap();
    }
}
