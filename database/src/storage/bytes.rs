//! Compact encoding of numbers and texts: LEB128, seven bits a byte, the lowest first, the eighth bit set on all but
//! the last.

/// Appends a number.
pub fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Appends a signed number (zigzag encoding: small numbers of either sign take few bytes).
pub fn push_signed(bytes: &mut Vec<u8>, number: i32) {
    push_number(bytes, u64::from((number << 1 ^ number >> 31) as u32));
}

/// Appends the length of a slice and its bytes.
pub fn push_slice(bytes: &mut Vec<u8>, slice: &[u8]) {
    push_number(bytes, slice.len() as u64);
    bytes.extend(slice);
}

/// Reads from the front of bytes; every method returns `None` if they end too early or a number is too large.
pub struct ByteReader<'a>(pub &'a [u8]);

impl<'a> ByteReader<'a> {
    /// The next byte.
    pub fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    /// The next number.
    pub fn number<T: TryFrom<u64>>(&mut self) -> Option<T> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                return T::try_from(number).ok();
            }
        }
        None
    }

    /// The next signed number.
    pub fn signed(&mut self) -> Option<i32> {
        let number: u32 = self.number()?;
        Some((number >> 1) as i32 ^ -((number & 1) as i32))
    }

    /// The next slice, after its length.
    pub fn slice(&mut self) -> Option<&'a [u8]> {
        let length = self.number()?;
        let (slice, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(slice)
    }

    /// The next text, after its length.
    pub fn text(&mut self) -> Option<String> {
        String::from_utf8(self.slice()?.to_vec()).ok()
    }
}

/// 32-bit FNV-1a of several slices of bytes.
pub fn checksum(slices: &[&[u8]]) -> u32 {
    slices.iter().copied().flatten().fold(0x811C_9DC5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive_their_bytes_and_small_ones_take_one() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            push_number(&mut bytes, number);
            assert_eq!(bytes.len() == 1, number < 128);
            let mut reader = ByteReader(&bytes);
            assert_eq!((reader.number(), reader.0.len()), (Some(number), 0));
            assert_eq!(ByteReader(&bytes[..bytes.len() - 1]).number::<u64>(), None);
        }
        for number in [0, -1, 1, -64, 63, 64, i32::MIN, i32::MAX] {
            let mut bytes = Vec::new();
            push_signed(&mut bytes, number);
            assert_eq!(bytes.len() == 1, (-64..64).contains(&number));
            assert_eq!(ByteReader(&bytes).signed(), Some(number));
        }
        assert_eq!(ByteReader(&[0xFF; 11]).number::<u64>(), None);
        assert_eq!(ByteReader(&[0x80, 2]).number::<u8>(), None, "256 is no byte");
    }
}
