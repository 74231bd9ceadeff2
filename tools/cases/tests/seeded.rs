//! A bounded number of cases of every target, the same ones in every run. `TENGEN_CASES=N` runs N times as many.
#![allow(missing_docs)]

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;
use tengen::base::SplitMix64;
use tengen_cases::mutation::mutated;
use tengen_cases::{TARGETS, Target};

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name);
    let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

fn try_cases(target: &Target) {
    let times: usize = std::env::var("TENGEN_CASES").map_or(1, |times| times.parse().unwrap());
    let seeds = seeds(target.name);
    seeds.iter().for_each(|seed| (target.case)(seed));
    let mut rng = SplitMix64::new(46);
    for number in 0..target.cases * times {
        let case = mutated(&seeds, &mut rng);
        let kept = catch_unwind(|| (target.case)(&case));
        assert!(kept.is_ok(), "case {number} of {}: {:?}", target.name, String::from_utf8_lossy(&case));
    }
}

/// One test, as the cases share a folder of files.
#[test]
fn cases_of_every_target_keep_its_promises() {
    for target in &TARGETS {
        let start = std::time::Instant::now();
        try_cases(target);
        println!("{}: {:?}", target.name, start.elapsed());
    }
}
