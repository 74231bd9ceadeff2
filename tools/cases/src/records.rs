//! The files that the tools write and read again: games of self-play, logs, outcomes, runs and changes; certificates of wins.

use crate::bytes::{choose, empty_folder};
use std::path::Path;
use tengen::base::{BoardSize, Color, Rule};
use tengen::board::Board;
use tengen::solver::Stop;
use tengen_arena::changes;
use tengen_arena::tournament::log;
use tengen_arena::tournament::report::MatchReport;
use tengen_arena::tuning::{TuningState, parse_table};
use tengen_certificate::Certificate;
use tengen_learn::records::Games;
use tengen_prove::{ProofLimits, WinProver, proof_tree};

/// A file of one of the kinds: refused with a reason, or used.
/// Panics when a reader panics, or games are others after they were written.
pub fn case(bytes: &[u8]) {
    let (kind, bytes) = choose(bytes, 5);
    if kind == 0 {
        return games(bytes);
    }
    let path = empty_folder().join("record");
    std::fs::write(&path, bytes).expect("an empty folder has room for a file");
    match kind {
        1 => match_log(&path),
        2 => outcome(&path),
        3 => run(&path),
        _ => drop(changes::parse(&String::from_utf8_lossy(bytes))),
    }
    let _ = parse_table(&String::from_utf8_lossy(bytes), Rule::Renju);
}

fn games(bytes: &[u8]) {
    let Ok((games, whole)) = Games::from_bytes(bytes) else { return };
    assert!(whole as usize <= bytes.len(), "no more is read than there is");
    // Zeros at the end of an impossible game may be taken for the trace of a power cut.
    if games.check().is_ok() && games.format == tengen_learn::records::FORMAT {
        let header = games.conditions.header(games.weights.as_deref().unwrap_or_default());
        let records = games.records.iter().flat_map(tengen_learn::records::Record::to_bytes);
        let written: Vec<u8> = header.into_bytes().into_iter().chain(records).collect();
        let (again, _) = Games::from_bytes(&written).expect("what is written can be read");
        assert_eq!(again.records, games.records);
    }
}

fn match_log(path: &Path) {
    let size = BoardSize::square(15).expect("a usual size");
    let Ok(games) = log::read(path, Rule::Renju, size) else { return };
    let names = ["a", "b"].map(str::to_owned);
    let mut report = MatchReport::new("renju".into(), "15".into(), None, &names);
    for game in games.values() {
        report.add_game([0, 1], 0, game);
        let _ = (game.board(), game.judge(), game.up_to(game.opening), game.winning_line());
    }
    let _ = (report.to_table(), report.to_json());
}

fn outcome(path: &Path) {
    let Ok(mut report) = MatchReport::read_all(&[path.to_owned()]) else { return };
    let other = report.clone();
    let _ = report.merge(&other);
    let _ = (report.to_table(), report.to_json(), report.sprt_state());
}

fn run(path: &Path) {
    let Ok(state) = TuningState::read(path) else { return };
    let _ = (state.iteration(), state.to_svg());
    let other = TuningState { seed: state.seed.wrapping_add(1), ..state.clone() };
    let _ = TuningState::mean(&[state, other]);
}

/// Most moves of a tree.
const MOST_MOVES: usize = 1_000;

/// A certificate that is refused, or comes back from its file and becomes a tree; or a state of a proof, read or refused.
/// Panics when a reader panics, or a certificate is another after it was written.
pub fn certificates(bytes: &[u8]) {
    let (kind, bytes) = choose(bytes, 2);
    if kind == 0 {
        let Ok(certificate) = Certificate::from_bytes(bytes) else { return };
        assert_eq!(Certificate::from_bytes(&certificate.to_bytes()).as_ref(), Ok(&certificate));
        let _ = proof_tree(&certificate, MOST_MOVES);
        return;
    }
    let board = Board::new(BoardSize::square(9).expect("a usual size"), Rule::Freestyle);
    let limits = ProofLimits { threads: 1, memory: 1 << 20, stop: Stop::default() };
    let prover = WinProver::new(&board, Color::Black, &limits).expect("an empty board is no end");
    let _ = prover.resume(bytes);
}
