//! Bytes taken apart: choices from their beginning, values drawn from their rest, changes of a sample, and a place for files.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

/// A choice among `count` and the bytes that follow it; the first choice for no bytes.
pub fn choose(bytes: &[u8], count: usize) -> (usize, &[u8]) {
    bytes.split_first().map_or((0, bytes), |(&first, rest)| (usize::from(first) % count, rest))
}

/// The values that a strategy draws, one for each three bytes: a change of some bytes changes one value, and values can be
/// taken out and put in.
pub fn draw<S: Strategy>(strategy: &S, bytes: &[u8]) -> Vec<S::Value> {
    let value = |bytes: &[u8]| {
        let mut seed = [0; 32];
        seed[..bytes.len()].copy_from_slice(bytes);
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
        let config = Config { failure_persistence: None, ..Config::default() };
        let tree = strategy.new_tree(&mut TestRunner::new_with_rng(config, rng));
        tree.ok().map(|tree| tree.current())
    };
    bytes.chunks_exact(3).filter_map(value).collect()
}

/// A sample with changes: each five bytes are a place and what becomes of it.
pub fn changed(sample: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = sample.to_vec();
    for change in changes.chunks_exact(5) {
        if bytes.is_empty() {
            break;
        }
        let at = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % bytes.len();
        match change[3] % 8 {
            0..=3 => bytes[at] = change[4],
            4 => bytes[at] ^= 1 << (change[4] % 8),
            5 => bytes.insert(at, change[4]),
            6 => drop(bytes.remove(at)),
            _ if change[4] == 0 => bytes.truncate(at),
            _ => bytes[at] = bytes[at].wrapping_add(change[4]),
        }
    }
    bytes
}

/// A folder of this process, emptied, which is the current one from here on: a case may name any file in it.
pub fn empty_folder() -> &'static Path {
    static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
        // In memory where there is such a place: a database writes its file to the disk often.
        let folder = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).expect("a temporary folder can be made");
        std::env::set_current_dir(folder.path()).expect("a new folder can be entered");
        folder
    });
    let files = std::fs::read_dir(FOLDER.path()).into_iter().flatten().flatten();
    for file in files {
        let _ = std::fs::remove_file(file.path());
    }
    FOLDER.path()
}
