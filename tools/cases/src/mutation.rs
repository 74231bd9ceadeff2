//! Seeds changed at random.

use tengen::base::SplitMix64;

/// A seed with a few changes, and sometimes with a part of another.
///
/// # Panics
/// Without a seed.
pub fn mutated(seeds: &[Vec<u8>], rng: &mut SplitMix64) -> Vec<u8> {
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
