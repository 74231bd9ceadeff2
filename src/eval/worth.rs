use super::network::GROUPS;
use crate::pattern::COMBINATION_SLOTS;
use std::sync::Arc;

/// A byte for each group.
const GROUP_WORDS: usize = GROUPS / 8;

/// What a combination adds to the sums, or several add and take away, in a row of numbers that are added
/// as they are: both values in the halves of the first, a count for each group in the bytes of the
/// others. A number that is less than zero borrows from the one above it, which gets that back when
/// they are taken apart.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(super) struct Worth([u64; 1 + GROUP_WORDS]);

/// What each combination is worth for a colour.
pub(super) type WorthTable = Arc<[Worth; COMBINATION_SLOTS]>;

/// The table of a colour's values and groups, a pair and a group for each combination.
pub(super) fn worth_table(values: &[[i16; 2]], groups: &[u8]) -> WorthTable {
    let mut table = Box::new([Worth::default(); COMBINATION_SLOTS]);
    for ((worth, &values), &group) in table.iter_mut().zip(values).zip(groups) {
        *worth = Worth::new(values, group);
    }
    table.into()
}

impl Worth {
    /// Of one combination with these values `[when the colour is to move, when it is not]` in this group.
    pub fn new(values: [i16; 2], group: u8) -> Self {
        let [low, high] = values.map(i64::from);
        let mut worth = Self([(low + (high << 32)) as u64, 0, 0, 0]);
        if usize::from(group) < GROUPS {
            worth.0[1 + usize::from(group) / 8] = 1 << (8 * (group % 8));
        }
        worth
    }

    /// Adds one combination's worth and takes another's away.
    #[inline]
    pub fn exchange(&mut self, old: &Worth, new: &Worth) {
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

    /// The counts, each from -128 to 127: a stone changes fewer points.
    #[inline]
    pub fn groups(self) -> [[i8; 8]; GROUP_WORDS] {
        const ZEROS: u64 = 0x8080_8080_8080_8080;
        std::array::from_fn(|i| self.0[1 + i].wrapping_add(ZEROS).to_le_bytes().map(|byte| (byte ^ 0x80) as i8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_added_and_taken_away_in_any_order_comes_apart_again() {
        let places = [([3, -7], 0), ([i16::MIN, i16::MAX], 7), ([-1, -1], 8), ([0, 1], 23), ([5, 5], GROUPS as u8)];
        let worths = places.map(|(values, group)| Worth::new(values, group));
        for from in 0..places.len() {
            for to in 0..places.len() {
                let mut sum = Worth::default();
                // More often than a stone changes points.
                (0..60).for_each(|_| sum.exchange(&worths[from], &worths[to]));
                let values = [0, 1].map(|role| 60 * (i32::from(places[to].0[role]) - i32::from(places[from].0[role])));
                assert_eq!(sum.values(), values);
                for (group, &count) in sum.groups().as_flattened().iter().enumerate() {
                    let is = |place: usize| i8::from(usize::from(places[place].1) == group);
                    assert_eq!(count, 60 * (is(to) - is(from)), "group {group}, {from} to {to}");
                }
            }
        }
    }
}
