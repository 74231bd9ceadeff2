//! Packed features: the contribution of one point's combination to an accumulator, as a row of machine words.
//!
//! Several small numbers lie side by side in each word and are added together (SWAR, SIMD within a register).
//! Soundness: a stone changes at most 41 points, so no lane leaves its range before it is unpacked.

use super::layout::BUCKETS;
use crate::pattern::COMBINATION_SLOTS;
use std::sync::Arc;

/// Words of the bucket counts, one byte per bucket.
const BUCKET_WORDS: usize = BUCKETS / 8;

/// A sum of features: two 32-bit values in the first word, one signed byte per bucket in the rest.
/// Lanes may borrow from each other; [`PackedFeature::values`] and [`PackedFeature::buckets`] undo the
/// borrow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(in crate::eval) struct PackedFeature([u64; 1 + BUCKET_WORDS]);

/// The feature of each combination, by color.
pub(in crate::eval) type FeatureTables = [Arc<[PackedFeature; COMBINATION_SLOTS]>; 2];

/// The features of a color's combinations, from the pair of values and the bucket of each.
pub(in crate::eval) fn feature_table(values: &[[i16; 2]], buckets: &[u8]) -> Arc<[PackedFeature; COMBINATION_SLOTS]> {
    let mut table = Box::new([PackedFeature::default(); COMBINATION_SLOTS]);
    for ((feature, &values), &bucket) in table.iter_mut().zip(values).zip(buckets) {
        *feature = PackedFeature::new(values, bucket);
    }
    table.into()
}

impl PackedFeature {
    /// The feature of one combination with the values `[when its color is to move, when it is not]` in
    /// this bucket.
    pub fn new(values: [i16; 2], bucket: u8) -> Self {
        let [low, high] = values.map(i64::from);
        let mut feature = Self([(low + (high << 32)) as u64, 0, 0, 0]);
        if usize::from(bucket) < BUCKETS {
            feature.0[1 + usize::from(bucket) / 8] = 1 << (8 * (bucket % 8));
        }
        feature
    }

    /// Adds the feature `new` and subtracts `old`.
    #[inline]
    pub fn replace(&mut self, old: &PackedFeature, new: &PackedFeature) {
        for ((sum, old), new) in self.0.iter_mut().zip(old.0).zip(new.0) {
            *sum = sum.wrapping_add(new).wrapping_sub(old);
        }
    }

    /// Both values.
    #[inline]
    pub fn values(self) -> [i32; 2] {
        let both = self.0[0] as i64;
        let low = both as i32;
        [low, ((both - i64::from(low)) >> 32) as i32]
    }

    /// The bucket counts, each from -128 to 127.
    #[inline]
    pub fn buckets(self) -> [[i8; 8]; BUCKET_WORDS] {
        const ZEROS: u64 = 0x8080_8080_8080_8080;
        std::array::from_fn(|i| self.0[1 + i].wrapping_add(ZEROS).to_le_bytes().map(|byte| (byte ^ 0x80) as i8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_added_and_subtracted_in_any_order_are_unpacked_exactly() {
        let samples = [([3, -7], 0), ([i16::MIN, i16::MAX], 7), ([-1, -1], 8), ([0, 1], 23), ([5, 5], BUCKETS as u8)];
        let features = samples.map(|(values, bucket)| PackedFeature::new(values, bucket));
        for from in 0..samples.len() {
            for to in 0..samples.len() {
                let mut sum = PackedFeature::default();
                // More replacements than the most points that one stone changes.
                (0..60).for_each(|_| sum.replace(&features[from], &features[to]));
                let values =
                    [0, 1].map(|role| 60 * (i32::from(samples[to].0[role]) - i32::from(samples[from].0[role])));
                assert_eq!(sum.values(), values);
                for (bucket, &count) in sum.buckets().as_flattened().iter().enumerate() {
                    let is = |sample: usize| i8::from(usize::from(samples[sample].1) == bucket);
                    assert_eq!(count, 60 * (is(to) - is(from)), "bucket {bucket}, {from} to {to}");
                }
            }
        }
    }
}
