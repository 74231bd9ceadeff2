//! The engine's part in every opening rule, through the protocol.

use crate::common::session::Session;
use crate::openings::{points, size, start};
use pbrain_tengen::protocol::COMMANDS;
use tengen::base::{Color, Point, Rule};
use tengen::play::{BlockedMoves, Negotiation, OPENING_RULES, OpeningAct, OpeningAdvisor, OpeningRule};
use tengen::search::{Control, Limits, Searcher};

/// The meaning of a word of an answer, parsed independently of the program.
fn act_of(word: &str) -> OpeningAct {
    match word {
        "BLACK" => OpeningAct::Side(Color::Black),
        "WHITE" => OpeningAct::Side(Color::White),
        "MORE" | "OFFER" => OpeningAct::Instead,
        _ => match word.split_once(',') {
            Some((x, y)) => OpeningAct::Point(size().point(x.parse().unwrap(), y.parse().unwrap()).unwrap()),
            None => OpeningAct::Number(word.parse().unwrap()),
        },
    }
}

/// Whether an answer has one of the forms that `protocol.md` lists.
fn has_listed_form(answer: &str) -> bool {
    let words = answer.split(' ').map(|word| match act_of(word) {
        OpeningAct::Point(_) => "x,y",
        OpeningAct::Number(_) => "n",
        _ => word,
    });
    let words: Vec<&str> = words.collect();
    let form = if words.iter().all(|&word| word == "x,y") { "x,y …".to_owned() } else { words.join(" ") };
    let reply = COMMANDS.iter().find(|spec| spec.name == "NEGOTIATE").unwrap().reply;
    reply.split(" or ").any(|listed| listed == form)
}

#[test]
fn the_engine_plays_every_opening_for_both_sides_without_blocked_points() {
    let mut session = Session::start();
    let mut ask = |line: &str| {
        session.send(line);
        loop {
            let answer = session.line().unwrap();
            if !answer.starts_with("MESSAGE") {
                return answer;
            }
        }
    };
    assert_eq!(ask("START 15"), "OK");
    ask("INFO rule 4\nINFO max_node 100\nINFO timeout_turn 20000\nABOUT");
    // Points around the center, but not the center: without it some rules have no opening.
    let blocked = points("h9i9g8i7h10f8");
    let lines: String =
        blocked.iter().map(|&point| format!("{},{}\n", size().xy(point).0, size().xy(point).1)).collect();
    ask(&format!("YXBLOCK\n{lines}DONE\nABOUT"));
    for rule in [&OPENING_RULES[..], &[OpeningRule::Taraguchi(5), OpeningRule::Soosorv(4)]].concat() {
        let mut opening = start(rule);
        let mut history = String::new();
        while let Some(player) = opening.player() {
            let answer = ask(&format!("NEGOTIATE {rule}\n{history}DONE"));
            assert!(has_listed_form(&answer), "{rule}: {answer}");
            for word in answer.split(' ') {
                let act = act_of(word);
                assert_eq!(opening.player(), Some(player), "{rule}: one player's turn: {answer}");
                opening.act(act).unwrap_or_else(|error| panic!("{rule}: {history}: {answer}: {error}"));
                history += &format!("{word}\n");
            }
        }
        assert!(opening.moves().iter().all(|point| !blocked.contains(point)), "{rule}: {history}");
        assert!(opening.offers().iter().all(|point| !blocked.contains(point)), "{rule}: {history}");
        assert_eq!(ask("RESTART"), "OK");
    }
    // Other commands for openings avoid them as well.
    for command in ["SWAP2BOARD DONE", "SWAPBOARD DONE", "SWAP1STBOARD DONE", "YXBALANCETWO 0", "PROBOARD 7,7 0,0 DONE"]
    {
        let answer = ask(command);
        assert!(answer.split(' ').all(|word| !lines.lines().any(|line| line == word)), "{command}: {answer}");
    }
}

/// The search that chooses the side may take all the time, so it is not repeated.
#[test]
fn the_move_after_white_is_taken_is_the_one_that_choosing_the_side_has_found() {
    // Black's stone in the corner is worth little, so White is taken.
    let mut opening = Negotiation::new(OpeningRule::Swap1, size(), Rule::Freestyle).unwrap();
    opening.put_stones(&points("a1")).unwrap();
    let (limits, control) = (Limits::nodes(20_000), Control::unlimited());
    let best = Searcher::new(1 << 20).search(opening.board(), limits, &control, &mut |_| {}).best.unwrap();
    let mut searcher = Searcher::new(1 << 20);
    let mut advisor = OpeningAdvisor::new(&mut searcher, limits, &control, BlockedMoves::default());
    let white = OpeningAct::Side(Color::White);
    assert_eq!(advisor.decide_with_move(&opening, 1), [white, OpeningAct::Point(best)]);
    searcher.clear();
    let mut advisor = OpeningAdvisor::new(&mut searcher, limits, &control, BlockedMoves::default());
    assert_eq!(advisor.decide(&opening, 1), [white]);
}

/// A manager may ask after any act, also between acts that the engine would make in one answer.
#[test]
fn the_engine_goes_on_from_every_act_of_an_opening() {
    let (limits, control) = (Limits::nodes(100), Control::unlimited());
    for rule in [&OPENING_RULES[..], &[OpeningRule::Taraguchi(5), OpeningRule::Soosorv(4)]].concat() {
        let mut searcher = Searcher::new(1 << 20);
        let mut opening = start(rule);
        while opening.stage().is_some() {
            let mut advisor = OpeningAdvisor::new(&mut searcher, limits, &control, BlockedMoves::default());
            let acts = advisor.decide(&opening, 1);
            let mut after = opening.clone();
            for &act in &acts {
                after.act(act).unwrap_or_else(|error| panic!("{rule}: {:?} {acts:?}: {error}", opening.acts()));
            }
            opening.act(acts[0]).unwrap();
        }
    }
}

#[test]
fn a_renju_opening_is_proposed_beside_blocked_points_in_whatever_direction() {
    let (limits, control) = (Limits::nodes(100), Control::unlimited());
    let mut searcher = Searcher::new(1 << 20);
    let around = points("g7h7i7g8i8g9h9i9");
    // One point beside the center is left, or none.
    for free in around.iter().map(Some).chain([None]) {
        let blocked: Vec<Point> = around.iter().copied().filter(|point| Some(point) != free).collect();
        for (rule, stones) in [("rif", ""), ("rif", "h8"), ("yamaguchi", "h8")] {
            let mut opening = start(rule.parse().unwrap());
            opening.put_stones(&points(stones)).unwrap();
            let mut advisor = OpeningAdvisor::new(&mut searcher, limits, &control, blocked.iter().copied().collect());
            let acts = advisor.decide(&opening, 1);
            assert_eq!(
                acts.iter().rev().nth(1).copied(),
                free.map(|&point| OpeningAct::Point(point)),
                "{rule} {stones}"
            );
            for act in acts {
                opening.act(act).unwrap();
            }
        }
    }
}

#[test]
fn the_only_opening_beside_blocked_points_is_proposed() {
    let only = points("h8h9h10");
    let blocked: Vec<Point> = size().points().filter(|point| !only.contains(point)).collect();
    let (limits, control, mut searcher) = (Limits::nodes(100), Control::unlimited(), Searcher::new(1 << 20));
    for rule in ["rif", "offers-3"] {
        let mut advisor = OpeningAdvisor::new(&mut searcher, limits, &control, blocked.iter().copied().collect());
        let acts = advisor.decide(&start(rule.parse().unwrap()), 1);
        assert_eq!(acts, only.iter().copied().map(OpeningAct::Point).collect::<Vec<_>>(), "{rule}");
    }
}

#[test]
fn negotiate_says_what_is_wrong() {
    let mut session = Session::start();
    let mut ask = |line: &str| {
        session.send(line);
        session.line().unwrap()
    };
    assert!(ask("NEGOTIATE rif DONE").starts_with("ERROR no board"));
    assert_eq!(ask("START 15"), "OK");
    for (call, error) in [
        ("NEGOTIATE\nDONE", "'' is not an opening rule: expected swap2,"),
        ("NEGOTIATE swap9 7,7 DONE", "'swap9' is not an opening rule"),
        ("NEGOTIATE swap9\n7,7\nWHITE\nDONE", "'swap9' is not an opening rule"),
        ("NEGOTIATE offers-99 DONE", "'offers-99': expected a number of fifth stones from 1 to 20"),
        ("NEGOTIATE rif 6,7 DONE", "6,7: stone 1 of this opening has to be in the center"),
        ("NEGOTIATE rif 7,7 7,9 DONE", "7,9: stone 2 of this opening has to be in the central 3x3 points"),
        ("NEGOTIATE rif 7,7 7,6 7,7 DONE", "7,7 is occupied"),
        ("NEGOTIATE rif 7,7 7,6 8,6 7,8 DONE", "expected a choice of black or white"),
        ("NEGOTIATE rif 7,7 BLACK DONE", "expected a stone"),
        ("NEGOTIATE soosorv 7,7 7,6 8,6 WHITE 5,5 9 DONE", "9 is not a number of fifth stones from 1 to 8"),
        ("NEGOTIATE rif 7,7 7,6 7,8 WHITE 7,9 6,7 8,8 DONE", "8,8 is the same as 6,7 by a symmetry of the stones"),
        ("NEGOTIATE pro 7,7 7,6 9,9 DONE", "9,9: stone 3 of this opening has to be outside the central 5x5 points"),
        ("NEGOTIATE swap1 7,7 BLACK DONE", "the opening is over"),
        ("NEGOTIATE rif 7,7 nowhere DONE", "'nowhere' is no part of rif"),
        ("NEGOTIATE pro OFFER DONE", "'OFFER' is no part of pro: expected x,y\n"),
        ("NEGOTIATE swap1 MORE DONE", "'MORE' is no part of swap1: expected x,y, BLACK or WHITE\n"),
        ("NEGOTIATE rif 7,7 7,6 8,6 OFFER DONE", "'OFFER' is no part of rif: expected x,y, BLACK or WHITE\n"),
        ("NEGOTIATE swap2 7,7 7,8 8,8 OFFER DONE", "'OFFER' is no part of swap2: expected x,y, BLACK, WHITE or MORE\n"),
        ("NEGOTIATE yamaguchi X DONE", "'X' is no part of yamaguchi: expected x,y, BLACK, WHITE or a number from 1 on"),
        ("NEGOTIATE taraguchi-2 7,7 BLACK 7,6 WHITE 8,6 WHITE 9,9 MORE DONE", "'MORE' is no part of taraguchi-2"),
        ("NEGOTIATE soosorv 7,7 7,6 8,6 WHITE 9,9 -5 DONE", "'-5' is no part of soosorv"),
        ("NEGOTIATE rif 7,7 7,77 DONE", "7,77 is off the 15x15 board"),
    ] {
        let answer = ask(call);
        assert!(format!("{answer}\n").starts_with(&format!("ERROR {error}")), "{call}: {answer}");
    }
    assert_eq!(ask("START 8"), "OK");
    assert_eq!(ask("NEGOTIATE rif DONE"), "ERROR the 8x8 board is too small for rif");
}
