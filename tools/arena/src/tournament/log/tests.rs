//! Tests of the log of a match.

use super::*;
use crate::statistics::Sprt;
use crate::tournament::Tournament;
use crate::tournament::report::MatchReport;
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen::play::OpeningRule;

fn tournament(log: &Path) -> Tournament {
    let engine = |name: &str, command: &str| EngineSpec {
        name: name.into(),
        command: command.into(),
        limits: EngineLimits { turn: Some(Duration::from_secs(5)), ..EngineLimits::default() },
        info: Vec::new(),
    };
    let (rule, size) = (Rule::Freestyle, BoardSize::square(9).unwrap());
    let engines = vec![engine("a", "@random"), engine("b", "@greedy")];
    let conditions = MatchConditions::new(rule, size, Duration::from_secs(5));
    let book = Book::new(size, rule, vec![vec![size.center()]], 1);
    Tournament { log: Some(log.to_owned()), ..Tournament::new(engines, conditions, 2, book) }
}

fn play(tournament: &Tournament) -> Result<usize> {
    let (report, trouble) = tournament.run(&AtomicBool::new(false), &mut |_| {})?;
    trouble.map(|()| report.engines[0].total.games() as usize)
}

#[test]
fn a_log_goes_on_with_more_games_and_engines_and_refuses_another_match() {
    let path = std::env::temp_dir().join(format!("tengen-match-begun-{}.log", std::process::id()));
    let _ = fs::remove_file(&path);
    let text = || fs::read_to_string(&path).unwrap();
    let first = tournament(&path);
    assert_eq!(play(&first).unwrap(), 2);
    let begun = text();
    assert!(begun.starts_with("# match rule freestyle size 9x9 openings 1 "), "{begun}");
    assert_eq!(begun.lines().filter(|line| line.starts_with("# engine ")).count(), 2, "{begun}");

    let third = EngineSpec { name: "c".into(), ..first.engines[0].clone() };
    let more = Tournament { games: 4, engines: [&first.engines[..], &[third]].concat(), ..tournament(&path) };
    assert_eq!(play(&more).unwrap(), 8);
    assert!(text().starts_with(&begun) && text().lines().count() == 3 + 12 + 1, "{}", text());

    let refused = |change: &dyn Fn(&mut Tournament)| {
        let (before, mut other) = (text(), tournament(&path));
        change(&mut other);
        let error = format!("{:#}", play(&other).unwrap_err());
        assert!(error.contains("the log has '# ") && text() == before, "{error}");
    };
    refused(&|other| other.conditions.rule = Rule::Renju);
    refused(&|other| other.conditions.adjudicate = Some(0.5));
    refused(&|other| other.seed = 2);
    refused(&|other| other.book = Book::new(other.conditions.size, Rule::Freestyle, Vec::new(), 1));
    refused(&|other| other.engines[1].command = "@random".into());
    refused(&|other| other.engines[0].limits.nodes = Some(9));

    // Equal conditions in another order, and a header that contradicts itself.
    let mut turned = tournament(&path);
    turned.engines.reverse();
    let before = text();
    assert_eq!((play(&turned).unwrap(), text()), (2, before));
    fs::write(&path, text().replace("turn 5s", "turn 6s") + &text()).unwrap();
    refused(&|_| ());
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_second_match_does_not_write_to_the_log_of_a_running_one() {
    let path = std::env::temp_dir().join(format!("tengen-match-locked-{}.log", std::process::id()));
    let running = tournament(&path);
    let MatchConditions { rule, size, .. } = running.conditions;
    let held = MatchLog::open(&path, rule, size, vec!["# match ".into()]).unwrap();
    assert!(play(&running).unwrap_err().to_string().contains("another program is writing to "));
    drop(held);
    assert!(!path.exists(), "no line was written");
    assert_eq!(play(&running).unwrap(), 2);
    fs::remove_file(&path).unwrap();
}

#[test]
fn runs_under_other_conditions_are_not_added_up() {
    let path = std::env::temp_dir().join("tengen-no-match.log");
    let run = |shard, change: &dyn Fn(&mut Tournament)| {
        let mut part = Tournament { shard, log: None, games: 4, ..tournament(&path) };
        change(&mut part);
        let (report, trouble) = part.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
        trouble.unwrap();
        serde_json::from_str::<MatchReport>(&report.to_json().unwrap()).unwrap()
    };
    let same = |_: &mut Tournament| {};
    let changes: [&dyn Fn(&mut Tournament); 5] = [
        &|other| other.seed = 2,
        &|other| other.engines[1].limits.nodes = Some(9),
        &|other| other.engines[0].command = "@greedy".into(),
        &|other| other.conditions.adjudicate = Some(0.9),
        &|other| other.conditions.opening = Some(OpeningRule::Pro),
    ];
    for (number, change) in changes.iter().enumerate() {
        let refused = run((0, 2), &same).merge(&run((1, 2), change));
        assert!(refused.unwrap_err().to_string().contains("are different conditions"), "part, change {number}");
        let merged = run((0, 1), &same).merge(&run((0, 1), change));
        // Another seed makes another run of the same match.
        assert_eq!(merged.is_ok(), number == 0, "whole, change {number}");
    }
    let third = run((0, 1), &|other| other.engines.push(EngineSpec { name: "c".into(), ..other.engines[0].clone() }));
    let tested = run((0, 1), &|other| other.sprt = Some(Sprt { elo0: 0.0, elo1: 10.0 }));
    for (other, says) in [(third, "'c' is in one of the runs only"), (tested, "different tests")] {
        let plain = run((0, 1), &same);
        for (mut one, two) in [(plain.clone(), &other), (other.clone(), &plain)] {
            let before = one.clone();
            assert!(one.merge(two).unwrap_err().to_string().contains(says) && one == before, "{says}");
        }
    }
    let mut whole = run((0, 2), &same);
    whole.conditions.clear();
    whole.merge(&run((1, 2), &|part| part.engines.reverse())).unwrap();
    assert_eq!(whole.conditions.len(), 3);
    // Both parts are counted for the engine that the first part names first.
    let ([pairing], engine) = (&whole.pairings[..], &whole.engines[0]) else { panic!("{:?}", whole.pairings) };
    let half_points: u64 = (0u64..).zip(pairing.pairs.0).map(|(points, count)| points * count).sum();
    assert_eq!((&pairing.first, pairing.games()), (&engine.name, engine.total));
    assert_eq!((pairing.pairs.pairs(), half_points), (2, 2 * engine.total.wins + engine.total.draws));
    assert!(whole.merge(&run((1, 2), &same)).unwrap_err().to_string().contains("is there twice"));
}

#[test]
fn a_torn_header_is_written_again_and_what_is_no_log_stays_as_it_is() {
    let path = std::env::temp_dir().join(format!("tengen-match-torn-{}.log", std::process::id()));
    let _ = fs::remove_file(&path);
    let mut first = tournament(&path);
    first.engines[0].info = vec![("note".into(), "two\nlines, Ω".into())];
    assert_eq!(play(&first).unwrap(), 2);
    let text = fs::read_to_string(&path).unwrap();
    let header = text.find("\n0 0 ").unwrap() + 1;
    for (end, zeros) in (0..header).flat_map(|end| [(end, 0), (end, 3)]) {
        fs::write(&path, format!("{}{}", &text[..end], "\0".repeat(zeros))).unwrap();
        assert_eq!(play(&first).unwrap(), 2);
        assert_eq!(fs::read_to_string(&path).unwrap()[..header], text[..header], "torn at {end}");
    }
    // A power cut can leave zeros in place of a game.
    for rest in ["\0\0", "1\0\0", "1 0 a b\0"] {
        fs::write(&path, format!("{text}{rest}")).unwrap();
        assert_eq!(play(&first).unwrap(), 2);
        assert_eq!(fs::read_to_string(&path).unwrap(), text, "{rest:?}");
    }
    for other in
        ["42 is the answer", "# match of Sunday", "# My notes", "# My notes\n", "# matches\n", "#\n", "\n", "Ω"]
    {
        fs::write(&path, other).unwrap();
        assert!(play(&first).is_err() && fs::read_to_string(&path).unwrap() == other, "{other}");
    }
    fs::remove_file(&path).unwrap();
}

#[test]
fn a_log_of_games_alone_is_taken_as_it_is() {
    let path = std::env::temp_dir().join(format!("tengen-match-plain-{}.log", std::process::id()));
    let _ = fs::remove_file(&path);
    assert_eq!(play(&tournament(&path)).unwrap(), 2);
    let text = fs::read_to_string(&path).unwrap();
    let games: String = text.lines().filter(|line| !line.starts_with("# ")).map(|line| format!("{line}\n")).collect();
    fs::write(&path, &games).unwrap();
    let more = Tournament { games: 4, ..tournament(&path) };
    assert_eq!(play(&more).unwrap(), 4);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.starts_with(&games) && !text.contains('#'), "{text}");
    fs::remove_file(&path).unwrap();
}

#[test]
fn each_engine_begins_one_game_of_a_pair_in_any_order_of_the_engines() {
    let path = std::env::temp_dir().join(format!("tengen-match-order-{}.log", std::process::id()));
    // Under an opening rule the engine that begins may end up with White.
    for (opening, first_game) in [(None, "\n0 0 a b "), (Some(OpeningRule::Pro), "\n0 0 b a ")] {
        let _ = fs::remove_file(&path);
        let mut pair = tournament(&path);
        pair.conditions.opening = opening;
        assert_eq!(play(&pair).unwrap(), 2);
        let text = fs::read_to_string(&path).unwrap().replace("\n0 0 a b ", first_game);
        fs::write(&path, &text[..text.find("\n0 1 ").unwrap() + 1]).unwrap();
        pair.engines.reverse();
        assert_eq!(play(&pair).unwrap(), 2);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(first_game) && text.contains("\n0 1 b a "), "{opening:?}: {text}");
    }
    fs::remove_file(&path).unwrap();
}
