//! FNV-1a (Fowler, Noll, Vo 1991) in 64 bits.

/// The hash of nothing.
pub const FNV1A_BASIS: u64 = 0xCBF2_9CE4_8422_2325;

/// The hash after one more part: a byte, as FNV-1a is defined, or a whole word at once, which gives other values.
pub const fn fnv1a_step(hash: u64, part: u64) -> u64 {
    (hash ^ part).wrapping_mul(0x0000_0100_0000_01B3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_values_are_met() {
        let hash = |text: &str| text.bytes().fold(FNV1A_BASIS, |hash, byte| fnv1a_step(hash, byte.into()));
        assert_eq!((hash("a"), hash("foobar")), (0xAF63_DC4C_8601_EC8C, 0x8594_4171_F739_67E8));
    }
}
