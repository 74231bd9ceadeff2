//! LZ4 frames that are read as far as they go: the library's decoder returns whole blocks only, and a small database is a
//! single block.

use lz4_flex::frame::FrameDecoder;
use std::io::{self, Cursor, ErrorKind, Read};

/// How far back a block may point, and how much one holds.
const WINDOW: usize = 1 << 16;
const LARGEST_BLOCK: usize = 4 << 20;
/// Magic number, flags, size of the blocks, and a checksum; the flags say what else is before the last.
const SHORTEST_HEAD: usize = 7;
const FLAGS: usize = 4;
/// The bit of a block's length that says that it is not compressed.
const PLAIN: u32 = 1 << 31;

/// Reads a frame's content and, where it is cut off, what is left of its last block.
pub struct Frame<R: Read> {
    decoder: FrameDecoder<Recorder<R>>,
    /// The last bytes that came out.
    before: Vec<u8>,
    is_begun: bool,
    rest: Option<Cursor<Vec<u8>>>,
}

impl<R: Read> Frame<R> {
    pub fn new(file: R) -> Self {
        let decoder = FrameDecoder::new(Recorder { file, recorded: Vec::new() });
        Self { decoder, before: Vec::new(), is_begun: false, rest: None }
    }

    /// The part of the last, incomplete block that can be decoded; before the first block stands the frame's head.
    fn last_block(&self) -> Option<Vec<u8>> {
        let recorded = self.decoder.get_ref().recorded.as_slice();
        let flags = if self.is_begun { 0 } else { *recorded.get(FLAGS)? };
        let head = SHORTEST_HEAD + usize::from(flags >> 3 & 1) * 8 + usize::from(flags & 1) * 4;
        let (length, block) = recorded.get(if self.is_begun { 0 } else { head }..)?.split_first_chunk()?;
        let length = u32::from_le_bytes(*length);
        let block = &block[..block.len().min((length & !PLAIN) as usize)];
        if length & PLAIN != 0 {
            return Some(block.to_vec());
        }
        let mut out = self.before.clone();
        decode(block, &mut out);
        Some(out.split_off(self.before.len()))
    }
}

impl<R: Read> Read for Frame<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if let Some(rest) = &mut self.rest {
            return rest.read(out);
        }
        self.decoder.get_mut().recorded.clear();
        match self.decoder.read(out) {
            Ok(count) => {
                self.is_begun |= count > 0;
                if self.before.len() > 4 * WINDOW {
                    self.before.drain(..self.before.len() - WINDOW);
                }
                self.before.extend(&out[..count]);
                Ok(count)
            }
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                self.rest.insert(Cursor::new(self.last_block().unwrap_or_default())).read(out)
            }
            Err(error) => Err(error),
        }
    }
}

/// A file, and what was read of it since the decoder was asked last.
struct Recorder<R> {
    file: R,
    recorded: Vec<u8>,
}

impl<R: Read> Read for Recorder<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(out)?;
        self.recorded.extend(&out[..count]);
        Ok(count)
    }
}

/// Decompresses a block behind what was before it, as far as there are bytes; nothing where it ends by itself.
fn decode(mut block: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let most = out.len() + LARGEST_BLOCK;
    loop {
        let token = take::<1>(&mut block)?[0];
        let literals = length(token >> 4, &mut block)?;
        let (there, behind) = block.split_at(literals.min(block.len()));
        out.extend(there);
        block = behind;
        let offset = usize::from(u16::from_le_bytes(take(&mut block)?));
        let copied = length(token & 15, &mut block)? + 4;
        let from = out.len().checked_sub(offset).filter(|_| offset > 0 && out.len() + copied <= most)?;
        (from..from + copied).for_each(|at| out.push(out[at]));
    }
}

/// A length whose first four bits are in the token.
fn length(start: u8, block: &mut &[u8]) -> Option<usize> {
    let mut sum = usize::from(start);
    let mut is_longer = start == 15;
    while is_longer {
        let [more] = take(block)?;
        sum += usize::from(more);
        is_longer = more == u8::MAX;
    }
    Some(sum)
}

fn take<const N: usize>(block: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, behind) = block.split_first_chunk()?;
    *block = behind;
    Some(*taken)
}
