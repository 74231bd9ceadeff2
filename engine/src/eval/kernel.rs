//! Kernels: the instruction sets that the networks' loops are compiled for.
//!
//! Loops that the compiler vectorizes by itself have one source, compiled for each kernel; the products of the layers
//! are written by hand for AVX2 and for WebAssembly. Soundness: all sums are integers, so every kernel gives the same
//! bits.

/// An instruction set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Instructions that every processor of the target has.
    Baseline,
    /// Vectors of 256 bits.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// Vectors of 128 bits; a WebAssembly module compiled with them starts only where they exist.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// The best kernel of this processor.
    pub fn detected() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Self::Avx2(Avx2(()));
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        return Self::Simd128;
        #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
        Self::Baseline
    }

    /// Runs work compiled for these instructions, which computes layers with them. Multiplications and additions are not
    /// fused, so all kernels give the same bits.
    #[inline]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        match self {
            Self::Baseline => work.run(Baseline),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => work.run(Simd128),
            #[cfg(target_arch = "x86_64")]
            #[expect(unsafe_code, reason = "the value proves that the processor has AVX2")]
            // SAFETY: an `Avx2` exists only where the processor has it.
            Self::Avx2(kernel) => unsafe { work_with_avx2(kernel, work) },
        }
    }
}

/// Work that is compiled for every kernel, which computes its layers. [`Work::run`] and the functions that it calls must be
/// inlined, or they are compiled for the baseline.
pub trait Work {
    /// Result of the work.
    type Output;

    /// Runs the work.
    fn run<K: LayerKernel>(self, kernel: K) -> Self::Output;
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn work_with_avx2<W: Work>(kernel: Avx2, work: W) -> W::Output {
    work.run(kernel)
}

/// The weights of a layer by pair of inputs and by output, and its biases.
#[derive(Clone, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Layer<const PAIRS: usize, const OUT: usize> {
    // First in the struct, so that no vector of weights crosses a cache line.
    pub weights: [[[i16; 2]; OUT]; PAIRS],
    pub bias: [i32; OUT],
}

/// A way to compute a layer. A value of the type proves that the processor has its instructions.
pub trait LayerKernel: Copy {
    /// The sums of a layer for `2 * PAIRS` inputs.
    fn run<const PAIRS: usize, const OUT: usize>(self, layer: &Layer<PAIRS, OUT>, inputs: &[i16]) -> [i32; OUT];

    /// The sums of a layer divided by `1 << SHIFT`, rounded down, and clipped to 0 and `max` (not negative).
    fn clip<const OUT: usize, const SHIFT: i32>(self, sums: [i32; OUT], max: i16) -> [i16; OUT];

    /// A bit for each of the numbers (a multiple of 8, at most 64), set if it is not zero; the lowest is the first
    /// number's.
    fn nonzero(self, numbers: &[u16]) -> u64;
}

/// The definition of the kernels, for every processor.
#[derive(Clone, Copy)]
pub struct Baseline;

impl LayerKernel for Baseline {
    #[inline(always)]
    fn run<const PAIRS: usize, const OUT: usize>(self, layer: &Layer<PAIRS, OUT>, inputs: &[i16]) -> [i32; OUT] {
        let mut sums = layer.bias;
        for (weights, &[a, b]) in layer.weights.iter().zip(inputs.as_chunks().0) {
            for (sum, &[of_a, of_b]) in sums.iter_mut().zip(weights) {
                let product = i32::from(a) * i32::from(of_a) + i32::from(b) * i32::from(of_b);
                *sum = sum.wrapping_add(product);
            }
        }
        sums
    }

    #[inline(always)]
    fn clip<const OUT: usize, const SHIFT: i32>(self, sums: [i32; OUT], max: i16) -> [i16; OUT] {
        sums.map(|sum| (sum >> SHIFT).clamp(0, max.into()) as i16)
    }

    #[inline(always)]
    fn nonzero(self, numbers: &[u16]) -> u64 {
        numbers.iter().rev().fold(0, |bits, &number| bits << 1 | u64::from(number != 0))
    }
}

/// AVX2: eight outputs at once. Made only by [`Kernel::detected`], where the processor has AVX2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl LayerKernel for Avx2 {
    #[inline(always)]
    #[expect(unsafe_code, reason = "the value proves that the processor has AVX2")]
    fn run<const PAIRS: usize, const OUT: usize>(self, layer: &Layer<PAIRS, OUT>, inputs: &[i16]) -> [i32; OUT] {
        // SAFETY: an `Avx2` exists only where the processor has it.
        unsafe { run_avx2(layer, inputs) }
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "the value proves that the processor has AVX2")]
    fn clip<const OUT: usize, const SHIFT: i32>(self, sums: [i32; OUT], max: i16) -> [i16; OUT] {
        // SAFETY: an `Avx2` exists only where the processor has it.
        unsafe { clip_avx2::<OUT, SHIFT>(sums, max) }
    }

    #[inline(always)]
    #[expect(unsafe_code, reason = "the value proves that the processor has AVX2")]
    fn nonzero(self, numbers: &[u16]) -> u64 {
        // SAFETY: an `Avx2` exists only where the processor has it.
        unsafe { nonzero_avx2(numbers) }
    }
}

/// Most outputs of a layer, in blocks of eight.
#[cfg(target_arch = "x86_64")]
const MAX_BLOCKS: usize = 4;

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn run_avx2<const PAIRS: usize, const OUT: usize>(layer: &Layer<PAIRS, OUT>, inputs: &[i16]) -> [i32; OUT] {
    use bytemuck::cast;
    use std::arch::x86_64::{_mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32, _mm256_setzero_si256};
    const { assert!(OUT.is_multiple_of(8) && OUT / 8 <= MAX_BLOCKS) };
    // All blocks at once: each pair of inputs is read once, and the sums stay in registers.
    let mut blocks = [_mm256_setzero_si256(); MAX_BLOCKS];
    for (block, bias) in blocks.iter_mut().zip(layer.bias.as_chunks::<8>().0) {
        *block = cast(*bias);
    }
    for (weights, &pair) in layer.weights.iter().zip(inputs.as_chunks::<2>().0) {
        let pair = _mm256_set1_epi32(cast(pair));
        for (block, weights) in blocks.iter_mut().zip(weights.as_chunks::<8>().0) {
            *block = _mm256_add_epi32(*block, _mm256_madd_epi16(cast(*weights), pair));
        }
    }
    let mut sums = [0; OUT];
    for (sums, block) in sums.as_chunks_mut::<8>().0.iter_mut().zip(blocks) {
        *sums = cast(block);
    }
    sums
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn nonzero_avx2(numbers: &[u16]) -> u64 {
    use bytemuck::cast;
    use std::arch::x86_64::{_mm_cmpeq_epi16, _mm_movemask_epi8, _mm_packs_epi16, _mm_setzero_si128};
    let mut bits = 0;
    for (i, eight) in numbers.as_chunks::<8>().0.iter().enumerate() {
        let is_zero = _mm_cmpeq_epi16(cast(*eight), _mm_setzero_si128());
        let zeros = _mm_movemask_epi8(_mm_packs_epi16(is_zero, is_zero)) as u8;
        bits |= u64::from(!zeros) << (8 * i);
    }
    bits
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline]
fn clip_avx2<const OUT: usize, const SHIFT: i32>(sums: [i32; OUT], max: i16) -> [i16; OUT] {
    use bytemuck::cast;
    use std::arch::x86_64::{
        __m256i, _mm256_max_epi16, _mm256_min_epi16, _mm256_packs_epi32, _mm256_permute4x64_epi64, _mm256_set1_epi16,
        _mm256_setzero_si256, _mm256_srai_epi32,
    };
    const { assert!(OUT.is_multiple_of(16)) };
    let mut values = [0; OUT];
    for (values, sums) in values.as_chunks_mut::<16>().0.iter_mut().zip(sums.as_chunks::<16>().0) {
        let [low, high]: [__m256i; 2] = cast(*sums);
        // Saturates to 16 bits, which is harmless as `max` fits them, and permutes the quarters.
        let packed = _mm256_packs_epi32(_mm256_srai_epi32::<SHIFT>(low), _mm256_srai_epi32::<SHIFT>(high));
        let packed = _mm256_permute4x64_epi64::<0b11_01_10_00>(packed);
        *values = cast(_mm256_min_epi16(_mm256_max_epi16(packed, _mm256_setzero_si256()), _mm256_set1_epi16(max)));
    }
    values
}

/// SIMD128 of WebAssembly: four outputs at once.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[derive(Clone, Copy)]
pub struct Simd128;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl LayerKernel for Simd128 {
    #[inline(always)]
    fn run<const PAIRS: usize, const OUT: usize>(self, layer: &Layer<PAIRS, OUT>, inputs: &[i16]) -> [i32; OUT] {
        use bytemuck::cast;
        use std::arch::wasm32::{i32x4_add, i32x4_dot_i16x8, i32x4_splat};
        const { assert!(OUT.is_multiple_of(4)) };
        let mut sums = layer.bias;
        // Sixteen outputs at once: their sums stay in registers.
        for (at, sums) in sums.chunks_mut(16).enumerate() {
            let mut blocks = [i32x4_splat(0); 4];
            for (block, sums) in blocks.iter_mut().zip(sums.as_chunks::<4>().0) {
                *block = cast(*sums);
            }
            for (weights, &pair) in layer.weights.iter().zip(inputs.as_chunks::<2>().0) {
                let pair = i32x4_splat(cast(pair));
                for (block, weights) in blocks.iter_mut().zip(weights[16 * at..].as_chunks::<4>().0) {
                    *block = i32x4_add(*block, i32x4_dot_i16x8(cast(*weights), pair));
                }
            }
            for (sums, block) in sums.as_chunks_mut::<4>().0.iter_mut().zip(blocks) {
                *sums = cast(block);
            }
        }
        sums
    }

    #[inline(always)]
    fn clip<const OUT: usize, const SHIFT: i32>(self, sums: [i32; OUT], max: i16) -> [i16; OUT] {
        use bytemuck::cast;
        use std::arch::wasm32::{i16x8_max, i16x8_min, i16x8_narrow_i32x4, i16x8_splat, i32x4_shr, v128};
        const { assert!(OUT.is_multiple_of(8)) };
        let mut values = [0; OUT];
        for (values, sums) in values.as_chunks_mut::<8>().0.iter_mut().zip(sums.as_chunks::<8>().0) {
            let [low, high]: [v128; 2] = cast(*sums);
            // Saturates to 16 bits, which is harmless as `max` fits them.
            let packed = i16x8_narrow_i32x4(i32x4_shr(low, SHIFT as u32), i32x4_shr(high, SHIFT as u32));
            *values = cast(i16x8_min(i16x8_max(packed, i16x8_splat(0)), i16x8_splat(max)));
        }
        values
    }

    #[inline(always)]
    fn nonzero(self, numbers: &[u16]) -> u64 {
        use bytemuck::cast;
        use std::arch::wasm32::{i16x8_bitmask, i16x8_ne, i16x8_splat};
        let bits = |eight: &[u16; 8]| u64::from(i16x8_bitmask(i16x8_ne(cast(*eight), i16x8_splat(0))));
        numbers.as_chunks::<8>().0.iter().rev().fold(0, |all, eight| all << 8 | bits(eight))
    }
}
