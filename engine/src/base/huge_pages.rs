//! Huge pages for large memory.

/// Requests huge pages (2 MB on most machines) for this memory: random probes then miss the TLB less often, and the
/// memory is mapped in fewer steps. Call it before the memory is first used. No effect where the system lacks such a
/// request or refuses it.
pub fn prefer_huge_pages<T>(memory: &[T]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        /// Smallest page, in bytes: the request begins and ends at a multiple of it.
        const PAGE: usize = 4096;
        let start = memory.as_ptr().addr().next_multiple_of(PAGE);
        let end = (memory.as_ptr().addr() + size_of_val(memory)) / PAGE * PAGE;
        if start < end {
            let address = memory.as_ptr().cast::<libc::c_void>().wrapping_byte_add(start - memory.as_ptr().addr());
            // SAFETY: the range lies within `memory`, and this advice changes nothing that a program can read.
            #[expect(unsafe_code, reason = "a request to the system")]
            unsafe {
                libc::madvise(address.cast_mut(), end - start, libc::MADV_HUGEPAGE);
            }
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_keeps_what_is_in_it() {
        let mut words: Vec<u64> = (0..1 << 20).collect();
        for (first, len) in [(0, 1 << 20), (0, 0), (3, 1), (511, 513), (1, (1 << 20) - 2)] {
            prefer_huge_pages(&words[first..][..len]);
        }
        assert!(words.iter().copied().eq(0..1 << 20));
        prefer_huge_pages(words.spare_capacity_mut());
        words.push(7);
        assert_eq!(words.last(), Some(&7));
    }
}
