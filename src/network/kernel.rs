//! The arithmetic of the dense layers: in plain Rust, and with the vector instructions of each processor. All give the same bits.
#![cfg_attr(
    any(target_arch = "x86_64", target_arch = "aarch64", target_feature = "simd128"),
    expect(unsafe_code, reason = "vector instructions; the plain version is their oracle")
)]

use super::head::{Dense, HIDDEN};

/// A way to compute that the processor knows: nobody else can make one that is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel(Way);

/// Ways to compute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Plain Rust.
    Plain,
    /// SSE2, which every x86-64 processor has.
    #[cfg(target_arch = "x86_64")]
    Sse2,
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// The parts of AVX-512 for numbers of 16 bits and for sums of products (BW and VNNI).
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// NEON.
    #[cfg(target_arch = "aarch64")]
    Neon,
    /// The vectors of WebAssembly, in a build that asks for them.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128,
}

impl Kernel {
    /// Plain Rust, which every processor runs.
    pub const PLAIN: Kernel = Kernel(Way::Plain);

    /// The ways that this processor knows, the fastest last.
    pub fn available() -> Vec<Kernel> {
        #[allow(unused_mut, reason = "some processors know no other")]
        let mut ways = vec![Way::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            let known = [
                (Way::Sse2, has!("sse2")),
                (Way::Avx2, has!("avx2")),
                (Way::Avx512, has!("avx512bw") && has!("avx512vnni")),
            ];
            ways.extend(known.into_iter().filter_map(|(way, is_known)| is_known.then_some(way)));
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            ways.push(Way::Neon);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        ways.push(Way::Simd128);
        ways.into_iter().map(Kernel).collect()
    }

    /// The fastest of them.
    pub fn best() -> Kernel {
        Kernel::available().pop().unwrap_or(Kernel::PLAIN)
    }

    /// How it computes, for kernels elsewhere: this processor has the instructions.
    #[inline]
    pub fn way(self) -> Way {
        self.0
    }

    /// The sums that the units of a layer come to.
    #[inline]
    pub fn dense(self, layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
        match self.0 {
            Way::Plain => layer.sums(inputs),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `available` has found the instructions, here and below.
            Way::Sse2 => unsafe { sse2::dense(layer, inputs) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Way::Avx2 => unsafe { avx2::dense(layer, inputs) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Way::Avx512 => unsafe { avx512::dense(layer, inputs) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: as above.
            Way::Neon => unsafe { neon::dense(layer, inputs) },
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Way::Simd128 => simd128::dense(layer, inputs),
        }
    }
}

/// The sums by registers that multiply and add up pairs: those of the module around it, which names the instructions.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
macro_rules! vector_dense {
    ($features:literal) => {
        use super::{Dense, HIDDEN};

        #[target_feature(enable = $features)]
        pub(super) fn dense(layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
            // Written without closures handed to others' functions: those are compiled without the instructions and not inlined.
            let mut sums = [zero(); HIDDEN / LONGS];
            for (sum, bias) in sums.iter_mut().zip(layer.bias.as_chunks::<LONGS>().0) {
                // SAFETY: the array is as long as the register, and the load asks for no alignment.
                *sum = unsafe { load_register(bias.as_ptr().cast()) };
            }
            for (weights, pair) in layer.weights.iter().zip(inputs.as_chunks::<2>().0) {
                let pair = set1_long(i32::from(pair[1]) << 16 | i32::from(pair[0]) & 0xffff);
                for (sum, weights) in sums.iter_mut().zip(weights.0.as_flattened().as_chunks::<SHORTS>().0) {
                    // SAFETY: as above.
                    let weights = unsafe { load_register(weights.as_ptr().cast()) };
                    *sum = add_longs(*sum, madd(weights, pair));
                }
            }
            let mut found = [0; HIDDEN];
            for (sum, found) in sums.into_iter().zip(found.as_chunks_mut::<LONGS>().0) {
                // SAFETY: as above.
                unsafe { store_register(found.as_mut_ptr().cast(), sum) }
            }
            found
        }
    };
}

#[cfg(target_arch = "x86_64")]
mod sse2 {
    use super::super::registers::sse2::*;
    vector_dense!("sse2");
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::super::registers::avx2::*;
    vector_dense!("avx2");
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use super::super::registers::simd128::*;
    vector_dense!("simd128");
}

#[cfg(target_arch = "x86_64")]
mod avx512 {
    use std::arch::x86_64::*;

    use super::super::registers::avx512::LONGS;
    use super::{Dense, HIDDEN};

    /// Pairs of inputs taken together, of which every layer has a whole number: each has sums of its own, as a sum has to wait for the one
    /// before.
    const PAIRS: usize = 4;

    #[target_feature(enable = "avx512bw,avx512vnni")]
    pub(super) fn dense(layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
        let mut sums = [[_mm512_setzero_si512(); HIDDEN / LONGS]; PAIRS];
        for (sum, bias) in sums[0].iter_mut().zip(layer.bias.as_chunks::<LONGS>().0) {
            // SAFETY: the array is as long as the register, and the load asks for no alignment.
            *sum = unsafe { _mm512_loadu_si512(bias.as_ptr().cast()) };
        }
        let (weights, pairs) = (layer.weights.as_chunks::<PAIRS>().0, inputs.as_chunks::<2>().0.as_chunks::<PAIRS>().0);
        for (weights, pairs) in weights.iter().zip(pairs) {
            for ((weights, pair), sums) in weights.iter().zip(pairs).zip(&mut sums) {
                let pair = _mm512_set1_epi32(i32::from(pair[1]) << 16 | i32::from(pair[0]) & 0xffff);
                for (sum, weights) in sums.iter_mut().zip(weights.0.as_chunks::<LONGS>().0) {
                    // SAFETY: as above.
                    let weights = unsafe { _mm512_loadu_si512(weights.as_ptr().cast()) };
                    *sum = _mm512_dpwssd_epi32(*sum, weights, pair);
                }
            }
        }
        let mut found = [0; HIDDEN];
        for (at, found) in found.as_chunks_mut::<LONGS>().0.iter_mut().enumerate() {
            let ends = [0, 2].map(|pair| _mm512_add_epi32(sums[pair][at], sums[pair + 1][at]));
            // SAFETY: as above.
            unsafe { _mm512_storeu_si512(found.as_mut_ptr().cast(), _mm512_add_epi32(ends[0], ends[1])) }
        }
        found
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::*;

    use super::super::registers::neon::{LONGS, SHORTS};
    use super::{Dense, HIDDEN};

    #[target_feature(enable = "neon")]
    pub(super) fn dense(layer: &Dense, inputs: &[i16]) -> [i32; HIDDEN] {
        // The products of a pair are added up at the very end: until then each unit has two sums, side by side.
        let mut sums = [vdupq_n_s32(0); 2 * HIDDEN / LONGS];
        for (weights, pair) in layer.weights.iter().zip(inputs.as_chunks::<2>().0) {
            let pair = vdupq_n_s32(i32::from(pair[1]) << 16 | i32::from(pair[0]) & 0xffff);
            let pair = vreinterpretq_s16_s32(pair);
            let weights = weights.0.as_flattened().as_chunks::<SHORTS>().0;
            for (sums, weights) in sums.as_chunks_mut::<2>().0.iter_mut().zip(weights) {
                // SAFETY: the array is as long as the register, and the load asks for no alignment.
                let weights = unsafe { vld1q_s16(weights.as_ptr()) };
                sums[0] = vmlal_s16(sums[0], vget_low_s16(weights), vget_low_s16(pair));
                sums[1] = vmlal_high_s16(sums[1], weights, pair);
            }
        }
        let mut found = layer.bias;
        for (sums, found) in sums.as_chunks::<2>().0.iter().zip(found.as_chunks_mut::<LONGS>().0) {
            // SAFETY: as above.
            let bias = unsafe { vld1q_s32(found.as_ptr()) };
            // SAFETY: as above.
            unsafe { vst1q_s32(found.as_mut_ptr(), vaddq_s32(bias, vpaddq_s32(sums[0], sums[1]))) }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    use super::super::head::tests::random_parts;
    use super::super::head::{HIDDEN_ONE, Head};
    use super::*;

    #[test]
    fn every_kernel_gives_the_same_bits() {
        const INPUTS: usize = 288;
        const LARGEST: i16 = 9_000;
        let mut random = Pcg64Mcg::seed_from_u64(7);
        let head = Head::new(&random_parts(&mut random, INPUTS), LARGEST.into()).unwrap();
        for _ in 0..if cfg!(miri) { 3 } else { 200 } {
            let inputs: [i16; INPUTS] = std::array::from_fn(|_| random.random_range(-LARGEST..LARGEST));
            let hidden: [i16; HIDDEN] = std::array::from_fn(|_| random.random_range(0..=HIDDEN_ONE as i16));
            let results = Kernel::available().into_iter().map(|kernel| {
                (kernel.dense(&head.first, &inputs), kernel.dense(&head.second, &hidden), head.value(kernel, &inputs))
            });
            let results: Vec<_> = results.collect();
            assert!(results.iter().all(|result| *result == results[0]));
        }
    }
}
