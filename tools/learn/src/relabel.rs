//! Self-play games with new scores: every position is searched again, with more nodes or by a later engine; moves and
//! results do not change.

use super::records::{Conditions, Games, Record};
use super::selfplay::{SelfplayRun, fill, score_of};
use anyhow::{Result, ensure};
use std::sync::atomic::{AtomicBool, Ordering};
use tengen::base::{Rule, is_decided};
use tengen::board::Board;
use tengen::search::{Control, Limits, Searcher};

/// Writes the first games of `source` with new scores to the run's file; games already there are kept. Each position
/// after the opening is searched with `nodes` nodes, unless the old search found a win or a loss. Fails if the source
/// is a shard or damaged; also the errors of [`super::selfplay::play`].
pub fn relabel(run: &SelfplayRun, source: &Games, nodes: u64, progress: &mut dyn FnMut(usize)) -> Result<()> {
    source.check_whole()?;
    if let Ok((begun, _)) = Games::read(run.path) {
        let moves = |record: &Record| record.moves.iter().map(|played| played.point).collect::<Vec<_>>();
        let same = begun.records.iter().zip(&source.records).all(|(begun, source)| moves(begun) == moves(source));
        ensure!(same, "{} holds other games than those to be given new scores", run.path.display());
    }
    let conditions = Conditions { relabeled: Some(nodes), ..source.conditions };
    let work = |searcher: &mut Searcher, number: usize| {
        with_new_scores(&source.records[number], conditions.rule, nodes, searcher, run.stop).map(Ok)
    };
    fill(&SelfplayRun { games: run.games.min(source.records.len()), ..*run }, conditions, progress, work)
}

/// The game with new scores; `None` if stopped.
fn with_new_scores(
    record: &Record,
    rule: Rule,
    nodes: u64,
    searcher: &mut Searcher,
    stop: &AtomicBool,
) -> Option<Record> {
    searcher.clear();
    let mut board = Board::new(record.size, rule);
    let mut record = record.clone();
    for (i, played) in record.moves.iter_mut().enumerate() {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        if i >= record.skip && !is_decided(played.score) {
            let result = searcher.search(&board, Limits::nodes(nodes), &Control::unlimited(), &mut |_| {});
            played.score = score_of(&result, searcher, &board);
        }
        board.push(played.point);
    }
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{RecordedMove, Sizes};
    use crate::selfplay::play;
    use tengen::base::BoardSize;
    use tengen::board::{Outcome, parse_moves};

    #[test]
    fn moves_and_results_stay_and_every_score_is_that_of_its_own_position() {
        let folder = std::env::temp_dir().join(format!("tengen-relabel-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let conditions = Conditions::new(Rule::Caro, Sizes::Mixed, 60, 3);
        let path = folder.join("source");
        play(&SelfplayRun::of(&path, 3), conditions, &mut |_| {}).unwrap();
        let source = Games::read(&path).unwrap().0;
        let run = |name: &str, nodes, games, threads| {
            let path = folder.join(name);
            relabel(&SelfplayRun { threads, ..SelfplayRun::of(&path, games) }, &source, nodes, &mut |_| {}).unwrap();
            Games::read(&path).unwrap().0
        };
        run("new", 500, 1, 1);
        let new = run("new", 500, 9, 2);
        assert_eq!(new, run("again", 500, 9, 1), "on any number of threads, and after an interruption");
        new.check().unwrap();
        assert_eq!(new.conditions, Conditions { relabeled: Some(500), ..conditions });
        assert_eq!(new.records.len(), 3);
        assert!(
            play(&SelfplayRun::of(&folder.join("new"), 9), conditions, &mut |_| {}).is_err(),
            "not games to go on with"
        );
        let mut changed = 0;
        for (old, new) in source.records.iter().zip(&new.records) {
            let kept = |record: &Record| {
                let moves = record.moves.iter().map(|played| (played.point, played.random)).collect::<Vec<_>>();
                (record.size, moves, record.skip, record.outcome)
            };
            assert_eq!(kept(old), kept(new));
            let skip = old.skip;
            for (i, (old, new)) in old.moves.iter().zip(&new.moves).enumerate() {
                assert!(i >= skip || new.score == old.score);
                assert!(!is_decided(old.score) || new.score == old.score);
                changed += usize::from(new.score != old.score);
            }
            // The score of the first searched position, computed here.
            let mut board = Board::new(new.size, Rule::Caro);
            new.moves[..new.skip].iter().for_each(|played| board.push(played.point));
            let searcher = &mut Searcher::new(4 << 20);
            let result = searcher.search(&board, Limits::nodes(500), &Control::unlimited(), &mut |_| {});
            assert_eq!(new.moves[new.skip].score, score_of(&result, searcher, &board));
        }
        assert!(changed > 20, "{changed}");
        let part = Games { conditions: Conditions { shard: (0, 2), ..conditions }, ..source.clone() };
        assert!(relabel(&SelfplayRun::of(&folder.join("part"), 1), &part, 9, &mut |_| {}).is_err());
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_search_without_an_iteration_gives_the_static_score() {
        let size = BoardSize::square(15).unwrap();
        // White, whose stones are in the corners, is to move before the last move.
        let moves = parse_moves(size, "h8a1i8a15h9o1").unwrap();
        let played = moves.iter().map(|&point| RecordedMove { point, score: 0, random: false });
        let record = Record { size, moves: played.collect(), skip: 5, outcome: Outcome::Draw };
        let searcher = &mut Searcher::new(1 << 20);
        let new = with_new_scores(&record, Rule::Freestyle, 1, searcher, &AtomicBool::new(false)).unwrap();
        let board = Board::from_moves(size, Rule::Freestyle, &moves[..5]);
        let score = new.moves[5].score;
        assert!(score < 0 && score == searcher.evaluator(board).evaluate(), "{score}");
    }
}
