//! Tests of the exam.

use super::*;
use crate::loss::sigmoid;
use crate::records::{Conditions, Sizes};
use tengen::base::Rule;

/// Games of a quick exam; `name` separates tests that run at the same time.
fn exam(name: &str, rule: Rule, count: usize) -> Games {
    crate::test_games::play(name, Conditions { exam: true, ..Conditions::new(rule, Sizes::Mixed, 300, 1) }, count)
}

#[test]
fn an_exam_begins_as_no_other_game_and_its_results_say_something() {
    let games = exam("begins", Rule::Renju, 8);
    games.check().unwrap();
    assert!(games.conditions.exam && games.records.iter().all(Record::is_for_exams));
    for record in &games.records {
        assert!(record.result_from() <= record.skip + 6, "a random move after the first six");
    }
    let others = crate::test_games::games("exam-others", Rule::Renju, 8);
    assert!(!others.records.iter().all(Record::is_for_exams));
    let conditions = Conditions { exam: true, ..others.conditions };
    let refused = Games { conditions, ..others }.check().unwrap_err();
    assert!(format!("{refused:#}").contains("its opening is not one of those that exams have"), "{refused:#}");
    // Games from exam openings are not learned from, even if the file does not call itself an exam.
    let mut seen = 0;
    let conditions = Conditions { exam: false, ..games.conditions };
    let disguised = Games { conditions, ..games };
    let disguised = [disguised];
    crate::split::each_game(&disguised, 2, &Weights::of(Rule::Renju), &mut |_, _, _| seen += 1);
    assert_eq!((seen, crate::notes::counts(&disguised)), (0, "games 0".to_owned()));
    let summary = crate::dataset::Summary::of(&disguised).to_string();
    assert!(summary.contains("\nkept       0 (0.0 %)") && summary.contains("games for exams 100.0 %"), "{summary}");
}

/// A changed choice of exam openings would let trainings learn from the stored exams.
#[test]
fn the_exams_that_are_kept_are_of_openings_for_exams() {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../lab/exam"));
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let exams: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "games")).collect();
    assert!(exams.len() >= 5, "{exams:?}");
    for path in exams {
        let (games, whole) = Games::read(&path).unwrap();
        assert_eq!(whole, path.metadata().unwrap().len(), "{path:?}");
        assert!(games.conditions.exam && !games.records.is_empty(), "{path:?}");
        games.check().unwrap();
    }
}

#[test]
fn who_knows_more_is_less_far_off() {
    let games = exam("knows", Rule::Caro, 30);
    let built_in = Weights::of(Rule::Caro);
    let tables = Arc::new(Weights::clone(&built_in).with_nnue(None));
    let [known, tables, nothing] =
        [built_in, tables, Arc::new(Weights::hand_set(Rule::Caro))].map(|weights| grade(&games, &weights));
    assert_eq!([known.by_head, tables.by_head], [true, false]);
    for (better, worse) in [
        (&known.scores, &tables.scores),
        (&tables.scores, &nothing.scores),
        (&known.moves, &tables.moves),
        (&tables.moves, &nothing.moves),
    ] {
        assert_eq!(better.count(), worse.count());
        let (above, error) = worse.above(better);
        assert!(above > 0.0 && error > 0.0 && error < 0.5, "{above} +- {error}");
    }
    assert_eq!(known.scores.above(&known.scores), (0.0, 0.0));
    let [results, scores] = [known.results.count(), known.scores.count()];
    assert!(0 < results && results < scores, "{results} of {scores}");
}

#[test]
fn the_error_of_a_difference_counts_games() {
    let loss = |games: &[(f64, usize)]| ExamLoss { scale: 1.0, games: games.to_vec() };
    let (one, two) = (loss(&[(1.0, 2), (3.0, 2)]), loss(&[(1.5, 2), (2.0, 2)]));
    // Per game 0.5 less and 1 more than `two`; the mean of 4 positions is 0.125 more, so the games are off by 0.75.
    let (difference, error) = one.above(&two);
    assert!((difference - 0.125).abs() < 1e-9, "{difference}");
    assert!((error - 1.96 * (2.0f64 * 0.75 * 0.75).sqrt() / 4.0).abs() < 1e-9, "{error}");
}

#[test]
fn the_best_scale_is_found() {
    // Log-odds of 0.5, -1.5 and 3, given at a third of their size.
    let scores = [0.5f32, -1.5, 3.0].map(|logit| ValueAnswer { logit: logit / 3.0, target: sigmoid(logit) }).into();
    let game = GameAnswers { scores, ..GameAnswers::default() };
    let of_value = |answer: &ValueAnswer, scale| cross_entropy(scale * answer.logit, answer.target);
    let loss = ExamLoss::of(&[game], |game| &game.scores, of_value);
    assert!((loss.scale - 3.0).abs() < 0.01, "{}", loss.scale);
    // A softmax over two is a logistic function.
    for scale in [0.5, 2.0] {
        let (softmax, logistic) = (softmax_loss(&[0.25, 1.5], 1, scale), cross_entropy(scale * 1.25, 1.0));
        assert!((softmax - logistic).abs() < 1e-6, "{softmax} {logistic}");
    }
}

#[test]
fn what_no_training_sees_is_gathered_once() {
    let folder = std::env::temp_dir().join(format!("tengen-gather-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let [plain, deeper, out] = ["plain.games", "deeper.games", "exam.games"].map(|name| folder.join(name));
    // Games of any kind, with games from exam openings among them.
    let (ours, others) = (exam("gather", Rule::Renju, 3), crate::test_games::games("gather-others", Rule::Renju, 4));
    for (path, nodes) in [(&plain, 40), (&deeper, 41)] {
        let conditions = Conditions { nodes, ..others.conditions };
        let mut bytes = conditions.header(others.weights.as_deref().unwrap()).into_bytes();
        others.records.iter().chain(&ours.records).for_each(|record| bytes.extend(record.to_bytes()));
        std::fs::write(path, bytes).unwrap();
    }
    let size = ours.records[0].size;
    let gathered = gather(&[plain.clone(), plain.clone()], size, &out).unwrap();
    let mut expected: Vec<Record> = others.records.iter().chain(&ours.records).cloned().collect();
    expected.retain(|record| record.size == size && record.is_for_exams());
    assert!(!expected.is_empty() && gathered.records == expected);
    assert_eq!(Games::read(&out).unwrap().0, gathered);
    gathered.check().unwrap();
    assert!(gather(std::slice::from_ref(&plain), size, &out).is_err(), "what is there is not written over");
    let other_size = tengen::base::BoardSize::square(9).unwrap();
    let refused = gather(std::slice::from_ref(&plain), other_size, &folder.join("new")).unwrap_err().to_string();
    assert!(refused.contains("none of these games on 9x9"), "{refused}");
    let refused = gather(&[plain, deeper], size, &folder.join("new")).unwrap_err().to_string();
    assert!(refused.contains("other nodes"), "{refused}");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn positions_of_the_searches_of_a_game_are_not_independent() {
    let games = exam("leaves", Rule::Caro, 3);
    let leaf = |record: &Record, skip: usize| Record { moves: record.moves[..=skip].to_vec(), skip, ..record.clone() };
    let of_game = |record: &Record| (0..4).map(|more| leaf(record, record.skip + more)).collect::<Vec<_>>();
    let records = games.records.iter().flat_map(of_game).collect();
    let leaves = Games { conditions: Conditions { leaves: true, ..games.conditions }, records, ..games };
    let scores = grade(&leaves, &Weights::of(Rule::Caro)).scores;
    assert!(scores.games.len() == 3 && scores.count() > 3, "{:?}", scores.games);
}
