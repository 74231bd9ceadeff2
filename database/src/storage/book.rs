//! A book: positions in a small read-only file for distribution.
//!
//! The smallest file of the store is larger than most books, and it is made for writing. A book consists of its magic
//! line, the number of rows, the rows (key and entry, each preceded by its length) in the order of the keys, and a
//! checksum.

use super::bytes::{ByteReader, checksum, push_number, push_slice};

/// First bytes of a book, with the version of the format.
pub(crate) const MAGIC: &[u8] = b"tengen-book 1\n";

/// First bytes of a book of any version.
pub(crate) const ANY_VERSION: &[u8] = b"tengen-book ";

/// A stored position: key and entry.
pub(crate) type BookRow = (Vec<u8>, Vec<u8>);

/// The bytes of a book.
pub(crate) fn to_bytes(rows: &[BookRow]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    push_number(&mut bytes, rows.len() as u64);
    for (key, entry) in rows {
        push_slice(&mut bytes, key);
        push_slice(&mut bytes, entry);
    }
    let sum = checksum(&[&bytes]);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The rows of a book, key and entry, in order; `None` if the bytes are not an undamaged book.
pub(crate) fn rows(bytes: &[u8]) -> Option<impl Iterator<Item = (&[u8], &[u8])>> {
    let (bytes, sum) = bytes.split_last_chunk()?;
    let mut reader = ByteReader(bytes.strip_prefix(MAGIC)?);
    if u32::from_le_bytes(*sum) != checksum(&[bytes]) {
        return None;
    }
    let count: usize = reader.number()?;
    let first = reader.0;
    for _ in 0..count {
        reader.slice()?;
        reader.slice()?;
    }
    let mut reader = reader.0.is_empty().then_some(ByteReader(first))?;
    Some((0..count).map_while(move |_| Some((reader.slice()?, reader.slice()?))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Option<Vec<BookRow>> {
        Some(rows(bytes)?.map(|(key, entry)| (key.to_vec(), entry.to_vec())).collect())
    }

    #[test]
    fn a_book_survives_its_bytes_and_one_changed_bit_is_found() {
        let rows = vec![(vec![1, 2], vec![3; 200]), (Vec::new(), vec![4])];
        let bytes = to_bytes(&rows);
        assert_eq!(read(&bytes), Some(rows));
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(read(&damaged), None, "bit {bit}");
        }
        for length in 0..bytes.len() {
            assert_eq!(read(&bytes[..length]), None, "{length}");
        }
        assert_eq!(read(&to_bytes(&[])), Some(Vec::new()));
    }
}
