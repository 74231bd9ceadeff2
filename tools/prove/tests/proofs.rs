//! Proofs of positions, checks of their certificates, and changed certificates.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tengen::base::{BoardSize, Color, Point, Rule, SplitMix64};
use tengen::board::{Board, Outcome, parse_moves};
use tengen::solver::Stop;
use tengen_certificate::{Certificate, Checker};
use tengen_game::formats::GameTree;
use tengen_prove::{ProofLimits, ProvedWin, WinProver, check, proof_tree, proved_positions};

/// Won positions: rule, size, moves, whether the side to move wins.
const WON: [(Rule, usize, &str, bool); 10] = [
    (Rule::Freestyle, 15, "h8h7j9g8i10i9g9k10", true),
    (Rule::Freestyle, 15, "f8l9k8g8h7h8j7i8i6g7i5g6k5j6", true),
    (Rule::Freestyle, 9, "e5a1f6a9", true),
    (Rule::Standard, 15, "h8h7j9g8i10i9g9k10h11g12", true),
    (Rule::Renju, 9, "e5a1f6a9e6i1", true),
    (Rule::Caro, 9, "e5a1f6a9e6i1", true),
    (Rule::Caro, 11, "f6a1g6a3h6a5", true),
    (Rule::CaroExact, 9, "d5a1e5a3f5a7g5", false),
    // Wins by fours only, short enough to be checked reply by reply.
    (Rule::Standard, 7, "b2a7c2b7d2e2c4a6c5b6", true),
    (Rule::Renju, 9, "d4a1e4a9f4g4d5i1d6i9", true),
];
/// Certificates with more answers are not checked reply by reply, which would take too long.
const MOST_LITERAL_ANSWERS: usize = 12;

fn board(rule: Rule, size: usize, moves: &str) -> Board {
    let size = BoardSize::square(size).unwrap();
    Board::from_moves(size, rule, &parse_moves(size, moves).unwrap())
}

fn prove(board: &Board, attacker: Color, threads: usize) -> ProvedWin {
    let stop = Stop { deadline: Instant::now().checked_add(Duration::from_secs(120)), ..Stop::default() };
    let limits = ProofLimits { threads, memory: 64 << 20, stop };
    let prover = WinProver::new(board, attacker, &limits).unwrap();
    prover.run(&mut |_| {}).unwrap().expect("the position is won")
}

/// The proofs of all positions.
fn proofs() -> Vec<Certificate> {
    let prove = |(rule, size, moves, attacks): (Rule, usize, &str, bool)| {
        let board = board(rule, size, moves);
        let attacker = if attacks { board.side_to_move() } else { !board.side_to_move() };
        prove(&board, attacker, 1).certificate
    };
    WON.into_iter().map(prove).collect()
}

#[test]
fn changed_certificates_are_refused() {
    let mut random = SplitMix64::new(67);
    let (mut tried, mut refused, mut short) = ([0; 3], [0; 3], 0);
    for certificate in proofs() {
        let plies = Checker::check(&certificate, false).unwrap();
        let is_short = certificate.answers.len() <= MOST_LITERAL_ANSWERS;
        if is_short {
            short += 1;
            assert_eq!(Checker::check(&certificate, true), Ok(plies));
        }
        assert_eq!(Certificate::from_bytes(&certificate.to_bytes()).as_ref(), Ok(&certificate));
        for kind in 0..3 {
            for _ in 0..40 {
                let Some(changed) = change(&certificate, kind, &mut random) else { continue };
                tried[kind] += 1;
                let is_refused = Checker::check(&changed, false).is_err();
                refused[kind] += usize::from(is_refused);
                if is_short {
                    assert_eq!(is_refused, Checker::check(&changed, true).is_err(), "both ways of checking agree");
                }
            }
        }
    }
    println!("changed moves, missing branches, shifted stones: tried {tried:?}, refused {refused:?}");
    assert!(short >= 4, "{short} certificates were checked reply by reply");
    assert!(tried.iter().all(|&tried| tried > 40), "{tried:?}");
    assert_eq!(refused[1], tried[1], "every branch is needed");
    for kind in [0, 2] {
        assert!(refused[kind] * 2 > tried[kind], "{refused:?} of {tried:?}");
    }
}

/// The certificate with one move changed, one branch missing, or one stone shifted.
fn change(certificate: &Certificate, kind: usize, random: &mut SplitMix64) -> Option<Certificate> {
    let mut changed = certificate.clone();
    let is_taken = |point: Point| certificate.stones.iter().any(|stone| stone.0 == point);
    let free: Vec<Point> = certificate.size.points().filter(|&point| !is_taken(point)).collect();
    match kind {
        0 => {
            let at = random.below(changed.answers.len());
            let old = std::mem::replace(&mut changed.answers[at].point, free[random.below(free.len())]);
            (changed.answers[at].point != old).then_some(changed)
        }
        1 => {
            let branches: Vec<usize> =
                (0..changed.answers.len()).filter(|&at| !changed.answers[at].replies.is_empty()).collect();
            if branches.is_empty() {
                return None;
            }
            let replies = &mut changed.answers[branches[random.below(branches.len())]].replies;
            replies.remove(random.below(replies.len()));
            Some(changed)
        }
        _ => {
            let at = random.below(changed.stones.len());
            changed.stones[at].0 = free[random.below(free.len())];
            Some(changed)
        }
    }
}

#[test]
fn a_proof_is_a_tree_that_can_be_played() {
    for certificate in proofs() {
        let tree = proof_tree(&certificate, 100_000).commented();
        tree.check().unwrap();
        let ends = (0..tree.nodes.len()).filter(|&node| tree.children_of(node).next().is_none());
        let mut wins = 0;
        for end in ends {
            let game = tree.game_to(end);
            let is_won = game.board().unwrap().outcome() == Some(Outcome::Win(certificate.attacker));
            let comment = &tree.nodes[end].comment;
            assert!(is_won || comment.starts_with("Any reply: "), "{comment}");
            wins += usize::from(is_won);
        }
        let mut positions = 0;
        proved_positions(&certificate, 1_000, &mut |board, plies| {
            positions += 1;
            let attacks = board.side_to_move() == certificate.attacker;
            assert!(board.outcome().is_none() && (plies % 2 == 1) == attacks);
        });
        assert!(positions > 0 && wins < tree.nodes.len());
    }
}

/// Played one after the other in turn, the first nine stones would be a caro five of Black that White closes later.
#[test]
fn the_tree_of_a_position_that_was_set_up_begins_with_a_game_that_goes_on() {
    let size = BoardSize::square(15).unwrap();
    let mut board = Board::new(size, Rule::Caro);
    let black = parse_moves(size, "c11d11e11f11g11h8h7h6").unwrap();
    let white = parse_moves(size, "a15c15e15g15b11h11m3n2").unwrap();
    for (points, color) in [(black, Color::Black), (white, Color::White)] {
        points.into_iter().for_each(|point| board.place(point, color.into()).unwrap());
    }
    let certificate = prove(&board, Color::Black, 1).certificate;
    let ended = |tree: &GameTree| matches!(tree.head.judge(), Ok(Some(_)));
    let tree = proof_tree(&certificate, 1_000).commented();
    assert!(!ended(&tree), "{:?}", tree.head);
    assert_eq!(tree.head.board().unwrap().hash(), board.hash());
    assert!(tree.nodes.len() > 1, "{}", tree.nodes.len());
    tree.check().unwrap();
}

#[test]
fn an_interrupted_proof_goes_on() {
    let board = board(Rule::Freestyle, 15, "f8l9k8g8h7h8j7i8i6g7i5g6k5j6");
    let flag = Arc::new(AtomicBool::new(true));
    let limits = ProofLimits { threads: 2, memory: 64 << 20, stop: Stop { flag: Arc::clone(&flag), deadline: None } };
    let first = WinProver::new(&board, Color::Black, &limits).unwrap();
    assert!(first.run(&mut |_| {}).unwrap().is_none(), "it was stopped");
    flag.store(false, Ordering::Relaxed);
    let win = first.run(&mut |_| {}).unwrap().expect("won");
    let state = first.state();
    let again = WinProver::new(&board, Color::Black, &limits).unwrap();
    again.resume(&state).unwrap();
    let expanded = again.known().expanded;
    let found = again.run(&mut |_| {}).unwrap().expect("won");
    assert_eq!((again.known().expanded, check(&found.certificate).unwrap()), (expanded, found.plies));
    assert_eq!(found.plies, win.plies);
    let other = WinProver::new(&board, Color::White, &limits).unwrap();
    let error = other.resume(&state).unwrap_err().to_string();
    assert!(error.contains("another position"), "{error}");
    for end in [0, 10, state.len() / 2, state.len() - 1] {
        assert!(again.resume(&state[..end]).is_err() || end + 1 < state.len(), "{end} bytes");
    }
}

#[test]
fn a_proof_can_be_made_in_parts() {
    let root = board(Rule::CaroExact, 9, "d5a1e5a3f5a7g5");
    let limits = ProofLimits { threads: 1, memory: 64 << 20, stop: Stop::default() };
    let new = |board: &Board| WinProver::new(board, Color::Black, &limits).unwrap();
    let (whole, mut part) = (new(&root), root.clone());
    part.push(root.size().point(2, 4).unwrap());
    let reply = new(&part);
    reply.run(&mut |_| {}).unwrap().expect("won");
    whole.know(&reply.state()).unwrap();
    let known = whole.known();
    assert!(known.proved > 0 && known.proved == reply.known().proved && known.expanded == 0);
    assert!(whole.run(&mut |_| {}).unwrap().is_some());
    // That of a position two moves later is refused, as is that of the whole for a part.
    part.push(root.size().point(8, 8).unwrap());
    assert!(whole.know(&new(&part).state()).is_err() && reply.know(&whole.state()).is_err());
}

#[test]
fn a_quiet_first_move_is_proved_and_what_is_not_won_is_not() {
    let lost = board(Rule::Freestyle, 15, "h8");
    let stop = Stop { deadline: Instant::now().checked_add(Duration::from_millis(300)), ..Stop::default() };
    let limits = ProofLimits { threads: 2, memory: 64 << 20, stop };
    assert!(WinProver::new(&lost, Color::White, &limits).unwrap().run(&mut |_| {}).unwrap().is_none());
    // No board is large enough for a win of White's first stone where there is room for three.
    let over = board(Rule::Freestyle, 15, "h8a1i8a3j8a5k8a7l8");
    assert!(WinProver::new(&over, Color::White, &limits).is_err());
}

/// Certificates made earlier by `tengen prove`; docs/proofs.md says what they prove.
#[test]
fn certificates_of_before_still_prove_their_wins() {
    for (name, bytes, stones) in [
        ("freestyle-9", &include_bytes!("certificates/freestyle-9.proof")[..], 14),
        ("freestyle-15", include_bytes!("certificates/freestyle-15.proof"), 14),
        ("standard-15", include_bytes!("certificates/standard-15.proof"), 12),
        ("standard-15-far", include_bytes!("certificates/standard-15-far.proof"), 14),
        ("renju-15", include_bytes!("certificates/renju-15.proof"), 12),
        ("renju-kagetsu-a1", include_bytes!("certificates/renju-kagetsu-a1.proof"), 19),
        ("caro-9", include_bytes!("certificates/caro-9.proof"), 11),
    ] {
        let certificate = Certificate::from_bytes(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(check(&certificate).map(|plies| plies.div_ceil(2)).ok(), Some(stones), "{name}");
    }
}
