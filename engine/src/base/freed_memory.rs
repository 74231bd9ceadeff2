//! Returning freed memory to the system.

/// Makes the allocator return large blocks to the system as soon as they are freed, for a program that makes and drops
/// many searches on several threads. By default, once a block of up to 32 MB was freed, glibc keeps blocks of that size
/// in a heap for each thread, which fragments: the board's server grew from 35 to 280 MB in a quarter of an hour. With
/// this limit each large block has its own pages. No effect on other systems.
pub fn return_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu", not(miri)))]
    {
        /// Bytes from which a block counts as large.
        const LARGE: i32 = 1 << 20;
        // SAFETY: a limit of the allocator, which it reads at the next request.
        #[expect(unsafe_code, reason = "a request to the system's allocator")]
        unsafe {
            libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE);
        }
    }
}

#[cfg(all(test, target_os = "linux", target_env = "gnu", not(miri)))]
mod tests {
    use super::*;
    use std::process::Command;

    /// Resident memory of this process, in bytes.
    fn resident() -> usize {
        const PAGE: usize = 4096;
        let numbers = std::fs::read_to_string("/proc/self/statm").unwrap();
        numbers.split(' ').nth(1).unwrap().parse::<usize>().unwrap() * PAGE
    }

    #[test]
    fn large_blocks_go_back_when_they_are_freed() {
        // In its own process: the other tests of this one allocate and free at the same time.
        let name = concat!(module_path!(), "::large_blocks_of_a_whole_process_go_back").split_once("::").unwrap().1;
        let test =
            Command::new(std::env::current_exe().unwrap()).args(["--exact", name, "--ignored"]).output().unwrap();
        let printed = String::from_utf8_lossy(&test.stdout);
        assert!(test.status.success() && printed.contains("1 passed"), "{printed}");
    }

    #[test]
    #[ignore = "measures the whole process: run by large_blocks_go_back_when_they_are_freed"]
    fn large_blocks_of_a_whole_process_go_back() {
        return_freed_memory();
        for _ in 0..3 {
            let kept: Vec<Vec<u8>> = (0..8).map(|_| vec![1; 12 << 20]).collect();
            // The freed blocks lie below small ones that are still in use.
            let small: Vec<Vec<u8>> = (0..100).map(|_| vec![1; 5000]).collect();
            let before = resident();
            drop(kept);
            assert!(resident() + (90 << 20) < before, "{} MB of 96 went back", before.saturating_sub(resident()) >> 20);
            assert_eq!(small.len(), 100);
        }
    }
}
