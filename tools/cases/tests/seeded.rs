//! A bounded number of cases of every target, the same ones in every run. `TENGEN_CASES=N` runs N times as many.
#![allow(missing_docs)]

use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use tengen::base::SplitMix64;
use tengen_cases::{TARGETS, Target};

fn seeds(name: &str) -> Vec<Vec<u8>> {
    seeds_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds").join(name))
}

fn seeds_in(folder: &Path) -> Vec<Vec<u8>> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |file: &PathBuf| if file.is_dir() { seeds_in(file) } else { vec![fs::read(file).unwrap()] };
    files.iter().flat_map(read).collect()
}

/// A seed with a few changes, and sometimes with a part of another.
fn mutated(seeds: &[Vec<u8>], rng: &mut SplitMix64) -> Vec<u8> {
    let mut bytes = seeds[rng.below(seeds.len())].clone();
    if rng.below(4) == 0 {
        let other = &seeds[rng.below(seeds.len())];
        let (at, from) = (rng.below(bytes.len() + 1), rng.below(other.len() + 1));
        bytes.truncate(at);
        bytes.extend_from_slice(&other[from..]);
    }
    for _ in 0..1 + rng.below(6) {
        if bytes.is_empty() {
            bytes.push(rng.below(256) as u8);
        }
        let at = rng.below(bytes.len());
        match rng.below(6) {
            0 => bytes[at] = rng.below(256) as u8,
            1 => bytes[at] ^= 1 << rng.below(8),
            2 => drop(bytes.remove(at)),
            3 => bytes.insert(at, b"0123456789,.-()[]{}\"\n \0\xff"[rng.below(24)]),
            4 => {
                let end = (at + rng.below(40)).min(bytes.len());
                let part = bytes[at..end].to_vec();
                let to = rng.below(bytes.len());
                bytes.splice(to..to, part);
            }
            _ => drop(bytes.drain(at..(at + rng.below(20)).min(bytes.len()))),
        }
    }
    bytes
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

#[test]
fn every_target_can_be_fuzzed_and_is_described() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let targets = fs::read_dir(folder.join("targets")).unwrap().map(|file| file.unwrap().path());
    let mut targets: Vec<String> = targets.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    targets.sort();
    assert_eq!(targets, TARGETS.map(|target| target.name));
    let [page, manifest] = ["README.md", "Cargo.toml"].map(|name| fs::read_to_string(folder.join(name)).unwrap());
    for Target { name, .. } in &TARGETS {
        assert!(
            page.contains(&format!("\n| `{name}` | ")) && manifest.contains(&format!("name = \"{name}\"")),
            "{name}"
        );
    }
}
