//! Matches between fake engines with all kinds of faults, and between real ones.
#![cfg(unix)]
#![allow(missing_docs)]

#[path = "../../../tests/common/mod.rs"]
mod common;

use common::folder::Folder;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tengen::base::{BoardSize, Rule};
use tengen::play::OpeningRule;
use tengen_arena::book::Book;
use tengen_arena::limits::EngineLimits;
use tengen_arena::spec::{EngineSpec, MatchConditions};
use tengen_arena::statistics::{Sprt, SprtState};
use tengen_arena::tournament::report::MatchReport;
use tengen_arena::tournament::{Schedule, Tournament};
use tengen_game::formats::{self, Given};
use tengen_game::{Fault, opening_file};

fn engine(name: &str, command: &str, limits: &EngineLimits) -> EngineSpec {
    EngineSpec { name: name.into(), command: command.into(), limits: limits.clone(), info: Vec::new() }
}

fn tengen() -> String {
    common::engine_path().display().to_string()
}

/// A shell script that reads commands and runs `on_move` when a move is requested.
fn fake(name: &str, on_start: &str, on_move: &str, limits: &EngineLimits) -> EngineSpec {
    let script = format!(
        "n=0; while read cmd rest; do case $cmd in START*|RESTART*) {on_start} ;; BEGIN*|TURN*|DONE*) n=$((n+1)); {on_move} ;; END*) exit ;; esac; done"
    );
    engine(name, &format!("sh -c '{script}'"), limits)
}

fn tournament(rule: Rule, engines: Vec<EngineSpec>, games: usize) -> Tournament {
    let size = BoardSize::square(15).unwrap();
    // The fakes play fixed points far from the center. Random openings near even would take longer than the games.
    let has_fake = engines.iter().any(|engine| engine.command.starts_with("sh "));
    let openings = if has_fake { "h8" } else { "h8i9g7\nh8h9j10\nh8j9i6f7\nh8i10g9j7" };
    let openings = opening_file::parse(openings, size, rule).unwrap();
    // The tolerance is generous, as a busy machine may stall an engine for half a second.
    let conditions = MatchConditions::new(rule, size, Duration::from_secs(5));
    Tournament { concurrency: 2, ..Tournament::new(engines, conditions, games, Book::new(size, rule, openings, 1)) }
}

fn run(tournament: &Tournament) -> MatchReport {
    let (report, trouble) = tournament.run(&AtomicBool::new(false), &mut |_| {}).unwrap();
    trouble.unwrap();
    report
}

#[test]
fn every_kind_of_bad_engine_loses_by_its_fault_and_the_match_goes_on() {
    let limits = EngineLimits { turn: Some(Duration::from_millis(200)), ..EngineLimits::default() };
    let cases = [
        ("crash-at-start", "exit 3", "echo 0,0", Fault::Crash),
        ("crash-in-game", "echo OK", "if [ $n = 2 ]; then exit 3; fi; echo 0,0", Fault::Crash),
        ("hang", "echo OK", ":", Fault::Time),
        ("hang-at-move", "echo OK", "sleep 5", Fault::Time),
        ("babble", "echo OK", "while :; do echo MESSAGE bla; done", Fault::Protocol),
        ("nonsense", "echo OK", "echo bla", Fault::Protocol),
        ("error", "echo OK", "echo ERROR no idea", Fault::Protocol),
        ("error-at-start", "echo ERROR no idea", "echo 0,0", Fault::Protocol),
        ("two-in-one-line", "echo OK", "echo 0,0 1,1", Fault::Protocol),
        // The cells make no line, so the game is not over when the second answer is noticed.
        ("two-lines", "echo OK", "echo $((n * 2 % 15)),0; echo $((n * 2 % 15)),2", Fault::Protocol),
        ("out-of-turn", "echo OK; echo 3,3", "echo $((n * 2 % 15)),1", Fault::Protocol),
        ("takes-back", "echo OK", "echo TAKEBACK 7,7", Fault::Protocol),
        ("occupied", "echo OK", "echo 0,0", Fault::Illegal),
        ("off-the-board", "echo OK", "echo 15,0", Fault::Illegal),
    ];
    // The opponent's stones are in the last rows, out of the fakes' way, and make no line. It is slow, so that anything a
    // fake says out of turn has arrived before the fake's next turn.
    let other = fake("quiet", "n=0; echo OK", "sleep 0.05; echo $(( (n * 2) % 15 )),$(( 14 - (n * 2) / 15 ))", &limits);
    let bad = cases.map(|(name, on_start, on_move, _)| fake(name, on_start, on_move, &limits));
    let mut tournament = tournament(Rule::Freestyle, [vec![other], bad.into()].concat(), 4);
    tournament.schedule = Schedule::Gauntlet;
    tournament.conditions.tolerance = Duration::from_millis(1500);
    // Most of them wait.
    tournament.concurrency = 2 * cases.len();
    let report = run(&tournament);
    assert_eq!(report.engines[0].total.wins, 4 * cases.len() as u64);
    for (bad, (name, .., fault)) in report.engines[1..].iter().zip(cases) {
        assert_eq!((bad.total.games(), bad.losses_by[&fault]), (4, 4), "{name}: {:?}", bad.losses_by);
    }
}

/// RESTART is an optional command.
#[test]
fn an_engine_without_restart_is_started_again_for_each_game() {
    let limits = EngineLimits { turn: Some(Duration::from_millis(200)), ..EngineLimits::default() };
    let script = "n=0; while read cmd rest; do case $cmd in START*) echo OK ;; RESTART*) echo UNKNOWN restart ;; \
                  BEGIN*|TURN*|DONE*) n=$((n+1)); echo $((n * 2 % 15)),0 ;; END*) exit ;; esac; done";
    let old = engine("old", &format!("sh -c '{script}'"), &limits);
    let other = fake("quiet", "n=0; echo OK", "echo $(( (n * 2) % 15 )),14", &limits);
    let mut tournament = tournament(Rule::Freestyle, vec![old, other], 4);
    tournament.longest = 10;
    assert_eq!(run(&tournament).engines[0].total.draws, 4);
}

/// The tolerance beyond the match time is for the whole game: here half a second is used up after five moves.
#[test]
fn match_time_is_overdrawn_by_no_more_than_the_tolerance() {
    let limits = EngineLimits {
        turn: Some(Duration::from_secs(5)),
        match_time: Some(Duration::from_millis(150)),
        ..EngineLimits::default()
    };
    let slow = fake("slow", "n=0; echo OK", "sleep 0.1; echo $((n * 2 % 15)),0", &limits);
    let quick = fake("quick", "n=0; echo OK", "echo $((n * 2 % 15)),14", &EngineLimits::default());
    let mut tournament = tournament(Rule::Freestyle, vec![slow, quick], 2);
    tournament.conditions.tolerance = Duration::from_millis(350);
    assert_eq!(run(&tournament).engines[0].losses_by[&Fault::Time], 2);
}

/// Each of the two late answers in the opening alone would be tolerated.
#[test]
fn the_tolerance_is_forgiven_once_for_the_opening_and_the_game() {
    let limits = EngineLimits {
        turn: Some(Duration::from_secs(5)),
        match_time: Some(Duration::from_millis(50)),
        ..EngineLimits::default()
    };
    // In pro, Black's player places the first and the third stone.
    let slow = fake("slow", "n=0; echo OK", "sleep 0.2; set -- 7,7 0,0; shift $((n-1)); echo $1", &limits);
    let mut tournament =
        tournament(Rule::Freestyle, vec![slow, engine("greedy", "@greedy", &EngineLimits::default())], 2);
    tournament.conditions.opening = Some(OpeningRule::Pro);
    tournament.conditions.tolerance = Duration::from_millis(300);
    tournament.longest = 4;
    // In its other game it plays an occupied point.
    assert!(run(&tournament).engines[0].losses_by[&Fault::Time] >= 1);
}

#[test]
fn a_decided_test_is_not_played_on_and_a_torn_log_is_cut_to_whole_lines() {
    let folder = Folder::new("match-decided");
    let log = folder.file("log");
    let limits = EngineLimits { nodes: Some(300), ..EngineLimits::default() };
    let engines = || vec![engine("tengen", &tengen(), &limits), engine("random", "@random", &limits)];
    let mut tournament = tournament(Rule::Freestyle, engines(), 400);
    tournament.sprt = Some(Sprt { elo0: 0.0, elo1: 200.0 });
    tournament.log = Some(log.clone());
    let report = run(&tournament);
    assert_eq!(report.sprt_state(), Some(SprtState::Accepted));
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, format!("{text}399 0 tengen rand")).unwrap();
    assert_eq!(run(&tournament).engines[0].total.games(), report.engines[0].total.games());
    assert_eq!(std::fs::read_to_string(&log).unwrap(), text);
}

#[test]
fn a_program_that_cannot_be_started_is_refused_before_the_first_game() {
    let (folder, limits) = (Folder::new("match-no-program"), EngineLimits::default());
    let (log, text) = (folder.file("log"), folder.file("text"));
    std::fs::write(&text, "not a program").unwrap();
    let of = |command: &str| {
        let engines = vec![engine("nothing", command, &limits), engine("random", "@random", &limits)];
        Tournament { log: Some(log.clone()), ..tournament(Rule::Caro, engines, 2) }
    };
    for command in ["/nonexistent/engine", "tengen-no-such-engine", "''", text.to_str().unwrap()] {
        let error = of(command).run(&AtomicBool::new(false), &mut |_| {}).map(|_| ()).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.contains("engine 'nothing': cannot start ") && !log.exists(), "{command}: {error}");
    }
    // A finished match needs no engine.
    std::fs::write(&log, "0 0 nothing random draw moves 0 h8\n0 1 random nothing draw moves 0 h8\n").unwrap();
    assert_eq!(run(&of("/nonexistent/engine")).engines[0].total.draws, 2);
}

#[test]
fn a_foul_loses_for_black_in_renju() {
    let limits = EngineLimits { turn: Some(Duration::from_secs(2)), ..EngineLimits::default() };
    // Two threes that meet at 4,4.
    let black = fake("fouler", "n=0; echo OK", "set -- 5,4 6,4 4,5 4,6 4,4; shift $((n-1)); echo $1", &limits);
    let white = fake("far", "n=0; echo OK", "set -- 0,14 2,14 4,14 6,14 8,14; shift $((n-1)); echo $1", &limits);
    let mut tournament = tournament(Rule::Renju, vec![black, white], 2);
    // Nothing is on the fakes' points. Without the foul they have five stones each to place.
    tournament.book = Book::new(tournament.conditions.size, Rule::Renju, vec![vec![]], 1);
    tournament.longest = 10;
    assert_eq!(run(&tournament).engines[0].losses_by[&Fault::Foul], 1);
}

#[test]
fn every_game_against_the_random_mover_is_a_win() {
    let limits = EngineLimits { turn: Some(Duration::from_millis(20)), ..EngineLimits::default() };
    let engines = vec![engine("tengen", &tengen(), &limits), engine("random", "@random", &limits)];
    let folder = Folder::new("match-random");
    let mut tournament = tournament(Rule::Freestyle, engines, 40);
    tournament.psq = Some(folder.file("psq"));
    let report = run(&tournament);
    assert_eq!(report.engines[0].total.wins, 40, "{}", report.to_table());
    // The longest move of each game: many take no time because they are in the book or win at once. Without the time of a turn
    // the engine would think for seconds; how exactly it keeps that time is tested with the protocol.
    let times: Vec<Duration> = std::fs::read_dir(folder.file("psq"))
        .unwrap()
        .flat_map(|file| {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let game = formats::read(&text, Given { rule: Some(Rule::Freestyle), ..Given::default() }).unwrap();
            game.times.into_iter().skip(usize::from(game.names[0] == "random")).step_by(2).max()
        })
        .collect();
    assert_eq!(times.len(), 40);
    assert!(times.iter().min() <= Some(&Duration::from_millis(200)), "{times:?}");
}

#[test]
fn a_tenth_of_the_nodes_is_rejected_in_the_right_direction() {
    let few = EngineLimits { nodes: Some(100), ..EngineLimits::default() };
    let many = EngineLimits { nodes: Some(1000), ..EngineLimits::default() };
    for (first, second, expected) in [(&few, &many, SprtState::Rejected), (&many, &few, SprtState::Accepted)] {
        let engines = vec![engine("first", &tengen(), first), engine("second", &tengen(), second)];
        let mut tournament = tournament(Rule::Freestyle, engines, 1000);
        tournament.sprt = Some(Sprt { elo0: 0.0, elo1: 100.0 });
        let report = run(&tournament);
        assert_eq!(report.sprt_state(), Some(expected), "{}", report.to_table());
        assert!(report.engines[0].total.games() < 1000, "the match ends with the test");
    }
}

#[test]
fn the_judges_flow_plays_whole_games_under_every_tournament_rule() {
    let limits = EngineLimits {
        turn: Some(Duration::from_millis(40)),
        match_time: Some(Duration::from_secs(60)),
        memory: Some(350 << 20),
        ..EngineLimits::default()
    };
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Renju, Rule::Caro] {
        let engines = vec![engine("tengen", &tengen(), &limits), engine("greedy", "@greedy", &limits)];
        let mut tournament = tournament(rule, engines, 2);
        tournament.conditions.judge_flow = true;
        let report = run(&tournament);
        assert!(
            report.engines.iter().all(|engine| engine.losses_by.values().all(|&n| n == 0)),
            "{}",
            report.to_table()
        );
    }
}

#[test]
fn a_match_is_resumed_from_its_log_and_written_as_psq() {
    let folder = Folder::new("match-resume");
    let limits = EngineLimits { nodes: Some(200), ..EngineLimits::default() };
    let engines = || vec![engine("a", &tengen(), &limits), engine("b", "@greedy", &limits)];
    let mut first = tournament(Rule::Caro, engines(), 6);
    first.log = Some(folder.file("log"));
    first.psq = Some(folder.file("psq"));
    let half = run(&first);
    let log = std::fs::read_to_string(folder.file("log")).unwrap();
    assert_eq!(log.lines().filter(|line| !line.starts_with('#')).count(), 6);
    assert_eq!(std::fs::read_dir(folder.file("psq")).unwrap().count(), 6);
    let mut second = tournament(Rule::Caro, engines(), 10);
    second.log = first.log.clone();
    let mut first_told = None;
    let (whole, trouble) = second
        .run(&AtomicBool::new(false), &mut |progress| {
            first_told.get_or_insert((progress.done, progress.total, progress.report.pairings.clone()));
        })
        .unwrap();
    trouble.unwrap();
    assert_eq!(first_told, Some((6, 10, half.pairings)));
    assert_eq!(whole.engines[0].total.games(), 10);
    for other in ["nonsense\n", "no log", "nonsense\n1 0"] {
        std::fs::write(folder.file("log"), other).unwrap();
        let is_refused = second.run(&AtomicBool::new(false), &mut |_| {}).is_err();
        assert!(is_refused && std::fs::read_to_string(folder.file("log")).unwrap() == other, "{other}");
    }
}

#[test]
fn each_game_has_a_psq_file_of_its_own() {
    let folder = Folder::new("match-names");
    let engines = ["a", "a-b", "b-c", "c"].map(|name| engine(name, "@random", &EngineLimits::default()));
    let mut tournament = tournament(Rule::Freestyle, engines.into(), 2);
    (tournament.psq, tournament.longest) = (Some(folder.file("psq")), 8);
    run(&tournament);
    assert_eq!(std::fs::read_dir(folder.file("psq")).unwrap().count(), 12, "two games of six pairings");
}

#[test]
fn a_game_that_both_engines_call_decided_ends_there_when_that_is_wanted() {
    let folder = Folder::new("match-adjudicated");
    let limits = EngineLimits { nodes: Some(400), ..EngineLimits::default() };
    let engines = || vec![engine("a", &tengen(), &limits), engine("b", &tengen(), &limits)];
    let play = |adjudicate, games| {
        let mut tournament = tournament(Rule::Freestyle, engines(), games);
        tournament.conditions.adjudicate = adjudicate;
        tournament.log = Some(folder.file(&format!("{adjudicate:?}")));
        run(&tournament);
        // The log yields the results that were written.
        let again = run(&tournament);
        assert_eq!(again.engines[0].total.games(), games as u64);
        std::fs::read_to_string(tournament.log.unwrap()).unwrap()
    };
    let [whole, short] = [play(None, 2), play(Some(0.95), 8)];
    assert_eq!(whole.matches(" score ").count(), 0, "{whole}");
    assert!(short.matches(" score ").count() >= 3, "{short}");
    assert!(short.lines().filter(|line| line.contains(" score ")).all(|line| !line.contains(" draw ")), "{short}");
}

#[test]
fn shards_are_disjoint_and_merge_to_the_whole() {
    let limits = EngineLimits { nodes: Some(200), ..EngineLimits::default() };
    let engines = || vec![engine("a", &tengen(), &limits), engine("b", "@greedy", &limits)];
    let folder = Folder::new("match-shards");
    let log = |k: usize| folder.file(&format!("{k}.log"));
    let whole = run(&tournament(Rule::Freestyle, engines(), 12));
    let mut parts = (0..3).map(|k| {
        let mut part = tournament(Rule::Freestyle, engines(), 12);
        (part.shard, part.log) = ((k, 3), Some(log(k)));
        run(&part)
    });
    let mut merged = parts.next().unwrap();
    assert_eq!(merged.engines[0].total.games(), 4);
    assert!(merged.to_table().contains("part 2/3 is missing\npart 3/3 is missing\n"), "{}", merged.to_table());
    let mut second = parts.next().unwrap();
    assert!(merged.merge(&whole).is_err(), "a whole match is no part");
    assert!(merged.clone().merge(&merged).unwrap_err().to_string().contains("part 1/3 is there twice"));
    second.parts[0].played -= 2;
    merged.merge(&second).unwrap();
    parts.for_each(|part| merged.merge(&part).unwrap());
    let table = merged.to_table();
    assert!(table.contains("part 2/3 ended after 2 of 4 games") && !table.contains("missing"), "{table}");
    // A table kept between games makes runs differ a little, but not in the number of games.
    assert_eq!(merged.engines[0].total.games(), whole.engines[0].total.games());
    assert_eq!(merged.pairings[0].pairs.pairs(), 6);
    let logs: String = (0..3).map(|k| std::fs::read_to_string(log(k)).unwrap()).collect();
    let games = logs.lines().filter(|line| !line.starts_with('#'));
    let mut pairs: Vec<usize> = games.map(|line| line.split(' ').next().unwrap().parse().unwrap()).collect();
    pairs.sort_unstable();
    assert_eq!(pairs, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], "two games of each pair");
    let other = run(&tournament(Rule::Caro, engines(), 2));
    assert!(merged.merge(&other).is_err(), "another rule is another match");
}
