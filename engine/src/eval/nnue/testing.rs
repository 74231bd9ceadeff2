//! Parameters for the tests of the network.

use crate::base::SplitMix64;

/// Random parameters between -1 and 1, the same every time.
pub fn test_parameters(count: usize) -> Vec<f32> {
    let mut random = SplitMix64::new(4);
    (0..count).map(|_| random.below(2_001) as f32 / 1_000.0 - 1.0).collect()
}
