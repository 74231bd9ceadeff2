//! Files of weights.

use crate::bytes::{changed, choose};
use std::sync::LazyLock;
use tengen::base::{BoardSize, FNV1A_BASIS, Rule, fnv1a_step};
use tengen::board::{Board, parse_moves};
use tengen::eval::{Evaluator, Weights};

static SAMPLES: LazyLock<[Vec<u8>; 2]> = LazyLock::new(|| {
    let by_hand = Weights::read("hand-set").expect("they are built in");
    [by_hand[0].to_bytes(), Weights::of(Rule::Caro).to_bytes()]
});

/// Weights with changes and a checksum that is right again: refused with a reason, or weights that evaluate.
/// Panics when the reader or the evaluation panics.
pub fn case(bytes: &[u8]) {
    let (kind, rest) = choose(bytes, 4);
    let mut file = match kind {
        0 | 1 => changed(&SAMPLES[kind], rest),
        2 => {
            // Changes of the header alone, which is where a reader takes its numbers from.
            let sample = &SAMPLES[usize::from(rest.len() % 2 == 1)];
            let end = body_start(sample);
            [changed(&sample[..end], rest), sample[end..].to_vec()].concat()
        }
        _ => rest.to_vec(),
    };
    put_checksum(&mut file);
    match Weights::from_bytes(&file) {
        Ok(weights) => evaluate(weights),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn evaluate(weights: Weights) {
    let _ = weights.fingerprint();
    let again = Weights::from_bytes(&weights.to_bytes()).expect("what is written can be read");
    assert_eq!(again.fingerprint(), weights.fingerprint());
    let size = BoardSize::square(15).expect("a usual size");
    let weights = std::sync::Arc::new(weights);
    for rule in Rule::ALL.into_iter().filter(|&rule| weights.check_rule(rule).is_ok()) {
        let mut evaluator = Evaluator::new(Board::new(size, rule), std::sync::Arc::clone(&weights));
        for point in parse_moves(size, "h8i9h9i8h10").expect("moves of this board") {
            evaluator.make(point);
            let _ = evaluator.evaluate();
        }
    }
}

fn body_start(bytes: &[u8]) -> usize {
    bytes.windows(2).position(|pair| pair == b"\n\n").map_or(bytes.len(), |at| at + 2)
}

/// Writes the sum of the body into the header, where there is a place for one.
fn put_checksum(file: &mut [u8]) {
    let (header, body) = file.split_at_mut(body_start(file));
    let sum = body.iter().fold(FNV1A_BASIS, |sum, &byte| fnv1a_step(sum, byte.into()));
    let word = b"\nchecksum ";
    if let Some(at) = header.windows(word.len()).position(|window| window == word) {
        let digits = format!("{sum:016x}");
        if let Some(place) = header.get_mut(at + word.len()..at + word.len() + digits.len()) {
            place.copy_from_slice(digits.as_bytes());
        }
    }
}
